//! Collide and slide in `f64`: the response, over all triangles, in world space.
//!
//! In: triangles, the radii and the centre of an ellipsoid, its desired displacement. Out: its end, its path, the planes along
//! which it slid, and why it stopped.
//!
//! Contacts are found for the *hull*, the ellipsoid with `7/8` of the skin added to each radius, in its ellipsoid
//! space; the response is in world space, as sliding in ellipsoid space gains speed. One pass, from the whole desired
//! displacement, no planes:
//!
//! 1. `motion` = the remaining part of the desired displacement, projected on the planes met so far. If it is zero, or points
//!    against the desired displacement: blocked.
//! 2. The hull moves by `motion`, in a fall 1/4 of the skin farther, to the earliest contact of all triangles. Without one, or with
//!    none that the motion has to stop short of, the pass is done.
//! 3. Stop short of it, so that a gap of `1/8` skin stays along the contact's normal: `gap / approach` back along the
//!    motion, with `approach` the cosine between motion and plane, never farther back than where this motion began.
//! 4. A falling pass stops on a floor. Otherwise the contact's plane joins the others, and the remaining displacement loses the travelled
//!    part. A surface too steep to stand on, or that leans over, is a wall to a walking character: its vertical plane joins, too, and gives
//!    way as far as the surface does at the height that the desired displacement rises or sinks to. Along a floor the wall does not count;
//!    a character that such a wall blocks looks once for the floor below.
//!
//! A triangle that the hull already overlaps is a contact at fraction 0 if the motion approaches it. If not it is none:
//! the distance to a convex set along a line is convex, so that it can only grow. Sources: Fauerby 2003 (ellipsoid
//! space), Quake III `bg_slidemove.c` 1999 (planes, crease, corner); differently from both, the projection on the
//! planes is the exact one.

use crate::brute_force::{Triangle, closest_point, first_contact, to_ellipsoid_space};
use glam::DVec3;

/// Part of the skin that the hull adds to each radius; the rest is the gap kept to the hull. Unitless. More leaves less
/// room for the rounding of a single-precision sweep, less makes the hull too small to guard the skin.
///
/// Added to the radii, not along the normal: with `k` the ratio of the largest radius to the smallest, the hull stands
/// off the ellipsoid by this share of the skin along the axes and for spheres, and by no less than `2√k / (1 + k)` of
/// it anywhere (Kantorovich's inequality); 0.92 of it for radii of 0.4 and 0.9.
pub const HULL_SHARE: f64 = 7.0 / 8.0;

/// Part of the skin by which the sweep of a fall exceeds its motion: the gap to a surface approached at up to 60°. Unitless. 0, and
/// falls shorter than the gap use it up.
pub const LOOK_SHARE: f64 = 1.0 / 4.0;

/// Length below which a motion of a slide counts as zero, as a fraction of the desired displacement: the remainder in a corner.
pub const NOTHING_LEFT: f64 = 1e-4;

/// Two normals with a cosine above this are one plane (1.4e-5 radians). Closer planes would have a crease made of
/// rounding.
pub const SAME_PLANE_COSINE: f64 = 1.0 - 1e-10;

/// Largest distance by which a projected motion may lie behind a plane, per unit of its length: rounding of a crease.
pub const BEHIND_PLANE: f64 = 1e-12;

/// A contact approached at a cosine up to this is parallel to the motion: rounding of a projection. Over a motion of 1 m it lets
/// 1e-12 m through; without it a hull that touches exactly would meet its own plane again and again.
pub const PARALLEL_COSINE: f64 = 1e-12;

/// Sine of the angle between a surface and the level up to which it is level, and no wall: the rounding of normals in `f32`.
pub const LEVEL_SINE: f64 = 9.6e-7;

/// Settings of a slide, without the shape and the desired displacement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Gap that the slide keeps between ellipsoid and triangles, metres, > 0.
    pub skin: f64,
    /// Maximum number of contacts that one slide pass responds to, >= 1.
    pub max_iterations: u32,
    /// Minimum cosine between `up` and the normal of a surface that counts as a floor, `-1.0..=1.0`.
    pub slope_cosine: f64,
    /// Up direction, world space, unit length.
    pub up: DVec3,
    /// Coefficient of dry friction of every triangle, >= 0: a motion along planes loses this times the part of it that
    /// they stopped (Coulomb 1785).
    pub friction: f64,
}

