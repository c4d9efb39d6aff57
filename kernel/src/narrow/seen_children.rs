//! The boxes of a node's children in ellipsoid space, for both kinds of [view](crate::frame::mesh_view).
//!
//! In: a node and a view of its mesh. Out: boxes, eight at a time; each contains the image of everything in its child.
//!
//! The sides of a node's cell 0 and the extents of a cell are mapped once a node. A child's box is then a number of cells away, which
//! takes a multiplication and an addition a side. All roundings together are bounded once a node, too, by its farthest side.

use crate::base::tolerance::{BOX_ROUNDING, MAP_ROUNDING};
use crate::bvh::node::{Node, NodeSides};
use crate::frame::ellipsoid_space::Space;
use crate::frame::placed_view::PlacedView;
use crate::simd::{LaneVec, Lanes};
use glam::{Vec3, Vec3A};

/// Largest number of cells between a child's side and the node's cell 0.
const MOST_CELLS: f32 = 128.0;

/// Rounding of a mapped side per unit of its coordinates in mesh space: that of the node's box, and that of the corners in it, which
/// are mapped by themselves.
const SIDE_ROUNDING: f32 = 2.0 * BOX_ROUNDING;

/// The children of a node, as a view maps their boxes to ellipsoid space.
pub(crate) trait SeenChildren<L: Lanes> {
    /// Upper bound of the coordinates of all boxes, summed over the axes.
    fn far(&self) -> f32;

    /// The same children with boxes that are larger by `by` on each side.
    fn grown(self, lanes: L, by: f32) -> Self;

    /// Low and high corners of the boxes of the children `8 * group` to `8 * group + 7`.
    fn boxes(&self, lanes: L, group: usize) -> [LaneVec<L::Float>; 2];
}

/// Children seen along the axes of their mesh.
pub(crate) struct AlignedChildren<'n, L: Lanes> {
    node: &'n Node,
    /// Low and high side of the node's cell 0, ellipsoid space.
    low: LaneVec<L::Float>,
    high: LaneVec<L::Float>,
    /// Extents of a cell, ellipsoid space.
    cell: LaneVec<L::Float>,
    far: f32,
}

impl<'n, L: Lanes> AlignedChildren<'n, L> {
    #[inline(always)]
    pub(super) fn new(lanes: L, space: &Space, node: &'n Node) -> Self {
        let (NodeSides { low, high, cell }, inverse) = (node.sides(), Vec3A::from(space.inverse_radii));
        let (position, rest) = (Vec3A::from(space.position.high), Vec3A::from(space.position.low));
        let [low, high] = [low - position - rest, high - position - rest];
        let reach = low.abs().max(high.abs()) + cell * MOST_CELLS;
        let rounding = (position.abs() + reach).dot(inverse) * SIDE_ROUNDING;
        let (low, high) = (low * inverse - rounding, high * inverse + rounding);
        Self {
            node,
            low: lanes.splat3(low.into()),
            high: lanes.splat3(high.into()),
            cell: lanes.splat3((cell * inverse).into()),
            far: reach.dot(inverse),
        }
    }
}

impl<L: Lanes> SeenChildren<L> for AlignedChildren<'_, L> {
    #[inline(always)]
    fn far(&self) -> f32 {
        self.far
    }

    #[inline(always)]
    fn grown(self, lanes: L, by: f32) -> Self {
        let by = lanes.splat3(Vec3::splat(by));
        Self { low: self.low - by, high: self.high + by, ..self }
    }

    #[inline(always)]
    fn boxes(&self, lanes: L, group: usize) -> [LaneVec<L::Float>; 2] {
        let [low, high] = self.node.cells_of(lanes, group);
        [self.low + low.multiply(self.cell), self.high + high.multiply(self.cell)]
    }
}

/// Children seen through a matrix.
pub(crate) struct PlacedChildren<'n, L: Lanes> {
    node: &'n Node,
    /// Middle and half extents of the node's cell 0, ellipsoid space.
    middle: LaneVec<L::Float>,
    half: LaneVec<L::Float>,
    /// Image of half a cell along each axis of the mesh, and its absolute values.
    columns: [LaneVec<L::Float>; 3],
    sizes: [LaneVec<L::Float>; 3],
    far: f32,
}

