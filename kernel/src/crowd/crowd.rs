//! A crowd as users hold it: who is in it, and the step of all of them.
//!
//! In: profiles, positions, inputs. Out: new states, and counts of what happened.

use crate::base::input_error::{InputError, check_time_step};
use crate::base::spans::span;
use crate::character::model::move_input::MoveInput;
use crate::character::model::profile::{CharacterProfile, ProfileBits};
use crate::character::model::state::CharacterState;
use crate::crowd::columns::Slot;
use crate::crowd::id::{CharacterId, Ids};
use crate::crowd::queries::character_index::IndexedBatch;
use crate::crowd::report::StepReport;
use crate::crowd::settings::CrowdSettings;
use crate::crowd::step::Step;
use crate::frame::position::Position;
use crate::world::contact_filter::ContactFilter;
use crate::world::triangle_world::World;
use crate::world::world_step::WorldStep;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// Characters that are moved together, one [`step`](Crowd::step) a frame.
///
/// Every character has a [profile](CharacterProfile), a [state](CharacterState) and an [input](MoveInput); gravity pulls it,
/// the world stops it, and others do as profiles [say](crate::EachOther).
///
/// A clone goes on with the same bits, and knows the same ids. `clone_from` allocates nothing once warm: a game that rolls
/// back keeps a few crowds and copies between them.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{CharacterProfile, Crowd, CrowdSettings, Mesh, World};
///
/// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
/// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
/// let mut crowd = Crowd::new(CrowdSettings::default())?;
/// let person = crowd.spawn(&CharacterProfile::default(), Vec3::new(0.0, 0.91, 0.0))?;
/// crowd.set_desired_velocity(person, Vec3::new(1.5, 0.0, 0.0))?;
/// crowd.step(&world, 1.0 / 60.0)?;
///
/// let mut rolled_back = crowd.clone();
/// crowd.step(&world, 1.0 / 60.0)?;
/// assert!(rolled_back.position(person)?.x < crowd.position(person)?.x);
/// rolled_back.step(&world, 1.0 / 60.0)?;
/// assert_eq!(rolled_back.state_hash(), crowd.state_hash());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Crowd {
    pub(super) settings: CrowdSettings,
    pub(super) profiles: Vec<CharacterProfile>,
    /// Where each profile is.
    pub(super) known: BTreeMap<ProfileBits, u32>,
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
        if self.profiles != source.profiles {
            self.profiles.clone_from(&source.profiles);
            self.known.clone_from(&source.known);
        }
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
        let id = self.ids.add(self.len());
        let index = id.index() as u32;
        let state = CharacterState { profile: self.place_of(profile), key: index, ..CharacterState::new(position) };
        let input = MoveInput { gravity: self.settings.gravity, ..MoveInput::default() };
        self.batch.columns.push(Slot::new(index, state, input));
        Ok(id)
    }

    /// Where in the table a profile is, which is put there if it is new.
    pub(super) fn place_of(&mut self, profile: &CharacterProfile) -> u32 {
        *self.known.entry(profile.bits()).or_insert_with(|| {
            self.profiles.push(*profile);
            (self.profiles.len() - 1) as u32
        })
    }

    /// Removes a character; its id names nobody from now on.
    ///
    /// # Errors
    /// [`InputError`] if it is not in the crowd.
    pub fn despawn(&mut self, id: CharacterId) -> Result<(), InputError> {
        let slot = self.ids.slot(id)?;
        self.ids.remove(id.index() as u32);
        self.batch.departs(&self.profiles, slot);
        self.batch.event_log.forget(id.index() as u32);
        let columns = &mut self.batch.columns;
        columns.swap_remove(slot);
        if let Some(&moved) = columns.indices.get(slot) {
            self.ids.entries[moved as usize].slot = slot as u32;
        }
        Ok(())
    }

    /// The settings.
    #[inline]
    #[must_use]
    pub fn settings(&self) -> &CrowdSettings {
        &self.settings
    }

    /// Other settings from the next step on. Characters whose gravity is that of the old settings get the new one.
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

    /// The profiles that characters have had so far; states name them by their place.
    #[must_use]
    pub fn profiles(&self) -> &[CharacterProfile] {
        &self.profiles
    }

    /// The ids of all characters, in the order of their indices.
    pub fn ids(&self) -> impl Iterator<Item = CharacterId> + '_ {
        let indices = &self.batch.columns.indices;
        self.ids.slots().map(|slot| self.ids.id(indices[slot]))
    }

    /// Number of characters.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.batch.columns.len()
    }

    /// Whether there is nobody.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether a character is in the crowd.
    #[inline]
    #[must_use]
    pub fn contains(&self, id: CharacterId) -> bool {
        self.ids.slot(id).is_ok()
    }

    /// Moves everybody by `seconds`: jump and gravity, the desired velocity, the fall; and finds the ground of each.
    ///
    /// Runs on the current rayon pool (feature `rayon`, on by default), otherwise on the calling thread; the same bits
    /// either way. Allocates nothing once warm. (Called from outside of a pool, rayon itself allocates a little to hand
    /// the work over; inside `ThreadPool::install` it does not.) A step of 0 s changes nothing. A character whose move is
    /// refused, as it would be too long, keeps its state; the report counts it and names the first.
    ///
    /// A character at rest costs next to nothing: if a step left every bit of its state as it was, the following steps
    /// repeat the result instead of moving it, and count it in the report as if it had moved. This holds as long as its
    /// input, `seconds` and the world have the same bits; whatever changes the character ends its rest, another time step
    /// or another world that of all. It shows in no result.
    ///
    /// # Errors
    /// [`InputError`] if `seconds` is negative or not finite, or if an instance has a [target](World::move_to): nobody has
    /// moved.
    pub fn step(&mut self, world: &World, seconds: f32) -> Result<StepReport, InputError> {
        check_time_step(seconds)?;
        world.instances.check_no_target()?;
        Ok(self.step_for(world, seconds, None))
    }

    /// Moves everybody in a step in which instances move: as [`step`](Self::step), and carried and pushed by them. Several
    /// crowds may be moved in one step.
    ///
    /// ```
    /// use glam::{DVec3, Vec3};
    /// use sweep8::{CharacterProfile, Crowd, CrowdSettings, Mesh, Placement, World};
    ///
    /// let mut world = World::new();
    /// let lift = world.add(&Mesh::cuboid(Vec3::new(2.0, 0.1, 2.0))?.cook(), Placement::at(DVec3::Y * -0.1))?;
    /// let mut crowd = Crowd::new(CrowdSettings::default())?;
    /// let rider = crowd.spawn(&CharacterProfile::default(), Vec3::new(0.5, 0.91, 0.5))?;
    /// for frame in 0..=60 {
    ///     world.move_to(lift, Placement::at(DVec3::Y * (f64::from(frame) / 30.0 - 0.1)))?;
    ///     crowd.step_in(&world.begin_step(1.0 / 60.0)?);
    /// }
    /// assert!((crowd.position(rider)?.y - 2.91).abs() < 1e-3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn step_in(&mut self, step: &WorldStep) -> StepReport {
        self.step_for(step.world(), step.seconds(), step.filter())
    }

    fn step_for(&mut self, world: &World, seconds: f32, filter: Option<ContactFilter>) -> StepReport {
        if seconds == 0.0 {
            return StepReport::default();
        }
        span!(DEBUG, "Crowd::step", characters = self.len());
        let Self { settings, profiles, ids, batch, .. } = self;
        let step = Step::new(world, profiles, seconds, filter);
        if batch.begin(&step, settings.sort_every) {
            ids.renumber(&batch.columns.indices);
        }
        batch.step(step)
    }

    /// How many characters the next step does not move, under the conditions of the last.
    #[cfg(feature = "inspect")]
    pub(crate) fn count_at_rest(&self) -> usize {
        self.batch.columns.resting.iter().flatten().count()
    }
}
