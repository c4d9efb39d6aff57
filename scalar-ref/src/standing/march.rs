//! A walk as the limit of small level increments.
//!
//! In: a domain, a place with its interval, a level displacement. Out: the place where it leads.
//!
//! 1. An increment goes straight where the place ahead carries or a fall begins there.
//! 2. Otherwise it turns: angles to both sides are tried in order, the first that leads on is bisected with the last that did not, and
//!    the smaller of both sides wins. It goes on by the cosine of the angle: the part of the displacement along the border.
//! 3. Where no angle leads on, it stays.

use super::domain::{Domain, Next};
use super::interval::Interval;
use super::turn::least_turn;
use glam::DVec2;

/// Result of an increment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Marched {
    /// It led on, straight or beside a border.
    On,
    /// It stayed.
    Stays,
    /// It led to a place where a fall begins.
    Falls,
}

/// A walker that marches.
#[derive(Clone, Copy, Debug)]
pub struct March {
    /// Level position of the hull's centre.
    pub place: DVec2,
    /// Interval at whose lower end the hull is.
    pub interval: Interval,
}

impl March {
    /// Starts at a place, in the interval with this height of the hull's centre, or the nearest one.
    #[must_use]
    pub fn start(domain: &Domain, place: DVec2, height: f64) -> Option<Self> {
        let interval = domain.places.interval_at(place, height, f64::INFINITY)?;
        Some(Self { place, interval })
    }

    /// Marches by a level displacement in increments of about `increment` metres; stops where a fall begins.
    pub fn advance(&mut self, domain: &Domain, displacement: DVec2, increment: f64) -> Marched {
        let count = (displacement.length() / increment).ceil().max(1.0);
        let mut result = Marched::Stays;
        for _ in 0..count as u32 {
            match self.step(domain, displacement / count) {
                Marched::Falls => return Marched::Falls,
                Marched::On => result = Marched::On,
                Marched::Stays => {}
            }
        }
        result
    }

    /// One increment.
    pub fn step(&mut self, domain: &Domain, ahead: DVec2) -> Marched {
        let turned = |degrees: f64| {
            let turn = DVec2::from_angle(degrees.to_radians());
            let place = self.place + turn.rotate(ahead) * turn.x;
            let next = domain.next(self.place, &self.interval, place);
            (next != Next::Wall).then_some((place, next))
        };
        match least_turn(turned) {
            Some(found) => self.go(found),
            None => Marched::Stays,
        }
    }

    fn go(&mut self, (place, next): (DVec2, Next)) -> Marched {
        match next {
            Next::Carried(interval) => (self.place, self.interval) = (place, interval),
            Next::Falls(interval) => {
                (self.place, self.interval) = (place, interval);
                return Marched::Falls;
            }
            Next::Wall => return Marched::Stays,
        }
        Marched::On
    }
}
