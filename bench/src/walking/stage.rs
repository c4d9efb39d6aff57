//! The stage of a crowd, still or with machines: its world, its judge, and a step of the crowd on it.
//!
//! In: a [`Level`] or [`Parts`]. Out: a [`Stage`], and its steps, timed. A stage without machines is stepped with the
//! simpler calls for a static world.

use crate::checking::Tree;
use crate::levels::door::Door;
use crate::levels::rooms::Rooms;
use crate::levels::{Level, Parts};
use crate::walking::door_places;
use crate::walking::machinery::{self, Machinery};
use crate::walking::places::{self, PlacesError};
use crate::walking::settings::Settings;
use glam::Vec3;
use std::sync::Arc;
use std::time::{Duration, Instant};
use sweep8::{
    Backend, BackendError, Crowd, EachOther, InputError, MeshError, Placement, RestoreError, StepReport, World,
    WorldStep,
};
use thiserror::Error;

/// Level in which a crowd walks.
#[derive(Clone, Copy, Debug)]
pub enum Ground<'a> {
    /// Static level: triangles that never move.
    Still(&'a Level),
    /// Level of mesh instances, some of which move.
    Parts(&'a Parts),
}

impl<'a> From<&'a Level> for Ground<'a> {
    fn from(level: &'a Level) -> Self {
        Self::Still(level)
    }
}

impl<'a> From<&'a Parts> for Ground<'a> {
    fn from(parts: &'a Parts) -> Self {
        Self::Parts(parts)
    }
}

impl Ground<'_> {
    /// Returns the name of the level.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Still(level) => &level.name,
            Self::Parts(parts) => &parts.name,
        }
    }

    /// Returns the rooms of the level; `None` on a level without rooms.
    #[must_use]
    pub fn rooms(&self) -> Option<Arc<Rooms>> {
        match self {
            Self::Still(level) => level.rooms.clone(),
            Self::Parts(_) => None,
        }
    }

    /// Returns a hash of every bit of the level's triangles, as placed at the start.
    #[must_use]
    pub fn hash(&self) -> u64 {
        match self {
            Self::Still(level) => level.hash(),
            Self::Parts(parts) => parts.flattened(0.0).0.hash(),
        }
    }

    /// Returns the doorway that all walkers go through; `None` on a level without a doorway.
    #[must_use]
    pub fn door(&self) -> Option<Door> {
        if let Self::Still(level) = self { level.door } else { None }
    }

    /// Finds start places for the number and shape of characters in the settings, world space, metres.
    ///
    /// # Errors
    /// As [`places::find`].
    pub fn places(&self, world: &World, settings: &Settings) -> Result<Vec<Vec3>, PlacesError> {
        let Settings { ref shape, characters, seed, each_other, .. } = *settings;
        match (self, each_other) {
            (Self::Still(Level { door: Some(door), .. }), _) => Ok(door_places::places(door, shape, characters, seed)),
            (Self::Still(level), EachOther::Ignore) => places::find(level, world, shape, characters, seed),
            (Self::Still(level), _) => places::find_apart(level, world, shape, characters, seed),
            (Self::Parts(parts), EachOther::Ignore) => places::find_among(parts, world, shape, characters, seed),
            (Self::Parts(parts), _) => places::find_apart_among(parts, world, shape, characters, seed),
        }
    }
}

/// Counts the characters of the settings' shape, up to `most`, for which the level's free floor has room without overlaps;
/// `None` where the level cannot be used, which the walk reports.
#[must_use]
pub fn room(ground: Ground, settings: &Settings, most: usize) -> Option<usize> {
    let Settings { ref shape, seed, backend, .. } = *settings;
    match ground {
        Ground::Still(level) => {
            let mut world = World::new().with_backend(backend).ok()?;
            world.add(&level.cook().ok()?, Placement::IDENTITY).ok()?;
            places::room(level, &world, shape, most, seed).ok()
        }
        Ground::Parts(parts) => {
            let world = machinery::world_of(parts, &machinery::cook(parts).ok()?).ok()?.with_backend(backend).ok()?;
            places::room_among(parts, &world, shape, most, seed).ok()
        }
    }
}

