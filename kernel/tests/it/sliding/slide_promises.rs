//! The promises of a slide, held over random levels: it ends clear, crosses nothing, gains no speed, bounds its work and
//! repeats its bits.
//!
//! The judge is `f64`, over all triangles, without a tree (`testkit/walker.rs`). Worst figures are printed.

use crate::testkit::Random;
use crate::testkit::cases;
#[cfg(feature = "rayon")]
use crate::testkit::crowds::profile_of;
use crate::testkit::level::{RADII, SETTINGS, sheet};
use crate::testkit::walker::Judge;
use crate::testkit::worlds::{Level, exactly, made_of, quad, room, rounded, terrain, world_of};
use glam::{DVec3, Vec3};
use sweep8::inspect::{TwoPasses, renew_memory, slide_and_fall};
#[cfg(feature = "rayon")]
use sweep8::{Crowd, CrowdSettings, World};
use sweep8::{Ellipsoid, Position, Sides, SlideOutcome, SlideSettings, SlideStatus};
use sweep8_scalar_ref::slide as reference;

const SHAPES: [Vec3; 4] =
    [Vec3::splat(0.4), Vec3::new(0.4, 0.9, 0.4), Vec3::new(1.0, 0.3, 0.5), Vec3::new(0.15, 0.6, 0.25)];

/// Error allowed in the distance to the hull, in hull space: the rest of the skin is many times that.
const CLEAR: f64 = 1.0 - 1e-4;

/// Without gravity, and falling.
fn modes() -> [TwoPasses; 2] {
    let still = TwoPasses::default();
    [still, TwoPasses { gravity: Vec3::new(0.0, -0.05, 0.0), ..still }]
}

/// A place where the hull is clear and that is not outside, if one is found.
fn clear_place(random: &mut Random, judge: &Judge<'_>, half: f64) -> Option<Vec3> {
    let mut places = (0..400).map(|_| random.vector(half).as_vec3());
    places.find(|place| judge.hull_distance(place.as_dvec3()) > 1.0)
}

/// A desired displacement that is kept for some frames: creeping, walking, flung, far.
fn desired(random: &mut Random) -> Vec3 {
    let length = match random.whole(0, 9) as u32 {
        0 => random.scale(1e-5, 1e-2),
        1..=6 => random.scale(0.01, 0.3),
        7 | 8 => random.scale(0.3, 3.0),
        _ => random.scale(3.0, 40.0),
    };
    (random.direction() * length).as_vec3()
}

/// Random levels: closed rooms with boxes and loose triangles, and bumpy ground.
fn levels() -> Vec<(String, f64, Level)> {
    let mut levels = Vec::new();
    for seed in 0..12 {
        let mut random = Random(7_000 + seed);
        let (half, boxes, loose) =
            ([3.0, 5.0, 8.0][seed as usize % 3], random.whole(1, 6) as u32, random.whole(0, 12) as u32);
        levels.push((format!("room {seed}"), half, room(&mut random, half, boxes, loose)));
        if seed < 6 {
            let pitch = random.scale(0.1, 1.5);
            levels.push((format!("ground {seed}"), 6.0 * pitch, terrain(&mut random, 16, pitch, 0.4 * pitch)));
        }
    }
    levels
}

/// The path through the places where the hull touched.
fn corners(judge: &Judge<'_>, from: Vec3, out: &SlideOutcome) -> Vec<DVec3> {
    let touched = out.contacts().iter().map(|c| judge.touching_center(c.point, c.normal));
    [from.as_dvec3()].into_iter().chain(touched).chain([out.position.to_vec3().as_dvec3()]).collect()
}

