//! The report of a step of many characters.

use crate::error::{Error, code_of, keep, s8_code};
use crate::types::s8_character_id;
use std::mem::MaybeUninit;
use sweep8::StepReport;

/// Counts of the characters in one step of a crowd or of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct s8_report {
    /// The number of characters with nothing in their way.
    pub free: u64,
    /// The number of characters that slid along something.
    pub slid: u64,
    /// The number of characters that were blocked.
    pub blocked: u64,
    /// The number of characters whose move needed more sweeps than allowed.
    pub out_of_iterations: u64,
    /// The number of characters that overlap something and could not be pushed free.
    pub overlapping: u64,
    /// The number of characters that a moving instance crushed.
    pub crushed: u64,
    /// The number of characters that were refused, and have not moved.
    pub refused: u64,
    /// The number of characters that stand: on a floor, or held between steep surfaces.
    pub standing: u64,
    /// The number of characters that were pushed out of an overlap.
    pub depenetrated: u64,
    /// The number of surfaces that were touched, by all characters together.
    pub contacts: u64,
    /// The number of characters that overlapped another one at the start of the step, if they respond to others.
    pub overlapping_others: u64,
    /// The number of characters with more than 16 others near; only 16 of them count in a move.
    pub crowded: u64,
    /// The refused character with the lowest index, in an array an id with its index there; without one the index is
    /// `UINT32_MAX`. `s8_error_message` then says why, although the call returns `S8_OK`, as all others have moved.
    pub first_refused: s8_character_id,
    /// The reason why `first_refused` was refused; `S8_OK` if no character was.
    pub first_refused_code: s8_code,
}

/// The id in a report that means that no character was refused.
const NOBODY: s8_character_id = s8_character_id { index: u32::MAX, generation: 0, tag: 0 };

/// Writes a step's report to `out` if C wants it, and keeps the error of the first refused character for this thread.
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
