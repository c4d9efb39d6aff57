//! The kinds of ground that carry a character. The progress of a slide decides which of them it is, in `stands_on` and `blocked`.

use crate::world::instance_id::InstanceId;
use bytemuck::{Pod, Zeroable};
use glam::Vec3;

/// The ground that carries a character after its fall.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{CharacterProfile, CharacterState, Ground, Mesh, MoveInput, World};
///
/// // A slope of 60°, on which the default profile, which holds to 50°, slides down.
/// let slope = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(-9.0, 0.0, 9.0), Vec3::new(9.0, -18.0 * 3_f32.sqrt(), 0.0)];
/// let world = World::from_mesh(Mesh::new(&slope, &[[0, 1, 2]])?);
/// let mut state = CharacterState::new(Vec3::new(-6.0, -3.0, 0.0));
/// let profile = CharacterProfile::default();
/// assert_eq!(state.ground(), Ground::Air);
/// for _ in 0..30 {
///     world.move_character(&profile, &mut state, &MoveInput::EARTH, 1.0 / 60.0)?;
/// }
/// let ground = state.ground();
/// assert!(matches!(ground, Ground::Steep(_)) && !ground.is_grounded());
/// assert!((ground.normal().expect("it has one").y - 0.5).abs() < 1e-5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "ground state")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Ground {
    /// No ground carries the character: it is in the air, or there is no gravity.
    #[default]
    Air,
    /// A surface no steeper than the profile allows, with its contact normal (halfway up a stair step, the normal of the step's top).
    Floor(Vec3),
    /// Only surfaces steeper than the profile allows, down which the character slides, with the normal of the last one.
    Steep(Vec3),
    /// Steep surfaces that hold the character, by their arrangement (a funnel) or by friction, with the normal of the last one.
    HeldBySteep(Vec3),
}

impl Ground {
    /// Whether the ground carries the character so that it stands: a floor, or steep surfaces that hold it.
    #[inline]
    #[must_use]
    pub fn is_grounded(&self) -> bool {
        matches!(self, Self::Floor(_) | Self::HeldBySteep(_))
    }

    /// Normal of the ground under the character, world space, unit length; `None` in the air.
    #[inline]
    #[must_use]
    pub fn normal(&self) -> Option<Vec3> {
        match *self {
            Self::Air => None,
            Self::Floor(normal) | Self::Steep(normal) | Self::HeldBySteep(normal) => Some(normal),
        }
    }

    /// Code of this kind of ground, as a [`CharacterState`](crate::CharacterState) stores it.
    #[inline(always)]
    pub(crate) fn code(&self) -> u8 {
        match self {
            Self::Air => 0,
            Self::Floor(_) => 1,
            Self::Steep(_) => 2,
            Self::HeldBySteep(_) => 3,
        }
    }

    /// Makes a ground from the code of its kind, see [`code`](Self::code), and its normal; `None` for an unknown code.
    #[inline(always)]
    pub(crate) fn of_code(code: u8, normal: Vec3) -> Option<Self> {
        match code {
            0 => Some(Self::Air),
            1 => Some(Self::Floor(normal)),
            2 => Some(Self::Steep(normal)),
            3 => Some(Self::HeldBySteep(normal)),
            _ => None,
        }
    }
}

/// The triangle that a character stands on: the instance, and the index in its mesh.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{CharacterProfile, CharacterState, Mesh, MoveInput, Surface, World};
///
/// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
/// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
/// let profile = CharacterProfile::default();
/// let mut state = CharacterState::standing(Vec3::ZERO, &profile, Vec3::Y);
/// assert_eq!(state.ground_surface, Surface::NONE);
/// world.move_character(&profile, &mut state, &MoveInput::EARTH, 1.0 / 60.0)?;
/// assert_eq!(state.ground_surface, Surface { instance: [0, 0], triangle: 0 });
/// assert_eq!(state.ground_surface.instance_id(), world.instances().next());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Pod, Zeroable)]
#[repr(C)]
pub struct Surface {
    /// Index and generation of the touched instance, see [`instance_id`](Self::instance_id); zero in a world of one mesh.
    pub instance: [u32; 2],
    /// Index of the touched triangle in its mesh; `u32::MAX` if there is no surface.
    pub triangle: u32,
}

impl Surface {
    /// Value for a character that has no ground surface.
    pub const NONE: Self = Self { instance: [0; 2], triangle: u32::MAX };

    /// Index in place of a triangle, of an instance that is the frame of reference of a character in the air.
    pub(crate) const FRAME: u32 = u32::MAX - 1;

    /// The instance as the frame of reference of a character in the air; see
    /// [`CharacterState::set_frame`](crate::CharacterState::set_frame).
    pub(crate) const fn frame(id: InstanceId) -> Self {
        Self { instance: id.without_tag(), triangle: Self::FRAME }
    }

    /// Whether the surface is the frame of reference of a character in the air.
    #[inline(always)]
    pub(crate) fn is_frame(&self) -> bool {
        self.triangle == Self::FRAME
    }

    /// Surface with an instance but no triangle: the instance that crushed a character.
    pub(crate) const fn of_instance(id: InstanceId) -> Self {
        Self { instance: id.without_tag(), triangle: u32::MAX }
    }

    /// Id of the surface's instance; `None` without a triangle. Every world accepts it if index and generation match an instance.
    #[inline]
    #[must_use]
    pub fn instance_id(&self) -> Option<InstanceId> {
        if self.triangle == u32::MAX { None } else { InstanceId::of_state(self.instance) }
    }
}
