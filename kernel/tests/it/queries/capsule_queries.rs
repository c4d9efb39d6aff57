//! Queries of a world by capsules, and by ellipsoids with a spine: sweeps, overlaps, all hits; upright, lying, turned; near the origin
//! and 16,000 km from it.
//!
//! The judge in `f64` gets the very `f32` numbers that the kernel gets, and knows no tree, no lanes, no edges of a prism.

use crate::testkit::Random;
use crate::testkit::cases;
use crate::testkit::hard::ALL;
use crate::testkit::judge::{TOLERANCE, Tally, is_degenerate};
use crate::testkit::worlds::{Level, room, rounded, terrain, world_of};
use glam::{DVec3, Quat, Vec3};
use sweep8::{Axis, Capsule, Ellipsoid, Field, Filter, Hit, Mesh, OrientedShape, Placement, Shape, Sides, World};
use sweep8_scalar_ref::brute_force::{Triangle, distance};
use sweep8_scalar_ref::capsule_sweep::UnitCapsule;
use sweep8_scalar_ref::testkit::capsule_families::any_capsule_case;

const AXES: [Axis; 3] = [Axis::X, Axis::Y, Axis::Z];

/// A shape with a spine and its way, world space; the numbers that the kernel gets.
#[derive(Clone, Copy, Debug)]
struct Way {
    shape: OrientedShape,
    center: Vec3,
    displacement: Vec3,
}

impl Way {
    /// A vector of the world in ellipsoid space.
    fn local(&self, v: DVec3) -> DVec3 {
        let turn = self.shape.orientation().as_dquat().normalize();
        (turn.inverse() * v) / self.shape.shape().radii().as_dvec3()
    }

    fn triangle(&self, triangle: &[Vec3; 3]) -> Triangle {
        triangle.map(|v| self.local(v.as_dvec3() - self.center.as_dvec3()))
    }

    fn capsule(&self) -> UnitCapsule {
        let shape = self.shape.shape();
        let axis = shape.axis().unit().as_dvec3();
        let half = axis * f64::from(shape.half_length()) / shape.radii().as_dvec3();
        UnitCapsule { center: DVec3::ZERO, half }
    }

    fn moved(&self) -> DVec3 {
        self.local(self.displacement.as_dvec3())
    }

    /// What is allowed in a distance: as for ellipsoids, with the spine's ends among the coordinates.
    fn allowed(&self, triangle: &Triangle) -> f64 {
        let extent = |v: &DVec3| v.abs().max_element();
        let largest = triangle.iter().map(extent).fold(extent(&self.moved()), f64::max);
        TOLERANCE * (1.0 + self.capsule().half.length() + largest)
    }
}

/// Whether a ball around the moving shape stays away from the triangle.
fn out_of_reach(way: &Way, triangle: &Triangle, path: DVec3) -> bool {
    let middle = (triangle[0] + triangle[1] + triangle[2]) / 3.0;
    let around = triangle.iter().map(|v| v.distance(middle)).fold(0.0, f64::max);
    let along = (middle.dot(path) / path.length_squared().max(1e-300)).clamp(0.0, 1.0);
    middle.distance(path * along) > 1.1 + way.capsule().half.length() + around + 2.0 * way.allowed(triangle)
}

