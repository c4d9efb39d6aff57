//! A case: its bytes, its world, and its placed triangles.

use crate::bytes::{Reader, Writer};
use crate::finding::Finding;
use crate::prisms::half_spine;
use crate::soup::{Soup, has_area};
use glam::{DQuat, DVec3, Vec3};
use std::fmt::Write;
use sweep8::{CookedMesh, InstanceId, Mesh, Placement, Shape, World};
use sweep8_scalar_ref::brute_force::{Triangle, to_ellipsoid_space};
use sweep8_scalar_ref::capsule_sweep::UnitCapsule;

/// Maximum number of triangles of a test case's soup.
const TRIANGLES: usize = 24;
/// Maximum number of instances of a test case's world.
const INSTANCES: usize = 4;

/// Base scales of test instances; each axis is also multiplied by a factor from a half to one.
const SCALES: [f32; 8] = [1.0, 0.02, 0.2, 0.5, 2.0, 8.0, 40.0, 100.0];

/// Maximum distance of a test instance from the shape along an axis, metres.
const FARTHEST: f32 = 50.0;

/// Maximum rotation of a test instance about an axis, radians.
const TURN: f32 = 3.0;

/// Tolerance of a distance to a triangle, per unit of the coordinates from which it is computed.
pub(super) const TOLERANCE: f64 = 1e-5;

/// A decoded test case of a soup in placed instances, for the kernel and for brute force.
pub(super) struct Case {
    pub(super) soup: Soup,
    /// The soup's ellipsoid, or one with a spine.
    pub(super) shape: Shape,
    pub(super) world: World,
    pub(super) ids: Vec<(InstanceId, Placement)>,
    /// The test's world with meshes cooked from their final vertices, if any instance was deformed.
    pub(super) anew: Option<World>,
    /// Triangles of the test's world in world space, each with its instance and its index in the mesh.
    pub(super) triangles: Vec<(Triangle, InstanceId, u32)>,
    /// Triangles that repeat an earlier triangle of the same mesh with the same winding: a deformable mesh keeps them, another mesh
    /// leaves them out.
    pub(super) copies: Vec<(InstanceId, u32)>,
}

/// Encodes a test case of placed instances as bytes; different `number`s give different placements.
pub(crate) fn encode(shape: Vec3, center: Vec3, displacement: Vec3, number: u8, triangles: &[[Vec3; 3]]) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.byte(number);
    for instance in 0..INSTANCES as u8 {
        let turn = Vec3::new(0.3, -1.1, 0.7) * f32::from((number + instance) % 4);
        let [scale, mirror] = [number / 2 + instance, number / 4 + instance];
        writer.vector(turn).byte(scale).vector(Vec3::new(1.0, 0.75, 0.5)).byte(mirror);
        writer.vector(Vec3::splat(f32::from(instance)));
    }
    Soup::write(&mut writer, shape, center, displacement, number, triangles);
    writer.byte(number / 2);
    writer.finish()
}

/// Reads an instance's placement, whose translation is relative to the shape, from the test case's bytes.
fn read_placement(reader: &mut Reader<'_>) -> Placement {
    let rotation = DQuat::from_scaled_axis(reader.vector(1e-6, TURN).as_dvec3()).as_quat().normalize();
    let size = SCALES[usize::from(reader.byte()) % SCALES.len()];
    let part = Vec3::from_array([(); 3].map(|()| reader.between(0.5, 1.0)));
    let mirrored = reader.byte();
    let sign = |axis: u8| if mirrored >> axis & 1 == 1 { -1.0 } else { 1.0 };
    let scale = part * size * Vec3::new(sign(0), sign(1), sign(2));
    Placement { translation: reader.vector(1e-6, FARTHEST).as_dvec3(), rotation, scale }
}

fn rotation(placement: &Placement) -> DQuat {
    placement.rotation.as_dquat().normalize()
}