#[test]
fn walks_through_random_levels_stay_clear_cross_nothing_and_gain_no_speed() {
    let (mut moves, mut touching, mut most_contacts, mut crossings) = (0_u32, 0_u32, 0, 0);
    let (mut nearest, mut plainest, mut gained) = (f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY);
    let mut wrong = Vec::new();
    for (seed, (name, half, level)) in levels().into_iter().enumerate() {
        let (world, triangles) = (world_of(&level), exactly(&level));
        for (radii, (mode, settings)) in
            SHAPES.into_iter().flat_map(|r| modes().into_iter().enumerate().map(move |m| (r, m)))
        {
            let mut random = Random(100 + seed as u64);
            let judge = Judge { triangles: &triangles, radii, skin: settings.skin };
            let shape = Ellipsoid::new(radii).unwrap();
            let Some(mut center) = clear_place(&mut random, &judge, 0.7 * half) else { continue };
            let mut walking = desired(&mut random);
            for step in 0..750 {
                if random.range(0.0, 1.0) < 0.06 {
                    walking = desired(&mut random);
                }
                let out = slide_and_fall(&world, &shape, center, walking, &settings);
                let at = |what: &str| {
                    format!(
                        "{name}, radii {radii}, mode {mode}, step {step}: {what}; from {center:?} by {walking:?}: {out:?}"
                    )
                };
                let end = out.position.to_vec3().as_dvec3();
                let apart = judge.hull_distance(end);
                nearest = nearest.min(apart);
                plainest = plainest.min(judge.distance(end));
                if !(out.position.to_vec3().is_finite() && apart >= CLEAR) {
                    wrong.push(at(&format!("hull distance {apart}")));
                }

                let far = out.path > radii.min_element();
                let path = if far { corners(&judge, center, &out) } else { vec![center.as_dvec3(), end] };
                if let Some(id) = path.windows(2).find_map(|ends| judge.crossed(ends[0], ends[1])) {
                    crossings += 1;
                    wrong.push(at(&format!("crosses {:?}", level[id])));
                }

                let allowed = f64::from(walking.length() + settings.gravity.length());
                let gain = f64::from(out.path) / allowed - 1.0;
                gained = gained.max(gain);
                let travel = f64::from(out.travel.length());
                if gain > 1e-5 || travel > f64::from(out.path + out.depenetrated_by) * (1.0 + 1e-5) + 1e-7 {
                    wrong.push(at(&format!("path {} and travel {travel} of {allowed}", out.path)));
                }
                most_contacts = most_contacts.max(out.contacts().len());
                touching += u32::from(!out.contacts().is_empty());
                moves += 1;
                center = out.position.to_vec3();
                if center.abs().max_element() > 2.5 * half as f32 {
                    let Some(place) = clear_place(&mut random, &judge, 0.7 * half) else { break };
                    center = place;
                }
            }
        }
    }
    println!(
        "{moves} moves, {touching} touching, at most {most_contacts} contacts; hull distance at least {nearest}, of the"
    );
    println!("    ellipsoid itself {plainest}; path at most {gained:e} longer than the wish; {crossings} crossings");
    assert!(wrong.is_empty(), "{} wrong, the first: {}", wrong.len(), wrong[0]);
    assert!(plainest > 1.0 && most_contacts <= 16 && moves > 80_000 && touching > moves / 3);
}

#[test]
fn a_move_that_ran_out_of_iterations_says_so() {
    let mut random = Random(31);
    let level = room(&mut random, 4.0, 6, 8);
    let (world, triangles) = (world_of(&level), exactly(&level));
    let shape = Ellipsoid::new(SHAPES[1]).unwrap();
    let judge = Judge { triangles: &triangles, radii: SHAPES[1], skin: 0.01 };
    let mut ran_out = [0; 9];
    for case in 0..3_000 {
        let center = clear_place(&mut random, &judge, 3.5).unwrap();
        let desired = (random.direction() * random.scale(0.1, 6.0)).as_vec3();
        // With a pass of its own for gravity, in every other case.
        let gravity = if case % 2 == 0 { Vec3::ZERO } else { (random.direction() * 2.0).as_vec3() };
        let settings = |max_iterations| TwoPasses { max_iterations, gravity, ..TwoPasses::default() };
        let full = slide_and_fall(&world, &shape, center, desired, &settings(8));
        for bound in 1..=8 {
            let out = slide_and_fall(&world, &shape, center, desired, &settings(bound));
            let named = out.status == SlideStatus::OutOfIterations;
            ran_out[bound as usize] += u32::from(named);
            assert!(
                named || (out.position.to_vec3(), out.status) == (full.position.to_vec3(), full.status),
                "{bound}: {out:?}, not {full:?}"
            );
            assert!(out.contacts().len() <= 2 * bound as usize, "{bound}: {out:?}");
            assert!(judge.hull_distance(out.position.to_vec3().as_dvec3()) >= CLEAR, "{bound}: {out:?}");
        }
    }
    println!("out of iterations, of 3000, by bound: {ran_out:?}");
    assert!(ran_out[1] > 500 && ran_out[8] < ran_out[1]);
}

