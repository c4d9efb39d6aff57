//! Characters that meet each other: who starts clear stays clear, who overlaps is pushed apart, and nobody is led into a wall.

use crate::testkit::Random;
use crate::testkit::crowds::{checked, new_crowd};
use crate::testkit::gaps::{ROUNDING, capsules, gap, least_gap};
use crate::testkit::worlds::{quad, terrain, world_of};
use glam::{DVec3, Quat, Vec3};
use std::f32::consts::FRAC_PI_2;
use sweep8::{
    CharacterId, CharacterProfile, CharacterSettings, Crowd, EachOther, Ellipsoid, Field, Ground, Mesh, MoveMode,
    Placement, SlideStatus, World,
};
use sweep8_scalar_ref::capsule::Capsule;

fn floor() -> World {
    world_of(&quad(Vec3::new(-60.0, 0.0, -60.0), Vec3::Z * 120.0, Vec3::X * 120.0))
}

fn person(each_other: EachOther) -> CharacterSettings {
    CharacterSettings { each_other, ..CharacterSettings::default() }
}

fn solid() -> CharacterProfile {
    checked(person(EachOther::Solid))
}

fn place(crowd: &Crowd, id: CharacterId) -> DVec3 {
    crowd.state(id).unwrap().position.to_dvec3()
}

#[test]
fn two_who_walk_at_each_other_stop_before_they_touch_and_rest() {
    let world = floor();
    for (hz, speed) in [(30.0, 10.0), (60.0, 1.5), (60.0, 4.0), (240.0, 10.0)] {
        let mut crowd = new_crowd();
        let ids = [-1.0, 1.0].map(|side| {
            let id = crowd.spawn(&solid(), Vec3::new(side * 3.0, 0.91, 0.0)).unwrap();
            crowd.set_desired_velocity(id, Vec3::X * (-side * speed)).unwrap();
            id
        });
        for _ in 0..(4.0 * hz) as usize {
            crowd.step(&world, 1.0 / hz).unwrap();
            assert!(gap(&crowd) > 0.0, "{hz} Hz, {speed} m/s: {}", gap(&crowd));
        }
        let between = gap(&crowd);
        assert!((0.0..0.01).contains(&between), "{hz} Hz, {speed} m/s: {between} m are left");
        assert_eq!(sweep8::inspect::count_at_rest(&crowd), 2, "{hz} Hz, {speed} m/s");
        assert!(ids.iter().all(|&id| crowd.status(id).unwrap() == SlideStatus::Blocked));
    }
}

#[test]
fn of_two_who_meet_the_milder_counts_for_both() {
    use EachOther::{Ignore, Soft, Solid};
    let world = floor();
    let passes = |one, other| {
        let mut crowd = new_crowd();
        let walker = crowd.spawn(&checked(person(one)), Vec3::new(-2.0, 0.91, 0.0)).unwrap();
        let stander = crowd.spawn(&checked(person(other)), Vec3::new(0.0, 0.91, 0.0)).unwrap();
        crowd.set_desired_velocity(walker, Vec3::X * 2.0).unwrap();
        for _ in 0..120 {
            crowd.step(&world, 1.0 / 60.0).unwrap();
        }
        (place(&crowd, walker).x, place(&crowd, stander).x)
    };
    for (one, other) in [(Ignore, Solid), (Solid, Ignore), (Ignore, Soft), (Soft, Ignore)] {
        let (walker, stander) = passes(one, other);
        assert!((walker - 2.0).abs() < 1e-3 && stander == 0.0, "{one:?} and {other:?}: {walker}, {stander}");
    }
    for (one, other) in [(Soft, Solid), (Solid, Soft), (Soft, Soft)] {
        let (walker, stander) = passes(one, other);
        assert!(walker > 0.0 && stander > 0.5, "{one:?} pushes {other:?}: {walker}, {stander}");
    }
    let (walker, stander) = passes(Solid, Solid);
    assert!((-0.81..-0.8).contains(&walker) && stander == 0.0, "{walker}, {stander}");
}

