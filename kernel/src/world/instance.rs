//! A mesh with its placement.

use crate::base::field::Field;
use crate::base::input_error::InputError;
use crate::base::tolerance::{BOX_ROUNDING, MAX_COORDINATE};
use crate::bvh::boxes::Bounds;
use crate::bvh::cooked_mesh::{CookedMesh, MeshReport};
#[cfg(feature = "std")]
use crate::bvh::deformable_mesh::report;
#[cfg(feature = "std")]
use crate::bvh::refit::Refit;
use crate::frame::placement::{Placed, Placement};
use crate::frame::rigid_motion::RigidMotion;
use crate::world::instance_kind::InstanceKind;
use crate::world::movers::Mover;
#[cfg(feature = "std")]
use alloc::sync::Arc;
use glam::{DVec3, Quat, Vec3, Vec3A};

/// Index that means "no entry": for an instance without an entry in the list of movers.
pub(super) const NONE: u32 = u32::MAX;

/// An instance of a world: a mesh with its placement, layers, kind and user data.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    pub(crate) mesh: CookedMesh,
    /// Vertices of a deformable mesh, and data to update its tree; `None` for a mesh that may be shared.
    #[cfg(feature = "std")]
    pub(super) refit: Option<Arc<Refit>>,
    pub(crate) placed: Placed,
    rotation: [f32; 4],
    pub(super) scale: Vec3,
    /// Index of this instance's entry in the world's list of movers, or [`NONE`].
    pub(super) mover: u32,
    /// Layers that contain the instance, a bit each.
    pub(crate) layers: u32,
    /// Kind of the instance: which characters it stops.
    pub(crate) kind: InstanceKind,
    /// Number that the user has stored with the instance; 0 by default.
    pub(crate) user_data: u64,
    /// Whether any step so far has moved the instance to a target.
    pub(crate) has_moved: bool,
}

impl Instance {
    pub(super) fn new(mesh: CookedMesh, placement: &Placement) -> Self {
        Self {
            mesh,
            #[cfg(feature = "std")]
            refit: None,
            placed: Placed::new(placement),
            rotation: placement.rotation.to_array(),
            scale: placement.scale,
            mover: NONE,
            layers: 1,
            kind: InstanceKind::Solid,
            user_data: 0,
            has_moved: false,
        }
    }

    pub(super) fn placement(&self) -> Placement {
        let &Self { placed: Placed { translation, .. }, rotation, scale, .. } = self;
        Placement { translation, rotation: Quat::from_array(rotation), scale }
    }

    /// Report of the instance's mesh: counts of triangles and nodes, and memory; with the data for deforming.
    #[cfg(feature = "std")]
    pub(super) fn report(&self) -> MeshReport {
        report(&self.mesh, self.refit.as_deref())
    }

    /// Report of the instance's mesh: counts of triangles and nodes, and memory.
    #[cfg(not(feature = "std"))]
    pub(super) fn report(&self) -> MeshReport {
        self.mesh.report()
    }

    /// Whether the instance is deformable: its vertices may be moved.
    #[cfg(feature = "std")]
    pub(super) fn deforms(&self) -> bool {
        self.refit.is_some()
    }

    /// Whether the instance is deformable: always false, as deformable meshes need the `std` feature.
    #[cfg(not(feature = "std"))]
    #[expect(clippy::unused_self, reason = "as with `std`")]
    pub(super) fn deforms(&self) -> bool {
        false
    }

    /// Whether the instance moves in the current step or has a target for the next one.
    #[inline(always)]
    pub(crate) fn moves(&self) -> bool {
        self.mover != NONE
    }

    /// Moves the instance to a placement immediately, without a check.
    pub(super) fn put(&mut self, placement: &Placement) {
        self.placed = Placed::new(placement);
        (self.rotation, self.scale) = (placement.rotation.to_array(), placement.scale);
    }
}

/// The box around a mesh at a placement, world space; an error if it is beyond the largest coordinate.
pub(super) fn checked(mesh: &CookedMesh, placement: &Placement) -> Result<Bounds, InputError> {
    checked_box(&mesh.tree.bounds, placement)
}

/// Box in world space around a mesh-space box at a placement; an error if it is beyond the largest coordinate.
pub(super) fn checked_box(bounds: &Bounds, placement: &Placement) -> Result<Bounds, InputError> {
    placement.check()?;
    let [middle, half] = Placed::new(placement).world_box(bounds.low.as_dvec3(), bounds.high.as_dvec3());
    rounded_outwards(middle, half)
}

/// Box in world space around a mesh-space box at a placement, without a limit on its size.
#[cfg(feature = "std")]
pub(super) fn box_in_world(placed: &Placed, bounds: &Bounds) -> Bounds {
    let [middle, half] = placed.world_box(bounds.low.as_dvec3(), bounds.high.as_dvec3());
    grown_by_rounding(middle, half)
}

/// Rounds a box outwards to `f32`; an error if it is beyond the largest coordinate.
fn rounded_outwards(middle: DVec3, half: DVec3) -> Result<Bounds, InputError> {
    if let Some(far) = (middle.abs() + half).to_array().into_iter().find(|far| *far > f64::from(MAX_COORDINATE)) {
        return Err(InputError::out_of_range(Field::Bounds, far as f32));
    }
    Ok(grown_by_rounding(middle, half))
}

fn grown_by_rounding(middle: DVec3, half: DVec3) -> Bounds {
    let rounding = Vec3A::from((middle.abs() + half).as_vec3()) * BOX_ROUNDING;
    Bounds::about(middle.as_vec3().into(), Vec3A::from(half.as_vec3()) + rounding)
}

/// Motion of the instance `index` from a valid placement to a target, and its box; an error if the motion is out of range.
pub(super) fn mover_of(index: u32, mesh: &CookedMesh, from: &Placement, to: Placement) -> Result<Mover, InputError> {
    mover_around(index, &mesh.tree.bounds, from, to)
}

/// Motion from one placement to another of instance `index`, whose mesh has these bounds; an error if it is out of range.
pub(super) fn mover_around(
    index: u32,
    &Bounds { low, high }: &Bounds,
    from: &Placement,
    to: Placement,
) -> Result<Mover, InputError> {
    checked_box(&Bounds { low, high }, &to)?;
    let motion = RigidMotion::new(*from, to)?;
    let (low, high) = (low.as_dvec3(), high.as_dvec3());
    let [(low_end, high_end), (low_start, high_start)] = [&to, from].map(|placement| {
        let [middle, half] = Placed::new(placement).world_box(low, high);
        (middle - half, middle + half)
    });
    let (lowest, highest) = (low_end.min(low_start), high_end.max(high_start));
    let corner = low.abs().max(high.abs()) * from.scale.as_dvec3().abs();
    let bulge = motion.sagitta(corner.length(), 0.0);
    let bounds = rounded_outwards((lowest + highest) * 0.5, (highest - lowest) * 0.5 + bulge)?;
    Ok(Mover { instance: index, motion, bounds })
}
