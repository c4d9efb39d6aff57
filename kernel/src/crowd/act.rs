//! Actions on the characters of a crowd: jump, impulse, teleport, another profile; and watching their contacts.

use crate::base::field::Field;
use crate::base::input_error::{InputError, check_number, check_vector};
use crate::base::tolerance::MAX_DISPLACEMENT;
use crate::character::model::profile::CharacterProfile;
use crate::character::model::state::CharacterState;
use crate::character::step::world_turn_character::BodyChange;
use crate::crowd::crowd::Crowd;
use crate::crowd::events::contacts::{CharacterContact, of_one};
use crate::crowd::events::event::CharacterEvent;
use crate::crowd::events::event_mask::EventMask;
use crate::crowd::id::CharacterId;
use crate::frame::position::Position;
use crate::world::world::World;
use glam::{Quat, Vec3};

impl Crowd {
    /// Makes the character jump in the next step if it is grounded, or on the heads of [solid](crate::EachOther::Solid)
    /// characters: it leaves them upward with at least `speed`, m/s. A jump of speed `v` is `v²/2g` high. A character that was
    /// just spawned or teleported is in the air until its first step, and does not jump in it. A later
    /// [`set_input`](Crowd::set_input) before the step replaces it.
    ///
    /// ```
    /// # use glam::Vec3;
    /// # use sweep8::{CharacterProfile, Crowd, CrowdSettings, Ground, Mesh, World};
    /// # let floor = [Vec3::new(-50.0, 0.0, -50.0), Vec3::new(0.0, 0.0, 50.0), Vec3::new(50.0, 0.0, -50.0)];
    /// # let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
    /// let mut crowd = Crowd::new(CrowdSettings::default())?;
    /// let person = crowd.spawn_standing(&CharacterProfile::default(), Vec3::ZERO)?;
    /// crowd.step(&world, 1.0 / 60.0)?;
    /// crowd.jump(person, 4.0)?;
    /// crowd.step(&world, 1.0 / 60.0)?;
    /// assert_eq!(crowd.ground(person)?, Ground::Air);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError`] if the speed is out of its range, or the character not in the crowd; nothing changes.
    pub fn jump(&mut self, id: CharacterId, speed: f32) -> Result<(), InputError> {
        let slot = self.ids.slot(id)?;
        check_number(Field::JumpSpeed, speed, 0.0, MAX_DISPLACEMENT)?;
        let columns = &mut self.batch.keeping_index().columns;
        columns.inputs[slot].jump_speed = speed;
        columns.resting[slot] = None;
        Ok(())
    }

    /// Changes the velocity at the start of the coming step, world space, m/s; impulses add up. A later
    /// [`set_input`](Crowd::set_input) before the step replaces them.
    ///
    /// # Errors
    /// [`InputError`] if the impulses are out of their range, or the character is not in the crowd; nothing changes.
    pub fn add_impulse(&mut self, id: CharacterId, change: Vec3) -> Result<(), InputError> {
        let slot = self.ids.slot(id)?;
        let impulse = self.batch.columns.inputs[slot].impulse + change;
        check_vector(Field::Impulse, impulse, MAX_DISPLACEMENT)?;
        let columns = &mut self.batch.keeping_index().columns;
        columns.inputs[slot].impulse = impulse;
        columns.resting[slot] = None;
        Ok(())
    }

    /// Moves the character's centre to `position`, world space, metres: in the air, without velocity;
    /// [`place_feet`](Crowd::place_feet) moves its feet there. A renderer draws no way there: the
    /// [previous position](Crowd::previous_position) is the new one.
    ///
    /// # Errors
    /// [`InputError`] if the position is out of its range, or the character not in the crowd; nothing changes.
    pub fn teleport(&mut self, id: CharacterId, position: impl Into<Position>) -> Result<(), InputError> {
        let (slot, position) = (self.ids.slot(id)?, position.into());
        position.check()?;
        self.batch.departs(self.profiles.list(), slot);
        let columns = &mut self.batch.columns;
        columns.states[slot].put(position);
        columns.previous[slot] = position;
        columns.resting[slot] = None;
        Ok(())
    }

