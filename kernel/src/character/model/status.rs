//! How a slide ended, as users are told.

/// How a slide, or the move of a character, ended.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{Ellipsoid, Mesh, Scratch, SlideSettings, SlideStatus, World};
///
/// let wall = [Vec3::new(2.0, -9.0, -9.0), Vec3::new(2.0, -9.0, 9.0), Vec3::new(2.0, 9.0, 0.0)];
/// let world = World::from_mesh(Mesh::new(&wall, &[[0, 1, 2]])?);
/// let (ball, settings, mut scratch) = (Ellipsoid::ball(0.5)?, SlideSettings::default(), Scratch::new());
/// let mut run = |x, z| world.slide(&ball, Vec3::ZERO, Vec3::new(x, 0.0, z), &settings, &mut scratch);
/// assert_eq!(run(1.0, 0.0)?.status, SlideStatus::Free);
/// assert_eq!(run(3.0, 1.0)?.status, SlideStatus::Slid);
/// assert_eq!(run(3.0, 0.0)?.status, SlideStatus::Blocked);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(u8)]
pub enum SlideStatus {
    /// Nothing was in the way of the desired displacement.
    #[default]
    Free = 0,
    /// Something was touched, and the desired displacement was followed along it to its end.
    Slid = 1,
    /// The surfaces touched leave no way along the desired displacement, or hold it by friction; the rest of it is dropped.
    Blocked = 2,
    /// The bound on sweeps was reached before desired displacement or fall was used up; the rest of it is dropped.
    /// Named before all others but [`Crushed`](Self::Crushed), an overlap too.
    OutOfIterations = 3,
    /// The ellipsoid overlapped at the start and could not be pushed free; it moved only where that goes no deeper.
    Overlapping = 4,
    /// An instance that moves went into the character, which had no room: it has not moved by itself, and is as far out of what
    /// does not move as it was.
    Crushed = 5,
}

impl SlideStatus {
    /// The status of a code in a [`CharacterState`](crate::CharacterState).
    pub(crate) fn of_code(code: u8) -> Option<Self> {
        let all = [Self::Free, Self::Slid, Self::Blocked, Self::OutOfIterations, Self::Overlapping, Self::Crushed];
        all.get(code as usize).copied()
    }
}
