//! The sweep of a capsule against eight triangles: the lanes against their scalar twin, bit for bit, and both against `f64`.
//!
//! Shown: fractions, squared start distances and faces have the twin's bits on every backend, for all families of hard cases, far out,
//! tiny and huge, and on raw bit patterns; nothing is missed and nothing invented beside a judge that bisects on the distance of a
//! segment and a triangle, nor beside the sweep of a sphere against the prism that the triangle covers along the spine.

use crate::testkit::Random;
use crate::testkit::cases;
use crate::testkit::hard::ALL;
use crate::testkit::judge::{TOLERANCE, Tally};
use crate::testkit::wild::raw_or_special;
use glam::{DVec3, Vec3};
use rayon::prelude::*;
use std::array;
use sweep8::inspect::{LaneDistance, LaneResult, closest_eight_to_spine, sweep_eight_by_capsule};
use sweep8::{Axis, Backend};
use sweep8_scalar_ref::brute_force::Triangle;
use sweep8_scalar_ref::capsule_sweep::UnitCapsule;
use sweep8_scalar_ref::testkit::capsule_families::{CAPSULE_FAMILIES, CapsuleCase, any_capsule_case, with_spine};
use sweep8_scalar_ref::testkit::families::Family;
use sweep8_scalar_ref::twin::{Rule, Spine, closest_to_spine, prepare, sweep_eight_by_capsule as sweep_twins};

const AXES: [Axis; 3] = [Axis::X, Axis::Y, Axis::Z];

/// Eight triangles and the motion of a capsule.
#[derive(Clone, Debug)]
struct Eight {
    triangles: [[Vec3; 3]; 8],
    start: Vec3,
    displacement: Vec3,
    spine: Spine,
    limit: f32,
    rule: Rule,
}

/// The counts of a comparison.
#[derive(Default)]
struct Count {
    triangles: u64,
    hits: u64,
    overlaps: u64,
    crossings: u64,
}

impl Count {
    fn print(&self, name: &str) {
        let Self { triangles, hits, overlaps, crossings } = self;
        println!("{name}: {triangles} triangles, {hits} hits, {overlaps} overlaps, {crossings} crossed by the spine");
    }
}

impl Eight {
    fn new(random: &mut Random, triangles: &[[Vec3; 3]; 8], start: Vec3, displacement: Vec3, spine: Spine) -> Self {
        let limit = if random.whole(0, 3) == 0.0 { random.range(0.0, 1.0) as f32 } else { 1.0 };
        let displacement = if random.whole(0, 40) == 0.0 { Vec3::ZERO } else { displacement };
        let rule = Rule { approach_only: random.whole(0, 1) == 1.0, front_only: random.whole(0, 3) == 0.0 };
        Self { triangles: *triangles, start, displacement, spine, limit, rule }
    }

    /// The triangles of several cases about the capsule of the first.
    fn of(random: &mut Random, cases: &[CapsuleCase; 8], offset: DVec3, scale: f64) -> Self {
        let first = cases[0];
        let triangles = cases.each_ref().map(|case| {
            let about = case.triangle.map(|v| v - case.capsule.center + first.capsule.center);
            about.map(|v| (v * scale + offset).as_vec3())
        });
        let start = (first.capsule.center * scale + offset).as_vec3();
        let spine = Spine { axis: first.axis, half: (first.capsule.half.length() * scale) as f32 };
        Self::new(random, &triangles, start, (first.displacement * scale).as_vec3(), spine)
    }

    fn run(&self, backend: Backend) -> [LaneResult; 8] {
        let &Self { ref triangles, start, displacement, spine: Spine { axis, half }, limit, rule } = self;
        let Rule { approach_only, front_only } = rule;
        let spine = (AXES[axis], half);
        sweep_eight_by_capsule(backend, triangles, start, displacement, spine, limit, [approach_only, front_only])
    }

