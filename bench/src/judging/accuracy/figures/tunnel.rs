//! A change of sign that is tested only at the new place misses a crossing past the wall's edge.
//!
//! A ball moves obliquely through the end of a wall. Its centre has changed sides, but at the new place it is beyond
//! the plane through the wall's edge: no collision. A test for an overlap at the new place alone finds nothing either.

use crate::drawing::sheet::{INK, RIGHT, START, Sheet, Trouble, WRONG};
use glam::DVec3;
use sweep8_scalar_ref::brute_force::{Triangle, first_contact, segment_crosses, to_ellipsoid_space};
use sweep8_scalar_ref::{primitives, suter};

/// Radius of the figure's ball, metres.
const RADIUS: f64 = 0.5;

/// Wall triangle of the figure: the plane x = 0 below y = 1, front towards -x.
const WALL: Triangle = [DVec3::new(0.0, 1.0, -90.0), DVec3::new(0.0, 1.0, 90.0), DVec3::new(0.0, -90.0, 0.0)];

pub(super) fn draw(sheet: &Sheet) -> Result<(), Trouble> {
    let start = DVec3::new(-1.6, 0.1, 0.0);
    let motion = DVec3::new(3.2, 1.6, 0.0);
    let radii = DVec3::splat(RADIUS);
    if !segment_crosses(start, start + motion, &WALL) {
        return Err("the centre does not go through the wall".into());
    }
    for (name, stop) in [
        ("Suter", suter::sweep(&[WALL], radii, start, motion)),
        ("the relations", primitives::sweep(&[WALL], radii, start, motion)),
    ] {
        if stop.is_some() {
            return Err(format!("{name} does not let the ball through").into());
        }
    }
    let local = WALL.map(|corner| to_ellipsoid_space(corner, start, radii));
    let contact = first_contact(DVec3::ZERO, motion / radii, &local).ok_or("the ball misses the wall")?;
    let right = start + motion * contact.fraction;

    let seen = |p: DVec3| (p.x, p.y);
    sheet.look(640.0, 480.0, 200.0);
    sheet.solid(&[(-0.03, 1.0), (0.03, 1.0), (0.03, -0.7), (-0.03, -0.7)])?;
    sheet.line((0.0, 1.0), (0.0, -0.7), INK)?;
    sheet.dashed((-2.6, 1.0), (2.9, 1.0), START)?;
    sheet.text((-2.75, 0.97), "plane through the edge", START)?;
    sheet.arrow(seen(start), seen(start + motion), START)?;
    sheet.ellipse(seen(start), (RADIUS, RADIUS), START)?;
    sheet.ellipse(seen(start + motion), (RADIUS, RADIUS), WRONG)?;
    sheet.ellipse(seen(right), (RADIUS, RADIUS), RIGHT)?;
    sheet.dot((0.0, start.y + motion.y * 0.5), WRONG)?;
    sheet.text((0.12, start.y + motion.y * 0.5 - 0.05), "the centre goes through the wall here", WRONG)?;
    sheet.note(0, "At the new place the ball is beside the wall: no collision.", WRONG)?;
    sheet.note(1, &format!("It touches after {:.0} % of the way.", contact.fraction * 100.0), RIGHT)
}
