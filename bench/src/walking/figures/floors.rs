//! A walk up and down a hill: the level speed stays the same.

use super::film::{Film, beside, draw_ground, draw_person, draw_way, drawn_out, person, standing, walk};
use crate::drawing::sheet::{INK, Point, RIGHT, START, Sheet, Trouble};
use sweep8::World;

/// Corners of the ground seen from the side (x, y), metres: a hill with slopes of 30°.
const GROUND: [Point; 5] = [(-1.0, 0.0), (2.0, 0.0), (4.0, 1.154_701), (5.5, 1.154_701), (8.5, -0.577_35)];

const SPEED: f32 = 2.0;
const HZ: u16 = 60;

/// Simulated time of the walk over the hill that the figure shows, seconds.
const TIME: f32 = 4.0;
/// Time between two drawn ellipsoids of the walking person, seconds.
const BETWEEN: f32 = 0.5;

pub(super) fn draw(sheet: &Sheet) -> Result<(), Trouble> {
    sheet.look(140.0, 490.0, 130.0);
    draw_ground(sheet, &GROUND)?;
    let world = World::from_mesh(drawn_out(&[&GROUND])?);
    let mut film = Film::new(world, person(|_| ())?, (-0.5, 0.0), HZ)?;
    let from = film.state.position.to_dvec3();
    let states = film.run(&walk(SPEED), TIME)?;
    draw_person(sheet, beside(from), START)?;
    let every = (BETWEEN * f32::from(HZ)) as usize;
    for state in states.iter().skip(every - 1).step_by(every) {
        let center = beside(state.position.to_dvec3());
        draw_person(sheet, center, RIGHT)?;
        sheet.dashed(center, (center.0, -0.7), START)?;
    }
    draw_way(sheet, &states, beside, RIGHT)?;
    let gone = film.state.position.to_dvec3().x - from.x;
    let (count, all) = (standing(&states), states.len());
    if (gone - f64::from(SPEED * TIME)).abs() > 1e-2 || count < all {
        return Err(format!("{gone} m, on the ground in {count} of {all} steps").into());
    }
    sheet.note(0, &format!("{SPEED} m/s for {TIME} s: {gone:.3} m of level way"), RIGHT)?;
    sheet.note(1, &format!("on the ground in {count} of {all} steps; a picture every {BETWEEN} s"), INK)
}