impl<'n, L: Lanes> PlacedChildren<'n, L> {
    #[inline(always)]
    pub(super) fn new(lanes: L, view: &PlacedView, node: &'n Node) -> Self {
        let (NodeSides { low, high, cell }, amplification) = (node.sides(), Vec3A::from(view.amplification()));
        let (position, rest) = (Vec3A::from(view.position.high), Vec3A::from(view.position.low));
        let [low, high] = [low - position - rest, high - position - rest];
        let reach = low.abs().max(high.abs()) + cell * MOST_CELLS;
        let far = reach.dot(amplification);
        let rounding = far * MAP_ROUNDING + (position.abs() + reach).dot(amplification) * SIDE_ROUNDING;
        let [x, y, z] = view.columns;
        let columns = [Vec3A::from(x), Vec3A::from(y), Vec3A::from(z)];
        let sizes = [columns[0].abs(), columns[1].abs(), columns[2].abs()];
        let middle = mapped(&columns, (low + high) * 0.5);
        let half = mapped(&sizes, (high - low) * 0.5) + rounding;
        let half_cell = cell * 0.5;
        Self {
            node,
            middle: lanes.splat3(middle.into()),
            half: lanes.splat3(half.into()),
            columns: scaled(lanes, &columns, half_cell),
            sizes: scaled(lanes, &sizes, half_cell),
            far,
        }
    }
}

/// The image of `v` under the matrix with these columns.
#[inline(always)]
fn mapped(columns: &[Vec3A; 3], v: Vec3A) -> Vec3A {
    columns[0] * v.x + columns[1] * v.y + columns[2] * v.z
}

/// The columns of a matrix, each multiplied by the component of `by` of its number, in every lane.
#[inline(always)]
fn scaled<L: Lanes>(lanes: L, columns: &[Vec3A; 3], by: Vec3A) -> [LaneVec<L::Float>; 3] {
    [
        lanes.splat3((columns[0] * by.x).into()),
        lanes.splat3((columns[1] * by.y).into()),
        lanes.splat3((columns[2] * by.z).into()),
    ]
}

