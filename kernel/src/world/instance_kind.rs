//! Which characters an instance stops.

/// Which characters an instance stops. A new one is solid.
///
/// ```
/// use glam::{DVec3, Vec3};
/// use sweep8::{CharacterProfile, CharacterState, InstanceKind, Mesh, MoveInput, Placement, Scratch, World};
///
/// // A sheet that one jumps through from below, and stands on.
/// let sheet = [Vec3::new(-2.0, 0.0, -2.0), Vec3::new(0.0, 0.0, 2.0), Vec3::new(2.0, 0.0, -2.0)];
/// let mut world = World::new();
/// let ledge = world.add(&Mesh::new(&sheet, &[[0, 1, 2]])?.cook(), Placement::at(DVec3::Y * 2.0))?;
/// world.set_kind(ledge, InstanceKind::OneSided)?;
///
/// let (person, mut scratch) = (CharacterProfile::default(), Scratch::new());
/// let mut state = CharacterState::new(Vec3::ZERO);
/// state.velocity = Vec3::Y * 9.0;
/// for _ in 0..120 {
///     world.move_character(&person, &mut state, &MoveInput::EARTH, 1.0 / 60.0, &mut scratch)?;
/// }
/// assert!((state.position.to_vec3().y - 2.91).abs() < 1e-3 && state.ground().is_grounded());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum InstanceKind {
    /// Everybody.
    #[default]
    Solid,
    /// Characters and slides that begin a step on its front; others go through it. Queries meet it as they do what is
    /// solid.
    ///
    /// It is for open sheets whose folds turn by less than 90°. A body is on the front if it does not overlap the
    /// sheet, and the way to its centre from the point nearest to it, both as the body measures, leads off the face by
    /// at most 45°: above the sheet, not beside its rim. So one gets onto it from below and from the side, and off it
    /// over its rim.
    #[doc(alias("platform", "jump-through", "pass-through", "one-way"))]
    OneSided,
    /// Nobody: a region. Queries meet it where their [`Filter`](crate::Filter) says so, and
    /// [events](crate::EventKind::SensorEntered) tell which characters of its layers come into it and leave it.
    ///
    /// A character is in it if its body overlaps a triangle, or its centre is inside of a closed mesh whose fronts look
    /// outwards; a sheet has no inside. The end of a step counts: a sensor that is thinner than the way of a step may
    /// be passed unseen.
    #[doc(alias("trigger", "area"))]
    Sensor,
}

impl InstanceKind {
    /// As a number.
    pub(super) fn code(self) -> u32 {
        match self {
            Self::Solid => 0,
            Self::OneSided => 1,
            Self::Sensor => 2,
        }
    }

    /// The kind of a number.
    pub(super) fn of_code(code: u32) -> Option<Self> {
        [Self::Solid, Self::OneSided, Self::Sensor].get(code as usize).copied()
    }
}
