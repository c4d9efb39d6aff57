//! Eight triangles in ellipsoid space as they lie in memory, with the values that every test needs. No geometry happens here.

use crate::bvh::block::{NO_TRIANGLE, in_lane, nowhere};
use crate::narrow::triangles::Triangles;
use crate::simd::{Eight, FloatLanes, Lanes, WIDTH};
use glam::Vec3A;

/// Eight triangles in ellipsoid space with the values that every collision test needs, structure of arrays: `[axis][lane]`.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct CandidateBlock {
    /// Corners of the triangles: `corners[corner][axis][lane]`.
    pub(crate) corners: [[Eight; 3]; 3],
    /// Unit normals of the triangles, `normal[axis][lane]`; zero if a triangle is too thin to have a normal in `f32`.
    pub(crate) normal: [Eight; 3],
    /// `1 / |edge|²` of each triangle's edges 0-1, 1-2, 2-0, `inverse_square[edge][lane]`; zero for an edge without length.
    pub(crate) inverse_square: [Eight; 3],
    pub(crate) ids: [u32; WIDTH],
}

// The sizes below add up to exactly eight cache lines; a half-used ninth would be worse.
const _: () = assert!(size_of::<CandidateBlock>() == 512 && align_of::<CandidateBlock>() == 64);

impl CandidateBlock {
    /// A block without triangles: every lane has a triangle so far away that no shape reaches it.
    pub(crate) const EMPTY: Self = Self {
        corners: nowhere(),
        normal: [[1.0; WIDTH], [0.0; WIDTH], [0.0; WIDTH]],
        inverse_square: [[1.0; WIDTH]; 3],
        ids: [NO_TRIANGLE; WIDTH],
    };

    /// Removes the triangle of a lane: replaces it by one so far away that no shape reaches it.
    pub(crate) fn take_out(&mut self, lane: usize) {
        let empty = Self::EMPTY;
        for (own, empty) in self.corners.iter_mut().flatten().zip(empty.corners.as_flattened()) {
            own[lane] = empty[lane];
        }
        for axis in 0..3 {
            self.normal[axis][lane] = empty.normal[axis][lane];
            self.inverse_square[axis][lane] = empty.inverse_square[axis][lane];
        }
        self.ids[lane] = NO_TRIANGLE;
    }

    /// Replaces corners and ids by those of eight triangles, whose normals and edges stay unknown: for sweeps that prepare them.
    #[inline(always)]
    pub(crate) fn set_unprepared<L: Lanes>(&mut self, lanes: L, triangles: &Triangles<L::Float>) {
        self.corners = lanes.store_corners(triangles.corners);
        self.ids = lanes.store_bits(triangles.ids);
    }

    /// The triangles of the block.
    #[inline(always)]
    pub(crate) fn triangles<L: Lanes>(&self, lanes: L) -> Triangles<L::Float> {
        Triangles { corners: lanes.load_corners(&self.corners), ids: lanes.load_bits(&self.ids) }
    }

    /// `1 / |edge|²` of each triangle's edges.
    #[inline(always)]
    pub(crate) fn inverse_squares<L: FloatLanes>(&self, lanes: L) -> [L::Float; 3] {
        let [first, second, third] = &self.inverse_square;
        [lanes.load(first), lanes.load(second), lanes.load(third)]
    }

    /// The corners of the triangle in one lane, ellipsoid space.
    #[inline(always)]
    pub(crate) fn triangle(&self, lane: usize) -> [Vec3A; 3] {
        triangle_of(&self.corners, lane)
    }
}

/// The corners of the triangle in one lane of `corners[corner][axis][lane]`.
#[inline(always)]
pub(crate) fn triangle_of([a, b, c]: &[[Eight; 3]; 3], lane: usize) -> [Vec3A; 3] {
    [in_lane(a, lane).into(), in_lane(b, lane).into(), in_lane(c, lane).into()]
}
