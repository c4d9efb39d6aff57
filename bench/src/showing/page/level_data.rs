//! The data of one level in the page: what its script reads.
//!
//! In: the run and the facts. Out: one object; coordinates are relative to the middle of the level.

use super::facts::{Fact, Facts};
use super::level_run::LevelRun;
use super::mesh::Mesh;
use super::numbers::Numbers;
use crate::drawing::numbers::grouped;
use crate::exploring::finding::PlaceKind;
use crate::levels::Parts;
use crate::walking::stage::Ground;
use glam::{DVec3, Vec3, Vec3Swizzles};
use serde::Serialize;
use std::time::Duration;

/// Most tiles of reached floor in a picture, which a processor draws in a moment; with more places only every second or third along
/// both axes has one, twice or three times as wide. All others have one.
const MOST_TILES: usize = 60_000;

/// Classes of the histogram in a decade.
const IN_A_DECADE: f64 = 10.0;

/// The data of one level.
#[derive(Serialize)]
pub(super) struct LevelData {
    name: String,
    summary: String,
    command: String,
    mesh: Mesh,
    tiles: Tiles,
    paths: Paths,
    movers: Option<Movers>,
    shape: Shape,
    /// Middle of what was explored, and distance from it within which all of that is, metres.
    home: ([f32; 3], f32),
    /// Feet of a character at each start.
    starts: Vec<[f32; 3]>,
    /// Seconds between two points of a path.
    interval: f64,
    findings: Vec<Fact>,
    groups: Vec<Group>,
    table: Vec<[String; 2]>,
    times: Times,
}

#[derive(Serialize)]
struct Tiles {
    points: Numbers,
    normals: Numbers,
    kinds: Numbers,
    /// Width of each tile, in sides of a cell.
    widths: Numbers,
    side: f64,
}

#[derive(Serialize)]
struct Paths {
    points: Numbers,
    counts: Vec<usize>,
}

#[derive(Serialize)]
struct Movers {
    meshes: Vec<MoverMesh>,
    instances: Vec<usize>,
    frames: usize,
    placements: Numbers,
}

#[derive(Serialize)]
struct MoverMesh {
    positions: Numbers,
    indices: Numbers,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Shape {
    radii: [f32; 3],
    half_length: f32,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Group {
    title: &'static str,
    hint: String,
    indices: Vec<usize>,
    is_open: bool,
}

#[derive(Serialize)]
struct Times {
    edges: Vec<f64>,
    counts: Vec<u64>,
    marks: Vec<Mark>,
}

#[derive(Serialize)]
struct Mark {
    at: f64,
    words: &'static str,
}

impl LevelData {
    /// Collects the data of one level; `command` repeats its report.
    pub(super) fn new(run: &LevelRun, facts: &Facts, command: String) -> Self {
        let settings = &run.question.settings;
        let (ref level, still) = run.triangles;
        // Whole metres, as the lines of the picture are those of the world.
        let origin =
            level.bounds().map_or(DVec3::ZERO, |(low, high)| ((low.as_dvec3() + high.as_dvec3()) * 0.5).round());
        let cosine = settings.profile().settings().max_slope_angle.cos();
        let mesh = Mesh::new(level, &level.triangles[..still], origin, cosine);
        let paths = &run.simulation.paths;
        let frames = paths.iter().map(Vec::len).max().unwrap_or(1);
        let every = settings.frames.div_ceil(frames.saturating_sub(1).max(1)).max(1);
        let interval = every as f64 / f64::from(settings.hz);
        let movers = match run.ground {
            Ground::Parts(parts) => Movers::new(parts, origin, frames, interval),
            Ground::Still(_) => None,
        };
        Self {
            name: facts.level.clone(),
            summary: summary(run, facts, mesh.shown),
            home: home(run, origin),
            starts: run.survey.starts.iter().map(|&start| start_of(run, start, origin)).collect(),
            command,
            tiles: Tiles::new(run, origin),
            paths: Paths::new(paths, origin),
            movers,
            shape: Shape { radii: settings.shape.radii().to_array(), half_length: settings.shape.half_length() },
            interval,
            findings: facts.findings.iter().map(|fact| moved(fact, origin)).collect(),
            groups: groups(facts),
            table: table(facts),
            times: Times::new(&run.times),
            mesh,
        }
    }
}

/// The part of the level that was explored, as high as its places.
fn home(run: &LevelRun, origin: DVec3) -> ([f32; 3], f32) {
    let region = run.survey.region;
    let heights = run.survey.explored.places.list().iter().map(|stand| stand.center().y);
    let [low, high] =
        heights.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], height| [low.min(height), high.max(height)]);
    let [low, high] = [region.low.extend(low), region.high.extend(high)].map(Vec3Swizzles::xzy);
    let middle = (low + high) * 0.5 - origin;
    (middle.as_vec3().to_array(), (0.5 * (high - low).length()) as f32)
}

