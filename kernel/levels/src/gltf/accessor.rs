//! Reads positions and indices from the bytes of buffers.
//!
//! In: the index of an accessor. Out: its values by number, or the fault. All ranges are checked when it is opened: if
//! the first and the last value lie within their view, and the view within its buffer, all values do.
//!
//! A sparse accessor stores some values elsewhere, listed by ascending numbers; the others are in its view, or zero
//! without a view.

use super::buffers::Buffers;
use super::document::compression;
use super::error::GltfReason;
use glam::Vec3;
use gltf::json::accessor::sparse::Sparse;
use gltf::json::accessor::{Accessor, ComponentType, Type};
use gltf::json::buffer::View;
use gltf::json::validation::{Checked, USize64};
use gltf::json::{Index, Root};

/// The parsed document and the buffers of a glTF file, from which accessors are read.
pub(super) struct Source<'a> {
    pub(super) root: &'a Root,
    pub(super) buffers: &'a Buffers<'a>,
}

/// The values of one glTF accessor, decoded one by one on request.
pub(super) struct Values<'a> {
    pub(super) count: usize,
    component: ComponentType,
    is_normalized: bool,
    /// Rows of the accessor's values before sparse values replace some; `None` if these are all zero.
    base: Option<Rows<'a>>,
    /// Ascending indices of the accessor's sparse values, and the rows of these values.
    sparse: Option<(Vec<u32>, Rows<'a>)>,
}

/// Bytes of a list of accessor values: each value begins at a multiple of `stride` bytes and takes `size` bytes.
#[derive(Clone, Copy)]
struct Rows<'a> {
    bytes: &'a [u8],
    stride: usize,
    size: usize,
}

impl<'a> Rows<'a> {
    fn row(&self, number: usize) -> &'a [u8] {
        &self.bytes[number * self.stride..][..self.size]
    }
}

impl<'a> Source<'a> {
    /// Opens an accessor of vertex positions: three numbers of 32 bits, or quantized to 8 or 16 bits.
    pub(super) fn positions(&self, index: Index<Accessor>) -> Result<Values<'a>, GltfReason> {
        self.values(index, Type::Vec3, 3, "whose positions are integers of 32 bits", |component| {
            component != ComponentType::U32
        })
    }

    /// Opens an accessor of vertex indices: unsigned integers.
    pub(super) fn indices(&self, index: Index<Accessor>) -> Result<Values<'a>, GltfReason> {
        self.values(index, Type::Scalar, 1, "whose indices have a sign or a fraction", |component| {
            matches!(component, ComponentType::U8 | ComponentType::U16 | ComponentType::U32)
        })
    }

    /// Opens values with this number of components; `refused` is the error text for a component type that is not
    /// `wanted`.
    fn values(
        &self,
        index: Index<Accessor>,
        kind: Type,
        components: usize,
        refused: &'static str,
        wanted: fn(ComponentType) -> bool,
    ) -> Result<Values<'a>, GltfReason> {
        let number = index.value();
        let wrong = |what| GltfReason::Accessor { accessor: number, what };
        let accessor = self.root.get(index).ok_or(GltfReason::NotThere { what: "accessor", index: number })?;
        let Checked::Valid(component) = accessor.component_type else {
            return Err(wrong("of an unknown component type"));
        };
        if accessor.type_ != Checked::Valid(kind) {
            return Err(wrong("that is no position, or no index, but is used as one"));
        }
        if !wanted(component.0) {
            return Err(wrong(refused));
        }
        let count = usize::try_from(accessor.count.0).map_err(|_| wrong("of more values than can be counted"))?;
        let size = components * component.0.size();
        let offset = accessor.byte_offset.unwrap_or_default();
        let rows = |view, offset, count| self.rows(view, offset, count, size, number);
        let base = accessor.buffer_view.map(|view| rows(view, offset, count)).transpose()?;
        let sparse = accessor.sparse.as_ref().map(|sparse| {
            let listed = self.listed(sparse, count, number)?;
            let values = rows(sparse.values.buffer_view, sparse.values.byte_offset, listed.len())?;
            Ok((listed, values))
        });
        let sparse = sparse.transpose()?;
        if base.is_none() {
            if sparse.is_none() {
                // Compressed data has no view.
                let compressed = compression(&self.root.extensions_used);
                let wrong = wrong("without values");
                return Err(compressed.map_or(wrong, |extension| GltfReason::Compressed { extension }));
            }
            // Sparse values without a view take no bytes: without this check a short file could give a level of any
            // size.
            let bytes: u64 = self.root.buffers.iter().fold(0, |sum, buffer| buffer.byte_length.0.saturating_add(sum));
            if count as u64 > bytes {
                return Err(wrong("of more zeros than its buffers have bytes"));
            }
        }
        Ok(Values { count, component: component.0, is_normalized: accessor.normalized, base, sparse })
    }

    /// Reads the indices of an accessor's sparse values, which must ascend and be less than `count`.
    fn listed(&self, sparse: &Sparse, count: usize, accessor: usize) -> Result<Vec<u32>, GltfReason> {
        let wrong = |what| GltfReason::Accessor { accessor, what };
        let Checked::Valid(component) = sparse.indices.component_type else {
            return Err(wrong("of an unknown component type"));
        };
        let listed = usize::try_from(sparse.count.0).map_err(|_| wrong("of more values than can be counted"))?;
        let (view, offset) = (sparse.indices.buffer_view, sparse.indices.byte_offset);
        let rows = self.rows(view, offset, listed, component.0.size(), accessor)?;
        let listed: Vec<u32> = (0..listed).map(|number| unsigned(component.0, rows.row(number))).collect();
        let ascends = listed.is_sorted_by(|a, b| a < b) && listed.last().is_none_or(|&last| (last as usize) < count);
        if ascends { Ok(listed) } else { Err(wrong("whose sparse indices do not ascend below its count")) }
    }

    fn rows(
        &self,
        view: Index<View>,
        offset: USize64,
        count: usize,
        size: usize,
        accessor: usize,
    ) -> Result<Rows<'a>, GltfReason> {
        let wrong = |what| GltfReason::Accessor { accessor, what };
        let index = view.value();
        let view = self.root.get(view).ok_or(GltfReason::NotThere { what: "buffer view", index })?;
        let stride = view.byte_stride.map_or(0, |stride| stride.0);
        let stride = if stride == 0 { size } else { stride };
        if stride < size {
            return Err(wrong("whose values overlap"));
        }
        let buffer = self.buffers.bytes(view.buffer)?;
        let part = |bytes: &'a [u8], from: u64, length: Option<u64>| {
            let to = length.map_or(Some(bytes.len() as u64), |length| from.checked_add(length))?;
            bytes.get(usize::try_from(from).ok()?..usize::try_from(to).ok()?)
        };
        let bytes = part(buffer, view.byte_offset.unwrap_or_default().0, Some(view.byte_length.0))
            .and_then(|bytes| part(bytes, offset.0, None));
        let needed = match count {
            0 => Some(0),
            _ => stride.checked_mul(count - 1).and_then(|last| last.checked_add(size)),
        };
        let (Some(bytes), Some(needed)) = (bytes, needed) else {
            return Err(wrong("that reaches beyond its buffer"));
        };
        let is_there = needed <= bytes.len();
        if is_there { Ok(Rows { bytes, stride, size }) } else { Err(wrong("that reaches beyond its buffer")) }
    }
}

