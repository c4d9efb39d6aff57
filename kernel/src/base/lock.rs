//! A mutex and a lazily made value: those of the standard library, or spinning ones without it.
//!
//! A lock guards memory that changes no result, or a counter; so a caller after a panic uses the contents as they are. Without
//! `std`, a panic while a lazy value is made makes later calls panic, too.

use core::ops::DerefMut;
#[cfg(feature = "std")]
use std::sync::{Mutex, OnceLock, PoisonError};

/// Mutex around memory that only one thread at a time can use.
#[derive(Debug, Default)]
pub(crate) struct Lock<T> {
    #[cfg(feature = "std")]
    value: Mutex<T>,
    #[cfg(not(feature = "std"))]
    value: spin::Mutex<T>,
}

/// Lazily made value: the first caller computes it, and all later callers share it.
#[derive(Debug, Default)]
pub(crate) struct MadeOnce<T> {
    #[cfg(feature = "std")]
    value: OnceLock<T>,
    #[cfg(not(feature = "std"))]
    value: spin::Once<T>,
}

#[cfg(feature = "std")]
impl<T> Lock<T> {
    pub(crate) const fn new(value: T) -> Self {
        Self { value: Mutex::new(value) }
    }

    #[inline(always)]
    pub(crate) fn lock(&self) -> impl DerefMut<Target = T> {
        self.value.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the guarded memory without locking: `&mut self` proves that no other thread uses it.
    #[inline(always)]
    pub(crate) fn get_mut(&mut self) -> &mut T {
        self.value.get_mut().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(not(feature = "std"))]
impl<T> Lock<T> {
    pub(crate) const fn new(value: T) -> Self {
        Self { value: spin::Mutex::new(value) }
    }

    #[inline(always)]
    pub(crate) fn lock(&self) -> impl DerefMut<Target = T> {
        self.value.lock()
    }

    /// Returns the guarded memory without locking: `&mut self` proves that no other thread uses it.
    #[inline(always)]
    pub(crate) fn get_mut(&mut self) -> &mut T {
        self.value.get_mut()
    }
}

#[cfg(feature = "std")]
impl<T> MadeOnce<T> {
    #[inline(always)]
    pub(crate) fn get_or_make(&self, make: impl FnOnce() -> T) -> &T {
        self.value.get_or_init(make)
    }

    /// Removes the lazily made value, if there is one, so that the next caller computes a new value.
    #[inline(always)]
    pub(crate) fn take(&mut self) -> Option<T> {
        self.value.take()
    }
}

#[cfg(not(feature = "std"))]
impl<T> MadeOnce<T> {
    #[inline(always)]
    pub(crate) fn get_or_make(&self, make: impl FnOnce() -> T) -> &T {
        self.value.call_once(make)
    }

    /// Removes the lazily made value, if there is one, so that the next caller computes a new value.
    #[inline(always)]
    pub(crate) fn take(&mut self) -> Option<T> {
        core::mem::take(&mut self.value).try_into_inner()
    }
}
