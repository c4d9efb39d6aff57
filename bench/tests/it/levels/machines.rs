//! Scenes that move: they have what their descriptions say, machines are where the clock says, the judge finds in them what
//! brute force finds, and a crowd among them ends in the same state on any number of threads and any backend.

use glam::{DVec3, Vec3};
use std::collections::BTreeSet;
use sweep8::{Backend, CharacterProfile, Crowd, EachOther, Ellipsoid, MoveMode, Placement};
use sweep8_bench::checking::{Near, PlacedTrees, Tree, penetration};
use sweep8_bench::levels::machine::{Drive, Machine};
use sweep8_bench::levels::parts::map_of;
use sweep8_bench::levels::scenes::pieces::block;
use sweep8_bench::levels::scenes::{AnyScene, MovingScene};
use sweep8_bench::levels::{Level, Parts};
use sweep8_bench::random::Random;
use sweep8_bench::simulating::simulation::{self, Settings, Simulation};
use sweep8_bench::walking::machinery::{Machinery, cook, world_of};
use sweep8_bench::walking::riders::Riders;
use sweep8_bench::walking::walkers::Manner;
use sweep8_scalar_ref::testkit::cases::cases;

const PERSON: DVec3 = DVec3::new(0.4, 0.9, 0.4);

fn person() -> Ellipsoid {
    Ellipsoid::new(PERSON.as_vec3()).expect("radii are positive")
}

