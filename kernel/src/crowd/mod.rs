//! Many characters, moved together.
//!
//! In: shapes, places, wishes. Out: new places, and counts of what happened. State is kept as structure of arrays in an
//! order of place, which is renewed every few steps; a character's result depends on nothing but its own state and the
//! world, so neither that order nor the number of threads shows in it.

mod order;
mod report;
mod rest;
mod state;
mod step;

use crate::ellipsoid::Ellipsoid;
use crate::outcome::{Ground, SlideStatus};
use crate::refusal::{Refusal, check_center, check_displacement};
use crate::scratch::Scratch;
use crate::settings::{GravityPass, SlideSettings};
use crate::sides::Sides;
use crate::space::Place;
use crate::witness::SlideEnd;
use crate::world::World;
use glam::{DVec3, Vec3};
use order::Order;
use rest::Conditions;
use state::State;
use std::sync::Mutex;

pub use report::CrowdReport;

/// Settings of a crowd.
///
/// ```
/// use glam::Vec3;
/// use sweep8::CrowdSettings;
///
/// let on_the_moon = CrowdSettings { gravity: Vec3::new(0.0, -1.62, 0.0), ..CrowdSettings::default() };
/// assert_eq!(on_the_moon.skin, 0.01);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CrowdSettings {
    /// Acceleration of gravity, world space, m/s². Its opposite is up. Default (0, -9.81, 0).
    pub gravity: Vec3,
    /// Largest speed of a fall, m/s, 0 or more. Bounds how much of the world one step looks at. Default 55.
    pub terminal_speed: f32,
    /// As in [`SlideSettings::skin`], metres. Default 0.01.
    pub skin: f32,
    /// As in [`SlideSettings::max_iterations`], `1..=8`. Default 8.
    pub max_iterations: u32,
    /// As in [`SlideSettings::gravity_pass`].
    pub gravity_pass: GravityPass,
    /// As in [`SlideSettings::floor_cosine`], `0..=1`. Default 0.6428, 50°.
    pub floor_cosine: f32,
    /// As in [`SlideSettings::sides`].
    pub sides: Sides,
    /// Steps between two sortings of the state by place; 0 never sorts. Changes speed, not results. Default 16.
    pub sort_every: u32,
}

impl Default for CrowdSettings {
    fn default() -> Self {
        let slide = SlideSettings::default();
        Self {
            gravity: Vec3::new(0.0, -9.81, 0.0),
            terminal_speed: 55.0,
            skin: slide.skin,
            max_iterations: slide.max_iterations,
            gravity_pass: slide.gravity_pass,
            floor_cosine: slide.floor_cosine,
            sides: slide.sides,
            sort_every: 16,
        }
    }
}

impl CrowdSettings {
    /// Speed of a fall after another `seconds` of gravity, m/s.
    #[inline(always)]
    fn faster(&self, fall_speed: f32, seconds: f32) -> f32 {
        (fall_speed + self.gravity.length() * seconds).min(self.terminal_speed)
    }

    /// Speed of a fall after a slide in which it was `fall_speed`, m/s.
    ///
    /// Surfaces that turn a fall aside, one or a crease of several, see its projection and leave its speed: it is that
    /// of the free fall whose projection the motion is, so that sliding down does not depend on the time step. Of a fall
    /// that the bound on sweeps cut short the part goes on that was used.
    #[inline(always)]
    fn fall_speed_after(fall_speed: f32, end: &SlideEnd) -> f32 {
        // Never `-0.0`, which a terminal speed may be.
        if end.ground.is_support() { 0.0 } else { fall_speed * end.fall_part + 0.0 }
    }

    /// The settings with which a step of `seconds` slides a character that falls at `fall_speed`, m/s, before it: what
    /// [`World::slide`] needs to repeat the move of one character.
    #[must_use]
    pub fn slide_settings(&self, fall_speed: f32, seconds: f32) -> SlideSettings {
        self.slide_settings_for(self.down() * (self.faster(fall_speed, seconds) * seconds))
    }

