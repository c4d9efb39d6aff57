//! A crowd as users hold it: who is in it, what is asked and set of each, and the step of all of them.
//!
//! In: shapes, positions, desired velocities. Out: new positions, and counts of what happened.

use crate::base::input_error::{InputError, check_center, check_displacement};
use crate::character::ground::Ground;
use crate::character::status::SlideStatus;
use crate::crowd::columns::State;
use crate::crowd::id::CharacterId;
use crate::crowd::report::CrowdReport;
use crate::crowd::rest::Conditions;
use crate::crowd::settings::CrowdSettings;
use crate::crowd::sort::Order;
use crate::crowd::step;
use crate::frame::position::Position;
use crate::query::scratch::Scratch;
use crate::shape::ellipsoid::Ellipsoid;
use crate::world::static_world::World;
use glam::{DVec3, Vec3};
use std::sync::Mutex;

/// Characters that are moved together, one [`step`](Crowd::step) a frame.
///
/// Every character is an [`Ellipsoid`] with a centre and a desired velocity; gravity pulls it, the world stops it.
/// Characters do not collide with each other. See the [crate](crate) for an example.
#[derive(Debug)]
pub struct Crowd {
    settings: CrowdSettings,
    state: State,
    order: Order,
    steps: u64,
    /// Those of the last step.
    conditions: Option<Conditions>,
    /// One for each worker; a worker locks its own, so that no lock ever waits.
    scratches: Vec<Mutex<Scratch>>,
}

impl Crowd {
    /// A crowd without characters. Settings out of their range are refused by [`step`](Crowd::step).
    #[must_use]
    pub fn new(settings: CrowdSettings) -> Self {
        Self {
            settings,
            state: State::default(),
            order: Order::default(),
            steps: 0,
            conditions: None,
            scratches: Vec::new(),
        }
    }

    /// Adds a character at `center`, world space, metres, at rest.
    ///
    /// A centre that [`try_spawn`](Crowd::try_spawn) refuses adds nobody; the id is then one that is not in the crowd.
    pub fn spawn(&mut self, shape: Ellipsoid, center: Vec3) -> CharacterId {
        self.try_spawn(shape, center).unwrap_or_else(|_| CharacterId(self.state.skip_id()))
    }

    /// Adds a character at `center`, world space, metres, at rest.
    ///
    /// # Errors
    /// [`InputError`] names what is wrong with the centre; nobody is added.
    pub fn try_spawn(&mut self, shape: Ellipsoid, center: Vec3) -> Result<CharacterId, InputError> {
        check_center(center)?;
        Ok(CharacterId(self.state.push(shape, Position::new(center))))
    }

    /// Removes a character; false if it is not in the crowd.
    pub fn despawn(&mut self, id: CharacterId) -> bool {
        self.state.remove(id.0)
    }

    /// The settings.
    #[inline]
    #[must_use]
    pub fn settings(&self) -> &CrowdSettings {
        &self.settings
    }

    /// Other settings from the next step on. Out of their range they are refused by [`step`](Crowd::step).
    pub fn set_settings(&mut self, settings: CrowdSettings) {
        self.settings = settings;
    }

