//! Queries about ellipsoids that are turned, beside brute force in `f64` and beside ellipsoids along the axes.

use crate::testkit::Random;
use crate::testkit::placed::{PlacedWorld, soups, turned};
use crate::testkit::worlds::{Level, room, world_of};
use glam::{DMat3, DVec3, Quat, Vec3};
use std::f32::consts::FRAC_PI_2;
use sweep8::{Ellipsoid, Hit, OrientedEllipsoid, Overlap, Position, Sides, SlideSettings, World};
use sweep8_scalar_ref::brute_force::{Triangle, closest_point, distance, least_distance_along, segment_crosses};
use sweep8_scalar_ref::testkit::lists::listed;

const SHAPES: [Vec3; 3] = [Vec3::new(0.4, 0.9, 0.4), Vec3::new(1.0, 0.3, 0.5), Vec3::new(0.15, 0.6, 0.25)];

const FAR: [DVec3; 3] =
    [DVec3::new(1e7, 0.0, -1e7), DVec3::new(-3_333_333.3, 1e5, 7_654_321.123_4), DVec3::new(12.34, 1.6e7, 0.7)];

/// Error allowed in a distance of ellipsoid space, per unit of the coordinates that it comes from.
const TOLERANCE: f64 = 1e-5;

/// Rounding of a point to `f32`, per metre of the distance from the origin.
const POINT_ROUNDING: f64 = 1.2e-7;

fn oriented(radii: Vec3, orientation: Quat) -> OrientedEllipsoid {
    OrientedEllipsoid::new(Ellipsoid::new(radii).expect("a shape"), orientation).expect("a rotation")
}

/// A shape at a place, as brute force sees it.
struct Seen {
    center: DVec3,
    back: DMat3,
    radii: DVec3,
}

impl Seen {
    fn new(shape: OrientedEllipsoid, center: DVec3, grown: f64) -> Self {
        let back = DMat3::from_quat(shape.orientation().as_dquat().normalize()).transpose();
        Self { center, back, radii: shape.shape().radii().as_dvec3() + grown }
    }

    fn displacement(&self, v: DVec3) -> DVec3 {
        self.back * v / self.radii
    }

    fn local(&self, triangle: &Triangle) -> Triangle {
        triangle.map(|v| self.displacement(v - self.center))
    }

    /// Error allowed in the distance to a triangle that is seen from `way` metres off at most, radii.
    fn allowed(&self, triangle: &Triangle, way: f64) -> f64 {
        let far = triangle.iter().map(|v| v.distance(self.center)).fold(way, f64::max);
        TOLERANCE * (1.0 + far / self.radii.min_element())
    }

    /// From the nearest point of a triangle to the centre after a way, the normal there in the world, and how far they are apart.
    fn normal(&self, triangle: &Triangle, way: DVec3) -> (DVec3, f64) {
        let local = self.local(triangle);
        let apart = way - closest_point(way, &local);
        (self.back.transpose() * (apart / self.radii).normalize(), apart.length())
    }
}

/// A place of a query in a world, and a displacement.
struct Question {
    shape: OrientedEllipsoid,
    center: DVec3,
    displacement: Vec3,
}

impl Question {
    fn new(random: &mut Random, about: DVec3) -> Self {
        let shape = oriented(SHAPES[random.whole(0, 2) as usize], turned(random));
        // The part of the place that two `f32` hold.
        let center = Position::from(about + random.vector(3.0)).to_dvec3();
        let displacement = (random.direction() * random.scale(0.05, 8.0)).as_vec3();
        Self { shape, center, displacement }
    }

    fn seen(&self) -> Seen {
        Seen::new(self.shape, self.center, 0.0)
    }

    fn way(&self) -> f64 {
        f64::from(self.displacement.length())
    }
}

/// Runs some questions in worlds at the origin and far out.
fn ask(mut of: impl FnMut(&PlacedWorld, &Question)) {
    for (seed, about) in [DVec3::ZERO, DVec3::new(-300.0, 20.0, 41.0)].into_iter().chain(FAR).enumerate() {
        let mut random = Random(seed as u64 + 70);
        for _ in 0..8 {
            let placed = soups(&mut random, about, 4);
            for _ in 0..60 {
                of(&placed, &Question::new(&mut random, about));
            }
        }
    }
}

/// Whether point and normal of an answer are those of its triangle after a way of the centre, ellipsoid space.
fn is_contact(seen: &Seen, triangle: &Triangle, way: DVec3, point: Vec3, normal: Vec3, allowed: f64) -> bool {
    let point = point.as_dvec3();
    let on_it = distance(point, triangle) < allowed * seen.radii.max_element() + POINT_ROUNDING * point.length();
    let (expected, apart) = seen.normal(triangle, way);
    // A centre that all but lies in the triangle has its normal from rounding.
    let across =
        expected.distance(normal.as_dvec3()) < 20.0 * allowed * seen.radii.max_element() / seen.radii.min_element();
    on_it && (apart < 0.05 || across)
}

