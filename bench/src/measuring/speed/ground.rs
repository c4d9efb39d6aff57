//! The ground for timed crowds: a level, its world, and places to stand.
//!
//! In: a scene or a number of triangles. Out: a [`Ground`]. Hills of different sizes are cut from one lattice with cells of
//! half a metre: a larger one contains the smaller one, without its rim, in its middle, vertex for vertex.

use crate::levels::Level;
use crate::levels::scenes::{Scene, terrain};
use crate::levels::world_of;
use crate::measuring::workload::ball;
use crate::walking::places;
use glam::Vec3;
use sweep8::{Backend, World};

/// Edge length of a terrain cell of the hills, metres, as in the terrain scene.
const CELL: f32 = 0.5;

/// Random seed of the shape of the hills, as in the terrain scene.
const HILLS: u64 = 8;

/// Maximum number of places that are searched for, which takes a second or two. In larger crowds several characters begin at one
/// place and separate at once, because each has its own heading and speed.
const MOST_PLACES: usize = 100_000;

/// A level on which timed crowds walk, and its world.
pub struct Ground {
    /// Triangles of the level on which crowds walk.
    pub level: Level,
    /// World of the level, on the default SIMD backend.
    pub world: World,
}

impl Ground {
    /// Builds the level and the world of a built-in scene.
    #[must_use]
    pub fn scene(scene: Scene) -> Self {
        Self::new(scene.build())
    }

    /// Builds hills of about this many triangles, with an even number of cells, so that hills of all sizes lie on one lattice.
    #[must_use]
    pub fn hills(triangles: usize) -> Self {
        let cells = 2 * ((triangles as f64 / 8.0).sqrt().round() as usize);
        Self::new(terrain::terrain(cells, cells, CELL, HILLS))
    }

    fn new(level: Level) -> Self {
        let world = world_of(&level);
        Self { level, world }
    }

    /// Builds the world of this ground on another backend.
    ///
    /// # Panics
    ///
    /// When this processor does not have the backend.
    #[must_use]
    pub fn world_for(&self, backend: Backend) -> World {
        world_of(&self.level).with_backend(backend).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Number of triangles of the level.
    #[must_use]
    pub fn triangles(&self) -> usize {
        self.level.triangles.len()
    }

    /// Returns half the length of the level along x, metres.
    #[must_use]
    pub fn half_width(&self) -> f32 {
        self.world.bounds().map_or(0.0, |(low, high)| 0.5 * (high.x - low.x))
    }

    /// Returns start positions for `count` characters, metres, spread evenly over all floors.
    ///
    /// # Panics
    ///
    /// When no character can stand on the level.
    #[must_use]
    pub fn starts(&self, count: usize) -> Vec<Vec3> {
        let places = places::find(&self.level, &self.world, &ball(), count.min(MOST_PLACES), 1);
        let places = places.unwrap_or_else(|error| panic!("{error}"));
        places.into_iter().cycle().take(count).collect()
    }
}
