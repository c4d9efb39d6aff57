//! Bounds from other characters: half-spaces that a move must not leave, and a push away from characters that overlap.
//!
//! In: the [capsules](crate::character::others::body_capsule) of others, one at a time in any order. Out: the nearest of them, as bounds of
//! a move.
//! 1. Two capsules with a gap along `n` stay apart if each moves by no more than its share towards the other,
//!    `n · m >= -gap * share`, and the shares add up to 1. Each needs only the start of the other. So solid
//!    characters that start clear end clear, in whatever order they move. The heavier character has the larger share.
//! 2. The touch gaps of both are kept free, so that the rounding of many steps is no overlap.
//! 3. A character that overlaps another, or is nearer than a part of that gap, is pushed away from it by as much, times the
//!    other's part of both masses; all pushes together go no faster than [`MOST_PUSH`]. The push is a part of the desired
//!    displacement: it is swept, and leads into no wall.
//! 4. A character on the head of another is pushed off. Characters are no ground.
//! 5. A move of bounded length ignores characters beyond some gap. [`Ways`] is that bound.
//! 6. Solid characters that overlap, and those that stand in their way, [part](crate::character::others::parting) by rules of their own.

use crate::base::correctly_rounded::CorrectlyRounded;
use crate::base::tolerance::{
    CLEAR_GAP_PART, CLIP_LEAN, FARTHEST_NEIGHBOUR, HEAD_COSINE, LEAST_GAP_PART, LEAST_SHARE, MAX_NEIGHBOURS, MOST_PUSH,
};
use crate::character::model::ground::Ground;
use crate::character::model::move_input::MoveInput;
use crate::character::model::profile::CharacterProfile;
use crate::character::model::profile::EachOther;
use crate::character::model::profile::MoveMode;
use crate::character::model::state::CharacterState;
use crate::character::others::body_capsule::{BodyCapsule, Tie};
use crate::character::others::bounds::Bound;
use crate::frame::turn::Turn;
use glam::{DVec3, Vec3};

/// Upper bounds of the length of a character's move along and across its up direction, metres.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ways {
    /// Upper bound of the move perpendicular to up, metres.
    level: f64,
    /// Upper bound of the move along up, metres.
    upright: f64,
    up: Vec3,
}

impl Ways {
    pub(crate) fn of(profile: &CharacterProfile, state: &CharacterState, input: &MoveInput, seconds: f32) -> Self {
        let up = input.up();
        let speed = input.desired_velocity.length()
            + state.velocity.length()
            + input.impulse.length()
            + input.jump_speed
            + input.gravity.length() * seconds
            + MOST_PUSH * BodyCapsule::radius_of(profile);
        let level = speed.max(state.fall_speed) * seconds;
        let mut upright = level;
        let stands = Ground::of_code(state.ground_code, Vec3::ZERO).is_some_and(|ground| ground.is_grounded());
        let settings = profile.settings();
        if stands && settings.mode == MoveMode::Walk && up != Vec3::ZERO {
            let cosine = profile.rules.walk_cosine();
            upright += level * ((1.0 - cosine * cosine).max(0.0).root() / cosine);
            upright += settings.step_height.max(settings.snap_distance);
        }
        Self { level: f64::from(level), upright: f64::from(upright), up }
    }

    /// The distance along each axis within which others bound a character with this share of each gap, metres.
    ///
    /// With a way `l` across up and `u` along it, and another that is `x` and `y` farther, `n · m` is at most `(x l + y u) / d`, and
    /// the share of the gap `d` is more than that for any `y` if `x` is more than `(l + √(l² + u²)) / (2 share)`; likewise `y`.
    pub(crate) fn reach(&self, share: f64) -> Vec3 {
        let Self { level, upright, up } = *self;
        let [across, along] = [level, upright].map(|way| ((way + self.longest()) / (2.0 * share)) as f32);
        let along_axis = |axis: f32| across * (1.0 - axis * axis).max(0.0).root() + along * axis.abs();
        Vec3::from_array(up.to_array().map(along_axis)).min(Vec3::splat(FARTHEST_NEIGHBOUR))
    }

    /// Upper bounds of the move perpendicular to the y axis, along y, and in any direction, metres.
    pub(crate) fn about_second_axis(&self) -> [f32; 3] {
        let longest = self.longest() as f32;
        let is_up = self.up.y.abs() == 1.0;
        if is_up { [self.level as f32, self.upright as f32, longest] } else { [longest; 3] }
    }

    /// Upper bound of the move along a direction, metres.
    fn along(&self, direction: DVec3) -> f64 {
        let cosine = direction.dot(self.up.as_dvec3()).abs().min(1.0);
        self.level * (1.0 - cosine * cosine).root() + self.upright * cosine
    }

    /// Whether a move may be so long that characters beyond [`FARTHEST_NEIGHBOUR`] could bound it.
    fn are_too_long(&self) -> bool {
        self.longest() > LEAST_SHARE * f64::from(FARTHEST_NEIGHBOUR)
    }