#[test]
fn sweeps_of_turned_shapes_touch_first_what_brute_force_touches_first() {
    let (mut hits, mut misses, mut overlaps) = (0, 0, 0);
    ask(|placed, of| {
        let (seen, moved) = (of.seen(), of.displacement.as_dvec3());
        let hit = placed.world.sweep(of.shape, of.center, of.displacement, Sides::Both).expect("in range");
        let whole = seen.displacement(moved);
        let way = whole * hit.map_or(1.0, |hit| f64::from(hit.fraction));
        let case = || format!("{:?} from {} by {}: {hit:?}", of.shape, of.center, of.displacement);
        let starts_inside = hit.is_some_and(|hit| hit.overlap > 0.0);
        for triangle in placed.triangles.iter().filter(|_| !starts_inside) {
            let least = least_distance_along(DVec3::ZERO, way, &seen.local(triangle));
            assert!(least > 1.0 - seen.allowed(triangle, of.way()), "{least} off {triangle:?}, {}", case());
        }
        let any = placed.world.sweep_any(of.shape, of.center, of.displacement, Sides::Both).expect("in range");
        assert_eq!(any, hit.is_some(), "{}", case());
        let Some(hit) = hit else {
            misses += 1;
            return;
        };
        let triangle = placed.named(hit.instance, hit.triangle);
        let (apart, allowed) = (distance(way, &seen.local(triangle)), seen.allowed(triangle, of.way()));
        let good = if starts_inside { apart < 1.0 + allowed } else { (apart - 1.0).abs() < allowed };
        assert!(good && is_contact(&seen, triangle, way, hit.point, hit.normal, allowed), "{apart}, {}", case());
        (hits, overlaps) = (hits + 1, overlaps + u32::from(starts_inside));
    });
    println!("{hits} hits, {overlaps} of them at the start, {misses} misses");
    assert!(hits - overlaps > 200 && overlaps > 200 && misses > 500, "{hits}, {overlaps}, {misses}");
}

#[test]
fn all_that_turned_shapes_touch_or_overlap_is_what_brute_force_finds() {
    let (mut touched, mut overlapped) = (0, 0);
    ask(|placed, of| {
        let (seen, owners) = (of.seen(), &placed.owners);
        let whole = seen.displacement(of.displacement.as_dvec3());
        let hits = listed(|all| placed.world.sweep_all(of.shape, of.center, of.displacement, Sides::Both, all))
            .expect("in range");
        let case = || format!("{:?} from {} by {}", of.shape, of.center, of.displacement);
        for (triangle, &(instance, number)) in placed.triangles.iter().zip(owners) {
            let least = least_distance_along(DVec3::ZERO, whole, &seen.local(triangle));
            let hit = hits.iter().find(|hit| (hit.instance, hit.triangle) == (instance, number));
            let is_sure = (least - 1.0).abs() > seen.allowed(triangle, of.way());
            assert!(!is_sure || hit.is_some() == (least < 1.0), "{least} off {triangle:?}, {}: {hit:?}", case());
        }
        assert!(hits.is_sorted_by(|a, b| a.fraction <= b.fraction), "{}", case());
        touched += hits.len();

        let overlaps = listed(|all| placed.world.overlap_all(of.shape, of.center, Sides::Both, all)).expect("in range");
        for (triangle, &(instance, number)) in placed.triangles.iter().zip(owners) {
            let (apart, allowed) = (distance(DVec3::ZERO, &seen.local(triangle)), seen.allowed(triangle, 0.0));
            let overlap = overlaps.iter().find(|of| (of.instance, of.triangle) == (instance, number));
            let is_sure = (apart - 1.0).abs() > allowed;
            assert!(
                !is_sure || overlap.is_some() == (apart < 1.0),
                "{apart} off {triangle:?}, {}: {overlap:?}",
                case()
            );
            let Some(overlap) = overlap else { continue };
            let out = seen.displacement(overlap.normal.as_dvec3() * f64::from(overlap.depth));
            let free = distance(out, &seen.local(triangle));
            let is_contact = is_contact(&seen, triangle, DVec3::ZERO, overlap.point, overlap.normal, allowed);
            assert!(is_contact && free > 1.0 - 2.0 * allowed, "{free} off {triangle:?} with {overlap:?}, {}", case());
        }
        let any = placed.world.overlap(of.shape, of.center, Sides::Both).expect("in range");
        assert_eq!(any, !overlaps.is_empty(), "{}", case());
        overlapped += overlaps.len();
    });
    println!("{touched} touched, {overlapped} overlapped");
    assert!(touched > 1_500 && overlapped > 500, "{touched}, {overlapped}");
}

