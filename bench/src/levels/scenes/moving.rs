//! Scenes with machines, by name.
//!
//! In: a name from the command line. Out: its [`Parts`], the same bytes on every run. They are separate from the static
//! [`Scene`](super::Scene)s because tests of a single mesh cannot use them.

use super::scene::Scene;
use super::{city, dungeon, machines};
use crate::levels::{Level, Parts};
use std::fmt;
use std::str::FromStr;

/// A scene with machines that the command line knows by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MovingScene {
    /// The scene of a hall full of machines.
    Machines,
    /// The scene of a city with thousands of instances, one in ten of which moves.
    City,
}

impl MovingScene {
    /// Every scene with machines, in the order of the help text.
    pub const ALL: [Self; 2] = [Self::Machines, Self::City];

    /// Name of this scene on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Machines => "machines",
            Self::City => "city",
        }
    }

    /// Description of this scene in one line of the help text.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Self::Machines => "a hall of 210 lifts, discs, platforms, doors, bars, presses and drawbridges that move",
            Self::City => "5,000 instances of houses, streets, stairs and lamps; some 500 doors, lifts and cars move",
        }
    }

    /// Builds the scene's meshes, instances and machines.
    #[must_use]
    pub fn build(self) -> Parts {
        match self {
            Self::Machines => machines::machines([15, 14], 8),
            Self::City => city::city([16, 16], 5_000, 8),
        }
    }
}

impl fmt::Display for MovingScene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Any scene that the command line knows by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AnyScene {
    /// A scene of one static mesh.
    Still(Scene),
    /// A scene of mesh instances, some of which move.
    Moving(MovingScene),
    /// A dungeon of 1,600 rooms for 10,000 characters that block each other: one mesh, but too large for the tests of
    /// every [`Scene`].
    Catacombs,
}

/// Name of the catacombs scene on the command line, and its description in one line.
const CATACOMBS: (&str, &str) =
    ("catacombs", "1,600 rooms like those of the dungeon, with doors of 2 m, 560 m wide, sealed");

impl AnyScene {
    /// Returns name and description of every scene, in the order of the help text.
    pub fn descriptions() -> impl Iterator<Item = (&'static str, &'static str)> {
        let still = Scene::ALL.into_iter().map(|scene| (scene.name(), scene.description()));
        let moving = MovingScene::ALL.into_iter().map(|scene| (scene.name(), scene.description()));
        [CATACOMBS].into_iter().chain(still).chain(moving)
    }
}

/// Builds the catacombs: a dungeon of 1,600 rooms.
#[must_use]
pub fn catacombs() -> Level {
    dungeon::catacombs(40, 40, 8).level
}

impl fmt::Display for AnyScene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Still(scene) => scene.fmt(f),
            Self::Moving(scene) => scene.fmt(f),
            Self::Catacombs => f.write_str(CATACOMBS.0),
        }
    }
}

impl FromStr for AnyScene {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let moving = MovingScene::ALL.into_iter().find(|scene| scene.name() == name);
        let still = || Scene::ALL.into_iter().find(|scene| scene.name() == name);
        let catacombs = (name == CATACOMBS.0).then_some(Self::Catacombs);
        moving.map(Self::Moving).or_else(|| still().map(Self::Still)).or(catacombs).ok_or_else(|| {
            let names: Vec<_> = Self::descriptions().map(|(name, _)| name).collect();
            format!("no scene is called {name:?}; there are: {}", names.join(", "))
        })
    }
}
