//! Reading and setting the characters of a crowd: one by one, and in bulk, in the order of their indices.

use crate::base::field::Field;
use crate::base::input_error::{InputError, check_length, check_vector};
use crate::base::tolerance::MAX_DISPLACEMENT;
use crate::character::model::ground::Ground;
use crate::character::model::move_input::MoveInput;
use crate::character::model::profile::CharacterProfile;
use crate::character::model::state::CharacterState;
use crate::character::model::status::SlideStatus;
use crate::crowd::columns::Columns;
use crate::crowd::crowd::Crowd;
use crate::crowd::id::CharacterId;
use crate::frame::position::Position;
use glam::Vec3;

/// Every call that takes an id fails with an [`InputError`] that names it if the character was removed, or is of another
/// crowd.
impl Crowd {
    /// The state.
    ///
    /// # Errors
    /// [`InputError`] if the character is not in the crowd.
    #[inline]
    pub fn state(&self, id: CharacterId) -> Result<&CharacterState, InputError> {
        self.ids.slot(id).map(|slot| &self.batch.columns.states[slot])
    }

    /// Replaces the state of a character, except its key: to restore it, or to change what no other call changes. A new position
    /// is a jump, as [`teleport`](Crowd::teleport) is: the [previous position](Crowd::previous_position) is then the new one.
    /// With the same position the previous one stays. Its profile is an index into [`profiles`](Crowd::profiles).
    ///
    /// # Errors
    /// [`InputError`] names the field that is out of its range, or the character that is not in the crowd; nothing changes.
    pub fn set_state(&mut self, id: CharacterId, state: &CharacterState) -> Result<(), InputError> {
        let slot = self.ids.slot(id)?;
        state.check(self.profiles.list().len())?;
        self.write_state(slot, state);
        Ok(())
    }

    /// The input of the coming step, jump and impulse included.
    ///
    /// # Errors
    /// [`InputError`] if the character is not in the crowd.
    #[inline]
    pub fn input(&self, id: CharacterId) -> Result<&MoveInput, InputError> {
        self.ids.slot(id).map(|slot| &self.batch.columns.inputs[slot])
    }

    /// Sets the input of a character. Jump and impulse act in the next step only; all else until the next call. A jump or an
    /// impulse that was given before for that step is replaced, too: call [`jump`](Crowd::jump) and
    /// [`add_impulse`](Crowd::add_impulse) after it. Equal bits change nothing.
    ///
    /// # Errors
    /// [`InputError`] names the field that is out of its range, or the character that is not in the crowd; nothing changes.
    pub fn set_input(&mut self, id: CharacterId, input: &MoveInput) -> Result<(), InputError> {
        let slot = self.ids.slot(id)?;
        input.check()?;
        self.batch.keeping_index().columns.set_input(slot, input);
        Ok(())
    }

    /// Sets the velocity that the character desires, world space, m/s, kept until set again. The same bits again change
    /// nothing.
    ///
    /// # Errors
    /// [`InputError`] if the velocity is out of its range, or the character not in the crowd; nothing changes.
    #[inline]
    pub fn set_desired_velocity(&mut self, id: CharacterId, velocity: Vec3) -> Result<(), InputError> {
        let slot = self.ids.slot(id)?;
        check_vector(Field::DesiredVelocity, velocity, MAX_DISPLACEMENT)?;
        let input = MoveInput { desired_velocity: velocity, ..self.batch.columns.inputs[slot] };
        self.batch.keeping_index().columns.set_input(slot, &input);
        Ok(())
    }

    /// The centre, world space, metres. Far from the origin an `f32` cannot hold a small step: a difference of two positions has
    /// it, [`to_vec3`](Position::to_vec3) does not.
    ///
    /// # Errors
    /// [`InputError`] if the character is not in the crowd.
    #[inline]
    pub fn position(&self, id: CharacterId) -> Result<Position, InputError> {
        self.state(id).map(|state| state.position)
    }

    /// The centre before the last step, world space, metres: a renderer draws a frame between two steps at a point between
    /// the two. After a teleport, or a written state with another position, it is the new centre.
    ///
    /// # Errors
    /// [`InputError`] if the character is not in the crowd.
    #[inline]
    pub fn previous_position(&self, id: CharacterId) -> Result<Position, InputError> {
        self.ids.slot(id).map(|slot| self.batch.columns.previous[slot])
    }

