//! The report of a step of many characters.

use crate::error::{Error, code_of, keep, s8_code};
use std::mem::MaybeUninit;
use sweep8::StepReport;

/// The counts of one step of many characters: how many of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct s8_report {
    /// Had a free way.
    pub free: u64,
    /// Slid along something.
    pub slid: u64,
    /// Were stopped.
    pub blocked: u64,
    /// Hit the bound on sweeps.
    pub out_of_iterations: u64,
    /// Overlap, and could not be pushed free.
    pub overlapping: u64,
    /// Were crushed by an instance.
    pub crushed: u64,
    /// Were refused: they have not moved.
    pub refused: u64,
    /// Stand: on a floor, or held between steep surfaces.
    pub standing: u64,
    /// Were pushed out of an overlap.
    pub depenetrated: u64,
    /// Surfaces that were touched.
    pub contacts: u64,
    /// Were overlapped by another one at the start of the step, of those that meet others.
    pub overlapping_others: u64,
    /// Had more others near than count for a move, 16.
    pub crowded: u64,
    /// Of those that were refused the lowest index, of an id or in the array; `UINT32_MAX` where none was.
    /// `s8_error_message` then says why, although the call is `S8_OK`, as all others have moved.
    pub first_refused: u32,
    /// Why it was refused; `S8_OK` where none was.
    pub first_refused_code: s8_code,
}

/// Writes a report where one is wanted, and keeps for the thread why the first was refused.
pub(crate) fn tell(report: StepReport, out: Option<&mut MaybeUninit<s8_report>>) {
    if let Some(error) = report.first_refused.error() {
        let _ = keep(&Error::Input(error));
    }
    if let Some(out) = out {
        out.write(report.into());
    }
}

impl From<StepReport> for s8_report {
    fn from(report: StepReport) -> Self {
        let StepReport {
            free,
            slid,
            blocked,
            out_of_iterations,
            overlapping,
            crushed,
            refused,
            standing,
            depenetrated,
            contacts,
            overlapping_others,
            crowded,
            first_refused,
            ..
        } = report;
        Self {
            free,
            slid,
            blocked,
            out_of_iterations,
            overlapping,
            crushed,
            refused,
            standing,
            depenetrated,
            contacts,
            overlapping_others,
            crowded,
            first_refused: first_refused.character().map_or(u32::MAX, |character| character.index() as u32),
            first_refused_code: first_refused.error().map_or(s8_code::S8_OK, code_of),
        }
    }
}
