//! Cabins, lifts, trains and ships: whoever stands, walks, jumps and bumps into things in them does so as in ones that lie still.

use crate::testkit::Random;
use crate::testkit::cases;
use crate::testkit::rider::{Rider, cuboid};
use glam::{DQuat, DVec3, Vec3};
use sweep8::{CharacterProfile, CharacterSettings, Ellipsoid, Ground, MoveInput, Placement};
use sweep8_scalar_ref::brute_force::Triangle;

const RATES: [f64; 4] = [30.0, 60.0, 144.0, 240.0];

/// Room inside of the cabin to each side of its middle, and its height, metres.
const ROOM: DVec3 = DVec3::new(2.5, 2.2, 4.0);

const PERSON: Vec3 = Vec3::new(0.4, 0.9, 0.4);

/// What is done in a step, in the frame of the cabin.
#[derive(Clone, Copy, Debug, Default)]
struct Act {
    walk: DVec3,
    jump: f64,
    impulse: DVec3,
}

/// Where somebody is in the frame of the cabin, and whether on ground or down a steep surface.
#[derive(Clone, Copy, Debug)]
struct Place {
    center: DVec3,
    stands: bool,
    slides: bool,
}

/// A cabin whose floor is at height 0.
fn cabin(ceiling: f64) -> Vec<Triangle> {
    let (x, z, thick) = (ROOM.x, ROOM.z, 0.3);
    let walls = [
        [DVec3::new(-x - thick, -thick, -z - thick), DVec3::new(x + thick, 0.0, z + thick)],
        [DVec3::new(-x - thick, ceiling, -z - thick), DVec3::new(x + thick, ceiling + thick, z + thick)],
        [DVec3::new(-x - thick, 0.0, -z - thick), DVec3::new(-x, ceiling, z + thick)],
        [DVec3::new(x, 0.0, -z - thick), DVec3::new(x + thick, ceiling, z + thick)],
        [DVec3::new(-x, 0.0, -z - thick), DVec3::new(x, ceiling, -z)],
        [DVec3::new(-x, 0.0, z), DVec3::new(x, ceiling, z + thick)],
    ];
    walls.into_iter().flat_map(|[low, high]| cuboid(low, high)).collect()
}

/// Four steps of stairs towards -z in a cabin.
fn stairs() -> Vec<Triangle> {
    let step = |number: u8| {
        let (height, depth) = (0.17 * f64::from(number + 1), 0.35 * f64::from(number));
        cuboid(DVec3::new(-2.5, 0.0, -4.0), DVec3::new(0.3, height, -1.5 - depth))
    };
    (0..4).flat_map(step).collect()
}

fn profile(keeps_ground_frame: bool) -> CharacterProfile {
    let shape = Ellipsoid::new(PERSON).unwrap();
    CharacterProfile::new(&CharacterSettings {
        shape: shape.into(),
        keeps_ground_frame,
        ..CharacterSettings::default()
    })
    .unwrap()
}

/// How the passengers of a ship see gravity.
#[derive(Clone, Copy, PartialEq)]
enum Gravity {
    OfWorld,
    OfShip,
}

/// Moves somebody in a cabin that goes where `at` says after a time; where it is in the frame of the cabin, in each step.
fn ride(
    profile: CharacterProfile,
    (mesh, start): (&[Triangle], DVec3),
    rate: f64,
    at: impl Fn(f64) -> Placement,
    gravity: Gravity,
    acts: &[Act],
) -> Vec<Place> {
    let begin = at(0.0);
    let turned = |placement: &Placement, v: DVec3| placement.rotation.as_dquat().normalize() * v;
    let placed = begin.translation + turned(&begin, start);
    let mut rider = Rider::put(profile, placed, rate, vec![(mesh.to_vec(), begin)]);
    let mut places = Vec::new();
    for (frame, act) in (1_u32..).zip(acts) {
        let target = at(f64::from(frame) / rate);
        let down = DVec3::NEG_Y * 9.81;
        let input = MoveInput {
            desired_velocity: turned(&target, act.walk).as_vec3(),
            impulse: turned(&target, act.impulse).as_vec3(),
            jump_speed: act.jump as f32,
            gravity: if gravity == Gravity::OfShip { turned(&target, down) } else { down }.as_vec3(),
            ..MoveInput::WEIGHTLESS
        };
        if gravity == Gravity::OfShip {
            rider.state.orientation = target.rotation;
        }
        rider.step(&[(0, target)], &input);
        let back = target.rotation.as_dquat().normalize().conjugate();
        let center = back * (rider.center() - target.translation);
        let ground = rider.state.ground();
        places.push(Place { center, stands: ground.is_grounded(), slides: matches!(ground, Ground::Steep(_)) });
    }
    places
}

