//! A gap kept along the motion is no gap along the normal.
//!
//! A ball runs into a wall at 10°. The documents stop it a fixed length before the contact, measured along its motion.
//! The gap between ball and wall is only that length times the sine of the angle. The figure uses a large length, 0.2
//! radii.

use crate::drawing::sheet::{INK, RIGHT, START, Sheet, Trouble, WRONG};
use glam::DVec3;
use sweep8_scalar_ref::brute_force::{Triangle, first_contact};

/// Requested gap between the figure's ball and wall, in radii of the ball.
const GAP: f64 = 0.2;

/// Angle between the ball's motion and the wall in the figure, degrees.
const ANGLE: f64 = 10.0;

/// Wall triangle of the figure: the plane y = 0, front above.
const WALL: Triangle = [DVec3::new(-90.0, 0.0, -90.0), DVec3::new(0.0, 0.0, 90.0), DVec3::new(90.0, 0.0, -90.0)];

pub(super) fn draw(sheet: &Sheet) -> Result<(), Trouble> {
    let (sine, cosine) = ANGLE.to_radians().sin_cos();
    let direction = DVec3::new(cosine, -sine, 0.0);
    let start = DVec3::new(0.0, 1.75, 0.0);
    let length = 6.0;
    let contact = first_contact(start, direction * length, &WALL).ok_or("the ball misses the wall")?;
    let travelled = contact.fraction * length;
    let along_motion = start + direction * (travelled - GAP);
    let along_normal = start + direction * (travelled - GAP / sine);

    let seen = |p: DVec3| (p.x, p.y);
    sheet.look(190.0, 570.0, 165.0);
    sheet.solid(&[(-1.1, 0.0), (6.6, 0.0), (6.6, -0.4), (-1.1, -0.4)])?;
    sheet.line((-1.1, 0.0), (6.6, 0.0), INK)?;
    sheet.arrow(seen(start), seen(start + direction * length), START)?;
    sheet.ellipse(seen(start), (1.0, 1.0), START)?;
    sheet.ellipse(seen(along_motion), (1.0, 1.0), WRONG)?;
    sheet.ellipse(seen(along_normal), (1.0, 1.0), RIGHT)?;
    sheet.dot(seen(along_motion), WRONG)?;
    sheet.dot(seen(along_normal), RIGHT)?;
    let left = |angle: f64| GAP * angle.to_radians().sin();
    let wrong = format!(
        "{GAP} short along the motion: a gap of {:.3} at 10°, of {:.4} at 1°, of {:.5} at 0.1°.",
        along_motion.y - 1.0,
        left(1.0),
        left(0.1)
    );
    sheet.note(0, &wrong, WRONG)?;
    sheet.note(1, &format!("{:.3} kept along the normal, at any angle.", along_normal.y - 1.0), RIGHT)
}
