//! A hunt makes the moves it was told to and counts all of them; the seed alone decides what is walked; what is found
//! is told with the line that repeats it; and a level that cannot be used is told before the first move.

use crate::testkit::{Folder, run};
use serde_json::Value;
use std::path::Path;
use sweep8_bench::judging::hunt::table::Report;
use sweep8_bench::judging::hunt::{
    FRAMES, Found, Ground, Hunt, HuntError, Promises, RATES, Round, SHAPES, SPEEDS, Settings, shape_of,
};
use sweep8_bench::levels::scenes::Scene;
use sweep8_bench::simulating::simulation::{Counts, SimulationError};
use sweep8_bench::walking::settings::option_of;
use sweep8_scalar_ref::testkit::cases::cases;

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

fn hunt(grounds: &[Ground], settings: Settings) -> Found {
    let hunt = Hunt::new(grounds, settings).unwrap_or_else(|error| panic!("{error}"));
    hunt.run(&|_| ()).unwrap_or_else(|error| panic!("{error}"))
}

/// Two small scenes and few moves.
fn small() -> ([Ground; 2], Settings) {
    ([Scene::Stairs, Scene::Funnel].map(Ground::scene), Settings { moves: 100_001, seed: 3, threads: 1 })
}

/// The results of a hunt, without times: each round by the line that repeats it, its state hash and its counts.
fn figures(found: &Found) -> Vec<(String, u64, Counts)> {
    let rounds = found.levels.iter().flat_map(|level| level.rounds.iter().map(move |round| (level, round)));
    rounds.map(|(level, round)| (level.repeat(round), round.state_hash, round.counts)).collect()
}

const YARD: &str = "v -9 0 -9\nv 9 0 -9\nv 9 0 9\nv -9 0 9\nf 4 3 2 1\n";

#[test]
fn the_hunt_makes_the_announced_moves_and_counts_all_of_them() {
    let (grounds, settings) = small();
    let hunt = Hunt::new(&grounds, settings).expect("two sound scenes");
    // Shares are rounded up to whole walks of a character at the shortest time step.
    let share = |moves: u64| moves.next_multiple_of(4 * FRAMES as u64);
    assert_eq!(hunt.moves(), share(50_001) + share(50_000));
    let made = std::sync::atomic::AtomicU64::new(0);
    let found = hunt.run(&|more| _ = made.fetch_add(more, std::sync::atomic::Ordering::Relaxed)).expect("a hunt");
    assert_eq!(made.into_inner(), hunt.moves());
    let report = Report::new(&found);
    assert_eq!(report.total.moves, hunt.moves());
    assert_eq!(report.levels.iter().map(|level| level.figures.moves).sum::<u64>(), hunt.moves());
    // The kernel counts its moves itself.
    for round in found.levels.iter().flat_map(|level| &level.rounds) {
        let totals = round.totals;
        let done = totals.free + totals.slid + totals.blocked + totals.out_of_iterations + totals.overlapping;
        assert_eq!(done + totals.refused, round.moves());
        assert_eq!(round.settings.verify_every, 1);
    }
    assert!(report.clean && report.total.contacts > 10_000, "{report}");
}

#[test]
fn a_hunt_makes_walks_again_and_a_broken_promise_is_no_clean_hunt() {
    let of = |seed, threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| Promises::of(28, seed, &|_| ()))
    };
    let one = of(3, 1);
    assert_eq!(one.walks, 28);
    assert!(one.steps > 2_000, "{one}");
    for promised in &one.promises {
        let most = if promised.promise == "lean walls by 0.01°" { 0 } else { 4 };
        assert!(promised.checked > most && promised.at_branch <= 1, "{one}");
    }
    assert_eq!(serde_json::to_string(&one).unwrap(), serde_json::to_string(&of(3, 3)).unwrap());
    assert_ne!(one.steps, of(4, 3).steps);

    let (grounds, settings) = small();
    let found = hunt(&grounds, settings);
    let mut broken = one.clone();
    broken.promises[0].broken = 1;
    broken.promises[0].first = Some("ramps beside walls, walk 7: 3 m apart".to_owned());
    let report = Report::new(&found).with_promises(broken);
    assert!(!report.clean && report.to_string().contains("walk 7: 3 m apart"), "{report}");
    let mut allowed = one.clone();
    allowed.promises.iter_mut().for_each(|promised| (promised.broken, promised.at_limit) = (0, 1));
    assert!(allowed.are_kept());
    assert_eq!(Report::new(&found).with_promises(one.clone()).clean, one.are_kept());
}

