//! Computes the placement of a collider from the transforms of Bevy.

use crate::refusal::ColliderError;
use bevy_ecs::prelude::*;
use bevy_math::{Mat3, Vec3};
use bevy_transform::components::Transform;
use bevy_transform::helper::TransformHelper;
use sweep8::Placement;

/// Largest cosine between two axes that count as orthogonal: far above the rounding of nested transforms, and a lean of
/// less than a tenth of a millimetre per metre.
const SQUARE_COSINE: f32 = 1e-4;

/// Returns the placement of an entity: its own transform for a root, the product of the current transforms above it for a
/// child.
pub(crate) fn placement_of(
    entity: Entity,
    transform: &Transform,
    parent: Option<&ChildOf>,
    transforms: &TransformHelper,
) -> Result<Placement, ColliderError> {
    if parent.is_none() {
        let &Transform { translation, rotation, scale } = transform;
        return Ok(Placement { translation: translation.as_dvec3(), rotation, scale });
    }
    let global = transforms.compute_global_transform(entity).map_err(|_| ColliderError::NoTransform)?;
    if is_sheared(Mat3::from(global.affine().matrix3)) {
        return Err(ColliderError::Sheared);
    }
    let (scale, rotation, translation) = global.to_scale_rotation_translation();
    Ok(Placement { translation: translation.as_dvec3(), rotation, scale })
}

/// Returns true if the matrix shears: it maps the orthogonal axes to directions that are not orthogonal.
fn is_sheared(linear: Mat3) -> bool {
    let [x, y, z] = [linear.x_axis, linear.y_axis, linear.z_axis].map(Vec3::normalize_or_zero);
    [x.dot(y), y.dot(z), z.dot(x)].iter().any(|cosine| cosine.abs() > SQUARE_COSINE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_math::Quat;

    #[test]
    fn only_an_uneven_scale_after_a_rotation_shears() {
        let turn = Mat3::from_quat(Quat::from_euler(bevy_math::EulerRot::XYZ, 0.3, 1.1, -0.7));
        let uneven = Mat3::from_diagonal(Vec3::new(0.5, 2.0, -3.0));
        assert!(!is_sheared(turn * uneven));
        assert!(is_sheared(uneven * turn));
        assert!(!is_sheared(Mat3::from_diagonal(Vec3::splat(1e3)) * turn));
    }
}
