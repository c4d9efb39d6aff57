//! Saves the placements of a world's instances as bytes, and restores them, in the same process or another.
//!
//! In: a world. Out: bytes; and from such bytes, in a world of the same instances, their placements and targets. Meshes are not
//! saved. The layout, without padding: a [`WorldHeader`]; a [`Row`] an index; the target of each instance that has one, in the
//! order of indices; a checksum.

use crate::base::restore_error::RestoreError;
use crate::base::saved_bytes::{SaveHeader, Section, begin, finish, open, put, take};
use crate::base::spans::span;
use crate::frame::placement::Placement;
use crate::world::instance_kind::InstanceKind;
use crate::world::instances::Instances;
use crate::world::world::World;
use alloc::vec::Vec;
use bytemuck::{Pod, Zeroable};
use glam::{DVec3, Quat, Vec3};

/// Version of the byte layout of a saved world, which the docs of this file describe.
const VERSION: u32 = 1;

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct WorldHeader {
    magic: u64,
    version: u32,
    rows: u32,
    targets: u32,
    first_free: u32,
}

/// A saved placement and a number: in a row, the number of triangles of the mesh; in a target, the index of the instance.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Placing {
    translation: DVec3,
    rotation: [f32; 4],
    scale: Vec3,
    pub(super) of: u32,
}

/// Saved data of one instance index: its placement, generation, next free index, flags and layers.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Row {
    pub(super) place: Placing,
    pub(super) generation: u32,
    pub(super) next_free: u32,
    /// Bits [`PRESENT`] (the index has an instance) and [`MOVED`] (a step has moved it), and its kind from bit [`KIND_SHIFT`] on.
    pub(super) flags: u32,
    pub(super) layers: u32,
}

/// Bit of [`Row::flags`]: the index has an instance. The next ones: a step has moved it (`MOVED`), its kind from `KIND_SHIFT` on.
pub(super) const PRESENT: u32 = 1;
pub(super) const MOVED: u32 = 2;
pub(super) const KIND_SHIFT: u32 = 2;

impl Row {
    /// Kind of the saved instance; `None` for an invalid code.
    pub(super) fn kind(&self) -> Option<InstanceKind> {
        InstanceKind::of_code(self.flags >> KIND_SHIFT)
    }
}

impl Placing {
    pub(super) fn new(placement: &Placement, of: u32) -> Self {
        let &Placement { translation, rotation, scale } = placement;
        Self { translation, rotation: rotation.to_array(), scale, of }
    }

    pub(super) fn placement(&self) -> Placement {
        let &Self { translation, rotation, scale, .. } = self;
        Placement { translation, rotation: Quat::from_array(rotation), scale }
    }
}

/// Parts of a saved world's bytes: the header, the rows of the instances, and their targets.
struct WorldSections<'a> {
    header: WorldHeader,
    rows: Section<'a, Row>,
    targets: Section<'a, Placing>,
}

impl SaveHeader for WorldHeader {
    const MAGIC: u64 = u64::from_le_bytes(*b"sweep8mo");
    const NOT_ONE: RestoreError = RestoreError::NotAMotion;

    fn versions(&self) -> impl IntoIterator<Item = (u32, u32)> {
        [(self.version, VERSION)]
    }

    fn body(&self) -> u64 {
        let of = |count: u32, size: usize| u64::from(count) * size as u64;
        of(self.rows, size_of::<Row>()) + of(self.targets, size_of::<Placing>())
    }
}

impl<'a> WorldSections<'a> {
    fn read(bytes: &'a [u8]) -> Result<Self, RestoreError> {
        let (header, mut rest) = open::<WorldHeader>(bytes)?;
        Ok(Self { header, rows: take(&mut rest, header.rows), targets: take(&mut rest, header.targets) })
    }
}

