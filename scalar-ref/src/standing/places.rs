//! All places of a world: the clear intervals above each.
//!
//! In: triangles, the radii of a hull, and half its upright spine. Out: the clear intervals at a place, and the successor of an interval.
//!
//! The blocked intervals of all triangles are sorted by their lower ends and merged; what remains is clear. Triangles are listed
//! by square cells of a radius, when a cell is first asked for.

use super::interval::{Contact, Interval};
use super::obstacle::{Blocked, Feature, Obstacle};
use crate::brute_force::{Triangle, closest_on_segment};
use glam::{DQuat, DVec2, DVec3, Vec3Swizzles};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// Height below which a gap is no interval, metres.
const THINNEST: f64 = 1e-9;

/// Height above the upper end of an interval up to which its successor may begin, metres: where floor and overhang pinch the hull, an
/// increment along both rises past it.
const PINCHED: f64 = 0.02;

/// Distance up to which two points of contact are one, metres.
const SAME_POINT: f64 = 1e-7;

/// A world of triangles around a hull. Up is +y.
#[derive(Debug)]
pub struct Places {
    radii: DVec3,
    /// Half the length of the hull's upright spine, scaled by its upright radius.
    half: f64,
    triangles: Vec<Obstacle>,
    cells: RefCell<HashMap<[i64; 2], Rc<[usize]>>>,
}

/// Turns triangles so that a unit vector becomes +y, about the axis across both.
#[must_use]
pub fn upright(triangles: &[Triangle], up: DVec3) -> Vec<Triangle> {
    let turn = DQuat::from_rotation_arc(up, DVec3::Y);
    triangles.iter().map(|triangle| triangle.map(|v| turn * v)).collect()
}

impl Places {
    /// Takes the world's triangles, and the radii of the hull: body and skin; metres.
    #[must_use]
    pub fn new(triangles: &[Triangle], radii: DVec3) -> Self {
        Self::of_capsule(triangles, radii, 0.0)
    }

    /// As [`new`](Self::new), for a hull that is swept along an upright spine of half the length `half`, metres. A place is blocked at a
    /// height if the ellipsoid anywhere along the spine is: each blocked interval is longer by `half` at both ends.
    #[must_use]
    pub fn of_capsule(triangles: &[Triangle], radii: DVec3, half: f64) -> Self {
        let triangles = triangles.iter().map(|triangle| Obstacle::new(triangle, radii)).collect();
        Self { radii, half: half / radii.y, triangles, cells: RefCell::default() }
    }

    /// Radii of the hull, metres.
    #[must_use]
    pub fn radii(&self) -> DVec3 {
        self.radii
    }

    /// Half the extent of the hull along a level unit vector, metres.
    #[must_use]
    pub fn extent(&self, direction: DVec2) -> f64 {
        (self.radii.xz() * direction).length()
    }

    /// Returns the clear intervals at a place, from below.
    #[must_use]
    pub fn intervals(&self, place: DVec2) -> Vec<Interval> {
        let scaled = place / self.radii.xz();
        let near = self.near(scaled);
        let blocked = near.iter().filter_map(|&index| {
            let blocked = self.triangles[index].blocked(scaled)?;
            Some((index, Blocked { low: blocked.low - self.half, high: blocked.high + self.half, ..blocked }))
        });
        let mut blocked: Vec<(usize, Blocked)> = blocked.collect();
        blocked.sort_by(|(_, one), (_, other)| one.low.total_cmp(&other.low));
        let thinnest = THINNEST / self.radii.y;
        let mut clear = Vec::new();
        let mut below: Option<(usize, Blocked)> = None;
        for (index, one) in blocked {
            let Some((_, reached)) = &below else {
                clear.push(self.interval(place, None, one.low));
                below = Some((index, one));
                continue;
            };
            if one.low > reached.high + thinnest {
                clear.push(self.interval(place, below, one.low));
                below = Some((index, one));
            } else if one.high > reached.high + thinnest
                || one.high >= reached.high - thinnest && one.point.y < reached.point.y
            {
                // Of contacts at one height the one that faces up most, which is the lowest.
                below = Some((index, Blocked { high: one.high.max(reached.high), ..one }));
            }
        }
        clear.push(self.interval(place, below, f64::INFINITY));
        clear
    }

