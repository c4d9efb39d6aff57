//! The point of the perimeter nearest to the plane intersection point is not the touched point.
//!
//! A ball rolls along a low step and towards it at 10°. Seen from above, at the height of the step's edge, the ball is
//! a circle. Both documents cast a ray back from the nearest point against the motion, and the ray misses the ball.

use crate::drawing::sheet::{INK, RIGHT, START, Sheet, Trouble, WRONG};
use glam::DVec3;
use sweep8_scalar_ref::brute_force::{Contact, Triangle, first_contact};
use sweep8_scalar_ref::{fauerby, nettle_scaled};

/// Height of the figure's step, in radii of the ball, which rolls on the floor below the step.
const HEIGHT: f64 = 0.3;

/// Angle between the ball's motion and the step's riser in the figure, degrees.
const ANGLE: f64 = 10.0;

/// Length of the ball's motion in the figure, in radii of the ball.
const LENGTH: f64 = 4.5;

/// Riser of the figure's step: the plane x = 0, front towards +x.
const RISER: [Triangle; 2] = [
    [DVec3::new(0.0, HEIGHT, -9.0), DVec3::new(0.0, HEIGHT, 9.0), DVec3::new(0.0, 0.0, 9.0)],
    [DVec3::new(0.0, HEIGHT, -9.0), DVec3::new(0.0, 0.0, 9.0), DVec3::new(0.0, 0.0, -9.0)],
];

pub(super) fn draw(sheet: &Sheet) -> Result<(), Trouble> {
    let start = DVec3::new(1.25, 1.0, 0.0);
    let (sine, cosine) = ANGLE.to_radians().sin_cos();
    let motion = DVec3::new(-sine, 0.0, cosine) * LENGTH;
    let true_contact = RISER
        .iter()
        .filter_map(|triangle| first_contact(start, motion, triangle))
        .min_by(|a, b| a.fraction.total_cmp(&b.fraction));
    let Some(Contact { fraction, point }) = true_contact else { return Err("the ball misses the step".into()) };
    for (name, stop) in [
        ("Nettle", nettle_scaled::sweep(&RISER, DVec3::ONE, start, motion)),
        ("Fauerby", fauerby::sweep(&RISER, DVec3::ONE, start, motion)),
    ] {
        if let Some(stop) = stop {
            return Err(format!("{name} does not miss the step, but stops at {}", stop.center).into());
        }
    }

    // The point where the sphere would touch the plane, above the step, and the point of the edge below it.
    let to_plane = (start.x - 1.0) / sine;
    let nearest = DVec3::new(0.0, HEIGHT, cosine * to_plane);
    let at_edge = (1.0 - (1.0 - HEIGHT) * (1.0 - HEIGHT)).sqrt();
    let aside = (nearest - start).cross(motion.normalize()).length();
    let touching = start + motion * fraction;

    let seen = |p: DVec3| (p.z, p.x);
    sheet.look(200.0, 470.0, 165.0);
    sheet.solid(&[(-1.1, 0.0), (6.4, 0.0), (6.4, -0.9), (-1.1, -0.9)])?;
    sheet.line((-1.1, 0.0), (6.4, 0.0), INK)?;
    sheet.text((4.4, -0.45), "low step, from above", INK)?;
    sheet.arrow(seen(start), seen(start + motion), START)?;
    sheet.ellipse(seen(start), (at_edge, at_edge), START)?;
    sheet.ellipse(seen(touching), (at_edge, at_edge), RIGHT)?;
    sheet.dot(seen(point), RIGHT)?;
    sheet.text((point.z - 0.35, -0.12), "touched here", RIGHT)?;
    sheet.dashed(seen(nearest), seen(nearest - motion * 0.55), WRONG)?;
    sheet.dot(seen(nearest), WRONG)?;
    sheet.text((nearest.z - 1.1, -0.12), "nearest to the plane intersection", WRONG)?;
    sheet.text((-0.55, 1.32), "start", START)?;
    let missed =
        format!("The ray back from there passes the centre at {aside:.2} radii: no hit, and the ball goes through.");
    let right = format!(
        "The edge is touched after {:.0} % of the way, {:.2} radii further on.",
        fraction * 100.0,
        point.z - nearest.z
    );
    sheet.note(0, &missed, WRONG)?;
    sheet.note(1, &right, RIGHT)
}
