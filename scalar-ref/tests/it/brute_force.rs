//! The exact sphere-triangle questions: hand-computed cases, and two methods held against each other at random.

use glam::DVec3;
use sweep8_scalar_ref::brute_force::{
    Triangle, closest_point, distance, first_contact, first_contact_by_bisection, least_distance_along,
    segment_crosses, to_ellipsoid_space,
};
use sweep8_scalar_ref::random::Random;
use sweep8_scalar_ref::testkit::cases::cases;
use sweep8_scalar_ref::testkit::families::{Case, FAMILIES, orders};

/// Rounding allowed in a distance, as a part of the largest coordinate involved.
const ROUNDING: f64 = 2e-14;

/// A large triangle in the plane `y = 0`.
const FLOOR: Triangle = [DVec3::new(-5.0, 0.0, -5.0), DVec3::new(5.0, 0.0, -5.0), DVec3::new(0.0, 0.0, 7.0)];

/// Compares the answers of two methods for one case.
trait Compared {
    /// Distance from the centre to the triangle after a part of the way.
    fn distance_at(&self, fraction: f64) -> f64;
    /// Rounding allowed in such a distance.
    fn rounding(&self) -> f64;
    /// Both are the first contact, or differ by no more than rounding of the *distance*: a grazing contact's fraction,
    /// and whether there is one, hangs on the last bit.
    fn agree(&self, x: Option<f64>, y: Option<f64>) -> bool;
}

impl Compared for Case {
    fn distance_at(&self, fraction: f64) -> f64 {
        distance(self.center + self.displacement * fraction, &self.triangle)
    }

    fn rounding(&self) -> f64 {
        let extent = |v: &DVec3| v.abs().max_element();
        let largest = self.triangle.iter().map(extent).fold(extent(&self.center), f64::max);
        ROUNDING * (1.0 + largest + extent(&self.displacement))
    }

    fn agree(&self, x: Option<f64>, y: Option<f64>) -> bool {
        let near_one = |d: f64| (d - 1.0).abs() <= self.rounding();
        match (x, y) {
            (None, None) => true,
            (Some(x), Some(y)) => {
                // Touching at both and level between them, as the distance is convex: no entry is mistaken for an exit.
                let all_touch = [x, y, 0.5 * (x + y)].iter().all(|f| near_one(self.distance_at(*f)));
                (x - y).abs() <= 1e-13 || all_touch
            }
            _ => near_one(least_distance_along(self.center, self.displacement, &self.triangle)),
        }
    }
}

#[test]
fn analytic_contact_equals_bisection_in_every_family() {
    for (seed, (name, family)) in FAMILIES.into_iter().enumerate() {
        let mut random = Random(seed as u64);
        let (mut hits, mut misses, mut later, mut only_one, mut worst) = (0, 0, 0, 0, 0.0_f64);
        for _ in 0..cases(30_000, 6_000) {
            let case = family(&mut random);
            let Case { center, displacement, triangle } = case;
            let analytic = first_contact(center, displacement, &triangle).map(|contact| contact.fraction);
            let bisected = first_contact_by_bisection(center, displacement, &triangle);
            assert!(case.agree(analytic, bisected), "{name}: {analytic:?} against {bisected:?}, {case:?}");
            match (analytic, bisected) {
                (Some(x), Some(y)) => {
                    hits += 1;
                    later += u32::from(x > 0.0);
                    assert!((0.0..=1.0).contains(&x) && (0.0..=1.0).contains(&y), "{name}: {x} {y}");
                    worst = worst.max((case.distance_at(x) - 1.0).abs() * f64::from(x > 0.0));
                }
                (None, None) => misses += 1,
                _ => only_one += 1,
            }
        }
        println!(
            "{name}: {hits} hits ({later} after the start), {misses} misses, {only_one} undecided, off by {worst:.1e}"
        );
        let decided = only_one <= 10 || name == "touching a sheet";
        assert!(hits > cases(3_000, 600) && decided, "{name}: {hits} hits, {only_one} undecided");
        assert!(later > cases(3_000, 600) || name == "embedded", "{name}: {later} hits after the start");
    }
}

#[test]
fn contact_point_lies_on_the_triangle_one_away_from_the_centre() {
    for (name, family) in FAMILIES {
        let mut random = Random(77);
        for _ in 0..10_000 {
            let case = family(&mut random);
            let Some(contact) = first_contact(case.center, case.displacement, &case.triangle) else { continue };
            let center = case.center + case.displacement * contact.fraction;
            let apart = center.distance(contact.point);
            let off = distance(contact.point, &case.triangle);
            assert!(off <= case.rounding(), "{name}: point off the triangle by {off:e}, {case:?}");
            let as_far = if contact.fraction > 0.0 { 1.0 } else { apart.min(1.0) };
            assert!((apart - as_far).abs() <= case.rounding(), "{name}: {apart} apart, {case:?}");
        }
    }
}

