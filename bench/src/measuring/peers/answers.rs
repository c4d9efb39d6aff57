//! Counts of wrong answers of each engine.
//!
//! In: queries about a level, and each engine's answers. Out: for each engine the number of missed hits, invented hits and
//! wrong ends, judged in `f64` over all triangles near the way; and the number of answers that differ from the first
//! engine's. Sweeps are judged by [`Truth`], the rest by distances and crossings of single triangles.

use super::form::Form;
use super::peer::{Question, WITHIN};
use crate::checking::Tree;
use crate::judging::accuracy::families::Sweep;
use crate::judging::accuracy::judge::{Truth, Verdict};
use crate::measuring::workload::Motion;
use glam::{DVec3, Vec3};
use rayon::prelude::*;
use serde::Serialize;
use std::ops::Add;
use sweep8::Ellipsoid;

use sweep8_scalar_ref::brute_force::{Triangle, distance, segment_crosses};
use sweep8_scalar_ref::capsule_sweep::prism;

/// Difference up to which two answers count as equal, metres; also the tolerance of late and early stops.
pub const TOLERATED: f64 = 0.001;

/// Numbers of wrong answers of one engine, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Wrong {
    /// Number of queries with something to find for which the engine finds nothing.
    pub missed: usize,
    /// Number of queries with nothing to find for which the engine finds something.
    pub invented: usize,
    /// Number of stops more than [`TOLERATED`] beyond the first contact, and of distances that are as much too large.
    pub late: usize,
    /// Number of stops with a gap of more than [`TOLERATED`] to every triangle, and of distances that are as much too small.
    pub early: usize,
    /// Number of queries whose answer differs from the first engine's answer by more than [`TOLERATED`]; not an error in itself.
    pub different: usize,
}

impl Wrong {
    /// Returns the number of wrong answers: missed, invented, late and early.
    #[must_use]
    pub fn count(&self) -> usize {
        self.missed + self.invented + self.late + self.early
    }
}

impl Add for Wrong {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self {
            missed: self.missed + other.missed,
            invented: self.invented + other.invented,
            late: self.late + other.late,
            early: self.early + other.early,
            different: self.different + other.different,
        }
    }
}

/// Judges the answers of every engine to a question; `answers` has one list for each engine, with one answer for each motion.
///
/// # Panics
///
/// When a list of answers and the list of motions differ in length.
#[must_use]
pub fn judge(
    tree: &Tree,
    form: Form,
    question: Question,
    motions: &[Motion],
    answers: &[&[Option<f32>]],
) -> Vec<Wrong> {
    assert!(answers.iter().all(|of_one| of_one.len() == motions.len()), "one answer for each motion");
    let nothing = || vec![Wrong::default(); answers.len()];
    let sum = |a: Vec<Wrong>, b: Vec<Wrong>| a.into_iter().zip(b).map(|(a, b)| a + b).collect();
    let verdicts = motions.par_iter().enumerate().map(|(index, motion)| {
        let verdict = verdict_of(tree, form, question, motion);
        let scale = match question {
            Question::Sweep | Question::Ray => motion.1.length(),
            Question::AnyHit | Question::Overlap | Question::ClosestPoint => 1.0,
        };
        let verdict_on = |of_one: &&[Option<f32>]| {
            let answer = of_one[index];
            Wrong { different: usize::from(differ(answer, answers[0][index], scale)), ..verdict(answer) }
        };
        answers.iter().map(verdict_on).collect()
    });
    verdicts.reduce(nothing, sum)
}

/// Whether two answers differ by more than [`TOLERATED`]; `scale` is a metre of them.
fn differ(a: Option<f32>, b: Option<f32>, scale: f32) -> bool {
    match (a, b) {
        (None, None) => false,
        (Some(a), Some(b)) => f64::from((a - b).abs() * scale) > TOLERATED,
        _ => true,
    }
}

