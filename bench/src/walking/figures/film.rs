//! Films a character while it moves through an extruded level.
//!
//! In: the outline of a level in the plane of the figure, a profile, an input. Out: the states, step by step.

use crate::drawing::sheet::{INK, Point, Sheet, Trouble};
use glam::{DVec3, Vec3};
use sweep8::{CharacterProfile, CharacterSettings, CharacterState, Ellipsoid, Mesh, MoveInput, World};

/// Radii of the ellipsoid of the person in all figures, metres.
pub(super) const PERSON: Vec3 = Vec3::new(0.4, 0.9, 0.4);

/// Depth of the filled area below the lowest point of a ground outline in a figure, metres.
const FILLED: f64 = 0.4;

/// Distance by which an outline is extruded to both sides of a figure's plane, metres.
const DEEP: f32 = 20.0;

/// Builds a mesh of floors and walls from outlines as seen from the side (x, y), metres, extruded along z.
pub(super) fn drawn_out(outlines: &[&[Point]]) -> Result<Mesh, Trouble> {
    extruded(outlines, [-DEEP, DEEP], |(x, y), z| Vec3::new(x as f32, y as f32, z))
}

/// Builds a mesh of walls from an outline as seen from above (x, -z), metres, extruded along y.
pub(super) fn drawn_up(outline: &[Point]) -> Result<Mesh, Trouble> {
    extruded(&[outline], [-1.0, 3.0], |(x, y), height| Vec3::new(x as f32, height, -y as f32))
}

/// Builds two triangles for each outline segment; `corner` gives the corner for an outline point and one of `depths`, metres.
fn extruded(outlines: &[&[Point]], depths: [f32; 2], corner: fn(Point, f32) -> Vec3) -> Result<Mesh, Trouble> {
    let (mut positions, mut triangles) = (Vec::new(), Vec::new());
    for pair in outlines.iter().flat_map(|outline| outline.windows(2)) {
        let first = positions.len() as u32;
        positions.extend(pair.iter().flat_map(|&point| depths.map(|depth| corner(point, depth))));
        triangles.extend([[first, first + 1, first + 3], [first, first + 3, first + 2]]);
    }
    Ok(Mesh::new(&positions, &triangles)?)
}

/// Draws the ground in a figure seen from the side: `outline` as a line, and the filled area below.
pub(super) fn draw_ground(sheet: &Sheet, outline: &[Point]) -> Result<(), Trouble> {
    let lowest = outline.iter().map(|point| point.1).fold(f64::INFINITY, f64::min) - FILLED;
    let (first, last) = (outline[0], outline[outline.len() - 1]);
    let corners: Vec<Point> = outline.iter().copied().chain([(last.0, lowest), (first.0, lowest)]).collect();
    sheet.solid(&corners)?;
    outline.windows(2).try_for_each(|pair| sheet.line(pair[0], pair[1], INK))
}

/// Projects a world-space position (metres) to a figure that is seen from the side: (x, y).
pub(super) fn beside(place: DVec3) -> Point {
    (place.x, place.y)
}

/// Projects a world-space position (metres) to a figure that is seen from above: (x, -z).
pub(super) fn above(place: DVec3) -> Point {
    (place.x, -place.z)
}

/// Draws the person's ellipsoid around `center` (metres) as an ellipse seen from the side.
pub(super) fn draw_person(sheet: &Sheet, center: Point, color: plotters::style::RGBColor) -> Result<(), Trouble> {
    sheet.ellipse(center, (f64::from(PERSON.x), f64::from(PERSON.y)), color)
}

/// Builds the character profile of the person in the figures; `change` modifies the default settings.
pub(super) fn person(change: impl FnOnce(&mut CharacterSettings)) -> Result<CharacterProfile, Trouble> {
    let mut settings = CharacterSettings { shape: Ellipsoid::new(PERSON)?.into(), ..CharacterSettings::default() };
    change(&mut settings);
    Ok(CharacterProfile::new(&settings)?)
}

/// A single character in a world, stepped to draw its motion.
pub(super) struct Film {
    pub(super) world: World,
    pub(super) profile: CharacterProfile,
    pub(super) state: CharacterState,
    /// Time step of the simulation, seconds.
    pub(super) seconds: f32,
}

impl Film {
    /// Places a person with its feet at `feet` (x, y in metres) and steps once; returns an error if the person is not grounded then.
    pub(super) fn new(world: World, profile: CharacterProfile, feet: Point, hz: u16) -> Result<Self, Trouble> {
        let center = Vec3::new(feet.0 as f32, feet.1 as f32 + PERSON.y + profile.settings().skin, 0.0);
        let seconds = 1.0 / f32::from(hz);
        let mut film = Self { world, profile, state: CharacterState::new(center), seconds };
        film.step(&MoveInput::EARTH)?;
        if !film.state.ground().is_grounded() {
            return Err("it does not stand where it begins".into());
        }
        Ok(film)
    }

    /// Steps the character once in the unchanged world; returns the character's state after the step.
    pub(super) fn step(&mut self, input: &MoveInput) -> Result<CharacterState, Trouble> {
        self.world.move_character(&self.profile, &mut self.state, input, self.seconds)?;
        Ok(self.state)
    }

    /// Steps the character for `time` seconds in the unchanged world; returns the character's state after each step.
    pub(super) fn run(&mut self, input: &MoveInput, time: f32) -> Result<Vec<CharacterState>, Trouble> {
        (0..(time / self.seconds).round() as usize).map(|_| self.step(input)).collect()
    }

    /// Steps world and character once, so that moving instances reach their targets; returns the character's state after the step.
    pub(super) fn step_of_world(&mut self, input: &MoveInput) -> Result<CharacterState, Trouble> {
        let step = self.world.begin_step(self.seconds)?;
        step.move_character(&self.profile, &mut self.state, input)?;
        Ok(self.state)
    }
}

/// Returns the input of a character that walks along +x at `speed`, m/s, under the earth's gravity.
pub(super) fn walk(speed: f32) -> MoveInput {
    MoveInput { desired_velocity: Vec3::X * speed, ..MoveInput::EARTH }
}

/// Draws a character's path, the line through the centres of all states, projected by `seen`.
pub(super) fn draw_way(
    sheet: &Sheet,
    states: &[CharacterState],
    seen: fn(DVec3) -> Point,
    color: plotters::style::RGBColor,
) -> Result<(), Trouble> {
    sheet.path(states.iter().map(|state| seen(state.position.to_dvec3())), color)
}

/// Counts the states in which the character is grounded.
pub(super) fn standing(states: &[CharacterState]) -> usize {
    states.iter().filter(|state| state.ground().is_grounded()).count()
}
