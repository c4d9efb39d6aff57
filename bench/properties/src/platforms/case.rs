//! A case: its bytes, its world, and all places.

use crate::bytes::{Reader, Writer};
use crate::prisms::half_spine;
use crate::soup::{has_area, read_triangles, write_triangles};
use glam::{DQuat, DVec3, Vec3};
use sweep8::{
    CharacterProfile, CharacterState, Ellipsoid, InstanceId, InstanceKind, Mesh, MoveInput, Placement, Shape, World,
};
use sweep8_scalar_ref::brute_force::Triangle;

/// Maximum number of one-sided sheets in a test case.
const SHEETS: usize = 2;
/// Maximum number of cells of a one-sided sheet along a side.
const CELLS: usize = 3;
/// Maximum number of solid triangles in a test case.
const SOLIDS: usize = 6;

/// Minimum and maximum side of a sheet's cell, metres.
const CELL: (f32, f32) = (0.3, 2.0);
/// Maximum height difference of two corners of a sheet's cell, as a fraction of its side.
const FOLD: f32 = 0.7;

/// Factor that scales solid triangles of the size of a `Soup` down to the size of a character.
const SIZE: f32 = 0.04;

/// Maximum distance of sheets and start positions from the origin along an axis, metres.
const FARTHEST: f32 = 2.5;

/// Range of the character's start in front of a sheet's triangle, radii; negative behind the triangle.
const AHEAD: (f32, f32) = (-1.6, 2.0);

/// Maximum motion of a moving sheet (a lift) along an axis in a step, metres.
const WAY: f32 = 0.5;

/// Maximum rotation of a sheet or of the character about an axis, radians.
const TURN: f32 = 3.0;

/// A one-sided sheet of triangles in a test world, its placement and its motion.
pub(super) struct Sheet {
    pub(super) id: InstanceId,
    pub(super) placement: Placement,
    /// Displacement of the sheet in every step, world space, metres.
    pub(super) way: DVec3,
    /// Triangles of the sheet in mesh space; counter-clockwise seen from the front after placement.
    triangles: Vec<Triangle>,
}

/// Returns the centre of a body with this orientation whose spine is `ahead` radii in front of the middle of a triangle, metres.
fn beside(triangle: &Triangle, state: &CharacterState, shape: &Shape, ahead: f32) -> DVec3 {
    let (turn, radii) = (state.orientation.as_dquat().normalize(), shape.radii().as_dvec3());
    let [a, b, c] = triangle.map(|v| turn.conjugate() * v / radii);
    let normal = (b - a).cross(c - a).normalize_or_zero();
    let along_spine = (half_spine(shape) / radii).dot(normal).abs();
    let place = (a + b + c) / 3.0 + normal * (f64::from(ahead) + along_spine);
    turn * (place * radii)
}

/// A decoded test case of a character near one-sided sheets, for the kernel and for the brute-force judge.
pub(super) struct Case {
    pub(super) world: World,
    pub(super) sheets: Vec<Sheet>,
    pub(super) solids: Vec<Triangle>,
    pub(super) profile: CharacterProfile,
    pub(super) state: CharacterState,
    pub(super) input: MoveInput,
    /// Length of a step of the test case, seconds.
    pub(super) seconds: f32,
}

