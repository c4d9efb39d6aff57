//! A sweep of an ellipsoid with a spine through a world misses no contact, invents none, and stops at a contact.
//!
//! In: a soup; its ellipsoid gets a spine along each axis. The judge is `sweep8_scalar_ref::capsule_sweep`: distances of segments and
//! triangles in `f64`, with the tolerance of ellipsoids and the spine's ends among the coordinates.

use crate::finding::{Finding, demand};
use crate::soup::{Soup, has_area};
use glam::{DVec3, Vec3};
use sweep8::{Axis, Shape, Sides};
use sweep8_bench::judging::accuracy::judge::TOLERANCE;
use sweep8_scalar_ref::brute_force::to_ellipsoid_space;
use sweep8_scalar_ref::capsule_sweep::UnitCapsule;

pub(crate) fn check_capsules(soup: &Soup) -> Result<(), Finding> {
    for (number, axis) in [Axis::X, Axis::Y, Axis::Z].into_iter().enumerate() {
        // From a tenth of a radius to ten radii, by the number of triangles.
        let part = [0.1, 1.0, 2.5, 10.0][(soup.triangles.len() + number) % 4];
        let half = soup.shape.radii()[number] * part;
        let Ok(shape) = Shape::swept(soup.shape, axis, half) else { continue };
        check_capsule(soup, shape)?;
    }
    Ok(())
}

fn check_capsule(soup: &Soup, shape: Shape) -> Result<(), Finding> {
    let world = soup.world();
    let hit = world.sweep(shape, soup.center, soup.displacement, Sides::Both).expect("input in range");
    let radii = shape.radii().as_dvec3();
    let half = shape.axis().unit().as_dvec3() * f64::from(shape.half_length()) / radii;
    let capsule = UnitCapsule { center: DVec3::ZERO, half };
    let way = soup.displacement.as_dvec3() / radii;
    let path = way * hit.map_or(1.0, |hit| f64::from(hit.fraction));
    let case = |what: &str| format!("{what}: {hit:?}, {shape:?}; {soup:?}");
    let mut deepest = f64::NEG_INFINITY;
    for triangle in soup.triangles.iter().filter(|triangle| has_area(triangle)) {
        let local = triangle.map(|v| to_ellipsoid_space(v.as_dvec3(), soup.center.as_dvec3(), radii));
        let largest = local.iter().map(|v| v.abs().max_element()).fold(way.abs().max_element(), f64::max);
        let allowed = TOLERANCE * (1.0 + half.length() + largest);
        if hit.is_none_or(|hit| hit.overlap == 0.0) {
            let least = capsule.least_distance_along(path, &local);
            demand(least >= 1.0 - allowed, || case(&format!("as near as {least} before")))?;
        }
        deepest = deepest.max(capsule.moved(path).depth(&local) + allowed);
    }
    let Some(hit) = hit else { return Ok(()) };
    demand(deepest >= 0.0, || case("invented"))?;
    let overlaps = world.overlap(shape, soup.center, Sides::Both).expect("input in range");
    demand(overlaps == (hit.overlap > 0.0), || case("the overlap is another"))?;
    let any = world.sweep_any(shape, soup.center, soup.displacement, Sides::Both).expect("input in range");
    demand(any && hit.normal.is_finite() && hit.point.is_finite() && hit.normal != Vec3::ZERO, || case("no contact"))
}
