//! What a slide sweeps its hull against: the candidates of one gather, or the tree itself where the way is long.
//!
//! In: where the slide starts and how far it may go; then motions. Out: the nearest contact of each, in the world.
//!
//! A box around a long way would hold half the level. Beyond [`LONG_WAY`] radii every sweep of the slide walks the tree
//! front to back instead, about the place where that sweep begins; below it all sweeps run over the same few blocks.

use crate::contact::Contact;
use crate::gather::gather;
use crate::lanes::Lanes;
use crate::long_sweep::long_sweep;
use crate::motion::Motion;
use crate::nearest::Nearest;
use crate::outcome::SlideContact;
use crate::scratch::Scratch;
use crate::space::Space;
use crate::sweep::{Start, sweep_block};
use crate::tree::Tree;
use glam::Vec3;

/// Longest way, in units of the largest hull radius, for which candidates are gathered.
const LONG_WAY: f32 = 16.0;

/// What one sweep found.
pub(crate) struct Swept {
    /// Part of the motion after which the hull touches, 1 where it does not.
    pub(crate) fraction: f32,
    pub(crate) contact: Option<SlideContact>,
    /// Depth of the deepest overlap at the start, ellipsoid space.
    pub(crate) deepest: f32,
}

/// The triangles around one slide.
pub(crate) struct Obstacles<'a, L> {
    lanes: L,
    tree: &'a Tree,
    space: Space,
    scratch: &'a mut Scratch,
    gathered: bool,
}

impl<'a, L: Lanes> Obstacles<'a, L> {
    /// All that the unit sphere of `space` can touch while its centre stays within `reach` metres.
    #[inline(always)]
    pub(crate) fn around(lanes: L, tree: &'a Tree, space: Space, reach: f32, scratch: &'a mut Scratch) -> Self {
        let gathered = reach <= LONG_WAY * space.radii.max_element();
        if gathered {
            gather(lanes, tree, &space, reach, &mut scratch.stack, &mut scratch.candidates);
        }
        Self { lanes, tree, space, scratch, gathered }
    }

    pub(crate) fn space(&self) -> &Space {
        &self.space
    }

    /// Sweeps the hull by `motion` from `offset`, both world displacements in metres. An overlap at the start is a
    /// contact only where the motion goes deeper.
    #[inline(always)]
    pub(crate) fn sweep(&mut self, offset: Vec3, motion: Vec3) -> Swept {
        if self.gathered {
            let way = Motion::new(self.space.displacement(offset), self.space.displacement(motion));
            let mut nearest = Nearest::NONE;
            for block in &self.scratch.candidates.blocks {
                let found = sweep_block(self.lanes, block, &way, nearest.limit(&way), Start::Approach);
                nearest.take(&found, &way, &block.ids, |lane| block.triangle(lane));
            }
            answer(&self.space, &way, &nearest)
        } else {
            let space = Space { place: self.space.place.moved(offset), ..self.space };
            let stack = &mut self.scratch.stack;
            let nearest = long_sweep(self.lanes, self.tree, &space, motion, Start::Approach, stack);
            answer(&space, &Motion::new(Vec3::ZERO, space.displacement(motion)), &nearest)
        }
    }
}

/// The nearest contact in the world.
#[inline(always)]
fn answer(space: &Space, way: &Motion, nearest: &Nearest) -> Swept {
    let contact = nearest.found.map(|lane| {
        let center = way.at(nearest.fraction);
        let contact = Contact::of(center, &lane).along_face(center, &lane);
        SlideContact { point: contact.world_point(space), normal: contact.world_normal(space), triangle: lane.triangle }
    });
    Swept { fraction: nearest.fraction, contact, deepest: 1.0 - nearest.least_square.sqrt() }
}
