//! Closest points of a segment and a point, and of two segments; scalar, in `f64`.

use glam::DVec3;

/// Point of the segment from `from` to `to` nearest to `p`.
pub(crate) fn closest_on_segment(p: DVec3, from: DVec3, to: DVec3) -> DVec3 {
    closest_part_of_segment(p, from, to).0
}

/// Point of the segment from `from` to `to` nearest to `p`, and the fraction of the segment up to that point, 0 to 1.
#[inline(always)]
pub(crate) fn closest_part_of_segment(p: DVec3, from: DVec3, to: DVec3) -> (DVec3, f64) {
    let edge = to - from;
    let square = edge.length_squared();
    if square > 0.0 {
        let part = ((p - from).dot(edge) / square).clamp(0.0, 1.0);
        (from + edge * part, part)
    } else {
        (from, 0.0)
    }
}

/// The shortest vector from the second segment to the first. Each segment extends by `half` to both sides of its middle; `apart` is
/// the vector from the second middle to the first.
///
/// Source: Ericson, *Real-Time Collision Detection* (2005), 5.1.9. Between parallel segments any of the shortest vectors is
/// returned.
pub(crate) fn way_between_segments(apart: DVec3, [first, second]: [DVec3; 2]) -> DVec3 {
    let [aa, bb] = [first, second].map(DVec3::length_squared);
    let (ab, ad, bd) = (first.dot(second), first.dot(apart), second.dot(apart));
    let on_first = |t: f64| if aa > 0.0 { ((ab * t - ad) / aa).clamp(-1.0, 1.0) } else { 0.0 };
    let on_second = |s: f64| if bb > 0.0 { ((ab * s + bd) / bb).clamp(-1.0, 1.0) } else { 0.0 };
    let square = aa * bb - ab * ab;
    let start =
        if square > PARALLEL_SEGMENTS * aa * bb { ((ab * bd - bb * ad) / square).clamp(-1.0, 1.0) } else { 0.0 };
    let t = on_second(start);
    let s = on_first(t);
    apart + first * s - second * t
}

/// Squared sine of the angle between segments up to which they count as parallel.
const PARALLEL_SEGMENTS: f64 = 1e-18;

#[cfg(test)]
mod tests {
    use super::*;
    use sweep8_scalar_ref::random::Random;

    #[test]
    fn no_way_between_points_of_two_segments_is_shorter() {
        let mut random = Random(5);
        let mut worst = 0.0_f64;
        for case in 0..600 {
            let mut halves = [(); 2].map(|()| random.signed_vector().as_dvec3());
            match case % 5 {
                0 => halves[1] = halves[0] * 0.7,
                1 => halves[1] = DVec3::ZERO,
                2 => halves = [DVec3::ZERO; 2],
                _ => {}
            }
            let apart = random.signed_vector().as_dvec3() * [0.0, 0.5, 2.0][case % 3];
            let found = way_between_segments(apart, halves).length();
            let parts = || (-50..=50).map(|part| f64::from(part) / 50.0);
            let near = |s: f64| {
                let from = apart + halves[0] * s;
                (closest_on_segment(from, -halves[1], halves[1]) - from).length()
            };
            let least = parts().map(near).fold(f64::INFINITY, f64::min);
            assert!(found <= least + 1e-12, "{found} is more than {least}: {apart}, {halves:?}");
            worst = worst.max(least - found);
        }
        assert!(worst < 0.05, "{worst}: not a way between the two");
    }

    #[test]
    fn between_upright_segments_side_by_side_it_is_level_to_the_bit() {
        let apart = DVec3::new(0.83, 0.213, -0.4);
        let way = way_between_segments(apart, [DVec3::Y * 0.5, DVec3::Y * 0.37]);
        assert!((way - DVec3::new(0.83, 0.0, -0.4)).length() < 1e-15, "{way}");
    }
}
