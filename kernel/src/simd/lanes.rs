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
//! that is not inlined is compiled for the baseline. Hence arrays are written out here where `map` would be shorter. A function that
//! only hands the token on, to tasks that run out of line, may be a call: it computes nothing in lanes.

use crate::simd::{ByteLanes, ShuffleLanes};

/// All SIMD operations of a backend; the token that implements it proves that the processor supports them.
pub(crate) trait Lanes: ByteLanes + ShuffleLanes {
    /// Runs a task out of line: for rare, long code that would push frequent code out of the instruction cache.
    fn call_outlined<T: Task>(self, task: T) -> T::Output;
    /// Runs a task that many others begin often: inlined where eight lanes are one register, so that values stay there; out of
    /// line where they are several registers, as a copy in each caller would be long and fill the instruction cache.
    fn call_shared<T: Task>(self, task: T) -> T::Output;
    /// Prefetches a value that will be read soon into the cache. Changes no result.
    fn prefetch<T>(self, value: &T);
}

/// Computation that is compiled for each SIMD backend and runs on the lanes of any of them.
pub(crate) trait Task {
    type Output;

    /// Runs the task on the lanes of a backend. It is inlined into the backend's entry, with all functions it calls.
    fn run<L: Lanes>(self, lanes: L) -> Self::Output;
}

/// Makes a [`Task`]: a struct with what the work needs, and the work itself. It comes in two forms.
///
/// With the work written in place. The fields are variables there, in their order of declaration; the names of the lanes
/// and of their type are free:
///
/// ```ignore
/// task! {
///     /// How many of some values are above another.
///     struct CountAbove<'a> {
///         values: &'a [Eight],
///         limit: f32,
///     }
///     fn run<L>(lanes) -> u32 {
///         values.iter().map(|eight| lanes.bits(lanes.gt(lanes.load(eight), lanes.splat(limit))).count_ones()).sum()
///     }
/// }
/// let count = world.lanes.run(CountAbove { values, limit: 1.0 });
/// ```
///
/// With a function that does it, to which the lanes and the fields are passed in that order: `CountAbove<'a> { … } = count_above
/// => u32`.
///
/// Lifetimes come first, then types with their bound, then constants behind a semicolon: `struct Name<'a, V: MeshBoxes; const
/// IS_NEAR: bool>`. A task that holds registers names the type of their lanes among its own, `struct Name<'a, L: Lanes>`, and
/// that of the run otherwise, `fn run<M>(_)`.
macro_rules! task {
    (
        $(#[$doc:meta])*
        $vis:vis struct $name:ident $(<
            $($life:lifetime),* $(,)? $($param:ident: $bound:path),* $(; const $number:ident: $kind:ty $(, const $more:ident: $kinds:ty)*)?
        >)? {
            $($(#[$field_doc:meta])* $field_vis:vis $field:ident: $type:ty,)*
        }
        $(#[$run_doc:meta])*
        fn run<$lane:ident>($lanes:pat_param) $(-> $output:ty)? { $($work:tt)* }
    ) => {
        $(#[$doc])*
        $vis struct $name $(<
            $($life,)* $($param: $bound,)* $(const $number: $kind, $(const $more: $kinds,)*)?
        >)? {
            $($(#[$field_doc])* $field_vis $field: $type,)*
        }

        impl $(<
            $($life,)* $($param: $bound,)* $(const $number: $kind, $(const $more: $kinds,)*)?
        >)? $crate::simd::Task for $name $(<$($life,)* $($param,)* $($number, $($more,)*)?>)? {
            type Output = $crate::simd::task!(@output $($output)?);

            $(#[$run_doc])*
            #[inline(always)]
            fn run<$lane: $crate::simd::Lanes>(self, $lanes: $lane) -> Self::Output {
                let Self { $($field),* } = self;
                $($work)*
            }
        }
    };
    (@output $output:ty) => { $output };
    (@output) => { () };
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
