//! Every backend of this processor on the same pieces, in turn: the speed-up that AVX2 lanes bring in a default build.
//!
//! Does not use criterion: the result is a ratio, and its two sides are measured alternately. Checks that answers and state hashes are
//! equal before it prints a time.

use sweep8::Backend;
use sweep8_bench::levels::scenes::Scene;
use sweep8_bench::measuring::speed::backends::{Piece, crowd, sweep, sweep_block};
use sweep8_bench::measuring::speed::clock::clock;
use sweep8_bench::measuring::speed::measure::Timing;

/// Least speed-up of the fastest backend over the portable one.
const LEAST_BLOCK: f64 = 1.6;
const LEAST_CROWD: f64 = 1.3;

fn main() {
    let names: Vec<&str> = Backend::available().map(Backend::name).collect();
    println!("ns on {}; medians, ± half of what the middle half of the rounds spans", names.join(", "));
    println!("clock {:.2} GHz", clock());
    println!("sweep_block, a block of eight");
    show(&sweep_block(), Some(LEAST_BLOCK));
    for scene in [Scene::Dungeon, Scene::Terrain] {
        println!("a sweep in {scene}, random order");
        show(&sweep(scene), None);
    }
    println!("a move of 10,000 balls, one thread");
    show(&[Scene::Dungeon, Scene::Terrain].map(crowd), Some(LEAST_CROWD));
}

fn show(pieces: &[Piece], least: Option<f64>) {
    for piece in pieces {
        let cell = |(_, timing): &(_, Timing)| format!("{:>10.1} ±{:>2.0} %", timing.median(), 50.0 * timing.spread());
        let times: String = piece.timings.iter().map(cell).collect();
        let verdict = least.map_or(String::new(), |least| {
            format!(", at least {least}: {}", if piece.gain() >= least { "holds" } else { "DOES NOT HOLD" })
        });
        println!("  {:<10}{times}   {:.2} times as fast{verdict}", piece.name, piece.gain());
    }
}
