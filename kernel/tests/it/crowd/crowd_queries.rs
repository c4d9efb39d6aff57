//! Rays, sweeps and overlaps of characters, beside brute force in `f64` over everybody.

use crate::testkit::Random;
use crate::testkit::cases;
use crate::testkit::crowds::{new_crowd, profile_of};
use crate::testkit::worlds::world_of;
use glam::{DMat3, DVec3, Quat, Vec3};
use sweep8::{
    Axis, CharacterFilter, CharacterId, CharacterProfile, CharacterState, Crowd, CrowdSettings, Ellipsoid, InputError,
    OrientedEllipsoid, OrientedShape, Position, Shape, World,
};
use sweep8_scalar_ref::ellipsoids::{Body, first_touch, gap, least_gap, parted};

const SHAPES: [Vec3; 5] = [
    Vec3::new(0.4, 0.9, 0.4),
    Vec3::splat(0.5),
    Vec3::new(1.2, 0.35, 0.5),
    Vec3::new(0.1, 0.8, 0.25),
    Vec3::new(3.0, 0.6, 2.0),
];

/// Shapes with a spine: radii, axis, half length. Round and not, as long as wide and far longer.
const SPINED: [(Vec3, Axis, f32); 5] = [
    (Vec3::splat(0.4), Axis::Y, 0.5),
    (Vec3::splat(0.2), Axis::X, 1.5),
    (Vec3::new(0.1, 0.2, 0.3), Axis::Z, 0.4),
    (Vec3::splat(0.35), Axis::Y, 0.05),
    (Vec3::new(0.3, 0.6, 0.1), Axis::X, 0.7),
];

fn spined(number: usize) -> Shape {
    let (radii, axis, half) = SPINED[number % SPINED.len()];
    Shape::swept(Ellipsoid::new(radii).unwrap(), axis, half).unwrap()
}

const ALL: CharacterFilter = CharacterFilter { layers: u32::MAX, skip: None, group: None };

/// Error allowed in a gap, metres, per metre of the way: that of a fraction in `f32`.
const FRACTION_ROUNDING: f64 = 1e-7;

/// Error of the judge and of `f64`, metres.
const TOLERANCE: f64 = 1e-7;

fn body(center: DVec3, radii: Vec3, orientation: Quat) -> Body {
    let axes = DMat3::from_quat(orientation.as_dquat().normalize());
    Body { center, axes, radii: radii.as_dvec3(), spine: DVec3::ZERO }
}

fn body_of_shape(center: DVec3, shape: Shape, orientation: Quat) -> Body {
    let of_ellipsoid = body(center, shape.radii(), orientation);
    Body { spine: of_ellipsoid.axes * (shape.axis().unit() * shape.half_length()).as_dvec3(), ..of_ellipsoid }
}

/// The body of a character, for the judge.
fn body_of(crowd: &Crowd, id: CharacterId) -> Body {
    let state = crowd.state(id).unwrap();
    body_of_shape(state.position.to_dvec3(), crowd.profile(id).unwrap().shape(), state.orientation)
}

fn turned(random: &mut Random) -> Quat {
    random.turn().as_quat().normalize()
}

/// Some dozen about a point, every other one turned.
fn crowd_about(random: &mut Random, count: usize, half: f64, about: DVec3) -> (Crowd, Vec<CharacterId>) {
    crowd_of(random, count, half, about, |number| profile_of(SHAPES[number % SHAPES.len()]))
}

/// The same, with every third an ellipsoid, and the others with spines.
fn spined_crowd_about(random: &mut Random, count: usize, half: f64, about: DVec3) -> (Crowd, Vec<CharacterId>) {
    crowd_of(random, count, half, about, |number| match number % 3 {
        0 => profile_of(SHAPES[number % SHAPES.len()]),
        _ => CharacterProfile::of_shape(spined(number)),
    })
}

