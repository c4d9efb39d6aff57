//! A shape, a motion and loose triangles, ordinary or degenerate.
//!
//! In: the bytes of a case. Out: a [`Soup`], in the numbers that the kernel gets.
//!
//! 1. Radii of 5 cm to 5 m, coordinates to 50 m, a motion to 100 m, at the origin or 1 or 10 km from it.
//! 2. A triangle is used as it is, or becomes a needle or a speck, or shares an edge with the one before, or is its
//!    copy.
//! 3. The motion is used as it is, or moved so that it nearly grazes a face, an edge or a corner, or starts nearly
//!    touching or inside. The new motion is computed in `f64` in ellipsoid space, and rounded once.

use crate::bytes::{Reader, Writer};
use glam::{DVec3, Vec3};
use sweep8::{Ellipsoid, Mesh, World};
use sweep8_scalar_ref::brute_force::{Triangle, closest_point};

/// Minimum and maximum radius of a soup's ellipsoid, metres.
const RADII: (f32, f32) = (0.05, 5.0);

/// Minimum nonzero magnitude of a soup's coordinate, metres; smaller coordinates except 0 are spread over the whole range.
const LEAST: f32 = 1e-6;

/// Maximum coordinate of a soup, metres, before the soup is translated.
pub(crate) const EXTENT: f32 = 50.0;

/// Maximum component of a soup's motion, metres.
const LONGEST: f32 = 100.0;

/// Height of a needle triangle of a soup, as a fraction of the distance of the third corner read from the test case.
const NEEDLE: f32 = 1e-5;
/// Size of a tiny triangle of a soup, as a fraction of the triangle read from the test case.
const SPECK: f32 = 1e-3;

/// Maximum distance of a near miss or near touch of a soup's motion from exact contact, radii.
const NEAR: f64 = 1e-4;

/// Translations of whole soups from the origin, metres.
const PLACES: [DVec3; 4] =
    [DVec3::ZERO, DVec3::new(600.0, -50.0, -800.0), DVec3::ZERO, DVec3::new(-6_000.0, 100.0, 8_000.0)];

/// A test case of an ellipsoid, its motion, and a list of triangles; world space, metres.
#[derive(Clone, Debug)]
pub(crate) struct Soup {
    pub(crate) shape: Ellipsoid,
    pub(crate) center: Vec3,
    pub(crate) displacement: Vec3,
    pub(crate) triangles: Vec<[Vec3; 3]>,
}

impl Soup {
    /// Reads a soup of up to `most` triangles from a test case's bytes; `None` if a value is out of range.
    pub(crate) fn read(reader: &mut Reader<'_>, most: usize) -> Option<Self> {
        let shape = Ellipsoid::new(reader.radii(RADII.0, RADII.1)).ok()?;
        let place = PLACES[usize::from(reader.byte()) % PLACES.len()];
        let center = reader.vector(LEAST, EXTENT);
        let displacement = reader.vector(LEAST, LONGEST);
        let (kind, target, amount) = (reader.byte(), reader.byte(), reader.around(LEAST, 1.0));
        let triangles = read_triangles(reader, most);
        let radii = shape.radii().as_dvec3();
        let mut motion = Motion { center: center.as_dvec3() / radii, displacement: displacement.as_dvec3() / radii };
        if !triangles.is_empty() {
            let target = triangles[usize::from(target) % triangles.len()].map(|v| v.as_dvec3() / radii);
            motion = motion.made_nasty(kind, f64::from(amount), &target).unwrap_or(motion);
        }
        let placed = |v: DVec3| (v + place).as_vec3();
        let soup = Self {
            shape,
            center: placed(motion.center * radii),
            displacement: (motion.displacement * radii).as_vec3(),
            triangles: triangles.iter().map(|t| t.map(|v| placed(v.as_dvec3()))).collect(),
        };
        (soup.center.is_finite() && soup.displacement.abs().max_element() <= 10.0 * LONGEST).then_some(soup)
    }

    /// Writes a test case in the format that [`Soup::read`] reads; `kind` selects how the motion is placed.
    pub(crate) fn write(
        writer: &mut Writer,
        shape: Vec3,
        center: Vec3,
        displacement: Vec3,
        kind: u8,
        triangles: &[[Vec3; 3]],
    ) {
        writer.vector(shape).byte(0).vector(center).vector(displacement).byte(kind).byte(0).number(0.5);
        write_triangles(writer, triangles);
    }

    pub(crate) fn world(&self) -> World {
        world_of(&self.triangles)
    }
}

