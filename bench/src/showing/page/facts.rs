//! What a report says about one level, without its picture: findings with their evidence, areas, the table of the run.
//!
//! In: a [`LevelRun`]. Out: [`Facts`], one JSON object for programs; and the bytes of the files that show the findings.
//! 1. Findings of the survey: those that a single walk shows get a recording of that walk.
//! 2. Faults of the run, grouped by place: one move of each group is cut out of the recording of the run.
//! 3. Characters of the run that left the level where the survey found an open border are told there.

use super::level_run::LevelRun;
use super::sightings::{Seen, grouped};
use super::words;
use crate::command_line::quoted;
use crate::exploring::evidence::{line, record};
use crate::exploring::finding::{Finding, Kind, PlaceKind};
use crate::exploring::survey::walker;
use crate::replaying::replay::cut;
use crate::showing::report::Report;
use glam::Vec3;
use serde::Serialize;
use std::path::Path;

/// Most findings of one kind that have a replay file.
const MOST_FILES: usize = 12;
/// Most faults of the run that are listed.
const MOST_FAULTS: usize = 24;
/// Most findings of one kind that are listed, the largest first.
const MOST_LISTED: usize = 40;

/// Distance from the edge of an open border within which characters left the level over it, metres.
const AT_BORDER: f32 = 3.0;

/// Radius of what the camera shows of a fault, metres.
const FAULT_RADIUS: f32 = 2.0;

/// One finding, as it is shown.
#[derive(Clone, Debug, Serialize)]
pub struct Fact {
    /// Name of its kind.
    pub kind: &'static str,
    /// Title, a few words.
    pub title: String,
    /// What it means, a sentence or two.
    pub text: String,
    /// A point of the floor or a centre, world space, metres.
    pub at: [f32; 3],
    /// Distance from `at` within which all of it is, metres.
    pub radius: f32,
    /// Height of its highest point, metres.
    pub top: f32,
    /// Area of its floor, m²; 0 for borders, drops and faults.
    pub area: f64,
    /// Length of its edge, metres; 0 for floors and faults.
    pub length: f64,
    /// Whether it is wrong, and not merely something to know.
    pub is_wrong: bool,
    /// Centres of a character on a walk that shows it, world space, metres: x, y and z each.
    pub way: Vec<f32>,
    /// Name of the file that shows it, beside the report.
    pub replay: Option<String>,
    /// Command line that repeats it.
    pub command: String,
}

/// Areas of floors, m².
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Areas {
    /// Reached, with a way back.
    pub reached: f64,
    /// In pits.
    pub pits: f64,
    /// Not reached, without a way to a start.
    pub unreached: f64,
    /// Not reached; one gets down from it.
    pub above: f64,
    /// Outside of a sealed level.
    pub outside: f64,
}

/// What a report says about one level.
#[derive(Clone, Debug, Serialize)]
pub struct Facts {
    /// Name of the level.
    pub level: String,
    /// Findings: what is wrong first, then what is merely to know.
    pub findings: Vec<Fact>,
    /// Areas of floors.
    pub areas: Areas,
    /// Number of places, of walks between them, and of moves of the kernel for that.
    pub explored: [u64; 3],
    /// Number of smaller findings that are not listed, for each kind of which there are.
    pub left_out: Vec<(&'static str, usize)>,
    /// The table of the run.
    pub run: Report,
}

/// A file that shows a finding.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// Its name.
    pub name: String,
    /// Its contents.
    pub bytes: Vec<u8>,
}

impl Facts {
    /// Collects the facts about a level. Files are named after `stem`, and lie in `folder`, of which only command lines speak.
    #[must_use]
    pub fn new(run: &LevelRun, folder: &Path, stem: &str) -> (Self, Vec<Evidence>) {
        let mut collector = Collector { run, folder, stem, files: Vec::new() };
        let (listed, left_out) = listed(&run.survey.findings);
        let (wrong, to_know): (Vec<&Finding>, Vec<&Finding>) =
            listed.into_iter().partition(|finding| finding.kind.is_wrong());
        let mut facts: Vec<Fact> = wrong.into_iter().map(|finding| collector.fact(finding)).collect();
        // Who left from a floor that nobody reaches was put there: such a floor is a finding of its own.
        let sightings = run.simulation.sightings.iter();
        let sightings = sightings.filter(|seen| seen.what != "left the level" || run.survey.is_reached(seen.at));
        let seen = grouped(sightings);
        let left = |seen: &&Seen| seen.first.what == "left the level";
        let beyond: Vec<Seen> =
            seen.iter().filter(left).filter(|seen| !tell_at_border(&mut facts, seen)).copied().collect();
        let faults: Vec<Seen> =
            seen.iter().filter(|seen| !left(seen)).copied().chain(beyond).take(MOST_FAULTS).collect();
        facts.splice(0..0, collector.faults(&faults));
        facts.extend(to_know.into_iter().map(|finding| collector.fact(finding)));
        let survey = &run.survey;
        let area = |kind| survey.area(kind);
        let areas = Areas {
            reached: area(PlaceKind::Reached),
            pits: area(PlaceKind::Pit),
            unreached: area(PlaceKind::Unreached),
            above: area(PlaceKind::Above),
            outside: area(PlaceKind::Outside),
        };
        let explored = &survey.explored;
        let facts = Self {
            level: run.ground.name().to_owned(),
            findings: facts,
            areas,
            explored: [explored.places.list().len() as u64, explored.arrows.len() as u64, explored.moves],
            left_out,
            run: run.report.clone(),
        };
        (facts, collector.files)
    }
}

