//! Is a place inside of a solid? By rays that agree.
//!
//! In: a checked place and a filter. Out: inside, outside, or undecided.
//! 1. Rays go in pairs of opposite directions to the end of the world. Each counts the fronts and backs that it crosses: backs minus
//!    fronts is how often the surfaces wind round the place, the same in all directions if they are closed (Jordan's theorem).
//! 2. A pair is thrown away if one of its rays passes an edge or a corner, where it crosses one triangle or two, or touches a face
//!    only by rounding; the next pair follows. [`RAYS`] rays are counted.
//! 3. If all agree, the place is inside where the surfaces wind round it once or more. If they do not, some surface is open or turned
//!    about: an instance by itself, round which they agree, still decides for inside.
//!
//! Opposite directions, because one of the two meets a sheet beside the place, and the other one does not.

use crate::base::input_error::InputError;
use crate::frame::position::Position;
use crate::mesh::sides::Sides;
use crate::query::crossed::{Crossed, EachCrossed};
use crate::query::scratch::{Scratch, Winding};
use crate::query::thread_memory::call_memory;
use crate::world::filter::Filter;
use crate::world::world::World;
use alloc::vec::Vec;
use core::mem::take;
use glam::Vec3;

/// Whether a place is inside of a solid, see [`World::contains`].
///
/// ```
/// use glam::Vec3;
/// use sweep8::{Containment, Filter, Mesh, World};
///
/// let chest = World::from_mesh(Mesh::cuboid(Vec3::ONE)?);
/// assert_eq!(chest.contains(Vec3::new(0.2, -0.9, 0.4), Filter::default())?, Containment::Inside);
/// assert_eq!(chest.contains(Vec3::new(0.2, -1.1, 0.4), Filter::default())?, Containment::Outside);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Containment {
    /// The surfaces close round the place, with their fronts outside.
    Inside,
    /// No closed surface has the place inside.
    Outside,
    /// The rays do not agree: a surface near the place is open or has fronts on both sides, or the place lies on a surface.
    Undecided,
}

/// Number of rays that have to agree: two pairs of opposite ones.
pub(crate) const RAYS: usize = 4;

/// Directions of pairs of rays, askew to the axes and to each other, so that levels on a grid have few edges in their way.
const DIRECTIONS: [Vec3; 8] = [
    Vec3::new(0.327, 0.811, 0.485),
    Vec3::new(0.782, -0.219, 0.583),
    Vec3::new(-0.561, 0.374, 0.739),
    Vec3::new(0.147, 0.563, -0.813),
    Vec3::new(0.913, 0.386, -0.131),
    Vec3::new(-0.292, 0.953, -0.083),
    Vec3::new(0.633, 0.127, 0.764),
    Vec3::new(0.418, -0.697, -0.583),
];

/// Least weight of a corner where a ray crosses a triangle clearly within its edges.
const LEAST_WEIGHT: f64 = 1e-9;

impl World {
    /// Whether `point`, world space, metres, is inside of a solid: of a closed surface whose fronts are outside.
    ///
    /// Instances count together: of a house of several meshes each may be open, if all of them close it. Solids may lie in each
    /// other. A cavity is a surface whose fronts are inside. The filter selects layers and sensors; its sides do not matter.
    ///
    /// Rays in several directions decide and have to agree. They notice an open surface only if one of them leaves by its opening:
    /// [`Undecided`](Containment::Undecided) is no test of whether a mesh is closed. A place on a surface, to rounding, is undecided or
    /// on either side.
    ///
    /// ```
    /// use glam::{DVec3, Vec3};
    /// use sweep8::{Containment, Filter, Mesh, Placement, World};
    ///
    /// let mut world = World::new();
    /// world.add(&Mesh::cuboid(Vec3::new(2.0, 1.0, 2.0))?.cook(), Placement::at(DVec3::X * 10.0))?;
    /// let inside = |point: Vec3| world.contains(point, Filter::default());
    /// assert_eq!(inside(Vec3::new(11.0, 0.3, -1.2))?, Containment::Inside);
    /// assert_eq!(inside(Vec3::new(11.0, 1.3, -1.2))?, Containment::Outside);
    ///
    /// // A sheet has no inside.
    /// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
    /// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
    /// assert_eq!(world.contains(Vec3::NEG_Y * 0.1, Filter::default())?, Containment::Undecided);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Source: Haines, "Point in Polygon Strategies" (1994), for counting crossings.
    ///
    /// # Errors
    /// [`InputError`] names the point if it is refused.
    #[doc(alias("point in mesh", "point inside", "inside test"))]
    pub fn contains(&self, point: impl Into<Position>, filter: impl Into<Filter>) -> Result<Containment, InputError> {
        let (point, filter) = (point.into().checked()?, filter.into());
        let scratch = &mut *call_memory();
        let mut windings = take(&mut scratch.windings);
        windings.clear();
        let mut rays = 0;
        let mut pairs = DIRECTIONS.iter();
        while rays < RAYS {
            let Some(&direction) = pairs.next() else { break };
            let pair = [(rays, direction), (rays + 1, -direction)];
            let mut is_clear = true;
            for (ray, direction) in pair {
                is_clear = is_clear && self.count_windings(point, direction, filter, ray, scratch, &mut windings)?;
            }
            if is_clear {
                rays += pair.len();
            } else {
                for of in &mut windings {
                    of.rays[rays..rays + pair.len()].fill(0);
                }
            }
        }
        let containment = if rays == RAYS { decide(&windings) } else { Containment::Undecided };
        scratch.windings = windings;
        Ok(containment)
    }