/// What judges an answer to a question about one motion.
fn verdict_of(tree: &Tree, form: Form, question: Question, motion: &Motion) -> Box<dyn Fn(Option<f32>) -> Wrong> {
    let &(start, displacement) = motion;
    let [from, way] = [start, displacement].map(Vec3::as_dvec3);
    match question {
        Question::Sweep => {
            let truth = truth(tree, form, motion);
            Box::new(move |answer| of_sweep(&truth, form, answer.map(|fraction| from + way * f64::from(fraction))))
        }
        Question::Ray | Question::AnyHit => {
            let (crossings, length) = (Crossings::of(tree, from, way), way.length());
            let is_any = question == Question::AnyHit;
            Box::new(move |answer| match answer {
                Some(_) if is_any => crossings.of_any(true, length),
                None => crossings.of_any(false, length),
                Some(fraction) => crossings.of_first(f64::from(fraction) * length),
            })
        }
        Question::Overlap => {
            let gap = gap_of(tree, form, from);
            Box::new(move |answer| Wrong {
                missed: usize::from(answer.is_none() && gap < -TOLERATED),
                invented: usize::from(answer.is_some() && gap > TOLERATED),
                ..Wrong::default()
            })
        }
        Question::ClosestPoint => {
            let within = f64::from(WITHIN);
            let closest = least_distance(tree, from, within + TOLERATED);
            Box::new(move |answer| match answer.map(f64::from) {
                None => Wrong { missed: usize::from(closest < within - TOLERATED), ..Wrong::default() },
                Some(_) if closest > within + TOLERATED => Wrong { invented: 1, ..Wrong::default() },
                Some(distance) => Wrong {
                    late: usize::from(distance > closest + TOLERATED),
                    early: usize::from(distance < closest - TOLERATED),
                    ..Wrong::default()
                },
            })
        }
    }
}

/// Computes the exact result, in f64, of sweeping a body along a motion. A capsule touches a triangle where the ball about its centre
/// touches the triangle swept along the spine, a prism.
fn truth(tree: &Tree, form: Form, &(start, motion): &Motion) -> Truth {
    let [from, way] = [start, motion].map(Vec3::as_dvec3);
    // A little more than the body; triangles that are too far away are dropped below.
    let reach = form.shape().half_extents().as_dvec3() * 1.02;
    let spine = DVec3::Y * f64::from(form.half_height());
    let mut near = Vec::new();
    tree.visit(from.min(from + way) - reach, from.max(from + way) + reach, |_, triangle| match form {
        Form::Ball => near.push(*triangle),
        Form::Capsule => near.extend(prism(triangle, spine)),
    });
    let ball = Ellipsoid::ball(form.radius()).expect("a radius in range");
    Truth::of(&Sweep::new(ball, start, motion, near))
}

/// Compares the stop of a sweep, or `None` without one, with the exact result.
fn of_sweep(truth: &Truth, form: Form, stop: Option<DVec3>) -> Wrong {
    let mut wrong = Wrong::default();
    match truth.judge(stop) {
        Verdict::Passed => {}
        Verdict::Missed { .. } => wrong.missed = 1,
        Verdict::Invented => wrong.invented = 1,
        Verdict::Stopped { tunnel, .. } if tunnel > TOLERATED => wrong.late = 1,
        Verdict::Stopped { gap_error, .. } => {
            wrong.early = usize::from(gap_error * f64::from(form.radius()) > TOLERATED);
        }
    }
    wrong
}

/// Margin at the border of a triangle within which a ray may cross it or pass it, metres: that of `f32` coordinates some hundred
/// metres from the origin.
const MARGIN: f64 = 1.0e-4;

/// Smallest cosine between a ray and the normal of a triangle that the ray has to cross.
const GRAZING: f64 = 1.0e-3;

/// Length of the pieces in which triangles along a ray are looked up, metres.
const PIECE: f64 = 4.0;

/// Where a ray crosses triangles, up to the first that it cannot have passed.
struct Crossings {
    /// Distance along the ray of the first triangle that it crosses beyond doubt, metres; infinite without one.
    certain: f64,
    /// Distances of all triangles crossed before that, or maybe crossed, and how far off each may be, metres.
    possible: Vec<(f64, f64)>,
}

