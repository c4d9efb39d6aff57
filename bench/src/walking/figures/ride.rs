//! Carried by a deck that rises and goes aside, and pushed by a wall: first the world moves, then the character by itself.

use super::film::{Film, PERSON, beside, draw_person, drawn_out, person};
use crate::drawing::sheet::{INK, RIGHT, START, Sheet, Trouble};
use glam::DVec3;
use sweep8::{MoveInput, Placement, World};

/// Displacement of the deck that carries the person, in one step, world space, metres.
const LIFT: DVec3 = DVec3::new(0.7, 0.5, 0.0);

/// Distance by which the wall that pushes the person moves in one step, metres.
const PUSH: f64 = 0.9;
/// Distance from the wall to the person at the start, metres.
const APART: f64 = 0.3;

/// Number of simulation steps per second: low, so that a single step is visible in the figure.
const HZ: u16 = 10;

pub(super) fn draw(sheet: &Sheet) -> Result<(), Trouble> {
    let carried = draw_carried(sheet)?;
    let pushed = draw_pushed(sheet)?;
    let moved = beside(LIFT);
    sheet.note(
        0,
        &format!("carried by {:.3} and {:.3} m, as the deck: {} and {} m", carried.x, carried.y, moved.0, moved.1),
        RIGHT,
    )?;
    sheet.note(1, &format!("pushed by {pushed:.3} m: {PUSH} m of the wall, less the {APART} m that it was away"), RIGHT)
}

/// Draws a person that a moving deck carries; returns the person's displacement by the deck in one step, metres.
fn draw_carried(sheet: &Sheet) -> Result<DVec3, Trouble> {
    sheet.look(230.0, 520.0, 150.0);
    let mut world = World::new();
    let deck = world.add(&drawn_out(&[&[(-0.8, 0.0), (0.8, 0.0)]])?.cook(), Placement::IDENTITY)?;
    let mut film = Film::new(world, person(|_| ())?, (0.0, 0.0), HZ)?;
    let from = film.state.position.to_dvec3();
    film.world.move_to(deck, Placement::at(LIFT))?;
    let to = film.step_of_world(&MoveInput::EARTH)?.position.to_dvec3();
    let carried = to - from;
    if carried.distance(LIFT) > 1e-3 || !film.state.ground().is_grounded() {
        return Err(format!("the deck carries by {carried}").into());
    }
    let (dx, dy) = beside(LIFT);
    sheet.line((-0.8, 0.0), (0.8, 0.0), START)?;
    sheet.line((-0.8 + dx, dy), (0.8 + dx, dy), INK)?;
    draw_person(sheet, beside(from), START)?;
    draw_person(sheet, beside(to), RIGHT)?;
    sheet.arrow(beside(from), beside(to), RIGHT)?;
    Ok(carried)
}

/// Draws a person that a moving wall pushes; returns the distance by which the wall moves the person, metres.
fn draw_pushed(sheet: &Sheet) -> Result<f64, Trouble> {
    sheet.look(800.0, 520.0, 150.0);
    let mut world = World::new();
    world.add(&drawn_out(&[&[(-9.0, 0.0), (9.0, 0.0)]])?.cook(), Placement::IDENTITY)?;
    let face = -f64::from(PERSON.x) - APART;
    let wall = world.add(&drawn_out(&[&[(face, 2.0), (face, 0.0)]])?.cook(), Placement::IDENTITY)?;
    let mut film = Film::new(world, person(|_| ())?, (0.0, 0.0), HZ)?;
    let from = film.state.position.to_dvec3();
    film.world.move_to(wall, Placement::at(DVec3::X * PUSH))?;
    let to = film.step_of_world(&MoveInput::EARTH)?.position.to_dvec3();
    let pushed = to.x - from.x;
    // The skin keeps the person off the wall.
    if (pushed - (PUSH - APART)).abs() > 2.0 * f64::from(film.profile.settings().skin) {
        return Err(format!("the wall pushes by {pushed} m").into());
    }
    sheet.solid(&[(-1.2, 0.0), (2.4, 0.0), (2.4, -0.3), (-1.2, -0.3)])?;
    sheet.line((-1.2, 0.0), (2.4, 0.0), INK)?;
    sheet.line((face, 0.0), (face, 2.0), START)?;
    sheet.line((face + PUSH, 0.0), (face + PUSH, 2.0), INK)?;
    draw_person(sheet, beside(from), START)?;
    draw_person(sheet, beside(to), RIGHT)?;
    sheet.arrow(beside(from), beside(to), RIGHT)?;
    Ok(pushed)
}