/// A crowd in a room, stepped; the places of those spawned in `order`, by their number, and the hash.
#[cfg(feature = "rayon")]
fn crowd_run(world: &World, places: &[Vec3], order: &[usize], sort_every: u32) -> (Vec<[u32; 3]>, u64) {
    let mut crowd = Crowd::new(CrowdSettings { sort_every, ..CrowdSettings::default() }).unwrap();
    let mut ids = vec![None; places.len()];
    for &number in order {
        let id = crowd.spawn(&profile_of(SHAPES[number % SHAPES.len()]), places[number]).unwrap();
        let heading = Random(number as u64).direction().as_vec3() * 4.0;
        crowd.set_desired_velocity(id, heading).unwrap();
        ids[number] = Some(id);
    }
    for _ in 0..60 {
        crowd.step(world, 1.0 / 60.0).unwrap();
    }
    (
        ids.iter().map(|id| crowd.position(id.unwrap()).unwrap().to_vec3().to_array().map(f32::to_bits)).collect(),
        crowd.state_hash(),
    )
}

#[cfg(feature = "rayon")]
#[test]
fn threads_sorting_and_order_of_spawning_do_not_show_in_a_bit() {
    let mut random = Random(11);
    let level = room(&mut random, 8.0, 8, 30);
    let world = world_of(&level);
    // Some start inside of something: depenetration has to repeat its bits as well.
    let places: Vec<Vec3> = (0..400).map(|_| random.vector(6.0).as_vec3()).collect();
    let forward: Vec<usize> = (0..places.len()).collect();
    let expected = crowd_run(&world, &places, &forward, 16);
    for threads in 1..=3 {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        for sort_every in [0, 1, 16] {
            let got = pool.install(|| crowd_run(&world, &places, &forward, sort_every));
            assert!(got == expected, "{threads} threads, sorted every {sort_every}");
            for stride in [399, 7, 151] {
                let order: Vec<usize> = forward.iter().map(|n| (n * stride + 5) % places.len()).collect();
                let got = pool.install(|| crowd_run(&world, &places, &order, sort_every));
                assert!(got.0 == expected.0, "{threads} threads, sorted every {sort_every}, stride {stride}");
            }
        }
    }
}

#[test]
fn the_same_call_gives_the_same_bits_whatever_the_memory_was_used_for() {
    let mut random = Random(12);
    let world = world_of(&room(&mut random, 5.0, 6, 20));
    for _ in 0..5_000 {
        let shape = Ellipsoid::new(SHAPES[random.whole(0, 3) as usize]).unwrap();
        let (center, desired) = (random.vector(5.0).as_vec3(), desired(&mut random));
        let settings = modes()[random.whole(0, 1) as usize];
        let again = slide_and_fall(&world, &shape, center, desired, &settings);
        renew_memory();
        let fresh = slide_and_fall(&world, &shape, center, desired, &settings);
        // Debug text shows every bit, the sign of a zero too.
        assert_eq!(format!("{fresh:?}"), format!("{again:?}"));
        let sweep = || world.sweep(&shape, center, desired, Sides::Both).expect("input in range");
        let again = sweep();
        renew_memory();
        assert_eq!(format!("{:?}", sweep()), format!("{again:?}"));
    }
}

#[test]
fn a_slide_is_the_first_of_two_passes_and_takes_positions_of_all_kinds() {
    let mut random = Random(13);
    let mut touching = 0;
    for level in [room(&mut random, 5.0, 6, 20), terrain(&mut random, 16, 0.6, 0.2)] {
        let kinds: Vec<u16> = level.iter().map(|_| random.whole(0, 1) as u16).collect();
        let world = made_of(&level, &[0.0, 0.6], &kinds);
        for _ in 0..cases(10_000, 2_000) {
            let shape = Ellipsoid::new(SHAPES[random.whole(0, 3) as usize]).unwrap();
            let (center, desired) = (random.vector(4.0).as_vec3(), desired(&mut random));
            let out = world.slide(&shape, center, desired, &SlideSettings::default()).unwrap();
            let pass = slide_and_fall(&world, &shape, center, desired, &TwoPasses::default());
            assert_eq!(format!("{out:?}"), format!("{pass:?}"));
            let places = [Position::from(center), Position { high: center, low: Vec3::ZERO }, center.as_dvec3().into()];
            for place in places {
                let same = world.slide(&shape, place, desired, &SlideSettings::default()).unwrap();
                assert_eq!(format!("{out:?}"), format!("{same:?}"));
            }
            touching += u32::from(!out.contacts().is_empty());
        }
    }
    assert!(touching > cases(3_000, 600), "{touching}");
}