fn crowd_of(
    random: &mut Random,
    count: usize,
    half: f64,
    about: DVec3,
    profile: impl Fn(usize) -> CharacterProfile,
) -> (Crowd, Vec<CharacterId>) {
    let mut crowd = new_crowd();
    let ids = (0..count).map(|number| {
        let at = Position::from(about + random.vector(half));
        let id = crowd.spawn(&profile(number), at).unwrap();
        if number % 2 == 0 {
            let state = CharacterState { orientation: turned(random), ..*crowd.state(id).unwrap() };
            crowd.set_state(id, &state).unwrap();
        }
        id
    });
    let ids = ids.collect();
    (crowd, ids)
}

const PLACES: [DVec3; 4] =
    [DVec3::ZERO, DVec3::new(-3_000.0, 20.0, 4_100.0), DVec3::new(1e7, -9e6, 0.1), DVec3::new(12.34, 1.5e7, 0.7)];

/// The judgement of a way: where a character is surely met before it ends, or may be.
struct Judged {
    /// The least part at which anybody is surely met.
    surely: f64,
    /// The same of those who may be met by rounding.
    maybe: f64,
}

/// Whether the balls around two meet on a way.
fn comes_near(other: &Body, thing: &Body, way: DVec3, most: f64) -> bool {
    let apart = thing.center - other.center;
    let nearest = apart + way * (-apart.dot(way) / way.length_squared()).clamp(0.0, most);
    nearest.length() < other.reach() + thing.reach() + 0.01
}

fn judge(bodies: &[Body], thing: &Body, way: DVec3, most: f64) -> Judged {
    let mut judged = Judged { surely: f64::INFINITY, maybe: f64::INFINITY };
    for other in bodies {
        if !comes_near(other, thing, way, most) {
            continue;
        }
        let (least, at) = least_gap(other, thing, way, most);
        if least < TOLERANCE {
            let touch = first_touch(other, thing, way, most).unwrap_or(at);
            judged.maybe = judged.maybe.min(touch);
            judged.surely = if least < -TOLERANCE { judged.surely.min(touch) } else { judged.surely };
        }
    }
    judged
}

/// Holds that a part of a way is one at which a body is touched first by a thing, and nobody was before.
fn holds(bodies: &[Body], met: &Body, thing: &Body, way: DVec3, part: f64, case: &str) -> f64 {
    let there = thing.moved(way * part);
    let off = gap(met, &there);
    let allowed = TOLERANCE + FRACTION_ROUNDING * way.length() * part.max(1.0);
    assert!(off.abs() <= allowed, "{case}: {off} m apart at {part}");
    for other in bodies {
        if comes_near(other, thing, way, part) {
            let (least, at) = least_gap(other, thing, way, part);
            assert!(least > -allowed, "{case}: somebody is met by {least} m at {at}, before {part}");
        }
    }
    off.abs()
}

#[test]
fn a_ray_meets_whom_brute_force_meets_first_where_it_does() {
    let (mut hits, mut misses, mut inside, mut worst) = (0, 0, 0, 0.0_f64);
    for case in 0..cases(40, 8) {
        let mut random = Random(case);
        let about = PLACES[case as usize / 2 % 4];
        let of = if case % 2 == 0 { crowd_about } else { spined_crowd_about };
        let (crowd, ids) = of(&mut random, 60, 4.0, about);
        let bodies: Vec<Body> = ids.iter().map(|&id| body_of(&crowd, id)).collect();
        for number in 0..60 {
            let name = format!("case {case}, ray {number}");
            let origin = Position::from(about + random.vector(5.0));
            let direction = (random.direction() * random.scale(1e-3, 1e3)).as_vec3();
            let distance = if number % 3 == 0 { f32::INFINITY } else { random.range(0.0, 20.0) as f32 };
            let point = body(origin.to_dvec3(), Vec3::ZERO, Quat::IDENTITY);
            let (way, most) = (direction.as_dvec3().normalize(), f64::from(distance).min(60.0));
            let judged = judge(&bodies, &point, way, most);
            let hit = crowd.ray(origin, direction, distance, ALL).unwrap();
            assert_eq!(crowd.ray_any(origin, direction, distance, ALL).unwrap(), hit.is_some(), "{name}");
            let Some(hit) = hit else {
                assert!(judged.surely == f64::INFINITY, "{name}: missed what is at {}", judged.surely);
                misses += 1;
                continue;
            };
            assert!(judged.maybe < f64::INFINITY, "{name}: nobody is there");
            let met = body_of(&crowd, hit.id);
            if hit.distance == 0.0 && gap(&met, &point) < -TOLERANCE {
                assert_eq!((hit.point, judged.maybe), (origin.high, 0.0), "{name}");
                assert!((hit.normal.as_dvec3() + way).length() < 1e-6);
                inside += 1;
                continue;
            }
            worst = worst.max(holds(&bodies, &met, &point, way, f64::from(hit.distance), &name));
            let on = met.center + hit.from_center.as_dvec3();
            assert!((on - point.center - way * f64::from(hit.distance)).length() < 3e-6, "{name}: beside the ray");
            assert!((hit.point.as_dvec3() - on).length() < 1e-6 + 1e-7 * on.length(), "{name}");
            let normal = hit.normal.as_dvec3();
            assert!((normal.dot(hit.from_center.as_dvec3()) - met.extent(normal)).abs() < 1e-6, "{name}: the normal");
            hits += 1;
        }
    }
    println!("{hits} hits, {misses} misses, {inside} begin inside; at most {worst} m off");
    assert!(hits > cases(500, 100) && misses > cases(300, 60) && inside > cases(200, 40), "{hits} {misses} {inside}");
}