/// The findings that are listed, and how many of each kind are not.
fn listed(findings: &[Finding]) -> (Vec<&Finding>, Vec<(&'static str, usize)>) {
    let (mut listed, mut left_out): (Vec<&Finding>, Vec<(&'static str, usize)>) = (Vec::new(), Vec::new());
    for finding in findings {
        let of_kind = listed.iter().filter(|other| other.kind == finding.kind).count();
        match left_out.last_mut().filter(|(kind, _)| *kind == finding.kind.name()) {
            _ if of_kind < MOST_LISTED => listed.push(finding),
            Some((_, count)) => *count += 1,
            None => left_out.push((finding.kind.name(), 1)),
        }
    }
    (listed, left_out)
}

/// Tells of characters that left the level at the border that the survey found there; false if there is none.
fn tell_at_border(facts: &mut [Fact], seen: &Seen) -> bool {
    let at = seen.first.at.as_vec3();
    let is_there = |fact: &&mut Fact| {
        fact.kind == Kind::OpenBorder.name() && Vec3::from(fact.at).distance(at) <= fact.radius + AT_BORDER
    };
    let Some(fact) = facts.iter_mut().find(is_there) else { return false };
    if !fact.text.contains("In the run") {
        fact.text.push_str(" In the run characters did.");
    }
    true
}

struct Collector<'a> {
    run: &'a LevelRun<'a>,
    folder: &'a Path,
    stem: &'a str,
    files: Vec<Evidence>,
}

impl Collector<'_> {
    /// Keeps a file; returns its name, and the command line that replays it.
    fn keep(&mut self, kind: &str, ending: &str, bytes: Vec<u8>) -> (String, String) {
        let name = format!("{}-{}-{}.{ending}", self.stem, kind.replace(' ', "-"), self.files.len() + 1);
        let command = format!("crowd --replay {}", quoted(&self.folder.join(&name).display().to_string()));
        self.files.push(Evidence { name: name.clone(), bytes });
        (name, command)
    }

    fn fact(&mut self, finding: &Finding) -> Fact {
        let run = self.run;
        let settings = &run.question.settings;
        let profile = settings.profile();
        let walker = walker(&run.stage.world, &profile);
        let example = finding.example.as_ref();
        let way = example.map_or(Vec::new(), |(stand, order)| line(&walker, stand, order));
        let of_kind =
            self.files.iter().filter(|file| file.name.contains(&finding.kind.name().replace(' ', "-"))).count();
        let example = example.filter(|_| finding.kind.is_wrong() && of_kind < MOST_FILES);
        let (replay, command) = match example {
            Some((stand, order)) => {
                let level = (run.question.words.to_owned(), run.ground.hash());
                let recording = record(&walker, (stand, order), level, settings);
                let (name, command) = self.keep(finding.kind.name(), "rec", recording.to_bytes());
                (Some(name), command)
            }
            None => (None, String::new()),
        };
        Fact {
            kind: finding.kind.name(),
            title: words::title(finding),
            text: words::text(finding, profile.settings().step_height),
            at: finding.at.to_array(),
            radius: finding.radius,
            top: finding.top,
            area: finding.area,
            length: finding.length,
            is_wrong: finding.kind.is_wrong(),
            way: way.iter().flat_map(Vec3::to_array).collect(),
            replay,
            command,
        }
    }

    /// Faults of the run, each with the move that is cut out of it.
    fn faults(&mut self, seen: &[Seen]) -> Vec<Fact> {
        let run = self.run;
        let places: Vec<_> = seen.iter().map(|seen| (seen.first.frame, seen.first.character)).collect();
        let recording = run.simulation.recording.as_ref();
        let moves = recording.map_or(Vec::new(), |recording| cut(run.ground, recording, &places).unwrap_or_default());
        let one = |seen: &Seen| {
            let Seen { first, count } = *seen;
            let is_it = |one: &&_| is_of(one, first.frame, first.character);
            let kept = moves.iter().find(is_it).map(|one| self.keep(first.what, "move", one.to_bytes()));
            let (replay, command) = match kept {
                Some((name, command)) => (Some(name), command),
                None => (None, run.question.settings.repeat(run.question.option)),
            };
            let at = first.at.as_vec3();
            let times = if count == 1 { String::new() } else { format!(", {count} times") };
            let mut title = first.what.to_owned();
            title[..1].make_ascii_uppercase();
            Fact {
                kind: first.what,
                title: format!("{title}{times}"),
                text: format!(
                    "{} First in frame {}, character {}.",
                    words::of_fault(first.what),
                    first.frame,
                    first.character
                ),
                at: at.to_array(),
                radius: FAULT_RADIUS,
                top: at.y + run.question.settings.shape.half_extents().y,
                area: 0.0,
                length: 0.0,
                is_wrong: true,
                way: Vec::new(),
                replay,
                command,
            }
        };
        seen.iter().map(one).collect()
    }
}

fn is_of(one: &crate::replaying::one_move::Move, frame: u64, character: usize) -> bool {
    (one.origin.frame, one.origin.character as usize) == (frame, character)
}
