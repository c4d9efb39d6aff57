//! Stairs, and somebody who walks on them.

use super::worlds::{Level, quad};
use glam::Vec3;
use sweep8::{CharacterProfile, CharacterSettings, CharacterState, MoveInput, SlideOutcome, World};

/// A box from `low` to `high` without its bottom.
pub(crate) fn block(low: Vec3, high: Vec3) -> Level {
    let size = high - low;
    let (x, y, z) = (Vec3::X * size.x, Vec3::Y * size.y, Vec3::Z * size.z);
    let mut level = quad(low + y, z, x);
    level.extend(quad(low, z, y));
    level.extend(quad(low + x, y, z));
    level.extend(quad(low, y, x));
    level.extend(quad(low + z, x, y));
    level
}

pub(crate) fn floor() -> Level {
    quad(Vec3::new(-40.0, 0.0, -40.0), Vec3::Z * 80.0, Vec3::X * 80.0)
}

/// Stairs that rise towards +x from x = 1, and a landing behind them.
pub(crate) fn stairs(count: usize, height: f32, depth: f32) -> Level {
    let mut level = floor();
    for step in 0..count {
        let x = 1.0 + depth * step as f32;
        let top = height * (step + 1) as f32;
        level.extend(block(Vec3::new(x, top - height, -20.0), Vec3::new(x + depth, top, 20.0)));
    }
    let (x, top) = (1.0 + depth * count as f32, height * count as f32);
    level.extend(block(Vec3::new(x, 0.0, -20.0), Vec3::new(x + 20.0, top, 20.0)));
    level
}

/// Somebody who walks as a program moves it.
pub(crate) struct Pedestrian {
    pub(crate) profile: CharacterProfile,
    pub(crate) state: CharacterState,
    hz: f32,
    pub(crate) velocity: Vec3,
}

impl Pedestrian {
    /// A person who stands at a place, metres; the height is that of the feet.
    pub(crate) fn at(world: &World, feet: Vec3, hz: f32) -> Self {
        Self::of(CharacterSettings::default(), world, feet, hz)
    }

    pub(crate) fn of(settings: CharacterSettings, world: &World, feet: Vec3, hz: f32) -> Self {
        let profile = CharacterProfile::new(&settings).unwrap();
        let state = CharacterState::new(feet + Vec3::Y * (profile.shape().half_extents().y + settings.skin));
        let mut pedestrian = Self { profile, state, hz, velocity: Vec3::ZERO };
        for _ in 0..(hz / 4.0) as u32 {
            pedestrian.step(world);
        }
        assert!(pedestrian.state.ground().is_grounded(), "it stands at the start, {:?}", pedestrian.state);
        pedestrian
    }

    pub(crate) fn step(&mut self, world: &World) -> SlideOutcome {
        let input = MoveInput { desired_velocity: self.velocity, ..MoveInput::EARTH };
        world.move_character(&self.profile, &mut self.state, &input, 1.0 / self.hz).unwrap()
    }

    /// Walks for some seconds; the place after each step.
    pub(crate) fn walk(&mut self, world: &World, velocity: Vec3, seconds: f32) -> Vec<Vec3> {
        self.velocity = velocity;
        (0..(seconds * self.hz).round() as u32)
            .map(|step| {
                let before = self.state.position.to_vec3();
                self.step(world);
                let grounded = self.state.ground().is_grounded();
                assert!(grounded, "step {step} from {before} at {} Hz: {:?}", self.hz, self.state);
                self.state.position.to_vec3()
            })
            .collect()
    }
}