/// Judges a hit or a miss of the whole level, whose order is that of ids.
fn judge(level: &[[Vec3; 3]], way: &Way, hit: Option<&Hit>, tally: &mut Tally) {
    tally.sweeps += 1;
    let capsule = way.capsule();
    let path = way.moved() * hit.map_or(1.0, |h| f64::from(h.fraction));
    let starts_inside = hit.is_some_and(|h| h.overlap > 0.0);
    let mut deepest = f64::NEG_INFINITY;
    for triangle in level {
        let local = way.triangle(triangle);
        if is_degenerate(triangle) || out_of_reach(way, &local, path) {
            continue;
        }
        let allowed = way.allowed(&local);
        if starts_inside {
            deepest = deepest.max(capsule.depth(&local) - 2.0 * allowed);
            continue;
        }
        let least = capsule.least_distance_along(path, &local);
        tally.measure((1.0 - least) / allowed, || format!("too late or missed, {way:?}, {hit:?}, {triangle:?}"));
        if least < 1.0 - allowed {
            tally.complain(|| format!("missed or too late: as near as {least}, {way:?}, {hit:?}, {triangle:?}"));
        }
    }
    let Some(hit) = hit else {
        tally.misses += 1;
        return;
    };
    let triangle = &level[hit.triangle as usize];
    let local = way.triangle(triangle);
    let allowed = way.allowed(&local);
    let there = capsule.moved(path);
    let deep = there.depth(&local);
    if starts_inside {
        tally.overlaps += 1;
        if hit.fraction != 0.0 || deep < -allowed || deep < deepest {
            tally.complain(|| {
                format!("no overlap, or not the deepest: {deep} of {deepest}, {way:?}, {hit:?}, {level:?}")
            });
        }
    } else {
        tally.later += 1;
        tally.measure(deep.abs() / allowed, || format!("at the contact, {way:?}, {hit:?}, {triangle:?}"));
        if deep.abs() > allowed || hit.overlap != 0.0 {
            tally.complain(|| format!("{deep} deep at the contact, {way:?}, {hit:?}, {triangle:?}"));
        }
    }
    if let Some(complaint) = judge_contact(way, hit.point, hit.normal, hit.overlap, &local, there) {
        tally.complain(|| format!("{complaint}, {way:?}, {hit:?}, {triangle:?}"));
    }
}

/// Point, normal and depth of a contact of the capsule `there`.
fn judge_contact(
    way: &Way,
    point: Vec3,
    normal: Vec3,
    overlap: f32,
    local: &Triangle,
    there: UnitCapsule,
) -> Option<String> {
    let radii = way.shape.shape().radii().as_dvec3();
    let turn = way.shape.orientation().as_dquat().normalize();
    let allowed = way.allowed(local);
    let deep = there.depth(local);
    let own = turn.inverse() * normal.as_dvec3();
    let toward = (own * radii).normalize();
    let rounded = (point.as_dvec3().abs().max_element() * 1.2e-7 / radii).max_element();
    let point = way.local(point.as_dvec3() - way.center.as_dvec3());
    let off = distance(point, local);
    if off > allowed + 2.0 * rounded {
        return Some(format!("the point is {off} off the triangle"));
    }
    // Moved out by the depth along the normal, the spine's support touches the plane through the point, and all corners lie behind.
    let size = local.iter().map(|v| v.distance(there.center)).fold(1.0, f64::max);
    let support = there.center.dot(toward) - there.half.dot(toward).abs() - 1.0 + deep;
    let beyond = local.iter().map(|v| v.dot(toward) - support).fold(f64::NEG_INFINITY, f64::max);
    if beyond.abs() > 4.0 * (allowed * size + rounded) {
        return Some(format!("the farthest corner is {beyond} from the contact plane"));
    }
    if deep < 1.0 {
        // The normal leads from the point to the spine.
        let spine = [there.center - there.half, there.center + there.half];
        let to = point + toward * (1.0 - deep);
        let along = (to - spine[0]).dot(spine[1] - spine[0]) / (spine[1] - spine[0]).length_squared();
        let led = to.distance(spine[0] + (spine[1] - spine[0]) * along.clamp(0.0, 1.0));
        if led > 4.0 * (allowed + rounded) {
            return Some(format!("the normal leads {led} past the spine"));
        }
    }
    let out = deep.max(0.0) / (toward / radii).length();
    let off = (out - f64::from(overlap)).abs();
    (overlap > 0.0 && off > 4.0 * allowed * radii.max_element()).then(|| format!("overlap {overlap} and not {out}"))
}

/// A shape with a spine that has these radii and half length in metres, along an axis; turned in a third of the cases.
fn shape(random: &mut Random, radii: Vec3, axis: usize, half: f32) -> OrientedShape {
    let shape = Shape::swept(Ellipsoid::new(radii).unwrap(), AXES[axis], half.max(1e-4)).unwrap();
    let turn = if random.below(3) == 0 { random.turn().as_quat().normalize() } else { Quat::IDENTITY };
    OrientedShape::new(shape, turn).unwrap()
}

