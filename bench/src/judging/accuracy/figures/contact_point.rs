//! The classic test point of an ellipsoid in world space is the wrong point.
//!
//! An ellipsoid falls on a slope of 20°. The first document goes from its centre against the plane's normal, as far as
//! the ellipsoid reaches in that direction. This point finds the right time for the plane, but does not lie on the
//! ellipsoid: the ray back from it meets the ellipsoid late, and on steep slopes not at all.

use crate::drawing::sheet::{INK, RIGHT, START, Sheet, Trouble, WRONG};
use glam::DVec3;
use sweep8_scalar_ref::brute_force::{Triangle, first_contact, to_ellipsoid_space};
use sweep8_scalar_ref::classic::plane_normal;
use sweep8_scalar_ref::nettle_world;

const RADII: DVec3 = DVec3::new(0.4, 0.9, 0.4);

/// Angle of the figure's slope, and of a slope that does not stop the ellipsoid, degrees.
const ANGLE: f64 = 20.0;
const STEEP: f64 = 45.0;

/// Returns a triangle through the origin that rises towards +x by `angle` degrees; its front is above.
fn slope(angle: f64) -> Triangle {
    let (sine, cosine) = angle.to_radians().sin_cos();
    let at = |along: f64, z: f64| DVec3::new(along * cosine, along * sine, z);
    [at(-30.0, -30.0), at(-30.0, 30.0), at(60.0, 0.0)]
}

pub(super) fn draw(sheet: &Sheet) -> Result<(), Trouble> {
    let start = DVec3::new(0.0, 1.6, 0.0);
    let fall = DVec3::new(0.0, -1.6, 0.0);
    let here = slope(ANGLE);
    let local = here.map(|corner| to_ellipsoid_space(corner, start, RADII));
    let contact = first_contact(DVec3::ZERO, fall / RADII, &local).ok_or("the ellipsoid misses the slope")?;
    let right = start + fall * contact.fraction;
    let touched = contact.point * RADII + start;
    let stop = nettle_world::sweep(&[here], RADII, start, fall).ok_or("the first document misses the slope")?;
    let late = right.y - stop.center.y;
    if late < 0.05 {
        return Err(format!("the first document is late by {late} m only").into());
    }
    if nettle_world::sweep(&[slope(STEEP)], RADII, start, fall * 2.0).is_some() {
        return Err("the first document stops on the steep slope".into());
    }

    let normal = plane_normal(&here);
    let asked = nettle_world::ellipsoid_intersection_point(right, RADII, normal);
    let along = |length: f64| (length * ANGLE.to_radians().cos(), length * ANGLE.to_radians().sin());
    let seen = |p: DVec3| (p.x, p.y);
    sheet.look(640.0, 570.0, 250.0);
    sheet.solid(&[along(-2.0), along(2.2), (along(2.2).0, along(-2.0).1)])?;
    sheet.line(along(-2.0), along(2.2), INK)?;
    sheet.ellipse(seen(stop.center), (RADII.x, RADII.y), WRONG)?;
    sheet.ellipse(seen(right), (RADII.x, RADII.y), RIGHT)?;
    sheet.arrow((-0.8, 1.5), (-0.8, 0.7), START)?;
    sheet.line(seen(right), seen(asked), WRONG)?;
    sheet.dot(seen(right), RIGHT)?;
    sheet.dot(seen(asked), WRONG)?;
    sheet.dot(seen(touched), RIGHT)?;
    sheet.text((asked.x + 0.22, asked.y - 0.06), "asked for", WRONG)?;
    sheet.text((touched.x - 0.75, touched.y + 0.14), "touches", RIGHT)?;
    sheet.note(0, &format!("stopped {late:.3} m too late, in the slope; on one of {STEEP}° not at all"), WRONG)?;
    sheet.note(1, "right", RIGHT)?;
    sheet.note(2, "radii 0.4, 0.9, 0.4", START)
}
