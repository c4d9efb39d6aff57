//! What must not change a walk: each promise walks the same way in another world, at another rate, or back.
//!
//! No judge is asked: the kernel is compared with itself. A walk for which a promise says nothing is left out.

use super::walk::{Trail, Walk};
use glam::{DQuat, DVec3, Vec3};
use sweep8::CharacterState;

/// Distance of two paths, metres, and for each metre of the way: the gap of a stop, and what the time step leaves open.
const SAME_PLACE: f64 = 5e-3;
const SAME_ALONG: f64 = 2e-3;

/// Difference of two paths by rounding alone, metres.
const ROUNDED: f64 = 1e-3;

/// Difference of two paths by the rounding of their parts, metres.
const UNTOUCHED: f64 = 1e-5;

/// Lean of a wall, and how much farther two paths may part by it for each metre.
const LEAN_DEGREES: f64 = 0.01;

/// Cosine between up and a normal below which a face counts as a wall.
const WALL: f64 = 0.05;

/// Shift of a start within which a walk is at a branch, metres.
const NEAR: f32 = 1e-3;

/// Turn about up, radians.
const TURN: f64 = 0.7;

/// Height above the character's highest place at which geometry cannot be touched, besides the hull, metres.
const OUT_OF_REACH: f32 = 0.6;

/// What a promise says of a walk.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// It is kept.
    Kept,
    /// It says nothing of this walk.
    LeftOut,
    /// The walk is at a branch: within a millimetre or a hundredth of a degree of it another one parts from it.
    AtBranch,
    /// It is broken: the numbers.
    Broken(String),
}

/// A promise, and its check on a walk.
pub struct Promise {
    /// Name of the promise.
    pub name: &'static str,
    /// Families of which some walks that are not at a branch break it: limits of the kernel. No walk of another family may. Round the
    /// corner of a pillar that is met nearly head-on the ways of long and short steps part the more, the nearer; under a wall that leans
    /// over stairs a step goes straight where the crease of wall and edge is curved.
    pub limits: &'static [&'static str],
    /// Checks it on a walk, which may be at a branch.
    check: fn(&Walk) -> Verdict,
    /// Other walks that the check compares with this one: none of them may be at a branch, either.
    others: fn(&Walk) -> Vec<Walk>,
}

impl Promise {
    /// Checks the promise on a walk.
    #[must_use]
    pub fn verdict(&self, walk: &Walk) -> Verdict {
        match (self.check)(walk) {
            Verdict::Broken(_) if is_at_branch(walk) || (self.others)(walk).iter().any(is_at_branch) => {
                Verdict::AtBranch
            }
            verdict => verdict,
        }
    }
}

/// All promises.
pub const PROMISES: [Promise; 8] = [
    Promise { name: "lean walls by 0.01°", limits: &["flights among pillars"], check: lean, others: none },
    Promise { name: "the way back", limits: &[], check: back, others: way_back },
    Promise { name: "mirrored", limits: &[], check: mirrored, others: none },
    Promise { name: "turned about up", limits: &[], check: turned, others: none },
    Promise { name: "more that is not touched", limits: &["stairs beside walls"], check: untouched, others: none },
    Promise {
        name: "half the step",
        limits: &["flights among pillars", "heaps of boxes", "stairs beside walls"],
        check: halved,
        others: double_rate,
    },
    Promise {
        name: "faces split",
        limits: &["flights among pillars", "heaps of boxes", "rough ground"],
        check: split,
        others: none,
    },
    Promise {
        name: "slower and faster",
        limits: &["flights among pillars", "heaps of boxes", "stairs beside walls"],
        check: speeds,
        others: other_speeds,
    },
];

fn none(_: &Walk) -> Vec<Walk> {
    Vec::new()
}

