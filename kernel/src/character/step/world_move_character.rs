//! `World::move_character` and `WorldStep::move_character`: the move of one character, with memory of its own or without.

use crate::base::input_error::{InputError, check_time_step};
use crate::character::model::move_input::MoveInput;
use crate::character::model::outcome::SlideOutcome;
use crate::character::model::profile::CharacterProfile;
use crate::character::model::state::CharacterState;
use crate::character::step::character_memory::CharacterMemory;
use crate::character::step::character_move::CharacterMove;
use crate::character::step::oriented_move::MoveTask;
use crate::query::scratch::Scratch;
use crate::query::thread_memory::call_memory;
use crate::world::solids::Seeing;
use crate::world::world::World;
use crate::world::world_step::{StepTerms, WorldStep};

impl World {
    /// Moves one character by `seconds`: jump and gravity, its desired velocity, its fall; and finds its ground.
    ///
    /// World space, metres. The state is all that the next step needs. A [`Crowd`](crate::Crowd) and
    /// [`move_characters`](World::move_characters) give the same bits for many. A step of 0 s changes nothing.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{CharacterProfile, CharacterState, Ground, Mesh, MoveInput, World};
    ///
    /// let floor = [Vec3::new(-50.0, 0.0, -50.0), Vec3::new(0.0, 0.0, 50.0), Vec3::new(50.0, 0.0, -50.0)];
    /// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
    /// let person = CharacterProfile::default();
    /// let mut state = CharacterState::standing(Vec3::ZERO, &person, Vec3::Y);
    /// let mut input = MoveInput { desired_velocity: Vec3::X * 1.5, ..MoveInput::EARTH };
    ///
    /// for _ in 0..60 {
    ///     world.move_character(&person, &mut state, &input, 1.0 / 60.0)?;
    /// }
    /// assert!((state.position.to_vec3().x - 1.5).abs() < 1e-3);
    /// assert_eq!(state.ground(), Ground::Floor(Vec3::Y));
    ///
    /// // A jump is as high as v² / 2g, at any time step.
    /// input.jump_speed = 3.0;
    /// world.move_character(&person, &mut state, &input, 1.0 / 60.0)?;
    /// assert_eq!(state.ground(), Ground::Air);
    /// assert!((state.velocity.y - (3.0 - 9.81 / 60.0)).abs() < 1e-6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError`] names what is out of its range, in state, input or time step, or an instance that has a
    /// [target](World::move_to); the state is then as it was.
    #[inline(always)]
    pub fn move_character(
        &self,
        profile: &CharacterProfile,
        state: &mut CharacterState,
        input: &MoveInput,
        seconds: f32,
    ) -> Result<SlideOutcome, InputError> {
        let mut outcome = SlideOutcome::NOTHING;
        self.instances.check_no_target()?;
        let how = StepTerms::at_rest(seconds);
        self.move_one(profile, state, input, how, None, &mut call_memory(), &mut outcome)?;
        Ok(outcome)
    }

    /// As [`move_character`](Self::move_character), with the same bits, for a character that is moved in many steps: keep its
    /// `memory` beside its state, and most moves need not search the tree of the world.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{CharacterMemory, CharacterProfile, CharacterState, Mesh, MoveInput, World};
    ///
    /// let world = World::from_mesh(Mesh::cuboid(Vec3::new(50.0, 1.0, 50.0))?);
    /// let person = CharacterProfile::default();
    /// let mut state = CharacterState::standing(Vec3::Y, &person, Vec3::Y);
    /// let (mut alone, mut memory) = (state, CharacterMemory::new());
    /// let input = MoveInput { desired_velocity: Vec3::X * 3.0, ..MoveInput::EARTH };
    /// for _ in 0..60 {
    ///     world.move_character_with(&person, &mut state, &input, 1.0 / 60.0, &mut memory)?;
    ///     world.move_character(&person, &mut alone, &input, 1.0 / 60.0)?;
    /// }
    /// assert_eq!(state, alone);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`move_character`](Self::move_character).
    #[inline(always)]
    pub fn move_character_with(
        &self,
        profile: &CharacterProfile,
        state: &mut CharacterState,
        input: &MoveInput,
        seconds: f32,
        memory: &mut CharacterMemory,
    ) -> Result<SlideOutcome, InputError> {
        let mut outcome = SlideOutcome::NOTHING;
        self.instances.check_no_target()?;
        let how = StepTerms::at_rest(seconds);
        self.move_one(profile, state, input, how, Some(memory), &mut call_memory(), &mut outcome)?;
        Ok(outcome)
    }