#[test]
fn the_seed_decides_and_threads_do_not() {
    let (grounds, settings) = small();
    let first = figures(&hunt(&grounds, settings));
    assert_eq!(first, figures(&hunt(&grounds, Settings { threads: 3, ..settings })));
    let second = figures(&hunt(&grounds, Settings { seed: 4, ..settings }));
    assert!(first.iter().zip(&second).all(|(first, second)| first.1 != second.1), "{first:?} {second:?}");
}

#[test]
fn rounds_differ_in_shape_and_speed_and_time_step_and_seed() {
    let grounds = [Ground::scene(Scene::Big)];
    let found = hunt(&grounds, Settings { moves: 8 * 1_000 * FRAMES as u64, seed: u64::MAX, threads: 0 });
    let rounds = &found.levels[0].rounds;
    assert_eq!(rounds.len(), 8);
    assert!(rounds.iter().all(|round| round.moves() == 1_000 * FRAMES as u64));
    // More than the two seconds that it takes to find out who is stuck.
    assert!(rounds.iter().all(|round| round.settings.frames > 3 * round.settings.hz as usize));
    assert!(RATES.iter().all(|&(hz, _)| rounds.iter().any(|round| round.settings.hz == hz)));
    let shapes: Vec<_> = rounds.iter().map(|round| round.settings.shape).collect();
    assert!(SHAPES.into_iter().all(|shape| shapes.contains(&shape_of(shape))), "{shapes:?}");
    assert!(SPEEDS.iter().all(|&speed| rounds.iter().any(|round| round.settings.speed == speed)));
    let mut seeds: Vec<u64> = rounds.iter().map(|round| round.settings.seed).collect();
    seeds.sort_unstable();
    seeds.dedup();
    assert_eq!(seeds.len(), 8);
}

#[test]
fn any_number_of_moves_is_shared_into_rounds_of_a_bearable_size() {
    let grounds = [Ground::scene(Scene::Funnel)];
    let small = hunt(&grounds, Settings { moves: 1, seed: 1, threads: 1 });
    assert_eq!(small.levels[0].rounds.len(), 1);
    // Enough that places are found for somebody.
    assert_eq!(small.levels[0].rounds[0].settings.characters, 100);
    let uneven = hunt(&grounds, Settings { moves: 2_995 * FRAMES as u64, seed: 1, threads: 0 });
    let walks: Vec<u64> = uneven.levels[0].rounds.iter().map(|round| round.moves() / FRAMES as u64).collect();
    assert_eq!(walks, [1_500, 1_496]);
}

#[test]
fn a_shape_without_a_place_is_left_out_and_that_is_said() {
    let folder = Folder::new("low");
    // A room of 1 m: nobody taller stands up in it, and its roof is seen from below only.
    let room = "v -5 0 -5\nv 5 0 -5\nv 5 0 5\nv -5 0 5\nv -5 1 -5\nv 5 1 -5\nv 5 1 5\nv -5 1 5\n\
                f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
    let grounds = [Ground::file(&folder.file("low.obj", room)).expect("a room")];
    let moves = cases(6, 2) * 1_000 * FRAMES as u64;
    let found = hunt(&grounds, Settings { moves, seed: 1, threads: 0 });
    let tall = [0, 1, 3, 4, 6].map(|shape| option_of(shape_of(SHAPES[shape])));
    assert_eq!(found.levels[0].skipped, tall);
    assert_eq!(found.levels[0].rounds.iter().map(Round::moves).sum::<u64>(), moves);
    let table = Report::new(&found).to_string();
    let said = "low: no place to stand for --radii 0.4,0.9,0.4 and --radii 0.5,0.5,0.5 and --radii 0.2,1,0.2 and \
                --radii 0.3,0.5,0.7 and --capsule 0.4,1.8, left out";
    assert!(table.contains(said), "{table}");
}

#[test]
fn a_level_where_nobody_stands_is_refused_before_the_hunt() {
    let folder = Folder::new("refused");
    let wall = folder.file("wall.obj", "v 0 0 0\nv 9 0 0\nv 9 9 0\nv 0 9 0\nf 1 2 3 4\n");
    let lines = folder.file("lines.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n");
    let vast = folder.file("vast.obj", "v -1e9 0 -1e9\nv 1e9 0 1e9\nv 1e9 0 -1e9\nf 1 2 3\n");
    let refusal = |file: &Path| {
        let grounds = [Ground::scene(Scene::Funnel), Ground::file(file).expect("it can be read")];
        Hunt::new(&grounds, small().1).expect_err("nobody stands there")
    };
    assert!(matches!(refusal(&wall), HuntError::NoFloor { level } if level == "wall"));
    assert!(matches!(refusal(&lines), HuntError::Round(SimulationError::Places(_))));
    assert!(matches!(refusal(&vast), HuntError::Round(SimulationError::Stage { .. })));
}

