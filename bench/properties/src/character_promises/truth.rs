//! The truth about a step, in `f64`: room at its end, triangles that its path crosses, its largest length, its ground.

use super::case::{Case, place};
use super::standing::Standing;
use crate::prisms::is_pierced;
use glam::{DVec3, Vec3};
use sweep8::{CharacterState, Ground, MoveInput, SlideOutcome, SlideStatus};
use sweep8_bench::judging::by_force;
use sweep8_scalar_ref::brute_force::{Triangle, distance, segment_crosses, to_ellipsoid_space};
use sweep8_scalar_ref::slide::HULL_SHARE;
use sweep8_scalar_ref::walking::{self, Displacements, Input, Rules, Walker, displacements, ground_at, move_walker};

/// Allowed penetration depth of the hull into a triangle, radii, per unit of the triangle's largest coordinate in
/// ellipsoid space.
const ROUNDING: f64 = 3e-5;

/// Allowed excess of a step's path over its maximum length, as a fraction of this length.
const LENGTH_PART: f64 = 1e-5;
/// Allowed excess of a step's path over its maximum length in addition to the fraction, metres.
const LENGTH: f64 = 2e-6;

/// Rounding error of the end points of a segment of a step's path, metres.
const WAY_ROUNDING: f64 = 2e-7;

/// Allowed excess of a step up over the step height, as a fraction of the skin, for the gaps above and below.
const LOOK: f64 = 0.25;

/// Most level way off walls on the way up onto a step, as a part of the desired one.
const OFF_WALLS: f64 = 0.25;

/// Leeway by which the walking rules are made stricter and looser: for the slope cosine, and for lengths in metres.
const LEEWAY: [f64; 2] = [1e-4, 1e-3];

/// Maximum distance between the end of a step and the end of its brute-force step, metres; also the change of start and rules that
/// shows whether that end is sure.
const OFF: f64 = 3e-4;
const ASIDE: f64 = 3e-6;

/// Rounding error of the kernel's distance to a triangle, radii per unit of its coordinates in ellipsoid space: a wide
/// triangle may win by this much over a nearer one.
const OF_DISTANCE: f64 = 4.8e-7;

/// Maximum sine of the angle between the normal of a face and that of its rim, at a contact within rounding of both: the kernel may take
/// either normal there.
const LEAN: f64 = 5e-3;

/// Minimum cosine between the reported normal of steep ground and the normal of a contact with it.
const STEEP_COSINE: f32 = 0.999;

/// Minimum cosine of the slope limit for which walks are checked; steeper limits are checked as this one.
const LEAST_WALK_COSINE: f64 = 0.125;

/// Number of bisections of the body's scale in the search for free room: down to 1e-12 of its size.
const HALVINGS: u32 = 40;

/// Which segment of a step up the previous segment of the path was: none, the rise, or the motion over the edge.
enum OnStep {
    No,
    Up,
    Over,
}

/// Returns the largest factor by which the body can be scaled without overlap, along no axis beyond its hull.
pub(super) fn room(case: &Case, center: DVec3) -> f64 {
    let settings = case.profile.settings();
    let radii = settings.shape.radii().as_dvec3();
    let hull = radii + HULL_SHARE * f64::from(settings.skin);
    let is_clear = |factor: f64| {
        let scaled = (radii * factor).min(hull);
        let far = |t: &Triangle| distance(DVec3::ZERO, &t.map(|v| to_ellipsoid_space(v, center, scaled)));
        case.prisms.iter().all(|t| far(t) >= 1.0)
    };
    let whole = (hull / radii).max_element();
    if is_clear(whole) {
        return whole;
    }
    let (mut fits, mut too_large) = (0.0, whole);
    for _ in 0..HALVINGS {
        let middle = 0.5 * (fits + too_large);
        (fits, too_large) = if is_clear(middle) { (middle, too_large) } else { (fits, middle) };
    }
    fits
}

/// A character's step and its result, to be checked by brute force.
pub(super) struct Truth<'a> {
    pub(super) case: &'a Case,
    pub(super) before: &'a CharacterState,
    pub(super) after: &'a CharacterState,
    pub(super) out: &'a SlideOutcome,
    standing: Option<&'a Standing>,
    input: Input,
    moves: Displacements,
}

