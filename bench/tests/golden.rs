//! The state of a crowd after a walk, bit for bit: on every scene the hash of it is the committed one, on one, two and
//! three threads (dense scenes: one and three) and on every lane backend, in debug and release, and the checks find
//! nothing on the way.
//!
//! A hash that changes means that somebody ends elsewhere: every table of figures, every recorded replay and every
//! networked game that relies on the same bits is touched. Who means it puts the table that the failing test prints
//! here and writes in the CHANGELOG why.

use sweep8::{Backend, Ellipsoid};
use sweep8_bench::level::Level;
use sweep8_bench::scenes::Scene;
use sweep8_bench::simulation::{self, Settings, Simulation};
use sweep8_bench::walkers::Manner;

const CHARACTERS: usize = 300;

/// On dense scenes, where a move takes up to a thousand times as long.
const DENSE_CHARACTERS: usize = 3;

/// More than the 120 frames without progress that make a character stuck.
const FRAMES: usize = 150;

const SEED: u64 = 1;

/// State hashes after [`FRAMES`] frames of [`CHARACTERS`] or [`DENSE_CHARACTERS`] persons with seed [`SEED`].
const GOLDEN: [(Scene, u64); 20] = [
    (Scene::Dungeon, 0xd7b5_712d_d750_d478),
    (Scene::Terrain, 0xa2fa_c857_5df2_9ff2),
    (Scene::Stairs, 0xe389_e7cd_cd8a_8e21),
    (Scene::VCorner, 0x5d5c_d287_b1fb_99cc),
    (Scene::Wedge, 0x89c4_e70a_63e4_0f9c),
    (Scene::Funnel, 0xa2d3_5111_b77f_5991),
    (Scene::Seam, 0xb95e_74f9_54c7_960e),
    (Scene::SeamMatched, 0xa977_2306_6598_0a0c),
    (Scene::Grid, 0xb82f_189f_bff9_411d),
    (Scene::Crest, 0xeb0c_c244_0712_7cb0),
    (Scene::Humps, 0x92e6_5730_d0c3_c7f6),
    (Scene::Needles, 0xdcbc_4cd5_b5a5_133f),
    (Scene::Big, 0xcfad_ae28_e97b_94d0),
    (Scene::Far, 0xbc70_4afd_ccb3_08bb),
    (Scene::DenseFloor, 0xb732_ad5b_5189_df99),
    (Scene::Furniture, 0x83e8_374f_0e49_724e),
    (Scene::Vaults, 0xc003_62a6_8611_3c47),
    (Scene::Edges, 0x33f6_092e_9bda_8a26),
    (Scene::Shafts, 0xed7e_5dff_a15a_19bb),
    (Scene::Gullies, 0xcfd2_f801_7d90_ed39),
];

fn settings(threads: usize) -> Settings {
    let shape = Ellipsoid::new(glam::Vec3::new(0.4, 0.9, 0.4)).expect("a person");
    Settings {
        characters: CHARACTERS,
        frames: FRAMES,
        hz: 60,
        threads,
        seed: SEED,
        shape,
        speed: 4.0,
        manner: Manner::Turning,
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
fn line((scene, hash): &(Scene, u64)) -> String {
    let [first, second, third, last] = [48, 32, 16, 0].map(|shift| (hash >> shift) & 0xffff);
    format!("    (Scene::{scene:?}, 0x{first:04x}_{second:04x}_{third:04x}_{last:04x}),\n")
}

#[test]
fn crowds_end_in_the_committed_state_on_any_backend_and_number_of_threads() {
    let mut wrong = Vec::new();
    let mut found = Vec::with_capacity(GOLDEN.len());
    for scene in Scene::ALL {
        let level = scene.build();
        let characters = if scene.is_dense() { DENSE_CHARACTERS } else { CHARACTERS };
        let settings = |threads| Settings { characters, ..settings(threads) };
        // Building a dense scene takes as long as walking in it.
        let threads: &[usize] = if scene.is_dense() { &[3] } else { &[2, 3] };
        let first = walk(&level, &settings(1));
        let slower = Backend::available().filter(|&backend| backend != Backend::best());
        let others = slower
            .map(|backend| Settings { backend, ..settings(1) })
            .chain(threads.iter().map(|&threads| settings(threads)));
        // The checks were made on the first walk, and this is the same one.
        for other in others.map(|other| Settings { verify_every: FRAMES, ..other }) {
            let run = walk(&level, &other);
            assert_eq!(run.threads, other.threads, "{scene}");
            if (run.state_hash, run.totals) != (first.state_hash, first.totals) {
                let Settings { threads, backend, .. } = other;
                wrong.push(format!("{scene}: the walk is another on {threads} threads and the backend {backend}"));
            }
        }
        if !is_clean(&first) {
            wrong.push(format!("{scene}: {:?}", first.counts));
        }
        found.push((scene, first.state_hash));
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(
        found == GOLDEN,
        "the state hashes are not the committed ones. If that is meant, say in the CHANGELOG why, and put this table \
         into tests/golden.rs:\n{}",
        found.iter().map(line).collect::<String>()
    );
}

#[test]
fn a_hash_tells_walks_apart_and_the_checks_do_not_touch_the_walk() {
    let level = Scene::Stairs.build();
    let mut short = Settings { characters: 100, frames: 40, ..settings(1) };
    let first = walk(&level, &short).state_hash;
    let mut others = Vec::new();
    for change in [
        |s: &mut Settings| s.seed = 2,
        |s: &mut Settings| s.frames = 41,
        |s: &mut Settings| s.characters = 101,
        |s: &mut Settings| s.speed = 4.000_001,
        |s: &mut Settings| s.shape = Ellipsoid::ball(0.5).expect("a ball"),
    ] {
        let mut changed = short.clone();
        change(&mut changed);
        others.push(walk(&level, &changed).state_hash);
    }
    assert!(!others.contains(&first), "{first:016x} among {others:016x?}");
    short.verify_every = 1;
    assert_eq!(walk(&level, &short).state_hash, first);
}
