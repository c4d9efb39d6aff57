//! Counts of a step.

use pyo3::prelude::*;

macro_rules! counts {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// What happened in a step, or in the last of several; counts of characters.
        #[pyclass(frozen, module = "sweep8", get_all)]
        #[derive(Default)]
        pub(crate) struct StepReport {
            $($(#[$doc])* $name: u64,)*
            /// The first character that was refused, by row; `None` if none was.
            first_refused: Option<usize>,
        }

        impl StepReport {
            pub(crate) fn new(report: &sweep8::StepReport, first_refused: Option<usize>) -> Self {
                Self { $($name: report.$name,)* first_refused }
            }
        }

        #[pymethods]
        impl StepReport {
            fn __repr__(&self) -> String {
                let counts = [$((stringify!($name), self.$name)),*];
                let told: Vec<String> = counts.iter().map(|(name, count)| format!("{name}={count}")).collect();
                format!("StepReport({})", told.join(", "))
            }
        }
    };
}

counts! {
    /// Characters that nothing stopped or deflected.
    free,
    /// Characters that contacts deflected.
    slid,
    /// Characters that were stopped before the end of their motion.
    blocked,
    /// Characters whose move reached the largest number of sweeps.
    out_of_iterations,
    /// Characters that overlapped the world and could not be pushed out.
    overlapping,
    /// Characters that moving instances crushed.
    crushed,
    /// Characters whose move was refused: they have not moved.
    refused,
    /// Characters that stand on a floor.
    standing,
    /// Characters that were pushed out of an overlap with the world.
    depenetrated,
    /// Touched surfaces of all characters.
    contacts,
    /// Characters that overlapped others at the start of the step.
    overlapping_others,
    /// Characters with more others near than count.
    crowded,
}