#[test]
fn a_heavy_one_pushes_a_light_one_aside_and_is_hardly_slowed_down() {
    let world = floor();
    let walked = |[walker_mass, mass]: [f32; 2]| {
        let mut crowd = new_crowd();
        let of_mass = |mass| checked(CharacterSettings { mass, ..person(EachOther::Soft) });
        let walker = crowd.spawn(&of_mass(walker_mass), Vec3::new(-2.0, 0.91, 0.0)).unwrap();
        let stander = crowd.spawn(&of_mass(mass), Vec3::new(0.0, 0.91, 0.0)).unwrap();
        crowd.set_desired_velocity(walker, Vec3::X).unwrap();
        for _ in 0..300 {
            crowd.step(&world, 1.0 / 60.0).unwrap();
        }
        [walker, stander].map(|id| place(&crowd, id).x)
    };
    let ([heavy, pushed], [light, stays]) = (walked([400.0, 40.0]), walked([40.0, 400.0]));
    assert!(heavy > 2.5 && pushed > 3.0, "{heavy} m, and {pushed}");
    assert!(light < 0.2 && stays < 0.8, "{light} m, and {stays}");
    assert!(heavy - pushed > -0.81 && light - stays > -0.81);
}

/// Many at random places, clear of each other, of several sizes, who walk about and turn.
struct Mill {
    crowd: Crowd,
    ids: Vec<CharacterId>,
    speed: f64,
    random: Random,
}

impl Mill {
    fn new(seed: u64, count: usize, half: f64, speed: f64, origin: DVec3) -> Self {
        let mut random = Random(seed);
        let shapes = [Vec3::new(0.4, 0.9, 0.4), Vec3::splat(0.5), Vec3::new(0.3, 0.6, 0.3), Vec3::new(0.5, 0.4, 1.1)];
        let (mut crowd, mut ids, mut placed) = (new_crowd(), Vec::new(), Vec::<Capsule>::new());
        while ids.len() < count {
            let radii = shapes[ids.len() % shapes.len()];
            let at = DVec3::new(random.range(-half, half), f64::from(radii.y) + 0.02, random.range(-half, half));
            let capsule = Capsule::around(at, radii.as_dvec3());
            if placed.iter().any(|other| capsule.gap(other) < 0.02) {
                continue;
            }
            let modes = [MoveMode::Walk, MoveMode::Slide];
            let profile = checked(CharacterSettings {
                shape: Ellipsoid::new(radii).unwrap().into(),
                mass: [80.0, 20.0, 500.0][ids.len() % 3],
                mode: modes[usize::from(ids.len() % 5 == 4)],
                ..person(EachOther::Solid)
            });
            placed.push(capsule);
            ids.push(crowd.spawn(&profile, origin + at).unwrap());
        }
        Self { crowd, ids, speed, random }
    }

    fn turn(&mut self, how_many: f64) {
        for &id in &self.ids {
            if self.random.range(0.0, 1.0) < how_many {
                let angle = self.random.range(0.0, 6.3);
                let heading = DVec3::new(angle.cos(), 0.0, angle.sin());
                self.crowd.set_desired_velocity(id, (heading * self.speed).as_vec3()).unwrap();
            }
            if self.random.range(0.0, 1.0) < 0.02 * how_many {
                self.crowd.jump(id, 4.0).unwrap();
            }
        }
    }
}

#[test]
fn characters_that_start_clear_stay_clear_at_any_speed_and_time_step() {
    let (mut least, mut crowded) = (f64::INFINITY, 0);
    for (seed, hz) in [30.0, 60.0, 144.0, 240.0].into_iter().enumerate() {
        for speed in [1.5, 4.0, 10.0] {
            let mut mill = Mill::new(seed as u64, 120, 8.0, speed, DVec3::ZERO);
            let world = floor();
            for step in 0..300 {
                mill.turn(if step == 0 { 1.0 } else { 1.0 / hz });
                let before = capsules(&mill.crowd);
                let report = mill.crowd.step(&world, 1.0 / hz as f32).unwrap();
                let (gap, pair) = least_gap(&capsules(&mill.crowd));
                assert!(
                    gap > -ROUNDING,
                    "{hz} Hz, {speed} m/s, step {step}: {pair:?} overlap by {gap}, before {:?}, now {:?}",
                    pair.map(|index| before[index]),
                    pair.map(|index| capsules(&mill.crowd)[index]),
                );
                crowded += report.crowded;
                least = least.min(gap);
            }
        }
    }
    println!("the least gap of all is {least:.2e} m; {crowded} times somebody had more than 16 near");
    assert!(crowded < 300, "{crowded} in 432,000 moves");
}

