//! The walk of a crowd from its first frame to its last: timed, checked and recorded. Imports `walking`, `checking` and `replaying`.

pub mod simulation;