    /// The kernel's answer for each lane is the twin's, to the bit, on every backend.
    fn compare(&self, count: &mut Count) {
        let &Self { ref triangles, start, displacement, spine, limit, rule } = self;
        let prepared = triangles.map(prepare);
        let found = sweep_twins(&prepared, start, displacement, spine, limit, rule);
        for backend in Backend::available() {
            let answers = self.run(backend);
            let at_rest =
                closest_eight_to_spine(backend, triangles, start, (AXES[spine.axis], spine.half), rule.front_only);
            for (lane, got) in answers.iter().enumerate() {
                let expected = &found[lane];
                let touched = expected.fraction.is_some() || expected.start_square.is_some();
                let same = got.fraction.map(f32::to_bits) == expected.fraction.map(f32::to_bits)
                    && got.start_square.map(f32::to_bits) == expected.start_square.map(f32::to_bits)
                    && (!touched || got.face == expected.face);
                assert!(same, "{backend}, lane {lane}: {got:?} and not {expected:?}, {self:?}");
                let twin = closest_to_spine(&prepared[lane], start, spine, rule.front_only);
                let LaneDistance { square, over_face, felt } = at_rest[lane];
                let same = (square.to_bits() == twin.square.to_bits() || square.is_nan() && twin.square.is_nan())
                    && (over_face, felt) == (twin.over_face, twin.felt);
                assert!(same, "{backend}, lane {lane}: {:?} and not {twin:?}, {self:?}", at_rest[lane]);
            }
        }
        count.triangles += 8;
        count.hits += found.iter().filter(|lane| lane.fraction.is_some()).count() as u64;
        count.overlaps += found.iter().filter(|lane| lane.start_square.is_some()).count() as u64;
        let crosses = |square: f32| square < 0.0;
        count.crossings += found.iter().filter(|lane| lane.start_square.is_some_and(crosses)).count() as u64;
    }
}

/// Families of spheres that get a spine.
fn spheres() -> Vec<Family> {
    ALL.to_vec()
}

#[test]
fn capsules_of_every_family_have_the_twins_bits() {
    for (seed, (name, family)) in CAPSULE_FAMILIES.into_iter().enumerate() {
        let (mut random, mut count) = (Random(100 + seed as u64), Count::default());
        for _ in 0..8_000 {
            let cases = array::from_fn(|_| family(&mut random));
            Eight::of(&mut random, &cases, DVec3::ZERO, 1.0).compare(&mut count);
        }
        count.print(name);
        assert!(count.hits > 10_000 && count.overlaps > 5_000 && count.crossings > 100, "{name}: too few");
    }
    for (seed, (name, family)) in ALL.into_iter().enumerate() {
        let (mut random, mut count) = (Random(200 + seed as u64), Count::default());
        for _ in 0..4_000 {
            let cases = array::from_fn(|_| with_spine(&mut random, family));
            Eight::of(&mut random, &cases, DVec3::ZERO, 1.0).compare(&mut count);
        }
        count.print(name);
        assert!(count.hits > 2_000, "{name}: too few");
    }
}

#[test]
fn capsules_far_out_tiny_and_huge_have_the_twins_bits() {
    let (mut random, mut count) = (Random(2), Count::default());
    let spheres = spheres();
    for _ in 0..30_000 {
        let cases = array::from_fn(|_| any_capsule_case(&mut random, &spheres));
        let offset = random.direction() * random.scale(1e3, 1e9);
        Eight::of(&mut random, &cases, offset, 1.0).compare(&mut count);
        let scale = [random.scale(1e-45, 1e-36), random.scale(1e-30, 1e-3), random.scale(1e3, 1e11)][random.below(3)];
        Eight::of(&mut random, &cases, DVec3::ZERO, scale).compare(&mut count);
        let mut eight = Eight::of(&mut random, &cases, DVec3::ZERO, 1.0);
        eight.displacement = (random.direction() * random.scale(1e-30, 1e-15)).as_vec3();
        eight.compare(&mut count);
    }
    count.print("far, tiny and huge");
    assert!(count.hits > 50_000 && count.overlaps > 20_000, "too few");
}

#[test]
fn capsules_of_raw_bit_patterns_have_the_twins_bits() {
    let (mut random, mut count) = (Random(4), Count::default());
    for _ in 0..30_000 {
        let mut value = || raw_or_special(&mut random, 3);
        let mut vector = || Vec3::new(value(), value(), value());
        let triangles = array::from_fn(|_| array::from_fn(|_| vector()));
        let (start, displacement) = (vector(), vector());
        let spine = Spine { axis: random.below(3), half: random.scale(1e-4, 1e9) as f32 };
        Eight::new(&mut random, &triangles, start, displacement, spine).compare(&mut count);
        let ordinary = random.vector(1.0).as_vec3();
        Eight::new(&mut random, &triangles, ordinary, ordinary * -2.0, spine).compare(&mut count);
    }
    count.print("raw bits");
    assert!(count.hits > 2_000, "too few");
}

/// What is allowed in a distance, ellipsoid space: as for spheres, with the spine's ends among the coordinates.
fn allowed(capsule: &UnitCapsule, displacement: DVec3, triangle: &Triangle) -> f64 {
    let extent = |v: DVec3| v.abs().max_element();
    let corners = triangle.iter().map(|v| extent(*v - capsule.center));
    TOLERANCE * (1.0 + extent(capsule.half) + corners.fold(extent(displacement), f64::max))
}