    /// The ids of all characters, in no particular order.
    #[must_use]
    pub fn ids(&self) -> impl ExactSizeIterator<Item = CharacterId> + '_ {
        self.state.ids.iter().map(|&id| CharacterId(id))
    }

    /// Number of characters.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.state.len()
    }

    /// Whether there is nobody.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether a character is in the crowd.
    #[inline]
    #[must_use]
    pub fn contains(&self, id: CharacterId) -> bool {
        self.state.slot(id.0).is_some()
    }

    /// Sets the desired velocity, world space, m/s, kept until set again. The same bits again change nothing. A
    /// velocity that is not finite is refused: the old one stays, and the reason is returned; `None` means accepted.
    #[inline]
    pub fn set_velocity(&mut self, id: CharacterId, velocity: Vec3) -> Option<InputError> {
        let Some(slot) = self.state.slot(id.0) else { return Some(InputError::UnknownCharacter) };
        match check_displacement(velocity) {
            Ok(()) => {
                self.state.set_velocity(slot, velocity);
                None
            }
            Err(error) => Some(error),
        }
    }

    /// Puts a character elsewhere, world space, metres, at rest. A bad centre is refused: the character stays, and the
    /// reason is returned; `None` means accepted.
    pub fn set_position(&mut self, id: CharacterId, center: Vec3) -> Option<InputError> {
        let Some(slot) = self.state.slot(id.0) else { return Some(InputError::UnknownCharacter) };
        match check_center(center) {
            Ok(()) => {
                self.state.put(slot, Position::new(center));
                None
            }
            Err(error) => Some(error),
        }
    }

    /// The centre, world space, metres, rounded to `f32`; NaN for a character that is not in the crowd.
    #[inline]
    #[must_use]
    pub fn position(&self, id: CharacterId) -> Vec3 {
        self.state.slot(id.0).map_or(Vec3::NAN, |slot| self.state.positions[slot].high)
    }

    /// The centre as finely as it is kept, world space, metres; NaN for a character that is not in the crowd.
    ///
    /// Far from the origin an `f32` cannot hold a small step; the crowd keeps what is below its last place as well.
    #[inline]
    #[must_use]
    pub fn position_f64(&self, id: CharacterId) -> DVec3 {
        self.state.slot(id.0).map_or(DVec3::NAN, |slot| {
            let position = self.state.positions[slot];
            position.high.as_dvec3() + position.low.as_dvec3()
        })
    }

    /// The desired velocity, world space, m/s.
    #[inline]
    #[must_use]
    pub fn velocity(&self, id: CharacterId) -> Option<Vec3> {
        self.state.slot(id.0).map(|slot| self.state.velocities[slot])
    }

    /// The shape.
    #[inline]
    #[must_use]
    pub fn shape(&self, id: CharacterId) -> Option<Ellipsoid> {
        self.state.slot(id.0).map(|slot| self.state.shapes[slot])
    }

    /// How fast a character falls along gravity, m/s; 0 for one that stands.
    #[inline]
    #[must_use]
    pub fn fall_speed(&self, id: CharacterId) -> Option<f32> {
        self.state.slot(id.0).map(|slot| self.state.fall_speeds[slot])
    }

    /// How the last step ended for a character.
    #[inline]
    #[must_use]
    pub fn status(&self, id: CharacterId) -> Option<SlideStatus> {
        self.state.slot(id.0).map(|slot| self.state.statuses[slot])
    }

    /// What carries a character since the last step.
    #[inline]
    #[must_use]
    pub fn ground(&self, id: CharacterId) -> Option<Ground> {
        self.state.slot(id.0).map(|slot| self.state.grounds[slot])
    }

    /// Moves everybody by `seconds`: the desired displacement, then gravity.
    ///
    /// Runs on the current rayon pool (feature `rayon`, on by default), otherwise on the calling thread; the same bits
    /// either way. Allocates nothing once warm. (Called from outside of a pool, rayon itself allocates a little to hand
    /// the work over; inside `ThreadPool::install` it does not.) A time step or settings out of range move nobody and
    /// are named in the report.
    ///
    /// A character at rest costs next to nothing: if a step left every bit of its state as it was (place, fall speed,
    /// status, ground), the following steps repeat the result instead of moving it, and count it in the report as if it
    /// had moved. This holds as long as its velocity, the settings, `seconds` and the world have the same bits;
    /// [`set_velocity`](Crowd::set_velocity) with other bits and [`set_position`](Crowd::set_position) end the rest of
    /// one character, other settings, another time step or another world those of all. It shows in no result.
    pub fn step(&mut self, world: &World, seconds: f32) -> CrowdReport {
        if let Err(error) = self.settings.check() {
            return CrowdReport { error: Some(error), ..CrowdReport::default() };
        }
        if !(seconds >= 0.0 && seconds.is_finite()) {
            return CrowdReport { error: Some(InputError::TimeStep), ..CrowdReport::default() };
        }
        if seconds == 0.0 {
            return CrowdReport::default();
        }
        let conditions = Some(Conditions::new(&self.settings, seconds, world));
        if self.conditions != conditions {
            self.conditions = conditions;
            self.state.wake_all();
        }
        let every = u64::from(self.settings.sort_every);
        if every != 0 && self.steps.is_multiple_of(every) {
            self.order.sort(&mut self.state);
        }
        self.steps += 1;
        step::step(&mut self.state, &mut self.scratches, world, &self.settings, seconds)
    }

    /// How many characters the next step does not move, under the conditions of the last.
    #[cfg(feature = "inspect")]
    pub(crate) fn count_at_rest(&self) -> usize {
        self.state.resting.iter().flatten().count()
    }

    /// A hash of every bit of the state, in the order of ids: different hashes, different crowds.
    ///
    /// The same on every machine, thread count and sorting.
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        self.state.hash()
    }
}
