//! Machines, which move instances: the placement of an instance as a function of time alone.
//!
//! In: a placement at rest, a drive, a time in seconds. Out: the placement at that time.
//!
//! A drive moves to and fro along a line or about an axis, at one speed and with a rest at both ends, or turns for
//! ever. It starts and stops at once, which is harder on riders than any real machine. It uses no function of the
//! platform's library, so that the bits are the same everywhere.

use super::scenes::loft::circle;
use glam::{DQuat, Vec3};
use sweep8::Placement;

/// Motion by which a machine moves its instance. Directions and axes are relative to the instance's placement at rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Drive {
    /// The instance moves back and forth along a straight line: lifts, platforms, sliding doors, presses, cars.
    Slide {
        /// Displacement of the instance from one end of its line to the other, metres; not scaled with the instance.
        way: Vec3,
        /// Speed of the instance between the ends of its line, m/s, above 0.
        speed: f32,
        /// Time that the instance rests at each end of its line, seconds.
        rest: f32,
    },
    /// The instance rotates back and forth about an axis through the origin of its mesh: doors, drawbridges.
    Swing {
        /// Axis of the back and forth rotation, unit length.
        axis: Vec3,
        /// Rotation of the instance from one end to the other, as a fraction of a full turn.
        part: f32,
        /// Duration of the rotation from one end to the other, seconds, above 0.
        seconds: f32,
        /// Time that the instance rests at each end of its rotation, seconds.
        rest: f32,
    },
    /// The instance rotates endlessly about an axis through the origin of its mesh: discs, bars.
    Turn {
        /// Axis of the endless rotation, unit length.
        axis: Vec3,
        /// Duration of a full turn of the instance, seconds, above 0.
        seconds: f32,
    },
}

/// A machine of a level: its motion (drive) and a time offset, by which it moves an instance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Machine {
    /// Motion by which the machine moves its instance.
    pub drive: Drive,
    /// Time added to the clock of this machine's drive, seconds, so that machines do not move in step.
    pub ahead: f32,
}

impl Machine {
    /// Returns the placement at time `seconds` of an instance that this machine moves from its placement `rest`.
    #[must_use]
    pub fn placement(&self, rest: &Placement, seconds: f64) -> Placement {
        let time = seconds + f64::from(self.ahead);
        let rotation = rest.rotation.as_dquat().normalize();
        let turned = |axis: Vec3, part: f64| (rotation * turn(axis, part)).normalize().as_quat();
        match self.drive {
            Drive::Slide { way, speed, rest: stop } => {
                let travel = f64::from(way.length()) / f64::from(speed);
                let way = rotation * way.as_dvec3() * there_and_back(time, travel, stop);
                Placement { translation: rest.translation + way, ..*rest }
            }
            Drive::Swing { axis, part, seconds, rest: stop } => {
                let part = f64::from(part) * there_and_back(time, f64::from(seconds), stop);
                Placement { rotation: turned(axis, part), ..*rest }
            }
            Drive::Turn { axis, seconds } => {
                Placement { rotation: turned(axis, (time / f64::from(seconds)).fract()), ..*rest }
            }
        }
    }
}

/// Returns the progress between both ends, 0 to 1, of a drive that takes `travel` seconds each way and rests at both ends.
fn there_and_back(time: f64, travel: f64, rest: f32) -> f64 {
    let rest = f64::from(rest);
    let half = travel + rest;
    let into = time.rem_euclid(2.0 * half);
    if into < half { (into / travel).min(1.0) } else { (1.0 - (into - half) / travel).max(0.0) }
}

/// Returns the rotation about an axis by `part` of a full turn.
fn turn(axis: Vec3, part: f64) -> DQuat {
    let [cosine, sine] = circle(0.5 * part).map(f64::from);
    let [x, y, z] = axis.as_dvec3().to_array().map(|along| along * sine);
    DQuat::from_xyzw(x, y, z, cosine).normalize()
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, Quat};

    #[test]
    fn a_lift_goes_up_rests_comes_down_and_rests() {
        let drive = Drive::Slide { way: Vec3::Y * 3.0, speed: 1.5, rest: 1.0 };
        let height = |seconds| Machine { drive, ahead: 0.0 }.placement(&Placement::at(DVec3::Y), seconds).translation.y;
        let heights = [0.0, 1.0, 2.0, 2.9, 4.0, 5.0, 5.5, 6.0, 7.0].map(height);
        assert_eq!(heights, [1.0, 2.5, 4.0, 4.0, 2.5, 1.0, 1.0, 1.0, 2.5]);
    }

    #[test]
    fn a_door_swings_about_its_hinge_and_a_disc_turns_for_ever() {
        let rest = Placement { rotation: Quat::from_xyzw(0.0, 0.6, 0.0, 0.8), ..Placement::at(DVec3::X) };
        let swing = Drive::Swing { axis: Vec3::Y, part: 0.25, seconds: 1.0, rest: 0.5 };
        let turn = Drive::Turn { axis: Vec3::Y, seconds: 4.0 };
        for drive in [swing, turn] {
            let open = Machine { drive, ahead: 1.0 }.placement(&rest, 0.0);
            let turned = rest.rotation.conjugate() * open.rotation * Vec3::X;
            assert!((turned - Vec3::NEG_Z).length() < 1e-6, "{drive:?}: {turned}");
            assert_eq!(open.translation, rest.translation);
        }
        let once = Machine { drive: turn, ahead: 0.5 }.placement(&rest, 400.0);
        let often = Machine { drive: turn, ahead: 0.5 }.placement(&rest, 0.0);
        assert_eq!(once, often);
    }
}
