//! What is wrong with a level, from where characters can walk.
//!
//! In: an exploration, starts. Out: a [`Survey`]: findings, the largest first of each kind, and the kind of each place.
//! 1. Without a start, characters start on the largest floor on which they can walk about and back.
//! 2. *Reached* is all that can be walked to from a start; *returning* all from which one gets back to one.
//! 3. Reached and not returning: a **pit**. Before one is reported, characters walk in it in all directions, farther, and roam.
//! 4. Not reached, although larger than a body: a floor that is **unreached**, or **above**, if one gets down from it. Before that,
//!    characters beside it try to get there in all directions. In a sealed level, floors from which the sky is seen are **outside**.
//! 5. A fall, higher than a step, between places from which one gets back: a **one-way drop**, if the way back up is much longer.
//! 6. A walk off the level: an **open border**.

use super::columns::{dropped_at, grid};
use super::explore::{Abilities, Explored, Explorer};
use super::finding::{Finding, PlaceKind};
use super::judge::Judge;
use super::reach::{Reach, forward};
use super::region::{Region, TooLarge};
use super::surroundings::of_group;
use super::walker::Walker;
use crate::levels::Level;
use glam::{DVec3, Vec3};
use std::collections::HashMap;
use sweep8::{CharacterProfile, World};
use thiserror::Error;

/// Rounds of second looks at pits and at floors that are not reached.
const LOOKS: usize = 4;

/// The findings about a level.
#[derive(Debug)]
pub struct Survey {
    /// All findings, by kind, the largest first.
    pub findings: Vec<Finding>,
    /// What was explored.
    pub explored: Explored,
    /// Kind of each place.
    pub kinds: Vec<PlaceKind>,
    /// Places where characters start.
    pub starts: Vec<u32>,
    /// Part of the level that was explored.
    pub region: Region,
}

impl Survey {
    /// Returns whether the place nearest to a centre (metres), within a step or so, can be reached from a start.
    #[must_use]
    pub fn is_reached(&self, center: DVec3) -> bool {
        let places = &self.explored.places;
        let [x, z] = places.cell(center);
        let around = (-2..=2).flat_map(|i| (-2..=2).map(move |j| [x + i, z + j]));
        let apart = |number: &&u32| places.list()[**number as usize].center().distance(center);
        let nearest = around.flat_map(|cell| places.within(cell)).min_by(|a, b| apart(a).total_cmp(&apart(b)));
        nearest.is_some_and(|&number| matches!(self.kinds[number as usize], PlaceKind::Reached | PlaceKind::Pit))
    }

    /// Returns the area of all floors of a kind, m².
    #[must_use]
    pub fn area(&self, kind: PlaceKind) -> f64 {
        let of_kind = self.explored.places.list().iter().zip(&self.kinds).filter(|(_, is)| **is == kind);
        of_kind.filter(|(stand, _)| stand.is_floor).count() as f64 * self.explored.places.side().powi(2)
    }
}

/// Error: a level cannot be surveyed.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SurveyError {
    /// Error: the level is too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// Error: the level has no floor for the body.
    #[error("no floor has room for a body of this shape")]
    NoFloor,
    /// Error: a character that starts there does not come to stand.
    #[error("the spawn {0} is over no floor on which a body of this shape can stand")]
    Spawn(Vec3),
}

/// Progress of a survey: what is done at present, and the part of it that is done.
pub type Progress<'a> = &'a (dyn Fn(&str, f64) + Sync);

/// What is asked of a survey.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Question {
    /// What characters may do.
    pub abilities: Abilities,
    /// Points above floors where characters start, world space, metres; none: the largest floor.
    pub spawns: Vec<Vec3>,
    /// Part of the level to explore; `None`: all of it, or what has details.
    pub within: Option<Region>,
}

/// Surveys a level: its world, and its triangles as they are there.
///
/// # Errors
/// [`SurveyError`] names what is wrong.
pub fn survey(
    (world, level): (&World, &Level),
    profile: &CharacterProfile,
    question: &Question,
    progress: Progress,
) -> Result<Survey, SurveyError> {
    let Question { abilities, ref spawns, within } = *question;
    let region = Region::of(level, grid(profile).side(), within)?;
    let mut explorer = Explorer::new(world, profile, region, abilities, &|part| progress("finding floors", part));
    let mut starts = Vec::new();
    for &spawn in spawns {
        let stand = dropped_at(world, profile, spawn).ok_or(SurveyError::Spawn(spawn))?;
        starts.push(explorer.add(stand));
    }
    let walking =
        |done: usize, known: usize| progress("walking from place to place", done as f64 / known.max(1) as f64);
    explorer.explore(&walking);
    if spawns.is_empty() {
        starts = vec![largest_floor(world, explorer.explored()).ok_or(SurveyError::NoFloor)?];
    }
    for _ in 0..LOOKS {
        let again = Reach::new(explorer.explored(), &starts).doubtful(explorer.explored(), profile);
        progress("looking again", 0.0);
        if again.is_empty() || !explorer.look_again(&again, &walking) {
            break;
        }
    }
    let traps = Reach::new(explorer.explored(), &starts).traps(explorer.explored());
    if explorer.roam(&traps) {
        explorer.explore(&walking);
    }
    progress("judging", 0.0);
    let reach = Reach::new(explorer.explored(), &starts);
    let mut judge = Judge { world, profile, explored: explorer.explored(), reach: &reach, kinds: Vec::new() };
    let mut findings = judge.floors(&starts);
    findings.extend(judge.one_way_drops());
    findings.extend(judge.borders());
    let size = |finding: &Finding| finding.area.max(finding.length);
    findings.sort_by(|a, b| a.kind.cmp(&b.kind).then(size(b).total_cmp(&size(a))));
    let kinds = judge.kinds;
    Ok(Survey { findings, kinds, starts, region, explored: explorer.finish() })
}

/// Returns a place of the largest floor that is not inside of a solid; `None` if there is no floor.
fn largest_floor(world: &World, explored: &Explored) -> Option<u32> {
    let list = explored.places.list();
    let component = forward(explored).components();
    let mut members: HashMap<u32, Vec<u32>> = HashMap::new();
    for (number, _) in (0..).zip(list).filter(|(_, stand)| stand.is_floor) {
        members.entry(component[number as usize]).or_default().push(number);
    }
    let mut floors: Vec<Vec<u32>> = members.into_values().collect();
    floors.sort_by_key(|floor| (std::cmp::Reverse(floor.len()), floor[0]));
    let free = floors.iter().find(|floor| !of_group(world, list, floor).is_in_solid);
    free.or(floors.first()).map(|floor| floor[0])
}

/// Returns the walker that repeats the walks of a survey.
#[must_use]
pub fn walker<'a>(world: &'a World, profile: &'a CharacterProfile) -> Walker<'a> {
    Walker { world, profile, bounds: world.bounds().unwrap_or_default() }
}
