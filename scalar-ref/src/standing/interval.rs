//! An interval of heights in which the hull is clear, and what it touches at the lower end.

use super::obstacle::{Feature, level};
use glam::{DVec2, DVec3};

/// What touches a hull from below; metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// Touched point.
    pub point: DVec3,
    /// Unit normal of the hull at the point, towards the hull's centre.
    pub normal: DVec3,
    /// Index of a triangle that has the point, and its part there.
    pub triangle: usize,
    /// Part of the triangle that is touched.
    pub feature: Feature,
}

/// Heights of the hull's centre at which it is clear, metres, ends included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower end; negative infinity if there is nothing below.
    pub low: f64,
    /// Upper end; infinity if there is nothing above.
    pub high: f64,
    /// What the hull touches at the lower end.
    pub contact: Option<Contact>,
}

impl Contact {
    /// Level unit vector off the touched obstacle; `None` if it is touched from straight above.
    #[must_use]
    pub fn off(&self) -> Option<DVec2> {
        level(self.normal).try_normalize()
    }
}
