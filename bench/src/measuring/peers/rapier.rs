//! Rapier: `KinematicCharacterController::move_shape`, with a ball and with a capsule.
//!
//! One call per character and frame, with desired displacement and fall joined in one translation; the call reports whether
//! the character stands. A controller that walks has `autostep` and `snap_to_ground`; one that slides has neither. For
//! balls there is a capsule with a centimetre more at both ends, too: parry has separate code for balls.
//!
//! An instance is a collider, a machine a kinematic body with one. Instances without a scale share the mesh; each other one has
//! a scaled copy, because parry has no scaled mesh. The step of the world moves the bodies before the characters, and the
//! controller adds the velocity of the body below. In the other order fewer riders follow.

use super::peer::{Fall, SKIN, SNAP_DISTANCE, STEEPEST, STEP_HEIGHT, Times, WalkPeer, timed};
use crate::levels::{Level, Parts};
use crate::measuring::workload::RADIUS;
use crate::simulating::simulation::FRAME;
use glam::{DVec3, Vec3};
use rapier3d::control::{CharacterAutostep, CharacterLength, KinematicCharacterController};
use rapier3d::prelude::{
    ColliderBuilder, PhysicsWorld, Pose, QueryFilter, RigidBodyBuilder, RigidBodyHandle, Rotation, SharedShape,
    TriMesh, Vector,
};
use sweep8::{MoveMode, Placement};

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
    world: PhysicsWorld,
    machines: Vec<RigidBodyHandle>,
    characters: Vec<Character>,
}

struct Character {
    place: Pose,
    desired: Vec3,
    fall: Fall,
}

/// Builds the world of a level; returns it with the bodies of the machines.
fn world_of(parts: &Parts) -> (PhysicsWorld, Vec<RigidBodyHandle>) {
    let mut world = PhysicsWorld::new();
    world.integration_parameters.dt = FRAME;
    let meshes: Vec<SharedShape> = parts.meshes.iter().map(|mesh| SharedShape::new(mesh_of(mesh, Vec3::ONE))).collect();
    let mut machines = Vec::new();
    for part in &parts.parts {
        let place = part.placement(0.0);
        let shape = match place.scale {
            Vec3::ONE => meshes[part.mesh].clone(),
            scale => SharedShape::new(mesh_of(&parts.meshes[part.mesh], scale)),
        };
        let collider = ColliderBuilder::new(shape);
        if part.machine.is_some() {
            machines.push(world.insert(RigidBodyBuilder::kinematic_position_based().pose(pose(&place)), collider).0);
        } else {
            world.colliders.insert(collider.position(pose(&place)));
        }
    }
    // Brings all colliders into the broad phase.
    world.detect_collisions(&(), &());
    (world, machines)
}

fn mesh_of(mesh: &Level, scale: Vec3) -> TriMesh {
    let positions = mesh.positions.iter().map(|&p| vector(p * scale)).collect();
    TriMesh::new(positions, mesh.triangles.clone()).expect("Rapier takes the level")
}

impl Walkers {
    pub(super) fn new(parts: &Parts, starts: &[Vec3], body: Body, mode: MoveMode) -> Self {
        let (world, machines) = world_of(parts);
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
        Self { body, collider, controller, world, machines, characters }
    }

    fn move_machines(&mut self, targets: &[Placement]) {
        for (&machine, target) in self.machines.iter().zip(targets) {
            self.world.bodies[machine].set_next_kinematic_position(pose(target));
        }
        self.world.step();
    }

    fn move_characters(&mut self) {
        let queries = self.world.query_pipeline_with_filter(QueryFilter::default());
        for Character { place, desired, fall } in &mut self.characters {
            let displacement = (*desired + Vec3::NEG_Y * fall.faster()) * FRAME;
            let moved =
                self.controller.move_shape(FRAME, &queries, &*self.collider, place, vector(displacement), |_| {});
            place.translation += moved.translation;
            fall.moved(-moved.translation.y, moved.grounded);
        }
    }
}

/// Converts a vector to the glam version of Rapier.
fn vector(v: Vec3) -> Vector {
    Vector::from_array(v.to_array())
}

fn pose(place: &Placement) -> Pose {
    let rotation = place.rotation.normalize().to_array();
    Pose::from_parts(vector(place.translation.as_vec3()), Rotation::from_array(rotation))
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

    fn step(&mut self, machines: &[Placement]) -> Times {
        let mut times = Times::default();
        if !self.machines.is_empty() {
            timed(&mut times.world, || self.move_machines(machines));
        }
        timed(&mut times.characters, || self.move_characters());
        times
    }
}
