//! The distance between two ellipsoids or capsules, by brute force over directions.
//!
//! In: centres, axes, radii and spines, metres. Out: the gap of the two, and its minimum along a straight motion.
//!
//! A direction `n` separates two convex bodies by the distance of their centres along it, less the extents of both: `n · apart - h - k`.
//! The maximum over all directions is their distance if it is positive, and negative if they overlap. The search starts from many
//! directions, and climbs from the best of them by steps to all sides that become shorter. No quadratic form is solved.

use glam::{DMat3, DVec3};

/// An ellipsoid with any orientation, swept along a spine; a point if its radii are 0.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    /// Centre of the ellipsoid, metres.
    pub center: DVec3,
    /// Axes of the ellipsoid as columns, unit length.
    pub axes: DMat3,
    /// Radii along the ellipsoid's axes, metres.
    pub radii: DVec3,
    /// Half of the spine as a vector, metres; zero for an ellipsoid.
    pub spine: DVec3,
}

/// Number of start directions of the search for a direction that separates two ellipsoids.
const DIRECTIONS: u32 = 96;

/// Number of start directions from which the search climbs, if none of the start directions separates the two ellipsoids.
const STARTS: usize = 4;

/// Directions of the steps by which the search climbs, in the plane across the current direction.
const SIDES: [[f64; 2]; 6] = [[1.0, 0.0], [0.5, 0.866], [-0.5, 0.866], [-1.0, 0.0], [-0.5, -0.866], [0.5, -0.866]];

/// Least gain of a step of the climb beside a ridge, per length of the step: with a slope less than this the maximum is within its square.
const LEAST_GAIN: f64 = 1e-4;

impl Body {
    /// Half extent of the body along a unit vector, metres.
    #[must_use]
    pub fn extent(&self, direction: DVec3) -> f64 {
        (self.axes.transpose() * direction * self.radii).length() + self.spine.dot(direction).abs()
    }

    /// Radius of a ball about the centre that contains the body, metres.
    #[must_use]
    pub fn reach(&self) -> f64 {
        self.radii.max_element() + self.spine.length()
    }

    /// Returns the body with its centre displaced by `way`, metres.
    #[must_use]
    pub fn moved(&self, way: DVec3) -> Self {
        Self { center: self.center + way, ..*self }
    }
}

/// Distance along the unit vector `direction` by which it separates two bodies, metres; negative if it does not.
#[must_use]
pub fn parted(first: &Body, second: &Body, direction: DVec3) -> f64 {
    direction.dot(second.center - first.center) - first.extent(direction) - second.extent(direction)
}

/// Distance between two bodies, metres; negative if they overlap.
#[must_use]
pub fn gap(first: &Body, second: &Body) -> f64 {
    let parted = |direction| parted(first, second, direction);
    // Directions evenly over the sphere, along a spiral.
    let mut starts: Vec<(f64, DVec3)> = (0..DIRECTIONS)
        .map(|number| {
            let height = 1.0 - (2.0 * f64::from(number) + 1.0) / f64::from(DIRECTIONS);
            let (sine, cosine) = (f64::from(number) * 2.399_963_229_728_653).sin_cos();
            let across = (1.0 - height * height).sqrt();
            let direction = DVec3::new(cosine * across, height, sine * across);
            (parted(direction), direction)
        })
        .collect();
    let between = (second.center - first.center).normalize_or(DVec3::Y);
    starts.push((parted(between), between));
    starts.sort_by(|one, other| other.0.total_cmp(&one.0));
    let count = if starts[0].0 > 0.0 { 1 } else { STARTS };
    let best = starts
        .iter()
        .take(count)
        .map(|&(most, direction)| climbed(parted, most, direction, [first.spine, second.spine]));
    best.fold(f64::NEG_INFINITY, f64::max)
}

/// Local maximum of `value` over unit vectors that a climb from `direction` reaches; `most` is the value there. The value has a ridge
/// across each of the `spines`, along which the climb also goes.
fn climbed(value: impl Fn(DVec3) -> f64, mut most: f64, mut direction: DVec3, spines: [DVec3; 2]) -> f64 {
    // Beside a ridge, gains without end come from ever smaller changes of side.
    let has_ridge = spines.iter().any(|spine| *spine != DVec3::ZERO);
    let least_gain = if has_ridge { LEAST_GAIN } else { 0.0 };
    let mut step = 0.25;
    // On a ridge the value is as far from its maximum as the step is long.
    while step > 1e-9 {
        let across = direction.any_orthonormal_vector();
        let other = direction.cross(across);
        let sides = SIDES.into_iter().map(|[a, b]| across * a + other * b);
        let ridges = spines.into_iter().filter_map(|spine| direction.cross(spine).try_normalize());
        let mut steps = sides.chain(ridges.flat_map(|along| [along, -along]));
        let better = steps.find_map(|side| {
            let there = (direction + side * step).normalize();
            let value = value(there);
            (value > most + least_gain * step).then_some((value, there))
        });
        match better {
            Some(better) => (most, direction) = better,
            None => step *= 0.5,
        }
    }
    most
}

