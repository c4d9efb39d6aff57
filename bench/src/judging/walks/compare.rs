//! A walk of the kernel, judged at each step by where its hull can stand.
//!
//! In: a walk. Out: its first disagreement of each kind, each with the numbers of the step, and how many steps were judged.
//!
//! 1. *Place*: the kernel's own place has an interval that contains the height of the centre.
//! 2. *Ground*: the kernel is grounded where the lower end carries, and nowhere else. Places within 0.3 mm of a change of the
//!    ground are left out.
//! 3. *Height*: a grounded kernel is above the lower end by the gap of a stop along the contact's normal.
//! 4. *Step*: the march from the kernel's own place ends where the kernel's step does; a step is never faster than desired.
//! 5. *Way*: the march from the start stays beside the kernel all the way, until a fall.
//!
//! A character that still has a velocity, from a fall or a slide, moves by more than its desired velocity: its steps are judged by
//! their ground alone.

use super::walk::Walk;
use crate::checking::Body;
use glam::{DVec2, DVec3, Vec3};
use sweep8::{CharacterState, Ground};
use sweep8_scalar_ref::slide::HULL_SHARE;
use sweep8_scalar_ref::standing::{Domain, Limits, March, Marched, Places};

/// Difference of a slope's cosine by rounding.
const SLOPE_ROUNDING: f64 = 1e-6;

/// Largest distance along the normal between a grounded hull and what carries it, as a fraction of the skin.
const GAP: f64 = 0.25;

/// Rounding of a height, metres.
const ROUNDING: f64 = 1e-4;

/// Depth by which a hull that touches a wall may overlap it, metres: the rounding of positions and sweeps in `f32`.
const TOUCHES: f64 = 1e-6;

/// Distance to a change of the ground within which the ground is not judged, metres.
const UNSURE: f64 = 3e-4;

/// Increments of a march in one step of the kernel, and the least and greatest length of one, metres.
const INCREMENTS: f64 = 10.0;
const LEAST_INCREMENT: f64 = 1e-3;
const GREATEST_INCREMENT: f64 = 5e-3;

/// Distance from the end of a march within which a step is right, in gaps of a stop.
const GAPS: f64 = 4.0;

/// Distance of the tangent of an arc from the arc, in squares of a step for each radius: a step goes round a corner along a tangent.
const TANGENT: f64 = 0.5;

/// Level velocity above which a character moves by more than desired, m/s.
const STILL: f32 = 1e-3;

/// Growth of the distance from the march on a whole way, for each metre.
const ALONG: f64 = 2e-3;

/// Ratio of level speed to the desired one above which a step is too fast.
const TOO_FAST: f64 = 1.001;

/// Kinds of disagreement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// The hull is where it is not clear.
    NotClear,
    /// The kernel has no ground where the judge has it.
    GroundLost,
    /// The kernel has ground where nothing carries.
    GroundMadeUp,
    /// The kernel is not at the lower end.
    Height,
    /// The kernel's level motion is longer than desired.
    TooFast,
    /// The kernel's step is shorter than the march.
    Held,
    /// The kernel's step ends elsewhere than the march, and is not shorter.
    Aside,
    /// The kernel's way leaves the march.
    Way,
}

impl Fault {
    /// All kinds, in the order of the columns of a table.
    pub const ALL: [Fault; 8] = [
        Fault::NotClear,
        Fault::GroundLost,
        Fault::GroundMadeUp,
        Fault::Height,
        Fault::TooFast,
        Fault::Held,
        Fault::Aside,
        Fault::Way,
    ];
}

/// Result of a comparison.
#[derive(Clone, Debug, Default)]
pub struct Compared {
    /// Steps that were judged.
    pub steps: usize,
    /// Steps near a change of the ground, whose ground was not judged.
    pub unsure: usize,
    /// Disagreements, each with its step and its numbers.
    pub faults: Vec<(Fault, usize, String)>,
}

/// End of a step of the kernel.
#[derive(Clone, Copy, Debug)]
pub struct End {
    /// Centre, world space, metres, up +y.
    pub at: DVec3,
    /// What the character stands on.
    pub ground: Ground,
}

/// The judge of single steps.
pub struct Judge<'a> {
    /// Where the hull can stand.
    pub domain: Domain<'a>,
    /// Largest distance along the normal between a grounded hull and what carries it, metres.
    pub gap: f64,
    /// Desired level displacement of a step, metres.
    pub wish: DVec2,
}