#[test]
fn turned_shapes_are_led_out_of_all_that_they_overlap() {
    let (mut free, mut held) = (0, 0);
    ask(|placed, of| {
        let overlaps = listed(|all| placed.world.overlap_all(of.shape, of.center, Sides::Both, all)).expect("in range");
        let mut contacts = Vec::new();
        let out = placed.world.depenetrate(of.shape, of.center, Sides::Both, &mut contacts).expect("in range");
        let case = || format!("{:?} at {}: {out:?}", of.shape, of.center);
        assert_eq!(contacts, overlaps, "{}", case());
        if out.depth_left > 0.0 {
            held += 1;
            return;
        }
        let there = Seen::new(of.shape, of.center + out.displacement.as_dvec3(), 0.0);
        for triangle in &placed.triangles {
            let apart = distance(DVec3::ZERO, &there.local(triangle));
            assert!(apart > 1.0 - there.allowed(triangle, 0.0), "{apart} off {triangle:?}, {}", case());
        }
        free += u32::from(!overlaps.is_empty());
    });
    println!("{free} free, {held} held");
    assert!(free > 100 && held > 10, "{free}, {held}");
}

#[test]
fn a_slide_of_a_turned_shape_that_starts_clear_ends_clear_and_crosses_nothing() {
    let (settings, mut slides, mut slid, mut nearest) = (SlideSettings::default(), 0, 0, f64::INFINITY);
    ask(|placed, of| {
        let hull = 0.875 * f64::from(settings.skin);
        let start = Seen::new(of.shape, of.center, hull);
        let clear = |triangle: &Triangle| {
            distance(DVec3::ZERO, &start.local(triangle)) > 1.0 + start.allowed(triangle, of.way())
        };
        let out = placed.world.slide(of.shape, of.center, of.displacement, &settings).expect("in range");
        if !placed.triangles.iter().all(clear) {
            return;
        }
        let case = || format!("{:?} from {} by {}: {out:?}", of.shape, of.center, of.displacement);
        let end = Seen::new(of.shape, out.position.to_dvec3(), hull);
        for triangle in &placed.triangles {
            let apart = distance(DVec3::ZERO, &end.local(triangle));
            nearest = nearest.min((apart - 1.0) / end.allowed(triangle, of.way()));
            assert!(apart > 1.0 - end.allowed(triangle, of.way()), "{apart} off {triangle:?}, {}", case());
        }
        let waypoints = out.waypoints().iter().map(|waypoint| of.center + waypoint.as_dvec3());
        let path: Vec<DVec3> = [of.center].into_iter().chain(waypoints).collect();
        let crosses = |triangle: &Triangle| path.windows(2).any(|ends| segment_crosses(ends[0], ends[1], triangle));
        assert!(!placed.triangles.iter().any(crosses), "{}", case());
        let off = (out.position.to_dvec3() - of.center).distance(out.travel.as_dvec3());
        assert!(
            off < 1e-6 * (1.0 + of.way()) && path[path.len() - 1] == of.center + out.travel.as_dvec3(),
            "{}",
            case()
        );
        assert!(f64::from(out.path) <= of.way() * (1.0 + 1e-6), "{}", case());
        for contact in out.contacts() {
            let triangle = placed.named(contact.instance, contact.triangle);
            let point = contact.point.as_dvec3();
            let rounding = POINT_ROUNDING * point.length();
            let allowed = end.allowed(triangle, of.way()) * end.radii.max_element() + rounding;
            assert!(distance(point, triangle) < allowed, "{contact:?}, {}", case());
            // Where the path turns, the hull is as far off the plane across the normal as a stop leaves.
            let normal = contact.normal.as_dvec3();
            let support = (end.radii * (end.back * normal)).length();
            let off = path.iter().map(|place| (normal.dot(*place - point) - support).abs());
            let off = off.fold(f64::INFINITY, f64::min);
            assert!(off < 0.25 * f64::from(settings.skin) + allowed, "{off} m off, {contact:?}, {}", case());
        }
        (slides, slid) = (slides + 1, slid + u32::from(!out.contacts().is_empty()));
    });
    println!("{slides} slides, {slid} with contacts; the nearest end is {nearest} of the tolerance off the hull");
    assert!(slides > 400 && slid > 200, "{slides}, {slid}");
}

