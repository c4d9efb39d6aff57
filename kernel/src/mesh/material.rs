//! Materials of triangles.

use crate::base::elements::Elements;
use crate::base::tolerance::MAX_SURFACE_SPEED;
use alloc::vec::Vec;
use glam::Vec3;

/// A kind of surface.
///
/// Fields may be added in a minor version: begin with [`Material::with_friction`].
///
/// ```
/// use glam::Vec3;
/// use sweep8::{Material, Mesh};
///
/// let positions = [Vec3::ZERO, Vec3::Z, Vec3::X, Vec3::new(1.0, 0.0, 1.0)];
/// let (stone, ice) = (Material::with_friction(0.8), Material::with_friction(0.0));
/// let mesh = Mesh::new(&positions, &[[0, 1, 2], [2, 1, 3]])?.with_materials(&[stone, ice], &[0, 1])?;
/// assert_eq!(mesh.triangle_count(), 2);
/// # Ok::<(), sweep8::MeshError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Material {
    /// Coefficient of dry friction, finite, 0 or more. A slide along the surface loses `friction` times the part of the motion that
    /// the surface stopped (Coulomb 1785): a wall met at a flat angle takes little, one met head-on holds; gravity moves nothing
    /// down a slope whose tangent is below it. 0 takes nothing.
    ///
    /// A velocity of a character that stands, such as a knock-back, is slowed by `friction` times gravity.
    ///
    /// A desired displacement is a velocity, renewed in every move: a character that walks on a floor has overcome its friction.
    /// Gravity in a pass of its own takes nothing from the desired displacement; joined to it, gravity presses for no more than one
    /// step.
    ///
    /// Nettle (2000) shortens every slide by a constant part. Such friction depends on the time step, and no slope holds a
    /// character.
    pub friction: f32,
    /// Coefficient of restitution, 0 to 1: the part of a character's speed into the surface, relative to it, with which the character
    /// leaves the surface. 0, the default, takes all of that speed; 1 returns it.
    ///
    /// It acts on the velocity of a character (falls, jumps, impulses), not on its desired velocity, and after the step in which they
    /// meet: in that step the character slides. A character that walks does not bounce off its floor; one that lands on it is in
    /// the air again. A rebound that gravity would end within two steps does not happen, so that characters come to rest. See
    /// `docs/math/bounces.md`.
    #[doc(alias("bounce", "bounciness", "elasticity"))]
    pub restitution: f32,
    /// Velocity of the surface itself, along the axes of its mesh as the placement turns them, m/s, at most 4,096 long: a conveyor.
    /// It comes on top of the motion of the instance; its part along the surface carries whoever stands there, and nothing moves
    /// otherwise. The scale of a placement has no effect on it.
    #[doc(alias("surface velocity", "conveyor"))]
    pub velocity: Vec3,
    /// Angular velocity of the surface itself about the origin of its mesh, along the same axes, radians per second, at most 4,096
    /// long, counter-clockwise seen from its tip: a disc that turns although its triangles lie still. A disc about another point `c` has
    /// a [`velocity`](Self::velocity) of `-angular_velocity.cross(c)` as well.
    #[doc(alias("turntable", "rotating disc"))]
    pub angular_velocity: Vec3,
}

impl Material {
    /// Makes a material with this coefficient of [friction](Self::friction) and defaults for all other fields.
    #[must_use]
    pub fn with_friction(friction: f32) -> Self {
        Self { friction, ..Self::default() }
    }

