//! The C interface of sweep8. `include/sweep8.h` is made from this crate, and says in C users' words what each call
//! does; `docs/embedding-c.md` is where to begin.
//!
//! Every call is the call of the same name in the crate `sweep8`, with the same bits: what is here checks pointers and
//! codes, translates plain data, and turns errors into codes. A pointer that may be NULL is an `Option` of a reference
//! or of a box, which has the layout of a C pointer, so that NULL is a value that the compiler has us look at; arrays
//! are a raw pointer and a count. No panic leaves a call.
//!
//! The rules for pointers are those of the header: they are NULL or lead to what their type says, memory that is
//! written is used by nobody else during the call, and handles are freed once.

#![allow(unsafe_code, reason = "pointers come from C; each block says what makes it sound")]
#![allow(non_camel_case_types, reason = "the names are those of C")]
#![allow(
    clippy::missing_safety_doc,
    reason = "the rules for pointers are the same for all calls, and are told once, above"
)]

pub mod body;
pub mod body_slide;
pub mod character;
pub mod contact_filter;
pub mod cooked;
pub mod crowd;
pub mod crowd_access;
pub mod crowd_query;
pub mod crowd_sense;
pub mod crowd_step;
pub mod debug_line;
pub mod error;
pub mod event;
pub mod hit;
pub mod layout;
pub mod memory;
pub mod mesh;
pub mod mesh_access;
pub mod move_events;
mod open_crowd_step;
pub mod open_step;
pub mod outcome;
mod pointer;
pub mod profile;
pub mod query;
pub mod query_many;
pub mod report;
pub mod slide;
pub mod state;
pub mod state_access;
pub mod step;
pub mod types;
pub mod world;
pub mod world_access;
