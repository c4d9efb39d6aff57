//! Any bytes give a level of instances or an error, and a level is safe to use.
//!
//! In: the bytes of a file, text or binary, that names no other files. Each mesh has positions that are finite and
//! materials with names; the kernel may still refuse a level for its size.

use crate::bytes::Reader;
use crate::finding::{Finding, Outcome, demand};
use crate::usable;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use glam::Vec3;
use sweep8::{Field, MeshError};
use sweep8_bench::levels::Parts;
use sweep8_bench::walking::machinery::{cook, world_of};
use sweep8_levels::Level;

/// Maximum number of triangles of a loaded level that is tested further: small files can declare many triangles.
const MOST: usize = 100_000;

pub(crate) fn check(bytes: &[u8]) -> Result<Outcome, Finding> {
    let case = |what: &dyn std::fmt::Debug| format!("{what:?}; {:?}", String::from_utf8_lossy(bytes));
    let level = match Level::from_bytes("case.glb", bytes) {
        Ok(level) => level,
        Err(error) => {
            let text = error.to_string();
            let is_line = !text.is_empty() && text.lines().count() == 1;
            return demand(is_line, || case(&text)).map(|()| Outcome::Held);
        }
    };
    let level = Parts::from(level);
    let Parts { meshes, parts, materials, material_names, .. } = &level;
    demand(!parts.is_empty() && meshes.len() == materials.len(), || case(&level))?;
    for (mesh, materials) in meshes.iter().zip(materials) {
        demand(mesh.positions.iter().all(|p| p.is_finite()), || case(&"a position that is not finite"))?;
        let named = mesh.triangles.iter().flatten().all(|&corner| (corner as usize) < mesh.positions.len());
        demand(named, || case(&"a triangle with an invalid index"))?;
        let known = materials.iter().all(|&material| usize::from(material) < material_names.len());
        demand(known && materials.len() == mesh.triangles.len(), || case(&"a triangle without a material"))?;
    }
    if meshes.iter().map(|mesh| mesh.triangles.len()).sum::<usize>() > MOST {
        return Ok(Outcome::Held);
    }
    let meshes = match cook(&level) {
        Ok(meshes) => meshes,
        Err(error) => {
            let too_far = matches!(error, MeshError::TooFar { .. });
            return demand(too_far, || case(&error)).map(|()| Outcome::Held);
        }
    };
    let world = match world_of(&level, &meshes) {
        Ok(world) => world,
        Err(error) => {
            let too_far = matches!(error.field(), Field::Translation | Field::Bounds);
            return demand(too_far, || case(&error)).map(|()| Outcome::Held);
        }
    };
    usable::check(&world, level.corners(0, 0, 0.0)[0], &mut Reader::new(bytes))
        .map_err(|finding| Finding(case(&finding.0)))?;
    Ok(Outcome::Held)
}

/// Encodes a test file in glTF, text or binary: two nodes with the same mesh, the second a child of the first.
pub(crate) fn encode(number: u8, triangles: &[[Vec3; 3]]) -> Vec<u8> {
    let numbers = triangles.as_flattened().iter().flat_map(Vec3::to_array);
    let buffer: Vec<u8> = numbers.flat_map(f32::to_le_bytes).collect();
    let (count, length) = (3 * triangles.len(), buffer.len());
    let is_binary = number.is_multiple_of(2);
    let uri = format!(r#""uri":"data:;base64,{}","#, BASE64_STANDARD.encode(&buffer));
    let uri = if is_binary { "" } else { &uri };
    let mut text = format!(
        r#"{{"asset":{{"version":"2.0"}},"buffers":[{{{uri}"byteLength":{length}}}],"bufferViews":[{{"buffer":0,"byteOffset":0,
"byteLength":{length},"byteStride":12}}],"accessors":[{{"bufferView":0,"componentType":5126,"type":"VEC3","count":{count}}}],
"materials":[{{"name":"it"}}],"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"material":0,"mode":4}}]}}],
"nodes":[{{"mesh":0,"rotation":[0,0.6,0,0.8],"children":[1]}},{{"mesh":0,"translation":[3,0.5,0],"scale":[1,-2,1]}}],
"scenes":[{{"nodes":[0]}}],"scene":0}}"#
    );
    if !is_binary {
        return text.into_bytes();
    }
    while !text.len().is_multiple_of(4) {
        text.push(' ');
    }
    let all = 12 + 8 + text.len() + 8 + length;
    let mut bytes = b"glTF\x02\0\0\0".to_vec();
    bytes.extend((all as u32).to_le_bytes());
    for (kind, chunk) in [(b"JSON", text.as_bytes()), (b"BIN\0", &buffer)] {
        bytes.extend((chunk.len() as u32).to_le_bytes());
        bytes.extend(kind);
        bytes.extend(chunk);
    }
    bytes
}
