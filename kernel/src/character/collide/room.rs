//! Room for a hull that overlaps at the start of a slide: another place, or a smaller hull.
//!
//! In: a shape whose hull overlaps something at a place. Out: a place and a hull that has room there.
//! 1. Depenetration pushes the whole hull free, if it can.
//! 2. Where there is no room for all of it, hulls of one family are compared: the shape scaled by a factor, but along no
//!    axis larger than the whole hull. The largest that is clear decides; at a factor of 1 it is the shape itself.
//! 3. The place that depenetration found counts only where a larger factor fits than at the start, by more than rounding.
//!    Otherwise the slide begins where it is, so that a character that cannot get more room rests, bit for bit.
//! 4. Then depenetration pushes the hull with nearly that factor free from the start: the whole hull was pushed out of a floor,
//!    too, that this one does not overlap.
//!
//! A hull of the family lies inside that of a larger factor: no character gets deeper into anything than at the start, and
//! one that starts clear ends clear.

use crate::base::tolerance::{DEPENETRATE_FROM, HULL_PART, ROOM_HALVINGS, TOUCH_PART};
use crate::character::collide::collision_set::CollisionSet;
use crate::character::collide::depenetrate::Depenetrate;
use crate::character::collide::gather::Reach;
use crate::frame::position::Position;
use crate::mesh::sides::Sides;
use crate::narrow::sweep::hits::Start;
use crate::query::scratch::Scratch;
use crate::shape::swept_ellipsoid::Shape;
use crate::simd::Lanes;
use crate::world::solids::Solids;
use glam::Vec3;

/// A character's body at a position, with the skin around it, for a search for room.
#[derive(Clone, Copy)]
pub(crate) struct Tenant {
    pub(crate) shape: Shape,
    pub(crate) position: Position,
    pub(crate) sides: Sides,
    /// Thickness of the skin around the body, metres.
    pub(crate) skin: f32,
}

/// A position with room for a character's hull (body plus skin).
pub(crate) struct Room {
    pub(crate) position: Position,
    /// Displacement of the hull from its overlapping start to the position with room, world space, metres.
    pub(crate) moved: Vec3,
    /// Hull that fits at the position with room; smaller than the body plus skin in a narrow place.
    pub(crate) hull: Shape,
    /// Whether the hull that fits is smaller than body plus skin.
    pub(crate) is_narrow: bool,
    /// Whether the body itself, without skin, overlaps something at the position.
    pub(crate) is_too_small: bool,
}

impl Tenant {
    #[inline(always)]
    pub(crate) fn hull(&self) -> Shape {
        self.shape.grown(HULL_PART * self.skin)
    }

    /// Largest overlap, in the ellipsoid space of a hull with these radii, at which the hull counts as free of overlaps.
    #[inline(always)]
    pub(crate) fn tolerated(&self, radii: Vec3) -> f32 {
        DEPENETRATE_FROM * TOUCH_PART * self.skin / radii.min_element()
    }

    /// Pushes the hull out of overlaps, to a gap of `gap` metres; if that fails, finds the largest hull that fits.
    #[inline(always)]
    pub(crate) fn make_room<L: Lanes>(self, lanes: L, instances: Solids, gap: f32, scratch: &mut Scratch) -> Room {
        let (hull, sides, position) = (self.hull(), self.sides, self.position);
        let depenetrated =
            lanes.call_outlined(Depenetrate { instances, hull, position, sides, gap, scratch: &mut *scratch });
        if depenetrated.is_free {
            let (position, moved) = (depenetrated.position, depenetrated.moved);
            return Room { position, moved, hull, is_narrow: false, is_too_small: false };
        }
        let (mut place, mut moved, mut factor) = (self, Vec3::ZERO, self.factor(lanes, instances, scratch));
        // A hair less than what fits, so that the slide does not start in contact.
        let hair = self.tolerated(self.shape.radii());
        if depenetrated.moved != Vec3::ZERO {
            let there = Self { position: depenetrated.position, ..self };
            let of_there = there.factor(lanes, instances, scratch);
            if of_there > factor + hair {
                // Half a hair less, so that the next move finds no more room than this by as much as a hair.
                let hull = self.scaled(of_there - 0.5 * hair);
                let nearer = lanes.call_outlined(Depenetrate {
                    instances,
                    hull,
                    position,
                    sides,
                    gap: 0.0,
                    scratch: &mut *scratch,
                });
                let found = if nearer.is_free { nearer } else { depenetrated };
                place.position = found.position;
                (moved, factor) = (found.moved, place.factor(lanes, instances, scratch));
            }
        }
        let hull = self.scaled((factor - hair).max(1.0));
        Room { position: place.position, moved, hull, is_narrow: true, is_too_small: factor < 1.0 }
    }

    /// Hull for a factor: the body's radii scaled by `factor`, limited to body plus skin along each axis.
    #[inline(always)]
    fn scaled(&self, factor: f32) -> Shape {
        self.shape.scaled(factor).within(self.hull())
    }

    /// Largest factor by which the body can be scaled without an overlap, at most to body plus skin; below 1 if the body overlaps.
    #[inline(never)]
    fn factor<L: Lanes>(&self, lanes: L, instances: Solids, scratch: &mut Scratch) -> f32 {
        let growth = self.hull().radii() / self.shape.radii();
        let whole = growth.max_element();
        let (position, sides) = (self.position, self.sides);
        let mut deepest = |hull: Shape| {
            let (hull, reach) = ((hull, position), Reach::around(0.0));
            let mut set = CollisionSet::around_outlined(lanes, instances, hull, sides, reach, scratch);
            set.sweep_outlined(Vec3::ZERO, Vec3::ZERO, Start::Contact).deepest()
        };
        let mut fits = whole * (1.0 - deepest(self.shape.scaled(whole)));
        if fits > growth.min_element() {
            // Along some axes it is the hull already: larger ones may fit.
            let mut too_large = whole;
            for _ in 0..ROOM_HALVINGS {
                let middle = 0.5 * (fits + too_large);
                let is_clear = deepest(self.scaled(middle)) <= 0.0;
                (fits, too_large) = if is_clear { (middle, too_large) } else { (fits, middle) };
            }
        }
        fits
    }
}