    /// The direction of gravity.
    #[inline(always)]
    fn down(&self) -> Vec3 {
        self.gravity.normalize_or_zero()
    }

    /// The settings of a slide with a gravity of its own, metres.
    #[inline(always)]
    fn slide_settings_for(&self, gravity: Vec3) -> SlideSettings {
        SlideSettings {
            skin: self.skin,
            max_iterations: self.max_iterations,
            gravity,
            gravity_pass: self.gravity_pass,
            floor_cosine: self.floor_cosine,
            sides: self.sides,
        }
    }

    fn check(&self) -> Result<(), Refusal> {
        check_displacement(self.gravity).map_err(|_| Refusal::Settings)?;
        if !(self.terminal_speed >= 0.0 && self.terminal_speed.is_finite()) {
            return Err(Refusal::Settings);
        }
        self.slide_settings(0.0, 0.0).check()
    }
}

/// Names one character of the crowd that gave it. Not reused after [`despawn`](Crowd::despawn); four bytes are kept for
/// each ever given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CharacterId(u32);

impl CharacterId {
    /// The number of the character in the order of spawning, from 0.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Characters that are moved together, one [`step`](Crowd::step) a frame.
///
/// Every character is an [`Ellipsoid`] with a centre and a wished velocity; gravity pulls it, the world stops it.
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
    /// [`Refusal`] names what is wrong with the centre; nobody is added.
    pub fn try_spawn(&mut self, shape: Ellipsoid, center: Vec3) -> Result<CharacterId, Refusal> {
        check_center(center)?;
        Ok(CharacterId(self.state.push(shape, Place::new(center))))
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

    /// Sets the wished velocity, world space, m/s, kept until set again. The same bits again change nothing. A velocity that is not finite is refused: the
    /// old one stays, and the reason is returned; `None` means accepted.
    #[inline]
    pub fn set_velocity(&mut self, id: CharacterId, velocity: Vec3) -> Option<Refusal> {
        let Some(slot) = self.state.slot(id.0) else { return Some(Refusal::UnknownCharacter) };
        match check_displacement(velocity) {
            Ok(()) => {
                self.state.set_velocity(slot, velocity);
                None
            }
            Err(refusal) => Some(refusal),
        }
    }

    /// Puts a character elsewhere, world space, metres, at rest. A bad centre is refused: the character stays, and the
    /// reason is returned; `None` means accepted.
    pub fn set_position(&mut self, id: CharacterId, center: Vec3) -> Option<Refusal> {
        let Some(slot) = self.state.slot(id.0) else { return Some(Refusal::UnknownCharacter) };
        match check_center(center) {
            Ok(()) => {
                self.state.put(slot, Place::new(center));
                None
            }
            Err(refusal) => Some(refusal),
        }
    }

    /// The centre, world space, metres, rounded to `f32`; NaN for a character that is not in the crowd.
    #[inline]
    #[must_use]
    pub fn position(&self, id: CharacterId) -> Vec3 {
        self.state.slot(id.0).map_or(Vec3::NAN, |slot| self.state.places[slot].center)
    }

    /// The centre as finely as it is kept, world space, metres; NaN for a character that is not in the crowd.
    ///
    /// Far from the origin an `f32` cannot hold a small step; the crowd keeps what is below its last place as well.
    #[inline]
    #[must_use]
    pub fn position_f64(&self, id: CharacterId) -> DVec3 {
        self.state.slot(id.0).map_or(DVec3::NAN, |slot| {
            let place = self.state.places[slot];
            place.center.as_dvec3() + place.rest.as_dvec3()
        })
    }

    /// The wished velocity, world space, m/s.
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

    /// Moves everybody by `seconds`: the wish, then gravity.
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
        if let Err(refusal) = self.settings.check() {
            return CrowdReport { refusal: Some(refusal), ..CrowdReport::default() };
        }
        if !(seconds >= 0.0 && seconds.is_finite()) {
            return CrowdReport { refusal: Some(Refusal::TimeStep), ..CrowdReport::default() };
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
