//! Where the characters of a crowd are, for queries: a tree over the boxes around their bodies.
//!
//! In: the columns of a batch. Out: a tree whose boxes are those of the slots. It is made when somebody asks, for as
//! long as nobody moves or changes: [`IndexedBatch`] sees to that.

use crate::base::lock::{Lock, MadeOnce};
use crate::base::tolerance::BOX_ROUNDING;
use crate::bvh::boxes::Bounds;
use crate::character::model::profile::CharacterProfile;
use crate::character::model::state::CharacterState;
use crate::crowd::batch::Batch;
use crate::world::box_tree::BoxTree;
use core::mem::take;
use core::ops::{Deref, DerefMut};
use glam::Vec3A;

/// Rebuilds a tree from the boxes around the bodies in all slots.
///
/// Keys are sorted on this thread: a thread of a pool that waits for others may be given another query meanwhile, which
/// would wait for this tree, for ever.
fn build(boxes: &mut BoxTree, batch: &Batch, profiles: &[CharacterProfile]) {
    let bounds = |state: &CharacterState| {
        let (center, half) = (state.position.to_dvec3(), state.body(&profiles[state.profile as usize]).half_extents());
        let rounding = (center.abs() + half).as_vec3() * BOX_ROUNDING;
        Bounds::about(center.as_vec3().into(), Vec3A::from(half.as_vec3() + rounding))
    };
    let states = &batch.columns.states;
    boxes.rebuild((0..).zip(states).map(|(slot, state)| (slot, bounds(state))), <[_]>::sort_unstable);
}

/// A batch, and the tree over its characters. A change of the batch drops the tree; the first query after that makes it
/// again, in memory that is kept.
#[derive(Debug, Default)]
pub(crate) struct IndexedBatch {
    batch: Batch,
    boxes: MadeOnce<BoxTree>,
    /// Memory of the last tree, reused for the next one.
    spare: Lock<BoxTree>,
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
        if let Some(boxes) = self.boxes.take() {
            *self.spare.get_mut() = boxes;
        }
        &mut self.batch
    }
}

impl IndexedBatch {
    /// Mutable batch of characters, for changes that keep the query tree valid: those that change no position, body or slot.
    #[inline(always)]
    pub(crate) fn keeping_index(&mut self) -> &mut Batch {
        &mut self.batch
    }

    /// Query tree over the boxes of all characters; builds it if the batch has changed.
    pub(crate) fn boxes(&self, profiles: &[CharacterProfile]) -> &BoxTree {
        self.boxes.get_or_make(|| {
            let mut boxes = take(&mut *self.spare.lock());
            build(&mut boxes, &self.batch, profiles);
            boxes
        })
    }
}
