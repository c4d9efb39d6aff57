//! Queries of `PhysX`: sweeps of a sphere or a capsule, rays, overlaps and closest points.
//!
//! They query the mesh itself (`PxGeometryQuery`); a sweep and a ray hit both sides, and find point, normal and face.

#![expect(unsafe_code, reason = "PhysX is C++; every pointer is owned by a type below and given to its functions only")]

use super::sdk::{Sdk, TriangleMesh, place_at, vector};
use crate::levels::Level;
use crate::measuring::peers::form::Form;
use crate::measuring::peers::peer::{QueryPeer, Question, WITHIN};
use crate::measuring::workload::Motion;
use glam::Vec3;
use physx_sys::{
    PxCapsuleGeometry, PxCapsuleGeometry_new, PxGeomRaycastHit, PxGeomSweepHit, PxGeometry, PxGeometryQuery_overlap,
    PxGeometryQuery_pointDistance, PxGeometryQuery_raycast, PxGeometryQuery_sweep, PxGeometryQueryFlags, PxHitFlags,
    PxQuat, PxSphereGeometry, PxSphereGeometry_new, PxTransform,
};
use std::mem::MaybeUninit;
use std::ptr::null_mut;

/// Quarter turn about z: a capsule geometry lies along x.
const UPRIGHT: PxQuat =
    PxQuat { x: 0.0, y: 0.0, z: std::f32::consts::FRAC_1_SQRT_2, w: std::f32::consts::FRAC_1_SQRT_2 };

/// Geometry that is swept.
enum Body {
    Sphere(PxSphereGeometry),
    Capsule(PxCapsuleGeometry),
}

pub(in crate::measuring::peers) struct Queries {
    mesh: TriangleMesh,
    body: Body,
}

impl Queries {
    pub(in crate::measuring::peers) fn new(level: &Level, form: Form) -> Self {
        // SAFETY: functions of numbers.
        let body = unsafe {
            match form {
                Form::Ball => Body::Sphere(PxSphereGeometry_new(form.radius())),
                Form::Capsule => Body::Capsule(PxCapsuleGeometry_new(form.radius(), form.half_height())),
            }
        };
        Self { mesh: TriangleMesh::new(&Sdk::shared(), level), body }
    }
}

impl QueryPeer for Queries {
    fn name(&self) -> &'static str {
        "PhysX"
    }

    fn answer_all(&mut self, question: Question, motions: &[Motion], answers: &mut Vec<Option<f32>>) -> bool {
        let (mesh, origin, flags) =
            (self.mesh.geometry(Vec3::ONE), place_at(Vec3::ZERO), PxGeometryQueryFlags::SimdGuard);
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
