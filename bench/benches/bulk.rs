//! Bulk queries against a loop of single ones: rays, sweeps, overlaps and closest points, in random order and in the order of their places.
//! On one thread.
//!
//! Does not use criterion: the results are ratios, and their sides are measured alternately. Both sides give the same answers before a time
//! is shown. Takes a minute.

use std::cell::RefCell;
use std::time::Instant;
use sweep8::{ClosestPointQuery, InputError, OverlapQuery, RayQuery, SweepQuery, World};
use sweep8_bench::levels::scenes::Scene;
use sweep8_bench::levels::world_of;
use sweep8_bench::measuring::speed::measure::{Job, interleaved};
use sweep8_bench::measuring::workload::{Motion, capsule, motions_of, sorted};

const QUERIES: usize = 20_000;
const ROUNDS: usize = 15;

/// Largest distance of a closest point, metres.
const WITHIN: f32 = 2.0;

fn main() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build().expect("a pool");
    println!(
        "ns a query, medians of {ROUNDS} rounds of {QUERIES}; times: how many times as long a loop of single ones takes"
    );
    println!("  scene    query            order     loop    bulk  times");
    pool.install(|| {
        for scene in [Scene::Terrain, Scene::Dungeon, Scene::Stairs] {
            let level = scene.build();
            let world = world_of(&level);
            for length in [0.5, 5.0, 50.0] {
                let motions = motions_of(capsule(), &level, &world, length, QUERIES, 1);
                both_orders(&motions, |motions, order| rays(&world, motions, length, &[scene.name(), order]));
            }
            for length in [0.2, 1.0, 10.0] {
                let motions = motions_of(capsule(), &level, &world, length, QUERIES, 1);
                both_orders(&motions, |motions, order| sweeps(&world, motions, length, &[scene.name(), order]));
            }
            let motions = motions_of(capsule(), &level, &world, 1.0, QUERIES, 1);
            both_orders(&motions, |motions, order| overlaps(&world, motions, &[scene.name(), order]));
            both_orders(&motions, |motions, order| closest_points(&world, motions, &[scene.name(), order]));
        }
    });
}

fn both_orders(motions: &[Motion], measure: impl Fn(&[Motion], &str)) {
    measure(motions, "random");
    measure(&sorted(motions), "by place");
}

fn rays(world: &World, motions: &[Motion], length: f32, names: &[&str; 2]) {
    let query = |&(start, motion): &Motion| RayQuery::new(start, motion, length);
    compare(
        (&format!("ray {length} m"), names),
        &motions.iter().map(query).collect::<Vec<_>>(),
        Ok(None),
        |query| world.ray(query.origin, query.direction, query.distance, query.filter),
        |queries, answers| world.ray_many(queries, answers),
    );
}

fn sweeps(world: &World, motions: &[Motion], length: f32, names: &[&str; 2]) {
    let query = |&(start, motion): &Motion| SweepQuery::new(capsule(), start, motion);
    compare(
        (&format!("sweep {length} m"), names),
        &motions.iter().map(query).collect::<Vec<_>>(),
        Ok(None),
        |query| world.sweep(query.shape, query.center, query.displacement, query.filter),
        |queries, answers| world.sweep_many(queries, answers),
    );
}

fn overlaps(world: &World, motions: &[Motion], names: &[&str; 2]) {
    let query = |&(start, motion): &Motion| OverlapQuery::new(capsule(), start + motion);
    compare(
        ("overlap", names),
        &motions.iter().map(query).collect::<Vec<_>>(),
        Ok(false),
        |query| world.overlap(query.shape, query.center, query.filter),
        |queries, answers| world.overlap_many(queries, answers),
    );
}

fn closest_points(world: &World, motions: &[Motion], names: &[&str; 2]) {
    let query = |&(start, _): &Motion| ClosestPointQuery::new(start, WITHIN);
    compare(
        ("closest point", names),
        &motions.iter().map(query).collect::<Vec<_>>(),
        Ok(None),
        |query| world.closest_point(query.point, query.distance, query.filter),
        |queries, answers| world.closest_point_many(queries, answers),
    );
}

/// Asks all queries one by one and in one call, and prints the times of one.
fn compare<Q, A: Clone + PartialEq>(
    (query, [scene, order]): (&str, &[&str; 2]),
    queries: &[Q],
    unknown: A,
    alone: impl Fn(&Q) -> A,
    many: impl Fn(&[Q], &mut [A]) -> Result<(), InputError>,
) {
    let [one_by_one, in_bulk] = [unknown.clone(), unknown].map(|answer| RefCell::new(vec![answer; queries.len()]));
    let ns_of_one = |ask: &dyn Fn()| {
        let start = Instant::now();
        ask();
        start.elapsed().as_nanos() as f64 / queries.len() as f64
    };
    let mut jobs: [Job; 2] = [
        Box::new(|| {
            ns_of_one(&|| {
                for (query, answer) in queries.iter().zip(one_by_one.borrow_mut().iter_mut()) {
                    *answer = alone(query);
                }
            })
        }),
        Box::new(|| ns_of_one(&|| many(queries, &mut in_bulk.borrow_mut()).expect("as many answers"))),
    ];
    let timings = interleaved(ROUNDS, &mut jobs);
    assert!(*one_by_one.borrow() == *in_bulk.borrow(), "{scene}, {query}: the answers differ");
    let times = timings[0].times(&timings[1]);
    println!(
        "  {scene:8} {query:15}  {order:8} {:5.0}   {:5.0}  {times:5.2}",
        timings[0].median(),
        timings[1].median()
    );
}
