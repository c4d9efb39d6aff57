//! Checks of the paths of an engine's characters.
//!
//! In: a level, a [`Walk`] through it. Out: for every character its distance and climb, whether it went through a triangle,
//! whether it left the level, and whether it overlaps a triangle at the end. The checks are those of the crowd program.
//!
//! Triangles that stand still and machines count apart. A path crosses a machine as seen from the machine, where it is taken as
//! straight in each frame: a character that is carried and walks around an edge in the same frame can count although it crossed nothing.
//! Overlaps are those with the machines where they are at the end of the walk. Faults against machines are printed and nothing is
//! asserted of them, because a machine may crush a character against a wall.
//!
//! A character rides if it begins a frame with its foot on a machine that moves in the frame. It follows if its displacement without
//! the desired one differs by less than a tenth from the motion of the machine's point below the foot. Nobody can follow always: a wall
//! or a slope turns the desired displacement, and riders step off.

use super::walk::{Walk, seconds_after, walkers_at};
use crate::checking::{Near, PlacedTrees, Tree, left_level, penetration};
use crate::levels::Parts;
use crate::levels::parts::{Part, map_of};
use crate::simulating::simulation::FRAME;
use crate::walking::ascent::climbed;
use glam::DVec3;
use rayon::prelude::*;
use serde::Serialize;
use std::sync::Arc;
use sweep8::Shape;
use sweep8_scalar_ref::brute_force::segment_crosses;

/// Maximum overlap of a character that is not counted, metres: engines that keep a gap by iteration overlap surfaces a little.
pub const TOLERATED: f64 = 0.001;

/// Half the width of the box about a foot in which ground is looked for, and its reach below and above the foot, metres: characters
/// keep a gap of 1 cm to their ground.
const FOOT: DVec3 = DVec3::new(0.01, 0.03, 0.01);

/// Least motion of a machine in a frame that counts as a ride, metres: a tenth of it is above the rounding of engines in `f32`.
const LEAST_RIDE: f64 = 1e-3;

/// Largest difference between the motions of a rider and of its machine, as part of the latter, with which it follows.
const FOLLOWING: f64 = 0.1;

/// A level as the checks see it.
pub struct Judge {
    still: Tree,
    /// Machines, each with the tree of its mesh.
    machines: Vec<(Arc<Tree>, Part)>,
}

/// Results of the walk of one engine's characters: progress, and faults against the level.
#[derive(Clone, Debug, Serialize)]
pub struct Outcome {
    /// Mean horizontal distance that each character moves per frame, metres.
    #[serde(skip)]
    pub ways: Vec<f64>,
    /// Sum of the climbs of each character's path, metres.
    #[serde(skip)]
    pub climbs: Vec<f64>,
    /// Number of times that a character's centre crossed a still triangle from the front in a frame.
    pub through_fronts: usize,
    /// Number of times that a character's centre crossed a still triangle from the back in a frame.
    pub through_backs: usize,
    /// Number of characters that are below the level or far outside at the end of the walk.
    pub left: usize,
    /// Number of characters that overlap a still triangle by more than [`TOLERATED`] at the end of the walk.
    pub overlapping: usize,
    /// Deepest overlap of a character with a still triangle at the end of the walk, metres.
    pub deepest: f64,
    /// Results against machines; nothing on a level without machines.
    pub among_machines: AmongMachines,
}

/// Results of the walk of one engine's characters against machines.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct AmongMachines {
    /// Number of times that a character's centre crossed a triangle of a machine, seen from the machine, in a frame.
    pub through: usize,
    /// Number of characters that overlap a machine by more than [`TOLERATED`] at the end of the walk.
    pub overlapping: usize,
    /// Number of frames that a character began with its foot on a machine that moved, summed over the characters.
    pub rides: usize,
    /// Number of rides in which the character followed the machine.
    pub followed: usize,
}

impl Judge {
    /// Creates the level of the checks.
    #[must_use]
    pub fn new(parts: &Parts) -> Self {
        let (mut level, still) = parts.flattened(0.0);
        level.triangles.truncate(still);
        let trees: Vec<_> =
            parts.meshes.iter().map(|mesh| Arc::new(Tree::new(&mesh.positions, &mesh.triangles))).collect();
        let machines = parts.machines().map(|part| (Arc::clone(&trees[part.mesh]), *part));
        Self { still: Tree::new(&level.positions, &level.triangles), machines: machines.collect() }
    }

