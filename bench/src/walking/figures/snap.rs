//! A walk down a stair and a ramp: in every step the body snaps to the ground, as long as that is near enough.

use super::film::{Film, beside, draw_ground, draw_person, draw_way, drawn_out, person, standing, walk};
use crate::drawing::sheet::{INK, Point, RIGHT, START, Sheet, Trouble};
use sweep8::World;

/// Corners of the ground seen from the side (x, y), metres: three risers of 0.25 m down, then a slope of 35° down.
const GROUND: [Point; 10] = [
    (-1.0, 2.0),
    (0.8, 2.0),
    (0.8, 1.75),
    (1.15, 1.75),
    (1.15, 1.5),
    (1.5, 1.5),
    (1.5, 1.25),
    (2.6, 1.25),
    (4.385_2, 0.0),
    (6.2, 0.0),
];

const SPEED: f32 = 4.0;
const HZ: u16 = 30;

/// Simulated time of the walk down that the figure shows, seconds.
const TIME: f32 = 1.5;

/// Length of the arrows that show ground normals in the figure, metres.
const NORMAL: f64 = 0.5;

pub(super) fn draw(sheet: &Sheet) -> Result<(), Trouble> {
    sheet.look(210.0, 660.0, 145.0);
    draw_ground(sheet, &GROUND)?;
    let world = World::from_mesh(drawn_out(&[&GROUND])?);
    let mut film = Film::new(world, person(|_| ())?, (-0.4, 2.0), HZ)?;
    let mut states = vec![film.state];
    states.extend(film.run(&walk(SPEED), TIME)?);
    draw_way(sheet, &states, beside, RIGHT)?;
    for state in &states {
        let (point, normal) = (state.ground_point.as_dvec3(), state.ground_normal.as_dvec3());
        sheet.arrow(beside(point), beside(point + normal * NORMAL), RIGHT)?;
    }
    for at in [0, 14, states.len() - 1] {
        draw_person(sheet, beside(states[at].position.to_dvec3()), START)?;
    }
    let (count, all) = (standing(&states), states.len());
    if count < all {
        return Err(format!("on the ground in {count} of {all} steps").into());
    }
    let snap = film.profile.settings().snap_distance;
    sheet.note(0, &format!("{SPEED} m/s, {HZ} steps a second: on the ground in {count} of {all} steps"), RIGHT)?;
    sheet.note(1, "arrows: normals of the ground, from where it is touched", RIGHT)?;
    sheet.note(2, &format!("snap_distance = {snap} m"), INK)
}