    /// As [`move_character`](Self::move_character), with the outcome written in place: returning a kilobyte would copy it. So would
    /// the public calls if they were not inlined, as they are not by themselves in a program with several of them.
    #[expect(clippy::too_many_arguments, reason = "those of the public calls, and the outcome")]
    #[inline(never)]
    fn move_one(
        &self,
        profile: &CharacterProfile,
        state: &mut CharacterState,
        input: &MoveInput,
        StepTerms { seconds, filter, in_step }: StepTerms,
        memory: Option<&mut CharacterMemory>,
        scratch: &mut Scratch,
        outcome: &mut SlideOutcome,
    ) -> Result<(), InputError> {
        check_time_step(seconds)?;
        input.check()?;
        state.check(usize::MAX)?;
        if seconds == 0.0 {
            (outcome.position, outcome.status, outcome.ground) = (state.position, state.status(), state.ground());
            return Ok(());
        }
        let observer = &mut *outcome;
        let mut instances = self.solids(profile.rules.layers).moving(in_step);
        let seeing = Seeing { turn: None, filter };
        if filter.is_some() {
            instances = instances.seen(&seeing);
        }
        let about = CharacterMove {
            instances,
            profile,
            state,
            input,
            seconds,
            neighbourhood: None,
            block_cache: memory.map(|memory| &mut memory.block_cache),
            observer,
            scratch,
        };
        let end = self.lanes.run(MoveTask { about })?;
        outcome.end_at(state.position, &end);
        (outcome.carried_by, outcome.turned_by) = (end.ridden.moved, end.ridden.turned_by);
        outcome.crushed_by = end.ridden.crushed_by.map(|index| self.instances.id(index));
        Ok(())
    }
}

impl WorldStep<'_> {
    /// Moves one character in this step: instances that move carry and push it, then it moves as
    /// [`World::move_character`] says, where they are at the end of the step.
    ///
    /// A character on a moving instance moves with the point that it touches. A character in the way of one is pushed, and slides
    /// along everything else. If there is no room for that, the status is [`SlideStatus::Crushed`](crate::SlideStatus), and the outcome
    /// names the instance; a character never enters instances that are still.
    ///
    /// ```
    /// use glam::{DVec3, Vec3};
    /// use sweep8::{CharacterProfile, CharacterState, Mesh, MoveInput, Placement, SlideStatus, World};
    ///
    /// // A wall that comes nearer, and one behind.
    /// let mut world = World::new();
    /// let wall = Mesh::cuboid(Vec3::new(0.5, 5.0, 5.0))?.cook();
    /// let press = world.add(&wall, Placement::at(DVec3::X * 2.0))?;
    /// world.add(&wall, Placement::at(DVec3::X * -2.0))?;
    /// let person = CharacterProfile::default();
    /// let mut state = CharacterState::new(Vec3::ZERO);
    /// let input = MoveInput::WEIGHTLESS;
    ///
    /// world.move_to(press, Placement::at(DVec3::X * 0.5))?;
    /// let out = world.begin_step(1.0 / 60.0)?.move_character(&person, &mut state, &input)?;
    /// assert!((out.carried_by.x + 0.41).abs() < 1e-3, "as far as the skin stays off the wall");
    /// world.move_to(press, Placement::at(DVec3::X * -0.75))?;
    /// let out = world.begin_step(1.0 / 60.0)?.move_character(&person, &mut state, &input)?;
    /// assert_eq!((out.status, out.crushed_by), (SlideStatus::Crushed, Some(press)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError`] names what is out of its range, in state, input, or in the turn of an instance near the character, which
    /// would need too many parts of a step; the state is then as it was.
    #[inline(always)]
    pub fn move_character(
        &self,
        profile: &CharacterProfile,
        state: &mut CharacterState,
        input: &MoveInput,
    ) -> Result<SlideOutcome, InputError> {
        let mut outcome = SlideOutcome::NOTHING;
        self.world().move_one(profile, state, input, self.terms(), None, &mut call_memory(), &mut outcome)?;
        Ok(outcome)
    }

    /// As [`move_character`](Self::move_character), with [memory](World::move_character_with) of the character.
    ///
    /// # Errors
    /// As [`move_character`](Self::move_character).
    #[inline(always)]
    pub fn move_character_with(
        &self,
        profile: &CharacterProfile,
        state: &mut CharacterState,
        input: &MoveInput,
        memory: &mut CharacterMemory,
    ) -> Result<SlideOutcome, InputError> {
        let mut outcome = SlideOutcome::NOTHING;
        self.world().move_one(profile, state, input, self.terms(), Some(memory), &mut call_memory(), &mut outcome)?;
        Ok(outcome)
    }
}