fn still(_: f64) -> Placement {
    Placement::IDENTITY
}

fn level(walk: DVec3) -> Act {
    Act { walk, ..Act::default() }
}

/// On the floor at the middle of a cabin.
const MIDDLE: DVec3 = DVec3::new(0.0, 0.91, 0.0);

#[test]
fn whoever_jumps_at_the_front_wall_of_a_cabin_comes_down_there_at_any_speed_of_the_cabin() {
    for rate in RATES {
        for speed in [0.0, 1.0, 2.0, 5.0, 10.0, 30.0, 100.0] {
            let acts: Vec<Act> = (0..(4.0 * rate) as u32)
                .map(|frame| Act {
                    jump: if frame == (2.0 * rate) as u32 { 4.0 } else { 0.0 },
                    ..level(DVec3::X * if frame <= (2.0 * rate) as u32 { 2.0 } else { 0.0 })
                })
                .collect();
            let (mesh, start) = (cabin(4.0), MIDDLE);
            let at = |time: f64| Placement::at(DVec3::X * speed * time);
            let places = ride(profile(false), (&mesh, start), rate, at, Gravity::OfWorld, &acts);
            let last = places.last().unwrap();
            println!("jump at the front wall at {speed} m/s, {rate} Hz: comes down at {:.4}", last.center.x);
            assert!((last.center.x - 2.09).abs() < 1e-3, "{speed} m/s, {rate} Hz: {last:?}");
        }
    }
}

#[test]
fn a_head_that_bumps_in_a_cabin_that_sinks_or_rises_is_in_the_air_as_long_as_in_one_that_lies_still() {
    let mesh = cabin(ROOM.y);
    for rate in RATES {
        let acts: Vec<Act> = (0..(1.5 * rate) as u32)
            .map(|frame| Act { jump: if frame == (0.5 * rate) as u32 { 4.0 } else { 0.0 }, ..Act::default() })
            .collect();
        let flight = |places: &[Place]| places.iter().filter(|place| !place.stands).count();
        let at_rest = ride(profile(false), (&mesh, MIDDLE), rate, still, Gravity::OfWorld, &acts);
        for speed in [-100.0, -55.0, -30.0, -10.0, -3.0, -0.3, 0.3, 3.0, 10.0, 30.0, 55.0, 100.0] {
            let at = |time: f64| Placement::at(DVec3::Y * speed * time);
            let places = ride(profile(false), (&mesh, MIDDLE), rate, at, Gravity::OfWorld, &acts);
            println!("head bump at {speed} m/s, {rate} Hz: {} frames, {} at rest", flight(&places), flight(&at_rest));
            assert_eq!(flight(&places), flight(&at_rest), "{speed} m/s, {rate} Hz");
            let apart = apart(&places, &at_rest);
            assert!(apart < 1e-3, "{speed} m/s, {rate} Hz: {apart} m");
        }
    }
}

/// Largest distance between two paths, metres.
fn apart(one: &[Place], other: &[Place]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one.center.distance(other.center)).fold(0.0, f64::max)
}

