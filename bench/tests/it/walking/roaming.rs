//! Those who roam get from room to room, past each other and through doors for one at a time, and see many rooms;
//! those who wander see hardly another one.

use glam::{DVec3, Vec3};
use sweep8::{Backend, EachOther, Ellipsoid, MoveMode};
use sweep8_bench::checking::have_others_near;
use sweep8_bench::levels::rooms::{Region, Rooms};
use sweep8_bench::levels::scenes::Scene;
use sweep8_bench::levels::scenes::dungeon::{Dungeon, catacombs, dungeon};
use sweep8_bench::levels::{Level, scenes};
use sweep8_bench::random::Random;
use sweep8_bench::simulating::simulation::{self, Settings, Simulation};
use sweep8_bench::walking::oncoming::{People, Side};
use sweep8_bench::walking::places::{find, find_apart};
use sweep8_bench::walking::walkers::{Manner, Walkers};
use sweep8_scalar_ref::capsule::Capsule;

fn settings(characters: usize, frames: usize) -> Settings {
    Settings {
        characters,
        frames,
        hz: 60,
        threads: 0,
        seed: 1,
        shape: Ellipsoid::HUMAN.into(),
        speed: 4.0,
        manner: Manner::Roaming,
        mode: MoveMode::Walk,
        each_other: EachOther::Solid,
        verify_every: 60,
        backend: Backend::best(),
    }
}

fn walk(level: &Level, settings: &Settings) -> Simulation {
    let run = simulation::run(level, settings, &|| 0, &|_| ()).unwrap_or_else(|error| panic!("{error}"));
    assert!(run.counts.is_clean(), "{:?}", run.counts);
    run
}

fn rooms_of(dungeon: &Dungeon) -> &Rooms {
    dungeon.level.rooms.as_deref().expect("a dungeon knows its rooms")
}

/// Follows the way through a passage from aim to aim; the rooms and corridors that it leads through.
fn followed(rooms: &Rooms, passage: u16, from: Vec3) -> Vec<Region> {
    let mut place = from.as_dvec3();
    let mut regions = vec![rooms.region(place)];
    for _ in 0..200 {
        let Some((_, aim)) = rooms.ahead(passage, place) else { break };
        place = aim.as_dvec3();
        let region = rooms.region(place);
        if regions.last() != Some(&region) {
            regions.push(region);
        }
    }
    regions
}

#[test]
fn every_passage_is_found_from_its_room_and_leads_to_the_other() {
    for (dungeon, doors) in [(dungeon(6, 6, 8), true), (catacombs(4, 4, 8), false)] {
        let rooms = rooms_of(&dungeon);
        assert_eq!(rooms.len(), dungeon.rooms.len());
        let mut passages = 0;
        for (number, &place) in (0..).zip(&dungeon.rooms) {
            assert_eq!(rooms.region(place.as_dvec3()), Region::Room(number));
            for &passage in rooms.exits(number) {
                let [from, to] = rooms.ends(passage).expect("a passage");
                assert_eq!((from, rooms.ends(passage ^ 1)), (number, Some([to, from])));
                assert_eq!((rooms.distance(from, to), rooms.is_narrow(passage)), (Some(1), doors));
                let corridor = Region::Corridor(passage & !1);
                let expected = [Region::Room(from), corridor, Region::Room(to)];
                assert_eq!(followed(rooms, passage, place), expected, "{} {passage}", dungeon.level.name);
                passages += 1;
            }
            // All rooms are one dungeon.
            assert!((0..rooms.len() as u16).all(|other| rooms.distance(number, other).is_some()));
            assert_eq!(rooms.distance(number, number), Some(0));
        }
        assert!(passages >= 2 * (rooms.len() - 1), "{passages}");
        assert_eq!(rooms.region(DVec3::new(0.0, 0.0, 1e9)), Region::Other);
    }
    assert_eq!(Scene::Grid.build().rooms, None);
    assert_eq!(scenes::catacombs().rooms.map(|rooms| rooms.len()), Some(1_600));
}

#[test]
fn who_roams_among_others_who_block_the_way_sees_three_times_as_many_rooms_as_who_wanders() {
    let level = catacombs(6, 6, 8).level;
    let roaming = settings(400, 3_600);
    let wandering =
        Settings { manner: Manner::Turning, mode: MoveMode::Slide, each_other: EachOther::Ignore, ..roaming.clone() };
    let [roaming, wandering] = [roaming, wandering].map(|settings| walk(&level, &settings));
    let [many, few] = [&roaming, &wandering].map(|run| run.rooms_seen.expect("there are rooms"));
    println!("{:.2} rooms of {} instead of {:.2}", many.0, many.1, few.0);
    assert!(many.1 == 36 && many.0 > 3.0 * few.0, "{many:?} and {few:?}");
    assert_eq!(roaming.counts.overlapping_pairs, 0);
    let (asked, moves) = (roaming.counts.moves_watched, 400 * 3_600);
    assert!((moves / 20..moves).contains(&asked), "{asked} of {moves} moves were asked about");
    assert_eq!(wandering.counts.moves_watched, moves);
}