impl Crossings {
    fn of(tree: &Tree, from: DVec3, way: DVec3) -> Self {
        let (length, along) = (way.length(), way.normalize());
        let mut crossings = Self { certain: f64::INFINITY, possible: Vec::new() };
        let pieces = (length / PIECE).ceil() as usize;
        for piece in 0..pieces {
            let [begin, end] = [piece, piece + 1].map(|piece| from + along * (piece as f64 * PIECE).min(length));
            let margin = DVec3::splat(TOLERATED);
            tree.visit(begin.min(end) - margin, begin.max(end) + margin, |_, triangle| {
                crossings.meet(triangle, from, along, length);
            });
            if crossings.certain < (piece + 1) as f64 * PIECE {
                break;
            }
        }
        crossings
    }

    fn meet(&mut self, [a, b, c]: &Triangle, from: DVec3, along: DVec3, length: f64) {
        let normal = (*b - *a).cross(*c - *a).normalize_or_zero();
        let approach = normal.dot(along);
        let at = normal.dot(*a - from) / approach;
        // In the plane, or of a triangle without area, it is nothing to cross.
        if !at.is_finite() {
            return;
        }
        let point = from + along * at;
        // How far inside the triangle the point is, by the nearest of its edges.
        let inside = [(a, b), (b, c), (c, a)]
            .map(|(p, q)| normal.cross(*q - *p).normalize_or_zero().dot(point - *p))
            .into_iter()
            .fold(f64::INFINITY, f64::min);
        let off = TOLERATED + MARGIN / approach.abs();
        if inside < -off || at < -off || at > length + off {
            return;
        }
        self.possible.push((at, off));
        if inside > MARGIN && approach.abs() > GRAZING && at > TOLERATED && at < length - TOLERATED {
            self.certain = self.certain.min(at);
        }
    }

    fn of_first(&self, stop: f64) -> Wrong {
        let is_there = self.possible.iter().any(|&(at, off)| (stop - at).abs() <= off);
        Wrong {
            invented: usize::from(!is_there && self.possible.is_empty()),
            late: usize::from(stop > self.certain + TOLERATED),
            early: usize::from(!is_there && !self.possible.is_empty() && stop <= self.certain + TOLERATED),
            ..Wrong::default()
        }
    }

    fn of_any(&self, found: bool, length: f64) -> Wrong {
        Wrong {
            missed: usize::from(!found && self.certain < length),
            invented: usize::from(found && self.possible.is_empty()),
            ..Wrong::default()
        }
    }
}

/// Gap between the body at a place and the level, metres; less than 0 if they overlap, infinite if the level is far away.
fn gap_of(tree: &Tree, form: Form, center: DVec3) -> f64 {
    let spine = DVec3::Y * f64::from(form.half_height());
    let reach = form.shape().half_extents().as_dvec3() + 2.0 * TOLERATED;
    let mut least = f64::INFINITY;
    tree.visit(center - reach, center + reach, |_, triangle| {
        let crosses = form != Form::Ball && segment_crosses(center - spine, center + spine, triangle);
        let to = match form {
            _ if crosses => 0.0,
            Form::Ball => distance(center, triangle),
            // Its spine is as far from the triangle as its centre is from the sides of the prism.
            Form::Capsule => {
                prism(triangle, spine).iter().map(|side| distance(center, side)).fold(f64::INFINITY, f64::min)
            }
        };
        least = least.min(to);
    });
    least - f64::from(form.radius())
}

/// Distance from a point to the level, metres; infinite beyond `within`.
fn least_distance(tree: &Tree, from: DVec3, within: f64) -> f64 {
    let mut least = f64::INFINITY;
    tree.visit(from - within, from + within, |_, triangle| least = least.min(distance(from, triangle)));
    if least <= within { least } else { f64::INFINITY }
}
