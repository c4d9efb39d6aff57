//! A walking crowd with its checks.
//!
//! In: settings, places to stand; every frame, the stage. Out: counts and paths.
//!
//! On a stage without machines, the paths of several frames are tested together. With machines [`Riders`] tests them
//! during the step, and progress is the character's own motion, without that of its ground.

use crate::checking::hull::Hull;
use crate::checking::{
    Body, FROZEN_SECONDS, FROZEN_STEP, FlickerTracker, Footing, FrozenTracker, StuckTracker, Tree, have_others_near,
    is_frozen, leads_off, left_level, not_finite, overlapping_pairs, penetration, stays,
};
use crate::levels::door::Door;
use crate::levels::rooms::Rooms;
use crate::walking::counts::{Counts, Faults};
use crate::walking::door_places::breadth;
use crate::walking::door_walkers::DoorWalkers;
use crate::walking::riders::Riders;
use crate::walking::saved_walk::{SavedWalk, SavedWalkError, SavedWalker};
use crate::walking::seen::SeenRooms;
use crate::walking::settings::Settings;
use crate::walking::stage::{Judge, Stage};
use crate::walking::tails::Sampler;
use crate::walking::trail::{Frame, Mover, Start};
use crate::walking::walkers::Walkers;
use glam::{DVec3, Vec3};
use rayon::prelude::*;
use std::sync::Arc;
use sweep8::{CharacterId, Crowd, EachOther, Filter, Ground, MoveMode, Shape, World};
use sweep8_scalar_ref::capsule::Capsule;
use sweep8_scalar_ref::slide::HULL_SHARE;
use sweep8_scalar_ref::standing::Limits;

/// Maximum number of characters whose paths are recorded for the picture.
const PATHS: usize = 300;

/// Maximum number of recorded points of each path for the picture.
const PATH_POINTS: usize = 400;

/// Maximum number of centres kept until their paths are tested, about 100 MB for all characters: the memory does not grow if checks
/// are rare.
const TRAIL_POINTS: usize = 1_000_000;

/// Maximum overlap of two characters that is attributed to rounding and not counted, metres.
const OVERLAP: f64 = 1e-6;

/// A character may use at least a quarter of the gap to another one in a step, so one farther away than this many
/// motions of a step has no influence.
const MOTIONS: f64 = 4.0;

/// Walking crowd, with its walkers' decisions and the checks of each character.
pub struct Walk {
    shape: Shape,
    hull: Hull,
    /// Crowd of the kernel with all characters.
    pub crowd: Crowd,
    /// Ids of the characters in the crowd, in the order of their start places.
    pub ids: Vec<CharacterId>,
    /// Records of each character on a level with machines: motion by moving ground, crushed flag, crossed flag.
    pub riders: Riders,
    starts: Vec<Vec3>,
    walkers: Walkers,
    /// Walkers that go through a doorway; if present, they determine the desired velocities instead of `walkers`.
    pub door: Option<DoorWalkers>,
    /// Gap up to which another character may block a character, metres; `None` if characters ignore each other.
    pub others_within: Option<f64>,
    /// True if characters are solid to each other, so that an overlap of two characters is a fault.
    are_solid: bool,
    /// For each character, true if another character was near before the step, so that a standstill is no fault.
    near: Vec<bool>,
    /// Rooms that each character has been in; `None` on a level without rooms.
    pub seen: Option<SeenRooms>,
    tracker: StuckTracker,
    frozen: FrozenTracker,
    flicker: FlickerTracker,
    was_stuck: Vec<bool>,
    /// Records of the frames since paths were last tested, including the last frame that was tested.
    trail: Vec<Frame>,
    /// Record of the frame in progress, which is appended to `trail` after the step.
    next: Frame,
    /// Repeats recorded moves to test their true paths, in a world without machines.
    pub mover: Mover,
    /// First frame since the last check in which each character's path crossed a triangle; `None` without a crossing.
    crossed: Vec<Option<u64>>,
    /// Counts of faults and events that the checks have found so far.
    pub counts: Counts,
    /// First fault of each kind that the checks have found so far, and the places of all.
    pub faults: Faults,
    /// Recorded points of the paths of some characters, world space, metres, for the picture.
    pub paths: Vec<Vec<Vec3>>,
    path_every: usize,
    /// Sampler that records the starts of some moves, to measure these moves after the walk.
    pub sampler: Sampler,
}

