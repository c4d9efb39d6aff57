//! Settings of a slide, and the rules that its loop derives from them.

use crate::base::field::Field;
use crate::base::input_error::{InputError, check_number};
use crate::base::tolerance::{LEAST_WALK_COSINE, MAX_ITERATIONS, MAX_RADIUS};
use crate::mesh::sides::Sides;
use crate::world::filter::Filter;

/// Settings of one slide.
///
/// Fields may be added in a minor version: end with `..SlideSettings::default()`.
///
/// ```
/// use sweep8::SlideSettings;
///
/// let careful = SlideSettings { skin: 0.02, ..SlideSettings::default() };
/// assert_eq!(careful.max_iterations, 8);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct SlideSettings {
    /// Gap kept to every surface, metres along the contact normal; 0 to [`MAX_RADIUS`](crate::limits::MAX_RADIUS). It
    /// has to be larger than half the last place of the coordinates (0.5 mm at 10 km), or rounding can eat it. Default
    /// 0.01.
    #[doc(alias("padding", "margin", "contact offset"))]
    pub skin: f32,
    /// Maximum number of sweeps in each pass of a slide, `1..=8`. Default 8.
    pub max_iterations: u32,
    /// Sides of triangles that block the slide. Default [`Sides::Both`].
    #[doc(alias = "back-face culling")]
    pub sides: Sides,
    /// [Layers](crate::World::set_layers) of the instances that block the slide, a bit each. Default: all.
    #[doc(alias("mask", "collision mask"))]
    pub layers: u32,
}

impl Default for SlideSettings {
    fn default() -> Self {
        Self { skin: 0.01, max_iterations: 8, sides: Sides::Both, layers: Filter::ALL_LAYERS }
    }
}

impl SlideSettings {
    pub(crate) fn check(&self) -> Result<(), InputError> {
        check_number(Field::Skin, self.skin, 0.0, MAX_RADIUS)?;
        check_number(Field::MaxIterations, self.max_iterations as f32, 1.0, MAX_ITERATIONS as f32)
    }
}

/// The part of the desired speed that stays the same on a slope.
///
/// ```
/// use sweep8::{CharacterSettings, SlopeSpeed};
///
/// let hiker = CharacterSettings { slope_speed: SlopeSpeed::Along, ..CharacterSettings::default() };
/// assert_ne!(hiker, CharacterSettings::default());
/// ```
#[doc(alias = "floor constant speed")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum SlopeSpeed {
    /// Slopes do not change the level part of the desired speed: the speed as seen from above.
    #[default]
    Level,
    /// Slopes do not change the speed along the surface: on a slope, the character's level speed is lower.
    Along,
}

/// Settings that one slide works with: those of the caller, and for a character its steepest slope, stair steps and snap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SlideRules {
    pub(crate) skin: f32,
    pub(crate) max_iterations: u32,
    pub(crate) sides: Sides,
    pub(crate) layers: u32,
    /// Cosine between contact normal and up direction on the steepest slope that the character can stand on.
    pub(crate) slope_cosine: f32,
    /// Height of the highest stair step that the character climbs, metres; 0 for a character that slides instead of walking.
    pub(crate) step_height: f32,
    pub(crate) snap_distance: f32,
    pub(crate) slope_speed: SlopeSpeed,
    /// Whether the character walks on ground: steps carry it.
    pub(crate) walks: bool,
}

impl SlideRules {
    pub(crate) fn new(settings: &SlideSettings, slope_cosine: f32) -> Self {
        let &SlideSettings { skin, max_iterations, sides, layers } = settings;
        let (step_height, snap_distance, slope_speed) = (0.0, 0.0, SlopeSpeed::Level);
        Self {
            skin,
            max_iterations,
            sides,
            layers,
            slope_cosine,
            step_height,
            snap_distance,
            slope_speed,
            walks: false,
        }
    }

    /// Cosine of the steepest slope that is walked on; on a steeper one a character would rise by a multiple of its level motion.
    #[inline(always)]
    pub(crate) fn walk_cosine(&self) -> f32 {
        self.slope_cosine.max(LEAST_WALK_COSINE)
    }

    /// Query filter that selects what blocks the slide: its sides and layers, no sensors.
    pub(crate) fn filter(&self) -> Filter {
        Filter { sides: self.sides, layers: self.layers, ..Filter::default() }
    }
}
