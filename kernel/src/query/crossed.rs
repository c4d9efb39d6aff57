//! Triangles that a straight line crosses, and three receivers of them: the first, any, or each.

use crate::world::filter::Skipped;
use glam::DVec3;

/// A triangle that the line of a ray or segment query crosses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crossed {
    /// Where the line crosses the triangle, as a multiple of the line's step.
    pub(crate) fraction: f32,
    /// Index of the triangle's instance; 0 in a world of one mesh.
    pub(crate) instance: u32,
    /// Index of the crossed triangle in its mesh.
    pub(crate) triangle: u32,
    /// Corners of the triangle relative to the query's position, mesh space.
    pub(crate) corners: [DVec3; 3],
    /// Barycentric weights of the triangle's corners at the crossed point.
    pub(crate) weights: DVec3,
}

impl Crossed {
    /// A vector along the normal of the triangle's front, mesh space, of any length.
    #[inline(always)]
    pub(crate) fn front(&self) -> DVec3 {
        let [a, b, c] = self.corners;
        (b - a).cross(c - a)
    }
}

/// A line segment: the points `from + t * step` for `t` in `parts`, relative to the query's position, metres.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub(crate) from: DVec3,
    pub(crate) step: DVec3,
    /// Range of multiples of the step in which crossed triangles count, both ends included.
    pub(crate) parts: [f32; 2],
}

/// Receiver of the triangles that a line crosses, in the order of the traversal; it decides when the search ends.
pub(crate) trait TakeCrossed {
    /// Largest multiple of the line's step at which a triangle still counts, up to `most`; below 0 if no triangle counts any more.
    fn limit(&self, most: f32) -> f32;

    /// Receives a triangle that the line crosses at or before the [`limit`](Self::limit).
    fn take(&mut self, crossed: Crossed);
}

/// Forwards crossed triangles to a receiver behind a pointer: queries for any or all triangles are rare, and share one traversal.
impl TakeCrossed for &mut dyn TakeCrossed {
    #[inline(always)]
    fn limit(&self, most: f32) -> f32 {
        (**self).limit(most)
    }

    #[inline(always)]
    fn take(&mut self, crossed: Crossed) {
        (**self).take(crossed);
    }
}

/// Receiver that forwards all crossed triangles but those that the query skips.
pub(crate) struct NotSkipped<'a> {
    pub(crate) skipped: Skipped,
    pub(crate) take: &'a mut dyn TakeCrossed,
}

impl TakeCrossed for NotSkipped<'_> {
    #[inline(always)]
    fn limit(&self, most: f32) -> f32 {
        self.take.limit(most)
    }

    #[inline(always)]
    fn take(&mut self, crossed: Crossed) {
        if !self.skipped.has(crossed.instance, crossed.triangle) {
            self.take.take(crossed);
        }
    }
}

/// Receiver of crossed triangles that keeps the first on the line; ties: lower instance index, then lower triangle index.
#[derive(Default)]
pub(crate) struct FirstCrossed(pub(crate) Option<Crossed>);

impl TakeCrossed for FirstCrossed {
    #[inline(always)]
    fn limit(&self, most: f32) -> f32 {
        self.0.map_or(most, |first| first.fraction)
    }

    #[inline(always)]
    fn take(&mut self, crossed: Crossed) {
        let rank = |of: &Crossed| (of.fraction, of.instance, of.triangle);
        if self.0.is_none_or(|first| rank(&crossed) < rank(&first)) {
            self.0 = Some(crossed);
        }
    }
}

/// Receiver of crossed triangles that ends the search at the first one found, and keeps whether there was one.
#[derive(Default)]
pub(crate) struct AnyCrossed(pub(crate) bool);

impl TakeCrossed for AnyCrossed {
    #[inline(always)]
    fn limit(&self, most: f32) -> f32 {
        if self.0 { -1.0 } else { most }
    }

    #[inline(always)]
    fn take(&mut self, _: Crossed) {
        self.0 = true;
    }
}

/// Receiver that calls a function for each triangle that a line crosses, in no order.
pub(crate) struct EachCrossed<F>(pub(crate) F);

impl<F: FnMut(Crossed)> TakeCrossed for EachCrossed<F> {
    #[inline(always)]
    fn limit(&self, most: f32) -> f32 {
        most
    }

    #[inline(always)]
    fn take(&mut self, crossed: Crossed) {
        (self.0)(crossed);
    }
}
