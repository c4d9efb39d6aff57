//! Characters of Jolt: `CharacterVirtual::Update` and `ExtendedUpdate`.
//!
//! A move is one `Update`, without sticking to the floor and without stairs, or one `ExtendedUpdate`, with both. Desired
//! displacement and fall are one velocity, and `OnGround` ends a fall, as Jolt's comment on `ExtendedUpdate` asks; among
//! machines the velocity of the ground is added, as in Jolt's samples. Settings are Jolt's defaults but for the gap, the
//! slope, the step and the snap distance (0.4 m in place of Jolt's 0.5) that all engines share.

#![expect(
    unsafe_code,
    reason = "Jolt is C++; every pointer is owned by a type below and given to Jolt's functions only"
)]

use super::scene::{CHARACTERS, NO_TURN, Scene, owned, vector};
use crate::levels::Parts;
use crate::measuring::peers::form::Form;
use crate::measuring::peers::peer::{Fall, SKIN, SNAP_DISTANCE, STEEPEST, STEP_HEIGHT, Times, WalkPeer, timed};
use crate::simulating::simulation::FRAME;
use glam::{DVec3, Vec3};
use oxijolt_sys::{
    JPH_BackFaceMode_CollideWithBackFaces, JPH_CharacterBase_Destroy, JPH_CharacterBase_GetGroundState,
    JPH_CharacterBase_GetGroundVelocity, JPH_CharacterBaseSettings, JPH_CharacterVirtual, JPH_CharacterVirtual_Create,
    JPH_CharacterVirtual_ExtendedUpdate, JPH_CharacterVirtual_GetPosition, JPH_CharacterVirtual_SetLinearVelocity,
    JPH_CharacterVirtual_Update, JPH_CharacterVirtual_UpdateGroundVelocity, JPH_CharacterVirtualSettings,
    JPH_ExtendedUpdateSettings, JPH_GroundState_OnGround, JPH_Plane,
};
use std::ptr::{NonNull, null};
use sweep8::{MoveMode, Placement};

/// Cosine of 75°, the maximum angle between motion and contact at which Jolt tries stairs: Jolt's default.
const COS_FORWARD_CONTACT: f32 = 0.258_819_04;

/// A Jolt `CharacterVirtual`, and its position, desired velocity and fall speed.
struct Character {
    of_jolt: NonNull<JPH_CharacterVirtual>,
    /// Centre of the character after the last step, world space, metres.
    center: Vec3,
    desired: Vec3,
    fall: Fall,
}

impl Character {
    fn new(scene: &Scene, start: Vec3) -> Self {
        let settings = JPH_CharacterVirtualSettings {
            base: JPH_CharacterBaseSettings {
                up: vector(Vec3::Y),
                supportingVolume: JPH_Plane { normal: vector(Vec3::Y), distance: -1.0e10 },
                maxSlopeAngle: STEEPEST,
                enhancedInternalEdgeRemoval: false,
                shape: scene.body.as_ptr(),
            },
            // Zero: Jolt assigns a number.
            ID: 0,
            mass: 70.0,
            maxStrength: 100.0,
            shapeOffset: vector(Vec3::ZERO),
            backFaceMode: JPH_BackFaceMode_CollideWithBackFaces,
            predictiveContactDistance: 0.1,
            maxCollisionIterations: 5,
            maxConstraintIterations: 15,
            minTimeRemaining: 1.0e-4,
            collisionTolerance: 1.0e-3,
            characterPadding: SKIN,
            maxNumHits: 256,
            hitReductionCosMaxAngle: 0.999,
            penetrationRecoverySpeed: 1.0,
            innerBodyShape: null(),
            innerBodyIDOverride: 0,
            innerBodyLayer: CHARACTERS,
        };
        // SAFETY: the settings are copied; the scene outlives its characters, see `Walkers`.
        let of_jolt = unsafe {
            JPH_CharacterVirtual_Create(&raw const settings, &vector(start), &NO_TURN, 0, scene.system.as_ptr())
        };
        Self { of_jolt: owned(of_jolt), center: start, desired: Vec3::ZERO, fall: Fall::default() }
    }
}

impl Drop for Character {
    fn drop(&mut self) {
        // SAFETY: it is this one's own reference.
        unsafe { JPH_CharacterBase_Destroy(self.of_jolt.as_ptr().cast()) }
    }
}