/// What a judge says of a step.
#[derive(Clone, Debug, Default)]
pub struct Judged {
    /// Disagreements, each with its numbers.
    pub faults: Vec<(Fault, String)>,
    /// Whether the ground was not judged, near a change of it.
    pub is_unsure: bool,
}

/// Judges a walk; `None` if the kernel or the judge does not stand at its start.
#[must_use]
pub fn compare(walk: &Walk) -> Option<Compared> {
    let trail = walk.trail()?;
    let (places, limits, skin) = judged_world(walk);
    let wish = level(walk.velocity.as_dvec3()) / f64::from(walk.hz);
    let judge = Judge { domain: Domain::new(&places, limits), gap: GAP * skin, wish };
    let mut whole = Some(judge.stands(&End::of(&trail[0]))?);
    let mut compared = Compared::default();
    let mut way = 0.0;
    for (step, ends) in trail.windows(2).enumerate() {
        let (before, after) = (&ends[0], &ends[1]);
        if !before.ground().is_grounded() {
            // A fall is another motion; whoever lands goes on from another place.
            whole = None;
            continue;
        }
        compared.steps += 1;
        let ends = [End::of(before), End::of(after)];
        let Judged { mut faults, is_unsure } = judge.step(&ends, !has_velocity(before));
        compared.unsure += usize::from(is_unsure);
        way += level(after.position.to_dvec3() - before.position.to_dvec3()).length();
        let is_on = whole.as_mut().is_none_or(|march| judge.goes_beside(march, after, way, &mut faults));
        whole = whole.filter(|_| is_on && after.ground().is_grounded() && !has_velocity(after));
        compared.faults.extend(faults.into_iter().map(|(fault, text)| (fault, step, text)));
    }
    Some(compared)
}

/// The world of a walk, its limits, and its skin, metres, as the judge takes them: its hull has the share of the skin that a stop keeps.
pub(super) fn judged_world(walk: &Walk) -> (Places, Limits, f64) {
    let settings = &walk.settings;
    let skin = f64::from(settings.skin);
    let hull = Body::from(settings.shape).grown(HULL_SHARE * skin);
    let triangles: Vec<[DVec3; 3]> = walk.triangles.iter().map(|triangle| triangle.map(Vec3::as_dvec3)).collect();
    let places = Places::of_capsule(&triangles, hull.radii, hull.spine.y);
    let limits = Limits {
        slope_cosine: f64::from(settings.max_slope_angle).cos() - SLOPE_ROUNDING,
        step_height: f64::from(settings.step_height),
        snap_distance: f64::from(settings.snap_distance),
    };
    (places, limits, skin)
}

fn has_velocity(state: &CharacterState) -> bool {
    state.velocity.with_y(0.0).length() > STILL
}

fn level(v: DVec3) -> DVec2 {
    DVec2::new(v.x, v.z)
}

impl End {
    fn of(state: &CharacterState) -> Self {
        Self { at: state.position.to_dvec3(), ground: state.ground() }
    }
}