#[test]
fn a_jump_on_a_deck_that_rises_is_as_high_above_it_as_on_one_that_lies_still() {
    let mesh = cuboid(DVec3::new(-9.0, -0.3, -9.0), DVec3::new(9.0, 0.0, 9.0));
    for rate in RATES {
        for speed in [-20.0, -4.0, 0.0, 4.0, 10.0, 20.0] {
            let acts: Vec<Act> = (0..(2.5 * rate) as u32)
                .map(|frame| Act { jump: if frame == (0.5 * rate) as u32 { 3.0 } else { 0.0 }, ..Act::default() })
                .collect();
            let at = |time: f64| Placement::at(DVec3::Y * speed * time);
            let places = ride(profile(false), (&mesh, MIDDLE), rate, at, Gravity::OfWorld, &acts);
            let high = places.iter().map(|place| place.center.y - 0.91).fold(0.0, f64::max);
            let in_air = places.iter().filter(|place| !place.stands).count();
            println!("jump on a deck that rises at {speed} m/s, {rate} Hz: {high:.4} m, {in_air} frames in the air");
            // v² / 2g, but for what is between two frames.
            let between = 9.81 / (8.0 * rate * rate) + 1e-3;
            assert!((high - 9.0 / 19.62).abs() < between, "{speed} m/s, {rate} Hz: {high} m");
            assert!((in_air as f64 - 6.0 / 9.81 * rate).abs() <= 2.0, "{speed} m/s, {rate} Hz: {in_air} frames");
        }
    }
}

#[test]
fn a_jump_before_the_rear_wall_of_a_train_comes_down_where_it_began() {
    let mesh = cabin(4.0);
    let start = DVec3::new(-ROOM.x + 0.4 + 0.02, 0.91, 0.3);
    for rate in RATES {
        for speed in [1.0, 5.0, 30.0, 100.0] {
            let acts: Vec<Act> = (0..(2.0 * rate) as u32)
                .map(|frame| Act { jump: if frame == (0.5 * rate) as u32 { 3.0 } else { 0.0 }, ..Act::default() })
                .collect();
            let at = |time: f64| Placement::at(DVec3::X * speed * time);
            let places = ride(profile(false), (&mesh, start), rate, at, Gravity::OfWorld, &acts);
            let off = places.iter().map(|place| (place.center - start).with_y(0.0).length()).fold(0.0, f64::max);
            let in_air = places.iter().filter(|place| !place.stands).count();
            println!("jump before a rear wall at {speed} m/s, {rate} Hz: {off:.1e} m off, {in_air} frames in the air");
            assert!(off < 1e-3, "{speed} m/s, {rate} Hz: {off} m");
            assert!((in_air as f64 - 6.0 / 9.81 * rate).abs() <= 2.0, "{speed} m/s, {rate} Hz: {in_air} frames");
        }
    }
}

#[test]
fn a_runner_before_a_wall_that_is_no_faster_is_not_pushed() {
    for rate in RATES {
        for speed in [1.0, 3.0, 6.0] {
            let floor = cuboid(DVec3::new(-90.0, -0.3, -9.0), DVec3::new(90.0, 0.0, 9.0));
            let wall = cuboid(DVec3::new(-1.0, 0.05, -9.0), DVec3::new(-0.5, 3.0, 9.0));
            let meshes = vec![(floor, Placement::IDENTITY), (wall, Placement::IDENTITY)];
            let mut rider = Rider::new(PERSON, DVec3::new(-0.07, 0.91, 0.0), rate, meshes);
            let begin = rider.center();
            let frames = (2.0 * rate) as u32;
            for frame in 1..=frames {
                let walk = MoveInput { desired_velocity: Vec3::X * speed as f32, ..MoveInput::EARTH };
                let gone = speed * f64::from(frame) / rate;
                rider.step(&[(1, Placement::at(DVec3::X * gone))], &walk);
            }
            let off = rider.center().x - begin.x - speed * f64::from(frames) / rate;
            println!("runs before a wall at {speed} m/s, {rate} Hz: {off:.1e} m ahead");
            assert!(off.abs() < 1e-3, "{speed} m/s, {rate} Hz: {off} m");
        }
    }
}

