//! The report of a step, and the part of it that one character adds.
//!
//! In: how each move ended. Out: counts. The contribution of a character is packed into 16 bits, so that the step that
//! repeats it for a character at rest reads two bytes. Counts are integers, so that the order of adding does not show.

use crate::base::input_error::InputError;
use crate::character::model::outcome::SlideOutcome;
use crate::character::model::slide_end::SlideEnd;
use crate::character::others::neighbourhood::Neighbourhood;
use crate::crowd::id::CharacterId;
use core::num::NonZeroU16;
use core::ops::Add;

/// The report of one step of many characters: counts, and the first character whose move was refused.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{CharacterProfile, Crowd, CrowdSettings, Mesh, World};
///
/// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
/// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
/// let mut crowd = Crowd::new(CrowdSettings::default())?;
/// for height in [0.0, 5.0] {
///     crowd.spawn_standing(&CharacterProfile::default(), Vec3::Y * height)?;
/// }
/// let report = crowd.step(&world, 1.0 / 60.0)?;
/// assert_eq!((report.standing, report.contacts, report.refused), (1, 1, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct StepReport {
    /// Number of characters whose desired displacement in the step nothing stopped or deflected.
    pub free: u64,
    /// Number of characters that contacts deflected and that followed the touched surfaces to the end of their displacement.
    pub slid: u64,
    /// Number of characters whose desired displacement was stopped by surfaces before its end.
    pub blocked: u64,
    /// Number of characters whose move reached the maximum number of sweeps.
    pub out_of_iterations: u64,
    /// Number of characters that overlapped the world at their start and could not be pushed free.
    pub overlapping: u64,
    /// Number of characters that moving instances crushed.
    pub crushed: u64,
    /// Number of characters whose move was refused with an error: they have not moved.
    pub refused: u64,
    /// Number of characters that stand: on a floor, or held between steep surfaces.
    pub standing: u64,
    /// Number of characters that were pushed out of an overlap with the world.
    pub depenetrated: u64,
    /// Number of touched surfaces in the step, summed over all characters.
    pub contacts: u64,
    /// Number of characters that [meet](crate::EachOther) others and overlapped one at the start of the step.
    pub overlapping_others: u64,
    /// Characters that had more others near than count for a move, 16, or that others do not see, as 128 are before them in their
    /// cell: promises on others do not hold for them.
    pub crowded: u64,
    /// Id of the character with the lowest index whose move was refused, and the error.
    pub first_refused: Refused,
}

impl Add for StepReport {
    type Output = Self;

    /// Adds the counts of two reports, and keeps the refused character with the lower index.
    #[inline]
    fn add(self, other: Self) -> Self {
        Self {
            free: self.free + other.free,
            slid: self.slid + other.slid,
            blocked: self.blocked + other.blocked,
            out_of_iterations: self.out_of_iterations + other.out_of_iterations,
            overlapping: self.overlapping + other.overlapping,
            crushed: self.crushed + other.crushed,
            refused: self.refused + other.refused,
            standing: self.standing + other.standing,
            depenetrated: self.depenetrated + other.depenetrated,
            contacts: self.contacts + other.contacts,
            overlapping_others: self.overlapping_others + other.overlapping_others,
            crowded: self.crowded + other.crowded,
            first_refused: self.first_refused + other.first_refused,
        }
    }
}

/// The character whose move was refused, and the error; of several the one with the lowest index.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{CharacterProfile, CharacterState, Field, Mesh, MoveInput, MoveMemory, World};
///
/// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
/// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
/// let profiles = [CharacterProfile::default()];
/// let mut states = [0.0, 1.0].map(|x| CharacterState::standing(Vec3::X * x, &profiles[0], Vec3::Y));
/// let mut inputs = [MoveInput::EARTH; 2];
/// inputs[1].desired_velocity.x = f32::NAN;
/// let report = world.move_characters(&profiles, &mut states, &inputs, 1.0 / 60.0, &mut MoveMemory::new())?;
/// assert_eq!((report.refused, report.first_refused.character().map(|id| id.index())), (1, Some(1)));
/// assert_eq!(report.first_refused.error().map(|error| error.field()), Some(Field::DesiredVelocity));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Refused(Option<(CharacterId, InputError)>);

impl Refused {
    pub(crate) fn new(index: u32, error: InputError) -> Self {
        Self(Some((CharacterId::of_place(index), error)))
    }

    /// Id of the refused character; in a step of slices its [index](CharacterId::index) is that in the slice. `None` if none was.
    #[must_use]
    pub fn character(&self) -> Option<CharacterId> {
        self.0.map(|(character, _)| character)
    }

