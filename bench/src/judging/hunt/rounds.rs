//! A hunt for faults: the crowd walks through many levels in many shapes, and every character is checked after every
//! move.
//!
//! In: levels, a number of moves, a seed. Out: for each level the [`Round`]s and the findings of the [`simulation`]'s
//! checks in each; from these a [`table`](super::table) with the commands that repeat every finding.
//!
//! 1. Moves are shared evenly among the levels, but dense scenes get less. Before the first move every level is built,
//!    and places to stand are searched for every shape.
//! 2. A share is walked in rounds. Shape, speed and time step change with every round: their numbers, 6, 7 and 5, have
//!    no common factor, so 210 consecutive rounds have all combinations. Levels and seeds begin with different ones, so
//!    that short hunts differ.
//! 3. A level's share makes as many rounds as there are combinations, unless these would be too small or too large.
//! 4. A round of [`FRAMES`] frames lasts for four seconds at 60 Hz. A round with shorter frames has more of them and
//!    fewer characters, so that it makes as many moves and still lasts longer than the check for stuck characters
//!    needs.
//! 5. Every second walker is patient, which shows faults that end when a walker turns. The others show places that a
//!    character gets into and not out of.

use crate::checking::STUCK_FRAMES;
use crate::command_line::quoted;
use crate::levels::Level;
use crate::levels::file;
use crate::levels::scenes::Scene;
use crate::random::{Random, mix};
use crate::simulating::simulation::{self, Counts, Fault, SimulationError};
use crate::walking::places::{self, PlacesError};
use crate::walking::settings::option_of;
use crate::walking::walkers::Manner;
use glam::Vec3;
use std::path::Path;
use std::time::{Duration, Instant};
use sweep8::{Axis, Backend, EachOther, Ellipsoid, Mesh, MoveMode, Shape, StepReport, World};
use sweep8_levels::LevelError;
use thiserror::Error;

/// Number of frames of a hunt's round at 60 Hz: twice the number after which a character counts as stuck.
pub const FRAMES: usize = 2 * STUCK_FRAMES as usize;

/// Radii of the hunt's bodies and half of their upright spines, metres: a person, a ball, flat, tall and thin, three different radii, a
/// small ball; capsules of a person and of a child.
pub const SHAPES: [(Vec3, f32); 8] = [
    (Vec3::new(0.4, 0.9, 0.4), 0.0),
    (Vec3::splat(0.5), 0.0),
    (Vec3::new(0.6, 0.3, 0.6), 0.0),
    (Vec3::new(0.2, 1.0, 0.2), 0.0),
    (Vec3::new(0.3, 0.5, 0.7), 0.0),
    (Vec3::splat(0.1), 0.0),
    (Vec3::splat(0.4), 1.8 * 0.5 - 0.4),
    (Vec3::splat(0.2), 0.9 * 0.5 - 0.2),
];

/// Maximum speeds of the characters in the hunt's rounds, m/s: from a stroll to a dash of some metres a frame.
pub const SPEEDS: [f32; 7] = [4.0, 1.0, 8.0, 100.0, 2.0, 12.0, 30.0];

/// Frame rates (Hz) of the hunt's rounds, each with the round's length as a multiple of [`FRAMES`]: 8 s, 4 s, 3.3 s and 4 s.
pub const RATES: [(u32, usize); 5] = [(60, 1), (30, 1), (144, 2), (60, 1), (240, 4)];

/// Move modes. The list length has no common factor with the other lists, so that all shapes, speeds and time steps come
/// with both modes.
pub(super) const MODES: [MoveMode; 11] = {
    let mut modes = [MoveMode::Walk; 11];
    (modes[1], modes[5], modes[9]) = (MoveMode::Slide, MoveMode::Slide, MoveMode::Slide);
    modes
};

/// Responses to other characters: mostly none, because the checks cannot tell whether a character near another one is stuck.
/// The length has no common factor with the other lists.
pub(super) const EACH_OTHER: [EachOther; 13] = {
    let mut all = [EachOther::Ignore; 13];
    (all[3], all[7], all[11]) = (EachOther::Solid, EachOther::Soft, EachOther::Solid);
    all
};

