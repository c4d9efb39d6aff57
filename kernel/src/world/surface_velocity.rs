//! The velocity of a surface at a point of it.

use crate::base::input_error::InputError;
use crate::world::instance_id::InstanceId;
use crate::world::solids::Solids;
use crate::world::world_step::WorldStep;
use glam::{DVec3, Vec3};

impl WorldStep<'_> {
    /// Velocity of a triangle's surface at a point of it, world space, m/s: the mean over the step of the point of its mesh that is
    /// there at the end of the step, and on top of that the velocity of its [material](crate::Material::velocity). Zero if the
    /// instance does not move in the step and its material has none.
    ///
    /// For the contacts of [`move_character`](Self::move_character), and for hits of any query in the world of this step; a
    /// [`CharacterContact`](crate::CharacterContact) has it already.
    ///
    /// ```
    /// use glam::{DVec3, Vec3};
    /// use sweep8::{CharacterProfile, CharacterState, Mesh, MoveInput, Placement, World};
    ///
    /// let mut world = World::new();
    /// let wall = world.add(&Mesh::cuboid(Vec3::new(0.5, 5.0, 5.0))?.cook(), Placement::at(DVec3::X * -1.0))?;
    /// let (person, floating) = (CharacterProfile::default(), MoveInput::WEIGHTLESS);
    /// let mut state = CharacterState::new(Vec3::ZERO);
    ///
    /// world.move_to(wall, Placement::at(DVec3::X * -0.5))?;
    /// let step = world.begin_step(0.1)?;
    /// let out = step.move_character(&person, &mut state, &floating)?;
    /// let contact = out.contacts().last().expect("the wall pushes the person");
    /// let velocity = step.surface_velocity(contact.instance, contact.triangle, contact.point)?;
    /// assert!((velocity - Vec3::X * 5.0).length() < 1e-5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError`] if the id names no instance of this world.
    pub fn surface_velocity(&self, instance: InstanceId, triangle: u32, point: Vec3) -> Result<Vec3, InputError> {
        let instances = &self.world().instances;
        let index = instances.index(instance)?;
        let (solids, point) = (Solids::new(instances, u32::MAX), point.as_dvec3());
        Ok(told_velocity(solids, [index, triangle], point, self.seconds()))
    }
}

/// Velocity of an instance at a point, m/s: the mean over the step of the point of its mesh that is there at the end of the step.
/// Zero if the instance does not move. Frame of the view of `instances`, metres.
#[inline(never)]
pub(crate) fn surface_velocity(instances: Solids, index: u32, point: DVec3, seconds: f32) -> Vec3 {
    let (Some(motion), Some(instance)) = (instances.motion(index), instances.get(index)) else { return Vec3::ZERO };
    let before = motion.at(0.0).in_world(instances.placed(instance).in_mesh_space(point));
    ((point - before) / f64::from(seconds)).as_vec3()
}

/// Velocity of a surface in itself at a point, m/s, without its part along a normal: the triangles of a surface that moves in itself
/// lie still, so it comes at nobody. Zero if it has none. Frame of the view of `instances`, metres.
#[inline(never)]
pub(crate) fn velocity_along(instances: Solids, [index, triangle]: [u32; 2], point: DVec3, normal: DVec3) -> Vec3 {
    let velocity = own_velocity(instances, [index, triangle], point);
    (velocity - normal * velocity.dot(normal)).as_vec3()
}

/// Velocity of a surface at a point of it, that of its instance and its own, m/s. Frame of the view of `instances`, metres.
#[inline(never)]
pub(crate) fn told_velocity(instances: Solids, [index, triangle]: [u32; 2], point: DVec3, seconds: f32) -> Vec3 {
    let velocity = surface_velocity(instances, index, point, seconds);
    if !instances.has_moving_surfaces() {
        return velocity;
    }
    velocity + own_velocity(instances, [index, triangle], point).as_vec3()
}

fn own_velocity(instances: Solids, [index, triangle]: [u32; 2], point: DVec3) -> DVec3 {
    let (Some(motion), Some(at_rest)) = (instances.surface_motion(index, triangle), instances.at_rest(index)) else {
        return DVec3::ZERO;
    };
    motion.turned(at_rest.rotation(1.0)).velocity_at(point - at_rest.end().translation)
}
