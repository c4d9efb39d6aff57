//! Three-component vectors of lanes, with a fixed order of operations: `(x + y) + z` in every sum.

use core::ops::{Add, Mul, Neg, Sub};

/// 3D vector in each SIMD lane: `x`, `y` and `z` hold that component of all lanes.
#[derive(Clone, Copy)]
pub(crate) struct LaneVec<F> {
    pub(crate) x: F,
    pub(crate) y: F,
    pub(crate) z: F,
}

impl<F> LaneVec<F>
where
    F: Copy + Add<Output = F> + Sub<Output = F> + Mul<Output = F>,
{
    /// Dot product in each lane: `(x·x' + y·y') + z·z'`, in this order of operations.
    #[inline(always)]
    pub(crate) fn dot(self, other: Self) -> F {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    /// Cross product in each lane; each component is a difference of two rounded products.
    #[inline(always)]
    pub(crate) fn cross(self, other: Self) -> Self {
        Self {
            x: self.y * other.z - self.z * other.y,
            y: self.z * other.x - self.x * other.z,
            z: self.x * other.y - self.y * other.x,
        }
    }

    /// Multiplies every component by `factor`, lane by lane.
    #[inline(always)]
    pub(crate) fn scale(self, factor: F) -> Self {
        Self { x: self.x * factor, y: self.y * factor, z: self.z * factor }
    }

    /// Multiplies each component by the same component of `other`, lane by lane.
    #[inline(always)]
    pub(crate) fn multiply(self, other: Self) -> Self {
        Self { x: self.x * other.x, y: self.y * other.y, z: self.z * other.z }
    }
}

impl<F: Add<Output = F>> Add for LaneVec<F> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y, z: self.z + other.z }
    }
}

impl<F: Sub<Output = F>> Sub for LaneVec<F> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y, z: self.z - other.z }
    }
}

impl<F: Neg<Output = F>> Neg for LaneVec<F> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self { x: -self.x, y: -self.y, z: -self.z }
    }
}
