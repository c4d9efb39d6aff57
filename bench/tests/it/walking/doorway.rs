//! Many who all want through one doorway: nobody goes through a wall, into one, or into another who is solid, and the flow does not
//! stop.

use glam::{DVec3, Vec3};
use sweep8::{Backend, EachOther, Ellipsoid, MoveMode};
use sweep8_bench::levels::door::Door;
use sweep8_bench::levels::scenes::{Scene, doorway};
use sweep8_bench::simulating::simulation::{self, Settings, Simulation};
use sweep8_bench::walking::door_places::places;
use sweep8_bench::walking::door_walkers::DoorWalkers;
use sweep8_bench::walking::walkers::Manner;

const FRAMES: usize = 1_800;

/// Longest time in which nobody may come through, frames: 10 s.
const LONGEST: u32 = 600;

fn person() -> Ellipsoid {
    Ellipsoid::new(Vec3::new(0.4, 0.9, 0.4)).expect("a person")
}

fn walk(each_other: EachOther, threads: usize) -> Simulation {
    let settings = Settings {
        characters: 400,
        frames: FRAMES,
        hz: 60,
        threads,
        seed: 3,
        shape: person().into(),
        speed: 3.0,
        manner: Manner::Turning,
        mode: MoveMode::Walk,
        each_other,
        verify_every: 10,
        backend: Backend::best(),
    };
    let level = doorway::doorway([30.0, 30.0], 1.2, 0.4);
    simulation::run(&level, &settings, &|| 0, &|_| ()).expect("a scene to walk in")
}

/// How many came through, none of whom went wrong.
fn through(each_other: EachOther) -> u32 {
    let run = walk(each_other, 1);
    let (counts, passed) = (run.counts, run.passed.expect("there is a door"));
    let all = passed.each_second.iter().sum();
    let waited = f64::from(passed.longest_wait) / 60.0;
    println!("{each_other:?}: {all} of 400 through in 30 s, {waited:.1} s at most without anybody; {counts:?}");
    assert!(counts.is_clean() && counts.left_level == 0, "{counts:?}");
    assert!(each_other != EachOther::Solid || counts.overlapping_pairs == 0, "{counts:?}");
    assert!(passed.longest_wait < LONGEST, "for {waited} s nobody came");
    assert_eq!(passed.each_second.len(), 30);
    let beyond = run.ends.iter().filter(|end| end.x > 0.6).count();
    assert_eq!(beyond as u32, all, "who came through stays there");
    all
}

#[test]
fn four_hundred_solid_ones_go_through_a_doorway_and_the_flow_does_not_stop() {
    assert!(through(EachOther::Solid) > 30);
}

#[test]
fn four_hundred_soft_ones_go_through_a_doorway_and_the_flow_does_not_stop() {
    assert!(through(EachOther::Soft) > 60);
}

#[test]
fn a_crowd_before_a_doorway_walks_the_same_way_on_any_number_of_threads() {
    let [one, three] = [1, 3].map(|threads| walk(EachOther::Solid, threads));
    assert_eq!(one.state_hash, three.state_hash);
    assert_eq!(one.passed, three.passed);
}

#[test]
fn ten_thousand_find_places_before_the_doorway_clear_of_each_other_and_of_the_wall() {
    let door = Scene::Doorway.build().door.expect("there is one");
    let mut places = places(&door, &person().into(), 10_000, 1);
    assert!(places.iter().all(|place| place.x < -1.4 && place.abs().max_element() < 120.2 - 0.4));
    places.sort_by(|one, other| one.x.total_cmp(&other.x));
    for (index, place) in places.iter().enumerate() {
        let near = places[index + 1..].iter().take_while(|other| other.x - place.x < 0.85);
        let least = near.map(|other| other.distance(*place)).fold(f32::INFINITY, f32::min);
        assert!(least > 0.85, "{least} m from {place}");
    }
}

fn walkers(places: &[Vec3], gives_way: bool) -> DoorWalkers {
    let door = Door { middle: Vec3::ZERO, width: 1.2, thick: 0.4, hall: [30.0, 30.0] };
    DoorWalkers::new(door, 0.4, vec![2.0; places.len()], [places, places], gives_way, 60)
}

#[test]
fn a_walker_that_gives_way_steps_back_only_from_walkers_nearer_to_the_door() {
    let places = [Vec3::new(-2.0, 0.9, 0.0), Vec3::new(-2.9, 0.9, 0.0), Vec3::new(-6.0, 0.9, 1.0)];
    let at = places.map(Vec3::as_dvec3);
    let [mut polite, mut pressing] = [true, false].map(|gives_way| walkers(&places, gives_way));
    polite.turn(&at);
    pressing.turn(&at);
    assert!((polite.velocity(0) - Vec3::X * 2.0).length() < 1e-6, "the first goes: {}", polite.velocity(0));
    assert!(polite.velocity(1).x < -0.5, "the second steps back: {}", polite.velocity(1));
    assert!((polite.velocity(2).length() - 2.0).abs() < 1e-5, "nobody is near: {}", polite.velocity(2));
    assert!((0..3).all(|index| pressing.velocity(index).x > 1.9));
}

#[test]
fn who_comes_through_is_counted_once_and_the_time_without_anybody_is_known() {
    let mut walkers = walkers(&[Vec3::new(-2.0, 0.9, 0.0), Vec3::new(-3.0, 0.9, 0.0)], false);
    let [before, behind] = [-2.0, 1.0].map(|x| DVec3::new(x, 0.9, 0.0));
    for frame in 0..720 {
        let first = if frame >= 90 { behind } else { before };
        let second = if frame == 700 { behind } else { before };
        walkers.count(&[first, second]);
    }
    let passed = walkers.passed();
    assert_eq!(passed.each_second, [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    assert_eq!(passed.longest_wait, 609);
}
