//! Queries of Jolt: casts, rays and collisions of its `NarrowPhaseQuery` with a sphere or a capsule.
//!
//! A cast hits back faces and keeps the closest hit.

#![expect(
    unsafe_code,
    reason = "Jolt is C++; every pointer is owned by a type below and given to Jolt's functions only"
)]

use super::scene::{Scene, owned, place_at, vector};
use crate::levels::{Level, Parts};
use crate::measuring::peers::form::Form;
use crate::measuring::peers::peer::{QueryPeer, Question, WITHIN};
use crate::measuring::workload::Motion;
use glam::Vec3;
use oxijolt_sys::{
    JPH_BackFaceMode_CollideWithBackFaces, JPH_CollideShapeResult, JPH_CollideShapeSettings,
    JPH_CollideShapeSettings_Init, JPH_CollisionCollectorType, JPH_CollisionCollectorType_AnyHit,
    JPH_CollisionCollectorType_ClosestHit, JPH_NarrowPhaseQuery, JPH_NarrowPhaseQuery_CastRay3,
    JPH_NarrowPhaseQuery_CastShape2, JPH_NarrowPhaseQuery_CollideShape2, JPH_PhysicsSystem_GetNarrowPhaseQuery,
    JPH_RayCastResult, JPH_RayCastSettings, JPH_Shape, JPH_Shape_Destroy, JPH_ShapeCastResult, JPH_ShapeCastSettings,
    JPH_ShapeCastSettings_Init, JPH_SphereShape_Create,
};
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr::{NonNull, null};

/// Radius of the ball that stands in for a point, metres: Jolt has no closest point, but finds what a shape is near.
const POINT: f32 = 1.0e-3;

/// A level, the settings of each kind of query, and the ball that stands in for a point.
pub(in crate::measuring::peers) struct Queries {
    scene: Scene,
    sweep: JPH_ShapeCastSettings,
    ray: JPH_RayCastSettings,
    overlap: JPH_CollideShapeSettings,
    near: JPH_CollideShapeSettings,
    point: NonNull<JPH_Shape>,
}

/// Jolt's settings, with both sides of triangles.
///
/// # Safety
/// `initialise` writes every field.
unsafe fn settings<T>(initialise: unsafe extern "C" fn(*mut T)) -> T {
    let mut settings = MaybeUninit::uninit();
    // SAFETY: the caller's promise.
    unsafe {
        initialise(settings.as_mut_ptr());
        settings.assume_init()
    }
}

impl Queries {
    pub(in crate::measuring::peers) fn new(level: &Level, form: Form) -> Self {
        let back = JPH_BackFaceMode_CollideWithBackFaces;
        // SAFETY: the functions initialise every field.
        let (mut sweep, mut overlap) =
            unsafe { (settings(JPH_ShapeCastSettings_Init), settings(JPH_CollideShapeSettings_Init)) };
        sweep.backFaceModeTriangles = back;
        overlap.backFaceMode = back;
        let near = JPH_CollideShapeSettings { maxSeparationDistance: WITHIN - POINT, ..overlap };
        let ray =
            JPH_RayCastSettings { backFaceModeTriangles: back, backFaceModeConvex: back, treatConvexAsSolid: true };
        let scene = Scene::new(&Parts::of_mesh(level.clone()), form);
        // SAFETY: `owned` refuses null.
        let point = unsafe { owned(JPH_SphereShape_Create(POINT)).cast() };
        Self { scene, sweep, ray, overlap, near, point }
    }
}

/// Collides a shape at a place; returns the penetration of the hit that Jolt reports, metres, less than 0 without contact.
///
/// # Safety
/// Query and shape are alive.
unsafe fn collide(
    query: *const JPH_NarrowPhaseQuery,
    (shape, start): (NonNull<JPH_Shape>, Vec3),
    settings: &JPH_CollideShapeSettings,
    wanted: JPH_CollisionCollectorType,
) -> Option<f32> {
    let mut depth: Option<f32> = None;
    let mut base = vector(start);
    // SAFETY: the caller's promise; everything else is a local that outlives the call; `keep_depth`
    // gets the depth it expects, and no filter lets everything through.
    unsafe {
        JPH_NarrowPhaseQuery_CollideShape2(
            query,
            shape.as_ptr(),
            &vector(Vec3::ONE),
            &place_at(start),
            settings,
            &raw mut base,
            wanted,
            Some(keep_depth),
            (&raw mut depth).cast(),
            null(),
            null(),
            null(),
            null(),
        );
    }
    depth
}

