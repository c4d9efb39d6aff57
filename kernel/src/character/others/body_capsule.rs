//! A character as an obstacle to others: a capsule around its body, its mass, and whether it is solid to them.
//!
//! In: profile and state. Out: the capsule along the longest axis of the ellipsoid, as long as that, with the larger of the other two
//! radii: the ellipsoid lies inside. (With radii `b <= c` along the axis a point of the ellipsoid's outline at `c - b + t` is
//! `b² - b²(c - b + t)²/c²` off the axis, squared; of the capsule's `b² - t²`; and `t c <= b (c - b + t)` for `t <= b`.) The gap between
//! two capsules is that of their segments less both radii, in `f64`, from positions in two parts.

use crate::base::fallback_direction::FALLBACK_DIRECTION;
use crate::base::segments::way_between_segments;
use crate::base::tolerance::{MOST_PUSH, TOUCH_PART};
use crate::character::model::profile::CharacterProfile;
use crate::character::model::profile::EachOther;
use crate::character::model::state::CharacterState;
use crate::frame::position::Position;
use glam::{DVec3, Vec3};

/// Number that orders characters where ties are broken: by the key of the state, then by the character's index.
pub(crate) type Tie = u64;

#[derive(Clone, Copy, Debug)]
pub(crate) struct BodyCapsule {
    pub(crate) position: Position,
    /// Vector from the centre to one end of the capsule's axis segment, world space, metres.
    pub(crate) half: Vec3,
    /// Radius of the capsule around the character's body, metres.
    pub(crate) radius: f32,
    /// Gap that the character leaves to a surface when it stops there, metres.
    pub(crate) touch_gap: f32,
    /// Mass of the character, kg.
    pub(crate) mass: f32,
    pub(crate) each_other: EachOther,
    pub(crate) tie: Tie,
    /// Rank in a heap of solid characters, which press those of higher rank outwards; two that touch differ by 1 at most.
    /// [`NO_RANK`](Self::NO_RANK) if no heap is near.
    pub(crate) rank: f32,
}

impl BodyCapsule {
    /// Rank of a character that no heap presses.
    pub(crate) const NO_RANK: f32 = f32::MAX;

    /// Makes the capsule around the body of a character with this index in the crowd or slice.
    #[inline(always)]
    pub(crate) fn of(profile: &CharacterProfile, state: &CharacterState, index: u32) -> Self {
        let settings = profile.settings();
        if settings.shape.has_spine() {
            return Self::around_spine(profile, state, index);
        }
        let Vec3 { x, y, z } = settings.shape.radii();
        let (axis, longest, radius) = if y >= x && y >= z {
            (Vec3::Y, y, x.max(z))
        } else if x >= z {
            (Vec3::X, x, y.max(z))
        } else {
            (Vec3::Z, z, x.max(y))
        };
        Self::about(profile, state, index, axis * (longest - radius), radius)
    }

    /// Makes the capsule around a body with a spine: the body itself, if its radii are equal. An ellipsoid that is widest along the spine
    /// lies in a capsule of its own, any other in a ball.
    #[inline(never)]
    fn around_spine(profile: &CharacterProfile, state: &CharacterState, index: u32) -> Self {
        let (shape, radius) = (profile.shape(), Self::radius_of(profile));
        let along = shape.radii().dot(shape.axis().unit());
        let half = shape.axis().unit() * (shape.half_length() + (along - radius).max(0.0));
        Self::about(profile, state, index, half, radius)
    }

    /// Makes the capsule of a radius whose segment ends at `half` from the centre, along the axes of the body, metres.
    #[inline(always)]
    fn about(profile: &CharacterProfile, state: &CharacterState, index: u32, half: Vec3, radius: f32) -> Self {
        let settings = profile.settings();
        let half = if state.is_turned() { state.turn().world_displacement(half) } else { half };
        Self {
            position: state.position,
            half,
            radius,
            touch_gap: TOUCH_PART * settings.skin,
            mass: settings.mass,
            each_other: settings.each_other,
            tie: tie(state, index),
            rank: Self::NO_RANK,
        }
    }

    /// Radius of the capsule around a body with this profile, metres: the middle one of the ellipsoid's radii, or the largest across a
    /// spine.
    #[inline(always)]
    pub(crate) fn radius_of(profile: &CharacterProfile) -> f32 {
        let shape = profile.shape();
        if shape.has_spine() {
            return (shape.radii() * (Vec3::ONE - shape.axis().unit())).max_element();
        }
        let Vec3 { x, y, z } = shape.radii();
        x.min(y).max(x.max(y).min(z))
    }

    /// Longest push away from others in a step of `seconds`, metres.
    #[inline(always)]
    pub(crate) fn most_push(&self, seconds: f32) -> f64 {
        f64::from(MOST_PUSH * self.radius * seconds)
    }

    /// Half extents of the capsule's bounding box, world axes, metres.
    #[inline(always)]
    pub(crate) fn extents(&self) -> Vec3 {
        self.half.abs() + Vec3::splat(self.radius)
    }

    /// The direction from the nearest point of another capsule to this one, and the gap between both, metres; negative if they
    /// overlap.
    #[inline]
    pub(crate) fn gap_to(&self, other: &Self) -> (DVec3, f64) {
        // Each difference is exact, and so is their sum where it matters: near each other.
        let high = self.position.high.as_dvec3() - other.position.high.as_dvec3();
        let apart = high + (self.position.low.as_dvec3() - other.position.low.as_dvec3());
        let way = way_between_segments(apart, [self.half, other.half].map(Vec3::as_dvec3));
        let length = way.length();
        let direction = if length > SAME_PLACE { way / length } else { self.spread_from(other) };
        (direction, length - f64::from(self.radius) - f64::from(other.radius))
    }

    /// Distance between the segments of two capsules with this gap, in the sum of their radii: 1 if they touch.
    #[inline(always)]
    pub(crate) fn distance_in_radii(&self, other: &Self, gap: f64) -> f64 {
        let radii = f64::from(self.radius) + f64::from(other.radius);
        ((gap + radii) / radii).max(0.0)
    }

    /// A direction for two capsules whose segments meet, across the first segment, and opposite for both. It is hashed from their
    /// ties, so that many characters on one spot spread out to all sides.
    #[cold]
    #[inline(never)]
    fn spread_from(&self, other: &Self) -> DVec3 {
        let (first, second) = if self.tie < other.tie { (self, other) } else { (other, self) };
        // The index is a name only where keys are the same: it may be another in another order.
        let shift = if self.tie >> 32 == other.tie >> 32 { 0 } else { 32 };
        let names = [first, second].map(|character| character.tie >> shift);
        // Numbers that are spread evenly (Steele, Lea and Flood 2014).
        let mut mixed = names[0].wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ names[1];
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        let part = |shift: u32| f64::from((mixed >> shift) as u16) / 32_767.5 - 1.0;
        let drawn = DVec3::new(part(0), part(16), part(32));
        let axis = first.half.as_dvec3().normalize_or_zero();
        let across = drawn - axis * drawn.dot(axis);
        let direction = across.try_normalize().unwrap_or(FALLBACK_DIRECTION.as_dvec3());
        if self.tie < other.tie { direction } else { -direction }
    }
}

/// Number that orders a character where ties are broken: the key of its state, then its index.
#[inline(always)]
pub(crate) fn tie(state: &CharacterState, index: u32) -> Tie {
    u64::from(state.key) << 32 | u64::from(index)
}

/// Distance below which the axis segments of two capsules count as touching, so that their distance has no direction, metres.
const SAME_PLACE: f64 = 1e-9;
