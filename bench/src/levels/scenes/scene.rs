//! Scenes by name: levels made from parameters and fixed seeds.
//!
//! In: a name from the command line. Out: its [`Level`], the same bytes on every run. Each name stands for one choice
//! of a family's measures, large enough for some hundred walkers and closed all round, so that no walker falls off the
//! edge.

use std::fmt;
use std::str::FromStr;

use glam::Vec3;
use thiserror::Error;

use super::builder::{self, Builder};
use super::gullies::{self, Stall};
use super::{corners, dense, doorway, dungeon, edges, flat, furniture, shafts, stairs, terrain, vaults};
use crate::levels::Level;

/// Height of the walls around a scene above the scene's highest point, metres.
const WALL: f32 = 3.0;

/// Side length of the floor of the small scenes, in metres.
const SIZE: f32 = 20.0;

/// Horizontal radii of the hunt's bodies, which just fit the towers in the scene of shafts, in metres.
const BODIES: [f32; 6] = [0.1, 0.2, 0.4, 0.5, 0.6, 0.7];

/// Stalls of the scene of gullies, each with one crease to slide down.
const STALLS: [Stall; 12] = [
    Stall::Gully { slope: 45.0, turn: 5.0 },
    Stall::Gully { slope: 45.0, turn: 20.0 },
    Stall::Gully { slope: 45.0, turn: 40.0 },
    Stall::Gully { slope: 45.0, turn: 60.0 },
    Stall::Gully { slope: 60.0, turn: 5.0 },
    Stall::Gully { slope: 60.0, turn: 20.0 },
    Stall::Gully { slope: 60.0, turn: 40.0 },
    Stall::Gully { slope: 60.0, turn: 60.0 },
    Stall::BesideWall { slope: 60.0, turn: 10.0 },
    Stall::BesideWall { slope: 60.0, turn: 30.0 },
    Stall::BesideWall { slope: 60.0, turn: 60.0 },
    Stall::BesideWall { slope: 45.0, turn: 30.0 },
];

/// Funnels of the scene of gullies: number of sides, and slope in degrees.
const FUNNELS: [(usize, f32); 5] = [(3, 60.0), (5, 55.0), (7, 65.0), (9, 58.0), (11, 60.0)];

/// A scene of one mesh that the command line knows by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scene {
    /// The scene of rooms, corridors, stairs, ramps and pits, sealed.
    Dungeon,
    /// The scene of hills, 512 by 512 cells of half a metre.
    Terrain,
    /// The scene of one flight of stairs.
    Stairs,
    /// The scene of two walls that meet at a sharp angle.
    VCorner,
    /// The scene of a ceiling that slopes down to the floor.
    Wedge,
    /// The scene of a ring of steep slopes.
    Funnel,
    /// The scene of a floor in two chunks with T-junctions along their seam.
    Seam,
    /// The scene of a floor in two chunks with the same vertices along their seam.
    SeamMatched,
    /// The scene of a level floor of square cells whose diagonals alternate.
    Grid,
    /// The scene of a ridge to walk over.
    Crest,
    /// The scene of pits and humps smaller than a character.
    Humps,
    /// The scene of a floor of needle triangles, with degenerate and duplicate triangles.
    Needles,
    /// The scene of a floor of two triangles 100 m long.
    Big,
    /// The scene of a floor of two triangles 100 m long, 10 km from the origin.
    Far,
    /// The scene of a room with a scanned floor of tiny triangles.
    DenseFloor,
    /// The scene of rooms with furniture of tiny triangles.
    Furniture,
    /// The scene of a hall of curved patches.
    Vaults,
    /// The scene of long edges of single triangles.
    Edges,
    /// The scene of shafts that bodies just fit.
    Shafts,
    /// The scene of steep creases that characters slide down.
    Gullies,
    /// The scene of a hall whose characters all walk through one doorway.
    Doorway,
}

impl Scene {
    /// Every scene, in the order of the help text.
    pub const ALL: [Scene; 21] = [
        Scene::Dungeon,
        Scene::Terrain,
        Scene::Stairs,
        Scene::VCorner,
        Scene::Wedge,
        Scene::Funnel,
        Scene::Seam,
        Scene::SeamMatched,
        Scene::Grid,
        Scene::Crest,
        Scene::Humps,
        Scene::Needles,
        Scene::Big,
        Scene::Far,
        Scene::DenseFloor,
        Scene::Furniture,
        Scene::Vaults,
        Scene::Edges,
        Scene::Shafts,
        Scene::Gullies,
        Scene::Doorway,
    ];

