//! Pointers and counts of C, checked before they are followed.

use crate::error::Error;
use bytemuck::Zeroable;
use std::mem::MaybeUninit;
use std::slice;

/// Returns the argument that C passed for `field`; an error that names the field if it was NULL.
#[inline]
pub(crate) fn given<T>(pointer: Option<T>, field: &'static str) -> Result<T, Error> {
    pointer.ok_or(Error::Null(field))
}

/// Checks that a pointer to an array is not NULL and aligned, and that the count fits into memory.
fn check<T>(pointer: *const T, count: usize, field: &'static str) -> Result<(), Error> {
    if pointer.is_null() {
        return Err(Error::Null(field));
    }
    if !pointer.is_aligned() {
        return Err(Error::Alignment { field, alignment: align_of::<T>() });
    }
    if count > isize::MAX as usize / size_of::<T>() {
        return Err(Error::TooMany { field, count });
    }
    Ok(())
}

/// An array that is read. One without elements may be NULL.
///
/// # Safety
/// Where the pointer is not NULL, `count` elements lie there, and nobody writes to them while they are used.
pub(crate) unsafe fn array<'a, T>(pointer: *const T, count: usize, field: &'static str) -> Result<&'a [T], Error> {
    if count == 0 {
        return Ok(&[]);
    }
    check(pointer, count, field)?;
    // SAFETY: aligned, not NULL, and no longer than memory, as was checked; the rest is promised.
    Ok(unsafe { slice::from_raw_parts(pointer, count) })
}

/// An array that is read and written.
///
/// # Safety
/// As [`array`], and nobody else uses it.
pub(crate) unsafe fn array_mut<'a, T>(
    pointer: *mut T,
    count: usize,
    field: &'static str,
) -> Result<&'a mut [T], Error> {
    if count == 0 {
        return Ok(&mut []);
    }
    check(pointer, count, field)?;
    // SAFETY: aligned, not NULL, and no longer than memory, as was checked; the rest is promised.
    Ok(unsafe { slice::from_raw_parts_mut(pointer, count) })
}

/// An array that is only written; what lies in it need not be anything yet.
///
/// # Safety
/// As [`array_mut`], but for what the elements are.
pub(crate) unsafe fn array_out<'a, T>(
    pointer: *mut T,
    count: usize,
    field: &'static str,
) -> Result<&'a mut [MaybeUninit<T>], Error> {
    // SAFETY: promised by the caller; anything is a `MaybeUninit`.
    unsafe { array_mut(pointer.cast(), count, field) }
}

/// The same, filled with zeros first: for calls that want a slice.
///
/// # Safety
/// As [`array_out`].
pub(crate) unsafe fn array_zeroed<'a, T: Zeroable + Copy>(
    pointer: *mut T,
    count: usize,
    field: &'static str,
) -> Result<&'a mut [T], Error> {
    // SAFETY: promised by the caller.
    let array = unsafe { array_out(pointer, count, field) }?;
    array.fill(MaybeUninit::zeroed());
    // SAFETY: zeros are a `T`, which is `Zeroable`; the memory is this call's alone, and never NULL: `array_out` has its own where there
    // are no elements.
    Ok(unsafe { slice::from_raw_parts_mut(array.as_mut_ptr().cast(), count) })
}

/// Writes as many items as the array `out` has room for; returns their total number.
pub(crate) fn list<T>(out: &mut [MaybeUninit<T>], items: impl ExactSizeIterator<Item = T>) -> usize {
    let count = items.len();
    for (place, item) in out.iter_mut().zip(items) {
        place.write(item);
    }
    count
}
