//! `World::slide_body`: the slide of a body of several parts.

use crate::base::field::Field;
use crate::base::input_error::{InputError, check_move};
use crate::character::model::body_outcome::BodySlideOutcome;
use crate::character::model::slide_settings::{SlideRules, SlideSettings};
use crate::character::slide::body_slide::{SlideBody, SlidingPart};
use crate::frame::position::Position;
use crate::query::scratch::Scratch;
use crate::query::thread_memory::call_memory;
use crate::query::viewpoint::Viewpoint;
use crate::shape::body::{Body, BodyPart};
use crate::world::world::World;
use core::array;
use core::mem::take;
use glam::Vec3;

impl World {
    /// Moves `body` from `position` by `displacement`, sliding along obstacles, as [`slide`](World::slide) moves one shape: its parts move
    /// as one, without turning, and each keeps its gap. At most [`Body::MAX_SLIDING_PARTS`] parts.
    ///
    /// World space, metres. A body of which all parts start clear ends clear; no part crosses a triangle, and no path is longer than the
    /// displacement. Of a body that overlaps at the start the deepest part pushes the whole body free; where there is no room for all parts
    /// it stays, with the status [`Overlapping`](crate::SlideStatus::Overlapping).
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{Axis, Body, BodyPart, Capsule, Mesh, SlideSettings, World};
    ///
    /// // A horse: a lying trunk, and a neck that stands in front of it and is higher.
    /// let trunk = BodyPart { shape: Capsule::new(0.35, 0.6)?.along(Axis::Z), offset: Vec3::ZERO };
    /// let neck = BodyPart { shape: Capsule::new(0.2, 0.4)?, offset: Vec3::new(0.0, 0.7, 0.9) };
    /// let horse = Body::new(&[trunk, neck])?;
    ///
    /// // A beam across its way, above the trunk.
    /// let beam = [Vec3::new(-9.0, 0.5, 3.0), Vec3::new(0.0, 5.0, 3.0), Vec3::new(9.0, 0.5, 3.0)];
    /// let world = World::from_mesh(Mesh::new(&beam, &[[0, 1, 2]])?);
    /// let out = world.slide_body(&horse, Vec3::ZERO, Vec3::new(0.5, 0.0, 4.0), &SlideSettings::default())?;
    /// let (part, contact) = out.contacts().next().expect("the beam is in the way");
    /// assert_eq!((part, contact.triangle), (1, 0), "the neck touches it");
    /// let center = out.slide.position.to_vec3();
    /// assert!((center - Vec3::new(0.5, 0.0, 3.0 - 0.2 - 0.01 - 0.9)).length() < 1e-3, "{center}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Source: Suter 1999.
    ///
    /// # Errors
    /// [`InputError`] names what is out of its range: the number of parts, the position of the body or of a part, displacement, or a
    /// setting.
    #[doc(alias("compound", "move and slide"))]
    #[inline(never)]
    pub fn slide_body(
        &self,
        body: &Body,
        position: impl Into<Position>,
        displacement: Vec3,
        settings: &SlideSettings,
    ) -> Result<BodySlideOutcome, InputError> {
        self.slide_parts(body.parts(), position.into(), displacement, settings)
    }

    fn slide_parts(
        &self,
        parts: &[BodyPart],
        start: Position,
        displacement: Vec3,
        settings: &SlideSettings,
    ) -> Result<BodySlideOutcome, InputError> {
        let (start, count) = (start.checked()?, parts.len());
        if count > Body::MAX_SLIDING_PARTS {
            return Err(InputError::out_of_range(Field::Parts, count as f32));
        }
        for part in parts {
            start.moved(part.offset).check()?;
        }
        check_move(displacement)?;
        settings.check()?;
        let viewpoints: [Viewpoint; Body::MAX_SLIDING_PARTS] = array::from_fn(|index| {
            let BodyPart { shape, offset } = parts[index.min(count - 1)];
            Viewpoint::new(shape.ellipsoid(), start.moved(offset))
        });
        let sliding: [SlidingPart; Body::MAX_SLIDING_PARTS] = array::from_fn(|index| {
            let (viewpoint, part) = (&viewpoints[index], &parts[index.min(count - 1)]);
            let instances = viewpoint.of(self.solids(settings.layers));
            SlidingPart { viewpoint, instances, shape: part.shape.shape() }
        });
        let mut outcome = BodySlideOutcome::default();
        let (rules, mut memory) = (&SlideRules::new(settings, 0.0), take(&mut call_memory().of_parts));
        if memory.len() < count {
            memory.resize_with(count, Scratch::new);
        }
        let slide =
            SlideBody { parts: &sliding[..count], displacement, rules, memory: &mut memory, outcome: &mut outcome };
        self.lanes.run(slide);
        call_memory().of_parts = memory;
        outcome.slide.position = start.moved(outcome.slide.travel);
        Ok(outcome)
    }
}
