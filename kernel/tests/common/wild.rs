//! Input that has to be refused, with the names it is refused by, and any input at all.

use super::Random;
use glam::Vec3;
use std::array;
use sweep8::InputError;
use sweep8::limits::{MAX_COORDINATE, MAX_DISPLACEMENT};

pub(crate) const NOT_FINITE: [f32; 3] = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY];

/// A vector that is harmless but for `value` along each axis in turn.
pub(crate) fn spoilt(value: f32) -> impl Iterator<Item = Vec3> {
    [0, 1, 2].into_iter().map(move |axis| {
        let mut v = Vec3::new(0.5, 1.5, -0.5);
        v[axis] = value;
        v
    })
}

/// Bad centres with their names.
pub(crate) fn bad_centers() -> Vec<(Vec3, InputError)> {
    let far = [MAX_COORDINATE * 1.001, -MAX_COORDINATE * 1.001, f32::MAX, f32::MIN];
    let not_finite = NOT_FINITE.into_iter().flat_map(spoilt).map(|v| (v, InputError::CenterNotFinite));
    not_finite.chain(far.into_iter().flat_map(spoilt).map(|v| (v, InputError::CenterTooFar))).collect()
}

/// Bad displacements with their names.
pub(crate) fn bad_displacements() -> Vec<(Vec3, InputError)> {
    let long = [MAX_DISPLACEMENT * 1.001, -MAX_DISPLACEMENT * 1.001, f32::MAX, f32::MIN];
    let not_finite = NOT_FINITE.into_iter().flat_map(spoilt).map(|v| (v, InputError::DisplacementNotFinite));
    not_finite.chain(long.into_iter().flat_map(spoilt).map(|v| (v, InputError::DisplacementTooLong))).collect()
}

/// Any bit pattern, or often a number that could be meant.
pub(crate) fn raw(random: &mut Random) -> f32 {
    match random.whole(0, 3) as u32 {
        0 => f32::from_bits(random.range(0.0, 4_294_967_296.0) as u32),
        1 => random.scale(1e-6, 1e8) as f32,
        _ => random.range(-6.0, 6.0) as f32,
    }
}

pub(crate) fn raw_vector(random: &mut Random) -> Vec3 {
    Vec3::from_array(array::from_fn(|_| raw(random)))
}

/// Any bits once in `rarity + 1` times, as often one of the values that have rules of their own, else an ordinary number.
pub(crate) fn raw_or_special(random: &mut Random, rarity: i32) -> f32 {
    const SPECIAL: [f32; 10] =
        [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 0.0, -0.0, 1.0, -1.0, f32::MIN_POSITIVE, 1e-45, f32::MAX];
    match random.whole(0, rarity) as u32 {
        0 => f32::from_bits(random.range(0.0, 4_294_967_296.0) as u32),
        1 => SPECIAL[random.whole(0, 9) as usize],
        _ => random.range(-2.0, 2.0) as f32,
    }
}
