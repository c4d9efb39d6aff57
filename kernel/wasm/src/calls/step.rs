//! Steps: of one crowd, or of several in one world.
//!
//! In: a world, crowds, a time step. Out: new states in the columns, and counts. All inputs are checked before anybody moves.

use crate::border::exports;
use crate::fault::Fault;
use sweep8::StepReport;

exports! {
    /// Moves all characters of `count` different crowds, whose numbers are the arguments. Answers with 13 numbers for each: the counts
    /// of its report, and the index of the first character that was refused, or -1. Returns the number of bytes of the text of
    /// the first refusal, which comes behind them.
    fn crowds_step(world: u32, count: u32, seconds: f64) |state| {
        let numbers: Vec<u32> = state.input.take::<u32>(count as usize)?.to_vec();
        let world = state.tables.worlds.get_mut(world)?;
        for (place, &number) in numbers.iter().enumerate() {
            if numbers[..place].contains(&number) {
                return Err(Fault::SameCrowd);
            }
            state.tables.crowds.get_mut(number)?.take_inputs()?;
        }
        let seconds = seconds as f32;
        let mut reports = Vec::with_capacity(numbers.len());
        if world.has_targets {
            let step = world.world.begin_step(seconds)?;
            world.has_targets = false;
            for &number in &numbers {
                reports.push(state.tables.crowds.get_mut(number)?.crowd.step_in(&step));
            }
        } else {
            for &number in &numbers {
                reports.push(state.tables.crowds.get_mut(number)?.crowd.step(&world.world, seconds)?);
            }
        }
        state.output.clear();
        let mut text = String::new();
        for (&number, report) in numbers.iter().zip(&reports) {
            state.tables.crowds.get_mut(number)?.end_step();
            let first = report.first_refused.character().map_or(-1.0, |id| id.index() as f64);
            state.output.put(&counts(report).map(|count| count as f64));
            state.output.put(&[first]);
            if let Some(error) = report.first_refused.error().filter(|_| text.is_empty()) {
                text = error.to_string();
            }
        }
        state.output.put(text.as_bytes());
        Ok(text.len() as f64)
    }
}

/// The counts of a report, in the order of `ts/step.ts`.
fn counts(report: &StepReport) -> [u64; 12] {
    [
        report.free,
        report.slid,
        report.blocked,
        report.out_of_iterations,
        report.overlapping,
        report.crushed,
        report.refused,
        report.standing,
        report.depenetrated,
        report.contacts,
        report.overlapping_others,
        report.crowded,
    ]
}