/// All that a world says of a shape at a place, as text: every bit shows but those of a NaN.
fn all_of(world: &World, shape: impl Into<OrientedEllipsoid>, center: Vec3, way: Vec3) -> String {
    let (shape, mut contacts) = (shape.into(), Vec::new());
    [
        format!("{:?}", world.sweep(shape, center, way, Sides::Both)),
        format!("{:?}", listed(|all| world.sweep_all(shape, center, way, Sides::Front, all))),
        format!("{:?}", world.sweep_any(shape, center, way, Sides::Both)),
        format!("{:?}", world.overlap(shape, center, Sides::Both)),
        format!("{:?}", listed(|all| world.overlap_all(shape, center, Sides::Both, all))),
        format!("{:?}", world.depenetrate(shape, center, Sides::Both, &mut contacts)),
        format!("{contacts:?}"),
        format!("{:?}", world.slide(shape, center, way, &SlideSettings::default())),
    ]
    .concat()
}

/// One mesh, and the same as an instance among others.
fn worlds(random: &mut Random) -> [World; 2] {
    let level: Level = room(random, 4.0, 4, 20);
    let placed = soups(random, DVec3::ZERO, 6);
    [world_of(&level), placed.world]
}

#[test]
fn a_shape_that_is_not_turned_gives_the_bits_of_the_ellipsoid_itself() {
    let mut random = Random(3);
    for _ in 0..4 {
        for world in worlds(&mut random) {
            for _ in 0..60 {
                let ellipsoid = Ellipsoid::new(SHAPES[random.whole(0, 2) as usize]).expect("a shape");
                let center = random.vector(3.0).as_vec3();
                let way = (random.direction() * random.scale(0.05, 8.0)).as_vec3();
                let identity = OrientedEllipsoid::new(ellipsoid, Quat::IDENTITY).expect("a rotation");
                let plain = all_of(&world, &ellipsoid, center, way);
                assert_eq!(plain, all_of(&world, identity, center, way));
                assert_eq!(plain, all_of(&world, ellipsoid, center, way));
            }
        }
    }
}

#[test]
fn a_quarter_turn_gives_what_radii_that_change_places_give() {
    let mut random = Random(4);
    let (mut compared, mut worst) = (0, [0.0_f32; 4]);
    for _ in 0..6 {
        for world in worlds(&mut random) {
            for _ in 0..80 {
                let radii = SHAPES[random.whole(0, 2) as usize];
                let (turn, swapped) = [
                    (Quat::from_rotation_z(FRAC_PI_2), Vec3::new(radii.y, radii.x, radii.z)),
                    (Quat::from_rotation_x(-FRAC_PI_2), Vec3::new(radii.x, radii.z, radii.y)),
                    (Quat::from_rotation_y(FRAC_PI_2), Vec3::new(radii.z, radii.y, radii.x)),
                ][random.whole(0, 2) as usize];
                let (one, other) = (oriented(radii, turn), Ellipsoid::new(swapped).expect("a shape"));
                let center = random.vector(3.0).as_vec3();
                let way = (random.direction() * random.scale(0.05, 8.0)).as_vec3();
                let sweep = |shape: OrientedEllipsoid| -> Option<Hit> {
                    world.sweep(shape, center, way, Sides::Both).expect("in range")
                };
                let hits = [sweep(one), sweep(other.into())];
                // At a flat angle, and where two are touched at once, rounding decides.
                if let [Some(a), Some(b)] = hits
                    && a.triangle == b.triangle
                    && b.normal.dot(way.normalize()) < -0.1
                {
                    let apart = (a.point - b.point).length();
                    worst[0] = worst[0].max((a.fraction - b.fraction).abs() * way.length());
                    worst[1] = worst[1].max((a.overlap - b.overlap).abs());
                    compared += u32::from(apart < 1e-3 && (a.normal - b.normal).length() < 1e-3);
                }
                let overlaps = |shape: OrientedEllipsoid| -> Vec<Overlap> {
                    listed(|all| world.overlap_all(shape, center, Sides::Both, all)).expect("in range")
                };
                let [a, b] = [overlaps(one), overlaps(other.into())];
                for a in &a {
                    let b = b.iter().find(|b| (b.instance, b.triangle) == (a.instance, a.triangle));
                    worst[2] = worst[2].max(b.map_or(a.depth, |b| (a.depth - b.depth).abs()));
                }
                let slide = |shape: OrientedEllipsoid| {
                    world.slide(shape, center, way, &SlideSettings::default()).expect("in range")
                };
                let [a, b] = [slide(one), slide(other.into())];
                if let [contact] = b.contacts()
                    && contact.normal.dot(way.normalize()) < -0.1
                    && (a.contacts().len(), b.depenetrated_by) == (1, 0.0)
                {
                    worst[3] = worst[3].max((a.travel - b.travel).length());
                }
            }
        }
    }
    println!("{compared} hits compared; fractions, overlaps, depths and slides differ by at most {worst:?} m");
    assert!(compared > 200 && worst.iter().all(|worst| *worst < 5e-5), "{compared}, {worst:?}");
}
