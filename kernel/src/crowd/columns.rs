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
        /// One vector a column, all as long.
        #[derive(Debug, Default)]
        pub(crate) struct Columns {
            $($(#[$doc])* pub(crate) $column: Vec<$kind>,)*
        }

        /// The values of all columns in one slot.
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct Slot {
            $($(#[$doc])* pub(crate) $column: $kind,)*
        }

        /// The columns of consecutive slots: one worker has them at a time.
        pub(crate) struct Slots<'a> {
            $($(#[$doc])* pub(crate) $column: &'a mut [$kind],)*
        }

        impl<'a> Slots<'a> {
            /// The slots before `middle`, and those from it on.
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

            /// Without an allocation where there is room.
            fn clone_from(&mut self, source: &Self) {
                $(self.$column.clone_from(&source.$column);)*
            }
        }

        impl Columns {
            pub(crate) fn slots(&mut self) -> Slots<'_> {
                Slots { $($column: &mut self.$column,)* }
            }

            /// Makes room for so many more.
            pub(crate) fn reserve(&mut self, count: usize) {
                $(self.$column.reserve(count);)*
            }

            pub(crate) fn push(&mut self, slot: Slot) {
                $(self.$column.push(slot.$column);)*
            }

            /// Removes a slot; the last one takes its place.
            pub(crate) fn swap_remove(&mut self, slot: usize) {
                $(self.$column.swap_remove(slot);)*
            }

            pub(crate) fn clear(&mut self) {
                $(self.$column.clear();)*
            }

            /// Puts all slots into the order of the keys, by way of `spare`.
            pub(crate) fn reorder(&mut self, keys: &[Key], spare: &mut Self) {
                $(permute(&mut self.$column, &mut spare.$column, keys);)*
            }
        }
    };
}

columns! {
    /// The state.
    states: CharacterState,
    /// The input of the coming step.
    inputs: MoveInput,
    /// The index of the id, or the place in the caller's slice.
    indices: u32,
    /// The position before the last step.
    previous: Position,
    /// The layers that queries find it in.
    layers: u32,
    /// Whether contacts are recorded.
    watched: bool,
    /// The contribution of a character at [rest](crate::crowd::rest) to the report; `None` for one that has to be moved.
    resting: Option<Contribution>,
    /// How far beside it those may be on whom its rest depends, metres.
    reaches: f32,
    /// The blocks around it.
    block_caches: BlockCache,
}

impl Slot {
    /// Somebody who has not moved yet.
    pub(crate) fn new(index: u32, state: CharacterState, input: MoveInput) -> Self {
        let (previous, block_caches) = (state.position, BlockCache::UNKNOWN);
        let (layers, watched, resting, reaches) = (1, false, None, 0.0);
        Self { states: state, inputs: input, indices: index, previous, layers, watched, resting, reaches, block_caches }
    }
}

impl Columns {
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }
}