    /// Replaces the slice index in the character's id by the id of a crowd.
    pub(crate) fn name(&mut self, id: impl Fn(u32) -> CharacterId) {
        if let Some((character, _)) = &mut self.0 {
            *character = id(character.index() as u32);
        }
    }

    /// Error of the move of the first refused character; `None` if no move was refused.
    #[must_use]
    pub fn error(&self) -> Option<InputError> {
        self.0.map(|(_, error)| error)
    }
}

impl Add for Refused {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        let is_first = |one: Self, other: Self| one.0.is_some_and(|one| other.0.is_none_or(|other| one.0 <= other.0));
        if is_first(self, other) { self } else { other }
    }
}

/// The part of a report that one character adds: bit 0 is set, so that `None` takes no room; three bits of status;
/// whether it stands; whether it was pushed out of an overlap; surfaces touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Contribution(NonZeroU16);

const STATUS_SHIFT: u32 = 1;
const STATUS_MASK: u16 = 7;
const STANDING_SHIFT: u32 = 4;
const DEPENETRATED_SHIFT: u32 = 5;
const CONTACTS_SHIFT: u32 = 6;

const _: () = assert!(SlideOutcome::MAX_CONTACTS < 1 << (u16::BITS - CONTACTS_SHIFT));
const _: () = assert!(size_of::<Option<Contribution>>() == 2);

impl Contribution {
    /// Report contribution of a character that must not be moved; its refusal itself is counted by `StepReport::refuse`.
    pub(crate) const REFUSED: Self = Self(NonZeroU16::new(STATUS_MASK << STATUS_SHIFT | 1).unwrap());

    /// Contribution to the report of a step by a move that touched `contacts` surfaces and ended as `end`.
    #[inline(always)]
    pub(crate) fn of(end: &SlideEnd, contacts: u16) -> Self {
        let bits = (end.status as u16) << STATUS_SHIFT
            | u16::from(end.ground.is_grounded()) << STANDING_SHIFT
            | u16::from(end.depenetrated_by > 0.0) << DEPENETRATED_SHIFT
            | contacts << CONTACTS_SHIFT;
        Self(NonZeroU16::MIN | bits)
    }
}

/// Maximum number of characters' contributions to a report that are summed at a time: their touched surfaces are summed in 16 bits.
pub(crate) const MAX_COUNTED: usize = 64;

const _: () = assert!(MAX_COUNTED * (u16::MAX >> CONTACTS_SHIFT) as usize <= u16::MAX as usize);

impl StepReport {
    /// Counts the characters that contributed something. Sums of 16 bits and no branch, so that the compiler takes eight
    /// characters at a time.
    #[inline(always)]
    pub(crate) fn of(contributions: &[Option<Contribution>]) -> Self {
        debug_assert!(contributions.len() <= MAX_COUNTED, "{} at a time", contributions.len());
        let (mut by_status, mut standing, mut depenetrated, mut contacts) = ([0_u16; 6], 0_u16, 0_u16, 0_u16);
        for contribution in contributions {
            let bits = contribution.map_or(0, |Contribution(bits)| bits.get());
            for (status, count) in by_status.iter_mut().enumerate() {
                *count += u16::from(bits & (STATUS_MASK << STATUS_SHIFT | 1) == (status as u16) << STATUS_SHIFT | 1);
            }
            standing += bits >> STANDING_SHIFT & 1;
            depenetrated += bits >> DEPENETRATED_SHIFT & 1;
            contacts += bits >> CONTACTS_SHIFT;
        }
        let [free, slid, blocked, out_of_iterations, overlapping, crushed] = by_status.map(u64::from);
        Self {
            free,
            slid,
            blocked,
            out_of_iterations,
            overlapping,
            crushed,
            standing: standing.into(),
            depenetrated: depenetrated.into(),
            contacts: contacts.into(),
            ..Self::default()
        }
    }

    /// Counts a character in the report if it overlaps others of its neighbourhood, or if these are too many to be kept.
    #[inline(always)]
    pub(crate) fn meets(&mut self, others: &Neighbourhood) {
        self.overlapping_others += u64::from(others.overlaps > 0);
        self.crowded += u64::from(others.is_crowded || !others.is_seen);
    }

    /// Counts in the report a character whose move was refused.
    #[cold]
    #[inline(never)]
    pub(crate) fn refuse(&mut self, index: u32, error: InputError) {
        self.refused += 1;
        self.first_refused = self.first_refused + Refused::new(index, error);
    }
}
