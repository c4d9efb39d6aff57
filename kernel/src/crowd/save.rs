//! A crowd as bytes, and back: save, and restore in the same process or another.
//!
//! In: a crowd. Out: bytes; and from such bytes the crowd, which goes on with the same bits and knows the same ids.
//!
//! Numbers are in the byte order of the machine, which the first one tells, and no padding lies between them: a [`Header`],
//! the profiles, entries of ids, indices, states, inputs, previous positions, layers, who is watched, what was touched and who is
//! in which sensor where events are recorded, and a checksum of all before it. Caches that only make steps faster are not saved.

use crate::base::restore_error::{MOST_STEPS, RestoreError};
use crate::base::saved_bytes::{SaveHeader, Section, begin, finish, open, put, take};
use crate::base::spans::span;
use crate::character::model::move_input::MoveInput;
use crate::character::model::profile::{CharacterProfile, ProfileBits};
use crate::character::model::state::CharacterState;
use crate::crowd::batch::Batch;
use crate::crowd::crowd::Crowd;
use crate::crowd::events::event_log::{InSensor, Touched};
use crate::crowd::events::event_mask::EventMask;
use crate::crowd::id::{Entry, Ids};
use crate::crowd::settings::CrowdSettings;
use crate::frame::position::Position;
use alloc::vec::Vec;
use bytemuck::{AnyBitPattern, Pod, Zeroable};
use glam::Vec3;

/// Version of the layout of a saved crowd.
const VERSION: u32 = 8;

/// The header of a saved crowd.
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
    /// Bits of the mask of the events that the crowd records.
    events: u32,
    touched: u32,
    in_sensors: u32,
    /// Place in the table of profiles at which the search for one without characters begins.
    next_profile: u64,
}

/// Header of a saved crowd, and the sections that follow the header.
struct Sections<'a> {
    header: Header,
    profiles: Section<'a, ProfileBits>,
    entries: Section<'a, Entry>,
    indices: Section<'a, u32>,
    states: Section<'a, CharacterState>,
    inputs: Section<'a, MoveInput>,
    previous: Section<'a, Position>,
    layers: Section<'a, u32>,
    watched: Section<'a, u32>,
    touched: Section<'a, Touched>,
    in_sensors: Section<'a, InSensor>,
}

impl SaveHeader for Header {
    const MAGIC: u64 = u64::from_le_bytes(*b"sweep8cr");
    const NOT_ONE: RestoreError = RestoreError::NotACrowd;

    fn versions(&self) -> impl IntoIterator<Item = (u32, u32)> {
        [(self.version, VERSION), (self.state_layout, CharacterState::LAYOUT)]
    }

    fn body(&self) -> u64 {
        let of = |count: u32, size: usize| u64::from(count) * size as u64;
        let character = size_of::<u32>()
            + size_of::<CharacterState>()
            + size_of::<MoveInput>()
            + size_of::<Position>()
            + 2 * size_of::<u32>();
        of(self.profiles, size_of::<ProfileBits>())
            + of(self.entries, size_of::<Entry>())
            + of(self.characters, character)
            + of(self.touched, size_of::<Touched>())
            + of(self.in_sensors, size_of::<InSensor>())
    }
}

impl<'a> Sections<'a> {
    fn read(bytes: &'a [u8]) -> Result<Self, RestoreError> {
        let (header, mut rest) = open::<Header>(bytes)?;
        let rest = &mut rest;
        Ok(Self {
            header,
            profiles: take(rest, header.profiles),
            entries: take(rest, header.entries),
            indices: take(rest, header.characters),
            states: take(rest, header.characters),
            inputs: take(rest, header.characters),
            previous: take(rest, header.characters),
            layers: take(rest, header.characters),
            watched: take(rest, header.characters),
            touched: take(rest, header.touched),
            in_sensors: take(rest, header.in_sensors),
        })
    }

    fn settings(&self) -> CrowdSettings {
        CrowdSettings { gravity: self.header.gravity, sort_every: self.header.sort_every }
    }

