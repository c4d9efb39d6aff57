//! `golden [THREADS [BACKEND]]`: runs every scene, on one thread and the best backend unless told; prints a line for each, and one for
//! all of them, which `.ci/determinism` puts into its table. Exit code 1 if a hash is not the committed one.

use std::process::ExitCode;
use sweep8::Backend;
use sweep8_golden::Scene;

type Failure = Box<dyn std::error::Error>;

/// The vectors in which the compile target computes eight lanes of the portable backend.
const PORTABLE_LANES: &str = if cfg!(target_feature = "avx") {
    "portable, 8 of AVX"
} else if cfg!(target_feature = "sse2") {
    "portable, 2 × 4 of SSE2"
} else if cfg!(all(target_arch = "aarch64", target_feature = "neon")) {
    "portable, 2 × 4 of NEON"
} else if cfg!(target_feature = "simd128") {
    "portable, 2 × 4 of simd128"
} else {
    "portable, one by one"
};

fn lanes(backend: Backend) -> String {
    if backend.name() == "portable" { PORTABLE_LANES.to_owned() } else { backend.name().to_owned() }
}

/// Runs all scenes; returns true if every hash is the committed one.
fn run(backend: Backend) -> Result<bool, Failure> {
    let (mut all, mut is_golden) = (0_u64, true);
    for scene in Scene::all() {
        let hash = scene.run(backend)?;
        let note = if hash == scene.golden() { "" } else { " not the committed one" };
        is_golden &= note.is_empty();
        println!(
            "    (Scene::{scene:?}, 0x{:04x}_{:04x}_{:04x}_{:04x}),{note}",
            hash >> 48,
            hash >> 32 & 0xffff,
            hash >> 16 & 0xffff,
            hash & 0xffff
        );
        all = (all ^ hash).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(17);
    }
    println!("lanes: {}", lanes(backend));
    println!("all: {all:016x}");
    Ok(is_golden)
}

#[cfg(feature = "rayon")]
fn on_threads(threads: usize, backend: Backend) -> Result<bool, Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    // The error of a scene cannot leave the pool; its text can.
    pool.install(|| run(backend).map_err(|error| error.to_string())).map_err(Failure::from)
}

#[cfg(not(feature = "rayon"))]
fn on_threads(threads: usize, backend: Backend) -> Result<bool, Failure> {
    if threads == 1 {
        run(backend)
    } else {
        Err(format!("{threads} threads, must be 1: this is built without rayon").into())
    }
}

fn main() -> Result<ExitCode, Failure> {
    let mut words = std::env::args().skip(1);
    let threads = words.next().map_or(Ok(1), |word| word.parse())?;
    let backend = match words.next() {
        None => Backend::best(),
        Some(name) => {
            let found = Backend::available().find(|backend| backend.name() == name);
            found.ok_or_else(|| format!("no backend {name:?} on this machine"))?
        }
    };
    Ok(if on_threads(threads, backend)? { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
