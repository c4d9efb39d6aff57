//! Memory that queries reuse, so that warm calls allocate nothing.

use crate::bvh::boxes::Bounds;
use crate::bvh::traverse::in_box::BoxTraversal;
use crate::bvh::traverse::nearest_first::Pending;
use crate::frame::placement::Placed;
use crate::narrow::candidates::Candidates;
use crate::narrow::ray::RayStep;
use crate::query::block_count::BlockCount;
use crate::query::contact::Touch;
use crate::query::crossed::Crossed;
use crate::query::ignored_contacts::IgnoredContacts;
use crate::query::sweep::slide_regime::SlideRegime;
use crate::shape::axis::Axis;
use alloc::vec::Vec;
use glam::{DVec3, Vec3};

/// Initial capacity of a tree traversal's stack: 63 entries on each level of a tree with billions of blocks.
const STACK: usize = 512;

/// Working memory of one query or move at a time, reused by every call, for any world and shape. Holds no results.
#[derive(Debug)]
pub(crate) struct Scratch {
    pub(crate) stack: Vec<Pending>,
    pub(crate) box_traversal: BoxTraversal,
    pub(crate) candidates: Candidates,
    pub(crate) crossed: Vec<Crossed>,
    /// Steps of the rays that upright characters share in a call of [`Crowd::sense`](crate::Crowd::sense).
    pub(crate) shared_steps: Vec<RayStep>,
    pub(crate) windings: Vec<Winding>,
    /// Indices of instances near the query.
    pub(crate) near_instances: Vec<u32>,
    /// Indices of the blocks of eight triangles that [`list_blocks`](crate::character::collide::instance_blocks) found.
    pub(crate) listed_blocks: Vec<u32>,
    /// Instance of each range of candidate triangles, sorted by first candidate; unused in a world of one mesh.
    pub(crate) instance_keys: Vec<InstanceKey>,
    /// Indices of the instances that move near a character in this step.
    pub(crate) near_movers: Vec<u32>,
    pub(crate) mover_parts: Vec<MoverPart>,
    /// Instances and triangles that let a slide through, see [`one_sided`](crate::character::collide::one_sided) and
    /// [`filtered_contacts`](crate::character::collide::filtered_contacts).
    pub(crate) let_through: IgnoredContacts,
    /// Spine of the hull of the [collision set](crate::character::collide::collision_set) that was made last, if it has one. Here and not
    /// in the set, so that sets of ellipsoids carry nothing of it.
    pub(crate) spine: HeldSpine,
    /// Box around all that a slide could touch if it [looked farther](crate::character::model::slide_end::SlideEnd) than its passes reach,
    /// world space; that of the last such slide.
    pub(crate) looked_in: Bounds,
    /// Number of blocks of eight triangles that sweeps tested since this memory was created.
    pub(crate) blocks_swept: BlockCount,
    /// Working memory of each part of a body that slides; empty before the first.
    pub(crate) of_parts: Vec<Scratch>,
}

/// The spine of a hull, and where its sweeps find triangles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HeldSpine {
    /// Half the length of the spine, metres.
    pub(crate) half_length: f32,
    /// Half the length of the spine, ellipsoid space.
    pub(crate) half: f32,
    pub(crate) axis: Axis,
    pub(crate) regime: SlideRegime,
}

/// How often the surface of one instance winds round a place, counted along rays in several directions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Winding {
    /// Index of the instance in its world.
    pub(crate) instance: u32,
    /// Backs minus fronts that each ray crosses.
    pub(crate) rays: [i32; 4],
}

/// Range of candidate triangle numbers that belongs to one instance: from `first` to the next key's `first`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InstanceKey {
    pub(crate) first: u32,
    /// Index of the instance in its world.
    pub(crate) instance: u32,
}

/// A moving instance near a character, in one part (sub-step) of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoverPart {
    pub(crate) instance: u32,
    /// Placement of the moving instance at the end of this part of the step.
    pub(crate) end: Placed,
    /// Displacement of the moving instance during this part of the step, at the character's position; world space, metres.
    pub(crate) displacement: DVec3,
    /// Whether the moving instance pushes into the character, which has no room to yield.
    pub(crate) crushes: bool,
    /// Whether the moving instance lets the character through.
    pub(crate) is_let_through: bool,
    /// How the mover pushed the character in this step; `None` if it did not.
    pub(crate) push: Option<PushTouch>,
}

/// The last touch with which a mover pushed a character in a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PushTouch {
    /// The touched surface, along the axes of the view.
    pub(crate) touch: Touch<'static>,
    /// Velocity of the surface at the touched point, world space, m/s; known at the end of the move.
    pub(crate) velocity: Vec3,
}

impl Scratch {
    /// Allocates new working memory for queries, about 110 KiB.
    pub(crate) fn new() -> Self {
        Self::default()
    }
}

impl Default for Scratch {
    fn default() -> Self {
        Self {
            stack: Vec::with_capacity(STACK),
            box_traversal: BoxTraversal::default(),
            candidates: Candidates::default(),
            crossed: Vec::new(),
            shared_steps: Vec::new(),
            windings: Vec::new(),
            near_instances: Vec::new(),
            listed_blocks: Vec::new(),
            instance_keys: Vec::new(),
            near_movers: Vec::new(),
            mover_parts: Vec::new(),
            let_through: IgnoredContacts::default(),
            spine: HeldSpine { half_length: 0.0, half: 0.0, axis: Axis::Y, regime: SlideRegime::Spine },
            looked_in: Bounds::EMPTY,
            blocks_swept: BlockCount::default(),
            of_parts: Vec::new(),
        }
    }
}
