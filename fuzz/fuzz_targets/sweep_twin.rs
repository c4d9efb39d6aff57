//! Eight triangles, a start and a displacement of any bits: every lane answers what the scalar twin answers, bit for
//! bit.
#![no_main]

use arbitrary::Arbitrary;
use glam::Vec3;
use libfuzzer_sys::fuzz_target;
use sweep8::inspect::sweep_eight;
use sweep8_scalar_ref::twin::{Rule, prepare, sweep};

#[derive(Arbitrary, Debug)]
struct Input {
    triangles: [[[f32; 3]; 3]; 8],
    start: [f32; 3],
    displacement: [f32; 3],
    limit: f32,
    approach_only: bool,
    front_only: bool,
}

fuzz_target!(|input: Input| {
    let triangles = input.triangles.map(|triangle| triangle.map(Vec3::from_array));
    let (start, displacement) = (Vec3::from_array(input.start), Vec3::from_array(input.displacement));
    let rule = Rule { approach_only: input.approach_only, front_only: input.front_only };
    let found = sweep_eight(&triangles, start, displacement, input.limit, rule.approach_only, rule.front_only);
    for (lane, triangle) in found.iter().zip(triangles) {
        let prepared = prepare(triangle);
        let expected = sweep(&prepared, start, displacement, input.limit, rule);
        let bits = |value: Option<f32>| value.map(f32::to_bits);
        assert_eq!(bits(lane.fraction), bits(expected.fraction), "fraction of {triangle:?}");
        assert_eq!(bits(lane.start_square), bits(expected.start_square), "squared distance of {triangle:?}");
        // Of the prepared values any two NaN are equal: their bits are not promised.
        let same = |a: f32, b: f32| a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan());
        assert!(lane.normal.iter().zip(prepared.normal.to_array()).all(|(&a, b)| same(a, b)), "normal of {triangle:?}");
        assert!(
            lane.inverse_square.iter().zip(prepared.inverse_square).all(|(&a, b)| same(a, b)),
            "edge lengths of {triangle:?}"
        );
    }
});
