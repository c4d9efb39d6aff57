//! A character that may be turned, among a few instances of a few triangles of its own size.
//!
//! In: the bytes of a case. Out: a [`Scene`]: its world, and its triangles for brute force.
//!
//! 1. Up to four instances, placed plainly, or turned, scaled and mirrored; at the origin, or 300 m or 16,000 km from
//!    it.
//! 2. Triangles without area and copies of others are left out: as a mesh does.
//! 3. The body and the instances have any rotation, or one by 120° or 180° that is exact.

use crate::bytes::{Reader, Writer};
use crate::prisms::half_spine;
use crate::soup::{has_area, read_triangles, without_copies, write_triangles};
use glam::{DMat3, DQuat, DVec3, Quat, Vec3};
use sweep8::{CharacterProfile, CharacterState, Ellipsoid, InstanceId, Mesh, MoveInput, Placement, World};
use sweep8_scalar_ref::brute_force::{Triangle, distance, least_distance_along, to_ellipsoid_space};
use sweep8_scalar_ref::capsule_sweep::UnitCapsule;

/// Maximum number of triangles of a test instance's mesh.
const TRIANGLES: usize = 6;
/// Maximum number of instances of a test scene.
const INSTANCES: u8 = 4;

/// Factor that scales triangles of the size of a `Soup` down to the size of a character.
const SIZE: f32 = 0.04;

/// Maximum rotation of a test instance or of the body about an axis, radians.
const TURN: f32 = 3.0;

/// Maximum desired velocity of the character along an axis, m/s.
const FASTEST: f32 = 60.0;

/// Positions of test scenes in the world, metres, from the origin to far away.
const PLACES: [DVec3; 4] = [DVec3::ZERO, DVec3::ZERO, DVec3::new(-300.0, 20.0, 41.0), DVec3::new(9e6, 0.0, -1.6e7)];

/// Rotations of test instances whose products and matrices are exact in floating point.
const EXACT: [Quat; 8] = [
    Quat::from_xyzw(1.0, 0.0, 0.0, 0.0),
    Quat::from_xyzw(0.0, 1.0, 0.0, 0.0),
    Quat::from_xyzw(0.0, 0.0, 1.0, 0.0),
    Quat::from_xyzw(0.5, 0.5, 0.5, 0.5),
    Quat::from_xyzw(-0.5, 0.5, 0.5, 0.5),
    Quat::from_xyzw(0.5, -0.5, 0.5, 0.5),
    Quat::from_xyzw(0.5, 0.5, -0.5, 0.5),
    Quat::from_xyzw(-0.5, -0.5, -0.5, 0.5),
];

/// Tolerance of a distance between body and triangle, per unit of the coordinates from which it is computed.
const TOLERANCE: f64 = 1e-5;

/// Rounding error of a two-part position, per metre of distance from the origin: the last place of the second part.
pub(crate) const PLACE_ROUNDING: f64 = 7.2e-15;

/// Growth of the character's shape to its hull, as a fraction of the skin.
pub(crate) const HULL: f64 = 0.875;

/// Length of a time step of the test, seconds.
pub(crate) const FRAME: f32 = 1.0 / 60.0;

/// A test instance and the triangles of its mesh.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) id: InstanceId,
    pub(crate) placement: Placement,
    /// Triangles of the instance's mesh, mesh space, metres.
    pub(crate) triangles: Vec<[Vec3; 3]>,
}

/// A decoded test scene with a character, for the kernel and for the brute-force judge.
pub(crate) struct Scene {
    pub(crate) world: World,
    pub(crate) parts: Vec<Part>,
    pub(crate) profile: CharacterProfile,
    pub(crate) state: CharacterState,
    pub(crate) input: MoveInput,
    /// True if all products of the rotations of body and instances are exact.
    pub(crate) is_exact: bool,
}

/// Encodes a test scene with a character as bytes; different `number`s give different scenes.
pub(crate) fn write(writer: &mut Writer, shape: Vec3, center: Vec3, walk: Vec3, number: u8, triangles: &[[Vec3; 3]]) {
    writer.vector(shape).vector(center / SIZE).vector(walk).byte(number.wrapping_mul(29)).byte(number);
    writer.vector(Vec3::new(0.4, -0.9, 1.3));
    for part in 0..INSTANCES {
        writer.vector(Vec3::new(0.3, -1.1, 0.7)).byte(number + part).byte(number / 4).vector(Vec3::ZERO);
        let from = usize::from(part) * 3;
        let own = &triangles[from.min(triangles.len())..triangles.len().min(from + TRIANGLES)];
        write_triangles(writer, own);
    }
}

