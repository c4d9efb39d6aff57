//! The velocity of a surface at a point of it, and the angle by which it turns.

use crate::base::input_error::{InputError, checked_direction};
use crate::world::instance_id::InstanceId;
use crate::world::solids::Solids;
use crate::world::surface_motion::SurfaceMotion;
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

    /// Angle by which a triangle's surface turns about an axis in the whole step, radians: that of its instance, and on top of that the
    /// one of its [material](crate::Material::angular_velocity). World space; of the axis, such as up, only the direction counts.
    ///
    /// For the view and the heading of characters in [slices](Self::move_characters): ask, before they are moved, for the surface that
    /// each stands on. In the air a state may still name a surface, whose turn is not that of the character. A single move tells it as [`SlideOutcome::turned_by`](crate::SlideOutcome::turned_by), a crowd as
    /// [`Crowd::turned_by`](crate::Crowd::turned_by).
    ///
    /// ```
    /// use glam::{Quat, Vec3};
    /// use sweep8::{CharacterProfile, CharacterState, Mesh, MoveInput, MoveMemory, Placement, World};
    ///
    /// let mut world = World::new();
    /// let carousel = world.add(&Mesh::cuboid(Vec3::new(5.0, 0.5, 5.0))?.cook(), Placement::IDENTITY)?;
    /// let people = [CharacterProfile::default()];
    /// let mut states = [CharacterState::standing(Vec3::new(3.0, 0.5, 0.0), &people[0], Vec3::Y)];
    /// let (inputs, mut memory) = ([MoveInput::EARTH], MoveMemory::new());
    /// world.move_characters(&people, &mut states, &inputs, 1.0 / 60.0, &mut memory)?;
    ///
    /// let mut heading = 0.0;
    /// for frame in 1..=60_u16 {
    ///     let rotation = Quat::from_rotation_y(f32::from(frame) / 60.0);
    ///     world.move_to(carousel, Placement { rotation, ..Placement::IDENTITY })?;
    ///     let step = world.begin_step(1.0 / 60.0)?;
    ///     let (ground, stands) = (states[0].ground_surface, states[0].ground().is_grounded());
    ///     if stands && let Some(instance) = ground.instance_id() {
    ///         heading += step.surface_turn(instance, ground.triangle, Vec3::Y)?;
    ///     }
    ///     step.move_characters(&people, &mut states, &inputs, &mut memory)?;
    /// }
    /// assert!((heading - 1.0).abs() < 1e-5, "a radian in a second");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError`] if the id names no instance of this world, or the axis is not finite or zero.
    pub fn surface_turn(&self, instance: InstanceId, triangle: u32, axis: Vec3) -> Result<f32, InputError> {
        let instances = &self.world().instances;
        let index = instances.index(instance)?;
        let axis = checked_direction(axis)?;
        let solids = Solids::new(instances, u32::MAX);
        let of_instance = solids.motion(index).map_or(0.0, |motion| motion.turn_about(axis));
        let in_itself = own_motion(solids, [index, triangle])
            .map_or(0.0, |(motion, _)| motion.turn_about(axis, f64::from(self.seconds())));
        Ok((of_instance + in_itself) as f32)
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

fn own_velocity(instances: Solids, surface: [u32; 2], point: DVec3) -> DVec3 {
    match own_motion(instances, surface) {
        Some((motion, origin)) => motion.velocity_at(point - origin),
        None => DVec3::ZERO,
    }
}

/// Motion of a surface in itself, about the origin of its instance, metres; `None` if it has none. Frame of the view of `instances`.
fn own_motion(instances: Solids, [index, triangle]: [u32; 2]) -> Option<(SurfaceMotion, DVec3)> {
    let motion = instances.surface_motion(index, triangle)?;
    let at_rest = instances.at_rest(index)?;
    Some((motion.turned(at_rest.rotation(1.0)), at_rest.end().translation))
}
