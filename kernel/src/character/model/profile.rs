//! A profile: the shape and the rules of moves that many characters share.

use crate::base::field::Field;
use crate::base::input_error::{InputError, check_number};
use crate::base::tolerance::{MAX_DISPLACEMENT, MAX_MASS, MAX_RADIUS, MIN_MASS, SLOPE_ROUNDING};
use crate::character::model::slide_settings::{SlideRules, SlideSettings, SlopeSpeed};
use crate::frame::position::Position;
use crate::mesh::sides::Sides;
use crate::shape::axis::Axis;
use crate::shape::ellipsoid::{Ellipsoid, touching};
use crate::shape::swept_ellipsoid::Shape;
use core::f32::consts::FRAC_PI_2;
use glam::Vec3;

/// Settings of a character, to be checked by [`CharacterProfile::new`]. The defaults suit a human of 1.8 m.
///
/// Fields may be added in a minor version: end with `..CharacterSettings::default()`.
///
/// Guide: `docs/character.md`, of the [guides](crate#guides), draws what each setting does.
///
/// ```
/// use glam::Vec3;
/// use sweep8::{CharacterProfile, CharacterSettings, Ellipsoid};
///
/// let goat = CharacterSettings {
///     shape: Ellipsoid::new(Vec3::new(0.3, 0.4, 0.5))?.into(),
///     max_slope_angle: 65_f32.to_radians(),
///     ..CharacterSettings::default()
/// };
/// let profile = CharacterProfile::new(&goat)?;
/// assert_eq!(profile.settings().skin, 0.01);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default, deny_unknown_fields))]
pub struct CharacterSettings {
    /// Shape of the character's body: an [`Ellipsoid`], a [`Capsule`](crate::Capsule), or a [`Shape`]. Default: an ellipsoid with
    /// radii (0.4, 0.9, 0.4) m.
    pub shape: Shape,
    /// Gap that the body keeps to surfaces, metres, see [`SlideSettings::skin`]. Default 0.01.
    #[doc(alias("padding", "margin", "contact offset"))]
    pub skin: f32,
    /// Maximum number of sweeps in each pass of a move, see [`SlideSettings::max_iterations`], `1..=8`. Default 8.
    pub max_iterations: u32,
    /// Sides of triangles that block the character, see [`SlideSettings::sides`].
    pub sides: Sides,
    /// Layers of instances that block the character, see [`SlideSettings::layers`].
    #[doc(alias("mask", "collision mask"))]
    pub layers: u32,
    /// The steepest slope that can be stood on, between its normal and up, radians, 0 to π/2. A character slides down steeper
    /// ones; to its desired velocity they are walls. Default 0.872 664 6, 50°.
    #[doc(alias = "floor angle")]
    pub max_slope_angle: f32,
    /// Mode of the character's motion on the ground. Default [`MoveMode::Walk`], which uses the next three settings.
    pub mode: MoveMode,
    /// Height of the highest stair step to climb, metres, 0 to [`MAX_RADIUS`](crate::limits::MAX_RADIUS); 0: none. Default 0.4.
    #[doc(alias("step offset", "autostep", "stair stepping"))]
    pub step_height: f32,
    /// Largest distance by which a character snaps down to the ground, over crests and down stairs, metres, 0 to
    /// [`MAX_RADIUS`](crate::limits::MAX_RADIUS). Default 0.4.
    #[doc(alias("snap to ground", "stick to floor", "floor snap length"))]
    pub snap_distance: f32,
    /// Part of the desired speed (level or along the slope) that slopes do not change. Default: the level part.
    pub slope_speed: SlopeSpeed,
    /// Largest speed of the character's fall, m/s, 0 or more; bounds the distance within which one step gathers triangles. Default 55.
    #[doc(alias = "terminal velocity")]
    pub max_fall_speed: f32,
    /// Drag of the velocity of a fall, a jump or a push in the air, 1/s, 0 or more: the velocity decays by `e^-drag·t`, and a fall tends to
    /// the speed `gravity / drag`. The same at any time step. Default 0.
    #[doc(alias("linear damping", "air resistance"))]
    pub drag: f32,
    /// Fraction of the desired velocity that acts on the character in the air, 0 to 1. Default 1.
    pub air_control: f32,
    /// Damping of the velocity along the ground, 1/s, as after an impulse or a fall: the velocity decays by `e^-ground_damping·t`. The
    /// [friction](crate::Material::friction) of the ground slows it, too. Alike at any time step: in mode
    /// [`Walk`](crate::MoveMode::Walk) on any floor, in mode [`Slide`](crate::MoveMode::Slide) on level ones. Default 10.
    pub ground_damping: f32,
    /// Whether a character that leaves moving ground, by a jump or over its edge, keeps the velocity of that ground, and gives up
    /// as much when it comes to moving ground. Default true.
    #[doc(alias = "platform velocity")]
    pub keeps_ground_velocity: bool,
    /// Whether a character that leaves moving ground keeps that ground as its frame of reference, until it lands: in the air the
    /// ground's exact motion carries it, and its velocity is relative to the ground. A steep surface that it slides down is its frame
    /// meanwhile, and after that if it moves. For ships and trains that turn and accelerate.
    /// See [`CharacterState::set_frame`](crate::CharacterState::set_frame). Default false.
    #[doc(alias("moving base", "parent to platform"))]
    pub keeps_ground_frame: bool,
    /// Whether a standing character that a moving instance pushes keeps the velocity of the push along the ground, which
    /// [`ground_damping`](Self::ground_damping) takes from it; in the air it always does. Default false.
    #[doc(alias = "knock-back")]
    pub keeps_push_velocity: bool,
    /// Response of the character to other characters. Default [`EachOther::Ignore`], which costs no time.
    #[doc(alias("character collision", "crowd collision"))]
    pub each_other: EachOther,
    /// Mass of the character, kg, 0.001 to 1e9. Of two characters that meet, the heavier one is pushed and slowed less. Default 80.
    pub mass: f32,
}

