//! The result of one sweep of a slide.

use crate::base::correctly_rounded::CorrectlyRounded;
use crate::frame::ellipsoid_space::Space;
use crate::frame::motion::Motion;
use crate::frame::turn::Turn;
use crate::narrow::lane::Lane;
use crate::narrow::sweep::nearest::Nearest;
use crate::query::contact::Touch;
use crate::shape::axis::Axis;
use crate::world::instance_id::InstanceId;
use glam::Vec3;

/// Result of one sweep of the hull: the nearest contact, in the ellipsoid space of the sweep.
pub(crate) struct Swept {
    pub(super) nearest: Nearest,
    pub(super) way: Motion,
    /// Origin of the sweep's ellipsoid space relative to the start of the slide, world space, metres.
    pub(super) space_offset: Vec3,
    /// Index of the touched instance, or [`IN_KEYS`] if the number of the touched triangle determines the instance.
    pub(super) instance: u32,
}

/// Value of an instance index if the number of the gathered triangle determines the instance.
pub(super) const IN_KEYS: u32 = u32::MAX;

impl Swept {
    /// Fraction of the sweep's motion up to the contact; 1 if there is no contact.
    pub(crate) fn fraction(&self) -> f32 {
        self.nearest.fraction
    }

    /// Depth of the hull's deepest overlap at the start of the sweep, ellipsoid space, even if another triangle is the contact.
    ///
    /// Of a spine that crosses a triangle it is 1, as if the triangle held the centre: nothing asks for more.
    pub(crate) fn deepest(&self) -> f32 {
        1.0 - self.nearest.least_square.root()
    }

    /// The sweep's contact with a triangle of an instance, as a surface to slide along.
    #[inline(always)]
    pub(super) fn touch<'a>(
        &self,
        lane: &Lane,
        space: &Space,
        (half, axis): (f32, Axis),
        turn: Option<&'a Turn>,
        (instance, triangle): (InstanceId, u32),
    ) -> Touch<'a> {
        Touch {
            start: self.way.start.into(),
            displacement: self.way.displacement.into(),
            corners: lane.corners,
            high: space.position.high.into(),
            low: space.position.low,
            radii: space.radii.into(),
            turn,
            fraction: self.nearest.fraction,
            instance,
            triangle,
            is_face: lane.is_face,
            half,
            axis,
        }
    }
}
