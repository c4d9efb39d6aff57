//! Queries into the level, of every kind: rays, sweeps and overlaps of ellipsoids and capsules, closest points.

use crate::ground::{Failure, Numbers, world};
use crate::hash::Hash;
use sweep8::glam::Vec3;
use sweep8::{Backend, Capsule, Ellipsoid, Sides};

/// Number of places from which the level is queried.
const PLACES: usize = 600;

pub(crate) fn run(backend: Backend) -> Result<u64, Failure> {
    let world = world(backend)?;
    let (mut hash, mut numbers, mut hits) = (Hash::new(), Numbers(4), 0);
    let capsule = Capsule::from_height(0.4, 1.8)?;
    for _ in 0..PLACES {
        let place = numbers.point(Vec3::new(-32.0, 0.5, -16.0), Vec3::new(24.0, 4.0, 16.0));
        let way = numbers.point(Vec3::splat(-6.0), Vec3::splat(6.0));
        if let Some(hit) = world.ray(place, Vec3::new(way.x, -1.0, way.z), 8.0, Sides::Both)? {
            hits += 1;
            hash.number(hit.distance);
            hash.vector(hit.point);
            hash.word(u64::from(hit.triangle) << 32 | hit.instance.index() as u64);
        }
        let swept =
            [world.sweep(Ellipsoid::HUMAN, place, way, Sides::Both)?, world.sweep(capsule, place, way, Sides::Front)?];
        for hit in swept.into_iter().flatten() {
            hits += 1;
            hash.number(hit.fraction);
            hash.vector(hit.point);
            hash.vector(hit.normal);
            hash.vector(hit.barycentric);
            hash.word(u64::from(hit.triangle) << 32 | hit.instance.index() as u64);
        }
        if let Some(nearest) = world.closest_point(place, 3.0, Sides::Both)? {
            hits += 1;
            hash.number(nearest.distance);
            hash.vector(nearest.point);
        }
        let overlaps =
            [world.overlap(Ellipsoid::HUMAN, place, Sides::Both)?, world.overlap(capsule, place, Sides::Both)?];
        hash.word(u64::from(overlaps[0]) + 2 * u64::from(overlaps[1]));
    }
    hash.word(hits);
    Ok(hash.value())
}
