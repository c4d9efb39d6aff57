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

/// The index that stands for no entry of a list.
pub(super) const NONE: u32 = u32::MAX;

/// A mesh with its placement.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    pub(crate) mesh: CookedMesh,
    /// The vertices of a deformable mesh; `None` for a shared one.
    #[cfg(feature = "std")]
    pub(super) refit: Option<Arc<Refit>>,
    pub(crate) placed: Placed,
    rotation: [f32; 4],
    pub(super) scale: Vec3,
    /// The index of this instance in the list of movers, or [`NONE`].
    pub(super) mover: u32,
    /// The layers it is in, a bit each.
    pub(crate) layers: u32,
    /// Which characters it stops.
    pub(crate) kind: InstanceKind,
    /// The number that the user has set.
    pub(crate) user_data: u64,
    /// Whether a step has moved it.
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

    /// The report of its mesh.
    #[cfg(feature = "std")]
    pub(super) fn report(&self) -> MeshReport {
        report(&self.mesh, self.refit.as_deref())
    }

    /// The report of its mesh.
    #[cfg(not(feature = "std"))]
    pub(super) fn report(&self) -> MeshReport {
        self.mesh.report()
    }

    /// Whether it is deformable: it owns its vertices.
    #[cfg(feature = "std")]
    pub(super) fn deforms(&self) -> bool {
        self.refit.is_some()
    }

    /// Whether it is deformable: never, as deformable meshes are cooked, which needs `std`.
    #[cfg(not(feature = "std"))]
    #[expect(clippy::unused_self, reason = "as with `std`")]
    pub(super) fn deforms(&self) -> bool {
        false
    }

    /// Whether it moves in this step or the coming one.
    #[inline(always)]
    pub(crate) fn moves(&self) -> bool {
        self.mover != NONE
    }

    /// Sets its placement, without a check.
    pub(super) fn put(&mut self, placement: &Placement) {
        self.placed = Placed::new(placement);
        (self.rotation, self.scale) = (placement.rotation.to_array(), placement.scale);
    }
}

/// The box around a mesh at a placement, world space; refuses a box beyond the largest coordinate.
pub(super) fn checked(mesh: &CookedMesh, placement: &Placement) -> Result<Bounds, InputError> {
    checked_box(&mesh.tree.bounds, placement)
}

/// As [`checked`], for a box of mesh space.
pub(super) fn checked_box(bounds: &Bounds, placement: &Placement) -> Result<Bounds, InputError> {
    placement.check()?;
    let [middle, half] = Placed::new(placement).world_box(bounds.low.as_dvec3(), bounds.high.as_dvec3());
    rounded_outwards(middle, half)
}

/// As [`checked_box`], for a box of any size.
#[cfg(feature = "std")]
pub(super) fn box_in_world(placed: &Placed, bounds: &Bounds) -> Bounds {
    let [middle, half] = placed.world_box(bounds.low.as_dvec3(), bounds.high.as_dvec3());
    grown_by_rounding(middle, half)
}

/// Rounds a box outwards to `f32`. The box of a mesh without triangles meets nothing.
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

/// The motion of a mesh from a valid placement to another.
pub(super) fn mover_of(index: u32, mesh: &CookedMesh, from: &Placement, to: Placement) -> Result<Mover, InputError> {
    mover_around(index, &mesh.tree.bounds, from, to)
}

/// As [`mover_of`], for a box of mesh space.
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
