//! A crowd as users hold it: who is in it. Its step is in [`crowd_step`](crate::crowd::crowd_step).

use crate::base::input_error::InputError;
use crate::character::model::move_input::MoveInput;
use crate::character::model::profile::CharacterProfile;
use crate::character::model::state::CharacterState;
use crate::crowd::columns::Slot;
use crate::crowd::id::{CharacterId, Ids};
use crate::crowd::profiles::Profiles;
use crate::crowd::queries::character_index::IndexedBatch;
use crate::crowd::settings::CrowdSettings;
use crate::crowd::spawn_error::SpawnError;
use crate::frame::position::Position;
use alloc::vec::Vec;

/// Characters that are moved together, one [`step`](Crowd::step) a frame.
///
/// Every character has a [profile](CharacterProfile), a [state](CharacterState) and an [input](MoveInput); gravity pulls it,
/// the world stops it, and others do as profiles [say](crate::EachOther).
///
/// A clone goes on with the same bits, and knows the same ids. `clone_from` allocates nothing once warm: a game that rolls
/// back keeps a few crowds and copies between them.
///
/// Guide: `docs/crowd.md`, of the [guides](crate#guides).
///
/// ```
/// use glam::Vec3;
/// use sweep8::{CharacterProfile, Crowd, CrowdSettings, Mesh, World};
///
/// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
/// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
/// let mut crowd = Crowd::new(CrowdSettings::default())?;
/// let person = crowd.spawn_standing(&CharacterProfile::default(), Vec3::ZERO)?;
/// crowd.set_desired_velocity(person, Vec3::new(1.5, 0.0, 0.0))?;
/// crowd.step(&world, 1.0 / 60.0)?;
///
/// let mut rolled_back = crowd.clone();
/// crowd.step(&world, 1.0 / 60.0)?;
/// assert!(rolled_back.position(person)?.to_vec3().x < crowd.position(person)?.to_vec3().x);
/// rolled_back.step(&world, 1.0 / 60.0)?;
/// assert_eq!(rolled_back.state_hash(), crowd.state_hash());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Crowd {
    pub(super) settings: CrowdSettings,
    pub(super) profiles: Profiles,
    pub(super) ids: Ids,
    pub(super) batch: IndexedBatch,
}

impl Clone for Crowd {
    fn clone(&self) -> Self {
        let mut clone = Self::default();
        clone.clone_from(self);
        clone
    }

    fn clone_from(&mut self, source: &Self) {
        self.settings = source.settings;
        self.profiles.clone_from(&source.profiles);
        self.ids.clone_from(&source.ids);
        self.batch.clone_from(&source.batch);
    }
}

impl Crowd {
    /// A crowd without characters.
    ///
    /// # Errors
    /// [`InputError`] names the setting that is out of its range.
    pub fn new(settings: CrowdSettings) -> Result<Self, InputError> {
        settings.check()?;
        Ok(Self { settings, ..Self::default() })
    }

    /// Adds a character with its centre at `position`, world space, metres: in the air, without velocity, with the crowd's
    /// gravity.
    ///
    /// # Errors
    /// [`InputError`] names what is wrong with the position; nobody is added.
    pub fn spawn(
        &mut self,
        profile: &CharacterProfile,
        position: impl Into<Position>,
    ) -> Result<CharacterId, InputError> {
        let position = position.into();
        position.check()?;
        let profile = self.place_of(profile);
        Ok(self.add(profile, position))
    }

    /// Adds a character that stands on a level floor at `floor`, world space, metres: its centre is its feet and its skin above
    /// that point, against the crowd's gravity. Without gravity nothing is up, and the centre is at `floor`. It is in the air until
    /// the first step finds the floor.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{CharacterProfile, Crowd, CrowdSettings};
    ///
    /// let mut crowd = Crowd::new(CrowdSettings::default())?;
    /// let person = crowd.spawn_standing(&CharacterProfile::default(), Vec3::new(2.0, 1.5, 0.0))?;
    /// assert!((crowd.position(person)?.to_vec3() - Vec3::new(2.0, 1.5 + 0.9 + 0.01, 0.0)).length() < 1e-6);
    /// # Ok::<(), sweep8::InputError>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError`] names what is wrong with the position; nobody is added.
    pub fn spawn_standing(
        &mut self,
        profile: &CharacterProfile,
        floor: impl Into<Position>,
    ) -> Result<CharacterId, InputError> {
        let floor = floor.into();
        floor.check()?;
        self.spawn(profile, profile.standing_on(floor, self.first_input().up()))
    }

