//! Every lane equals its scalar twin, bit for bit.
//!
//! In: eight triangles, a start, a displacement, a limit and rules, of any bits; a spine. On every backend of the processor, the
//! block's sweeps (of a sphere and of a capsule), distances and rays must equal `sweep8_scalar_ref::twin`. In prepared values all NaN
//! count as equal.

use crate::bytes::{Reader, Writer};
use crate::finding::{Finding, Outcome, demand};
use glam::Vec3;
use std::array;
use sweep8::inspect::{
    LaneResult, closest_eight, closest_eight_to_spine, ray_eight, sweep_eight, sweep_eight_by_capsule,
};
use sweep8::{Axis, Backend};
use sweep8_scalar_ref::twin::{
    Found, Prepared, Rule, Spine, closest, closest_to_spine, prepare, ray, sweep_eight as sweep_twins,
    sweep_eight_by_capsule as sweep_capsule_twins,
};

/// A test case of eight triangles, one for each lane, and the queries on them.
#[derive(Debug)]
struct Case {
    triangles: [[Vec3; 3]; 8],
    start: Vec3,
    displacement: Vec3,
    /// Fraction of `displacement` at which the sweep ends.
    limit: f32,
    rule: Rule,
    /// Displacement of the ray for each unit of its parameter.
    step: Vec3,
    reach: f32,
    spine: Spine,
}

/// Half lengths of spines beyond this have squares that overflow.
const LONGEST_SPINE: f32 = 1e12;

pub(crate) fn check(bytes: &[u8]) -> Result<Outcome, Finding> {
    let mut reader = Reader::new(bytes);
    let triangles = array::from_fn(|_| array::from_fn(|_| reader.raw_vector()));
    let (start, displacement) = (reader.raw_vector(), reader.raw_vector());
    let end = reader.raw();
    // A sweep ends with its motion. A ray without an end would keep every lane without a hit.
    let (limit, reach) = (end.min(1.0), end.min(f32::MAX));
    let rule = Rule { approach_only: reader.flag(), front_only: reader.flag() };
    // A ray needs a step with a length; callers check its range.
    let step = if displacement == Vec3::ZERO { Vec3::X } else { displacement };
    let (axis, half) = (usize::from(reader.byte() % 3), reader.between(1e-6, LONGEST_SPINE));
    let spine = Spine { axis, half };
    let case = Case { triangles, start, displacement, limit, rule, step, reach, spine };
    for backend in Backend::available() {
        case.check(backend).map_err(|Finding(what)| Finding(format!("{backend}, {what}; {case:?}")))?;
    }
    Ok(Outcome::Held)
}

impl Case {
    fn check(&self, backend: Backend) -> Result<(), Finding> {
        let Self { ref triangles, start, displacement, limit, rule, step, reach, .. } = *self;
        let Rule { approach_only, front_only } = rule;
        let swept = sweep_eight(backend, triangles, start, displacement, limit, approach_only, front_only);
        let apart = closest_eight(backend, triangles, start, front_only);
        let passed = ray_eight(backend, triangles, start, step, reach, front_only);
        let prepared = triangles.map(prepare);
        let found = sweep_twins(&prepared, start, displacement, limit, rule);
        for (lane, (prepared, found)) in prepared.iter().zip(found).enumerate() {
            let got = &swept[lane];
            let as_prepared = same_all(got.normal, prepared.normal.to_array())
                && same_all(got.inverse_square, prepared.inverse_square);
            demand(as_prepared, || format!("lane {lane}: prepared as {got:?}, not {prepared:?}"))?;
            demand(agree(got, &found), || format!("lane {lane}: swept {got:?}, not {found:?}"))?;

            let near = closest(prepared.corners, start, front_only);
            let got = &apart[lane];
            let equal = same(got.square, near.square) && (got.over_face, got.felt) == (near.over_face, near.felt);
            demand(equal, || format!("lane {lane}: {got:?} apart, not {near:?}"))?;

            let expected = ray(triangles[lane], start, step, reach, front_only);
            demand(passed[lane] == expected, || format!("lane {lane}: ray {:?}, not {expected:?}", passed[lane]))?;
        }
        self.check_capsule(backend, &prepared)
    }

    fn check_capsule(&self, backend: Backend, prepared: &[Prepared; 8]) -> Result<(), Finding> {
        let Self { ref triangles, start, displacement, limit, rule, spine, .. } = *self;
        let Rule { approach_only, front_only } = rule;
        let own = ([Axis::X, Axis::Y, Axis::Z][spine.axis], spine.half);
        let rules = [approach_only, front_only];
        let swept = sweep_eight_by_capsule(backend, triangles, start, displacement, own, limit, rules);
        let apart = closest_eight_to_spine(backend, triangles, start, own, front_only);
        let found = sweep_capsule_twins(prepared, start, displacement, spine, limit, rule);
        for (lane, (prepared, found)) in prepared.iter().zip(found).enumerate() {
            let got = &swept[lane];
            demand(agree(got, &found), || format!("lane {lane}: by a capsule {got:?}, not {found:?}"))?;
            let near = closest_to_spine(prepared, start, spine, front_only);
            let got = &apart[lane];
            let equal = same(got.square, near.square) && (got.over_face, got.felt) == (near.over_face, near.felt);
            demand(equal, || format!("lane {lane}: {got:?} from the spine, not {near:?}"))?;
        }
        Ok(())
    }
}

/// Encodes a test case of eight triangles and a motion as bytes; two bits of `rules` select one-sided rules.
pub(crate) fn encode(triangles: &[[Vec3; 3]; 8], start: Vec3, displacement: Vec3, rules: u8) -> Vec<u8> {
    let mut writer = Writer::default();
    for &triangle in triangles {
        writer.triangle(triangle);
    }
    writer.vector(start).vector(displacement).number(1.0).byte(rules).byte(rules >> 1);
    writer.byte(rules >> 2).number(f32::from(1 + rules % 9) * 0.5);
    writer.finish()
}

/// Whether a lane has the twin's bits; the face means something where something is touched.
fn agree(got: &LaneResult, found: &Found) -> bool {
    let meant = got.fraction.is_some() || got.start_square.is_some();
    bits(got.fraction) == bits(found.fraction)
        && bits(got.start_square) == bits(found.start_square)
        && (!meant || got.face == found.face)
}

fn bits(value: Option<f32>) -> Option<u32> {
    value.map(f32::to_bits)
}

fn same(a: f32, b: f32) -> bool {
    a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
}

fn same_all(a: [f32; 3], b: [f32; 3]) -> bool {
    a.into_iter().zip(b).all(|(a, b)| same(a, b))
}