pub(in crate::measuring::peers) struct Walkers {
    /// Jolt characters; declared before the scene because fields are dropped in order and characters need their physics system.
    characters: Vec<Character>,
    scene: Scene,
    /// Settings of Jolt's `ExtendedUpdate` for characters that climb steps; `None` for characters that only slide.
    stairs_and_floor: Option<JPH_ExtendedUpdateSettings>,
}

/// Returns Jolt's default `ExtendedUpdate` settings, with step height and snap distance as in all other engines.
fn stairs_and_floor() -> JPH_ExtendedUpdateSettings {
    JPH_ExtendedUpdateSettings {
        stickToFloorStepDown: vector(Vec3::NEG_Y * SNAP_DISTANCE),
        walkStairsStepUp: vector(Vec3::Y * STEP_HEIGHT),
        walkStairsMinStepForward: 0.02,
        walkStairsStepForwardTest: 0.15,
        walkStairsCosAngleForwardContact: COS_FORWARD_CONTACT,
        walkStairsStepDownExtra: vector(Vec3::ZERO),
    }
}

impl Walkers {
    pub(in crate::measuring::peers) fn new(parts: &Parts, starts: &[Vec3], mode: MoveMode, form: Form) -> Self {
        let scene = Scene::new(parts, form);
        let characters = starts.iter().map(|&start| Character::new(&scene, start)).collect();
        let stairs_and_floor = match mode {
            MoveMode::Walk => Some(stairs_and_floor()),
            MoveMode::Slide => None,
        };
        Self { characters, scene, stairs_and_floor }
    }

    fn move_characters(&mut self) {
        let Self { characters, scene, stairs_and_floor } = self;
        let system = scene.system.as_ptr();
        for Character { of_jolt, center, desired, fall } in characters {
            let character = of_jolt.as_ptr();
            let mut own = *desired + Vec3::NEG_Y * fall.faster();
            if scene.has_machines() {
                // SAFETY: the character and its system live.
                own += unsafe { velocity_of_ground(character) };
            }
            let velocity = vector(own);
            let mut reached = vector(Vec3::NAN);
            // SAFETY: the character and its system live, velocity and place are locals, settings are copied, and only
            // this thread uses the one temporary allocator of Jolt.
            let ground = unsafe {
                JPH_CharacterVirtual_SetLinearVelocity(character, &raw const velocity);
                match stairs_and_floor {
                    Some(settings) => JPH_CharacterVirtual_ExtendedUpdate(
                        character,
                        FRAME,
                        &raw const *settings,
                        CHARACTERS,
                        system,
                        null(),
                        null(),
                    ),
                    None => JPH_CharacterVirtual_Update(character, FRAME, CHARACTERS, system, null(), null()),
                }
                JPH_CharacterVirtual_GetPosition(character, &raw mut reached);
                JPH_CharacterBase_GetGroundState(character.cast())
            };
            fall.moved(center.y - reached.y, ground == JPH_GroundState_OnGround);
            *center = Vec3::new(reached.x, reached.y, reached.z);
        }
    }
}

/// Returns the velocity of the ground on which a character stands, m/s, for the frame that begins; zero in the air.
///
/// # Safety
/// The character and its system are alive.
unsafe fn velocity_of_ground(character: *mut JPH_CharacterVirtual) -> Vec3 {
    let mut velocity = vector(Vec3::ZERO);
    // SAFETY: the caller's promise.
    unsafe {
        if JPH_CharacterBase_GetGroundState(character.cast()) == JPH_GroundState_OnGround {
            JPH_CharacterVirtual_UpdateGroundVelocity(character);
            JPH_CharacterBase_GetGroundVelocity(character.cast(), &raw mut velocity);
        }
    }
    Vec3::new(velocity.x, velocity.y, velocity.z)
}

impl WalkPeer for Walkers {
    fn name(&self) -> &'static str {
        "Jolt"
    }

    fn count(&self) -> usize {
        self.characters.len()
    }

    fn center(&self, character: usize) -> DVec3 {
        self.characters[character].center.as_dvec3()
    }

    fn desired(&mut self, character: usize, velocity: Vec3) {
        self.characters[character].desired = velocity;
    }

    fn step(&mut self, machines: &[Placement]) -> Times {
        let mut times = Times::default();
        if self.scene.has_machines() {
            timed(&mut times.world, || self.scene.send_machines(machines));
        }
        timed(&mut times.characters, || self.move_characters());
        if self.scene.has_machines() {
            timed(&mut times.world, || self.scene.step());
        }
        times
    }
}
