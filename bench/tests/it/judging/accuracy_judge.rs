//! The judge of the accuracy measurement, shown answers that are known to be wrong and known to be right: it must see
//! the ones and let the others pass, or its silence about a method would mean nothing.

use glam::{DVec3, Vec3};
use sweep8::Ellipsoid;
use sweep8_bench::judging::accuracy::families::{Family, Sweep};
use sweep8_bench::judging::accuracy::judge::{Truth, Verdict, Way};
use sweep8_bench::judging::accuracy::least::least_distance;
use sweep8_bench::judging::accuracy::methods::Method;
use sweep8_bench::judging::accuracy::tally::Tally;
use sweep8_bench::judging::accuracy::{Accuracy, Tallies};
use sweep8_bench::levels::scenes::Scene;
use sweep8_scalar_ref::brute_force::{
    Triangle, distance, first_contact, least_distance_along, segment_crosses, to_ellipsoid_space,
};

/// Lets a method of one's own answer sweeps of a family.
fn tally_of(family: &Family, sweeps: usize, answer: impl Fn(&Sweep) -> Option<DVec3>) -> Tally {
    let prepared = family.prepare().expect("the family is built in");
    let mut random = family.random(9, 0);
    let mut tally = Tally::default();
    for _ in 0..sweeps {
        let draw = prepared.draw(&mut random, |sweep, _| {
            let truth = Truth::of(sweep);
            tally.record(truth.way(), truth.judge(answer(sweep)));
        });
        draw.expect("there is room");
    }
    tally
}

fn families() -> Vec<Family> {
    Family::soups().into_iter().chain([Family::scene(Scene::Dungeon)]).collect()
}

fn local(sweep: &Sweep) -> impl Iterator<Item = Triangle> + '_ {
    let [center, radii] = [sweep.center, sweep.shape.radii()].map(Vec3::as_dvec3);
    sweep.candidates.iter().map(move |t| t.map(|v| to_ellipsoid_space(v, center, radii)))
}

/// Displacement in ellipsoid space.
fn way(sweep: &Sweep) -> DVec3 {
    sweep.displacement.as_dvec3() / sweep.shape.radii().as_dvec3()
}

/// The first contact of the oracle, `later` metres along.
fn oracle(sweep: &Sweep, later: f64) -> Option<DVec3> {
    let contacts = local(sweep).filter_map(|t| first_contact(DVec3::ZERO, way(sweep), &t));
    let first = contacts.map(|contact| contact.fraction).min_by(f64::total_cmp)?;
    let displacement = sweep.displacement.as_dvec3();
    Some(sweep.center.as_dvec3() + displacement * first + displacement.normalize() * later)
}

/// A level square of 8 m at a height.
fn floor(height: f64) -> [Triangle; 2] {
    let [a, b, c, d] = [[-4.0, 4.0], [4.0, 4.0], [4.0, -4.0], [-4.0, -4.0]].map(|[x, z]| DVec3::new(x, height, z));
    [[a, b, c], [a, c, d]]
}

/// A ball of half a metre.
fn ball(center: Vec3, displacement: Vec3, triangles: &[Triangle]) -> Truth {
    let shape = Ellipsoid::ball(0.5).expect("a ball");
    Truth::of(&Sweep::new(shape, center, displacement, triangles.iter().copied()))
}

#[test]
fn a_method_that_never_stops_misses_every_hit() {
    for family in families() {
        let tally = tally_of(&family, 500, |_| None);
        assert!(tally.hits > 50 && tally.missed == tally.hits, "{}: {} of {}", family.name(), tally.missed, tally.hits);
        assert_eq!((tally.invented, tally.beyond_tolerance, tally.worst_gap_error), (0, 0, 0.0), "{}", family.name());
        assert!(tally.longest_tunnel > 0.1 && tally.gap_errors.median().is_none(), "{}", family.name());
    }
}

#[test]
fn a_method_that_never_moves_invents_hits_and_stops_the_others_too_early() {
    for family in families() {
        let tally = tally_of(&family, 500, |sweep| Some(sweep.center.as_dvec3()));
        assert_eq!((tally.missed, tally.longest_tunnel), (0, 0.0), "{}", family.name());
        if family.name() == "embedded" {
            assert_eq!((tally.invented, tally.beyond_tolerance, tally.hits), (0, 0, 500), "who is inside may stay");
        } else {
            assert!(tally.invented > 30, "{}: {} invented", family.name(), tally.invented);
            let early = tally.beyond_tolerance as f64 / tally.hits as f64;
            assert!(early > 0.9, "{}: {early} were too early", family.name());
        }
    }
}