fn walk(parts: &Parts, threads: usize, backend: Backend) -> Simulation {
    let settings = Settings {
        characters: cases(600, 200),
        frames: 240,
        hz: 60,
        threads,
        seed: 1,
        shape: person().into(),
        speed: 4.0,
        manner: Manner::Mixed,
        mode: MoveMode::Walk,
        each_other: EachOther::Ignore,
        verify_every: if threads == 1 { 1 } else { 60 },
        backend,
    };
    simulation::run(parts, &settings, &|| 0, &|_| ()).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_crowd_among_machines_ends_in_the_same_state_on_any_threads_and_backend() {
    for scene in MovingScene::ALL {
        let parts = scene.build();
        let first = walk(&parts, 1, Backend::best());
        println!("{scene}: {:?}, {} crushed, {:016x}", first.counts, first.totals.crushed, first.state_hash);
        assert!(first.counts.is_clean(), "{scene}: {:?}", first.counts);
        assert_eq!((first.totals.refused, first.counts.left_level), (0, 0), "{scene}");
        let others = Backend::available().map(|backend| (1, backend)).chain([(2, Backend::best())]);
        for (threads, backend) in others {
            let other = walk(&parts, threads, backend);
            assert_eq!(
                (other.state_hash, other.totals),
                (first.state_hash, first.totals),
                "{scene} on {threads} threads and the backend {backend}"
            );
        }
    }
}

#[test]
fn scenes_have_the_machines_that_they_promise_and_none_is_slower_or_faster() {
    for scene in MovingScene::ALL {
        let parts = scene.build();
        let (instances, machines) = (parts.parts.len(), parts.machine_count());
        let mut used: BTreeSet<usize> = parts.parts.iter().map(|part| part.mesh).collect();
        println!("{scene}: {instances} instances of {} meshes, {machines} move", used.len());
        match scene {
            MovingScene::Machines => assert_eq!(machines, 210),
            MovingScene::City => {
                assert!(instances == 5_000 && (450..550).contains(&machines) && used.len() >= 28, "{machines}");
                let scales = || parts.parts.iter().map(|part| part.rest.scale);
                assert!(scales().filter(|scale| scale.x < 0.0).count() > 500, "mirrored");
                assert!(scales().filter(|scale| scale.x.abs() != scale.z.abs()).count() > 500, "unevenly scaled");
            }
        }
        used.retain(|&mesh| mesh >= parts.meshes.len());
        assert!(used.is_empty());
        for (number, part) in parts.parts.iter().enumerate().filter(|(_, part)| part.machine.is_some()) {
            assert!(part.rest.check().is_ok(), "{scene} {number}: {:?}", part.rest);
            let corners = &parts.meshes[part.mesh].positions;
            let at = |frame: i32| map_of(&part.placement(f64::from(frame) / 60.0));
            let speed = |frame: i32| {
                let (from, to) = (at(frame), at(frame + 1));
                let way = |corner: &Vec3| {
                    let corner = corner.as_dvec3();
                    from.transform_point3(corner).distance(to.transform_point3(corner))
                };
                corners.iter().map(way).fold(0.0, f64::max) * 60.0
            };
            let most = (0..3_600).map(speed).fold(0.0, f64::max);
            assert!((0.4..10.5).contains(&most), "{scene} {number}: {most} m/s, {:?}", part.machine);
        }
    }
}

/// Equal on every machine and in debug and release, at the beginning and after a while.
#[test]
fn scenes_are_the_same_bytes_everywhere() {
    let hashes = |scene: MovingScene| {
        let parts = scene.build();
        [0.0, 12.35].map(|seconds| parts.flattened(seconds).0.hash())
    };
    let expected = [
        (MovingScene::Machines, [0x29a9_ae96_4c4c_92bd, 0xec14_48ea_f360_b9c9]),
        (MovingScene::City, [0x6350_3207_f32f_5825, 0x81e1_1267_52bd_669f]),
    ];
    let found = expected.map(|(scene, _)| (scene, hashes(scene)));
    assert!(found == expected, "{found:#018x?}");
}

#[test]
fn every_scene_is_found_by_its_name() {
    for (name, description) in AnyScene::descriptions() {
        assert_eq!(name.parse::<AnyScene>().map(|scene| scene.to_string()), Ok(name.to_owned()));
        assert!(description.len() > 20, "{name}");
    }
    let error = "castle".parse::<AnyScene>().expect_err("no such scene");
    assert!(AnyScene::descriptions().all(|(name, _)| error.contains(name)), "{error}");
}

#[test]
fn triangles_in_their_places_are_those_of_one_mesh_of_all() {
    let parts = MovingScene::City.build();
    for seconds in [0.0, 7.7] {
        let (level, _) = parts.flattened(seconds);
        let plain = Tree::new(&level.positions, &level.triangles);
        let trees: Vec<_> =
            parts.meshes.iter().map(|mesh| Tree::new(&mesh.positions, &mesh.triangles).into()).collect();
        let all = |seconds: f64| {
            let trees: &Vec<std::sync::Arc<Tree>> = &trees;
            parts.parts.iter().map(move |part| (trees[part.mesh].clone(), map_of(&part.placement(seconds))))
        };
        let mut placed = PlacedTrees::new(all(0.0));
        placed.move_to(all(seconds).map(|(_, map)| map));
        let mut random = Random::new(3);
        let (mut deep, mut clear) = (0, 0);
        for _ in 0..20_000 {
            let mut range = |half: f32| f64::from(random.range_f32(-half, half));
            let center = DVec3::new(range(165.0), 1.5 + range(2.5), range(165.0));
            let [one, other] = [penetration(&plain, center, PERSON), penetration(&placed, center, PERSON)];
            assert!((one - other).abs() < 1e-4, "at {center}: {one} and {other}");
            (deep, clear) = (deep + i32::from(one > 0.01), clear + i32::from(one == 0.0));
        }
        assert!(deep > 4_000 && clear > 4_000, "{deep} deep, {clear} clear");
        let [a, b] = [Near::bounds(&plain), Near::bounds(&placed)].map(|bounds| bounds.expect("there are triangles"));
        // Each instance has the box of its mesh's box, which is wider where it is turned.
        let [below, above] = [a.min - b.min, b.max - a.max];
        assert!(below.min_element() >= 0.0 && above.min_element() >= 0.0, "{a:?} is not in {b:?}");
        assert!(below.max_element() < 3.0 && above.max_element() < 3.0, "{b:?} is much more than {a:?}");
    }
}

/// A floor, and a plate that comes along x at 6 m/s.
fn plate() -> Parts {
    let mut parts = Parts::new("plate");
    let floor = parts.mesh(block([-50.0, -1.0, -50.0], [50.0, 0.0, 50.0]));
    let plate = parts.mesh(block([-0.05, 0.03, -3.0], [0.05, 3.0, 3.0]));
    parts.add(floor, Placement::IDENTITY);
    let drive = Drive::Slide { way: Vec3::X * 20.0, speed: 6.0, rest: 1.0 };
    parts.add_machine(plate, Placement::at(DVec3::X * -2.0), Machine { drive, ahead: 0.0 });
    parts
}

/// Frames in which a person is found in the plate, whether the plate was seen to go through it, and how far it was carried,
/// when the world is told of the plate's motion or the plate is only put where it is.
fn meet_the_plate(is_told: bool) -> (usize, bool, f64) {
    let parts = plate();
    let meshes = cook(&parts).expect("sound meshes");
    let mut world = world_of(&parts, &meshes).expect("placements in range");
    let mut machinery = Machinery::new(&parts, &world);
    let (profile, mut crowd, mut riders) = (CharacterProfile::default(), Crowd::default(), Riders::new(1, true));
    let start = Vec3::new(0.0, 0.91, 0.3);
    let ids = [crowd.spawn(&profile, start).expect("in range")];
    let (mut inside, mut crossed) = (0, [false]);
    for frame in 1..=60 {
        let (state, input) = (crowd.state(ids[0]).expect("here"), crowd.input(ids[0]).expect("here"));
        riders.begin(0, state, input);
        for &(id, target) in machinery.turn(f64::from(frame) / 60.0) {
            if is_told { world.move_to(id, target) } else { world.place(id, target) }.expect("in range");
        }
        let step = world.begin_step(1.0 / 60.0).expect("a time step");
        if is_told {
            crowd.step_in(&step);
        }
        riders.follow(&ids, &profile, &crowd, &step, &machinery);
        drop(step);
        let at = crowd.position(ids[0]).expect("here").to_dvec3();
        inside += usize::from(riders.depths(&machinery, &[at], PERSON.into())[0] > 0.0);
        riders.take_crossed(&mut crossed);
    }
    (inside, crossed[0], crowd.position(ids[0]).expect("here").to_dvec3().x)
}

#[test]
fn the_judge_sees_a_plate_that_goes_through_a_character_and_none_that_pushes_it() {
    let (inside, crossed, x) = meet_the_plate(true);
    assert!(inside == 0 && !crossed && (4.4..4.6).contains(&x), "{inside} frames inside, {crossed}, at {x}");
    // From touching in front to touching behind, 0.9 m.
    let (inside, crossed, x) = meet_the_plate(false);
    assert!((8..=10).contains(&inside) && crossed && x == 0.0, "{inside} frames inside, {crossed}, at {x}");
}

#[test]
fn a_machine_carries_what_stands_on_it_and_nothing_beside_it() {
    let parts = plate();
    let tree = std::sync::Arc::new(Tree::new(&parts.meshes[1].positions, &parts.meshes[1].triangles));
    let map = |seconds: f64| map_of(&parts.parts[1].placement(seconds));
    let mut placed = PlacedTrees::new([(tree, map(0.0))]);
    placed.move_to([map(0.1)]);
    let carried = |point: DVec3| placed.carried_near(point - DVec3::splat(0.02), point + DVec3::splat(0.02), point);
    let way = carried(DVec3::new(-2.0, 3.01, 1.0)).expect("on top of the plate");
    assert!((way - DVec3::X * 0.6).length() < 1e-6, "{way}");
    // On top of where the plate is after its motion, and in the air.
    assert_eq!([DVec3::new(-1.4, 3.01, 1.0), DVec3::new(-2.0, 3.2, 1.0)].map(carried), [None; 2]);
}

#[test]
fn a_level_of_one_mesh_is_that_mesh_and_stopped_machines_stay_where_they_are_at_first() {
    let parts = MovingScene::Machines.build();
    let (level, _) = parts.flattened(0.0);
    assert_eq!(Parts::of_mesh(level.clone()).flattened(5.0).0.hash(), level.hash());
    let stopped = parts.clone().stopped();
    let corners = |parts: &Parts, seconds| (0..parts.parts.len()).map(|part| parts.corners(part, 0, seconds)).collect();
    let [first, later]: [Vec<_>; 2] = [corners(&parts, 0.0), corners(&stopped, 5.0)];
    assert_eq!((stopped.machine_count(), later == first), (0, true));
}

#[test]
fn a_level_in_parts_can_be_empty() {
    let parts = Parts::new("nothing");
    assert_eq!(parts.flattened(1.0), (Level { name: "nothing".to_owned(), ..Level::default() }, 0));
    let machinery = Machinery::new(&parts, &world_of(&parts, &[]).expect("nothing is refused"));
    assert!(machinery.is_empty() && machinery.depths(DVec3::ZERO, PERSON) == [0.0; 2]);
}

#[test]
fn who_goes_where_a_panel_was_in_the_same_frame_has_not_crossed_it() {
    let mut parts = Parts::new("panel");
    let panel = parts.mesh(block([0.0, -3.0, -0.05], [1.6, 3.0, 0.05]));
    let drive = Drive::Slide { way: Vec3::X * 20.0, speed: 10.0, rest: 1.0 };
    parts.add_machine(panel, Placement::IDENTITY, Machine { drive, ahead: 0.0 });
    let mut world = world_of(&parts, &cook(&parts).expect("a sound mesh")).expect("in range");
    let mut machinery = Machinery::new(&parts, &world);
    let profile = CharacterProfile::of_shape(Ellipsoid::ball(0.2).expect("a ball"));
    let (mut crowd, mut riders) = (Crowd::default(), Riders::new(1, true));
    // The panel opens by 0.33 m in a frame of 1/30 s, and then the ball passes its edge.
    let id = crowd.spawn(&profile, Vec3::new(0.1, 0.0, -0.27)).expect("in range");
    crowd.set_desired_velocity(id, Vec3::Z * 30.0).expect("in range");
    riders.begin(0, crowd.state(id).expect("here"), crowd.input(id).expect("here"));
    for &(panel, target) in machinery.turn(1.0 / 30.0) {
        world.move_to(panel, target).expect("in range");
    }
    let step = world.begin_step(1.0 / 30.0).expect("a time step");
    crowd.step_in(&step);
    let [from, to] = [DVec3::new(0.1, 0.0, -0.27), crowd.position(id).expect("here").to_dvec3()];
    assert!(to.z > 0.5, "it was stopped at {to}");
    assert!(machinery.crosses_moving(&[from, to]), "the straight line, seen from the panel, leads through it");
    riders.follow(&[id], &profile, &crowd, &step, &machinery);
    let mut crossed = [false];
    riders.take_crossed(&mut crossed);
    assert!(!crossed[0], "the true path does not");
}
