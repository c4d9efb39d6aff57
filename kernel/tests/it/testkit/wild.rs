//! Input that has to be refused, with the errors it is refused with, and any input at all.

use super::Random;
use glam::Vec3;
use std::array;
use sweep8::limits::{MAX_COORDINATE, MAX_DISPLACEMENT};
use sweep8::{Field, InputError};

pub(crate) const NOT_FINITE: [f32; 3] = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY];

/// A vector that is harmless but for `value` along each axis in turn.
pub(crate) fn spoilt(value: f32) -> impl Iterator<Item = Vec3> {
    [0, 1, 2].into_iter().map(move |axis| {
        let mut v = Vec3::new(0.5, 1.5, -0.5);
        v[axis] = value;
        v
    })
}

/// The error that names a field and its value, whose text names both and the range.
pub(crate) fn out_of_range(field: Field, value: f32) -> InputError {
    let error = InputError::OutOfRange { field, value };
    assert_eq!(error.field(), field);
    assert_eq!(error.to_string(), format!("`{}` is {value}, must be {}", field.name(), field.range()));
    error
}

/// Numbers out of a range, each with its error; those next to the range among them.
pub(crate) fn bad_numbers(field: Field, least: f32, most: f32) -> Vec<(f32, InputError)> {
    let beyond = [least.next_down(), most.next_up(), -1e30, f32::MIN, f32::MAX];
    let outside = NOT_FINITE.into_iter().chain(beyond).filter(|value| !(least..=most).contains(value));
    outside.map(|value| (value, out_of_range(field, value))).collect()
}

/// Vectors of which one component is out of a range about 0, each with its error.
pub(crate) fn bad_vectors(field: Field, most: f32) -> Vec<(Vec3, InputError)> {
    let bad = bad_numbers(field, -most, most);
    bad.into_iter().flat_map(|(value, error)| spoilt(value).map(move |v| (v, error))).collect()
}

/// Bad centres with their errors.
pub(crate) fn bad_centers() -> Vec<(Vec3, InputError)> {
    bad_vectors(Field::Position, MAX_COORDINATE)
}

/// Bad displacements of a sweep with their errors.
pub(crate) fn bad_displacements() -> Vec<(Vec3, InputError)> {
    bad_vectors(Field::Displacement, MAX_DISPLACEMENT)
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
