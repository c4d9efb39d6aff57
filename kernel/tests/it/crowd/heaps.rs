//! Heaps: solid characters that overlap part in finite time from any start, and nobody ends in the world.

use crate::testkit::Random;
use crate::testkit::crowds::{checked, new_crowd};
use crate::testkit::gaps::{ROUNDING, gap};
use crate::testkit::walker::Judge;
use crate::testkit::worlds::{Level, exactly, quad, world_of};
use glam::{DVec3, Vec3};
use sweep8::{
    CharacterId, CharacterProfile, CharacterSettings, Crowd, EachOther, Mesh, MoveInput, MoveMemory, Placement, World,
};
use sweep8_scalar_ref::testkit::cases::cases;

const FRAME: f32 = 1.0 / 60.0;

/// Steps of 10 s.
const STEPS: usize = 600;

/// Radii of the default shape, metres.
const PERSON: Vec3 = Vec3::new(0.4, 0.9, 0.4);

/// A solid person, with the default shape.
fn solid() -> CharacterProfile {
    checked(CharacterSettings { each_other: EachOther::Solid, ..CharacterSettings::default() })
}

/// A floor of 60 by 60 m.
fn floor_level() -> Level {
    quad(Vec3::new(-30.0, 0.0, -30.0), Vec3::Z * 60.0, Vec3::X * 60.0)
}

/// A wall of 3.5 m between two points of a floor, from half a metre below it.
fn wall(from: Vec3, to: Vec3) -> Level {
    quad(from - Vec3::Y * 0.5, to - from, Vec3::Y * 3.5)
}

/// Solid people at these places of the floor y = 0.
fn people(at: &[[f32; 2]]) -> (Crowd, Vec<CharacterId>) {
    let (mut crowd, profile) = (new_crowd(), solid());
    let ids = at.iter().map(|&[x, z]| crowd.spawn(&profile, Vec3::new(x, 0.91, z)).unwrap()).collect();
    (crowd, ids)
}

/// Steps until no two overlap any more, and the least gap after 10 s.
fn parted_after(crowd: &mut Crowd, world: &World) -> (usize, f64) {
    let mut parted = 0;
    for step in 0..STEPS {
        crowd.step(world, FRAME).unwrap();
        if gap(crowd) < -ROUNDING {
            parted = step + 1;
        }
    }
    (parted, gap(crowd))
}

#[test]
fn a_row_of_three_before_a_wall_parts_away_from_it() {
    let mut level = floor_level();
    level.extend(wall(Vec3::new(-0.41, 0.0, 20.0), Vec3::new(-0.41, 0.0, -20.0)));
    let (mut crowd, ids) = people(&[[0.0, 0.0], [0.7, 0.0], [1.505, 0.0]]);
    let (parted, gap) = parted_after(&mut crowd, &world_of(&level));
    assert!(gap > -ROUNDING && parted < 30, "{gap} m after {parted} steps");
    let last = crowd.position(ids[2]).unwrap().to_vec3();
    assert!((1.5..1.8).contains(&last.x), "{last}: no farther than it has to");
}

#[test]
fn a_straight_row_across_a_corridor_that_is_too_narrow_for_it_gives_way_along_it() {
    for (width, count) in [(1.5, 2), (2.4, 3), (2.5, 4), (2.5, 6)] {
        let mut level = floor_level();
        level.extend(wall(Vec3::new(0.0, 0.0, 20.0), Vec3::new(0.0, 0.0, -20.0)));
        level.extend(wall(Vec3::new(width, 0.0, -20.0), Vec3::new(width, 0.0, 20.0)));
        let x = |k: i32| 0.41 + (width - 0.82) * k as f32 / (count - 1) as f32;
        let row: Vec<[f32; 2]> = (0..count).map(|k| [x(k), 0.0]).collect();
        let (mut crowd, _) = people(&row);
        let (parted, gap) = parted_after(&mut crowd, &world_of(&level));
        assert!(gap > -ROUNDING, "{count} in {width} m: {gap} m after {parted} steps");
    }
}

