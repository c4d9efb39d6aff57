//! A recorded run is made again with the same bits, on any threads; bytes that were changed are refused by name; and a run
//! that parts from its recording is told so.

use crate::testkit::{Folder, crowd, object, refusal};
use sweep8::{Backend, EachOther, Ellipsoid, MoveMode};
use sweep8_bench::levels::scenes::{AnyScene, MovingScene, Scene};
use sweep8_bench::levels::{Level, Parts, scenes};
use sweep8_bench::replaying::file::seal;
use sweep8_bench::replaying::recording::Recording;
use sweep8_bench::replaying::replay::{ReplayError, replay};
use sweep8_bench::simulating::simulation::{Course, Simulation, run_course};
use sweep8_bench::walking::settings::Settings;
use sweep8_bench::walking::stage::Ground;
use sweep8_bench::walking::walkers::Manner;

fn settings(characters: usize, frames: usize, mode: MoveMode) -> Settings {
    Settings {
        characters,
        frames,
        hz: 60,
        threads: 1,
        seed: 3,
        shape: Ellipsoid::HUMAN.into(),
        speed: 4.0,
        manner: Manner::Mixed,
        mode,
        each_other: EachOther::Ignore,
        verify_every: 10,
        backend: Backend::best(),
    }
}

fn recorded(ground: Ground, settings: &Settings) -> (Simulation, Vec<u8>) {
    let course = Course { recorded_as: Some("scene of a test"), ..Course::default() };
    let run = run_course(ground, settings, course, &|| 0, &|_| ()).unwrap_or_else(|error| panic!("{error}"));
    let bytes = run.recording.as_ref().expect("it was asked for").to_bytes();
    (run, bytes)
}

fn built(scene: AnyScene) -> (Level, Parts) {
    match scene {
        AnyScene::Still(scene) => (scene.build(), Parts::default()),
        AnyScene::Moving(scene) => (Level::default(), scene.build()),
        AnyScene::Catacombs => (scenes::catacombs(), Parts::default()),
    }
}

fn ground_of(scene: AnyScene, (level, parts): &(Level, Parts)) -> Ground<'_> {
    if matches!(scene, AnyScene::Moving(_)) { parts.into() } else { level.into() }
}

const SCENES: [AnyScene; 2] = [AnyScene::Still(Scene::Stairs), AnyScene::Moving(MovingScene::Machines)];

#[test]
fn a_run_is_made_again_with_the_same_bits_on_any_threads_and_backend() {
    for scene in SCENES {
        let built = built(scene);
        let ground = ground_of(scene, &built);
        let kinds = [
            (MoveMode::Walk, EachOther::Ignore),
            (MoveMode::Slide, EachOther::Ignore),
            (MoveMode::Walk, EachOther::Solid),
        ];
        for (mode, each_other) in kinds {
            let (run, bytes) = recorded(ground, &Settings { each_other, ..settings(200, 150, mode) });
            println!("{scene}: {} bytes for 200 characters and 150 frames", bytes.len());
            for (threads, backend) in Backend::available().map(|backend| (1, backend)).chain([(2, Backend::best())]) {
                let here = Settings { backend, ..settings(1, 1, MoveMode::Walk) };
                let recording = Recording::from_bytes(&bytes, &here).expect("it was recorded");
                assert_eq!(recording.to_bytes(), bytes, "{scene}");
                let again = replay(ground, &recording, threads, &|_| ()).unwrap_or_else(|error| panic!("{error}"));
                assert_eq!(
                    (again.state_hash, again.parted_at),
                    (run.state_hash, None),
                    "{scene}, {threads}, {backend}"
                );
                assert_eq!((again.totals, recording.hashes.len()), (run.totals, 3), "{scene}");
            }
        }
    }
}

/// From the field, over whose edges they walk, everybody is put back; the walk goes on from a save.
#[test]
fn the_program_replays_what_it_recorded_in_another_process() {
    let folder = Folder::new("program");
    let field = "v -6 0 -6\nv 6 0 -6\nv 6 0 6\nv -6 0 6\nf 4 3 2 1\n";
    std::fs::write(folder.0.join("field.obj"), field).expect("the temporary folder can be written");
    for walk in [
        "--scene machines --walkers mixed --neighbours ignore --seed 5",
        "--level field.obj --radii 0.3 --hz 30 --walkers turning --neighbours ignore",
        "--scene dungeon --capsule 0.35,1.7",
        "--scene dungeon",
    ] {
        let whole = object(&folder.0, &format!("{walk} --characters 200 --frames 175 --record whole"));
        object(&folder.0, &format!("{walk} --characters 200 --frames 77 --save half"));
        let rest = object(&folder.0, "--restore half --frames 98 --record rest");
        assert_eq!(rest["state_hash"], whole["state_hash"], "{walk}");
        for (file, frames) in [("whole", 175), ("rest", 98)] {
            for threads in [1, 2] {
                let again = object(&folder.0, &format!("--replay {file} --threads {threads}"));
                for key in [
                    "state_hash",
                    "level",
                    "characters",
                    "hz",
                    "seed",
                    "walkers",
                    "radii",
                    "half_length",
                    "mode",
                    "contacts",
                ] {
                    let run = if file == "whole" { &whole } else { &rest };
                    assert_eq!(again[key], run[key], "{walk}, {file}: {key}");
                }
                assert_eq!((again["same"].as_bool(), again["frames"].as_u64()), (Some(true), Some(frames)));
            }
        }
        if walk.contains("field") {
            assert!(whole["left_level"].as_u64() > Some(20), "{whole}");
        }
        let table = String::from_utf8(crowd(&folder.0, "--replay whole").stdout).expect("UTF-8");
        assert!(table.contains("the recorded bits"), "{table}");
    }
}