#[test]
fn who_starts_clear_stays_clear_on_rough_ground() {
    for seed in 0..4 {
        let world = world_of(&terrain(&mut Random(70 + seed), 24, 1.0, 0.5));
        let mut mill = Mill::new(seed, 60, 7.0, 4.0, DVec3::Y * 2.0);
        for step in 0..400 {
            mill.turn(if step == 0 { 1.0 } else { 0.02 });
            mill.crowd.step(&world, 1.0 / 60.0).unwrap();
            let (gap, pair) = least_gap(&capsules(&mill.crowd));
            assert!(gap > -ROUNDING, "seed {seed}, step {step}: {pair:?} overlap by {gap}");
        }
    }
}

#[test]
fn who_starts_clear_stays_clear_16_000_km_from_the_origin() {
    let origin = DVec3::new(9.1e6, -1.2e6, -1.59e7);
    let mut world = World::new();
    let floor = quad(Vec3::new(-60.0, 0.0, -60.0), Vec3::Z * 120.0, Vec3::X * 120.0);
    let positions: Vec<Vec3> = floor.iter().flatten().copied().collect();
    let mesh = Mesh::new(&positions, &[[0, 1, 2], [3, 4, 5]]).unwrap();
    world.add(&mesh.cook(), Placement::at(origin)).unwrap();
    let mut mill = Mill::new(8, 100, 8.0, 4.0, origin);
    let mut moved = 0.0;
    for step in 0..200 {
        mill.turn(if step == 0 { 1.0 } else { 0.02 });
        let before = place(&mill.crowd, mill.ids[0]);
        let report = mill.crowd.step(&world, 1.0 / 60.0).unwrap();
        let (gap, pair) = least_gap(&capsules(&mill.crowd));
        assert!(gap > -ROUNDING, "step {step}: {pair:?} overlap by {gap}");
        assert_eq!(report.overlapping_others, 0, "step {step}");
        moved += place(&mill.crowd, mill.ids[0]).distance(before);
    }
    assert!(moved > 1.0, "{moved} m");
}

#[test]
fn a_character_that_lands_on_a_head_slips_off_to_the_ground() {
    let world = floor();
    for each_other in [EachOther::Soft, EachOther::Solid] {
        for beside in [Vec3::ZERO, Vec3::X * 1e-4, Vec3::new(0.2, 0.0, -0.1)] {
            let mut crowd = new_crowd();
            let below = crowd.spawn(&checked(person(each_other)), Vec3::new(1.0, 0.91, 2.0)).unwrap();
            let above = crowd.spawn(&checked(person(each_other)), Vec3::new(1.0, 4.0, 2.0) + beside).unwrap();
            for step in 0..240 {
                crowd.step(&world, 1.0 / 60.0).unwrap();
                assert!(each_other == EachOther::Soft || gap(&crowd) > -ROUNDING, "step {step}: {}", gap(&crowd));
            }
            let [below, above] = [below, above].map(|id| place(&crowd, id));
            assert!((below.y - 0.91).abs() < 1e-3 && (above.y - 0.91).abs() < 1e-3, "{each_other:?}: {below}, {above}");
            assert!(gap(&crowd) > -0.01, "{each_other:?}, {beside}: {}", gap(&crowd));
        }
    }
}