impl World {
    /// Replaces the contents of `bytes` by the placements of all instances, their layers and kinds, and their targets. Together
    /// with the characters of [`Crowd::save_into`](crate::Crowd::save_into) this is all that changes in a game. Meshes are not
    /// saved, nor the [vertices](World::set_vertices) of deformable ones: set them again after a restore. Allocates nothing if
    /// `bytes` has room.
    ///
    /// ```
    /// use glam::{DVec3, Vec3};
    /// use sweep8::{Mesh, Placement, World};
    ///
    /// let door = Mesh::cuboid(Vec3::new(0.5, 1.0, 0.05))?.cook();
    /// let mut world = World::new();
    /// let id = world.add(&door, Placement::IDENTITY)?;
    /// world.move_to(id, Placement::at(DVec3::X))?;
    /// drop(world.begin_step(1.0 / 60.0)?);
    /// let mut bytes = Vec::new();
    /// world.save_motion_into(&mut bytes);
    ///
    /// // In another process: the same instances, in the same order.
    /// let mut other = World::new();
    /// let id = other.add(&door, Placement::IDENTITY)?;
    /// other.restore_motion(&bytes)?;
    /// assert_eq!(other.placement(id)?, Placement::at(DVec3::X));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save_motion_into(&self, bytes: &mut Vec<u8>) {
        span!(DEBUG, "World::save_motion_into");
        let instances = &self.instances;
        let header = WorldHeader {
            magic: WorldHeader::MAGIC,
            version: VERSION,
            rows: instances.row_count() as u32,
            targets: instances.targets().count() as u32,
            first_free: instances.first_free,
        };
        begin(bytes, &header);
        for row in instances.rows() {
            put(bytes, &[row]);
        }
        for target in instances.targets() {
            put(bytes, &[target]);
        }
        finish(bytes);
    }

    /// Restores all instances to the placements and targets of a [save](Self::save_motion_into). The world must have the same instances as
    /// the saved one, with the same ids: adding and removing instances is not part of their motion; [clone](Clone) the world to undo that.
    /// Instances that were added since the save, and removed again, do not matter. Allocates nothing if as many instances have moved
    /// before.
    ///
    /// # Errors
    /// [`RestoreError`] names the fault in the bytes, or the instance that differs; nothing has changed then.
    pub fn restore_motion(&mut self, bytes: &[u8]) -> Result<(), RestoreError> {
        span!(DEBUG, "World::restore_motion", bytes = bytes.len());
        let WorldSections { header, rows, targets } = WorldSections::read(bytes)?;
        self.instances.check_rows(rows)?;
        let place_of = |index: u32| (index < header.rows).then(|| rows.get(index).place.placement());
        self.instances.check_targets(targets.iter(), place_of)?;
        self.instances.restore(rows.iter(), targets.iter())?;
        Ok(())
    }
}

impl Instances {
    fn row_count(&self) -> usize {
        self.rows().len()
    }

    /// Checks that the instances in a save are those of this world: indices, generations, and triangle counts. Indices without an
    /// instance may differ: the world may have had others since.
    fn check_rows(&self, saved: Section<Row>) -> Result<(), RestoreError> {
        let of_mesh = |row: &Row| (row.flags & PRESENT != 0).then_some([row.generation, row.place.of]);
        let mut own = self.rows();
        for (index, saved) in (0..).zip(saved.iter()) {
            let own = own.next().as_ref().and_then(of_mesh);
            match (of_mesh(&saved), own) {
                (None, Some(_)) => return Err(RestoreError::ExtraInstance { index }),
                (saved, own) if saved != own => return Err(RestoreError::Instance { index }),
                _ => {}
            }
            if saved.kind().is_none() {
                return Err(RestoreError::Instance { index });
            }
            if saved.flags & PRESENT != 0 {
                self.check_place(index, &saved.place.placement())?;
            }
        }
        let known = self.rows().len() - own.len();
        match own.position(|row| row.flags & PRESENT != 0) {
            Some(place) => Err(RestoreError::ExtraInstance { index: (known + place) as u32 }),
            None => Ok(()),
        }
    }

    /// Checks that the saved targets are valid for this world's instances, which will be at the placements of `place_of`.
    fn check_targets(
        &self,
        targets: impl Iterator<Item = Placing>,
        place_of: impl Fn(u32) -> Option<Placement>,
    ) -> Result<(), RestoreError> {
        let mut last = None;
        for target in targets {
            let from = place_of(target.of).ok_or(RestoreError::Instance { index: target.of })?;
            if last.is_some_and(|last| last >= target.of) {
                return Err(RestoreError::Instance { index: target.of });
            }
            self.check_target(target.of, &from, target.placement())?;
            last = Some(target.of);
        }
        Ok(())
    }
}
