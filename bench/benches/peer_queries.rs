//! One query about a level, sweep8 against its peers: two-sided sweeps of a capsule or a ball, rays, whether a ray hits anything, overlaps,
//! and closest points; the same queries about the same triangles, one by one, in random order; the engines alternate. A scene of instances
//! is queried as one mesh, with its machines where they start.
//!
//! First an `f64` oracle judges every engine's answers; the run ends if an engine gives too many wrong ones. On levels of small triangles,
//! where this takes long, each is asked a tenth of the queries. The conditions differ a little:
//! - parry3d and `PhysX` query the mesh itself, CWBVH and Embree their trees; Jolt asks its `NarrowPhaseQuery`, with a broad phase of one
//!   body, as its users do.
//! - A sweep and a ray find the fraction, the point, the normal and the triangle; of CWBVH and Embree the fraction, the normal and the
//!   triangle. An overlap and any hit find yes or no. A closest point is one within 2 m; Jolt's is that of a ball of 1 mm.
//! - sweep8 finds out at run time that it may use AVX2, and so does Embree. Jolt is compiled for AVX2 and fused multiply-add, `PhysX` for
//!   SSE2, as both are by default; parry3d and CWBVH are compiled with cargo's defaults. The system's compiler makes Jolt slower than clang
//!   does: `.ci/peers` compiles with clang, and gives this bench the compilers and their flags to print.
//! - In its turn an engine runs the whole list of queries once untimed, and then timed as often as fills a twentieth of a second, so that a
//!   short disturbance of the machine weighs the same on fast and slow engines.

use clap::Parser;
use serde::Serialize;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use sweep8_bench::checking::Tree;
use sweep8_bench::levels::Level;
use sweep8_bench::levels::world_of;
use sweep8_bench::measuring::peers::answers::{Wrong, judge};
use sweep8_bench::measuring::peers::command_line::Arguments;
use sweep8_bench::measuring::peers::{Form, QueryPeer, Question, queried};
use sweep8_bench::measuring::speed::measure::{Job, interleaved};
use sweep8_bench::measuring::workload::{Motion, is_of_small_triangles, motions_of, places};

/// The queries, with lengths of their motions, metres; 0 where the length plays no part.
const QUERIES: [(Question, f32); 11] = [
    (Question::Sweep, 0.2),
    (Question::Sweep, 1.0),
    (Question::Sweep, 10.0),
    (Question::Ray, 0.5),
    (Question::Ray, 5.0),
    (Question::Ray, 50.0),
    (Question::Ray, 500.0),
    (Question::AnyHit, 5.0),
    (Question::AnyHit, 50.0),
    (Question::Overlap, 0.0),
    (Question::ClosestPoint, 0.0),
];

/// The least time of a timed turn.
const LEAST_LAP: Duration = Duration::from_millis(50);

/// Largest share of wrong answers that a peer may give: with wrong inputs most answers would be wrong.
const WRONG: f64 = 0.02;

/// The figures of one engine on one scene and query.
#[derive(Serialize)]
struct Row {
    scene: String,
    triangles: usize,
    form: Form,
    question: Question,
    length: f32,
    queries: usize,
    peer: &'static str,
    nanoseconds: f64,
    times_sweep8: f64,
    wrong: Wrong,
}

impl Row {
    /// The query, as the tables name it.
    fn query(&self) -> String {
        match self.question {
            Question::Sweep => format!("sweep {} m", self.length),
            Question::Ray => format!("ray {} m", self.length),
            Question::AnyHit => format!("any hit {} m", self.length),
            Question::Overlap => "overlap".to_owned(),
            Question::ClosestPoint => "closest point".to_owned(),
        }
    }
}

/// Answers of one engine to a list of queries.
type Answers = Vec<Option<f32>>;