/// Whether walks that begin within a millimetre, or head within a hundredth of a degree, end elsewhere.
fn is_at_branch(walk: &Walk) -> bool {
    let Some(one) = walk.trail() else { return false };
    let shifts = [Vec3::X, Vec3::NEG_X, Vec3::Z, Vec3::NEG_Z].map(|side| side * NEAR);
    let shifted = shifts.map(|by| Walk { feet: walk.feet + by, ..walk.clone() });
    let turns = [LEAN_DEGREES, -LEAN_DEGREES].map(|degrees| DQuat::from_rotation_y(degrees.to_radians()));
    let turned = turns.map(|turn| Walk { velocity: (turn * walk.velocity.as_dvec3()).as_vec3(), ..walk.clone() });
    shifted.iter().chain(&turned).any(|other| {
        let Some(two) = other.trail() else { return true };
        let places: Vec<DVec3> = two.iter().map(place).collect();
        let stand = |trail: &Trail| trail.iter().map(|state| state.ground().is_grounded()).collect::<Vec<_>>();
        part(&one, &places, SAME_PLACE + f64::from(NEAR), SAME_ALONG) != Verdict::Kept || stand(&one) != stand(&two)
    })
}

/// Distance of two ways round a vertical edge with steps of this walk, `factor` times as long, and shorter ones, metres: that of the
/// tangent from the arc.
fn tangent(walk: &Walk, factor: f32) -> f64 {
    let step = f64::from(factor * walk.velocity.length() / walk.hz);
    let radii = walk.settings.shape.half_extents();
    step * step / f64::from(radii.x.min(radii.z))
}

fn place(state: &CharacterState) -> DVec3 {
    state.position.to_dvec3()
}

/// Largest distance of two trails of equal rate beyond what is allowed, with the step.
fn part(one: &Trail, other: &[DVec3], base: f64, along: f64) -> Verdict {
    let mut way = 0.0;
    for (step, (state, other)) in one.iter().zip(other).enumerate() {
        let at = place(state);
        way += step.checked_sub(1).map_or(0.0, |before| at.distance(place(&one[before])));
        let off = at.distance(*other);
        if off > base + along * way {
            return Verdict::Broken(format!("step {step}: {at} and {other}, {off} m apart after {way} m"));
        }
    }
    Verdict::Kept
}

/// Walks in other triangles, and compares with the places mapped back.
fn changed(walk: &Walk, other: &Walk, back: impl Fn(DVec3) -> DVec3, base: f64, along: f64) -> Verdict {
    let (Some(one), Some(two)) = (walk.trail(), other.trail()) else { return Verdict::LeftOut };
    let mapped: Vec<DVec3> = two.iter().map(|state| back(place(state))).collect();
    part(&one, &mapped, base, along)
}

fn mapped(walk: &Walk, map: impl Fn(DVec3) -> DVec3) -> Walk {
    let of = |v: Vec3| map(v.as_dvec3()).as_vec3();
    let triangles = walk.triangles.iter().map(|triangle| triangle.map(of)).collect();
    Walk { triangles, feet: of(walk.feet), velocity: of(walk.velocity), ..walk.clone() }
}

/// Leans every wall by a hundredth of a degree about its lowest point, over the side of its normal or back.
fn lean(walk: &Walk) -> Verdict {
    let tilt = LEAN_DEGREES.to_radians();
    let mut walls = 0;
    let mut other = walk.clone();
    for triangle in &mut other.triangles {
        let [a, b, c] = triangle.map(Vec3::as_dvec3);
        let normal = (b - a).cross(c - a).normalize_or_zero();
        let level = DVec3::new(normal.x, 0.0, normal.z);
        // Risers of steps and boxes would come off their treads; walls are higher than anybody.
        let least = a.y.min(b.y).min(c.y);
        if normal == DVec3::ZERO || normal.y.abs() > WALL || a.y.max(b.y).max(c.y) - least < 3.0 {
            continue;
        }
        walls += 1;
        *triangle = [a, b, c].map(|v| (v + level * (tilt * (v.y - least))).as_vec3());
    }
    if walls == 0 { Verdict::LeftOut } else { changed(walk, &other, |v| v, SAME_PLACE, SAME_ALONG) }
}