#[test]
fn a_wall_that_pushes_a_straight_row_of_three_leaves_all_of_them_apart() {
    for speed in [0.5, 1.0, 3.0] {
        let mut world = World::new();
        let floor = Mesh::cuboid(Vec3::new(30.0, 0.5, 30.0)).unwrap().cook();
        world.add(&floor, Placement::at(DVec3::Y * -0.5)).unwrap();
        let pusher = Mesh::cuboid(Vec3::new(0.2, 1.5, 3.0)).unwrap().cook();
        let at = |x: f64| Placement::at(DVec3::new(x, 1.5, 0.0));
        let wall = world.add(&pusher, at(-1.0)).unwrap();
        let (mut crowd, ids) = people(&[[0.0, 0.0], [0.805, 0.0], [1.61, 0.0]]);
        let (mut x, mut deepest) = (-1.0, 0.0_f64);
        for step in 0..STEPS {
            if step < 120 {
                x += speed / 60.0;
                world.move_to(wall, at(x)).unwrap();
            }
            crowd.step_in(&world.begin_step(FRAME).unwrap());
            deepest = deepest.min(gap(&crowd));
        }
        assert!(gap(&crowd) > -ROUNDING, "{speed} m/s: {} m", gap(&crowd));
        // A push closes each gap by half in a step: what the wall comes in two steps, in each of two pairs.
        assert!(speed > 1.0 || deepest > -0.2, "{speed} m/s: {deepest} m on the way");
        let first = crowd.position(ids[0]).unwrap().to_vec3();
        assert!(first.x > x as f32 + 0.59, "{speed} m/s: {first}, the wall at {x}");
    }
}

#[test]
fn a_pair_parts_no_farther_than_its_skins() {
    for depth in [0.02, 0.1, 0.5, 0.79] {
        let (mut crowd, ids) = people(&[[0.0, 0.0], [0.8 - depth, 0.0]]);
        let (parted, gap) = parted_after(&mut crowd, &world_of(&floor_level()));
        // Both move at 2 m/s, less what the turn of the push costs.
        assert!(parted <= (depth / (4.0 * FRAME)) as usize + 2, "{depth} m: {parted} steps");
        assert!((-ROUNDING..0.0205).contains(&gap), "{depth} m: {gap} m");
        let [one, other] = [0, 1].map(|k| crowd.position(ids[k]).unwrap().to_vec3());
        assert!((one + other).z.abs() < 1e-4 && (one - other).z.abs() < 0.3, "{depth} m: {one}, {other}");
    }
}

#[test]
fn one_who_overlaps_another_walks_away_from_it_as_fast_as_it_desires() {
    let (mut crowd, ids) = people(&[[0.0, 0.0], [0.4, 0.0]]);
    crowd.set_desired_velocity(ids[1], Vec3::X * 6.0).unwrap();
    crowd.step(&world_of(&floor_level()), FRAME).unwrap();
    crowd.step(&world_of(&floor_level()), FRAME).unwrap();
    let x = crowd.position(ids[1]).unwrap().to_vec3().x;
    assert!(x > 0.4 + 0.95 * 6.0 / 60.0, "{x}");
}

#[test]
fn in_a_heap_with_a_stander_in_each_direction_the_standers_make_room() {
    // A pair in a ring of eight that touch it and each other, so that all bounds of the pair are used up.
    let mut at = vec![[0.0, 0.0], [0.3, 0.0]];
    for ring in 1..=3 {
        let count = 8 * ring;
        for k in 0..count {
            let (sine, cosine) = (std::f32::consts::TAU * k as f32 / count as f32).sin_cos();
            let radius = 0.1 + 0.96 * ring as f32;
            at.push([0.15 + radius * cosine, radius * sine]);
        }
    }
    let (mut crowd, _) = people(&at);
    let (parted, gap) = parted_after(&mut crowd, &world_of(&floor_level()));
    assert!(gap > -ROUNDING && parted < 120, "{gap} m after {parted} steps");
}

#[test]
fn an_overlap_stops_nobody_who_has_room() {
    // Two in a slot too narrow to part in, and from there on a row of people with a fifth of a metre between them. The first three of them
    // make room.
    let mut level = floor_level();
    for side in [-1.0, 1.0] {
        let (from, to) = (Vec3::new(-0.45, 0.0, 0.42 * side), Vec3::new(0.45, 0.0, 0.42 * side));
        level.extend(if side > 0.0 { wall(from, to) } else { wall(to, from) });
    }
    level.extend(wall(Vec3::new(-0.42, 0.0, -0.5), Vec3::new(-0.42, 0.0, 0.5)));
    level.extend(wall(Vec3::new(0.42, 0.0, 0.5), Vec3::new(0.42, 0.0, -0.5)));
    let world = world_of(&level);
    let row: Vec<[f32; 2]> = (0..16).map(|k| [1.05 + k as f32, 0.0]).collect();
    let places = [vec![[0.0, 0.0], [0.0, 0.005]], row].concat();
    let (mut crowd, ids) = people(&places);
    let desired_velocity = Vec3::Z * 2.0;
    for &id in &ids[2..] {
        crowd.set_input(id, &MoveInput { desired_velocity, ..MoveInput::EARTH }).unwrap();
    }
    let seconds = 1.0 / 30.0;
    for _ in 0..30 {
        crowd.step(&world, seconds).unwrap();
    }
    assert!(gap(&crowd) < -0.5, "the two are still where they were");
    for &id in &ids[5..] {
        let position = crowd.position(id).unwrap().to_vec3();
        assert!((position.z - 2.0).abs() < 0.01, "{id:?}: {position}");
    }
}