/// Feet of a character that stands at a place, relative to the origin of the page.
fn start_of(run: &LevelRun, place: u32, origin: DVec3) -> [f32; 3] {
    let half = f64::from(run.question.settings.shape.half_extents().y);
    let center = run.survey.explored.places.list()[place as usize].center();
    (center - DVec3::Y * half - origin).as_vec3().to_array()
}

fn summary(run: &LevelRun, facts: &Facts, shown: usize) -> String {
    let area = |area: f64| grouped(area.round() as u64);
    let (level, still) = &run.triangles;
    let fewer = if shown < *still { format!(", shown as {}", grouped(shown as u64)) } else { String::new() };
    let mut sentences = vec![format!(
        "{} triangles{fewer}. From {} (S) characters reach {} m² of floor and get back; {} m² are not reached, {} m² are in pits, \
         {} m² are above.",
        grouped(level.triangles.len() as u64),
        if run.question.survey.spawns.is_empty() { "the largest floor" } else { "the start" },
        area(facts.areas.reached),
        area(facts.areas.unreached),
        area(facts.areas.pits),
        area(facts.areas.above),
    )];
    let region = run.survey.region;
    let whole = level.bounds().is_none_or(|(low, high)| {
        region.low.as_vec2().cmple(low.xz()).all() && region.high.as_vec2().cmpge(high.xz()).all()
    });
    if !whole {
        let [x, z] = (region.high - region.low).to_array();
        sentences.push(format!("Only a part of {x:.0} m by {z:.0} m was explored."));
    }
    if run.simulation.machines > 0 {
        sentences.push("Machines stood still where they are at the start, while floors were explored.".to_owned());
    }
    if !run.survey.explored.is_whole {
        sentences.push("There are more floors than are explored: findings may be missing or wrong.".to_owned());
    }
    sentences.join(" ")
}

/// A fact with its places relative to the origin of the page.
fn moved(fact: &Fact, origin: DVec3) -> Fact {
    let shift = |point: [f32; 3]| (Vec3::from(point).as_dvec3() - origin).as_vec3().to_array();
    let way = fact.way.chunks_exact(3).flat_map(|point| shift([point[0], point[1], point[2]]));
    let top = (f64::from(fact.top) - origin.y) as f32;
    Fact { at: shift(fact.at), top, way: way.collect(), ..fact.clone() }
}

fn groups(facts: &Facts) -> Vec<Group> {
    let indices = |those: &dyn Fn(&Fact) -> bool| {
        let all = facts.findings.iter().enumerate();
        all.filter(|(_, fact)| those(fact)).map(|(index, _)| index).collect::<Vec<_>>()
    };
    let wrong = indices(&|fact| fact.is_wrong);
    let above = indices(&|fact| fact.kind == "above");
    let outside = indices(&|fact| fact.kind == "outside");
    let left_out = |is_wrong: bool| {
        let counts = facts.left_out.iter().filter(|(kind, _)| !matches!(*kind, "above" | "outside") == is_wrong);
        let count: usize = counts.map(|(_, count)| count).sum();
        if count > 0 { format!(" {count} smaller ones are left out.") } else { String::new() }
    };
    let hint = if wrong.is_empty() { "Nothing was found." } else { "A click on one moves the camera there." };
    let hint = hint.to_owned() + &left_out(true);
    let above_hint = "Roofs, tops of walls and crates, ledges: nobody gets up there, but down from there.".to_owned();
    let above_hint = above_hint + &left_out(false);
    let groups = [
        Group { title: "What is wrong", hint, indices: wrong, is_open: true },
        Group { title: "Above", hint: above_hint, indices: above, is_open: false },
        Group { title: "Outside", hint: "Floors outside of the walls.".to_owned(), indices: outside, is_open: false },
    ];
    groups.into_iter().filter(|group| group.is_open || !group.indices.is_empty()).collect()
}

/// The lines of the table of the program, as pairs.
fn table(facts: &Facts) -> Vec<[String; 2]> {
    const NAMES: usize = 24;
    let text = facts.run.to_string();
    let line = |line: &str| {
        let (name, value) = line.split_at_checked(NAMES).unwrap_or((line, ""));
        [name.trim().to_owned(), value.trim().to_owned()]
    };
    text.lines().map(line).collect()
}

