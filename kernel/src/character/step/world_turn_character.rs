//! `World::turn_character` and `World::set_profile`: another orientation or shape of one character, on the same feet.

use crate::base::field::Field;
use crate::base::input_error::{InputError, check_center, check_number};
use crate::base::tolerance::HULL_PART;
use crate::character::collide::one_sided::lets_hull_through;
use crate::character::model::profile::CharacterProfile;
use crate::character::model::state::CharacterState;
use crate::frame::placement::Placed;
use crate::frame::position::Position;
use crate::query::scratch::Scratch;
use crate::query::thread_memory::call_memory;
use crate::shape::oriented_shape::OrientedShape;
use crate::shape::swept_ellipsoid::Shape;
use crate::simd::task;
use crate::world::filter::Filter;
use crate::world::instance::Instance;
use crate::world::solids::Seeing;
use crate::world::world::World;
use glam::{Quat, Vec3};

/// Change of a character's shape (profile) or orientation.
#[derive(Clone, Copy)]
pub(crate) struct BodyChange<'a> {
    pub(crate) from: &'a CharacterProfile,
    pub(crate) to: &'a CharacterProfile,
    pub(crate) orientation: Quat,
    /// Direction along which the lowest point of the body keeps its height in the change; unit length, or zero.
    pub(crate) up: Vec3,
    /// Input field that [`InputError::NoRoom`] names if the changed body would overlap the world.
    pub(crate) field: Field,
}

impl World {
    /// Turns the body of a character to `orientation`, unit length, from the axes of its [shape](CharacterProfile::shape) to
    /// those of the world: for a character that lies down, a horse, a car. The feet stay where they are along `up`, unit length,
    /// and the centre moves; with an `up` of zero the centre stays.
    ///
    /// Only the place at the end is tested, not the way there. The centre crosses no surface, as it moves along `up` by less than
    /// the length of the body. A [one-sided](crate::InstanceKind::OneSided) instance that lets the character through is no obstacle.
    ///
    /// ```
    /// use glam::{Quat, Vec3};
    /// use std::f32::consts::FRAC_PI_2;
    /// use sweep8::{CharacterProfile, CharacterState, InputError, Mesh, Placement, World};
    ///
    /// // A floor, and a ceiling under which nobody stands.
    /// let mut world = World::new();
    /// let slab = Mesh::cuboid(Vec3::new(9.0, 0.5, 9.0))?.cook();
    /// world.add(&slab, Placement::at(glam::DVec3::Y * -0.5))?;
    /// let ceiling = world.add(&slab, Placement::at(glam::DVec3::Y * 1.5))?;
    /// let person = CharacterProfile::default();
    ///
    /// let lying = Quat::from_rotation_x(FRAC_PI_2);
    /// let mut state = CharacterState::new(Vec3::ZERO);
    /// state.orientation = lying;
    /// state.place_feet(Vec3::Y * 0.01, &person, Vec3::Y);
    /// let upright = world.turn_character(&person, &mut state, Quat::IDENTITY, Vec3::Y);
    /// assert!(matches!(upright, Err(InputError::NoRoom { .. })));
    /// assert_eq!(state.orientation, lying);
    ///
    /// world.remove(ceiling)?;
    /// world.turn_character(&person, &mut state, Quat::IDENTITY, Vec3::Y)?;
    /// assert!((state.position.to_vec3().y - 0.91).abs() < 1e-6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError::NoRoom`] if the body would overlap the world; nothing changes. Other errors if state, orientation or `up`
    /// is out of its range.
    #[doc(alias("rotate", "set_orientation"))]
    pub fn turn_character(
        &self,
        profile: &CharacterProfile,
        state: &mut CharacterState,
        orientation: Quat,
        up: Vec3,
    ) -> Result<(), InputError> {
        state.check(usize::MAX)?;
        check_up(up)?;
        let field = Field::Orientation;
        *state = self.refit(state, BodyChange { from: profile, to: profile, orientation, up, field })?;
        Ok(())
    }