impl Default for CharacterSettings {
    fn default() -> Self {
        let SlideSettings { skin, max_iterations, sides, layers } = SlideSettings::default();
        Self {
            shape: Ellipsoid::HUMAN.into(),
            skin,
            max_iterations,
            sides,
            layers,
            max_slope_angle: 0.872_664_6,
            mode: MoveMode::default(),
            step_height: 0.4,
            snap_distance: 0.4,
            slope_speed: SlopeSpeed::default(),
            max_fall_speed: 55.0,
            drag: 0.0,
            air_control: 1.0,
            ground_damping: 10.0,
            keeps_ground_velocity: true,
            keeps_ground_frame: false,
            keeps_push_velocity: false,
            each_other: EachOther::default(),
            mass: 80.0,
        }
    }
}

/// Checked settings of a character, shared by many characters.
///
/// ```
/// let human = sweep8::CharacterProfile::default();
/// assert_eq!(human.shape().radii().y, 0.9);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CharacterProfile {
    settings: CharacterSettings,
    pub(crate) rules: SlideRules,
}

impl Default for CharacterProfile {
    fn default() -> Self {
        Self::of(CharacterSettings::default())
    }
}

impl CharacterProfile {
    /// A profile of these settings.
    ///
    /// # Errors
    /// [`InputError`] names the setting that is out of its range.
    pub fn new(settings: &CharacterSettings) -> Result<Self, InputError> {
        settings.slide().check()?;
        check_number(Field::MaxSlopeAngle, settings.max_slope_angle, 0.0, FRAC_PI_2)?;
        check_number(Field::StepHeight, settings.step_height, 0.0, MAX_RADIUS)?;
        check_number(Field::SnapDistance, settings.snap_distance, 0.0, MAX_RADIUS)?;
        check_number(Field::MaxFallSpeed, settings.max_fall_speed, 0.0, MAX_DISPLACEMENT)?;
        check_number(Field::Drag, settings.drag, 0.0, MAX_DISPLACEMENT)?;
        check_number(Field::AirControl, settings.air_control, 0.0, 1.0)?;
        check_number(Field::GroundDamping, settings.ground_damping, 0.0, MAX_DISPLACEMENT)?;
        check_number(Field::Mass, settings.mass, MIN_MASS, MAX_MASS)?;
        Ok(Self::of(*settings))
    }

    /// Makes the default character profile, but with this body shape.
    #[must_use]
    pub fn of_shape(shape: impl Into<Shape>) -> Self {
        Self::of(CharacterSettings { shape: shape.into(), ..CharacterSettings::default() })
    }

    fn of(settings: CharacterSettings) -> Self {
        // A slope of exactly that angle carries, wherever it is touched. The cosine of π/2 rounded to `f32` is below 0.
        let slope_cosine = (libm::cosf(settings.max_slope_angle) - SLOPE_ROUNDING).max(0.0);
        let CharacterSettings { mode, step_height, snap_distance, slope_speed, .. } = settings;
        // A character that slides has no steps: their edges do not carry it where a fall ends, either.
        let walks = mode == MoveMode::Walk;
        let step_height = if walks { step_height } else { 0.0 };
        let slide = SlideRules::new(&settings.slide(), slope_cosine);
        Self { settings, rules: SlideRules { step_height, snap_distance, slope_speed, walks, ..slide } }
    }

    /// Settings from which the character profile was made.
    #[inline]
    #[must_use]
    pub fn settings(&self) -> &CharacterSettings {
        &self.settings
    }