/// Reason why a slide pass (one collide-and-slide of one displacement) ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// The slide pass moved by the whole desired displacement without a contact, also if the displacement was zero.
    Free,
    /// The slide pass touched surfaces, and moved to the end of the displacement that they left.
    Slid,
    /// The touched surfaces left nothing of the desired displacement, or only a motion against it.
    Blocked,
    /// The slide pass of a fall reached a floor and stopped there.
    Grounded,
    /// The slide pass had `max_iterations` contacts with motion left; the path up to that point is as safe as any.
    OutOfIterations,
}

/// End of a slide, and the reason for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Position of the ellipsoid's centre at the end, world space, metres.
    pub center: DVec3,
    /// Reason why the slide ended.
    pub status: Status,
    /// Points on the path of the centre, world space, metres, from the start to `center`; a single point if nothing moved.
    pub path: Vec<DVec3>,
    /// Unit normals of the surfaces touched, world space, towards the centre, in the order of contact; each once a slide pass.
    pub normals: Vec<DVec3>,
}

/// Moves the ellipsoid by `desired`, sliding along the surfaces it meets.
///
/// World space, metres; `radii` each > 0. The path is never longer than the desired displacement. If the hull overlaps
/// no triangle at the start it overlaps none anywhere on the path, up to rounding.
#[must_use]
pub fn slide(triangles: &[Triangle], radii: DVec3, center: DVec3, desired: DVec3, settings: &Settings) -> Outcome {
    pass(triangles, radii, center, desired, Role::Float, settings)
}

/// Moves the ellipsoid by `desired` as a walking character: steep surfaces are walls; otherwise like [`slide`].
#[must_use]
pub fn walk(triangles: &[Triangle], radii: DVec3, center: DVec3, desired: DVec3, settings: &Settings) -> Outcome {
    pass(triangles, radii, center, desired, Role::Walk, settings)
}

/// Moves the ellipsoid by `desired`, sliding down steep surfaces and stopping on the first floor; otherwise like [`slide`].
#[must_use]
pub fn fall(triangles: &[Triangle], radii: DVec3, center: DVec3, desired: DVec3, settings: &Settings) -> Outcome {
    pass(triangles, radii, center, desired, Role::Fall, settings)
}

/// Moves by `desired` ([`walk`], or [`slide`] without gravity), then from there by `desired_fall` ([`fall`]), which starts without
/// planes.
///
/// Path and normals of both, one after the other. Status: `OutOfIterations` if either pass ran out, else `Grounded` if
/// the fall is, else that of the pass that was hindered more (`Free`, `Slid`, `Blocked`).
#[must_use]
pub fn walk_and_fall(
    triangles: &[Triangle],
    radii: DVec3,
    center: DVec3,
    desired: DVec3,
    desired_fall: DVec3,
    settings: &Settings,
) -> Outcome {
    let role = if desired_fall == DVec3::ZERO { Role::Float } else { Role::Walk };
    let mut outcome = pass(triangles, radii, center, desired, role, settings);
    let fallen = fall(triangles, radii, outcome.center, desired_fall, settings);
    let by_weight = [Status::Free, Status::Slid, Status::Blocked, Status::Grounded, Status::OutOfIterations];
    let weight = |status: Status| by_weight.iter().position(|s| *s == status);
    if weight(fallen.status) > weight(outcome.status) {
        outcome.status = fallen.status;
    }
    outcome.center = fallen.center;
    outcome.path.extend(fallen.path.into_iter().skip(1));
    outcome.normals.extend(fallen.normals);
    outcome
}

/// A plane that bounds the motions `x` of a slide: `x · normal >= -gives`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    /// Unit normal of the plane, world space, towards the side to which motions are free.
    pub normal: DVec3,
    /// Largest distance by which a motion may go behind the plane, >= 0, in the unit of the motion.
    pub gives: f64,
}

impl Plane {
    /// Makes the plane through the origin with this normal.
    #[must_use]
    pub fn through_origin(normal: DVec3) -> Self {
        Self { normal, gives: 0.0 }
    }
}