    /// Adds the crossings of one ray to the windings of the instances; `false` if it crosses one of them at an edge, or none clearly.
    fn count_windings(
        &self,
        point: Position,
        direction: Vec3,
        filter: Filter,
        ray: usize,
        scratch: &mut Scratch,
        windings: &mut Vec<Winding>,
    ) -> Result<bool, InputError> {
        let Some(line) = self.along_ray(point, direction, f32::INFINITY)? else { return Ok(true) };
        let instances = self.asked_for(filter);
        let filter = Filter { sides: Sides::Both, ..filter };
        let mut is_clear = true;
        let mut count = |crossed: Crossed| {
            is_clear &= crossed.weights.min_element() > LEAST_WEIGHT && crossed.fraction > 0.0;
            let Some(is_front) = line.is_front(instances, &crossed) else { return };
            let place = windings.iter().position(|of| of.instance == crossed.instance).unwrap_or_else(|| {
                windings.push(Winding { instance: crossed.instance, rays: [0; RAYS] });
                windings.len() - 1
            });
            windings[place].rays[ray] += if is_front { -1 } else { 1 };
        };
        self.cross(&line, filter, &mut EachCrossed(&mut count), scratch);
        Ok(is_clear)
    }
}

/// Decides by the windings that the rays have counted.
fn decide(windings: &[Winding]) -> Containment {
    let agreed = |rays: [i32; RAYS]| rays.iter().all(|ray| *ray == rays[0]).then_some(rays[0]);
    let all = core::array::from_fn(|ray| windings.iter().map(|of| of.rays[ray]).sum());
    match agreed(all) {
        Some(winding) if winding > 0 => Containment::Inside,
        Some(_) => Containment::Outside,
        None if windings.iter().any(|of| agreed(of.rays).is_some_and(|winding| winding > 0)) => Containment::Inside,
        None => Containment::Undecided,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::mesh::Mesh;

    /// A ray through a corner crosses one to four of the faces there.
    #[test]
    fn a_pair_of_rays_through_corners_or_edges_is_not_counted() {
        for direction in DIRECTIONS {
            let (side, up) = direction.any_orthonormal_pair();
            // An octahedron with corners in the way of the pair, then one with edges.
            for turned in [Vec3::ZERO, side] {
                let axes = [direction + turned, side - direction * turned.length(), up];
                let corners: Vec<Vec3> = axes.iter().flat_map(|axis| [*axis, -*axis]).collect();
                let faces = [[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4], [2, 0, 5], [1, 2, 5], [3, 1, 5], [0, 3, 5]];
                let world = World::from_mesh(Mesh::new(&corners, &faces).expect("finite"));
                let answer = |point: Vec3| world.contains(point, Filter::default()).expect("finite");
                assert_eq!(answer(Vec3::ZERO), Containment::Inside, "{direction}, {turned}");
                assert_eq!(answer(direction * 4.0), Containment::Outside, "{direction}, {turned}");
            }
        }
    }
}
