//! Sweeps that count approaches only: what a start in overlap does not stop. Judged in `f64`, by distances alone.

use crate::testkit::judge::{Way, tolerance};
use crate::testkit::placed::{PlacedWorld, loose, soups, turned};
use crate::testkit::soup::point_of;
use crate::testkit::worlds::{Level, exactly, quad, room, terrain, world_of};
use crate::testkit::{Random, cases};
use glam::{DVec3, Vec3};
use sweep8::{Backend, Ellipsoid, Filter, Hit, OrientedEllipsoid, Sides, Skip, SweepQuery, World};
use sweep8_scalar_ref::brute_force::{Triangle, distance, gets_deeper, least_distance_along};
use sweep8_scalar_ref::testkit::lists::listed;

const APPROACH: Filter =
    Filter { sides: Sides::Both, layers: Filter::ALL_LAYERS, sensors: false, approach_only: true, skip: Skip::Nothing };

#[test]
fn a_ball_a_tenth_of_a_micrometre_in_the_floor_rolls_along_it_and_leaves_it_but_sinks_no_deeper() {
    let floor = [[Vec3::new(-20.0, 0.0, -20.0), Vec3::new(0.0, 0.0, 40.0), Vec3::new(20.0, 0.0, -20.0)]];
    let wall = quad(Vec3::new(3.0, -9.0, -9.0), Vec3::Y * 18.0, Vec3::Z * 18.0);
    let world = world_of(&[&floor[..], &wall].concat());
    for radius in [0.05_f32, 0.5, 2.0] {
        let ball = Ellipsoid::ball(radius).unwrap();
        let center = Vec3::new(0.1, radius - 1e-7 * radius.max(1.0), 0.3);
        let sweep = |way: Vec3, filter: Filter| world.sweep(ball, center, way, filter).unwrap();
        for way in [Vec3::X, Vec3::Y, Vec3::NEG_Z, Vec3::new(0.3, 0.2, -0.7), Vec3::NEG_Y * 0.5] {
            let hit = sweep(way, Filter::default()).expect("it overlaps the floor");
            assert!(hit.fraction == 0.0 && hit.overlap > 0.0, "whatever the direction: {hit:?}");
        }
        let hit = sweep(Vec3::X * 6.0, APPROACH).expect("the wall");
        let expected = (2.9 - radius) / 6.0;
        assert!((hit.fraction - expected).abs() < 1e-6 && hit.overlap == 0.0 && hit.triangle >= 1, "{hit:?}");
        assert_eq!(sweep(Vec3::Y, APPROACH), None, "it leaves the floor");
        assert_eq!(sweep(Vec3::NEG_Z, APPROACH), None, "it rolls along it");
        for way in [Vec3::NEG_Y * 0.5, Vec3::new(1.0, -0.1, 0.0)] {
            let hit = sweep(way, APPROACH).expect("it would sink");
            assert!(hit.fraction == 0.0 && hit.normal == Vec3::Y && hit.overlap > 0.0, "{hit:?}");
        }
    }
}

#[test]
fn a_ball_a_tenth_of_a_micrometre_in_a_floor_meets_the_next_triangle_with_a_normal_that_leans_by_that_depth() {
    let world = world_of(&quad(Vec3::new(-9.0, 0.0, -9.0), Vec3::Z * 18.0, Vec3::X * 18.0));
    for radius in [0.05_f32, 0.5, 2.0] {
        let depth = 1e-7 * radius.max(1.0);
        let center = Vec3::new(0.1, radius - depth, 0.3);
        let ball = Ellipsoid::ball(radius).unwrap();
        let seam = world.sweep(ball, center, Vec3::X * 6.0, APPROACH).unwrap();
        let lean = seam.map_or(0.0, |hit| hit.normal.cross(Vec3::Y).length());
        let most = (2.0 * (f64::from(depth) + 2.4e-7 * f64::from(radius)) / f64::from(radius)).sqrt();
        assert!(f64::from(lean) <= most, "{lean} for a depth of {depth}, at most {most}");
    }
}

/// What the hits of a sweep have to be, by the distances of each triangle.
struct Judge<'a> {
    local: &'a [Triangle],
    moved: DVec3,
}

impl Judge<'_> {
    fn allowed(&self, triangle: &Triangle) -> f64 {
        2.0 * tolerance(triangle, self.moved)
    }

    /// Whether a triangle surely stops the sweep before this part of the way.
    fn surely_stops(&self, triangle: &Triangle, until: f64) -> bool {
        let (start, allowed) = (distance(DVec3::ZERO, triangle), self.allowed(triangle));
        if start < 1.0 - allowed {
            return gets_deeper(DVec3::ZERO, self.moved, triangle, allowed);
        }
        // Touching to rounding: it stops if it is entered clearly.
        least_distance_along(DVec3::ZERO, self.moved * until, triangle) < start.min(1.0) - allowed
    }

    /// Whether a hit at this fraction is one of this triangle.
    fn is_hit(&self, triangle: &Triangle, hit: &Hit) -> bool {
        let allowed = self.allowed(triangle);
        let path = self.moved * f64::from(hit.fraction);
        let apart = distance(path, triangle);
        if hit.fraction == 0.0 {
            // It touches or overlaps, and does not recede: the distance ahead is not larger than at the start.
            let recedes = !gets_deeper(DVec3::ZERO, self.moved, triangle, -allowed);
            return apart < 1.0 + allowed && !recedes;
        }
        (apart - 1.0).abs() < allowed
    }

    fn judge(&self, hit: Option<&Hit>, named: impl Fn(&Hit) -> usize) {
        let until = hit.map_or(1.0, |hit| f64::from(hit.fraction));
        for (number, triangle) in self.local.iter().enumerate() {
            let missed = until > 0.0 && self.surely_stops(triangle, until);
            assert!(!missed, "triangle {number} stops before {until}: {triangle:?} by {}", self.moved);
        }
        if let Some(hit) = hit {
            let triangle = &self.local[named(hit)];
            assert!(self.is_hit(triangle, hit), "{hit:?} is no hit of {triangle:?} by {}", self.moved);
        }
    }
}

