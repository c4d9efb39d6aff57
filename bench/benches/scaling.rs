//! How the cost of a crowd's move grows with triangles, characters and threads, extrapolated to larger crowds.
//!
//! Does not use criterion: the results are ratios, and their sides are measured alternately. Compares state hashes and
//! counts before it prints a time. Takes five to eight minutes and 3 GB.

use sweep8_bench::drawing::numbers::grouped;
use sweep8_bench::levels::scenes::Scene;
use sweep8_bench::measuring::speed::ground::Ground;
use sweep8_bench::measuring::speed::measure::Timing;
use sweep8_bench::measuring::speed::model::{Growth, Sharing};
use sweep8_bench::measuring::speed::scaling::{
    HILLS, Point, SHARED, Shared, all_hills, in_the_middle, over_characters, over_threads, over_triangles,
};

/// Bounds: largest growth of the cost from 10k to 1M triangles and from 1,000 to 100,000 characters; least speed-up by two threads.
const MOST_BY_TRIANGLES: f64 = 1.5;
const MOST_BY_CHARACTERS: f64 = 1.15;
const LEAST_BY_THREADS: f64 = 1.85;

/// Rounds of one thread against two: on shared cores the second one comes and goes within seconds, and the ratio is to
/// be known to two per cent.
const ROUNDS_OF_THREADS: usize = 60;

/// Smallest size of the fit: a level of 10k triangles fits into the cache of one core, and does not predict larger
/// ones.
const FITTED_FROM: usize = 50_000;

/// Sizes for which the bench extrapolates the cost.
const MORE_TRIANGLES: [usize; 2] = [30_000_000, 100_000_000];
const MORE_THREADS: [usize; 3] = [4, 8, 16];

fn main() {
    println!(
        "ns of a move of balls of 0.5 m, wish and gravity: medians of five rounds or more, ± half of what the middle half spans"
    );
    {
        let hills = all_hills();
        by_triangles("hills, 10,000 characters spread over all of them, one thread", &over_triangles(&hills));
        by_triangles("hills, 10,000 characters on the same ground in the middle", &in_the_middle(&hills));
    }
    for ground in [Ground::hills(HILLS), Ground::scene(Scene::Dungeon)] {
        by_characters(&ground);
        by_threads(&ground);
    }
}

fn by_triangles(title: &str, points: &[Point]) {
    println!("{title}");
    for point in points {
        println!("  {:>11} triangles  {}", grouped(point.triangles as u64), cell(&point.timing));
    }
    let times = points[2].timing.times(&points[0].timing);
    most("from 10k to 1M triangles", times, MOST_BY_TRIANGLES);
    let fitted = points.iter().filter(|point| point.triangles >= FITTED_FROM);
    let sizes: Vec<(f64, f64)> = fitted.map(|of| (of.triangles as f64, of.timing.median())).collect();
    let Some(line) = Growth::fitted(&sizes) else { return };
    let (base, doubling, worst) = (line.base, line.doubling, 100.0 * line.worst);
    println!("  fitted from 100k on: {base:.0} {doubling:+.1} · log2(triangles) ns, off by at most {worst:.0} %");
    for size in MORE_TRIANGLES {
        println!("  {:>11} triangles  {:>8.0} ns, estimated", grouped(size as u64), line.at(size as f64));
    }
}

fn by_characters(ground: &Ground) {
    println!("{}, characters spread over all of it, one thread", title(ground));
    let points = over_characters(ground);
    for point in &points {
        println!("  {:>11} characters {}", grouped(point.characters as u64), cell(&point.timing));
    }
    let times = points[3].timing.times(&points[1].timing);
    most("from 1,000 to 100,000 characters", times, MOST_BY_CHARACTERS);
}

fn by_threads(ground: &Ground) {
    println!("{}, one thread and two", title(ground));
    for (Shared { one, two, apart }, characters) in over_threads(ground, ROUNDS_OF_THREADS).into_iter().zip(SHARED) {
        let characters = grouped(characters as u64);
        println!("  {characters:>11} characters, one thread:  {}", cell(&one.timing));
        println!("  {characters:>11} characters, two threads: {}", cell(&two.timing));
        println!("  {characters:>11} in two halves apart:     {}", cell(&apart));
        let times = one.timing.times(&two.timing);
        let verdict = if times >= LEAST_BY_THREADS { "holds" } else { "DOES NOT HOLD" };
        println!("  two threads: {times:.2} times as fast, at least {LEAST_BY_THREADS}: {verdict}");
        println!(
            "  at the best, as two halves that share nothing but the world: {:.2} times",
            one.timing.times(&apart)
        );
        let law = Sharing::fitted(times);
        let more = MORE_THREADS.map(|threads| format!("{threads} threads {:.1}", law.speed_up(threads)));
        println!("  fitted: {:.1} % on one thread alone; estimated {}", 100.0 * law.serial, more.join(", "));
    }
}

fn title(ground: &Ground) -> String {
    format!("{} of {} triangles", ground.level.name, grouped(ground.triangles() as u64))
}

fn cell(timing: &Timing) -> String {
    format!("{:>8.0} ns ±{:>2.0} %", timing.median(), 50.0 * timing.spread())
}

fn most(what: &str, times: f64, most: f64) {
    let verdict = if times <= most { "holds" } else { "DOES NOT HOLD" };
    println!("  {what}: {times:.2} times, at most {most}: {verdict}");
}
