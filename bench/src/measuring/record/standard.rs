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

/// Scenes of the standard set.
const SCENES: [Scene; 2] = [Scene::Dungeon, Scene::Terrain];

/// Number of pieces that [`measure`] reports to its caller.
pub const STAGES: u64 = 9;

/// The figures of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// One sweep against a block of eight triangles.
    pub sweep_block: Vec<Costs>,
    /// One sweep of a ball through a scene, by its length.
    pub sweep: Vec<Costs>,
    /// One move of a crowd in a scene, by number of characters and threads.
    pub crowd: Vec<Move>,
    /// Building a world from a mesh.
    pub build: Vec<Build>,
    /// A move of 10,000 characters spread over hills of more and more triangles.
    pub over_triangles: Vec<Move>,
    /// The same characters on the same ground in the middle of these hills.
    pub in_the_middle: Vec<Move>,
    /// A move of more and more characters, on hills and in the dungeon.
    pub over_characters: Vec<Move>,
}

/// A piece of work on every backend.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Costs {
    /// Name of the piece.
    pub name: String,
    /// On each backend, the slowest first.
    pub costs: Vec<Cost>,
}

/// The cost of a piece on a backend.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cost {
    /// The backend.
    pub backend: String,
    /// Nanoseconds.
    pub ns: f64,
}

/// The cost of a move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Move {
    /// Name of the level.
    pub level: String,
    /// Number of triangles of the level.
    pub triangles: usize,
    /// Number of its characters.
    pub characters: usize,
    /// Number of threads.
    pub threads: usize,
    /// Nanoseconds: the time of a frame, divided by the characters.
    pub ns: f64,
}

/// The cost of building, on one thread.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Build {
    /// Name of the level.
    pub level: String,
    /// Triangles in a second.
    pub triangles_per_second: f64,
    /// Bytes of the world per triangle.
    pub bytes_per_triangle: f64,
}

impl Costs {
    fn new(name: String, piece: &Piece) -> Self {
        let cost =
            |(backend, timing): &(Backend, Timing)| Cost { backend: backend.to_string(), ns: rounded(timing.median()) };
        Self { name, costs: piece.timings.iter().map(cost).collect() }
    }
}

/// Measures everything; calls `stage` with the name of the next piece.
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

/// Rounds to tenths, because the rest is noise.
fn rounded(number: f64) -> f64 {
    (10.0 * number).round() / 10.0
}
