//! Where a crowd is after a walk, bit for bit: on every scene the hash of positions and velocities is the committed one, on one, two and
//! three threads (dense scenes: one and three) and on every lane backend, in debug and release, and the checks find
//! nothing on the way.
//!
//! A hash that changes means that somebody ends elsewhere: every table of figures, every recorded replay and every
//! networked game that relies on the same bits is touched. If you meant the change, put the table that the failing
//! test prints here and write in the CHANGELOG why.
//!
//! A program of its own, as `.ci/determinism --scenes` compiles it for every level of x86-64.

use rayon::prelude::*;
use sweep8::{Backend, EachOther, Ellipsoid, MoveMode};
use sweep8_bench::levels::Level;
use sweep8_bench::levels::scenes::Scene;
use sweep8_bench::simulating::simulation::{self, Settings, Simulation};
use sweep8_bench::walking::walkers::Manner;
use sweep8_scalar_ref::testkit::notice;

const CHARACTERS: usize = 300;

/// On dense scenes, where a move takes up to a thousand times as long.
const DENSE_CHARACTERS: usize = 3;

/// More than the 120 frames without progress that make a character stuck.
const FRAMES: usize = 150;

const SEED: u64 = 1;

/// Path hashes after [`FRAMES`] frames of [`CHARACTERS`] or [`DENSE_CHARACTERS`] persons with seed [`SEED`]: of those who walk, and
/// of those who only slide.
const GOLDEN: [(Scene, [u64; 2]); 21] = [
    (Scene::Dungeon, [0xaf02_e96f_d395_fa89, 0x8d13_5faf_8a23_3342]),
    (Scene::Terrain, [0x2edd_4691_4ecb_b5cb, 0x6d6b_fe78_f437_7209]),
    (Scene::Stairs, [0x40d8_88d1_f6e5_0bb9, 0xa142_ad1a_96aa_0e69]),
    (Scene::VCorner, [0xb60c_c3ca_4d8c_a895, 0x5827_0406_a2d4_a67c]),
    (Scene::Wedge, [0xc236_36e8_9380_cf0c, 0xb68f_0857_ad69_c32b]),
    (Scene::Funnel, [0xc275_6edd_74c9_4398, 0xffb2_0aa7_b5b4_9ee7]),
    (Scene::Seam, [0x1f19_246d_0d30_a473, 0x09ea_9d75_0909_8608]),
    (Scene::SeamMatched, [0x31d8_2564_6bd5_05b6, 0x6b71_bbbe_347c_3018]),
    (Scene::Grid, [0xf675_3e66_0335_297c, 0x1c1c_99ac_e65d_c000]),
    (Scene::Crest, [0xd951_1b3a_cf71_998d, 0x470a_9670_95c8_cea0]),
    (Scene::Humps, [0x6779_30c6_c711_6910, 0xc684_1fe3_da45_8a35]),
    (Scene::Needles, [0xcec1_0f94_0308_4aeb, 0x2ac0_3ed0_e225_f3f4]),
    (Scene::Big, [0x1279_8a31_0dbb_4ab3, 0x8033_3f6c_8296_8503]),
    (Scene::Far, [0x03fb_1762_36bf_f61f, 0xce9e_72a3_5a3c_0a77]),
    (Scene::DenseFloor, [0x22d6_9828_bb08_0ecf, 0x3979_bae5_d8d9_d327]),
    (Scene::Furniture, [0xbd51_252a_3305_9f28, 0x3cab_78c3_4431_6fbf]),
    (Scene::Vaults, [0x0af2_1272_3f66_0010, 0x5145_09ba_4a51_8a95]),
    (Scene::Edges, [0xeda8_bb60_a1fe_3158, 0x13ea_f80b_5f76_0d61]),
    (Scene::Shafts, [0x5f0c_eb48_3015_5a73, 0x4d45_b933_282e_c505]),
    (Scene::Gullies, [0x8069_c950_af6c_26b9, 0xd289_d1f2_ad71_2eed]),
    (Scene::Doorway, [0xcc1f_93b8_91d3_93e3, 0x8860_3cd8_f79e_e795]),
];

fn settings(threads: usize, mode: MoveMode) -> Settings {
    let shape = Ellipsoid::new(glam::Vec3::new(0.4, 0.9, 0.4)).expect("a person");
    Settings {
        characters: CHARACTERS,
        frames: FRAMES,
        hz: 60,
        threads,
        seed: SEED,
        shape: shape.into(),
        speed: 4.0,
        manner: Manner::Turning,
        mode,
        each_other: EachOther::Ignore,
        verify_every: 10,
        backend: Backend::best(),
    }
}

