//! Triangles that a straight line passes, and what is wanted of them: the first, any, or each.

use glam::DVec3;

/// A triangle that a line passes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Crossed {
    /// Where, in steps of the line.
    pub(crate) fraction: f32,
    /// The index of the instance, where there are several, and which of its triangles.
    pub(crate) instance: u32,
    pub(crate) triangle: u32,
    /// Its corners as seen from the place, mesh units.
    pub(crate) corners: [DVec3; 3],
    /// The weights of these corners that give the passed point.
    pub(crate) weights: DVec3,
}

/// A piece of a straight line: from `from` by parts of `step`, both displacements from a place, metres.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub(crate) from: DVec3,
    pub(crate) step: DVec3,
    /// The parts of the step between which triangles count, ends included.
    pub(crate) parts: [f32; 2],
}

/// The receiver of the triangles that a line passes.
pub(crate) trait TakeCrossed {
    /// The part of the step behind which nothing matters any more, at most `most`; below 0 when nothing does.
    fn limit(&self, most: f32) -> f32;

    /// Takes a triangle that is passed before the limit.
    fn take(&mut self, crossed: Crossed);
}

/// Keeps the first; of those at the same place that of the instance with the lower index, then the lower triangle.
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

/// Ends with any of them.
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

/// Hands each of them on, in no order.
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