    /// Returns the names of all scenes, in the order of the help text.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Self::ALL.into_iter().map(Scene::name)
    }

    /// Name of this scene on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.name_and_description().0
    }

    /// Description of this scene in one line of the help text.
    #[must_use]
    pub fn description(self) -> &'static str {
        self.name_and_description().1
    }

    fn name_and_description(self) -> (&'static str, &'static str) {
        match self {
            Scene::Dungeon => {
                ("dungeon", "36 rooms with corridors, stairs, ramps, pits and thin walls, 80 m wide, sealed")
            }
            Scene::Terrain => ("terrain", "hills of 524,288 triangles, 256 m wide, inside a steep rim"),
            Scene::Stairs => ("stairs", "a flight of 12 steps of 0.25 m, 20 m wide"),
            Scene::VCorner => ("v-corner", "two walls of 30 m that meet at 45 degrees"),
            Scene::Wedge => ("wedge", "a ceiling that comes down to the floor at 20 degrees"),
            Scene::Funnel => ("funnel", "a pit of 12 slopes of 65 degrees around a floor smaller than a walker"),
            Scene::Seam => ("seam", "two chunks that meet in a seam with T-junctions"),
            Scene::SeamMatched => ("seam-matched", "two chunks that meet in a seam vertex to vertex, not welded"),
            Scene::Grid => ("grid", "a level floor of criss-cross triangles of 0.5 m"),
            Scene::Crest => ("crest", "a ridge with slopes of 25 degrees and a sharp crest"),
            Scene::Humps => ("humps", "pits and humps 0.3 m wide and up to 0.2 m high"),
            Scene::Needles => {
                ("needles", "a floor of needles 20 m long and 2 mm high, with degenerate triangles and duplicates")
            }
            Scene::Big => ("big", "a floor of two triangles 100 m long"),
            Scene::Far => ("far", "a floor of two triangles 100 m long, 10 km out along x and z"),
            Scene::DenseFloor => ("dense-floor", "a room of 3 m whose bumpy floor is a million triangles of 4 mm"),
            Scene::Furniture => {
                ("furniture", "four rooms with tables, chairs and shelves whose curved parts are triangles of 3 mm")
            }
            Scene::Vaults => {
                ("vaults", "a hall of curved patches in triangles of 4 to 15 cm: dunes, vaults, columns, hoops")
            }
            Scene::Edges => ("edges", "edges of 10 m to 3 km that stand, lean or lie over a floor of 3 km"),
            Scene::Shafts => {
                ("shafts", "towers with shafts of 3 to 12 walls, 1 to 10 mm wider than the bodies of the hunt")
            }
            Scene::Gullies => ("gullies", "creases of slopes of 45 and 60 degrees, slopes beside walls, odd funnels"),
            Scene::Doorway => ("doorway", "two halls of 120 m and a doorway of 1.2 m that all characters go through"),
        }
    }

    /// Returns true if so many triangles are within reach of a character that brute force takes a second for a move;
    /// tests by brute force make fewer moves here.
    #[must_use]
    pub fn is_dense(self) -> bool {
        matches!(self, Scene::DenseFloor | Scene::Furniture)
    }

    /// Builds the level of this scene.
    #[must_use]
    pub fn build(self) -> Level {
        let mut level = match self {
            Scene::Dungeon => dungeon::dungeon(6, 6, 8).level,
            Scene::Terrain => terrain::terrain(512, 512, 0.5, 8),
            Scene::Stairs => enclosed(stairs::stairs(0.25, 0.35, 12, SIZE)),
            Scene::VCorner => corners::v_corner(45.0, 30.0).finish(),
            Scene::Wedge => enclosed(corners::ceiling_wedge(20.0, SIZE)),
            Scene::Funnel => corners::funnel(12, 65.0, 0.3, 3.0, SIZE / 2.0).finish(),
            Scene::Seam => walled(flat::seam(SIZE, true)),
            Scene::SeamMatched => walled(flat::seam(SIZE, false)),
            Scene::Grid => enclosed(flat::grid(40, 0.5)),
            Scene::Crest => enclosed(stairs::crest(25.0, 4.0, SIZE)),
            Scene::Humps => enclosed(flat::humps(40, 0.5, 0.2, 8)),
            Scene::Needles => walled(flat::needles(SIZE, 10_500, 200, 8)),
            Scene::Big => enclosed(flat::grid(1, 100.0)),
            Scene::Far => flat::far_away(Scene::Big.build(), Vec3::new(10_000.0, 0.0, 10_000.0)),
            Scene::DenseFloor => dense::dense_floor(750, 0.004, 8),
            Scene::Furniture => furniture::furniture(0.003, 8).level,
            Scene::Vaults => vaults::vaults([2, 2], 34, 8).level,
            Scene::Edges => edges::edges(3_100.0, 24).finish(),
            Scene::Shafts => shafts::shafts(&BODIES, &[0.001, 0.002, 0.005, 0.01], 8),
            Scene::Gullies => gullies::gullies(&STALLS, &FUNNELS),
            Scene::Doorway => doorway::doorway([120.0, 120.0], 1.2, 0.4),
        };
        self.name().clone_into(&mut level.name);
        level
    }
}

/// Builds the level of the scene with this name; `None` for a name that is not in [`Scene::names`].
#[must_use]
pub fn build(name: &str) -> Option<Level> {
    name.parse::<Scene>().ok().map(Scene::build)
}

/// Finishes the level under construction with four walls around it.
fn enclosed(mut builder: Builder) -> Level {
    builder.enclose(WALL);
    builder.finish()
}

/// Adds four walls around a finished level; the walls share no vertices with the level.
fn walled(mut level: Level) -> Level {
    if let Some((low, high)) = level.bounds() {
        level.append(&builder::walls_around(low, high, WALL));
    }
    level
}

impl fmt::Display for Scene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Error: no built-in scene has this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no scene is called {name:?}; there are: {}", Scene::names().collect::<Vec<_>>().join(", "))]
pub struct UnknownScene {
    /// The requested name, which no scene has.
    pub name: String,
}

impl FromStr for Scene {
    type Err = UnknownScene;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|scene| scene.name() == name).ok_or_else(|| UnknownScene { name: name.to_owned() })
    }
}
