//! A crowd as bytes, and back: save, and restore in the same process or another.
//!
//! In: a crowd. Out: bytes; and from such bytes the crowd, which goes on with the same bits and knows the same ids.
//!
//! Numbers are in the byte order of the machine, which the first one tells, and no padding lies between them: a [`Header`],
//! the profiles, entries of ids, indices, states, inputs, previous positions, who is watched, and a checksum of all before
//! it. What is only remembered to be fast is not saved.

use crate::base::input_error::InputError;
use crate::character::move_input::MoveInput;
use crate::character::profile::{CharacterProfile, ProfileBits};
use crate::character::state::CharacterState;
use crate::crowd::hash::fold;
use crate::crowd::id::{Entry, Ids};
use crate::crowd::population::Crowd;
use crate::crowd::settings::CrowdSettings;
use crate::frame::position::Position;
use bytemuck::{AnyBitPattern, NoUninit, Pod, Zeroable};
use glam::Vec3;
use thiserror::Error;

/// The first number of every save; on a machine of the other byte order it reads otherwise.
const MAGIC: u64 = u64::from_le_bytes(*b"sweep8cr");

/// Of the layout described above.
const VERSION: u32 = 2;

/// What every save begins with.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Header {
    magic: u64,
    version: u32,
    state_layout: u32,
    steps: u64,
    gravity: Vec3,
    sort_every: u32,
    profiles: u32,
    entries: u32,
    characters: u32,
    first_free: u32,
    tag: u32,
    reserved: u32,
}

const CHECKSUM: usize = size_of::<u64>();

/// Why bytes are no crowd. The crowd that they were to be is left as it was.
///
/// ```
/// use sweep8::{Crowd, RestoreError};
///
/// let (crowd, mut bytes) = (Crowd::default(), Vec::new());
/// crowd.save_into(&mut bytes);
/// let cut_short = Crowd::default().restore(&bytes[..bytes.len() - 1]);
/// assert!(matches!(cut_short, Err(RestoreError::Length { .. })));
/// assert_eq!(Crowd::default().restore(b"something else"), Err(RestoreError::NotACrowd));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RestoreError {
    /// The bytes do not begin as a saved crowd does.
    #[error("these bytes are not a saved crowd of this byte order")]
    NotACrowd,
    /// They are of a version that this one cannot read.
    #[error("the save is of version {found}, must be {expected}: save again with this version")]
    Version {
        /// The version of the bytes.
        found: u32,
        /// The version that is read here.
        expected: u32,
    },
    /// They are too few or too many.
    #[error("the save has {given} bytes, must have {expected}: it was cut short, or something was added")]
    Length {
        /// How many there are.
        given: u64,
        /// How many the header asks for.
        expected: u64,
    },
    /// They were changed after saving.
    #[error("the checksum does not fit: bytes of the save were changed")]
    Checksum,
    /// A number is out of its range.
    #[error("the save holds something out of its range: {0}")]
    Input(#[from] InputError),
    /// Ids and characters do not fit together.
    #[error("ids and characters of the save do not fit together")]
    Ids,
}

/// What the bytes after the header are.
struct Sections<'a> {
    header: Header,
    profiles: Section<'a, ProfileBits>,
    entries: Section<'a, Entry>,
    indices: Section<'a, u32>,
    states: Section<'a, CharacterState>,
    inputs: Section<'a, MoveInput>,
    previous: Section<'a, Position>,
    watched: Section<'a, u32>,
}

/// Elements that lie at any address.
#[derive(Clone, Copy)]
struct Section<'a, T> {
    bytes: &'a [u8],
    kind: std::marker::PhantomData<T>,
}

impl<'a, T: AnyBitPattern> Section<'a, T> {
    fn iter(self) -> impl Iterator<Item = T> + 'a {
        self.bytes.chunks_exact(size_of::<T>()).map(bytemuck::pod_read_unaligned)
    }

    fn get(self, index: u32) -> T {
        let at = index as usize * size_of::<T>();
        bytemuck::pod_read_unaligned(&self.bytes[at..at + size_of::<T>()])
    }
}

