//! Where everybody was since the last check, and whether a way led through a triangle.
//!
//! In: every frame, the centres after it and what was desired and fallen in it. Out: whose path crossed a triangle, in
//! `f64`.
//!
//! A frame's way is first taken as the straight line between two centres. Where that crosses a triangle, it may be that
//! the way turned a corner the line cuts (a ball of 5 cm at 60 m/s goes twenty radii a frame): the move is then
//! repeated by itself and its true corners are looked at.

use crate::judging::check::{Tree, crosses};
use glam::{DVec3, Vec3};
use sweep8::{CrowdSettings, Ellipsoid, Scratch, World};

/// One frame of everybody.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// Centres at the end of the frame, metres.
    pub positions: Vec<DVec3>,
    /// Displacements desired in it, metres.
    pub desired: Vec<Vec3>,
    /// Speeds along gravity before it, m/s.
    pub fall_speeds: Vec<f32>,
}

/// What repeats a move.
#[derive(Clone, Copy, Debug)]
pub struct Mover<'a> {
    /// The world.
    pub world: &'a World,
    /// The shape of everybody.
    pub shape: Ellipsoid,
    /// The crowd's settings.
    pub settings: CrowdSettings,
    /// Time step, seconds.
    pub seconds: f32,
}

impl Mover<'_> {
    /// Whether the way of character `index` in the frame after `before` crosses a triangle.
    #[must_use]
    pub fn crosses(&self, tree: &Tree, before: &Frame, frame: &Frame, index: usize) -> bool {
        let (from, to) = (before.positions[index], frame.positions[index]);
        if !crosses(tree, from, to) {
            return false;
        }
        let settings = self.settings.slide_settings(frame.fall_speeds[index], self.seconds);
        let desired = frame.desired[index];
        let outcome = self.world.slide(&self.shape, from.as_vec3(), desired, &settings, &mut Scratch::new());
        let corners = outcome.waypoints().iter().map(|corner| from + corner.as_dvec3());
        let mut at = from;
        // The end is the one that was reached, so that a repetition that led elsewhere is no excuse.
        corners.chain([to]).any(|next| crosses(tree, std::mem::replace(&mut at, next), next))
    }
}
