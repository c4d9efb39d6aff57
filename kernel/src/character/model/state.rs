//! The state of a character: plain data of 128 bytes, all that a step keeps of it.
//!
//! All 128 bytes are in use. Layout 2 took the 4 bytes of `group` from `crushed_by` of layout 1: a crushed character has no ground,
//! so `ground_surface` names what crushed it, with its generation.
//!
//! Any bytes may be cast to a state; [`check`](CharacterState::check) refuses by name what no step could have left.

use crate::base::field::Field;
use crate::base::input_error::{InputError, check_center, check_number, check_orientation, check_vector};
use crate::base::tolerance::{MAX_DISPLACEMENT, UNIT_ROUNDING};
use crate::character::model::ground::Ground;
use crate::character::model::ground::Surface;
use crate::character::model::profile::CharacterProfile;
use crate::character::model::status::SlideStatus;
use crate::frame::position::Position;
use crate::frame::turn::Turn;
use crate::shape::oriented_shape::OrientedShape;
use crate::world::instance_id::InstanceId;
use bytemuck::{Pod, Zeroable};
use glam::{Quat, Vec3};

/// The state of a character, world space. All that a step keeps of it, beside what the step is given: copy it, send
/// it, save it, and a move goes on from there with the same bits.
///
/// Guide: `docs/character.md`, of the [guides](crate#guides).
///
/// ```
/// use glam::Vec3;
/// use sweep8::{CharacterProfile, CharacterState};
///
/// let mut state = CharacterState::standing(Vec3::ZERO, &CharacterProfile::default(), Vec3::Y);
/// state.user_data = [7, 0];
/// let bytes = bytemuck::bytes_of(&state);
/// assert_eq!(bytes.len(), 128);
/// assert_eq!(*bytemuck::from_bytes::<CharacterState>(bytes), state);
/// ```
///
/// # Layout
///
/// Fields whose names end in `_code` are codes for storing: read them by [`ground`](Self::ground) and [`status`](Self::status).
/// [`LAYOUT`](Self::LAYOUT) is 2. A version of this library with another layout has another number, and refuses saves with this
/// one; size and alignment stay 128 and 16 bytes. Under one number fields keep their places and meanings, and a later version may
///
/// - know more codes of a status.
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
#[repr(C, align(16))]
pub struct CharacterState {
    /// Position of the character's centre, world space, metres, as two `f32` parts.
    pub position: Position,
    /// Velocity that the character keeps between steps, m/s: fall, jump, impulse; the desired velocity is added to it.
    pub velocity: Vec3,
    /// Normal of the ground under the character, world space, unit length; zero in the air.
    pub ground_normal: Vec3,
    /// Orientation of the body: the rotation from the axes of its shape to the world's, unit length.
    /// [`World::turn_character`](crate::World::turn_character) changes it where there is room.
    pub orientation: Quat,
    /// Contact point on the ground, metres, of body and skin: within the skin of the triangle; zero in the air. Halfway
    /// up a step that is its edge, while the normal is that of the floor on top.
    pub ground_point: Vec3,
    /// The triangle that carries; in the air [`Surface::NONE`], or the [frame](Self::frame) of the character. Of a
    /// [crushed](SlideStatus::Crushed) character, which has no ground, the instance that crushed it, without a triangle: see
    /// [`crushed_by`](Self::crushed_by).
    pub ground_surface: Surface,
    /// Last centre of the character where it stood without an overlap (at first, its start), world space, metres, rounded to `f32`.
    pub last_safe_position: Vec3,
    /// Index of the character's profile in the table of profiles that a step receives.
    pub profile: u32,
    /// Number that orders characters where ties must be broken; in a crowd, the index in the character's id.
    pub key: u32,
    /// Code of the kind of ground under the character; read [`ground`](Self::ground) instead.
    pub ground_code: u8,
    /// Code of the status of the character's last step; read [`status`](Self::status) instead.
    pub status_code: u8,
    /// Index of the ground's [material](crate::Material); 0 in the air, or if the mesh has no materials.
    pub ground_material: u16,
    /// Speed of the free fall whose projection on steep surfaces is the velocity of a character that slides down them, m/s;
    /// otherwise 0.
    pub fall_speed: f32,
    /// Free data of the library's user about the character: no step reads or changes it.
    pub user_data: [u32; 2],
    /// The group of the character, any number; at first 0. Characters of different groups neither block nor push nor see each other, as
    /// if each group were alone in the world: many copies of one level are one world and a group a copy.
    #[doc(alias("environment", "instance", "copy"))]
    pub group: u32,
}