const RADII: [Vec3; 4] = [Vec3::ONE, Vec3::splat(0.35), Vec3::new(0.4, 0.9, 0.4), Vec3::new(2.0, 0.3, 1.0)];

#[test]
fn world_sweeps_of_capsules_agree_with_f64_for_every_family_shape_and_place() {
    let mut random = Random(1);
    for far in [0.0, 1e3, 1e4, 1.6e7] {
        let mut tally = Tally::default();
        for _ in 0..cases(60_000, 10_000) {
            let case = any_capsule_case(&mut random, &ALL);
            let radii = RADII[random.below(4)] * if far > 1e6 { 64.0 } else { 1.0 };
            let half = (case.capsule.half.length() as f32) * radii[case.axis];
            let shape = shape(&mut random, radii, case.axis, half);
            let turn = shape.orientation().as_dquat();
            let place = random.direction() * far;
            let placed = |v: DVec3| (place + turn * (v * radii.as_dvec3())).as_vec3();
            let triangle = case.triangle.map(placed);
            let displacement = (turn * (case.displacement * radii.as_dvec3())).as_vec3();
            let way = Way { shape, center: placed(case.capsule.center), displacement };
            let world = world_of(&[triangle]);
            let hit = world.sweep(shape, way.center, displacement, Sides::Both).expect("input in range");
            if is_degenerate(&triangle) {
                assert_eq!(hit, None);
                continue;
            }
            judge(&[triangle], &way, hit.as_ref(), &mut tally);
            agree(&world, &way, hit.as_ref());
        }
        tally.settle(&format!("{far} m"));
        assert!(tally.later > cases(15_000, 2_500) && tally.overlaps > cases(8_000, 1_000), "too few");
    }
}

/// The edge leans off the spine by 8.7e-5: up to rounding it is parallel, and its middle is told. That is farther than the corner from
/// which it starts, and the corner's direction puts the rest of the edge before the plane of the contact.
#[test]
fn a_short_spine_beside_an_edge_that_leans_off_a_little_touches_the_edge_and_not_its_corner() {
    let triangle = [
        Vec3::ZERO,
        Vec3::new(-8.412_48e-6, 1.233_232_3, -4.689_548_6e-5),
        Vec3::new(-0.004_482_218_5, 1.640_433_1, -0.036_229_38),
    ];
    let shape = Shape::swept(Ellipsoid::HUMAN, Axis::Y, 0.001_206_135_8).unwrap();
    let center = Vec3::new(0.208_565_12, 0.023_991_495, 0.341_321_8);
    let displacement = Vec3::new(7.204_021_6e-8, -0.159_461_22, 1.703_03e-7);
    let hit =
        world_of(&[triangle]).sweep(shape, center, displacement, Sides::Both).unwrap().expect("it grazes the edge");
    for corner in triangle {
        let before = (corner - hit.point).dot(hit.normal);
        assert!(before < 1e-6, "{corner} is {before} m before the plane of {hit:?}");
    }
}

/// The other queries agree with the sweep, bit for bit.
fn agree(world: &World, way: &Way, hit: Option<&Hit>) {
    let &Way { shape, center, displacement } = way;
    assert_eq!(world.sweep_any(shape, center, displacement, Sides::Both), Ok(hit.is_some()), "{way:?}");
    let mut hits = Vec::new();
    world.sweep_all(shape, center, displacement, Sides::Both, &mut hits).unwrap();
    assert_eq!(hits.first().map(|hit| hit.fraction), hit.map(|hit| hit.fraction), "{way:?}");
    let overlaps = hit.is_some_and(|hit| hit.overlap > 0.0);
    assert_eq!(world.overlap(shape, center, Sides::Both), Ok(overlaps), "{way:?}");
    let mut all = Vec::new();
    world.overlap_all(shape, center, Sides::Both, &mut all).unwrap();
    let started =
        hits.iter().filter(|hit| hit.overlap > 0.0).map(|hit| (hit.triangle, hit.overlap, hit.normal, hit.point));
    let mut started: Vec<_> = started.collect();
    started.sort_by_key(|(triangle, ..)| *triangle);
    let listed: Vec<_> = all.iter().map(|of| (of.triangle, of.depth, of.normal, of.point)).collect();
    assert_eq!(started, listed, "{way:?}");
}

