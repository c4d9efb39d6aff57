//! The sweeps of a world against those of its triangles.
//!
//! In: a case. The rules: the least fraction wins; of equal ones the lowest id, but a face before an edge contact that
//! ties with it to rounding; of overlaps at the start the deepest. A body takes the first of its parts.

use super::case::{Case, ROUNDING};
use crate::finding::{Finding, demand};
use glam::{DVec3, Vec3};
use sweep8::{BodyHit, Hit, World};
use sweep8_scalar_ref::brute_force::{Triangle, distance, to_ellipsoid_space};

/// Lean of a face's contact normal at its rim, squared, as part of one and the largest coordinate: the root of a
/// rounding.
const LEAN: f64 = 3e-6;

pub(super) fn check(case: &Case) -> Result<(), Finding> {
    let sweep = |world: &World| {
        let soup = &case.soup;
        world.sweep(&soup.shape, soup.center, soup.displacement, case.sides).ok().flatten()
    };
    let hit = case.ask("sweep", sweep)?;
    let each = case.ask_alone(sweep);
    let least = each.iter().map(|(_, hit)| hit.fraction).min_by(f32::total_cmp);
    let fraction = |hit: Option<Hit>| hit.map(|hit| hit.fraction.to_bits());
    demand(fraction(hit) == least.map(f32::to_bits), || {
        case.say("sweep", &format!("{hit:?}, but the least fraction of its triangles is {least:?}"))
    })?;
    let reversed = sweep(&case.reversed);
    demand(fraction(hit) == fraction(reversed), || {
        case.say("sweep", &format!("{hit:?}, but {reversed:?} in reverse order"))
    })?;
    if let Some(hit) = hit {
        check_winner(case, &hit, &each)?;
    }
    check_body(case)
}

/// Checks that the triangle of a sweep's hit may be the first hit, given the hit of each triangle alone.
fn check_winner(case: &Case, hit: &Hit, each: &[(u32, Hit)]) -> Result<(), Finding> {
    let say = |what: &str| case.say("sweep", &format!("{what}: {hit:?}"));
    let Some((_, own)) = each.iter().find(|(id, _)| *id == hit.triangle) else {
        return Err(Finding(say("a triangle that is not hit alone")));
    };
    let [radii, way] = [case.soup.shape.radii(), case.soup.displacement].map(Vec3::as_dvec3);
    let triangle = local(case, hit.triangle);
    let largest = |t: &Triangle| t.iter().map(|v| v.abs().max_element()).fold(1.0, f64::max);
    let rounding = ROUNDING * largest(&triangle);
    if hit.overlap > 0.0 {
        let apart = distance(DVec3::ZERO, &triangle);
        let mut others = each.iter().filter(|(_, other)| other.overlap > 0.0);
        let deeper = others.find(|(id, _)| {
            let other = local(case, *id);
            distance(DVec3::ZERO, &other) < apart - 4.0 * (rounding + ROUNDING * largest(&other))
        });
        demand(deeper.is_none(), || say(&format!("{deeper:?} is deeper")))?;
        let same =
            hit.overlap == own.overlap || hit.overlap.max(own.overlap) <= (rounding * radii.max_element()) as f32;
        return demand(same, || say(&format!("alone it overlaps by {:?}", own.overlap)));
    }
    let first = each.iter().find(|(_, other)| other.fraction == hit.fraction).map(|(id, _)| *id);
    if first == Some(hit.triangle) {
        let mut alone = *own;
        alone.triangle = hit.triangle;
        let same = *hit == alone;
        return demand(same, || say(&format!("alone it is {own:?}")));
    }
    // A face may win over an edge contact that is nearer by rounding only.
    let behind = f64::from(own.fraction - hit.fraction) * (way / radii).length();
    demand(behind <= rounding, || say(&format!("{behind} radii behind triangle {first:?}")))?;
    let [a, b, c] = triangle;
    let contact = (own.normal.as_dvec3() * radii).normalize();
    let across = (b - a).cross(c - a);
    let lean = across.normalize_or_zero().cross(contact).length();
    let size = largest(&triangle) + (way / radii).length();
    // Rounding turns the plane of a needle about its longest edge, and the plane of a lower one by any angle.
    let longest = [b - a, c - b, a - c].into_iter().map(DVec3::length).fold(0.0, f64::max);
    let turned = rounding * longest / across.length();
    let most = (LEAN * size).sqrt() + turned;
    demand(lean <= most, || say(&format!("no face (leans {lean}, not {most}), but named before {first:?}")))
}

/// Checks that the first hit of a body of several parts has the smallest fraction, then deepest overlap, then lowest part.
fn check_body(case: &Case) -> Result<(), Finding> {
    let (center, displacement, sides) = (case.soup.center, case.soup.displacement, case.sides);
    let body =
        case.ask("sweep_body", |world| world.sweep_body(&case.body, center, displacement, sides).ok().flatten())?;
    let mut expected: Option<(usize, Hit)> = None;
    for (part, one) in case.body.parts().iter().enumerate() {
        let place = center.as_dvec3() + one.offset.as_dvec3();
        let hit = case.whole.sweep(one.shape, place, displacement, sides);
        if let Some(hit) = hit.ok().flatten() {
            let wins =
                expected.is_none_or(|(_, first)| (hit.fraction, -hit.overlap) < (first.fraction, -first.overlap));
            expected = if wins { Some((part, hit)) } else { expected };
        }
    }
    let body = body.map(|BodyHit { part, hit, .. }| (part, hit));
    demand(body == expected, || case.say("sweep_body", &format!("{body:?}, but its parts give {expected:?}")))
}

fn local(case: &Case, id: u32) -> Triangle {
    let [center, radii] = [case.soup.center, case.soup.shape.radii()].map(Vec3::as_dvec3);
    case.soup.triangles[id as usize].map(|v| to_ellipsoid_space(v.as_dvec3(), center, radii))
}
