//! All hits, any hit, and the faces of hits, against brute force in `f64`: in one mesh of every kind, and in worlds of turned,
//! scaled and mirrored instances in several layers; for both sides and for fronts only.
//!
//! Cases within the tolerance of a decision may be decided either way. Worst figures are printed.

use crate::testkit::Random;
use crate::testkit::cases;
use crate::testkit::face::{GivenFace, Seen};
use crate::testkit::facing::{clear_pass, has_front_to};
use crate::testkit::placed::{PlacedWorld, cook, soups};
use crate::testkit::soup::{KINDS, point_of, soup};
use glam::{DVec3, Vec3};
use sweep8::{Ellipsoid, Filter, Hit, InstanceId, Overlap, Placement, RayHit, Sides};
use sweep8_scalar_ref::brute_force::{Triangle, distance, least_distance_along, to_ellipsoid_space};
use sweep8_scalar_ref::testkit::lists::listed;

/// Error allowed in a coordinate seen from where a query begins, as part of the largest, or of one.
const TOLERANCE: f64 = 1e-5;

const SHAPES: [Vec3; 4] =
    [Vec3::splat(0.35), Vec3::new(0.4, 0.9, 0.4), Vec3::new(1.0, 0.2, 0.6), Vec3::new(0.1, 1.5, 0.3)];

/// A world, what brute force sees of it, and the layer of each triangle.
struct Stage {
    placed: PlacedWorld,
    /// The corners in the order of the mesh.
    in_mesh: Vec<Triangle>,
    layers: Vec<u32>,
    about: DVec3,
}

impl Stage {
    fn new(placed: PlacedWorld, about: DVec3) -> Self {
        let in_mesh = placed.owners.iter().map(|&(id, triangle)| placed.in_mesh(id, triangle)).collect();
        let layers = placed.owners.iter().map(|&(id, _)| placed.world.layers(id).unwrap()).collect();
        Self { placed, in_mesh, layers, about }
    }

    /// One mesh of a kind, which lies as it is.
    fn of_kind(random: &mut Random, make: fn(&mut Random, usize) -> Vec<Triangle>) -> Self {
        let (level, about) = soup(random, make);
        let mut placed = PlacedWorld::new();
        let level: Vec<_> =
            level.into_iter().filter(|triangle| !crate::testkit::judge::is_degenerate(triangle)).collect();
        placed.add(&level, &cook(&level), Placement::IDENTITY);
        Self::new(placed, about)
    }

    /// Instances, each in one of three layers.
    fn of_instances(random: &mut Random, about: DVec3) -> Self {
        let instances = random.whole(2, 9) as usize;
        let mut placed = soups(random, about, instances);
        let ids: Vec<_> = placed.world.instances().collect();
        for id in ids {
            placed.world.set_layers(id, 1 << (random.whole(0, 2) as u32)).unwrap();
        }
        Self::new(placed, about)
    }

    /// Which triangles count for a filter, with their numbers.
    fn counting(&self, filter: Filter) -> impl Iterator<Item = (usize, &Triangle)> {
        let counts = move |number: &usize| self.layers[*number] & filter.layers != 0;
        (0..self.layers.len()).filter(counts).map(|number| (number, &self.placed.triangles[number]))
    }

    fn number(&self, instance: InstanceId, triangle: u32) -> usize {
        let is_it = |owner: &(InstanceId, u32)| *owner == (instance, triangle);
        self.placed.owners.iter().position(is_it).expect("the triangle is in the world")
    }

    fn judge_face(&self, face: GivenFace, number: usize, seen: Seen, allowed: f64, case: &str) {
        let complaint = face.complaint(&self.placed.triangles[number], &self.in_mesh[number], seen, allowed);
        assert!(complaint.is_none(), "{case}: {complaint:?}, {face:?}, {:?}", self.in_mesh[number]);
    }

    fn some_point(&self, random: &mut Random) -> DVec3 {
        let number = random.range(0.0, self.in_mesh.len() as f64) as usize;
        point_of(random, &self.in_mesh[number])
    }
}

/// Error allowed in a triangle seen from a place, metres.
fn allowed_from(triangle: &Triangle, place: DVec3) -> f64 {
    TOLERANCE * triangle.iter().map(|v| (*v - place).abs().max_element()).fold(1.0, f64::max)
}