#[test]
fn whoever_is_put_onto_moving_ground_is_carried_by_the_first_step() {
    let mesh = cuboid(DVec3::new(-90.0, -0.3, -9.0), DVec3::new(90.0, 0.0, 9.0));
    for rate in RATES {
        for velocity in [DVec3::X * 30.0, DVec3::Y * 5.0, DVec3::Y * -5.0, DVec3::new(20.0, -3.0, 7.0)] {
            let at = |time: f64| Placement::at(velocity * time);
            let acts = vec![Act::default(); (0.5 * rate) as usize];
            let places = ride(profile(false), (&mesh, MIDDLE), rate, at, Gravity::OfWorld, &acts);
            let off = places.iter().map(|place| place.center.distance(MIDDLE)).fold(0.0, f64::max);
            println!("put onto ground at {velocity} m/s, {rate} Hz: {off:.1e} m");
            assert!(off < 1e-3 && places[0].stands, "{velocity}, {rate} Hz: {off} m");
        }
    }
}

#[test]
fn a_jump_on_a_deck_that_accelerates_is_the_parabola_in_the_world_where_no_frame_is_named() {
    let mesh = cuboid(DVec3::new(-60.0, -0.3, -60.0), DVec3::new(60.0, 0.0, 60.0));
    for rate in RATES {
        let jump = (0.5 * rate) as usize;
        let acts: Vec<Act> =
            (0..3 * jump).map(|frame| Act { jump: if frame == jump { 4.0 } else { 0.0 }, ..Act::default() }).collect();
        let at_rest = ride(profile(false), (&mesh, MIDDLE), rate, still, Gravity::OfWorld, &acts);
        for (velocity, acceleration) in [
            (DVec3::X * 5.0, DVec3::X * 3.0),
            (DVec3::new(30.0, 0.0, -20.0), DVec3::new(-4.0, 0.0, 5.0)),
            (DVec3::Z * 100.0, DVec3::X * 10.0),
        ] {
            let gone = |frame: usize| {
                let time = frame as f64 / rate;
                velocity * time + acceleration * (0.5 * time * time)
            };
            let at = |time: f64| Placement::at(velocity * time + acceleration * (0.5 * time * time));
            let places = ride(profile(false), (&mesh, MIDDLE), rate, at, Gravity::OfWorld, &acts);
            let off_deck = gone(jump + 1) - gone(jump);
            let mut off = 0.0_f64;
            for frame in (jump..acts.len()).take_while(|&frame| !places[frame].stands) {
                let expected = gone(jump + 1) + off_deck * (frame - jump) as f64;
                let expected = expected + DVec3::Y * at_rest[frame].center.y;
                off = off.max((places[frame].center + gone(frame + 1)).distance(expected));
            }
            let in_air = places.iter().filter(|place| !place.stands).count();
            println!("a jump at {velocity} m/s, {acceleration} m/s², {rate} Hz: {off:.1e} m off the parabola");
            assert!(off < 1e-3, "{velocity} m/s, {acceleration} m/s², {rate} Hz: {off} m");
            assert!((in_air as f64 - 8.0 / 9.81 * rate).abs() <= 2.0, "{velocity} m/s, {rate} Hz: {in_air} frames");
        }
    }
}

/// Somebody who walks about for some seconds, and jumps now and then.
fn roaming(random: &mut Random, rate: f64, seconds: f64) -> Vec<Act> {
    let (mut walk, mut until) = (DVec3::ZERO, 0.0);
    (0..(seconds * rate) as u32)
        .map(|frame| {
            let time = f64::from(frame) / rate;
            if time >= until {
                until = time + random.range(0.3, 1.2);
                walk = random.direction().with_y(0.0).normalize_or_zero() * random.range(0.0, 3.0);
                let jump = if random.range(0.0, 1.0) < 0.5 { random.range(2.0, 5.0) } else { 0.0 };
                return Act { walk, jump, ..Act::default() };
            }
            level(walk)
        })
        .collect()
}

