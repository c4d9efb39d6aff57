//! The lanes against their scalar twin: the same operations in the same order must give the same bits, for every input
//! there is.
//!
//! Shown: normals, inverse squared edge lengths, fractions and squared start distances agree bit for bit on all
//! families of hard cases, in all six vertex orders, far out, tiny, huge, on needles whose normal rounding turned, and on
//! raw bit patterns; another lane's face may end the way of a lane, and no lane's answer depends on another in any other
//! way; the six vertex orders of a triangle are prepared to the
//! same plane up to a stated rounding.

use crate::testkit::Random;
use crate::testkit::families::{Case, FAMILIES, orders};
use crate::testkit::wild::raw_or_special;
use glam::{DQuat, DVec3, Vec3};
use std::array;
use std::f64::consts::TAU;
use sweep8::Backend;
use sweep8::inspect::{LaneResult, sweep_eight};
use sweep8_scalar_ref::brute_force::Triangle;
use sweep8_scalar_ref::twin::{Rule, prepare, sweep, sweep_eight as sweep_twins};

/// Eight triangles and a motion.
#[derive(Clone, Debug)]
struct Eight {
    triangles: [[Vec3; 3]; 8],
    start: Vec3,
    displacement: Vec3,
    limit: f32,
    rule: Rule,
}

/// The counts of a comparison.
#[derive(Default)]
struct Count {
    triangles: u64,
    hits: u64,
    overlaps: u64,
    /// Of those that are touched alone, not found behind another's face.
    behind: u64,
}

impl Count {
    fn print(&self, name: &str) {
        let Self { triangles, hits, overlaps, behind } = self;
        println!("{name}: {triangles} triangles, {hits} hits, {overlaps} overlaps, {behind} behind a face");
    }
}

impl Eight {
    fn new(random: &mut Random, triangles: &[[Vec3; 3]; 8], start: Vec3, displacement: Vec3) -> Self {
        let limit = if random.whole(0, 3) == 0.0 { random.range(0.0, 1.0) as f32 } else { 1.0 };
        let displacement = if random.whole(0, 40) == 0.0 { Vec3::ZERO } else { displacement };
        let rule = Rule { approach_only: random.whole(0, 1) == 1.0, front_only: random.whole(0, 3) == 0.0 };
        Self { triangles: *triangles, start, displacement, limit, rule }
    }

    fn run(&self, backend: Backend) -> [LaneResult; 8] {
        let Rule { approach_only, front_only } = self.rule;
        sweep_eight(backend, &self.triangles, self.start, self.displacement, self.limit, approach_only, front_only)
    }

    /// The kernel's answer for each lane is the twin's, to the bit, on every backend.
    fn compare(&self, count: &mut Count) {
        let answers: Vec<_> = Backend::available().map(|backend| (backend, self.run(backend))).collect();
        let prepared = self.triangles.map(prepare);
        let found = sweep_twins(&prepared, self.start, self.displacement, self.limit, self.rule);
        for (lane, (prepared, found)) in prepared.iter().zip(found).enumerate() {
            let alone = sweep(prepared, self.start, self.displacement, self.limit, self.rule);
            count.behind += u64::from(alone.fraction.is_some() && found.fraction.is_none());
            let expected = LaneResult {
                normal: prepared.normal.to_array(),
                inverse_square: prepared.inverse_square,
                fraction: found.fraction,
                start_square: found.start_square,
                face: found.face,
            };
            for (backend, got) in &answers {
                let got = &got[lane];
                assert!(same(got, &expected), "{backend}, lane {lane}: {got:?} and not {expected:?}, {self:?}");
            }
            count.triangles += 1;
            count.hits += u64::from(found.fraction.is_some());
            count.overlaps += u64::from(found.start_square.is_some());
        }
    }
}

/// Equal bits; of the prepared values any two NaN are equal, their bits are not promised, and whether a face is touched
/// means something where something is touched.
fn same(a: &LaneResult, b: &LaneResult) -> bool {
    let touched = b.fraction.is_some() || b.start_square.is_some();
    let prepared = |x: f32, y: f32| x.to_bits() == y.to_bits() || (x.is_nan() && y.is_nan());
    let all = |x: [f32; 3], y: [f32; 3]| x.into_iter().zip(y).all(|(x, y)| prepared(x, y));
    all(a.normal, b.normal)
        && all(a.inverse_square, b.inverse_square)
        && a.fraction.map(f32::to_bits) == b.fraction.map(f32::to_bits)
        && a.start_square.map(f32::to_bits) == b.start_square.map(f32::to_bits)
        && (!touched || a.face == b.face)
}