/// Walks to the end and back: from the end the start is reached, if no wall turned the way, and steps and snaps are equal.
fn back(walk: &Walk) -> Verdict {
    if walk.settings.step_height != walk.settings.snap_distance {
        return Verdict::LeftOut;
    }
    let world = walk.world();
    let Some(there) = walk.trail() else { return Verdict::LeftOut };
    let expected = walk.velocity.as_dvec3() * (walk.steps as f64 / f64::from(walk.hz));
    let (start, end) = (place(&there[0]), place(&there[walk.steps]));
    let went = DVec3::new(end.x - start.x, 0.0, end.z - start.z);
    let is_free = went.distance(expected) < ROUNDED + SAME_ALONG * went.length();
    let radii = walk.settings.shape.half_extents();
    // A low body comes down from a deck and goes back under it.
    if !is_free || radii.y < radii.x.max(0.4) || !there.iter().all(|state| state.ground().is_grounded()) {
        return Verdict::LeftOut;
    }
    let Some(again) = walk.trail_from(&world, there[walk.steps], -walk.velocity, walk.steps) else {
        return Verdict::Broken("it does not stand at the end".to_owned());
    };
    let expected: Vec<DVec3> = there.iter().rev().map(place).collect();
    part(&again, &expected, SAME_PLACE, SAME_ALONG)
}

/// The walk back from the end.
fn way_back(walk: &Walk) -> Vec<Walk> {
    let feet = walk.settings.shape.half_extents().y + walk.settings.skin;
    let end = walk.trail().map(|trail| place(&trail[walk.steps]).as_vec3() - Vec3::Y * feet);
    end.map(|feet| Walk { feet, velocity: -walk.velocity, ..walk.clone() }).into_iter().collect()
}

fn mirrored(walk: &Walk) -> Verdict {
    let mirror = |v: DVec3| DVec3::new(v.x, v.y, -v.z);
    changed(walk, &mapped(walk, mirror), mirror, SAME_PLACE, SAME_ALONG)
}

fn turned(walk: &Walk) -> Verdict {
    let turn = DQuat::from_rotation_y(TURN);
    changed(walk, &mapped(walk, |v| turn * v), |v| turn.inverse() * v, SAME_PLACE, SAME_ALONG)
}

/// Adds a ceiling and a wall that are not touched: the same bits. A time step that rolls over an edge follows the plane of the contact, and
/// rises above its path. Under a ceiling that it meets there it comes down and goes on: then only rounding differs.
fn untouched(walk: &Walk) -> Verdict {
    let Some(one) = walk.trail() else { return Verdict::LeftOut };
    let top = |state: &CharacterState| place(state).y as f32;
    let radii = walk.settings.shape.half_extents();
    let high = one.iter().map(top).fold(f32::NEG_INFINITY, f32::max);
    // Halfway up a step the floor on top of it counts, too: it may be higher than the path.
    let reached = high - radii.y + walk.settings.step_height;
    let floors = walk.triangles.iter().flatten().map(|v| v.y).filter(|&y| y <= reached);
    let top = floors.map(|y| y + radii.y).fold(high, f32::max);
    let over_path = top + radii.y + 2.0 * walk.settings.skin + 0.03;
    let rise = walk.velocity.length() / walk.hz * walk.settings.max_slope_angle.tan();
    let over_planes = over_path + rise + walk.settings.step_height;
    for (ceiling, apart) in [(over_planes, 0.0), (over_path, UNTOUCHED)] {
        let Some(two) = under(walk, &one, ceiling).trail() else { return Verdict::LeftOut };
        for (step, (one, two)) in one.iter().zip(&two).enumerate() {
            let stand = [one, two].map(|state| state.ground().is_grounded());
            let is_near = place(one).distance(place(two)) <= apart && stand[0] == stand[1];
            if one != two && (apart == 0.0 || !is_near) {
                return Verdict::Broken(format!("step {step}: {one:?} and under a ceiling at {ceiling} {two:?}"));
            }
        }
    }
    Verdict::Kept
}

