//! The triangles that the centre of a hull crosses.
//!
//! In: the triangles of a slide, a line segment of the centre's path. Out: whether it crosses one, and the first.

use crate::base::triangle_point::front;
use crate::character::collide::collision_set::CollisionSet;
use crate::query::crossed::{Crossed, Piece};
use crate::simd::{Lanes, task};
use crate::world::instance_id::InstanceId;
use glam::Vec3;

/// The first triangle that the hull's centre crosses.
pub(crate) struct CrossedFace {
    /// Unit normal, pointing back towards the start.
    pub(crate) normal: Vec3,
    /// Where it is crossed, as a part of the motion.
    pub(crate) fraction: f32,
    pub(crate) instance: InstanceId,
    pub(crate) triangle: u32,
}

impl<L: Lanes> CollisionSet<'_, L> {
    /// The first face that the hull's centre crosses on the motion `way` from `offset`.
    pub(crate) fn first_face(&mut self, offset: Vec3, way: Vec3) -> Option<CrossedFace> {
        let crossed =
            self.first_crossed(&Piece { from: offset.as_dvec3(), step: way.as_dvec3(), parts: [0.0, 1.0] })?;
        let normal = self.source.world_normal(crossed.instance, front(crossed.corners))?;
        let normal = normal.normalize_or_zero().as_vec3();
        let normal = if normal.dot(way) > 0.0 { -normal } else { normal };
        let (instance, triangle) = self.source.surface(crossed.instance, crossed.triangle, self.scratch);
        Some(CrossedFace { normal, fraction: crossed.fraction, instance, triangle })
    }

    /// Whether the hull's centre crosses a triangle on a line segment.
    pub(crate) fn crosses(&mut self, piece: &Piece) -> bool {
        self.first_crossed(piece).is_some()
    }

    /// First triangle that the hull's centre crosses on a line segment, ignoring triangles that the contact filter ignores.
    fn first_crossed(&mut self, piece: &Piece) -> Option<Crossed> {
        self.lanes.call_outlined(FirstOnLine { set: self, piece })
    }
}

task! {
    /// Arguments of [`first_crossed`](CollisionSet::first_crossed), to be run on a SIMD backend.
    struct FirstOnLine<'s, 'a, L: Lanes> {
        set: &'s mut CollisionSet<'a, L>,
        piece: &'s Piece,
    }
    fn run<M>(_) -> Option<Crossed> {
        set.source.first_crossed(set.lanes, set.space.position, piece, set.sides, set.scratch)
    }
}