/// Builds a mesh in which no triangles share vertices; triangles with a false `is_in` become degenerate and keep their index.
pub(crate) fn mesh_of(triangles: &[[Vec3; 3]], is_in: impl Fn(usize) -> bool) -> Option<Mesh> {
    let positions: Vec<Vec3> = triangles.iter().flatten().copied().collect();
    let corners =
        |index: usize| if is_in(index) { [0, 1, 2] } else { [0; 3] }.map(|corner| (3 * index + corner) as u32);
    let indices: Vec<[u32; 3]> = (0..triangles.len()).map(corners).collect();
    Mesh::new(&positions, &indices).ok()
}

/// Reads a rotation of up to [`TURN`] radians about each axis from the test case.
pub(crate) fn read_turn(reader: &mut Reader<'_>) -> Quat {
    DQuat::from_scaled_axis(reader.vector(1e-4, TURN).as_dvec3()).as_quat()
}

/// Reads an instance's triangles (mesh space) and placement near `about`, and whether its rotation is exact.
fn read_part(reader: &mut Reader<'_>, kind: u8, about: DVec3) -> (Vec<[Vec3; 3]>, Placement, bool) {
    let turn = read_turn(reader);
    let (which, mirror) = (reader.byte(), reader.byte());
    let (rotation, is_exact) = match kind % 4 {
        0 => (Quat::IDENTITY, true),
        1 => (EXACT[usize::from(which) % EXACT.len()], true),
        _ => (turn, false),
    };
    let sign = |axis: u8| if mirror >> axis & 1 == 1 { -1.0 } else { 1.0 };
    let scale = Vec3::new(sign(0), sign(1), sign(2)) * [1.0, 0.5, 2.0, 1.0][usize::from(mirror >> 3) % 4];
    let scale = scale * Vec3::new(1.0, [1.0, 0.75][usize::from(mirror >> 5) % 2], 1.0);
    let translation = about + reader.vector(1e-4, 2.0).as_dvec3();
    let all: Vec<[Vec3; 3]> = read_triangles(reader, TRIANGLES).iter().map(|t| t.map(|v| v * SIZE)).collect();
    let solid: Vec<[Vec3; 3]> = all.into_iter().filter(has_area).collect();
    let triangles = without_copies(&solid).into_iter().map(|index| solid[index]).collect();
    (triangles, Placement { translation, rotation, scale }, is_exact)
}

impl Scene {
    pub(crate) fn read(reader: &mut Reader<'_>) -> Option<Self> {
        let shape = Ellipsoid::new(reader.radii(0.05, 1.0)).ok()?;
        let center = reader.vector(1e-3, 50.0) * SIZE;
        let walk = reader.vector(1e-3, FASTEST);
        let (kind, which) = (reader.byte(), reader.byte());
        let turn = read_turn(reader);
        let about = PLACES[usize::from(kind >> 4) % PLACES.len()];
        let is_by_table = which.is_multiple_of(3);
        let orientation = if is_by_table { EXACT[usize::from(which / 3) % EXACT.len()] } else { turn };
        let (mut world, mut parts, mut is_exact) = (World::new(), Vec::new(), is_by_table);
        // A far instance, because a world of one mesh has its own code path.
        let far = mesh_of(&[[Vec3::ZERO, Vec3::Z, Vec3::X]], |_| true)?;
        world.add(&far.cook(), Placement::at(about + DVec3::splat(1e5))).ok()?;
        for _ in 0..=kind >> 6 {
            let (triangles, placement, exactly) = read_part(reader, kind, about);
            is_exact &= exactly;
            let id = world.add(&mesh_of(&triangles, |_| true)?.cook(), placement).ok()?;
            parts.push(Part { id, placement, triangles });
        }
        let gravity = if kind & 4 == 0 { MoveInput::EARTH.gravity } else { Vec3::ZERO };
        let input = MoveInput { desired_velocity: walk, gravity, up: Vec3::Y, ..MoveInput::WEIGHTLESS };
        let state = CharacterState { orientation, ..CharacterState::new(about + center.as_dvec3()) };
        let profile = CharacterProfile::of_shape(shape);
        let has_any = parts.iter().any(|part| !part.triangles.is_empty());
        has_any.then_some(Self { world, parts, profile, state, input, is_exact })
    }

