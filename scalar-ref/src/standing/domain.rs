//! What carries a hull at a place, and where the places end that carry.
//!
//! In: a world, the limits of a walker, a place and an interval. Out: the [`Class`] of what is touched at the lower end; the [`Next`]
//! of a small increment.
//!
//! - *Floor*: the contact's normal is no steeper than the greatest slope. An edge is none to whoever rises onto it, if no floor begins
//!   within a step below it, right beside it or where the hull comes down off it.
//! - *Step*: another contact that faces up, with a floor at its foot (*base*) and a floor on it (*top*). Both are found by a *trace*:
//!   the successors of the interval in a straight level line, up to the first floor. A trace fails where there is no successor, and
//!   where a contact or the floor lies beyond the height that is allowed. It may turn by up to 30°, as a wall may stand beside a step.
//!   Off the obstacle, to its base, a hull that is pushed also slides along what it meets.
//! - *Steep*: neither.

use super::interval::{Contact, Interval};
use super::obstacle::{Feature, level};
use super::places::Places;
use super::turn::least_turn;
use glam::{DVec2, DVec3};

/// Increments of a trace along the extent of the hull.
const TRACE_INCREMENTS: f64 = 30.0;

/// Halvings of an increment in which something stops a trace, or the hull comes to touch something else.
const STOP_HALVINGS: u32 = 8;

/// Halvings of the first increment of a trace.
const FIRST_HALVES: i32 = 5;

/// Parts of an increment that leads from rim to rim of a slot, in which the slot is looked for.
const SLOT_INCREMENTS: u32 = 16;

/// Directions of a trace, degrees from the stated one, in the order of the attempts.
const SECTOR: [f64; 7] = [0.0, 3.0, -3.0, 10.0, -10.0, 30.0, -30.0];

/// Slack of heights that are compared with a limit, metres.
const HEIGHT_SLACK: f64 = 1e-6;

/// Distance from an edge at which the face beside it is looked for, metres.
const BESIDE: f64 = 1e-4;

/// Halvings by which the end of a contact with an edge is found.
const HALVINGS: usize = 24;

/// Radii of the circles on which the lower end is compared for a funnel, metres, from the inner one.
const FUNNEL_CIRCLES: [f64; 3] = [0.002, 0.005, 0.01];
/// Directions of such a circle; the best one is refined.
const FUNNEL_DIRECTIONS: u32 = 96;

/// Limits of a walker; metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Cosine of the greatest slope of a floor.
    pub slope_cosine: f64,
    /// Height of the highest step.
    pub step_height: f64,
    /// Depth of the deepest snap.
    pub snap_distance: f64,
}

/// What the lower end of an interval rests on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Class {
    /// Nothing below.
    Nothing,
    /// A floor.
    Floor,
    /// A step between two floors; heights of both, metres.
    Step {
        /// Height of the floor at its foot.
        base: f64,
        /// Height of the floor on it.
        top: f64,
    },
    /// A surface that is steep, and no step.
    Steep,
}

/// What a small increment leads to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Next {
    /// A place that carries; its interval.
    Carried(Interval),
    /// A place that does not carry, where a fall begins; its interval.
    Falls(Interval),
    /// No place to go.
    Wall,
}

/// The places of a world that carry a walker.
#[derive(Debug)]
pub struct Domain<'a> {
    /// The world around the hull.
    pub places: &'a Places,
    /// Limits of the walker.
    pub limits: Limits,
    /// Directions of a trace, degrees from the stated one, in the order of the attempts.
    sector: &'static [f64],
}

/// A trace: its level unit direction, its length, and the heights between which contacts and the floor must lie.
struct Trace {
    direction: DVec2,
    length: f64,
    highest: f64,
    lowest: f64,
}

impl Trace {
    /// The height of a floor, if it is not too low.
    fn floor(&self, height: f64) -> Option<f64> {
        (height >= self.lowest - HEIGHT_SLACK).then_some(height)
    }
}

