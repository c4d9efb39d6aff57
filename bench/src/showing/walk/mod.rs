//! The folder of the page in which one walks: `crowd page`.
//!
//! In: nothing but the built-in scenes. Out: files that any web server serves. [`place`] is a level of boxes with stairs, a lift, doors and
//! conveyors; [`scene`] what a scene is, [`written`] how the page reads it; [`rule`] is how walkers choose their ways, in the page and
//! here, so that a hash can be compared; [`folder`] puts everything together.

pub mod folder;
pub mod place;
pub mod rule;
pub mod scene;
pub mod written;