impl Drop for Queries {
    fn drop(&mut self) {
        // SAFETY: it is this one's own reference.
        unsafe { JPH_Shape_Destroy(self.point.as_ptr()) }
    }
}

/// Callback that stores the fraction of the reported hit of a sweep.
///
/// # Safety
/// `fraction` is an `Option<f32>` without another user, `result` is valid.
unsafe extern "C" fn keep(fraction: *mut c_void, result: *const JPH_ShapeCastResult) {
    // SAFETY: the caller's promise.
    unsafe { *fraction.cast::<Option<f32>>() = Some((*result).fraction) }
}

/// Callback that stores the fraction of the reported hit of a ray.
///
/// # Safety
/// As [`keep`].
unsafe extern "C" fn keep_ray(fraction: *mut c_void, result: *const JPH_RayCastResult) {
    // SAFETY: the caller's promise.
    unsafe { *fraction.cast::<Option<f32>>() = Some((*result).fraction) }
}

/// Callback that stores the penetration of the reported hit.
///
/// # Safety
/// As [`keep`].
unsafe extern "C" fn keep_depth(depth: *mut c_void, result: *const JPH_CollideShapeResult) {
    // SAFETY: the caller's promise.
    unsafe { *depth.cast::<Option<f32>>() = Some((*result).penetrationDepth) }
}

impl QueryPeer for Queries {
    fn name(&self) -> &'static str {
        "Jolt"
    }

    fn answer_all(&mut self, question: Question, motions: &[Motion], answers: &mut Vec<Option<f32>>) -> bool {
        // SAFETY: the system is alive.
        let query = unsafe { JPH_PhysicsSystem_GetNarrowPhaseQuery(self.scene.system.as_ptr()) };
        let sweep = |&(start, motion): &Motion| {
            let mut fraction: Option<f32> = None;
            let mut base = vector(start);
            // SAFETY: the query and the body live as long as the scene; everything else is a local that outlives the
            // call; `keep` gets the fraction it expects, and no filter lets everything through.
            unsafe {
                JPH_NarrowPhaseQuery_CastShape2(
                    query,
                    self.scene.body.as_ptr(),
                    &place_at(start),
                    &vector(motion),
                    &raw const self.sweep,
                    &raw mut base,
                    JPH_CollisionCollectorType_ClosestHit,
                    Some(keep),
                    (&raw mut fraction).cast(),
                    null(),
                    null(),
                    null(),
                    null(),
                );
            }
            fraction
        };
        let ray = |&(start, motion): &Motion, wanted| {
            let mut fraction: Option<f32> = None;
            // SAFETY: as for the sweep.
            unsafe {
                JPH_NarrowPhaseQuery_CastRay3(
                    query,
                    &vector(start),
                    &vector(motion),
                    &raw const self.ray,
                    wanted,
                    Some(keep_ray),
                    (&raw mut fraction).cast(),
                    null(),
                    null(),
                    null(),
                    null(),
                );
            }
            fraction
        };
        answers.extend(motions.iter().map(|motion| match question {
            Question::Sweep => sweep(motion),
            Question::Ray => ray(motion, JPH_CollisionCollectorType_ClosestHit),
            Question::AnyHit => ray(motion, JPH_CollisionCollectorType_AnyHit).map(|_| 0.0),
            Question::Overlap => {
                let body = (self.scene.body, motion.0);
                // SAFETY: both live as long as the scene.
                unsafe { collide(query, body, &self.overlap, JPH_CollisionCollectorType_AnyHit) }.map(|_| 0.0)
            }
            Question::ClosestPoint => {
                let point = (self.point, motion.0);
                // SAFETY: both live as long as `self`.
                let closest = unsafe { collide(query, point, &self.near, JPH_CollisionCollectorType_ClosestHit) };
                closest.map(|depth| POINT - depth)
            }
        }));
        true
    }
}
