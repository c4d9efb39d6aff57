//! Places on which a character stands, in the cells of a grid, in the order in which they were found.
//!
//! In: characters that stand. Out: the number of the place for each, an old one if it stands there already.
//!
//! A cell is a square of the body's radius. Its diagonal is shorter than two radii, so that both sides of a wall are never in one
//! cell, and everything at one height in it is one place. Heights are compared on the plane of the ground, and differ by less than
//! any step that cannot be climbed.

use glam::{DVec2, DVec3, Vec3};
use std::collections::HashMap;
use sweep8::{CharacterState, Position};

/// Greatest difference of heights of one place, metres for a person of 1.8 m; half of a stair's riser.
const SAME_HEIGHT: f64 = 0.1;

/// Height of a person, metres, for which lengths here are given.
const PERSON: f64 = 1.8;

/// A place on which a character stands at rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stand {
    /// Centre of the character.
    pub position: Position,
    /// Kind of ground under the character, as [`CharacterState::ground_code`].
    pub ground_code: u8,
    /// Normal of the ground under the character, world space.
    pub normal: Vec3,
    /// Touched point of the ground, world space, metres.
    pub point: Vec3,
    /// Whether a floor that can be walked is right below the centre, so that the place counts as area.
    pub is_floor: bool,
    /// Number of the eight points around the centre, a radius away, that are floor too.
    pub support: u8,
}

impl Stand {
    /// Takes the place of a character that stands; neither floor nor support are known.
    #[must_use]
    pub fn of(state: &CharacterState) -> Self {
        let &CharacterState { position, ground_code, ground_normal, ground_point, .. } = state;
        Self { position, ground_code, normal: ground_normal, point: ground_point, is_floor: false, support: 0 }
    }

    /// Returns the state of a character at rest on the place.
    #[must_use]
    pub fn state(&self) -> CharacterState {
        let &Self { position, ground_code, normal, .. } = self;
        CharacterState { ground_code, ground_normal: normal, ..CharacterState::new(position) }
    }

    /// Centre of the character, world space, metres.
    #[must_use]
    pub fn center(&self) -> DVec3 {
        self.position.to_dvec3()
    }
}

/// All places that were found, by number.
#[derive(Clone, Debug)]
pub struct Places {
    side: f64,
    same_height: f64,
    list: Vec<Stand>,
    /// Numbers of the places of each cell. Only looked up, because the order of a map differs between runs.
    cells: HashMap<[i32; 2], Vec<u32>>,
}

impl Places {
    /// Creates an empty grid of cells of `side` metres for bodies of this height, metres.
    #[must_use]
    pub fn new(side: f64, height: f64) -> Self {
        Self { side, same_height: SAME_HEIGHT * height / PERSON, list: Vec::new(), cells: HashMap::new() }
    }

    /// Side of a cell, metres.
    #[must_use]
    pub fn side(&self) -> f64 {
        self.side
    }

    /// All places, in the order in which they were added.
    #[must_use]
    pub fn list(&self) -> &[Stand] {
        &self.list
    }

    /// Returns the cell of a point, by x and z.
    #[must_use]
    pub fn cell(&self, point: DVec3) -> [i32; 2] {
        [(point.x / self.side).floor() as i32, (point.z / self.side).floor() as i32]
    }

    /// Returns the middle of a cell (x and z), metres.
    #[must_use]
    pub fn middle(&self, cell: [i32; 2]) -> DVec2 {
        DVec2::new((f64::from(cell[0]) + 0.5) * self.side, (f64::from(cell[1]) + 0.5) * self.side)
    }

    /// Returns the numbers of the places in a cell.
    #[must_use]
    pub fn within(&self, cell: [i32; 2]) -> &[u32] {
        self.cells.get(&cell).map_or(&[], Vec::as_slice)
    }

    /// Returns the place of a character that stands: its number, and whether it is new.
    pub fn add(&mut self, stand: Stand) -> (u32, bool) {
        let center = stand.center();
        let cell = self.cell(center);
        let numbers = self.cells.entry(cell).or_default();
        let apart = |&number: &u32| {
            let other = &self.list[number as usize];
            [height_off(other, center), height_off(&stand, other.center())].into_iter().fold(f64::INFINITY, f64::min)
        };
        let nearest = numbers.iter().map(|number| (apart(number), *number)).min_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((_, number)) = nearest.filter(|(apart, _)| *apart <= self.same_height) {
            return (number, false);
        }
        let number = self.list.len() as u32;
        numbers.push(number);
        self.list.push(stand);
        (number, true)
    }
}

/// Returns how far a centre is above or below the plane on which the centre of a place would move, metres.
fn height_off(stand: &Stand, center: DVec3) -> f64 {
    let (normal, way) = (stand.normal.as_dvec3(), center - stand.center());
    // Held by steep surfaces: the normal of one of them is no plane to walk on.
    let slope = if normal.y > 0.5 { -(normal.x * way.x + normal.z * way.z) / normal.y } else { 0.0 };
    (way.y - slope).abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x: f64, y: f64, z: f64) -> Stand {
        let position = Position::from(DVec3::new(x, y, z));
        Stand { position, ground_code: 1, normal: Vec3::Y, point: Vec3::ZERO, is_floor: false, support: 0 }
    }

    #[test]
    fn one_height_of_a_cell_is_one_place_and_another_one_is_another() {
        let mut places = Places::new(0.4, 1.8);
        assert_eq!(places.add(at(0.1, 0.9, 0.1)), (0, true));
        assert_eq!(places.add(at(0.3, 0.95, 0.3)), (0, false));
        assert_eq!(places.add(at(0.3, 1.1, 0.3)), (1, true));
        assert_eq!(places.add(at(-0.1, 0.9, 0.1)), (2, true));
        assert_eq!(places.within([0, 0]), [0, 1]);
        assert!(places.within([7, 0]).is_empty());
    }

    #[test]
    fn heights_are_compared_on_the_plane_of_a_slope() {
        let mut places = Places::new(0.4, 1.8);
        let slope = Stand { normal: Vec3::new(-0.6, 0.8, 0.0), ..at(0.0, 1.0, 0.2) };
        places.add(slope);
        assert_eq!(places.add(Stand { normal: Vec3::Y, ..at(0.3, 1.225, 0.2) }), (0, false));
    }
}
