//! Counts of wrong answers of each engine.
//!
//! In: motions of a body through a level, and each engine's answers. Out: for each engine the number of missed hits,
//! invented hits and wrong ends, judged in `f64` by [`Truth`] over all triangles near the way; and the number of answers
//! that agree with the first engine's.

use super::form::Form;
use crate::checking::Tree;
use crate::judging::accuracy::families::Sweep;
use crate::judging::accuracy::judge::{Truth, Verdict};
use crate::measuring::workload::Motion;
use glam::{DVec3, Vec3};
use rayon::prelude::*;
use serde::Serialize;
use std::ops::Add;
use sweep8::Ellipsoid;
use sweep8_scalar_ref::capsule_sweep::prism;

/// Difference along a sweep up to which the stops of two engines count as equal, metres; also the tolerance of late and early stops.
pub const TOLERATED: f64 = 0.001;

/// Numbers of wrong sweep answers of one engine, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Wrong {
    /// Number of sweeps with a contact for which the engine reports no hit.
    pub missed: usize,
    /// Number of sweeps without a contact for which the engine reports a hit.
    pub invented: usize,
    /// Number of sweeps that the engine stops more than [`TOLERATED`] beyond the first contact.
    pub late: usize,
    /// Number of sweeps that the engine stops with a gap of more than [`TOLERATED`] to every triangle.
    pub early: usize,
    /// Number of sweeps whose answer differs from the first engine's answer by more than [`TOLERATED`]; not an error in itself.
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

/// Judges the answers of every engine; `answers` has one list for each engine, with one answer for each motion.
///
/// # Panics
///
/// When a list of answers and the list of motions differ in length.
#[must_use]
pub fn judge(tree: &Tree, form: Form, motions: &[Motion], answers: &[Vec<Option<f32>>]) -> Vec<Wrong> {
    assert!(answers.iter().all(|of_one| of_one.len() == motions.len()), "one answer for each motion");
    let nothing = || vec![Wrong::default(); answers.len()];
    let sum = |a: Vec<Wrong>, b: Vec<Wrong>| a.into_iter().zip(b).map(|(a, b)| a + b).collect();
    let verdicts = motions.par_iter().enumerate().map(|(index, motion)| {
        let truth = truth(tree, form, motion);
        answers.iter().map(|of_one| verdict(&truth, form, motion, of_one[index], answers[0][index])).collect()
    });
    verdicts.reduce(nothing, sum)
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

/// Compares an engine's sweep fraction with the exact result and with the first engine's fraction; `None` is no hit.
fn verdict(truth: &Truth, form: Form, &(start, motion): &Motion, answer: Option<f32>, first: Option<f32>) -> Wrong {
    let [from, way] = [start, motion].map(Vec3::as_dvec3);
    let stop = answer.map(|fraction| from + way * f64::from(fraction));
    let same = match (answer, first) {
        (None, None) => true,
        (Some(a), Some(b)) => f64::from((a - b).abs()) * way.length() <= TOLERATED,
        _ => false,
    };
    let mut wrong = Wrong { different: usize::from(!same), ..Wrong::default() };
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