#[test]
fn a_sweep_meets_whom_brute_force_meets_first_where_it_does() {
    let (mut hits, mut misses, mut inside, mut worst) = (0, 0, 0, 0.0_f64);
    for case in 0..cases(40, 16) {
        let mut random = Random(100 + case);
        let about = PLACES[case as usize / 2 % 4];
        let of = if case % 2 == 0 { crowd_about } else { spined_crowd_about };
        let (crowd, ids) = of(&mut random, 40, 5.0, about);
        let bodies: Vec<Body> = ids.iter().map(|&id| body_of(&crowd, id)).collect();
        for number in 0..40 {
            let name = format!("case {case}, sweep {number}");
            let radii = [Vec3::splat(0.1), Vec3::new(0.4, 0.9, 0.4), Vec3::new(0.05, 1.0, 0.3)][number % 3];
            let orientation = if number % 2 == 0 { Quat::IDENTITY } else { turned(&mut random) };
            let shape = if number % 4 < 2 { Ellipsoid::new(radii).unwrap().into() } else { spined(number) };
            let center = Position::from(about + random.vector(7.0));
            let way = (random.direction() * random.scale(0.5, 20.0)).as_vec3();
            let thing = body_of_shape(center.to_dvec3(), shape, orientation);
            let shape = OrientedShape::new(shape, orientation).unwrap();
            let judged = judge(&bodies, &thing, way.as_dvec3(), 1.0);
            let hit = crowd.sweep(shape, center, way, ALL).unwrap();
            assert_eq!(crowd.sweep_any(shape, center, way, ALL).unwrap(), hit.is_some(), "{name}");
            let Some(hit) = hit else {
                assert!(judged.surely == f64::INFINITY, "{name}: missed what is at {}", judged.surely);
                misses += 1;
                continue;
            };
            assert!(judged.maybe < f64::INFINITY, "{name}: nobody is there");
            let met = body_of(&crowd, hit.id);
            let normal = hit.normal.as_dvec3();
            if hit.overlap > 0.0 {
                assert_eq!((hit.fraction, judged.maybe), (0.0, 0.0), "{name}");
                // The tangent plane is as deep as is told.
                assert!((parted(&met, &thing, normal) + f64::from(hit.overlap)).abs() < 1e-6, "{name}");
                inside += 1;
                continue;
            }
            worst = worst.max(holds(&bodies, &met, &thing, way.as_dvec3(), f64::from(hit.fraction), &name));
            let there = thing.moved(way.as_dvec3() * f64::from(hit.fraction));
            let apart = parted(&met, &there, normal);
            assert!(apart.abs() < 1e-5, "{name}: the normal parts them by {apart} m");
            let from_center = hit.from_center.as_dvec3();
            assert!((normal.dot(from_center) - met.extent(normal)).abs() < 1e-6, "{name}: the point");
            hits += 1;
        }
    }
    println!("{hits} hits, {misses} misses, {inside} overlap at the start; at most {worst} m off");
    assert!(hits > cases(200, 60) && misses > cases(300, 120) && inside > cases(100, 40), "{hits} {misses} {inside}");
}

