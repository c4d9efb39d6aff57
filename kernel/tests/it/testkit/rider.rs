//! One character among a few cuboids, some of which move.

use super::placed::cook;
use super::worlds::rounded;
use glam::{BVec3, DVec3, Vec3};
use sweep8::{
    CharacterProfile, CharacterState, Ellipsoid, InstanceId, MoveInput, Placement, SlideOutcome, SlideStatus, World,
    WorldStep,
};
use sweep8_scalar_ref::brute_force::Triangle;
use sweep8_scalar_ref::rigid_motion::{Pose, gap};

/// Steps a second.
pub(crate) const RATES: [f64; 3] = [30.0, 60.0, 240.0];

/// A person, a ball, and a body whose level radii differ.
pub(crate) const SHAPES: [Vec3; 3] = [Vec3::new(0.4, 0.9, 0.4), Vec3::splat(0.3), Vec3::new(0.3, 0.5, 0.6)];

/// A mesh of the world in `f64`, and where it is.
struct Part {
    id: InstanceId,
    triangles: Vec<Triangle>,
    placement: Placement,
}

/// A character and what is around it.
pub(crate) struct Rider {
    pub(crate) profile: CharacterProfile,
    pub(crate) state: CharacterState,
    pub(crate) radii: DVec3,
    world: World,
    parts: Vec<Part>,
    rate: f64,
}

/// The triangles of a cuboid between two corners.
pub(crate) fn cuboid(low: DVec3, high: DVec3) -> Vec<Triangle> {
    let corner = |number: usize| {
        let side = |bit: usize| number >> bit & 1 == 1;
        DVec3::select(BVec3::new(side(0), side(1), side(2)), high, low)
    };
    let faces = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    faces.into_iter().flat_map(|[a, b, c, d]| [[a, b, c].map(corner), [a, c, d].map(corner)]).collect()
}

impl Rider {
    /// In a world of these meshes, each where it is placed; the names are its indices.
    pub(crate) fn new(shape: Vec3, start: DVec3, rate: f64, meshes: Vec<(Vec<Triangle>, Placement)>) -> Self {
        let profile = CharacterProfile::of_shape(Ellipsoid::new(shape).expect("it is a shape"));
        let mut rider = Self::put(profile, start, rate, meshes);
        for _ in 0..5 {
            rider.step(&[], &MoveInput::EARTH);
        }
        rider
    }

    /// As [`new`](Self::new), with any profile, and in the air until the first step.
    pub(crate) fn put(
        profile: CharacterProfile,
        start: DVec3,
        rate: f64,
        meshes: Vec<(Vec<Triangle>, Placement)>,
    ) -> Self {
        let mut world = World::new();
        let mut part = |(triangles, placement): (Vec<Triangle>, Placement)| {
            let triangles = rounded(&triangles);
            let id = world.add(&cook(&triangles), placement).expect("it is in range");
            Part { id, triangles: triangles.iter().map(|t| t.map(Vec3::as_dvec3)).collect(), placement }
        };
        let parts = meshes.into_iter().map(&mut part).collect();
        let state = CharacterState::new(start);
        Self { profile, state, radii: profile.shape().radii().as_dvec3(), world, parts, rate }
    }

    /// Moves what has a target, and the character.
    pub(crate) fn step(&mut self, targets: &[(usize, Placement)], input: &MoveInput) -> SlideOutcome {
        self.step_and(targets, input, |_, _| {})
    }

    /// As [`step`](Self::step); `see` sees the step with the outcome before the step ends.
    pub(crate) fn step_and(
        &mut self,
        targets: &[(usize, Placement)],
        input: &MoveInput,
        see: impl FnOnce(&WorldStep, &SlideOutcome),
    ) -> SlideOutcome {
        for &(part, target) in targets {
            self.world.move_to(self.parts[part].id, target).expect("it is in range");
            self.parts[part].placement = target;
        }
        let step = self.world.begin_step((1.0 / self.rate) as f32).expect("it is a time step");
        let out = step.move_character(&self.profile, &mut self.state, input).expect("it is in range");
        assert_ne!(out.status, SlideStatus::OutOfIterations, "{} Hz, {:?}", self.rate, self.state);
        see(&step, &out);
        out
    }

    pub(crate) fn id(&self, part: usize) -> InstanceId {
        self.parts[part].id
    }

    pub(crate) fn center(&self) -> DVec3 {
        self.state.position.to_dvec3()
    }

    /// How far the body is from a mesh, in its smallest radius, metres; less than 0 where it is in it.
    pub(crate) fn gap(&self, part: usize) -> f64 {
        let Part { triangles, placement, .. } = &self.parts[part];
        let pose = Pose {
            translation: placement.translation,
            rotation: placement.rotation.as_dquat().normalize(),
            scale: placement.scale.as_dvec3(),
        };
        gap(triangles, &pose, self.center(), self.radii) * self.radii.min_element()
    }
}

/// Walks.
pub(crate) fn walking(desired_velocity: DVec3) -> MoveInput {
    MoveInput { desired_velocity: desired_velocity.as_vec3(), ..MoveInput::EARTH }
}
