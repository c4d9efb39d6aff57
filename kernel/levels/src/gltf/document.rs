//! Parses the bytes of a glTF file into its typed JSON and the binary chunk after it.
//!
//! 1. The crate `gltf` splits a binary file, after its length was checked.
//! 2. Only the geometry and the names of materials are kept from the JSON. Textures, animations and cameras never reach
//!    the parser, and neither do the mistakes in them, or extensions that only they need.
//! 3. Extensions that change geometry are refused with an error.
//! 4. The crate's types are filled. It checks nothing more: code that follows an index checks it.

use super::error::GltfReason;
use gltf::Glb;
use gltf::json::Root;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::fmt::Display;

/// JSON keys of a glTF document that the parser keeps; all others are skipped.
const KEPT: [&str; 11] = [
    "asset",
    "scene",
    "scenes",
    "nodes",
    "meshes",
    "accessors",
    "bufferViews",
    "buffers",
    "materials",
    "extensionsUsed",
    "extensionsRequired",
];

/// glTF extensions that do not change geometry, or that this reader supports (positions in 8 and 16 bits).
const HARMLESS: [&str; 9] = [
    "KHR_materials_",
    "KHR_texture_",
    "EXT_texture_",
    "MSFT_texture_",
    "KHR_lights_",
    "EXT_lights_",
    "KHR_animation_",
    "KHR_xmp",
    "KHR_mesh_quantization",
];

/// glTF extensions that compress geometry.
const COMPRESSING: [&str; 3] = ["KHR_draco_mesh_compression", "EXT_meshopt_compression", "KHR_meshopt_compression"];

/// glTF extension that puts one mesh at many places without a node for each. A reader that ignored it would leave out most
/// of a level.
const INSTANCING: &str = "EXT_mesh_gpu_instancing";

/// First bytes of a binary glTF file.
pub(crate) const MAGIC: &[u8] = b"glTF";

/// Length of the header of a binary glTF file, bytes: the magic number, the version and the length of the file.
const HEADER: usize = 12;

/// Parses the bytes of a glTF file; returns its typed JSON and its binary chunk.
pub(super) fn read(bytes: &[u8]) -> Result<(Root, Option<Vec<u8>>), GltfReason> {
    if !bytes.starts_with(MAGIC) {
        return Ok((root_of(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes))?, None));
    }
    let number = |at: usize| bytes[MAGIC.len()..].as_chunks().0.get(at).copied().map_or(0, u32::from_le_bytes);
    let (version, given, expected) = (number(0), bytes.len(), number(1) as usize);
    if given < HEADER || given < expected || expected < HEADER {
        return Err(GltfReason::Truncated { given, expected: expected.max(HEADER) });
    }
    if version != 2 {
        return Err(GltfReason::Version { found: version.to_string() });
    }
    let Glb { json, bin, .. } = Glb::from_slice(&bytes[..expected]).map_err(not_gltf)?;
    Ok((root_of(&json)?, bin.map(Cow::into_owned)))
}

fn root_of(json: &[u8]) -> Result<Root, GltfReason> {
    let mut file: Map<String, Value> = serde_json::from_slice(json).map_err(not_gltf)?;
    file.retain(|key, _| KEPT.contains(&key.as_str()));
    // Version 1 has another layout.
    let version = file.get("asset").and_then(|asset| asset.get("version")).and_then(Value::as_str).unwrap_or_default();
    if !version.starts_with("2.") {
        return Err(GltfReason::Version { found: version.to_owned() });
    }
    if let Some(Value::Array(materials)) = file.get_mut("materials") {
        materials.iter_mut().filter_map(Value::as_object_mut).for_each(|one| one.retain(|key, _| key == "name"));
    }
    let root: Root = serde_json::from_value(Value::Object(file)).map_err(not_gltf)?;
    if let Some(extension) = root.extensions_required.iter().find(|name| !is_harmless(name)) {
        let known = compression([extension]).map(|extension| GltfReason::Compressed { extension });
        return Err(known.unwrap_or_else(|| GltfReason::Extension { extension: extension.clone() }));
    }
    if root.extensions_used.iter().any(|name| name == INSTANCING) {
        return Err(GltfReason::Extension { extension: INSTANCING.to_owned() });
    }
    Ok(root)
}

/// Returns the first of these glTF extensions that compresses geometry, if there is one.
pub(super) fn compression<'a>(extensions: impl IntoIterator<Item = &'a String>) -> Option<&'static str> {
    extensions.into_iter().find_map(|name| COMPRESSING.into_iter().find(|one| one == name))
}

fn is_harmless(extension: &str) -> bool {
    HARMLESS.iter().any(|beginning| extension.starts_with(beginning))
}

fn not_gltf(error: impl Display) -> GltfReason {
    GltfReason::NotGltf(error.to_string())
}