    /// Returns the interval with this height at a place; within `slack` metres, if none has it.
    #[must_use]
    pub fn interval_at(&self, place: DVec2, height: f64, slack: f64) -> Option<Interval> {
        let off = |interval: &Interval| (interval.low - height).max(height - interval.high).max(0.0);
        let nearest = self.intervals(place).into_iter().min_by(|one, other| off(one).total_cmp(&off(other)))?;
        (off(&nearest) <= slack).then_some(nearest)
    }

    /// Returns the successor of an interval at a neighbouring place: the interval that contains its lower end; otherwise the
    /// lowest one that begins above its lower end, and not above its upper end.
    #[must_use]
    pub fn successor(&self, of: &Interval, place: DVec2) -> Option<Interval> {
        let all = self.intervals(place);
        let holds = all.iter().find(|interval| interval.low <= of.low && of.low <= interval.high);
        let begins = || all.iter().find(|interval| interval.low > of.low && interval.low <= of.high + PINCHED);
        holds.or_else(begins).copied()
    }

    /// Whether `other` touches the same vertex or edge as `one`, whichever triangle has it. A face is never the same.
    #[must_use]
    pub fn is_same(&self, one: &Contact, other: &Contact) -> bool {
        let obstacle = &self.triangles[one.triangle];
        let corner = |number: u8| obstacle.corner(number) * self.radii;
        let nearest = match one.feature {
            Feature::Face => return false,
            Feature::Vertex(number) => corner(number),
            Feature::Edge(number) => closest_on_segment(other.point, corner(number), corner((number + 1) % 3)),
        };
        other.feature != Feature::Face && nearest.distance(other.point) <= SAME_POINT
    }

    /// Height and upward unit normal of the highest face at or below a point, metres; `None` if there is none.
    #[must_use]
    pub fn face_below(&self, point: DVec3) -> Option<(f64, DVec3)> {
        let scaled = point.xz() / self.radii.xz();
        let near = self.near(scaled);
        let heights = near.iter().filter_map(|&index| Some((self.triangles[index].height_at(scaled)?, index)));
        let below = heights.filter(|&(height, _)| height * self.radii.y <= point.y);
        let (height, index) = below.max_by(|one, other| one.0.total_cmp(&other.0))?;
        Some((height * self.radii.y, self.triangles[index].upward(self.radii)))
    }

    fn interval(&self, place: DVec2, below: Option<(usize, Blocked)>, high: f64) -> Interval {
        let high = high * self.radii.y;
        let Some((triangle, Blocked { high: low, point, feature, .. })) = below else {
            return Interval { low: f64::NEG_INFINITY, high, contact: None };
        };
        let place = place / self.radii.xz();
        // The lower end of the spine touches.
        let normal = ((DVec3::new(place.x, low - self.half, place.y) - point) / self.radii).normalize();
        let contact = Contact { point: point * self.radii, normal, triangle, feature };
        Interval { low: low * self.radii.y, high, contact: Some(contact) }
    }

    /// Indices of the triangles that can block a scaled place.
    fn near(&self, place: DVec2) -> Rc<[usize]> {
        let cell = place.floor();
        let key = [cell.x as i64, cell.y as i64];
        let mut cells = self.cells.borrow_mut();
        let list = || {
            let meets = |one: &Obstacle| one.least.cmple(cell + 1.0).all() && one.most.cmpge(cell).all();
            (0..).zip(&self.triangles).filter(|(_, one)| meets(one)).map(|(index, _)| index).collect()
        };
        Rc::clone(cells.entry(key).or_insert_with(list))
    }
}
