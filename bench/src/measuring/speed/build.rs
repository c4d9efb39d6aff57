//! Measures building a world from a mesh on one thread.
//!
//! In: a scene. Out: triangles per second, and bytes of memory per triangle, everything included.

use super::measure::{Job, interleaved};
use super::threads::pool;
use crate::levels::scenes::Scene;
use std::hint::black_box;
use std::time::Instant;
use sweep8::{Mesh, World};

/// Number of times that the world of a scene is built to measure the time.
const ROUNDS: usize = 5;

/// The measured cost of building a scene's world on one thread.
pub struct Build {
    /// Number of triangles of the scene divided by the median time of a build, 1/s.
    pub triangles_per_second: f64,
    /// Size in memory of the built world, divided by its number of triangles, bytes.
    pub bytes_per_triangle: f64,
}

/// Builds the world of a scene several times and returns the cost.
///
/// # Panics
///
/// When the world does not have every triangle of the scene.
#[must_use]
pub fn build(scene: Scene) -> Build {
    let level = scene.build();
    let triangles = level.triangles.len();
    let mesh = || Mesh::new(&level.positions, &level.triangles).unwrap_or_else(|error| panic!("{scene}: {error}"));
    let report = World::from_mesh(mesh()).report();
    assert_eq!(report.triangles, triangles);
    let pool = pool(1);
    let job: Job = Box::new(|| {
        let mesh = mesh();
        pool.install(|| {
            let started = Instant::now();
            let world = black_box(World::from_mesh(mesh));
            let time = started.elapsed();
            assert_eq!(world.report(), report);
            time.as_secs_f64() * 1e9 / triangles as f64
        })
    });
    let [timing]: [_; 1] = interleaved(ROUNDS, &mut [job]).try_into().unwrap_or_else(|_| panic!("one job"));
    Build { triangles_per_second: 1e9 / timing.median(), bytes_per_triangle: report.bytes_per_triangle() }
}