    /// Checks that a crowd could have written this save; `indices` is its section of the characters' id indices.
    fn check(&self, indices: &[u32]) -> Result<(), RestoreError> {
        let Header { first_free, tag, steps, .. } = self.header;
        if steps > MOST_STEPS {
            return Err(RestoreError::Steps { steps });
        }
        self.settings().check()?;
        self.profiles.iter().try_for_each(|bits| CharacterProfile::of_bits(bits).map(drop))?;
        let entry = |index| self.entries.get(index);
        let is_tag = tag > 0 && u16::try_from(tag).is_ok();
        let is_place = u32::try_from(self.header.next_profile).is_ok();
        if !is_tag || !is_place || !Ids::are_consistent(first_free, entry, self.header.entries, indices) {
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
        let Header { events, touched, in_sensors, .. } = self.header;
        let is_mask = EventMask::from_bits(events).is_some_and(|mask| {
            (touched == 0 || mask.intersects(EventMask::CONTACTS))
                && (in_sensors == 0 || mask.intersects(EventMask::SENSORS))
        });
        if is_mask && is_ascending(&self.touched) && is_ascending(&self.in_sensors) {
            Ok(())
        } else {
            Err(RestoreError::Ids)
        }
    }
}

/// Whether each element of a save's section is greater than the element before it.
fn is_ascending<T: AnyBitPattern + PartialOrd>(section: &Section<T>) -> bool {
    section.iter().zip(section.iter().skip(1)).all(|(one, other)| one < other)
}

impl Crowd {
    /// Replaces the contents of `bytes` by the crowd, without the caches that only make it fast. Allocates nothing where
    /// `bytes` has room.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{CharacterProfile, Crowd, CrowdSettings};
    ///
    /// let mut crowd = Crowd::new(CrowdSettings::default())?;
    /// let person = crowd.spawn_standing(&CharacterProfile::default(), Vec3::ZERO)?;
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
        span!(DEBUG, "Crowd::save_into", characters = self.len());
        let Batch { columns, event_log, .. } = &*self.batch;
        let (touched, in_sensors) = event_log.memory();
        let header = Header {
            magic: Header::MAGIC,
            version: VERSION,
            state_layout: CharacterState::LAYOUT,
            steps: self.batch.steps,
            gravity: self.settings.gravity,
            sort_every: self.settings.sort_every,
            profiles: self.profiles.list().len() as u32,
            entries: self.ids.entries.len() as u32,
            characters: columns.len() as u32,
            first_free: self.ids.first_free,
            tag: u32::from(self.ids.tag),
            events: event_log.mask().bits(),
            touched: touched.len() as u32,
            in_sensors: in_sensors.len() as u32,
            next_profile: self.profiles.next().into(),
        };
        begin(bytes, &header);
        for profile in self.profiles.list() {
            put(bytes, &[profile.bits()]);
        }
        put(bytes, &self.ids.entries);
        put(bytes, &columns.indices);
        put(bytes, &columns.states);
        put(bytes, &columns.inputs);
        put(bytes, &columns.previous);
        put(bytes, &columns.layers);
        for &watched in &columns.watched {
            put(bytes, &[u32::from(watched)]);
        }
        put(bytes, touched);
        put(bytes, in_sensors);
        finish(bytes);
    }

    /// Becomes the crowd that was [saved](Crowd::save_into): the same ids name the same characters, and it goes on with the
    /// same bits. Allocates nothing where a crowd of this size has been here before.
    ///
    /// # Errors
    /// [`RestoreError`] says what is wrong with the bytes; the crowd is then as it was.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), RestoreError> {
        span!(DEBUG, "Crowd::restore", bytes = bytes.len());
        let save = Sections::read(bytes)?;
        // Before anything changes: only the spare list of indices is written.
        self.batch.spare_indices.clear();
        self.batch.spare_indices.extend(save.indices.iter());
        save.check(&self.batch.spare_indices)?;
        self.settings = save.settings();
        let profiles = || save.profiles.iter();
        let used = save.states.iter().map(|state| state.profile);
        self.profiles.restore(save.header.next_profile as u32, profiles, used)?;
        (self.ids.tag, self.ids.first_free) = (save.header.tag as u16, save.header.first_free);
        self.ids.entries.clear();
        self.ids.entries.extend(save.entries.iter());
        let (touched, in_sensors) = (save.touched.iter(), save.in_sensors.iter());
        let mask = EventMask::from_bits(save.header.events).unwrap_or_default();
        self.batch.event_log.restore(mask, touched, in_sensors);
        let characters = save.states.iter().zip(save.inputs.iter()).zip(save.previous.iter());
        self.batch.restore(save.header.steps, characters.zip(save.layers.iter()).zip(save.watched.iter()));
        Ok(())
    }
}