impl Walk {
    /// Starts the walk of a crowd at `starts`, world space, metres.
    ///
    /// # Panics
    /// If a start is out of range.
    #[must_use]
    pub fn new(settings: &Settings, judge: &Judge, starts: Vec<Vec3>, rooms: Option<Arc<Rooms>>) -> Self {
        let profile = settings.profile();
        let mut crowd = Crowd::default();
        for &start in &starts {
            crowd.spawn(&profile, start).expect("in range");
        }
        let at: Vec<DVec3> = starts.iter().map(|start| start.as_dvec3()).collect();
        let walkers = Walkers::new(&at, settings.speed, settings.seed);
        let riders = Riders::new(starts.len(), matches!(judge, Judge::Moving(_)));
        Self::of(settings, (crowd, walkers, riders), starts, rooms)
    }

    /// Continues a saved walk; all checks begin anew.
    ///
    /// # Errors
    /// [`SavedWalkError`] if its crowd is invalid, or does not match its walkers.
    pub fn going_on(
        settings: &Settings,
        judge: &Judge,
        saved: &SavedWalk,
        rooms: Option<Arc<Rooms>>,
    ) -> Result<Self, SavedWalkError> {
        let mut crowd = Crowd::default();
        crowd.restore(&saved.crowd).map_err(|cause| SavedWalkError::Refused { what: "crowd", cause })?;
        let is_dense = crowd.ids().enumerate().all(|(number, id)| id.index() == number);
        if !is_dense || crowd.len() != saved.walkers.len() {
            return Err(SavedWalkError::Value { what: "characters" });
        }
        let each = || saved.walkers.iter();
        let walkers = Walkers::going_on(each().map(|one| one.walker));
        let riders = Riders::new(crowd.len(), matches!(judge, Judge::Moving(_)));
        let riders = riders.going_on(each().map(|one| (one.carried, one.is_crushed)));
        Ok(Self::of(settings, (crowd, walkers, riders), each().map(|one| one.start).collect(), rooms))
    }

    fn of(
        settings: &Settings,
        (crowd, walkers, riders): (Crowd, Walkers, Riders),
        starts: Vec<Vec3>,
        rooms: Option<Arc<Rooms>>,
    ) -> Self {
        let (profile, seconds) = (settings.profile(), settings.seconds());
        let ids: Vec<CharacterId> = crowd.ids().collect();
        let at: Vec<DVec3> = ids.iter().map(|&id| crowd.position(id).expect("in the crowd").to_dvec3()).collect();
        let own: Vec<DVec3> = at.iter().enumerate().map(|(index, &at)| riders.own(index, at)).collect();
        let shown = ids.len().min(PATHS);
        let meet = settings.each_other != EachOther::Ignore;
        let within = MOTIONS * f64::from(settings.speed * seconds) + 2.0 * f64::from(profile.settings().skin);
        let mut seen = rooms.clone().map(|rooms| SeenRooms::new(rooms, ids.len()));
        if let Some(seen) = &mut seen {
            at.iter().enumerate().for_each(|(index, &place)| seen.note(index, place));
        }
        Self {
            shape: settings.shape,
            hull: Hull::new(&settings.shape, profile.settings().skin),
            riders,
            crowd,
            walkers: walkers.with_manner(settings.manner, settings.hz).among(rooms),
            door: None,
            others_within: meet.then_some(within),
            are_solid: settings.each_other == EachOther::Solid,
            near: vec![false; ids.len()],
            seen,
            tracker: StuckTracker::new(own.iter().copied()).with_frames_of(seconds),
            frozen: FrozenTracker::new(own).with_frames_of(seconds),
            flicker: FlickerTracker::new(ids.len(), seconds, profile.settings().snap_distance),
            was_stuck: vec![false; ids.len()],
            // Spread over the ids, so that small and large ids are shown alike.
            paths: (0..shown).map(|place| vec![at[place * at.len() / shown].as_vec3()]).collect(),
            trail: vec![Frame { positions: at, ..Frame::default() }],
            next: Frame::default(),
            mover: Mover { profile, seconds },
            crossed: vec![None; ids.len()],
            counts: Counts::default(),
            faults: Faults::default(),
            path_every: settings.frames.div_ceil(PATH_POINTS).max(1),
            sampler: Sampler::new(ids.len(), settings.frames, settings.seed),
            ids,
            starts,
        }
    }

