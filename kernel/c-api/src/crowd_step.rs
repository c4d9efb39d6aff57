//! A step of a crowd that is cut into jobs, which an engine's own threads run.

use crate::crowd::s8_crowd;
use crate::error::{Error, guard, s8_code};
use crate::open_crowd_step::{Counted, OpenCrowdStep, OpenCrowds};
use crate::open_step::s8_step;
use crate::pointer::given;
use crate::report::{s8_report, tell};
use crate::world::s8_world;
use std::mem::MaybeUninit;
use std::ptr::NonNull;
use sweep8::{Crowd, CrowdStep, InputError};

/// Opens a step of a crowd with the function `begin`, and writes the number of its jobs to `jobs`.
fn begin(
    crowd: Option<&mut s8_crowd>,
    jobs: Option<&mut MaybeUninit<usize>>,
    open: &OpenCrowds,
    begin: impl FnOnce(&'static mut Crowd) -> Result<CrowdStep<'static>, InputError>,
) -> Result<(), Error> {
    let (crowd, jobs) = (given(crowd, "crowd")?, given(jobs, "jobs")?);
    let mut memory = NonNull::from(crowd.get_mut()?);
    // SAFETY: the crowd lies in a box that lives until the step has ended (`s8_crowd::drop`), and while it is open the crowd is
    // reached through that alone (`s8_crowd::get`, `get_mut`).
    let step = begin(unsafe { memory.as_mut() })?;
    let step = OpenCrowdStep::new(step, Counted::new(open));
    jobs.write(step.job_count());
    crowd.step = Some(step);
    Ok(())
}

/// Begins a step of a crowd in a world in which nothing moves, cut into at most `most_jobs` jobs; `jobs` receives how
/// many there are. Then run each job once by `s8_crowd_run_job`, on any threads at the same time, and end the step by
/// `s8_crowd_finish_step`. The bits are those of `s8_crowd_step`. Until then all other calls with the crowd are refused,
/// and the world can be queried, but not changed or freed. A job has at least 64 characters, but for the last: two to
/// four jobs a thread share the work well. With the feature `rayon` this call sorts large crowds on its pool.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_crowd_begin_step(
    crowd: Option<&mut s8_crowd>,
    world: *const s8_world,
    seconds: f32,
    most_jobs: usize,
    jobs: Option<&mut MaybeUninit<usize>>,
) -> s8_code {
    guard(|| {
        // SAFETY: NULL, or a world that the caller keeps, and that nothing changes (`OpenCrowds`), until the step has ended.
        let world: &'static s8_world = given(unsafe { world.as_ref() }, "world")?;
        let at_rest = world.at_rest()?;
        begin(crowd, jobs, world.open_crowds(), |crowd| crowd.begin_step(at_rest, seconds, most_jobs))
    })
}

/// Begins a step of a crowd that takes the time of a step of a world; moving instances carry and push the characters.
/// Otherwise as `s8_crowd_begin_step`. The step of the world can end only after this one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn s8_crowd_begin_step_in(
    crowd: Option<&mut s8_crowd>,
    step: *const s8_step,
    most_jobs: usize,
    jobs: Option<&mut MaybeUninit<usize>>,
) -> s8_code {
    guard(|| {
        // SAFETY: NULL, or a step of a world that the caller keeps, which does not end (`OpenCrowds`) before this one.
        let step: &'static s8_step = given(unsafe { step.as_ref() }, "step")?;
        let open = step.get()?;
        begin(crowd, jobs, &step.open_crowds, |crowd| Ok(crowd.begin_step_in(open, most_jobs)))
    })
}

/// Moves the characters of a job of the open step of a crowd: `job` is less than the number of jobs, and each runs once.
/// Any number of threads may run jobs at the same time, each another one.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_run_job(crowd: Option<&s8_crowd>, job: usize) -> s8_code {
    guard(|| given(crowd, "crowd")?.step.as_ref().ok_or(Error::NoCrowdStep)?.run(job))
}

/// Ends the step of a crowd: runs the jobs that have not run, and collects contacts and events. All calls of
/// `s8_crowd_run_job` have returned before. `report` may be NULL.
#[unsafe(no_mangle)]
pub extern "C" fn s8_crowd_finish_step(
    crowd: Option<&mut s8_crowd>,
    report: Option<&mut MaybeUninit<s8_report>>,
) -> s8_code {
    guard(|| {
        let mut step = given(crowd, "crowd")?.step.take().ok_or(Error::NoCrowdStep)?;
        tell(step.end(), report);
        Ok(())
    })
}