impl Values<'_> {
    /// Returns the vertex index at position `number` of an accessor of vertex indices.
    pub(super) fn index(&self, number: usize) -> u32 {
        self.row(number).map_or(0, |bytes| unsigned(self.component, bytes))
    }

    /// Returns the vertex position at index `number` of an accessor of positions.
    pub(super) fn position(&self, number: usize) -> Vec3 {
        self.row(number).map_or(Vec3::ZERO, |bytes| {
            let mut components = bytes.chunks(self.component.size());
            let mut next = || components.next().map_or(0.0, |bytes| self.number(bytes));
            Vec3::new(next(), next(), next())
        })
    }

    /// Returns the bytes of the accessor's value at index `number`; `None` if the value is zero.
    fn row(&self, number: usize) -> Option<&[u8]> {
        let listed = self.sparse.as_ref().and_then(|(listed, values)| {
            let place = listed.binary_search_by(|&one| (one as usize).cmp(&number)).ok()?;
            Some(values.row(place))
        });
        listed.or_else(|| self.base.map(|rows| rows.row(number)))
    }

    /// Converts the bytes of one component of a value to `f32`; normalized integers are divided by their maximum.
    fn number(&self, bytes: &[u8]) -> f32 {
        let most = match self.component {
            ComponentType::I8 => f32::from(i8::MAX),
            ComponentType::U8 => f32::from(u8::MAX),
            ComponentType::I16 => f32::from(i16::MAX),
            ComponentType::U16 => f32::from(u16::MAX),
            ComponentType::U32 | ComponentType::F32 => 1.0,
        };
        let value = match (self.component, bytes) {
            (ComponentType::I8, &[a]) => f32::from(a.cast_signed()),
            (ComponentType::I16, &[a, b]) => f32::from(i16::from_le_bytes([a, b])),
            (ComponentType::F32, &[a, b, c, d]) => f32::from_le_bytes([a, b, c, d]),
            (component, bytes) => unsigned(component, bytes) as f32,
        };
        if self.is_normalized && most > 1.0 { (value / most).max(-1.0) } else { value }
    }
}

/// Converts little-endian bytes of an accessor's component to an unsigned integer; returns 0 for signed and float types.
fn unsigned(component: ComponentType, bytes: &[u8]) -> u32 {
    match (component, bytes) {
        (ComponentType::U8, &[a]) => a.into(),
        (ComponentType::U16, &[a, b]) => u16::from_le_bytes([a, b]).into(),
        (ComponentType::U32, &[a, b, c, d]) => u32::from_le_bytes([a, b, c, d]),
        _ => 0,
    }
}
