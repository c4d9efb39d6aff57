//! An instance of a move: its placement, its target, and its triangles within reach.

use crate::replaying::fields::{Reader, Writer};
use glam::Vec3;
use sweep8::{CookedMesh, InstanceKind, Mesh, MeshError, Placement};

/// Minimum number of bytes that one instance takes in the file of a move.
pub(super) const INSTANCE: usize = 60;
/// Minimum number of bytes that one triangle of an instance takes in the file of a move.
const TRIANGLE: usize = 37;

/// Bit flag of an instance in the file of a move: an earlier step has moved the instance.
const HAS_MOVED: u8 = 1;
/// Bit flag of an instance in the file of a move: the instance moves to a target placement in the step.
const HAS_TARGET: u8 = 2;

/// Kinds of instances; the index of a kind is its code in the file of a move.
const KINDS: [InstanceKind; 3] = [InstanceKind::Solid, InstanceKind::OneSided, InstanceKind::Sensor];

/// A mesh instance that a recorded move can reach, with its placement and its triangles.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveInstance {
    /// Index of the instance in the level.
    pub index: u32,
    /// Kind of the instance, which determines the characters that it stops.
    pub kind: InstanceKind,
    /// Bit mask of the layers that the instance belongs to.
    pub layers: u32,
    /// True if an earlier step has moved the instance.
    pub has_moved: bool,
    /// Placement of the instance at the start of the step, world space.
    pub placement: Placement,
    /// Placement at which the instance arrives at the end of the step; `None` if the instance stays.
    pub target: Option<Placement>,
    /// Triangles of the instance within reach of the move: triangle id, ascending, and corners in mesh space, metres.
    pub triangles: Vec<(u32, [Vec3; 3])>,
}

impl MoveInstance {
    /// Cooks a mesh from those triangles of the instance that are within reach of the move.
    pub(super) fn cook(&self) -> Result<CookedMesh, MeshError> {
        let corners: Vec<Vec3> = self.triangles.iter().flat_map(|(_, corners)| *corners).collect();
        let triangles: Vec<[u32; 3]> =
            (0..self.triangles.len() as u32).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect();
        Mesh::new(&corners, &triangles).map(Mesh::cook)
    }

    pub(super) fn write(&self, writer: &mut Writer) {
        let Self { index, kind, layers, has_moved, placement, target, triangles } = self;
        writer.number((*index).into());
        writer.byte(KINDS.iter().position(|one| one == kind).unwrap_or_default() as u8);
        writer.words(&[*layers]);
        writer.byte(if *has_moved { HAS_MOVED } else { 0 } | if target.is_some() { HAS_TARGET } else { 0 });
        writer.placement(placement);
        if let Some(target) = target {
            writer.placement(target);
        }
        writer.number(triangles.len() as u64);
        let mut next = 0;
        for (id, corners) in triangles {
            writer.number((*id - next).into());
            next = *id + 1;
            for corner in corners {
                writer.floats(&corner.to_array());
            }
        }
    }

    pub(super) fn read(reader: &mut Reader<'_>) -> Option<Self> {
        let index = reader.index()?;
        let kind = *KINDS.get(usize::from(reader.byte()?))?;
        let layers = reader.word()?;
        let flags = reader.byte().filter(|flags| *flags <= HAS_MOVED | HAS_TARGET)?;
        let placement = reader.placement()?;
        let target = if flags & HAS_TARGET != 0 { Some(reader.placement()?) } else { None };
        let count = reader.count(TRIANGLE)?;
        let mut triangles = Vec::with_capacity(count);
        let mut next = 0_u32;
        for _ in 0..count {
            let id = next.checked_add(reader.index()?)?;
            next = id.checked_add(1)?;
            triangles.push((id, [reader.vector()?, reader.vector()?, reader.vector()?]));
        }
        Some(Self { index, kind, layers, has_moved: flags & HAS_MOVED != 0, placement, target, triangles })
    }
}