/// Number that divides each level's number of walks (of [`FRAMES`] frames); all length multiples of [`RATES`] divide it.
const MOST_WALKS: usize = 4;

/// Number of combinations of shape, speed and frame rate in the hunt's rounds.
const COMBINATIONS: usize = SHAPES.len() * SPEEDS.len() * RATES.len();

/// Minimum and maximum number of characters of a round, if the share allows: with fewer, the start of a round costs more than its
/// moves; more do not all find a place in a small scene.
const CHARACTERS: (usize, usize) = (1_000, 10_000);

/// Minimum number of characters of a hunt's round, even in a small level, where a search for fewer starts may find none.
const FEWEST: usize = 100;

/// Ratio of the moves of an ordinary level to those of a dense scene, where the checks test every triangle within
/// reach.
const DENSE_PART: u64 = 20;

/// Settings of a hunt for faults of the kernel.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Minimum number of moves of the hunt over all levels.
    pub moves: u64,
    /// Seed of the random generators of all rounds of the hunt.
    pub seed: u64,
    /// Number of threads of the hunt; 0 starts one for each processor.
    pub threads: usize,
}

/// A level in which a hunt for faults runs.
#[derive(Clone, Debug)]
pub struct Ground {
    pub(super) level: Level,
    words: String,
    /// Words that name this level in a recording.
    pub(super) recorded_as: String,
    /// Weight of this level in the distribution of moves; ordinary levels get [`DENSE_PART`] times as many as a dense scene.
    share: u64,
}

impl Ground {
    /// Creates a hunt's level from a built-in scene.
    #[must_use]
    pub fn scene(scene: Scene) -> Self {
        let share = if scene.is_dense() { 1 } else { DENSE_PART };
        let (words, recorded_as) = (format!("--scene {scene}"), format!("scene {scene}"));
        Self { level: scene.build(), words, recorded_as, share }
    }

    /// Loads a Wavefront OBJ or glTF file as one mesh.
    ///
    /// # Errors
    /// As [`file::load`].
    pub fn file(path: &Path) -> Result<Self, LevelError> {
        let mut level = file::load(path)?.into_mesh();
        // A file may have the name of a scene.
        if Scene::names().any(|name| name == level.name) {
            level.name = path.file_name().map_or(level.name, |name| name.to_string_lossy().into_owned());
        }
        let file = path.display().to_string();
        let (words, recorded_as) = (format!("--level {}", quoted(&file)), format!("level {file}"));
        Ok(Self { level, words, recorded_as, share: DENSE_PART })
    }
}

/// Error: a hunt for faults did not run.
#[derive(Debug, Error)]
pub enum HuntError {
    /// Error: the simulation of a hunt's round failed.
    #[error(transparent)]
    Round(#[from] SimulationError),
    /// Error: a hunt's level has no place where any character of the hunt can stand.
    #[error(
        "found no floor in {level} where any shape of the hunt has room to stand; \
         check that lengths are metres, that y is up and fronts are counter-clockwise"
    )]
    NoFloor {
        /// Name of the level without a place to stand.
        level: String,
    },
}

/// A hunt that is ready to run: its validated levels and its settings.
#[derive(Debug)]
pub struct Hunt<'a> {
    settings: Settings,
    plans: Vec<Plan<'a>>,
}

/// Plan of the hunt's rounds in one level.
#[derive(Debug)]
struct Plan<'a> {
    ground: &'a Ground,
    /// Number of walks, of [`FRAMES`] frames each, in all rounds of this level together.
    walks: usize,
    /// Number of walks, of [`FRAMES`] frames each, in one round of this level.
    at_once: usize,
    /// Index that selects the shape, speed and time step of the first round in this level.
    first: usize,
    /// Seed of the random generators of this level's rounds.
    seed: u64,
    /// For each of [`SHAPES`], true if the shape finds a place to stand in this level.
    stands: [bool; SHAPES.len()],
}

/// The result of a hunt for faults in all levels.
#[derive(Clone, Debug)]
pub struct Found {
    /// Seed of the random generators of the hunt's rounds.
    pub seed: u64,
    /// Results of the hunt in each level.
    pub levels: Vec<LevelFound>,
}

