//! Vectors and places of the arguments.

use crate::exchange::Exchange;
use crate::fault::Fault;
use sweep8::glam::{DVec3, Vec3};

/// Three numbers as a vector.
pub(crate) fn vector([x, y, z]: [f64; 3]) -> Vec3 {
    Vec3::new(x as f32, y as f32, z as f32)
}

/// Vectors of lists of numbers.
pub(crate) fn vectors(numbers: &[f32]) -> Vec<Vec3> {
    numbers.chunks_exact(3).map(Vec3::from_slice).collect()
}

/// Places in the arguments, world space.
pub(crate) fn places<P: From<DVec3>>(input: &mut Exchange, count: u32) -> Result<Vec<P>, Fault> {
    let numbers: &[f64] = input.take((count as usize).saturating_mul(3))?;
    Ok(numbers.chunks_exact(3).map(|of| DVec3::from_slice(of).into()).collect())
}
