//! A case with its worlds, and the ways to query it: the whole world, another tree of it, each triangle alone.

use crate::finding::{Finding, demand};
use crate::soup::Soup;
use glam::Vec3;
use std::fmt::Debug;
use sweep8::{Body, Sides, World};

/// Tolerance of a distance of a query's answer, as a fraction of 1 + the largest coordinate.
pub(super) const ROUNDING: f64 = 1e-6;

/// A decoded test case of queries, with the worlds that are compared.
pub(super) struct Case {
    pub(super) soup: Soup,
    pub(super) sides: Sides,
    pub(super) body: Body,
    /// Unit direction of the test's rays.
    pub(super) heading: Vec3,
    pub(super) distance: f32,
    pub(super) whole: World,
    pub(super) another_tree: World,
    pub(super) reversed: World,
    /// Worlds of one triangle each, with the triangle's id in the whole world.
    pub(super) alone: Vec<(u32, World)>,
}

impl Case {
    /// Returns the answer of the whole world; another tree must give the same bits. Debug text shows every bit but those of a
    /// NaN.
    pub(super) fn ask<A: Debug>(&self, query: &str, ask: impl Fn(&World) -> A) -> Result<A, Finding> {
        let answer = ask(&self.whole);
        let (text, other) = (format!("{answer:?}"), format!("{:?}", ask(&self.another_tree)));
        demand(text == other, || self.say(query, &format!("{text}, but {other} from another tree")))?;
        Ok(answer)
    }

    /// Returns the answers of the worlds of one triangle each, with the triangle's id, without triangles that have no answer.
    pub(super) fn ask_alone<A>(&self, ask: impl Fn(&World) -> Option<A>) -> Vec<(u32, A)> {
        self.alone.iter().filter_map(|(id, world)| Some((*id, ask(world)?))).collect()
    }

    pub(super) fn say(&self, query: &str, what: &str) -> String {
        let Self { sides, body, heading, distance, soup, .. } = self;
        format!("{query}: {what}; {sides:?}, heading {heading:?}, distance {distance:?}, {body:?}, {soup:?}")
    }

    /// Returns the largest coordinate of the test's triangles relative to `point`, metres, at least 1.
    pub(super) fn largest_about(&self, point: Vec3) -> f64 {
        let corners = self.soup.triangles.iter().flatten();
        corners.map(|v| (v.as_dvec3() - point.as_dvec3()).abs().max_element()).fold(1.0, f64::max)
    }
}
