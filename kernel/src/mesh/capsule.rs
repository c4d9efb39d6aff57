//! A capsule about the origin, along y.
//!
//! In: half the length of its cylinder, its radius, and the number of segments around it. Out: rings of positions on the true
//! capsule, from one pole to the other, joined to triangles that face outside.
//!
//! 1. One quarter of the circle comes from `libm`, so that the bits agree on every platform; symmetry gives the rest, so
//!    that the mesh is the same seen along +x, -x, +z and -z, and upside down.
//! 2. A cap has a quarter as many rings as the circle has segments, so that its meridians are as round as its rings.
//!
//! Error: with `n` segments, radius `r` and `d = π / n`, the plane of two neighbouring meridians and rings of a cap is
//! `r · cos²(d) / sqrt(cos²(m) + cos²(d) · sin²(m))` from the middle of the cap, `m` being the latitude half-way between
//! the rings. This distance is at least `r · cos²(d)`, so that no point of the cap is more than `r · sin²(d)` inside the ball.
//! Facets of the cylinder are `r · (1 - cos(d))` inside, which is less.

use crate::base::field::Field;
use crate::base::input_error::{InputError, check_number};
use crate::base::tolerance::{MAX_RADIAL_SEGMENTS, MAX_RADIUS, MIN_MESH_SIZE};
use crate::mesh::mesh::{Mesh, MeshError};
use alloc::vec::Vec;
use core::f64::consts::TAU;
use glam::Vec3;

impl Mesh {
    /// A closed capsule about the origin: a cylinder along y with half a ball at each end, fronts outside.
    ///
    /// `half_height`: half the length of the cylinder alone, metres, from 0.0001 to 100,000, or 0 for a ball. The capsule
    /// is `2 · (half_height + radius)` high. `radius`: of the cylinder and the half balls, metres, from 0.0001 to 100,000.
    /// `radial_segments`: around the cylinder, a multiple of 4 from 4 to 1,024; each half ball has a quarter as many rings.
    ///
    /// All positions are on the true capsule, up to rounding to `f32`, so that the mesh lies inside of it: by nothing at
    /// the ends and where it meets the x and z axes, and by at most `radius · sin²(π / radial_segments)` elsewhere. This
    /// bound is 3.8 % of the radius for 16 segments (256 triangles), 0.96 % for 32 (1,024) and 0.24 % for 64 (4,096);
    /// `n` segments make `n²` triangles, for a ball `n² - 2 n`.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{Ellipsoid, Mesh, Sides, World};
    ///
    /// let post = Mesh::capsule(0.5, 0.3, 32)?;
    /// assert_eq!(post.bounds(), Some((Vec3::new(-0.3, -0.8, -0.3), Vec3::new(0.3, 0.8, 0.3))));
    ///
    /// // A ball of 0.2 comes down on its top.
    /// let (world, ball) = (World::from_mesh(post), Ellipsoid::ball(0.2)?);
    /// let hit = world.sweep(&ball, Vec3::Y * 3.0, Vec3::Y * -4.0, Sides::Front)?;
    /// assert!((3.0 - 4.0 * hit.expect("it is below").fraction - (0.8 + 0.2)).abs() < 1e-6);
    ///
    /// let error = Mesh::capsule(0.5, 0.3, 30).expect_err("not a multiple of 4");
    /// assert_eq!(error.to_string(), "`radial_segments` is 30, must be a multiple of 4 from 4 to 1024");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`MeshError::Parameter`] names the first parameter that is refused.
    pub fn capsule(half_height: f32, radius: f32, radial_segments: u32) -> Result<Self, MeshError> {
        if half_height != 0.0 {
            check_number(Field::HalfHeight, half_height, MIN_MESH_SIZE, MAX_RADIUS)?;
        }
        check_number(Field::Radius, radius, MIN_MESH_SIZE, MAX_RADIUS)?;
        let n = radial_segments;
        if !(n.is_multiple_of(4) && (4..=MAX_RADIAL_SEGMENTS).contains(&n)) {
            return Err(InputError::out_of_range(Field::RadialSegments, n as f32).into());
        }
        let sines = quarter_sines(n);
        let rings = rings(half_height.into(), radius.into(), &sines);
        let circle = circle(&sines);
        let top = f64::from(half_height) + f64::from(radius);

        let mut positions = Vec::with_capacity(rings.len() * circle.len() + 2);
        positions.push(Vec3::new(0.0, -top as f32, 0.0));
        for Ring { radius, y } in &rings {
            positions
                .extend(circle.iter().map(|[x, z]| Vec3::new((radius * x) as f32, *y as f32, (radius * z) as f32)));
        }
        positions.push(Vec3::new(0.0, top as f32, 0.0));
        Ok(Self::from_valid(positions, join(rings.len() as u32, n)))
    }
}

/// A circle of mesh vertices around the y axis of a capsule: its radius, and its height `y`; metres.
#[derive(Clone, Copy)]
struct Ring {
    radius: f64,
    y: f64,
}