#[test]
fn six_vertex_orders_give_the_same_contact() {
    for (name, family) in FAMILIES {
        let mut random = Random(5);
        for _ in 0..5_000 {
            let case = family(&mut random);
            let fraction = |triangle: &Triangle| {
                first_contact(case.center, case.displacement, triangle).map(|contact| contact.fraction)
            };
            let expected = fraction(&case.triangle);
            for triangle in orders(case.triangle) {
                let got = fraction(&triangle);
                assert!(case.agree(got, expected), "{name}: {got:?} not {expected:?}, {case:?}");
            }
        }
    }
}

#[test]
fn turned_and_mirrored_case_gives_the_same_contact() {
    for (name, family) in FAMILIES {
        let mut random = Random(6);
        for _ in 0..5_000 {
            let case = family(&mut random);
            let (turn, mirror) = (random.turn(), DVec3::new(-1.0, 1.0, 1.0));
            let moved = |v: DVec3| turn * (v * mirror);
            let expected = first_contact(case.center, case.displacement, &case.triangle).map(|c| c.fraction);
            let turned = case.triangle.map(moved);
            let got = first_contact(moved(case.center), moved(case.displacement), &turned).map(|c| c.fraction);
            // The turn itself rounds every coordinate and may move a start across the distance of one.
            let started_touching = (case.distance_at(0.0) - 1.0).abs() <= case.rounding();
            assert!(started_touching || case.agree(got, expected), "{name}: {got:?} not {expected:?}, {case:?}");
        }
    }
}

/// Nearest point of a convex set: in the set, and no vertex lies beyond it as seen from `p`.
#[test]
fn closest_point_is_in_the_triangle_and_no_vertex_is_nearer_behind_it() {
    for (name, family) in FAMILIES {
        let mut random = Random(8);
        for _ in 0..30_000 {
            let case = family(&mut random);
            let (p, [a, b, c]) = (case.center, case.triangle);
            let q = closest_point(p, &case.triangle);
            let size = 1.0 + p.distance(q).max(a.distance(b)).max(b.distance(c)).max(c.distance(a));
            for vertex in case.triangle {
                let beyond = (p - q).dot(vertex - q);
                assert!(beyond <= case.rounding() * size, "{name}: {beyond:e} beyond, {case:?}");
            }
            // Areas about a point of the triangle sum up to the triangle's.
            let area = |x: DVec3, y: DVec3, z: DVec3| (y - x).cross(z - x).length();
            let excess = area(q, a, b) + area(q, b, c) + area(q, c, a) - area(a, b, c);
            assert!(excess <= 4.0 * case.rounding() * size, "{name}: {excess:e} off, {case:?}");
        }
    }
}

#[test]
fn closest_point_equals_dense_sampling() {
    const STEPS: i32 = 120;
    for (name, family) in FAMILIES {
        let mut random = Random(9);
        for _ in 0..40 {
            let Case { center, triangle, .. } = family(&mut random);
            let [a, b, c] = triangle;
            let found = distance(center, &triangle);
            let mut sampled = f64::INFINITY;
            for i in 0..=STEPS {
                for j in 0..=STEPS - i {
                    let (s, t) = (f64::from(i) / f64::from(STEPS), f64::from(j) / f64::from(STEPS));
                    sampled = sampled.min(center.distance(a + (b - a) * s + (c - a) * t));
                }
            }
            let spacing = (b - a).length().max((c - a).length()).max((c - b).length()) / f64::from(STEPS);
            assert!(found <= sampled + 1e-12, "{name}: {found} is farther than the sample {sampled}");
            assert!(sampled <= found + spacing, "{name}: {found} is nearer than any sample {sampled}");
        }
    }
}

#[test]
fn falling_onto_a_face_touches_at_height_one() {
    for triangle in orders(FLOOR) {
        for side in [1.0, -1.0] {
            let contact = first_contact(DVec3::Y * 3.0 * side, DVec3::Y * -4.0 * side, &triangle).unwrap();
            assert!((contact.fraction - 0.5).abs() < 1e-15);
            assert!(contact.point.length() < 1e-14);
        }
    }
}

#[test]
fn falling_beside_an_edge_touches_the_edge() {
    // The edge runs along z = -5; 0.6 beside it the sphere touches with its centre at height 0.8.
    let contact = first_contact(DVec3::new(1.0, 2.8, -5.6), DVec3::Y * -4.0, &FLOOR).unwrap();
    assert!((contact.fraction - 0.5).abs() < 1e-15);
    assert!(contact.point.distance(DVec3::new(1.0, 0.0, -5.0)) < 1e-15);
}

#[test]
fn moving_past_a_corner_touches_the_vertex() {
    // In the plane of the triangle, 0.6 beside the vertex (0, 0, 7) and beyond it: contact at x = -0.8.
    let contact = first_contact(DVec3::new(-4.8, 0.0, 7.6), DVec3::X * 8.0, &FLOOR).unwrap();
    assert!((contact.fraction - 0.5).abs() < 1e-15);
    assert_eq!(contact.point, DVec3::new(0.0, 0.0, 7.0));
}

