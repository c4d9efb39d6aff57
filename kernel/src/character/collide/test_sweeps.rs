//! A test that sweeps which leave blocks out find the same bits as sweeps over all blocks.

use crate::bvh::block::NO_TRIANGLE;
use crate::bvh::test_trees::{bumps, soup};
use crate::character::collide::collision_set::CollisionSet;
use crate::character::collide::gather::Reach;
use crate::frame::ellipsoid_space::Space;
use crate::frame::motion::Motion;
use crate::frame::position::Position;
use crate::mesh::sides::Sides;
use crate::narrow::candidates::Candidates;
use crate::narrow::lane_compactor::LaneCompactor;
use crate::narrow::mesh_boxes::Way;
use crate::narrow::prepare::prepare;
use crate::narrow::sweep::hits::{Rule, Start};
use crate::narrow::sweep::nearest::Nearest;
use crate::narrow::sweep::sweep_nearest::sweep_nearest;
use crate::narrow::triangles::Triangles;
use crate::query::block_count::BlockCount;
use crate::query::scratch::Scratch;
use crate::query::sweep::culled::CulledSweep;
use crate::query::sweep::dense::DenseSweep;
use crate::query::sweep::dense::ONLY;
use crate::shape::ellipsoid::Ellipsoid;
use crate::simd::task;
use crate::simd::{Backend, Chosen, WIDTH};
use crate::world::instances::Instances;
use crate::world::solids::Solids;
use alloc::vec::Vec;
use glam::Vec3;
use sweep8_scalar_ref::random::Random;

/// A sweep to test that starts at an offset from the start of the slide.
#[derive(Clone, Copy, Debug)]
struct SlideSweep {
    offset: Vec3,
    motion: Vec3,
    rule: Rule,
}

/// Method by which the test sweeps the unit sphere over the triangles.
#[derive(Clone, Copy, Debug)]
enum How {
    /// Sweeps over all triangles of the tree.
    All,
    /// Sweeps over the triangles of the tree that the sphere comes near.
    Culled,
    /// Walks the tree front to back, without a gather.
    Dense,
    /// Sweeps through a `CollisionSet`, as a slide does.
    Held,
    /// The same by the calls for rare sweeps.
    HeldApart,
}

/// Result of a test sweep as bits: fraction; triangle and whether its face is touched; squared distance at the start.
type Found = (u32, Option<(u32, bool)>, u32);

task! {
    /// Task that runs the test sweeps one after the other; returns the contact bits of each, and the number of blocks swept.
    struct Run<'a> {
        instances: Solids<'a>,
        space: Space,
        sweeps: &'a [SlideSweep],
        how: How,
    }
    fn run<L>(lanes) -> (Vec<Found>, u64) {
        let tree = instances.only().expect("a single mesh");
        let (mut found, mut swept, mut scratch) = (Vec::new(), BlockCount::default(), Scratch::new());
        let mut candidates = Candidates::default();
        let mut compactor = LaneCompactor::none(lanes);
        for block in &*tree.blocks {
            let live =
                (0..WIDTH).filter(|&lane| block.ids[lane] != NO_TRIANGLE).fold(0, |live, lane| live | 1 << lane);
            if let Some(eight) = compactor.join(lanes, &Triangles::of(lanes, &space, block), live) {
                *candidates.room(WIDTH).expect("there is room") = prepare(lanes, &eight);
            }
        }
        let left = compactor.count();
        if let Some(eight) = compactor.rest(lanes) {
            *candidates.room(left).expect("there is room") = prepare(lanes, &eight);
        }
        let reach = Reach::around(3.0 * space.radii.max_element());
        let hull = (Ellipsoid::new(space.radii).expect("it is a shape").into(), space.position);
        for &SlideSweep { offset, motion, rule } in sweeps {
            let way = Motion::new(space.displacement(offset), space.displacement(motion));
            let nearest = match how {
                How::All => {
                    let mut nearest = Nearest::NONE;
                    for block in candidates.blocks() {
                        sweep_nearest(lanes, block, lanes.every(), &way, nearest.limit(&way), rule, &mut nearest);
                    }
                    swept.add(candidates.blocks().len());
                    nearest
                }
                How::Culled => {
                    let blocks_swept = &mut swept;
                    CulledSweep { candidates: &mut candidates, mover: &way, rule, blocks_swept }.run(lanes)
                }
                How::Dense => {
                    let scratch = &mut scratch;
                    let (view, motion, way) = (&space, &way, Way { offset, displacement: motion });
                    DenseSweep { tree, view, way, motion, rule, before: 1.0, instance: ONLY, scratch }.run(lanes)
                }
                How::Held => {
                    let mut held =
                        CollisionSet::around(lanes, instances, hull, rule.sides, reach, None, &mut scratch);
                    held.sweep(offset, motion, rule.start).nearest
                }
                How::HeldApart => {
                    let mut held =
                        CollisionSet::around_outlined(lanes, instances, hull, rule.sides, reach, &mut scratch);
                    held.sweep_outlined(offset, motion, rule.start).nearest
                }
            };
            found.push(nearest.bits());
        }
        (found, swept.get() + scratch.blocks_swept.get())
    }
}