#[test]
fn a_finding_is_listed_with_its_line_and_the_line_repeats_it() {
    let folder = Folder::new("repeat");
    let yard = folder.file("the yard's.obj", YARD);
    let grounds = [Ground::scene(Scene::Humps), Ground::file(&yard).expect("a yard")];
    let mut found = hunt(&grounds, Settings { moves: 60_000, seed: 2, threads: 0 });
    assert!(found.is_clean() && Report::new(&found).findings.is_empty());
    // Made up: there is no fault to find.
    found.levels[0].rounds[0].counts.stuck = 1_002;
    found.levels[1].rounds[0].totals.overlapping = 1;
    let report = Report::new(&found);
    assert!(!found.is_clean() && !report.clean);
    assert_eq!((report.total.counts.stuck, report.total.overlapping), (1_002, 1));
    let table = report.to_string();
    let [humps, yard] = &report.findings[..] else { panic!("{table}") };
    assert!(table.contains(&format!("humps: 1,002 stuck; to repeat it:\n    {}\n", humps.repeat)), "{table}");
    assert!(table.contains(&format!("the yard's: 1 overlapping; to repeat it:\n    {}\n", yard.repeat)), "{table}");
    assert!(yard.repeat.contains(r"the yard'\''s.obj' --radii "), "{}", yard.repeat);

    let words = humps.repeat.strip_prefix("crowd ").expect("the program's name");
    let output = run(&folder.0, words.split(' ').chain(["--json"]));
    let again: Value = serde_json::from_slice(&output.stdout).expect("one object");
    assert_eq!(again["state_hash"], Value::from(humps.state_hash.clone()));
    assert_eq!(again["contacts"], Value::from(humps.figures.contacts));
}

#[test]
fn a_round_of_dashes_in_short_frames_with_patient_walkers_is_repeated_by_its_line() {
    let folder = Folder::new("dashes");
    let grounds = [Ground::scene(Scene::Stairs)];
    // Enough rounds in a row to have every speed and time step, or the one of them that dashes.
    let (rounds, walks, seed) = cases((7, 1_000, 1), (1, 250, 6));
    let found = hunt(&grounds, Settings { moves: rounds * walks * FRAMES as u64, seed, threads: 0 });
    let level = &found.levels[0];
    let fast = |round: &&Round| round.settings.speed >= 30.0 && round.settings.hz != 60;
    let round = level.rounds.iter().find(fast).expect("one of the rounds dashes");
    let line = level.repeat(round);
    assert!(line.contains(&format!(" --hz {} --walkers mixed ", round.settings.hz)), "{line}");
    let words = line.strip_prefix("crowd ").expect("the program's name");
    let output = run(&folder.0, words.split(' ').chain(["--json"]));
    let again: Value = serde_json::from_slice(&output.stdout).expect("one object");
    assert_eq!(again["state_hash"], Value::from(format!("{:016x}", round.state_hash)));
    assert_eq!((&again["frozen"], &again["stuck"]), (&round.counts.frozen.into(), &round.counts.stuck.into()));
    // Somebody else's walk if the walkers turn.
    let turning = line.replace("--walkers mixed", "--walkers turning");
    let output = run(&folder.0, turning.strip_prefix("crowd ").expect("its name").split(' ').chain(["--json"]));
    let other: Value = serde_json::from_slice(&output.stdout).expect("one object");
    assert_ne!(again["state_hash"], other["state_hash"]);
}

