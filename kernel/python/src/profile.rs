//! Profiles: the shape of characters, and the rules of their moves.

use crate::arrays::Whole;
use crate::errors::refused;
use crate::shapes::shape_of;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sweep8::{CharacterProfile, CharacterSettings, EachOther, MoveMode, SlopeSpeed};

/// What many characters share: a shape, and how it walks. Every setting has a default; see `docs/character.md` for what each does.
///
/// Lengths in metres, angles in radians, speeds in m/s, mass in kg. `each_other` is "ignore", "soft" or "solid", `mode` "walk" or
/// "slide", `slope_speed` "level" or "along". Raises `ValueError` that names a setting and its range.
#[pyclass(frozen, module = "sweep8")]
#[derive(Clone, Copy)]
pub(crate) struct Profile {
    pub(crate) profile: CharacterProfile,
}

/// One of the named values of a setting.
fn one_of<T: Copy>(field: &str, name: &str, values: &[(&str, T)]) -> PyResult<T> {
    let found = values.iter().find(|(known, _)| *known == name).map(|&(_, value)| value);
    found.ok_or_else(|| {
        let names: Vec<String> = values.iter().map(|(name, _)| format!("{name:?}")).collect();
        PyValueError::new_err(format!("`{field}` is {name:?}, must be one of {}", names.join(", ")))
    })
}

#[pymethods]
impl Profile {
    #[new]
    #[pyo3(signature = (
        shape = None, *, skin = None, max_slope_angle = None, mode = "walk", step_height = None, snap_distance = None,
        slope_speed = "level", max_fall_speed = None, drag = None, air_control = None, ground_damping = None,
        keeps_ground_velocity = true, keeps_ground_frame = false, keeps_push_velocity = false, each_other = "ignore",
        mass = None, layers = None,
    ))]
    #[allow(clippy::too_many_arguments)] // They have names in Python.
    fn new(
        shape: Option<&Bound<'_, PyAny>>,
        skin: Option<f32>,
        max_slope_angle: Option<f32>,
        mode: &str,
        step_height: Option<f32>,
        snap_distance: Option<f32>,
        slope_speed: &str,
        max_fall_speed: Option<f32>,
        drag: Option<f32>,
        air_control: Option<f32>,
        ground_damping: Option<f32>,
        keeps_ground_velocity: bool,
        keeps_ground_frame: bool,
        keeps_push_velocity: bool,
        each_other: &str,
        mass: Option<f32>,
        layers: Option<Whole>,
    ) -> PyResult<Self> {
        let usual = CharacterSettings::default();
        let settings = CharacterSettings {
            shape: shape.map_or(Ok(usual.shape), shape_of)?,
            skin: skin.unwrap_or(usual.skin),
            layers: layers.map_or(Ok(usual.layers), |layers| layers.bits("layers"))?,
            max_slope_angle: max_slope_angle.unwrap_or(usual.max_slope_angle),
            mode: one_of("mode", mode, &[("walk", MoveMode::Walk), ("slide", MoveMode::Slide)])?,
            step_height: step_height.unwrap_or(usual.step_height),
            snap_distance: snap_distance.unwrap_or(usual.snap_distance),
            slope_speed: one_of(
                "slope_speed",
                slope_speed,
                &[("level", SlopeSpeed::Level), ("along", SlopeSpeed::Along)],
            )?,
            max_fall_speed: max_fall_speed.unwrap_or(usual.max_fall_speed),
            drag: drag.unwrap_or(usual.drag),
            air_control: air_control.unwrap_or(usual.air_control),
            ground_damping: ground_damping.unwrap_or(usual.ground_damping),
            keeps_ground_velocity,
            keeps_ground_frame,
            keeps_push_velocity,
            each_other: one_of(
                "each_other",
                each_other,
                &[("ignore", EachOther::Ignore), ("soft", EachOther::Soft), ("solid", EachOther::Solid)],
            )?,
            mass: mass.unwrap_or(usual.mass),
            ..usual
        };
        Ok(Self { profile: CharacterProfile::new(&settings).map_err(refused)? })
    }

    fn __repr__(&self) -> String {
        format!("<sweep8.Profile {:?}>", self.profile.settings())
    }
}