    /// Shape of the character's body.
    #[inline]
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.settings.shape
    }

    /// Distance from the centre of an unturned body down to its lowest point along `up`, metres.
    #[inline]
    #[must_use]
    pub fn feet_below(&self, up: Vec3) -> f32 {
        self.settings.shape.extent(up)
    }

    /// The centre of an upright character that stands on a level floor at `floor`, world space, metres: its feet and its skin above
    /// that point along `up`, a direction of unit length. With `up` zero, where nothing is up, the centre is at `floor`.
    ///
    /// ```
    /// use glam::Vec3;
    /// use sweep8::{CharacterProfile, Crowd, CrowdSettings};
    ///
    /// let (mut crowd, person) = (Crowd::new(CrowdSettings::default())?, CharacterProfile::default());
    /// let id = crowd.spawn(&person, Vec3::ZERO)?;
    /// crowd.teleport(id, person.standing_on(Vec3::new(5.0, 0.0, 0.0), Vec3::Y))?;
    /// assert!((crowd.feet(id)?.to_vec3() - Vec3::new(5.0, 0.01, 0.0)).length() < 1e-6, "the skin is between feet and floor");
    /// # Ok::<(), sweep8::InputError>(())
    /// ```
    #[doc(alias("foot position", "setFootPosition"))]
    #[must_use]
    pub fn standing_on(&self, floor: impl Into<Position>, up: Vec3) -> Position {
        floor.into() + up * (self.feet_below(up) + self.settings.skin)
    }

    /// Whether characters with this profile respond to other characters.
    #[inline(always)]
    pub(crate) fn meets_others(&self) -> bool {
        self.settings.each_other != EachOther::Ignore
    }

    /// Vector of [`touching`] for the unturned body grown by the skin, from its touched point to its centre, metres.
    #[inline(always)]
    pub(crate) fn touching(&self, normal: Vec3) -> Vec3 {
        let CharacterSettings { shape, skin, .. } = &self.settings;
        if shape.has_spine() {
            return self.touching_with_spine(normal);
        }
        touching(shape.radii() + Vec3::splat(*skin), normal)
    }

    #[inline(never)]
    fn touching_with_spine(&self, normal: Vec3) -> Vec3 {
        self.settings.shape.grown(self.settings.skin).touching(normal)
    }

    /// Contents of the profile as numbers, for saves and comparison; equal numbers mean equal profiles.
    pub(crate) fn bits(&self) -> ProfileBits {
        // Without `..`, so that a new setting is not forgotten here.
        let CharacterSettings {
            shape,
            skin,
            max_iterations,
            sides,
            layers,
            max_slope_angle,
            mode,
            step_height,
            snap_distance,
            slope_speed,
            max_fall_speed,
            drag,
            air_control,
            ground_damping,
            keeps_ground_velocity,
            keeps_ground_frame,
            keeps_push_velocity,
            each_other,
            mass,
        } = self.settings;
        let [x, y, z] = shape.radii().to_array().map(f32::to_bits);
        let [skin, slope, fall, air, damping] =
            [skin, max_slope_angle, max_fall_speed, air_control, ground_damping].map(f32::to_bits);
        let [step, snap] = [step_height, snap_distance].map(f32::to_bits);
        let codes = u32::from(keeps_ground_velocity)
            | (mode as u32) << 1
            | (slope_speed as u32) << 2
            | (each_other as u32) << EACH_OTHER_SHIFT
            | u32::from(keeps_ground_frame) << KEEPS_FRAME_SHIFT
            | u32::from(keeps_push_velocity) << KEEPS_PUSH_SHIFT;
        let [mass, drag] = [mass, drag].map(f32::to_bits);
        let (half_length, axis) = (shape.half_length().to_bits(), shape.axis().code());
        [
            x,
            y,
            z,
            skin,
            max_iterations,
            sides as u32,
            slope,
            fall,
            air,
            damping,
            codes,
            layers,
            step,
            snap,
            mass,
            drag,
            half_length,
            axis,
        ]
    }

    /// Makes a profile from its contents as numbers, see [`bits`](Self::bits); an error if a number is out of range.
    pub(crate) fn of_bits(bits: ProfileBits) -> Result<Self, InputError> {
        let [
            x,
            y,
            z,
            skin,
            max_iterations,
            sides,
            slope,
            fall,
            air,
            damping,
            codes,
            layers,
            step,
            snap,
            mass,
            drag,
            half_length,
            axis,
        ] = bits;
        let radii = Vec3::from_array([x, y, z].map(f32::from_bits));
        let Ok(ellipsoid) = Ellipsoid::new(radii) else {
            return Err(InputError::out_of_range(Field::Profile, radii.min_element()));
        };
        // Without a spine the axis is y: equal profiles have equal numbers.
        let known = Axis::of_code(axis).filter(|axis| half_length != 0 || *axis == Axis::Y);
        let Some(axis) = known else { return Err(InputError::out_of_range(Field::Spine, axis as f32)) };
        let half_length = f32::from_bits(half_length);
        let Ok(shape) = Shape::swept(ellipsoid, axis, half_length) else {
            return Err(InputError::out_of_range(Field::Spine, half_length));
        };
        let [skin, max_slope_angle, max_fall_speed, air_control, ground_damping] =
            [skin, slope, fall, air, damping].map(f32::from_bits);
        let sides = match sides {
            0 => Sides::Both,
            1 => Sides::Front,
            other => return Err(InputError::out_of_range(Field::Code, other as f32)),
        };
        let [frame, push] = [KEEPS_FRAME_SHIFT, KEEPS_PUSH_SHIFT].map(|shift| 1 << shift);
        let each_other = match (codes & !(frame | push)) >> EACH_OTHER_SHIFT {
            0 => EachOther::Ignore,
            1 => EachOther::Soft,
            2 => EachOther::Solid,
            _ => return Err(InputError::out_of_range(Field::Code, codes as f32)),
        };
        let [step_height, snap_distance] = [step, snap].map(f32::from_bits);
        Self::new(&CharacterSettings {
            keeps_ground_velocity: codes & 1 == 1,
            keeps_ground_frame: codes & frame != 0,
            keeps_push_velocity: codes & push != 0,
            mode: if codes & 2 == 0 { MoveMode::Walk } else { MoveMode::Slide },
            slope_speed: if codes & 4 == 0 { SlopeSpeed::Level } else { SlopeSpeed::Along },
            step_height,
            snap_distance,
            layers,
            shape,
            skin,
            max_iterations,
            sides,
            max_slope_angle,
            max_fall_speed,
            air_control,
            ground_damping,
            each_other,
            mass: f32::from_bits(mass),
            drag: f32::from_bits(drag),
        })
    }
}

