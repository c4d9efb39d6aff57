//! Bounces: the velocity with which a surface turns a character back.
//!
//! In: a contact of a slide, the [restitution](crate::Material::restitution) of its material, the part of the pass's displacement up to it.
//! Out: the velocity off the surface, relative to it, that the character has at least after the step. The slide itself is the same as
//! without a bounce. See `docs/math/bounces.md`.
//! 1. A fall meets a plane with the speed that its parabola has there: its square goes linearly with the way, from that at the start of
//!    the step to that after it. So a bounce neither gains nor loses height by the place in the step at which it happens.
//! 2. A rebound no faster than the speed that the step gives into the surface is none: it would end within two steps.
//! 3. Velocities of the first pass are level. Floors do not turn them back, and steep surfaces do so as upright walls.
//!
//! Nettle (2000) names bouncing beside sliding as an answer to a collision, of the displacement that is left. Here only the velocity
//! bounces: a displacement that did would be swept again in the same step, and depend on the time step.

use crate::base::correctly_rounded::CorrectlyRounded;
use crate::base::tolerance::SLOPE_ROUNDING;
use crate::character::slide::clip_plane::Plane;
use crate::character::slide::clip_planes::ClipPlanes;
use crate::character::slide::pass_role::Role;
use crate::character::slide::progress::Progress;
use crate::character::slide::slide_setup::SlideSetup;
use crate::mesh::material::rebound;
use glam::{DVec3, Vec3};

/// Adds the plane of a floor on which a character lands, if that turns it back; returns whether it does. A coefficient of restitution,
/// and the part of the displacement up to the contact.
#[cold]
#[inline(never)]
pub(super) fn bounces(
    setup: &SlideSetup,
    role: Role,
    floor: Plane,
    [restitution, fallen]: [f32; 2],
    planes: &mut ClipPlanes,
) -> bool {
    // A desired displacement that lands comes before all of the fall.
    let fallen = if role == Role::Fall { fallen } else { 0.0 };
    let rebound = of_fall(setup, floor.normal, [restitution, fallen], planes);
    if rebound == Vec3::ZERO {
        return false;
    }
    planes.next_rebounds(rebound);
    planes.add(floor);
    true
}

/// Sets the rebound of a surface that a pass has met, whose plane is added next.
#[cold]
#[inline(never)]
pub(super) fn turns_back(
    setup: &SlideSetup,
    progress: &mut Progress,
    role: Role,
    plane: Plane,
    coefficients: [f32; 2],
    planes: &mut ClipPlanes,
) {
    planes.next_rebounds(of_contact(setup, progress, role, plane, coefficients, planes));
}

/// Rebound off a surface that a pass has met, m/s; zero if it has none.
fn of_contact(
    setup: &SlideSetup,
    progress: &mut Progress,
    role: Role,
    plane: Plane,
    [restitution, fallen]: [f32; 2],
    planes: &ClipPlanes,
) -> Vec3 {
    let passes = setup.passes;
    match role {
        Role::Fall => {}
        // Of a fall that has landed.
        Role::Land => return of_level(setup, plane, restitution, passes.level(passes.fell()), planes),
        _ => return of_level(setup, plane, restitution, passes.velocities[0], planes),
    }
    let rebound = of_fall(setup, plane.normal, [restitution, fallen], planes);
    progress.leaves |= rebound != Vec3::ZERO && plane.normal.dot(setup.up) > SLOPE_ROUNDING;
    rebound
}

/// Rebound of a fall off a surface with this normal, m/s.
fn of_fall(setup: &SlideSetup, normal: Vec3, [restitution, fallen]: [f32; 2], planes: &ClipPlanes) -> Vec3 {
    let passes = setup.passes;
    let (exact, surface) = (normal.as_dvec3(), surface_along(setup, normal.as_dvec3(), planes));
    let [before, after] = [passes.began, passes.fell()].map(|velocity| surface - exact.dot(velocity.as_dvec3()));
    // The part of the way relative to the surface, which the slide sees where it is after the step.
    let (mean, fallen) = (0.5 * (before + after), f64::from(fallen));
    let fallen = if surface == 0.0 || mean <= 0.0 {
        fallen
    } else {
        ((fallen * (mean - surface) + surface) / mean).clamp(0.0, 1.0)
    };
    let square = before * before + (after * after - before * before) * fallen;
    let given = (after - before).max(0.0);
    normal * rebound(restitution, square.max(0.0).root(), given) as f32
}

/// Rebound of a level velocity off a surface, m/s.
fn of_level(setup: &SlideSetup, plane: Plane, restitution: f32, velocity: Vec3, planes: &ClipPlanes) -> Vec3 {
    let across = setup.passes.level(plane.normal);
    let length = across.length();
    if plane.is_floor() || length <= SLOPE_ROUNDING {
        return Vec3::ZERO;
    }
    let out = across / length;
    let exact = out.as_dvec3();
    let speed = surface_along(setup, exact, planes) - exact.dot(velocity.as_dvec3());
    out * (restitution * speed.max(0.0) as f32)
}

/// Speed of the surface that is added next along a direction, m/s, as far as it counts: a character that stands takes no velocity from
/// surfaces that come at it.
fn surface_along(setup: &SlideSetup, direction: DVec3, planes: &ClipPlanes) -> f64 {
    let along = direction.dot(planes.next_velocity().as_dvec3());
    let gives_velocity = setup.passes.frame.is_none_or(|frame| frame.gives_velocity);
    if gives_velocity { along } else { along.min(0.0) }
}
