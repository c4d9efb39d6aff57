//! Carried by a deck that rises and goes aside, and pushed by a wall: first the world moves, then the character by itself.

use super::film::{Film, PERSON, beside, draw_person, drawn_out, person};
use crate::drawing::sheet::{INK, RIGHT, START, Sheet, Trouble};
use glam::DVec3;
use sweep8::{MoveInput, Placement, World};

/// How the deck goes in the step, metres.
const LIFT: DVec3 = DVec3::new(0.7, 0.5, 0.0);

/// How far the wall comes in the step, and how far from the person it begins, metres.
const PUSH: f64 = 0.9;
const APART: f64 = 0.3;

/// Steps of a second: they are long, so that one can be seen.
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

/// How far the deck carries the person.
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

/// How far the wall pushes the person.
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
    // It is kept off by the skin.
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
