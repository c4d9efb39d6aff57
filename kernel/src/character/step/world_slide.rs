//! `World::slide`: the slide of one shape.

use crate::base::input_error::{InputError, check_move};
use crate::character::model::outcome::SlideOutcome;
use crate::character::model::slide_settings::{SlideRules, SlideSettings};
use crate::character::slide::passes::{Passes, RestsOnEdge};
use crate::character::slide::slide::{Slide, SlideTask};
use crate::frame::position::Position;
use crate::query::scratch::Scratch;
use crate::query::thread_memory::call_memory;
use crate::query::viewpoint::Viewpoint;
use crate::shape::oriented_shape::OrientedShape;
use crate::world::world::World;
use glam::Vec3;

impl World {
    /// Moves `shape` from `position` by `displacement`, sliding along obstacles: one pass of collide and slide,
    /// without gravity. [`move_character`](World::move_character) adds gravity and ground.
    ///
    /// World space, metres. A move that starts clear ends clear, with the skin between shape and surfaces; its path
    /// crosses no triangle and is not longer than the displacement.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{Ellipsoid, Mesh, SlideSettings, SlideStatus, World};
    ///
    /// // A wall across x = 2, and a ball that runs into it at an angle.
    /// let wall = [Vec3::new(2.0, -9.0, -9.0), Vec3::new(2.0, -9.0, 9.0), Vec3::new(2.0, 9.0, 0.0)];
    /// let world = World::from_mesh(Mesh::new(&wall, &[[0, 1, 2]])?);
    /// let ball = Ellipsoid::ball(0.5)?;
    /// let desired = Vec3::new(3.0, 0.0, 1.0);
    /// let out = world.slide(&ball, Vec3::ZERO, desired, &SlideSettings::default())?;
    ///
    /// assert_eq!(out.status, SlideStatus::Slid);
    /// assert_eq!(out.contacts()[0].triangle, 0);
    /// assert!((out.position.to_vec3().x - 1.49).abs() < 1e-4, "the skin of 1 cm is kept");
    /// assert!((out.position.to_vec3().z - 1.0).abs() < 1e-4, "the way along the wall is free");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`InputError`] names what is out of its range: position, displacement, or a setting.
    #[doc(alias("move and slide", "collide and slide"))]
    #[inline]
    pub fn slide(
        &self,
        shape: impl Into<OrientedShape>,
        position: impl Into<Position>,
        displacement: Vec3,
        settings: &SlideSettings,
    ) -> Result<SlideOutcome, InputError> {
        let (shape, position, mut outcome) = (shape.into(), position.into(), SlideOutcome::NOTHING);
        self.slide_to(shape, position, displacement, settings, &mut call_memory(), &mut outcome)?;
        Ok(outcome)
    }

    /// As [`slide`](Self::slide), with the outcome written in place: returning a kilobyte would copy it. Seven arguments: those of
    /// [`slide`](Self::slide), and the outcome.
    #[inline(never)]
    fn slide_to(
        &self,
        shape: OrientedShape,
        start: Position,
        displacement: Vec3,
        settings: &SlideSettings,
        scratch: &mut Scratch,
        outcome: &mut SlideOutcome,
    ) -> Result<(), InputError> {
        let start = start.checked()?;
        check_move(displacement)?;
        settings.check()?;
        let viewpoint = &Viewpoint::new(shape.ellipsoid(), start);
        let mut position = viewpoint.space.position;
        let slide = Slide {
            instances: viewpoint.of(self.solids(settings.layers)),
            shape: shape.shape(),
            position: &mut position,
            before: Vec3::ZERO,
            passes: &Passes {
                displacements: [viewpoint.displacement(displacement), Vec3::ZERO],
                velocities: [Vec3::ZERO; 2],
                began: Vec3::ZERO,
                leaving: None,
                lands: false,
                hovers: false,
                max_fall_speed: f32::MAX,
                up: Vec3::ZERO,
                floor: None,
                rests_on_floor: false,
                edge: RestsOnEdge::No,
                frame: None,
            },
            neighbourhood: None,
            rules: &SlideRules::new(settings, 0.0),
            block_cache: None,
            observer: &mut *outcome,
            scratch,
        };
        let end = self.lanes.run(SlideTask { about: slide });
        outcome.end_at(position, &end);
        if let Some(turn) = viewpoint.turn() {
            outcome.turn_to_world(turn, start);
        }
        Ok(())
    }
}
