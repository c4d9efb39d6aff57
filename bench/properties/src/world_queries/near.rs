//! Checks of overlaps and their depenetration, closest points, rays and segments.
//!
//! In: a case. The rules: overlaps are those of the triangles, by id. A line reports the nearest crossed triangle, of
//! equal ones the lowest id. The closest point is as near as the nearest of any triangle, to rounding. The
//! depenetration of all overlaps is checked in `f64`.

use super::case::{Case, ROUNDING};
use crate::finding::{Finding, demand};
use crate::soup::has_area;
use glam::{DVec3, Vec3};
use sweep8::{ClosestPoint, Overlap, RayHit, World};
use sweep8_bench::judging::accuracy::judge::TOLERANCE;
use sweep8_scalar_ref::brute_force::{distance, to_ellipsoid_space};

/// Maximum distance of a search, metres: beyond a soup's extent, but nearer than the far triangles of the other tree.
const FAR: f32 = 1e5;

pub(super) fn check(case: &Case) -> Result<(), Finding> {
    check_overlaps(case)?;
    check_closest(case)?;
    let (origin, heading, sides) = (case.soup.center, case.heading, case.sides);
    for distance in [case.distance, FAR] {
        check_line(case, "ray", |world| world.ray(origin, heading, distance, sides).ok().flatten())?;
    }
    let [far, endless] = [FAR, f32::INFINITY].map(|distance| case.whole.ray(origin, heading, distance, sides));
    demand(far == endless, || {
        case.say("endless ray", &format!("{endless:?}, but {far:?} as far as there is anything"))
    })?;
    let end = origin + case.soup.displacement;
    check_line(case, "segment", |world| world.segment(origin, end, sides).ok().flatten())
}

fn check_overlaps(case: &Case) -> Result<(), Finding> {
    let (shape, center, sides) = (&case.soup.shape, case.soup.center, case.sides);
    let any = case.ask("overlap", |world| world.overlap(shape, center, sides))?;
    let expected: Vec<(u32, Overlap)> = case.ask_alone(|world| {
        let mut contacts = Vec::new();
        world.depenetrate(shape, center, sides, &mut contacts).ok()?;
        contacts.first().copied()
    });
    demand(any == Ok(!expected.is_empty()), || case.say("overlap", &format!("{any:?}, but alone {expected:?}")))?;
    let found = case.ask("depenetrate", |world| {
        let mut contacts = Vec::new();
        let found = world.depenetrate(shape, center, sides, &mut contacts).ok()?;
        Some((contacts, found.displacement, found.depth_left))
    })?;
    let Some((contacts, displacement, depth_left)) = found else {
        return Err(Finding(case.say("depenetrate", "refused")));
    };
    let same = contacts.len() == expected.len()
        && contacts.iter().zip(&expected).all(|(got, (id, alone))| *got == of_id(*alone, *id));
    demand(same, || case.say("depenetrate", &format!("{contacts:?}, but alone {expected:?}")))?;
    let sound = displacement.is_finite() && depth_left >= 0.0 && depth_left.is_finite();
    demand(sound, || case.say("depenetrate", &format!("{displacement:?}, {depth_left:?} left")))?;
    if depth_left == 0.0 && sides == sweep8::Sides::Both {
        check_way_out(case, displacement)?;
    }
    Ok(())
}

fn of_id(alone: Overlap, id: u32) -> Overlap {
    let mut contact = alone;
    contact.triangle = id;
    contact
}

/// Checks that a shape moved by a depenetration overlaps nothing by more than rounding: that of the largest coordinate
/// of all, because a large face is handled before a small edge that is deeper by the rounding of the face.
fn check_way_out(case: &Case, displacement: Vec3) -> Result<(), Finding> {
    let radii = case.soup.shape.radii().as_dvec3();
    let center = case.soup.center.as_dvec3() + displacement.as_dvec3();
    let size = case.largest_about(case.soup.center) / radii.min_element();
    for triangle in case.soup.triangles.iter().filter(|triangle| has_area(triangle)) {
        let apart = distance(DVec3::ZERO, &triangle.map(|v| to_ellipsoid_space(v.as_dvec3(), center, radii)));
        demand(apart >= 1.0 - TOLERANCE * (1.0 + size), || {
            case.say("depenetrate", &format!("{displacement:?} leads out, but {triangle:?} is {apart} radii off"))
        })?;
    }
    Ok(())
}

fn check_closest(case: &Case) -> Result<(), Finding> {
    let (point, sides) = (case.soup.center, case.sides);
    for within in [case.distance, FAR] {
        let ask = |world: &World| world.closest_point(point, within, sides).ok().flatten();
        let got = case.ask("closest_point", ask)?;
        let each = case.ask_alone(ask);
        let least = each.iter().map(|(_, closest)| closest.distance).min_by(f32::total_cmp);
        let say = |what: &str| case.say("closest_point", &format!("{got:?} within {within:?}: {what}"));
        demand(got.is_some() == least.is_some(), || say(&format!("alone {least:?}")))?;
        if let (Some(got), Some(least)) = (got, least) {
            let own = each.iter().find(|(id, _)| *id == got.triangle).map(|(_, own)| *own);
            let same = own.is_some_and(|own| same_place(&own, &got));
            demand(same, || say(&format!("alone {own:?}")))?;
            let largest = case.largest_about(point);
            let behind = f64::from(got.distance) - f64::from(least);
            demand(behind <= ROUNDING * largest, || say(&format!("{behind} m behind {least}")))?;
        }
    }
    Ok(())
}

/// Returns true if two closest points differ at most in the id of their triangle.
fn same_place(a: &ClosestPoint, b: &ClosestPoint) -> bool {
    let mut named = *a;
    named.triangle = b.triangle;
    named == *b
}

fn check_line(case: &Case, query: &str, ask: impl Fn(&World) -> Option<RayHit>) -> Result<(), Finding> {
    let got = case.ask(query, &ask)?;
    let each = case.ask_alone(&ask);
    let least = each.iter().map(|(_, hit)| hit.distance).min_by(f32::total_cmp);
    let say = |what: &str| case.say(query, &format!("{got:?}: {what}"));
    demand(got.map(|hit| hit.distance) == least, || say(&format!("alone {least:?}")))?;
    let reversed = ask(&case.reversed);
    demand(reversed.map(|hit| hit.distance) == least, || say(&format!("{reversed:?} in reverse order")))?;
    if let Some(got) = got {
        let own = each.iter().find(|(id, _)| *id == got.triangle).map(|(_, own)| *own);
        let same = own.is_some_and(|mut own| {
            own.triangle = got.triangle;
            own == got
        });
        demand(same, || say(&format!("alone {own:?}")))?;
        let lowest = each.iter().filter(|(_, hit)| hit.distance == got.distance).map(|(id, _)| *id).min();
        demand(lowest == Some(got.triangle), || say(&format!("{lowest:?} is as near")))?;
    }
    Ok(())
}