    /// Upper bound of the move in any direction, metres.
    fn longest(&self) -> f64 {
        (self.level * self.level + self.upright * self.upright).root()
    }
}

/// Smallest share of a gap to another character that one of mass `mass` may use, if the heaviest other has mass `heaviest` (kg).
pub(crate) fn least_share(mass: f32, heaviest: f32) -> f64 {
    share(mass, heaviest)
}

/// Share of the gap between two characters that the one of mass `mass` may use, kg; the other one may use the rest.
pub(crate) fn share(mass: f32, other: f32) -> f64 {
    part(mass, other).clamp(LEAST_SHARE, 1.0 - LEAST_SHARE)
}

/// Ratio of `mass` to the sum of the masses of two characters.
fn part(mass: f32, other: f32) -> f64 {
    f64::from(mass) / (f64::from(mass) + f64::from(other))
}

/// A character near the one that moves, and the gap between the capsules of the two.
#[derive(Clone, Copy, Debug)]
pub(super) struct Near {
    pub(super) gap: f64,
    tie: Tie,
    /// Direction from the near character's capsule to the moving one's, unit length.
    pub(super) normal: DVec3,
    /// Distance between both segments, in the sum of both radii.
    pub(super) distance: f64,
    pub(super) mass: f32,
    /// Sum of the gaps that both characters leave to surfaces when they stop, metres.
    pub(super) touch_gap: f64,
    pub(super) is_solid: bool,
    /// Rank of the near character, as [`BodyCapsule::rank`].
    pub(super) rank: f32,
}

impl Near {
    /// Vector by which the moving character of mass `mass` is pushed away from the near one, metres, before the limit for all pushes
    /// together; `None` if the gap is `keeps` metres or more.
    #[inline(always)]
    pub(super) fn push(&self, mass: f32, keeps: f64) -> Option<DVec3> {
        let too_near = keeps - self.gap;
        (too_near > 0.0).then(|| self.normal * (too_near * part(self.mass, mass)))
    }

    /// Vector of `most` metres that pushes the moving character off the head of the near one; `None` if it is not on it.
    #[inline(always)]
    pub(super) fn push_off_head(&self, up: DVec3, most: f64) -> Option<DVec3> {
        let Self { gap, normal, touch_gap, .. } = *self;
        (gap <= touch_gap + most && normal.dot(up) > HEAD_COSINE).then(|| {
            let level = normal - up * normal.dot(up);
            level.try_normalize().unwrap_or_else(|| up.any_orthonormal_vector()) * most
        })
    }
}

/// Characters near a character at the start of a step, and the bounds that they set on its move.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools)] // Independent facts of one search, not states.
pub(crate) struct Neighbourhood {
    pub(super) near: [Near; MAX_NEIGHBOURS],
    pub(super) near_count: usize,
    pub(super) bounds: [Bound; MAX_NEIGHBOURS],
    pub(super) bound_count: usize,
    /// Whether the character overlaps a solid one, or makes room for one of a heap: its push alone tells where it goes.
    pub(crate) yields: bool,
    /// Rank of the character, as [`BodyCapsule::rank`].
    pub(super) rank: f32,
    /// Displacement that moves the character away from others that overlap it or that it stands on, metres.
    pub(crate) push: Vec3,
    /// True if there are more near characters than are kept; only the nearest are kept.
    pub(crate) is_crowded: bool,
    /// Number of kept near characters that overlap the moving one.
    pub(crate) overlaps: u32,
    /// Whether the search for near characters also found the character itself: then others find it, too.
    pub(crate) is_seen: bool,
    /// Whether solid characters may overlap after the step although none did before it.
    pub(crate) is_unsure: bool,
}

impl Default for Neighbourhood {
    fn default() -> Self {
        let near = Near {
            gap: 0.0,
            distance: 0.0,
            tie: 0,
            normal: DVec3::ZERO,
            mass: 0.0,
            touch_gap: 0.0,
            is_solid: false,
            rank: 0.0,
        };
        Self {
            near: [near; MAX_NEIGHBOURS],
            near_count: 0,
            bounds: [Bound { normal: Vec3::ZERO, gives: 0.0 }; MAX_NEIGHBOURS],
            bound_count: 0,
            yields: false,
            rank: BodyCapsule::NO_RANK,
            push: Vec3::ZERO,
            is_crowded: false,
            overlaps: 0,
            is_seen: false,
            is_unsure: false,
        }
    }
}

impl Neighbourhood {
    /// Removes all near characters and the bounds from them.
    pub(crate) fn clear(&mut self) {
        (self.near_count, self.bound_count, self.push) = (0, 0, Vec3::ZERO);
        (self.is_crowded, self.overlaps, self.is_seen) = (false, 0, false);
        (self.yields, self.rank, self.is_unsure) = (false, BodyCapsule::NO_RANK, false);
    }