#[test]
fn the_oracles_own_first_contact_is_right_and_a_centimetre_beside_it_is_not() {
    for family in families() {
        let right = tally_of(&family, 500, |sweep| oracle(sweep, 0.0));
        assert_eq!(right.wrong(), 0, "{}", family.name());
        assert!(right.worst_gap_error < 1e-12, "{}: {}", family.name(), right.worst_gap_error);
        if family.name() == "embedded" {
            continue;
        }
        for later in [0.01, -0.01] {
            let off = tally_of(&family, 500, |sweep| oracle(sweep, later));
            // Grazing motion changes its distance by less than the tolerance in a centimetre.
            let least = if ["sheet-face", "low-steps"].contains(&family.name()) { 0.4 } else { 0.9 };
            let seen = off.beyond_tolerance as f64 / off.hits as f64;
            assert!(seen > least, "{}, {later}: {seen} were seen", family.name());
            let tunnel = off.longest_tunnel;
            assert!((tunnel - later.max(0.0)).abs() < 1e-9, "{}, {later}: {tunnel}", family.name());
        }
    }
}

#[test]
fn least_distance_by_tangents_is_the_one_by_golden_section() {
    let mut compared = 0;
    for family in families() {
        let prepared = family.prepare().expect("the family is built in");
        let mut random = family.random(10, 0);
        for _ in 0..200 {
            let draw = prepared.draw(&mut random, |sweep, _| {
                for triangle in local(sweep) {
                    let (lower, upper) = least_distance(way(sweep), &triangle, |_, _| false);
                    let expected = least_distance_along(DVec3::ZERO, way(sweep), &triangle);
                    let largest = triangle.iter().map(|v| v.abs().max_element()).fold(1.0, f64::max);
                    let rounding = 1e-14 * largest * (1.0 + 1.0 / expected.max(1e-12));
                    assert!((upper - expected).abs() < rounding, "{upper} for {expected}: {sweep:?}");
                    assert!(lower <= upper && upper - lower < rounding, "{lower} to {upper}: {sweep:?}");
                    compared += 1;
                }
            });
            draw.expect("there is room");
        }
    }
    assert!(compared > 3_000, "{compared}");
}

#[test]
fn a_stop_two_millimetres_off_has_that_gap_error_in_radii() {
    let truth = ball(Vec3::Y * 1.5, Vec3::NEG_Y * 2.0, &floor(0.0));
    assert_eq!(truth.way(), Way::Blocked);
    for (height, gap_error, tunnel) in [(0.502, 0.004, 0.0), (0.5, 0.0, 0.0), (0.498, 0.004, 0.002)] {
        let Verdict::Stopped { gap_error: error, beyond_tolerance, tunnel: passed } =
            truth.judge(Some(DVec3::Y * height))
        else {
            panic!("it stopped at {height}");
        };
        assert!((error - gap_error).abs() < 1e-12 && (passed - tunnel).abs() < 1e-12, "{height}: {error} {passed}");
        assert_eq!(beyond_tolerance, gap_error > 0.0, "{height}");
    }
    assert_eq!(truth.judge(None), Verdict::Missed { tunnel: 1.0 });
}

#[test]
fn a_stop_at_the_second_floor_after_crossing_the_first_is_wrong() {
    let triangles = [floor(0.0), floor(-2.0)].concat();
    let truth = ball(Vec3::Y * 1.5, Vec3::NEG_Y * 4.0, &triangles);
    let verdict = truth.judge(Some(DVec3::Y * -1.5));
    assert_eq!(verdict, Verdict::Stopped { gap_error: 1.0, beyond_tolerance: true, tunnel: 2.0 });
}

#[test]
fn a_stop_is_invented_where_the_way_is_clear() {
    let truth = ball(Vec3::Y * 1.5, Vec3::NEG_Y * 0.9, &floor(0.0));
    assert_eq!(truth.way(), Way::Clear);
    assert_eq!(truth.judge(Some(DVec3::Y * 0.7)), Verdict::Invented);
    assert_eq!(truth.judge(Some(DVec3::NAN)), Verdict::Invented);
    assert_eq!(truth.judge(None), Verdict::Passed);
    assert_eq!(ball(Vec3::ZERO, Vec3::X, &[]).judge(Some(DVec3::ZERO)), Verdict::Invented);
}

