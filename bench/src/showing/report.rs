//! The report of a simulation: one JSON object for programs, a short table for people.

use crate::checking::{FLICKER_SECONDS, FROZEN_SECONDS, STUCK_SECONDS};
use crate::drawing::numbers::{counted, grouped};
use crate::simulating::simulation::{Counts, Passed, Settings, Simulation, name_of, name_of_each_other};
use crate::walking::tails::{Tails, quantile};
use serde::Serialize;
use std::fmt::{self, Display};
use std::time::Duration;

/// Report of one run. The time of a move is the time of a frame divided by the number of characters.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Name of the scene or level file.
    pub level: String,
    /// Number of triangles of the level.
    pub triangles: usize,
    /// Number of triangles without area, which the world leaves out.
    pub degenerate: usize,
    /// Number of duplicate triangles, which the world leaves out.
    pub duplicates: usize,
    /// Number of mesh instances in the world of the level.
    pub instances: usize,
    /// Number of instances that move (machines).
    pub machines: usize,
    /// Number of characters in the crowd.
    pub characters: usize,
    /// Number of simulated frames.
    pub frames: usize,
    /// Number of simulated frames per second.
    pub hz: u32,
    /// Number of threads that stepped the crowd.
    pub threads: usize,
    /// Random seed of start places and desired velocities.
    pub seed: u64,
    /// Name of the manner in which the walkers choose their desired velocities.
    pub walkers: &'static str,
    /// Name of the characters' move mode.
    pub mode: &'static str,
    /// Name of the characters' response to each other.
    pub neighbours: &'static str,
    /// Radii of the characters' ellipsoid, metres.
    pub radii: [f32; 3],
    /// Half the length of the characters' spine, metres; 0 for ellipsoids.
    pub half_length: f32,
    /// Name of the kernel's SIMD backend.
    pub backend: &'static str,
    /// Time that it took to build the world of the level, milliseconds.
    pub build_ms: f64,
    /// Size of the world in memory divided by the number of triangles, bytes.
    pub bytes_per_triangle: f64,
    /// Median over the frames of the wall-clock time of a step per character, nanoseconds.
    pub ns_per_move_median: f64,
    /// 99th percentile over the frames of the wall-clock time of a step per character, nanoseconds.
    pub ns_per_move_p99: f64,
    /// Number of character moves per second of stepping time.
    pub moves_per_second: f64,
    /// Median over sampled moves of the time of one move made alone, nanoseconds; each time is the minimum of five runs.
    pub ns_slide_p50: f64,
    /// 99th percentile over sampled moves of the time of one move made alone, nanoseconds.
    pub ns_slide_p99: f64,
    /// 99.9th percentile over sampled moves of the time of one move made alone, nanoseconds.
    pub ns_slide_p999: f64,
    /// Mean over sampled moves of the number of blocks of eight triangles that one move sweeps.
    pub blocks_swept_mean: f64,
    /// 99.9th percentile over sampled moves of the number of blocks of eight triangles that one move sweeps.
    pub blocks_swept_p999: u64,
    /// Counts of the characters that came through the doorway; `None` on a level without a doorway.
    #[serde(flatten)]
    pub through: Option<Through>,
    /// Number of surfaces that characters touched, summed over all moves of the run.
    pub contacts: u64,
    /// Number of moves that ended because they reached the maximum number of sweeps.
    pub out_of_iterations: u64,
    /// Number of moves in which a machine crushed the character.
    pub crushed: u64,
    /// Number of moves that began by resolving an overlap; called `recovered` in JSON, as in earlier versions.
    #[serde(rename = "recovered")]
    pub depenetrated: u64,
    /// Mean number of rooms that a character has been in, including its first room; `None` on a level without rooms.
    pub rooms_seen: Option<f64>,
    /// Number of rooms of the level; `None` on a level without rooms.
    pub rooms: Option<usize>,
    /// Characters with another one within this many metres were not checked for being stuck or frozen; `None` if all
    /// were.
    pub others_within: Option<f64>,
    /// Counts of faults and other findings of the checks in the whole run.
    #[serde(flatten)]
    pub counts: Counts,
    /// State hash of the crowd at the end of the run, hexadecimal.
    pub state_hash: String,
    /// Mean number of heap allocations in a frame's step after the warm-up.
    pub allocations_per_frame: f64,
}

/// Counts and times of the characters that came through a doorway.
#[derive(Clone, Debug, Serialize)]
pub struct Through {
    /// Number of characters that came through the doorway in the whole run.
    pub through: u32,
    /// Number of characters that came through the doorway in each second of the run.
    pub through_each_second: Vec<u32>,
    /// Longest time in which no character came through the doorway, seconds.
    pub longest_wait_s: f64,
}

impl Through {
    fn new(passed: &Passed, settings: &Settings) -> Self {
        Self {
            through: passed.each_second.iter().sum(),
            through_each_second: passed.each_second.clone(),
            longest_wait_s: f64::from(passed.longest_wait) / f64::from(settings.hz),
        }
    }
}