    /// Makes this a conveyor of this [velocity](Self::velocity).
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{CharacterProfile, CharacterState, Material, Mesh, MoveInput, World};
    ///
    /// let corner = |x, z| Vec3::new(x, 0.0, z);
    /// let floor = [corner(-9.0, -9.0), corner(-9.0, 9.0), corner(9.0, 9.0), corner(9.0, -9.0)];
    /// let belt = Material::default().moving(Vec3::X * 1.5);
    /// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2], [0, 2, 3]])?.with_materials(&[belt], &[0, 0])?);
    /// let person = CharacterProfile::default();
    /// let mut state = CharacterState::standing(Vec3::ZERO, &person, Vec3::Y);
    /// for _ in 0..60 {
    ///     world.move_character(&person, &mut state, &MoveInput::EARTH, 1.0 / 60.0)?;
    /// }
    /// assert!((state.position.to_vec3().x - 1.5).abs() < 1e-3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn moving(self, velocity: Vec3) -> Self {
        Self { velocity, ..self }
    }

    /// Makes this a material with this coefficient of [restitution](Self::restitution).
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{CharacterProfile, CharacterState, Material, Mesh, MoveInput, World};
    ///
    /// let corner = |x, z| Vec3::new(x, 0.0, z);
    /// let floor = [corner(-9.0, -9.0), corner(-9.0, 9.0), corner(9.0, 9.0), corner(9.0, -9.0)];
    /// let trampoline = Material::default().bouncing(0.8);
    /// let world = World::from_mesh(Mesh::new(&floor, &[[0, 1, 2], [0, 2, 3]])?.with_materials(&[trampoline], &[0, 0])?);
    /// let person = CharacterProfile::default();
    /// let mut state = CharacterState::standing(Vec3::Y * 2.0, &person, Vec3::Y);
    /// while state.velocity.y <= 0.0 {
    ///     world.move_character(&person, &mut state, &MoveInput::EARTH, 1.0 / 60.0)?;
    /// }
    /// let speed = 0.8 * (2.0_f32 * 9.81 * 2.0).sqrt();
    /// assert!((state.velocity.y - speed).abs() < 0.05);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn bouncing(self, restitution: f32) -> Self {
        Self { restitution, ..self }
    }

    pub(crate) fn has_valid_restitution(&self) -> bool {
        (0.0..=1.0).contains(&self.restitution)
    }

    pub(crate) fn has_valid_friction(&self) -> bool {
        self.friction >= 0.0 && self.friction.is_finite()
    }

    pub(crate) fn has_valid_velocities(&self) -> bool {
        [self.velocity, self.angular_velocity].iter().all(|velocity| velocity.length() <= MAX_SURFACE_SPEED)
    }

    fn moves(&self) -> bool {
        self.velocity != Vec3::ZERO || self.angular_velocity != Vec3::ZERO
    }
}

/// Materials of a mesh: a list of materials, and an index into it for each triangle. Both are empty if the mesh has none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Materials {
    pub(crate) kinds: Vec<Material>,
    pub(crate) of_triangle: Elements<u16>,
    /// Whether the surface of a material moves.
    pub(crate) are_moving: bool,
}

/// Speed at which a surface turns back a character that meets it at `speed`, m/s; 0 if gravity would end the rebound within two steps: in
/// one it gives the speed `given`.
pub(crate) fn rebound(restitution: f32, speed: f64, given: f64) -> f64 {
    let rebound = f64::from(restitution) * speed;
    if rebound > given { rebound } else { 0.0 }
}

impl Materials {
    pub(crate) fn new(kinds: Vec<Material>, of_triangle: Elements<u16>) -> Self {
        let are_moving = kinds.iter().any(Material::moves);
        Self { kinds, of_triangle, are_moving }
    }

    /// Material of a triangle whose surface moves; `None` if that of the triangle does not.
    pub(crate) fn moving(&self, triangle: u32) -> Option<&Material> {
        let kind = if self.are_moving { self.kinds.get(usize::from(self.of(triangle))) } else { None };
        kind.filter(|kind| kind.moves())
    }

    /// Index of the triangle's material in `kinds`; 0 if the mesh has no materials.
    #[inline(always)]
    pub(crate) fn of(&self, triangle: u32) -> u16 {
        self.of_triangle.get(triangle as usize).copied().unwrap_or(0)
    }

    /// Coefficients of friction and of restitution of the material with this index; 0 if the mesh has no materials.
    #[inline(always)]
    pub(crate) fn coefficients(&self, material: u16) -> [f32; 2] {
        self.kinds.get(usize::from(material)).map_or([0.0; 2], |kind| [kind.friction, kind.restitution])
    }

    /// Coefficient of friction of the material with this index; 0 if the mesh has no materials.
    #[inline(always)]
    pub(crate) fn friction(&self, material: u16) -> f32 {
        self.kinds.get(usize::from(material)).map_or(0.0, |kind| kind.friction)
    }

    /// Memory of the list of materials and of the list of material indices, bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.kinds[..]) + size_of_val(&self.of_triangle[..])
    }
}
