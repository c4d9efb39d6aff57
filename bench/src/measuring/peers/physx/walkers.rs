//! Characters of `PhysX`: capsule controllers.
//!
//! In place of a ball a controller has a capsule with a centimetre more at both ends. A move is one `move` with desired displacement
//! and fall joined, which `PhysX` splits again into sweeps sideways and down. A contact below ends a fall. A controller
//! that walks has a slope limit and `stepOffset`, by which `PhysX` lifts the capsule before every sideways sweep; one
//! that slides has neither. `PhysX` has no snap. A controller hits the fronts of triangles only, so that it walks through
//! the backs of sheets; no setting changes that. A manager visits all of its controllers in each move, so every
//! character has its own manager.
//!
//! A controller rides up and down on the actor below it. Riding sideways is off by default, and is turned on by a callback of
//! C++ which C cannot give: the displacement has the sideways motion of the touched actor instead, as for
//! `eCCT_USER_DEFINED_RIDE`. Among machines controllers query actors that move as well, but not those of other controllers.

#![expect(unsafe_code, reason = "PhysX is C++; every pointer is owned by a type below and given to its functions only")]

use super::scene::Scene;
use super::sdk::{owned, vector};
use crate::levels::Parts;
use crate::measuring::peers::form::Form;
use crate::measuring::peers::peer::{Fall, SKIN, STEEPEST, STEP_HEIGHT, Times, WalkPeer, timed};
use crate::simulating::simulation::FRAME;
use glam::{DVec3, Vec3};
use physx_sys::{
    PxCapsuleControllerDesc_delete, PxCapsuleControllerDesc_new_alloc, PxController, PxController_getActor,
    PxController_getPosition, PxController_getState, PxController_move_mut, PxController_release_mut,
    PxControllerCollisionFlags, PxControllerFilters, PxControllerFilters_new, PxControllerManager,
    PxControllerManager_createController_mut, PxControllerManager_release_mut, PxControllerState, PxExtendedVec3,
    PxQueryFlags, PxRigidActor_getShapes, PxShape_setFlag_mut, PxShapeFlag, phys_PxCreateControllerManager,
};
use std::mem::MaybeUninit;
use std::ptr::{NonNull, null, null_mut};
use sweep8::{MoveMode, Placement};

/// A `PhysX` character controller with its own controller manager.
struct Character {
    manager: NonNull<PxControllerManager>,
    controller: NonNull<PxController>,
    /// Centre of the character after the last step, world space, metres.
    center: DVec3,
    desired: Vec3,
    fall: Fall,
}

impl Character {
    fn new(scene: &Scene, start: Vec3, mode: MoveMode, form: Form) -> Self {
        // SAFETY: the scene outlives its characters, see `Walkers`; the description is destroyed after its use.
        unsafe {
            let manager = owned(phys_PxCreateControllerManager(scene.of_physx.as_ptr(), false));
            let described = PxCapsuleControllerDesc_new_alloc();
            let center = start.as_dvec3();
            (*described).position = PxExtendedVec3 { x: center.x, y: center.y, z: center.z };
            // The limit is a cosine; zero stands for none.
            ((*described).slopeLimit, (*described).stepOffset) = match mode {
                MoveMode::Walk => (STEEPEST.cos(), STEP_HEIGHT),
                MoveMode::Slide => (0.0, 0.0),
            };
            (*described).contactOffset = SKIN;
            (*described).material = scene.material.as_ptr();
            (*described).registerDeletionListener = false;
            (*described).radius = form.radius();
            (*described).height = 2.0 * form.half_height_of_capsule();
            let controller = PxControllerManager_createController_mut(manager.as_ptr(), described.cast());
            PxCapsuleControllerDesc_delete(described);
            if scene.has_machines() {
                hide(controller);
            }
            Self { manager, controller: owned(controller), center, desired: Vec3::ZERO, fall: Fall::default() }
        }
    }
}

