//! Rapier: `KinematicCharacterController::move_shape`, with a ball and with a capsule.
//!
//! One call per character and frame, with desired displacement and fall joined in one translation; the call reports whether
//! the character stands. A controller that walks has `autostep` and `snap_to_ground`; one that slides has neither. For
//! balls there is a capsule with a centimetre more at both ends, too: parry has separate code for balls.

use super::peer::{Fall, SKIN, SNAP_DISTANCE, STEEPEST, STEP_HEIGHT, WalkPeer};
use crate::levels::Level;
use crate::measuring::workload::RADIUS;
use crate::simulating::simulation::FRAME;
use glam::{DVec3, Vec3};
use rapier3d::control::{CharacterAutostep, CharacterLength, KinematicCharacterController};
use rapier3d::prelude::{
    BroadPhaseBvh, ColliderBuilder, ColliderSet, CollisionPipeline, IslandManager, NarrowPhase, Pose, QueryFilter,
    RigidBodySet, SharedShape, Vector,
};
use sweep8::MoveMode;

/// Body of the walking characters of Rapier.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Body {
    Ball,
    /// An upright capsule, metres.
    Capsule {
        half_height: f32,
        radius: f32,
    },
}

/// Free width that a step needs, metres: as in the example of Rapier's guide. The default, half the diagonal of the
/// shape's box, is more than a tread is deep.
const STEP_WIDTH: f32 = 0.2;

pub(super) struct Walkers {
    body: Body,
    collider: SharedShape,
    controller: KinematicCharacterController,
    broad_phase: BroadPhaseBvh,
    narrow_phase: NarrowPhase,
    bodies: RigidBodySet,
    colliders: ColliderSet,
    characters: Vec<Character>,
}

struct Character {
    place: Pose,
    desired: Vec3,
    fall: Fall,
}

impl Walkers {
    pub(super) fn new(level: &Level, starts: &[Vec3], body: Body, mode: MoveMode) -> Self {
        let positions = level.positions.iter().map(|&p| vector(p)).collect();
        let mesh = ColliderBuilder::trimesh(positions, level.triangles.clone()).expect("Rapier takes the level");
        let mut colliders = ColliderSet::new();
        colliders.insert(mesh);
        let mut bodies = RigidBodySet::new();
        let mut broad_phase = BroadPhaseBvh::new();
        let mut narrow_phase = NarrowPhase::new();
        // One step brings the level into the broad phase.
        CollisionPipeline::new().step(
            SKIN,
            &mut IslandManager::new(),
            &mut broad_phase,
            &mut narrow_phase,
            &mut bodies,
            &mut colliders,
            &(),
            &(),
        );
        let autostep = CharacterAutostep {
            max_height: CharacterLength::Absolute(STEP_HEIGHT),
            min_width: CharacterLength::Absolute(STEP_WIDTH),
            include_dynamic_bodies: true,
        };
        let walks = mode == MoveMode::Walk;
        let controller = KinematicCharacterController {
            offset: CharacterLength::Absolute(SKIN),
            max_slope_climb_angle: STEEPEST,
            min_slope_slide_angle: STEEPEST,
            autostep: walks.then_some(autostep),
            snap_to_ground: walks.then_some(CharacterLength::Absolute(SNAP_DISTANCE)),
            ..KinematicCharacterController::default()
        };
        let collider = match body {
            Body::Ball => SharedShape::ball(RADIUS),
            Body::Capsule { half_height, radius } => SharedShape::capsule_y(half_height, radius),
        };
        let character = |&start: &Vec3| Character {
            place: Pose::from_translation(vector(start)),
            desired: Vec3::ZERO,
            fall: Fall::default(),
        };
        let characters = starts.iter().map(character).collect();
        Self { body, collider, controller, broad_phase, narrow_phase, bodies, colliders, characters }
    }
}

/// Converts a vector to the glam version of Rapier.
fn vector(v: Vec3) -> Vector {
    Vector::from_array(v.to_array())
}

impl WalkPeer for Walkers {
    fn name(&self) -> &'static str {
        match self.body {
            Body::Ball => "Rapier, ball",
            Body::Capsule { .. } => "Rapier, capsule",
        }
    }

    fn count(&self) -> usize {
        self.characters.len()
    }

    fn center(&self, character: usize) -> DVec3 {
        let [x, y, z] = self.characters[character].place.translation.to_array().map(f64::from);
        DVec3::new(x, y, z)
    }

    fn desired(&mut self, character: usize, velocity: Vec3) {
        self.characters[character].desired = velocity;
    }

    fn step(&mut self) {
        let dispatcher = self.narrow_phase.query_dispatcher();
        let queries =
            self.broad_phase.as_query_pipeline(dispatcher, &self.bodies, &self.colliders, QueryFilter::default());
        for Character { place, desired, fall } in &mut self.characters {
            let displacement = (*desired + Vec3::NEG_Y * fall.faster()) * FRAME;
            let moved =
                self.controller.move_shape(FRAME, &queries, &*self.collider, place, vector(displacement), |_| {});
            place.translation += moved.translation;
            fall.moved(-moved.translation.y, moved.grounded);
        }
    }
}