    /// Angle by which the ground turned about up in the last step, while it carried the character, radians; counter-clockwise seen from
    /// above; 0 before the first step, and after a restore. Turn the view and the heading of the character by it: the step turns neither.
    ///
    /// ```
    /// use glam::{Quat, Vec3};
    /// use sweep8::{CharacterProfile, Crowd, CrowdSettings, Mesh, Placement, World};
    ///
    /// let mut world = World::new();
    /// let carousel = world.add(&Mesh::cuboid(Vec3::new(5.0, 0.5, 5.0))?.cook(), Placement::IDENTITY)?;
    /// let mut crowd = Crowd::new(CrowdSettings::default())?;
    /// let id = crowd.spawn_standing(&CharacterProfile::default(), Vec3::new(3.0, 0.5, 0.0))?;
    /// let mut heading = 0.0;
    /// for frame in 1..=60_u16 {
    ///     let rotation = Quat::from_rotation_y(f32::from(frame) / 60.0);
    ///     world.move_to(carousel, Placement { rotation, ..Placement::IDENTITY })?;
    ///     crowd.step_in(&world.begin_step(1.0 / 60.0)?);
    ///     heading += crowd.turned_by(id)?;
    /// }
    /// assert!((heading - 1.0).abs() < 1e-5, "a radian in a second");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError`] if the character is not in the crowd.
    #[inline]
    pub fn turned_by(&self, id: CharacterId) -> Result<f32, InputError> {
        self.ids.slot(id).map(|slot| self.batch.columns.turned_by[slot])
    }

    /// The lowest point of the body, against gravity or the up of its input, world space, metres; the centre where nothing
    /// is up, as for a weightless character without `up`: there [`CharacterState::feet`] takes a direction.
    ///
    /// # Errors
    /// [`InputError`] if the character is not in the crowd.
    pub fn feet(&self, id: CharacterId) -> Result<Position, InputError> {
        let (state, up) = (self.state(id)?, self.input(id)?.up());
        Ok(state.feet(&self.profiles.list()[state.profile as usize], up))
    }

    /// The velocity that persists, world space, m/s: of a fall, a jump, an impulse.
    ///
    /// # Errors
    /// [`InputError`] if the character is not in the crowd.
    #[inline]
    pub fn velocity(&self, id: CharacterId) -> Result<Vec3, InputError> {
        self.state(id).map(|state| state.velocity)
    }

    /// The ground of the character since the last step.
    ///
    /// # Errors
    /// [`InputError`] if the character is not in the crowd.
    #[inline]
    pub fn ground(&self, id: CharacterId) -> Result<Ground, InputError> {
        self.state(id).map(CharacterState::ground)
    }

    /// Status of the character's last step: how its move ended.
    ///
    /// # Errors
    /// [`InputError`] if the character is not in the crowd.
    #[inline]
    pub fn status(&self, id: CharacterId) -> Result<SlideStatus, InputError> {
        self.state(id).map(CharacterState::status)
    }

    /// The profile.
    ///
    /// # Errors
    /// [`InputError`] if the character is not in the crowd.
    #[inline]
    pub fn profile(&self, id: CharacterId) -> Result<&CharacterProfile, InputError> {
        self.state(id).map(|state| &self.profiles.list()[state.profile as usize])
    }

    /// Copies the ids of all, in the order of their indices. `out` has [`len`](Crowd::len) elements, as in all calls here.
    ///
    /// # Errors
    /// [`InputError`] if `out` has another length; it is then as it was.
    pub fn copy_ids(&self, out: &mut [CharacterId]) -> Result<(), InputError> {
        check_length(Field::Ids, out.len(), self.len())?;
        out.iter_mut().zip(self.ids()).for_each(|(out, id)| *out = id);
        Ok(())
    }

    /// Copies the states of all, in the order of their indices.
    ///
    /// # Errors
    /// [`InputError`] if `out` has another length; it is then as it was.
    pub fn copy_states(&self, out: &mut [CharacterState]) -> Result<(), InputError> {
        self.copy(Field::States, &self.batch.columns.states, out, |&state| state)
    }

    /// Copies the centres of all, in the order of their indices, world space, metres.
    ///
    /// # Errors
    /// [`InputError`] if `out` has another length; it is then as it was.
    pub fn copy_positions(&self, out: &mut [Position]) -> Result<(), InputError> {
        self.copy(Field::Positions, &self.batch.columns.states, out, |state| state.position)
    }