impl Judge<'_> {
    /// The place of an end with the interval that contains its height; `None` if the hull is not clear there, or not carried.
    fn stands(&self, end: &End) -> Option<March> {
        let march = self.at(end.at)?;
        self.domain.class(march.place, &march.interval, false).carries().then_some(march)
    }

    fn at(&self, at: DVec3) -> Option<March> {
        // A hull may touch a wall, and overlap it by rounding.
        [DVec2::ZERO, DVec2::X, DVec2::Y, DVec2::NEG_X, DVec2::NEG_Y].into_iter().find_map(|side| {
            let place = level(at) + side * TOUCHES;
            let interval = self.domain.places.interval_at(place, at.y, self.gap)?;
            Some(March { place, interval })
        })
    }

    fn increment(&self) -> f64 {
        (self.wish.length() / INCREMENTS).clamp(LEAST_INCREMENT, GREATEST_INCREMENT)
    }

    /// How far a step along a tangent ends from the arc round a vertical edge, metres.
    fn tangent(&self) -> f64 {
        let radii = self.domain.places.radii();
        TANGENT * self.wish.length_squared() / radii.x.min(radii.z)
    }

    /// Judges the end of a step of a character that walks, and the step if `moves_as_desired`.
    #[must_use]
    pub fn step(&self, [before, after]: &[End; 2], moves_as_desired: bool) -> Judged {
        let mut faults = Vec::new();
        let numbers = || format!("from {:?} on {:?} to {:?} on {:?}", before.at, before.ground, after.at, after.ground);
        let Some(end) = self.at(after.at) else {
            let there = self.domain.places.intervals(level(after.at));
            faults.push((Fault::NotClear, format!("{}, where it is clear in {there:?}", numbers())));
            return Judged { faults, is_unsure: false };
        };
        let class = self.domain.class(end.place, &end.interval, false);
        let normal_up = end.interval.contact.map_or(1.0, |contact| contact.normal.y);
        let above = (after.at.y - end.interval.low) * normal_up;
        let judged = || format!("{}: {class:?}, {above} m above {:?}", numbers(), end.interval);
        let is_grounded = after.ground.is_grounded();
        let carries = class.carries() || is_grounded && self.domain.is_funnel(end.place, &end.interval);
        let is_unsure = !self.is_sure(&end, class.carries());
        if !is_unsure && is_grounded && !carries {
            faults.push((Fault::GroundMadeUp, judged()));
        } else if !is_unsure && !is_grounded && carries && above <= self.gap {
            faults.push((Fault::GroundLost, judged()));
        }
        if is_grounded && carries && !(-ROUNDING..=self.gap).contains(&above) {
            faults.push((Fault::Height, judged()));
        }
        if moves_as_desired {
            let is_told = faults.iter().any(|(fault, _)| *fault == Fault::GroundLost);
            faults.extend(self.motion(before, (&end, after.at.y), is_grounded, is_told, &judged));
        }
        Judged { faults, is_unsure }
    }

    /// Judges the motion of a step that ends at `end`.
    fn motion(
        &self,
        before: &End,
        (end, height): (&March, f64),
        is_grounded: bool,
        is_told: bool,
        judged: &dyn Fn() -> String,
    ) -> Option<(Fault, String)> {
        let mut march = self.stands(before)?;
        let start = march.place;
        if march.advance(&self.domain, self.wish, self.increment()) == Marched::Falls {
            return None;
        }
        if !is_grounded {
            let text = format!("{}; the march stays on the ground, {march:?}", judged());
            // A long step leads off a crest: ground farther below than a snap is left. A rim that the march comes to in the next moment is
            // the same rim.
            let a_little = self.wish.normalize_or_zero() * self.gap;
            let is_above = end.interval.low + self.domain.limits.snap_distance + self.gap < height;
            let falls =
                is_told || is_above || march.advance(&self.domain, a_little, self.increment()) == Marched::Falls;
            return (!falls).then_some((Fault::GroundLost, text));
        }
        let [went, marched] = [end.place, march.place].map(|to| to - start);
        let numbers = || format!("{}; went {went:?}, the march {marched:?}", judged());
        if went.length() > self.wish.length() * TOO_FAST + ROUNDING {
            return Some((Fault::TooFast, numbers()));
        }
        if went.distance(marched) <= GAPS * self.gap + self.increment() + self.tangent() {
            return None;
        }
        let is_held = went.length() + GAPS * self.gap < marched.length();
        Some((if is_held { Fault::Held } else { Fault::Aside }, numbers()))
    }

    /// Marches on by a step; returns false, with a fault, if the kernel is elsewhere, and false if a fall begins.
    fn goes_beside(
        &self,
        march: &mut March,
        after: &CharacterState,
        way: f64,
        faults: &mut Vec<(Fault, String)>,
    ) -> bool {
        if march.advance(&self.domain, self.wish, self.increment()) == Marched::Falls {
            return false;
        }
        let at = level(after.position.to_dvec3());
        let off = at.distance(march.place);
        let is_beside = off <= 2.0 * (GAPS * self.gap + self.increment() + self.tangent()) + ALONG * way;
        if !is_beside {
            faults.push((Fault::Way, format!("at {at}, {off} m from the march at {} after {way} m", march.place)));
        }
        is_beside
    }

    /// Whether the ground is the same a little aside, wherever there is room.
    fn is_sure(&self, at: &March, carries: bool) -> bool {
        [DVec2::X, DVec2::Y, DVec2::NEG_X, DVec2::NEG_Y].into_iter().all(|side| {
            let place = at.place + side * UNSURE;
            let next = self.domain.places.successor(&at.interval, place);
            next.is_none_or(|next| self.domain.class(place, &next, false).carries() == carries)
        })
    }
}