/// Reads a count of triangles, at most `most`, and then the triangles from a test case's bytes.
pub(crate) fn read_triangles(reader: &mut Reader<'_>, most: usize) -> Vec<[Vec3; 3]> {
    let count = usize::from(reader.byte()).min(most);
    let mut triangles: Vec<[Vec3; 3]> = Vec::with_capacity(count);
    while triangles.len() < count && !reader.is_empty() {
        let kind = reader.byte() % 8;
        let [a, b, c] = [(); 3].map(|()| reader.vector(LEAST, EXTENT));
        let before = triangles.last().copied().unwrap_or([b, a, c]);
        triangles.push(match kind {
            4 => [a, b, a + (b - a) * (c.x.abs() / EXTENT) + (c - a) * NEEDLE],
            5 => [before[1], before[2], before[0]],
            6 => [before[1], before[0], c],
            7 => [a, a + (b - a) * SPECK, a + (c - a) * SPECK],
            _ => [a, b, c],
        });
    }
    triangles
}

/// Writes a count of triangles, at most 255, and then the triangles in the format of `read_triangles`.
pub(crate) fn write_triangles(writer: &mut Writer, triangles: &[[Vec3; 3]]) {
    let count = triangles.len().min(usize::from(u8::MAX));
    writer.byte(count as u8);
    for &triangle in &triangles[..count] {
        writer.byte(0).triangle(triangle);
    }
}

/// Builds a world in which no triangles share vertices. The triangles must be finite and within the bounds of meshes.
pub(crate) fn world_of(triangles: &[[Vec3; 3]]) -> World {
    let positions: Vec<Vec3> = triangles.iter().flatten().copied().collect();
    let indices: Vec<[u32; 3]> = (0..triangles.len() as u32).map(|id| [3 * id, 3 * id + 1, 3 * id + 2]).collect();
    World::from_mesh(Mesh::new(&positions, &indices).expect("soups lie within the bounds of meshes"))
}

/// Builds a world of the triangles and of others 200 km away, so that its tree differs from that of `world_of`.
pub(crate) fn world_of_another_tree(triangles: &[[Vec3; 3]]) -> World {
    let far = (0..40_u16).map(|k| {
        let corner = Vec3::new(2e5 + 300.0 * f32::from(k % 7), 9.0 * f32::from(k), 2e5 - 170.0 * f32::from(k));
        [corner, corner + Vec3::X, corner + Vec3::Z]
    });
    world_of(&triangles.iter().copied().chain(far).collect::<Vec<_>>())
}

/// Returns true if a triangle has an area; the kernel excludes other triangles.
pub(crate) fn has_area(triangle: &[Vec3; 3]) -> bool {
    let [a, b, c] = triangle.map(Vec3::as_dvec3);
    (b - a).cross(c - a) != DVec3::ZERO
}

/// Rotates the order of a triangle's corners by `by` places; the winding stays.
pub(crate) fn turned([a, b, c]: [Vec3; 3], by: usize) -> [Vec3; 3] {
    [[a, b, c], [b, c, a], [c, a, b]][by % 3]
}

/// Returns the indices of the triangles that do not repeat the corners and winding of an earlier triangle.
pub(crate) fn without_copies(triangles: &[[Vec3; 3]]) -> Vec<usize> {
    let are_copies =
        |one: &[Vec3; 3], [a, b, c]: [Vec3; 3]| [[a, b, c], [b, c, a], [c, a, b]].iter().any(|turned| turned == one);
    let is_first = |id: &usize| !triangles[..*id].iter().any(|before| are_copies(before, triangles[*id]));
    (0..triangles.len()).filter(is_first).collect()
}

/// A motion of the unit sphere in ellipsoid space: start of its centre, and displacement.
#[derive(Clone, Copy)]
struct Motion {
    center: DVec3,
    displacement: DVec3,
}

impl Motion {
    /// Returns this motion moved close to contact with `target` as `kind` and `amount` (-1 to 1) select; `None` if impossible.
    fn made_nasty(self, kind: u8, amount: f64, target: &Triangle) -> Option<Self> {
        let [a, b, c] = *target;
        let middle = (a + b + c) / 3.0;
        let d = self.displacement;
        let near = 1.0 + amount * NEAR;
        let center = match kind % 8 {
            // Along the face, sinking or rising slightly.
            3 => {
                let normal = (b - a).cross(c - a).try_normalize()?;
                let along = d - normal * d.dot(normal) * (1.0 - amount * 1e-3);
                return Some(Self { center: middle + normal * near - along * 0.5, displacement: along });
            }
            // Inside.
            4 => middle + (b - a).cross(c - a).try_normalize()? * amount,
            // Nearly touching at the start.
            5 => {
                let point = closest_point(self.center, target);
                point + (self.center - point).try_normalize()? * near
            }
            // Past a corner.
            6 => {
                let heading = d.try_normalize()?;
                let beside = self.center - a - heading * heading.dot(self.center - a);
                a + beside.try_normalize()? * near - d * 0.5
            }
            // Past an edge.
            7 => (a + b) * 0.5 + d.cross(b - a).try_normalize()? * near - d * 0.5,
            _ => self.center,
        };
        Some(Self { center, ..self })
    }
}