fn narrow(triangle: &Triangle) -> [Vec3; 3] {
    triangle.map(DVec3::as_vec3)
}

/// The six orders of one case's triangle and two triangles of another kind, moved to where the sphere is.
fn in_all_orders(random: &mut Random, case: &Case, offset: DVec3, scale: f64) -> Eight {
    let place = |v: DVec3| v * scale + offset;
    let mut lanes: Vec<Triangle> = orders(case.triangle).to_vec();
    for _ in 0..2 {
        let (_, family) = FAMILIES[random.whole(0, 8) as usize];
        let other = family(random);
        lanes.push(other.triangle.map(|v| v - other.center + case.center));
    }
    let triangles = array::from_fn(|lane| narrow(&lanes[lane].map(place)));
    let (start, displacement) = (place(case.center).as_vec3(), (case.displacement * scale).as_vec3());
    Eight::new(random, &triangles, start, displacement)
}

/// Eight different triangles of one family about one sphere.
fn mixed(random: &mut Random, family: fn(&mut Random) -> Case) -> Eight {
    let first = family(random);
    let triangles = array::from_fn(|lane| {
        let case = if lane == 0 { first } else { family(random) };
        narrow(&case.triangle.map(|v| v - case.center + first.center))
    });
    Eight::new(random, &triangles, first.center.as_vec3(), first.displacement.as_vec3())
}

#[test]
fn every_family_in_all_vertex_orders_gives_the_twins_bits() {
    for (seed, (name, family)) in FAMILIES.into_iter().enumerate() {
        let mut random = Random(100 + seed as u64);
        let mut count = Count::default();
        for _ in 0..15_000 {
            let case = family(&mut random);
            in_all_orders(&mut random, &case, DVec3::ZERO, 1.0).compare(&mut count);
            mixed(&mut random, family).compare(&mut count);
        }
        count.print(name);
        assert!(count.triangles == 240_000 && count.hits > 20_000 && count.overlaps > 500, "{name}: too few");
    }
}

#[test]
fn far_from_the_origin_gives_the_twins_bits() {
    let mut random = Random(2);
    let mut count = Count::default();
    for _ in 0..8_000 {
        for (_, family) in FAMILIES {
            let case = family(&mut random);
            let offset = random.direction() * random.scale(1e3, 1e9);
            in_all_orders(&mut random, &case, offset, 1.0).compare(&mut count);
        }
    }
    count.print("far");
    assert!(count.triangles > 500_000 && count.hits > 50_000, "too few");
}

#[test]
fn tiny_and_huge_triangles_give_the_twins_bits() {
    let mut random = Random(3);
    let mut count = Count::default();
    for _ in 0..4_000 {
        for (_, family) in FAMILIES {
            let case = family(&mut random);
            for scale in [random.scale(1e-45, 1e-36), random.scale(1e-30, 1e-3), random.scale(1e3, 1e11)] {
                in_all_orders(&mut random, &case, DVec3::ZERO, scale).compare(&mut count);
                // The same triangle, and a sphere of usual size beside it.
                let mut eight = in_all_orders(&mut random, &case, DVec3::ZERO, scale);
                eight.start = random.vector(2.0).as_vec3();
                eight.displacement = random.vector(4.0).as_vec3();
                eight.compare(&mut count);
            }
        }
    }
    count.print("tiny and huge");
    assert!(count.triangles > 1_500_000 && count.hits > 100_000, "too few");
}

#[test]
fn motions_so_short_that_their_squares_underflow_give_the_twins_bits() {
    let mut random = Random(7);
    let mut count = Count::default();
    for _ in 0..4_000 {
        for (_, family) in FAMILIES {
            let mut eight = mixed(&mut random, family);
            eight.displacement = (random.direction() * random.scale(1e-30, 1e-15)).as_vec3();
            eight.compare(&mut count);
        }
    }
    count.print("short motions");
    assert!(count.triangles > 250_000 && count.overlaps > 5_000, "too few");
}