/// Near a triangle of a level: overlapping, touching or clear of it.
fn start(random: &mut Random, level: &[Triangle], radii: Vec3) -> Vec3 {
    let triangle = level[random.range(0.0, level.len() as f64) as usize];
    let out = random.direction() * radii.as_dvec3() * random.range(0.2, 1.3);
    (point_of(random, &triangle) + out).as_vec3()
}

#[test]
fn sweeps_from_overlaps_stop_only_at_what_they_get_deeper_into() {
    let mut random = Random(2_501);
    let (mut deeper, mut later, mut free, mut freed) = (0, 0, 0, 0);
    for round in 0..cases(60, 15) {
        let level: Level = match round % 3 {
            0 => room(&mut random, 4.0, 6, 30),
            1 => terrain(&mut random, 12, 1.0, 0.5),
            _ => loose(&mut random, 60, 3.0, 1.5),
        };
        let exact = exactly(&level);
        for backend in Backend::available() {
            let world = world_of(&level).with_backend(backend).unwrap();
            let mut random = Random(round);
            for _ in 0..100 {
                let radii = Vec3::from_array(std::array::from_fn(|_| random.scale(0.1, 1.0) as f32));
                let center = start(&mut random, &exact, radii);
                let displacement = (random.direction() * random.scale(1e-3, 8.0)).as_vec3();
                let way = Way { radii, center, displacement };
                let local: Vec<_> = level.iter().map(|triangle| way.local(triangle)).collect();
                let judge = Judge { local: &local, moved: displacement.as_dvec3() / radii.as_dvec3() };
                let hit = world.sweep(way.shape(), center, displacement, APPROACH).unwrap();
                judge.judge(hit.as_ref(), |hit| hit.triangle as usize);
                agree(&world, way.shape(), center, displacement, hit.as_ref());
                let plain = world.sweep(way.shape(), center, displacement, Sides::Both).unwrap();
                match (&hit, &plain) {
                    (None, None) => free += 1,
                    (None, Some(_)) => freed += 1,
                    (Some(hit), _) if hit.fraction > 0.0 => later += 1,
                    _ => deeper += 1,
                }
                if plain.is_none_or(|plain| plain.overlap == 0.0 && plain.fraction > 0.0) {
                    assert_eq!(hit.map(|hit| hit.fraction), plain.map(|hit| hit.fraction), "nothing is overlapped");
                }
            }
        }
    }
    let counts = [deeper, later, free, freed];
    println!("{deeper} got deeper, {later} hit later, {free} were free, {freed} only left what they overlapped");
    assert!(counts.iter().all(|&count| count > cases(200, 50)), "{counts:?}");
}

/// The other queries say the same: any, all, many, and a turned shape that is a ball.
fn agree(world: &World, shape: Ellipsoid, center: Vec3, displacement: Vec3, hit: Option<&Hit>) {
    assert_eq!(world.sweep_any(shape, center, displacement, APPROACH), Ok(hit.is_some()));
    let all = listed(|hits| world.sweep_all(shape, center, displacement, APPROACH, hits)).unwrap();
    assert_eq!(all.first().map(|hit| hit.fraction), hit.map(|hit| hit.fraction));
    let query = SweepQuery { filter: APPROACH, ..SweepQuery::new(shape, center, displacement) };
    let mut answers = [Ok(None)];
    world.sweep_many(&[query], &mut answers).unwrap();
    assert_eq!(answers[0], Ok(hit.copied()));
}

#[test]
fn turned_shapes_among_placed_meshes_stop_only_at_what_they_get_deeper_into() {
    let mut random = Random(2_502);
    let mut counts = [0; 3];
    for _ in 0..cases(60, 15) {
        let placed: PlacedWorld = soups(&mut random, DVec3::ZERO, 4);
        for _ in 0..60 {
            let radii = Vec3::from_array(std::array::from_fn(|_| random.scale(0.2, 0.8) as f32));
            let orientation = turned(&mut random);
            let shape = OrientedEllipsoid::new(Ellipsoid::new(radii).unwrap(), orientation).unwrap();
            let center = start(&mut random, &placed.triangles, radii);
            let displacement = (random.direction() * random.scale(0.01, 5.0)).as_vec3();
            let back = orientation.as_dquat().normalize().conjugate();
            let to_local = |v: DVec3| back * v / radii.as_dvec3();
            let local: Vec<Triangle> =
                placed.triangles.iter().map(|t| t.map(|v| to_local(v - center.as_dvec3()))).collect();
            let judge = Judge { local: &local, moved: to_local(displacement.as_dvec3()) };
            let hit = placed.world.sweep(shape, center, displacement, APPROACH).unwrap();
            let number = |hit: &Hit| {
                placed.owners.iter().position(|&owner| owner == (hit.instance, hit.triangle)).expect("it is there")
            };
            judge.judge(hit.as_ref(), number);
            counts[hit.map_or(0, |hit| 1 + usize::from(hit.fraction > 0.0))] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > cases(100, 25)), "free, at once, later: {counts:?}");
}