impl Tiles {
    fn new(run: &LevelRun, origin: DVec3) -> Self {
        let places = &run.survey.explored.places;
        let shown = || {
            let all = places.list().iter().zip(&run.survey.kinds);
            all.filter(|(stand, kind)| stand.is_floor && **kind != PlaceKind::None)
        };
        let count = shown().filter(|(_, kind)| **kind == PlaceKind::Reached).count();
        // Every n-th along both axes leaves one of n².
        let every = (count as f64 / MOST_TILES as f64).sqrt().ceil().max(1.0) as u8;
        let is_kept = |center: DVec3| places.cell(center).iter().all(|cell| cell.rem_euclid(i32::from(every)) == 0);
        let width = |kind: PlaceKind| if kind == PlaceKind::Reached { every } else { 1 };
        let kept: Vec<_> = shown().filter(|(stand, kind)| width(**kind) == 1 || is_kept(stand.center())).collect();
        let widths: Vec<u8> = kept.iter().map(|(_, kind)| width(**kind)).collect();
        let point = |stand: &crate::exploring::places::Stand| {
            // Below the centre, on the plane of the ground: the touched point may be beside it.
            let (center, normal) = (stand.center(), stand.normal.as_dvec3());
            let way = center - stand.point.as_dvec3();
            let height = way.dot(normal) / normal.y.max(0.2);
            (center - DVec3::Y * height - origin).as_vec3().to_array()
        };
        let byte = |x: f32| (x * 127.0).round() as i8;
        let kinds: Vec<u8> = kept.iter().map(|(_, kind)| **kind as u8).collect();
        Self {
            points: Numbers::f32(kept.iter().flat_map(|(stand, _)| point(stand))),
            normals: Numbers::i8(kept.iter().flat_map(|(stand, _)| stand.normal.to_array().map(byte))),
            kinds: Numbers::u8(&kinds),
            widths: Numbers::u8(&widths),
            side: places.side(),
        }
    }
}

impl Paths {
    fn new(paths: &[Vec<Vec3>], origin: DVec3) -> Self {
        let moved = |point: &Vec3| (point.as_dvec3() - origin).as_vec3().to_array();
        Self {
            points: Numbers::f32(paths.iter().flatten().flat_map(moved)),
            counts: paths.iter().map(Vec::len).collect(),
        }
    }
}

impl Movers {
    /// Placements of all machines at each point of time of the paths; `None` without machines.
    fn new(parts: &Parts, origin: DVec3, frames: usize, interval: f64) -> Option<Self> {
        let machines: Vec<_> = parts.parts.iter().filter(|part| part.machine.is_some()).collect();
        if machines.is_empty() {
            return None;
        }
        let mut used: Vec<usize> = machines.iter().map(|part| part.mesh).collect();
        used.sort_unstable();
        used.dedup();
        let mesh = |&mesh: &usize| MoverMesh {
            positions: Numbers::f32(parts.meshes[mesh].positions.iter().flat_map(Vec3::to_array)),
            indices: Numbers::u32(parts.meshes[mesh].triangles.iter().flatten().copied()),
        };
        let placements = (0..frames).flat_map(|frame| machines.iter().map(move |part| (frame, part)));
        let numbers = placements.flat_map(|(frame, part)| {
            let placement = part.placement(frame as f64 * interval);
            let [x, y, z] = (placement.translation - origin).as_vec3().to_array();
            let [qx, qy, qz, qw] = placement.rotation.to_array();
            let [sx, sy, sz] = placement.scale.to_array();
            [x, y, z, qx, qy, qz, qw, sx, sy, sz]
        });
        let number = |part: &&crate::levels::parts::Part| used.binary_search(&part.mesh).unwrap_or_default();
        Some(Self {
            placements: Numbers::f32(numbers),
            instances: machines.iter().map(number).collect(),
            frames,
            meshes: used.iter().map(mesh).collect(),
        })
    }
}

impl Times {
    /// A histogram over logarithmic classes, from sorted durations.
    fn new(times: &[Duration]) -> Self {
        let ns: Vec<f64> = times.iter().map(|time| (time.as_secs_f64() * 1e9).max(1.0)).collect();
        let class = |ns: f64| (ns.log10() * IN_A_DECADE).floor() as i32;
        let (first, last) = match (ns.first(), ns.last()) {
            (Some(&first), Some(&last)) => (class(first), class(last)),
            _ => (0, 0),
        };
        let mut counts = vec![0; (last - first + 1) as usize];
        for &ns in &ns {
            counts[(class(ns) - first) as usize] += 1;
        }
        let edges = (first..=last + 1).map(|edge| 10_f64.powf(f64::from(edge) / IN_A_DECADE)).collect();
        let at =
            |part: f64| ns.get((part * ns.len().saturating_sub(1) as f64).round() as usize).copied().unwrap_or(1.0);
        let marks = [("median", 0.5), ("99 %", 0.99), ("99.9 %", 0.999)];
        Self { edges, counts, marks: marks.map(|(words, part)| Mark { at: at(part), words }).into() }
    }
}