/// Found by fuzzing with a limit beyond the end of the motion, which no sweep has: the change across an edge is too small for
/// its square, and what is called the closest there is the end of the way.
#[test]
fn along_a_floor_with_next_to_no_motion_across_an_edge_all_limits_up_to_the_end_find_what_the_twin_finds() {
    let (mut random, mut count) = (Random(12), Count::default());
    for _ in 0..2_000 {
        for (_, family) in FAMILIES {
            let mut eight = mixed(&mut random, family);
            for axis in 0..2 {
                eight.displacement[axis] = (random.range(-1.0, 1.0) * 10.0_f64.powf(random.range(-44.0, -20.0))) as f32;
            }
            for limit in [0.0, 1e-20, 0.3, 1.0] {
                eight.limit = limit;
                eight.compare(&mut count);
            }
        }
    }
    count.print("next to no motion across");
    assert!(count.triangles > 500_000 && count.hits > 10_000, "too few");
}

#[test]
fn an_overlap_at_the_start_is_reported_for_any_limit() {
    let mut random = Random(10);
    let mut count = Count::default();
    for _ in 0..2_000 {
        for (_, family) in FAMILIES {
            for limit in [-1.4e19, -1.0, -0.0, 0.0, 1e-30] {
                let mut eight = mixed(&mut random, family);
                eight.limit = limit;
                eight.compare(&mut count);
            }
        }
    }
    count.print("limits before the start");
    assert!(count.triangles > 700_000 && count.overlaps > 10_000, "too few");
}

/// Its short edge runs along it, all but its last place: rounding decides the sign of its normal, and a line along the
/// short edge, taken for the end of the triangle, passes its far end at a distance. The cull must not drop the needle
/// for that line.
#[test]
fn the_far_end_of_a_needle_whose_normal_rounding_turned_is_touched() {
    let mut random = Random(8);
    let mut count = Count::default();
    for _ in 0..40_000 {
        let along = random.vector(1.0).normalize();
        let across = random.vector(1.0).cross(along).normalize();
        let length = random.scale(20.0, 300.0);
        let end = DQuat::from_axis_angle(along, random.range(0.0, TAU)) * across * random.range(0.7, 1.1);
        let first = end + along * length;
        let short = along * random.scale(1e-3, 1.0) + across * (length * random.range(0.0, 3e-7));
        let needle = orders([first, end, first + short]);
        let triangles = array::from_fn(|lane| narrow(&needle[lane % needle.len()]));
        let displacement = random.vector(0.3).as_vec3();
        Eight::new(&mut random, &triangles, Vec3::ZERO, displacement).compare(&mut count);
    }
    count.print("turned needles");
    assert!(count.triangles > 300_000 && count.hits > 150_000 && count.overlaps > 200_000, "too few");
}

/// A sphere that is closest to the line of an edge on the way, outside of it or over the face, by a radius and a hair more
/// or less. A triangle that the cull drops must be farther than that, and the sphere must not sink into its face behind the edge.
#[test]
fn a_sweep_past_an_edge_at_nearly_its_radius_has_the_twins_bits() {
    let mut random = Random(9);
    let mut count = Count::default();
    for _ in 0..60_000 {
        let [a, b, c] = array::from_fn(|_| random.vector(1.0)).map(|corner| corner * random.scale(0.3, 30.0));
        let (along, normal) = ((b - a).normalize(), (b - a).cross(c - a).normalize());
        let outward = along.cross(normal);
        let lanes = orders([a, b, c]);
        // Round the edge, from straight above it to straight beside it.
        let round = random.range(0.0, 1.0).powi(3) * TAU / 4.0;
        let (from_edge, on) =
            (normal * round.cos() + outward * round.sin(), outward * round.cos() - normal * round.sin());
        let hair = random.scale(1e-8, 1e-2) * [1.0, -1.0][random.whole(0, 1) as usize];
        let closest = a + (b - a) * random.range(-0.1, 1.1) + from_edge * (1.0 + hair);
        let direction = on * [1.0, -1.0][random.whole(0, 1) as usize]
            + along * random.range(-1.0, 1.0)
            + random.vector(1.0) * random.scale(1e-9, 0.1);
        let displacement = direction * random.scale(0.01, 60.0);
        let start = closest - displacement * random.range(-0.1, 1.1);
        let triangles = array::from_fn(|lane| narrow(&lanes[lane % lanes.len()].map(|corner| corner - start)));
        Eight::new(&mut random, &triangles, Vec3::ZERO, displacement.as_vec3()).compare(&mut count);
    }
    count.print("past an edge");
    assert!(count.triangles > 450_000 && count.hits > 100_000, "too few");
}

