//! The memory of a crowd's states and inputs, over which Python has arrays.
//!
//! In: the number of bytes. Out: a Python object with the buffer protocol, so that every array over it keeps it alive, and a count of
//! the arrays: as long as there is one, the memory may not move.
//!
//! Python may write into the memory at any time, also while a step on another thread reads and writes it. Its contents are therefore
//! treated as what they are for the kernel anyway: any bytes, which are checked before they are used.
//!
//! Files are mapped here, too: this is the only file with `unsafe`.

#![allow(unsafe_code)]

use bytemuck::{Pod, Zeroable};
use memmap2::Mmap;
use pyo3::exceptions::PyBufferError;
use pyo3::ffi;
use pyo3::prelude::*;
use std::cell::UnsafeCell;
use std::ffi::{c_char, c_int, c_void};
use std::fs::File;
use std::io;
use std::path::Path;
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Maps a file into memory.
pub(crate) fn map_file(path: &Path) -> io::Result<Mmap> {
    let file = File::open(path)?;
    // SAFETY: the file must not be cut while it is mapped, as the documents say; its bytes are checked before they are used, and any
    // value is a valid byte.
    unsafe { Mmap::map(&file) }
}

/// Unit of allocation: as aligned as a state.
#[derive(Clone, Copy, Zeroable, Pod)]
#[repr(C, align(16))]
struct Unit([u8; 16]);

/// Memory of a crowd over which arrays lie. Has the buffer protocol and nothing else.
#[pyclass(frozen, module = "sweep8")]
pub(crate) struct Memory {
    units: UnsafeCell<Vec<Unit>>,
    length: AtomicUsize,
    /// Number of arrays and memory views over this memory.
    views: AtomicUsize,
}

// SAFETY: the vector itself changes only in `resize`, which holds the interpreter's lock and the lock of the crowd, so that neither
// a new view nor a step is under way. Its contents are plain bytes of which every value is valid.
unsafe impl Sync for Memory {}

impl Memory {
    pub(crate) fn new(length: usize) -> Self {
        let memory = Self { units: UnsafeCell::default(), length: AtomicUsize::new(0), views: AtomicUsize::new(0) };
        memory.set_length(length);
        memory
    }

    fn set_length(&self, length: usize) {
        // SAFETY: the caller is `new`, or `resize` with its locks.
        unsafe { &mut *self.units.get() }.resize(length.div_ceil(size_of::<Unit>()), Unit([0; 16]));
        self.length.store(length, Ordering::Relaxed);
    }

    /// Refuses to move the memory while arrays lie over it.
    pub(crate) fn check_unseen(&self, _: Python<'_>, what: &str) -> PyResult<()> {
        match self.views.load(Ordering::Relaxed) {
            0 => Ok(()),
            views => Err(PyBufferError::new_err(format!(
                "{what} has {views} arrays over its memory, which cannot move: delete them first"
            ))),
        }
    }

    /// Changes the length, in bytes; of the same length the memory stays where it is. The caller holds the lock of the crowd.
    pub(crate) fn resize(&self, py: Python<'_>, what: &str, length: usize) -> PyResult<()> {
        if length != self.length.load(Ordering::Relaxed) {
            self.check_unseen(py, what)?;
            self.set_length(length);
        }
        Ok(())
    }

    fn start(&self) -> *mut u8 {
        // SAFETY: the vector is not changed meanwhile: see `Sync` above.
        unsafe { &mut *self.units.get() }.as_mut_ptr().cast()
    }

    /// The contents, as values of which any bytes are valid. The caller holds the lock of the crowd.
    pub(crate) fn read<T: Pod>(&self) -> &[T] {
        let length = self.length.load(Ordering::Relaxed);
        // SAFETY: so many bytes are allocated, and stay where they are while the crowd is locked. Python may write them meanwhile:
        // values are then undefined, as the documents say, and every value is a valid byte.
        bytemuck::cast_slice(unsafe { std::slice::from_raw_parts(self.start(), length) })
    }

    /// The contents, to be written. The caller holds the lock of the crowd, and no other slice of this memory.
    #[allow(clippy::mut_from_ref)]
    pub(crate) fn write<T: Pod>(&self) -> &mut [T] {
        let length = self.length.load(Ordering::Relaxed);
        // SAFETY: as for `read`; the lock of the crowd keeps other slices away.
        bytemuck::cast_slice_mut(unsafe { std::slice::from_raw_parts_mut(self.start(), length) })
    }
}

#[pymethods]
impl Memory {
    /// Fills a view of all bytes, which may be written.
    ///
    /// # Safety
    /// Python calls it with a view that it owns.
    unsafe fn __getbuffer__(slf: Bound<'_, Self>, view: *mut ffi::Py_buffer, flags: c_int) -> PyResult<()> {
        if view.is_null() {
            return Err(PyBufferError::new_err("there is no view to fill"));
        }
        let memory = slf.get();
        let (start, length) = (memory.start().cast::<c_void>(), memory.length.load(Ordering::Relaxed));
        // SAFETY: the view is Python's and not NULL; the memory lives as long as `slf`, which the view keeps.
        let filled = unsafe { ffi::PyBuffer_FillInfo(view, slf.as_ptr(), start, length as isize, 0, flags) };
        if filled != 0 {
            return Err(PyErr::fetch(slf.py()));
        }
        if flags & ffi::PyBUF_FORMAT == ffi::PyBUF_FORMAT {
            // SAFETY: as above; the text is static, and nobody writes it.
            unsafe { (*view).format = c"B".as_ptr().cast_mut().cast::<c_char>() };
        }
        // SAFETY: as above.
        unsafe { (*view).internal = ptr::null_mut() };
        memory.views.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    /// Ends a view.
    ///
    /// # Safety
    /// Python calls it with a view that `__getbuffer__` filled.
    unsafe fn __releasebuffer__(&self, _view: *mut ffi::Py_buffer) {
        self.views.fetch_sub(1, Ordering::Relaxed);
    }
}
