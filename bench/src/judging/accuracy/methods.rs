//! The compared methods, behind one interface.
//!
//! In: a sweep, and the world of its triangles for the kernel. Out: the place at which the centre stops, `None` without
//! a contact. The classics get the candidates and compute in `f64`; the kernel searches its own in the world and
//! computes in `f32`. The input is the same to the bit, because every number of it is an `f32`.

use super::families::Sweep;
use glam::{DVec3, Vec3};
use sweep8::{Sides, World};
use sweep8_scalar_ref::brute_force::Triangle;
use sweep8_scalar_ref::classic::Stop;
use sweep8_scalar_ref::{fauerby, nettle_scaled, nettle_world, primitives, suter};

/// Signature of all published sweep methods: triangles, radii, centre, displacement; returns the stop.
type Classic = fn(&[Triangle], DVec3, DVec3, DVec3) -> Option<Stop>;

/// A method that sweeps an ellipsoid against triangles, whose accuracy is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// The ellipsoid sweep of Suter 1999.
    Suter,
    /// The ellipsoid sweep of Nettle 2000, in world space.
    NettleWorld,
    /// The ellipsoid sweep of Nettle 2000, in space scaled to a unit sphere; one-sided.
    NettleScaled,
    /// The method of Nettle 2000, scaled to a unit sphere, without its back-face rule; gets triangles with their
    /// original winding.
    NettleScaledTwoSided,
    /// The ellipsoid sweep of Fauerby 2000.
    Fauerby,
    /// The primitive tests of an unsigned post, which separate the sphere at the end of the sweep from the triangles.
    Primitives,
    /// The sweep of this library's kernel.
    Sweep8,
}

impl Method {
    /// Every sweep method, in the order of the table's rows.
    pub const ALL: [Method; 7] = [
        Method::Suter,
        Method::NettleWorld,
        Method::NettleScaled,
        Method::NettleScaledTwoSided,
        Method::Fauerby,
        Method::Primitives,
        Method::Sweep8,
    ];

    /// Name of the sweep method in tables and JSON.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Method::Suter => "suter",
            Method::NettleWorld => "nettle_world",
            Method::NettleScaled => "nettle_scaled",
            Method::NettleScaledTwoSided => "nettle_scaled two-sided",
            Method::Fauerby => "fauerby",
            Method::Primitives => "primitives",
            Method::Sweep8 => "sweep8",
        }
    }

    /// Returns true for a two-sided method, which gets the triangles with their original winding.
    fn sees_backs(self) -> bool {
        matches!(self, Method::NettleScaledTwoSided | Method::Sweep8)
    }

    /// Returns the world position at which this method stops the ellipsoid's centre; `None` if the method finds no contact.
    ///
    /// `world` contains all triangles, `sweep` only the candidates.
    #[must_use]
    pub fn ask(self, sweep: &Sweep, world: &World) -> Option<DVec3> {
        let classic: Classic = match self {
            Method::Suter => suter::sweep,
            Method::NettleWorld => nettle_world::sweep,
            Method::NettleScaled => nettle_scaled::sweep,
            Method::NettleScaledTwoSided => nettle_scaled::sweep_two_sided,
            Method::Fauerby => fauerby::sweep,
            Method::Primitives => primitives::sweep,
            Method::Sweep8 => return kernel(sweep, world),
        };
        let [radii, center, displacement] = [sweep.shape.radii(), sweep.center, sweep.displacement].map(Vec3::as_dvec3);
        let triangles = if self.sees_backs() { &sweep.candidates } else { &sweep.facing };
        classic(triangles, radii, center, displacement).map(|stop| stop.center)
    }
}

/// Runs the kernel. The kernel returns a fraction, so that the centre is not rounded to `f32` once more, which at 10 km would
/// be 1 mm.
fn kernel(sweep: &Sweep, world: &World) -> Option<DVec3> {
    let hit = world.sweep(&sweep.shape, sweep.center, sweep.displacement, Sides::Both).expect("input in range")?;
    Some(sweep.center.as_dvec3() + sweep.displacement.as_dvec3() * f64::from(hit.fraction))
}