/// The point nearest to `desired` that lies behind none of the planes.
///
/// World space, any unit. The nearest point of a convex polyhedron lies inside, on one face, one edge or one corner, and
/// there it is the nearest of the plane, the line or the point: all of those are tried, and the nearest that lies behind
/// no plane is taken. Zero always is such a point.
#[must_use]
pub fn project(desired: DVec3, planes: &[Plane]) -> DVec3 {
    let slack = BEHIND_PLANE * desired.length();
    let is_free = |x: DVec3| planes.iter().all(|plane| x.dot(plane.normal) + plane.gives >= -slack);
    if is_free(desired) {
        return desired;
    }
    let mut nearest = DVec3::ZERO;
    let mut consider = |x: DVec3| {
        if is_free(x) && x.distance_squared(desired) < nearest.distance_squared(desired) {
            nearest = x;
        }
    };
    for (i, a) in planes.iter().enumerate() {
        consider(desired - a.normal * (desired.dot(a.normal) + a.gives));
        for (j, b) in planes[..i].iter().enumerate() {
            let across = a.normal.cross(b.normal);
            let Some(along) = across.try_normalize() else { continue };
            consider(common_point(a, b, &Plane { normal: along, gives: -along.dot(desired) }));
            for c in &planes[..j] {
                if along.dot(c.normal).abs() > BEHIND_PLANE {
                    consider(common_point(a, b, c));
                }
            }
        }
    }
    nearest
}

/// Common point of the boundaries of three planes, no two of which are parallel, by Cramer's rule.
fn common_point(a: &Plane, b: &Plane, c: &Plane) -> DVec3 {
    let (ab, bc, ca) = (a.normal.cross(b.normal), b.normal.cross(c.normal), c.normal.cross(a.normal));
    -(bc * a.gives + ca * b.gives + ab * c.gives) / ab.dot(c.normal)
}

/// A contact of the hull (body plus skin): fraction of its motion, and unit normal in world space towards its centre.
#[derive(Clone, Copy)]
struct Hit {
    fraction: f64,
    normal: DVec3,
}

/// Kind of displacement that a slide pass carries out: it decides how surfaces act.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Desired displacement of a body without gravity, for which all surfaces are alike.
    Float,
    Walk,
    Fall,
}

fn pass(
    triangles: &[Triangle],
    radii: DVec3,
    center: DVec3,
    desired: DVec3,
    role: Role,
    settings: &Settings,
) -> Outcome {
    let hull_radii = radii + HULL_SHARE * settings.skin;
    let gap = (1.0 - HULL_SHARE) * settings.skin;
    let mut outcome = Outcome { center, status: Status::OutOfIterations, path: vec![center], normals: Vec::new() };
    let (mut surfaces, mut floors, mut walls) = (Vec::new(), Vec::new(), Vec::new());
    let mut left = 1.0;
    let mut knows_floor = false;
    if desired == DVec3::ZERO {
        outcome.status = Status::Free;
        return outcome;
    }
    for _ in 0..settings.max_iterations {
        let along = walked(desired, &surfaces, &floors, &walls);
        let motion = after_friction(desired, along, settings.friction) * left;
        let length = motion.length();
        // Only rounding can turn a projection of the desired displacement against the desired displacement.
        if length <= NOTHING_LEFT * desired.length() || motion.dot(desired) <= 0.0 {
            if !knows_floor && !walls.is_empty() {
                knows_floor = true;
                let down = settings.up * (-LOOK_SHARE * settings.skin);
                let below = earliest_hit(triangles, hull_radii, outcome.center, down, &[]);
                if let Some(hit) = below.filter(|hit| hit.normal.dot(settings.up) >= settings.slope_cosine) {
                    surfaces.push(Plane::through_origin(hit.normal));
                    floors.push(hit.normal);
                    continue;
                }
            }
            outcome.status = Status::Blocked;
            return outcome;
        }
        let looked = length + if role == Role::Fall { LOOK_SHARE * settings.skin } else { 0.0 };
        let hit = earliest_hit(triangles, hull_radii, outcome.center, motion * (looked / length), &outcome.normals);
        let hit = hit.map(|hit| {
            let approach = -hit.normal.dot(motion) / length;
            let pull_back = if approach > 0.0 { gap / approach } else { f64::INFINITY };
            (hit, hit.fraction * looked - pull_back)
        });
        let Some((hit, travel)) = hit.filter(|&(_, travel)| travel < length) else {
            outcome.status = if outcome.normals.is_empty() { Status::Free } else { Status::Slid };
            advance(&mut outcome, motion);
            return outcome;
        };
        let travel = travel.max(0.0);
        advance(&mut outcome, motion * (travel / length));
        left *= 1.0 - travel / length;

        if !is_met(hit.normal, &outcome.normals) {
            outcome.normals.push(hit.normal);
            surfaces.push(Plane::through_origin(hit.normal));
            if hit.normal.dot(settings.up) >= settings.slope_cosine {
                floors.push(hit.normal);
            }
            walls.extend(wall_of(hit.normal, desired, role, settings));
        }
        if role == Role::Fall && hit.normal.dot(settings.up) >= settings.slope_cosine {
            outcome.status = Status::Grounded;
            return outcome;
        }
    }
    outcome
}

