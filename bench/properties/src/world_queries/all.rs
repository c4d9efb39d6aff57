//! Queries for all hits and for any hit, and the faces that hits report.
//!
//! In: a case. The rules: the list of all hits equals that of the single triangles, to the bit, sorted by distance,
//! then by id; it does not depend on the order of triangles or of their corners. The query for any hit finds one if
//! there is one. Faces are checked in `f64`.

use super::case::{Case, ROUNDING};
use crate::face::{GivenFace, Seen};
use crate::finding::{Finding, demand};
use glam::{DVec3, Vec3};
use std::fmt::Debug;
use sweep8::{Hit, OrientedShape, Overlap, RayHit, World};
use sweep8_scalar_ref::testkit::lists::listed;

/// Tolerance of a hit face's corner, as a fraction of 1 + the largest coordinate relative to the query position.
const TOLERANCE: f64 = 10.0 * ROUNDING;

pub(super) fn check(case: &Case) -> Result<(), Finding> {
    check_sweep(case)?;
    check_overlap(case)?;
    // Of a turned shape that may have a spine.
    let second = case.body.parts()[1].shape;
    check_sweep_lists(case, second)?;
    check_overlap_lists(case, second)?;
    let (origin, heading, distance, sides) = (case.soup.center, case.heading, case.distance, case.sides);
    check_line(
        case,
        ("ray_all", heading.as_dvec3()),
        |world| listed(|all| world.ray_all(origin, heading, distance, sides, all)).unwrap_or_default(),
        |world| world.ray(origin, heading, distance, sides).ok().flatten(),
        |world| world.ray_any(origin, heading, distance, sides).unwrap_or(false),
    )?;
    let end = origin + case.soup.displacement;
    check_line(
        case,
        ("segment_all", end.as_dvec3() - origin.as_dvec3()),
        |world| listed(|all| world.segment_all(origin, end, sides, all)).unwrap_or_default(),
        |world| world.segment(origin, end, sides).ok().flatten(),
        |world| world.segment_any(origin, end, sides).unwrap_or(false),
    )?;
    let closest = case.whole.closest_point(origin, f32::INFINITY, sides).ok().flatten();
    closest.map_or(Ok(()), |found| {
        check_face(case, "closest_point", &found, found.triangle, Seen::From(origin.as_dvec3()))
    })
}

fn check_sweep(case: &Case) -> Result<(), Finding> {
    let (shape, center, displacement) = (&case.soup.shape, case.soup.center, case.soup.displacement);
    for hit in &check_sweep_lists(case, shape.into())? {
        let at = center.as_dvec3() + displacement.as_dvec3() * f64::from(hit.fraction);
        check_face(case, "sweep_all", hit, hit.triangle, Seen::From(at))?;
    }
    case.whole.sweep(shape, center, displacement, case.sides).ok().flatten().map_or(Ok(()), |hit| {
        let at = center.as_dvec3() + displacement.as_dvec3() * f64::from(hit.fraction);
        check_face(case, "sweep", &hit, hit.triangle, Seen::From(at))
    })
}

/// Checks the lists of all hits of a shape, and returns that of the whole world.
fn check_sweep_lists(case: &Case, shape: OrientedShape) -> Result<Vec<Hit>, Finding> {
    let (center, displacement) = (case.soup.center, case.soup.displacement);
    let first = |world: &World| world.sweep(shape, center, displacement, case.sides).ok().flatten();
    let all =
        |world: &World| listed(|all| world.sweep_all(shape, center, displacement, case.sides, all)).unwrap_or_default();
    let any =
        case.ask("sweep_any", |world| world.sweep_any(shape, center, displacement, case.sides).unwrap_or(false))?;
    let got = case.ask("sweep_all", all)?;
    let alone = case.ask_alone(first).into_iter().map(|(triangle, mut hit): (u32, Hit)| {
        hit.triangle = triangle;
        hit
    });
    check_list(case, "sweep_all", &got, alone.collect(), any, |hit| (hit.fraction, hit.triangle))?;
    let reversed = all(&case.reversed).into_iter().map(|mut hit: Hit| {
        hit.triangle = forward(case, hit.triangle);
        hit.barycentric = turned_back(hit.barycentric, hit.triangle);
        hit
    });
    check_list(case, "sweep_all reversed", &got, reversed.collect(), any, |hit| (hit.fraction, hit.triangle))?;
    Ok(got)
}

fn check_overlap(case: &Case) -> Result<(), Finding> {
    check_overlap_lists(case, (&case.soup.shape).into())?.iter().try_for_each(|overlap| {
        check_face(case, "overlap_all", overlap, overlap.triangle, Seen::From(case.soup.center.as_dvec3()))
    })
}

