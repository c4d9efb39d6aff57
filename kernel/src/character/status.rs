//! How a slide ended, as users are told.

use crate::base::input_error::InputError;

/// How a slide ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum SlideStatus {
    /// Nothing was in the way of the desired displacement.
    #[default]
    Free,
    /// Something was touched, and the desired displacement was followed along it to its end.
    Slid,
    /// The surfaces touched leave no way along the desired displacement, or hold it by friction; the rest of it is dropped.
    Blocked,
    /// The bound on sweeps was reached before desired displacement or gravity was used up; the rest of it is dropped.
    /// Named before all others, an overlap too.
    OutOfIterations,
    /// The ellipsoid overlapped at the start and could not be pushed free; it moved only where that goes no deeper.
    Overlapping,
    /// The input was refused; nothing moved.
    Refused(InputError),
}
