//! Spans for `tracing`: what takes time in a step, in cooking, saving and restoring. Without the feature nothing is left of them.
//!
//! A span ends with the block in which it begins. A thread that is handed work has no span of its own: the work belongs to the span
//! of who hands it out, its [`Origin`], which has no size without the feature.

#[cfg(feature = "tracing")]
use core::num::NonZeroU64;

/// The span of who hands out work, if anybody listens.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Origin {
    #[cfg(feature = "tracing")]
    id: Option<NonZeroU64>,
}

impl Origin {
    pub(crate) const NONE: Self = Self {
        #[cfg(feature = "tracing")]
        id: None,
    };
}

#[cfg(feature = "tracing")]
impl Origin {
    pub(crate) fn of(span: &tracing::Span) -> Self {
        Self { id: span.id().map(|id| id.into_non_zero_u64()) }
    }

    pub(crate) fn id(self) -> Option<tracing::span::Id> {
        self.id.map(tracing::span::Id::from_non_zero_u64)
    }
}

/// Begins a span, which ends with the block: its level, its name, and numbers that it shows. `as origin` gives that variable what
/// others need to begin a span `of origin` on another thread.
macro_rules! span {
    ($level:ident, $name:literal $(, $field:ident = $value:expr)*) => {
        #[cfg(feature = "tracing")]
        let _span = tracing::span!(target: "sweep8", tracing::Level::$level, $name $(, $field = $value)*).entered();
    };
    ($level:ident, $name:literal as $origin:ident) => {
        #[cfg(feature = "tracing")]
        let span = tracing::span!(target: "sweep8", tracing::Level::$level, $name).entered();
        #[cfg(feature = "tracing")]
        let $origin = $crate::base::spans::Origin::of(&span);
        #[cfg(not(feature = "tracing"))]
        let $origin = $crate::base::spans::Origin::NONE;
    };
    ($level:ident, $name:literal of $origin:expr $(, $field:ident = $value:expr)*) => {
        #[cfg(not(feature = "tracing"))]
        let _ = $origin;
        #[cfg(feature = "tracing")]
        let _span = tracing::span!(
            target: "sweep8", parent: $origin.id(), tracing::Level::$level, $name $(, $field = $value)*
        )
        .entered();
    };
}
pub(crate) use span;
