//! A case: its bytes, its world, and all places in each step.

use crate::bytes::{Reader, Writer};
use crate::soup::{has_area, read_triangles, without_copies, write_triangles};
use crate::world_instances::before;
use glam::{DQuat, DVec3, Vec3};
use sweep8::{
    CharacterProfile, CharacterState, ContactView, Ellipsoid, InstanceId, InstanceKind, Mesh, MoveInput, Placement,
    Verdict, World,
};
use sweep8_scalar_ref::brute_force::Triangle;
use sweep8_scalar_ref::rigid_motion::Pose;

/// Maximum number of triangles of a test instance's mesh.
const TRIANGLES: usize = 6;
/// Maximum number of moving instances in a test case.
const MOVERS: usize = 3;

/// Factor that scales triangles of the size of a `Soup` down to the size of a character.
const SIZE: f32 = 0.04;

/// Maximum motion of a test instance along an axis in a step, metres.
const FARTHEST: f32 = 1.5;
/// Maximum rotation of a test instance about an axis in a step, radians.
const TURN: f32 = 0.35;

/// Maximum rotation of the character's body about an axis, radians.
const BODY_TURN: f32 = 3.0;

/// A test instance with its mesh and the motion that it repeats in every step; a static instance does not move.
pub(super) struct Part {
    pub(super) id: InstanceId,
    /// Triangles of the instance that stop a character, mesh space, metres.
    pub(super) triangles: Vec<Triangle>,
    stops: Stops,
    pub(super) placement: Placement,
    /// Rotation by which the instance turns in every step.
    turn: DQuat,
    /// Translation of the instance in every step, world space, metres.
    way: DVec3,
    /// Target vertices of the mesh's deformation, set once the instance has a target placement.
    vertices: Option<Vec<Vec3>>,
}

impl Part {
    pub(super) fn turns(&self) -> bool {
        self.turn != DQuat::IDENTITY
    }

    /// Returns true if the instance's triangle with this index stops characters.
    pub(super) fn has(&self, triangle: u32) -> bool {
        self.stops.has(triangle as usize)
    }

    pub(super) fn way(&self) -> DVec3 {
        self.way
    }
}

/// Which triangles of a test instance stop characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stops {
    All,
    /// No triangle stops characters, because the instance is a sensor.
    None,
    /// No triangle stops characters, because the contact filter ignores the instance.
    NoneAsked,
    /// Every second triangle stops characters, because the contact filter ignores the others.
    EveryOther,
}

impl Stops {
    fn of_code(code: u8) -> Self {
        [Self::All, Self::None, Self::NoneAsked, Self::EveryOther][usize::from(code % 4)]
    }

    fn has(self, triangle: usize) -> bool {
        match self {
            Self::All => true,
            Self::None | Self::NoneAsked => false,
            Self::EveryOther => triangle.is_multiple_of(2),
        }
    }

    fn verdict(self, triangle: u32) -> Verdict {
        match self {
            Self::NoneAsked => Verdict::IgnoreInstance,
            Self::EveryOther if !self.has(triangle as usize) => Verdict::IgnoreTriangle,
            _ => Verdict::Keep,
        }
    }
}

/// A decoded test case of a character among moving instances, for the kernel and for the brute-force judge.
pub(super) struct Case {
    pub(super) world: World,
    /// Test instances of the world: the first is static, all others move.
    pub(super) parts: Vec<Part>,
    pub(super) profile: CharacterProfile,
    pub(super) state: CharacterState,
    pub(super) input: MoveInput,
}

/// Encodes a test case of moving instances as bytes; different `number`s give different motions.
pub(crate) fn encode(shape: Vec3, center: Vec3, walk: Vec3, number: u8, triangles: &[[Vec3; 3]]) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.vector(shape).vector(center / SIZE).vector(walk).byte(number).byte(number / 3);
    // Half of the bodies are turned; in every third case some parts do not stop all characters.
    let turn = if number.is_multiple_of(2) { Vec3::ZERO } else { Vec3::new(0.4, -0.9, 1.3) };
    writer.vector(turn).byte(if number.is_multiple_of(3) { number.wrapping_mul(37) } else { 0 });
    let part = triangles.len().min(TRIANGLES);
    write_triangles(&mut writer, &triangles[..part]);
    for mover in 0..MOVERS as u8 {
        let way = Vec3::new(0.4, -0.1, 0.3) * f32::from((number + mover) % 5);
        writer.vector(way).vector(Vec3::new(0.1, 0.2, -0.1) * f32::from(number % 3));
        write_triangles(&mut writer, &triangles[..part]);
    }
    writer.byte(number);
    writer.finish()
}

pub(super) fn pose(placement: &Placement) -> Pose {
    Pose {
        translation: placement.translation,
        rotation: placement.rotation.as_dquat().normalize(),
        scale: placement.scale.as_dvec3(),
    }
}