#[test]
fn a_body_in_a_heap_that_is_in_the_floor_is_pushed_out_of_it_at_once_and_told() {
    let (level, profile) = (floor_level(), solid());
    let (world, exact) = (world_of(&level), exactly(&level));
    let judge = Judge { triangles: &exact, radii: PERSON, skin: 0.01 };
    for count in [5, 20] {
        let mut crowd = new_crowd();
        let mut spawn = |k: usize| crowd.spawn(&profile, Vec3::new(0.0, 0.91 - 0.7 * k as f32 / count as f32, 0.0));
        let ids: Vec<CharacterId> = (0..count).map(|k| spawn(k).unwrap()).collect();
        let report = crowd.step(&world, FRAME).unwrap();
        assert_eq!(report.depenetrated, count as u64 - 1, "{report:?}");
        for id in ids {
            let distance = judge.distance(crowd.position(id).unwrap().to_dvec3());
            assert!(distance > 1.0 - 1e-6, "{count}: {distance}");
        }
    }
}

#[test]
fn a_body_without_a_free_direction_still_finds_out_that_it_overlaps_the_world() {
    // A slider in the air, closed in by solid ones on four sides, half in a wall that comes between them.
    let mut level = floor_level();
    level.extend(wall(Vec3::new(-5.0, 0.0, -0.2), Vec3::new(5.0, 0.0, -0.2)));
    let (mut crowd, ids) = people(&[[0.0, 0.0], [0.8, 0.0], [-0.8, 0.0], [0.0, 0.8], [0.0, -0.8]]);
    crowd.set_desired_velocity(ids[0], Vec3::Z * 3.0).unwrap();
    let report = crowd.step(&world_of(&level), FRAME).unwrap();
    assert!(report.depenetrated > 0, "{report:?}");
    let z = crowd.position(ids[0]).unwrap().to_vec3().z;
    assert!(z > 0.2, "{z}");
}

#[test]
fn heaps_are_the_same_in_slices_in_another_order_without_memory_and_restored() {
    let world = world_of(&floor_level());
    let mut random = Random(5);
    let mut heap = Heap::new(&mut random, &PLACES[0], 40, 0.5, 3.0);
    let profiles = heap.crowd.profiles().to_vec();
    let states = |crowd: &Crowd| -> Vec<_> { crowd.ids().map(|id| *crowd.state(id).unwrap()).collect() };
    let bits = |states: &[sweep8::CharacterState]| bytemuck::cast_slice::<_, u8>(states).to_vec();
    for step in 0..120 {
        let before = states(&heap.crowd);
        let mut saved = Vec::new();
        heap.desire();
        heap.crowd.save_into(&mut saved);
        let inputs: Vec<MoveInput> = heap.ids.iter().map(|&id| *heap.crowd.input(id).unwrap()).collect();
        heap.crowd.step(&world, FRAME).unwrap();
        let after = states(&heap.crowd);
        // Memory that knows nothing, and the other order.
        let (mut turned, mut turned_inputs) = (before.clone(), inputs.clone());
        turned.reverse();
        turned_inputs.reverse();
        world.move_characters(&profiles, &mut turned, &turned_inputs, FRAME, &mut MoveMemory::new()).unwrap();
        turned.reverse();
        assert!(bits(&turned) == bits(&after), "step {step}: slices");
        let mut restored = Crowd::default();
        restored.restore(&saved).unwrap();
        restored.step(&world, FRAME).unwrap();
        assert_eq!(restored.state_hash(), heap.crowd.state_hash(), "step {step}: restored");
    }
}