/// Error: the world of a level could not be built.
#[derive(Debug, Error)]
pub enum StageError {
    /// Error: a mesh was refused.
    #[error(transparent)]
    Mesh(#[from] MeshError),
    /// Error: the placement of an instance was refused.
    #[error(transparent)]
    Placement(#[from] InputError),
    /// Error: this processor does not support the SIMD backend.
    #[error(transparent)]
    Backend(#[from] BackendError),
}

/// World in which a crowd walks: one copy for the kernel, one for the f64 checks.
#[derive(Debug)]
pub struct Stage {
    /// World of the level in which the kernel moves the crowd.
    pub world: World,
    /// World of the level in f64, for the checks.
    pub judge: Judge,
    /// Time that it took to build the kernel's world.
    pub build: Duration,
}

/// World of a level in f64, for the checks of a crowd's positions and paths.
#[derive(Debug)]
pub enum Judge {
    /// Tree of the triangles of a level without machines.
    Still(Tree),
    /// Static instances and machines of a level with machines.
    Moving(Box<Machinery>),
}

/// Result of one step of a crowd: the kernel's counts, time and allocations.
#[derive(Clone, Copy, Debug)]
pub struct Stepped {
    /// Counts that the kernel reports for the step.
    pub report: StepReport,
    /// Duration of the step; with machines, from setting the first target to the end of the step.
    pub time: Duration,
    /// Number of heap allocations during the step.
    pub allocations: u64,
}

impl Stage {
    /// Builds the world.
    ///
    /// # Errors
    /// [`StageError`] says what was refused.
    pub fn new(ground: Ground, backend: Backend) -> Result<Self, StageError> {
        match ground {
            Ground::Still(level) => {
                let started = Instant::now();
                let mut world = World::new().with_backend(backend)?;
                world.add(&level.cook()?, Placement::IDENTITY)?;
                let build = started.elapsed();
                Ok(Self { world, judge: Judge::Still(Tree::new(&level.positions, &level.triangles)), build })
            }
            Ground::Parts(parts) => {
                let started = Instant::now();
                let meshes = machinery::cook(parts)?;
                let world = machinery::world_of(parts, &meshes)?.with_backend(backend)?;
                let build = started.elapsed();
                let machinery = Machinery::new(parts, &world);
                Ok(Self { world, judge: Judge::Moving(Box::new(machinery)), build })
            }
        }
    }

    /// Restores all placements at a time, seconds, from the saved [motion of the world](World::save_motion_into).
    ///
    /// # Errors
    /// As [`World::restore_motion`].
    pub fn restore(&mut self, motion: &[u8], time: f64) -> Result<(), RestoreError> {
        self.world.restore_motion(motion)?;
        if let Judge::Moving(machinery) = &mut self.judge {
            machinery.turn(time);
        }
        Ok(())
    }

    /// Puts moved instances, given by their indices, at their places at a time, seconds; all others stay at their first
    /// places.
    ///
    /// # Errors
    /// The index of the instance that is missing or refused, and the reason.
    pub fn go_on_from(&mut self, moved: &[(u32, Placement)], time: f64) -> Result<(), (u32, InputError)> {
        let ids: Vec<_> = self.world.instances().collect();
        for &(index, placement) in moved {
            let id = ids.get(index as usize).ok_or(InputError::RemovedInstance { index });
            let put =
                id.and_then(|&id| self.world.place(id, placement).and_then(|()| self.world.move_to(id, placement)));
            put.map_err(|cause| (index, cause))?;
        }
        // An empty step tells the world that they have moved.
        drop(self.world.begin_step(1.0).map_err(|cause| (0, cause))?);
        if let Judge::Moving(machinery) = &mut self.judge {
            machinery.turn(time);
        }
        Ok(())
    }

    /// Steps a crowd by a frame of `seconds`, which ends at the time `end`. With machines, calls `meanwhile` when all
    /// have moved, before the step ends. Neither this call nor the judge's part is timed.
    ///
    /// # Errors
    /// [`InputError`] if a machine moves too far in a frame.
    ///
    /// # Panics
    /// If `seconds` is no valid time step.
    pub fn step(
        &mut self,
        crowd: &mut Crowd,
        seconds: f32,
        end: f64,
        allocations: &dyn Fn() -> u64,
        meanwhile: impl FnOnce(&Crowd, &WorldStep, &Machinery),
    ) -> Result<Stepped, InputError> {
        let Self { world, judge, .. } = self;
        let Judge::Moving(machinery) = judge else {
            let (before, started) = (allocations(), Instant::now());
            let report = crowd.step(world, seconds).expect("a time step");
            let time = started.elapsed();
            return Ok(Stepped { report, time, allocations: allocations() - before });
        };
        let targets = machinery.turn(end);
        let (before, started) = (allocations(), Instant::now());
        for &(id, target) in targets {
            world.move_to(id, target)?;
        }
        let step = world.begin_step(seconds).expect("a time step");
        let report = crowd.step_in(&step);
        let (time, allocated) = (started.elapsed(), allocations() - before);
        meanwhile(crowd, &step, machinery);
        let (before, started) = (allocations(), Instant::now());
        drop(step);
        Ok(Stepped { report, time: time + started.elapsed(), allocations: allocated + allocations() - before })
    }
}