/// The counts of queries and of their answers.
#[derive(Default, Debug)]
struct Tally {
    asked: u32,
    listed: u32,
    several: u32,
    none: u32,
}

impl Tally {
    fn note(&mut self, listed: usize) {
        self.asked += 1;
        self.listed += listed as u32;
        self.several += u32::from(listed > 1);
        self.none += u32::from(listed == 0);
    }
}

/// An ellipsoid on its way, as brute force sees it.
struct Way {
    radii: Vec3,
    center: Vec3,
    displacement: Vec3,
    filter: Filter,
}

impl Way {
    fn local(&self, triangle: &Triangle) -> Triangle {
        triangle.map(|v| to_ellipsoid_space(v, self.center.as_dvec3(), self.radii.as_dvec3()))
    }

    fn motion(&self) -> DVec3 {
        self.displacement.as_dvec3() / self.radii.as_dvec3()
    }

    /// Error allowed in a distance, radii.
    fn allowed(&self, local: &Triangle) -> f64 {
        let extent = |v: &DVec3| v.abs().max_element();
        TOLERANCE * (1.0 + local.iter().map(extent).fold(extent(&self.motion()), f64::max))
    }

    /// Whether it is touched on the way, or overlapped at the start for no way; `None` where rounding decides.
    fn touches(&self, triangle: &Triangle) -> Option<bool> {
        let local = self.local(triangle);
        let allowed = self.allowed(&local);
        let side =
            if self.filter.sides == Sides::Both { Some(true) } else { has_front_to(&local, DVec3::ZERO, allowed) };
        let least = least_distance_along(DVec3::ZERO, self.motion(), &local);
        if side == Some(false) || least > 1.0 + allowed {
            return Some(false);
        }
        (side == Some(true) && least < 1.0 - allowed).then_some(true)
    }

    fn judge_hit(&self, stage: &Stage, hit: &Hit, case: &str) {
        let number = stage.number(hit.instance, hit.triangle);
        let local = self.local(&stage.placed.triangles[number]);
        let (allowed, path) = (self.allowed(&local), self.motion() * f64::from(hit.fraction));
        let apart = distance(path, &local);
        let fits = apart < 1.0 + allowed && (hit.overlap > 0.0 || apart > 1.0 - allowed);
        assert!(fits && (hit.overlap == 0.0 || hit.fraction == 0.0), "{case}: {apart} apart, {hit:?}");
        if hit.overlap == 0.0 {
            let before = least_distance_along(DVec3::ZERO, path, &local);
            assert!(before > 1.0 - allowed, "{case}: as near as {before} before {hit:?}");
        }
        let center = self.center.as_dvec3() + self.displacement.as_dvec3() * f64::from(hit.fraction);
        let metres = allowed * f64::from(self.radii.max_element());
        stage.judge_face(hit.into(), number, Seen::From(center), metres, case);
    }

    fn judge(&self, stage: &Stage, case: &str, tally: &mut Tally) {
        let (shape, world) = (Ellipsoid::new(self.radii).unwrap(), &stage.placed.world);
        let &Self { center, displacement, filter, .. } = self;
        let first = world.sweep(&shape, center, displacement, filter).unwrap();
        let any = world.sweep_any(&shape, center, displacement, filter).unwrap();
        let all = listed(|all| world.sweep_all(&shape, center, displacement, filter, all)).unwrap();
        tally.note(all.len());
        let key = |hit: &Hit| (hit.fraction.to_bits(), hit.instance.index(), hit.triangle);
        assert!(all.is_sorted_by(|a, b| key(a) < key(b)), "{case}: out of order, or twice, {all:?}");
        let fraction = |hit: Option<&Hit>| hit.map(|hit| hit.fraction.to_bits());
        assert_eq!(fraction(first.as_ref()), fraction(all.first()), "{case}: {first:?}, {:?}", all.first());
        assert_eq!(any, first.is_some(), "{case}: {first:?}");
        let listed: Vec<usize> = all.iter().map(|hit| stage.number(hit.instance, hit.triangle)).collect();
        assert!(listed.iter().all(|&number| stage.layers[number] & filter.layers != 0), "{case}: another layer");
        for (number, triangle) in stage.counting(filter) {
            let expected = self.touches(triangle);
            let is_listed = listed.contains(&number);
            assert!(expected.is_none_or(|e| e == is_listed), "{case}: {number} is listed: {is_listed}, {triangle:?}");
        }
        for hit in first.iter().chain(&all) {
            self.judge_hit(stage, hit, case);
        }
    }