fn levels(random: &mut Random) -> Vec<(&'static str, f64, Level)> {
    let mut all = Vec::new();
    for place in [DVec3::ZERO, random.direction() * 1e4] {
        let at =
            |level: Level| -> Level { level.iter().map(|t| t.map(|v| (v.as_dvec3() + place).as_vec3())).collect() };
        all.push(("room", 4.0, at(room(random, 4.0, 6, 30))));
        all.push(("terrain", 8.0, at(terrain(random, 16, 1.0, 0.5))));
        let mut soup = Vec::new();
        for _ in 0..300 {
            let (target, size) = (random.vector(6.0), random.scale(0.05, 3.0));
            soup.push([(); 3].map(|()| target + random.vector(size)));
        }
        all.push(("soup", 6.0, at(rounded(&soup))));
    }
    all
}

#[test]
fn capsules_in_whole_meshes_agree_with_f64_and_with_several_instances() {
    let mut random = Random(3_000);
    for (name, half, level) in levels(&mut random) {
        let world = world_of(&level);
        // The same triangles as two instances.
        let mut parts = World::new();
        for part in [&level[..level.len() / 2], &level[level.len() / 2..]] {
            let corners: Vec<Vec3> = part.iter().flatten().copied().collect();
            let triangles: Vec<_> = (0..part.len() as u32).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect();
            parts.add(&Mesh::new(&corners, &triangles).unwrap().cook(), Placement::IDENTITY).unwrap();
        }
        let (low, high) = world.bounds().unwrap();
        let middle = (low.as_dvec3() + high.as_dvec3()) * 0.5;
        let mut tally = Tally::default();
        for _ in 0..cases(2_000, 400) {
            let radii = RADII[random.below(4)] * random.scale(0.2, 1.0) as f32;
            let axis = random.below(3);
            let half_length = random.scale(0.01, 3.0) as f32;
            let shape = shape(&mut random, radii, axis, half_length);
            let center = (middle + random.vector(half)).as_vec3();
            let target = middle + random.vector(half) * DVec3::new(1.0, 0.1, 1.0);
            let length = random.scale(0.01, 100.0);
            let displacement = ((target - center.as_dvec3()).normalize() * length).as_vec3();
            let way = Way { shape, center, displacement };
            let hit = world.sweep(shape, center, displacement, Sides::Both).expect("input in range");
            judge(&level, &way, hit.as_ref(), &mut tally);
            agree(&world, &way, hit.as_ref());
            let of_parts = parts.sweep(shape, center, displacement, Sides::Both).expect("input in range");
            let fraction = |hit: &Option<Hit>| hit.map_or(2.0, |hit| f64::from(hit.fraction));
            let off = (fraction(&hit) - fraction(&of_parts)).abs() * way.moved().length();
            assert!(off < 1e-2 || hit.is_some_and(|hit| hit.overlap > 0.0), "{name}: {hit:?}, {of_parts:?}, {way:?}");
            let by_filter = Filter { approach_only: true, ..Filter::default() };
            let approached = world.sweep(shape, center, displacement, by_filter).expect("input in range");
            if let Some(free) = hit.filter(|hit| hit.overlap == 0.0) {
                let approached = approached.expect("it is not left");
                assert!((approached.fraction - free.fraction).abs() * (way.moved().length() as f32) < 1e-3, "{way:?}");
            }
        }
        tally.settle(&format!("{name} at {:.0} m", middle.length()));
        assert!(tally.later > 50 && tally.overlaps > 20, "{name}: too few");
    }
}