#[test]
fn a_sweep_that_leaves_blocks_out_finds_the_same_bits_as_one_over_all_blocks() {
    let mut random = Random(1);
    let (mut touched, mut overlapping, mut free) = (0, 0, 0);
    let mut swept = [0; 5];
    for case in 0..180 {
        let center = [Vec3::ZERO, Vec3::new(-300.0, 20.0, 41.0), Vec3::new(5000.0, -7.0, 900.0)][case % 3];
        // The last block full, of one triangle, of some.
        let count = [1024, 80, 73, 300][case % 4];
        let tree = match case / 3 % 3 {
            0 => soup(&mut random, count, 0.02, 0.5, center),
            1 => soup(&mut random, count, 0.4, 2.0, center),
            _ => bumps(&mut random, [0.01, 0.03, 0.1][case % 3], center),
        };
        let world = Instances::of_tree(tree);
        let radii = [Vec3::splat(0.48), Vec3::new(0.2, 0.5, 0.2), Vec3::new(0.05, 1.2, 0.05)][case / 12 % 3];
        let shape = Ellipsoid::new(radii).expect("it is a shape");
        let space = Space::new(shape, Position::new(center).moved(Vec3::from(random.signed_vector()) * 0.1));
        let sweeps: Vec<SlideSweep> = (0..40)
            .map(|sweep| {
                let far = [0.0, 1e-4, 0.05, 0.5, 1.5][sweep % 5];
                let offset = Vec3::from(random.signed_vector()) * radii * [0.0, 0.05, 0.5][sweep / 5 % 3];
                let level = if sweep % 2 == 0 { Vec3::ONE } else { Vec3::new(1.0, 0.05, 1.0) };
                let start = if sweep % 4 < 2 { Start::Contact } else { Start::Approach };
                let sides = if sweep % 8 < 6 { Sides::Both } else { Sides::Front };
                SlideSweep {
                    offset,
                    motion: Vec3::from(random.signed_vector()) * level * far,
                    rule: Rule { start, sides },
                }
            })
            .collect();
        for backend in Backend::available() {
            let chosen = Chosen::new(backend).expect("it is available");
            let (all, of_all) =
                chosen.run(Run { instances: Solids::all(&world), space, sweeps: &sweeps, how: How::All });
            swept[0] += of_all;
            for (which, how) in [(1, How::Culled), (2, How::Dense), (3, How::Held), (4, How::HeldApart)] {
                let (instances, sweeps) = (Solids::all(&world), &sweeps[..]);
                let (found, blocks) = chosen.run(Run { instances, space, sweeps, how });
                for ((all, found), sweep) in all.iter().zip(&found).zip(sweeps) {
                    assert_eq!(all, found, "{backend}, {how:?}: {sweep:?} in {space:?}, case {case}");
                }
                swept[which] += blocks;
            }
            for (fraction, lane, least_square) in all {
                overlapping += usize::from(f32::from_bits(least_square) < 1.0);
                touched += usize::from(lane.is_some() && f32::from_bits(fraction) > 0.0);
                free += usize::from(lane.is_none());
            }
        }
    }
    let counts = [touched, overlapping, free];
    assert!(counts.iter().all(|count| *count > 300), "{counts:?}: too few touched, overlapping or free");
    assert!(2 * swept[1] < swept[0] && 2 * swept[2] < swept[0], "{swept:?}: few are left out");
}