    /// Returns the results of a walk: progress from the frame `from` to the last one, faults in all frames.
    ///
    /// # Panics
    ///
    /// When a character's position is not finite.
    #[must_use]
    pub fn outcome(&self, walk: &Walk, from: usize) -> Outcome {
        let (ways, still) = (&walk.ways()[from..], &self.still);
        let way = |character: usize| {
            let steps = ways.windows(2).map(|two| two[1][character] - two[0][character]);
            steps.map(|step| step.x.hypot(step.z)).sum::<f64>() / (ways.len() - 1) as f64
        };
        let climb = |character: usize| climbed(ways.iter().map(|centers| centers[character].y));
        let through = |side: Side| -> usize {
            let frames = walk.ways().par_windows(2).map(|two| {
                let both = two[0].iter().zip(&two[1]);
                both.filter(|&(&before, &after)| crosses_from(side, still, before, after)).count()
            });
            frames.sum()
        };
        let ends = &ways[ways.len() - 1];
        let depths = depths(still, ends, walk.shape());
        assert!(depths.iter().all(|depth| depth.is_finite()), "{}: a position is not finite", walk.name());
        Outcome {
            ways: (0..walk.count()).map(way).collect(),
            climbs: (0..walk.count()).map(climb).collect(),
            through_fronts: through(Side::Front),
            through_backs: through(Side::Back),
            left: ends.iter().filter(|&&end| left_level(still, end)).count(),
            overlapping: count_deep(&depths),
            deepest: depths.iter().copied().fold(0.0, f64::max),
            among_machines: if self.machines.is_empty() { AmongMachines::default() } else { self.among_machines(walk) },
        }
    }

    fn among_machines(&self, walk: &Walk) -> AmongMachines {
        let maps = |frame: usize| {
            let seconds = seconds_after(frame);
            self.machines.iter().map(move |(_, part)| map_of(&part.placement(seconds)))
        };
        let trees = self.machines.iter().map(|(tree, _)| Arc::clone(tree));
        let mut placed = PlacedTrees::new(trees.zip(maps(0)));
        // The walkers turn again as they did, which tells the desired velocities.
        let mut walkers = walkers_at(&walk.ways()[0]);
        let foot = DVec3::Y * f64::from(walk.shape().half_extents().y);
        let mut among = AmongMachines::default();
        for (frame, two) in walk.ways().windows(2).enumerate() {
            for (character, &center) in two[0].iter().enumerate() {
                walkers.turn(character, center);
            }
            placed.move_to(maps(frame + 1));
            let both = || two[0].par_iter().zip(&two[1]).enumerate();
            among.through += both().filter(|&(_, (&before, &after))| placed.are_crossed(&[before, after])).count();
            let rides = both().filter_map(|(character, (&before, &after))| {
                let desired = walkers.velocity(character).as_dvec3() * f64::from(FRAME);
                follows(&placed, before - foot, after - before - desired)
            });
            let rides: Vec<bool> = rides.collect();
            among.rides += rides.len();
            among.followed += rides.iter().filter(|&&followed| followed).count();
        }
        let ends = &walk.ways()[walk.ways().len() - 1];
        AmongMachines { overlapping: count_deep(&depths(&placed, ends, walk.shape())), ..among }
    }
}

/// Returns true if a rider follows its machine: `foot` is its foot at the start of the frame, `displacement` its displacement without
/// the desired one, metres. `None` if the foot is on no machine that moves.
fn follows(placed: &PlacedTrees, foot: DVec3, displacement: DVec3) -> Option<bool> {
    let carried = placed.carried_near(foot - FOOT, foot + FOOT, foot)?;
    (carried.length() > LEAST_RIDE).then(|| (displacement - carried).length() < FOLLOWING * carried.length())
}

/// Returns how deep a character overlaps triangles at each of the places, metres.
fn depths(tree: &(impl Near + Sync), centers: &[DVec3], shape: Shape) -> Vec<f64> {
    centers.par_iter().map(|&center| penetration(tree, center, shape)).collect()
}

fn count_deep(depths: &[f64]) -> usize {
    depths.iter().filter(|&&depth| depth > TOLERATED).count()
}

/// The side of a triangle on which a path begins that crosses the triangle.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    Front,
    Back,
}

/// Returns true if the segment from `a` to `b` (metres) crosses a triangle of `tree`, coming from its `side`.
fn crosses_from(side: Side, tree: &Tree, a: DVec3, b: DVec3) -> bool {
    tree.any(a.min(b), a.max(b), |_, triangle| {
        let [p, q, r] = *triangle;
        let seen = if (q - p).cross(r - p).dot(a - p) > 0.0 { Side::Front } else { Side::Back };
        seen == side && segment_crosses(a, b, triangle)
    })
}

impl Outcome {
    /// Returns the mean horizontal distance that the first `count` characters move per frame, metres.
    #[must_use]
    pub fn mean_way(&self, count: usize) -> f64 {
        mean(&self.ways[..count])
    }

    /// Returns the mean of the total climbs of the first `count` characters, metres.
    #[must_use]
    pub fn mean_climb(&self, count: usize) -> f64 {
        mean(&self.climbs[..count])
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}