/// Contents of a character profile as numbers, see [`CharacterProfile::bits`].
pub(crate) type ProfileBits = [u32; PROFILE_WORDS];

/// Number of words in the contents of a character profile, [`ProfileBits`].
pub(crate) const PROFILE_WORDS: usize = 18;

/// Position of the lowest bit of the setting `each_other` in the word of a profile that combines its codes.
const EACH_OTHER_SHIFT: u32 = 3;

/// Position of the bit of `keeps_ground_frame` in the word of codes; `KEEPS_PUSH_SHIFT`: of `keeps_push_velocity`.
const KEEPS_FRAME_SHIFT: u32 = 5;
const KEEPS_PUSH_SHIFT: u32 = 6;

impl CharacterSettings {
    fn slide(&self) -> SlideSettings {
        let &Self { skin, max_iterations, sides, layers, .. } = self;
        SlideSettings { skin, max_iterations, sides, layers }
    }
}

/// The mode of moves on the ground.
///
/// ```
/// use sweep8::{CharacterProfile, CharacterSettings, MoveMode};
///
/// // A character far away, with a cheaper mode.
/// let far = CharacterSettings { mode: MoveMode::Slide, ..CharacterSettings::default() };
/// assert_eq!(CharacterProfile::new(&far)?.settings().mode, MoveMode::Slide);
/// # Ok::<(), sweep8::InputError>(())
/// ```
#[doc(alias("level of detail", "walking"))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum MoveMode {
    /// The character follows the ground up and down, climbs stair steps, stays on the ground over crests, and keeps its desired speed.
    #[default]
    Walk,
    /// Makes one pass of collide and slide for the desired displacement, and one for the fall. Cheaper, but slopes slow the character
    /// down, steps are walls, and it flies off crests.
    Slide,
}

/// The response of characters to each other. Of two characters the milder response counts for both: one with
/// [`Ignore`](Self::Ignore) walks through all others, and two are solid only if both are.
///
/// Guide: `docs/neighbours.md`, of the [guides](crate#guides).
///
/// ```
/// use sweep8::{CharacterProfile, CharacterSettings, EachOther};
///
/// let guard = CharacterSettings { each_other: EachOther::Solid, mass: 110.0, ..CharacterSettings::default() };
/// assert_eq!(CharacterProfile::new(&guard)?.settings().each_other, EachOther::Solid);
/// # Ok::<(), sweep8::InputError>(())
/// ```
#[doc(alias("character collision", "crowd collision", "unit collision", "avoidance"))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum EachOther {
    /// The character passes through other characters and does not affect them.
    #[default]
    Ignore,
    /// The character can move into others, and is pushed apart from those that overlap it; the lighter of two is pushed more.
    Soft,
    /// The character stops at others and slides along them; it is pushed only if it overlaps one at the start of a step.
    Solid,
}
