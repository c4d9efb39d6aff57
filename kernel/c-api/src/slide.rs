//! One pass of collide and slide, and what it is asked with.

use crate::error::guard;
use crate::error::{Error, s8_code};
use crate::outcome::{s8_outcome, tell};
use crate::pointer::given;
use crate::profile::{shape_of, sides_of};
use crate::types::{s8_dvec3, s8_shape, s8_vec3};
use crate::world::s8_world;
use std::mem::MaybeUninit;
use sweep8::{OrientedShape, SlideSettings};

/// The settings of one slide. `s8_slide_settings_default` suits most.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct s8_slide_settings {
    /// The gap that the slide keeps to all surfaces, metres, 0 to 100000. Default 0.01.
    pub skin: f32,
    /// Largest number of sweeps in the slide, 1 to 8: bounds the work. Default 8.
    pub max_iterations: u32,
    /// The sides of triangles that block the shape: one of `s8_sides`. Default `S8_SIDES_BOTH`.
    pub sides: u32,
    /// The mask of the layers of instances that block the shape, a bit each. Default all.
    pub layers: u32,
}

/// Checks the shape that C passed to a query or slide, and makes the oriented shape of it.
#[inline]
pub(crate) fn body_of(shape: Option<&s8_shape>) -> Result<OrientedShape, Error> {
    let &s8_shape { radii, orientation, spine, spine_axis } = given(shape, "shape")?;
    Ok(OrientedShape::new(shape_of(radii, spine, spine_axis)?, orientation.into())?)
}

impl s8_slide_settings {
    fn checked(&self) -> Result<SlideSettings, Error> {
        let &Self { skin, max_iterations, sides, layers } = self;
        Ok(SlideSettings { skin, max_iterations, sides: sides_of(sides)?, layers })
    }
}

/// The settings that C passed to a slide; NULL: the defaults.
pub(crate) fn settings_of(settings: Option<&s8_slide_settings>) -> Result<SlideSettings, Error> {
    settings.map_or_else(|| Ok(SlideSettings::default()), s8_slide_settings::checked)
}

/// Makes the default settings of a slide.
#[unsafe(no_mangle)]
pub extern "C" fn s8_slide_settings_default() -> s8_slide_settings {
    let SlideSettings { skin, max_iterations, sides, layers } = SlideSettings::default();
    s8_slide_settings { skin, max_iterations, sides: sides as u32, layers }
}

/// Moves a shape from `place` by `displacement`, world space, metres, at most 4096 m along each axis: it slides along
/// what is in its way, without gravity. A move that starts clear ends clear, with the skin between shape and
/// surfaces. Settings NULL: the defaults.
#[unsafe(no_mangle)]
pub extern "C" fn s8_world_slide(
    world: Option<&s8_world>,
    shape: Option<&s8_shape>,
    place: s8_dvec3,
    displacement: s8_vec3,
    settings: Option<&s8_slide_settings>,
    outcome: Option<&mut MaybeUninit<s8_outcome>>,
) -> s8_code {
    guard(|| {
        let (world, shape) = (given(world, "world")?.get(), body_of(shape)?);
        let outcome = given(outcome, "outcome")?;
        let settings = settings_of(settings)?;
        tell(&world.slide(shape, place, displacement.into(), &settings)?, outcome);
        Ok(())
    })
}
