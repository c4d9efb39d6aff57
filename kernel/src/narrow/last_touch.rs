//! How far a unit sphere moves along a line until it has left a triangle that it overlaps, scalar and in `f64`.
//!
//! In: the sphere's centre, a direction, three corners, ellipsoid space. Out: a multiple of the direction.
//!
//! The centres at which the sphere overlaps a triangle are the Minkowski sum of both, which is convex: a line through it meets it in one
//! interval. Its end is the largest parameter at which the sphere touches a corner, an edge between its ends, or the face from
//! outside.

use crate::base::correctly_rounded::CorrectlyRounded;
use crate::base::triangle_point::front;
use glam::DVec3;

/// Square of a sine below which a direction runs along an edge, or a cosine's below which it runs along a face: touching there is
/// touching the corners.
const ALONG: f64 = 1e-18;

/// The largest `t` at which a unit sphere at `center + direction * t` touches a triangle; 0 if there is none above 0.
pub(crate) fn last_touch(center: DVec3, direction: DVec3, corners: [DVec3; 3]) -> f64 {
    let square = direction.length_squared();
    let mut last = 0.0_f64;
    let [a, b, c] = corners;
    for corner in corners {
        let apart = center - corner;
        if let Some(t) = larger_root(square, apart.dot(direction), apart.length_squared() - 1.0) {
            last = last.max(t);
        }
    }
    for (from, to) in [(a, b), (b, c), (c, a)] {
        let (edge, apart) = (to - from, center - from);
        let length = edge.length_squared();
        // Across the edge, times its squared length.
        let (along, ahead) = (direction.dot(edge), apart.dot(edge));
        let across = square * length - along * along;
        if across <= ALONG * square * length {
            continue;
        }
        let middle = apart.dot(direction) * length - ahead * along;
        let rest = (apart.length_squared() - 1.0) * length - ahead * ahead;
        if let Some(t) = larger_root(across, middle, rest) {
            let part = ahead + t * along;
            if 0.0 <= part && part <= length {
                last = last.max(t);
            }
        }
    }
    let Some(normal) = front(corners).try_normalize() else { return last };
    let cosine = normal.dot(direction);
    if cosine * cosine > ALONG * square {
        let t = (cosine.signum() - normal.dot(center - a)) / cosine;
        let foot = center + direction * t;
        let is_inside =
            [(a, b), (b, c), (c, a)].iter().all(|&(from, to)| (to - from).cross(foot - from).dot(normal) >= 0.0);
        if is_inside {
            last = last.max(t);
        }
    }
    last
}

/// As [`last_touch`], of a unit sphere swept along a spine from `center - spine` to `center + spine`: of the sphere with the prism that
/// the triangle covers along the spine. Where it leaves that, it leaves its surface: two caps and three sides of two triangles each.
///
/// Along the spine it is the end behind that leaves last: one triangle instead of eight.
pub(crate) fn last_touch_of_spine(center: DVec3, spine: DVec3, direction: DVec3, corners: [DVec3; 3]) -> f64 {
    if direction.cross(spine) == DVec3::ZERO {
        return last_touch(center - spine * spine.dot(direction).signum(), direction, corners);
    }
    let [low, high] = [corners.map(|v| v - spine), corners.map(|v| v + spine)];
    let sides = [0, 1, 2].map(|k| {
        let next = (k + 1) % 3;
        [[low[k], low[next], high[next]], [low[k], high[next], high[k]]]
    });
    let surface = [low, high].into_iter().chain(sides.into_iter().flatten());
    surface.fold(0.0, |last, triangle| last_touch(center, direction, triangle).max(last))
}

/// Larger root of `a t² + 2 b t + c` for a positive `a`; `None` if there is no real one.
fn larger_root(a: f64, b: f64, c: f64) -> Option<f64> {
    let discriminant = b * b - a * c;
    (discriminant >= 0.0).then(|| (discriminant.root() - b) / a)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sweep8_scalar_ref::brute_force::distance;
    use sweep8_scalar_ref::capsule_sweep::UnitCapsule;
    use sweep8_scalar_ref::random::Random;

    #[test]
    fn a_sphere_moved_out_touches_and_overlaps_nowhere_beyond() {
        let mut random = Random(1);
        let mut vector = |size: f32| (random.signed_vector() * size).as_dvec3();
        let mut overlapping = 0;
        for case in 0..20_000 {
            let size = [0.1, 1.0, 30.0][case % 3];
            let corners = [vector(size), vector(size), vector(size)];
            let (center, direction) = (vector(1.0), vector(2.0));
            if distance(center, &corners) >= 1.0 {
                continue;
            }
            overlapping += 1;
            let out = last_touch(center, direction, corners);
            let off = |t: f64| distance(center + direction * t, &corners) - 1.0;
            assert!(off(out).abs() < 1e-9, "{} off at {out}: {corners:?} from {center} along {direction}", off(out));
            assert!((1..20).all(|later| off(out + 0.01 * f64::from(later)) > 0.0), "it overlaps again");
        }
        assert!(overlapping > 4_000, "{overlapping} overlap");
    }

    #[test]
    fn a_capsule_moved_out_touches_and_overlaps_nowhere_beyond() {
        let mut random = Random(2);
        let mut vector = |size: f32| (random.signed_vector() * size).as_dvec3();
        let mut overlapping = 0;
        for case in 0..20_000 {
            let size = [0.1, 1.0, 30.0][case % 3];
            let corners = [vector(size), vector(size), vector(size)];
            let (center, half) = (vector(1.5), vector([0.1, 1.0, 5.0][case / 3 % 3]));
            let direction = match case / 9 % 4 {
                0 => half * 2.0,
                1 => half * -0.5,
                _ => vector(2.0),
            };
            let capsule = UnitCapsule { center, half };
            if capsule.distance(&corners) >= 1.0 {
                continue;
            }
            overlapping += 1;
            let out = last_touch_of_spine(center, half, direction, corners);
            let off = |t: f64| capsule.moved(direction * t).distance(&corners) - 1.0;
            assert!(off(out).abs() < 1e-9, "{} off at {out}: {corners:?} from {capsule:?} along {direction}", off(out));
            assert!((1..20).all(|later| off(out + 0.01 * f64::from(later)) > 0.0), "it overlaps again");
        }
        assert!(overlapping > 4_000, "{overlapping} overlap");
    }

    #[test]
    fn a_sphere_leaves_a_level_face_a_step_edge_and_a_spike_by_the_heights_of_geometry() {
        let level = [DVec3::new(-9.0, 0.0, -9.0), DVec3::new(0.0, 0.0, 9.0), DVec3::new(9.0, 0.0, -9.0)];
        assert!((last_touch(DVec3::Y * 0.25, DVec3::Y * 2.0, level) - 0.375).abs() < 1e-12);
        let riser = [DVec3::new(0.6, 0.0, -9.0), DVec3::new(0.6, 0.0, 9.0), DVec3::new(0.6, -5.0, 0.0)];
        assert!(
            (last_touch(DVec3::Y * 0.1, DVec3::Y, riser) - 0.7).abs() < 1e-12,
            "0.8 above the edge, beside it by 0.6"
        );
        let spike = [DVec3::ZERO, DVec3::new(0.1, -9.0, 0.0), DVec3::new(0.0, -9.0, 0.1)];
        assert!((last_touch(DVec3::ZERO, DVec3::Y, spike) - 1.0).abs() < 1e-12);
    }
}
