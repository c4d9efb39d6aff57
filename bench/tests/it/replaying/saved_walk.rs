//! A walk that is saved and goes on in another process ends with the bits of one without a break; a file that is no such
//! walk, and an option that contradicts it, is refused by one line.

use crate::testkit::{Folder, object, refusal};
use sweep8::{Backend, EachOther, Ellipsoid, MoveMode};
use sweep8_bench::walking::saved_walk::{SavedWalk, SavedWalkError};
use sweep8_bench::walking::settings::Settings;
use sweep8_bench::walking::walkers::Manner;

type Change<'a, T> = dyn Fn(&mut T) + 'a;

/// Odd frames of the break: a check is due at none of them, and walkers are in the middle of a heading.
#[test]
fn a_walk_that_goes_on_in_another_process_ends_with_the_same_bits() {
    let folder = Folder::new("same");
    let field = "v -6 0 -6\nv 6 0 -6\nv 6 0 6\nv -6 0 6\nf 4 3 2 1\n";
    std::fs::write(folder.0.join("field.obj"), field).expect("the temporary folder can be written");
    // From the field, over whose edges they walk, everybody is put back.
    for walk in [
        "--scene machines --walkers mixed --neighbours ignore --seed 5",
        "--scene humps --hz 30",
        "--level field.obj --radii 0.3 --walkers turning --neighbours ignore",
        "--scene dungeon --capsule 0.35,1.7",
        "--scene dungeon",
    ] {
        let whole = object(&folder.0, &format!("{walk} --characters 300 --frames 190"));
        object(&folder.0, &format!("{walk} --characters 300 --frames 77 --threads 1 --save first"));
        object(&folder.0, "--restore first --frames 33 --save second");
        let others = Backend::available().map(|backend| format!("--backend {backend} --threads 1"));
        for other in others.chain(["--threads 2".to_owned()]) {
            let end = object(&folder.0, &format!("--restore second --frames 80 {other}"));
            for key in [
                "state_hash",
                "level",
                "characters",
                "hz",
                "seed",
                "walkers",
                "neighbours",
                "radii",
                "half_length",
                "machines",
            ] {
                assert_eq!(end[key], whole[key], "{walk}, {other}: {key}");
            }
        }
        // Whether they walk on at all.
        assert_ne!(object(&folder.0, "--restore second --frames 79")["state_hash"], whole["state_hash"]);
        if walk.contains("field") {
            assert!(whole["left_level"].as_u64() > Some(20), "{whole}");
        }
    }
}

#[test]
fn what_is_no_saved_walk_or_contradicts_it_is_refused_in_one_line() {
    let folder = Folder::new("refused");
    object(&folder.0, "--scene machines --characters 40 --frames 20 --save walk");
    let good = std::fs::read(folder.0.join("walk")).expect("it was saved");
    let changed = |change: &Change<Vec<u8>>| {
        let mut bytes = good.clone();
        change(&mut bytes);
        std::fs::write(folder.0.join("bad"), bytes).expect("the temporary folder can be written");
        refusal(&folder.0, "--restore bad --frames 10")
    };
    let last = good.len() - 1;
    let cases: [(&Change<Vec<u8>>, &str); 9] = [
        (&|bytes| bytes.truncate(last), "it was cut short"),
        (&|bytes| bytes.truncate(20), "it was cut short"),
        (&|bytes| bytes.push(0), "or something was added"),
        (&|bytes| bytes.clear(), "not a saved walk"),
        (&|bytes| *bytes = b"PNG, or anything else".to_vec(), "not a saved walk"),
        (&|bytes| bytes[0] ^= 1, "not a saved walk"),
        (&|bytes| bytes[8] = 9, "saved walk of version 9, must be 4"),
        (&|bytes| bytes[last / 2] ^= 4, "checksum does not match"),
        (&|bytes| bytes[last] ^= 128, "checksum does not match"),
    ];
    for (change, what) in cases {
        let error = changed(change);
        assert!(error.starts_with("crowd: cannot restore bad: ") && error.contains(what), "{what}: {error}");
    }
    for (option, value) in [
        ("scene", "machines"),
        ("level", "a.obj"),
        ("characters", "40"),
        ("hz", "60"),
        ("seed", "1"),
        ("radii", "0.4,0.9,0.4"),
        ("capsule", "0.4,1.8"),
        ("speed", "4"),
        ("walkers", "turning"),
        ("neighbours", "soft"),
        ("verify-every", "10"),
    ] {
        let error = refusal(&folder.0, &format!("--restore walk --frames 10 --{option} {value}"));
        assert!(error.contains(&format!("--{option} cannot be given with --restore")), "{error}");
    }
    assert!(refusal(&folder.0, "--restore missing").contains("cannot read missing"));
    assert!(refusal(&folder.0, "--restore walk --save missing/folder/a").contains("cannot write the save"));
}

/// The writer of a file can make its checksum right, too.
#[test]
fn a_saved_walk_of_another_level_or_with_absurd_numbers_is_refused_by_name() {
    let folder = Folder::new("absurd");
    object(&folder.0, "--scene grid --characters 5 --frames 20 --save walk");
    let bytes = std::fs::read(folder.0.join("walk")).expect("it was saved");
    let here = Settings {
        characters: 1,
        frames: 7,
        hz: 1,
        threads: 1,
        seed: 0,
        shape: Ellipsoid::ball(1.0).expect("a radius").into(),
        speed: 0.0,
        manner: Manner::Turning,
        mode: MoveMode::Walk,
        each_other: EachOther::Ignore,
        verify_every: 1,
        backend: Backend::best(),
    };
    let walk = SavedWalk::from_bytes(&bytes, &here).expect("it was saved");
    assert_eq!((walk.frame, walk.settings.frames, walk.settings.characters), (20, 7, 5));
    assert_eq!(walk.to_bytes(), bytes);
    let changes: [(&Change<SavedWalk>, &str); 12] = [
        (&|walk| walk.level = "scene castle".to_owned(), "no scene is called \"castle\""),
        (&|walk| walk.level = "grid".to_owned(), "names no level"),
        (&|walk| walk.level = "scene stairs".to_owned(), "the level stairs has changed"),
        (&|walk| walk.level_hash ^= 1, "the level grid has changed"),
        (&|walk| walk.level = "level lost.obj".to_owned(), "lost.obj"),
        (&|walk| walk.settings.hz = 0, "its settings"),
        (&|walk| walk.settings.speed = f32::NAN, "its settings"),
        (&|walk| walk.frame = u64::MAX, "its settings"),
        (&|walk| walk.walkers[3].walker.velocity.x = f32::INFINITY, "its walkers"),
        (&|walk| walk.walkers.truncate(4), "its characters"),
        (&|walk| walk.crowd[100] ^= 1, "its crowd is refused"),
        (&|walk| walk.motion.clear(), "its motion is refused"),
    ];
    for (change, what) in changes {
        let mut walk = walk.clone();
        change(&mut walk);
        std::fs::write(folder.0.join("bad"), walk.to_bytes()).expect("the temporary folder can be written");
        let error = refusal(&folder.0, "--restore bad --frames 10");
        assert!(error.starts_with("crowd: ") && error.contains(what), "{what}: {error}");
    }
    assert!(matches!(SavedWalk::from_bytes(&bytes[..99], &here), Err(SavedWalkError::Length { .. })));
}