/// Checks the list of all overlaps of a shape, and returns that of the whole world.
fn check_overlap_lists(case: &Case, shape: OrientedShape) -> Result<Vec<Overlap>, Finding> {
    let center = case.soup.center;
    let all = |world: &World| listed(|all| world.overlap_all(shape, center, case.sides, all)).unwrap_or_default();
    let any = case.whole.overlap(shape, center, case.sides).unwrap_or(false);
    let got = case.ask("overlap_all", all)?;
    let named = |(triangle, mut overlap): (u32, Overlap)| {
        overlap.triangle = triangle;
        overlap
    };
    let alone = case.ask_alone(|world| all(world).first().copied());
    check_list(case, "overlap_all", &got, alone.into_iter().map(named).collect(), any, |of| (0.0, of.triangle))?;
    Ok(got)
}

fn check_line(
    case: &Case,
    (query, way): (&str, DVec3),
    all: impl Fn(&World) -> Vec<RayHit>,
    first: impl Fn(&World) -> Option<RayHit>,
    any: impl Fn(&World) -> bool,
) -> Result<(), Finding> {
    let got = case.ask(query, &all)?;
    let any = case.ask("any", any)?;
    let named = |(triangle, mut hit): (u32, RayHit)| {
        hit.triangle = triangle;
        hit
    };
    let alone = case.ask_alone(&first).into_iter().map(named).collect();
    check_list(case, query, &got, alone, any, |hit| (hit.distance, hit.triangle))?;
    let reversed = all(&case.reversed).into_iter().map(|mut hit| {
        hit.triangle = forward(case, hit.triangle);
        hit.barycentric = turned_back(hit.barycentric, hit.triangle);
        hit
    });
    check_list(case, query, &got, reversed.collect(), any, |hit| (hit.distance, hit.triangle))?;
    let nearest = first(&case.whole);
    demand(got.first() == nearest.as_ref(), || case.say(query, &format!("{:?}, not {nearest:?}", got.first())))?;
    got.iter().try_for_each(|hit| check_face(case, query, hit, hit.triangle, Seen::Along(way.normalize_or_zero())))
}

/// Checks that a query's list equals the expected hits sorted by `key`; hits with equal distances may have any order.
fn check_list<H: Debug + PartialEq + Copy>(
    case: &Case,
    query: &str,
    got: &[H],
    mut expected: Vec<H>,
    any: bool,
    key: impl Fn(&H) -> (f32, u32),
) -> Result<(), Finding> {
    let in_order = |list: &mut Vec<H>| {
        list.sort_by(|a, b| key(a).0.total_cmp(&key(b).0).then(key(a).1.cmp(&key(b).1)));
    };
    let mut sorted = got.to_vec();
    in_order(&mut sorted);
    in_order(&mut expected);
    demand(sorted == expected, || case.say(query, &format!("{got:?}, but alone {expected:?}")))?;
    demand(got.is_sorted_by(|a, b| key(a).0 <= key(b).0), || case.say(query, &format!("out of order: {got:?}")))?;
    demand(any != got.is_empty(), || case.say(query, &format!("any is {any}, but all are {got:?}")))
}

/// Returns the id in the whole world of a triangle of the reversed world, which keeps the first of two copies.
fn forward(case: &Case, reversed: u32) -> u32 {
    let place = case.alone.len().checked_sub(1 + reversed as usize);
    place.map_or(u32::MAX - 1, |place| case.alone[place].0)
}

/// Converts barycentric weights of a triangle of the reversed world to the original corner order.
fn turned_back(Vec3 { x, y, z }: Vec3, id: u32) -> Vec3 {
    // The number of the corner that it begins with.
    match (id + 1) % 3 {
        0 => Vec3::new(x, y, z),
        1 => Vec3::new(z, x, y),
        _ => Vec3::new(y, z, x),
    }
}

fn check_face<'h, H: Debug>(case: &Case, query: &str, hit: &'h H, triangle: u32, seen: Seen) -> Result<(), Finding>
where
    GivenFace: From<&'h H>,
{
    let corners = case.soup.triangles[triangle as usize].map(Vec3::as_dvec3);
    let (center, way) = (case.soup.center.as_dvec3(), case.soup.displacement.as_dvec3());
    let far = corners.iter().map(|v| (*v - center).abs().max_element()).fold(way.abs().max_element(), f64::max);
    // A coordinate is rounded in radii, and measured in metres.
    let radii = case.soup.shape.radii();
    let uneven = f64::from(radii.max_element() / radii.min_element());
    let allowed = TOLERANCE * (1.0 + far) * uneven;
    let complaint = GivenFace::from(hit).complaint(&corners, &corners, seen, allowed);
    demand(complaint.is_none(), || case.say(query, &format!("{complaint:?}, {hit:?}")))
}
