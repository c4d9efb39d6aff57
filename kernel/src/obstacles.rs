//! What a slide sweeps its hull against: the candidates of one gather, or the tree itself where the way is long.
//!
//! In: where the slide starts and how far it may go; then motions. Out: the nearest contact of each, in the world.
//!
//! A box around a long way would hold half the level. Beyond [`LONG_WAY`] radii, or where more triangles are in reach
//! than there is room for, every sweep walks the tree front to back instead, about the place where that sweep begins;
//! otherwise all sweeps run over the same few blocks.

use crate::contact::{Contact, Touch};
use crate::culled_sweep::CulledSweep;
use crate::dense_sweep::DenseSweep;
use crate::gather::{Reach, gather};
use crate::lanes::Lanes;
use crate::material::Materials;
use crate::motion::Motion;
use crate::nearest::{Nearest, rounding};
use crate::ray_walk::{Piece, first_passed};
use crate::scratch::Scratch;
use crate::sides::Sides;
use crate::space::Space;
use crate::sweep::{Rule, Start};
use crate::tree::Tree;
use crate::tree_sweep::TreeSweep;
use crate::vicinity::Vicinity;
use glam::Vec3;

/// Longest way, in units of the largest hull radius, for which candidates are gathered.
const LONG_WAY: f32 = 16.0;

/// Most blocks of candidates over all of which a sweep runs: of so few it is not worth it to tell those in its way.
const FEW_BLOCKS: usize = 8;

/// The triangles around one slide.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Held {
    /// They were gathered.
    Gathered,
    /// They are too many to be gathered.
    Dense,
    /// The way is too long for that.
    Far,
}

/// The triangles around one slide.
pub(crate) struct Obstacles<'a, L> {
    lanes: L,
    tree: &'a Tree,
    space: Space,
    sides: Sides,
    scratch: &'a mut Scratch,
    held: Held,
}

/// The nearest contact of one sweep, in the ellipsoid space it was found in.
pub(crate) struct Swept {
    nearest: Nearest,
    way: Motion,
    /// Where that space lies beside the place that the slide starts from, metres.
    beside: Vec3,
}

impl<'a, L: Lanes> Obstacles<'a, L> {
    /// All that the unit sphere of `space` can touch while its centre stays in `reach`.
    #[inline(always)]
    pub(crate) fn around(
        lanes: L,
        tree: &'a Tree,
        space: Space,
        sides: Sides,
        reach: Reach,
        vicinity: Option<&mut Vicinity>,
        scratch: &'a mut Scratch,
    ) -> Self {
        let held = if reach.radius > LONG_WAY * space.radii.max_element() {
            Held::Far
        } else if gather(lanes, tree, &space, reach, vicinity, scratch) {
            Held::Gathered
        } else {
            Held::Dense
        };
        Self { lanes, tree, space, sides, scratch, held }
    }

    /// Of the hull, metres.
    pub(crate) fn radii(&self) -> Vec3 {
        self.space.radii
    }

    pub(crate) fn materials(&self) -> &'a Materials {
        &self.tree.materials
    }

    /// Sweeps the hull by `motion` from `offset`, both world displacements in metres.
    #[inline(always)]
    pub(crate) fn sweep(&mut self, offset: Vec3, motion: Vec3, start: Start) -> Swept {
        let rule = Rule { start, sides: self.sides };
        if self.held != Held::Far {
            let way = Motion::new(self.space.displacement(offset), self.space.displacement(motion));
            let mut nearest = Nearest::NONE;
            let Scratch { candidates, blocks_swept, .. } = &mut *self.scratch;
            if self.held == Held::Dense {
                let (tree, space, scratch) = (self.tree, &self.space, &mut *self.scratch);
                let sweep = DenseSweep { tree, space, offset, displacement: motion, rule, before: 1.0, scratch };
                nearest = self.lanes.apart(sweep);
            } else if candidates.blocks().len() > FEW_BLOCKS {
                nearest = self.lanes.apart(CulledSweep { candidates, motion: &way, rule, blocks_swept });
            } else {
                let blocks = candidates.blocks();
                *blocks_swept += blocks.len() as u64;
                for block in blocks {
                    nearest.sweep(self.lanes, block, self.lanes.every(), &way, nearest.limit(&way), rule);
                }
            }
            Swept { nearest, way, beside: Vec3::ZERO }
        } else {
            let space = self.space_beside(offset);
            let (tree, scratch) = (self.tree, &mut *self.scratch);
            let long = TreeSweep::<false> { tree, space: &space, displacement: motion, rule, before: 1.0, scratch };
            let nearest = self.lanes.apart(long);
            Swept { nearest, way: Motion::new(Vec3::ZERO, space.displacement(motion)), beside: offset }
        }
    }
}

impl<L: Lanes> Obstacles<'_, L> {
    /// Ellipsoid space about a place beside the one that the slide starts from.
    fn space_beside(&self, offset: Vec3) -> Space {
        Space { place: self.space.place.moved(offset), ..self.space }
    }

    /// What a sweep touches, as a surface to slide along.
    #[inline(always)]
    pub(crate) fn touch(&self, swept: &Swept) -> Option<Touch> {
        let lane = swept.nearest.found?;
        let space = if self.held == Held::Far { self.space_beside(swept.beside) } else { self.space };
        Some(Touch {
            start: swept.way.start.into(),
            displacement: swept.way.displacement.into(),
            corners: lane.corners,
            center: space.place.center.into(),
            rest: space.place.rest.into(),
            radii: space.radii.into(),
            fraction: swept.nearest.fraction,
            triangle: lane.triangle,
            is_face: lane.is_face,
        })
    }

    /// Whether the centre passes through a triangle on a piece of a straight line.
    #[inline(always)]
    pub(crate) fn passes(&mut self, piece: &Piece) -> bool {
        let stack = &mut self.scratch.stack;
        first_passed(self.lanes, self.tree, self.space.place, piece, self.sides, stack).is_some()
    }
}

impl Swept {
    /// Fraction of the motion up to the contact; 1 where there is none.
    pub(crate) fn fraction(&self) -> f32 {
        self.nearest.fraction
    }

    /// Depth of the deepest overlap at the start, contact or not; ellipsoid space.
    pub(crate) fn deepest(&self) -> f32 {
        1.0 - self.nearest.least_square.sqrt()
    }

    /// The contact in ellipsoid space.
    pub(crate) fn contact(&self) -> Option<Contact> {
        self.nearest.found.map(|lane| Contact::of(self.way.at(self.nearest.fraction), &lane))
    }

    /// Rounding of the distance at the start to what is touched, ellipsoid space.
    pub(crate) fn rounding(&self) -> f32 {
        self.nearest.found.map_or(0.0, |lane| rounding(self.way.start, lane.corners))
    }
}
