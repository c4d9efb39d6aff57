//! The mesh of a cooked level.

use sweep8::CookedMesh;

/// A mesh that can be compared, as levels can.
#[derive(Clone, Debug)]
pub struct Cooked(pub(super) CookedMesh);

impl PartialEq for Cooked {
    fn eq(&self, other: &Self) -> bool {
        self.0.to_bytes() == other.0.to_bytes()
    }
}
