//! What all engines sweep and move: the same body for each.

use crate::measuring::workload::{RADIUS, ball, capsule};
use clap::ValueEnum;
use serde::Serialize;
use sweep8::{Ellipsoid, Shape};

/// Half the length of the spine of a capsule that stands in for a ball, metres: `PhysX` takes none of 0.
const SHORTEST: f32 = 0.01;

/// Body that all engines sweep and move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// Upright capsule of a person: 0.4 m of radius, 1.8 m high.
    Capsule,
    /// Ball of 0.5 m.
    Ball,
}

impl Form {
    /// Returns the body as a shape of the kernel.
    #[must_use]
    pub fn shape(self) -> Shape {
        match self {
            Self::Capsule => capsule().into(),
            Self::Ball => ball().into(),
        }
    }

    /// Returns the body's radius, metres.
    #[must_use]
    pub fn radius(self) -> f32 {
        match self {
            Self::Capsule => capsule().radius(),
            Self::Ball => RADIUS,
        }
    }

    /// Returns half the length of the capsule's spine, metres; 0 for a ball.
    #[must_use]
    pub fn half_height(self) -> f32 {
        self.shape().half_length()
    }

    /// Returns half the length of the spine of the capsule that moves, metres: one of 1 cm stands in for a ball where an engine has none.
    #[must_use]
    pub fn half_height_of_capsule(self) -> f32 {
        self.half_height().max(SHORTEST)
    }

    /// Returns the ellipsoid as wide and as high as the capsule, which the kernel moves as well; `None` for a ball.
    ///
    /// # Panics
    /// Never: its radii are in range.
    #[must_use]
    pub fn ellipsoid(self) -> Option<Ellipsoid> {
        let half = self.shape().half_extents();
        (self == Self::Capsule).then(|| Ellipsoid::new(half).expect("radii in range"))
    }

    /// Returns the name of the body in the tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Capsule => "capsules 0.4 m, 1.8 m high",
            Self::Ball => "balls 0.5 m",
        }
    }
}