#[test]
fn a_ball_with_no_spine_has_the_bits_of_the_ellipsoid() {
    let mut random = Random(7);
    let level = room(&mut random, 4.0, 6, 30);
    let world = world_of(&level);
    for _ in 0..2_000 {
        let center = random.vector(4.0).as_vec3();
        let displacement = random.vector(6.0).as_vec3();
        let radius = random.scale(0.05, 1.0) as f32;
        let (ball, capsule) = (Ellipsoid::ball(radius).unwrap(), Capsule::new(radius, 0.0).unwrap());
        let hit = |of: OrientedShape| world.sweep(of, center, displacement, Sides::Both).unwrap();
        assert_eq!(hit(ball.into()), hit(capsule.into()));
        assert_eq!(hit(ball.into()), hit(capsule.along(Axis::X).into()));
    }
}

#[test]
fn a_capsule_beside_a_wall_tells_the_middle_of_what_it_touches() {
    let wall = [Vec3::new(2.0, -1.0, -9.0), Vec3::new(2.0, -1.0, 9.0), Vec3::new(2.0, 9.0, 9.0)];
    let other = [Vec3::new(2.0, -1.0, -9.0), Vec3::new(2.0, 9.0, 9.0), Vec3::new(2.0, 9.0, -9.0)];
    let world = world_of(&[wall, other]);
    let capsule = Capsule::new(0.5, 1.0).unwrap();
    let point = |y: f32, z: f32| {
        world.sweep(capsule, Vec3::new(0.0, y, z), Vec3::X * 4.0, Sides::Both).unwrap().expect("a wall").point
    };
    // Over the lower triangle as a whole; with its lower half below the wall.
    assert_eq!(point(1.0, 8.0), Vec3::new(2.0, 1.0, 8.0));
    assert!((point(-1.0, 8.0) - Vec3::new(2.0, -0.5, 8.0)).length() < 1e-6, "{}", point(-1.0, 8.0));
    // As far from the middle on a floor: both ends of one that lies.
    let floor = world_of(&[[Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)]]);
    let lying = capsule.along(Axis::X);
    let met = floor.sweep(lying, Vec3::new(0.5, 3.0, -2.0), Vec3::NEG_Y * 5.0, Sides::Both).unwrap().expect("a floor");
    assert_eq!((met.point, met.normal, met.fraction), (Vec3::new(0.5, 0.0, -2.0), Vec3::Y, 0.5));
}

#[test]
fn a_capsule_stuck_through_a_floor_is_told_the_whole_way_out() {
    let world = world_of(&[[Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)]]);
    let capsule = Capsule::new(0.5, 1.0).unwrap();
    for (height, depth) in [(1.2, 0.3), (0.8, 0.7), (0.25, 1.25)] {
        let hit = world.sweep(capsule, Vec3::Y * height, Vec3::X, Sides::Both).unwrap().expect("it is in it");
        assert!((hit.overlap - depth).abs() < 1e-6, "{} at {height}", hit.overlap);
        assert_eq!((hit.normal, hit.point.y), (Vec3::Y, 0.0));
    }
    // Near the edge of the floor it leaves soonest beside it.
    let hit = world.sweep(capsule, Vec3::new(0.0, 0.1, -8.9), Vec3::X, Sides::Both).unwrap().expect("it is in it");
    assert!((hit.overlap - 0.6).abs() < 1e-5 && hit.normal == Vec3::NEG_Z, "{hit:?}");
    assert!((hit.point - Vec3::new(0.0, 0.0, -9.0)).length() < 1e-5);
}

