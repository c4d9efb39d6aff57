//! The map from world space to ellipsoid space: `((v - high) - low) / radii`.
//!
//! In: a shape and a position. Out: displacements in ellipsoid space, in which the shape is the unit sphere about the origin. Its
//! [view](crate::frame::mesh_view) of a mesh without a placement follows from them.
//!
//! The position is subtracted first and the scale comes after: 5 km from the origin the other order loses a millimetre, this one
//! nothing.

use crate::frame::position::Position;
use crate::shape::ellipsoid::Ellipsoid;
use glam::Vec3;

/// Map to ellipsoid space around a position: world space moved and scaled so that the character is the unit sphere at the origin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Space {
    pub(crate) position: Position,
    pub(crate) radii: Vec3,
    pub(crate) inverse_radii: Vec3,
}

impl Space {
    #[inline(always)]
    pub(crate) fn new(shape: Ellipsoid, position: Position) -> Self {
        Self { position, radii: shape.radii(), inverse_radii: shape.radii().recip() }
    }

    /// Maps a direction or displacement from world space to ellipsoid space.
    #[inline(always)]
    pub(crate) fn displacement(&self, v: Vec3) -> Vec3 {
        v * self.inverse_radii
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::mesh_view::MeshView;
    use crate::simd::{Backend, Chosen, WIDTH, task};
    use glam::{DVec3, Vec3A};
    use sweep8_scalar_ref::random::Random;

    task! {
        /// Task that maps eight points from mesh space to ellipsoid space.
        struct Points<'a> {
            space: &'a Space,
            points: [Vec3; WIDTH],
        }
        fn run<L>(lanes) -> [Vec3; WIDTH] {
            let axes = [0, 1, 2].map(|axis| points.map(|point| point[axis]));
            let mapped = space.corners(lanes, &[axes; 3]);
            let stored = lanes.store_corners(mapped);
            assert_eq!(stored[0], stored[1], "every corner is mapped alike");
            assert_eq!(stored[0], stored[2], "every corner is mapped alike");
            core::array::from_fn(|lane| Vec3::from_array(stored[0].map(|axis| axis[lane])))
        }
    }

    #[test]
    fn a_point_near_a_character_keeps_its_digits_however_far_both_are_from_the_origin() {
        let mut random = Random(1);
        for radii in [Vec3::splat(0.5), Vec3::new(0.2, 0.9, 0.4), Vec3::new(1e-3, 30.0, 1.0)] {
            let shape = Ellipsoid::new(radii).expect("it is a shape");
            for far in [0.0, 5.0, 5e3, 1e6] {
                let start = Position::new((random.signed_vector() * far).into());
                let position = start.moved((random.signed_vector() * 0.01).into());
                let space = Space::new(shape, position);
                let points = [(); WIDTH].map(|()| position.high + Vec3::from(random.signed_vector() * 2.0) * radii);
                let center = position.high.as_dvec3() + position.low.as_dvec3();
                for backend in Backend::available() {
                    let mapped = Chosen::new(backend).expect("it is available").run(Points { space: &space, points });
                    for (mapped, point) in mapped.iter().zip(points) {
                        let expected: DVec3 = (point.as_dvec3() - center) / radii.as_dvec3();
                        let off = (mapped.as_dvec3() - expected).abs();
                        // The low part is subtracted last: its rounding is that of the difference, in radii.
                        let allowed = (expected.abs() + 0.01) * 4.0 * f64::from(f32::EPSILON);
                        assert!(off.cmple(allowed).all(), "{backend}: {mapped} instead of {expected}, {far} m away");
                    }
                }
            }
        }
    }

    #[test]
    fn a_displacement_of_a_radius_along_an_axis_is_one() {
        let radii = Vec3::new(0.25, 4.0, 0.5);
        let space = Space::new(Ellipsoid::new(radii).expect("it is a shape"), Position::new(Vec3::splat(7.0)));
        assert_eq!(space.displacement(Vec3::new(0.25, -4.0, 1.0)), Vec3::new(1.0, -1.0, 2.0));
        let far = Space { position: Position::new(Vec3::splat(-9e6)), ..space };
        assert_eq!(far.displacement(Vec3A::X.into()), space.displacement(Vec3::X), "the place does not matter");
    }
}
