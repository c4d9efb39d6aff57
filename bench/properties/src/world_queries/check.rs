//! Decodes a case, and runs its checks.

use super::case::Case;
use super::{all, motion, near};
use crate::bytes::{Reader, Writer};
use crate::finding::{Finding, Outcome};
use crate::soup::{self, Soup};
use glam::{DQuat, Vec3};
use sweep8::{Body, BodyPart, Ellipsoid, OrientedShape, Sides};

/// Maximum number of triangles per test case of queries.
const TRIANGLES: usize = 160;

pub(crate) fn check(bytes: &[u8]) -> Result<Outcome, Finding> {
    let mut reader = Reader::new(bytes);
    let sides = if reader.flag() { Sides::Front } else { Sides::Both };
    let (heading, distance) = (reader.vector(1e-6, 100.0), reader.between(0.0, 200.0));
    let (second, offset) = (reader.radii(0.05, 2.0), reader.vector(1e-3, 3.0));
    let Some(soup) = Soup::read(&mut reader, TRIANGLES) else { return Ok(Outcome::Skipped) };
    let turn = DQuat::from_scaled_axis(heading.as_dvec3()).as_quat();
    let Ok(second) = Ellipsoid::new(second) else { return Ok(Outcome::Skipped) };
    let Ok(second) = OrientedShape::new(reader.spine(second), turn) else { return Ok(Outcome::Skipped) };
    let parts = [BodyPart { shape: soup.shape.into(), offset: Vec3::ZERO }, BodyPart { shape: second, offset }];
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
    all::check(&case)?;
    Ok(Outcome::Held)
}

/// Encodes a test case of queries as bytes; `kind` selects how the motion is placed.
pub(crate) fn encode(shape: Vec3, center: Vec3, displacement: Vec3, kind: u8, triangles: &[[Vec3; 3]]) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.byte(kind).vector(displacement).number(50.0).vector(shape * 0.5).vector(Vec3::Y);
    Soup::write(&mut writer, shape, center, displacement, kind, triangles);
    writer.byte(kind);
    writer.finish()
}
