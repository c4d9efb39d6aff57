//! `PhysX`: the sweep of a sphere or a capsule against a triangle mesh, queries about one, and the capsule controller.
//!
//! A sweep and a ray query the mesh itself (`PxGeometryQuery`), hit both sides, and find point, normal and face. In
//! place of a ball a controller has a capsule with a centimetre more at both ends. A move is one `move` with desired displacement
//! and fall joined, which `PhysX` splits again into sweeps sideways and down. A contact below ends a fall. A controller
//! that walks has a slope limit and `stepOffset`, by which `PhysX` lifts the capsule before every sideways sweep; one
//! that slides has neither. `PhysX` has no snap. A controller hits the fronts of triangles only, so that it walks through
//! the backs of sheets; no setting changes that. A manager visits all of its controllers in each move, so every
//! character has its own manager.

#![expect(unsafe_code, reason = "PhysX is C++; every pointer is owned by a type below and given to its functions only")]

use super::form::Form;
use super::peer::{Fall, QueryPeer, Question, SKIN, STEEPEST, STEP_HEIGHT, WITHIN, WalkPeer};
use crate::levels::Level;
use crate::measuring::workload::Motion;
use crate::simulating::simulation::FRAME;
use glam::{DVec3, Vec3};
use physx_sys::{
    PxCapsuleControllerDesc_delete, PxCapsuleControllerDesc_new_alloc, PxCapsuleGeometry, PxCapsuleGeometry_new,
    PxController, PxController_getPosition, PxController_move_mut, PxController_release_mut,
    PxControllerCollisionFlags, PxControllerFilters, PxControllerFilters_new, PxControllerManager,
    PxControllerManager_createController_mut, PxControllerManager_release_mut, PxCookingParams_new,
    PxDefaultCpuDispatcher, PxDefaultCpuDispatcher_release_mut, PxDefaultCpuDispatcherWaitForWorkMode, PxExtendedVec3,
    PxFoundation, PxFoundation_release_mut, PxGeomRaycastHit, PxGeomSweepHit, PxGeometry, PxGeometryQuery_overlap,
    PxGeometryQuery_pointDistance, PxGeometryQuery_raycast, PxGeometryQuery_sweep, PxGeometryQueryFlags, PxHitFlags,
    PxMaterial, PxMeshGeometryFlags, PxMeshScale_new, PxPhysics, PxPhysics_createMaterial_mut,
    PxPhysics_createScene_mut, PxPhysics_getPhysicsInsertionCallback_mut, PxPhysics_getTolerancesScale,
    PxPhysics_release_mut, PxQuat, PxQueryFlags, PxScene, PxScene_addActor_mut, PxScene_release_mut, PxSceneDesc_new,
    PxSphereGeometry, PxSphereGeometry_new, PxTransform, PxTriangleMesh, PxTriangleMesh_release_mut,
    PxTriangleMeshDesc_new, PxTriangleMeshGeometry, PxTriangleMeshGeometry_new, PxVec3,
    get_default_simulation_filter_shader, phys_PxCreateControllerManager, phys_PxCreateStatic,
    phys_PxCreateTriangleMesh, phys_PxDefaultCpuDispatcherCreate, physx_create_foundation, physx_create_physics,
};
use std::mem::MaybeUninit;
use std::ptr::{NonNull, null, null_mut};
use sweep8::MoveMode;

const NO_TURN: PxQuat = PxQuat { x: 0.0, y: 0.0, z: 0.0, w: 1.0 };

/// Quarter turn about z: a capsule geometry lies along x.
const UPRIGHT: PxQuat =
    PxQuat { x: 0.0, y: 0.0, z: std::f32::consts::FRAC_1_SQRT_2, w: std::f32::consts::FRAC_1_SQRT_2 };

/// The `PhysX` SDK, of which a process can have only one, and the triangle mesh of a level.
struct Sdk {
    foundation: NonNull<PxFoundation>,
    physics: NonNull<PxPhysics>,
    mesh: NonNull<PxTriangleMesh>,
}