fn judge_lane(case: &CapsuleCase, lane: &LaneResult, tally: &mut Tally) {
    let &CapsuleCase { capsule, displacement, ref triangle, .. } = case;
    tally.sweeps += 1;
    let allowed = allowed(&capsule, displacement, triangle);
    let (fraction, start_square) = (lane.fraction, lane.start_square);
    if let Some(square) = start_square {
        tally.overlaps += 1;
        let square = f64::from(square);
        let deep = if square < 0.0 { 1.0 + (-square).sqrt() } else { 1.0 - square.sqrt() };
        let off = (deep - capsule.depth(triangle)).abs();
        tally.measure(off / allowed, || format!("depth, {case:?}, {lane:?}"));
        if fraction != Some(0.0) || off > allowed {
            tally.complain(|| format!("{deep} deep, not {}: {case:?}", capsule.depth(triangle)));
        }
        return;
    }
    let path = displacement * fraction.map_or(1.0, f64::from);
    let least = capsule.least_distance_along(path, triangle);
    tally.measure((1.0 - least) / allowed, || format!("too late or missed, {case:?}, {fraction:?}"));
    if least < 1.0 - allowed {
        tally.complain(|| {
            format!("missed or too late: as near as {least} by {fraction:?} ({}), {case:?}", (1.0 - least) / allowed)
        });
    }
    if fraction.is_some() {
        tally.later += 1;
        let apart = capsule.moved(path).distance(triangle);
        tally.measure((apart - 1.0).abs() / allowed, || format!("at the contact, {case:?}, {fraction:?}"));
        if (apart - 1.0).abs() > allowed {
            tally.complain(|| format!("{apart} apart at {fraction:?}, {case:?}"));
        }
    } else {
        tally.misses += 1;
    }
}

/// The case in the numbers that the kernel gets, about an origin.
fn narrow(case: &CapsuleCase) -> CapsuleCase {
    let exactly = |v: DVec3| v.as_vec3().as_dvec3();
    CapsuleCase {
        capsule: UnitCapsule { center: exactly(case.capsule.center), half: exactly(case.capsule.half) },
        displacement: exactly(case.displacement),
        triangle: case.triangle.map(exactly),
        ..*case
    }
}

fn swept(cases: &[CapsuleCase; 8]) -> [LaneResult; 8] {
    let first = &cases[0];
    let triangles = cases.map(|case| case.triangle.map(DVec3::as_vec3));
    let spine = (AXES[first.axis], first.capsule.half.length() as f32);
    let (start, displacement) = (first.capsule.center.as_vec3(), first.displacement.as_vec3());
    sweep_eight_by_capsule(Backend::best(), &triangles, start, displacement, spine, 1.0, [false; 2])
}

/// The centre comes within a radius of the corner's line, up to rounding, a spine's length before it is at a radius. The other edge of
/// that corner leans by a few thousandths into the way: it leaves its contact, by rounding, to the end at the corner.
#[test]
fn a_capsule_that_grazes_a_corner_along_its_spine_stops_at_the_end_that_comes_first() {
    let case = CapsuleCase {
        capsule: UnitCapsule {
            center: DVec3::new(0.503_513_395_786_285_4, -21.632_991_790_771_484, 0.863_987_624_645_233_2),
            half: DVec3::new(0.0, 0.438_856_124_877_929_7, 0.0),
        },
        axis: 1,
        displacement: DVec3::new(-1.098_366_553_264_895_6e-7, 27.436_756_134_033_203, -1.884_706_790_633_572_4e-7),
        triangle: [
            DVec3::ZERO,
            DVec3::new(0.0, 19.614_107_131_958_008, 0.0),
            DVec3::new(0.000_483_055_511_722_341_2, 10.586_432_456_970_215, 0.002_643_997_082_486_748_7),
        ],
    };
    let [lane, ..] = swept(&[case; 8]);
    let path = case.displacement * f64::from(lane.fraction.expect("it touches"));
    let least = case.capsule.least_distance_along(path, &case.triangle);
    assert!(least > 1.0 - 1e-5, "as near as {least} by {:?}", lane.fraction);
}