/// The walk under a ceiling at a height, beside a wall outside of every reach of its trail.
fn under(walk: &Walk, trail: &Trail, ceiling: f32) -> Walk {
    let far = 50.0;
    let [a, b, c, d] = [(-far, -far), (-far, far), (far, far), (far, -far)].map(|(x, z)| Vec3::new(x, ceiling, z));
    let ends = trail.iter().map(|state| place(state).z as f32).fold(f32::NEG_INFINITY, f32::max);
    let far_off = ends + 3.0 * walk.settings.shape.half_extents().z + OUT_OF_REACH;
    let wall = [(-far, -far), (far, -far), (0.0, far)].map(|(x, y)| Vec3::new(x, y, far_off));
    let triangles = [&walk.triangles[..], &[[a, b, c], [a, c, d], wall]].concat();
    Walk { triangles, ..walk.clone() }
}

/// The same walk in steps of half the time.
fn double_rate(walk: &Walk) -> Vec<Walk> {
    vec![Walk { hz: 2.0 * walk.hz, steps: 2 * walk.steps, ..walk.clone() }]
}

fn halved(walk: &Walk) -> Verdict {
    let (Some(one), Some(two)) = (walk.trail(), double_rate(walk)[0].trail()) else { return Verdict::LeftOut };
    let falls = [&one, &two].map(|trail| !trail.iter().all(|state| state.ground().is_grounded()));
    match falls {
        [false, false] => {}
        // A fall is cut into steps by another rule.
        [true, true] => return Verdict::LeftOut,
        _ => return Verdict::Broken(format!("falls, or not, in steps of half the time: {falls:?}")),
    }
    let every: Vec<DVec3> = two.iter().step_by(2).map(place).collect();
    part(&one, &every, SAME_PLACE + tangent(walk, 1.0), SAME_ALONG)
}

fn split(walk: &Walk) -> Verdict {
    let quarters = |[a, b, c]: &[Vec3; 3]| {
        // Halves of f32 corners are exact, but for the last bit of a sum.
        let [d, e, f] = [a.midpoint(*b), b.midpoint(*c), c.midpoint(*a)];
        [[*a, d, f], [d, *b, e], [f, e, *c], [d, e, f]]
    };
    let triangles = walk.triangles.iter().flat_map(quarters).collect();
    changed(walk, &Walk { triangles, ..walk.clone() }, |v| v, SAME_PLACE, SAME_ALONG)
}

/// The same length at a multiple of the speed.
fn at_speed(walk: &Walk, factor: f32) -> Walk {
    Walk { velocity: walk.velocity * factor, steps: (walk.steps as f32 / factor).round() as usize, ..walk.clone() }
}

fn other_speeds(walk: &Walk) -> Vec<Walk> {
    vec![at_speed(walk, 0.5), at_speed(walk, 2.0)]
}

/// Walks the same length at half and at double the speed: the same end.
fn speeds(walk: &Walk) -> Verdict {
    let mut ends = Vec::new();
    for factor in [1.0_f32, 0.5, 2.0] {
        let other = at_speed(walk, factor);
        let radii = walk.settings.shape.half_extents();
        if other.velocity.length() / other.hz > radii.x.min(radii.z) {
            // In a time step longer than its radius the hull passes over what short ones touch.
            return Verdict::LeftOut;
        }
        let steps = other.steps;
        let Some(trail) = other.trail() else { return Verdict::LeftOut };
        let stands = trail.iter().all(|state| state.ground().is_grounded());
        let end = place(&trail[steps]);
        ends.push((factor, steps as f32 * factor, stands, end));
    }
    if ends.iter().all(|(_, _, stands, _)| !stands) {
        return Verdict::LeftOut;
    }
    let (_, length, stands, end) = ends[0];
    let metre = walk.velocity.length() / walk.hz;
    let way = f64::from(length * metre);
    for (factor, other_length, other_stands, other_end) in &ends[1..] {
        let rest = f64::from((other_length - length).abs() * metre);
        let off = end.distance(*other_end);
        if stands != *other_stands || off > SAME_PLACE + tangent(walk, 2.0) + SAME_ALONG * way + 2.0 * rest {
            return Verdict::Broken(format!(
                "{factor} times the speed: ends at {other_end}, on the ground {other_stands}, not at {end}, {stands}"
            ));
        }
    }
    Verdict::Kept
}