/// Takes so many elements off the front of `rest`.
fn take<'a, T>(rest: &mut &'a [u8], count: u32) -> Section<'a, T> {
    let (bytes, after) = rest.split_at(count as usize * size_of::<T>());
    *rest = after;
    Section { bytes, kind: std::marker::PhantomData }
}

impl Header {
    /// How many bytes a save with this header has.
    fn size(&self) -> u64 {
        let of = |count: u32, size: usize| u64::from(count) * size as u64;
        let character = size_of::<u32>()
            + size_of::<CharacterState>()
            + size_of::<MoveInput>()
            + size_of::<Position>()
            + size_of::<u32>();
        (size_of::<Self>() + CHECKSUM) as u64
            + of(self.profiles, size_of::<ProfileBits>())
            + of(self.entries, size_of::<Entry>())
            + of(self.characters, character)
    }
}

impl<'a> Sections<'a> {
    fn read(bytes: &'a [u8]) -> Result<Self, RestoreError> {
        let given = bytes.len() as u64;
        let least = size_of::<Header>() + CHECKSUM;
        if !bytes.starts_with(&MAGIC.to_ne_bytes()) {
            return Err(RestoreError::NotACrowd);
        }
        if bytes.len() < least {
            return Err(RestoreError::Length { given, expected: least as u64 });
        }
        let header: Header = bytemuck::pod_read_unaligned(&bytes[..size_of::<Header>()]);
        for (found, expected) in [(header.version, VERSION), (header.state_layout, CharacterState::LAYOUT)] {
            if found != expected {
                return Err(RestoreError::Version { found, expected });
            }
        }
        if given != header.size() {
            return Err(RestoreError::Length { given, expected: header.size() });
        }
        let (body, sum) = bytes.split_at(bytes.len() - CHECKSUM);
        if checksum(body).to_le_bytes() != *sum {
            return Err(RestoreError::Checksum);
        }
        let rest = &mut &body[size_of::<Header>()..];
        Ok(Self {
            header,
            profiles: take(rest, header.profiles),
            entries: take(rest, header.entries),
            indices: take(rest, header.characters),
            states: take(rest, header.characters),
            inputs: take(rest, header.characters),
            previous: take(rest, header.characters),
            watched: take(rest, header.characters),
        })
    }

    fn settings(&self) -> CrowdSettings {
        CrowdSettings { gravity: self.header.gravity, sort_every: self.header.sort_every }
    }

    /// Accepts what a crowd could have saved. `indices` are those of the save.
    fn check(&self, indices: &[u32]) -> Result<(), RestoreError> {
        let Header { first_free, tag, reserved, .. } = self.header;
        self.settings().check()?;
        self.profiles.iter().try_for_each(|bits| CharacterProfile::of_bits(bits).map(drop))?;
        let entry = |index| self.entries.get(index);
        let is_tag = u16::try_from(tag).is_ok();
        if !is_tag || reserved != 0 || !Ids::are_consistent(first_free, entry, self.header.entries, indices) {
            return Err(RestoreError::Ids);
        }
        for (state, &index) in self.states.iter().zip(indices) {
            state.check(self.header.profiles as usize)?;
            if state.key != index {
                return Err(RestoreError::Ids);
            }
        }
        self.inputs.iter().try_for_each(|input| input.check())?;
        self.previous.iter().try_for_each(Position::check)?;
        if self.watched.iter().any(|watched| watched > 1) {
            return Err(RestoreError::Ids);
        }
        Ok(())
    }
}