/// The sines of `k / n` of a full turn up to a quarter of it, both ends exact. Entry `n / 4 - k` is the cosine of `k / n` of a
/// turn, with the same bits.
fn quarter_sines(n: u32) -> Vec<f64> {
    let quarter = n / 4;
    let angle = |k: u32| TAU * f64::from(k) / f64::from(n);
    let sine = |k| if 2 * k <= quarter { libm::sin(angle(k)) } else { libm::cos(angle(quarter - k)) };
    (0..=quarter).map(sine).collect()
}

/// Points of the unit circle as (x, z), from +x towards +z; `sines`: those of a quarter turn in equal steps, 0 and 1 included.
fn circle(sines: &[f64]) -> Vec<[f64; 2]> {
    let quarter = sines.len() - 1;
    let first: Vec<[f64; 2]> = (0..quarter).map(|k| [sines[quarter - k], sines[k]]).collect();
    let turns: [fn([f64; 2]) -> [f64; 2]; 4] = [|[x, z]| [x, z], |[x, z]| [-z, x], |[x, z]| [-x, -z], |[x, z]| [z, -x]];
    turns.into_iter().flat_map(|turn| first.iter().map(move |&point| turn(point))).collect()
}

/// Rings of vertices between a capsule's poles, bottom to top; a sphere (`half_height` 0) has only one ring at its equator.
fn rings(half_height: f64, radius: f64, sines: &[f64]) -> Vec<Ring> {
    let quarter = sines.len() - 1;
    let ring = |k: usize| Ring { radius: radius * sines[quarter - k], y: half_height + radius * sines[k] };
    let upper: Vec<Ring> = (0..quarter).map(ring).collect();
    let lower = upper.iter().rev().map(|ring| Ring { y: -ring.y, ..*ring });
    let equators = usize::from(half_height == 0.0);
    lower.chain(upper.iter().skip(equators).copied()).collect()
}

