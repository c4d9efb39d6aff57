//! A lock, and a value that is made once: those of the standard library; without it, ones that spin.
//!
//! A lock guards memory, which changes no result, or a counter: after a panic the next caller uses it as it is. Without `std` a panic
//! while a value is made makes later calls panic, too.

use core::ops::DerefMut;
#[cfg(feature = "std")]
use std::sync::{Mutex, OnceLock, PoisonError};

/// Memory that one at a time uses.
#[derive(Debug, Default)]
pub(crate) struct Lock<T> {
    #[cfg(feature = "std")]
    value: Mutex<T>,
    #[cfg(not(feature = "std"))]
    value: spin::Mutex<T>,
}

/// A value that is made by whoever asks for it first.
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

    /// As [`lock`](Self::lock), where nobody else can hold it.
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

    /// As [`lock`](Self::lock), where nobody else can hold it.
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

    /// The value, which is not there any more.
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

    /// The value, which is not there any more.
    #[inline(always)]
    pub(crate) fn take(&mut self) -> Option<T> {
        core::mem::take(&mut self.value).try_into_inner()
    }
}