#[test]
fn an_overlap_lists_whom_brute_force_finds_in_the_order_of_indices() {
    let (mut found, mut none, mut out) = (0, 0, Vec::new());
    for case in 0..60 {
        let mut random = Random(200 + case);
        let about = PLACES[case as usize / 2 % 4];
        let of = if case % 2 == 0 { crowd_about } else { spined_crowd_about };
        let (crowd, ids) = of(&mut random, 60, 4.0, about);
        for number in 0..30 {
            let radii = [Vec3::splat(0.3), Vec3::new(0.4, 0.9, 0.4), Vec3::new(2.0, 0.1, 0.6)][number % 3];
            let orientation = if number % 2 == 0 { Quat::IDENTITY } else { turned(&mut random) };
            let shape = if number % 4 < 2 { Ellipsoid::new(radii).unwrap().into() } else { spined(number) };
            let center = Position::from(about + random.vector(5.0));
            let thing = body_of_shape(center.to_dvec3(), shape, orientation);
            let shape = OrientedShape::new(shape, orientation).unwrap();
            crowd.overlap_all(shape, center, ALL, &mut out).unwrap();
            assert_eq!(crowd.overlap(shape, center, ALL).unwrap(), !out.is_empty());
            assert!(out.is_sorted_by_key(|overlap| overlap.id.index()));
            for &id in &ids {
                let met = body_of(&crowd, id);
                let told = out.iter().find(|overlap| overlap.id == id);
                let far = met.center.distance(thing.center) > met.reach() + thing.reach();
                let apart = if far { 1.0 } else { gap(&met, &thing) };
                assert!(apart.abs() < TOLERANCE || told.is_some() == (apart < 0.0), "case {case}: {apart} m apart");
                let Some(told) = told else { continue };
                let normal = told.normal.as_dvec3();
                assert!((parted(&met, &thing, normal) + f64::from(told.depth)).abs() < 1e-6);
                assert!((normal.dot(told.from_center.as_dvec3()) - met.extent(normal)).abs() < 1e-6);
                // Out by as much as is told, it is clear.
                assert!(gap(&met, &thing.moved(normal * f64::from(told.depth))) > -1e-6);
            }
            found += out.len();
            none += usize::from(out.is_empty());
        }
    }
    println!("{found} overlaps, {none} of 1,800 places are clear");
    assert!(found > 1_000 && none > 300, "{found} {none}");
}

/// A floor.
fn floor() -> World {
    world_of(&[[Vec3::new(-90.0, 0.0, -90.0), Vec3::new(0.0, 0.0, 90.0), Vec3::new(90.0, 0.0, -90.0)]])
}