    /// Makes all walkers go through a door from now on; solid walkers give way, because they do not push each other.
    pub fn lead_through(&mut self, door: Door, settings: &Settings) {
        let speeds = self.walkers.states().map(|walker| walker.speed).collect();
        let places: Vec<Vec3> = self.trail[0].positions.iter().map(|place| place.as_vec3()).collect();
        let gives_way = settings.each_other == EachOther::Solid;
        let places = [&self.starts[..], &places];
        self.door = Some(DoorWalkers::new(door, breadth(&self.shape), speeds, places, gives_way, settings.hz));
    }

    /// Returns the walk after `frame` frames as a saved walk; `level` is the text that names the level, and the level's hash.
    #[must_use]
    pub fn saved(&self, settings: &Settings, stage: &Stage, level: (String, u64), frame: u64) -> SavedWalk {
        let each = self.walkers.states().zip(self.riders.states()).zip(&self.starts);
        let walker = |((walker, (carried, is_crushed)), &start)| SavedWalker { walker, start, carried, is_crushed };
        let (mut crowd, mut motion) = (Vec::new(), Vec::new());
        self.crowd.save_into(&mut crowd);
        stage.world.save_motion_into(&mut motion);
        let (level, level_hash) = level;
        let (settings, walkers) = (settings.clone(), each.map(walker).collect());
        SavedWalk { level, level_hash, settings, frame, walkers, crowd, motion }
    }

    /// Updates the desired velocities before frame `frame` of the walk, from 0.
    ///
    /// # Panics
    /// Never: all input to the crowd is in range.
    pub fn turn(&mut self, frame: u64) {
        self.next = Frame::default();
        let now = self.positions();
        if let Some(gap) = self.others_within {
            self.near = have_others_near(&now, Body::from(self.shape).capsule(DVec3::ZERO).half_box(), gap);
        }
        if let Some(door) = &mut self.door {
            door.turn(&now);
        } else {
            self.walkers.look(&now, frame);
        }
        for ((index, &id), &position) in self.ids.iter().enumerate().zip(&now) {
            let own = self.riders.own(index, position);
            let turned = if let Some(door) = &self.door {
                Some(door.velocity(index))
            } else {
                if let Some(speed) = self.walkers.jump(index) {
                    self.crowd.jump(id, speed).expect("in range");
                }
                self.walkers.turn(index, own)
            };
            if let Some(velocity) = turned {
                self.crowd.set_desired_velocity(id, velocity).expect("in range");
            }
            let state = self.crowd.state(id).expect("in the crowd");
            let input = self.crowd.input(id).expect("in the crowd");
            self.next.starts.push(Start::new(state, input));
            self.riders.begin(index, state, input);
        }
        self.sampler.record(|index| self.next.starts[index]);
    }

