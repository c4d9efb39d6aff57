//! Cost of a refitted tree against a tree cooked anew: nodes and blocks that a character's gather visits, for growing deformations of the
//! vertices. The counts are the same in every run. The bench fails if the two trees do not answer the same sweeps with the same bits.

use glam::Vec3;
use sweep8::inspect::{blocks_swept, touched};
use sweep8_bench::levels::Level;
use sweep8_bench::measuring::deforming::{Deformation, Deforming};
use sweep8_bench::measuring::workload::{Motion, RADIUS, ball, sweep_all};
use sweep8_bench::random::Random;

const MOVES: usize = 2_000;

/// Motions along x that start above a triangle, by 1.1 radii. They are not checked to be clear: in a hairball hardly any place is.
fn motions_near(level: &Level, count: usize, length: f32) -> Vec<Motion> {
    let mut random = Random::new(1);
    let one = |_| {
        let [a, b, c] = level.corners(random.below(level.triangles.len()));
        let normal = (b - a).cross(c - a).normalize_or(Vec3::Y);
        ((a + b + c) / 3.0 + normal * (1.1 * RADIUS), Vec3::X * length)
    };
    (0..count).map(one).collect()
}

fn main() {
    use Deformation::{Apart, Heights, Stretch, Strewn, Twist};
    println!(
        "{MOVES} gathers of a ball of 0.5 m that goes 7 cm, each: nodes and blocks looked at, refitted and anew; times as many"
    );
    let mut deforming = [Deforming::new(), Deforming::in_pieces()];
    let strewn = [0.0, 0.1, 0.3, 1.0, 3.0, 10.0].map(Strewn);
    let heights = [1.0, 10.0].map(Heights);
    let others = [Twist(0.5), Twist(3.0), Twist(12.0), Stretch(4.0), Stretch(20.0)];
    let apart = [0.1, 0.3, 1.0, 3.0, 10.0].map(Apart);
    for by in strewn.into_iter().chain(heights).chain(others).chain(apart) {
        let deforming = &mut deforming[usize::from(matches!(by, Apart(_)))];
        deforming.deform(by);
        let level = deforming.level_now();
        let worlds = deforming.refitted_and_anew();
        let moves = motions_near(&level, MOVES, 0.07);
        let [refitted, anew] = worlds.each_ref().map(|world| {
            let before = blocks_swept();
            let hits = sweep_all(world, &moves);
            let swept = blocks_swept() - before;
            let walked = touched(world, &ball(), &moves);
            (hits, swept, walked.nodes as f64 / MOVES as f64, walked.blocks as f64 / MOVES as f64)
        });
        assert_eq!(refitted.0, anew.0, "{by:?}: other answers");
        let ((_, swept, nodes, blocks), (_, swept_anew, nodes_anew, blocks_anew)) = (refitted, anew);
        println!(
            "{by:?}: nodes {nodes:.1} and {nodes_anew:.1}, {:.2}; blocks {blocks:.1} and {blocks_anew:.1}, {:.2}; swept {swept} and {swept_anew}",
            nodes / nodes_anew,
            blocks / blocks_anew,
        );
    }
}
