//! A step in which instances move: targets, and the duration of the motion.
//!
//! Between steps instances get targets. [`World::begin_step`] places all instances at their targets, and keeps their motions until
//! the [`WorldStep`] is dropped: characters that move in it are carried and pushed along these motions.

use crate::base::input_error::{InputError, check_time_step};
use crate::base::spans::span;
use crate::frame::placement::Placement;
use crate::world::contact_filter::ContactFilter;
use crate::world::instance_id::InstanceId;
use crate::world::world::World;
use core::fmt;

impl World {
    /// Sets where an instance moves in the coming step, which [`begin_step`](Self::begin_step) begins: a door, a lift, a disc that
    /// turns. Its origin moves straight, its rotation about one axis.
    ///
    /// A later target before that step replaces this one; [`place`](Self::place) removes it.
    ///
    /// # Errors
    /// [`InputError`] if the id names no instance of this world, or with the field that is out of range: a part of the placement, a
    /// scale that differs from the present one, a turn of more than 90°, a move of more than 4,096 m. The instance keeps its former
    /// target.
    pub fn move_to(&mut self, id: InstanceId, target: Placement) -> Result<(), InputError> {
        let index = self.instances.index(id)?;
        self.instances.set_target(index, target)
    }

    /// Begins a step of `seconds`, in which instances move to their targets.
    ///
    /// Move characters with the methods of the [`WorldStep`], any number of crowds and slices; dropping it ends the step. A step of
    /// 0 s moves nothing: targets stay.
    ///
    /// ```
    /// use glam::{DVec3, Vec3};
    /// use sweep8::{CharacterProfile, CharacterState, Mesh, MoveInput, Placement, World};
    ///
    /// let mut world = World::new();
    /// let lift = world.add(&Mesh::cuboid(Vec3::new(2.0, 0.1, 2.0))?.cook(), Placement::at(DVec3::Y * -0.1))?;
    /// let person = CharacterProfile::default();
    /// let mut rider = CharacterState::standing(Vec3::new(0.5, 0.0, 0.5), &person, Vec3::Y);
    ///
    /// for frame in 0..=60 {
    ///     world.move_to(lift, Placement::at(DVec3::Y * (f64::from(frame) / 30.0 - 0.1)))?;
    ///     let step = world.begin_step(1.0 / 60.0)?;
    ///     step.move_character(&person, &mut rider, &MoveInput::EARTH)?;
    /// }
    /// assert!((rider.position.to_vec3() - Vec3::new(0.5, 2.91, 0.5)).length() < 1e-3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError`] if `seconds` is negative or not finite: nothing moves.
    pub fn begin_step(&mut self, seconds: f32) -> Result<WorldStep<'_>, InputError> {
        span!(DEBUG, "World::begin_step");
        check_time_step(seconds)?;
        if seconds > 0.0 {
            self.instances.begin_step();
        }
        Ok(WorldStep { world: self, seconds, filter: None })
    }
}

/// A step of a world. While it exists, instances are at their targets, and characters that move in it are carried and pushed along
/// the motions of the instances.
///
/// Guide: `docs/worlds.md`, of the [guides](crate#guides).
///
/// ```
/// use sweep8::World;
///
/// let mut world = World::new();
/// let step = world.begin_step(1.0 / 60.0)?;
/// assert_eq!(step.seconds(), 1.0 / 60.0);
/// # Ok::<(), sweep8::InputError>(())
/// ```
pub struct WorldStep<'a> {
    world: &'a mut World,
    seconds: f32,
    filter: Option<ContactFilter<'a>>,
}

/// How the characters of one step move: its duration, its contact filter, and whether instances carry and push them.
#[derive(Clone, Copy)]
pub(crate) struct StepTerms<'a> {
    pub(crate) seconds: f32,
    /// User's callback that decides which contacts count; `None` keeps all.
    pub(crate) filter: Option<ContactFilter<'a>>,
    /// Whether this is a step of the world, in which instances move; otherwise they are at rest where they are.
    pub(crate) in_step: bool,
}

impl StepTerms<'_> {
    /// Terms of a step outside of the steps of the world.
    #[inline]
    pub(crate) fn at_rest(seconds: f32) -> Self {
        Self { seconds, filter: None, in_step: false }
    }
}

impl fmt::Debug for WorldStep<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { world, seconds, filter } = self;
        let is_filtered = filter.is_some();
        f.debug_struct("WorldStep")
            .field("world", world)
            .field("seconds", seconds)
            .field("filtered", &is_filtered)
            .finish()
    }
}

impl<'a> WorldStep<'a> {
    /// Only contacts that the callback keeps block the characters of this step. See [`ContactView`](crate::ContactView) for an
    /// example. [Layers](World::set_layers) are the faster way where they suffice.
    ///
    /// The callback judges the nearest contact of each sweep, and the triangles that a character overlaps; if it ignores a contact,
    /// the sweep is repeated without that triangle or instance. Up to 64 single triangles are ignored in one place; then the
    /// nearest stops the character. Of copies of a triangle in a mesh that is not deformable only the first exists and is judged.
    /// In such a step no character rests.
    #[must_use]
    pub fn filtered(mut self, filter: ContactFilter<'a>) -> Self {
        self.filter = Some(filter);
        self
    }

    /// How characters move in this step.
    #[inline]
    pub(crate) fn terms(&self) -> StepTerms<'_> {
        StepTerms { seconds: self.seconds, filter: self.filter, in_step: true }
    }

    /// Duration of this step, seconds.
    #[inline]
    #[must_use]
    pub fn seconds(&self) -> f32 {
        self.seconds
    }

    /// The world of this step, with every instance at its target. Calls on it, its clones and its saves see instances that are at rest
    /// there: only the calls of this step carry and push characters.
    #[inline]
    #[must_use]
    pub fn world(&self) -> &World {
        self.world
    }
}

impl Drop for WorldStep<'_> {
    fn drop(&mut self) {
        if self.seconds > 0.0 {
            self.world.instances.end_step();
        }
    }
}
