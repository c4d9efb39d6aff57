//! The system that makes the step.

use crate::simulation::Sweep8;
use bevy_ecs::prelude::*;
use bevy_time::Time;
use std::time::Duration;
use sweep8::EventMask;

/// Runs one fixed step of the library: moves colliders to their targets, and all characters.
pub(crate) fn step(
    mut sweep8: ResMut<Sweep8>,
    time: Res<Time>,
    mut sensors_before: Local<u32>,
    mut recorded: Local<Option<EventMask>>,
) {
    let Sweep8 { world, crowd, report, sensors, steps, .. } = &mut *sweep8;
    // After the last sensor is removed, one more step reports the characters that left it.
    let is_wanted = *sensors > 0 || *sensors_before > 0;
    let mask = if is_wanted { EventMask::SENSORS | EventMask::PUSHES } else { EventMask::PUSHES };
    if *recorded != Some(mask) {
        crowd.record_events(mask);
    }
    (*sensors_before, *recorded) = (*sensors, Some(mask));
    if let Ok(step) = world.begin_step(seconds_of(time.delta())) {
        *report = crowd.step_in(&step);
        *steps += 1;
    }
}

/// Returns the time of a step, seconds. Bevy rounds it to nanoseconds; if the rate is a whole number of hertz, this returns the
/// exact quotient, so that a step at 30 Hz has the bits of `1.0 / 30.0`.
fn seconds_of(step: Duration) -> f32 {
    let rate = step.as_secs_f64().recip().round();
    let is_that_rate = rate >= 1.0 && Duration::try_from_secs_f64(rate.recip()) == Ok(step);
    if is_that_rate { rate.recip() as f32 } else { step.as_secs_f32() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_time::Fixed;

    #[test]
    fn a_step_of_a_whole_rate_has_the_bits_of_one_over_it() {
        for rate in 1..=1_000_u16 {
            let step = Time::<Fixed>::from_hz(f64::from(rate)).timestep();
            assert_eq!(seconds_of(step), 1.0 / f32::from(rate), "{rate} Hz");
        }
    }

    #[test]
    fn any_other_step_is_what_it_is() {
        for microseconds in [15_626, 20_001, 1_500_000] {
            let step = Duration::from_micros(microseconds);
            assert_eq!(seconds_of(step), step.as_secs_f32(), "{microseconds} µs");
        }
        assert_eq!(seconds_of(Duration::ZERO), 0.0);
    }
}