#[test]
fn queries_know_every_change_of_place_body_and_membership() {
    let world = floor();
    let mut crowd = new_crowd();
    let (eye, way) = (Vec3::new(-5.0, 0.9, 0.0), Vec3::X);
    let at = |crowd: &Crowd| crowd.ray(eye, way, 50.0, ALL).unwrap().map(|hit| (hit.id, hit.distance));
    assert_eq!(at(&crowd), None, "an empty crowd");
    assert!(!crowd.overlap(&Ellipsoid::HUMAN, Vec3::ZERO, ALL).unwrap());
    let ball = profile_of(Vec3::splat(0.5));
    let first = crowd.spawn(&ball, Vec3::new(0.0, 0.9, 0.0)).unwrap();
    assert_eq!(at(&crowd), Some((first, 4.5)));
    let second = crowd.spawn(&ball, Vec3::new(-2.0, 0.9, 0.0)).unwrap();
    assert_eq!(at(&crowd), Some((second, 2.5)));
    crowd.set_layers(second, 0).unwrap();
    assert_eq!(at(&crowd), Some((first, 4.5)));
    crowd.set_layers(second, 2).unwrap();
    assert_eq!(crowd.layers(second), Ok(2));
    let copy = crowd.clone();
    crowd.despawn(second).unwrap();
    assert_eq!(at(&crowd), Some((first, 4.5)));
    assert_eq!(at(&copy), Some((second, 2.5)), "a copy has its own");
    let skips_who_is_gone = CharacterFilter { skip: Some(second), ..ALL };
    assert!(crowd.ray(eye, way, 50.0, skips_who_is_gone).unwrap().is_some());
    let mut saved = Vec::new();
    copy.save_into(&mut saved);
    crowd.restore(&saved).unwrap();
    assert_eq!(at(&crowd), Some((second, 2.5)));
    assert_eq!(crowd.layers(second), Ok(2), "layers are saved");
    crowd.teleport(second, Vec3::new(-1.0, 0.9, 0.0)).unwrap();
    assert_eq!(at(&crowd), Some((second, 3.5)));
    crowd.set_profile(&world, second, &profile_of(Vec3::new(0.25, 0.5, 0.5))).unwrap();
    assert_eq!(at(&crowd), Some((second, 3.75)));
    let state = CharacterState { position: Vec3::new(3.0, 0.9, 0.0).into(), ..*crowd.state(second).unwrap() };
    crowd.set_state(second, &state).unwrap();
    assert_eq!(at(&crowd), Some((first, 4.5)));
    crowd.set_desired_velocity(first, Vec3::X * 3.0).unwrap();
    crowd.step(&world, 0.5).unwrap();
    let there = crowd.position(first).unwrap().to_vec3();
    let half_chord = (0.25 - (0.9 - there.y) * (0.9 - there.y)).sqrt();
    let (id, distance) = at(&crowd).unwrap();
    assert!(id == first && there.x > 1.0 && (distance - (there.x + 5.0 - half_chord)).abs() < 1e-5, "{distance}");
    crowd.clone_from(&copy);
    assert_eq!(at(&crowd), Some((second, 2.5)));
}

#[test]
fn neither_the_order_in_memory_nor_threads_show_in_answers_and_the_lowest_index_wins_a_tie() {
    let world = floor();
    let run = |sort_every: u32, threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut random = Random(7);
            let mut crowd = Crowd::new(CrowdSettings { sort_every, ..CrowdSettings::default() }).unwrap();
            for number in 0..6_000 {
                // Twins, one in the other's place.
                let at = if number % 2 == 0 { random.vector(60.0) } else { DVec3::ZERO };
                let at = Position::from(Vec3::new(at.x as f32, 0.92, at.z as f32));
                let at = if number % 2 == 0 { at } else { crowd.position(crowd.ids().last().unwrap()).unwrap() };
                let id = crowd.spawn(&profile_of(SHAPES[0]), at).unwrap();
                let velocity = Vec3::new((number / 2 % 5) as f32 - 2.0, 0.0, 1.0);
                crowd.set_desired_velocity(id, velocity).unwrap();
            }
            let mut answers = Vec::new();
            for _ in 0..3 {
                crowd.step(&world, 1.0 / 60.0).unwrap();
                for _ in 0..200 {
                    let (from, way) = (random.vector(60.0).as_vec3().with_y(0.9), random.direction().as_vec3());
                    let hit = crowd.ray(from, way.with_y(0.0), 90.0, ALL).unwrap();
                    assert!(hit.is_none_or(|hit| hit.id.index() % 2 == 0), "the first of two in one place");
                    answers.push(hit.map(|hit| (hit.id.index(), hit.distance, hit.from_center, hit.normal)));
                    let hit = crowd.sweep(&Ellipsoid::HUMAN, from, way, ALL).unwrap();
                    answers.push(hit.map(|hit| (hit.id.index(), hit.fraction, hit.from_center, hit.normal)));
                }
            }
            (answers, crowd.state_hash())
        })
    };
    let expected = run(16, 1);
    assert!(expected.0.iter().flatten().count() > 600);
    for (sort_every, threads) in [(1, 1), (0, 2), (3, 3)] {
        assert!(run(sort_every, threads) == expected, "sorted every {sort_every}, {threads} threads");
    }
}

