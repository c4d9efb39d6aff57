//! Triangles that a straight line passes, and what is wanted of them: the first, any, or each.

use glam::DVec3;

/// A triangle that a line passes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passed {
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
pub(crate) trait TakePassed {
    /// The part of the step behind which nothing matters any more, at most `most`; below 0 when nothing does.
    fn limit(&self, most: f32) -> f32;

    /// Takes a triangle that is passed before the limit.
    fn take(&mut self, passed: Passed);
}

/// Keeps the first; of those at the same place that of the instance with the lower index, then the lower triangle.
#[derive(Default)]
pub(crate) struct FirstPassed(pub(crate) Option<Passed>);

impl TakePassed for FirstPassed {
    #[inline(always)]
    fn limit(&self, most: f32) -> f32 {
        self.0.map_or(most, |first| first.fraction)
    }

    #[inline(always)]
    fn take(&mut self, passed: Passed) {
        let rank = |of: &Passed| (of.fraction, of.instance, of.triangle);
        if self.0.is_none_or(|first| rank(&passed) < rank(&first)) {
            self.0 = Some(passed);
        }
    }
}

/// Ends with any of them.
#[derive(Default)]
pub(crate) struct AnyPassed(pub(crate) bool);

impl TakePassed for AnyPassed {
    #[inline(always)]
    fn limit(&self, most: f32) -> f32 {
        if self.0 { -1.0 } else { most }
    }

    #[inline(always)]
    fn take(&mut self, _: Passed) {
        self.0 = true;
    }
}

/// Hands each of them on, in no order.
pub(crate) struct EachPassed<F>(pub(crate) F);

impl<F: FnMut(Passed)> TakePassed for EachPassed<F> {
    #[inline(always)]
    fn limit(&self, most: f32) -> f32 {
        most
    }

    #[inline(always)]
    fn take(&mut self, passed: Passed) {
        (self.0)(passed);
    }
}