fn mesh_of(positions: &[Vec3]) -> Mesh {
    let indices: Vec<[u32; 3]> = (0..positions.len() as u32 / 3).map(|id| [3 * id, 3 * id + 1, 3 * id + 2]).collect();
    Mesh::new(positions, &indices).expect("soups lie within the bounds of meshes")
}

pub(super) fn cooked(triangles: &[[Vec3; 3]]) -> CookedMesh {
    mesh_of(triangles.as_flattened()).cook()
}

/// Returns the vertices that a mesh has before it is deformed to `vertices`; `way` selects one of four deformations.
pub(crate) fn before(vertices: &[Vec3], way: u8) -> Vec<Vec3> {
    let count = vertices.len();
    let was = |(number, &v): (usize, &Vec3)| match way % 4 {
        // A speck, one point, other triangles, and the same with some changes.
        0 => v * 0.01,
        1 => vertices[0],
        2 => vertices[count - 1 - number],
        _ => v + if number % 5 == 0 { Vec3::splat(0.5) } else { Vec3::ZERO },
    };
    vertices.iter().enumerate().map(was).collect()
}

/// Adds an instance to the world and then deforms its mesh to `vertices` in two calls.
fn add_deformed(world: &mut World, vertices: &[Vec3], way: u8, placement: Placement) -> Option<InstanceId> {
    let mesh = mesh_of(&before(vertices, way));
    let id = world.add_deformable(mesh.cook_deformable(), placement).ok()?;
    let (first, others) = vertices.split_at(vertices.len() / 2);
    let backwards: Vec<u32> = (0..first.len() as u32).rev().collect();
    let places: Vec<Vec3> = first.iter().rev().copied().collect();
    world.set_vertices_at(id, &backwards, &places).ok()?;
    world.set_vertices(id, first.len(), others).ok()?;
    Some(id)
}

/// Returns true if the triangle at `index` repeats the corners and winding of an earlier triangle of the mesh.
fn is_copy(mesh: &[[Vec3; 3]], index: usize) -> bool {
    let [a, b, c] = mesh[index];
    mesh[..index].iter().any(|earlier| [[a, b, c], [b, c, a], [c, a, b]].contains(earlier))
}

impl Case {
    pub(super) fn read(reader: &mut Reader<'_>) -> Option<Self> {
        let first = reader.byte();
        let (count, deforms, way) = (1 + usize::from(first) % INSTANCES, first / INSTANCES as u8, first >> 6);
        let placements = [(); INSTANCES].map(|()| read_placement(reader));
        let soup = Soup::read(reader, TRIANGLES)?;
        let shape = reader.spine(soup.shape);
        let (mut world, mut anew, mut ids, mut triangles) = (World::new(), World::new(), Vec::new(), Vec::new());
        let mut copies = Vec::new();
        for (instance, placement) in placements[..count].iter().enumerate() {
            let placement = Placement { translation: placement.translation + soup.center.as_dvec3(), ..*placement };
            let scale = placement.scale.as_dvec3();
            let to_mesh = |v: &Vec3| {
                (rotation(&placement).conjugate() * (v.as_dvec3() - placement.translation) / scale).as_vec3()
            };
            let own = soup.triangles.iter().skip(instance).step_by(count);
            let mesh: Vec<[Vec3; 3]> = own.map(|t| t.each_ref().map(to_mesh)).collect();
            let other = anew.add(&cooked(&mesh), placement).ok()?;
            let id = if deforms >> instance & 1 == 1 && !mesh.is_empty() {
                add_deformed(&mut world, mesh.as_flattened(), way + instance as u8, placement)?
            } else {
                world.add(&cooked(&mesh), placement).ok()?
            };
            debug_assert_eq!(id, other);
            ids.push((id, placement));
            copies.extend((0..mesh.len()).filter(|&index| is_copy(&mesh, index)).map(|index| (id, index as u32)));
            let to_world = |v: Vec3| placement.translation + rotation(&placement) * (v.as_dvec3() * scale);
            let solid = mesh.iter().enumerate().filter(|(_, triangle)| has_area(triangle));
            let is_mirrored = scale.x * scale.y * scale.z < 0.0;
            triangles.extend(solid.map(|(index, triangle)| {
                let [a, b, c] = triangle.map(to_world);
                (if is_mirrored { [a, c, b] } else { [a, b, c] }, id, index as u32)
            }));
        }
        // A far instance, because a world of one mesh has its own code path.
        let far = Placement::at(soup.center.as_dvec3() + DVec3::splat(1e5));
        let other = cooked(&[[Vec3::ZERO, Vec3::Z, Vec3::X]]);
        let anew = (deforms % (1 << count) != 0 && anew.add(&other, far).is_ok()).then_some(anew);
        (!triangles.is_empty()).then_some(Self { soup, shape, world, ids, anew, triangles, copies })
    }