impl Sdk {
    fn new(level: &Level) -> Self {
        // SAFETY: `owned` refuses null; the description points into the level, which outlives the cooking that reads
        // it.
        unsafe {
            let foundation = owned(physx_create_foundation());
            let physics = owned(physx_create_physics(foundation.as_ptr()));
            let mut described = PxTriangleMeshDesc_new();
            described.points.count = level.positions.len() as u32;
            described.points.stride = size_of::<Vec3>() as u32;
            described.points.data = level.positions.as_ptr().cast();
            described.triangles.count = level.triangles.len() as u32;
            described.triangles.stride = size_of::<[u32; 3]>() as u32;
            described.triangles.data = level.triangles.as_ptr().cast();
            let cooking = PxCookingParams_new(PxPhysics_getTolerancesScale(physics.as_ptr()));
            let insertion = PxPhysics_getPhysicsInsertionCallback_mut(physics.as_ptr());
            let mesh = phys_PxCreateTriangleMesh(&raw const cooking, &raw const described, insertion, null_mut());
            Self { foundation, physics, mesh: owned(mesh) }
        }
    }

    /// Returns the level's mesh as a `PhysX` geometry, which is valid as long as `self`.
    fn geometry(&self) -> PxTriangleMeshGeometry {
        // SAFETY: the mesh is alive.
        unsafe {
            let scale = PxMeshScale_new();
            PxTriangleMeshGeometry_new(self.mesh.as_ptr(), &raw const scale, PxMeshGeometryFlags::DoubleSided)
        }
    }
}

impl Drop for Sdk {
    fn drop(&mut self) {
        // SAFETY: this object owns all three, and their users are dropped before.
        unsafe {
            PxTriangleMesh_release_mut(self.mesh.as_ptr());
            PxPhysics_release_mut(self.physics.as_ptr());
            PxFoundation_release_mut(self.foundation.as_ptr());
        }
    }
}

/// Converts a pointer to an object that `PhysX` created; panics if it is null.
fn owned<T>(created: *mut T) -> NonNull<T> {
    NonNull::new(created).expect("PhysX takes the level")
}

fn vector(v: Vec3) -> PxVec3 {
    PxVec3 { x: v.x, y: v.y, z: v.z }
}

fn place(v: Vec3) -> PxTransform {
    PxTransform { q: NO_TURN, p: vector(v) }
}

/// Geometry that is swept.
enum Body {
    Sphere(PxSphereGeometry),
    Capsule(PxCapsuleGeometry),
}

pub(super) struct Queries {
    sdk: Sdk,
    body: Body,
}

impl Queries {
    pub(super) fn new(level: &Level, form: Form) -> Self {
        // SAFETY: functions of numbers.
        let body = unsafe {
            match form {
                Form::Ball => Body::Sphere(PxSphereGeometry_new(form.radius())),
                Form::Capsule => Body::Capsule(PxCapsuleGeometry_new(form.radius(), form.half_height())),
            }
        };
        Self { sdk: Sdk::new(level), body }
    }
}

impl QueryPeer for Queries {
    fn name(&self) -> &'static str {
        "PhysX"
    }

    fn answer_all(&mut self, question: Question, motions: &[Motion], answers: &mut Vec<Option<f32>>) -> bool {
        let (mesh, origin, flags) = (self.sdk.geometry(), place(Vec3::ZERO), PxGeometryQueryFlags::SimdGuard);
        let mesh: *const PxGeometry = (&raw const mesh).cast();
        let body: *const PxGeometry = match &self.body {
            Body::Sphere(sphere) => (&raw const *sphere).cast(),
            Body::Capsule(capsule) => (&raw const *capsule).cast(),
        };
        let standing = |start: Vec3| PxTransform { q: UPRIGHT, p: vector(start) };
        let sweep = |&(start, motion): &Motion| {
            let length = motion.length();
            let mut hit = MaybeUninit::<PxGeomSweepHit>::zeroed();
            // SAFETY: the geometries and places outlive the call; a hit that is reported has been written.
            unsafe {
                PxGeometryQuery_sweep(
                    &vector(motion / length),
                    length,
                    body,
                    &standing(start),
                    mesh,
                    &raw const origin,
                    hit.as_mut_ptr(),
                    PxHitFlags::Default | PxHitFlags::MeshBothSides,
                    0.0,
                    flags,
                    null_mut(),
                )
                .then(|| hit.assume_init().distance / length)
            }
        };
        let ray = |&(start, motion): &Motion, wanted: PxHitFlags| {
            let length = motion.length();
            let mut hit = MaybeUninit::<PxGeomRaycastHit>::zeroed();
            // SAFETY: the geometry and the places outlive the call; there is room for the one hit, which is written if it is counted.
            unsafe {
                let hits = PxGeometryQuery_raycast(
                    &vector(start),
                    &vector(motion / length),
                    mesh,
                    &raw const origin,
                    length,
                    wanted | PxHitFlags::MeshBothSides,
                    1,
                    hit.as_mut_ptr(),
                    size_of::<PxGeomRaycastHit>() as u32,
                    flags,
                    null_mut(),
                );
                (hits > 0).then(|| hit.assume_init().distance / length)
            }
        };
        answers.extend(motions.iter().map(|motion| match question {
            Question::Sweep => sweep(motion),
            Question::Ray => ray(motion, PxHitFlags::Default),
            Question::AnyHit => ray(motion, PxHitFlags::AnyHit).map(|_| 0.0),
            Question::Overlap => {
                // SAFETY: the geometries and places outlive the call.
                let overlaps = unsafe {
                    PxGeometryQuery_overlap(body, &standing(motion.0), mesh, &raw const origin, flags, null_mut())
                };
                overlaps.then_some(0.0)
            }
            Question::ClosestPoint => {
                let (mut point, mut face) = (vector(Vec3::ZERO), 0);
                // SAFETY: the geometry and the places outlive the call, and so does what it writes to.
                let square = unsafe {
                    let from = vector(motion.0);
                    PxGeometryQuery_pointDistance(
                        &raw const from,
                        mesh,
                        &raw const origin,
                        &raw mut point,
                        &raw mut face,
                        flags,
                    )
                };
                Some(square.sqrt()).filter(|&distance| distance <= WITHIN)
            }
        }));
        true
    }
}