/// Makes a capsule's triangles, as vertex indices: lower pole, then `rings` rings of `n` vertices each, then upper pole.
fn join(rings: u32, n: u32) -> Vec<[u32; 3]> {
    let at = |ring: u32, k: u32| 1 + ring * n + k % n;
    let (south, north) = (0, 1 + rings * n);
    let mut triangles = Vec::with_capacity(2 * (rings * n) as usize);
    triangles.extend((0..n).map(|k| [south, at(0, k), at(0, k + 1)]));
    for ring in 1..rings {
        for k in 0..n {
            let (a, b) = (at(ring - 1, k), at(ring - 1, k + 1));
            let (c, d) = (at(ring, k), at(ring, k + 1));
            triangles.extend([[a, c, b], [b, c, d]]);
        }
    }
    triangles.extend((0..n).map(|k| [north, at(rings - 1, k + 1), at(rings - 1, k)]));
    triangles
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::test_surfaces::{assert_closed, volume};
    use core::f64::consts::PI;

    /// Pairs of half height and radius of the capsules under test, metres, with both ends of the valid ranges.
    const SIZES: [(f32, f32); 8] = [
        (0.5, 0.3),
        (0.0, 1.0),
        (3.0, 0.1),
        (MIN_MESH_SIZE, MIN_MESH_SIZE),
        (MIN_MESH_SIZE, MAX_RADIUS),
        (MAX_RADIUS, MIN_MESH_SIZE),
        (MAX_RADIUS, MAX_RADIUS),
        (0.0, MAX_RADIUS),
    ];

    /// Signed distance of a point from the exact surface of a capsule around the y axis, metres; negative inside.
    fn outside(point: Vec3, half_height: f32, radius: f32) -> f64 {
        let point = point.as_dvec3();
        let beyond = (point.y.abs() - f64::from(half_height)).max(0.0);
        (beyond * beyond + point.x * point.x + point.z * point.z).sqrt() - f64::from(radius)
    }

    #[test]
    fn a_capsule_is_closed_without_degenerate_triangles_at_every_size_and_fineness() {
        for (half_height, radius) in SIZES {
            // Rings are closest where their number is largest and the half height absorbs their heights.
            let most = if half_height == MAX_RADIUS { MAX_RADIAL_SEGMENTS } else { 128 };
            for n in [4, 8, 12, 20, 32, 100, most] {
                let mesh = Mesh::capsule(half_height, radius, n).unwrap();
                assert_closed(&mesh);
                let triangles = n * n - if half_height == 0.0 { 2 * n } else { 0 };
                assert_eq!(mesh.triangle_count(), triangles as usize, "{half_height}, {radius}, {n}");
                let high = Vec3::new(radius, (f64::from(half_height) + f64::from(radius)) as f32, radius);
                assert_eq!(mesh.bounds(), Some((-high, high)));
            }
        }
    }

    #[test]
    fn positions_of_a_capsule_are_on_the_true_one_and_no_point_is_farther_inside_than_documented() {
        for (half_height, radius) in SIZES {
            // Half a unit in the last place along each axis.
            let rounding = f64::from(half_height + radius) * 1.1e-7;
            for n in [4, 8, 12, 32, 100] {
                let mesh = Mesh::capsule(half_height, radius, n).unwrap();
                let worst = mesh.positions().iter().map(|&p| outside(p, half_height, radius).abs()).fold(0.0, f64::max);
                assert!(worst <= rounding, "{half_height}, {radius}, {n}: {worst}");
                let allowed = f64::from(radius) * (PI / f64::from(n)).sin().powi(2);
                let mut deepest = 0.0_f64;
                for index in 0..mesh.triangle_count() {
                    let [a, b, c] = mesh.corners(index);
                    for (u, v) in (0..=8).flat_map(|u| (0..=8 - u).map(move |v| (u as f32 / 8.0, v as f32 / 8.0))) {
                        deepest = deepest.max(-outside(a + (b - a) * u + (c - a) * v, half_height, radius));
                    }
                }
                assert!(deepest <= allowed + 4.0 * rounding, "{half_height}, {radius}, {n}: {deepest} of {allowed}");
                // The bound is tight.
                assert!(n == 4 || radius < half_height || deepest > 0.8 * allowed, "{n}: {deepest} of {allowed}");
            }
        }
    }

    #[test]
    fn the_volume_of_a_capsule_converges_to_the_true_one_from_below() {
        for (half_height, radius) in SIZES {
            let (h, r) = (f64::from(half_height), f64::from(radius));
            let exact = PI * r * r * (2.0 * h + 4.0 / 3.0 * r);
            let missing = |n: u32| 1.0 - volume(&Mesh::capsule(half_height, radius, n).unwrap()) / exact;
            for n in [8, 16, 32, 64, 128] {
                let (coarse, fine) = (missing(n), missing(2 * n));
                // The error falls with the square of the number of segments.
                assert!(fine > 0.0 && (3.5..4.5).contains(&(coarse / fine)), "{h}, {r}, {n}: {coarse}, then {fine}");
            }
            assert!(missing(256) < 3e-4, "{h}, {r}: {}", missing(256));
        }
    }

    #[test]
    fn a_capsule_is_the_same_mirrored_and_turned_by_a_quarter() {
        for n in [4, 12, 40, 128] {
            let mesh = Mesh::capsule(0.7, 0.3, n).unwrap();
            let bits = |p: Vec3| (p + 0.0).to_array().map(f32::to_bits);
            let sorted = |change: fn(Vec3) -> Vec3| {
                let mut places: Vec<_> = mesh.positions().iter().map(|&p| bits(change(p))).collect();
                places.sort_unstable();
                places
            };
            let as_it_is = sorted(|p| p);
            let changes: [fn(Vec3) -> Vec3; 3] =
                [|p| Vec3::new(-p.z, p.y, p.x), |p| Vec3::new(p.x, -p.y, p.z), |p| Vec3::new(p.z, p.y, p.x)];
            for change in changes {
                assert_eq!(sorted(change), as_it_is, "{n}");
            }
        }
    }

    /// The bits are the same on every platform and with every version of the `libm` crate: another hash changes the paths of
    /// characters.
    #[test]
    fn positions_of_a_capsule_have_the_bits_that_they_always_had() {
        let hash = |mesh: &Mesh| {
            let bits = mesh.positions().iter().flat_map(Vec3::to_array).map(f32::to_bits);
            // FNV-1a, a word at a time.
            bits.fold(0xcbf2_9ce4_8422_2325_u64, |hash, word| (hash ^ u64::from(word)).wrapping_mul(0x0100_0000_01b3))
        };
        let hashes = [(0.5, 0.3, 64), (0.0, 1.0, 1024)].map(|(h, r, n)| hash(&Mesh::capsule(h, r, n).unwrap()));
        assert_eq!(hashes, [0xd251_b49e_9789_cbe3, 0x80ad_48b1_fdd8_0a0d], "{hashes:#x?}");
    }

    #[test]
    fn a_bad_parameter_of_a_capsule_is_refused_by_name() {
        let refused = |half_height, radius, n, field, value| {
            let expected = MeshError::Parameter(InputError::OutOfRange { field, value });
            assert_eq!(Mesh::capsule(half_height, radius, n).unwrap_err(), expected);
        };
        let too_large = MAX_RADIUS.next_up();
        let too_small = MIN_MESH_SIZE.next_down();
        for value in [-1.0, 1e-45, too_small, too_large, f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            refused(value, 1.0, 16, Field::HalfHeight, value);
            refused(1.0, value, 16, Field::Radius, value);
        }
        refused(1.0, 0.0, 16, Field::Radius, 0.0);
        for n in [0, 1, 3, 5, 30, 1023, 1028, u32::MAX] {
            refused(1.0, 1.0, n, Field::RadialSegments, n as f32);
        }
        assert_eq!(Mesh::capsule(-0.0, 1.0, 8).unwrap().triangle_count(), 48);
    }
}