/// Adds triangles to a world, about a place; `None` if these form no mesh. With `deforms`, the instance starts with other
/// vertices.
fn add(world: &mut World, triangles: &[[Vec3; 3]], about: DVec3, deforms: Option<u8>, stops: Stops) -> Option<Part> {
    let solid: Vec<[Vec3; 3]> = triangles.iter().map(|t| t.map(|v| v * SIZE)).filter(has_area).collect();
    let positions: Vec<Vec3> = solid.iter().flatten().copied().collect();
    let indices: Vec<[u32; 3]> = (0..solid.len() as u32).map(|id| [3 * id, 3 * id + 1, 3 * id + 2]).collect();
    let placement = Placement::at(about);
    let deforms = deforms.filter(|_| !positions.is_empty());
    let first = deforms.map(|way| before(&positions, way));
    let mesh = Mesh::new(first.as_ref().unwrap_or(&positions), &indices).ok()?;
    let id = if deforms.is_some() {
        world.add_deformable(mesh.cook_deformable(), placement).ok()?
    } else {
        world.add(&mesh.cook(), placement).ok()?
    };
    if stops == Stops::None {
        world.set_kind(id, InstanceKind::Sensor).ok()?;
    }
    // A mesh that does not deform keeps only the first of equal triangles.
    let asked = if deforms.is_some() { (0..solid.len()).collect() } else { without_copies(&solid) };
    let stopping = asked.into_iter().filter(|index| stops.has(*index));
    let triangles = stopping.map(|index| solid[index].map(Vec3::as_dvec3)).collect();
    let vertices = first.is_some().then_some(positions);
    Some(Part { id, triangles, stops, placement, turn: DQuat::IDENTITY, way: DVec3::ZERO, vertices })
}

impl Case {
    pub(super) fn read(reader: &mut Reader<'_>) -> Option<Self> {
        let shape = Ellipsoid::new(reader.radii(0.05, 1.0)).ok()?;
        let center = reader.vector(1e-3, 50.0) * SIZE;
        let walk = reader.vector(1e-3, 6.0);
        let (kind, count) = (reader.byte(), 1 + usize::from(reader.byte()) % MOVERS);
        let orientation = DQuat::from_scaled_axis(reader.vector(1e-4, BODY_TURN).as_dvec3()).as_quat();
        let stops = reader.byte();
        let mut world = World::new();
        let deforms = (kind & 32 != 0).then_some(kind >> 6);
        let mut parts =
            vec![add(&mut world, &read_triangles(reader, TRIANGLES), DVec3::ZERO, deforms, Stops::of_code(stops))?];
        for mover in 1..=count {
            let way = reader.vector(1e-4, FARTHEST).as_dvec3();
            let turn = DQuat::from_scaled_axis(reader.vector(1e-4, TURN).as_dvec3());
            let triangles = read_triangles(reader, TRIANGLES);
            // Starts so that it reaches the character in one of the first steps.
            let about = -way * f64::from(kind % 3);
            let part = add(&mut world, &triangles, about, deforms, Stops::of_code(stops >> (2 * mover)))?;
            parts.push(Part { turn, way, ..part });
        }
        let gravity = if kind & 8 == 0 { MoveInput::EARTH.gravity } else { Vec3::ZERO };
        let desired_velocity = if kind & 16 == 0 { walk } else { Vec3::ZERO };
        let input = MoveInput { desired_velocity, gravity, ..MoveInput::WEIGHTLESS };
        let profile = CharacterProfile::of_shape(reader.spine(shape));
        let state = CharacterState { orientation, ..CharacterState::new(center) };
        Some(Self { world, parts, profile, state, input })
    }

    /// Returns the verdict of the test's contact filter on a contact.
    pub(super) fn verdict(&self, contact: &ContactView) -> Verdict {
        let part = self.parts.iter().find(|part| part.id == contact.instance);
        part.map_or(Verdict::Keep, |part| part.stops.verdict(contact.triangle))
    }

    /// Returns true if the test's contact filter ignores any triangle.
    pub(super) fn has_verdicts(&self) -> bool {
        self.parts.iter().any(|part| matches!(part.stops, Stops::NoneAsked | Stops::EveryOther))
    }

    /// Sets next placements of moving instances and deforms meshes to their final vertices; false if a value is out of range.
    pub(super) fn set_targets(&mut self) -> bool {
        for part in &mut self.parts[1..] {
            let target = Placement {
                translation: part.placement.translation + part.way,
                rotation: (part.turn * part.placement.rotation.as_dquat()).normalize().as_quat(),
                ..part.placement
            };
            if self.world.move_to(part.id, target).is_err() {
                return false;
            }
            part.placement = target;
        }
        self.parts.iter_mut().all(|part| {
            part.vertices.take().is_none_or(|vertices| self.world.set_vertices(part.id, 0, &vertices).is_ok())
        })
    }

    pub(super) fn finding(&self, step: usize, what: &str) -> String {
        let Self { profile, state, input, parts, .. } = self;
        let parts: Vec<String> = parts
            .iter()
            .map(|part| {
                let Part { triangles, stops, placement, way, turn, .. } = part;
                format!("{triangles:?}, stops {stops:?}, at {placement:?}, by {way} and {turn}")
            })
            .collect();
        format!("{what}, step {step}: radii {}, {state:?}, {input:?}; {}", profile.shape().radii(), parts.join("; "))
    }
}
