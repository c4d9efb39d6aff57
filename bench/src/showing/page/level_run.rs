//! All that is done with one level for a report: a crowd walks through it, and its floors are surveyed.
//!
//! In: a level, settings, starts. Out: a [`LevelRun`].

use crate::exploring::survey::{self, Survey, SurveyError};
use crate::levels::Level;
use crate::showing::report::Report;
use crate::simulating::simulation::{Course, Settings, Simulation, SimulationError, run_course};
use crate::walking::stage::{Ground, Stage, StageError};
use crate::walking::tails::Tails;
use std::borrow::Cow;
use std::time::Duration;
use thiserror::Error;

/// What is asked about a level.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    /// Text that names the level in recordings.
    pub words: &'a str,
    /// Option or argument of the command line that names the level.
    pub option: &'a str,
    /// Settings of the run; its shape, mode and rate are those of the survey, too.
    pub settings: Settings,
    /// What is asked of the survey.
    pub survey: survey::Question,
}

/// One level: its run and its survey.
#[derive(Debug)]
pub struct LevelRun<'a> {
    /// The level.
    pub ground: Ground<'a>,
    /// All its triangles as they are before anything moves, and number of those that never move.
    pub triangles: (Cow<'a, Level>, usize),
    /// What was asked.
    pub question: Question<'a>,
    /// The run.
    pub simulation: Simulation,
    /// The table of the run.
    pub report: Report,
    /// Durations of single moves, the shortest first.
    pub times: Vec<Duration>,
    /// World of the level as it is before anything moves, in which the survey was made.
    pub stage: Stage,
    /// The survey.
    pub survey: Survey,
}

/// Error: a level cannot be reported on.
#[derive(Debug, Error)]
pub enum RunError {
    /// Error: its run failed.
    #[error(transparent)]
    Run(#[from] SimulationError),
    /// Error: its world could not be built.
    #[error("{level} cannot be used: {cause}")]
    Stage {
        /// Name of the level.
        level: String,
        /// Reason why the world could not be built.
        cause: StageError,
    },
    /// Error: its floors could not be surveyed.
    #[error("{level}: {cause}")]
    Survey {
        /// Name of the level.
        level: String,
        /// Reason why the survey failed.
        cause: SurveyError,
    },
    /// Error: the threads could not be started.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

/// Walks and surveys; `progress` gets what is done at present, and the part of it that is done.
///
/// # Errors
/// [`RunError`] gives the reason.
pub fn run<'a>(
    ground: Ground<'a>,
    question: Question<'a>,
    progress: &(dyn Fn(&str, f64) + Sync),
) -> Result<LevelRun<'a>, RunError> {
    let settings = &question.settings;
    let course = Course { recorded_as: Some(question.words), ..Course::default() };
    let walked = |done: usize| progress("a crowd walks", done as f64 / settings.frames as f64);
    let simulation = run_course(ground, settings, course, &|| 0, &walked)?;
    let profile = settings.profile();
    let (tails, times) = Tails::measure_all(&simulation.built, &profile, settings.seconds(), &simulation.starts);
    let report = Report::new(ground.name(), settings, &simulation, &tails);
    let level = || ground.name().to_owned();
    let stage = Stage::new(ground, settings.backend).map_err(|cause| RunError::Stage { level: level(), cause })?;
    let triangles = match ground {
        Ground::Still(level) => (Cow::Borrowed(level), level.triangles.len()),
        Ground::Parts(parts) => {
            let (level, still) = parts.flattened(0.0);
            (Cow::Owned(level), still)
        }
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(settings.threads).build()?;
    let survey = pool
        .install(|| survey::survey((&stage.world, &triangles.0), &profile, &question.survey, progress))
        .map_err(|cause| RunError::Survey { level: level(), cause })?;
    Ok(LevelRun { ground, triangles, question, simulation, report, times, stage, survey })
}
