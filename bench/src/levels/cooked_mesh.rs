//! The mesh of a cooked level.

use sweep8::CookedMesh;

/// Wrapper of a cooked mesh that adds an equality comparison, because levels are compared.
#[derive(Clone, Debug)]
pub struct Cooked(pub(super) CookedMesh);

impl PartialEq for Cooked {
    fn eq(&self, other: &Self) -> bool {
        self.0.to_bytes() == other.0.to_bytes()
    }
}