#[test]
fn whoever_slides_off_the_side_of_stairs_in_a_cabin_that_accelerates_does_so_as_in_one_that_lies_still() {
    let mut random = Random(7);
    let mesh = [cabin(4.0), stairs()].concat();
    let mut slides = 0;
    for draw in 0..cases(400, 100) {
        let rate = RATES[draw as usize % 4];
        // From the top over the open side, by a jump or not, and back against it.
        let start = DVec3::new(-0.2, 0.91 + 0.68, random.range(-3.4, -3.1));
        let [out, back] = [random.range(0.5, 3.0), -random.range(0.0, 2.0)].map(|x| {
            let aside = random.range(-0.5, 0.5);
            level(DVec3::new(x, 0.0, aside))
        });
        let jump = if draw % 3 == 0 { random.range(1.0, 4.0) } else { 0.0 };
        let turns = (random.range(0.3, 0.9) * rate) as usize;
        let acts: Vec<Act> = (0..(1.5 * rate) as usize)
            .map(|frame| Act {
                jump: if frame == turns / 2 { jump } else { 0.0 },
                ..if frame < turns { out } else { back }
            })
            .collect();
        let (velocity, turn) = (random.direction() * random.scale(0.3, 100.0), random.range(0.3, 2.0));
        let at = |time: f64| Placement::at(velocity / turn * (turn * time).sin());
        let at_rest = ride(profile(true), (&mesh, start), rate, still, Gravity::OfWorld, &acts);
        let places = ride(profile(true), (&mesh, start), rate, at, Gravity::OfWorld, &acts);
        slides += u32::from(at_rest.iter().any(|place| place.slides));
        let apart = apart(&places, &at_rest);
        assert!(apart < 1e-3 * (1.0 + length(&at_rest)), "draw {draw}, {rate} Hz, {velocity} m/s: {apart} m");
    }
    println!("slides off the side of stairs: {slides}");
    assert!(slides > 20);
}

#[test]
fn whoever_falls_along_a_wall_that_comes_slowly_meets_it_as_one_that_lies_still() {
    let mesh = cabin(4.0);
    for rate in RATES {
        for velocity in [DVec3::new(-0.4, 0.3, 0.0), DVec3::new(-0.2, 0.5, -0.8), DVec3::new(-1.0, -0.1, 0.5)] {
            let acts: Vec<Act> = (0..(1.5 * rate) as usize)
                .map(|frame| {
                    let walk = if frame < (0.5 * rate) as usize { DVec3::Z } else { DVec3::new(1.6, 0.0, 0.4) };
                    Act { jump: if frame == (0.5 * rate) as usize { 4.5 } else { 0.0 }, ..level(walk) }
                })
                .collect();
            let start = DVec3::new(1.7, 0.91, 0.0);
            let at = |time: f64| Placement::at(velocity * time);
            let at_rest = ride(profile(false), (&mesh, start), rate, still, Gravity::OfWorld, &acts);
            let places = ride(profile(false), (&mesh, start), rate, at, Gravity::OfWorld, &acts);
            let apart = apart(&places, &at_rest);
            println!("falls along a wall at {velocity} m/s, {rate} Hz: {apart:.1e} m apart");
            assert!(apart < 1e-3, "{velocity}, {rate} Hz: {apart} m");
        }
    }
}

/// Length of a path, metres.
fn length(places: &[Place]) -> f64 {
    places.windows(2).map(|pair| pair[0].center.distance(pair[1].center)).sum()
}

/// A cabin, how it moves, and how gravity is seen in it.
struct Moving<F> {
    rate: f64,
    keeps_frame: bool,
    gravity: Gravity,
    /// Allowed in a step, metres, beside a millimetre a metre.
    allowed: f64,
    at: F,
}