impl<'a> Truth<'a> {
    pub(super) fn new(
        case: &'a Case,
        [before, after]: [&'a CharacterState; 2],
        input: &MoveInput,
        out: &'a SlideOutcome,
        standing: Option<&'a Standing>,
    ) -> Self {
        let input = by_force::input(input, case.seconds);
        let moves = displacements(&by_force::walker(before), &input, &case.rules(0.0, 0.0));
        Self { case, before, after, out, standing, input, moves }
    }

    fn level(&self, v: DVec3) -> DVec3 {
        v - self.up() * v.dot(self.up())
    }

    fn up(&self) -> DVec3 {
        self.case.up.as_dvec3()
    }

    /// Returns a penetration of the hull at `center` beyond `rounding`, radii, and its triangle; `None` if there is none.
    fn overlap(&self, center: DVec3, rounding: f64) -> Option<(f64, &'a Triangle)> {
        let settings = self.case.profile.settings();
        let radii = settings.shape.radii().as_dvec3() + HULL_SHARE * f64::from(settings.skin);
        let near = |t: &&Triangle| {
            let [a, b, c] = **t;
            (a.min(b).min(c) - center - radii).max_element() <= 0.0
                && (center - radii - a.max(b).max(c)).max_element() <= 0.0
        };
        let deep = |t: &'a Triangle| {
            let local = t.map(|v| to_ellipsoid_space(v, center, radii));
            let size = local.iter().map(|v| v.abs().max_element()).fold(1.0, f64::max);
            (1.0 - distance(DVec3::ZERO, &local) - rounding * size, t)
        };
        self.case.prisms.iter().filter(near).map(deep).find(|(depth, _)| *depth > 0.0)
    }

    /// Returns true if the hull overlapped no triangle at the start of the character's step.
    pub(super) fn began_clear(&self) -> bool {
        let (case, center) = (self.case, place(self.before));
        self.overlap(center, 0.0).is_none() && !is_pierced(&case.profile.shape(), center, &case.exact)
    }

    /// Checks promise 1 (the path is free) for a step that began without overlap.
    pub(super) fn way_is_free(&self) -> Result<(), String> {
        if let Some((depth, triangle)) = self.overlap(place(self.after), ROUNDING) {
            return Err(format!("ends {depth} radii in {triangle:?}"));
        }
        let mut from = place(self.before);
        for waypoint in self.out.waypoints() {
            let to = place(self.before) + waypoint.as_dvec3();
            let (low, high) = (from.min(to), from.max(to));
            let near =
                |[a, b, c]: &&Triangle| a.min(*b).min(*c).cmple(high).all() && low.cmple(a.max(*b).max(*c)).all();
            let crossed = self.case.prisms.iter().filter(near).find(|t| segment_crosses(from, to, t));
            if let Some(triangle) = crossed {
                return Err(format!("crosses {triangle:?} between {from} and {to}"));
            }
            from = to;
        }
        Ok(())
    }

    /// Returns the displacement of each segment of the step's path, metres.
    fn pieces(&self) -> impl Iterator<Item = DVec3> {
        let ways = self.out.waypoints();
        ways.iter().scan(Vec3::ZERO, |from, &to| Some(to.as_dvec3() - std::mem::replace(from, to).as_dvec3()))
    }

    /// Returns the tangent of the maximum slope on which the character walks, with leeway.
    fn steepest(&self) -> f64 {
        let cosine = self.case.rules(LEEWAY[0], 0.0).slope_cosine.max(LEAST_WALK_COSINE);
        (1.0 - cosine * cosine).sqrt() / cosine
    }

    /// Checks promise 2 (the step's path is not longer than desired).
    pub(super) fn way_is_no_longer(&self) -> Result<(), String> {
        let Displacements { first, second, walks, .. } = self.moves;
        let is_steep = self.before.fall_speed > 0.0;
        if walks {
            let level = self.level(self.out.travel.as_dvec3()).length();
            let met_steep = self.out.contacts().iter().any(|contact| {
                let cosine = contact.normal.as_dvec3().dot(self.up());
                cosine > 0.0 && cosine < self.case.rules(0.0, 0.0).slope_cosine
            });
            // A falling character may slide aside.
            let fell = !matches!(self.after.ground(), Ground::Floor(_)) || met_steep;
            let most = self.level(first).length() + if fell { second.length() } else { 0.0 };
            if level > most * (1.0 + LENGTH_PART) + LENGTH {
                return Err(format!("the level way is {level}, not {most}"));
            }
        } else if !is_steep {
            // After a landing the rest of the level part continues over the floor, up and down, also into the air again.
            let has_landed = self.lands() || self.falls() && self.met_floor(&self.case.rules(LEEWAY[0], 0.0));
            let secant = if has_landed { 1.0 + self.steepest() } else { 1.0 };
            let most = (first.length() + second.length()) * secant;
            if f64::from(self.out.path) > most * (1.0 + LENGTH_PART) + LENGTH {
                return Err(format!("the path is longer than {most}"));
            }
        }
        Ok(())
    }

