//! A sweep through a world misses no contact, invents none, and stops at a contact.
//!
//! In: a soup of up to 24 triangles. The judge is [`Truth`]: distances in `f64` over all candidates, with a tolerance
//! of 1e-5 of one and the largest coordinate in ellipsoid space. Also: a start with an overlap hits at once and reports
//! it, the contact point lies on the triangle, the normal has unit length and points from there to the centre. The same soup is swept by
//! the ellipsoid with a spine ([`capsule_oracle`](super::capsule_oracle)).

use crate::bytes::{Reader, Writer};
use crate::capsule_oracle::check_capsules;
use crate::finding::{Finding, Outcome, demand};
use crate::soup::{Soup, has_area};
use glam::{DVec3, Vec3};
use sweep8::{Hit, Sides};
use sweep8_bench::judging::accuracy::families::Sweep;
use sweep8_bench::judging::accuracy::judge::{TOLERANCE, Truth, Verdict};
use sweep8_scalar_ref::brute_force::{Triangle, distance, to_ellipsoid_space};

/// Maximum number of triangles per test case: enough for two levels of the tree.
const TRIANGLES: usize = 24;

/// Rounding error of a world coordinate in `f32`, as a fraction of the coordinate.
const ROUNDING: f64 = 6e-8;

pub(crate) fn check(bytes: &[u8]) -> Result<Outcome, Finding> {
    let Some(soup) = Soup::read(&mut Reader::new(bytes), TRIANGLES) else { return Ok(Outcome::Skipped) };
    if soup.triangles.is_empty() {
        return Ok(Outcome::Skipped);
    }
    let hit = soup.world().sweep(&soup.shape, soup.center, soup.displacement, Sides::Both).expect("input in range");
    let solid = soup.triangles.iter().filter(|triangle| has_area(triangle)).map(|t| t.map(Vec3::as_dvec3));
    let sweep = Sweep::new(soup.shape, soup.center, soup.displacement, solid);
    let stop = hit.map(|hit| soup.center.as_dvec3() + soup.displacement.as_dvec3() * f64::from(hit.fraction));
    let verdict = Truth::of(&sweep).judge(stop);
    let wrong = match verdict {
        Verdict::Missed { .. } | Verdict::Invented => true,
        Verdict::Stopped { beyond_tolerance, .. } => beyond_tolerance,
        Verdict::Passed => false,
    };
    demand(!wrong, || format!("{verdict:?}, {hit:?}; {soup:?}"))?;
    check_start(&soup, &sweep, hit.as_ref())?;
    check_capsules(&soup)?;
    if let Some(hit) = hit {
        check_contact(&soup, &hit)?;
    }
    Ok(Outcome::Held)
}

/// Encodes a test case of a sweep among triangles as bytes; `kind` selects how the motion is placed.
pub(crate) fn encode(shape: Vec3, center: Vec3, displacement: Vec3, kind: u8, triangles: &[[Vec3; 3]]) -> Vec<u8> {
    let mut writer = Writer::default();
    Soup::write(&mut writer, shape, center, displacement, kind, triangles);
    writer.finish()
}

/// Checks that a sweep with an overlap at its start hits at fraction 0 with an overlap, and that no other sweep does.
fn check_start(soup: &Soup, sweep: &Sweep, hit: Option<&Hit>) -> Result<(), Finding> {
    let apart = sweep.candidates.iter().map(|t| distance(DVec3::ZERO, &local(soup, t))).fold(f64::INFINITY, f64::min);
    let allowed = sweep.candidates.iter().map(|t| tolerance(soup, &local(soup, t))).fold(0.0, f64::max);
    let overlap = hit.map_or(0.0, |hit| hit.overlap);
    if apart < 1.0 - allowed {
        let at_once = hit.is_some_and(|hit| hit.fraction == 0.0 && hit.overlap > 0.0);
        demand(at_once, || format!("starts {apart} apart, inside, but {hit:?}; {soup:?}"))?;
    }
    demand(overlap == 0.0 || apart < 1.0 + allowed, || format!("starts {apart} apart, outside, but {hit:?}; {soup:?}"))
}

/// Checks the contact point, normal and fraction of a sweep's hit.
fn check_contact(soup: &Soup, hit: &Hit) -> Result<(), Finding> {
    let case = |what: &str| format!("{what}: {hit:?}; {soup:?}");
    let unit = (hit.normal.as_dvec3().length() - 1.0).abs() < 1e-5;
    demand(unit && (0.0..=1.0).contains(&hit.fraction) && hit.overlap >= 0.0, || case("out of range"))?;
    demand((hit.triangle as usize) < soup.triangles.len(), || case("no such triangle"))?;

    let radii = soup.shape.radii().as_dvec3();
    let triangle = local(soup, &soup.triangles[hit.triangle as usize].map(Vec3::as_dvec3));
    let allowed = tolerance(soup, &triangle);
    let rounding = (hit.point.as_dvec3() * ROUNDING / radii).abs().max_element();
    let point = to_ellipsoid_space(hit.point.as_dvec3(), soup.center.as_dvec3(), radii);
    let off = distance(point, &triangle);
    demand(off <= allowed + 2.0 * rounding, || case(&format!("the point is {off} radii off the triangle")))?;

    let center = soup.displacement.as_dvec3() / radii * f64::from(hit.fraction);
    let toward = (hit.normal.as_dvec3() * radii).normalize();
    let led = (center - toward * distance(center, &triangle)).distance(point);
    demand(led <= 2.0 * allowed + 2.0 * rounding, || case(&format!("the normal leads {led} radii past the point")))
}

fn local(soup: &Soup, triangle: &Triangle) -> Triangle {
    triangle.map(|v| to_ellipsoid_space(v, soup.center.as_dvec3(), soup.shape.radii().as_dvec3()))
}

/// Returns the tolerance of the distance of a soup's ellipsoid to a triangle, ellipsoid space.
fn tolerance(soup: &Soup, triangle: &Triangle) -> f64 {
    let way = (soup.displacement.as_dvec3() / soup.shape.radii().as_dvec3()).abs().max_element();
    TOLERANCE * (1.0 + triangle.iter().map(|v| v.abs().max_element()).fold(way, f64::max))
}