impl Class {
    /// Whether it carries.
    #[must_use]
    pub fn carries(&self) -> bool {
        matches!(self, Self::Floor | Self::Step { .. })
    }
}

impl<'a> Domain<'a> {
    /// Makes the domain of a walker.
    #[must_use]
    pub fn new(places: &'a Places, limits: Limits) -> Self {
        Self { places, limits, sector: &SECTOR }
    }

    /// The same domain with straight traces only: steps that are found by a trace that turns are none.
    #[must_use]
    pub fn straight(self) -> Self {
        Self { sector: &SECTOR[..1], ..self }
    }

    /// Whether a contact is with a floor.
    #[must_use]
    pub fn is_floor(&self, contact: &Contact) -> bool {
        contact.normal.y >= self.limits.slope_cosine
    }

    /// What carries the hull at the lower end of an interval. `rises`: for a walker that has come up to it.
    #[must_use]
    pub fn class(&self, place: DVec2, interval: &Interval, rises: bool) -> Class {
        let Some(contact) = &interval.contact else { return Class::Nothing };
        if self.is_floor(contact) {
            let is_edge = contact.feature != Feature::Face;
            let asks = rises && is_edge && self.limits.step_height < self.cap(contact);
            return if asks && !self.rolls_over(place, interval, contact) { Class::Steep } else { Class::Floor };
        }
        let Some(off) = contact.off().filter(|_| contact.normal.y > 0.0) else { return Class::Steep };
        let Limits { step_height, snap_distance, .. } = self.limits;
        let limit = if rises { step_height } else { step_height.max(snap_distance) };
        let height = contact.point.y;
        let extent = self.places.extent(off);
        let beside = (place - level(contact.point)).dot(off);
        let lowest = height - limit;
        let down = Trace { direction: off, length: 2.0 * extent - beside, highest: height + limit, lowest };
        let base = self.first_floor(place, interval, &down).or_else(|| self.slid_floor(place, interval, &down));
        let Some(base) = base else { return Class::Steep };
        let over = Trace { direction: -off, length: beside + extent, highest: base + limit, lowest };
        match self.first_floor(place, interval, &over) {
            Some(top) => Class::Step { base, top },
            None => Class::Steep,
        }
    }

    /// Whether steep surfaces hold the hull at a place: the lower end is least there, within a centimetre.
    #[must_use]
    pub fn is_funnel(&self, place: DVec2, interval: &Interval) -> bool {
        let lower = |radius: f64| self.least_around(place, interval, radius);
        let [inner, middle, outer] = FUNNEL_CIRCLES.map(lower);
        interval.contact.is_some() && interval.low.min(inner).min(middle) < outer
    }

    /// What a small increment from a place with an interval to another place leads to. The lower end may jump up by a step and down by
    /// a snap, besides what a slope makes of the increment, and the touched point up by a step: the first floor off an edge may be another
    /// edge that is too high for a step, too.
    #[must_use]
    pub fn next(&self, start: DVec2, from: &Interval, place: DVec2) -> Next {
        let Some(to) = self.places.successor(from, place) else { return Next::Wall };
        let up = to.low - from.low;
        let Limits { step_height, snap_distance, .. } = self.limits;
        let on_slope = self.jump(start.distance(place));
        let climbs = from.contact.zip(to.contact).map_or(0.0, |(one, other)| other.point.y - one.point.y);
        let is_too_high = up.max(climbs) > step_height + on_slope;
        if up > 0.0 && is_too_high || up > on_slope && !self.rim_carries(start, from, place, true) {
            return Next::Wall;
        }
        let carries = self.class(place, &to, up > 0.0).carries();
        let drops = -up > snap_distance + on_slope || -up > on_slope && !self.rim_carries(start, from, place, false);
        if carries && !drops {
            return Next::Carried(to);
        }
        if up > 0.0 || !carries && self.is_foot(place, &to) { Next::Wall } else { Next::Falls(to) }
    }