    pub(super) fn finding(&self, what: &str) -> String {
        let mut text = format!("{what}; {:?}; {:?}", self.shape, self.soup);
        for placed in &self.ids {
            write!(text, "; {placed:?}").expect("a string takes all");
        }
        text
    }

    pub(super) fn center(&self) -> DVec3 {
        self.soup.center.as_dvec3()
    }

    /// Converts a triangle to the ellipsoid space about `center` of the test's shape grown by `by` metres.
    fn local(&self, triangle: &Triangle, center: DVec3, by: f64) -> Triangle {
        triangle.map(|v| to_ellipsoid_space(v, center, self.shape.radii().as_dvec3() + by))
    }

    /// Returns the shape grown by `by` metres in its ellipsoid space, at the origin.
    fn capsule(&self, by: f64) -> UnitCapsule {
        let half = half_spine(&self.shape) / (self.shape.radii().as_dvec3() + by);
        UnitCapsule { center: DVec3::ZERO, half }
    }

    /// Returns the distance of a triangle from the spine of the shape at `center`, radii of the shape grown by `by` metres.
    pub(super) fn apart(&self, triangle: &Triangle, center: DVec3, by: f64) -> f64 {
        self.capsule(by).distance(&self.local(triangle, center, by))
    }

    /// Returns the least such distance while the shape moves from its place along `path`, metres.
    pub(super) fn least_apart(&self, triangle: &Triangle, path: DVec3) -> f64 {
        let path = path / self.shape.radii().as_dvec3();
        self.capsule(0.0).least_distance_along(path, &self.local(triangle, self.center(), 0.0))
    }

    /// Returns the largest coordinate of the triangle's corners relative to the shape's centre and of its motion, metres.
    pub(super) fn far(&self, triangle: &Triangle) -> f64 {
        let corners = triangle.iter().map(|v| (*v - self.center()).abs().max_element());
        let own = self.soup.displacement.abs().max_element().max(self.shape.half_length());
        corners.fold(f64::from(own), f64::max)
    }

    /// Returns the tolerance of the distance of the test's shape to a triangle, radii.
    pub(super) fn allowed(&self, triangle: &Triangle) -> f64 {
        TOLERANCE * (1.0 + self.far(triangle) / f64::from(self.soup.shape.radii().min_element()))
    }

    /// Returns a world-space triangle of an instance with its corners in the order of the mesh.
    pub(super) fn in_mesh(&self, instance: InstanceId, &[a, b, c]: &Triangle) -> Triangle {
        let placement = self.ids.iter().find(|(id, _)| *id == instance).map(|(_, placement)| placement);
        let is_mirrored = placement.is_some_and(|placement| placement.scale.to_array().iter().product::<f32>() < 0.0);
        if is_mirrored { [a, c, b] } else { [a, b, c] }
    }

    pub(super) fn named(&self, instance: InstanceId, triangle: u32) -> Result<&Triangle, Finding> {
        let own = self.triangles.iter().find(|(_, id, index)| (*id, *index) == (instance, triangle));
        own.map(|(corners, ..)| corners)
            .ok_or_else(|| Finding(self.finding(&format!("{instance:?} has no triangle {triangle}"))))
    }
}
