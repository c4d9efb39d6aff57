//! A triangle of an instance, as a state keeps it.

use bytemuck::{Pod, Zeroable};

/// A triangle that carries a character: of which instance, and which of its triangles.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{CharacterProfile, CharacterState, Mesh, MoveInput, Scratch, Surface, World};
///
/// let floor = [Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)];
/// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2]])?);
/// let mut state = CharacterState::new(Vec3::new(0.0, 0.91, 0.0));
/// assert_eq!(state.ground_surface, Surface::NONE);
/// world.move_character(&CharacterProfile::default(), &mut state, &MoveInput::EARTH, 1.0 / 60.0, &mut Scratch::new())?;
/// assert_eq!(state.ground_surface, Surface { instance: [0, 0], triangle: 0 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Pod, Zeroable)]
#[repr(C)]
pub struct Surface {
    /// The [instance](crate::InstanceId): index and generation. Zero in a world of one mesh.
    pub instance: [u32; 2],
    /// Index of the triangle in its mesh; `u32::MAX` for none.
    pub triangle: u32,
}

impl Surface {
    /// No surface.
    pub const NONE: Self = Self { instance: [0; 2], triangle: u32::MAX };
}
