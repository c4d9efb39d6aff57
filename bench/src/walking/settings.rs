//! Settings of a simulation: characters, their walks, and the interval of checks.

use crate::walking::walkers::Manner;
use sweep8::{Backend, Capsule, CharacterProfile, CharacterSettings, EachOther, MoveMode, Shape};

/// Settings of a walk: a crowd simulation with checks.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Number of characters in the crowd.
    pub characters: usize,
    /// Number of frames to simulate.
    pub frames: usize,
    /// Number of simulated frames per second, above 0.
    pub hz: u32,
    /// Number of threads of the pool that steps the crowd; 0 means one for each processor.
    pub threads: usize,
    /// Random seed from which start places and desired velocities are drawn.
    pub seed: u64,
    /// Shape of every character.
    pub shape: Shape,
    /// Maximum desired speed of a character, m/s.
    pub speed: f32,
    /// Manner in which the walkers choose their desired velocities.
    pub manner: Manner,
    /// Move mode of every character.
    pub mode: MoveMode,
    /// Response of characters to each other.
    pub each_other: EachOther,
    /// Number of frames between two checks of all characters.
    pub verify_every: usize,
    /// SIMD backend of the kernel.
    pub backend: Backend,
}

impl Settings {
    /// Returns the profile of every character.
    ///
    /// # Panics
    /// Never: shapes are in range, and the other settings are defaults.
    #[must_use]
    pub fn profile(&self) -> CharacterProfile {
        let settings = CharacterSettings {
            shape: self.shape,
            mode: self.mode,
            each_other: self.each_other,
            ..CharacterSettings::default()
        };
        CharacterProfile::new(&settings).expect("a shape that exists, and the default settings")
    }

    /// Returns the command-line options that repeat the walk; `level` is the option that names the level.
    #[must_use]
    pub fn repeat(&self, level: &str) -> String {
        let &Self { characters, frames, hz, seed, speed, manner, mode, each_other, verify_every, .. } = self;
        let (mode, others) = (name_of(mode), name_of_each_other(each_other));
        let shape = option_of(self.shape);
        format!(
            "crowd {level} {shape} --speed {speed} --hz {hz} --walkers {manner} --mode {mode} \
             --neighbours {others} --characters {characters} --frames {frames} --seed {seed} --verify-every {verify_every}"
        )
    }

    /// Returns the time step of a frame, seconds.
    #[must_use]
    pub fn seconds(&self) -> f32 {
        1.0 / self.hz as f32
    }
}

/// Returns the option of the command line that gives this shape: `--radii` of an ellipsoid, `--capsule` of an upright capsule.
#[must_use]
pub fn option_of(shape: Shape) -> String {
    let [x, y, z] = shape.radii().to_array();
    if shape.half_length() == 0.0 {
        return format!("--radii {x},{y},{z}");
    }
    // The height of which the half height is that of the shape to the bit: the nearest one may round to another.
    let height = 2.0 * (shape.half_length() + x);
    let is_that = |height: &f32| Capsule::from_height(x, *height).is_ok_and(|capsule| Shape::from(capsule) == shape);
    let height = [height, height.next_up(), height.next_down()].into_iter().find(is_that).unwrap_or(height);
    format!("--capsule {x},{height}")
}

/// Returns the name of a character's move mode on the command line.
#[must_use]
pub fn name_of(mode: MoveMode) -> &'static str {
    match mode {
        MoveMode::Walk => "walk",
        MoveMode::Slide => "slide",
    }
}

/// Returns the move mode with this name.
///
/// # Errors
/// If no mode has this name.
pub fn mode_of(name: &str) -> Result<MoveMode, String> {
    let modes = [MoveMode::Walk, MoveMode::Slide];
    modes.into_iter().find(|&mode| name_of(mode) == name).ok_or_else(|| "modes are walk or slide".to_owned())
}

/// Returns the name of a response to other characters on the command line.
#[must_use]
pub fn name_of_each_other(each_other: EachOther) -> &'static str {
    match each_other {
        EachOther::Ignore => "ignore",
        EachOther::Soft => "soft",
        EachOther::Solid => "solid",
    }
}

/// Returns the [`EachOther`] with this name.
///
/// # Errors
/// If no [`EachOther`] has this name.
pub fn each_other_of(name: &str) -> Result<EachOther, String> {
    let all = [EachOther::Ignore, EachOther::Soft, EachOther::Solid];
    let named = all.into_iter().find(|&each_other| name_of_each_other(each_other) == name);
    named.ok_or_else(|| "neighbours are ignore, soft or solid".to_owned())
}
