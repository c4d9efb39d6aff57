//! One walk of a character, as the kernel does it.

use glam::Vec3;
use sweep8::{Capsule, CharacterProfile, CharacterSettings, CharacterState, Mesh, MoveInput, World};

/// Time in which a character comes to rest before it walks, seconds.
const SETTLE: f32 = 0.25;

/// A character that walks with one desired velocity. World space, metres; up is +y.
#[derive(Clone, Debug)]
pub struct Walk {
    /// Triangles of the world.
    pub triangles: Vec<[Vec3; 3]>,
    /// Settings of the character.
    pub settings: CharacterSettings,
    /// Point on the floor where the character starts.
    pub feet: Vec3,
    /// Desired velocity, level, m/s.
    pub velocity: Vec3,
    /// Steps in a second.
    pub hz: f32,
    /// Number of steps.
    pub steps: usize,
}

/// The states of a walk: the one at the start, then one after each step.
pub type Trail = Vec<CharacterState>;

impl Walk {
    /// Creates a walk along +x at 1 m/s for a second at 60 Hz; families change the rest.
    #[must_use]
    pub fn new(triangles: Vec<[Vec3; 3]>, settings: CharacterSettings, feet: Vec3) -> Self {
        Self { triangles, settings, feet, velocity: Vec3::X, hz: 60.0, steps: 60 }
    }

    /// The same walk by an upright capsule as high and as wide; `None` of a body that is no higher than wide, or not as deep as wide.
    #[must_use]
    pub fn by_capsule(mut self) -> Option<Self> {
        let Vec3 { x, y, z } = self.settings.shape.radii();
        let half = y - x;
        let capsule = Capsule::new(x, half).ok().filter(|_| x == z && half > 0.0)?;
        self.settings.shape = capsule.into();
        Some(self)
    }

    /// The profile of the character.
    ///
    /// # Panics
    /// If the settings are out of range.
    #[must_use]
    pub fn profile(&self) -> CharacterProfile {
        CharacterProfile::new(&self.settings).expect("settings of a family are in range")
    }

    /// Builds the world.
    ///
    /// # Panics
    /// If the triangles are out of range.
    #[must_use]
    pub fn world(&self) -> World {
        let positions: Vec<Vec3> = self.triangles.iter().flatten().copied().collect();
        let indices: Vec<[u32; 3]> = (0..self.triangles.len() as u32).map(|id| [0, 1, 2].map(|k| 3 * id + k)).collect();
        World::from_mesh(Mesh::new(&positions, &indices).expect("triangles of a family are in range"))
    }

    /// Walks; `None` if the character does not stand at the start.
    #[must_use]
    pub fn trail(&self) -> Option<Trail> {
        let profile = self.profile();
        let start = CharacterState::standing(self.feet, &profile, Vec3::Y);
        self.trail_from(&self.world(), start, self.velocity, self.steps)
    }

    /// Walks in a world from a state, after a moment of rest; `None` if the character does not stand after it.
    ///
    /// # Panics
    /// If the kernel refuses a step.
    #[must_use]
    pub fn trail_from(&self, world: &World, start: CharacterState, velocity: Vec3, steps: usize) -> Option<Trail> {
        let profile = self.profile();
        let mut state = start;
        let mut step = |desired_velocity: Vec3| {
            let input = MoveInput { desired_velocity, ..MoveInput::EARTH };
            world.move_character(&profile, &mut state, &input, 1.0 / self.hz).expect("in range");
            state
        };
        for _ in 1..(SETTLE * self.hz) as u32 {
            step(Vec3::ZERO);
        }
        let mut trail = vec![step(Vec3::ZERO)];
        trail.extend((0..steps).map(|_| step(velocity)));
        trail[0].ground().is_grounded().then_some(trail)
    }
}
