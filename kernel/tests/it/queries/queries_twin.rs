//! The closest points and rays of eight lanes against their scalar twins: the same bits, for every input there is.
//!
//! Shown: squared distances, closest faces, sides that count and what rays pass agree bit for bit
//! on all families of hard cases, in all six vertex orders, far out, tiny, huge, on raw bit patterns, and under both
//! rules of sides; a lane's answer depends on no other lane.

use crate::testkit::Random;
use crate::testkit::families::{Case, FAMILIES, orders};
use crate::testkit::soup::point_of;
use crate::testkit::wild::raw_or_special;
use glam::{DVec3, Vec3};
use std::array;
use sweep8::Backend;
use sweep8::inspect::{LaneDistance, closest_eight, ray_eight};
use sweep8_scalar_ref::brute_force::Triangle;
use sweep8_scalar_ref::twin;

/// Eight triangles with a sphere and a ray.
#[derive(Clone, Debug)]
struct Eight {
    triangles: [[Vec3; 3]; 8],
    center: Vec3,
    step: Vec3,
    limit: f32,
    front_only: bool,
}

/// The counts of a comparison.
#[derive(Default)]
struct Count {
    triangles: u64,
    overlaps: u64,
    passed: u64,
}

impl Count {
    fn print(&self, name: &str) {
        println!("{name}: {} triangles, {} overlaps, {} passed by a ray", self.triangles, self.overlaps, self.passed);
    }
}

impl Eight {
    fn new(random: &mut Random, triangles: &[[Vec3; 3]; 8], center: Vec3, step: Vec3) -> Self {
        let limit = [1.0, f32::INFINITY, random.range(0.0, 2.0) as f32][random.whole(0, 2) as usize];
        let front_only = random.whole(0, 1) == 1.0;
        Self { triangles: *triangles, center, step, limit, front_only }
    }

    fn distances(&self, backend: Backend) -> [LaneDistance; 8] {
        closest_eight(backend, &self.triangles, self.center, self.front_only)
    }

    fn passed(&self, backend: Backend) -> [bool; 8] {
        ray_eight(backend, &self.triangles, self.center, self.step, self.limit, self.front_only)
    }

    /// The kernel's answers for each lane are the twin's, to the bit, on every backend.
    fn compare(&self, count: &mut Count) {
        let answers: Vec<_> =
            Backend::available().map(|backend| (backend, self.distances(backend), self.passed(backend))).collect();
        for (lane, &triangle) in self.triangles.iter().enumerate() {
            let closest = twin::closest(triangle, self.center, self.front_only);
            let twin::Closest { square, over_face, felt } = closest;
            let expected = LaneDistance { square, over_face, felt };
            let passed = twin::ray(triangle, self.center, self.step, self.limit, self.front_only);
            for (backend, distances, rays) in &answers {
                let got = distances[lane];
                assert!(same(got, expected), "{backend}, lane {lane}: {got:?} and not {expected:?}, {self:?}");
                assert_eq!(rays[lane], passed, "{backend}, lane {lane}: {self:?}");
            }
            count.triangles += 1;
            count.overlaps += u64::from(felt && square < 1.0);
            count.passed += u64::from(passed);
        }
    }
}

/// Equal bits, any two NaN being equal: their bits are not promised.
fn same(a: LaneDistance, b: LaneDistance) -> bool {
    let equal = a.square.to_bits() == b.square.to_bits() || (a.square.is_nan() && b.square.is_nan());
    equal && (a.over_face, a.felt) == (b.over_face, b.felt)
}

/// From the case's sphere to near a point of its triangle, some way on; often along an axis.
fn step_of(random: &mut Random, case: &Case) -> DVec3 {
    let target = point_of(random, &case.triangle) + random.vector(0.1) * random.whole(0, 1);
    let step = (target - case.center) * random.range(0.3, 3.0);
    let mut along = [step; 4];
    along[1] = DVec3::new(0.0, step.y, 0.0);
    along[2] = DVec3::new(-step.x, -step.y, step.z);
    along[random.whole(0, 3) as usize]
}

/// The six orders of one case's triangle and two triangles of another kind.
fn in_all_orders(random: &mut Random, case: &Case, offset: DVec3, scale: f64) -> Eight {
    let place = |v: DVec3| v * scale + offset;
    let mut lanes: Vec<Triangle> = orders(case.triangle).to_vec();
    for _ in 0..2 {
        let (_, family) = FAMILIES[random.whole(0, 8) as usize];
        let other = family(random);
        lanes.push(other.triangle.map(|v| v - other.center + case.center));
    }
    let triangles = array::from_fn(|lane| lanes[lane].map(|v| place(v).as_vec3()));
    let step = (step_of(random, case) * scale).as_vec3();
    Eight::new(random, &triangles, place(case.center).as_vec3(), step)
}

