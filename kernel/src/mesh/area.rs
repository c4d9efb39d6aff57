//! Whether a triangle has a surface at all.

use crate::base::tolerance::{CROSS_ROUNDING, LEAST_CROSS};
use glam::{DVec3, Vec3, Vec3A, Vec3Swizzles};

/// Whether a triangle has an area, as [`has_area_in_f64`] says. Where the cross product in `f32` is larger than its rounding that is
/// sure, and `f64` is not asked: a refit asks this of every triangle.
pub(crate) fn has_area(corners: [Vec3; 3]) -> bool {
    let [a, b, c] = corners.map(Vec3A::from);
    let (u, v) = (b - a, c - a);
    let (one, other) = (u.zxy() * v, u * v.zxy());
    let rounding = (one.abs() + other.abs()) * CROSS_ROUNDING + Vec3A::splat(LEAST_CROSS);
    (one - other).abs().cmpgt(rounding).any() || has_area_in_f64(corners)
}

/// Whether a triangle has an area: whether the cross product of two edges differs from zero in `f64`, seen from any of its corners.
/// Differences are exact where the coordinates of an axis are within a factor of 2²⁹ of each other, and equal products round alike:
/// corners on a line never count there. Where differences round, one corner may see an area that another does not: all three are asked,
/// so that the answer does not depend on the corner that a triangle begins with.
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
            // On a line exactly, or beside it by one unit in the last place. Sizes go far below those of which products still have
            // all their digits.
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
