//! A level in a `PhysX` scene.
//!
//! An instance is an actor: a static one, or a kinematic one of a machine. Instances share their triangle mesh; `PhysX` scales it for
//! each. The trees of the scene are rebuilt once, when all actors are in it. The step of the world gives the machines their
//! targets and simulates a frame, before the characters move: controllers ride by the way that the actor below came since their
//! last move. It moves the actor of each controller, too.

#![expect(unsafe_code, reason = "PhysX is C++; every pointer is owned by a type below and given to its functions only")]

use super::sdk::{Sdk, TriangleMesh, owned, place_at, transform};
use crate::levels::Parts;
use crate::simulating::simulation::FRAME;
use glam::Vec3;
use physx_sys::{
    PxActor, PxDefaultCpuDispatcher, PxDefaultCpuDispatcher_release_mut, PxDefaultCpuDispatcherWaitForWorkMode,
    PxMaterial, PxPhysics_createMaterial_mut, PxPhysics_createScene_mut, PxPhysics_getTolerancesScale, PxRigidActor,
    PxRigidDynamic, PxRigidDynamic_setKinematicTarget_mut, PxScene, PxScene_addActor_mut, PxScene_fetchResults_mut,
    PxScene_release_mut, PxScene_simulate_mut, PxSceneDesc_new, PxSceneSQSystem_forceDynamicTreeRebuild_mut,
    get_default_simulation_filter_shader, phys_PxCreateKinematic, phys_PxCreateStatic,
    phys_PxDefaultCpuDispatcherCreate,
};
use std::ptr::{NonNull, null, null_mut};
use std::rc::Rc;
use sweep8::Placement;

/// Density of kinematic actors, which `PhysX` wants and does not use, kg/m³.
const DENSITY: f32 = 1.0;

/// A kinematic actor, and its placements before and after the last step.
struct Machine {
    actor: NonNull<PxRigidDynamic>,
    before: Placement,
    after: Placement,
}

/// A level in a `PhysX` scene, to which character controllers can be added.
pub(super) struct Scene {
    pub(super) of_physx: NonNull<PxScene>,
    dispatcher: NonNull<PxDefaultCpuDispatcher>,
    pub(super) material: NonNull<PxMaterial>,
    machines: Vec<Machine>,
    #[expect(dead_code, reason = "owns what the actors are made of")]
    meshes: Vec<TriangleMesh>,
    #[expect(dead_code, reason = "owns what the scene is made by")]
    sdk: Rc<Sdk>,
}

impl Scene {
    pub(super) fn new(parts: &Parts) -> Self {
        let sdk = Sdk::shared();
        let meshes: Vec<TriangleMesh> = parts.meshes.iter().map(|mesh| TriangleMesh::new(&sdk, mesh)).collect();
        let physics = sdk.physics.as_ptr();
        let mut machines = Vec::new();
        // SAFETY: every created object belongs to the scene, or to the physics, which outlives it; geometries and
        // the description are copied.
        let (of_physx, dispatcher, material) = unsafe {
            let wait = PxDefaultCpuDispatcherWaitForWorkMode::WaitForWork;
            let dispatcher = owned(phys_PxDefaultCpuDispatcherCreate(0, null_mut(), wait, 0));
            let mut described = PxSceneDesc_new(PxPhysics_getTolerancesScale(physics));
            described.cpuDispatcher = dispatcher.as_ptr().cast();
            described.filterShader = get_default_simulation_filter_shader();
            let scene = owned(PxPhysics_createScene_mut(physics, &raw const described));
            let material = owned(PxPhysics_createMaterial_mut(physics, 0.0, 0.0, 0.0));
            for part in &parts.parts {
                let place = part.placement(0.0);
                let geometry = meshes[part.mesh].geometry(place.scale);
                let (shape, material, origin) = ((&raw const geometry).cast(), material.as_ptr(), place_at(Vec3::ZERO));
                let place_of = transform(&place);
                let actor: NonNull<PxActor> = if part.machine.is_some() {
                    let actor = owned(phys_PxCreateKinematic(
                        physics,
                        &raw const place_of,
                        shape,
                        material,
                        DENSITY,
                        &raw const origin,
                    ));
                    machines.push(Machine { actor, before: place, after: place });
                    // Its number; null stands for no machine.
                    (*actor.as_ptr()).userData = std::ptr::without_provenance_mut(machines.len());
                    actor.cast()
                } else {
                    owned(phys_PxCreateStatic(physics, &raw const place_of, shape, material, &raw const origin)).cast()
                };
                assert!(PxScene_addActor_mut(scene.as_ptr(), actor.as_ptr(), null()), "PhysX takes the level");
            }
            PxSceneSQSystem_forceDynamicTreeRebuild_mut(scene.as_ptr().cast(), true, true);
            (scene, dispatcher, material)
        };
        Self { of_physx, dispatcher, material, machines, meshes, sdk }
    }

    /// Returns true if the level has machines.
    pub(super) fn has_machines(&self) -> bool {
        !self.machines.is_empty()
    }

    /// Moves the machines to their targets.
    pub(super) fn step(&mut self, targets: &[Placement]) {
        let scene = self.of_physx.as_ptr();
        // SAFETY: the scene and its actors live; targets are copied; without threads and without a task to follow, the results
        // are there when `fetchResults` returns.
        unsafe {
            for (machine, &target) in self.machines.iter_mut().zip(targets) {
                (machine.before, machine.after) = (machine.after, target);
                if machine.before != target {
                    PxRigidDynamic_setKinematicTarget_mut(machine.actor.as_ptr(), &transform(&target));
                }
            }
            PxScene_simulate_mut(scene, FRAME, null_mut(), null_mut(), 0, true);
            let mut errors = 0;
            let fetched = PxScene_fetchResults_mut(scene, true, &raw mut errors);
            assert!(fetched && errors == 0, "PhysX simulates");
        }
    }

    /// Returns how far the last step moved the point of an actor that was at `point`, metres; zero if it is no machine.
    ///
    /// # Safety
    /// The actor is null or one of this scene.
    pub(super) unsafe fn carried(&self, actor: *const PxRigidActor, point: Vec3) -> Vec3 {
        // SAFETY: the caller's promise.
        let number = if actor.is_null() { 0 } else { unsafe { (*actor).userData.addr() } };
        let Some(Machine { before, after, .. }) = number.checked_sub(1).map(|index| &self.machines[index]) else {
            return Vec3::ZERO;
        };
        let turned = after.rotation * before.rotation.inverse();
        let from_origin = point - before.translation.as_vec3();
        (after.translation - before.translation).as_vec3() + turned * from_origin - from_origin
    }
}

impl Drop for Scene {
    fn drop(&mut self) {
        // SAFETY: both are this one's own; the physics releases the rest.
        unsafe {
            PxScene_release_mut(self.of_physx.as_ptr());
            PxDefaultCpuDispatcher_release_mut(self.dispatcher.as_ptr());
        }
    }
}
