//! The standard set of figures: the same pieces for every commit.
//!
//! In: nothing. Out: [`Figures`], medians in nanoseconds unless their name says otherwise. The functions of
//! [`crate::measuring::speed`] measure them and check answers first.

use crate::levels::scenes::Scene;
use crate::measuring::speed::backends::{Piece, sweep, sweep_block};
use crate::measuring::speed::build::build;
use crate::measuring::speed::ground::Ground;
use crate::measuring::speed::measure::Timing;
use crate::measuring::speed::scaling::{self, HILLS, Point, Shared};
use serde::{Deserialize, Serialize};
use sweep8::Backend;

/// Scenes that every performance record measures.
const SCENES: [Scene; 2] = [Scene::Dungeon, Scene::Terrain];

/// Number of times that [`measure`] reports progress by calling `stage`.
pub const STAGES: u64 = 9;

/// All measured figures of a performance record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// Costs of sweeping a ball against one block of eight triangles, for each branch of the test.
    pub sweep_block: Vec<Costs>,
    /// Costs of one sweep of a ball through a scene, by scene and length of the sweep.
    pub sweep: Vec<Costs>,
    /// Costs of one character's move in a crowd in a scene, by number of characters and threads.
    pub crowd: Vec<Move>,
    /// Costs of building the world of each scene from its mesh.
    pub build: Vec<Build>,
    /// Costs of one move in a crowd of 10,000 characters spread over hills, by number of triangles of the hills.
    pub over_triangles: Vec<Move>,
    /// Costs of one move in a crowd of 10,000 characters on the same ground in the middle of the hills, by number of triangles.
    pub in_the_middle: Vec<Move>,
    /// Costs of one move in a crowd on hills and in the dungeon, by number of characters.
    pub over_characters: Vec<Move>,
}

/// The costs of one measured piece of work on every SIMD backend.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Costs {
    /// Name of the measured piece of work.
    pub name: String,
    /// Costs on each backend, the slowest first.
    pub costs: Vec<Cost>,
}

/// The cost of one measured piece of work on one SIMD backend.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cost {
    /// Name of the SIMD backend.
    pub backend: String,
    /// Median duration of one unit of the work, nanoseconds.
    pub ns: f64,
}

/// The cost of one move (one character in one frame) in a crowd of a certain size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Move {
    /// Name of the level in which the crowd moves.
    pub level: String,
    /// Number of triangles of the level.
    pub triangles: usize,
    /// Number of characters in the crowd.
    pub characters: usize,
    /// Number of threads that step the crowd.
    pub threads: usize,
    /// Duration of a frame divided by the number of characters, nanoseconds.
    pub ns: f64,
}

/// The cost of building the world of a level, on one thread.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Build {
    /// Name of the level.
    pub level: String,
    /// Number of triangles built per second.
    pub triangles_per_second: f64,
    /// Size in memory of the built world, divided by its number of triangles, bytes.
    pub bytes_per_triangle: f64,
}

impl Costs {
    fn new(name: String, piece: &Piece) -> Self {
        let cost =
            |(backend, timing): &(Backend, Timing)| Cost { backend: backend.to_string(), ns: rounded(timing.median()) };
        Self { name, costs: piece.timings.iter().map(cost).collect() }
    }
}

/// Measures all figures of a performance record; calls `stage` with the name of each piece of work before measuring it.
#[must_use]
pub fn measure(stage: &dyn Fn(&str)) -> Figures {
    stage("sweep_block");
    let sweep_block: Vec<Costs> = sweep_block().iter().map(|piece| Costs::new(piece.name.clone(), piece)).collect();
    let mut figures = Figures {
        sweep_block,
        sweep: Vec::new(),
        crowd: Vec::new(),
        build: Vec::new(),
        over_triangles: Vec::new(),
        in_the_middle: Vec::new(),
        over_characters: Vec::new(),
    };
    for scene in SCENES {
        stage(&format!("sweeps in {scene}"));
        figures.sweep.extend(sweep(scene).iter().map(|piece| Costs::new(format!("{scene}, {}", piece.name), piece)));
    }
    for scene in SCENES {
        stage(&format!("building {scene}, moves in {scene}"));
        let built = build(scene);
        figures.build.push(Build {
            level: scene.to_string(),
            triangles_per_second: built.triangles_per_second.round(),
            bytes_per_triangle: rounded(built.bytes_per_triangle),
        });
        for Shared { one, two, .. } in scaling::over_threads(&Ground::scene(scene), scaling::ROUNDS) {
            figures.crowd.extend(moves(scene.name(), &[one, two]));
        }
    }
    {
        stage("more triangles");
        let hills = scaling::all_hills();
        figures.over_triangles = moves("hills", &scaling::over_triangles(&hills));
        stage("more triangles around");
        figures.in_the_middle = moves("hills", &scaling::in_the_middle(&hills));
    }
    stage("more characters on hills");
    figures.over_characters = moves("hills", &scaling::over_characters(&Ground::hills(HILLS)));
    stage("more characters in the dungeon");
    let dungeon = scaling::over_characters(&Ground::scene(Scene::Dungeon));
    figures.over_characters.extend(moves(Scene::Dungeon.name(), &dungeon));
    figures
}

fn moves(level: &str, points: &[Point]) -> Vec<Move> {
    let of = |point: &Point| Move {
        level: level.to_owned(),
        triangles: point.triangles,
        characters: point.characters,
        threads: point.threads,
        ns: rounded(point.timing.median()),
    };
    points.iter().map(of).collect()
}

/// Rounds a measured figure to tenths, because further digits are noise.
fn rounded(number: f64) -> f64 {
    (10.0 * number).round() / 10.0
}
