//! A step in which instances move: targets, and the time in which they are reached.
//!
//! Between steps an instance is given a target. [`World::begin_step`] puts all instances at their targets, and knows how they got
//! there until the [`WorldStep`] is dropped: characters that are moved in it are carried and pushed on that way.

use crate::base::input_error::{InputError, check_time_step};
use crate::base::spans::span;
use crate::frame::placement::Placement;
use crate::world::contact_filter::ContactFilter;
use crate::world::instance_id::InstanceId;
use crate::world::triangle_world::World;
use core::fmt;

impl World {
    /// Has an instance go to a place in the coming step, which [`begin_step`](Self::begin_step) begins: a door, a lift, a disc
    /// that turns. Its origin goes straight, its rotation about one axis.
    ///
    /// Another target before that step takes the place of this one; [`place`](Self::place) takes it back.
    ///
    /// # Errors
    /// [`InputError`] if the id names no instance of this world, or names what is out of range: a part of the placement, a scale
    /// that is not the present one, a turn of more than 90°, a move of more than 4,096 m. The instance keeps the target it has.
    pub fn move_to(&mut self, id: InstanceId, target: Placement) -> Result<(), InputError> {
        let index = self.instances.index(id)?;
        self.instances.set_target(index, target)
    }

    /// Begins a step of so many seconds, in which instances go to their targets.
    ///
    /// Move characters with its methods, as many crowds and slices as there are; dropping it ends the step. A step of 0 s moves
    /// nothing: targets stay.
    ///
    /// ```
    /// use glam::{DVec3, Vec3};
    /// use sweep8::{CharacterProfile, CharacterState, Mesh, MoveInput, Placement, Scratch, World};
    ///
    /// let mut world = World::new();
    /// let lift = world.add(&Mesh::cuboid(Vec3::new(2.0, 0.1, 2.0))?.cook(), Placement::at(DVec3::Y * -0.1))?;
    /// let (person, mut scratch) = (CharacterProfile::default(), Scratch::new());
    /// let mut rider = CharacterState::standing(Vec3::new(0.5, 0.0, 0.5), &person, Vec3::Y);
    ///
    /// for frame in 0..=60 {
    ///     world.move_to(lift, Placement::at(DVec3::Y * (f64::from(frame) / 30.0 - 0.1)))?;
    ///     let step = world.begin_step(1.0 / 60.0)?;
    ///     step.move_character(&person, &mut rider, &MoveInput::EARTH, &mut scratch)?;
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

/// A step of a world. While it lasts, instances are where they go, and characters that are moved in it are carried and pushed on
/// the way there.
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
    /// Has everybody who is moved in this step stopped only by the contacts that a callback keeps. See [`ContactView`](crate::ContactView) for an
    /// example. [Layers](World::set_layers) are the faster way where they suffice.
    ///
    /// It is asked about the nearest contact of a sweep, and about what the character overlaps; if that is ignored the sweep is made
    /// again without it. Triangles are ignored one by one, up to 64 in one place; then the nearest stops the character. Of equal
    /// triangles of a mesh that does not deform only the first is there, and asked about. In such a step nobody rests.
    #[must_use]
    pub fn filtered(mut self, filter: ContactFilter<'a>) -> Self {
        self.filter = Some(filter);
        self
    }

    /// The callback.
    pub(crate) fn filter(&self) -> Option<ContactFilter<'_>> {
        self.filter
    }

    /// The time that it takes, seconds.
    #[inline]
    #[must_use]
    pub fn seconds(&self) -> f32 {
        self.seconds
    }

    /// The world, with every instance where it goes in this step.
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
