//! Triangles that a straight line crosses, and three receivers of them: the first, any, or each.

use glam::DVec3;

/// A triangle that a line crosses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crossed {
    /// The place on the line, in steps.
    pub(crate) fraction: f32,
    /// The index of the instance, in a world of several, and the index of the triangle in its mesh.
    pub(crate) instance: u32,
    pub(crate) triangle: u32,
    /// The corners relative to the query position, mesh units.
    pub(crate) corners: [DVec3; 3],
    /// The weights of these corners at the crossed point.
    pub(crate) weights: DVec3,
}

/// A piece of a straight line: from `from` by multiples of `step`, both displacements from a position, metres.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub(crate) from: DVec3,
    pub(crate) step: DVec3,
    /// The range of multiples of the step in which triangles count, ends included.
    pub(crate) parts: [f32; 2],
}

/// The receiver of the triangles that a line crosses.
pub(crate) trait TakeCrossed {
    /// The largest multiple of the step that still matters, at most `most`; below 0 if no more triangles matter.
    fn limit(&self, most: f32) -> f32;

    /// Takes a triangle that the line crosses before the limit.
    fn take(&mut self, crossed: Crossed);
}

/// A receiver behind a pointer: calls for any or all triangles are rarer than for the first, and share one walk.
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

/// Keeps the first triangle; ties go to the lower index of the instance, then to the lower triangle.
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

/// Ends with the first triangle found.
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

/// Hands each triangle on, in no order.
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