#[test]
fn every_family_in_all_vertex_orders_gives_the_twins_bits() {
    for (seed, (name, family)) in FAMILIES.into_iter().enumerate() {
        let mut random = Random(200 + seed as u64);
        let mut count = Count::default();
        for _ in 0..15_000 {
            let case = family(&mut random);
            in_all_orders(&mut random, &case, DVec3::ZERO, 1.0).compare(&mut count);
            // The same from a place on or in the sphere of its reach.
            let near = point_of(&mut random, &case.triangle) + random.direction() * random.scale(1e-9, 1.2);
            let case = Case { center: near, ..case };
            in_all_orders(&mut random, &case, DVec3::ZERO, 1.0).compare(&mut count);
        }
        count.print(name);
        let few = if name == "degenerate" { 500 } else { 20_000 };
        assert!(count.triangles == 240_000 && count.overlaps > 20_000 && count.passed > few, "{name}: too few");
    }
}

#[test]
fn far_from_the_origin_gives_the_twins_bits() {
    let mut random = Random(3);
    let mut count = Count::default();
    for _ in 0..8_000 {
        for (_, family) in FAMILIES {
            let case = family(&mut random);
            let offset = random.direction() * random.scale(1e3, 1e9);
            in_all_orders(&mut random, &case, offset, 1.0).compare(&mut count);
        }
    }
    count.print("far");
    assert!(count.triangles > 500_000 && count.overlaps > 20_000 && count.passed > 20_000, "too few");
}

#[test]
fn tiny_and_huge_triangles_give_the_twins_bits() {
    let mut random = Random(4);
    let mut count = Count::default();
    for _ in 0..4_000 {
        for (_, family) in FAMILIES {
            let case = family(&mut random);
            for scale in [random.scale(1e-45, 1e-36), random.scale(1e-30, 1e-3), random.scale(1e3, 1e18)] {
                let mut eight = in_all_orders(&mut random, &case, DVec3::ZERO, scale);
                eight.compare(&mut count);
                // A sphere of usual size beside the same triangles.
                eight.center = random.vector(2.0).as_vec3();
                eight.compare(&mut count);
            }
        }
    }
    count.print("tiny and huge");
    assert!(count.triangles > 1_500_000 && count.overlaps > 100_000 && count.passed > 50_000, "too few");
}

#[test]
fn raw_bit_patterns_give_the_twins_bits() {
    let mut random = Random(5);
    let mut count = Count::default();
    let mut special = 0;
    for _ in 0..60_000 {
        let mut value = || raw_or_special(&mut random, 5);
        let mut vector = || Vec3::new(value(), value(), value());
        let triangles = array::from_fn(|_| array::from_fn(|_| vector()));
        let (center, step) = (vector(), vector());
        special += u32::from(!center.is_finite() || !step.is_finite());
        let mut eight = Eight::new(&mut random, &triangles, center, step);
        eight.compare(&mut count);
        eight = Eight { center: random.vector(1.0).as_vec3(), step: random.vector(1.0).as_vec3(), ..eight };
        eight.compare(&mut count);
    }
    count.print("raw bits");
    let enough = count.triangles == 960_000 && count.overlaps > 50_000 && count.passed > 10_000;
    assert!(enough && special > 10_000, "{special} special");
}

#[test]
fn answer_of_a_lane_does_not_depend_on_the_others() {
    let mut random = Random(6);
    let rubbish = [Vec3::NAN, Vec3::splat(f32::INFINITY), Vec3::ZERO, Vec3::splat(1e30), Vec3::splat(0.5)];
    for _ in 0..3_000 {
        for (_, family) in FAMILIES {
            let case = family(&mut random);
            let eight = in_all_orders(&mut random, &case, DVec3::ZERO, 1.0);
            let kept = random.whole(0, 7) as usize;
            let mut alone = eight.clone();
            for lane in (0..8).filter(|&lane| lane != kept) {
                alone.triangles[lane] = array::from_fn(|_| rubbish[random.whole(0, 4) as usize]);
            }
            for backend in Backend::available() {
                let (apart, passed) = (eight.distances(backend), eight.passed(backend));
                assert!(same(alone.distances(backend)[kept], apart[kept]), "lane {kept} among rubbish: {eight:?}");
                assert_eq!(alone.passed(backend)[kept], passed[kept], "lane {kept} among rubbish: {eight:?}");
            }
        }
    }
}