/// Encodes a test case of a character near two one-sided sheets as bytes; different `number`s give different cases.
pub(crate) fn encode(shape: Vec3, center: Vec3, walk: Vec3, number: u8, triangles: &[[Vec3; 3]]) -> Vec<u8> {
    let mut writer = Writer::default();
    let turn = if number.is_multiple_of(3) { Vec3::new(0.4, -0.9, 1.3) } else { Vec3::ZERO };
    let rise = if number & 1 == 0 { Vec3::Y * 5.0 } else { Vec3::Y * -3.0 };
    writer.vector(shape).vector(center).vector(walk).vector(rise).vector(turn).byte(number);
    writer.byte(number).number(1.2 - 0.2 * f32::from(number / 2 % 7));
    for sheet in 0..SHEETS as u8 {
        let part = f32::from(number.wrapping_mul(7).wrapping_add(sheet * 5) % 16) / 16.0;
        writer.byte(number.wrapping_add(sheet)).byte(number / 4).number(0.4 + part);
        for corner in 0..((CELLS + 1) * (CELLS + 1)) as u8 {
            writer.byte(corner.wrapping_mul(97).wrapping_add(number));
        }
        let [lean, spin] = [0.3 * part, f32::from(number % 5)];
        writer.vector(Vec3::new(lean, spin * 0.5, -lean)).vector(Vec3::new(1.0, 0.8, 0.6)).byte(number / 8);
        writer
            .vector(Vec3::new(0.3 - part, 2.0 * part - 1.0 - f32::from(sheet), 0.2))
            .vector(Vec3::Y * (part - 0.5) * 0.4);
    }
    write_triangles(&mut writer, &triangles[..triangles.len().min(SOLIDS)]);
    writer.byte(number);
    writer.finish()
}

/// Reads a sheet of folded ground near the plane y = 0, front above, from the test case; returns its triangles.
fn read_ground(reader: &mut Reader<'_>) -> Vec<[Vec3; 3]> {
    let [along, across] = [reader.byte(), reader.byte()].map(|count| 1 + usize::from(count) % CELLS);
    let cell = reader.between(CELL.0, CELL.1);
    let heights = [(); (CELLS + 1) * (CELLS + 1)].map(|()| f32::from(reader.byte()) / 255.0 * FOLD * cell);
    let at = |x: usize, z: usize| {
        let level = |place: usize, count: usize| (place as f32 - count as f32 / 2.0) * cell;
        Vec3::new(level(x, along), heights[x * (CELLS + 1) + z], level(z, across))
    };
    let cells = (0..along).flat_map(|x| (0..across).map(move |z| (x, z)));
    cells
        .flat_map(|(x, z)| {
            let [a, b, c, d] = [at(x, z), at(x, z + 1), at(x + 1, z + 1), at(x + 1, z)];
            [[a, b, c], [a, c, d]]
        })
        .collect()
}

fn add(world: &mut World, triangles: &[[Vec3; 3]], placement: Placement) -> Option<InstanceId> {
    let positions: Vec<Vec3> = triangles.iter().flatten().copied().collect();
    let indices: Vec<[u32; 3]> = (0..triangles.len() as u32).map(|id| [3 * id, 3 * id + 1, 3 * id + 2]).collect();
    world.add(&Mesh::new(&positions, &indices).ok()?.cook(), placement).ok()
}

fn exactly(triangles: &[[Vec3; 3]]) -> Vec<Triangle> {
    triangles.iter().map(|triangle| triangle.map(Vec3::as_dvec3)).collect()
}

impl Sheet {
    fn read(reader: &mut Reader<'_>, world: &mut World, is_lift: bool) -> Option<Self> {
        let ground = read_ground(reader);
        let rotation = DQuat::from_scaled_axis(reader.vector(1e-4, TURN).as_dvec3()).as_quat().normalize();
        let size = Vec3::from_array([(); 3].map(|()| reader.between(0.5, 1.5)));
        let mirrored = reader.byte();
        let sign = |axis: u8| if mirrored >> axis & 1 == 1 { -1.0 } else { 1.0 };
        let scale = size * Vec3::new(sign(0), sign(1), sign(2));
        let translation = reader.vector(1e-3, FARTHEST).as_dvec3();
        let way = reader.vector(1e-4, WAY).as_dvec3();
        let placement = Placement { translation, rotation, scale };
        let id = add(world, &ground, placement)?;
        world.set_kind(id, InstanceKind::OneSided).ok()?;
        let is_mirrored = scale.to_array().iter().product::<f32>() < 0.0;
        let triangles = exactly(&ground).into_iter().map(|[a, b, c]| if is_mirrored { [a, c, b] } else { [a, b, c] });
        let way = if is_lift { way } else { DVec3::ZERO };
        Some(Self { id, placement, way, triangles: triangles.collect() })
    }

