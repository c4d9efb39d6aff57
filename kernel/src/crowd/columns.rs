//! The columns of a batch: structure of arrays, one slot a character, in any order. No geometry happens here.
//!
//! The columns are declared once, below: what adds, removes and reorders slots is made from that list, so that a column
//! cannot be forgotten in one of them.

use crate::base::place_order::{Key, permute};
use crate::character::collide::block_cache::BlockCache;
use crate::character::model::move_input::MoveInput;
use crate::character::model::state::CharacterState;
use crate::crowd::report::Contribution;
use crate::frame::position::Position;
use alloc::vec::Vec;

macro_rules! columns {
    ($($(#[$doc:meta])* $column:ident: $kind:ty,)*) => {
        /// Data of all characters of a batch as structure of arrays: one vector for each column, all of equal length.
        #[derive(Debug, Default)]
        pub(crate) struct Columns {
            $($(#[$doc])* pub(crate) $column: Vec<$kind>,)*
        }

        /// The data of one character: the values of all columns in its slot.
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct Slot {
            $($(#[$doc])* pub(crate) $column: $kind,)*
        }

        /// The columns of all characters in a range of consecutive slots, borrowed by one worker at a time.
        pub(crate) struct Slots<'a> {
            $($(#[$doc])* pub(crate) $column: &'a mut [$kind],)*
        }

        impl<'a> Slots<'a> {
            /// Splits this range of slots into those before `middle` and those from `middle` on.
            #[inline(always)]
            pub(crate) fn split_at(self, middle: usize) -> (Self, Self) {
                $(let $column = self.$column.split_at_mut(middle);)*
                (Self { $($column: $column.0,)* }, Self { $($column: $column.1,)* })
            }
        }

        impl Clone for Columns {
            fn clone(&self) -> Self {
                Self { $($column: self.$column.clone(),)* }
            }

            /// Copies all columns; allocates only if the capacity is too small.
            fn clone_from(&mut self, source: &Self) {
                $(self.$column.clone_from(&source.$column);)*
            }
        }

        impl Columns {
            pub(crate) fn slots(&mut self) -> Slots<'_> {
                Slots { $($column: &mut self.$column,)* }
            }

            /// Reserves capacity for the slots of `count` more characters.
            pub(crate) fn reserve(&mut self, count: usize) {
                $(self.$column.reserve(count);)*
            }

            pub(crate) fn push(&mut self, slot: Slot) {
                $(self.$column.push(slot.$column);)*
            }

            /// Removes the character in a slot; moves the character of the last slot to its place.
            pub(crate) fn swap_remove(&mut self, slot: usize) {
                $(self.$column.swap_remove(slot);)*
            }

            pub(crate) fn clear(&mut self) {
                $(self.$column.clear();)*
            }

            /// Reorders all slots by the keys, whose second numbers are old slots; swaps with `spare`, a double buffer.
            pub(crate) fn reorder(&mut self, keys: &[Key], spare: &mut Self) {
                $(permute(&mut self.$column, &mut spare.$column, keys);)*
            }
        }
    };
}

columns! {
    /// State of the character in this slot.
    states: CharacterState,
    /// Input of the character for the coming step.
    inputs: MoveInput,
    /// Index of the character's id in a crowd; the index in the caller's slice otherwise.
    indices: u32,
    /// Position of the character's centre before the last step, world space.
    previous: Position,
    /// Angle about up by which the ground turned the character in the last step, radians.
    turned_by: f32,
    /// Layers in which queries find the character, a bit each.
    layers: u32,
    /// Whether contacts of the character are recorded in steps.
    watched: bool,
    /// Contribution of the last move of a character at [rest](crate::crowd::rest) to the step's report; `None` if it must be moved.
    resting: Option<Contribution>,
    /// Radius within which other characters can end this character's rest, metres.
    reaches: f32,
    /// Cache of the world's triangle blocks near the character.
    block_caches: BlockCache,
}

impl Slot {
    /// Makes the slot of a character that has not moved yet.
    pub(crate) fn new(index: u32, state: CharacterState, input: MoveInput) -> Self {
        let (previous, block_caches) = (state.position, BlockCache::UNKNOWN);
        let (turned_by, layers, watched, resting, reaches) = (0.0, 1, false, None, 0.0);
        let (states, inputs, indices) = (state, input, index);
        Self { states, inputs, indices, previous, turned_by, layers, watched, resting, reaches, block_caches }
    }
}

impl Columns {
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }
}