/// The least gap while the second body moves by `way`, up to the fraction `most`; and the fraction at which it occurs. The gap is
/// convex along the motion.
#[must_use]
pub fn least_gap(first: &Body, second: &Body, way: DVec3, most: f64) -> (f64, f64) {
    let at = |part: f64| gap(first, &second.moved(way * part));
    let (mut low, mut high) = (0.0, most);
    for _ in 0..32 {
        let (one, other) = (0.55 * low + 0.45 * high, 0.45 * low + 0.55 * high);
        if at(one) <= at(other) {
            high = other;
        } else {
            low = one;
        }
    }
    let all = [0.0, 0.5 * (low + high), most].map(|part| (at(part), part));
    all.into_iter().fold((f64::INFINITY, 0.0), |one, other| if other.0 < one.0 { other } else { one })
}

/// Fraction of its motion `way`, up to `most`, at which the second body first touches the first; `None` if it does not.
#[must_use]
pub fn first_touch(first: &Body, second: &Body, way: DVec3, most: f64) -> Option<f64> {
    let at = |part: f64| gap(first, &second.moved(way * part));
    if at(0.0) <= 0.0 {
        return Some(0.0);
    }
    let (least, mut high) = least_gap(first, second, way, most);
    if least > 0.0 {
        return None;
    }
    let mut low = 0.0;
    for _ in 0..40 {
        let middle = 0.5 * (low + high);
        if at(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(high)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(center: DVec3, radii: DVec3) -> Body {
        Body { center, axes: DMat3::from_rotation_y(0.7), radii, spine: DVec3::ZERO }
    }

    #[test]
    fn balls_are_as_far_apart_as_their_centres_less_their_radii() {
        let (one, other) = (body(DVec3::ONE, DVec3::splat(0.5)), body(DVec3::new(4.0, 1.0, 5.0), DVec3::splat(1.25)));
        assert!((gap(&one, &other) - 3.25).abs() < 1e-12);
        assert!((gap(&one, &one.moved(DVec3::X * 0.3)) + 0.7).abs() < 1e-9);
        let part = first_touch(&one, &other, DVec3::new(-6.0, 0.0, -8.0), 1.0).expect("it comes by");
        assert!((part - 0.325).abs() < 1e-9, "{part}");
    }

    #[test]
    fn a_point_is_on_an_ellipsoid_where_its_equation_says_so() {
        let radii = DVec3::new(0.4, 0.9, 0.3);
        let shape = Body { axes: DMat3::IDENTITY, ..body(DVec3::ZERO, radii) };
        for direction in [DVec3::X, DVec3::ONE, DVec3::new(-1.0, 2.0, 0.3)] {
            let on = direction / (direction / radii).length();
            let point = body(on, DVec3::ZERO);
            assert!(gap(&shape, &point).abs() < 1e-9);
            assert!(gap(&shape, &point.moved(on * 0.1)) > 0.01 && gap(&shape, &point.moved(on * -0.1)) < -0.01);
        }
    }

    #[test]
    fn two_that_pass_each_other_at_right_angles_touch_where_their_radii_meet() {
        let (one, other) = (DVec3::new(2.0, 0.1, 0.1), DVec3::new(0.1, 0.1, 2.0));
        let [one, other] = [one, other].map(|radii| Body { axes: DMat3::IDENTITY, ..body(DVec3::ZERO, radii) });
        let part = first_touch(&one, &other.moved(DVec3::Y), DVec3::NEG_Y, 1.0).expect("it comes down");
        assert!((part - 0.8).abs() < 1e-9, "{part}");
        assert_eq!(first_touch(&one, &other.moved(DVec3::Y * 0.3), DVec3::X, 1.0), None);
    }

    #[test]
    fn capsules_are_as_far_apart_as_their_spines_less_their_radii() {
        let capsule = |center, spine| Body { spine, ..body(center, DVec3::splat(0.5)) };
        let upright = capsule(DVec3::ZERO, DVec3::Y);
        assert!((gap(&upright, &capsule(DVec3::X * 3.0, DVec3::Y * 2.0)) - 2.0).abs() < 1e-8, "side by side");
        assert!((gap(&upright, &capsule(DVec3::new(3.0, 0.4, 0.0), DVec3::X)) - 1.0).abs() < 1e-8, "end to side");
        let corner = capsule(DVec3::new(3.0, 5.0, 0.0), DVec3::Y);
        assert!((gap(&upright, &corner) - (18.0_f64.sqrt() - 1.0)).abs() < 1e-8, "end to end");
    }
}