/// Three ways at flat angles, found among 20 million: the place where the side is at a radius from the edge's line is uncertain by more
/// than the capsule moves along the edge, or along its short spine, meanwhile.
#[test]
fn a_capsule_that_comes_down_on_an_edge_at_a_flat_angle_stops_though_rounding_puts_the_touch_beside_it() {
    let case =
        |center: [f64; 3], axis: usize, half: f64, displacement: [f64; 3], triangle: [[f64; 3]; 3]| CapsuleCase {
            capsule: UnitCapsule { center: center.into(), half: DVec3::AXES[axis] * half },
            axis,
            displacement: displacement.into(),
            triangle: triangle.map(DVec3::from),
        };
    let beside_a_corner = case(
        [-31.656_551_361_083_984, 31.850_343_704_223_633, -9.405_789_375_305_176],
        1,
        0.505_328_655_242_919_9,
        [1.592_687_368_392_944_3, -1.892_408_370_971_679_7, 0.525_240_957_736_969],
        [
            [0.0; 3],
            [-30.628_990_173_339_844, 31.350_803_375_244_14, -10.119_893_074_035_645],
            [-22.738_464_355_468_75, 23.315_589_904_785_156, -7.648_173_809_051_514],
        ],
    );
    let past_a_short_spine = case(
        [-16.244_148_254_394_53, 0.985_068_738_460_540_8, 1.126_250_863_075_256_3],
        0,
        0.005_245_944_485_068_321,
        [25.001_461_029_052_734, 0.069_980_978_965_759_28, -3.619_198_799_133_301],
        [
            [-1.200_275_778_770_446_8, 1.161_855_936_050_415, -47.054_927_825_927_734],
            [1.200_275_778_770_446_8, -1.161_855_936_050_415, 47.054_927_825_927_734],
            [45.585_784_912_109_375, 0.638_974_905_014_038_1, -27.074_218_75],
        ],
    );
    let past_a_shorter_one = case(
        [21.107_252_120_971_68, -13.250_162_124_633_789, -17.049_823_760_986_328],
        2,
        0.001_577_813_760_377_466_7,
        [-2.962_845_563_888_55, 1.729_692_935_943_603_5, 10.146_593_093_872_07],
        [
            [-22.132_051_467_895_508, 12.656_962_394_714_355, 10.550_102_233_886_719],
            [22.132_051_467_895_508, -12.656_962_394_714_355, -10.550_102_233_886_719],
            [26.321_002_960_205_078, -14.968_222_618_103_027, 10.320_114_135_742_188],
        ],
    );
    for case in [beside_a_corner, past_a_short_spine, past_a_shorter_one] {
        let [lane, ..] = swept(&[case; 8]);
        let mut tally = Tally::default();
        judge_lane(&case, &lane, &mut tally);
        tally.settle("flat");
    }
}

/// Judges so many sweeps of each family, on all threads; prints the largest differences.
fn judge_families(each: usize) {
    let families = CAPSULE_FAMILIES.map(|(name, _)| name).into_iter().chain(ALL.map(|(name, _)| name));
    let families: Vec<_> = families.enumerate().collect();
    let judged = families.into_par_iter().map(|(number, name)| {
        let mut random = Random(2_000 + number as u64);
        let mut tally = Tally::default();
        let mut by_prism = 0.0_f64;
        for _ in 0..each {
            let case = match CAPSULE_FAMILIES.get(number) {
                Some((_, family)) => family(&mut random),
                None => with_spine(&mut random, ALL[number - CAPSULE_FAMILIES.len()].1),
            };
            let case = narrow(&case);
            let [lane, ..] = swept(&[case; 8]);
            judge_lane(&case, &lane, &mut tally);
            // The prism's sweep: the distance from the triangle at its fraction is 1, too.
            let &CapsuleCase { capsule, displacement, ref triangle, .. } = &case;
            if let (Some(fraction), Some(_), None) =
                (capsule.first_contact_with_prism(displacement, triangle), lane.fraction, lane.start_square)
            {
                let apart = capsule.moved(displacement * fraction).distance(triangle);
                by_prism = by_prism.max((apart - 1.0).abs() / allowed(&capsule, displacement, triangle));
            }
        }
        println!("{name}: prism and distance differ by {by_prism:.1e} of the tolerance");
        assert!(by_prism < 1e-2, "{name}: the two judges disagree by {by_prism}");
        assert!(tally.later + tally.overlaps > each as u32 / 12, "{name}: too few");
        (name, tally)
    });
    // All families first, so that one with a fault hides no other.
    let judged: Vec<_> = judged.collect();
    for (name, tally) in &judged {
        println!("{name}: {} wrong, worst error {:.3} of the tolerance", tally.wrong, tally.worst);
    }
    for (name, tally) in &judged {
        tally.settle(name);
    }
}

#[test]
fn block_sweep_of_capsules_agrees_with_f64_for_every_family() {
    judge_families(cases(60_000, 6_000));
}

#[test]
#[ignore = "some minutes; `.ci/long` runs it"]
fn twenty_million_capsules_miss_nothing_and_invent_nothing() {
    judge_families(20_000_000 / (CAPSULE_FAMILIES.len() + ALL.len()));
}