#[test]
fn doors_for_one_at_a_time_are_walked_through_both_ways() {
    let level = dungeon(3, 3, 8).level;
    let run = walk(&level, &settings(40, 3_600));
    let (seen, rooms) = run.rooms_seen.expect("there are rooms");
    println!("{seen:.2} of {rooms} rooms");
    assert!(rooms == 9 && seen > 2.5, "{seen} of {rooms}");
}

#[test]
fn who_roams_where_no_rooms_are_known_turns_and_everybody_jumps_now_and_then() {
    let starts = [DVec3::ZERO; 400];
    for hz in [30, 60, 240] {
        let mut walkers = Walkers::new(&starts, 4.0, 3).with_manner(Manner::Roaming, hz).among(None);
        let frames = 24 * hz as usize;
        let jumps = (0..frames).flat_map(|_| 0..starts.len()).filter(|&index| walkers.jump(index).is_some()).count();
        // Every twelve seconds: two for each.
        assert!((700..900).contains(&jumps), "{hz} Hz: {jumps}");
        assert!(walkers.turn(0, DVec3::ZERO).is_some_and(|velocity| velocity.length() > 1.9));
        let mut others = Walkers::new(&starts, 4.0, 3).with_manner(Manner::Mixed, hz);
        assert!((0..10 * hz as usize).all(|_| others.jump(7).is_none()));
    }
    let run = walk(&Scene::Humps.build(), &settings(150, 300));
    assert_eq!(run.rooms_seen, None);
}

#[test]
fn a_walker_evades_oncoming_ones_to_the_right_and_ignores_followers() {
    let side = |place: Vec3, velocity: Vec3| {
        let mut people = People::default();
        people.take_in([(Vec3::ZERO, Vec3::X), (place, velocity)].into_iter());
        let (way, speed) = (velocity.normalize_or_zero(), velocity.length());
        (people.side(Vec3::ZERO, Vec3::X, 1.0), people.side(place, way, speed))
    };
    // The right of x is z.
    assert_eq!(side(Vec3::X, -Vec3::X), (Some(Side::Right), Some(Side::Right)));
    assert_eq!(side(Vec3::new(1.0, 0.0, -0.5), -Vec3::X), (Some(Side::Right), Some(Side::Right)));
    assert_eq!(side(Vec3::new(1.0, 0.0, 0.5), -Vec3::X), (Some(Side::Left), Some(Side::Left)));
    assert_eq!(side(Vec3::X, Vec3::X), (None, None), "it goes as fast");
    for out_of_the_way in [Vec3::X * 3.0, Vec3::new(1.0, 0.0, 1.2), Vec3::new(1.0, 3.0, 0.0), -Vec3::X] {
        assert_eq!(side(out_of_the_way, -Vec3::X).0, None, "{out_of_the_way}");
    }
}

#[test]
fn who_has_others_near_is_found_wherever_the_capsules_are_near() {
    let radii = DVec3::new(0.4, 0.9, 0.4);
    let half = Capsule::around(DVec3::ZERO, radii).half_box();
    let mut random = Random::new(5);
    let mut found = [0, 0];
    for _ in 0..50 {
        let place = |random: &mut Random| {
            DVec3::new(random.unit().into(), 0.1 * f64::from(random.unit()), random.unit().into())
        };
        let places: Vec<DVec3> = (0..30).map(|_| place(&mut random) * 12.0).collect();
        let near = have_others_near(&places, half, 0.3);
        for (one, &is_near) in near.iter().enumerate() {
            let gaps = (0..places.len())
                .filter(|&other| other != one)
                .map(|other| Capsule::around(places[one], radii).gap(&Capsule::around(places[other], radii)));
            let least = gaps.fold(f64::INFINITY, f64::min);
            assert!(is_near || least > 0.3, "{least}");
            // The corners of a box reach farther than the capsule, by less than half a metre.
            assert!(!is_near || least < 0.3 + 0.5, "{least}");
            found[usize::from(is_near)] += 1;
        }
    }
    assert!(found.into_iter().all(|count| count > 100), "{found:?}");
    assert_eq!(have_others_near(&[DVec3::ZERO], half, 9.0), [false]);
}

#[test]
fn who_meets_others_starts_apart_from_them_as_long_as_there_is_room() {
    let level = Scene::Grid.build();
    let world = sweep8::World::from_mesh(sweep8::Mesh::new(&level.positions, &level.triangles).expect("a mesh"));
    let overlaps = |places: &[Vec3]| {
        let capsules: Vec<Capsule> =
            places.iter().map(|place| Capsule::around(place.as_dvec3(), DVec3::new(0.4, 0.9, 0.4))).collect();
        let pairs = (0..capsules.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
        pairs.filter(|&(one, other)| capsules[one].gap(&capsules[other]) < 0.02).count()
    };
    let apart = find_apart(&level, &world, &Ellipsoid::HUMAN, 200, 1).expect("there is a floor");
    assert_eq!((apart.len(), overlaps(&apart)), (200, 0));
    assert!(overlaps(&find(&level, &world, &Ellipsoid::HUMAN, 200, 1).expect("there is a floor")) > 50);
    // Some 400 m² cannot hold so many of half a square metre each.
    let crowded = find_apart(&level, &world, &Ellipsoid::HUMAN, 1_000, 1).expect("there is a floor");
    assert!(crowded.len() == 1_000 && overlaps(&crowded) > 0);
}