/// The part of a desired displacement that surfaces leave, with the walls that some of them are to a walking character. Along a
/// floor, which carries a character that rises on it, no wall counts.
fn walked(desired: DVec3, surfaces: &[Plane], floors: &[DVec3], walls: &[Plane]) -> DVec3 {
    let between_all = project(desired, &[surfaces, walls].concat());
    let carried = floors.iter().map(|&floor| project(desired, &[surfaces, &[Plane::through_origin(-floor)]].concat()));
    carried.fold(between_all, |nearest, motion| {
        if motion.distance_squared(desired) < nearest.distance_squared(desired) { motion } else { nearest }
    })
}

/// Vertical wall that a steep surface or an overhang is to a walking character; `None` for a floor, an upright surface, or a pass that
/// does not walk.
fn wall_of(normal: DVec3, desired: DVec3, role: Role, settings: &Settings) -> Option<Plane> {
    let cosine = normal.dot(settings.up);
    if role != Role::Walk || cosine == 0.0 || cosine >= settings.slope_cosine {
        return None;
    }
    let (level, sine) = (normal - settings.up * cosine).normalize_and_length();
    let recedes = (desired.dot(settings.up) * cosine).max(0.0);
    (sine > LEVEL_SINE).then_some(Plane { normal: level, gives: recedes / sine })
}

/// Shortens the motion `along`, the projection of `desired`, by `friction` times the stopped part; zero if nothing remains.
fn after_friction(desired: DVec3, along: DVec3, friction: f64) -> DVec3 {
    let length = along.length();
    let lost = friction * (desired - along).length();
    if length > lost { along * ((length - lost) / length) } else { DVec3::ZERO }
}

fn advance(outcome: &mut Outcome, step: DVec3) {
    if step != DVec3::ZERO {
        outcome.center += step;
        outcome.path.push(outcome.center);
    }
}

fn is_met(normal: DVec3, planes: &[DVec3]) -> bool {
    planes.iter().any(|n| n.dot(normal) > SAME_PLANE_COSINE)
}

/// First contact of the hull (body plus skin) on its motion; ties go to the first triangle.
fn earliest_hit(
    triangles: &[Triangle],
    hull_radii: DVec3,
    center: DVec3,
    motion: DVec3,
    planes: &[DVec3],
) -> Option<Hit> {
    let mut earliest: Option<Hit> = None;
    for triangle in triangles {
        let local = triangle.map(|vertex| to_ellipsoid_space(vertex, center, hull_radii));
        if let Some(hit) = hull_hit(&local, hull_radii, motion, planes)
            && earliest.is_none_or(|e| hit.fraction < e.fraction)
        {
            earliest = Some(hit);
        }
    }
    earliest
}

/// The hull, a unit sphere about the origin, against one triangle in the hull's space; `motion` and `planes` in world
/// space.
///
/// An overlapped triangle in a plane already met is no hit: the motion runs along that plane, and a floor of triangles
/// that are level only up to rounding would hold a character that stands too deep. A centre on the triangle itself is
/// as near as can be, so that no motion approaches it.
fn hull_hit(local: &Triangle, hull_radii: DVec3, motion: DVec3, planes: &[DVec3]) -> Option<Hit> {
    let displacement = motion / hull_radii;
    let nearest = closest_point(DVec3::ZERO, local);
    let overlaps = nearest.length() < 1.0;
    let (fraction, towards_center) = if overlaps {
        (0.0, -nearest)
    } else {
        let contact = first_contact(DVec3::ZERO, displacement, local)?;
        (contact.fraction, displacement * contact.fraction - contact.point)
    };
    let normal = (towards_center / hull_radii).try_normalize()?;
    let approach = -normal.dot(motion) / motion.length();
    let ignored = approach <= PARALLEL_COSINE || (overlaps && is_met(normal, planes));
    (!ignored).then_some(Hit { fraction, normal })
}