    /// Records all positions after a frame; the first is 0.
    ///
    /// # Panics
    /// Never: all ids are in the crowd.
    pub fn watch(&mut self, stage: &Stage, frame: usize) {
        let number = frame as u64 + 1;
        let now = self.positions();
        if let Some(door) = &mut self.door {
            door.count(&now);
        }
        for (index, &position) in now.iter().enumerate() {
            if let Some(seen) = &mut self.seen {
                seen.note(index, position);
            }
            let own = self.riders.own(index, position);
            if self.near[index] {
                // Another character may be in the way, so that a standstill need not be a fault.
                self.tracker.restart(index, own);
                self.frozen.restart(index, own);
                self.flicker.restart(index);
                continue;
            }
            self.counts.moves_watched += 1;
            self.watch_ground(stage, number, index, position);
            let velocity = self.door.as_ref().map_or_else(|| self.walkers.velocity(index), |door| door.velocity(index));
            // A patient walker may stand before a wall for longer than that without a fault. The other tracker tests
            // whether a direction near its desired velocity is free.
            let is_patient = self.walkers.is_patient(index) || self.door.is_some();
            let tries = if is_patient { 0.0 } else { velocity.length() };
            self.tracker.frame(index, tries, own);
            if self.frozen.frame(index, velocity, own) {
                let floor = self.crowd.ground(self.ids[index]).ok().and_then(floor_of);
                let settings = self.mover.profile.settings();
                let walked = floor.filter(|_| settings.mode == MoveMode::Walk);
                let walk_cosine = settings.max_slope_angle.cos();
                let (hull, world) = (&mut self.hull, &stage.world);
                let is_frozen = is_frozen(position, velocity, floor, |from, way| match walked {
                    Some(floor) => hull.can_walk(world, from, way, floor, walk_cosine),
                    None => hull.is_free(world, from, way),
                });
                if is_frozen && !self.stays(stage, position, velocity) {
                    self.counts.frozen += 1;
                    self.faults.note("frozen", number, index, position);
                }
            }
        }
        if frame.is_multiple_of(self.path_every) {
            let shown = self.paths.len();
            for (place, path) in self.paths.iter_mut().enumerate() {
                path.push(now[place * now.len() / shown].as_vec3());
            }
        }
        let Judge::Still(tree) = &stage.judge else {
            self.trail[0].positions = now;
            return;
        };
        self.trail.push(Frame { positions: now, ..std::mem::take(&mut self.next) });
        if self.trail.len() * self.ids.len() >= TRAIL_POINTS {
            self.follow_paths(&stage.world, tree, number);
        }
    }

    /// Counts a walker that has just lost its ground for a moment, in a world where nothing moves.
    fn watch_ground(&mut self, stage: &Stage, number: u64, index: usize, position: DVec3) {
        let settings = self.mover.profile.settings();
        let Judge::Still(tree) = &stage.judge else { return };
        if settings.mode != MoveMode::Walk {
            return;
        }
        let state = self.crowd.state(self.ids[index]).expect("in the crowd");
        let ground = state.ground().normal().filter(|_| state.ground().is_grounded());
        let footing = Footing {
            ground: ground.map(|normal| (normal, f64::from(state.ground_point.y))),
            center: position,
            velocity: state.velocity,
            jumped: self.next.starts[index].jump_speed > 0.0,
        };
        let walk_cosine = settings.max_slope_angle.cos();
        let has_floor = |lowest: f64| {
            let reach = (position.y - lowest) as f32;
            let hit = stage.world.ray(state.position, Vec3::NEG_Y, reach, Filter::default());
            matches!(hit, Ok(Some(hit)) if hit.normal.y >= walk_cosine)
        };
        let (hull, limits) = self.judged();
        let leads_off = |centers| leads_off(tree, hull, limits, centers);
        if self.flicker.frame(index, &footing, has_floor, leads_off) {
            self.counts.flicker += 1;
            self.faults.note("flicker", number, index, position);
        }
    }

    /// The hull of a walker, and its limits, for the judge of places.
    fn judged(&self) -> (Body, Limits) {
        let settings = self.mover.profile.settings();
        let limits = Limits {
            slope_cosine: f64::from(settings.max_slope_angle.cos()),
            step_height: f64::from(settings.step_height),
            snap_distance: f64::from(settings.snap_distance),
        };
        (Body::from(self.shape).grown(HULL_SHARE * f64::from(settings.skin)), limits)
    }

    /// Whether a walker at a position makes no way with a desired velocity by the definition of a walk, in a world where nothing moves.
    fn stays(&self, stage: &Stage, position: DVec3, velocity: Vec3) -> bool {
        let Judge::Still(tree) = &stage.judge else { return false };
        let (hull, limits) = self.judged();
        // A march is slow: a tenth of a metre is enough to tell.
        let way = (velocity * FROZEN_SECONDS).with_y(0.0).clamp_length_max(5.0 * FROZEN_STEP);
        let walks = self.mover.profile.settings().mode == MoveMode::Walk;
        walks && stays(tree, hull, limits, position, way.as_dvec3(), f64::from(FROZEN_STEP))
    }

    fn positions(&self) -> Vec<DVec3> {
        self.ids.iter().map(|&id| self.crowd.position(id).expect("in the crowd").to_dvec3()).collect()
    }