/// Lets a person down onto others who stand at places of a floor and do not move; its height over the floor after some seconds.
fn let_down(others: &[Vec3], at: Vec3, each_other: EachOther) -> (Crowd, CharacterId, f64) {
    let mut crowd = new_crowd();
    let profile = checked(person(each_other));
    for &other in others {
        crowd.spawn_standing(&profile, other).expect("it is in range");
    }
    let id = crowd.spawn_standing(&profile, at + Vec3::Y * 3.0).expect("it is in range");
    for _ in 0..300 {
        crowd.step(&floor(), 1.0 / 60.0).expect("it is in range");
    }
    let feet = crowd.feet(id).expect("it is there").to_dvec3().y;
    (crowd, id, feet)
}

#[test]
fn one_who_hangs_between_heads_may_jump_off_them_and_not_up_a_side() {
    let row: Vec<Vec3> = [0.0, 0.9].map(|x| Vec3::X * x).into();
    let square: Vec<Vec3> = (0..9).map(|k| Vec3::new((k % 3) as f32 * 0.85, 0.0, (k / 3) as f32 * 0.85)).collect();
    for (others, at) in [(row, Vec3::X * 0.5), (square, Vec3::new(0.425, 0.0, 0.425))] {
        let (mut crowd, id, hangs) = let_down(&others, at, EachOther::Solid);
        assert!(hangs > 1.2 && crowd.ground(id).expect("it is there") == Ground::Air, "it hangs at {hangs} m");
        crowd.jump(id, 4.5).expect("it is in range");
        let (mut highest, mut speed) = (hangs, f32::MAX);
        for _ in 0..40 {
            crowd.step(&floor(), 1.0 / 60.0).expect("it is in range");
            highest = highest.max(crowd.feet(id).expect("it is there").to_dvec3().y);
            // In the air a jump does nothing.
            crowd.jump(id, 4.5).expect("it is in range");
            speed = speed.min(crowd.velocity(id).expect("it is there").y);
        }
        let height = 4.5 * 4.5 / 19.62;
        assert!((highest - hangs - height).abs() < 0.02, "{} m instead of {height}", highest - hangs);
        assert!(speed < -1.0, "it falls again");
    }
    // Beside a person, in the air, it does not climb.
    let mut crowd = new_crowd();
    crowd.spawn_standing(&solid(), Vec3::ZERO).expect("it is in range");
    let id = crowd.spawn(&solid(), Vec3::new(0.83, 1.6, 0.0)).expect("it is in range");
    crowd.step(&floor(), 1.0 / 60.0).expect("it is in range");
    crowd.jump(id, 4.5).expect("it is in range");
    crowd.step(&floor(), 1.0 / 60.0).expect("it is in range");
    assert!(crowd.velocity(id).expect("it is there").y < 0.0);
}

#[test]
fn a_turned_body_is_met_where_it_lies() {
    let world = floor();
    let mut crowd = new_crowd();
    let lying = crowd.spawn(&solid(), Vec3::new(0.0, 0.91, 0.0)).unwrap();
    crowd.turn(&world, lying, Quat::from_rotation_x(FRAC_PI_2)).unwrap();
    let walker = crowd.spawn(&solid(), Vec3::new(-3.0, 0.91, 0.7)).unwrap();
    crowd.set_desired_velocity(walker, Vec3::X * 2.0).unwrap();
    for _ in 0..240 {
        crowd.step(&world, 1.0 / 60.0).unwrap();
    }
    // Beside the feet of who lies along z, 0.9 m long to both sides, whom an upright one would have passed.
    let (lying, walker) = (place(&crowd, lying), place(&crowd, walker));
    assert!(lying.y < 0.42, "{lying}");
    assert!(walker.x > -0.9 && walker.x < -0.4 || walker.z > 0.9, "{walker}");
}

#[test]
fn an_invalid_mass_is_refused_by_name() {
    for mass in [0.0, -1.0, 9.9e-4, 1.1e9, f32::NAN, f32::INFINITY] {
        let refused = CharacterProfile::new(&CharacterSettings { mass, ..CharacterSettings::default() });
        assert_eq!(refused.expect_err("out of range").field(), Field::Mass, "{mass}");
    }
    for mass in [1e-3, 1e9] {
        assert!(CharacterProfile::new(&CharacterSettings { mass, ..CharacterSettings::default() }).is_ok());
    }
}
