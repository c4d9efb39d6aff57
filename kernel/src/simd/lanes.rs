//! The vocabulary of eight lanes: all operations that block tests may use.
//!
//! In: eight `f32` a value. Out: eight `f32`, or a predicate a lane.
//!
//! Every block test is written once over [`Lanes`]; a backend is a zero-sized token that owns the right to use its
//! instructions. All backends give the same bits, which is why the list is short: the five IEEE operations, comparisons
//! that are false for NaN, and selection. Absent on purpose: fused multiply-add, approximate reciprocals and roots, and
//! any `min` or `max` whose answer for NaN or for signed zeros depends on the instruction set.
//!
//! All code that touches lanes is `#[inline(always)]`, and none of it is in a closure: closures can't have this attribute, and one
//! that is not inlined is compiled for the baseline. Hence arrays are written out here where `map` would be shorter.

use crate::simd::ByteLanes;

/// All operations of a backend; its token proves that the processor supports them.
pub(crate) trait Lanes: ByteLanes {
    /// Runs a task in a function of its own: for rare and long code, which would push frequent code out of the instruction cache.
    fn call_outlined<T: Task>(self, task: T) -> T::Output;
    /// Prefetches the memory of a value that is read soon. Changes no result.
    fn prefetch<T>(self, value: &T);
}

/// Code over lanes that runs on any backend.
pub(crate) trait Task {
    type Output;

    /// Runs the task. It is inlined into the entry of a backend, with all that it calls.
    fn run<L: Lanes>(self, lanes: L) -> Self::Output;
}

/// Makes a [`Task`] of a function over lanes: a struct with the function's arguments, in the same order.
macro_rules! task {
    ($(#[$doc:meta])* $name:ident<$life:lifetime> { $($field:ident: $type:ty,)* } = $function:path => $output:ty) => {
        $(#[$doc])*
        pub(crate) struct $name<$life> {
            $(pub(crate) $field: $type,)*
        }

        impl $crate::simd::Task for $name<'_> {
            type Output = $output;

            #[inline(always)]
            fn run<L: $crate::simd::Lanes>(self, lanes: L) -> $output {
                $function(lanes, $(self.$field),*)
            }
        }
    };
}
pub(crate) use task;