    /// Whether the hull is carried at the rim of an increment that is steeper than any floor: where it first touches what it `rises`
    /// to, or last touches what it comes down from. A low body touches it with a floor's normal in the next millimetres.
    fn rim_carries(&self, start: DVec2, from: &Interval, place: DVec2, rises: bool) -> bool {
        let (mut low, mut high) = (0.0, 1.0);
        let (mut below, mut above) = (*from, None);
        for _ in 0..HALVINGS {
            let middle = 0.5 * (low + high);
            let at = start.lerp(place, middle);
            let Some(next) = self.places.successor(&below, at) else { break };
            // Up: the first place that is higher than what slopes make of the increment. Down: the last place that is not yet lower.
            let has_jumped = (next.low - from.low).abs() > self.jump(start.distance(at));
            if has_jumped {
                (high, above) = (middle, Some((at, next)));
            } else {
                (low, below) = (middle, next);
            }
        }
        let rim = if rises { above } else { Some((start.lerp(place, low), below)) };
        rim.is_none_or(|(at, interval)| self.class(at, &interval, rises).carries())
    }

    /// Change of the lower end on a way that is more than a slope makes of it, metres.
    fn jump(&self, way: f64) -> f64 {
        let cosine = self.limits.slope_cosine;
        way * (1.0 - cosine * cosine).sqrt() / cosine + HEIGHT_SLACK
    }

    /// Whether the places just off a steep surface carry: this is its foot, not the rim of an abyss.
    fn is_foot(&self, place: DVec2, interval: &Interval) -> bool {
        let Some(off) = interval.contact.and_then(|contact| contact.off()) else { return false };
        let increment = self.places.extent(off) / TRACE_INCREMENTS;
        [0.25, 0.5, 1.0].into_iter().any(|part| {
            let beside = place + off * (increment * part);
            let next = self.places.successor(interval, beside);
            next.is_some_and(|next| self.class(beside, &next, false).carries())
        })
    }

    /// Height of the first floor along a trace, or along one that is turned by up to 30°.
    fn first_floor(&self, from: DVec2, interval: &Interval, trace: &Trace) -> Option<f64> {
        self.sector.iter().find_map(|degrees| {
            let direction = DVec2::from_angle(degrees.to_radians()).rotate(trace.direction);
            self.trace(from, interval, &Trace { direction, ..*trace })
        })
    }

    /// Height of the first floor along a trace.
    fn trace(&self, from: DVec2, interval: &Interval, trace: &Trace) -> Option<f64> {
        let (mut last, mut gone) = (*interval, 0.0);
        for way in self.ways(trace) {
            let Some(next) = self.successor_below(&last, from + trace.direction * way, trace.highest) else {
                return self.floor_before_stop(from, &last, trace, [gone, way]);
            };
            self.goes_on(trace, [gone, way].map(|way| from + trace.direction * way), [&last, &next])?;
            let contact = next.contact?;
            let begin = || self.floor_where_it_begins(from, &last, trace, [gone, way], &contact);
            let floor = if self.is_floor(&contact) { Some(contact.point.y) } else { begin() };
            if let Some(height) = floor {
                return trace.floor(height);
            }
            (last, gone) = (next, way);
        }
        None
    }

    /// Height of a contact, if the hull touches it like a floor where it first comes to it, between two places of a trace.
    fn floor_where_it_begins(
        &self,
        from: DVec2,
        last: &Interval,
        trace: &Trace,
        ways: [f64; 2],
        contact: &Contact,
    ) -> Option<f64> {
        let is_new = last.contact.is_some_and(|before| !self.places.is_same(&before, contact));
        // A face is a floor everywhere or nowhere.
        if contact.feature == Feature::Face || !is_new {
            return None;
        }
        let ([mut before, mut after], mut last, mut first) = (ways, *last, *contact);
        for _ in 0..STOP_HALVINGS {
            let middle = 0.5 * (before + after);
            let next = self.places.successor(&last, from + trace.direction * middle)?;
            if let Some(one) = next.contact.filter(|one| self.places.is_same(one, contact)) {
                (after, first) = (middle, one);
            } else {
                (before, last) = (middle, next);
            }
        }
        self.is_floor(&first).then_some(first.point.y)
    }