    /// Moves the character so that the lowest point of its body, against its gravity or along the up of its input, is at `feet`,
    /// world space, metres, as [`teleport`](Crowd::teleport) does with the centre: in the air, without velocity. The call is the
    /// inverse of [`feet`](Crowd::feet). Where nothing is up, the centre is moved there.
    ///
    /// The feet of a character at rest are the skin above its floor. With its feet on the floor itself the next step lifts it
    /// by the skin.
    ///
    /// ```
    /// # use glam::Vec3;
    /// # use sweep8::{CharacterProfile, Crowd, CrowdSettings};
    /// let mut crowd = Crowd::new(CrowdSettings::default())?;
    /// let person = crowd.spawn_standing(&CharacterProfile::default(), Vec3::ZERO)?;
    /// crowd.place_feet(person, Vec3::new(5.0, 2.0, 0.0))?;
    /// assert!((crowd.feet(person)?.to_vec3() - Vec3::new(5.0, 2.0, 0.0)).length() < 1e-6);
    /// # Ok::<(), sweep8::InputError>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError`] if the position is out of its range, or the character not in the crowd; nothing changes.
    #[doc(alias("foot position", "setFootPosition"))]
    pub fn place_feet(&mut self, id: CharacterId, feet: impl Into<Position>) -> Result<(), InputError> {
        let (feet, up) = (feet.into(), self.input(id)?.up());
        feet.check()?;
        let mut state = *self.state(id)?;
        state.place_feet(feet, &self.profiles.list()[state.profile as usize], up);
        self.teleport(id, state.position)
    }

    /// Sets the profile of a character, for example to crouch or stand up: the feet stay where they are, the centre moves; without
    /// an up direction the centre stays.
    ///
    /// The new body, without its skin, must have room among the instances of its layers; other characters are not asked
    /// ([`overlap`](Crowd::overlap) tells). A [one-sided](crate::InstanceKind::OneSided) instance that lets the old body through is
    /// no obstacle.
    ///
    /// ```
    /// # use glam::Vec3;
    /// # use sweep8::{CharacterProfile, Crowd, CrowdSettings, Ellipsoid, Mesh, World};
    /// # let floor = [Vec3::new(-50.0, 0.0, -50.0), Vec3::new(0.0, 0.0, 50.0), Vec3::new(50.0, 0.0, -50.0)];
    /// # let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
    /// let standing = CharacterProfile::default();
    /// let crouching = CharacterProfile::of_shape(Ellipsoid::new(Vec3::new(0.4, 0.5, 0.4))?);
    /// let mut crowd = Crowd::new(CrowdSettings::default())?;
    /// let person = crowd.spawn_standing(&standing, Vec3::ZERO)?;
    /// crowd.set_profile(&world, person, &crouching)?;
    /// assert!((crowd.position(person)?.to_vec3().y - 0.51).abs() < 1e-6);
    /// crowd.set_profile(&world, person, &standing)?;
    /// assert!((crowd.position(person)?.to_vec3().y - 0.91).abs() < 1e-6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError::NoRoom`] if the new body would overlap the world, even where the old one does; nothing changes.
    /// Other errors if the character is not in the crowd, or its centre would be out of range.
    pub fn set_profile(
        &mut self,
        world: &World,
        id: CharacterId,
        profile: &CharacterProfile,
    ) -> Result<(), InputError> {
        let slot = self.ids.slot(id)?;
        let columns = &self.batch.columns;
        let (state, up) = (&columns.states[slot], columns.inputs[slot].up());
        let from = &self.profiles.list()[state.profile as usize];
        let refit = BodyChange { from, to: profile, orientation: state.orientation, up, field: Field::Profile };
        let refitted = world.refit(state, refit)?;
        let place = self.place_of(profile);
        self.become_other(slot, CharacterState { profile: place, ..refitted });
        Ok(())
    }

    /// Turns the body of a character, as [`World::turn_character`] does; up is that of its input.
    ///
    /// # Errors
    /// [`InputError::NoRoom`] if the body would overlap the world; nothing changes. Other errors if the orientation is not of unit
    /// length, or the character not in the crowd.
    pub fn turn(&mut self, world: &World, id: CharacterId, orientation: Quat) -> Result<(), InputError> {
        let slot = self.ids.slot(id)?;
        let columns = &self.batch.columns;
        let (state, up) = (&columns.states[slot], columns.inputs[slot].up());
        let profile = &self.profiles.list()[state.profile as usize];
        let refit = BodyChange { from: profile, to: profile, orientation, up, field: Field::Orientation };
        let turned = world.refit(state, refit)?;
        self.become_other(slot, turned);
        Ok(())
    }

