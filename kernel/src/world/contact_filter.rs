//! A callback that decides, contact by contact, whether the contact blocks a character.

use crate::world::instance_id::InstanceId;
use glam::Vec3;

/// A callback for each contact that would stop or deflect a character, called from any thread. For repeatable moves it must return
/// the same verdict for the same contact.
///
/// ```
/// use sweep8::{ContactFilter, ContactView, Verdict};
///
/// let own_shield = 7;
/// let through_own = |contact: &ContactView| {
///     if contact.user_data == own_shield { Verdict::IgnoreInstance } else { Verdict::Keep }
/// };
/// let filter: ContactFilter = &through_own;
/// # let _ = filter;
/// ```
pub type ContactFilter<'a> = &'a (dyn Fn(&ContactView) -> Verdict + Sync);

/// A contact that a [`ContactFilter`] judges.
///
/// ```
/// use glam::{DVec3, Vec3};
/// use sweep8::{
///     CharacterProfile, CharacterState, ContactView, Material, Mesh, MoveInput, Placement, Verdict, World,
/// };
///
/// // A bead curtain across x = 2, whose material stops no character.
/// let curtain = [Vec3::new(2.0, -9.0, -9.0), Vec3::new(2.0, -9.0, 9.0), Vec3::new(2.0, 9.0, 0.0)];
/// let beads = Material::default();
/// let curtain = Mesh::new(&curtain, &[[0, 1, 2]])?.with_materials(&[Material::default(), beads], &[1])?;
/// let mut world = World::new();
/// world.add(&curtain.cook(), Placement::IDENTITY)?;
///
/// let person = CharacterProfile::default();
/// let mut state = CharacterState::new(Vec3::ZERO);
/// let input = MoveInput { desired_velocity: Vec3::X * 4.0, ..MoveInput::WEIGHTLESS };
/// let ignores_beads = |contact: &ContactView| match contact.material {
///     1 => Verdict::IgnoreTriangle,
///     _ => Verdict::Keep,
/// };
/// let step = world.begin_step(1.0)?.filtered(&ignores_beads);
/// step.move_character(&person, &mut state, &input)?;
/// assert_eq!(state.position.to_vec3().x, 4.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ContactView {
    /// Id of the touched instance; the only one in a world of one mesh.
    pub instance: InstanceId,
    /// Number [set](crate::World::set_user_data) by the user for the instance; 0 if none was set.
    pub user_data: u64,
    /// Index of the touched triangle in its mesh.
    pub triangle: u32,
    /// Index of the touched triangle's [material](crate::Material); 0 if its mesh has none.
    pub material: u16,
    /// Touched point of the triangle, world space, metres.
    pub point: Vec3,
    /// Unit normal of the contact, world space, towards the character.
    pub normal: Vec3,
}

/// The verdict of a [`ContactFilter`].
///
/// ```
/// use sweep8::{ContactView, Verdict};
///
/// // Lets the character through everything that belongs to entity 7.
/// fn through_own(contact: &ContactView) -> Verdict {
///     if contact.user_data == 7 { Verdict::IgnoreInstance } else { Verdict::Keep }
/// }
/// # let _ = through_own;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Verdict {
    /// Keeps the contact that the filter was asked about: it blocks the character.
    Keep,
    /// Ignores the touched triangle for the rest of the slide; other triangles of the instance may still block.
    IgnoreTriangle,
    /// Ignores all triangles of the touched instance for the rest of the slide.
    IgnoreInstance,
}
