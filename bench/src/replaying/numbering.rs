//! Converts numbers of instances and triangles between a level and the small world of a move.
//!
//! In: a state with the level's numbers. Out: the same state with the small world's numbers, and back. Both number in
//! the same order.

use crate::replaying::move_instance::MoveInstance;
use sweep8::{CharacterState, Surface};

/// Triangle number in a character's state that stands for "no triangle".
const NONE: u32 = Surface::NONE.triangle;

/// Conversion of instance and triangle numbers between the level and the small world of one move.
pub(super) struct Numbering<'a>(&'a [MoveInstance]);

impl<'a> Numbering<'a> {
    pub(super) fn new(instances: &'a [MoveInstance]) -> Self {
        Self(instances)
    }

    /// Replaces the level's instance and triangle ids in a state by those of the extract; `None` if one is not in the extract.
    pub(super) fn inwards(&self, state: &CharacterState) -> Option<CharacterState> {
        let number = |index: u32| self.0.binary_search_by_key(&index, |instance| instance.index).ok();
        let place = |[index, generation]: [u32; 2], id: u32| {
            let instance = number(index)?;
            let triangle = self.0[instance].triangles.binary_search_by_key(&id, |triangle| triangle.0).ok()?;
            Some(Surface { instance: [instance as u32, generation], triangle: triangle as u32 })
        };
        translated(state, place, |index| number(index).map(|number| number as u32))
    }

    /// Converts the numbers in a character's state from small world to level; `None` if a number is invalid.
    pub(super) fn outwards(&self, state: &CharacterState) -> Option<CharacterState> {
        let instance = |number: u32| self.0.get(number as usize);
        let place = |[number, generation]: [u32; 2], triangle: u32| {
            let instance = instance(number)?;
            let triangle = instance.triangles.get(triangle as usize)?.0;
            Some(Surface { instance: [instance.index, generation], triangle })
        };
        translated(state, place, |number| instance(number).map(|instance| instance.index))
    }
}

fn translated(
    state: &CharacterState,
    place: impl Fn([u32; 2], u32) -> Option<Surface>,
    instance: impl Fn(u32) -> Option<u32>,
) -> Option<CharacterState> {
    let Surface { instance: of, triangle } = state.ground_surface;
    let ground_surface = if state.crushed_by().is_some() {
        let [index, generation] = of;
        Surface { instance: [instance(index)?, generation], triangle }
    } else if triangle == NONE {
        state.ground_surface
    } else {
        place(of, triangle)?
    };
    Some(CharacterState { ground_surface, ..*state })
}
