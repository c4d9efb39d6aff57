//! One move cut out of a recorded run comes to the same bits alone; one that was changed is told apart, field by field; and
//! files of moves are tests, which need nothing but the file.

use glam::Vec3;
use sweep8::{Backend, EachOther, Ellipsoid, MoveMode, SlideStatus};
use sweep8_bench::checking::Tree;
use sweep8_bench::judging::hunt::{self, Hunt};
use sweep8_bench::levels::Level;
use sweep8_bench::levels::scenes::{MovingScene, Scene};
use sweep8_bench::random::Random;
use sweep8_bench::replaying::file::{FileError, seal};
use sweep8_bench::replaying::one_move::{MOST_TRIANGLES, Move, MoveError};
use sweep8_bench::replaying::recording::Recording;
use sweep8_bench::replaying::replay::{Place, ReplayError, cut};
use sweep8_bench::simulating::simulation::{Course, Fault, run_course};
use sweep8_bench::walking::settings::Settings;
use sweep8_bench::walking::stage::{Ground, Judge, Stage};
use sweep8_bench::walking::walk::Walk;
use sweep8_bench::walking::walkers::Manner;
use sweep8_scalar_ref::testkit::cases::cases;

fn settings(characters: usize, frames: usize) -> Settings {
    Settings {
        characters,
        frames,
        hz: 60,
        threads: 1,
        seed: 4,
        shape: Ellipsoid::HUMAN.into(),
        speed: 4.0,
        manner: Manner::Mixed,
        mode: MoveMode::Walk,
        each_other: EachOther::Ignore,
        verify_every: 50,
        backend: Backend::best(),
    }
}

fn recorded(ground: Ground, characters: usize, frames: usize) -> Recording {
    recorded_with(ground, &settings(characters, frames))
}

fn recorded_with(ground: Ground, settings: &Settings) -> Recording {
    let course = Course { recorded_as: Some("scene of a test"), ..Course::default() };
    let run = run_course(ground, settings, course, &|| 0, &|_| ()).unwrap_or_else(|error| panic!("{error}"));
    run.recording.expect("it was asked for")
}

fn at_random(recording: &Recording, count: usize) -> Vec<Place> {
    let mut random = Random::new(7);
    let (frames, characters) = (recording.frames() as usize, recording.starts.len());
    (0..count).map(|_| (1 + random.below(frames) as u64, random.below(characters))).collect()
}

/// The fields in which it differs when it is made again.
fn differing(one: &Move) -> Vec<&'static str> {
    let differences = one.differences(None, Backend::best()).unwrap_or_else(|error| panic!("{error}"));
    differences.iter().map(|difference| difference.field).collect()
}

/// Cuts a hundred moves, reads them back from their bytes and makes them again.
fn hundred(ground: Ground) -> Vec<Move> {
    hundred_of(ground, &recorded(ground, 400, 120))
}

fn hundred_of(ground: Ground, recording: &Recording) -> Vec<Move> {
    let moves = cut(ground, recording, &at_random(recording, 100)).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(moves.len(), 100);
    let (mut most, mut all) = (0, 0);
    for one in &moves {
        let bytes = one.to_bytes();
        (most, all) = (most.max(bytes.len()), all + bytes.len());
        let read = Move::from_bytes(&bytes).expect("it was written");
        assert_eq!((&read, read.to_bytes()), (one, bytes));
        assert!(!read.is_whole && read.triangle_count() > 0, "{:?}", one.origin);
        for backend in Backend::available() {
            let differences = read.differences(None, backend).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(differences, [], "{:?} on {backend}", one.origin);
        }
    }
    println!("{}: {} bytes a move on average, {most} at most", ground.name(), all / 100);
    moves
}

#[test]
fn a_hundred_moves_of_the_dungeon_come_to_the_same_bits_alone() {
    let level = Scene::Dungeon.build();
    let moves = hundred((&level).into());
    assert!(moves.iter().filter(|one| one.after.ground().is_grounded()).count() > 80);
    assert!(moves.iter().filter(|one| one.after.status() == SlideStatus::Slid).count() > 10);
}

#[test]
fn a_hundred_moves_among_machines_come_to_the_same_bits_alone() {
    let parts = MovingScene::Machines.build();
    let moves = hundred((&parts).into());
    let moving = moves.iter().filter(|one| one.instances.iter().any(|instance| instance.target.is_some())).count();
    let moved = moves.iter().filter(|one| one.instances.iter().any(|instance| instance.has_moved)).count();
    println!("{moving} near something that moves in the step, {moved} near what has moved before");
    assert!(moving > 10 && moved >= moving, "{moving}, {moved}");
}