    /// Copies the centres of all before the last step, in the order of their indices, world space, metres.
    ///
    /// # Errors
    /// [`InputError`] if `out` has another length; it is then as it was.
    pub fn copy_previous_positions(&self, out: &mut [Position]) -> Result<(), InputError> {
        self.copy(Field::Positions, &self.batch.columns.previous, out, |&position| position)
    }

    /// Copies the angle by which the ground [turned](Crowd::turned_by) each character in the last step, in the order of their indices,
    /// radians.
    ///
    /// # Errors
    /// [`InputError`] if `out` has another length; it is then as it was.
    pub fn copy_turned_by(&self, out: &mut [f32]) -> Result<(), InputError> {
        self.copy(Field::Angles, &self.batch.columns.turned_by, out, |&angle| angle)
    }

    /// Other states of all, in the order of their indices, each as [`set_state`](Crowd::set_state) writes it.
    ///
    /// # Errors
    /// [`InputError`] if one is out of its range, or `states` has another length; nothing changes.
    pub fn set_states(&mut self, states: &[CharacterState]) -> Result<(), InputError> {
        check_length(Field::States, states.len(), self.len())?;
        states.iter().try_for_each(|state| state.check(self.profiles.list().len()))?;
        // Before any profile loses a character, so that none of these is dropped.
        for state in states {
            self.profiles.add(state.profile, 1);
        }
        for (slot, state) in self.ids.slots().zip(states) {
            let old = self.batch.columns.states[slot].profile;
            self.batch.set_state(self.profiles.list(), slot, state);
            self.profiles.remove(old);
        }
        Ok(())
    }

    /// Replaces the state in a slot, which must have been checked, and counts its profile.
    fn write_state(&mut self, slot: usize, state: &CharacterState) {
        let old = self.batch.columns.states[slot].profile;
        self.profiles.add(state.profile, 1);
        self.batch.set_state(self.profiles.list(), slot, state);
        self.profiles.remove(old);
    }

    /// Other inputs of all, in the order of their indices.
    ///
    /// # Errors
    /// [`InputError`] if one is out of its range, or `inputs` has another length; nothing changes.
    pub fn set_inputs(&mut self, inputs: &[MoveInput]) -> Result<(), InputError> {
        check_length(Field::Inputs, inputs.len(), self.len())?;
        inputs.iter().try_for_each(MoveInput::check)?;
        for (slot, input) in self.ids.slots().zip(inputs) {
            self.batch.keeping_index().columns.set_input(slot, input);
        }
        Ok(())
    }

    /// Sets the desired velocities of all, in the order of their indices, world space, m/s.
    ///
    /// # Errors
    /// [`InputError`] if one is out of its range, or `velocities` has another length; nothing changes.
    pub fn set_desired_velocities(&mut self, velocities: &[Vec3]) -> Result<(), InputError> {
        check_length(Field::DesiredVelocity, velocities.len(), self.len())?;
        let check = |&velocity: &Vec3| check_vector(Field::DesiredVelocity, velocity, MAX_DISPLACEMENT);
        velocities.iter().try_for_each(check)?;
        for (slot, &velocity) in self.ids.slots().zip(velocities) {
            let input = MoveInput { desired_velocity: velocity, ..self.batch.columns.inputs[slot] };
            self.batch.keeping_index().columns.set_input(slot, &input);
        }
        Ok(())
    }

    fn copy<T, U>(&self, field: Field, column: &[T], out: &mut [U], of: impl Fn(&T) -> U) -> Result<(), InputError> {
        check_length(field, out.len(), self.len())?;
        for (slot, out) in self.ids.slots().zip(out) {
            *out = of(&column[slot]);
        }
        Ok(())
    }
}

impl Columns {
    pub(super) fn set_state(&mut self, slot: usize, state: &CharacterState) {
        let state = CharacterState { key: self.indices[slot], ..*state };
        if !self.states[slot].is_same(&state) {
            if state.position != self.states[slot].position {
                self.previous[slot] = state.position;
            }
            self.states[slot] = state;
            self.resting[slot] = None;
        }
    }

    #[inline(always)]
    pub(super) fn set_input(&mut self, slot: usize, input: &MoveInput) {
        if !self.inputs[slot].is_same(input) {
            self.inputs[slot] = *input;
            self.resting[slot] = None;
        }
    }
}