    /// Adds another character, unless it is too far for a move within `ways`, or the list is full of nearer ones. Neither the order of
    /// the calls nor a repeated call changes the result. Adding the character itself only tells that it [is seen](Self::is_seen), and its
    /// rank.
    pub(crate) fn add(&mut self, character: &BodyCapsule, other: &BodyCapsule, ways: &Ways) {
        if other.tie == character.tie {
            (self.is_seen, self.rank) = (true, other.rank);
            return;
        }
        let (normal, gap) = character.gap_to(other);
        let touch_gap = f64::from(character.touch_gap) + f64::from(other.touch_gap);
        let is_solid = character.each_other.min(other.each_other) == EachOther::Solid;
        let free = gap - if is_solid { touch_gap } else { 0.0 };
        if free > 0.0 && (!is_solid || free * share(character.mass, other.mass) > ways.along(normal)) {
            return;
        }
        let distance = character.distance_in_radii(other, gap);
        let near =
            Near { gap, distance, tie: other.tie, normal, mass: other.mass, touch_gap, is_solid, rank: other.rank };
        let comes_before = |known: &Near| (known.gap, known.tie) < (gap, other.tie);
        let place = self.near[..self.near_count].partition_point(comes_before);
        if self.near[..self.near_count].get(place).is_some_and(|known| known.tie == other.tie) {
            return;
        }
        self.is_crowded |= self.near_count == MAX_NEIGHBOURS;
        if place == MAX_NEIGHBOURS {
            return;
        }
        self.near_count = (self.near_count + 1).min(MAX_NEIGHBOURS);
        self.near[place..self.near_count].rotate_right(1);
        self.near[place] = near;
    }

    /// Computes the bounds on the character's move, and its push, from the near characters that were added.
    pub(crate) fn finish(&mut self, character: &BodyCapsule, ways: &Ways, seconds: f32) {
        let (mut push, up) = (DVec3::ZERO, ways.up.as_dvec3());
        let most = character.most_push(seconds);
        let (mut is_heap, mut nearest) = (self.rank != BodyCapsule::NO_RANK, f64::INFINITY);
        for near in &self.near[..self.near_count] {
            let &Near { gap, normal, mass, touch_gap, is_solid, .. } = near;
            if is_solid {
                let gives = (gap - touch_gap).max(0.0) * share(character.mass, mass);
                self.bounds[self.bound_count] = Bound { normal: normal.as_vec3(), gives: gives as f32 };
                self.bound_count += 1;
                is_heap |= gap < 0.0;
                nearest = nearest.min(gap - CLEAR_GAP_PART * touch_gap);
            }
            self.overlaps += u32::from(gap < 0.0);
            let keeps = if is_solid { LEAST_GAP_PART * touch_gap } else { 0.0 };
            if let Some(away) = near.push(character.mass, keeps) {
                push += away;
            }
            if let Some(off) = near.push_off_head(up, most) {
                push += off;
            }
        }
        self.push = push.clamp_length_max(most).as_vec3();
        self.is_unsure = nearest < 0.0 || self.is_crowded || !self.is_seen || ways.are_too_long();
        if is_heap {
            self.part_heap(character, ways.up, most);
        }
    }

    /// Whether the character may rest: while no near character moves, its next move gives the same result and counts nothing.
    pub(crate) fn can_rest(&self) -> bool {
        self.is_seen && !self.is_crowded && self.overlaps == 0 && self.rank == BodyCapsule::NO_RANK
    }

    /// The bounds on the character's move from near characters, those from the nearest first.
    pub(crate) fn bounds(&self) -> &[Bound] {
        &self.bounds[..self.bound_count]
    }

    /// Fraction of `motion` from `offset` (relative to the start of the step, metres) that satisfies all bounds, to rounding.
    pub(crate) fn part(&self, offset: Vec3, motion: Vec3) -> f32 {
        let rounding = CLIP_LEAN * motion.length();
        self.bounds().iter().fold(1.0_f32, |part, bound| {
            let (room, closing) = (bound.room(offset), -bound.normal.dot(motion));
            if closing > room + rounding { part.min(room / closing) } else { part }
        })
    }

    /// Copy of the neighbourhood with the bounds relative to a start of the move displaced by `moved`, metres.
    pub(crate) fn after(&self, moved: Vec3) -> Self {
        self.mapped(|bound| Bound { gives: bound.room(moved), ..*bound })
    }

    /// Copy of the neighbourhood with bounds and push in body space.
    pub(crate) fn turned(&self, turn: &Turn) -> Self {
        let turned = self.mapped(|bound| Bound { normal: turn.body_displacement(bound.normal), ..*bound });
        Self { push: turn.body_displacement(self.push), ..turned }
    }

    fn mapped(&self, map: impl Fn(&Bound) -> Bound) -> Self {
        let mut mapped = self.clone();
        mapped.bounds[..self.bound_count].iter_mut().for_each(|bound| *bound = map(bound));
        mapped
    }
}
