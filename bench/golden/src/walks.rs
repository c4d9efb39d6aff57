//! Crowds that walk and slide in the level, alone and among each other: ellipsoids, capsules, turned bodies.
//!
//! Characters turn to another of eight directions now and then, some jump. In the middle of the walk the crowd is saved, and a new one
//! that was restored goes on.

use crate::ground::{DIRECTIONS, Failure, Numbers, world};
use crate::hash::Hash;
use sweep8::glam::{DQuat, DVec3, Vec3};
use sweep8::{
    Axis, Backend, Capsule, CharacterProfile, CharacterSettings, Crowd, CrowdSettings, EachOther, Ellipsoid, MoveMode,
    Shape, World,
};

/// Number of characters and frames of a walk.
const CHARACTERS: usize = 64;
const FRAMES: usize = 144;

/// Time step, seconds: exact in binary.
pub(crate) const STEP: f32 = 1.0 / 64.0;

/// Who walks.
pub(crate) struct Walk {
    pub(crate) shapes: Vec<Shape>,
    pub(crate) mode: MoveMode,
    pub(crate) each_other: EachOther,
    /// Side length of the square in which characters start, metres.
    pub(crate) side: f32,
    /// Turns every third character about its axes while it walks.
    pub(crate) turns: bool,
}

pub(crate) fn ellipsoids() -> Result<Vec<Shape>, Failure> {
    let thin = Ellipsoid::new(Vec3::new(0.25, 0.75, 0.5))?;
    Ok(vec![Ellipsoid::HUMAN.into(), Ellipsoid::ball(0.5)?.into(), thin.into()])
}

pub(crate) fn capsules() -> Result<Vec<Shape>, Failure> {
    let lying = Capsule::new(0.4375, 0.5)?;
    Ok(vec![Capsule::from_height(0.4, 1.8)?.into(), lying.along(Axis::X).into(), lying.along(Axis::Z).into()])
}

impl Walk {
    pub(crate) fn run(&self, backend: Backend) -> Result<u64, Failure> {
        let world = world(backend)?;
        let mut crowd = self.crowd(self.side)?;
        let (mut hash, mut saved, mut contacts) = (Hash::new(), Vec::new(), 0);
        for frame in 0..FRAMES {
            steer(&mut crowd, frame)?;
            if self.turns {
                turn(&mut crowd, &world, frame);
            }
            contacts += crowd.step(&world, STEP)?.contacts;
            if frame == FRAMES / 2 {
                crowd.save_into(&mut saved);
                crowd = Crowd::new(CrowdSettings::default())?;
                crowd.restore(&saved)?;
            }
            if frame % 24 == 23 {
                hash.crowd(&crowd);
            }
        }
        hash.word(contacts);
        // A walk that touches nothing would be the same anywhere.
        let fewest = (CHARACTERS * FRAMES / 4) as u64;
        if contacts >= fewest {
            Ok(hash.value())
        } else {
            Err(format!("{contacts} contacts, must be {fewest} or more").into())
        }
    }

    /// Places the characters in the air above the level, in a square about its middle.
    pub(crate) fn crowd(&self, side: f32) -> Result<Crowd, Failure> {
        let mut crowd = Crowd::new(CrowdSettings::default())?;
        let mut numbers = Numbers(3);
        let profile = |shape: &Shape| {
            let settings = CharacterSettings {
                shape: *shape,
                mode: self.mode,
                each_other: self.each_other,
                ..CharacterSettings::default()
            };
            CharacterProfile::new(&settings)
        };
        let profiles = self.shapes.iter().map(profile).collect::<Result<Vec<_>, _>>()?;
        for k in 0..CHARACTERS {
            let half = 0.5 * side;
            let place = numbers.point(Vec3::new(-half, 4.0, -half), Vec3::new(half, 6.0, half));
            crowd.spawn(&profiles[k % profiles.len()], place)?;
        }
        Ok(crowd)
    }
}

/// Gives every character its desired velocity, and lets some jump.
pub(crate) fn steer(crowd: &mut Crowd, frame: usize) -> Result<(), Failure> {
    let ids: Vec<_> = crowd.ids().collect();
    for (k, id) in ids.into_iter().enumerate() {
        let direction = DIRECTIONS[(k + (frame + 5 * k) / 48) % DIRECTIONS.len()];
        crowd.set_desired_velocity(id, direction * (1.5 + 0.25 * (k % 9) as f32))?;
        if (frame + 3 * k).is_multiple_of(90) {
            crowd.jump(id, 4.5)?;
        }
    }
    Ok(())
}

/// Turns every third character a little about an axis that is tilted, where there is room for it.
fn turn(crowd: &mut Crowd, world: &World, frame: usize) {
    // `DQuat` is scalar on every platform, and its sums have one order; `Quat` has not.
    let mut orientation = DQuat::IDENTITY;
    let little = DQuat::from_xyzw(0.006, 0.03, 0.012, 1.0).normalize();
    for _ in 0..frame {
        orientation = (orientation * little).normalize();
    }
    let ids: Vec<_> = crowd.ids().collect();
    for id in ids.into_iter().step_by(3) {
        // A body that has no room stays as it is.
        let _ = crowd.turn(world, id, orientation.as_quat());
    }
}

/// Where a walk among others begins: everybody within these many metres, so that they meet.
pub(crate) const CLOSE: f32 = 9.0;

/// Where a walk begins in which nobody is in the way.
pub(crate) const APART: f32 = 24.0;

/// The middle of the level's eastern part, world space, metres.
pub(crate) const EAST: DVec3 = DVec3::new(12.0, 0.5, 0.0);