/// A place of the family, where people are put.
struct Place {
    name: &'static str,
    level: fn() -> Level,
    center: Vec3,
    /// Maximum number of people that the floor holds, and who can be apart in 10 s at 2 m/s.
    most: usize,
    /// Velocity of the level, m/s.
    travel: DVec3,
}

fn corner() -> Level {
    let mut level = floor_level();
    level.extend(wall(Vec3::ZERO, Vec3::X * 25.0));
    level.extend(wall(Vec3::Z * -25.0, Vec3::ZERO));
    level
}

fn ceiling() -> Level {
    let mut level = floor_level();
    level.extend(quad(Vec3::new(-20.0, 1.9, -20.0), Vec3::X * 40.0, Vec3::Z * 40.0));
    level
}

fn low_ceiling_by_a_wall() -> Level {
    let mut level = floor_level();
    level.extend(quad(Vec3::new(-20.0, 1.83, -20.0), Vec3::X * 40.0, Vec3::Z * 40.0));
    level.extend(wall(Vec3::new(-20.0, 0.0, -0.5), Vec3::new(20.0, 0.0, -0.5)));
    level
}

fn deck() -> Level {
    quad(Vec3::new(-9.0, 4.0, -9.0), Vec3::Z * 18.0, Vec3::X * 18.0)
}

impl Place {
    const fn new(name: &'static str, level: fn() -> Level, center: Vec3) -> Self {
        Self { name, level, center, most: 100, travel: DVec3::ZERO }
    }
}

const PLACES: [Place; 6] = [
    Place::new("an open floor", floor_level, Vec3::new(0.3, 0.91, -0.2)),
    Place { most: 60, ..Place::new("a corner", corner, Vec3::new(0.7, 0.91, -0.7)) },
    Place::new("a ceiling", ceiling, Vec3::new(0.0, 0.93, 0.0)),
    Place::new("a low ceiling by a wall", low_ceiling_by_a_wall, Vec3::new(0.0, 0.915, -0.2)),
    Place::new("a deck", deck, Vec3::new(0.0, 4.91, 0.0)),
    Place { travel: DVec3::new(3.0, 0.5, -1.0), ..Place::new("a deck that moves", deck, Vec3::new(0.0, 4.91, 0.0)) },
];

struct Heap {
    crowd: Crowd,
    ids: Vec<CharacterId>,
    center: Vec3,
    /// Speed at which all desire the centre, m/s.
    speed: f32,
}

impl Heap {
    /// `count` people at random within `radius` of a point, at one point if it is 0.
    fn new(random: &mut Random, place: &Place, count: usize, radius: f32, speed: f32) -> Self {
        let (mut crowd, profile) = (new_crowd(), solid());
        let spawn = |_| {
            let off = random.direction().as_vec3() * (radius * random.unit().cbrt());
            crowd.spawn(&profile, place.center + off).unwrap()
        };
        let ids = (0..count).map(spawn).collect();
        Self { crowd, ids, center: place.center, speed }
    }

    fn desire(&mut self) {
        if self.speed > 0.0 {
            for &id in &self.ids {
                let to_center = self.center - self.crowd.position(id).unwrap().to_vec3();
                let level = to_center.with_y(0.0).normalize_or_zero();
                self.crowd.set_desired_velocity(id, level * self.speed).unwrap();
            }
        }
    }
}

/// Draws heaps at a place; all are apart after 10 s, nobody in the world. Returns the most steps that it took.
fn part_at(place: &Place, draws: u64) {
    let level = (place.level)();
    let exact = exactly(&level);
    let judge = Judge { triangles: &exact, radii: PERSON, skin: 0.01 };
    let mut longest = 0;
    for draw in 0..draws {
        let mut random = Random(draw);
        let count =
            if draw % 8 == 0 { place.most } else { random.whole(1, i32::try_from(place.most).unwrap()) as usize };
        let radius = if draw % 3 == 0 { 0.0 } else { random.range_f32(0.1, 1.0) };
        let speed = if draw % 2 == 0 { 0.0 } else { random.range_f32(0.5, 6.0) };
        let mut heap = Heap::new(&mut random, place, count, radius, speed);
        let mut world = world_of(&level);
        let mut gone = DVec3::ZERO;
        let mut parted = STEPS;
        for step in 0..STEPS {
            heap.desire();
            if place.travel != DVec3::ZERO {
                gone = place.travel * (f64::from(FRAME) * (step + 1) as f64);
                let id = world.instances().next().expect("it has one mesh");
                world.move_to(id, Placement::at(gone)).unwrap();
            }
            heap.center = place.center + gone.as_vec3();
            let moving = world.begin_step(FRAME).unwrap();
            let report = heap.crowd.step_in(&moving);
            // Clear pairs stay clear.
            if report.overlapping_others == 0 && parted == STEPS {
                parted = step;
            }
        }
        let case = format!("{}, draw {draw}: {count} within {radius} m, {speed} m/s", place.name);
        assert!(gap(&heap.crowd) > -ROUNDING, "{case}: {} m, {parted} steps", gap(&heap.crowd));
        for &id in &heap.ids {
            let at = heap.crowd.position(id).unwrap().to_dvec3() - gone;
            assert!(judge.distance(at) > 1.0 - 1e-6, "{case}: {at} is in the world");
        }
        longest = longest.max(parted);
    }
    println!("{}: {draws} draws, all apart after {longest} steps", place.name);
}

