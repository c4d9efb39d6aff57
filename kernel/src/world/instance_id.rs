//! Ids of instances.

use bytemuck::{Pod, Zeroable};
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};

/// The id of one instance in the world that gave it. After [`remove`](crate::World::remove) it names no instance, for ever.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{InputError, Mesh, Placement, World};
///
/// let triangle = Mesh::new(&[Vec3::ZERO, Vec3::Z, Vec3::X], &[[0, 1, 2]])?.cook();
/// let mut world = World::new();
/// let first = world.add(&triangle, Placement::IDENTITY)?;
/// world.remove(first)?;
/// let second = world.add(&triangle, Placement::IDENTITY)?;
/// assert_eq!((second.index(), second.generation()), (first.index(), 1));
/// assert_eq!(world.remove(first), Err(InputError::RemovedInstance { index: 0 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Two ids are equal where index and generation are: so hits in equal worlds are, on one machine or on two. Which world gave it
/// is in the id, too, and another world refuses it. An id that a [state](crate::CharacterState) gives is of no particular world,
/// because a state is the same on all machines: every world takes it by index and generation. The default id names no instance.
#[derive(Clone, Copy, Default, Pod, Zeroable)]
#[repr(C)]
pub struct InstanceId {
    pub(super) index: u32,
    pub(super) generation: u16,
    pub(super) tag: u16,
}

const _: () = assert!(size_of::<InstanceId>() == 8);

impl fmt::Debug for InstanceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Self { index, generation, .. } = self;
        f.debug_struct("InstanceId").field("index", &index).field("generation", &generation).finish_non_exhaustive()
    }
}

impl PartialEq for InstanceId {
    fn eq(&self, other: &Self) -> bool {
        self.without_tag() == other.without_tag()
    }
}

impl Eq for InstanceId {}

impl Hash for InstanceId {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.without_tag().hash(state);
    }
}

impl PartialOrd for InstanceId {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for InstanceId {
    fn cmp(&self, other: &Self) -> Ordering {
        self.without_tag().cmp(&other.without_tag())
    }
}

impl InstanceId {
    /// Placeholder that is replaced later by the id of an instance; no world has the tag 0.
    pub(crate) const NONE: Self = Self { index: 0, generation: 0, tag: 0 };

    /// Tag of ids that are made from character states. No world has this tag, and every world accepts it.
    pub(super) const TAG_OF_STATES: u16 = u16::MAX;

    /// Makes the id from the index and generation in a character state; `None` for a generation that no instance has.
    #[inline]
    pub(crate) fn of_state([index, generation]: [u32; 2]) -> Option<Self> {
        let generation = u16::try_from(generation).ok()?;
        Some(Self { index, generation, tag: Self::TAG_OF_STATES })
    }

    /// Index of the instance: small, and unique among the instances in a world at any time.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        self.index as usize
    }

    /// Number of earlier instances with the same index in the world.
    #[inline]
    #[must_use]
    pub fn generation(self) -> u16 {
        self.generation
    }

    /// The part of an id that a state keeps: index and generation. The tag tells worlds of one process apart, and would differ
    /// between machines that play the same game.
    #[inline]
    pub(crate) const fn without_tag(self) -> [u32; 2] {
        [self.index, self.generation as u32]
    }
}
