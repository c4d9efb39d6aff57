//! The report about levels as one HTML page that asks nobody for anything.
//!
//! In: the run of each level and the survey of its floors ([`level_run`]). Out: [`Facts`](facts::Facts) for programs, and the page:
//! a [template](bundle::template), which the front end in `bench/web` makes, with the data of the levels in it ([`document`]).

pub mod bundle;
pub mod document;
pub mod facts;
mod level_data;
pub mod level_run;
mod mesh;
mod numbers;
mod sightings;
mod words;