fn walk(level: &Level, settings: &Settings) -> Simulation {
    simulation::run(level, settings, &|| 0, &|_| ()).unwrap_or_else(|error| panic!("{}: {error}", level.name))
}

fn is_clean(run: &Simulation) -> bool {
    let counts = run.counts;
    [counts.fell_through, counts.penetrating, counts.stuck, counts.frozen, counts.not_finite] == [0; 5]
        && counts.max_penetration == 0.0
}

/// A line of the table above.
fn line((scene, hashes): &(Scene, [u64; 2])) -> String {
    let [walk, slide] = hashes.map(|hash| {
        let [first, second, third, last] = [48, 32, 16, 0].map(|shift| (hash >> shift) & 0xffff);
        format!("0x{first:04x}_{second:04x}_{third:04x}_{last:04x}")
    });
    format!("    (Scene::{scene:?}, [{walk}, {slide}]),\n")
}

/// The path hash of a walk that is the same on any backend and number of threads.
fn hash_of(level: &Level, scene: Scene, mode: MoveMode, wrong: &mut Vec<String>) -> u64 {
    let characters = if scene.is_dense() { DENSE_CHARACTERS } else { CHARACTERS };
    let settings = |threads| Settings { characters, ..settings(threads, mode) };
    // Building a dense scene takes as long as walking in it.
    let threads: &[usize] = if scene.is_dense() { &[3] } else { &[2, 3] };
    let first = walk(level, &settings(1));
    let slower = Backend::available().filter(|&backend| backend != Backend::best());
    let others = slower
        .map(|backend| Settings { backend, ..settings(1) })
        .chain(threads.iter().map(|&threads| settings(threads)));
    // The checks were made on the first walk, and this is the same one.
    for other in others.map(|other| Settings { verify_every: FRAMES, ..other }) {
        let run = walk(level, &other);
        assert_eq!(run.threads, other.threads, "{scene}");
        if (run.state_hash, run.totals) != (first.state_hash, first.totals) {
            let Settings { threads, backend, .. } = other;
            wrong
                .push(format!("{scene}, {mode:?}: the walk is another on {threads} threads and the backend {backend}"));
        }
    }
    if !is_clean(&first) {
        wrong.push(format!("{scene}, {mode:?}: {:?}", first.counts));
    }
    first.path_hash
}

#[test]
fn crowds_end_in_the_committed_state_on_any_backend_and_number_of_threads() {
    notice::takes_about(30, "golden");
    // Scenes side by side: most of these walks are on one thread.
    let walked = Scene::ALL.par_iter().map(|&scene| {
        let (level, mut wrong) = (scene.build(), Vec::new());
        let hashes = [MoveMode::Walk, MoveMode::Slide].map(|mode| hash_of(&level, scene, mode, &mut wrong));
        ((scene, hashes), wrong)
    });
    let (found, wrong): (Vec<_>, Vec<_>) = walked.unzip();
    let wrong = wrong.concat();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(
        found == GOLDEN,
        "the path hashes are not the committed ones. If that is meant, say in the CHANGELOG why, and put this table \
         into tests/golden.rs:\n{}",
        found.iter().map(line).collect::<String>()
    );
}

#[test]
fn a_hash_tells_walks_apart_and_the_checks_do_not_touch_the_walk() {
    let level = Scene::Stairs.build();
    let mut short = Settings { characters: 100, frames: 40, ..settings(1, MoveMode::Walk) };
    let first = walk(&level, &short).state_hash;
    let mut others = Vec::new();
    for change in [
        |s: &mut Settings| s.seed = 2,
        |s: &mut Settings| s.mode = MoveMode::Slide,
        |s: &mut Settings| s.frames = 41,
        |s: &mut Settings| s.characters = 101,
        |s: &mut Settings| s.speed = 4.000_001,
        |s: &mut Settings| s.shape = Ellipsoid::ball(0.5).expect("a ball").into(),
    ] {
        let mut changed = short.clone();
        change(&mut changed);
        others.push(walk(&level, &changed).state_hash);
    }
    assert!(!others.contains(&first), "{first:016x} among {others:016x?}");
    short.verify_every = 1;
    assert_eq!(walk(&level, &short).state_hash, first);
}
