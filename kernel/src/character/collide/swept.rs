//! The result of one sweep of a slide.

use crate::base::correctly_rounded::CorrectlyRounded;
use crate::frame::ellipsoid_space::Space;
use crate::frame::motion::Motion;
use crate::frame::turn::Turn;
use crate::narrow::lane::Lane;
use crate::narrow::sweep::nearest::{Nearest, rounding};
use crate::query::contact::{Contact, Touch};
use crate::world::instance_id::InstanceId;
use glam::Vec3;

/// The nearest contact of one sweep, in the ellipsoid space it was found in.
pub(crate) struct Swept {
    pub(super) nearest: Nearest,
    pub(super) way: Motion,
    /// Where that space lies beside the place that the slide starts from, metres.
    pub(super) space_offset: Vec3,
    /// Which instance is touched, or [`IN_KEYS`].
    pub(super) instance: u32,
}

/// The number of the triangle tells the instance.
pub(super) const IN_KEYS: u32 = u32::MAX;

impl Swept {
    /// Fraction of the motion up to the contact; 1 where there is none.
    pub(crate) fn fraction(&self) -> f32 {
        self.nearest.fraction
    }

    /// Depth of the deepest overlap at the start, contact or not; ellipsoid space.
    pub(crate) fn deepest(&self) -> f32 {
        1.0 - self.nearest.least_square.root()
    }

    /// The contact in ellipsoid space.
    pub(crate) fn contact(&self) -> Option<Contact> {
        self.nearest.found.map(|lane| Contact::of(self.way.at(self.nearest.fraction), &lane))
    }

    /// The contact with a triangle of an instance, as a surface to slide along.
    #[inline(always)]
    pub(super) fn touch<'a>(
        &self,
        lane: &Lane,
        space: &Space,
        turn: Option<&'a Turn>,
        (instance, triangle): (InstanceId, u32),
    ) -> Touch<'a> {
        Touch {
            start: self.way.start.into(),
            displacement: self.way.displacement.into(),
            corners: lane.corners,
            high: space.position.high.into(),
            low: space.position.low.into(),
            radii: space.radii.into(),
            turn,
            fraction: self.nearest.fraction,
            instance,
            triangle,
            is_face: lane.is_face,
        }
    }

    /// Rounding of the distance at the start to what is touched, ellipsoid space.
    pub(crate) fn rounding(&self) -> f32 {
        self.nearest.found.map_or(0.0, |lane| rounding(self.way.start, lane.corners))
    }
}