#[test]
fn a_hundred_moves_in_a_crowd_come_to_the_same_bits_with_those_who_were_in_the_way() {
    let level = Scene::Stairs.build();
    let ground = (&level).into();
    for each_other in [EachOther::Solid, EachOther::Soft] {
        let recording = recorded_with(ground, &Settings { each_other, ..settings(cases(2_000, 800), 90) });
        let moves = hundred_of(ground, &recording);
        let met = moves.iter().filter(|one| {
            let alone = Move { others: Vec::new(), ..(*one).clone() };
            !differing(&alone).is_empty()
        });
        let (met, others) = (met.count(), moves.iter().map(|one| one.others.len()).sum::<usize>());
        println!("{each_other:?}: {met} led elsewhere without others, {others} of them in all files");
        assert!(met > 5, "{met}");
    }
}

#[test]
fn a_changed_move_reports_the_fields_that_differ() {
    let level = Scene::Stairs.build();
    let recording = recorded((&level).into(), 50, 60);
    let good = &cut((&level).into(), &recording, &[(60, 10)]).unwrap_or_else(|error| panic!("{error}"))[0];
    assert_eq!(differing(good), [""; 0]);
    let mut changed = good.clone();
    changed.after.velocity.x += 1.0;
    changed.after.ground_material = 3;
    assert_eq!(differing(&changed), ["velocity", "ground_code, status_code or ground_material"]);
    let mut changed = good.clone();
    changed.state.position.high.y += 0.25;
    assert!(differing(&changed).contains(&"position"));
    let mut changed = good.clone();
    changed.instances[0].triangles.clear();
    assert!(matches!(changed.run(None, Backend::best()), Err(MoveError::NotThere)), "its ground is gone");
    let mut changed = good.clone();
    changed.state.velocity.z = f32::NAN;
    let error = changed.run(None, Backend::best()).expect_err("no velocity").to_string();
    assert!(error.contains("`velocity` is NaN"), "{error}");
    let mut changed = good.clone();
    changed.instances[0].triangles[0].1[2] = Vec3::splat(f32::INFINITY);
    assert!(matches!(changed.run(None, Backend::best()), Err(MoveError::Mesh(_))));
}

#[test]
fn a_changed_byte_of_a_move_is_refused_by_name() {
    let level = Scene::Stairs.build();
    let recording = recorded((&level).into(), 5, 60);
    let good = cut((&level).into(), &recording, &[(60, 3)]).unwrap_or_else(|error| panic!("{error}"))[0].to_bytes();
    for at in 0..good.len() {
        let mut bytes = good.clone();
        bytes[at] ^= 1 << (at % 8);
        let error = Move::from_bytes(&bytes).expect_err("a changed byte").to_string();
        assert_eq!(error.lines().count(), 1, "{at}: {error}");
        assert!(Move::from_bytes(&good[..at]).is_err(), "cut at {at}");
        // The writer of a file can make its checksum right, too: the move is refused, or made as far as the kernel lets it.
        seal(&mut bytes);
        if let Ok(changed) = Move::from_bytes(&bytes) {
            let again = changed.run(None, Backend::best());
            assert!(again.is_err() || again.is_ok_and(|state| state.position.to_dvec3().is_finite()), "{at}");
        }
    }
    let recording = recording.to_bytes();
    assert_eq!(Move::from_bytes(&recording), Err(FileError::NotOne("move")));
}

#[test]
fn a_move_that_reaches_too_many_triangles_needs_its_level() {
    let level = Scene::DenseFloor.build();
    let ground = Ground::from(&level);
    let recording = recorded(ground, 20, 30);
    let one = &cut(ground, &recording, &[(30, 2)]).unwrap_or_else(|error| panic!("{error}"))[0];
    assert!(level.triangles.len() > MOST_TRIANGLES && one.is_whole && one.triangle_count() == 0);
    let bytes = one.to_bytes();
    assert!(bytes.len() < 1_000, "{} bytes", bytes.len());
    let read = Move::from_bytes(&bytes).expect("it was written");
    assert_eq!(read.differences(Some(ground), Backend::best()).expect("its level"), []);
    let other = Level { positions: level.positions.iter().map(|p| *p + Vec3::Y).collect(), ..level.clone() };
    for wrong in [None, Some(Ground::from(&other))] {
        assert!(matches!(read.run(wrong, Backend::best()), Err(MoveError::Level)));
    }
}

