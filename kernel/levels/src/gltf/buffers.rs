//! The buffers of a glTF: in the file itself, in its text, or in files next to it.
//!
//! A buffer is loaded at its first use: one that only animations use need not exist.

use super::error::GltfReason;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use gltf::json::{Buffer, Index, Root};
use percent_encoding::percent_decode_str;
use std::borrow::Cow;
use std::cell::OnceCell;
use std::io;
use std::path::{Component, Path};

/// Function that reads a buffer's file; the name is a URI relative to the folder of the glTF file.
pub(super) type ReadFile<'a> = dyn Fn(&str) -> io::Result<Vec<u8>> + 'a;

/// The buffers of a glTF file: from its binary chunk, from data URIs or from other files.
pub(super) struct Buffers<'a> {
    announced: &'a [Buffer],
    fetched: Vec<OnceCell<Vec<u8>>>,
    /// The binary chunk of the glTF file, which may hold buffer 0; `None` for a text file.
    chunk: Option<&'a [u8]>,
    read: &'a ReadFile<'a>,
}

impl<'a> Buffers<'a> {
    pub(super) fn new(root: &'a Root, chunk: Option<&'a [u8]>, read: &'a ReadFile<'a>) -> Self {
        Self { announced: &root.buffers, fetched: vec![OnceCell::new(); root.buffers.len()], chunk, read }
    }

    /// Returns the bytes of a buffer of the glTF file, cut to the length that the document declares.
    pub(super) fn bytes(&self, of: Index<Buffer>) -> Result<&[u8], GltfReason> {
        let index = of.value();
        let (Some(buffer), Some(fetched)) = (self.announced.get(index), self.fetched.get(index)) else {
            return Err(GltfReason::NotThere { what: "buffer", index });
        };
        let bytes = match (&buffer.uri, self.chunk) {
            (None, Some(chunk)) if index == 0 => chunk,
            (None, _) => return Err(GltfReason::Buffer { buffer: index, what: "without bytes in the file or a URI" }),
            (Some(_), _) if fetched.get().is_some() => fetched.get().map_or(&[][..], Vec::as_slice),
            (Some(uri), _) => {
                let bytes = self.fetch(uri, index)?;
                fetched.get_or_init(|| bytes)
            }
        };
        let expected = buffer.byte_length.0;
        let length = usize::try_from(expected).ok();
        let all = length.and_then(|length| bytes.get(..length));
        all.ok_or(GltfReason::ShortBuffer { buffer: index, given: bytes.len(), expected })
    }

    fn fetch(&self, uri: &str, buffer: usize) -> Result<Vec<u8>, GltfReason> {
        let wrong = |what| GltfReason::Buffer { buffer, what };
        if let Some(data) = uri.strip_prefix("data:") {
            let (_, text) = data.split_once(";base64,").ok_or_else(|| wrong("whose text is not base64"))?;
            return BASE64_STANDARD.decode(text).map_err(|_| wrong("whose text is not base64"));
        }
        if uri.contains(':') {
            return Err(wrong("whose URI is not that of a file next to it"));
        }
        let name: Cow<str> = percent_decode_str(uri).decode_utf8().map_err(|_| wrong("whose URI is not UTF-8"))?;
        let is_below = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
        if !Path::new(&*name).components().all(is_below) {
            return Err(wrong("whose URI is not that of a file next to it"));
        }
        (self.read)(&name).map_err(|cause| GltfReason::MissingBuffer { uri: uri.to_owned(), cause })
    }
}