#[test]
fn a_hundred_in_a_corner_part_within_twenty_seconds() {
    let world = world_of(&corner());
    for seed in 0..cases(100, 2) {
        let radius = [0.0, 1.0][seed as usize % 2];
        let mut heap = Heap::new(&mut Random(seed), &PLACES[1], 100, radius, 0.0);
        let mut parted = 0;
        while gap(&heap.crowd) < -ROUNDING {
            heap.crowd.step(&world, FRAME).unwrap();
            parted += 1;
            assert!(parted < 2 * STEPS, "seed {seed}: {} m", gap(&heap.crowd));
        }
        println!("seed {seed}: {parted} steps");
    }
}

#[test]
fn heaps_on_an_open_floor_part_within_ten_seconds() {
    part_at(&PLACES[0], cases(1_000, 6));
}

#[test]
fn heaps_in_a_corner_part_within_ten_seconds() {
    part_at(&PLACES[1], cases(1_000, 6));
}

#[test]
fn heaps_under_a_ceiling_part_within_ten_seconds() {
    part_at(&PLACES[2], cases(1_000, 6));
}

#[test]
fn heaps_under_a_low_ceiling_by_a_wall_part_within_ten_seconds() {
    part_at(&PLACES[3], cases(1_000, 6));
}

#[test]
fn heaps_on_a_deck_part_within_ten_seconds() {
    part_at(&PLACES[4], cases(1_000, 6));
}

#[test]
fn heaps_on_a_deck_that_moves_part_within_ten_seconds() {
    part_at(&PLACES[5], cases(1_000, 6));
}

#[test]
fn solid_people_who_go_down_a_ramp_beside_a_wall_that_leans_back_stay_apart() {
    for seed in 0..cases(2_000, 200) {
        let mut random = Random(seed);
        // The ramp falls towards +x; two rows are pressed against the wall.
        let fall = random.range_f32(5.0, 40.0).to_radians().tan();
        let lean = random.range_f32(1.0, 35.0).to_radians().tan();
        let at = |x: f32, z: f32| Vec3::new(x, -fall * x, z);
        let along = at(60.0, 0.0) - at(0.0, 0.0);
        let mut level = quad(at(-30.0, -30.0), Vec3::Z * 40.0, along);
        level.extend(quad(at(-30.0, 0.0), Vec3::new(0.0, 4.0, 4.0 * lean), along));
        let world = world_of(&level);
        let (mut crowd, profile) = (new_crowd(), solid());
        let (spaced, speed) = (random.range_f32(0.81, 1.1), random.range_f32(2.0, 8.0));
        let ids: Vec<CharacterId> = (0..8_u8)
            .map(|k| {
                let (row, column) = (f32::from(k % 2), f32::from(k / 2));
                let place = at(spaced * column - 10.0, -0.9 - spaced * row);
                crowd.spawn(&profile, place + Vec3::Y * 1.1).unwrap()
            })
            .collect();
        assert!(gap(&crowd) > 0.0, "seed {seed}");
        for step in 0..90 {
            for &id in &ids {
                let heading = random.range_f32(0.2, 1.4);
                crowd.set_desired_velocity(id, Vec3::new(heading.cos(), 0.0, heading.sin()) * speed).unwrap();
            }
            crowd.step(&world, 2.0 * FRAME).unwrap();
            assert!(gap(&crowd) > -ROUNDING, "seed {seed}, step {step}: {} m", gap(&crowd));
        }
    }
}
