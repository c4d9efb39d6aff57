//! The report of a step of many characters.

use crate::error::{Error, code_of, keep, s8_code};
use crate::types::s8_character_id;
use std::mem::MaybeUninit;
use sweep8::StepReport;

/// Counts of the characters in one step of a crowd or of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct s8_report {
    /// Characters with nothing in their way.
    pub free: u64,
    /// Characters that slid along something.
    pub slid: u64,
    /// Characters that were blocked.
    pub blocked: u64,
    /// Characters whose move needed more sweeps than allowed.
    pub out_of_iterations: u64,
    /// Characters that overlap something and could not be pushed free.
    pub overlapping: u64,
    /// Characters that a moving instance crushed.
    pub crushed: u64,
    /// Characters that were refused, and have not moved.
    pub refused: u64,
    /// Characters that stand: on a floor, or held between steep surfaces.
    pub standing: u64,
    /// Characters that were pushed out of an overlap.
    pub depenetrated: u64,
    /// Surfaces that were touched, by all characters together.
    pub contacts: u64,
    /// Characters that another one overlapped at the start of the step, among those that respond to others.
    pub overlapping_others: u64,
    /// Characters with more than 16 others near; only 16 of them count in a move.
    pub crowded: u64,
    /// The refused character with the lowest index, in an array an id with its index there; without one the index is
    /// `UINT32_MAX`. `s8_error_message` then says why, although the call returns `S8_OK`, as all others have moved.
    pub first_refused: s8_character_id,
    /// Why that character was refused; `S8_OK` without one.
    pub first_refused_code: s8_code,
}

/// No character.
const NOBODY: s8_character_id = s8_character_id { index: u32::MAX, generation: 0, tag: 0 };

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
            first_refused: first_refused.character().map_or(NOBODY, Into::into),
            first_refused_code: first_refused.error().map_or(s8_code::S8_OK, code_of),
        }
    }
}