#[test]
fn simple_scenes_end_where_the_reference_ends() {
    let slope = |degrees: f64| DVec3::new(-degrees.to_radians().sin(), degrees.to_radians().cos(), 0.0);
    let (floor, wall) = (sheet(DVec3::ZERO, DVec3::Y), sheet(DVec3::X * 3.0, DVec3::NEG_X));
    let across = sheet(DVec3::X * 3.0, DVec3::new(-1.0, 0.0, 0.4));
    let steep_across = sheet(DVec3::X * 3.0, DVec3::new(-1.0, 0.6, 0.4));
    let scenes = [
        ("floor", vec![floor]),
        ("wall", vec![wall]),
        ("floor and wall", vec![floor, wall]),
        ("V corner", vec![floor, wall, across]),
        ("slope of 45°", vec![floor, sheet(DVec3::X * 2.0, slope(45.0))]),
        ("slope of 55°, too steep", vec![floor, sheet(DVec3::X * 2.0, slope(55.0))]),
        ("two slopes of 60° that meet", vec![sheet(DVec3::X * 2.0, slope(60.0)), steep_across]),
    ];
    let settings = TwoPasses { slope_cosine: SETTINGS.slope_cosine as f32, ..TwoPasses::default() };
    let shape = Ellipsoid::new(RADII.as_vec3()).unwrap();
    for (name, scene) in scenes {
        let level = rounded(&scene);
        let (world, triangles) = (world_of(&level), exactly(&level));
        let radii = shape.radii().as_dvec3();
        let judge = Judge { triangles: &triangles, radii: shape.radii(), skin: settings.skin };
        let (mut random, mut worst, mut chained) = (Random(77), (0.0, String::new()), 0.0_f64);
        for _ in 0..300 {
            // All scenes are open towards -x, +y.
            let mut center = Vec3::new(0.5, 1.2, 0.0) + random.vector(0.25).as_vec3();
            assert!(judge.hull_distance(center.as_dvec3()) > 1.0);
            let mut alone = center.as_dvec3();
            let desired = (random.direction() * random.scale(0.02, 0.6)).as_vec3();
            let desired = Vec3::new(desired.x.abs(), desired.y, desired.z);
            let gravity = if random.range(0.0, 1.0) < 0.7 { Vec3::new(0.0, -0.1, 0.0) } else { Vec3::ZERO };
            for frame in 0..30 {
                let move_by = |from| {
                    let (desired, gravity) = (desired.as_dvec3(), gravity.as_dvec3());
                    reference::walk_and_fall(&triangles, radii, from, desired, gravity, &SETTINGS).center
                };
                let out = slide_and_fall(&world, &shape, center, desired, &TwoPasses { gravity, ..settings });
                let expected = move_by(center.as_dvec3());
                let off = out.position.to_vec3().as_dvec3().distance(expected);
                if off > worst.0 {
                    worst = (
                        off,
                        format!(
                            "frame {frame} from {center:?} by {desired:?} and {gravity:?}: {out:?}, not {expected}"
                        ),
                    );
                }
                center = out.position.to_vec3();
                alone = move_by(alone);
            }
            chained = chained.max(alone.distance(center.as_dvec3()));
        }
        println!("{name}: worst of one move {:e} m, of 30 in a row {chained:e} m {}", worst.0, worst.1);
        assert!(worst.0 < 1e-4, "{name}: {} m, {}", worst.0, worst.1);
        assert!(chained < 1e-4, "{name}: after 30 moves {chained} m apart");
    }
}

#[test]
fn the_fall_of_a_move_is_that_of_gravity_alone() {
    // Up and down a slope of 30°: what the desired displacement climbs or descends is not fallen.
    let along = Vec3::new(30.0_f32.to_radians().cos(), 30.0_f32.to_radians().sin(), 0.0);
    let world = world_of(&quad(along * -20.0 - Vec3::Z * 20.0, Vec3::Z * 40.0, along * 40.0));
    let ball = Ellipsoid::ball(0.5).unwrap();
    let center = Vec3::new(-along.y, along.x, 0.0) * 0.511;
    let settings = TwoPasses { gravity: Vec3::NEG_Y * 0.02, ..TwoPasses::default() };
    for desired in [Vec3::X * 0.2, Vec3::X * -0.2] {
        let out = slide_and_fall(&world, &ball, center, desired, &settings);
        let along = world.slide(&ball, center, desired, &SlideSettings::default()).unwrap();
        let fall = along.travel.y - out.travel.y;
        assert!((-1e-6..=0.02 + 1e-6).contains(&fall), "{fall}: {out:?}");
        assert!(desired.x < 0.0 || out.travel.y > 0.05, "{out:?}");
    }
}