    /// Returns true if the character began the step without walkable ground and ends it on walkable ground.
    fn lands(&self) -> bool {
        self.falls() && self.after.ground().is_grounded()
    }

    /// Returns true if the character began the step without walkable ground.
    fn falls(&self) -> bool {
        !self.before.ground().is_grounded()
    }

    /// Returns true if the fall ended on a floor and the rest of the step was a walk, so that the edge of a stair may
    /// be the ground.
    fn walks_on(&self, rules: &Rules) -> bool {
        rules.walks && self.lands() && self.met_floor(rules)
    }

    fn met_floor(&self, rules: &Rules) -> bool {
        self.out.contacts().iter().any(|contact| rules.is_floor(contact.normal.as_dvec3()))
    }

    /// Checks promise 3 (every change of height in a step has a cause) for a walking character.
    pub(super) fn height_has_its_reasons(&self) -> Result<(), String> {
        if !self.stays() {
            return Ok(());
        }
        let settings = self.case.profile.settings();
        let highest = f64::from(settings.step_height) + LOOK * f64::from(settings.skin) + LENGTH;
        let (mut on_step, mut level, mut stepped) = (OnStep::No, 0.0, 0.0);
        for piece in self.pieces() {
            let (rise, way) = (piece.dot(self.up()), self.level(piece).length());
            level += way;
            // The way up onto a step also leads off the walls that are in the way at its end.
            let is_up = rise > self.steepest() * way * (1.0 + LENGTH_PART) + LENGTH;
            let desired = self.level(self.moves.first).length();
            // The floor on a step may rise, too, on the way over it.
            let highest = highest + self.steepest() * desired;
            if is_up && rise > highest {
                return Err(format!("goes up by {rise}, and a step is {highest} high"));
            }
            if is_up && way > OFF_WALLS * desired + WAY_ROUNDING {
                return Err(format!("rises by {rise} on {way} m of level way"));
            }
            // Up, over and, if there is something behind, down again.
            let is_down = rise < 0.0 && way <= 1e-6 * -rise + WAY_ROUNDING;
            on_step = match on_step {
                _ if is_up => OnStep::Up,
                OnStep::Up => OnStep::Over,
                OnStep::Over if is_down => {
                    stepped += rise;
                    OnStep::No
                }
                _ => OnStep::No,
            };
            if is_up {
                stepped += rise;
            }
        }
        if (stepped - f64::from(self.out.stepped_by)).abs() > 1e-4 && stepped > f64::from(self.out.stepped_by) + 1e-4 {
            return Err(format!("steps rise by {stepped}, reported are {}", self.out.stepped_by));
        }
        let slopes = self.steepest() * level;
        let look = LOOK * f64::from(settings.skin);
        let lowest = slopes + f64::from(settings.snap_distance) + self.moves.second.length() + slopes + look;
        let sunk = -self.out.travel.as_dvec3().dot(self.up());
        if sunk > lowest + LENGTH { Err(format!("goes down by {sunk}, not {lowest}")) } else { Ok(()) }
    }

    /// Returns true if the character walks, and its velocity does not lead up: one that runs up a slope faster than it jumps walks on, and
    /// flies over the crest.
    fn stays(&self) -> bool {
        self.moves.walks && self.moves.second.dot(self.up()) <= 0.0
    }

    /// Checks promises 4 and 5 of a character that walks: its ground is real, and its step leads where a walk by small increments does.
    pub(super) fn walk_is_true(&self) -> Result<(), String> {
        let Some(standing) = self.standing.filter(|_| self.stays()) else { return Ok(()) };
        standing.check(self.case, [self.before, self.after], self.moves.first)
    }

