//! Where the characters of a crowd are, for queries: for each group a tree over the boxes around their bodies.
//!
//! In: the columns of a batch. Out: trees whose boxes are those of the slots. They are made when somebody asks, for as
//! long as nobody moves or changes: [`IndexedBatch`] sees to that. A query traverses the tree of its group only.

use crate::base::lock::{Lock, MadeOnce};
use crate::base::tolerance::BOX_ROUNDING;
use crate::bvh::boxes::Bounds;
use crate::character::model::profile::CharacterProfile;
use crate::character::model::state::CharacterState;
use crate::crowd::batch::Batch;
use crate::crowd::groups::Groups;
use crate::world::box_tree::BoxTree;
use alloc::vec::Vec;
use core::mem::take;
use core::ops::{Deref, DerefMut};
use glam::Vec3A;

/// The trees over the characters of a batch, one for each group.
#[derive(Debug, Default)]
pub(crate) struct CharacterTrees {
    groups: Groups,
    /// The tree of each group, by its number; those behind the last group are memory for later.
    trees: Vec<BoxTree>,
    /// Slots of the characters, group by group: the leaves of a tree are places in the part of its group.
    members: Vec<u32>,
    /// First place of each group in `members`; last the end of all.
    starts: Vec<u32>,
}

impl CharacterTrees {
    /// Rebuilds the trees from the boxes around the bodies in all slots.
    ///
    /// Keys are sorted on this thread: a thread of a pool that waits for others may be given another query meanwhile, which
    /// would wait for these trees, for ever.
    fn build(&mut self, batch: &Batch, profiles: &[CharacterProfile]) {
        let bounds = |state: &CharacterState| {
            let (center, half) =
                (state.position.to_dvec3(), state.body(&profiles[state.profile as usize]).half_extents());
            let rounding = (center.abs() + half).as_vec3() * BOX_ROUNDING;
            Bounds::about(center.as_vec3().into(), Vec3A::from(half.as_vec3() + rounding))
        };
        let states = &batch.columns.states;
        let Self { groups, trees, members, starts } = self;
        groups.find(states);
        // Two more than there are: what is counted for a group becomes where it begins, and then where it ends.
        starts.clear();
        starts.resize(groups.count() + 2, 0);
        for slot in 0..states.len() {
            starts[groups.of_slot(slot) + 2] += 1;
        }
        let mut before = 0;
        for start in &mut starts[2..] {
            before += *start;
            *start = before;
        }
        members.resize(states.len(), 0);
        for slot in 0..states.len() {
            let place = &mut starts[groups.of_slot(slot) + 1];
            members[*place as usize] = slot as u32;
            *place += 1;
        }
        starts.truncate(groups.count() + 1);
        if trees.len() < groups.count() {
            trees.resize_with(groups.count(), BoxTree::default);
        }
        for (tree, ends) in trees.iter_mut().zip(starts.windows(2)) {
            let members = &members[ends[0] as usize..ends[1] as usize];
            let boxes = (0..).zip(members).map(|(member, &slot)| (member, bounds(&states[slot as usize])));
            tree.rebuild(boxes, <[_]>::sort_unstable);
        }
    }

    /// The tree over a group, and the slots of its members; `None` if it has none.
    #[inline]
    pub(crate) fn of(&self, group: u32) -> Option<(&BoxTree, &[u32])> {
        let number = self.groups.number(group)?;
        let members = &self.members[self.starts[number] as usize..self.starts[number + 1] as usize];
        Some((&self.trees[number], members))
    }
}

/// A batch, and the trees over its characters. A change of the batch drops the trees; the first query after that makes them
/// again, in memory that is kept.
#[derive(Debug, Default)]
pub(crate) struct IndexedBatch {
    batch: Batch,
    trees: MadeOnce<CharacterTrees>,
    /// Memory of the last trees, reused for the next ones.
    spare: Lock<CharacterTrees>,
}

impl Clone for IndexedBatch {
    fn clone(&self) -> Self {
        Self { batch: self.batch.clone(), ..Self::default() }
    }

    fn clone_from(&mut self, source: &Self) {
        (**self).clone_from(&source.batch);
    }
}

impl Deref for IndexedBatch {
    type Target = Batch;

    #[inline(always)]
    fn deref(&self) -> &Batch {
        &self.batch
    }
}

impl DerefMut for IndexedBatch {
    #[inline]
    fn deref_mut(&mut self) -> &mut Batch {
        if let Some(trees) = self.trees.take() {
            *self.spare.get_mut() = trees;
        }
        &mut self.batch
    }
}

impl IndexedBatch {
    /// Mutable batch of characters, for changes that keep the query trees valid: those that change no position, body, group or slot.
    #[inline(always)]
    pub(crate) fn keeping_index(&mut self) -> &mut Batch {
        &mut self.batch
    }

    /// Query trees over the boxes of all characters; builds them if the batch has changed.
    pub(crate) fn trees(&self, profiles: &[CharacterProfile]) -> &CharacterTrees {
        self.trees.get_or_make(|| {
            let mut trees = take(&mut *self.spare.lock());
            trees.build(&self.batch, profiles);
            trees
        })
    }
}
