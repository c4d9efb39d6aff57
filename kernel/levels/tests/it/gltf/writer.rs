//! Writes glTF files: a document in JSON, and the bytes that it names.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use glam::Vec3;
use serde_json::{Value, json};

/// Component types, as glTF numbers them.
pub(crate) const I16: u32 = 5122;
pub(crate) const U8: u32 = 5121;
pub(crate) const U16: u32 = 5123;
pub(crate) const U32: u32 = 5125;
pub(crate) const F32: u32 = 5126;

/// A file that is being written. Its JSON may be changed at will before it is.
pub(crate) struct Writer {
    pub(crate) json: Value,
    pub(crate) bytes: Vec<u8>,
}

impl Writer {
    pub(crate) fn new() -> Self {
        let json = json!({
            "asset": { "version": "2.0", "generator": "tests" },
            "scene": 0,
            "scenes": [{ "nodes": [] }],
            "nodes": [], "meshes": [], "accessors": [], "bufferViews": [], "materials": [],
        });
        Self { json, bytes: Vec::new() }
    }

    /// Adds to a list of the document; the index.
    pub(crate) fn push(&mut self, list: &str, value: Value) -> usize {
        let list = self.json[list].as_array_mut().expect("a list");
        list.push(value);
        list.len() - 1
    }

    /// Adds bytes; the index of their view.
    pub(crate) fn view(&mut self, bytes: &[u8]) -> usize {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        let offset = self.bytes.len();
        self.bytes.extend_from_slice(bytes);
        self.push("bufferViews", json!({ "buffer": 0, "byteOffset": offset, "byteLength": bytes.len() }))
    }

    pub(crate) fn accessor(&mut self, bytes: &[u8], component: u32, kind: &str, count: usize) -> usize {
        let view = self.view(bytes);
        let accessor = json!({ "bufferView": view, "componentType": component, "type": kind, "count": count });
        self.push("accessors", accessor)
    }

    pub(crate) fn positions(&mut self, positions: &[Vec3]) -> usize {
        let bytes: Vec<u8> = positions.iter().flat_map(Vec3::to_array).flat_map(f32::to_le_bytes).collect();
        self.accessor(&bytes, F32, "VEC3", positions.len())
    }

    pub(crate) fn indices(&mut self, indices: &[u16]) -> usize {
        let bytes: Vec<u8> = indices.iter().copied().flat_map(u16::to_le_bytes).collect();
        self.accessor(&bytes, U16, "SCALAR", indices.len())
    }

    /// A mesh of one primitive of triangles; its index.
    pub(crate) fn mesh(&mut self, name: &str, positions: &[Vec3], indices: &[u16]) -> usize {
        let (positions, indices) = (self.positions(positions), self.indices(indices));
        let primitive = json!({ "attributes": { "POSITION": positions }, "indices": indices });
        self.push("meshes", json!({ "name": name, "primitives": [primitive] }))
    }

    /// The primitive of a mesh.
    pub(crate) fn primitive(&mut self, mesh: usize) -> &mut Value {
        &mut self.json["meshes"][mesh]["primitives"][0]
    }

    /// A node; its index.
    pub(crate) fn node(&mut self, value: Value) -> usize {
        self.push("nodes", value)
    }

    /// A node that the scene begins with; its index.
    pub(crate) fn root(&mut self, value: Value) -> usize {
        let node = self.node(value);
        self.json["scenes"][0]["nodes"].as_array_mut().expect("a list").push(node.into());
        node
    }

    /// As a binary file.
    pub(crate) fn glb(&self) -> Vec<u8> {
        let json = self.with_buffer(&json!({ "byteLength": self.bytes.len() }));
        let mut file = b"glTF\x02\0\0\0\0\0\0\0".to_vec();
        for (kind, bytes, filling) in [(b"JSON", json.as_slice(), b' '), (b"BIN\0", &self.bytes, 0)] {
            let length = bytes.len().next_multiple_of(4);
            file.extend((length as u32).to_le_bytes());
            file.extend(kind);
            file.extend(bytes);
            file.resize(file.len() + length - bytes.len(), filling);
        }
        let length = file.len() as u32;
        file[8..12].copy_from_slice(&length.to_le_bytes());
        file
    }

    /// As text with its bytes in it.
    pub(crate) fn text(&self) -> Vec<u8> {
        let uri = format!("data:application/octet-stream;base64,{}", BASE64_STANDARD.encode(&self.bytes));
        self.with_buffer(&json!({ "uri": uri, "byteLength": self.bytes.len() }))
    }

    /// As text that names a file with its bytes.
    pub(crate) fn text_beside(&self, uri: &str) -> Vec<u8> {
        self.with_buffer(&json!({ "uri": uri, "byteLength": self.bytes.len() }))
    }

    fn with_buffer(&self, buffer: &Value) -> Vec<u8> {
        let mut json = self.json.clone();
        if json["buffers"].is_null() {
            json["buffers"] = json!([buffer]);
        }
        json.to_string().into_bytes()
    }
}

/// A square of two triangles in the plane y = 0, its front up, from the origin to (side, 0, side).
pub(crate) fn square(side: f32) -> ([Vec3; 4], [u16; 6]) {
    let corner = |x, z| Vec3::new(x, 0.0, z);
    ([corner(0.0, 0.0), corner(0.0, side), corner(side, side), corner(side, 0.0)], [0, 1, 2, 0, 2, 3])
}

/// Two squares, of which one is named and above the other.
pub(crate) fn squares() -> Writer {
    let mut file = Writer::new();
    let (positions, indices) = square(4.0);
    let mesh = file.mesh("plate", &positions, &indices);
    file.root(json!({ "mesh": mesh }));
    file.root(json!({ "mesh": mesh, "name": "upper", "translation": [0.0, 3.0, 0.0] }));
    file
}
