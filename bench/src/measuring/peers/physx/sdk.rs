//! The `PhysX` SDK, triangle meshes, and conversions.
//!
//! A process can have one foundation only; all users share the SDK, and the last one ends it.

#![expect(unsafe_code, reason = "PhysX is C++; every pointer is owned by a type below and given to its functions only")]

use crate::levels::Level;
use glam::Vec3;
use physx_sys::{
    PxCookingParams_new, PxFoundation, PxFoundation_release_mut, PxMeshGeometryFlags, PxMeshScale_new_2, PxPhysics,
    PxPhysics_getPhysicsInsertionCallback_mut, PxPhysics_getTolerancesScale, PxPhysics_release_mut, PxQuat,
    PxTransform, PxTriangleMesh, PxTriangleMesh_release_mut, PxTriangleMeshDesc_new, PxTriangleMeshGeometry,
    PxTriangleMeshGeometry_new, PxVec3, phys_PxCreateTriangleMesh, physx_create_foundation, physx_create_physics,
};
use std::cell::RefCell;
use std::ptr::{NonNull, null_mut};
use std::rc::{Rc, Weak};
use sweep8::Placement;

pub(super) const NO_TURN: PxQuat = PxQuat { x: 0.0, y: 0.0, z: 0.0, w: 1.0 };

thread_local! {
    static SHARED: RefCell<Weak<Sdk>> = const { RefCell::new(Weak::new()) };
}

/// The `PhysX` SDK, of which a process can have only one.
pub(super) struct Sdk {
    foundation: NonNull<PxFoundation>,
    pub(super) physics: NonNull<PxPhysics>,
}

impl Sdk {
    /// Returns the SDK of this thread's users.
    pub(super) fn shared() -> Rc<Self> {
        SHARED.with_borrow_mut(|shared| {
            shared.upgrade().unwrap_or_else(|| {
                let sdk = Rc::new(Self::start());
                *shared = Rc::downgrade(&sdk);
                sdk
            })
        })
    }

    fn start() -> Self {
        // SAFETY: `owned` refuses null.
        unsafe {
            let foundation = owned(physx_create_foundation());
            Self { foundation, physics: owned(physx_create_physics(foundation.as_ptr())) }
        }
    }
}

impl Drop for Sdk {
    fn drop(&mut self) {
        // SAFETY: this object owns both, and their users hold a reference to it.
        unsafe {
            PxPhysics_release_mut(self.physics.as_ptr());
            PxFoundation_release_mut(self.foundation.as_ptr());
        }
    }
}

/// A triangle mesh of `PhysX`.
pub(super) struct TriangleMesh {
    of_physx: NonNull<PxTriangleMesh>,
    #[expect(dead_code, reason = "owns what the mesh is made by")]
    sdk: Rc<Sdk>,
}

impl TriangleMesh {
    pub(super) fn new(sdk: &Rc<Sdk>, level: &Level) -> Self {
        let physics = sdk.physics.as_ptr();
        // SAFETY: `owned` refuses null; the description points into the level, which outlives the cooking that reads
        // it.
        let mesh = unsafe {
            let mut described = PxTriangleMeshDesc_new();
            described.points.count = level.positions.len() as u32;
            described.points.stride = size_of::<Vec3>() as u32;
            described.points.data = level.positions.as_ptr().cast();
            described.triangles.count = level.triangles.len() as u32;
            described.triangles.stride = size_of::<[u32; 3]>() as u32;
            described.triangles.data = level.triangles.as_ptr().cast();
            let cooking = PxCookingParams_new(PxPhysics_getTolerancesScale(physics));
            let insertion = PxPhysics_getPhysicsInsertionCallback_mut(physics);
            owned(phys_PxCreateTriangleMesh(&raw const cooking, &raw const described, insertion, null_mut()))
        };
        Self { of_physx: mesh, sdk: Rc::clone(sdk) }
    }

    /// Returns the mesh at a scale as a `PhysX` geometry, which is valid as long as `self`.
    pub(super) fn geometry(&self, scale: Vec3) -> PxTriangleMeshGeometry {
        // SAFETY: the mesh is alive.
        unsafe {
            let scale = PxMeshScale_new_2(&vector(scale));
            PxTriangleMeshGeometry_new(self.of_physx.as_ptr(), &raw const scale, PxMeshGeometryFlags::DoubleSided)
        }
    }
}

impl Drop for TriangleMesh {
    fn drop(&mut self) {
        // SAFETY: it is this one's own reference.
        unsafe { PxTriangleMesh_release_mut(self.of_physx.as_ptr()) }
    }
}

/// Converts a pointer to an object that `PhysX` created; panics if it is null.
pub(super) fn owned<T>(created: *mut T) -> NonNull<T> {
    NonNull::new(created).expect("PhysX takes the level")
}

pub(super) fn vector(v: Vec3) -> PxVec3 {
    PxVec3 { x: v.x, y: v.y, z: v.z }
}

pub(super) fn place_at(v: Vec3) -> PxTransform {
    PxTransform { q: NO_TURN, p: vector(v) }
}

/// Converts a placement without its scale.
pub(super) fn transform(place: &Placement) -> PxTransform {
    let [x, y, z, w] = place.rotation.normalize().to_array();
    PxTransform { q: PxQuat { x, y, z, w }, p: vector(place.translation.as_vec3()) }
}
