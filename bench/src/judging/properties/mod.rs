//! What has to hold for all input, each property once: the fuzz targets and the tests run the same functions.
//!
//! In: bytes, from a fuzzer, a seeded generator or the [`corpus`]. Out: that the property held, that the bytes make
//! no case, or a [`Finding`].
//!
//! 1. A property decodes the bytes into a case (`bytes`, and what several share: `soup`, `nooks`). All randomness is
//!    in the bytes: no clock, no generator.
//! 2. It asks the kernel, and something that does not share the kernel's code: a scalar twin, `f64`, worlds of a single
//!    triangle, another order.
//! 3. Its finding carries every number of the case.

mod bytes;
pub mod corpus;
mod crowd_order;
mod mesh_input;
mod nooks;
mod obj_input;
mod slide_promises;
mod soup;
mod stuck;
mod sweep_oracle;
mod sweep_twin;
mod time_step;
mod usable;
mod world_queries;

use std::fmt;

/// What a case came to that is no finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The property held.
    Held,
    /// The bytes make no case.
    Skipped,
}

/// A case in which a property did not hold: what was wrong, and its numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding(pub String);

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A property of all input.
#[derive(Clone, Copy, Debug)]
pub struct Property {
    /// The name of the fuzz target, too.
    pub name: &'static str,
    /// Checks one case.
    pub check: fn(&[u8]) -> Result<Outcome, Finding>,
}

impl Property {
    /// Every property.
    pub const ALL: [Property; 9] = [
        Property { name: "sweep_twin", check: sweep_twin::check },
        Property { name: "sweep_oracle", check: sweep_oracle::check },
        Property { name: "world_queries", check: world_queries::check },
        Property { name: "slide_promises", check: slide_promises::check },
        Property { name: "stuck", check: stuck::check },
        Property { name: "crowd_order", check: crowd_order::check },
        Property { name: "time_step", check: time_step::check },
        Property { name: "mesh_input", check: mesh_input::check },
        Property { name: "obj_input", check: obj_input::check },
    ];

    /// The property of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|property| property.name == name)
    }

    /// Checks one case as a fuzz target does.
    ///
    /// # Panics
    /// With the text of the finding, if there is one.
    pub fn demand(&self, bytes: &[u8]) {
        if let Err(finding) = (self.check)(bytes) {
            panic!("{}: {finding}", self.name);
        }
    }
}

/// A finding unless `holds`.
fn demand(holds: bool, finding: impl FnOnce() -> String) -> Result<(), Finding> {
    if holds { Ok(()) } else { Err(Finding(finding())) }
}