    /// Adds a character at each of `positions`, as [`spawn`](Self::spawn) does, and appends their ids to `ids` in that order. Either
    /// all are added or none.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{CharacterProfile, Crowd, CrowdSettings, Position};
    ///
    /// let (mut crowd, mut ids) = (Crowd::new(CrowdSettings::default())?, Vec::new());
    /// let person = CharacterProfile::default();
    /// let on_floor = |k| person.standing_on(Vec3::new(k as f32, 0.0, 0.0), Vec3::Y);
    /// let mut places: Vec<Position> = (0..100).map(on_floor).collect();
    /// crowd.spawn_many(&person, &places, &mut ids)?;
    /// assert_eq!((crowd.len(), crowd.position(ids[7])?), (100, places[7]));
    ///
    /// places[3].high.x = f32::NAN;
    /// let refused = crowd.spawn_many(&person, &places, &mut ids).expect_err("one place is none");
    /// assert_eq!((refused.place(), crowd.len(), ids.len()), (3, 100, 100));
    /// # Ok::<(), sweep8::InputError>(())
    /// ```
    ///
    /// # Errors
    /// [`SpawnError`] names the first position that is refused, and why; nobody is added, and `ids` is as it was.
    pub fn spawn_many<P: Copy + Into<Position>>(
        &mut self,
        profile: &CharacterProfile,
        positions: &[P],
        ids: &mut Vec<CharacterId>,
    ) -> Result<(), SpawnError> {
        for (place, &position) in positions.iter().enumerate() {
            position.into().check().map_err(|error| SpawnError::new(place, error))?;
        }
        if positions.is_empty() {
            return Ok(());
        }
        let profile = self.place_of(profile);
        self.batch.columns.reserve(positions.len());
        ids.extend(positions.iter().map(|&position| self.add(profile, position.into())));
        Ok(())
    }

    /// Adds a character with the profile at this index of the table; the position must have been checked.
    fn add(&mut self, profile: u32, position: Position) -> CharacterId {
        let id = self.ids.add(self.len());
        let index = id.index() as u32;
        let state = CharacterState { profile, key: index, ..CharacterState::new(position) };
        let input = self.first_input();
        self.profiles.add(profile, 1);
        self.batch.columns.push(Slot::new(index, state, input));
        self.batch.neighbours.set_clear(false);
        id
    }

    /// Input of a new character until its input is set: the crowd's gravity, and no motion.
    fn first_input(&self) -> MoveInput {
        MoveInput { gravity: self.settings.gravity, ..MoveInput::EARTH }
    }

    /// Index of a character profile in the crowd's profile table; adds the profile if it is new.
    pub(super) fn place_of(&mut self, profile: &CharacterProfile) -> u32 {
        let (place, is_new) = self.profiles.place_of(profile);
        if is_new {
            self.batch.keeping_index().replaces_profile(place, profile);
        }
        place
    }

    /// Removes a character; its id is invalid from now on.
    ///
    /// # Errors
    /// [`InputError`] if it is not in the crowd.
    pub fn despawn(&mut self, id: CharacterId) -> Result<(), InputError> {
        let slot = self.ids.slot(id)?;
        self.ids.remove(id.index() as u32);
        self.batch.departs(self.profiles.list(), slot);
        self.profiles.remove(self.batch.columns.states[slot].profile);
        self.batch.event_log.forget(id.index() as u32);
        let columns = &mut self.batch.columns;
        columns.swap_remove(slot);
        if let Some(&moved) = columns.indices.get(slot) {
            self.ids.entries[moved as usize].slot = slot as u32;
        }
        Ok(())
    }

    /// Settings of the crowd: gravity of new characters, and steps between two sortings.
    #[inline]
    #[must_use]
    pub fn settings(&self) -> &CrowdSettings {
        &self.settings
    }

    /// Sets the settings from the next step on. Characters whose gravity is that of the old settings get the new one.
    ///
    /// # Errors
    /// [`InputError`] names the setting that is out of its range; nothing changes.
    pub fn set_settings(&mut self, settings: CrowdSettings) -> Result<(), InputError> {
        settings.check()?;
        let old = core::mem::replace(&mut self.settings, settings).gravity;
        let columns = &mut self.batch.keeping_index().columns;
        for (input, resting) in columns.inputs.iter_mut().zip(&mut columns.resting) {
            let other = MoveInput { gravity: settings.gravity, ..*input };
            if (MoveInput { gravity: old, ..*input }).is_same(input) && !other.is_same(input) {
                *input = other;
                *resting = None;
            }
        }
        Ok(())
    }

    /// Profiles of the crowd's characters; a state names its profile by the index in this list.
    ///
    /// As long as a character has a profile, its index stays. Of profiles that no character has any more the crowd keeps the last 64
    /// at least; then new profiles take their indices. States that you keep for longer, to write them back, need
    /// [`set_profile`](Crowd::set_profile), too.
    #[must_use]
    pub fn profiles(&self) -> &[CharacterProfile] {
        self.profiles.list()
    }

    /// Ids of all characters of the crowd, in the order of their indices.
    pub fn ids(&self) -> impl Iterator<Item = CharacterId> + '_ {
        let indices = &self.batch.columns.indices;
        self.ids.slots().map(|slot| self.ids.id(indices[slot]))
    }

    /// Number of characters in the crowd.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.batch.columns.len()
    }

    /// Whether the crowd has no characters.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether a character is in the crowd: false for the id of a removed character or of another crowd.
    #[inline]
    #[must_use]
    pub fn contains(&self, id: CharacterId) -> bool {
        self.ids.slot(id).is_ok()
    }

    /// Number of characters at rest in the crowd, which the next step does not move under the conditions of the last step.
    #[cfg(feature = "inspect")]
    pub(crate) fn count_at_rest(&self) -> usize {
        self.batch.columns.resting.iter().flatten().count()
    }
}
