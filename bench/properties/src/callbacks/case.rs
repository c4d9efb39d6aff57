//! A case: its bytes, the roles of its instances, and the same world without the instances and triangles that stop no
//! character.

use crate::bytes::{Reader, Writer};
use crate::finding::{Finding, demand};
use crate::scene::{self, Scene, mesh_of};
use glam::{DQuat, DVec3, Vec3};
use sweep8::{
    CharacterProfile, ContactView, InputError, InstanceId, InstanceKind, Placement, SlideContact, Verdict, World,
};

/// Maximum motion of a test instance along an axis in a step or teleport, metres.
const FARTHEST: f32 = 0.4;
/// Maximum rotation of a test instance about an axis in a step or teleport, radians.
const TURN: f32 = 0.3;

/// How the test's contact filter treats the triangles of one instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    Keeps,
    IgnoresAll,
    /// The filter ignores the triangles whose bits (index modulo 8) are set, and keeps the others.
    Ignores(u8),
}

/// Whether a test instance is a sensor, and how the contact filter treats it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Role {
    pub(super) asked: Asked,
    pub(super) is_sensor: bool,
}

/// A change of one test instance before a step: a motion, teleport, replacement or restore.
#[derive(Clone, Copy, Debug)]
pub(super) struct Act {
    what: u8,
    part: usize,
    way: DVec3,
    turn: DQuat,
}

/// A test scene, and the same scene without the instances and triangles that stop no character.
pub(super) struct Case {
    pub(super) scene: Scene,
    pub(super) roles: Vec<Role>,
    pub(super) bare: World,
    /// Ids of the scene's instances in the bare world, in the order of the scene's parts.
    bare_ids: Vec<InstanceId>,
}

/// Encodes a test case of contact filters and sensors as bytes; different `number`s give different cases.
pub(crate) fn encode(shape: Vec3, center: Vec3, walk: Vec3, number: u8, triangles: &[[Vec3; 3]]) -> Vec<u8> {
    let mut writer = Writer::default();
    scene::write(&mut writer, shape, center, walk, number, triangles);
    for part in 0..4 {
        writer.byte(number.wrapping_mul(7).wrapping_add(5 * part)).byte(0b10_1101);
    }
    writer.byte(number);
    for step in 0..8 {
        writer.byte(number.wrapping_add(5 * step) % 16).byte(number / 3 + step);
        writer.vector(Vec3::new(0.1, -0.05, 0.02)).vector(Vec3::new(0.0, 0.1, -0.05));
    }
    writer.finish()
}

impl Role {
    fn read(reader: &mut Reader<'_>) -> Self {
        let (kind, mask) = (reader.byte(), reader.byte());
        let asked = match kind % 4 {
            0 => Asked::Keeps,
            1 => Asked::IgnoresAll,
            _ => Asked::Ignores(mask),
        };
        Self { asked, is_sensor: kind & 0b1_1100 == 0b1_1100 }
    }

    /// Returns the contact filter's verdict on a triangle (index in its mesh) of the instance with this role.
    fn verdict(self, triangle: usize) -> Verdict {
        match self.asked {
            Asked::IgnoresAll => Verdict::IgnoreInstance,
            Asked::Ignores(mask) if mask >> (triangle % 8) & 1 == 1 => Verdict::IgnoreTriangle,
            _ => Verdict::Keep,
        }
    }

    fn stops(self, triangle: usize) -> bool {
        !self.is_sensor && self.verdict(triangle) == Verdict::Keep
    }
}

impl Act {
    pub(super) fn read(reader: &mut Reader<'_>, parts: usize) -> Self {
        let (what, part) = (reader.byte() % 16, usize::from(reader.byte()) % parts);
        let way = reader.vector(1e-4, FARTHEST).as_dvec3();
        Self { what, part, way, turn: DQuat::from_scaled_axis(reader.vector(1e-4, TURN).as_dvec3()) }
    }

    /// Returns the placement of a test instance after this motion or teleport from `placement`.
    fn moved(&self, placement: &Placement) -> Placement {
        let rotation = (self.turn * placement.rotation.as_dquat()).normalize().as_quat();
        Placement { translation: placement.translation + self.way, rotation, ..*placement }
    }
}

impl Case {
    pub(super) fn read(reader: &mut Reader<'_>) -> Option<Self> {
        let mut scene = Scene::read(reader)?;
        let roles: Vec<Role> = scene.parts.iter().map(|_| Role::read(reader)).collect();
        scene.profile = CharacterProfile::of_shape(reader.spine(scene.profile.shape().ellipsoid()));
        let mut bare = World::new();
        let far = scene.world.instances().next()?;
        bare.add(&scene.world.mesh(far).ok()?, scene.world.placement(far).ok()?).ok()?;
        let mut bare_ids = Vec::new();
        for part in &scene.parts {
            bare_ids.push(bare.add(&mesh_of(&part.triangles, |_| false)?.cook(), part.placement).ok()?);
        }
        let mut case = Self { scene, roles, bare, bare_ids };
        for index in 0..case.scene.parts.len() {
            case.remove(index).ok()?;
            case.add(index)?;
        }
        Some(case)
    }