    /// Returns the triangles of the sheet in world space, metres, counter-clockwise seen from the front.
    pub(super) fn in_world(&self) -> impl Iterator<Item = Triangle> {
        let Placement { translation, rotation, scale } = self.placement;
        let (rotation, scale) = (rotation.as_dquat().normalize(), scale.as_dvec3());
        self.triangles.iter().map(move |triangle| triangle.map(|v| translation + rotation * (v * scale)))
    }
}

impl Case {
    pub(super) fn read(reader: &mut Reader<'_>) -> Option<Self> {
        let shape = Ellipsoid::new(reader.radii(0.1, 1.2)).ok()?;
        let center = reader.vector(1e-3, FARTHEST);
        let (walk, velocity) = (reader.vector(1e-3, 6.0), reader.vector(1e-3, 9.0));
        let orientation = DQuat::from_scaled_axis(reader.vector(1e-4, TURN).as_dvec3()).as_quat().normalize();
        let (kind, aim, ahead) = (reader.byte(), reader.byte(), reader.between(AHEAD.0, AHEAD.1));
        let mut world = World::new();
        let count = 1 + usize::from(kind & 1) * (SHEETS - 1);
        let mut sheets = Vec::new();
        for sheet in 0..SHEETS {
            // An unused sheet is read, too, so that a change of the kind changes nothing else.
            let read = Sheet::read(reader, &mut world, sheet == 0 && kind & 2 != 0)?;
            if sheet < count {
                sheets.push(read);
            } else {
                world.remove(read.id).ok()?;
            }
        }
        let solids: Vec<[Vec3; 3]> =
            read_triangles(reader, SOLIDS).iter().map(|t| t.map(|v| v * SIZE)).filter(has_area).collect();
        if !solids.is_empty() {
            add(&mut world, &solids, Placement::IDENTITY)?;
        }
        let shape = reader.spine(shape);
        let gravity = if kind & 4 == 0 { MoveInput::EARTH.gravity } else { Vec3::ZERO };
        let desired_velocity = if kind & 8 == 0 { walk } else { Vec3::ZERO };
        let input = MoveInput { desired_velocity, gravity, up: Vec3::Y, ..MoveInput::WEIGHTLESS };
        let mut state = CharacterState { orientation, velocity, ..CharacterState::new(center) };
        if aim & 3 != 0 {
            let sheet: Vec<Triangle> = sheets[0].in_world().collect();
            let triangle = &sheet[usize::from(aim / 4) % sheet.len()];
            state = CharacterState { position: beside(triangle, &state, &shape, ahead).into(), ..state };
        }
        let seconds = [1.0 / 60.0, 1.0 / 60.0, 1.0 / 30.0, 1.0 / 10.0][usize::from(kind >> 4 & 3)];
        let profile = CharacterProfile::of_shape(shape);
        Some(Self { world, sheets, solids: exactly(&solids), profile, state, input, seconds })
    }

    /// Sets the next placement of the moving sheet; returns false if the placement is out of range.
    pub(super) fn set_targets(&mut self) -> bool {
        let Self { world, sheets, .. } = self;
        sheets.iter_mut().filter(|sheet| sheet.way != DVec3::ZERO).all(|sheet| {
            sheet.placement.translation += sheet.way;
            world.move_to(sheet.id, sheet.placement).is_ok()
        })
    }

    pub(super) fn finding(&self, step: usize, start: &CharacterState, what: &str) -> String {
        let Self { profile, input, sheets, solids, seconds, .. } = self;
        let sheets: Vec<String> = sheets
            .iter()
            .map(|sheet| format!("{:?} {:?} at {:?} by {}", sheet.id, sheet.triangles, sheet.placement, sheet.way))
            .collect();
        format!(
            "{what}, step {step} of {seconds} s: {:?}, {start:?}, {input:?}; solid {solids:?}; {}",
            profile.shape(),
            sheets.join("; ")
        )
    }
}