    fn judge_overlaps(&self, stage: &Stage, case: &str, tally: &mut Tally) {
        let (shape, world) = (Ellipsoid::new(self.radii).unwrap(), &stage.placed.world);
        let still = Self { displacement: Vec3::ZERO, ..*self };
        let any = world.overlap(&shape, self.center, self.filter).unwrap();
        let mut contacts = Vec::new();
        world.depenetrate(&shape, self.center, self.filter, &mut contacts).unwrap();
        let all = listed(|all| world.overlap_all(&shape, self.center, self.filter, all)).unwrap();
        tally.note(all.len());
        assert_eq!((&all, any), (&contacts, !contacts.is_empty()), "{case}");
        let key = |overlap: &Overlap| (overlap.instance.index(), overlap.triangle);
        assert!(all.is_sorted_by(|a, b| key(a) < key(b)), "{case}: out of order, or twice, {all:?}");
        let listed: Vec<usize> = all.iter().map(|overlap| stage.number(overlap.instance, overlap.triangle)).collect();
        for (number, triangle) in stage.counting(self.filter) {
            let (expected, is_listed) = (still.touches(triangle), listed.contains(&number));
            assert!(expected.is_none_or(|e| e == is_listed), "{case}: {number} is listed: {is_listed}, {triangle:?}");
        }
        for (overlap, number) in all.iter().zip(listed) {
            let metres = self.allowed(&self.local(&stage.placed.triangles[number]));
            let metres = metres * f64::from(self.radii.max_element());
            stage.judge_face(overlap.into(), number, Seen::From(self.center.as_dvec3()), metres, case);
        }
    }

    fn judge_closest(&self, stage: &Stage, case: &str) {
        let closest = stage.placed.world.closest_point(self.center, f32::INFINITY, self.filter).unwrap();
        let Some(closest) = closest else { return };
        let number = stage.number(closest.instance, closest.triangle);
        let allowed = allowed_from(&stage.placed.triangles[number], self.center.as_dvec3());
        stage.judge_face((&closest).into(), number, Seen::From(self.center.as_dvec3()), allowed, case);
    }
}

/// A ray or a segment.
struct Line {
    origin: DVec3,
    along: DVec3,
    length: f64,
    filter: Filter,
}

impl Line {
    fn judge(&self, stage: &Stage, first: Option<&RayHit>, any: bool, all: &[RayHit], case: &str) {
        assert_eq!((first, any), (all.first(), !all.is_empty()), "{case}");
        let key = |hit: &RayHit| (stage.number(hit.instance, hit.triangle), hit.distance);
        assert!(all.is_sorted_by(|a, b| a.distance <= b.distance && key(a).0 != key(b).0), "{case}: {all:?}");
        let listed: Vec<usize> = all.iter().map(|hit| key(hit).0).collect();
        assert!(listed.iter().all(|&number| stage.layers[number] & self.filter.layers != 0), "{case}: another layer");
        for (number, triangle) in stage.counting(self.filter) {
            let allowed = allowed_from(triangle, self.origin);
            let Some(pass) = clear_pass(triangle, self.origin, self.along, allowed) else { continue };
            let counts = self.filter.sides == Sides::Both || pass.from_front;
            let is_on = pass.distance > pass.slack && pass.distance + pass.slack < self.length;
            let is_off = pass.distance < -pass.slack || pass.distance - pass.slack > self.length || !counts;
            assert!(!counts || !is_on || listed.contains(&number), "{case}: {number} is passed at {pass:?}");
            assert!(!is_off || !listed.contains(&number), "{case}: {number} is not passed, {pass:?}");
        }
        for hit in all {
            let number = key(hit).0;
            let triangle = &stage.placed.triangles[number];
            let allowed = allowed_from(triangle, self.origin);
            let off = distance(self.origin + self.along * f64::from(hit.distance), triangle);
            assert!(off < allowed && f64::from(hit.distance) <= self.length * (1.0 + 1e-6), "{case}: {off}, {hit:?}");
            stage.judge_face(hit.into(), number, Seen::Along(self.along), allowed, case);
            let towards = if hit.is_front { hit.face_normal } else { -hit.face_normal };
            assert_eq!(hit.normal, towards, "{case}");
        }
    }
}