/// Where there is room the place after the way out overlaps nothing; otherwise less than the start.
#[test]
fn capsules_get_out_of_rooms_and_soups_or_overlap_less() {
    let mut random = Random(11);
    let (mut free, mut stuck) = (0, 0);
    for (name, half, level) in levels(&mut random).into_iter().take(3) {
        let world = world_of(&level);
        for _ in 0..cases(1_000, 500) {
            let radii = RADII[random.below(4)] * random.scale(0.1, 0.5) as f32;
            let (axis, half_length) = (random.below(3), random.scale(0.01, 1.0) as f32);
            let shape = shape(&mut random, radii, axis, half_length);
            let center = random.vector(half).as_vec3();
            let mut overlaps = Vec::new();
            let out = world.depenetrate(shape, center, Sides::Both, &mut overlaps).unwrap();
            if overlaps.is_empty() {
                assert_eq!(out.displacement, Vec3::ZERO);
                continue;
            }
            let deepest = |at: Vec3| {
                let mut all = Vec::new();
                world.overlap_all(shape, at, Sides::Both, &mut all).unwrap();
                all.iter().map(|of| of.depth).fold(0.0, f32::max)
            };
            let after = deepest(center + out.displacement);
            if out.depth_left == 0.0 {
                free += 1;
                assert!(after == 0.0, "{name}: {after} deep after {out:?}, {shape:?} at {center}");
            } else {
                stuck += 1;
                assert!(after <= deepest(center) * 1.01 + 1e-4, "{name}: {after} deep, {out:?}, {shape:?} at {center}");
            }
            // The centre crosses no triangle on its straight way.
            let crossed = world.segment(center, center + out.displacement, Sides::Both).unwrap();
            assert!(
                crossed.is_none_or(|hit| hit.distance < 1e-4),
                "{name}: {crossed:?}, {out:?}, {shape:?} at {center}"
            );
        }
    }
    println!("{free} free, {stuck} without room");
    assert!(free > 100, "too few");
}

#[test]
fn a_capsule_through_a_floor_gets_out_on_the_side_of_its_centre() {
    let world = world_of(&[[Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)]]);
    let capsule = Capsule::new(0.5, 1.0).unwrap();
    for (height, up) in [(1.2, 0.3), (0.25, 1.25), (-0.4, -1.1)] {
        let mut overlaps = Vec::new();
        let out = world.depenetrate(capsule, Vec3::Y * height, Sides::Both, &mut overlaps).unwrap();
        assert!((out.displacement - Vec3::Y * up).length() < 1e-4, "{out:?} at {height}");
        assert_eq!((overlaps.len(), out.depth_left), (1, 0.0));
        assert!(!world.overlap(capsule, Vec3::Y * height + out.displacement, Sides::Both).unwrap());
    }
}

#[test]
fn one_sided_floors_are_felt_from_their_front_by_the_centre() {
    let world = world_of(&[[Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)]]);
    let capsule = Capsule::new(0.5, 1.0).unwrap();
    let met = |from: f32, way: f32| {
        let hit = world.sweep(capsule, Vec3::Y * from, Vec3::Y * way, Sides::Front).unwrap();
        hit.map(|hit| hit.fraction)
    };
    assert_eq!(met(3.5, -4.0), Some(0.5));
    assert_eq!(met(-3.5, 4.0), None, "from below");
    assert_eq!(met(0.5, -4.0), Some(0.0), "the centre is above");
    assert_eq!(met(-0.5, -4.0), None, "the centre is below");
}

#[test]
fn capsules_out_of_range_are_refused_by_name() {
    for (radius, half, field) in [
        (0.0, 0.5, Field::Radius),
        (f32::NAN, 0.5, Field::Radius),
        (1e6, 0.5, Field::Radius),
        (0.4, -0.5, Field::HalfHeight),
        (0.4, f32::NAN, Field::HalfHeight),
        (0.4, f32::INFINITY, Field::HalfHeight),
        (0.4, 1e-5, Field::HalfHeight),
    ] {
        assert_eq!(Capsule::new(radius, half).unwrap_err().field(), field, "{radius}, {half}");
    }
    assert_eq!(Capsule::from_height(0.4, 0.7).unwrap_err().field(), Field::HalfHeight);
    assert_eq!(Shape::swept(Ellipsoid::HUMAN, Axis::X, -1.0).unwrap_err().field(), Field::HalfHeight);
    let refused = world_of(&[]).sweep(Capsule::new(0.4, 0.5).unwrap(), Vec3::ZERO, Vec3::NAN, Sides::Both);
    assert_eq!(refused.unwrap_err().field(), Field::Displacement);
}
