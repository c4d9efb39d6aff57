//! The step of a crowd: in one call, or cut into jobs for engines that have threads of their own.
//!
//! In: a crowd and a world. Out: the crowd after the step. [`CrowdStep::new`] sorts the characters and puts them into cells for their
//! neighbours; a job moves whole chunks of characters; the end of the step collects contacts and events in the order of the characters.
//! [`Crowd::step`] is a step of one job, which the current rayon pool runs.

use crate::base::input_error::{InputError, check_time_step};
use crate::base::spans::span;
use crate::crowd::crowd::Crowd;
use crate::crowd::report::StepReport;
use crate::crowd::step::{Job, Step};
use crate::world::world::World;
use crate::world::world_step::{StepTerms, WorldStep};
use core::fmt;

/// A step of a [`Crowd`] that has begun: its [jobs](Self::jobs) may run on any threads, in any order, at the same time.
///
/// The crowd comes to the same bits as with [`Crowd::step`], whatever the number of jobs: states, contacts, events and report.
/// Dropping it without [`finish`](Self::finish) finishes the step, too; only the report is lost.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{CharacterProfile, Crowd, CrowdSettings, Mesh, World};
///
/// let floor = [Vec3::new(-50.0, 0.0, -50.0), Vec3::new(0.0, 0.0, 50.0), Vec3::new(50.0, 0.0, -50.0)];
/// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
/// let mut crowd = Crowd::new(CrowdSettings::default())?;
/// for k in 0..200 {
///     crowd.spawn_standing(&CharacterProfile::default(), Vec3::new(k as f32 * 0.1 - 10.0, 0.0, 0.0))?;
/// }
/// let mut step = crowd.begin_step(&world, 1.0 / 60.0, 4)?;
/// // An engine hands the jobs to its own threads.
/// std::thread::scope(|threads| {
///     for job in step.jobs() {
///         threads.spawn(move || job.run());
///     }
/// });
/// assert_eq!(step.finish().standing, 200);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias("job system", "task scheduler"))]
pub struct CrowdStep<'a> {
    crowd: &'a mut Crowd,
    world: &'a World,
    terms: StepTerms<'a>,
    /// Whether some character that moves in this step responds to other characters.
    meets_others: bool,
    /// Whether the step has begun and still has to be finished.
    is_open: bool,
}

/// A part of a [`CrowdStep`]: some of the characters. A job that is dropped before it has [run](Self::run) is left to the end of the
/// step.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{CharacterProfile, Crowd, World};
///
/// let (world, mut crowd) = (World::new(), Crowd::default());
/// crowd.spawn(&CharacterProfile::default(), Vec3::ZERO)?;
/// let mut step = crowd.begin_step(&world, 0.1, 8)?;
/// let jobs: Vec<sweep8::CrowdJob> = step.jobs().collect();
/// assert_eq!(jobs.len(), 1, "64 characters at least make a job");
/// jobs.into_iter().for_each(|job| job.run());
/// assert_eq!(step.jobs().count(), 0);
/// # Ok::<(), sweep8::InputError>(())
/// ```
#[must_use = "a job moves nobody until it is run"]
pub struct CrowdJob<'a>(Job<'a>);

impl fmt::Debug for CrowdStep<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CrowdStep").field("seconds", &self.terms.seconds).finish_non_exhaustive()
    }
}

impl fmt::Debug for CrowdJob<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CrowdJob").field("characters", &self.0.slots.states.len()).finish_non_exhaustive()
    }
}

impl CrowdJob<'_> {
    /// Moves the characters of this part of the crowd's step, but for those at rest.
    pub fn run(self) {
        self.0.run();
    }
}

impl Crowd {
    /// Moves all characters by `seconds`: jump and gravity, the desired velocity, the fall; and finds the ground of each.
    ///
    /// Runs on the current rayon pool (feature `rayon`, on by default), otherwise on the calling thread; the same bits
    /// either way. Allocates nothing once warm. (Called from outside of a pool, rayon itself allocates a little to hand
    /// the work over; inside `ThreadPool::install` it does not.) A step of 0 s changes nothing. A character whose move is
    /// refused, as it would be too long, keeps its state; the report counts it and names the first.
    ///
    /// A character at rest costs next to nothing: if a step left every bit of its state as it was, the following steps
    /// repeat the result instead of moving it, and count it in the report as if it had moved. This holds as long as its
    /// input, `seconds` and the world have the same bits; whatever changes the character ends its rest, another time step
    /// or another world that of all. It shows in no result.
    ///
    /// # Errors
    /// [`InputError`] if `seconds` is negative or not finite, or if an instance has a [target](World::move_to): nobody has
    /// moved.
    pub fn step(&mut self, world: &World, seconds: f32) -> Result<StepReport, InputError> {
        check_time_step(seconds)?;
        world.instances.check_no_target()?;
        Ok(self.step_for(world, StepTerms::at_rest(seconds)))
    }

