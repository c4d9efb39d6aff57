//! Queries with the shape and orientation of the body, at its place.

use super::twin::seen;
use crate::finding::{Finding, demand};
use crate::scene::{Body, FRAME, HULL, Scene};
use glam::{DMat3, DVec3, Vec3};
use std::fmt::Debug;
use sweep8::{CharacterState, Hit, OrientedShape, Overlap, Position, Sides, SlideOutcome, SlideSettings, World};
use sweep8_scalar_ref::brute_force::{Triangle, distance};
use sweep8_scalar_ref::testkit::lists::listed;

/// Rounding error of a hit's point in `f32`, per metre of its distance from the origin.
const POINT_ROUNDING: f64 = 1.2e-7;

/// The answers of all queries of a world for one shape at one position.
#[derive(Debug, PartialEq)]
struct Answers {
    hit: Option<Hit>,
    hits: Vec<Hit>,
    any: bool,
    overlaps: Vec<Overlap>,
    overlap: bool,
    /// Displacement of the shape by depenetration, metres, and the overlap depth left after it.
    out: (Vec3, f32),
    slide: SlideOutcome,
}

fn ask(world: &World, shape: OrientedShape, center: Position, way: Vec3) -> Result<Answers, sweep8::InputError> {
    let out = world.depenetrate(shape, center, Sides::Both, &mut Vec::new())?;
    Ok(Answers {
        out: (out.displacement, out.depth_left),
        hit: world.sweep(shape, center, way, Sides::Both)?,
        hits: listed(|all| world.sweep_all(shape, center, way, Sides::Both, all))?,
        any: world.sweep_any(shape, center, way, Sides::Both)?,
        overlaps: listed(|all| world.overlap_all(shape, center, Sides::Both, all))?,
        overlap: world.overlap(shape, center, Sides::Both)?,
        slide: world.slide(shape, center, way, &SlideSettings::default())?,
    })
}

/// Runs all queries with the character's shape and compares their answers with brute force and with the twin world.
pub(super) fn check(scene: &Scene, step: usize, state: &CharacterState, way: Vec3) -> Result<(), Finding> {
    let (way, center) = (way * FRAME, state.position);
    let Ok(shape) = OrientedShape::new(scene.profile.shape(), state.orientation) else { return Ok(()) };
    // It fell too far.
    let Ok(answers) = ask(&scene.world, shape, center, way) else { return Ok(()) };
    let finding = |what: &str| scene.finding(step, state, &format!("{what}: {way} gives {answers:?}"));
    let body = Body::of(&scene.profile, state, 0.0);
    judge(scene, &body, way, &answers, &finding)?;
    if !scene.is_exact {
        return Ok(());
    }
    let turn = DMat3::from_quat(state.orientation.as_dquat().normalize());
    let Some(world) = seen(scene, center.to_dvec3(), &turn.transpose()) else { return Ok(()) };
    let way = (turn.transpose() * way.as_dvec3()).as_vec3();
    let twin = ask(&world, scene.profile.shape().into(), Position::default(), way);
    let twin = twin.map_err(|refused| Finding(finding(&format!("the twin is refused, {refused}"))))?;
    let text = |one: &dyn Debug| format!("{one:?}");
    let in_world = |v: Vec3| (turn * v.as_dvec3()).as_vec3();
    let place = |point: Vec3| text(&(center.to_dvec3() + turn * point.as_dvec3()).as_vec3());
    let vectors = |vectors: [Vec3; 2], is_twin: bool| {
        // Zeros may differ in their sign.
        vectors.map(|v| if is_twin { in_world(v) } else { v } + Vec3::ZERO)
    };
    let hit = |hit: &Hit, is_twin: bool| {
        let place = if is_twin { place(hit.point) } else { text(&hit.point) };
        let numbers = (hit.fraction, hit.overlap, hit.barycentric, hit.is_front, hit.instance.index(), hit.triangle);
        (place, vectors([hit.normal, hit.face_normal], is_twin), text(&numbers))
    };
    let overlap = |of: &Overlap, is_twin: bool| {
        let place = if is_twin { place(of.point) } else { text(&of.point) };
        let numbers = (of.depth, of.barycentric, of.is_front, of.instance.index(), of.triangle);
        (place, vectors([of.normal, of.face_normal], is_twin), text(&numbers))
    };
    let slide = |out: &SlideOutcome, is_twin: bool| {
        let contacts = out.contacts().iter().map(|contact| {
            (vectors([contact.normal, Vec3::ZERO], is_twin), contact.instance.index(), contact.triangle)
        });
        let ways = out.waypoints().iter().map(|waypoint| vectors([*waypoint, out.travel], is_twin));
        let contacts: Vec<_> = contacts.collect();
        (contacts, ways.collect::<Vec<_>>(), text(&(out.status, out.path, out.depenetrated_by)))
    };
    let all = |of: &Answers, is_twin: bool| {
        let hits: Vec<_> = of.hit.iter().chain(&of.hits).map(|one| hit(one, is_twin)).collect();
        let overlaps: Vec<_> = of.overlaps.iter().map(|one| overlap(one, is_twin)).collect();
        // The depenetration leaves a gap for the rounding of the place, which is different here.
        text(&(hits, of.any, overlaps, of.overlap, slide(&of.slide, is_twin)))
    };
    let (own, other) = (all(&answers, false), all(&twin, true));
    demand(own == other, || finding(&format!("{own}, but its twin says {other}")))?;
    // A slide measures the points of contacts in `f64`, and rounds those of the twin about the body instead of in the world.
    let mut contacts = answers.slide.contacts().iter().zip(twin.slide.contacts());
    let is_there = contacts.all(|(own, twin)| {
        let apart = own.point.as_dvec3().distance(center.to_dvec3() + turn * twin.point.as_dvec3());
        apart <= POINT_ROUNDING * f64::from(own.point.length() + twin.point.length())
    });
    demand(is_there, || finding(&format!("the twin touches at {:?}", twin.slide.contacts())))
}