    pub(crate) fn finding(&self, step: usize, state: &CharacterState, what: &str) -> String {
        let Self { profile, input, parts, .. } = self;
        format!("{what}, step {step}: {:?}, {state:?}, {input:?}; {parts:?}", profile.shape())
    }

    /// Returns the character's input in a step: forwards, backwards, sideways, or no desired velocity.
    pub(crate) fn input_of(&self, step: usize) -> MoveInput {
        let walk = self.input.desired_velocity;
        let turned = Vec3::new(-walk.z, walk.y, walk.x);
        MoveInput { desired_velocity: [walk, walk, turned, -walk, Vec3::ZERO, turned][step % 6], ..self.input }
    }
}

impl Part {
    /// Returns the instance's triangles in world space with their index in the mesh; counter-clockwise seen from the front.
    pub(crate) fn lying(&self) -> impl Iterator<Item = (u32, Triangle)> + '_ {
        let Placement { translation, rotation, scale } = self.placement;
        let (rotation, scale) = (DMat3::from_quat(rotation.as_dquat().normalize()), scale.as_dvec3());
        let place = move |v: Vec3| translation + rotation * (v.as_dvec3() * scale);
        let is_mirrored = scale.x * scale.y * scale.z < 0.0;
        (0..).zip(&self.triangles).map(move |(number, triangle)| {
            let [a, b, c] = triangle.map(place);
            (number, if is_mirrored { [a, c, b] } else { [a, b, c] })
        })
    }
}

/// A rotated ellipsoid, with or without a spine, at a position in the world, for brute force.
pub(crate) struct Body {
    pub(crate) center: DVec3,
    pub(crate) back: DMat3,
    pub(crate) radii: DVec3,
    /// Half of the spine as a vector along the axes of the body, metres; zero for an ellipsoid.
    pub(crate) half: DVec3,
}

impl Body {
    /// Creates the body of a character at its position and orientation, with its radii grown by `by` metres.
    pub(crate) fn of(profile: &CharacterProfile, state: &CharacterState, by: f64) -> Self {
        let back = DMat3::from_quat(state.orientation.as_dquat().normalize()).transpose();
        let radii = profile.shape().radii().as_dvec3() + by;
        Self { center: state.position.to_dvec3(), back, radii, half: half_spine(&profile.shape()) }
    }

    /// Returns the distance of the body's spine from a triangle, radii.
    pub(crate) fn apart(&self, triangle: &Triangle) -> f64 {
        let local = self.local(triangle);
        if self.half == DVec3::ZERO { distance(DVec3::ZERO, &local) } else { self.unit().distance(&local) }
    }

    /// Returns the least such distance on a way by `along`, in ellipsoid space.
    pub(crate) fn least_apart(&self, along: DVec3, triangle: &Triangle) -> f64 {
        let local = self.local(triangle);
        if self.half == DVec3::ZERO {
            least_distance_along(DVec3::ZERO, along, &local)
        } else {
            self.unit().least_distance_along(along, &local)
        }
    }

    fn unit(&self) -> UnitCapsule {
        UnitCapsule { center: DVec3::ZERO, half: self.half / self.radii }
    }

    /// Converts a triangle from world space to this body's ellipsoid space.
    pub(crate) fn local(&self, triangle: &Triangle) -> Triangle {
        triangle.map(|v| to_ellipsoid_space(self.back * (v - self.center), DVec3::ZERO, self.radii))
    }

    /// Returns the tolerance of the body's distance to a triangle, radii, if it moves by up to `way` metres.
    pub(crate) fn allowed(&self, triangle: &Triangle, way: f64) -> f64 {
        let far = triangle.iter().map(|v| v.distance(self.center)).fold(way, f64::max);
        TOLERANCE * (1.0 + far / self.radii.min_element())
    }

    /// Whether no triangle is on the way of this body by a displacement, metres.
    pub(crate) fn is_free_along(&self, displacement: DVec3, triangles: &[Triangle]) -> bool {
        let along = self.back * displacement / self.radii;
        triangles.iter().all(|triangle| {
            let allowed = self.allowed(triangle, displacement.length());
            self.least_apart(along, triangle) > 1.0 + allowed
        })
    }
}