    /// Checks promise 4 (the ground reported after the step is real) for a character that slides or falls.
    pub(super) fn ground_is_true(&self) -> Result<(), String> {
        let (case, center) = (self.case, place(self.after));
        let [stricter, looser] = [-1.0, 1.0].map(|sign| case.rules(sign * LEEWAY[0], sign * LEEWAY[1]));
        if self.moves.walks || self.walks_on(&looser) {
            return Ok(());
        }
        let found = || [&stricter, &looser].map(|rules| ground_at(&case.prisms, center, rules, false));
        // From slightly higher up another step may be the first below: either answer is right.
        let is_true = match self.after.ground() {
            Ground::Floor(_) => found().iter().any(walking::Ground::is_grounded),
            Ground::HeldBySteep(_) => found().iter().any(|ground| !matches!(ground, walking::Ground::Air)),
            // The character may have left it again before the end of the step.
            Ground::Steep(normal) => {
                self.out.contacts().iter().any(|contact| contact.normal.dot(normal) > STEEP_COSINE)
            }
            Ground::Air => true,
        };
        if is_true {
            return Ok(());
        }
        Err(format!("stands on nothing: {:?} and {:?}", self.after.ground(), found()))
    }

    /// Returns the level's triangles, each moved towards the character or away (`side` 1 or -1) by its distance's
    /// rounding error.
    fn rounded(&self, side: f64) -> Vec<Triangle> {
        let (center, radii) = (place(self.before), self.case.profile.settings().shape.radii().as_dvec3());
        let moved = |t: &Triangle| {
            let size =
                t.map(|v| to_ellipsoid_space(v, center, radii).abs().max_element()).into_iter().fold(1.0, f64::max);
            let [a, b, c] = *t;
            let normal = (b - a).cross(c - a).normalize_or_zero();
            let towards = normal * (center - a).dot(normal).signum();
            t.map(|v| v + towards * (side * OF_DISTANCE * size * radii.max_element()))
        };
        self.case.prisms.iter().map(moved).collect()
    }

    /// Checks promise 5 (the step's end agrees with brute force), unless small changes of start and rules change it a lot.
    pub(super) fn leads_where_it_should(&self) -> Result<(), String> {
        let (case, rules, from) = (self.case, self.case.rules(0.0, 0.0), by_force::walker(self.before));
        // The slide down steep ground and the walk after a landing are not judged here.
        let is_left_out = self.moves.walks
            || matches!(from.ground, walking::Ground::Steep(_))
            || self.before.fall_speed > 0.0
            || self.lands();
        if is_left_out || rules.max_iterations < 8 {
            return Ok(());
        }
        // The character may have landed, and left the floor again.
        if self.falls() && self.met_floor(&rules) {
            return Ok(());
        }
        let end = move_walker(&case.prisms, &from, &self.input, &rules);
        let kernels = by_force::walker(self.after);
        let are_one = |one: &Walker, other: &Walker, off: f64| {
            let is_held = |walker: &Walker| matches!(walker.ground, walking::Ground::HeldBySteep(_));
            let is_alike = one.ground.is_like(&other.ground) || is_held(one) || is_held(other);
            is_alike && one.center.distance(other.center) <= off
        };
        let with_wider_faces = Rules { face_sine: LEAN, ..rules };
        let along_faces = move_walker(&case.prisms, &from, &self.input, &with_wider_faces);
        if [end, along_faces].iter().any(|end| are_one(end, &kernels, OFF)) {
            return Ok(());
        }
        // In a narrow wedge the motion continues.
        let ahead = self.level(self.moves.first);
        let goes_on = (kernels.center - end.center).dot(ahead) >= -OFF * ahead.length();
        if self.out.status == SlideStatus::Blocked && goes_on {
            return Ok(());
        }
        let sides = [DVec3::X, DVec3::NEG_X, DVec3::Y, DVec3::NEG_Y, DVec3::Z, DVec3::NEG_Z];
        let is_sure = sides.iter().all(|side| {
            let aside = Walker { center: from.center + *side * ASIDE, ..from };
            are_one(&move_walker(&case.prisms, &aside, &self.input, &rules), &end, 0.3 * OFF)
        });
        let [stricter, looser] = [-1.0, 1.0].map(|sign| case.rules(sign * LEEWAY[0], sign * ASIDE));
        let is_sure = is_sure
            && are_one(&along_faces, &end, 0.3 * OFF)
            && [stricter, looser]
                .iter()
                .all(|rules| are_one(&move_walker(&case.prisms, &from, &self.input, rules), &end, 0.3 * OFF));
        let is_sure = is_sure
            && [-1.0, 1.0]
                .iter()
                .all(|side| are_one(&move_walker(&self.rounded(*side), &from, &self.input, &rules), &end, 0.3 * OFF));
        let off = end.center.distance(kernels.center);
        if is_sure { Err(format!("ends {off} m off where brute force ends, {end:?}")) } else { Ok(()) }
    }
}