#[test]
fn a_move_that_there_is_not_is_refused() {
    let level = Scene::Stairs.build();
    let recording = recorded((&level).into(), 5, 10);
    for place in [(0, 0), (11, 0), (1, 5)] {
        let refused = cut((&level).into(), &recording, &[place]);
        assert!(matches!(refused, Err(ReplayError::NoMove { .. })), "{place:?}");
    }
}

/// The judge has a wall that the world lacks, so that the walk leads through it.
#[test]
fn a_check_that_fails_names_the_first_frame_and_character() {
    let corner = |x: f32, y: f32, z: f32| Vec3::new(x, y, z);
    let field = Level {
        positions: vec![
            corner(-30.0, 0.0, -30.0),
            corner(-30.0, 0.0, 30.0),
            corner(30.0, 0.0, 30.0),
            corner(30.0, 0.0, -30.0),
        ],
        triangles: vec![[0, 1, 2], [0, 2, 3]],
        ..Level::new("field")
    };
    let wall = [corner(1.0, -9.0, -30.0), corner(1.0, -9.0, 30.0), corner(1.0, 9.0, 0.0)];
    let judged = [&field.positions[..], &wall].concat();
    for verify_every in [1, 7, 1000] {
        let settings =
            Settings { verify_every, shape: Ellipsoid::ball(0.3).expect("a radius").into(), ..settings(20, 200) };
        let mut stage = Stage::new(Ground::from(&field), settings.backend).expect("a field");
        stage.judge = Judge::Still(Tree::new(&judged, &[[0, 1, 2], [0, 2, 3], [4, 5, 6]]));
        let starts = (0..20).map(|k| Vec3::new(-2.0, 0.31, k as f32 * 0.5 - 5.0)).collect();
        let mut walk = Walk::new(&settings, &stage.judge, starts, None);
        let mut expected = None;
        for frame in 0..settings.frames {
            walk.turn(frame as u64);
            let beyond = |walk: &Walk| -> Vec<bool> {
                walk.ids.iter().map(|&id| walk.crowd.position(id).is_ok_and(|at| at.to_vec3().x > 1.0)).collect()
            };
            let before = beyond(&walk);
            stage.step(&mut walk.crowd, settings.seconds(), 0.0, &|| 0, |_, _, _| ()).expect("nothing moves");
            let through = before.iter().zip(beyond(&walk)).position(|(before, after)| *before != after);
            expected = expected.or(through.map(|character| (frame as u64 + 1, character)));
            walk.watch(&stage, frame);
            if (frame + 1).is_multiple_of(verify_every) {
                walk.verify(&stage, frame as u64 + 1);
            }
        }
        walk.verify(&stage, settings.frames as u64);
        let (faults, _) = walk.faults.into_lists();
        let through = faults.iter().find(|fault| fault.what == "fell through").expect("some walk there");
        assert_eq!(Some((through.frame, through.character)), expected, "checked every {verify_every}");
    }
}

#[test]
fn what_a_hunt_finds_is_cut_out_as_a_move() {
    let grounds = [hunt::Ground::scene(Scene::Stairs)];
    let settings = hunt::Settings { moves: 60_000, seed: 2, threads: 1 };
    let mut found = Hunt::new(&grounds, settings).and_then(|hunt| hunt.run(&|_| ())).expect("a scene");
    assert!(hunt::moves(&grounds, &found).expect("nothing to cut").is_empty());
    // Made up: there is no fault to find.
    found.levels[0].rounds[0].faults = vec![Fault { what: "not finite", frame: 100, character: 5 }];
    let moves = hunt::moves(&grounds, &found).expect("a round that was walked");
    let [(name, one)] = &moves[..] else { panic!("{} moves", moves.len()) };
    assert_eq!((name.as_str(), one.origin.level.as_str()), ("stairs-1-not-finite-100-5.move", "scene stairs"));
    assert_eq!(differing(one), [""; 0]);
    let table = hunt::table::Report::new(&found);
    assert!(table.findings.is_empty(), "no count is wrong");
    found.levels[0].rounds[0].counts.not_finite = 1;
    let table = hunt::table::Report::new(&found).to_string();
    assert!(table.contains("    not finite first in frame 100, character 5\n"), "{table}");
}

/// `crowd --scene machines --walkers mixed --characters 400 --frames 120 --seed 4`, of which `--cut 86:114` is a walker
/// that stands on what moves.
#[test]
fn who_rides_a_machine_goes_with_it() {
    let one = Move::from_bytes(include_bytes!("../../cases/ride_on_a_machine.move")).expect("a move of this version");
    assert!(one.instances.iter().any(|instance| instance.target.is_some()), "something moves");
    assert_eq!(differing(&one), [""; 0]);
}
