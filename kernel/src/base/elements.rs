//! A read-only slice whose memory is either a list of this process or a part of shared bytes.
//!
//! In: a `Vec`, or storage of bytes and a range of it. Out: a slice. A cooked mesh reads its nodes and blocks through it, wherever they
//! lie. The slice lies beside what keeps it alive (`yoke`), so that reading it costs what reading a `Vec` costs: no branch, no call.

use alloc::sync::Arc;
use alloc::vec::Vec;
use bytemuck::AnyBitPattern;
use core::fmt;
use core::ops::{Deref, Range};
use yoke::Yoke;
use yoke::either::EitherCart;

/// Shared bytes that the library's user owns, such as a memory-mapped file or an asset of an engine.
pub(crate) type Storage = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// Owner of the memory of an [`Elements`] slice, which keeps the slice alive; `None` for an empty slice without memory.
type Owner<T> = Option<EitherCart<Arc<Vec<T>>, Storage>>;

/// A read-only slice together with the owner of its memory; clones share both.
pub(crate) struct Elements<T: 'static>(Yoke<&'static [T], Owner<T>>);

impl<T> From<Arc<Vec<T>>> for Elements<T> {
    fn from(list: Arc<Vec<T>>) -> Self {
        Self(Yoke::attach_to_cart(list, |list| &list[..]).wrap_cart_in_either_a().wrap_cart_in_option())
    }
}

impl<T> From<Vec<T>> for Elements<T> {
    fn from(list: Vec<T>) -> Self {
        Arc::new(list).into()
    }
}

#[cfg(feature = "std")]
impl<T: Clone> Elements<T> {
    /// Takes the elements out as a list that [`Arc::make_mut`] can change, and leaves this slice empty. If this slice is the only
    /// owner of a list, nothing is copied or allocated.
    pub(crate) fn take(&mut self) -> Arc<Vec<T>> {
        let elements = core::mem::take(self);
        let is_shared = matches!(elements.0.backing_cart(), Some(EitherCart::B(_)));
        let copy = is_shared.then(|| elements.to_vec());
        match (copy, elements.0.into_backing_cart()) {
            (None, Some(EitherCart::A(list))) => list,
            (copy, _) => Arc::new(copy.unwrap_or_default()),
        }
    }
}

impl<T> Default for Elements<T> {
    fn default() -> Self {
        Self(Yoke::new_owned(&[]))
    }
}

impl<T> Clone for Elements<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> Deref for Elements<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        self.0.get()
    }
}

impl<T: fmt::Debug> fmt::Debug for Elements<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self[..].fmt(f)
    }
}

/// Bytes of a [`Storage`], of which parts can be shared as slices; calls `as_ref` of the storage only once.
pub(crate) struct SharedBytes(Yoke<&'static [u8], Storage>);

impl SharedBytes {
    pub(crate) fn new(storage: Storage) -> Self {
        Self(Yoke::attach_to_cart(storage, |storage| storage.as_ref()))
    }

    /// The elements in a range of the bytes; they keep the storage alive. The caller has checked that the range is aligned for `T`
    /// and holds whole elements.
    pub(crate) fn shared<T: AnyBitPattern>(&self, range: Range<usize>) -> Elements<T> {
        let part: Yoke<&'static [T], Storage> =
            self.0.clone().map_project(|bytes, _| bytemuck::cast_slice(&bytes[range]));
        Elements(part.wrap_cart_in_either_b().wrap_cart_in_option())
    }
}

impl Deref for SharedBytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.0.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn a_list_that_nobody_else_has_is_changed_where_it_lies() {
        let mut elements = Elements::from(vec![1_u32, 2, 3]);
        let place = elements.as_ptr();
        let mut list = elements.take();
        assert!(elements.is_empty());
        Arc::make_mut(&mut list)[1] = 7;
        elements = list.into();
        assert_eq!((&elements[..], elements.as_ptr()), (&[1, 7, 3][..], place));
    }

    #[test]
    fn what_a_clone_has_stays_as_it_is() {
        let mut elements = Elements::from(vec![1_u32, 2, 3]);
        let other = elements.clone();
        assert_eq!(elements.as_ptr(), other.as_ptr());
        let mut list = elements.take();
        Arc::make_mut(&mut list)[1] = 7;
        elements = list.into();
        assert_eq!((&elements[..], &other[..]), (&[1, 7, 3][..], &[1, 2, 3][..]));
    }

    #[test]
    fn shared_bytes_are_read_where_they_lie_and_live_as_long_as_their_elements() {
        let storage: Storage = Arc::new([1_u64, 2, 3].map(u64::to_ne_bytes).concat());
        let place = (*storage).as_ref().as_ptr();
        let weak = Arc::downgrade(&storage);
        let bytes = SharedBytes::new(storage);
        assert_eq!((bytes.len(), bytes.as_ptr()), (24, place));
        let byte = bytes.shared::<u8>(8..16);
        drop(bytes);
        assert_eq!((&byte[..], byte.as_ptr()), (&2_u64.to_ne_bytes()[..], place.wrapping_add(8)));
        let mut copy = byte.clone();
        drop(byte);
        assert_eq!(copy.take()[..], 2_u64.to_ne_bytes());
        assert!(weak.upgrade().is_none() && copy.is_empty());
    }
}