#[test]
fn inputs_that_stay_take_few_bytes() {
    let level = Scene::Stairs.build();
    let bytes = |frames| recorded((&level).into(), &settings(200, frames, MoveMode::Walk)).1.len();
    let (short, long) = (bytes(60), bytes(360));
    let each = (long - short) as f64 / (200.0 * 300.0);
    println!("{each:.3} bytes a character and frame");
    assert!(each < 0.5, "a change of mind every 50 frames is at most 14 bytes, not {each} a frame");
}

#[test]
fn a_changed_byte_anywhere_is_refused_by_name() {
    let level = Scene::Stairs.build();
    let here = settings(1, 1, MoveMode::Walk);
    let (_, good) = recorded((&level).into(), &settings(3, 61, MoveMode::Walk));
    for at in 0..good.len() {
        for bit in [0, 7] {
            let mut bytes = good.clone();
            bytes[at] ^= 1 << bit;
            let error = Recording::from_bytes(&bytes, &here).expect_err("a changed byte");
            assert_eq!(error.to_string().lines().count(), 1, "{at}: {error}");
        }
        assert!(Recording::from_bytes(&good[..at], &here).is_err(), "cut at {at}");
    }
    // With the checksum made right: refused, or told by the hash, or nothing that a replay depends on.
    let recording = Recording::from_bytes(&good, &here).expect("it was recorded");
    let first = replay((&level).into(), &recording, 1, &|_| ()).expect("it was recorded");
    let (mut refused, mut parted) = (0, 0);
    for at in (0..good.len()).step_by(3) {
        let mut bytes = good.clone();
        bytes[at] ^= 16;
        seal(&mut bytes);
        match Recording::from_bytes(&bytes, &here) {
            Err(_) => refused += 1,
            Ok(changed) => match replay((&level).into(), &changed, 1, &|_| ()) {
                Err(_) => refused += 1,
                Ok(again) if !again.is_same() => parted += 1,
                Ok(again) => assert_eq!(again, first, "byte {at}"),
            },
        }
    }
    println!("{} bytes: {refused} changes refused, {parted} told by the hash", good.len());
    assert!(refused > 10 && parted > 20, "{refused} refused, {parted} told by the hash");
}

#[test]
fn a_run_that_parts_from_its_recording_is_told_with_the_frame() {
    let level = Scene::Stairs.build();
    let here = settings(1, 1, MoveMode::Walk);
    let (_, bytes) = recorded((&level).into(), &settings(20, 130, MoveMode::Walk));
    let mut recording = Recording::from_bytes(&bytes, &here).expect("it was recorded");
    recording.hashes[1] ^= 1;
    let again = replay((&level).into(), &recording, 1, &|_| ()).expect("all of it can be replayed");
    assert_eq!((again.parted_at, again.state_hash), (Some(120), recording.end_hash()));
    recording.starts[7].0.velocity.x += 0.5;
    let again = replay((&level).into(), &recording, 1, &|_| ()).expect("all of it can be replayed");
    assert_eq!(again.parted_at, Some(60));
    let other = Scene::Funnel.build();
    assert!(matches!(replay((&other).into(), &recording, 1, &|_| ()), Err(ReplayError::Level { .. })));

    let folder = Folder::new("parts");
    recording.level = "scene stairs".to_owned();
    std::fs::write(folder.0.join("other"), recording.to_bytes()).expect("the temporary folder can be written");
    let output = crowd(&folder.0, "--replay other");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("differs between frames 0 and 60"), "{error}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("other bits, first seen in frame 60"));
}

#[test]
fn what_is_no_recording_or_contradicts_it_is_refused_in_one_line() {
    let folder = Folder::new("refused");
    object(&folder.0, "--scene machines --characters 40 --frames 20 --record run");
    let good = std::fs::read(folder.0.join("run")).expect("it was recorded");
    let refused = |bytes: &[u8]| {
        std::fs::write(folder.0.join("bad"), bytes).expect("the temporary folder can be written");
        refusal(&folder.0, "--replay bad")
    };
    assert!(refused(&good[..good.len() - 1]).contains("cannot replay bad: it has"));
    assert!(refused(b"PNG").contains("neither a recording nor a move"));
    let mut bytes = good.clone();
    bytes[8] = 9;
    assert!(refused(&bytes).contains("a recording of version 9."), "{}", refused(&bytes));
    bytes = good.clone();
    bytes[100] ^= 1;
    assert!(refused(&bytes).contains("checksum does not match"));
    for option in ["scene machines", "frames 20", "seed 1", "picture a.png", "save a", "restore a", "verify-every 1"] {
        let error = refusal(&folder.0, &format!("--replay run --{option}"));
        assert!(error.contains("cannot be given with --replay"), "{option}: {error}");
    }
    assert!(refusal(&folder.0, "--replay missing").contains("cannot read missing"));
    assert!(refusal(&folder.0, "--record missing/folder/a --frames 1").contains("cannot write the record"));
    assert!(
        refusal(&folder.0, "--replay run --cut 21:0").contains("no move 21:0: frames are 1 to 20, characters 0 to 39")
    );
    assert!(refusal(&folder.0, "--replay run --cut 1:40").contains("no move 1:40"));
}
