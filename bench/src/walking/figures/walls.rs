//! Seen from above: the part of a level displacement that walls leave, along one wall and in a corner.

use super::film::{Film, PERSON, above, draw_way, drawn_out, drawn_up, person, walk};
use crate::drawing::sheet::{INK, Point, RIGHT, START, Sheet, Trouble};
use sweep8::{CharacterState, Placement, World};

/// Corners of the walls seen from above (x, -z), metres: one wall at 30° to the motion, then one across the motion.
const WALLS: [Point; 3] = [(0.5, 4.0), (6.5, 0.535_898), (6.5, -0.4)];

/// Start of the person's motion, seen from above (x, -z), metres.
const FROM: Point = (0.0, 1.4);

const SPEED: f32 = 2.0;
const HZ: u16 = 60;

pub(super) fn draw(sheet: &Sheet) -> Result<(), Trouble> {
    sheet.look(120.0, 640.0, 125.0);
    sheet.solid(&[WALLS[0], WALLS[1], WALLS[2], (8.6, WALLS[2].1), (8.6, WALLS[0].1)])?;
    WALLS.windows(2).try_for_each(|pair| sheet.line(pair[0], pair[1], INK))?;
    let mut world = World::new();
    world.add(&drawn_out(&[&[(-9.0, 0.0), (9.0, 0.0)]])?.cook(), Placement::IDENTITY)?;
    world.add(&drawn_up(&WALLS)?.cook(), Placement::IDENTITY)?;
    let mut film = Film::new(world, person(|_| ())?, (FROM.0, 0.0), HZ)?;
    film.state.position.high.z = -FROM.1 as f32;
    let mut states = vec![film.state];
    states.extend(film.run(&walk(SPEED), 4.0)?);
    draw_way(sheet, &states, above, RIGHT)?;

    let speed = |at: usize| place(&states, at).distance(place(&states, at - 1)) * f64::from(HZ);
    let last = states.len() - 1;
    let met = (1..last).find(|&at| speed(at) < 0.95 * speed(1)).ok_or("it meets no wall")?;
    let (along, in_corner) = (speed(met + 20), speed(last));
    let expected = f64::from(SPEED) * 30.0_f64.to_radians().cos();
    if (along - expected).abs() > 1e-2 || in_corner > 1e-3 {
        return Err(format!("{along} m/s along the wall instead of {expected}, {in_corner} m/s in the corner").into());
    }
    for (at, color) in [(0, START), (met, RIGHT), (last, RIGHT)] {
        let (x, y) = above(place(&states, at));
        sheet.ellipse((x, y), (f64::from(PERSON.x), f64::from(PERSON.z)), color)?;
        sheet.arrow((x, y), (x + 1.0, y), START)?;
    }
    let (from, way) = (above(place(&states, met)), place(&states, met + 20) - place(&states, met + 19));
    let part = along / f64::from(SPEED) / way.length();
    sheet.arrow(from, (from.0 + way.x * part, from.1 - way.z * part), RIGHT)?;
    sheet.note(0, &format!("from above, desired {SPEED} m/s (grey)"), START)?;
    sheet.note(1, &format!("along the wall at 30°: {along:.3} m/s, its projection"), RIGHT)?;
    sheet.note(2, &format!("in the corner: {in_corner:.3} m/s"), RIGHT)
}

fn place(states: &[CharacterState], at: usize) -> glam::DVec3 {
    states[at].position.to_dvec3()
}
