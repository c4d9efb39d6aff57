//! The operations of the portable backend on x86 by `wide::f32x8`, in the vector instructions of the compile target (two SSE halves on the
//! x86-64 baseline). No unsafe code.

use crate::simd::{BYTES, ByteLanes, Eight, FloatLanes, Portable, ShuffleLanes, Units, WIDTH};
use glam::{IVec3, Vec3A};
use wide::{f32x8, i8x64, i32x8};

impl FloatLanes for Portable {
    type Float = f32x8;
    type Mask = f32x8;

    #[inline(always)]
    fn splat(self, value: f32) -> f32x8 {
        f32x8::splat(value)
    }

    #[inline(always)]
    fn load(self, values: &Eight) -> f32x8 {
        f32x8::new(*values)
    }

    #[inline(always)]
    fn store(self, value: f32x8) -> Eight {
        value.to_array()
    }

    #[inline(always)]
    fn every(self) -> f32x8 {
        f32x8::splat(f32::from_bits(u32::MAX))
    }

    #[inline(always)]
    fn lt(self, a: f32x8, b: f32x8) -> f32x8 {
        a.simd_lt(b)
    }

    #[inline(always)]
    fn le(self, a: f32x8, b: f32x8) -> f32x8 {
        a.simd_le(b)
    }

    #[inline(always)]
    fn gt(self, a: f32x8, b: f32x8) -> f32x8 {
        a.simd_gt(b)
    }

    #[inline(always)]
    fn ge(self, a: f32x8, b: f32x8) -> f32x8 {
        a.simd_ge(b)
    }

    #[inline(always)]
    fn same_bits(self, a: f32x8, b: f32x8) -> f32x8 {
        let bits = |v: f32x8| bytemuck::cast::<f32x8, i32x8>(v);
        bytemuck::cast(bits(a).simd_eq(bits(b)))
    }

    #[inline(always)]
    fn select(self, mask: f32x8, a: f32x8, b: f32x8) -> f32x8 {
        mask.select(a, b)
    }

    #[inline(always)]
    fn sqrt(self, a: f32x8) -> f32x8 {
        a.sqrt()
    }

    #[inline(always)]
    fn abs(self, a: f32x8) -> f32x8 {
        a.abs()
    }

    #[inline(always)]
    fn least(self, value: f32x8) -> f32x8 {
        f32x8::splat(value.to_array().into_iter().reduce(f32::min).unwrap_or(f32::INFINITY))
    }

    #[inline(always)]
    fn bits(self, mask: f32x8) -> u32 {
        mask.to_bitmask()
    }
}

impl ShuffleLanes for Portable {
    type Order = [u8; WIDTH];

    #[inline(always)]
    fn order(self, bytes: u64) -> [u8; WIDTH] {
        bytes.to_le_bytes()
    }

    #[inline(always)]
    fn permute(self, value: f32x8, order: [u8; WIDTH]) -> f32x8 {
        let from = value.to_array();
        let mut to = [0.0; WIDTH];
        for (value, lane) in to.iter_mut().zip(order) {
            *value = from[usize::from(lane) % WIDTH];
        }
        f32x8::new(to)
    }

    #[inline(always)]
    fn weave(self, rows: [f32x8; 3]) -> f32x8 {
        let [a, b, c] = rows.map(f32x8::to_array);
        f32x8::new([a[0], b[1], c[2], c[3], a[4], b[5], c[6], c[7]])
    }
}

impl ByteLanes for Portable {
    type Bytes = i8x64;
    type Corners = [IVec3; 2];

    #[inline(always)]
    fn corners(self, low: Vec3A, high: Vec3A) -> [IVec3; 2] {
        [low.as_ivec3(), high.as_ivec3()]
    }

    #[inline(always)]
    fn cells(self, [low, high]: [IVec3; 2], origin: &Units, shift: &Units) -> [i8x64; 6] {
        let mut cells = [[0; 3]; 2];
        for axis in 0..3 {
            cells[0][axis] = nearest_byte((low[axis] - origin[axis]) >> shift[axis]);
            cells[1][axis] = nearest_byte((high[axis] - origin[axis]) >> shift[axis]);
        }
        let [[low_x, low_y, low_z], [high_x, high_y, high_z]] = cells;
        let splat = i8x64::splat;
        [splat(low_x), splat(low_y), splat(low_z), splat(high_x), splat(high_y), splat(high_z)]
    }

    #[inline(always)]
    fn axis_cells(self, units: f32x8, origin: i32, shift: i32) -> f32x8 {
        let mut cells = units.to_array();
        for cell in &mut cells {
            *cell = ((*cell as i32 - origin) >> shift) as f32;
        }
        f32x8::new(cells)
    }

    #[inline(always)]
    fn narrow(self, numbers: f32x8) -> [i8; WIDTH] {
        let mut bytes = [0; WIDTH];
        for (byte, number) in bytes.iter_mut().zip(numbers.to_array()) {
            *byte = number as i8;
        }
        bytes
    }

    #[inline(always)]
    fn widen(self, bytes: [i8; WIDTH]) -> f32x8 {
        let mut words = [0; WIDTH];
        for (word, byte) in words.iter_mut().zip(bytes) {
            *word = i32::from(byte);
        }
        f32x8::from_i32x8(i32x8::new(words))
    }

    #[inline(always)]
    fn load_bytes(self, bytes: &[i8; BYTES]) -> i8x64 {
        i8x64::new(*bytes)
    }

    #[inline(always)]
    fn above(self, a: i8x64, b: i8x64) -> i8x64 {
        a.simd_gt(b)
    }

    #[inline(always)]
    fn byte_bits(self, mask: i8x64) -> u64 {
        mask.to_bitmask()
    }
}

#[inline(always)]
fn nearest_byte(number: i32) -> i8 {
    number.clamp(i8::MIN.into(), i8::MAX.into()) as i8
}