/// Results of the hunt in one level.
#[derive(Clone, Debug)]
pub struct LevelFound {
    /// Name of the hunt's level: of the scene or file.
    pub name: String,
    /// Words that name this level on the command line.
    pub words: String,
    /// Number of triangles of this level.
    pub triangles: usize,
    /// Radii of the hunt's shapes that found no place to stand in this level, metres.
    pub skipped: Vec<String>,
    /// Results of the hunt's rounds in this level.
    pub rounds: Vec<Round>,
}

/// Result of one round of a hunt: one walk of a crowd, with its findings.
#[derive(Clone, Debug)]
pub struct Round {
    /// Settings of the simulation of this round's crowd.
    pub settings: simulation::Settings,
    /// Counters that the kernel reported for all steps, summed over the round.
    pub totals: StepReport,
    /// Counts of the faults that the checks found in the round.
    pub counts: Counts,
    /// First fault in the round of each kind whose count must be zero.
    pub faults: Vec<Fault>,
    /// Hash of the state of all characters at the end of the round.
    pub state_hash: u64,
    /// Duration of the round: building the world, finding places, moves and checks.
    pub time: Duration,
}

impl Found {
    /// Returns true if every fault count of the round that must be zero is zero.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.levels.iter().flat_map(|level| &level.rounds).all(|round| round.counts.is_clean())
    }
}

impl LevelFound {
    /// Returns the command line that repeats one of the hunt's rounds on this level.
    #[must_use]
    pub fn repeat(&self, round: &Round) -> String {
        round.settings.repeat(&self.words)
    }
}

impl<'a> Hunt<'a> {
    /// Distributes the moves over the levels and validates every level, so that an unusable level is reported at once.
    ///
    /// # Errors
    /// [`HuntError`] names the unusable level and the reason.
    pub fn new(grounds: &'a [Ground], settings: Settings) -> Result<Self, HuntError> {
        let shares: u64 = grounds.iter().map(|ground| ground.share).sum();
        let plans = (0..).zip(grounds).map(|(number, ground)| {
            let moves = (settings.moves * ground.share).div_ceil(shares);
            Plan::new(ground, moves, settings.seed, number)
        });
        Ok(Self { settings, plans: plans.collect::<Result<_, _>>()? })
    }

    /// Number of moves that the hunt will make: the requested number, rounded up to whole walks on every level.
    #[must_use]
    pub fn moves(&self) -> u64 {
        self.plans.iter().map(|plan| (plan.walks * FRAMES) as u64).sum()
    }

    /// Runs all rounds. Calls `progress` with the number of moves since the previous call.
    ///
    /// # Errors
    /// [`HuntError`] names the reason that stopped a round.
    pub fn run(&self, progress: &(dyn Fn(u64) + Sync)) -> Result<Found, HuntError> {
        let levels = self.plans.iter().map(|plan| plan.walk(self.settings.threads, progress));
        Ok(Found { seed: self.settings.seed, levels: levels.collect::<Result<_, _>>()? })
    }
}

impl<'a> Plan<'a> {
    fn new(ground: &'a Ground, moves: u64, seed: u64, number: u64) -> Result<Self, HuntError> {
        let walks = (moves.div_ceil(FRAMES as u64) as usize).max(FEWEST).next_multiple_of(MOST_WALKS);
        let wanted = (walks / COMBINATIONS).clamp(CHARACTERS.0, CHARACTERS.1);
        // As many rounds as are nearly full, all of the same size.
        let at_once = walks.div_ceil((walks / wanted).max(1)).next_multiple_of(MOST_WALKS);
        let seed_of_rounds = mix(seed) ^ mix(number + 1);
        Ok(Self {
            ground,
            walks,
            at_once,
            first: (seed.wrapping_add(number) % COMBINATIONS as u64) as usize,
            seed: seed_of_rounds,
            stands: stands(&ground.level, at_once, seed_of_rounds)?,
        })
    }