impl<L: Lanes> SeenChildren<L> for PlacedChildren<'_, L> {
    #[inline(always)]
    fn far(&self) -> f32 {
        self.far
    }

    #[inline(always)]
    fn grown(self, lanes: L, by: f32) -> Self {
        Self { half: self.half + lanes.splat3(Vec3::splat(by)), ..self }
    }

    #[inline(always)]
    fn boxes(&self, lanes: L, group: usize) -> [LaneVec<L::Float>; 2] {
        let [low, high] = self.node.cells_of(lanes, group);
        let (sum, apart) = (low + high, high - low);
        let [x, y, z] = self.columns;
        let middle = self.middle + x.scale(sum.x) + y.scale(sum.y) + z.scale(sum.z);
        let [x, y, z] = self.sizes;
        let half = self.half + x.scale(apart.x) + y.scale(apart.y) + z.scale(apart.z);
        [middle - half, middle + half]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bvh::boxes::Bounds;
    use crate::bvh::grid::Grid;
    use crate::bvh::node::{GROUPS, MOST_CHILDREN};
    use crate::frame::placed_space::PlacedSpace;
    use crate::frame::placement::Placed;
    use crate::frame::position::Position;
    use crate::narrow::mesh_boxes::MeshBoxes;
    use crate::shape::ellipsoid::Ellipsoid;
    use crate::simd::{Backend, Chosen, Eight, WIDTH, task};
    use alloc::vec::Vec;
    use glam::{DQuat, DVec3};
    use sweep8_scalar_ref::random::Random;

    task! {
        /// Test task that returns the boxes of a node's children as a view maps them, and the lane-mapped corners of their boxes in the
        /// mesh: for each child a box and eight points.
        struct SeeChildren<'a, V: MeshBoxes> {
            view: &'a V,
            node: &'a Node,
            boxes: &'a [Bounds],
        }
        fn run<L>(lanes) -> Vec<(Bounds, [Vec3A; 8])> {
            let children = view.children(lanes, node);
            let mut seen = Vec::new();
            for group in 0..GROUPS {
                let [low, high] = children.boxes(lanes, group);
                let sides = [lanes.store3(low), lanes.store3(high)];
                let side = |side: &[Eight; 3], lane: usize| Vec3A::from_array(side.map(|axis: Eight| axis[lane]));
                for lane in 0..WIDTH {
                    let Bounds { low, high } = boxes[group * WIDTH + lane];
                    let corner = |corner: usize| {
                        Vec3A::select(glam::BVec3A::new(corner & 1 == 0, corner & 2 == 0, corner & 4 == 0), low, high)
                    };
                    let axes = [0, 1, 2].map(|axis| core::array::from_fn::<f32, 8, _>(|number| corner(number)[axis]));
                    let points = lanes.store3(view.points(lanes, lanes.load3(&axes)));
                    let around = Bounds { low: side(&sides[0], lane), high: side(&sides[1], lane) };
                    seen.push((around, core::array::from_fn(|number| side(&points, number))));
                }
            }
            seen
        }
    }

    /// Test nodes of 64 children, flat or not, near the origin and far from it, with the boxes that they were made of.
    fn nodes() -> impl Iterator<Item = (Node, Vec<Bounds>, Vec3A)> {
        let mut random = Random(1);
        (0..300).map(move |case| {
            let (far, spread) = ([0.0, 10.0, 1e4][case % 3], [0.3, 20.0, 3e3][case / 3 % 3]);
            let middle = random.signed_vector() * far;
            let boxes: Vec<Bounds> = (0..MOST_CHILDREN)
                .map(|_| {
                    let flat = Vec3A::select(random.signed_vector().cmplt(Vec3A::ZERO), Vec3A::ONE, Vec3A::ZERO);
                    let half = random.signed_vector().abs() * flat * (0.1 * spread);
                    Bounds::about(middle + random.signed_vector() * spread, half)
                })
                .collect();
            let node = Node::new(&Grid::over(&Bounds::around(&boxes)), &boxes, 0, true);
            (node, boxes, middle + random.signed_vector() * spread)
        })
    }

    /// Checks that each child's box holds all of its mapped corners, and that no side is farther out than `slack`.
    fn check<V: MeshBoxes>(view: &V, node: &Node, boxes: &[Bounds], slack: Vec3A) {
        for backend in Backend::available() {
            let seen = Chosen::new(backend).expect("it is available").run(SeeChildren { view, node, boxes });
            for (child, (around, corners)) in seen.iter().enumerate() {
                let mapped = Bounds::around(&corners.map(|corner| Bounds { low: corner, high: corner }));
                assert!(around.holds(&mapped), "{backend}, child {child}: {around:?} does not hold {mapped:?}");
                let (beyond, above) = (mapped.low - around.low, around.high - mapped.high);
                let largest = beyond.max(above);
                assert!(
                    largest.cmple(slack).all(),
                    "{backend}, child {child}: {largest} larger than its image, not {slack}"
                );
            }
        }
    }

    #[test]
    fn a_box_along_the_axes_holds_the_corners_of_its_child_and_little_more() {
        let mut random = Random(2);
        for (node, boxes, place) in nodes() {
            let radii = [Vec3::ONE, Vec3::new(0.2, 0.9, 0.4), Vec3::new(1e-3, 30.0, 1.0)]
                [boxes[0].low.x.to_bits() as usize % 3];
            let position = Position::new(place.into()).moved(Vec3::from(random.signed_vector()) * 1e-3);
            let space = Space::new(Ellipsoid::new(radii).expect("it is a shape"), position);
            let NodeSides { cell, .. } = node.sides();
            let coordinates = place.abs() + cell * 256.0;
            let rounding = coordinates.dot(space.inverse_radii.into()) * 4.0 * SIDE_ROUNDING;
            // Sides are rounded outwards by up to a cell, and cell 0 has two sides.
            check(&space, &node, &boxes, cell * 2.0 * Vec3A::from(space.inverse_radii) + rounding);
        }
    }

    #[test]
    fn a_box_of_a_placed_mesh_holds_the_corners_of_its_child_and_little_more() {
        let mut random = Random(3);
        for (case, (node, boxes, place)) in nodes().enumerate() {
            let scale = [DVec3::ONE, DVec3::new(-2.0, 0.3, 1.0)][case % 2];
            let axis = random.signed_vector().as_dvec3().normalize_or(DVec3::Y);
            let rotation = DQuat::from_axis_angle(axis, 6.0 * f64::from(random.signed()));
            let placed = Placed::of(random.signed_vector().as_dvec3() * 100.0, rotation, scale);
            let world = placed.translation + placed.linear * place.as_dvec3();
            let shape = Ellipsoid::new(Vec3::new(0.4, 0.9, 0.4)).expect("it is a shape");
            let map = PlacedSpace::new(&Space::new(shape, Position::from(world)), &placed);
            let NodeSides { cell, .. } = node.sides();
            let coordinates = place.abs() + cell * 256.0;
            let rounding = coordinates.dot(map.view.amplification().into()) * 4.0 * (SIDE_ROUNDING + MAP_ROUNDING);
            let cells = (cell * 2.0).dot(map.view.amplification().into());
            check(&map, &node, &boxes, Vec3A::splat(cells + rounding));
        }
    }
}
