//! The status of a slide, for users.

/// Status of a slide, or of the move of a character: how it ended.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{Ellipsoid, Mesh, SlideSettings, SlideStatus, World};
///
/// let wall = [Vec3::new(2.0, -9.0, -9.0), Vec3::new(2.0, -9.0, 9.0), Vec3::new(2.0, 9.0, 0.0)];
/// let world = World::from_mesh(Mesh::new(&wall, &[[0, 1, 2]])?);
/// let (ball, settings) = (Ellipsoid::ball(0.5)?, SlideSettings::default());
/// let run = |x, z| world.slide(&ball, Vec3::ZERO, Vec3::new(x, 0.0, z), &settings);
/// assert_eq!(run(1.0, 0.0)?.status, SlideStatus::Free);
/// assert_eq!(run(3.0, 1.0)?.status, SlideStatus::Slid);
/// assert_eq!(run(3.0, 0.0)?.status, SlideStatus::Blocked);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(u8)]
pub enum SlideStatus {
    /// Nothing stopped or deflected the character's desired displacement.
    #[default]
    Free = 0,
    /// Contacts deflected the desired displacement, and the character followed the touched surfaces to its end.
    Slid = 1,
    /// The touched surfaces, or their friction, allow no more motion along the desired displacement; the rest of it is dropped.
    Blocked = 2,
    /// The bound on sweeps was reached before desired displacement or fall was used up; the rest of it is dropped.
    /// Named before all others but [`Crushed`](Self::Crushed), an overlap too.
    OutOfIterations = 3,
    /// The character overlapped at the start and could not be pushed free; it moved only where the overlap does not get deeper.
    Overlapping = 4,
    /// An instance that moves went into the character, which had no room: it has not moved by itself, and is as far out of what
    /// does not move as it was.
    Crushed = 5,
}

impl SlideStatus {
    /// Status with this code, as a [`CharacterState`](crate::CharacterState) stores it; `None` for an unknown code.
    pub(crate) fn of_code(code: u8) -> Option<Self> {
        let all = [Self::Free, Self::Slid, Self::Blocked, Self::OutOfIterations, Self::Overlapping, Self::Crushed];
        all.get(code as usize).copied()
    }
}