/// A level in a `PhysX` scene, to which character controllers can be added.
struct Scene {
    of_physx: NonNull<PxScene>,
    dispatcher: NonNull<PxDefaultCpuDispatcher>,
    material: NonNull<PxMaterial>,
}

impl Scene {
    fn new(sdk: &Sdk) -> Self {
        let physics = sdk.physics.as_ptr();
        let geometry = sdk.geometry();
        // SAFETY: every created object belongs to the scene, or to the physics, which outlives it (see `Walkers`); the
        // geometry and the description are copied.
        unsafe {
            let wait = PxDefaultCpuDispatcherWaitForWorkMode::WaitForWork;
            let dispatcher = owned(phys_PxDefaultCpuDispatcherCreate(0, null_mut(), wait, 0));
            let mut described = PxSceneDesc_new(PxPhysics_getTolerancesScale(physics));
            described.cpuDispatcher = dispatcher.as_ptr().cast();
            described.filterShader = get_default_simulation_filter_shader();
            let scene = owned(PxPhysics_createScene_mut(physics, &raw const described));
            let material = owned(PxPhysics_createMaterial_mut(physics, 0.0, 0.0, 0.0));
            let shape = (&raw const geometry).cast();
            let level = phys_PxCreateStatic(physics, &place(Vec3::ZERO), shape, material.as_ptr(), &place(Vec3::ZERO));
            assert!(
                PxScene_addActor_mut(scene.as_ptr(), owned(level).as_ptr().cast(), null()),
                "PhysX takes the level"
            );
            Self { of_physx: scene, dispatcher, material }
        }
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
            Self { manager, controller: owned(controller), center, desired: Vec3::ZERO, fall: Fall::default() }
        }
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

pub(super) struct Walkers {
    // Fields are dropped in this order: each needs those below it.
    characters: Vec<Character>,
    #[expect(dead_code, reason = "owns what the characters walk in")]
    scene: Scene,
    #[expect(dead_code, reason = "owns what the scene is made of")]
    sdk: Sdk,
    filters: PxControllerFilters,
}

impl Walkers {
    pub(super) fn new(level: &Level, starts: &[Vec3], mode: MoveMode, form: Form) -> Self {
        let sdk = Sdk::new(level);
        let scene = Scene::new(&sdk);
        let characters = starts.iter().map(|&start| Character::new(&scene, start, mode, form)).collect();
        // SAFETY: null stands for no filter.
        let mut filters = unsafe { PxControllerFilters_new(null(), null_mut(), null_mut()) };
        // Only the level, without the shapes of other characters.
        filters.mFilterFlags = PxQueryFlags::Static;
        Self { characters, scene, sdk, filters }
    }
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

    fn step(&mut self) {
        for Character { controller, center, desired, fall, .. } in &mut self.characters {
            let displacement = vector((*desired + Vec3::NEG_Y * fall.faster()) * FRAME);
            let (displacement, filters) = (&raw const displacement, &raw const self.filters);
            let controller = controller.as_ptr();
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
