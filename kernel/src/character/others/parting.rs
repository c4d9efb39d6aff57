//! Heaps of solid characters: those that overlap part, and those in their way make room.
//!
//! In: the near characters of one that overlaps a solid one, or that a heap presses; the ranks of all of them, which lead from the
//! inside of a heap to its outside. Out: its push, its bounds, and the displacement that it yields to.
//! 1. A character is pushed away from those that overlap it by a weighted mean of the pushes of all these pairs (a Jacobi solver that
//!    averages: Macklin, Müller, Chentanez and Kim 2014). The weights grow from pair to pair towards the inside (as shocks are
//!    propagated: Guendelman, Bridson and Fedkiw 2003), so that the outer ones do not push the inner ones back.
//! 2. This push turns about up by a small angle: a straight row that two walls hold does not balance.
//! 3. A character gets out of the way of near ones of lower rank, until these have room for the fastest push.
//! 4. A character that 1 or 3 moves goes along its push. Its desired velocity counts only in that direction, and only if it is faster.
//! 5. The bound from an overlapping character gives way by as far as the push as a whole leads towards that character. The bound from
//!    a near one of lower rank leaves the room that this one needs. All other bounds are as they are without a heap.
//!
//! Why the overlaps become less, and end: `docs/math/heaps.md`.

use crate::base::correctly_rounded::CorrectlyRounded;
use crate::base::tolerance::{ASIDE, LEAST_GAP_PART, PARTS_TO, RANK_STEPS};
use crate::character::others::body_capsule::BodyCapsule;
use crate::character::others::neighbourhood::{Near, Neighbourhood, share};
use glam::{DVec3, Vec3};

/// Distance that a character of mass `mass` may come nearer to one of mass `other`, metres, so that this one keeps room for a push of
/// `room` metres; negative if the character has to make room. `free` is the gap between both less their touch gaps.
pub(crate) fn spare_room(free: f64, [mass, other]: [f32; 2], room: f64) -> f64 {
    free * share(mass, other) - room
}

/// Weighted mean of the pushes of overlapping pairs.
struct Apart {
    sum: DVec3,
    /// Sum of the weights, each divided by the part of its pair's motion that the character makes.
    weights: f64,
    pairs: u32,
}

impl Apart {
    fn add(&mut self, push: DVec3, weight: f64) {
        self.sum += push * weight;
        self.weights += 1.0 + weight;
        self.pairs += 1;
    }

    /// The mean, longer the more pairs there are, by less than 2 times: the overlaps still become less.
    fn push(&self) -> DVec3 {
        let pairs = f64::from(self.pairs);
        self.sum * (4.0 * pairs / (self.weights * (pairs + 1.0)))
    }
}

impl Neighbourhood {
    /// Replaces push and bounds by those of a character that overlaps a solid one, or that a heap presses; `most` is the length of the
    /// fastest push, metres.
    #[cold]
    #[inline(never)]
    pub(super) fn part_heap(&mut self, character: &BodyCapsule, up: Vec3, most: f64) {
        let (up, mass) = (up.as_dvec3(), character.mass);
        let mut apart = Apart { sum: DVec3::ZERO, weights: 0.0, pairs: 0 };
        let (mut push, mut place) = (DVec3::ZERO, 0);
        for near in &self.near[..self.near_count] {
            push += near.push_off_head(up, most).unwrap_or(DVec3::ZERO);
            if !near.is_solid {
                push += near.push(mass, 0.0).unwrap_or(DVec3::ZERO);
                continue;
            }
            let overlaps = near.gap < 0.0;
            self.yields |= overlaps;
            let keeps = if overlaps { PARTS_TO } else { LEAST_GAP_PART } * near.touch_gap;
            if let Some(away) = near.push(mass, keeps) {
                apart.add(away, weight(self.rank, near.rank));
            }
            if !overlaps && near.rank < self.rank {
                let spare = spare_room(near.gap - near.touch_gap, [mass, near.mass], 2.0 * most);
                self.yields |= spare < 0.0;
                push += near.normal * (outwards(self.rank, near) * (-spare).clamp(0.0, most));
                let gives = &mut self.bounds[place].gives;
                *gives = gives.min((spare + most).max(0.0) as f32);
            }
            place += 1;
        }
        if apart.pairs > 0 {
            let away = apart.push();
            let aside = if up == DVec3::ZERO { away.any_orthogonal_vector() } else { up.cross(away) };
            push += away + aside * ASIDE;
        }
        let push = push.clamp_length_max(most);
        self.push = push.as_vec3();
        let level = push - up * push.dot(up);
        let solid = self.near[..self.near_count].iter().filter(|near| near.is_solid);
        for (bound, near) in self.bounds.iter_mut().zip(solid) {
            if near.gap < 0.0 {
                bound.gives = (-near.normal.dot(push)).max(-near.normal.dot(level)).max(0.0) as f32;
            }
        }
    }

    /// The displacement of a character that [yields](Self::yields), of which only the part across `up` counts if there is one: along
    /// its push, as far as that or as far as it desires.
    #[cold]
    #[inline(never)]
    pub(crate) fn yielding(&self, desired: Vec3, up: Option<Vec3>) -> Vec3 {
        let push = self.push_across(up);
        let square = push.length_squared();
        let farther = if square > 0.0 { desired.dot(push) / square } else { 0.0 };
        push * farther.max(1.0)
    }

    /// The part of the velocity of a character that yields, along its push; zero if it leads against that.
    #[cold]
    #[inline(never)]
    pub(crate) fn yielding_velocity(&self, velocity: Vec3, up: Option<Vec3>) -> Vec3 {
        let push = self.push_across(up);
        let square = push.length_squared();
        if square > 0.0 { push * (velocity.dot(push) / square).max(0.0) } else { Vec3::ZERO }
    }

    fn push_across(&self, up: Option<Vec3>) -> Vec3 {
        up.map_or(self.push, |up| self.push - up * self.push.dot(up))
    }
}

/// Weight of a pair for the character of rank `rank`, a power of 2; that of the other is `1 / weight`. It is larger than 1 if the other is
/// farther inside.
fn weight(rank: f32, other: f32) -> f64 {
    let steps = |rank: f32| (rank * RANK_STEPS).round_down();
    let outer = (steps(rank) - steps(other)).clamp(-MOST_STEPS, MOST_STEPS) as i32;
    let power = f64::from(1_u32 << outer.unsigned_abs());
    if outer >= 0 { power } else { 1.0 / power }
}

/// Ranks of two characters that touch differ by 1 at most, so that they have no more steps between them.
const MOST_STEPS: f32 = RANK_STEPS + 1.0;

/// Cosine between the way out of a heap and the direction from a near character to the moving one, from the ranks of both.
fn outwards(rank: f32, near: &Near) -> f64 {
    let rise = f64::from(rank) - f64::from(near.rank);
    if rise < near.distance { rise / near.distance } else { 1.0 }
}
