//! A walk up a stair: the body tries the edge ahead and does not bump into it. Its height at each place of the stair
//! does not depend on the time step.

use super::film::{Film, beside, draw_ground, draw_person, draw_way, drawn_out, person, standing, walk};
use crate::drawing::sheet::{INK, Point, RIGHT, START, Sheet, Trouble, WRONG};
use sweep8::{CharacterState, World};

/// Corners of the ground seen from the side (x, y), metres: stairs with treads of 0.3 m and risers of 0.2 m.
const GROUND: [Point; 12] = [
    (-1.0, 0.0),
    (1.0, 0.0),
    (1.0, 0.2),
    (1.3, 0.2),
    (1.3, 0.4),
    (1.6, 0.4),
    (1.6, 0.6),
    (1.9, 0.6),
    (1.9, 0.8),
    (2.2, 0.8),
    (2.2, 1.0),
    (4.2, 1.0),
];

const SPEED: f32 = 1.5;

/// Simulated time of the walk up the stairs that the figure shows, seconds.
const TIME: f32 = 2.4;

pub(super) fn draw(sheet: &Sheet) -> Result<(), Trouble> {
    sheet.look(260.0, 600.0, 190.0);
    draw_ground(sheet, &GROUND)?;
    let smooth = climb(1000)?;
    let rough = climb(30)?;
    for state in &rough {
        sheet.dot(beside(state.position.to_dvec3()), WRONG)?;
    }
    draw_way(sheet, &smooth, beside, RIGHT)?;
    for (at, color) in [(0, START), (22, WRONG), (26, WRONG), (rough.len() - 1, START)] {
        draw_person(sheet, beside(rough[at].position.to_dvec3()), color)?;
    }
    let worst = rough.iter().map(|state| off(&smooth, state)).fold(0.0, f64::max);
    let gone = rough[rough.len() - 1].position.to_dvec3().x - rough[0].position.to_dvec3().x;
    let expected = f64::from(SPEED * TIME);
    let (count, all) = (standing(&rough), rough.len());
    if worst > 2e-2 || (gone - expected).abs() > 1e-2 || count < all {
        return Err(format!("{worst} m apart, {gone} m gone, on the ground in {count} of {all} steps").into());
    }
    sheet.note(0, "centres at 1,000 steps a second", RIGHT)?;
    let words = format!("and at 30: at the same place at most {:.1} mm higher or lower", 1000.0 * worst);
    sheet.note(1, &words, WRONG)?;
    sheet.note(
        2,
        &format!("{gone:.3} m of level way in {TIME} s at {SPEED} m/s, on the ground in {count} of {all} steps"),
        INK,
    )
}

fn climb(hz: u16) -> Result<Vec<CharacterState>, Trouble> {
    let world = World::from_mesh(drawn_out(&[&GROUND])?);
    let mut film = Film::new(world, person(|_| ())?, (-0.2, 0.0), hz)?;
    let mut states = vec![film.state];
    states.extend(film.run(&walk(SPEED), TIME)?);
    Ok(states)
}

/// Height difference between a state's position and the position in `way` that is nearest along x, metres.
fn off(way: &[CharacterState], state: &CharacterState) -> f64 {
    let at = state.position.to_dvec3();
    let places = way.iter().map(|state| state.position.to_dvec3());
    let nearest = places.min_by(|a, b| (a.x - at.x).abs().total_cmp(&(b.x - at.x).abs()));
    nearest.map_or(f64::INFINITY, |place| (place.y - at.y).abs())
}
