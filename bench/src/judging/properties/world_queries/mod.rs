//! What a world of many triangles answers is what its triangles answer alone, whatever the tree looks like.
//!
//! In: a soup of up to 160 triangles, a ray, a second shape. Out: findings about any query.
//!
//! 1. Every query is asked of the whole world, of the same world with far triangles behind its own (another tree, the
//!    same ids), and of a world for each triangle.
//! 2. The first two must agree in every bit. The answers of single triangles are combined by the documented rules.
//! 3. With the triangles in reverse order, each there twice and turned to begin with other corners, ids change, and with
//!    them who wins a tie; how far it is does not, to the bit.
//!
//! Of copies of a triangle a world keeps the one with the lowest id: single triangles are those that are kept.

mod motion;
mod near;

use super::bytes::{Reader, Writer};
use super::soup::{self, Soup};
use super::{Finding, Outcome, demand};
use glam::Vec3;
use std::fmt::Debug;
use sweep8::{Body, BodyPart, Ellipsoid, Scratch, Sides, World};

/// Most triangles of a case.
const TRIANGLES: usize = 160;

/// Allowed difference of two distances, as part of one and the largest coordinate they were computed from.
const ROUNDING: f64 = 1e-6;

/// A case with its worlds.
struct Case {
    soup: Soup,
    sides: Sides,
    body: Body,
    /// Where rays go, and how far.
    heading: Vec3,
    distance: f32,
    whole: World,
    another_tree: World,
    reversed: World,
    /// A world for each triangle that is kept, and its id.
    alone: Vec<(u32, World)>,
}

pub(super) fn check(bytes: &[u8]) -> Result<Outcome, Finding> {
    let mut reader = Reader::new(bytes);
    let sides = if reader.flag() { Sides::Front } else { Sides::Both };
    let (heading, distance) = (reader.vector(1e-6, 100.0), reader.between(0.0, 200.0));
    let (second, offset) = (reader.radii(0.05, 2.0), reader.vector(1e-3, 3.0));
    let Some(soup) = Soup::read(&mut reader, TRIANGLES) else { return Ok(Outcome::Skipped) };
    let Ok(second) = Ellipsoid::new(second) else { return Ok(Outcome::Skipped) };
    let parts = [BodyPart { shape: soup.shape, offset: Vec3::ZERO }, BodyPart { shape: second, offset }];
    let Ok(body) = Body::new(&parts) else { return Ok(Outcome::Skipped) };
    let kept = soup::without_copies(&soup.triangles);
    let turned = |by: usize| kept.iter().rev().map(move |&id| (id + by, id));
    let reversed: Vec<_> = turned(1).chain(turned(2)).map(|(by, id)| soup::turned(soup.triangles[id], by)).collect();
    let case = Case {
        sides,
        body,
        heading,
        distance,
        whole: soup.world(),
        another_tree: soup::world_of_another_tree(&soup.triangles),
        reversed: soup::world_of(&reversed),
        alone: kept.iter().map(|&id| (id as u32, soup::world_of(&[soup.triangles[id]]))).collect(),
        soup,
    };
    motion::check(&case)?;
    near::check(&case)?;
    Ok(Outcome::Held)
}

/// The bytes of a case.
pub(super) fn encode(shape: Vec3, center: Vec3, displacement: Vec3, kind: u8, triangles: &[[Vec3; 3]]) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.byte(kind).vector(displacement).number(50.0).vector(shape * 0.5).vector(Vec3::Y);
    Soup::write(&mut writer, shape, center, displacement, kind, triangles);
    writer.finish()
}

impl Case {
    /// What the whole world answers; another tree must answer the same bits. Debug text shows every bit but those of
    /// a NaN.
    fn ask<A: Debug>(&self, query: &str, ask: impl Fn(&World, &mut Scratch) -> A) -> Result<A, Finding> {
        let mut scratch = Scratch::new();
        let answer = ask(&self.whole, &mut scratch);
        let (text, other) = (format!("{answer:?}"), format!("{:?}", ask(&self.another_tree, &mut scratch)));
        demand(text == other, || self.say(query, &format!("{text}, but {other} from another tree")))?;
        Ok(answer)
    }

    /// What every triangle answers, with its id.
    fn ask_alone<A>(&self, ask: impl Fn(&World, &mut Scratch) -> Option<A>) -> Vec<(u32, A)> {
        let mut scratch = Scratch::new();
        self.alone.iter().filter_map(|(id, world)| Some((*id, ask(world, &mut scratch)?))).collect()
    }

    fn say(&self, query: &str, what: &str) -> String {
        let Self { sides, body, heading, distance, soup, .. } = self;
        format!("{query}: {what}; {sides:?}, heading {heading:?}, distance {distance:?}, {body:?}, {soup:?}")
    }

    /// The largest coordinate relative to `point`, metres.
    fn largest_about(&self, point: Vec3) -> f64 {
        let corners = self.soup.triangles.iter().flatten();
        corners.map(|v| (v.as_dvec3() - point.as_dvec3()).abs().max_element()).fold(1.0, f64::max)
    }
}