    /// Moves all characters in a step in which instances move and carry or push them; otherwise like [`step`](Self::step). Several
    /// crowds may be moved in one step.
    ///
    /// ```
    /// use glam::{DVec3, Vec3};
    /// use sweep8::{CharacterProfile, Crowd, CrowdSettings, Mesh, Placement, World};
    ///
    /// let mut world = World::new();
    /// let lift = world.add(&Mesh::cuboid(Vec3::new(2.0, 0.1, 2.0))?.cook(), Placement::at(DVec3::Y * -0.1))?;
    /// let mut crowd = Crowd::new(CrowdSettings::default())?;
    /// let rider = crowd.spawn_standing(&CharacterProfile::default(), Vec3::new(0.5, 0.0, 0.5))?;
    /// for frame in 0..=60 {
    ///     world.move_to(lift, Placement::at(DVec3::Y * (f64::from(frame) / 30.0 - 0.1)))?;
    ///     crowd.step_in(&world.begin_step(1.0 / 60.0)?);
    /// }
    /// assert!((crowd.position(rider)?.to_vec3().y - 2.91).abs() < 1e-3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn step_in(&mut self, step: &WorldStep) -> StepReport {
        self.step_for(step.world(), step.terms())
    }

    fn step_for(&mut self, world: &World, terms: StepTerms) -> StepReport {
        span!(DEBUG, "Crowd::step", characters = self.len());
        CrowdStep::new(self, world, terms, 1).finish()
    }

    /// Begins a step that is cut into at most so many jobs, as [`step`](Self::step) otherwise: for engines that have threads of their
    /// own. See [`CrowdStep`] for an example.
    ///
    /// This call sorts the characters and finds who is near whom: a few percent of the step. With the feature `rayon` it sorts a
    /// large crowd on the current rayon pool; without it everything runs on threads of the caller. A job has at least 64
    /// characters, but for the last, and working memory of its own, about 110 KiB, which the crowd keeps. Two to four jobs a
    /// thread share the work well.
    ///
    /// # Errors
    /// [`InputError`] if `seconds` is negative or not finite, or if an instance has a [target](World::move_to): nothing has begun.
    pub fn begin_step<'a>(
        &'a mut self,
        world: &'a World,
        seconds: f32,
        jobs: usize,
    ) -> Result<CrowdStep<'a>, InputError> {
        check_time_step(seconds)?;
        world.instances.check_no_target()?;
        span!(DEBUG, "Crowd::begin_step", characters = self.len());
        Ok(CrowdStep::new(self, world, StepTerms::at_rest(seconds), jobs))
    }

    /// Begins a step in which instances move, cut into at most so many jobs: [`begin_step`](Self::begin_step) for
    /// [`step_in`](Self::step_in).
    pub fn begin_step_in<'a>(&'a mut self, step: &'a WorldStep, jobs: usize) -> CrowdStep<'a> {
        span!(DEBUG, "Crowd::begin_step", characters = self.len());
        CrowdStep::new(self, step.world(), step.terms(), jobs)
    }
}

impl<'a> CrowdStep<'a> {
    /// Opens a step of a crowd; input must have been checked. A step of 0 s has no jobs and changes nothing.
    pub(super) fn new(crowd: &'a mut Crowd, world: &'a World, terms: StepTerms<'a>, jobs: usize) -> Self {
        let mut begun = Self { crowd, world, terms, meets_others: false, is_open: terms.seconds > 0.0 };
        if begun.is_open {
            let Crowd { settings, profiles, ids, batch, .. } = &mut *begun.crowd;
            let profiles = profiles.list();
            if batch.begin(&Step::new(world, profiles, terms), settings.sort_every) {
                ids.renumber(&batch.columns.indices);
            }
            begun.meets_others = batch.open(profiles, terms.seconds, jobs);
        }
        begun
    }

    /// Returns the jobs (parts of the crowd's characters) of this step that have not run.
    pub fn jobs(&mut self) -> impl Iterator<Item = CrowdJob<'_>> {
        let Self { crowd, world, terms, meets_others, is_open } = self;
        let Crowd { profiles, batch, .. } = &mut **crowd;
        let step = Step::new(world, profiles.list(), *terms);
        is_open.then(|| batch.jobs(step, *meets_others)).into_iter().flatten().map(CrowdJob)
    }

    /// Ends the step: runs the jobs that have not run, on the current rayon pool (feature `rayon`), otherwise on this thread, and
    /// collects contacts and events.
    #[allow(clippy::must_use_candidate)] // The step is the effect; not every game reads the report.
    pub fn finish(mut self) -> StepReport {
        self.end()
    }

    /// Number of characters at rest, which the step does not move.
    #[cfg(feature = "inspect")]
    pub(crate) fn count_at_rest(&self) -> usize {
        self.crowd.count_at_rest()
    }

    fn end(&mut self) -> StepReport {
        if !core::mem::take(&mut self.is_open) {
            return StepReport::default();
        }
        let Crowd { profiles, ids, batch, .. } = &mut *self.crowd;
        let step = Step::new(self.world, profiles.list(), self.terms);
        let mut report = batch.finish(step, self.meets_others);
        batch.name_characters(&mut report, |index| ids.id(index));
        report
    }
}

impl Drop for CrowdStep<'_> {
    fn drop(&mut self) {
        // After a panic in a contact filter the rest of the step is left out: the filter would be asked again.
        #[cfg(feature = "std")]
        if std::thread::panicking() {
            return;
        }
        self.end();
    }
}