    /// Tests the paths so far, the last of which belongs to frame `number`, for crossings, and forgets all but their
    /// ends.
    fn follow_paths(&mut self, world: &World, tree: &Tree, number: u64) {
        let (trail, mover) = (&self.trail, &self.mover);
        self.crossed.par_iter_mut().enumerate().for_each(|(index, crossed)| {
            let mut frames = trail.windows(2);
            let first = frames.position(|two| mover.crosses(world, tree, [&two[0], &two[1]], index));
            *crossed = crossed.or(first.map(|_| number - frames.len() as u64));
        });
        self.trail.drain(..self.trail.len() - 1);
    }

    /// Checks all characters after frame `number` of the run, from 1, and puts back those that left the level.
    ///
    /// # Panics
    /// Never: all input to the crowd is in range.
    pub fn verify(&mut self, stage: &Stage, number: u64) {
        let body = Body::from(self.shape);
        if let Judge::Still(tree) = &stage.judge {
            self.follow_paths(&stage.world, tree, number);
        }
        let now = &self.trail[0].positions;
        let depths: Vec<f64> = match &stage.judge {
            Judge::Still(tree) => now.par_iter().map(|&position| penetration(tree, position, body)).collect(),
            Judge::Moving(machinery) => self.riders.depths(machinery, now, body),
        };
        let mut among_machines = vec![false; self.crossed.len()];
        self.riders.take_crossed(&mut among_machines);
        for (index, (crossed, &depth)) in self.crossed.iter_mut().zip(&depths).enumerate() {
            if let Some(first) = crossed.take().or(among_machines[index].then_some(number)) {
                self.counts.fell_through += 1;
                self.faults.note("fell through", first, index, now[index]);
            }
            if depth > 0.0 {
                self.counts.penetrating += 1;
                self.faults.note("penetrating", number, index, now[index]);
            }
            self.counts.max_penetration = self.counts.max_penetration.max(depth);
            if not_finite(now[index]) {
                self.counts.not_finite += 1;
                self.faults.note("not finite", number, index, now[index]);
            }
        }
        if self.others_within.is_some() {
            let capsules: Vec<Capsule> = now.iter().map(|&center| body.capsule(center)).collect();
            let pairs = overlapping_pairs(&capsules, OVERLAP);
            self.counts.overlapping_pairs += pairs.len() as u64;
            if self.are_solid {
                for &index in pairs.iter().flatten() {
                    self.faults.note("overlapping", number, index, now[index]);
                }
            }
        }

        let hull = &mut self.hull;
        for index in self.tracker.stuck(|index| now[index], |from, way| hull.is_free(&stage.world, from, way)) {
            if !std::mem::replace(&mut self.was_stuck[index], true) {
                self.counts.stuck += 1;
                self.faults.note("stuck", number, index, now[index]);
            }
        }

        let mut from = now.clone();
        let shown = self.paths.len();
        for (index, position) in from.iter_mut().enumerate() {
            let has_left = match &stage.judge {
                Judge::Still(tree) => left_level(tree, *position),
                Judge::Moving(machinery) => machinery.is_left(*position),
            };
            if has_left {
                self.counts.left_level += 1;
                let state = self.crowd.state(self.ids[index]).expect("in the crowd");
                self.faults.see("left the level", number, index, state.last_safe_position.as_dvec3());
                self.crowd.teleport(self.ids[index], self.starts[index]).expect("in range");
                *position = self.starts[index].as_dvec3();
                let own = self.riders.own(index, *position);
                self.tracker.restart(index, own);
                self.frozen.restart(index, own);
                self.flicker.restart(index);
                if let Some(path) = (0..shown).find(|place| place * self.ids.len() / shown == index) {
                    self.paths[path].push(Vec3::NAN);
                }
            }
        }
        self.trail.clear();
        self.trail.push(Frame { positions: from, ..Frame::default() });
    }
}

/// Returns the normal of a ground that is a floor; `None` for other kinds of ground, which have no direction to walk up.
fn floor_of(ground: Ground) -> Option<Vec3> {
    if let Ground::Floor(normal) = ground { Some(normal) } else { None }
}
