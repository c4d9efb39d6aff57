//! The slide of one character through a world: the entry point that users call.

use crate::base::input_error::{check_center, check_move};
use crate::character::outcome::SlideOutcome;
use crate::character::settings::SlideSettings;
use crate::character::slide::Slide;
use crate::character::slide_end::SlideEnd;
use crate::frame::position::Position;
use crate::query::scratch::Scratch;
use crate::shape::ellipsoid::Ellipsoid;
use crate::world::static_world::World;
use glam::Vec3;

impl World {
    /// Moves `shape` from `center` by `displacement` and gravity, sliding along what is in the way.
    ///
    /// World space, metres. A move that starts clear ends clear, with the skin between ellipsoid and surfaces; its path
    /// crosses no triangle and is not longer than displacement and gravity together. Refused input moves nothing and is
    /// [named](crate::SlideStatus::Refused). See [`SlideSettings`] for ranges.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{Ellipsoid, Mesh, Scratch, SlideSettings, SlideStatus, World};
    ///
    /// // A wall across x = 2, and a ball that runs into it at an angle.
    /// let wall = [Vec3::new(2.0, -9.0, -9.0), Vec3::new(2.0, -9.0, 9.0), Vec3::new(2.0, 9.0, 0.0)];
    /// let world = World::from_mesh(Mesh::new(&wall, &[[0, 1, 2]])?);
    /// let ball = Ellipsoid::ball(0.5)?;
    /// let desired = Vec3::new(3.0, 0.0, 1.0);
    /// let out = world.slide(&ball, Vec3::ZERO, desired, &SlideSettings::default(), &mut Scratch::new());
    ///
    /// assert_eq!(out.status, SlideStatus::Slid);
    /// assert_eq!(out.contacts()[0].triangle, 0);
    /// assert!((out.center.x - 1.49).abs() < 1e-4, "the skin of 1 cm is kept");
    /// assert!((out.center.z - 1.0).abs() < 1e-4, "the way along the wall is free");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn slide(
        &self,
        shape: &Ellipsoid,
        center: Vec3,
        displacement: Vec3,
        settings: &SlideSettings,
        scratch: &mut Scratch,
    ) -> SlideOutcome {
        let mut outcome = SlideOutcome::NOTHING;
        self.slide_to(shape, center, displacement, settings, scratch, &mut outcome);
        outcome
    }

    /// The same, written where it is wanted: an outcome is a kilobyte, and would be copied on the way out.
    #[inline(never)]
    fn slide_to(
        &self,
        shape: &Ellipsoid,
        center: Vec3,
        displacement: Vec3,
        settings: &SlideSettings,
        scratch: &mut Scratch,
        outcome: &mut SlideOutcome,
    ) {
        let checked = check_center(center).and_then(|()| check_move(displacement)).and_then(|()| settings.check());
        if let Err(error) = checked {
            return outcome.end_at(center, &SlideEnd::refused(error));
        }
        let (tree, shape, desired, mut position) = (&self.tree, *shape, displacement, Position::new(center));
        let slide = Slide {
            tree,
            shape,
            position: &mut position,
            desired,
            settings,
            block_cache: None,
            observer: &mut *outcome,
            scratch,
        };
        let end = self.lanes.run(slide);
        outcome.end_at(position.high, &end);
    }
}