    /// The successor at a place; `None` if there is none, or its contact is higher than `highest`.
    fn successor_below(&self, last: &Interval, place: DVec2, highest: f64) -> Option<Interval> {
        let next = self.places.successor(last, place)?;
        next.contact.is_none_or(|contact| contact.point.y <= highest + HEIGHT_SLACK).then_some(next)
    }

    /// Height of a floor at the place where something stops a trace, between two of its places.
    fn floor_before_stop(&self, from: DVec2, last: &Interval, trace: &Trace, ways: [f64; 2]) -> Option<f64> {
        let ([mut free, mut stopped], mut last) = (ways, *last);
        for _ in 0..STOP_HALVINGS {
            let middle = 0.5 * (free + stopped);
            if let Some(next) = self.successor_below(&last, from + trace.direction * middle, trace.highest) {
                (free, last) = (middle, next);
            } else {
                stopped = middle;
            }
        }
        let contact = last.contact.filter(|contact| self.is_floor(contact))?;
        trace.floor(contact.point.y)
    }

    /// Height of the first floor to which a hull slides that is pushed by a trace.
    fn slid_floor(&self, from: DVec2, interval: &Interval, trace: &Trace) -> Option<f64> {
        // A domain of straight traces has no others.
        if self.sector.len() == 1 {
            return None;
        }
        let (mut place, mut last, mut gone) = (from, *interval, 0.0);
        for way in self.ways(trace) {
            let turned = |degrees: f64| {
                let turn = DVec2::from_angle(degrees.to_radians());
                let there = place + turn.rotate(trace.direction) * (turn.x * (way - gone));
                self.successor_below(&last, there, trace.highest).map(|next| (there, next))
            };
            let (there, next) = least_turn(turned)?;
            let contact = next.contact?;
            self.goes_on(trace, [place, there], [&last, &next])?;
            (place, last, gone) = (there, next, way);
            if self.is_floor(&contact) {
                return trace.floor(contact.point.y);
            }
        }
        None
    }

    /// `None` if there is an abyss between two places of a trace, of which the hull touches different rims.
    fn goes_on(&self, trace: &Trace, [from, to]: [DVec2; 2], [last, next]: [&Interval; 2]) -> Option<()> {
        let (before, after) = (last.contact?, next.contact?);
        if before.point.distance(after.point) > self.places.extent(trace.direction) {
            self.crosses_slot(from, last, to)?;
        }
        Some(())
    }

    /// `None` if there is an abyss between two places where the hull touches different rims.
    fn crosses_slot(&self, from: DVec2, interval: &Interval, to: DVec2) -> Option<()> {
        let mut last = *interval;
        for number in 1..SLOT_INCREMENTS {
            let place = from.lerp(to, f64::from(number) / f64::from(SLOT_INCREMENTS));
            last = self.places.successor(&last, place).filter(|next| next.contact.is_some())?;
        }
        Some(())
    }

    /// Places of a trace, metres from its start; the last one is its length. The first are near: the hull may rest flat enough on an edge
    /// that it leaves at once.
    fn ways(&self, trace: &Trace) -> impl Iterator<Item = f64> + use<> {
        let increment = self.places.extent(trace.direction) / TRACE_INCREMENTS;
        let count = (trace.length / increment).ceil().max(0.0);
        let length = trace.length;
        let halves = (1..=FIRST_HALVES).rev().map(|number| 0.5_f64.powi(number));
        let wholes = (1..=count as u32).map(f64::from);
        halves.filter(move |_| count > 0.0).chain(wholes).map(move |number| length * number / count)
    }

