//! The moves of characters that the caller keeps in slices: the entry point that users call.

use crate::base::field::Field;
use crate::base::input_error::{InputError, check_length, check_time_step};
use crate::base::spans::span;
use crate::character::model::move_input::MoveInput;
use crate::character::model::profile::CharacterProfile;
use crate::character::model::state::CharacterState;
use crate::crowd::batch::Batch;
use crate::crowd::columns::Slot;
use crate::crowd::move_memory::MoveMemory;
use crate::crowd::report::{Contribution, StepReport};
use crate::crowd::step::Step;
use crate::world::world::World;
use crate::world::world_step::{StepTerms, WorldStep};

impl World {
    /// Moves characters that you keep, `states[k]` by `inputs[k]`, by `seconds`; each has the profile that its state names.
    ///
    /// World space, metres. The same bits as [`move_character`](World::move_character) one by one, and as a
    /// [`Crowd`](crate::Crowd); on the current rayon pool (feature `rayon`, on by default). Inputs stay as they are: a jump
    /// or an impulse in them acts in every step. A character that is refused keeps its state, and the report counts it;
    /// all others move. Allocates nothing once warm. A step of 0 s changes nothing.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{CharacterProfile, CharacterState, Mesh, MoveInput, MoveMemory, World};
    ///
    /// let floor = [Vec3::new(-50.0, 0.0, -50.0), Vec3::new(0.0, 0.0, 50.0), Vec3::new(50.0, 0.0, -50.0)];
    /// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
    /// let profiles = [CharacterProfile::default()];
    /// let mut states = [0.0, 1.0, 2.0].map(|x| CharacterState::standing(Vec3::X * x, &profiles[0], Vec3::Y));
    /// let inputs = [1.0, 2.0, 3.0].map(|speed| MoveInput { desired_velocity: Vec3::Z * speed, ..MoveInput::EARTH });
    /// let mut memory = MoveMemory::new();
    /// for _ in 0..60 {
    ///     let report = world.move_characters(&profiles, &mut states, &inputs, 1.0 / 60.0, &mut memory)?;
    ///     assert_eq!(report.refused, 0);
    /// }
    /// assert!((states[2].position.to_vec3().z - 3.0).abs() < 1e-3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError`] says that the slices differ in length, that the time step is out of its range, or that an instance has a
    /// [target](World::move_to): nobody has moved.
    pub fn move_characters(
        &self,
        profiles: &[CharacterProfile],
        states: &mut [CharacterState],
        inputs: &[MoveInput],
        seconds: f32,
        memory: &mut MoveMemory,
    ) -> Result<StepReport, InputError> {
        self.instances.check_no_target()?;
        move_all(states, inputs, Step::new(self, profiles, StepTerms::at_rest(seconds)), memory)
    }
}

fn move_all(
    states: &mut [CharacterState],
    inputs: &[MoveInput],
    step: Step,
    memory: &mut MoveMemory,
) -> Result<StepReport, InputError> {
    let Step { profiles, terms: StepTerms { seconds, .. }, .. } = step;
    check_length(Field::Inputs, inputs.len(), states.len())?;
    check_time_step(seconds)?;
    if seconds == 0.0 {
        return Ok(StepReport::default());
    }
    span!(DEBUG, "World::move_characters", characters = states.len());
    let columns = &mut memory.batch.columns;
    if columns.len() != states.len() {
        columns.clear();
        for (index, (&state, &input)) in states.iter().zip(inputs).enumerate() {
            columns.push(Slot::new(index as u32, state, input));
        }
        memory.batch.neighbours.set_clear(false);
    }
    memory.batch.begin(&step, memory.sort_every);
    memory.mark_watched();
    let Batch { columns, neighbours, .. } = &mut memory.batch;
    let mut refused = StepReport::default();
    for (slot, &index) in columns.indices.iter().enumerate() {
        let (state, input) = (&states[index as usize], &inputs[index as usize]);
        let resting = &mut columns.resting[slot];
        if !(columns.states[slot].is_same(state) && columns.inputs[slot].is_same(input)) {
            let known = &columns.states[slot];
            if !known.is_same(state) {
                neighbours.departs(profiles, known);
                let places =
                    [known, state].map(|state| (state.position, state.orientation, state.profile, state.group));
                if places[0] != places[1] {
                    neighbours.set_clear(false);
                }
            }
            (columns.states[slot], columns.inputs[slot]) = (*state, *input);
            *resting = None;
        }
        if resting.is_none_or(|contribution| contribution == Contribution::REFUSED) {
            let checked = state.check(profiles.len()).and_then(|()| input.check());
            *resting = checked.is_err().then_some(Contribution::REFUSED);
            if let Err(error) = checked {
                refused.refuse(index, error);
            }
        }
    }
    let report = memory.batch.step(step);
    if refused.refused > 0 {
        // Refused characters stay invisible to others until a move of theirs is accepted.
        memory.batch.neighbours.set_clear(false);
    }
    let columns = &memory.batch.columns;
    for (slot, &index) in columns.indices.iter().enumerate() {
        // A character that came to rest has the bits of before.
        if columns.resting[slot].is_none() {
            states[index as usize] = columns.states[slot];
        }
    }
    Ok(report + refused)
}

impl WorldStep<'_> {
    /// Moves characters that you keep in this step, as [`World::move_characters`]: the same bits as
    /// [`move_character`](WorldStep::move_character) one by one.
    ///
    /// ```
    /// use glam::{DVec3, Vec3};
    /// use sweep8::{CharacterProfile, CharacterState, Mesh, MoveInput, MoveMemory, Placement, World};
    ///
    /// let mut world = World::new();
    /// let disc = world.add(&Mesh::cuboid(Vec3::new(9.0, 1.0, 9.0))?.cook(), Placement::IDENTITY)?;
    /// let profiles = [CharacterProfile::default()];
    /// let mut states = [0.0, 1.0, 2.0].map(|x| CharacterState::standing(Vec3::new(x, 1.0, 0.0), &profiles[0], Vec3::Y));
    /// let mut memory = MoveMemory::new();
    /// for frame in 1..=2 {
    ///     world.move_to(disc, Placement::at(DVec3::X * 0.01 * f64::from(frame)))?;
    ///     let step = world.begin_step(1.0 / 60.0)?;
    ///     let report = step.move_characters(&profiles, &mut states, &[MoveInput::EARTH; 3], &mut memory)?;
    ///     assert_eq!(report.standing, 3);
    /// }
    /// assert!((states[2].position.to_vec3().x - 2.02).abs() < 1e-5, "carried from the first step on");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError`] says that the slices differ in length: nobody has moved.
    pub fn move_characters(
        &self,
        profiles: &[CharacterProfile],
        states: &mut [CharacterState],
        inputs: &[MoveInput],
        memory: &mut MoveMemory,
    ) -> Result<StepReport, InputError> {
        move_all(states, inputs, Step::new(self.world(), profiles, self.terms()), memory)
    }
}
