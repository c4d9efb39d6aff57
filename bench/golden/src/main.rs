//! `golden [THREADS [BACKEND]]`: runs every scene, on one thread and every lane backend of this machine unless told; prints a line for
//! each, and for all of them two, which `.ci/determinism` puts into its table. Exit code 1 if a hash is not the committed one.

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

/// Runs all scenes on each of the backends; returns true if every hash is the committed one.
fn run(backends: &[Backend]) -> Result<bool, Failure> {
    let mut is_golden = true;
    for &backend in backends {
        let mut all = 0_u64;
        for scene in Scene::all() {
            let hash = scene.run(backend)?;
            let note = if hash == scene.golden() { "" } else { " not the committed one" };
            is_golden &= note.is_empty();
            let [first, second, third, last] = [48, 32, 16, 0].map(|shift| hash >> shift & 0xffff);
            println!("    (Scene::{scene:?}, 0x{first:04x}_{second:04x}_{third:04x}_{last:04x}),{note}");
            all = (all ^ hash).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(17);
        }
        println!("lanes: {}", lanes(backend));
        println!("all: {all:016x}");
    }
    Ok(is_golden)
}

#[cfg(feature = "rayon")]
fn on_threads(threads: usize, backends: &[Backend]) -> Result<bool, Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    // The error of a scene cannot leave the pool; its text can.
    pool.install(|| run(backends).map_err(|error| error.to_string())).map_err(Failure::from)
}

#[cfg(not(feature = "rayon"))]
fn on_threads(threads: usize, backends: &[Backend]) -> Result<bool, Failure> {
    if threads == 1 {
        run(backends)
    } else {
        Err(format!("{threads} threads, must be 1: this is built without rayon").into())
    }
}

fn main() -> Result<ExitCode, Failure> {
    let mut words = std::env::args().skip(1);
    let threads = words.next().map_or(Ok(1), |word| word.parse())?;
    let name = words.next();
    let is_wanted = |backend: &Backend| name.as_deref().is_none_or(|name| backend.name() == name);
    let backends: Vec<Backend> = Backend::available().filter(is_wanted).collect();
    if backends.is_empty() {
        return Err(format!("no backend {:?} on this machine", name.unwrap_or_default()).into());
    }
    Ok(if on_threads(threads, &backends)? { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