    fn walk(&self, threads: usize, progress: &(dyn Fn(u64) + Sync)) -> Result<LevelFound, HuntError> {
        let level = &self.ground.level;
        let mut stands = self.stands;
        let mut random = Random::new(self.seed);
        let mut rounds = Vec::new();
        let mut left = self.walks;
        let mut number = self.first;
        while left > 0 {
            if stands == [false; SHAPES.len()] {
                return Err(HuntError::NoFloor { level: level.name.clone() });
            }
            let shape = number % SHAPES.len();
            let speed = SPEEDS[number % SPEEDS.len()];
            let rate = RATES[number % RATES.len()];
            number += 1;
            if !stands[shape] {
                continue;
            }
            let walks = left.min(self.at_once);
            // A small round keeps a time step that allows many characters.
            let (hz, each) = if walks / rate.1 < FEWEST { RATES[0] } else { rate };
            let settings = simulation::Settings {
                characters: walks / each,
                frames: FRAMES * each,
                hz,
                threads,
                // Short enough to type.
                seed: random.next_u64() >> 32,
                shape: shape_of(SHAPES[shape]),
                speed,
                manner: Manner::Mixed,
                mode: MODES[number % MODES.len()],
                each_other: EACH_OTHER[number % EACH_OTHER.len()],
                verify_every: 1,
                backend: Backend::best(),
            };
            let walked = match Round::walk(level, settings.clone(), progress) {
                // The level has no room for this many characters that are apart.
                Err(SimulationError::Places(_)) if settings.each_other != EachOther::Ignore => {
                    let settings = simulation::Settings { each_other: EachOther::Ignore, ..settings };
                    Round::walk(level, settings, progress)
                }
                walked => walked,
            };
            match walked {
                Ok(round) => {
                    left -= walks;
                    rounds.push(round);
                }
                // The first search found some places, but so few that other random points miss them.
                Err(SimulationError::Places(_)) => stands[shape] = false,
                Err(error) => return Err(error.into()),
            }
        }
        let skipped =
            SHAPES.into_iter().zip(stands).filter(|(_, stands)| !stands).map(|(shape, _)| option_of(shape_of(shape)));
        Ok(LevelFound {
            name: level.name.clone(),
            words: self.ground.words.clone(),
            triangles: level.triangles.len(),
            skipped: skipped.collect(),
            rounds,
        })
    }
}

impl Round {
    /// Number of moves in the round; one move is one character in one frame.
    #[must_use]
    pub fn moves(&self) -> u64 {
        (self.settings.characters * self.settings.frames) as u64
    }

    fn walk(
        level: &Level,
        settings: simulation::Settings,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<Self, SimulationError> {
        let started = Instant::now();
        let simulation = simulation::run(level, &settings, &|| 0, &|_| progress(settings.characters as u64))?;
        Ok(Self {
            settings,
            totals: simulation.totals,
            counts: simulation.counts,
            faults: simulation.faults,
            state_hash: simulation.state_hash,
            time: started.elapsed(),
        })
    }
}

/// Returns for each of [`SHAPES`] whether it finds a place to stand in the level, in a search for `count` places.
fn stands(level: &Level, count: usize, seed: u64) -> Result<[bool; SHAPES.len()], HuntError> {
    let mesh = Mesh::new(&level.positions, &level.triangles)
        .map_err(|cause| SimulationError::Stage { level: level.name.clone(), cause: cause.into() })?;
    let world = World::from_mesh(mesh);
    let mut stands = [false; SHAPES.len()];
    for (stands, shape) in stands.iter_mut().zip(SHAPES) {
        match places::find(level, &world, shape_of(shape), count.min(CHARACTERS.0), seed) {
            Ok(_) => *stands = true,
            Err(PlacesError::NoFloor { .. }) => {}
            Err(error) => return Err(SimulationError::from(error).into()),
        }
    }
    if stands == [false; SHAPES.len()] {
        return Err(HuntError::NoFloor { level: level.name.clone() });
    }
    Ok(stands)
}

/// Makes one of [`SHAPES`].
///
/// # Panics
/// If radii or spine are out of range.
#[must_use]
pub fn shape_of((radii, half): (Vec3, f32)) -> Shape {
    let ellipsoid = Ellipsoid::new(radii).expect("the radii of all shapes are constants");
    Shape::swept(ellipsoid, Axis::Y, half).expect("so are their spines")
}