#[test]
fn far_away_too_short_and_departing_moves_miss() {
    let misses = [
        (DVec3::new(20.0, 3.0, 0.0), DVec3::Y * -6.0),
        (DVec3::new(0.0, 3.0, 0.0), DVec3::Y * -1.999),
        (DVec3::new(0.0, 3.0, 0.0), DVec3::Y),
        (DVec3::new(0.0, 3.0, 0.0), DVec3::X * 100.0),
        (DVec3::new(0.0, 3.0, 0.0), DVec3::ZERO),
        (DVec3::new(0.0, 1.0, 0.0), DVec3::Y),
        (DVec3::new(0.0, 1.0, 0.0), DVec3::X),
    ];
    for (center, displacement) in misses {
        assert_eq!(first_contact(center, displacement, &FLOOR), None);
        assert_eq!(first_contact_by_bisection(center, displacement, &FLOOR), None);
    }
}

#[test]
fn start_inside_is_a_contact_at_zero_whatever_the_motion() {
    let center = DVec3::new(0.0, 0.75, 0.0);
    for displacement in [DVec3::Y, DVec3::NEG_Y, DVec3::X, DVec3::ZERO] {
        let contact = first_contact(center, displacement, &FLOOR).unwrap();
        assert_eq!(contact.fraction, 0.0);
        assert!(contact.point.length() < 1e-15);
        assert_eq!(first_contact_by_bisection(center, displacement, &FLOOR), Some(0.0));
    }
}

#[test]
fn least_distance_of_a_pass_is_its_height() {
    let over = |height: f64| least_distance_along(DVec3::new(-30.0, height, 0.0), DVec3::X * 60.0, &FLOOR);
    assert_eq!(over(1.25), 1.25);
    assert!(least_distance_along(DVec3::Y, DVec3::Y * -2.0, &FLOOR) < 1e-15);
    assert_eq!(least_distance_along(DVec3::Y, DVec3::ZERO, &FLOOR), 1.0);
}

#[test]
fn segment_crosses_only_from_side_to_side() {
    for triangle in orders(FLOOR) {
        let crosses = |a: [f64; 3], b: [f64; 3]| segment_crosses(a.into(), b.into(), &triangle);
        assert!(crosses([0.0, 1.0, 0.0], [0.0, -1.0, 0.0]), "through the face");
        assert!(crosses([0.0, -1e-12, 0.0], [0.0, 1e-12, 0.0]), "through the face, very short");
        assert!(crosses([0.0, 1.0, -5.0], [0.0, -1.0, -5.0]), "through an edge");
        assert!(crosses([0.0, 1.0, 7.0], [0.0, -1.0, 7.0]), "through a vertex");
        assert!(!crosses([0.0, 1.0, -5.001], [0.0, -1.0, -5.001]), "beside an edge");
        assert!(!crosses([0.0, 2.0, 0.0], [0.0, 1.0, 0.0]), "on one side");
        assert!(!crosses([-9.0, 0.0, 0.0], [9.0, 0.0, 0.0]), "in the plane");
        assert!(!crosses([0.0, 1.0, 0.0], [0.0, 0.0, 0.0]), "ending on the plane");
    }
    // A needle that points at the segment, four metres ahead of its end, both on one line to rounding.
    let needle = [
        DVec3::splat(-2.328_306_436_538_696_3e-8),
        DVec3::new(-0.033_348_497_003_316_88, 3.502_471_486_171_998_5e-7, -0.033_325_217_664_241_79),
        DVec3::splat(-2.325_978_165_629_294_4e-8),
    ];
    assert!(!segment_crosses(DVec3::splat(-15.294_117_927_551_27), DVec3::splat(-3.564_045_906_066_894_5), &needle));
    let sliver = [DVec3::ZERO, DVec3::X, DVec3::X * 2.0];
    assert!(!segment_crosses(DVec3::new(0.5, 1.0, 0.0), DVec3::new(0.5, -1.0, 0.0), &sliver));
}

#[test]
fn segment_aimed_at_a_shared_edge_crosses_one_side_or_the_other() {
    let mut random = Random(10);
    for _ in 0..100_000 {
        let [a, b] = [random.vector(5.0), random.vector(5.0)];
        let middle = a.lerp(b, random.range(0.01, 0.99));
        let along = (b - a).normalize();
        let away = along.cross(random.direction()).normalize();
        // A sheet folded about the edge, and a segment through a point of that edge.
        let (left, right) = (middle + away * 3.0 + random.vector(0.5), middle - away * 3.0 + random.vector(0.5));
        let through = away.cross(along);
        let (from, to) = (middle + through, middle - through);
        let count = [[a, b, left], [b, a, right]].iter().filter(|t| segment_crosses(from, to, t)).count();
        assert!(count >= 1, "slipped through between two triangles");
    }
}

#[test]
fn ellipsoid_at_five_kilometres_becomes_the_unit_sphere_exactly() {
    let (center, radii) = (DVec3::new(5000.0, -5000.0, 4999.5), DVec3::new(0.5, 2.0, 0.25));
    let local = to_ellipsoid_space(center + radii, center, radii);
    assert_eq!(local, DVec3::ONE);
}