    /// Replaces the state of the character in a slot; moves its previous position along, so that interpolation jumps to the new place.
    fn become_other(&mut self, slot: usize, state: CharacterState) {
        self.batch.departs(self.profiles.list(), slot);
        self.profiles.add(state.profile, 1);
        let columns = &mut self.batch.columns;
        self.profiles.remove(columns.states[slot].profile);
        let rise = state.position.to_dvec3() - columns.states[slot].position.to_dvec3();
        columns.previous[slot] = columns.previous[slot].moved(rise.as_vec3());
        columns.states[slot] = state;
        columns.resting[slot] = None;
    }

    /// The group of a character; 0 at first. Characters of different groups neither block nor push nor see each other.
    ///
    /// # Errors
    /// [`InputError`] if the character is not in the crowd.
    pub fn group(&self, id: CharacterId) -> Result<u32, InputError> {
        self.state(id).map(|state| state.group)
    }

    /// Puts a character into a group, any number: from the next step and the next query on it meets the characters of this group, and
    /// no others, as if each group were a crowd of its own. Thousands of copies of one level are thus one world and one crowd; a move
    /// costs what the characters of its own group make it cost.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{CharacterFilter, CharacterProfile, Crowd, CrowdSettings};
    ///
    /// let mut crowd = Crowd::new(CrowdSettings::default())?;
    /// let person = CharacterProfile::default();
    /// let [one, other] = [crowd.spawn(&person, Vec3::ZERO)?, crowd.spawn(&person, Vec3::X * 3.0)?];
    /// let seen = |crowd: &Crowd| crowd.ray(Vec3::ZERO, Vec3::X, 9.0, one).map(|hit| hit.map(|hit| hit.id));
    /// assert_eq!(seen(&crowd)?, Some(other));
    /// crowd.set_group(other, 1)?;
    /// assert_eq!((crowd.group(other)?, seen(&crowd)?), (1, None));
    /// let there = CharacterFilter { group: Some(1), ..CharacterFilter::default() };
    /// assert_eq!(crowd.ray(Vec3::ZERO, Vec3::X, 9.0, there)?.map(|hit| hit.id), Some(other));
    /// # Ok::<(), sweep8::InputError>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError`] if the character is not in the crowd.
    #[doc(alias("environment", "copy", "phase"))]
    pub fn set_group(&mut self, id: CharacterId, group: u32) -> Result<(), InputError> {
        let slot = self.ids.slot(id)?;
        if self.batch.columns.states[slot].group != group {
            self.batch.departs(self.profiles.list(), slot);
            let columns = &mut self.batch.columns;
            columns.states[slot].group = group;
            columns.resting[slot] = None;
        }
        Ok(())
    }

    /// Records the contacts of the character from the next step on. A watched character is moved in every step, at rest or not.
    ///
    /// # Errors
    /// [`InputError`] if the character is not in the crowd.
    pub fn watch_contacts(&mut self, id: CharacterId) -> Result<(), InputError> {
        self.set_watched(id, true)
    }

    /// Stops recording the contacts of the character from the next step on.
    ///
    /// # Errors
    /// [`InputError`] if the character is not in the crowd.
    pub fn unwatch_contacts(&mut self, id: CharacterId) -> Result<(), InputError> {
        self.set_watched(id, false)
    }

    fn set_watched(&mut self, id: CharacterId, is_watched: bool) -> Result<(), InputError> {
        let slot = self.ids.slot(id)?;
        let columns = &mut self.batch.keeping_index().columns;
        columns.watched[slot] = is_watched;
        columns.resting[slot] = None;
        Ok(())
    }

    /// The contacts of the character in the last step, in the order of touching; empty unless the character is
    /// [watched](Crowd::watch_contacts) or [events](Crowd::record_events) of contacts are recorded.
    ///
    /// # Errors
    /// [`InputError`] if the character is not in the crowd.
    pub fn contacts(&self, id: CharacterId) -> Result<&[CharacterContact], InputError> {
        self.ids.slot(id).map(|_| of_one(&self.batch.contacts, id.index()))
    }

    /// Sets which [events](Crowd::events) are recorded from the next step on; none at first, which costs nothing. With any other
    /// mask than [`EventMask::GROUND`] everybody is moved in every step, at rest or not. The first step after this call reports
    /// every contact and every sensor as begun. A save has what the next step needs, so that a restored crowd reports the same.
    pub fn record_events(&mut self, mask: EventMask) {
        self.batch.keeping_index().record_events(mask);
    }

    /// The events of the last step, in the order of the characters' indices; for each its contacts by surface, then ground,
    /// then steps, then sensors. Empty unless [recorded](Crowd::record_events). See [`CharacterEvent`] for an example.
    #[must_use]
    pub fn events(&self) -> &[CharacterEvent] {
        &self.batch.event_log.events
    }
}