impl Report {
    /// Builds the report of a simulation of `level` with `settings`; `tails` are percentiles over some of the run's moves.
    #[must_use]
    pub fn new(level: &str, settings: &Settings, run: &Simulation, tails: &Tails) -> Self {
        let ns = |time: Duration| time.as_secs_f64() * 1e9;
        let per_move = |time: Duration| ns(time) / settings.characters.max(1) as f64;
        let mut steps = run.steps.clone();
        steps.sort_unstable();
        let total: Duration = steps.iter().sum();
        let moves = (settings.characters * settings.frames) as f64;
        Self {
            level: level.to_owned(),
            triangles: run.world.triangles,
            degenerate: run.world.degenerate,
            duplicates: run.world.duplicates,
            instances: run.built.instances().count(),
            machines: run.machines,
            characters: settings.characters,
            frames: settings.frames,
            hz: settings.hz,
            threads: run.threads,
            seed: settings.seed,
            walkers: settings.manner.name(),
            mode: name_of(settings.mode),
            neighbours: name_of_each_other(settings.each_other),
            radii: settings.shape.radii().to_array(),
            half_length: settings.shape.half_length(),
            backend: settings.backend.name(),
            build_ms: run.build.as_secs_f64() * 1e3,
            bytes_per_triangle: run.world.bytes_per_triangle(),
            ns_per_move_median: per_move(quantile(&steps, 0.5)),
            ns_per_move_p99: per_move(quantile(&steps, 0.99)),
            moves_per_second: moves / total.as_secs_f64().max(f64::MIN_POSITIVE),
            ns_slide_p50: ns(tails.p50),
            ns_slide_p99: ns(tails.p99),
            ns_slide_p999: ns(tails.p999),
            blocks_swept_mean: tails.blocks_mean,
            blocks_swept_p999: tails.blocks_p999,
            through: run.passed.as_ref().map(|passed| Through::new(passed, settings)),
            contacts: run.totals.contacts,
            out_of_iterations: run.totals.out_of_iterations,
            crushed: run.totals.crushed,
            depenetrated: run.totals.depenetrated,
            rooms_seen: run.rooms_seen.map(|(seen, _)| seen),
            rooms: run.rooms_seen.map(|(_, rooms)| rooms),
            others_within: run.others_within,
            counts: run.counts,
            state_hash: format!("{:016x}", run.state_hash),
            allocations_per_frame: run.allocations as f64 / run.warm_frames.max(1) as f64,
        }
    }

    /// Returns true if all counts of faults against the level are zero: fell through, penetrating, stuck, frozen, flicker, not finite.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.counts.is_clean()
    }
}

impl Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = |name: &str, value: String| writeln!(f, "  {name:<22}{value}");
        line("level", self.level.clone())?;
        let left_out = match (self.degenerate, self.duplicates) {
            (0, 0) => String::new(),
            (flat, copies) => {
                format!(", {} without area and {} copies left out", grouped(flat as u64), grouped(copies as u64))
            }
        };
        line("triangles", format!("{}{left_out}", grouped(self.triangles as u64)))?;
        if self.instances > 1 {
            let (instances, machines) = (grouped(self.instances as u64), grouped(self.machines as u64));
            line("instances", format!("{instances}, of which {machines} move"))?;
        }
        line("build", format!("{:.1} ms, {:.1} bytes per triangle", self.build_ms, self.bytes_per_triangle))?;
        line(
            "moves",
            format!(
                "{}, {}, {}{}",
                counted(self.characters, "character"),
                counted(self.frames, "frame"),
                counted(self.threads, "thread"),
                if self.hz == 60 { String::new() } else { format!(", {} Hz", self.hz) }
            ),
        )?;
        line(
            "time per move",
            format!("{:.0} ns median, {:.0} ns 99th percentile", self.ns_per_move_median, self.ns_per_move_p99),
        )?;
        line("moves per second", grouped(self.moves_per_second as u64))?;
        let [median, slow, slowest] =
            [self.ns_slide_p50, self.ns_slide_p99, self.ns_slide_p999].map(|ns| grouped(ns as u64));
        line("one slide alone", format!("{median} ns median, {slow} ns 99th, {slowest} ns 99.9th percentile"))?;
        let (mean, most) = (self.blocks_swept_mean, grouped(self.blocks_swept_p999));
        line("blocks it sweeps", format!("{mean:.1} on average, {most} 99.9th percentile"))?;
        if let Some(Through { through, longest_wait_s, .. }) = &self.through {
            let through = grouped(u64::from(*through));
            line("through the doorway", format!("{through} (longest gap {longest_wait_s:.1} s)"))?;
        }
        line("contacts", grouped(self.contacts))?;
        if let (Some(seen), Some(rooms)) = (self.rooms_seen, self.rooms) {
            line("rooms seen", format!("{seen:.2} of {rooms}, by an average character"))?;
        }
        if self.machines > 0 {
            line("crushed", format!("{} moves (no room next to a machine)", grouped(self.crushed)))?;
        }
        line("fell through", grouped(self.counts.fell_through))?;
        line(
            "penetrating",
            format!("{} (deepest {:.6} m)", grouped(self.counts.penetrating), self.counts.max_penetration),
        )?;
        line("stuck", format!("{} (no way made in {STUCK_SECONDS} s)", grouped(self.counts.stuck)))?;
        line("frozen", format!("{} (not moved for {FROZEN_SECONDS} s)", grouped(self.counts.frozen)))?;
        line("flicker", format!("{} (ground lost for less than {FLICKER_SECONDS} s)", grouped(self.counts.flicker)))?;
        if let Some(gap) = self.others_within {
            let moves = (self.characters * self.frames) as u64;
            let watched = grouped(self.counts.moves_watched);
            line(
                "checked for all three",
                format!("{watched} of {} moves (no other within {gap:.2} m)", grouped(moves)),
            )?;
            line(
                "overlapping pairs",
                format!("{} (characters that are {})", grouped(self.counts.overlapping_pairs), self.neighbours),
            )?;
        }
        line("not finite", grouped(self.counts.not_finite))?;
        line("left the level", format!("{} (over an open edge, put back)", grouped(self.counts.left_level)))?;
        line("allocations per frame", format!("{:.3}", self.allocations_per_frame))?;
        line("state hash", self.state_hash.clone())
    }
}