/// Hides the actor of a controller from the queries of other controllers.
///
/// # Safety
/// The controller is alive.
unsafe fn hide(controller: *const PxController) {
    let mut shape = null_mut();
    // SAFETY: the caller's promise; there is room for the one shape.
    unsafe {
        let shapes = PxRigidActor_getShapes(PxController_getActor(controller).cast(), &raw mut shape, 1, 0);
        assert_eq!(shapes, 1);
        PxShape_setFlag_mut(shape, PxShapeFlag::SceneQueryShape, false);
    }
}

impl Drop for Character {
    fn drop(&mut self) {
        // SAFETY: both are this one's own.
        unsafe {
            PxController_release_mut(self.controller.as_ptr());
            PxControllerManager_release_mut(self.manager.as_ptr());
        }
    }
}

pub(in crate::measuring::peers) struct Walkers {
    // Fields are dropped in this order: each needs those below it.
    characters: Vec<Character>,
    scene: Scene,
    half_height: f32,
    filters: PxControllerFilters,
}

impl Walkers {
    pub(in crate::measuring::peers) fn new(parts: &Parts, starts: &[Vec3], mode: MoveMode, form: Form) -> Self {
        let scene = Scene::new(parts);
        let characters = starts.iter().map(|&start| Character::new(&scene, start, mode, form)).collect();
        // SAFETY: null stands for no filter.
        let mut filters = unsafe { PxControllerFilters_new(null(), null_mut(), null_mut()) };
        filters.mFilterFlags = PxQueryFlags::Static;
        if scene.has_machines() {
            filters.mFilterFlags |= PxQueryFlags::Dynamic;
        }
        Self { characters, scene, half_height: form.half_height_of_capsule() + form.radius(), filters }
    }

    fn move_characters(&mut self) {
        let Self { characters, scene, half_height, filters } = self;
        for Character { controller, center, desired, fall, .. } in characters {
            let controller = controller.as_ptr();
            let mut displacement = (*desired + Vec3::NEG_Y * fall.faster()) * FRAME;
            if scene.has_machines() {
                let foot = center.as_vec3() - Vec3::Y * *half_height;
                // SAFETY: the controller and its scene live.
                displacement += unsafe { carried_sideways(scene, controller, foot) };
            }
            let displacement = vector(displacement);
            let (displacement, filters) = (&raw const displacement, &raw const *filters);
            // SAFETY: the controller lives; displacement and filters outlive the call; there are no obstacles; the
            // place is copied at once.
            let (touched, PxExtendedVec3 { x, y, z }) = unsafe {
                let touched = PxController_move_mut(controller, displacement, 0.0, FRAME, filters, null());
                (touched, *PxController_getPosition(controller))
            };
            let on_ground = touched.contains(PxControllerCollisionFlags::CollisionDown);
            fall.moved((center.y - y) as f32, on_ground);
            *center = DVec3::new(x, y, z);
        }
    }
}

/// Returns how far the machine below a controller carries it sideways, metres.
///
/// # Safety
/// The controller is alive and in the scene.
unsafe fn carried_sideways(scene: &Scene, controller: *const PxController, foot: Vec3) -> Vec3 {
    let mut state = MaybeUninit::<PxControllerState>::zeroed();
    // SAFETY: the caller's promise; zeros are a state, of which `getState` writes all fields.
    let carried = unsafe {
        PxController_getState(controller, state.as_mut_ptr());
        scene.carried(state.assume_init().touchedActor, foot)
    };
    carried.with_y(0.0)
}

impl WalkPeer for Walkers {
    fn name(&self) -> &'static str {
        "PhysX"
    }

    fn count(&self) -> usize {
        self.characters.len()
    }

    fn center(&self, character: usize) -> DVec3 {
        self.characters[character].center
    }

    fn desired(&mut self, character: usize, velocity: Vec3) {
        self.characters[character].desired = velocity;
    }

    fn step(&mut self, machines: &[Placement]) -> Times {
        let mut times = Times::default();
        if self.scene.has_machines() {
            timed(&mut times.world, || self.scene.step(machines));
        }
        timed(&mut times.characters, || self.move_characters());
        times
    }
}
