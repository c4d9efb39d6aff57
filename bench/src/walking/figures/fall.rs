//! A walk off a ledge higher than the snap distance: a fall, and a landing that keeps the level velocity.

use super::film::{Film, beside, draw_ground, draw_person, draw_way, drawn_out, person, standing, walk};
use crate::drawing::sheet::{INK, Point, RIGHT, START, Sheet, Trouble};
use glam::Vec3;
use sweep8::{MoveInput, World};

/// Corners of the ground seen from the side (x, y), metres: a ledge 1.5 m high.
const GROUND: [Point; 4] = [(-1.0, 1.5), (1.5, 1.5), (1.5, 0.0), (6.5, 0.0)];

/// Desired speed of the person that walks off the ledge, m/s.
const SPEED: f32 = 2.0;
/// Change of the person's horizontal velocity by an impulse at the start, m/s.
const IMPULSE: f32 = 2.0;

const HZ: u16 = 30;

/// Simulated time of the fall that the figure shows, seconds.
const TIME: f32 = 1.2;

pub(super) fn draw(sheet: &Sheet) -> Result<(), Trouble> {
    sheet.look(200.0, 630.0, 150.0);
    draw_ground(sheet, &GROUND)?;
    let world = World::from_mesh(drawn_out(&[&GROUND])?);
    let profile = person(|settings| (settings.air_control, settings.ground_damping) = (1.0, 0.0))?;
    let mut film = Film::new(world, profile, (0.0, 1.5), HZ)?;
    let mut states = vec![film.state];
    states.push(film.step(&MoveInput { impulse: Vec3::X * IMPULSE, ..walk(SPEED) })?);
    states.extend(film.run(&walk(SPEED), TIME)?);
    draw_way(sheet, &states, beside, RIGHT)?;
    for state in &states {
        sheet.dot(beside(state.position.to_dvec3()), RIGHT)?;
    }
    let left = states.iter().position(|state| !state.ground().is_grounded()).ok_or("it does not fall")?;
    let landed =
        left + states[left..].iter().position(|state| state.ground().is_grounded()).ok_or("it does not land")?;
    for at in [0, left, landed] {
        draw_person(sheet, beside(states[at].position.to_dvec3()), START)?;
    }
    let gone = film.state.position.to_dvec3().x - states[0].position.to_dvec3().x;
    let expected = f64::from((SPEED + IMPULSE) * film.seconds) * (states.len() - 1) as f64;
    if (gone - expected).abs() > 1e-2 || standing(&states) + landed - left != states.len() {
        return Err(format!("{gone} m of {expected} m, in the air from {left} to {landed}").into());
    }
    let snap = film.profile.settings().snap_distance;
    sheet.note(
        0,
        &format!("the ledge is higher than snap_distance = {snap} m: {} steps in the air", landed - left),
        INK,
    )?;
    let words =
        format!("{SPEED} m/s desired and {IMPULSE} m/s of an impulse: {gone:.3} m of level way, landing included");
    sheet.note(1, &words, RIGHT)
}