/// Asks an engine all queries; false if it has no such query.
fn ask(peer: &mut dyn QueryPeer, question: Question, motions: &[Motion], answers: &mut Answers) -> bool {
    answers.clear();
    peer.answer_all(question, motions, answers)
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("peer_queries: {message}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let (most, rounds) = if arguments.is_quick() { (2_000, 3) } else { (20_000, 11) };
    arguments.print_built();
    let mut rows = Vec::new();
    for ground in arguments.levels()? {
        let level = ground.into_mesh();
        let count = if is_of_small_triangles(&level) { most / 10 } else { most };
        println!(
            "\n{}, {} triangles, {}, {count} queries, ns of one and times that of sweep8, medians of {rounds} turns",
            level.name,
            level.triangles.len(),
            arguments.form().name()
        );
        println!(
            "  query          engine         ns  x sweep8   missed  invented  late > 1 mm  early > 1 mm  not as sweep8"
        );
        let world = world_of(&level);
        let tree = Tree::new(&level.positions, &level.triangles);
        let mut peers = queried(&level, arguments.form());
        for (question, length) in QUERIES {
            let motions = if length > 0.0 {
                motions_of(arguments.form().shape(), &level, &world, length, count, 1)
            } else {
                places(&level, count, 1)
            };
            let of_query = measure(&mut peers, &tree, &level, arguments.form(), (question, length), &motions, rounds);
            for row in &of_query {
                let Wrong { missed, invented, late, early, different } = row.wrong;
                println!(
                    "  {:13}  {:9} {:>7.0}  {:>8.2}   {missed:>6}  {invented:>8}  {late:>11}  {early:>12}  {different:>13}",
                    row.query(),
                    row.peer,
                    row.nanoseconds,
                    row.times_sweep8
                );
            }
            rows.extend(of_query);
        }
    }
    arguments.save(&rows)
}

/// Asks all engines that have the query, judges what they say, and times them.
fn measure(
    peers: &mut [Box<dyn QueryPeer>],
    tree: &Tree,
    level: &Level,
    form: Form,
    (question, length): (Question, f32),
    motions: &[Motion],
    rounds: usize,
) -> Vec<Row> {
    let mut asked: Vec<(&mut Box<dyn QueryPeer>, Answers)> = peers
        .iter_mut()
        .filter_map(|peer| {
            let mut answers = Vec::with_capacity(motions.len());
            ask(&mut **peer, question, motions, &mut answers).then_some((peer, answers))
        })
        .collect();
    let wrong = {
        let answers: Vec<&[Option<f32>]> = asked.iter().map(|(_, answers)| &answers[..]).collect();
        judge(tree, form, question, motions, &answers)
    };
    let what = format!("{}, {question:?}, {length} m", level.name);
    assert_eq!(wrong[0].count(), 0, "{what}: sweep8 is wrong: {:?}", wrong[0]);
    for ((peer, _), wrong) in asked.iter().zip(&wrong) {
        assert!(wrong.count() as f64 <= WRONG * motions.len() as f64, "{what}, {}: {wrong:?}", peer.name());
    }
    let jobs = asked.iter_mut().map(|(peer, answers)| -> Job {
        Box::new(|| {
            // Once untimed: this engine then finds the caches as the others left them.
            ask(&mut ***peer, question, motions, answers);
            let (started, mut laps) = (Instant::now(), 0);
            while started.elapsed() < LEAST_LAP {
                ask(&mut ***peer, question, motions, answers);
                laps += 1;
            }
            started.elapsed().as_nanos() as f64 / (laps * motions.len()) as f64
        })
    });
    let timings = interleaved(rounds, &mut jobs.collect::<Vec<_>>());
    let names = asked.iter().map(|(peer, _)| peer.name());
    let rows = names.zip(wrong).zip(&timings).map(|((peer, wrong), timing)| Row {
        scene: level.name.clone(),
        triangles: level.triangles.len(),
        form,
        question,
        length,
        queries: motions.len(),
        peer,
        nanoseconds: timing.median(),
        times_sweep8: timing.times(&timings[0]),
        wrong,
    });
    rows.collect()
}