fn some_filter(random: &mut Random) -> Filter {
    let sides = [Sides::Both, Sides::Front][random.whole(0, 1) as usize];
    let layers = [Filter::ALL_LAYERS, Filter::ALL_LAYERS, 1, 5][random.whole(0, 3) as usize];
    Filter { sides, layers, ..Filter::default() }
}

/// Asks for shapes and lines in many stages; how often.
fn run(random: &mut Random, stage: &Stage, rounds: usize, name: &str, tallies: &mut [Tally; 3]) {
    let [sweeps, overlaps, lines] = tallies;
    for round in 0..rounds {
        let (case, filter) = (format!("{name}, round {round}"), some_filter(random));
        let radii = SHAPES[random.whole(0, 3) as usize] * random.scale(0.2, 1.5) as f32;
        let beside = random.direction() * random.scale(0.05, 4.0);
        let center = (stage.some_point(random) + beside).as_vec3();
        let way = (stage.some_point(random) - center.as_dvec3()) * random.scale(0.05, 3.0);
        // From shorter than the radii to many of them.
        let displacement = [way, way.clamp_length_max(0.3), DVec3::ZERO][random.whole(0, 2) as usize].as_vec3();
        let way = Way { radii, center, displacement, filter };
        way.judge(stage, &case, sweeps);
        way.judge_overlaps(stage, &case, overlaps);
        way.judge_closest(stage, &case);

        let origin = (stage.about + random.direction() * random.scale(0.1, 40.0)).as_vec3();
        let aim = stage.some_point(random) - origin.as_dvec3();
        let (direction, world) = ((aim * random.scale(1e-2, 1e2)).as_vec3(), &stage.placed.world);
        let limit = [f32::INFINITY, (aim.length() * random.range(0.2, 3.0)) as f32][round % 2];
        let along = direction.as_dvec3().normalize();
        let line = Line { origin: origin.as_dvec3(), along, length: f64::from(limit), filter };
        let first = world.ray(origin, direction, limit, filter).unwrap();
        let any = world.ray_any(origin, direction, limit, filter).unwrap();
        let all = listed(|all| world.ray_all(origin, direction, limit, filter, all)).unwrap();
        lines.note(all.len());
        line.judge(stage, first.as_ref(), any, &all, &case);

        let to = (origin.as_dvec3() + aim * random.range(0.1, 2.0)).as_vec3();
        let step = to.as_dvec3() - origin.as_dvec3();
        let line = Line { along: step.normalize(), length: step.length(), ..line };
        let first = world.segment(origin, to, filter).unwrap();
        let any = world.segment_any(origin, to, filter).unwrap();
        let all = listed(|all| world.segment_all(origin, to, filter, all)).unwrap();
        lines.note(all.len());
        line.judge(stage, first.as_ref(), any, &all, &case);
    }
}

fn settle(name: &str, tallies: &[Tally; 3]) {
    println!("{name}: sweeps, overlaps, lines: {tallies:?}");
    let enough = |tally: &Tally| tally.several > cases(400, 100) && tally.none > cases(400, 100);
    assert!(tallies.iter().all(enough), "{name}: too few of a kind: {tallies:?}");
}

#[test]
fn all_hits_and_their_faces_are_those_of_brute_force_in_one_mesh_of_every_kind() {
    let mut tallies = <[Tally; 3]>::default();
    for (seed, (name, make)) in KINDS.into_iter().enumerate() {
        let mut random = Random(1200 + seed as u64);
        for _ in 0..cases(60, 20) {
            let stage = Stage::of_kind(&mut random, make);
            if !stage.in_mesh.is_empty() {
                run(&mut random, &stage, 40, name, &mut tallies);
            }
        }
    }
    // A line passes no two needles.
    settle("one mesh", &tallies);
}

#[test]
fn all_hits_and_their_faces_are_those_of_brute_force_among_instances_turned_scaled_and_mirrored() {
    let (mut random, mut tallies) = (Random(1300), <[Tally; 3]>::default());
    for world in 0..cases(120, 40) {
        let about = [DVec3::ZERO, DVec3::new(2e3, -50.0, 4e3)][world % 2];
        let stage = Stage::of_instances(&mut random, about);
        run(&mut random, &stage, 40, &format!("world {world}"), &mut tallies);
    }
    settle("instances", &tallies);
}
