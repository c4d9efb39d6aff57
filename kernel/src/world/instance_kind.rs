//! The kinds of instances, by the characters that they stop.

/// Kind of an instance: which characters it stops. A new instance is solid.
///
/// ```
/// use glam::{DVec3, Vec3};
/// use sweep8::{CharacterProfile, CharacterState, InstanceKind, Mesh, MoveInput, Placement, World};
///
/// // A sheet that characters jump through from below, and stand on.
/// let sheet = [Vec3::new(-2.0, 0.0, -2.0), Vec3::new(0.0, 0.0, 2.0), Vec3::new(2.0, 0.0, -2.0)];
/// let mut world = World::new();
/// let ledge = world.add(&Mesh::new(&sheet, &[[0, 1, 2]])?.cook(), Placement::at(DVec3::Y * 2.0))?;
/// world.set_kind(ledge, InstanceKind::OneSided)?;
///
/// let person = CharacterProfile::default();
/// let mut state = CharacterState::new(Vec3::ZERO);
/// state.velocity = Vec3::Y * 9.0;
/// for _ in 0..120 {
///     world.move_character(&person, &mut state, &MoveInput::EARTH, 1.0 / 60.0)?;
/// }
/// assert!((state.position.to_vec3().y - 2.91).abs() < 1e-3 && state.ground().is_grounded());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum InstanceKind {
    /// An instance that stops every character.
    #[default]
    Solid,
    /// Stops characters and slides that begin a step on its front; others are let through. Queries meet it as a solid instance.
    ///
    /// It is for open sheets whose folds turn by less than 90°. A body is on the front if it does not overlap the sheet, and the
    /// direction from the nearest point of the sheet to its centre (a capsule's spine), both measured in ellipsoid space, is within
    /// 45° of the face normal: above the sheet, not beside its rim. So a character gets onto the sheet from below and from the side,
    /// and off it over its rim.
    #[doc(alias("platform", "jump-through", "pass-through", "one-way"))]
    OneSided,
    /// Stops no character: a region. Queries meet it if their [`Filter`](crate::Filter) includes sensors, and
    /// [events](crate::EventKind::SensorEntered) report which characters of its layers enter and leave it.
    ///
    /// A character is in it if its body overlaps a triangle, or if its centre is inside of a closed mesh whose fronts look
    /// outwards; a sheet has no inside. The end of a step counts: a character can cross a sensor thinner than its motion in one
    /// step unseen.
    #[doc(alias("trigger", "area"))]
    Sensor,
}

impl InstanceKind {
    /// Number that stands for the kind of an instance in saved worlds.
    pub(super) fn code(self) -> u32 {
        match self {
            Self::Solid => 0,
            Self::OneSided => 1,
            Self::Sensor => 2,
        }
    }

    /// Kind of instance that this number stands for in saved worlds; `None` for an unknown number.
    pub(super) fn of_code(code: u32) -> Option<Self> {
        [Self::Solid, Self::OneSided, Self::Sensor].get(code as usize).copied()
    }
}