/// Checks the answers of sweeps and overlaps and the end of the slide, in `f64` over all triangles.
fn judge(
    scene: &Scene,
    body: &Body,
    way: Vec3,
    answers: &Answers,
    finding: &dyn Fn(&str) -> String,
) -> Result<(), Finding> {
    let Answers { hit, hits, any, overlaps, overlap, out: (out, depth_left), slide } = answers;
    let length = f64::from(way.length());
    let whole = body.back * way.as_dvec3() / body.radii;
    let until = whole * hit.map_or(1.0, |hit| f64::from(hit.fraction));
    let starts_inside = hit.is_some_and(|hit| hit.overlap > 0.0);
    let hull = Body { radii: body.radii + HULL * f64::from(SlideSettings::default().skin), back: body.back, ..*body };
    let end = Body { center: slide.position.to_dvec3(), ..hull };
    let is_any = *any == hit.is_some() && *any != hits.is_empty() && *overlap != overlaps.is_empty();
    demand(is_any, || finding("any and all differ"))?;
    let off = (end.center - body.center).distance(slide.travel.as_dvec3());
    let allowed = 1e-6 * (1.0 + length) + 1e-14 * body.center.length();
    demand(off < allowed, || finding(&format!("the slide ends {off} m from its travel")))?;
    let led_out = Body { center: body.center + out.as_dvec3(), ..*body };
    let mut was_clear = true;
    let mut least_at_end = (f64::INFINITY, 0.0);
    for (part, (number, triangle)) in scene.parts.iter().flat_map(|part| part.lying().map(move |one| (part, one))) {
        let allowed = body.allowed(&triangle, length);
        let is_of = |of: (sweep8::InstanceId, u32)| of == (part.id, number);
        let on_all = body.least_apart(whole, &triangle);
        let is_listed = hits.iter().any(|hit| is_of((hit.instance, hit.triangle)));
        let is_right = (on_all - 1.0).abs() < allowed || is_listed == (on_all < 1.0);
        demand(is_right, || finding(&format!("the sweep misses triangle {number} at {on_all} radii")))?;
        let apart = body.apart(&triangle);
        let is_listed = overlaps.iter().any(|of| is_of((of.instance, of.triangle)));
        let is_right = (apart - 1.0).abs() < allowed || is_listed == (apart < 1.0);
        demand(is_right, || finding(&format!("triangle {number} is {apart} radii off")))?;
        let before = body.least_apart(until, &triangle);
        demand(starts_inside || before > 1.0 - allowed, || finding(&format!("{before} off {number} before it")))?;
        if let Some(hit) = hit.filter(|hit| is_of((hit.instance, hit.triangle))) {
            judge_hit(body, &triangle, until, &hit, allowed, finding)?;
        }
        let apart = led_out.apart(&triangle);
        let is_out = *depth_left > 0.0 || apart > 1.0 - led_out.allowed(&triangle, 0.0);
        demand(is_out, || finding(&format!("{out} leads out, but triangle {number} is {apart} radii off")))?;
        was_clear &= hull.apart(&triangle) > 1.0 + hull.allowed(&triangle, length);
        let at_end = end.apart(&triangle) - 1.0 + end.allowed(&triangle, length);
        least_at_end = if at_end < least_at_end.0 { (at_end, f64::from(number)) } else { least_at_end };
    }
    demand(!was_clear || least_at_end.0 > 0.0, || finding(&format!("the slide ends in {least_at_end:?}")))
}

/// Checks that the body touches the triangle that a sweep's hit reports, in ellipsoid space.
fn judge_hit(
    body: &Body,
    triangle: &Triangle,
    way: DVec3,
    hit: &Hit,
    allowed: f64,
    finding: &dyn Fn(&str) -> String,
) -> Result<(), Finding> {
    let there = Body { center: body.center + body.back.transpose() * (way * body.radii), ..*body };
    let apart = there.apart(triangle);
    let touches = if hit.overlap > 0.0 { apart < 1.0 + allowed } else { (apart - 1.0).abs() < allowed };
    demand(touches, || finding(&format!("{apart} radii from the hit triangle")))?;
    // The contact point: from the spine back along the normal by their distance.
    let (radii, place) = (body.radii, hit.point.as_dvec3());
    let rounding = POINT_ROUNDING * place.length();
    let towards = (body.back * hit.normal.as_dvec3() * body.radii).normalize();
    let led = way - towards * apart;
    let along = body.half / body.radii;
    let off = body.back * (place - body.center) / body.radii - led;
    let part = (off.dot(along) / along.length_squared().max(f64::MIN_POSITIVE)).clamp(-1.0, 1.0);
    let off = (off - along * part).length();
    // A spine that crosses the triangle has no nearest point: its normal leads out of the prism.
    let is_pierced = apart == 0.0 && along != DVec3::ZERO;
    demand(is_pierced || off < 4.0 * allowed + rounding / radii.min_element(), || {
        finding(&format!("the normal leads {off} radii past the point"))
    })?;
    let off = distance(place, triangle);
    demand(off < allowed * radii.max_element() + rounding, || {
        finding(&format!("the point is {off} m off the triangle"))
    })
}
