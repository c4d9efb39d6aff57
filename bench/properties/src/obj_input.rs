//! Any bytes give a level or an error, and a level is safe to use.
//!
//! In: the bytes of a file. A level is no larger than its text, its positions are finite and its indices valid; the
//! kernel may still refuse the mesh for its size.

use crate::bytes::Reader;
use crate::finding::{Finding, Outcome, demand};
use crate::usable;
use glam::Vec3;
use std::fmt::Write;
use sweep8::{Mesh, MeshError, World};
use sweep8_levels::{Format, Level};

pub(crate) fn check(bytes: &[u8]) -> Result<Outcome, Finding> {
    let level = match Level::from_bytes("case.obj", bytes) {
        Ok(level) if level.format == Format::Obj => level.meshes.into_iter().next().unwrap_or_default(),
        // Bytes that begin as another format does: the property `gltf_input` checks those.
        Ok(_) => return Ok(Outcome::Held),
        Err(error) => {
            let text = error.to_string();
            let is_line = !text.is_empty() && text.lines().count() == 1;
            return demand(is_line, || format!("not one line: {text:?}")).map(|()| Outcome::Held);
        }
    };
    let count = level.positions.len();
    let case = |what: &dyn std::fmt::Debug| format!("{what:?}; {:?}", String::from_utf8_lossy(bytes));
    demand(!level.triangles.is_empty(), || case(&"a level without triangles"))?;
    demand(count.max(level.triangles.len()) <= bytes.len(), || case(&(count, level.triangles.len())))?;
    demand(level.positions.iter().all(|p| p.is_finite()), || case(&"a position that is not finite"))?;
    let named = level.triangles.iter().flatten().all(|&corner| (corner as usize) < count);
    demand(named, || case(&"a triangle with an invalid index"))?;
    let mesh = match Mesh::new(&level.positions, &level.triangles) {
        Ok(mesh) => mesh,
        Err(error) => {
            let too_far = matches!(error, MeshError::TooFar { .. });
            return demand(too_far, || case(&error)).map(|()| Outcome::Held);
        }
    };
    usable::check(&World::from_mesh(mesh), level.positions[0], &mut Reader::new(bytes))
        .map_err(|finding| Finding(case(&finding.0)))?;
    Ok(Outcome::Held)
}

/// Encodes triangles as the text of an OBJ file, the bytes of a test case.
pub(crate) fn encode(triangles: &[[Vec3; 3]]) -> Vec<u8> {
    let mut text = String::from("o level\n");
    for (index, corners) in triangles.iter().enumerate() {
        for corner in corners {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "v {} {} {}", corner.x, corner.y, corner.z);
        }
        let last = 3 * index + 3;
        let _ = if index % 2 == 0 {
            writeln!(text, "f {} {} {}", last - 2, last - 1, last)
        } else {
            writeln!(text, "f -3/1 -2/1/1 -1//1 # from behind")
        };
    }
    text.into_bytes()
}
