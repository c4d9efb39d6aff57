//! Steps the character in both worlds, in a batch and on each backend, and compares.

use super::case::{Act, Case};
use crate::bytes::Reader;
use crate::finding::{Finding, Outcome, demand};
use crate::scene::{FRAME, PLACE_ROUNDING};
use sweep8::{Backend, CharacterState, ContactView, InputError, MoveInput, MoveMemory, SlideOutcome, World};

const STEPS: usize = 8;

/// Rounding error of a contact, metres, by which two moves may differ in [`is_alike`].
const ROUNDING: f64 = 5e-6;

/// The character's state after a step, or the error with which the kernel refused the step.
type Moved = Result<CharacterState, InputError>;

pub(crate) fn check(bytes: &[u8]) -> Result<Outcome, Finding> {
    let mut reader = Reader::new(bytes);
    let Some(mut case) = Case::read(&mut reader) else { return Ok(Outcome::Skipped) };
    let (mut state, mut memory) = (case.scene.state, MoveMemory::new());
    for step in 0..STEPS {
        let act = Act::read(&mut reader, case.scene.parts.len());
        if case.act(&act).map_err(|Finding(what)| Finding(case.finding(step, &state, &act, &what)))?.is_none() {
            return Ok(Outcome::Held);
        }
        let input = case.scene.input_of(step);
        let finding = |case: &Case, what: &str| case.finding(step, &state, &act, what);
        let expected = case.bare_step(&state, &input);
        let others = case.on_other_backends(&state, &input);
        let (moved, in_batch) = case.filtered_step(&state, &input, &mut memory);
        let told = |of: &Result<(CharacterState, SlideOutcome), InputError>| match of {
            Ok((state, out)) => format!("{state:?}, {:?} by {:?}, {:?}", out.status, out.waypoints(), out.contacts()),
            Err(error) => error.to_string(),
        };
        let same = match (&moved, &expected) {
            (Ok((state, out)), Ok((other, bare))) => {
                let is_same = bytemuck::bytes_of(state) == bytemuck::bytes_of(other);
                (is_same && out.waypoints() == bare.waypoints() && out.contacts() == bare.contacts())
                    || case.ignores_triangles() && is_alike((state, out), (other, bare))
            }
            (Err(one), Err(other)) => one == other,
            _ => false,
        };
        demand(same, || finding(&case, &format!("{}, but {} without", told(&moved), told(&expected))))?;
        let after = moved.map(|(state, out)| {
            let ignored = out.contacts().iter().find(|contact| !case.stops(contact)).copied();
            (state, ignored)
        });
        if let Ok((_, Some(ignored))) = &after {
            return Err(Finding(finding(&case, &format!("touches a sensor or ignored triangle: {ignored:?}"))));
        }
        for (way, other) in others.into_iter().chain([("in a batch", in_batch)]) {
            let same = match (&other, &after) {
                (Ok(other), Ok((state, _))) => bytemuck::bytes_of(other) == bytemuck::bytes_of(state),
                (Err(_), Err(_)) => true,
                _ => false,
            };
            demand(same, || finding(&case, &format!("{after:?}, but {other:?} {way}")))?;
        }
        // It fell too far, is too fast, or is near an instance that turns too fast: refused with an error.
        let Ok((after, _)) = after else { return Ok(Outcome::Held) };
        state = after;
    }
    Ok(Outcome::Held)
}

/// Returns true if two moves differ by at most the rounding of a contact: a face touched within rounding of an ignored
/// neighbour has the fraction of the nearer of the two.
fn is_alike(
    (one, of_one): (&CharacterState, &SlideOutcome),
    (other, of_other): (&CharacterState, &SlideOutcome),
) -> bool {
    let off = one.position.to_dvec3().distance(other.position.to_dvec3());
    let rounding = ROUNDING + PLACE_ROUNDING * one.position.to_dvec3().length();
    off < rounding && (of_one.status, one.ground_code) == (of_other.status, other.ground_code)
}

impl Case {
    fn finding(&self, step: usize, state: &CharacterState, act: &Act, what: &str) -> String {
        self.scene.finding(step, state, &format!("{what}; after {act:?} among {:?}", self.roles))
    }

    /// Moves the character by a step in the bare world, which has no sensors and ignored triangles.
    fn bare_step(
        &mut self,
        state: &CharacterState,
        input: &MoveInput,
    ) -> Result<(CharacterState, SlideOutcome), InputError> {
        let mut state = *state;
        let step = self.bare.begin_step(FRAME)?;
        let out = step.move_character(&self.scene.profile, &mut state, input)?;
        Ok((state, out))
    }

    /// Moves the character by a step with the contact filter, alone and in a batch; returns both results.
    fn filtered_step(
        &mut self,
        state: &CharacterState,
        input: &MoveInput,
        memory: &mut MoveMemory,
    ) -> (Result<(CharacterState, SlideOutcome), InputError>, Moved) {
        let mut world = std::mem::take(&mut self.scene.world);
        let answers = {
            let verdict = |contact: &ContactView| self.verdict(contact);
            let step = world.begin_step(FRAME).expect("a time step").filtered(&verdict);
            let (mut alone, mut states) = (*state, [*state]);
            let out = step.move_character(&self.scene.profile, &mut alone, input);
            let report = step.move_characters(&[self.scene.profile], &mut states, &[*input], memory);
            let in_batch = match report {
                Ok(report) if report.refused > 0 => Err(InputError::HasTarget { index: 0 }),
                Ok(_) => Ok(states[0]),
                Err(error) => Err(error),
            };
            (out.map(|out| (alone, out)), in_batch)
        };
        self.scene.world = world;
        answers
    }

    /// Moves the character by the same step on each backend with new working memory, and returns the results by backend name.
    fn on_other_backends(&self, state: &CharacterState, input: &MoveInput) -> Vec<(&'static str, Moved)> {
        let verdict = |contact: &ContactView| self.verdict(contact);
        let moved = |mut world: World| {
            let mut state = *state;
            let step = world.begin_step(FRAME)?.filtered(&verdict);
            step.move_character(&self.scene.profile, &mut state, input)?;
            Ok(state)
        };
        let on = |backend: Backend| self.scene.world.clone().with_backend(backend).expect("it is available");
        Backend::available().map(|backend| (backend.name(), moved(on(backend)))).collect()
    }
}
