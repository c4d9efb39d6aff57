//! Converts the transform of a node to a placement, if it is one.
//!
//! A placement is a translation, a rotation and a scale along the axes of the mesh. A node's transform is the product
//! of those of its ancestors and its own, and is no placement if an uneven scale is above a rotation: right angles of
//! the mesh are not kept then (it is *sheared*). Nor is a transform that makes the mesh flat, or scales it beyond the
//! kernel's range. In these cases the vertices are mapped into a new mesh.

use glam::{DAffine3, DMat3, DMat4, DQuat, DVec3, Vec3};
use gltf::json::scene::{Node, UnitQuaternion};
use sweep8::Placement;

/// Maximum cosine between two axes of a placement. Matrices are in `f32`, which leaves 1e-7 of each of their products;
/// at 100 m from the origin of a mesh this moves a vertex by 0.1 mm.
const SHEARED: f64 = 1e-6;

/// How the mesh of a glTF node is added to the level.
pub(super) enum Placing {
    /// Adds an instance of the file's mesh with this placement.
    Placed(Placement),
    /// Adds a copy of the mesh, transformed by this matrix, as an instance with this translation (metres).
    Baked(DMat3, DVec3),
    /// Adds no instance, because the transformed mesh has no area.
    Nothing,
}

/// Returns the transform of a glTF node relative to its parent node.
pub(super) fn local(node: &Node) -> DAffine3 {
    if let Some(columns) = node.matrix {
        return DAffine3::from_mat4(DMat4::from_cols_array(&columns.map(f64::from)));
    }
    let vector = |values: Option<[f32; 3]>, default| values.map_or(default, |values| Vec3::from(values).as_dvec3());
    let UnitQuaternion([x, y, z, w]) = node.rotation.unwrap_or_default();
    let rotation = DQuat::from_xyzw(x.into(), y.into(), z.into(), w.into());
    DAffine3::from_scale_rotation_translation(
        vector(node.scale, DVec3::ONE),
        // A rotation of length 0 has no direction.
        if rotation.length_squared() > 0.0 { rotation.normalize() } else { DQuat::IDENTITY },
        vector(node.translation, DVec3::ZERO),
    )
}

/// Returns how the mesh of a glTF node with this world transform is added to the level. The transform must be finite.
pub(super) fn placing(map: &DAffine3) -> Placing {
    let (linear, translation) = (map.matrix3, map.translation);
    let [x, y, z] = [linear.x_axis, linear.y_axis, linear.z_axis];
    if [x.cross(y), y.cross(z), z.cross(x)] == [DVec3::ZERO; 3] {
        return Placing::Nothing;
    }
    let lengths = DVec3::new(x.length(), y.length(), z.length());
    let is_sheared = |a: DVec3, b: DVec3, lengths: f64| a.dot(b).abs() > SHEARED * lengths;
    let [xy, yz, zx] = [lengths.x * lengths.y, lengths.y * lengths.z, lengths.z * lengths.x];
    if lengths.min_element() == 0.0 || is_sheared(x, y, xy) || is_sheared(y, z, yz) || is_sheared(z, x, zx) {
        return Placing::Baked(linear, translation);
    }
    let sides = if linear.determinant() < 0.0 { DVec3::new(-1.0, 1.0, 1.0) } else { DVec3::ONE };
    let scale = lengths * sides;
    let rotation = DQuat::from_mat3(&DMat3::from_cols(x / scale.x, y / scale.y, z / scale.z)).normalize();
    let placement = Placement { translation, rotation: rotation.as_quat(), scale: scale.as_vec3() };
    // The world reports a translation that is out of range.
    let fits = Placement { translation: DVec3::ZERO, ..placement }.check().is_ok();
    if fits { Placing::Placed(placement) } else { Placing::Baked(linear, translation) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::map_of;
    use glam::DAffine3;

    /// Three rotations of test nodes about different axes, with exact components.
    const TURNS: [DQuat; 3] = [
        DQuat::from_xyzw(0.0, 0.6, 0.0, 0.8),
        DQuat::from_xyzw(0.5, 0.5, -0.5, 0.5),
        DQuat::from_xyzw(1.0, 0.0, 0.0, 0.0),
    ];

    fn placed(scale: DVec3, turn: DQuat, parent: DAffine3) -> (Placing, DAffine3) {
        let map = parent * DAffine3::from_scale_rotation_translation(scale, turn, DVec3::new(3.0, -2.0, 1.0));
        (placing(&map), map)
    }

    #[test]
    fn scales_rotations_and_mirrors_are_placements_in_which_every_point_lies_where_it_should() {
        let parent = DAffine3::from_scale_rotation_translation(DVec3::splat(2.5), TURNS[1], DVec3::X * 40.0);
        for turn in TURNS {
            for scale in
                [DVec3::ONE, DVec3::new(2.0, 0.5, -1.5), DVec3::new(-1.0, -3.0, -1.0), DVec3::new(1.0, -1.0, 1.0)]
            {
                let (Placing::Placed(placement), map) = placed(scale, turn, parent) else {
                    panic!("{scale} turned by {turn} is no placement");
                };
                let is_mirrored = placement.scale.to_array().into_iter().filter(|along| *along < 0.0).count() % 2 == 1;
                assert_eq!(is_mirrored, map.matrix3.determinant() < 0.0, "{scale}");
                for point in [DVec3::X, DVec3::Y, DVec3::Z, DVec3::new(-7.0, 5.0, 3.0)] {
                    let apart = map_of(&placement).transform_point3(point).distance(map.transform_point3(point));
                    assert!(apart < 1e-5, "{scale} turned by {turn}: {point} is {apart} m off");
                }
            }
        }
    }

    #[test]
    fn a_placement_that_is_no_rotation_and_scale_is_baked() {
        let uneven = DAffine3::from_scale(DVec3::new(1.0, 1.0, 2.0));
        assert!(matches!(placed(DVec3::ONE, TURNS[0], uneven).0, Placing::Baked(..)), "sheared");
        assert!(matches!(placed(DVec3::ONE, TURNS[2], uneven).0, Placing::Placed(_)), "a half turn shears nothing");
        let flat = DVec3::new(1.0, 0.0, 1.0);
        assert!(matches!(placed(flat, TURNS[1], DAffine3::IDENTITY).0, Placing::Baked(..)), "flat");
        assert!(matches!(placed(DVec3::splat(1e-4), TURNS[1], DAffine3::IDENTITY).0, Placing::Baked(..)), "small");
        assert!(matches!(placed(DVec3::X, TURNS[1], DAffine3::IDENTITY).0, Placing::Nothing), "a line");
        assert!(matches!(placed(DVec3::ZERO, TURNS[1], DAffine3::IDENTITY).0, Placing::Nothing), "a point");
    }

    #[test]
    fn a_node_without_a_transform_lies_exactly_where_its_mesh_does() {
        assert_eq!(local(&Node::default()), DAffine3::IDENTITY);
        let Placing::Placed(placement) = placing(&DAffine3::IDENTITY) else { panic!("it is a placement") };
        assert_eq!(placement, Placement::IDENTITY);
    }
}