#[test]
fn raw_bit_patterns_give_the_twins_bits() {
    let mut random = Random(4);
    let mut count = Count::default();
    let mut special = 0;
    for _ in 0..60_000 {
        let mut value = || raw_or_special(&mut random, 3);
        let mut vector = || Vec3::new(value(), value(), value());
        let triangles = array::from_fn(|_| array::from_fn(|_| vector()));
        let (start, displacement) = (vector(), vector());
        special += u32::from(!start.is_finite() || !displacement.is_finite());
        Eight::new(&mut random, &triangles, start, displacement).compare(&mut count);
        let ordinary = random.vector(1.0).as_vec3();
        Eight::new(&mut random, &triangles, ordinary, ordinary * -2.0).compare(&mut count);
    }
    count.print("raw bits");
    assert!(count.triangles > 900_000 && count.hits > 5_000 && special > 10_000, "{special} special");
}

#[test]
fn answer_of_a_lane_does_not_depend_on_the_others_unless_a_face_before_it_ends_the_way() {
    let mut random = Random(5);
    for _ in 0..3_000 {
        for (_, family) in FAMILIES {
            let eight = mixed(&mut random, family);
            let straight = eight.run(Backend::best());
            let turn = random.whole(1, 7) as usize;
            let mut turned = eight.clone();
            turned.triangles.rotate_left(turn);
            for (lane, got) in turned.run(Backend::best()).iter().enumerate() {
                assert!(same(got, &straight[(lane + turn) % 8]), "lane {lane} turned by {turn}: {eight:?}");
            }
            // One lane kept, seven of rubbish.
            let kept = random.whole(0, 7) as usize;
            let rubbish = [Vec3::NAN, Vec3::splat(f32::INFINITY), Vec3::ZERO, Vec3::splat(1e30), Vec3::splat(0.5)];
            let mut alone = eight.clone();
            for lane in (0..8).filter(|&lane| lane != kept) {
                alone.triangles[lane] = array::from_fn(|_| rubbish[random.whole(0, 4) as usize]);
            }
            let (alone, among) = (alone.run(Backend::best())[kept], straight[kept]);
            let is_behind = |fraction: f32| straight.iter().any(|lane| lane.fraction.is_some_and(|it| it < fraction));
            let behind = among.fraction.is_none() && alone.fraction.is_some_and(is_behind);
            let expected = if behind { LaneResult { fraction: None, ..alone } } else { alone };
            assert!(same(&among, &expected), "lane {kept} among rubbish: {eight:?}");
        }
    }
}

/// The rounding stated here: a prepared plane passes every corner of its triangle within 4 units in the last place of
/// the longest edge, whichever order the corners come in; so that where a triangle is as high as it is long, the
/// normals of two orders differ by some 1e-6, and where it is a needle they are turned about its long edge, which moves
/// no point of it.
#[test]
fn six_vertex_orders_are_prepared_to_one_plane() {
    let mut worst = (0.0_f64, 0.0_f64);
    let mut planes = 0;
    for (name, family) in FAMILIES {
        let mut random = Random(6);
        for _ in 0..20_000 {
            let triangle = family(&mut random).triangle;
            let mut normals = Vec::new();
            for turned in orders(triangle) {
                let corners = narrow(&turned);
                let normal = prepare(corners).normal.as_dvec3();
                if normal == DVec3::ZERO {
                    continue;
                }
                planes += 1;
                let [a, b, c] = corners.map(Vec3::as_dvec3);
                let longest = a.distance(b).max(b.distance(c)).max(c.distance(a));
                assert!((normal.length() - 1.0).abs() < 3e-7, "{name}: length {}", normal.length());
                let off = [b - a, c - b, a - c].map(|e| normal.dot(e).abs()).into_iter().fold(0.0, f64::max);
                let units = off / (longest * f64::from(f32::EPSILON));
                worst.0 = worst.0.max(units);
                assert!(units <= 4.0, "{name}: {units} units off the plane, {corners:?}");
                let height = (b - a).cross(c - a).length() / longest;
                normals.push((normal, longest / height));
            }
            for pair in normals.windows(2) {
                let ((one, slim), (other, _)) = (pair[0], pair[1]);
                let apart = (one - other).length().min((one + other).length());
                let units = apart / (slim * f64::from(f32::EPSILON));
                worst.1 = worst.1.max(units);
                assert!(units <= 8.0, "{name}: normals {apart} apart, length to height {slim}");
            }
        }
    }
    println!("{planes} planes, {:.2} units off a corner, normals {:.2} units apart", worst.0, worst.1);
    assert!(planes > 800_000, "too few");
}
