//! One-sided queries and lines in `f64`, if rounding leaves no doubt: the triangles that a one-sided shape must hit,
//! and those that it must not.
//!
//! In: a case. Out: a finding if a front is missed or a back is hit. The corners of a mirrored triangle are stored
//! counter-clockwise seen from its front.

use super::case::{Case, TOLERANCE};
use crate::finding::{Finding, demand};
use glam::DVec3;
use sweep8::Sides;
use sweep8_scalar_ref::brute_force::{Triangle, closest_point};

/// Returns true if a triangle's front faces `center`; `None` if corner errors of `allowed` metres could change that.
fn has_front_to(triangle: &Triangle, center: DVec3, allowed: f64) -> Option<bool> {
    let [a, b, c] = *triangle;
    let across = (b - a).cross(c - a);
    let normal = across.try_normalize()?;
    let longest = a.distance(b).max(b.distance(c)).max(c.distance(a));
    let reach = triangle.iter().map(|v| v.distance(center)).fold(0.0, f64::max);
    let height = normal.dot(center - a);
    (height.abs() > allowed * (1.0 + reach * longest / across.length())).then_some(height > 0.0)
}

/// Checks the one-sided queries for overlap, closest point and the start of a sweep.
pub(super) fn check_fronts(case: &Case) -> Result<(), Finding> {
    let center = case.center();
    let (world, soup) = (&case.world, &case.soup);
    let overlaps = world.overlap(case.shape, soup.center, Sides::Front).expect("input in range");
    let closest = world.closest_point(soup.center, f32::INFINITY, Sides::Front).expect("input in range");
    let hit = world.sweep(case.shape, soup.center, soup.displacement, Sides::Front).expect("input in range");
    let given = closest.map_or(f64::INFINITY, |closest| closest.distance.into());
    let mut may_overlap = false;
    for (triangle, id, index) in &case.triangles {
        let far = TOLERANCE * (1.0 + case.far(triangle));
        let (front, apart) = (has_front_to(triangle, center, far), case.apart(triangle, center, 0.0));
        let finding = |what: &str| case.finding(&format!("{what}, triangle {index} of {id:?}, front {front:?}"));
        may_overlap |= front != Some(false) && apart < 1.0 + case.allowed(triangle);
        if front == Some(true) {
            demand(overlaps || apart > 1.0 - case.allowed(triangle), || {
                finding(&format!("a front not felt at {apart}"))
            })?;
            let apart = closest_point(center, triangle).distance(center);
            demand(given < apart + far, || finding(&format!("a front {apart} m away, but {closest:?}")))?;
        }
    }
    demand(!overlaps || may_overlap, || case.finding("feels a back"))?;
    let named = closest.map(|closest| (closest.instance, closest.triangle));
    for (instance, triangle) in named.into_iter().chain(hit.map(|hit| (hit.instance, hit.triangle))) {
        let corners = case.named(instance, triangle)?;
        let front = has_front_to(corners, center, TOLERANCE * (1.0 + case.far(corners)));
        demand(front != Some(false), || case.finding(&format!("meets the back of {triangle} of {instance:?}")))?;
    }
    Ok(())
}

/// Returns the distance from `origin` at which a line crosses a triangle farther from its outline than corners off by `allowed`
/// could change, metres, and the tolerance of that distance.
pub(super) fn clear_pass([a, b, c]: &Triangle, origin: DVec3, along: DVec3, allowed: f64) -> Option<[f64; 2]> {
    let normal = (*b - *a).cross(*c - *a).try_normalize()?;
    let sine = normal.dot(along);
    let slack = allowed / sine.abs();
    let distance = normal.dot(*a - origin) / sine;
    let point = origin + along * distance;
    let inside = |from: &DVec3, to: &DVec3| normal.cross((*to - *from).normalize()).dot(point - *from) > slack;
    (inside(a, b) && inside(b, c) && inside(c, a)).then_some([distance, slack])
}
