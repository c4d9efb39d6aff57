//! Films a character while it moves through an extruded level.
//!
//! In: the outline of a level in the plane of the figure, a profile, an input. Out: the states, step by step.

use crate::drawing::sheet::{INK, Point, Sheet, Trouble};
use glam::{DVec3, Vec3};
use sweep8::{CharacterProfile, CharacterSettings, CharacterState, Ellipsoid, Mesh, MoveInput, World};

/// Radii of the person, metres.
pub(super) const PERSON: Vec3 = Vec3::new(0.4, 0.9, 0.4);

/// How far below an outline a figure is filled, metres.
const FILLED: f64 = 0.4;

/// Distance from the figure to both ends of an extruded outline, metres.
const DEEP: f32 = 20.0;

/// A mesh of floors and walls: outlines seen from the side, extruded along z.
pub(super) fn drawn_out(outlines: &[&[Point]]) -> Result<Mesh, Trouble> {
    extruded(outlines, [-DEEP, DEEP], |(x, y), z| Vec3::new(x as f32, y as f32, z))
}

/// A mesh of walls: an outline seen from above, extruded along y.
pub(super) fn drawn_up(outline: &[Point]) -> Result<Mesh, Trouble> {
    extruded(&[outline], [-1.0, 3.0], |(x, y), height| Vec3::new(x as f32, height, -y as f32))
}

/// Two triangles for each line of outlines, between two depths.
fn extruded(outlines: &[&[Point]], depths: [f32; 2], corner: fn(Point, f32) -> Vec3) -> Result<Mesh, Trouble> {
    let (mut positions, mut triangles) = (Vec::new(), Vec::new());
    for pair in outlines.iter().flat_map(|outline| outline.windows(2)) {
        let first = positions.len() as u32;
        positions.extend(pair.iter().flat_map(|&point| depths.map(|depth| corner(point, depth))));
        triangles.extend([[first, first + 1, first + 3], [first, first + 3, first + 2]]);
    }
    Ok(Mesh::new(&positions, &triangles)?)
}

/// Draws the ground as seen from the side.
pub(super) fn draw_ground(sheet: &Sheet, outline: &[Point]) -> Result<(), Trouble> {
    let lowest = outline.iter().map(|point| point.1).fold(f64::INFINITY, f64::min) - FILLED;
    let (first, last) = (outline[0], outline[outline.len() - 1]);
    let corners: Vec<Point> = outline.iter().copied().chain([(last.0, lowest), (first.0, lowest)]).collect();
    sheet.solid(&corners)?;
    outline.windows(2).try_for_each(|pair| sheet.line(pair[0], pair[1], INK))
}

/// A position as seen from the side.
pub(super) fn beside(place: DVec3) -> Point {
    (place.x, place.y)
}

/// A position as seen from above: z goes down the page.
pub(super) fn above(place: DVec3) -> Point {
    (place.x, -place.z)
}

/// Draws the person's outline from the side.
pub(super) fn draw_person(sheet: &Sheet, center: Point, color: plotters::style::RGBColor) -> Result<(), Trouble> {
    sheet.ellipse(center, (f64::from(PERSON.x), f64::from(PERSON.y)), color)
}

/// Profile of the person; `change` changes the default settings.
pub(super) fn person(change: impl FnOnce(&mut CharacterSettings)) -> Result<CharacterProfile, Trouble> {
    let mut settings = CharacterSettings { shape: Ellipsoid::new(PERSON)?, ..CharacterSettings::default() };
    change(&mut settings);
    Ok(CharacterProfile::new(&settings)?)
}

/// A character under the camera.
pub(super) struct Film {
    pub(super) world: World,
    pub(super) profile: CharacterProfile,
    pub(super) state: CharacterState,
    /// Time step, seconds.
    pub(super) seconds: f32,
}

impl Film {
    /// A person standing on the ground below `feet`.
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

    /// Makes one step; returns the state after it.
    pub(super) fn step(&mut self, input: &MoveInput) -> Result<CharacterState, Trouble> {
        self.world.move_character(&self.profile, &mut self.state, input, self.seconds)?;
        Ok(self.state)
    }

    /// Makes the steps of a time; returns the state after each.
    pub(super) fn run(&mut self, input: &MoveInput, time: f32) -> Result<Vec<CharacterState>, Trouble> {
        (0..(time / self.seconds).round() as usize).map(|_| self.step(input)).collect()
    }

    /// Makes one step of the world in which instances reach their targets.
    pub(super) fn step_of_world(&mut self, input: &MoveInput) -> Result<CharacterState, Trouble> {
        let step = self.world.begin_step(self.seconds)?;
        step.move_character(&self.profile, &mut self.state, input)?;
        Ok(self.state)
    }
}

/// An input that walks along x.
pub(super) fn walk(speed: f32) -> MoveInput {
    MoveInput { desired_velocity: Vec3::X * speed, ..MoveInput::EARTH }
}

/// Draws the path of centres.
pub(super) fn draw_way(
    sheet: &Sheet,
    states: &[CharacterState],
    seen: fn(DVec3) -> Point,
    color: plotters::style::RGBColor,
) -> Result<(), Trouble> {
    sheet.path(states.iter().map(|state| seen(state.position.to_dvec3())), color)
}

/// Number of grounded states.
pub(super) fn standing(states: &[CharacterState]) -> usize {
    states.iter().filter(|state| state.ground().is_grounded()).count()
}