    /// Height of an edge above its foot up to which the hull touches it with a floor's normal, metres.
    fn cap(&self, contact: &Contact) -> f64 {
        let cosine = self.limits.slope_cosine;
        let tangent = (1.0 - cosine * cosine).sqrt() / cosine;
        let level = contact.off().map_or(self.places.radii().x, |off| self.places.extent(off));
        let height = self.places.radii().y;
        let sine = tangent / tangent.hypot(height / level);
        height * (1.0 - (1.0 - sine * sine).sqrt())
    }

    /// Whether a floor begins no more than a step below an edge: right beside it, or where the hull first comes to one.
    fn rolls_over(&self, place: DVec2, interval: &Interval, edge: &Contact) -> bool {
        let Some(off) = edge.off() else { return true };
        if self.is_beside_floor(edge, off) {
            return true;
        }
        let beside = (place - level(edge.point)).dot(off);
        let length = 2.0 * self.places.extent(off) - beside;
        let lowest = edge.point.y - self.limits.step_height;
        self.sector.iter().any(|degrees| {
            let direction = DVec2::from_angle(degrees.to_radians()).rotate(off);
            let trace = Trace { direction, length, highest: f64::INFINITY, lowest };
            self.leaves(place, interval, edge, &trace).is_some_and(|height| height >= lowest - HEIGHT_SLACK)
        })
    }

    /// Whether the first face below a point right beside an edge is a floor no more than a step below the edge.
    fn is_beside_floor(&self, edge: &Contact, off: DVec2) -> bool {
        let beside = edge.point + BESIDE * DVec3::new(off.x, 1.0, off.y);
        let lowest = edge.point.y - self.limits.step_height - self.jump(BESIDE);
        let face = self.places.face_below(beside);
        face.is_some_and(|(height, normal)| height >= lowest && normal.y >= self.limits.slope_cosine)
    }

    /// Height of the first floor along a trace that is not the edge where the trace begins; the place where the hull comes to touch it
    /// is found by halving.
    fn leaves(&self, from: DVec2, interval: &Interval, edge: &Contact, trace: &Trace) -> Option<f64> {
        let is_other = |contact: &Contact| self.is_floor(contact) && !self.places.is_same(edge, contact);
        let (mut before, mut last) = (0.0, *interval);
        for way in self.ways(trace) {
            let next = self.places.successor(&last, from + trace.direction * way)?;
            let mut contact = next.contact?;
            if is_other(&contact) {
                let mut after = way;
                for _ in 0..HALVINGS {
                    let middle = 0.5 * (before + after);
                    let between = self.places.successor(&last, from + trace.direction * middle)?;
                    if let Some(found) = between.contact.filter(&is_other) {
                        (after, contact) = (middle, found);
                    } else {
                        (before, last) = (middle, between);
                    }
                }
                return Some(contact.point.y);
            }
            (before, last) = (way, next);
        }
        None
    }

    /// Least lower end of the successors on a circle around a place.
    fn least_around(&self, place: DVec2, interval: &Interval, radius: f64) -> f64 {
        let at = |angle: f64| {
            let next = self.places.successor(interval, place + DVec2::from_angle(angle) * radius);
            next.map_or(f64::INFINITY, |next| next.low)
        };
        let part = core::f64::consts::TAU / f64::from(FUNNEL_DIRECTIONS);
        let angles = (0..FUNNEL_DIRECTIONS).map(|number| f64::from(number) * part);
        let mut best = angles.map(|angle| (at(angle), angle)).min_by(|one, other| one.0.total_cmp(&other.0));
        let mut width = part;
        for _ in 0..HALVINGS {
            width *= 0.5;
            let Some((least, angle)) = best else { break };
            let sides = [angle - width, angle + width].map(|side| (at(side), side));
            best = sides.into_iter().chain([(least, angle)]).min_by(|one, other| one.0.total_cmp(&other.0));
        }
        best.map_or(f64::INFINITY, |(least, _)| least)
    }
}
