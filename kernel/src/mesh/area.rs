//! Tests whether a triangle has an area.

use crate::base::tolerance::{CROSS_ROUNDING, LEAST_CROSS};
use glam::{DVec3, Vec3, Vec3A, Vec3Swizzles};

/// Whether a triangle has an area, as [`has_area_in_f64`] defines it. The `f32` cross product decides where it exceeds its
/// rounding, because a refit tests every triangle.
pub(crate) fn has_area(corners: [Vec3; 3]) -> bool {
    let [a, b, c] = corners.map(Vec3A::from);
    let (u, v) = (b - a, c - a);
    let (one, other) = (u.zxy() * v, u * v.zxy());
    let rounding = (one.abs() + other.abs()) * CROSS_ROUNDING + Vec3A::splat(LEAST_CROSS);
    (one - other).abs().cmpgt(rounding).any() || has_area_in_f64(corners)
}

/// Whether the cross product of two edges differs from zero in `f64`, seen from any of the three corners. Differences are exact
/// where the coordinates of an axis are within a factor of 2²⁹ of each other, and equal products round alike: corners on a line
/// never have an area there. Where differences round, one corner may see an area that another does not; all three are tried, so
/// that the result does not depend on the order of the corners.
#[cold]
pub(crate) fn has_area_in_f64(corners: [Vec3; 3]) -> bool {
    let [a, b, c] = corners.map(Vec3::as_dvec3);
    let spans = |[a, b, c]: [DVec3; 3]| (b - a).cross(c - a) != DVec3::ZERO;
    spans([a, b, c]) || spans([b, c, a]) || spans([c, a, b])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::test_surfaces::on_a_line;
    use sweep8_scalar_ref::random::Random;

    #[test]
    fn what_f32_is_sure_of_f64_says_too() {
        let mut random = Random(4);
        let (mut flat, mut thin) = (0, 0);
        for round in 0..100_000 {
            // Corners exactly on a line, or off it by one unit in the last place, down to sizes at which products lose digits.
            let mut corners = on_a_line(&mut random, round % 100 - 85);
            if round % 3 == 0 {
                corners[1].x = f32::from_bits(corners[1].x.to_bits() ^ 1);
            }
            let expected = has_area_in_f64(corners);
            assert_eq!(has_area(corners), expected, "{corners:?}");
            *if expected { &mut thin } else { &mut flat } += 1;
        }
        assert!(flat > 50_000 && thin > 20_000, "{flat} {thin}");
    }
}
