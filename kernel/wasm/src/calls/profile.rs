//! Shapes and profiles of characters.
//!
//! In: numbers, as `ts/profile.ts` lays them out. Out: checked profiles.

use crate::arguments::vector;
use crate::border::exports;
use crate::exchange::Exchange;
use crate::fault::Fault;
use sweep8::{Axis, CharacterProfile, CharacterSettings, EachOther, Ellipsoid, MoveMode, Shape, Sides, SlopeSpeed};

/// The shape in the arguments: radii, axis of the spine, half of its length.
pub(crate) fn shape(input: &mut Exchange) -> Result<Shape, Fault> {
    let [x, y, z, axis, half_length] = input.numbers()?;
    let ellipsoid = Ellipsoid::new(vector([x, y, z]))?;
    if half_length == 0.0 {
        return Ok(ellipsoid.into());
    }
    let axis = [Axis::X, Axis::Y, Axis::Z].get(axis as usize).copied().ok_or(Fault::Arguments)?;
    Ok(Shape::swept(ellipsoid, axis, half_length as f32)?)
}

exports! {
    /// A profile of a shape, if bit 0 of `given` is set, and 18 numbers: each counts if its bit, from bit 1 on, is set. The others are
    /// the kernel's defaults.
    fn profile_new(given: u32) |state| {
        let usual = CharacterSettings::default();
        let shape = if given & 1 == 0 { usual.shape } else { shape(&mut state.input)? };
        let numbers: [f64; 18] = state.input.numbers()?;
        let number = |place: usize, usual: f32| if given >> (place + 1) & 1 == 0 { usual } else { numbers[place] as f32 };
        let code = |place: usize, usual: u32| if given >> (place + 1) & 1 == 0 { usual } else { numbers[place] as u32 };
        #[allow(clippy::needless_update)] // A later version has more fields.
        let settings = CharacterSettings {
            shape,
            skin: number(0, usual.skin),
            max_iterations: code(1, usual.max_iterations),
            sides: if code(2, 0) == 0 { Sides::Both } else { Sides::Front },
            layers: code(3, usual.layers),
            max_slope_angle: number(4, usual.max_slope_angle),
            mode: if code(5, 0) == 0 { MoveMode::Walk } else { MoveMode::Slide },
            step_height: number(6, usual.step_height),
            snap_distance: number(7, usual.snap_distance),
            slope_speed: if code(8, 0) == 0 { SlopeSpeed::Level } else { SlopeSpeed::Along },
            max_fall_speed: number(9, usual.max_fall_speed),
            drag: number(10, usual.drag),
            air_control: number(11, usual.air_control),
            ground_damping: number(12, usual.ground_damping),
            keeps_ground_velocity: code(13, usual.keeps_ground_velocity.into()) != 0,
            keeps_ground_frame: code(14, usual.keeps_ground_frame.into()) != 0,
            keeps_push_velocity: code(15, usual.keeps_push_velocity.into()) != 0,
            each_other: [EachOther::Ignore, EachOther::Soft, EachOther::Solid].get(code(16, 0) as usize).copied().ok_or(Fault::Arguments)?,
            mass: number(17, usual.mass),
            ..usual
        };
        Ok(state.tables.profiles.add(CharacterProfile::new(&settings)?))
    }
}
