//! The bounds that others set to a move: half-spaces that it must not leave, and a push away from those that overlap.
//!
//! In: the [capsules](crate::character::others::body_capsule) of others, one at a time in any order. Out: the nearest of them, as bounds of a move.
//! 1. Two capsules that are apart by a gap along `n` stay apart if each moves by no more than its share towards the other,
//!    `n · m >= -gap * share`, and the shares add up to 1. Each needs to know of the other only where it starts. So solid
//!    characters that start clear end clear, in whatever order they move. The heavier character has the larger share.
//! 2. Of the gap a touch gap of both is kept, so that the rounding of many steps is no overlap.
//! 3. A character that overlaps another, or is nearer than a part of that gap, is pushed away from it by as much, times the
//!    other's part of both masses; all pushes together go no faster than [`MOST_PUSH`]. The push is a part of the desired
//!    displacement: it is swept, and leads into no wall.
//! 4. A character on another's head is pushed off it. Others are no ground.
//! 5. Beyond some gap nothing binds a move of a given length. [`Ways`] says how long it may be.

use crate::base::correctly_rounded::CorrectlyRounded;
use crate::base::tolerance::{
    CLIP_LEAN, FARTHEST_NEIGHBOUR, HEAD_COSINE, LEAST_GAP_PART, LEAST_SHARE, MAX_NEIGHBOURS, MOST_PUSH,
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

/// How far a move may lead by itself at most, metres.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ways {
    /// Across up.
    level: f64,
    /// Along up.
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
            + MOST_PUSH;
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

    /// How far away along each axis others may be that a character with that share may come near, metres.
    ///
    /// With a way `l` across up and `u` along it, and another that is `x` and `y` farther, `n · m` is at most `(x l + y u) / d`, and
    /// the share of the gap `d` is more than that for any `y` if `x` is more than `(l + √(l² + u²)) / (2 share)`; likewise `y`.
    pub(crate) fn reach(&self, share: f64) -> Vec3 {
        let Self { level, upright, up } = *self;
        let [across, along] = [level, upright].map(|way| ((way + self.longest()) / (2.0 * share)) as f32);
        let along_axis = |axis: f32| across * (1.0 - axis * axis).max(0.0).root() + along * axis.abs();
        Vec3::from_array(up.to_array().map(along_axis)).min(Vec3::splat(FARTHEST_NEIGHBOUR))
    }

    /// How far it may lead across the second axis, along it, and at all, metres.
    pub(crate) fn about_second_axis(&self) -> [f32; 3] {
        let longest = self.longest() as f32;
        let is_up = self.up.y.abs() == 1.0;
        if is_up { [self.level as f32, self.upright as f32, longest] } else { [longest; 3] }
    }

    /// How far it leads along a direction at most, metres.
    fn along(&self, direction: DVec3) -> f64 {
        let cosine = direction.dot(self.up.as_dvec3()).abs().min(1.0);
        self.level * (1.0 - cosine * cosine).root() + self.upright * cosine
    }

    /// All of it, metres.
    fn longest(&self) -> f64 {
        (self.level * self.level + self.upright * self.upright).root()
    }
}

/// The least share of a gap that a character of this mass has among others of which the heaviest has that mass.
pub(crate) fn least_share(mass: f32, heaviest: f32) -> f64 {
    share(mass, heaviest)
}

/// The part of the gap to another that is a character's own.
fn share(mass: f32, other: f32) -> f64 {
    part(mass, other).clamp(LEAST_SHARE, 1.0 - LEAST_SHARE)
}

/// The part of a mass of the sum of both.
fn part(mass: f32, other: f32) -> f64 {
    f64::from(mass) / (f64::from(mass) + f64::from(other))
}

/// Another who is near.
#[derive(Clone, Copy, Debug)]
struct Near {
    gap: f64,
    tie: Tie,
    /// From the other to this one.
    normal: DVec3,
    mass: f32,
    /// Of both, metres.
    touch_gap: f64,
    is_solid: bool,
}

/// The characters near one at the start of a step, and the bounds that they set to its move.
#[derive(Clone, Debug)]
pub(crate) struct Neighbourhood {
    near: [Near; MAX_NEIGHBOURS],
    near_count: usize,
    bounds: [Bound; MAX_NEIGHBOURS],
    bound_count: usize,
    /// A displacement away from those who overlap, metres.
    pub(crate) push: Vec3,
    /// Whether there are more than count.
    pub(crate) is_crowded: bool,
    /// How many of those that count overlap.
    pub(crate) overlaps: u32,
    /// Whether others see it: it was among those that were added.
    pub(crate) is_seen: bool,
}

