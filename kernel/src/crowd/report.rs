//! What a step reports, and what one character adds to it.
//!
//! In: how each slide ended. Out: counts. The contribution of a character is packed into 16 bits, so that the step that
//! repeats it for a character at rest reads two bytes. Counts are integers, so that the order of adding does not show.

use crate::base::input_error::InputError;
use crate::character::outcome::MAX_CONTACTS;
use crate::character::slide_end::SlideEnd;
use crate::character::status::SlideStatus;
use std::iter::Sum;
use std::num::NonZeroU16;
use std::ops::Add;

/// What one step did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CrowdReport {
    /// Characters whose way was free.
    pub free: u64,
    /// Characters that slid along something.
    pub slid: u64,
    /// Characters that were stopped.
    pub blocked: u64,
    /// Characters whose move hit the bound on sweeps.
    pub out_of_iterations: u64,
    /// Characters that overlap and could not be pushed free.
    pub overlapping: u64,
    /// Characters whose move was refused: they have not moved.
    pub refused: u64,
    /// Characters that stand: on a floor, or held between steep surfaces.
    pub standing: u64,
    /// Characters that were pushed out of an overlap.
    pub depenetrated: u64,
    /// Surfaces touched.
    pub contacts: u64,
    /// Why nobody was moved, if the whole step was refused.
    pub error: Option<InputError>,
}

/// What one character adds to the report of a step: bit 0 is set, so that `None` takes no room; three bits of
/// [status number](status_number); whether it stands; whether it was pushed out of an overlap; surfaces touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Contribution(NonZeroU16);

const STATUS_SHIFT: u32 = 1;
const STATUS_MASK: u16 = 7;
const STANDING_SHIFT: u32 = 4;
const DEPENETRATED_SHIFT: u32 = 5;
const CONTACTS_SHIFT: u32 = 6;

const _: () = assert!(MAX_CONTACTS < 1 << (u16::BITS - CONTACTS_SHIFT));
const _: () = assert!(size_of::<Option<Contribution>>() == 2);

impl Contribution {
    /// That of a slide that touched as many surfaces as `contacts` says.
    pub(super) fn of(end: &SlideEnd, contacts: u16) -> Self {
        let bits = status_number(end.status) << STATUS_SHIFT
            | u16::from(end.ground.is_grounded()) << STANDING_SHIFT
            | u16::from(end.depenetrated_by > 0.0) << DEPENETRATED_SHIFT
            | contacts << CONTACTS_SHIFT;
        Self(NonZeroU16::MIN | bits)
    }
}

/// The number of a status in a contribution.
fn status_number(status: SlideStatus) -> u16 {
    match status {
        SlideStatus::Free => 0,
        SlideStatus::Slid => 1,
        SlideStatus::Blocked => 2,
        SlideStatus::OutOfIterations => 3,
        SlideStatus::Overlapping => 4,
        SlideStatus::Refused(_) => 5,
    }
}

impl CrowdReport {
    /// Counts a character that was moved.
    #[inline(always)]
    pub(super) fn note(&mut self, end: &SlideEnd, contacts: u16) {
        match end.status {
            SlideStatus::Free => self.free += 1,
            SlideStatus::Slid => self.slid += 1,
            SlideStatus::Blocked => self.blocked += 1,
            SlideStatus::OutOfIterations => self.out_of_iterations += 1,
            SlideStatus::Overlapping => self.overlapping += 1,
            SlideStatus::Refused(_) => self.refused += 1,
        }
        self.standing += u64::from(end.ground.is_grounded());
        self.depenetrated += u64::from(end.depenetrated_by > 0.0);
        self.contacts += u64::from(contacts);
    }

    /// Counts a character at rest, as [`note`](Self::note) counted it when it was moved.
    #[inline(always)]
    pub(super) fn count(&mut self, Contribution(bits): Contribution) {
        let bits = bits.get();
        match bits >> STATUS_SHIFT & STATUS_MASK {
            0 => self.free += 1,
            1 => self.slid += 1,
            2 => self.blocked += 1,
            3 => self.out_of_iterations += 1,
            4 => self.overlapping += 1,
            _ => self.refused += 1,
        }
        self.standing += u64::from(bits >> STANDING_SHIFT & 1);
        self.depenetrated += u64::from(bits >> DEPENETRATED_SHIFT & 1);
        self.contacts += u64::from(bits >> CONTACTS_SHIFT);
    }
}

impl Add for CrowdReport {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self {
            free: self.free + other.free,
            slid: self.slid + other.slid,
            blocked: self.blocked + other.blocked,
            out_of_iterations: self.out_of_iterations + other.out_of_iterations,
            overlapping: self.overlapping + other.overlapping,
            refused: self.refused + other.refused,
            standing: self.standing + other.standing,
            depenetrated: self.depenetrated + other.depenetrated,
            contacts: self.contacts + other.contacts,
            error: self.error.or(other.error),
        }
    }
}

impl Sum for CrowdReport {
    fn sum<I: Iterator<Item = Self>>(reports: I) -> Self {
        reports.fold(Self::default(), Self::add)
    }
}
