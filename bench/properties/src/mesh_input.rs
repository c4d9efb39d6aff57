//! Any positions, indices and materials give a mesh or an error that names the fault, and a mesh is safe to use.
//!
//! In: positions of any bits, index triples, materials. This file decides independently, in the plainest way, which
//! input must be refused.

use crate::bytes::{Reader, Writer};
use crate::finding::{Finding, Outcome, demand};
use crate::usable;
use glam::Vec3;
use sweep8::limits::MAX_COORDINATE;
use sweep8::{Material, Mesh, MeshError, World};

/// Maximum index that is used unchanged, so that most triangles have valid indices; larger indices are far out of
/// range.
const SMALL_INDEX: u8 = 250;

pub(crate) fn check(bytes: &[u8]) -> Result<Outcome, Finding> {
    let mut reader = Reader::new(bytes);
    let (position_count, triangle_count, kind_count) = (reader.byte(), reader.byte(), reader.byte() % 4);
    let positions: Vec<Vec3> = (0..position_count).map(|_| reader.raw_vector()).collect();
    let triangles: Vec<[u32; 3]> = (0..triangle_count).map(|_| [(); 3].map(|()| index(reader.byte()))).collect();
    let kinds: Vec<Material> = (0..kind_count).map(|_| Material::with_friction(reader.raw())).collect();

    let bad_position = positions.iter().position(|p| !(p.abs().max_element() <= MAX_COORDINATE && p.is_finite()));
    let bad_triangle = triangles.iter().position(|t| t.iter().any(|&corner| corner >= u32::from(position_count)));
    let case = |what: &dyn std::fmt::Debug| format!("{what:?}; {positions:?}, {triangles:?}, {kinds:?}");
    let mesh = match Mesh::new(&positions, &triangles) {
        Ok(mesh) => mesh,
        Err(error) => {
            let named = match error {
                MeshError::NotFinite { position, .. } | MeshError::TooFar { position, .. } => {
                    bad_position == Some(position)
                }
                MeshError::IndexOutOfRange { triangle, .. } => bad_position.is_none() && bad_triangle == Some(triangle),
                _ => false,
            };
            return demand(named, || case(&error)).map(|()| Outcome::Held);
        }
    };
    demand(bad_position.is_none() && bad_triangle.is_none(), || case(&"accepted"))?;
    let of_triangle: Vec<u16> = (0..triangle_count).map(|_| u16::from(reader.byte() % 5)).collect();
    let bad_kind = kinds.iter().any(|kind| !(kind.friction >= 0.0 && kind.friction.is_finite()));
    let bad_name = of_triangle.iter().any(|&kind| kind >= u16::from(kind_count));
    let mesh = if kind_count == 0 { Ok(mesh) } else { mesh.with_materials(&kinds, &of_triangle) };
    let refused = kind_count > 0 && (bad_kind || bad_name);
    demand(mesh.is_err() == refused, || case(&mesh.as_ref().err()))?;
    let Ok(mesh) = mesh else { return Ok(Outcome::Held) };

    let world = World::from_mesh(mesh);
    let report = world.report();
    let counted = report.triangles == triangles.len() && report.degenerate + report.duplicates <= report.triangles;
    demand(counted, || case(&report))?;
    let beside = triangles.first().map_or(Vec3::ZERO, |triangle| positions[triangle[0] as usize]);
    usable::check(&world, beside, &mut reader).map_err(|finding| Finding(case(&finding.0)))?;
    Ok(Outcome::Held)
}

/// Encodes a test case of a mesh as bytes: a triangle for every three positions, with one material.
pub(crate) fn encode(triangles: &[[Vec3; 3]]) -> Vec<u8> {
    let mut writer = Writer::default();
    let count = triangles.len().min(usize::from(SMALL_INDEX / 3));
    writer.byte(3 * count as u8).byte(count as u8).byte(1);
    for &triangle in &triangles[..count] {
        writer.triangle(triangle);
    }
    for corner in 0..3 * count as u8 {
        writer.byte(corner);
    }
    writer.number(0.3);
    for _ in 0..count {
        writer.byte(0);
    }
    writer.vector(Vec3::Y).vector(Vec3::NEG_Y * 3.0);
    writer.finish()
}

fn index(byte: u8) -> u32 {
    if byte <= SMALL_INDEX { u32::from(byte) } else { u32::MAX - u32::from(u8::MAX - byte) }
}
