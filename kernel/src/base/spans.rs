//! Spans for `tracing`: the parts of a step, cooking, saving and restoring. Without the feature they compile to nothing.
//!
//! A span ends with the block in which it begins. A worker thread opens its spans under the span of the thread that gave it the
//! work: the [`Origin`], which has no size without the feature.

#[cfg(feature = "tracing")]
use core::num::NonZeroU64;

/// Id of the tracing span in which a thread starts parallel work: the parent of the workers' spans. `None` without a subscriber.
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

/// Opens a span that ends with the block: its level, its name, and its numbers. `as origin` stores its [`Origin`], with which
/// another thread opens a span `of origin`.
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
