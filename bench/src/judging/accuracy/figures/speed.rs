//! Sliding in ellipsoid space gains speed.
//!
//! An ellipsoid runs up a slope of 50°. The rest of its motion is projected on the slope: once in world space, and
//! once, as in the documents, in ellipsoid space, where the slope has another angle, and then mapped back.

use crate::drawing::sheet::{INK, RIGHT, START, Sheet, Trouble, WRONG};
use glam::DVec3;

const RADII: DVec3 = DVec3::new(0.4, 0.9, 0.4);

/// Angle of the figure's slope, degrees.
const ANGLE: f64 = 50.0;

const DESIRED: DVec3 = DVec3::new(-1.0, -0.3, 0.2);

/// Projects the vector `v` onto the plane with `normal`, which may have any length.
fn along(v: DVec3, normal: DVec3) -> DVec3 {
    v - normal * (v.dot(normal) / normal.length_squared())
}

pub(super) fn draw(sheet: &Sheet) -> Result<(), Trouble> {
    let (sine, cosine) = ANGLE.to_radians().sin_cos();
    let normal = DVec3::new(sine, cosine, 0.0);
    let in_world = along(DESIRED, normal);
    let in_ellipsoid_space = along(DESIRED / RADII, normal * RADII) * RADII;
    if in_ellipsoid_space.length() <= DESIRED.length() {
        return Err("no speed is gained".into());
    }

    // The centre of the ellipsoid that touches the slope through the origin.
    let center = normal * (normal * RADII).length() + DVec3::new(-cosine, sine, 0.0) * 0.25;
    let seen = |p: DVec3| (p.x, p.y);
    // A point of the slope by height.
    let slope = |height: f64| (-height * cosine / sine, height);
    let (top, bottom, far) = (1.3, -0.6, -2.4);
    sheet.look(760.0, 560.0, 300.0);
    sheet.solid(&[slope(top), slope(bottom), (far, bottom), (far, top)])?;
    sheet.line(slope(top), slope(bottom), INK)?;
    sheet.ellipse(seen(center), (RADII.x, RADII.y), START)?;
    sheet.arrow(seen(center), seen(center + DESIRED), INK)?;
    sheet.arrow(seen(center), seen(center + in_ellipsoid_space), WRONG)?;
    sheet.arrow(seen(center), seen(center + in_world), RIGHT)?;
    sheet.note(0, &format!("wish: {:.3}", DESIRED.length()), INK)?;
    sheet.note(
        1,
        &format!("slide found in ellipsoid space: {:.3}, more than was wished for", in_ellipsoid_space.length()),
        WRONG,
    )?;
    sheet.note(2, &format!("slide along the slope: {:.3}", in_world.length()), RIGHT)?;
    sheet.text((0.75, 0.5), "radii 0.4, 0.9, 0.4", START)
}