impl Default for Neighbourhood {
    fn default() -> Self {
        let near = Near { gap: 0.0, tie: 0, normal: DVec3::ZERO, mass: 0.0, touch_gap: 0.0, is_solid: false };
        Self {
            near: [near; MAX_NEIGHBOURS],
            near_count: 0,
            bounds: [Bound { normal: Vec3::ZERO, gives: 0.0 }; MAX_NEIGHBOURS],
            bound_count: 0,
            push: Vec3::ZERO,
            is_crowded: false,
            overlaps: 0,
            is_seen: false,
        }
    }
}

impl Neighbourhood {
    /// Nobody is near.
    pub(crate) fn clear(&mut self) {
        (self.near_count, self.bound_count, self.push) = (0, 0, Vec3::ZERO);
        (self.is_crowded, self.overlaps, self.is_seen) = (false, 0, false);
    }

    /// Adds another, unless it is too far to matter to a character that goes no farther than `ways`, or enough nearer ones are
    /// known. Neither the order of the calls nor a repeated one changes the result. A character that is added to its own
    /// neighbourhood only learns that others see it.
    pub(crate) fn add(&mut self, character: &BodyCapsule, other: &BodyCapsule, ways: &Ways) {
        if other.tie == character.tie {
            self.is_seen = true;
            return;
        }
        let (normal, gap) = character.gap_to(other);
        let touch_gap = f64::from(character.touch_gap) + f64::from(other.touch_gap);
        let is_solid = character.each_other.min(other.each_other) == EachOther::Solid;
        let free = gap - if is_solid { touch_gap } else { 0.0 };
        if free > 0.0 && (!is_solid || free * share(character.mass, other.mass) > ways.along(normal)) {
            return;
        }
        let near = Near { gap, tie: other.tie, normal, mass: other.mass, touch_gap, is_solid };
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

    /// Makes bounds and the push of those that were added.
    pub(crate) fn finish(&mut self, character: &BodyCapsule, ways: &Ways, seconds: f32) {
        let (mut push, up) = (DVec3::ZERO, ways.up.as_dvec3());
        let most = f64::from(MOST_PUSH * seconds);
        for near in &self.near[..self.near_count] {
            let &Near { gap, normal, mass, touch_gap, is_solid, .. } = near;
            if is_solid {
                let gives = (gap - touch_gap).max(0.0) * share(character.mass, mass);
                self.bounds[self.bound_count] = Bound { normal: normal.as_vec3(), gives: gives as f32 };
                self.bound_count += 1;
            }
            self.overlaps += u32::from(gap < 0.0);
            let too_near = if is_solid { LEAST_GAP_PART * touch_gap - gap } else { -gap };
            if too_near > 0.0 {
                push += normal * (too_near * part(mass, character.mass));
            }
            if gap <= touch_gap + most && normal.dot(up) > HEAD_COSINE {
                let level = normal - up * normal.dot(up);
                push += level.try_normalize().unwrap_or_else(|| up.any_orthonormal_vector()) * most;
            }
        }
        self.push = push.clamp_length_max(most).as_vec3();
    }

    /// Whether another move would find the same while nobody near moves, and says nothing that is counted.
    pub(crate) fn can_rest(&self) -> bool {
        self.is_seen && !self.is_crowded && self.overlaps == 0
    }

    /// The bounds, nearest first.
    pub(crate) fn bounds(&self) -> &[Bound] {
        &self.bounds[..self.bound_count]
    }

    /// The part of a motion that leads out of no bound by more than rounding, from `offset` from the start, metres.
    pub(crate) fn part(&self, offset: Vec3, motion: Vec3) -> f32 {
        let rounding = CLIP_LEAN * motion.length();
        self.bounds().iter().fold(1.0_f32, |part, bound| {
            let (room, closing) = (bound.room(offset), -bound.normal.dot(motion));
            if closing > room + rounding { part.min(room / closing) } else { part }
        })
    }

    /// The same for a character that has come by `moved` to where the move begins.
    pub(crate) fn after(&self, moved: Vec3) -> Self {
        self.mapped(|bound| Bound { gives: bound.room(moved), ..*bound })
    }

    /// The same as seen from a body that is turned.
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
