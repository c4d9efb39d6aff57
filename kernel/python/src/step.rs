//! Steps of crowds, without the interpreter's lock.
//!
//! In: crowds, the world of each, a time step. Out: new states in the arrays, and counts. All inputs are checked before anybody moves.
//! A world in which instances have targets is stepped with all its crowds at once, so that each is carried and pushed in that time.

use crate::arrays::Whole;
use crate::crowd::{Crowd, Fault, Inner, Taken, taken};
use crate::errors::refused;
use crate::report::StepReport;
use crate::threads::on_threads;
use crate::world::World;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rayon::prelude::*;
use std::sync::Arc;
use sweep8::InputError;

/// Largest number of steps of one call, which nothing interrupts.
const MOST_STEPS: i128 = 1_000_000_000;

/// The crowds that step in one world.
struct Party {
    of: Py<World>,
    world: Option<Arc<sweep8::World>>,
    /// Whether instances move in the first of the steps, for which the world was taken.
    moves: bool,
    crowds: Vec<(usize, Taken)>,
}

impl Drop for Party {
    fn drop(&mut self) {
        if let Some(world) = self.world.take().filter(|_| self.moves) {
            self.of.get().give_back(world);
        }
    }
}

impl Party {
    /// Steps all crowds; returns the report of the last step of each.
    fn step(&mut self, seconds: f32, steps: usize) -> Result<Vec<(usize, sweep8::StepReport)>, InputError> {
        let Self { world, moves, crowds, .. } = self;
        let mut reports: Vec<(usize, sweep8::StepReport)> =
            crowds.iter().map(|&(place, _)| (place, sweep8::StepReport::default())).collect();
        let mut first = 0;
        if *moves && let Some(world) = world.as_mut().and_then(Arc::get_mut) {
            let step = world.begin_step(seconds)?;
            let each = crowds.par_iter_mut().zip(&mut reports);
            each.for_each(|((_, crowd), (_, report))| *report = crowd.crowd.step_in(&step));
            first = 1;
        }
        let Some(world) = world.as_deref() else { return Ok(reports) };
        let each = crowds.par_iter_mut().zip(&mut reports);
        each.try_for_each(|((_, crowd), (_, report))| {
            for _ in first..steps {
                *report = crowd.crowd.step(world, seconds)?;
            }
            Ok::<(), InputError>(())
        })?;
        Ok(reports)
    }
}

/// Steps crowds in their worlds; the same as one after the other.
fn step_pairs<'py>(
    py: Python<'py>,
    pairs: &[(Bound<'py, Crowd>, Bound<'py, World>)],
    seconds: f32,
    steps: Whole,
    threads: Option<Whole>,
) -> PyResult<Vec<StepReport>> {
    let steps: usize = steps.within("steps", 1, MOST_STEPS)?;
    if !(seconds.is_finite() && seconds >= 0.0) {
        // The kernel's own text, from a crowd of none.
        sweep8::Crowd::default().step(&sweep8::World::new(), seconds).map_err(refused)?;
    }
    let mut parties: Vec<Party> = Vec::new();
    for (place, (crowd, world)) in pairs.iter().enumerate() {
        let crowd = taken(crowd)?;
        if let Some(party) = parties.iter_mut().find(|party| party.of.is(world)) {
            party.crowds.push((place, crowd));
            continue;
        }
        let moves = world.get().has_targets();
        let shared = if moves { world.get().take()? } else { world.get().shared()? };
        parties.push(Party { of: world.clone().unbind(), world: Some(shared), moves, crowds: vec![(place, crowd)] });
    }
    let work = || -> Result<Vec<(usize, sweep8::StepReport)>, Fault> {
        let crowds = parties.par_iter_mut().flat_map(|party| party.crowds.par_iter_mut());
        crowds.try_for_each(|(_, taken)| {
            let (inner, states, inputs) = taken.parts();
            inner.take_states(states)?;
            inner.take_inputs(inputs)
        })?;
        let stepped: Result<Vec<_>, InputError> =
            parties.par_iter_mut().map(|party| party.step(seconds, steps)).collect();
        let stepped = stepped?;
        let crowds = parties.par_iter_mut().flat_map(|party| party.crowds.par_iter_mut());
        crowds.for_each(|(_, taken)| {
            let (inner, states, inputs) = taken.parts();
            inner.write_states(states);
            Inner::end_impulses(inputs);
        });
        Ok(stepped.into_iter().flatten().collect())
    };
    let stepped = on_threads(py, threads, work)??;
    let mut reports: Vec<StepReport> = (0..pairs.len()).map(|_| StepReport::default()).collect();
    for (place, report) in stepped {
        let first = report.first_refused.character().map(sweep8::CharacterId::index);
        let row = first.and_then(|index| {
            let of_place = parties.iter().flat_map(|party| &party.crowds).find(|(of, _)| *of == place)?;
            of_place.1.rows.get(index).map(|&row| row as usize)
        });
        reports[place] = StepReport::new(&report, row);
    }
    Ok(reports)
}

#[pymethods]
impl Crowd {
    /// Moves all characters by `dt` seconds, `steps` times, and returns the counts of the last step.
    ///
    /// Instances that have a target move in the first step. Runs without the interpreter's lock on all cores, or on so many
    /// `threads`; the bits are the same. Raises `ValueError` if `dt`, a state or an input is out of its range (nobody has moved), and
    /// `RuntimeError` if another thread uses the crowd, or the world where instances have targets.
    #[pyo3(signature = (world, dt, steps = Whole::new(1), *, threads = None))]
    fn step<'py>(
        slf: &Bound<'py, Self>,
        world: &Bound<'py, World>,
        dt: f32,
        steps: Whole,
        threads: Option<Whole>,
    ) -> PyResult<StepReport> {
        let pairs = [(slf.clone(), world.clone())];
        Ok(step_pairs(slf.py(), &pairs, dt, steps, threads)?.pop().unwrap_or_default())
    }
}

/// Steps each of `crowds` in the one of `worlds` at its place, all in one call; otherwise as `Crowd.step`. Returns a report for each.
#[pyfunction]
#[pyo3(signature = (crowds, worlds, dt, steps = Whole::new(1), *, threads = None))]
pub(crate) fn step_all<'py>(
    py: Python<'py>,
    crowds: Vec<Bound<'py, Crowd>>,
    worlds: Vec<Bound<'py, World>>,
    dt: f32,
    steps: Whole,
    threads: Option<Whole>,
) -> PyResult<Vec<StepReport>> {
    if crowds.len() != worlds.len() {
        let text = format!("`worlds` has {} elements, must have {}", worlds.len(), crowds.len());
        return Err(PyValueError::new_err(text));
    }
    let pairs: Vec<_> = crowds.into_iter().zip(worlds).collect();
    step_pairs(py, &pairs, dt, steps, threads)
}
