//! A world, and the numbers by which the page names its instances: `generation * 2^32 + index`, exact in a page's numbers.

use crate::fault::Fault;
use sweep8::{CookedMesh, InputError, InstanceId, Placement};

/// A world, and the ids of its instances.
pub(crate) struct World {
    pub(crate) world: sweep8::World,
    /// Ids of instances by their index.
    ids: Vec<Option<InstanceId>>,
    /// Whether an instance may have a target.
    pub(crate) has_targets: bool,
}

/// The number that names an instance in the page.
pub(crate) fn number_of(id: InstanceId) -> f64 {
    (u64::from(id.generation()) << 32 | id.index() as u64) as f64
}

impl World {
    pub(crate) fn new() -> Self {
        Self { world: sweep8::World::new(), ids: Vec::new(), has_targets: false }
    }

    /// Adds an instance of a mesh; returns the number that names it.
    pub(crate) fn add(&mut self, mesh: &CookedMesh, placement: Placement) -> Result<f64, Fault> {
        let id = self.world.add(mesh, placement)?;
        self.ids.resize(self.ids.len().max(id.index() + 1), None);
        self.ids[id.index()] = Some(id);
        Ok(number_of(id))
    }

    /// The id of an instance that the page names.
    pub(crate) fn id(&self, instance: f64) -> Result<InstanceId, Fault> {
        // A number that is not one becomes 0, whose number differs.
        let index = (instance as u64 & 0xFFFF_FFFF) as usize;
        let id = self.ids.get(index).copied().flatten().filter(|&id| number_of(id) == instance);
        id.ok_or(Fault::NotThere("instance", instance, "World"))
    }

    /// Changes an instance that the page names.
    pub(crate) fn change(
        &mut self,
        instance: f64,
        change: impl FnOnce(&mut sweep8::World, InstanceId) -> Result<(), InputError>,
    ) -> Result<f64, Fault> {
        let id = self.id(instance)?;
        change(&mut self.world, id)?;
        Ok(0.0)
    }
}
