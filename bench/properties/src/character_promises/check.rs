//! Checks every step of a case.

use super::case::{Case, place};
use super::standing::Standing;
use super::truth::{Truth, room};
use crate::bytes::Reader;
use crate::finding::{Finding, Outcome, demand};
use crate::soup::{world_of, world_of_another_tree};
use glam::Vec3;
use sweep8::{
    Backend, CharacterProfile, CharacterSettings, CharacterState, Ground, MoveInput, MoveMemory, SlideOutcome,
    SlideStatus, World,
};

/// Distance from the origin beyond which the test's character is no longer checked, metres.
const FARTHEST: f64 = 30.0;

/// Number of steps within which an idle character on a floor must come to rest.
const SETTLE: usize = 8;
/// Number of steps after [`SETTLE`] in which the idle character must stay at rest.
const REST: usize = 8;

/// A character in its test level, and worlds with other backends and trees of the same level.
struct Check<'a> {
    case: &'a Case,
    world: World,
    others: Vec<World>,
    standing: Option<Standing>,
    memory: MoveMemory,
}

pub(crate) fn check(bytes: &[u8]) -> Result<Outcome, Finding> {
    let Some(case) = Case::read(&mut Reader::new(bytes)) else { return Ok(Outcome::Skipped) };
    let world = world_of(&case.triangles);
    let on = |backend: Backend| world.clone().with_backend(backend).expect("it is available");
    let mut others: Vec<World> = Backend::available().map(on).collect();
    others.push(world_of_another_tree(&case.triangles));
    let mut check = Check { case: &case, world, others, standing: Standing::of(&case), memory: MoveMemory::new() };
    let mut state = case.state;
    for (input, steps) in &case.inputs {
        for step in 0..*steps {
            let first = step == 0;
            let input = MoveInput {
                jump_speed: if first { input.jump_speed } else { 0.0 },
                impulse: if first { input.impulse } else { Vec3::ZERO },
                ..*input
            };
            if place(&state).length() > FARTHEST {
                return Ok(Outcome::Held);
            }
            check.step(&mut state, &input)?;
        }
    }
    check.rests(state)?;
    Ok(Outcome::Held)
}

impl Check<'_> {
    /// Moves the character by one step and checks all promises about this step.
    fn step(&mut self, state: &mut CharacterState, input: &MoveInput) -> Result<SlideOutcome, Finding> {
        let (case, before) = (self.case, *state);
        let out = self.moved(state, input)?;
        let say = |what: &str| Finding(case.finding(&format!("{what}: {out:?}, {state:?}"), &before, input));
        state.check(1).map_err(|error| say(&error.to_string()))?;
        demand(out.path.is_finite() && out.travel.is_finite(), || say("not finite").0)?;
        self.repeats(&before, state, input).map_err(|what| say(&what))?;
        self.is_bounded(&before, state, input, &out).map_err(|what| say(&what))?;
        let truth = Truth::new(case, [&before, state], input, &out, self.standing.as_ref());
        if out.depenetrated_by > 0.0 || !truth.began_clear() {
            return Ok(out);
        }
        truth.way_is_free().map_err(|what| say(&what))?;
        truth.way_is_no_longer().map_err(|what| say(&what))?;
        truth.height_has_its_reasons().map_err(|what| say(&what))?;
        if out.status != SlideStatus::OutOfIterations {
            truth.walk_is_true().map_err(|what| say(&what))?;
            truth.ground_is_true().map_err(|what| say(&what))?;
            truth.leads_where_it_should().map_err(|what| say(&what))?;
        }
        Ok(out)
    }

    fn moved(&mut self, state: &mut CharacterState, input: &MoveInput) -> Result<SlideOutcome, Finding> {
        let before = *state;
        let moved = self.world.move_character(&self.case.profile, state, input, self.case.seconds);
        moved.map_err(|error| Finding(self.case.finding(&error.to_string(), &before, input)))
    }

    /// Repeats the step in all other ways (batch, backends, trees) and compares the states after it bit by bit.
    fn repeats(&mut self, before: &CharacterState, after: &CharacterState, input: &MoveInput) -> Result<(), String> {
        let (case, seconds) = (self.case, self.case.seconds);
        let is_same = |state: &CharacterState| bytemuck::bytes_of(state) == bytemuck::bytes_of(after);
        for (index, world) in self.others.iter().enumerate() {
            let mut state = *before;
            let again = world.move_character(&case.profile, &mut state, input, seconds);
            if again.is_err() || !is_same(&state) {
                return Err(format!("in another world, {index}, {state:?}"));
            }
        }
        let (mut states, inputs) = ([*before; 3], [*input; 3]);
        let moved = self.world.move_characters(&[case.profile], &mut states, &inputs, seconds, &mut self.memory);
        match (moved, states.iter().find(|state| !is_same(state))) {
            (Ok(_), None) => Ok(()),
            (moved, state) => Err(format!("in a batch {moved:?}, {state:?}")),
        }
    }

    /// Checks that the bound on the number of sweeps changes the step's result only if the status reports so.
    fn is_bounded(
        &mut self,
        before: &CharacterState,
        after: &CharacterState,
        input: &MoveInput,
        out: &SlideOutcome,
    ) -> Result<(), String> {
        let settings = self.case.profile.settings();
        // Up to three passes, because a landing adds one, and two sweeps down to the ground.
        if out.contacts().len() > 3 * settings.max_iterations as usize + 2 {
            return Err("more contacts than sweeps".to_owned());
        }
        if settings.max_iterations == 8 || out.status == SlideStatus::OutOfIterations {
            return Ok(());
        }
        let full = CharacterProfile::new(&CharacterSettings { max_iterations: 8, ..*settings }).expect("it was valid");
        let mut state = *before;
        let with = self.world.move_character(&full, &mut state, input, self.case.seconds);
        if state.position == after.position {
            Ok(())
        } else {
            Err(format!("the bound changed the result, but not the status; with 8 sweeps {with:?}"))
        }
    }

    /// Checks that a character standing on a floor without desired velocity keeps its position to the bit, after
    /// `SETTLE` steps. A character without room for its body or its skin comes to rest when it has all the room that
    /// there is; each push before has to find more.
    fn rests(&mut self, mut state: CharacterState) -> Result<(), Finding> {
        let gravity = self.case.inputs[0].0;
        let still = MoveInput { gravity: gravity.gravity, up: gravity.up, ..MoveInput::WEIGHTLESS };
        let (mut stands, mut settled) = (0, state.position);
        for _ in 0..SETTLE + REST {
            let before = state;
            if place(&state).length() > FARTHEST {
                return Ok(());
            }
            let out = self.step(&mut state, &still)?;
            let is_still = matches!(before.ground(), Ground::Floor(_)) && before.velocity == Vec3::ZERO;
            let is_moved = state.position != before.position;
            if is_still && is_moved && out.depenetrated_by > 0.0 {
                let [had, has] = [&before, &state].map(|state| room(self.case, place(state)));
                demand(has > had, || {
                    self.case.finding(&format!("pushed from room for {had} to {has}, {state:?}"), &before, &still)
                })?;
                (stands, settled) = (0, state.position);
                continue;
            }
            stands = if is_still { stands + 1 } else { 0 };
            if stands <= SETTLE {
                settled = state.position;
            }
            demand(state.position == settled, || {
                self.case.finding(&format!("stands and creeps to {state:?}"), &before, &still)
            })?;
        }
        Ok(())
    }
}