#[test]
fn a_grazing_sweep_may_stop_or_not() {
    let truth = ball(Vec3::new(-1.0, 0.5, 0.0), Vec3::X * 2.0, &floor(0.0));
    assert_eq!(truth.way(), Way::Touching);
    assert_eq!(truth.judge(None), Verdict::Passed);
    let stopped = truth.judge(Some(DVec3::new(0.3, 0.5, 0.0)));
    assert_eq!(stopped, Verdict::Stopped { gap_error: 0.0, beyond_tolerance: false, tunnel: 0.0 });
    let Verdict::Stopped { beyond_tolerance: true, .. } = truth.judge(Some(DVec3::new(0.3, 0.6, 0.0))) else {
        panic!("a stop in the air is not where it touches");
    };
}

#[test]
fn who_starts_inside_may_stay_or_come_out_but_not_go_deeper() {
    let truth = ball(Vec3::Y * 0.25, Vec3::NEG_Y, &floor(0.0));
    assert_eq!(truth.way(), Way::Blocked);
    for (height, gap_error) in [(0.25, 0.0), (0.4, 0.0), (0.5, 0.0), (0.75, 0.5), (0.125, 0.25), (-0.25, 0.5)] {
        let Verdict::Stopped { gap_error: error, beyond_tolerance, .. } = truth.judge(Some(DVec3::Y * height)) else {
            panic!("it stopped at {height}");
        };
        assert!((error - gap_error).abs() < 1e-12, "{height}: {error}");
        assert_eq!(beyond_tolerance, gap_error > 0.0, "{height}");
    }
    assert_eq!(truth.judge(None), Verdict::Missed { tunnel: 1.0 });
}

#[test]
fn a_stop_that_is_no_place_is_beyond_tolerance() {
    let truth = ball(Vec3::Y * 1.5, Vec3::NEG_Y * 2.0, &floor(0.0));
    for stop in [DVec3::NAN, DVec3::INFINITY] {
        let verdict = truth.judge(Some(stop));
        assert_eq!(verdict, Verdict::Stopped { gap_error: f64::INFINITY, beyond_tolerance: true, tunnel: 0.0 });
    }
}

#[test]
fn the_median_is_that_of_the_errors_to_six_per_cent() {
    let mut tally = Tally::default();
    assert_eq!(tally.gap_errors.median(), None);
    for gap_error in [0.0, 1e-9, 2e-7, 3e-4, f64::INFINITY] {
        tally.record(Way::Blocked, Verdict::Stopped { gap_error, beyond_tolerance: false, tunnel: 0.0 });
    }
    let median = tally.gap_errors.median().expect("there are errors");
    assert!((2e-7..2e-7 * 1.06).contains(&median), "{median}");
    assert_eq!(tally.gap_errors.count(), 5);
}

#[test]
fn the_kernel_is_told_apart_from_the_classics() {
    let wrong = |missed: u64| Tally { missed, ..Tally::default() };
    let tallies: Tallies = Method::ALL.map(|method| wrong(if method == Method::Sweep8 { 2 } else { 50 }));
    let accuracy = Accuracy { seed: 1, families: vec![("a".to_owned(), tallies.clone()), ("b".to_owned(), tallies)] };
    assert_eq!(accuracy.kernel_wrong(), 4);
}

#[test]
fn sweeps_are_fair() {
    for family in families() {
        let prepared = family.prepare().expect("the family is built in");
        let mut random = family.random(11, 0);
        for _ in 0..300 {
            let draw = prepared.draw(&mut random, |sweep, _| {
                let start = sweep.center.as_dvec3();
                assert_eq!(sweep.candidates.len(), sweep.facing.len());
                for (lying, t) in sweep.candidates.iter().zip(&sweep.facing) {
                    assert!(*lying == *t || *lying == [t[0], t[2], t[1]], "{}: another triangle", family.name());
                    let exact = t.iter().all(|v| v.as_vec3().as_dvec3() == *v);
                    assert!(exact, "{}: {t:?} is not what the kernel gets", family.name());
                    let [a, b, c] = *t;
                    assert!((b - a).cross(c - a).dot(start - a) >= 0.0, "{}: seen from behind", family.name());
                    let ahead = a + (start - a) * 2.0;
                    assert!(!segment_crosses(start, ahead, t), "{}: in front and beyond", family.name());
                }
                let nearest = local(sweep).map(|t| distance(DVec3::ZERO, &t)).fold(f64::INFINITY, f64::min);
                assert_eq!(nearest < 1.0, family.name() == "embedded", "{}: starts {nearest} off", family.name());
            });
            draw.expect("there is room");
        }
    }
}