/// Moves somebody who roams and jumps in a cabin that moves, and in one that lies still, empty ones or with stairs. How far both are apart
/// at most, metres, and whether that is farther than allowed.
fn beside_still(seed: u64, about: Moving<impl Fn(f64) -> Placement>) -> (f64, bool) {
    let Moving { rate, keeps_frame, gravity, allowed, at } = about;
    let mut random = Random(seed);
    let has_stairs = seed.is_multiple_of(3);
    let acts = roaming(&mut random, rate, 4.0);
    let mut mesh = cabin(if has_stairs { 4.0 } else { random.range(2.2, 4.2) });
    if has_stairs {
        mesh.extend(stairs());
    }
    let profile = profile(keeps_frame);
    let start = DVec3::new(1.2, 0.91, 1.0);
    let at_rest = ride(profile, (&mesh, start), rate, still, gravity, &acts);
    let places = ride(profile, (&mesh, start), rate, at, gravity, &acts);
    let apart = apart(&places, &at_rest);
    let allowed = 1e-3 * (1.0 + length(&at_rest)) + allowed * acts.len() as f64;
    if apart >= allowed {
        println!("seed {seed}, {rate} Hz: {apart} m apart, {allowed} m allowed");
    }
    (apart, apart >= allowed)
}

/// How far paths in cabins that move are from those in one that lies still.
#[derive(Default)]
struct Apart {
    most: f64,
    drawn: u32,
    too_far: u32,
}

impl Apart {
    fn add(&mut self, (apart, is_too_far): (f64, bool)) {
        self.drawn += 1;
        self.too_far += u32::from(is_too_far);
        if !is_too_far {
            self.most = self.most.max(apart);
        }
    }

    fn check(&self, name: &str) {
        let &Self { most, drawn, too_far } = self;
        println!("{name}: {most:.1e} m apart at most, {too_far} of {drawn} farther than allowed");
        assert_eq!(too_far, 0, "{name}");
    }
}

#[test]
fn a_walk_in_a_cabin_at_even_velocity_is_that_in_one_that_lies_still() {
    let mut random = Random(1);
    let mut all = Apart::default();
    for seed in 0..cases(400, 100) {
        let rate = RATES[seed as usize % 4];
        let velocity = random.direction() * random.scale(0.3, 100.0);
        let at = |time: f64| Placement::at(velocity * time);
        let (keeps_frame, gravity) = (seed % 8 > 5, Gravity::OfWorld);
        all.add(beside_still(seed, Moving { rate, keeps_frame, gravity, allowed: 0.0, at }));
    }
    all.check("at even velocity");
}

#[test]
fn a_walk_in_a_cabin_that_accelerates_is_that_in_one_that_lies_still_if_the_ground_stays_the_frame() {
    let mut random = Random(2);
    let mut all = Apart::default();
    for seed in 0..cases(400, 100) {
        let rate = RATES[seed as usize % 4];
        let (velocity, turn) = (random.direction() * random.scale(0.3, 100.0), random.range(0.3, 2.0));
        let at = |time: f64| Placement::at(velocity / turn * (turn * time).sin());
        let gravity = Gravity::OfWorld;
        all.add(beside_still(seed, Moving { rate, keeps_frame: true, gravity, allowed: 0.0, at }));
    }
    all.check("accelerating");
}

#[test]
fn a_walk_in_a_ship_that_rolls_pitches_and_yaws_is_that_in_one_that_lies_still_in_its_own_gravity() {
    let mut random = Random(3);
    let mut all = Apart::default();
    for seed in 0..cases(400, 100) {
        let rate = RATES[seed as usize % 4];
        let velocity = random.direction() * random.scale(0.3, 100.0);
        let [roll, pitch, yaw] = [0; 3].map(|_| random.range(0.05, 0.4));
        let [fast, faster, swell] = [0; 3].map(|_| random.range(0.3, 1.5));
        let at = |time: f64| {
            let rotation = DQuat::from_rotation_y(yaw * time)
                * DQuat::from_rotation_x(pitch * (fast * time).sin())
                * DQuat::from_rotation_z(roll * (faster * time).sin());
            Placement {
                rotation: rotation.normalize().as_quat(),
                ..Placement::at(velocity / swell * (swell * time).sin())
            }
        };
        // r θ² / 8 a step.
        let theta = (roll * faster + pitch * fast + yaw) / rate;
        let allowed = ROOM.length() * theta * theta / 8.0;
        let gravity = Gravity::OfShip;
        all.add(beside_still(seed, Moving { rate, keeps_frame: true, gravity, allowed, at }));
    }
    all.check("rolling, pitching and yawing");
}