const _: () = assert!(size_of::<CharacterState>() == 128 && align_of::<CharacterState>() == 16);

impl CharacterState {
    /// Version of the memory layout of a character state; other versions have other fields, or other meanings of fields.
    pub const LAYOUT: u32 = 2;

    /// Makes the state of a character with profile 0 at `position`, in the air and without velocity.
    #[must_use]
    pub fn new(position: impl Into<Position>) -> Self {
        let position = position.into();
        Self {
            position,
            velocity: Vec3::ZERO,
            ground_normal: Vec3::ZERO,
            orientation: Quat::IDENTITY,
            ground_point: Vec3::ZERO,
            ground_surface: Surface::NONE,
            last_safe_position: position.high,
            profile: 0,
            key: 0,
            ground_code: 0,
            status_code: 0,
            ground_material: 0,
            fall_speed: 0.0,
            user_data: [0; 2],
            group: 0,
        }
    }

    /// A character of the first profile of a table that stands on a level floor at `floor`, as
    /// [`CharacterProfile::standing_on`] places it: in the air until the first step finds the floor, and without velocity.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{CharacterProfile, CharacterState, Mesh, MoveInput, World};
    ///
    /// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
    /// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
    /// let (profile, input) = (CharacterProfile::default(), MoveInput::EARTH);
    /// let mut state = CharacterState::standing(Vec3::ZERO, &profile, input.up());
    /// world.move_character(&profile, &mut state, &input, 1.0 / 60.0)?;
    /// assert!(state.ground().is_grounded());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn standing(floor: impl Into<Position>, profile: &CharacterProfile, up: Vec3) -> Self {
        Self::new(profile.standing_on(floor, up))
    }

    /// Ground that carries the character after the last step.
    #[inline]
    #[must_use]
    pub fn ground(&self) -> Ground {
        Ground::of_code(self.ground_code, self.ground_normal).unwrap_or_default()
    }

    /// Status of the character's last step: how the desired displacement ended.
    #[inline]
    #[must_use]
    pub fn status(&self) -> SlideStatus {
        SlideStatus::of_code(self.status_code).unwrap_or_default()
    }

    /// The instance that crushed the character in the last step; of several that with the lowest index. Every world takes this id
    /// by its index and generation.
    #[inline]
    #[must_use]
    pub fn crushed_by(&self) -> Option<InstanceId> {
        if self.status() == SlideStatus::Crushed { InstanceId::of_state(self.ground_surface.instance) } else { None }
    }

    /// The instance that is the frame of reference of a character in the air; `None` on the ground, or if the world is its frame.
    #[inline]
    #[must_use]
    pub fn frame(&self) -> Option<InstanceId> {
        if self.ground_surface.is_frame() { InstanceId::of_state(self.ground_surface.instance) } else { None }
    }

    /// Makes an instance the frame of reference of a character in the air, until it lands or slides down a steep surface; `None`: the
    /// world.
    ///
    /// The exact motion of its frame carries a character, turns and acceleration included, and its velocity is relative to the frame:
    /// in a ship a jump goes straight up as the passengers see it. The velocity of the state stays as it is: give it relative to the
    /// new frame. A frame that is removed is the world from then on. Profiles with
    /// [`keeps_ground_frame`](crate::CharacterSettings::keeps_ground_frame) do this at every jump off moving ground, and keep the
    /// frame on its steep surfaces.
    ///
    /// ```
    /// use glam::{DVec3, Vec3};
    /// use sweep8::{CharacterProfile, CharacterState, Mesh, MoveInput, Placement, World};
    ///
    /// let mut world = World::new();
    /// let balloon = world.add(&Mesh::cuboid(Vec3::ONE)?.cook(), Placement::at(DVec3::Y * 9.0))?;
    /// let (person, floating) = (CharacterProfile::default(), MoveInput::WEIGHTLESS);
    /// let mut state = CharacterState::new(Vec3::ZERO);
    /// state.set_frame(Some(balloon))?;
    /// world.move_to(balloon, Placement::at(DVec3::new(0.5, 9.0, 0.0)))?;
    /// world.begin_step(0.1)?.move_character(&person, &mut state, &floating)?;
    /// assert!((state.position.to_vec3() - Vec3::X * 0.5).length() < 1e-6);
    /// assert_eq!(state.frame().map(|id| id.index()), Some(balloon.index()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError`] if the character has ground, which is its frame, or is crushed; nothing changes.
    pub fn set_frame(&mut self, instance: Option<InstanceId>) -> Result<(), InputError> {
        if self.ground() != Ground::Air {
            return Err(InputError::out_of_range(Field::Ground, f32::from(self.ground_code)));
        }
        if self.status() == SlideStatus::Crushed {
            return Err(InputError::out_of_range(Field::Code, f32::from(self.status_code)));
        }
        self.ground_surface = instance.map_or(Surface::NONE, Surface::frame);
        Ok(())
    }

    /// Lowest point of the character's body along `up`, world space, metres; the centre if `up` is zero. On a level floor it is the
    /// skin above that floor.
    #[must_use]
    pub fn feet(&self, profile: &CharacterProfile, up: Vec3) -> Position {
        let feet = self.position.to_dvec3() - up.as_dvec3() * f64::from(self.feet_below(profile, up));
        feet.into()
    }

    /// Moves the character so that the lowest point of its body along `up`, a direction of unit length or zero, is at `feet`,
    /// world space, metres: in the air and without velocity, as [`Crowd::teleport`](crate::Crowd::teleport) moves one of a crowd.
    /// [`feet`](Self::feet) then returns that point. Orientation, profile, key and user data stay.
    ///
    /// The feet of a character at rest are the skin above its floor. With its feet on the floor itself the next step lifts it
    /// by the skin.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{CharacterProfile, CharacterState};
    ///
    /// let (person, mut state) = (CharacterProfile::default(), CharacterState::new(Vec3::ZERO));
    /// state.place_feet(Vec3::new(5.0, 2.0, 0.0), &person, Vec3::Y);
    /// assert!((state.position.to_vec3() - Vec3::new(5.0, 2.9, 0.0)).length() < 1e-6);
    /// assert!((state.feet(&person, Vec3::Y).to_vec3() - Vec3::new(5.0, 2.0, 0.0)).length() < 1e-6);
    /// ```
    #[doc(alias("foot position", "setFootPosition"))]
    pub fn place_feet(&mut self, feet: impl Into<Position>, profile: &CharacterProfile, up: Vec3) {
        let center = feet.into().to_dvec3() + up.as_dvec3() * f64::from(self.feet_below(profile, up));
        self.put(center.into());
    }

    /// Shape of the character's body, with the character's orientation.
    pub(crate) fn body(&self, profile: &CharacterProfile) -> OrientedShape {
        OrientedShape::turned(profile.shape(), self.orientation)
    }

    /// Distance from the character's centre down to the lowest point of its body along `up`, metres.
    pub(crate) fn feet_below(&self, profile: &CharacterProfile, up: Vec3) -> f32 {
        profile.feet_below(if self.is_turned() { self.turn().body_displacement(up) } else { up })
    }

    /// Vector from the point of the body (with skin) that touches a surface with this normal to the character's centre, metres.
    #[inline(always)]
    pub(crate) fn touching(&self, profile: &CharacterProfile, normal: Vec3) -> Vec3 {
        if self.is_turned() {
            let turn = self.turn();
            return turn.world_displacement(profile.touching(turn.body_displacement(normal)));
        }
        profile.touching(normal)
    }

    /// The part of a vector across the spine of the body, world space; all of it for an ellipsoid.
    #[inline(always)]
    pub(crate) fn across_spine(&self, profile: &CharacterProfile, v: Vec3) -> Vec3 {
        if profile.settings().shape.has_spine() { self.without_spine(profile, v) } else { v }
    }

    #[inline(never)]
    fn without_spine(&self, profile: &CharacterProfile, v: Vec3) -> Vec3 {
        let axis = profile.shape().axis().unit();
        let axis = if self.is_turned() { self.orientation * axis } else { axis };
        v - axis * v.dot(axis)
    }

    /// Whether the character's orientation turns its body axes away from the world's axes.
    #[inline(always)]
    pub(crate) fn is_turned(&self) -> bool {
        self.orientation != Quat::IDENTITY
    }

    /// Maps between world space and the character's body space.
    #[inline(never)]
    pub(crate) fn turn(&self) -> Turn {
        Turn::new(self.position, self.orientation)
    }

    /// Moves the character to a position with its orientation unchanged, in the air and without velocity.
    pub(crate) fn put(&mut self, position: Position) {
        let &mut Self { orientation, profile, key, user_data, group, .. } = self;
        *self = Self { orientation, profile, key, user_data, group, ..Self::new(position) };
    }

    /// Whether both character states have the same bits: `-0.0` differs from `0.0`.
    #[inline(always)]
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let [a, b] = [self, other].map(bytemuck::cast_ref::<Self, [u64; 16]>);
        // The position first: it is what changes most often.
        a[..3] == b[..3] && a[3..].iter().zip(&b[3..]).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
    }

    /// Accepts a state that a step could have left, with a profile of a table of `profiles`.
    ///
    /// # Errors
    /// [`InputError`] names the first field that is out of its range.
    pub fn check(&self, profiles: usize) -> Result<(), InputError> {
        self.position.check()?;
        check_vector(Field::Velocity, self.velocity, MAX_DISPLACEMENT)?;
        check_orientation(self.orientation)?;
        check_center(self.last_safe_position)?;
        if self.profile as usize >= profiles {
            return Err(InputError::out_of_range(Field::Profile, self.profile as f32));
        }
        let has_ground = match Ground::of_code(self.ground_code, self.ground_normal) {
            Some(ground) => ground != Ground::Air,
            None => return Err(InputError::out_of_range(Field::Code, f32::from(self.ground_code))),
        };
        let length = self.ground_normal.length_squared();
        let (least, most) = if has_ground { (1.0 - UNIT_ROUNDING, 1.0 + UNIT_ROUNDING) } else { (0.0, 0.0) };
        check_number(Field::Ground, length, least, most)?;
        check_vector(Field::Ground, self.ground_point, 2.0 * MAX_DISPLACEMENT)?;
        if SlideStatus::of_code(self.status_code).is_none() {
            return Err(InputError::out_of_range(Field::Code, f32::from(self.status_code)));
        }
        let is_steep = matches!(self.ground(), Ground::Steep(_));
        check_number(Field::FallSpeed, self.fall_speed, 0.0, if is_steep { MAX_DISPLACEMENT } else { 0.0 })?;
        self.check_surface(has_ground)
    }

    /// Checks that a surface is set only with ground, an instance without a triangle only after a crush, and a frame only in the air.
    fn check_surface(&self, has_ground: bool) -> Result<(), InputError> {
        let is_crushed = self.status() == SlideStatus::Crushed;
        if is_crushed && has_ground {
            return Err(InputError::out_of_range(Field::Code, f32::from(self.ground_code)));
        }
        let Surface { instance: [_, generation], triangle } = self.ground_surface;
        let names_instance = is_crushed && triangle == u32::MAX;
        let names_frame = self.ground_surface.is_frame() && !has_ground && !is_crushed;
        if (names_instance || names_frame) && generation > u32::from(u16::MAX) {
            return Err(InputError::out_of_range(Field::GroundSurface, generation as f32));
        }
        let is_triangle = has_ground && !self.ground_surface.is_frame();
        if is_triangle || names_instance || names_frame || self.ground_surface == Surface::NONE {
            return Ok(());
        }
        Err(InputError::out_of_range(Field::GroundSurface, triangle as f32))
    }
}