    fn remove(&mut self, index: usize) -> Result<(), InputError> {
        self.scene.world.remove(self.scene.parts[index].id)?;
        self.bare.remove(self.bare_ids[index])
    }

    /// Adds the instance with index `index` to the full and the bare world; `None` if a world refuses the instance.
    fn add(&mut self, index: usize) -> Option<()> {
        let Self { scene, roles, bare, bare_ids } = self;
        let (part, role) = (&mut scene.parts[index], roles[index]);
        let id = scene.world.add(&mesh_of(&part.triangles, |_| true)?.cook(), part.placement).ok()?;
        bare_ids[index] =
            bare.add(&mesh_of(&part.triangles, |number| role.stops(number))?.cook(), part.placement).ok()?;
        part.id = id;
        scene.world.set_user_data(id, index as u64).ok()?;
        if role.is_sensor {
            scene.world.set_kind(id, InstanceKind::Sensor).ok()?;
        }
        Some(())
    }

    /// Returns the verdict of the test's contact filter on a contact.
    pub(super) fn verdict(&self, contact: &ContactView) -> Verdict {
        let index = contact.user_data as usize;
        let is_part = self.scene.parts.get(index).is_some_and(|part| part.id == contact.instance);
        if is_part { self.roles[index].verdict(contact.triangle as usize) } else { Verdict::Keep }
    }

    /// Returns true if the test's contact filter ignores triangles of an instance that is not a sensor.
    pub(super) fn ignores_triangles(&self) -> bool {
        self.roles.iter().any(|role| role.asked != Asked::Keeps && !role.is_sensor)
    }

    /// Returns true if the contact's triangle may stop a character: it is of no sensor, and the filter keeps it.
    pub(super) fn stops(&self, contact: &SlideContact) -> bool {
        let index = self.scene.parts.iter().position(|part| part.id == contact.instance);
        index.is_some_and(|index| self.roles[index].stops(contact.triangle as usize))
    }

    /// Applies a change of an instance to the full and the bare world; `None` if a placement is out of range.
    pub(super) fn act(&mut self, act: &Act) -> Result<Option<()>, Finding> {
        match act.what {
            0..4 => Ok(self.move_on(act)),
            4..6 => Ok(self.put(act, World::place)),
            6 | 7 => {
                self.roles[act.part].is_sensor ^= act.what == 7;
                self.come_again(act.part)
            }
            8 | 9 => self.restore(act),
            _ => Ok(Some(())),
        }
    }

    /// Moves one instance in the step, or two past each other. Rotations near a character cut a step into parts; both
    /// worlds do this alike if all of the instance stops characters, or nothing does.
    fn move_on(&mut self, act: &Act) -> Option<()> {
        let other = (act.part + 1) % self.roles.len();
        let movers = if act.what < 2 || other == act.part { vec![act.part] } else { vec![act.part, other] };
        let is_seen_alike = |&part: &usize| self.roles[part].asked == Asked::Keeps || self.roles[part].is_sensor;
        let turn = if movers.iter().all(is_seen_alike) { act.turn } else { DQuat::IDENTITY };
        for (part, way) in movers.into_iter().zip([act.way, -act.way]) {
            self.put(&Act { part, way, turn, ..*act }, World::move_to)?;
        }
        Some(())
    }

    fn put(&mut self, act: &Act, by: fn(&mut World, InstanceId, Placement) -> Result<(), InputError>) -> Option<()> {
        let part = &mut self.scene.parts[act.part];
        part.placement = act.moved(&part.placement);
        by(&mut self.scene.world, part.id, part.placement).ok()?;
        by(&mut self.bare, self.bare_ids[act.part], part.placement).ok()
    }

    /// Removes the instance with index `index` from the full and the bare world and adds the same instance again.
    fn come_again(&mut self, index: usize) -> Result<Option<()>, Finding> {
        let old = self.scene.parts[index].id;
        self.remove(index).map_err(|error| Finding(error.to_string()))?;
        let added = self.add(index);
        let world = &mut self.scene.world;
        let answers = [world.kind(old).err(), world.place(old, Placement::IDENTITY).err(), world.remove(old).err()];
        let removed = Some(InputError::RemovedInstance { index: old.index() as u32 });
        demand(answers.iter().all(|answer| *answer == removed), || format!("{old:?} is gone: {answers:?}"))?;
        Ok(added)
    }

    /// Saves the motion state of the full world, moves all instances, and checks that restoring gives the saved state.
    fn restore(&mut self, act: &Act) -> Result<Option<()>, Finding> {
        let (mut saved, mut again) = (Vec::new(), Vec::new());
        let world = &mut self.scene.world;
        world.save_motion_into(&mut saved);
        for part in &self.scene.parts {
            let to = act.moved(&part.placement);
            let kind = world.set_kind(part.id, InstanceKind::OneSided);
            let put = world.place(part.id, to).and_then(|()| world.move_to(part.id, act.moved(&to)));
            if kind.and(put).is_err() {
                return Ok(None);
            }
        }
        let restored = world.restore_motion(&saved);
        world.save_motion_into(&mut again);
        demand(restored.is_ok() && saved == again, || format!("{restored:?}, and saved as other bytes"))?;
        Ok(Some(()))
    }
}