    /// Changes the body of a character that you keep from profile `from` to profile `to`, for example to crouch or to stand up, as
    /// [`Crowd::set_profile`](crate::Crowd::set_profile) does in a crowd. The feet stay where they are along `up`, unit length,
    /// and the centre moves; with an `up` of zero the centre stays. Move the character by `to` from now on; where a table of
    /// profiles is used, set [`CharacterState::profile`] to its index.
    ///
    /// The new body, without its skin, must have room among the instances of its layers; characters are not asked. A
    /// [one-sided](crate::InstanceKind::OneSided) instance that lets the old body through is no obstacle.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{CharacterProfile, CharacterState, Ellipsoid, InputError, Mesh, Placement, World};
    ///
    /// // A floor, and a ceiling 1.2 m above it.
    /// let mut world = World::new();
    /// let slab = Mesh::cuboid(Vec3::new(9.0, 0.5, 9.0))?.cook();
    /// world.add(&slab, Placement::at(glam::DVec3::Y * -0.5))?;
    /// let ceiling = world.add(&slab, Placement::at(glam::DVec3::Y * 1.7))?;
    /// let standing = CharacterProfile::default();
    /// let crouching = CharacterProfile::of_shape(Ellipsoid::new(Vec3::new(0.4, 0.5, 0.4))?);
    ///
    /// let mut state = CharacterState::standing(Vec3::ZERO, &crouching, Vec3::Y);
    /// let upright = world.set_profile(&crouching, &standing, &mut state, Vec3::Y);
    /// assert!(matches!(upright, Err(InputError::NoRoom { .. })));
    ///
    /// world.remove(ceiling)?;
    /// world.set_profile(&crouching, &standing, &mut state, Vec3::Y)?;
    /// assert!((state.feet(&standing, Vec3::Y).to_vec3().y - 0.01).abs() < 1e-6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError::NoRoom`] if the new body would overlap the world; nothing changes. Other errors if state or `up` is out of
    /// its range.
    #[doc(alias("crouch", "resize", "SetShape"))]
    pub fn set_profile(
        &self,
        from: &CharacterProfile,
        to: &CharacterProfile,
        state: &mut CharacterState,
        up: Vec3,
    ) -> Result<(), InputError> {
        state.check(usize::MAX)?;
        check_up(up)?;
        *state =
            self.refit(state, BodyChange { from, to, orientation: state.orientation, up, field: Field::Profile })?;
        Ok(())
    }

    /// Returns the character's state with the changed body and unchanged feet, or an error if there is no room for the body.
    pub(crate) fn refit(&self, state: &CharacterState, refit: BodyChange) -> Result<CharacterState, InputError> {
        let BodyChange { from, to, orientation, up, field } = refit;
        let shape = OrientedShape::new(to.shape(), orientation)?;
        let mut refitted = CharacterState { orientation, ..*state };
        refitted.position = state.position.moved(up * (refitted.feet_below(to, up) - state.feet_below(from, up)));
        check_center(refitted.position.high)?;
        let scratch = &mut call_memory();
        let overlapped = self.overlapped(shape, refitted.position, to.rules.filter(), scratch);
        for (instance, triangle) in overlapped {
            if !self.lets_through(instance, from, state, scratch) {
                return Err(InputError::NoRoom { field, instance, triangle });
            }
        }
        Ok(refitted)
    }

    /// Whether an instance is one-sided and lets the character's next move through.
    fn lets_through(
        &self,
        instance: u32,
        profile: &CharacterProfile,
        state: &CharacterState,
        scratch: &mut Scratch,
    ) -> bool {
        let Some(instance) = self.instances.get(instance) else { return false };
        let seeing = Seeing { turn: state.is_turned().then(|| state.turn()), filter: None };
        let placed = self.solids(Filter::ALL_LAYERS).seen(&seeing).placed(instance);
        let position = if state.is_turned() { Position::new(Vec3::ZERO) } else { state.position };
        let hull = profile.shape().grown(HULL_PART * profile.settings().skin);
        self.lanes.run(LetsHullThrough { instance, placed: &placed, hull: (hull, position), scratch })
    }
}

task! {
    /// Arguments of [`lets_hull_through`], to be run on a SIMD backend.
    LetsHullThrough<'a> {
        instance: &'a Instance,
        placed: &'a Placed,
        hull: (Shape, Position),
        scratch: &'a mut Scratch,
    } = lets_hull_through => bool
}

/// Accepts a direction of unit length, or zero.
fn check_up(up: Vec3) -> Result<(), InputError> {
    if up == Vec3::ZERO {
        return Ok(());
    }
    check_number(Field::Up, up.length(), 1.0 - UP_ROUNDING, 1.0 + UP_ROUNDING)
}

/// Tolerance for the length of an up direction that a caller passes: maximum deviation from 1.
const UP_ROUNDING: f32 = 1e-3;