impl Crowd {
    /// Replaces what is in `bytes` by all of the crowd but what is only remembered to be fast. Allocates nothing where
    /// `bytes` has room.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{CharacterProfile, Crowd, CrowdSettings};
    ///
    /// let mut crowd = Crowd::new(CrowdSettings::default())?;
    /// let person = crowd.spawn(&CharacterProfile::default(), Vec3::new(0.0, 0.91, 0.0))?;
    /// let mut bytes = Vec::new();
    /// crowd.save_into(&mut bytes);
    ///
    /// let mut other = Crowd::default();
    /// other.restore(&bytes)?;
    /// assert_eq!(other.state_hash(), crowd.state_hash());
    /// assert_eq!(other.position(person)?, crowd.position(person)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save_into(&self, bytes: &mut Vec<u8>) {
        let columns = &self.batch.columns;
        let header = Header {
            magic: MAGIC,
            version: VERSION,
            state_layout: CharacterState::LAYOUT,
            steps: self.batch.steps,
            gravity: self.settings.gravity,
            sort_every: self.settings.sort_every,
            profiles: self.profiles.len() as u32,
            entries: self.ids.entries.len() as u32,
            characters: columns.len() as u32,
            first_free: self.ids.first_free,
            tag: u32::from(self.ids.tag),
            reserved: 0,
        };
        bytes.clear();
        bytes.reserve(header.size() as usize);
        bytes.extend_from_slice(bytemuck::bytes_of(&header));
        for profile in &self.profiles {
            put(bytes, &[profile.bits()]);
        }
        put(bytes, &self.ids.entries);
        put(bytes, &columns.indices);
        put(bytes, &columns.states);
        put(bytes, &columns.inputs);
        put(bytes, &columns.previous);
        for &watched in &columns.watched {
            put(bytes, &[u32::from(watched)]);
        }
        let sum = checksum(bytes);
        put(bytes, &[sum]);
    }

    /// Becomes the crowd that was [saved](Crowd::save_into): the same ids name the same characters, and it goes on with the
    /// same bits. Allocates nothing where a crowd of this size has been here before.
    ///
    /// # Errors
    /// [`RestoreError`] says what is wrong with the bytes; the crowd is then as it was.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), RestoreError> {
        let save = Sections::read(bytes)?;
        // Before anything changes: only the spare list of indices is written.
        self.batch.spare_indices.clear();
        self.batch.spare_indices.extend(save.indices.iter());
        save.check(&self.batch.spare_indices)?;
        self.settings = save.settings();
        if !save.profiles.iter().eq(self.profiles.iter().map(CharacterProfile::bits)) {
            self.profiles.clear();
            self.known.clear();
            for bits in save.profiles.iter() {
                self.known.insert(bits, self.profiles.len() as u32);
                self.profiles.push(CharacterProfile::of_bits(bits)?);
            }
        }
        (self.ids.tag, self.ids.first_free) = (save.header.tag as u16, save.header.first_free);
        self.ids.entries.clear();
        self.ids.entries.extend(save.entries.iter());
        self.batch.restore(
            save.header.steps,
            save.states.iter().zip(save.inputs.iter()).zip(save.previous.iter()).zip(save.watched.iter()),
        );
        Ok(())
    }
}

/// Makes the checksum at the end of a save right.
#[cfg(feature = "inspect")]
pub(crate) fn seal(bytes: &mut [u8]) {
    if let Some(body) = bytes.len().checked_sub(CHECKSUM) {
        let sum = checksum(&bytes[..body]);
        bytes[body..].copy_from_slice(&sum.to_le_bytes());
    }
}

fn put<T: NoUninit>(bytes: &mut Vec<u8>, values: &[T]) {
    bytes.extend_from_slice(bytemuck::cast_slice(values));
}

/// A checksum: four sums side by side, so that none waits for the product of another.
fn checksum(bytes: &[u8]) -> u64 {
    let mut sums = [1, 2, 3, 4];
    let chunks = bytes.chunks_exact(32);
    let rest = chunks.remainder();
    for chunk in chunks {
        let words: [u64; 4] = bytemuck::pod_read_unaligned(chunk);
        for (sum, word) in sums.iter_mut().zip(words) {
            *sum = fold(*sum, word);
        }
    }
    let rest = rest.iter().fold(bytes.len() as u64, |sum, &byte| fold(sum, u64::from(byte)));
    sums.into_iter().fold(rest, fold)
}
