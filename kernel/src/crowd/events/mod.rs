//! Events of the characters in a step: contacts of watched characters, and the events made of them.

pub(crate) mod contacts;
pub(crate) mod event;
pub(crate) mod event_log;
pub(crate) mod event_mask;