#[test]
fn the_object_has_every_level_and_they_add_up() {
    let folder = Folder::new("json");
    folder.file("yard.obj", YARD);
    folder.file("grid.obj", YARD);
    let words = "hunt --moves 96000 --scene stairs --scene funnel --level yard.obj --level grid.obj --seed 5 --json";
    let output = run(&folder.0, words.split(' '));
    assert!(output.status.success() && output.stderr.is_empty(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout).lines().count(), 1);
    let all: Value = serde_json::from_slice(&output.stdout).expect("one object");
    assert_eq!((&all["seed"], &all["clean"]), (&Value::from(5), &Value::from(true)));
    let levels = all["levels"].as_array().expect("a list");
    assert!(levels.iter().map(|level| &level["level"]).eq(["stairs", "funnel", "yard", "grid.obj"].iter()));
    assert!(levels.iter().all(|level| level["moves"] == 24_000 && level["skipped"] == Value::Array(vec![])));
    assert_eq!(levels[0]["triangles"], Scene::Stairs.build().triangles.len());
    let counts = ["rounds", "moves", "contacts", "left_level", "out_of_iterations", "overlapping"];
    for key in counts.into_iter().chain(["fell_through", "penetrating", "stuck", "frozen", "not_finite"]) {
        let count = |figures: &Value| figures[key].as_u64().unwrap_or_else(|| panic!("{key} in {figures}"));
        assert_eq!(count(&all["total"]), levels.iter().map(count).sum::<u64>(), "{key}");
    }
    // A yard without a fence.
    assert!(levels[2]["left_level"].as_u64() > Some(0), "{}", levels[2]);
    assert_eq!(all["findings"], Value::Array(vec![]));
}

#[test]
fn a_hunt_in_a_level_is_in_no_scene_unless_one_is_named() {
    let folder = Folder::new("only");
    folder.file("yard.obj", "v -9 0 -9\nv 9 0 -9\nv 9 0 9\nv -9 0 9\nf 4 3 2 1\n");
    let levels = |words: &str| {
        let output = run(&folder.0, format!("hunt --moves 1000 {words} --json").split_whitespace());
        assert!(output.status.success() && output.stderr.is_empty(), "{}", text(&output.stderr));
        let all: Value = serde_json::from_slice(&output.stdout).expect("an object");
        let levels = all["levels"].as_array().expect("a list").iter();
        levels.map(|level| level["level"].as_str().expect("a name").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(levels("--level yard.obj"), ["yard"]);
    assert_eq!(levels("--level yard.obj --scene stairs"), ["stairs", "yard"]);
}

#[test]
fn the_table_fits_a_terminal() {
    let folder = Folder::new("table");
    let output = run(&folder.0, "hunt --moves 1000 --scene stairs --scene seam-matched".split(' '));
    let table = text(&output.stdout);
    assert!(output.status.success() && output.stderr.is_empty(), "{}", text(&output.stderr));
    assert_eq!(table.lines().count(), 5, "{table}");
    assert!(table.lines().all(|line| line.chars().count() <= 120 && line.starts_with("  ")), "{table}");
    for name in ["level ", "stairs ", "seam-matched ", "all levels "] {
        assert!(table.lines().any(|line| line.trim_start().starts_with(name)), "{name} is missing:\n{table}");
    }
    assert_eq!(std::fs::read_dir(&folder.0).expect("the folder is there").count(), 0, "it writes no file");
}

#[test]
fn wrong_input_is_refused_before_the_hunt() {
    let folder = Folder::new("wrong");
    folder.file("wall.obj", "v 0 0 0\nv 9 0 0\nv 9 9 0\nv 0 9 0\nf 1 2 3 4\n");
    folder.file("points.obj", "v 0 0 0\n");
    let before = std::time::Instant::now();
    for (words, what) in [
        ("--level missing.obj", "crowd: cannot read missing.obj"),
        ("--scene grid --level wall.obj --level missing.obj", "crowd: cannot read missing.obj"),
        ("--level points.obj", "crowd: points.obj has no triangles"),
        ("--scene grid --level wall.obj", "crowd: found no floor in wall"),
    ] {
        let output = run(&folder.0, "hunt --moves 4000000000".split(' ').chain(words.split(' ')));
        let error = text(&output.stderr);
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""), "{words}: {error}");
        assert!(error.starts_with(what) && error.lines().count() == 1, "{words}: {error}");
    }
    assert!(before.elapsed().as_secs() < 20, "it hunted first: {:?}", before.elapsed());
    for (words, what) in [
        ("--moves 0", "whole number from 1 to"),
        ("--moves 1e6", "whole number from 1 to"),
        ("--threads 1025", "whole number from 0 to"),
        ("--seed -1", "whole number from 0 to"),
        ("--scene castle", "no scene is called \"castle\""),
        ("--level", "a value is required"),
        ("--radii 0.4", "unexpected argument '--radii'"),
        ("stairs", "unexpected argument 'stairs'"),
    ] {
        let output = run(&folder.0, ["hunt"].into_iter().chain(words.split(' ')));
        let error = text(&output.stderr);
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""), "{words}: {error}");
        assert!(error.contains(what) && !error.contains("panicked"), "{words}: {error}");
    }
}
