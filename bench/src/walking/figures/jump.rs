//! A jump is as high at 30 as at 240 steps a second, and lands in the same place.

use super::film::{Film, beside, draw_ground, draw_person, draw_way, drawn_out, person, walk};
use crate::drawing::sheet::{INK, Point, RIGHT, START, Sheet, Trouble, WRONG};
use sweep8::{CharacterState, MoveInput, World};

const GROUND: [Point; 2] = [(-1.0, 0.0), (7.0, 0.0)];

/// Upward speed at which the person jumps, m/s.
const JUMP: f32 = 4.5;
/// Horizontal speed of the person that jumps, m/s.
const SPEED: f32 = 4.0;

/// Simulated time of the jump that the figure shows, seconds.
const TIME: f32 = 1.2;

pub(super) fn draw(sheet: &Sheet) -> Result<(), Trouble> {
    sheet.look(170.0, 540.0, 150.0);
    draw_ground(sheet, &GROUND)?;
    let (smooth, fine) = jump(240)?;
    let (rough, coarse) = jump(30)?;
    for state in &rough {
        sheet.dot(beside(state.position.to_dvec3()), WRONG)?;
    }
    draw_way(sheet, &smooth, beside, RIGHT)?;
    draw_person(sheet, beside(smooth[0].position.to_dvec3()), START)?;
    draw_person(sheet, beside(smooth[smooth.len() - 1].position.to_dvec3()), START)?;
    let ideal = f64::from(JUMP * JUMP) / (2.0 * 9.81);
    if (fine - ideal).abs() > 0.01 * ideal || (coarse - ideal).abs() > 0.01 * ideal {
        return Err(format!("jumps of {fine} and {coarse} m instead of {ideal} m").into());
    }
    sheet.note(0, &format!("240 steps a second: {fine:.3} m high"), RIGHT)?;
    sheet.note(1, &format!("30 steps a second: {coarse:.3} m high"), WRONG)?;
    sheet.note(2, &format!("v² / 2g = {ideal:.3} m"), INK)
}

/// Simulates a jump at `hz` steps per second; returns the states after each step and the height of the jump, metres.
fn jump(hz: u16) -> Result<(Vec<CharacterState>, f64), Trouble> {
    let world = World::from_mesh(drawn_out(&[&GROUND])?);
    let profile = person(|settings| settings.air_control = 1.0)?;
    let mut film = Film::new(world, profile, (0.0, 0.0), hz)?;
    let from = film.state.position.to_dvec3().y;
    let mut states = vec![film.state];
    states.push(film.step(&MoveInput { jump_speed: JUMP, ..walk(SPEED) })?);
    states.extend(film.run(&walk(SPEED), TIME)?);
    // The highest point lies between two steps: where the velocity of the last rising one reaches zero.
    let highest = states.iter().rfind(|state| state.velocity.y > 0.0).ok_or("it does not rise")?;
    let rest = f64::from(highest.velocity.y).powi(2) / (2.0 * 9.81);
    Ok((states.clone(), highest.position.to_dvec3().y - from + rest))
}
