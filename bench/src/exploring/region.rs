//! The part of a level that is explored: all of it, or what has details.
//!
//! In: the bounds of a world, the triangles of a level, a part that is asked for. Out: a box in x and z.
//! A level of which a cell for each place of a body would be too many is often a town on an endless plane: then the part is the box of
//! all triangles that are small beside the level.

use crate::levels::Level;
use glam::{DVec2, DVec3, Vec3, Vec3Swizzles};
use thiserror::Error;

/// Most cells of a part: 1 km by 1 km for a person.
const MOST_CELLS: f64 = 6.5e6;

/// Edges of triangles that are details are shorter than this, metres for a cell of 0.4 m.
const DETAIL: f64 = 64.0;
/// What is explored around them, the same.
const AROUND: f64 = 10.0;
/// Side of a cell for which these lengths are given.
const CELL: f64 = 0.4;

/// A box in x and z, metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Region {
    /// Least x and z.
    pub low: DVec2,
    /// Greatest x and z.
    pub high: DVec2,
}

/// Error: a level is too large to be explored.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error(
    "{x:.0} m by {z:.0} m are too large to be explored by a body of radius {radius} m; give a part of it with --within"
)]
pub struct TooLarge {
    /// Extent along x, metres.
    pub x: f64,
    /// Extent along z, metres.
    pub z: f64,
    /// Radius of the body, metres.
    pub radius: f64,
}

impl Region {
    /// Returns the part of a level to explore in cells of `side` metres: what was asked for, all of it, or what has details.
    ///
    /// # Errors
    /// [`TooLarge`] if the part has too many cells.
    pub fn of(level: &Level, side: f64, asked: Option<Self>) -> Result<Self, TooLarge> {
        let (low, high) = level.bounds().unwrap_or_default();
        let whole = Self { low: low.as_dvec3().xz(), high: high.as_dvec3().xz() };
        let fits = |region: &Self| region.cells(side) <= MOST_CELLS;
        let too_large = |region: &Self| {
            let size = region.high - region.low;
            TooLarge { x: size.x, z: size.y, radius: side }
        };
        if let Some(asked) = asked {
            let part = Self { low: asked.low.max(whole.low), high: asked.high.min(whole.high) };
            return if fits(&part) { Ok(part) } else { Err(too_large(&part)) };
        }
        if fits(&whole) {
            return Ok(whole);
        }
        let detail = DETAIL * side / CELL;
        let around = DVec2::splat(AROUND * side / CELL);
        let is_small = |[a, b, c]: &[Vec3; 3]| {
            [a.distance(*b), b.distance(*c), c.distance(*a)].into_iter().all(|edge| f64::from(edge) <= detail)
        };
        let none = Self { low: DVec2::INFINITY, high: DVec2::NEG_INFINITY };
        let details = level.each_triangle().filter(is_small).flatten().fold(none, |region, corner| {
            let corner = corner.as_dvec3().xz();
            Self { low: region.low.min(corner - around), high: region.high.max(corner + around) }
        });
        let part = Self { low: details.low.max(whole.low), high: details.high.min(whole.high) };
        if part.low.cmplt(part.high).all() && fits(&part) { Ok(part) } else { Err(too_large(&whole)) }
    }

    /// Whether a point lies in the region.
    #[must_use]
    pub fn contains(&self, point: DVec3) -> bool {
        let point = point.xz();
        point.cmpge(self.low).all() && point.cmple(self.high).all()
    }

    /// Number of cells in the region; none if it is empty.
    fn cells(&self, side: f64) -> f64 {
        let size = ((self.high - self.low) / side).max(DVec2::NEG_ONE) + 1.0;
        size.x * size.y
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::levels::scenes::builder::Builder;

    #[test]
    fn a_town_on_an_endless_plane_is_explored_and_the_plane_is_not() {
        let mut builder = Builder::new("town");
        builder.floor([-1000.0, -1000.0], [1000.0, 1000.0], 0.0, 1, 1);
        builder.cuboid(Vec3::new(10.0, 0.0, 20.0), Vec3::new(40.0, 9.0, 30.0));
        let town = builder.finish();
        let region = Region::of(&town, 0.4, None).expect("the town is small");
        assert_eq!([region.low, region.high], [DVec2::new(0.0, 10.0), DVec2::new(50.0, 40.0)]);
        assert!(region.contains(DVec3::new(49.0, 3.0, 11.0)) && !region.contains(DVec3::new(51.0, 3.0, 11.0)));
        // A large body has few cells.
        assert_eq!(Region::of(&town, 1.0, None).expect("all of it").low, DVec2::splat(-1000.0));
        let asked = Region { low: DVec2::splat(-5000.0), high: DVec2::ZERO };
        assert_eq!(
            Region::of(&town, 0.4, Some(asked)).expect("a quarter"),
            Region { low: DVec2::splat(-1000.0), ..asked }
        );

        builder = Builder::new("plane");
        builder.floor([-2000.0, -2000.0], [2000.0, 2000.0], 0.0, 1, 1);
        let refused = Region::of(&builder.finish(), 0.4, None);
        assert_eq!(refused, Err(TooLarge { x: 4000.0, z: 4000.0, radius: 0.4 }));
    }
}