#[test]
fn many_threads_may_ask_the_first_question_at_once() {
    use rayon::prelude::*;
    let mut random = Random(11);
    let (crowd, _) = crowd_about(&mut random, 9_000, 80.0, DVec3::ZERO);
    let rays: Vec<(Vec3, Vec3)> =
        (0..4_000).map(|_| (random.vector(80.0).as_vec3(), random.direction().as_vec3())).collect();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build().unwrap();
    let answers: Vec<_> = pool.install(|| {
        rays.par_iter().with_max_len(1).map(|&(from, way)| crowd.ray(from, way, 50.0, ALL).unwrap()).collect()
    });
    let alone = crowd.clone();
    let expected: Vec<_> = rays.iter().map(|&(from, way)| alone.ray(from, way, 50.0, ALL).unwrap()).collect();
    assert!(answers == expected && answers.iter().flatten().count() > 500);
}

#[test]
fn wrong_input_is_refused_by_name() {
    let mut crowd = new_crowd();
    let person = crowd.spawn(&profile_of(SHAPES[0]), Vec3::ZERO).unwrap();
    let field = |error: InputError| error.field().name();
    let nan = Vec3::new(f32::NAN, 0.0, 0.0);
    assert_eq!(crowd.ray(nan, Vec3::X, 1.0, ALL).map_err(field), Err("position"));
    assert_eq!(crowd.ray(Vec3::ZERO, Vec3::ZERO, 1.0, ALL).map_err(field), Err("direction"));
    assert_eq!(crowd.ray_any(Vec3::ZERO, nan, 1.0, ALL).map_err(field), Err("direction"));
    assert_eq!(crowd.ray(Vec3::ZERO, Vec3::X, -1.0, ALL).map_err(field), Err("distance"));
    let ball = Ellipsoid::ball(0.5).unwrap();
    assert_eq!(crowd.sweep(&ball, nan, Vec3::X, ALL).map_err(field), Err("position"));
    assert_eq!(crowd.sweep_any(&ball, Vec3::ZERO, nan, ALL).map_err(field), Err("displacement"));
    assert_eq!(crowd.overlap(&ball, nan, ALL).map_err(field), Err("position"));
    let mut out = Vec::new();
    crowd.overlap_all(&ball, Vec3::ZERO, ALL, &mut out).unwrap();
    assert_eq!(crowd.overlap_all(&ball, nan, ALL, &mut out).map_err(field), Err("position"));
    assert_eq!(out.len(), 1, "as it was");
    // In one place with who is met, without a way, and the smallest beside the largest.
    let still = crowd.sweep(&ball, Vec3::ZERO, Vec3::ZERO, ALL).unwrap().expect("it overlaps");
    assert!(still.fraction == 0.0 && still.overlap > 0.0 && still.normal.is_normalized());
    assert_eq!(crowd.sweep(&ball, Vec3::X * 3.0, Vec3::ZERO, ALL), Ok(None));
    crowd.despawn(person).unwrap();
    let giant = crowd.spawn(&profile_of(Vec3::new(1e5, 1e-4, 3.0)), Vec3::ZERO).unwrap();
    let needle =
        OrientedEllipsoid::new(Ellipsoid::new(Vec3::new(1e-4, 1e5, 1e-4)).unwrap(), Quat::from_rotation_z(0.7));
    let far =
        crowd.sweep(needle.unwrap(), Vec3::new(0.0, 0.0, 1e6), Vec3::NEG_Z * 2e6, ALL).unwrap().expect("it is thick");
    assert!(far.id == giant && far.normal.is_finite() && (far.fraction - 0.499_998_5).abs() < 1e-6, "{far:?}");
    assert_eq!(crowd.ray(Vec3::Y, Vec3::NEG_Y, f32::INFINITY, giant), Ok(None), "nobody else");
}
