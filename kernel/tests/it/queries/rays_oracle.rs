//! Rays and segments against brute force in `f64`, over soups of all kinds; and that closed surfaces have no leaks.
//!
//! A hit is right if its point lies on the triangle named, and no triangle is clearly passed before it; a miss, if
//! none is clearly passed at all. Clearly: farther from the outline, and earlier, than corners off by the tolerance
//! could change (`testkit/facing.rs`).

use crate::testkit::Random;
use crate::testkit::facing::{clear_pass, plane_of};
use crate::testkit::judge::{TOLERANCE, is_degenerate};
use crate::testkit::soup::{KINDS, point_of, soup};
use crate::testkit::worlds::{Level, exactly, grid, world_of};
use glam::{DVec3, Vec3};
use sweep8::{RayHit, Sides, World};
use sweep8_scalar_ref::brute_force::{Triangle, distance};

const SIDES: [Sides; 2] = [Sides::Both, Sides::Front];

/// A line from a point, as far as it counts.
#[derive(Clone, Copy, Debug)]
struct Line {
    origin: DVec3,
    along: DVec3,
    length: f64,
    sides: Sides,
}

/// The counts and the worst error of what was judged so far.
#[derive(Default)]
struct Tally {
    hits: u32,
    misses: u32,
    /// Largest distance of a point from its triangle, as part of what is allowed, and the case.
    worst: (f64, String),
}

impl Line {
    /// Error allowed in what is `triangle` to a ray that begins here, metres.
    fn allowed(&self, triangle: &Triangle) -> f64 {
        let far = triangle.iter().map(|v| (*v - self.origin).abs().max_element()).fold(0.0, f64::max);
        TOLERANCE * far
    }

    /// Complains if a triangle is clearly passed before `end`.
    fn none_before(&self, level: &[Triangle], end: f64) {
        for (id, triangle) in level.iter().enumerate() {
            let Some(pass) = clear_pass(triangle, self.origin, self.along, self.allowed(triangle)) else { continue };
            let counts = self.sides == Sides::Both || pass.from_front;
            let before = pass.distance > pass.slack && pass.distance + pass.slack < end;
            assert!(!counts || !before, "passed triangle {id} at {pass:?}, before {end}: {self:?}, {triangle:?}");
        }
    }

    fn judge(&self, level: &[Triangle], hit: Option<&RayHit>, tally: &mut Tally) {
        let Some(hit) = hit else {
            tally.misses += 1;
            return self.none_before(level, self.length);
        };
        tally.hits += 1;
        let triangle = &level[hit.triangle as usize];
        let case = || format!("{self:?}, {hit:?}, {triangle:?}");
        let far = f64::from(hit.distance);
        let allowed = self.allowed(triangle);
        let off = distance(self.origin + self.along * far, triangle) / allowed;
        if off > tally.worst.0 {
            tally.worst = (off, case());
        }
        assert!(far >= 0.0 && far <= self.length * (1.0 + 1e-6), "{}", case());
        let rounded = hit.point.as_dvec3().abs().max_element() * 1.2e-7 + allowed;
        assert!(hit.point.as_dvec3().distance(self.origin + self.along * far) <= rounded, "{}", case());

        let (normal, least_height) = plane_of(triangle);
        let given = hit.normal.as_dvec3();
        assert!(given.cross(normal).length() < 1e-6 && given.dot(self.along) < 1e-6, "{}", case());
        let against = normal.dot(self.along);
        assert!(self.sides == Sides::Both || against < 1e-6 + allowed / least_height, "from behind: {}", case());
        self.none_before(level, far);
    }
}

/// Near the level, aimed at a point of it, past it, or along an axis.
fn some_line(random: &mut Random, level: &[Triangle], place: DVec3) -> (Vec3, DVec3) {
    let from = random.direction() * random.scale(0.1, 100.0);
    let origin = (place + from).as_vec3();
    let triangle = level[random.range(0.0, level.len() as f64) as usize];
    let target = match random.whole(0, 4) as u32 {
        0 => place + random.vector(6.0),
        _ => point_of(random, &triangle),
    };
    let aim = target - origin.as_dvec3();
    let axes = [DVec3::X, DVec3::NEG_Y, DVec3::Z];
    (origin, if random.whole(0, 9) == 0.0 { axes[random.whole(0, 2) as usize] * aim.length() } else { aim })
}

#[test]
fn rays_and_segments_cross_what_brute_force_crosses() {
    for (seed, (name, make)) in KINDS.into_iter().enumerate() {
        let mut random = Random(600 + seed as u64);
        let (mut rays, mut segments) = (Tally::default(), Tally::default());
        for _ in 0..150 {
            let (level, place) = soup(&mut random, make);
            // Triangles without area have no surface; the ids of the others stay.
            let world = world_of(&level);
            let triangles = exactly(&level);
            if level.iter().any(is_degenerate) {
                continue;
            }
            for round in 0..100 {
                let sides = SIDES[round % 2];
                let (origin, aim) = some_line(&mut random, &triangles, place);
                // Rounded to f32 before it is judged, at a length that hides nothing in the rounding.
                let direction = (aim * random.scale(1e-3, 1e3)).as_vec3();
                let along = direction.as_dvec3().normalize();
                let limit = [f32::INFINITY, (aim.length() * random.range(0.2, 2.0)) as f32][round / 2 % 2];
                let hit = world.ray(origin, direction, limit, sides).unwrap();
                let line = Line { origin: origin.as_dvec3(), along, length: f64::from(limit), sides };
                line.judge(&triangles, hit.as_ref(), &mut rays);

                let to = (origin.as_dvec3() + aim * random.range(0.1, 2.0)).as_vec3();
                let step = to.as_dvec3() - origin.as_dvec3();
                let line = Line { along: step.normalize(), length: step.length(), ..line };
                let hit = world.segment(origin, to, sides).unwrap();
                line.judge(&triangles, hit.as_ref(), &mut segments);
            }
        }
        for (what, tally) in [("rays", rays), ("segments", segments)] {
            println!("{name}: {} {what} hit, {} miss; off by {:.3}", tally.hits, tally.misses, tally.worst.0);
            println!("    {}", tally.worst.1);
            assert!(tally.worst.0 < 1.0, "{name}: {what} end off the triangle");
            assert!(tally.hits > 1_000 && tally.misses > 1_000, "{name}: too few {what}");
        }
    }
}

/// An octahedron whose faces are split in four, `rounds` times over, on a sphere; all corners shared to the bit.
fn sphere(rounds: u32, radius: f64, middle: DVec3) -> Level {
    let mut faces: Vec<Triangle> = Vec::new();
    for (x, y, z) in [(1.0, 1.0, 1.0), (1.0, -1.0, -1.0), (-1.0, 1.0, -1.0), (-1.0, -1.0, 1.0)] {
        faces.push([DVec3::X * x, DVec3::Y * y, DVec3::Z * z]);
        faces.push([DVec3::X * -x, DVec3::Z * -z, DVec3::Y * -y]);
    }
    for _ in 0..rounds {
        let split = |[a, b, c]: Triangle| {
            let [ab, bc, ca] = [(a + b).normalize(), (b + c).normalize(), (c + a).normalize()];
            [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]
        };
        faces = faces.into_iter().flat_map(split).collect();
    }
    faces.into_iter().map(|t| t.map(|v| (middle + v * radius).as_vec3())).collect()
}

/// Aims at corners and edges of a closed surface from within: each of the rays and segments must hit.
fn leaks(world: &World, level: &Level, origins: impl Fn(&mut Random) -> Vec3, rays: u32) -> Vec<String> {
    let (mut random, mut leaks) = (Random(700), Vec::new());
    for _ in 0..rays {
        let origin = origins(&mut random);
        let triangle = level[random.range(0.0, level.len() as f64) as usize];
        let [a, b] = [triangle[0], triangle[1]];
        let target = if random.whole(0, 1) == 0.0 { a } else { a.lerp(b, random.range(0.0, 1.0) as f32) };
        let aim = target - origin;
        for limit in [f32::INFINITY, 1e6] {
            if world.ray(origin, aim, limit, Sides::Both).unwrap().is_none() {
                leaks.push(format!("ray from {origin:?} along {aim:?} at {target:?}"));
            }
        }
        if world.segment(origin, origin + aim * 1.5, Sides::Both).unwrap().is_none() {
            leaks.push(format!("segment from {origin:?} by {aim:?} past {target:?}"));
        }
    }
    leaks
}

#[test]
fn no_ray_slips_out_of_a_closed_surface_through_its_edges_and_corners() {
    for (rounds, radius, far) in [(0, 1.0, 0.0), (1, 3.0, 10.0), (4, 1.0, 0.0), (4, 50.0, 1e3), (5, 0.3, 20.0)] {
        let middle = DVec3::new(0.6, -0.48, 0.64) * far;
        let level = sphere(rounds, radius, middle);
        let world = world_of(&level);
        let inside = |random: &mut Random| (middle + random.direction() * random.range(0.0, 0.5) * radius).as_vec3();
        let found = leaks(&world, &level, inside, 20_000);
        println!("sphere of {} triangles: {} leaks", level.len(), found.len());
        assert!(found.is_empty(), "{} leaks of {} triangles, the first: {}", found.len(), level.len(), found[0]);
    }
}

#[test]
fn no_ray_slips_out_of_a_box_through_its_corners() {
    let mut random = Random(701);
    for _ in 0..50 {
        let half = DVec3::from_array([0; 3].map(|_| random.scale(0.5, 50.0)));
        let level: Level = crate::testkit::level::box_of(random.vector(20.0), half, glam::DQuat::IDENTITY)
            .into_iter()
            .map(|t| t.map(DVec3::as_vec3))
            .collect();
        let world = world_of(&level);
        let (low, high) = world.bounds().unwrap();
        let inside = |random: &mut Random| {
            let part = Vec3::from_array([0; 3].map(|_| random.range(0.1, 0.9) as f32));
            low + (high - low) * part
        };
        let found = leaks(&world, &level, inside, 1_000);
        assert!(found.is_empty(), "{} leaks, the first: {}, {level:?}", found.len(), found[0]);
    }
}

#[test]
fn no_ray_slips_through_the_seams_of_a_floor() {
    let mut random = Random(702);
    for pitch in [0.01, 0.37, 1.0, 30.0] {
        let level = grid(24, pitch, |_, _| random.range(-0.3, 0.3) * pitch);
        let world = world_of(&level);
        // Straight down on corners and edges inside the rim, and aslant from any side.
        for id in (0..level.len()).filter(|id| !near_the_rim(*id, 24)) {
            for _ in 0..8 {
                let [a, b, _] = level[id];
                let target = if random.whole(0, 1) == 0.0 { a } else { a.lerp(b, random.range(0.0, 1.0) as f32) };
                let side = random.direction() * DVec3::new(1.0, 0.0, 1.0) * random.whole(0, 1);
                let origin = target + (side + DVec3::Y * 2.0).as_vec3() * pitch as f32 * 3.0;
                for (from, to) in [(origin, target), (target + (target - origin), target)] {
                    let hit = world.ray(from, to - from, f32::INFINITY, Sides::Both).unwrap();
                    assert!(hit.is_some(), "pitch {pitch}: from {from:?} at {to:?} through triangle {id}");
                }
            }
        }
    }
}

/// A convex surface has one front and one back on every way through it; each must be hit, through edges and corners
/// too.
#[test]
fn from_outside_a_front_is_hit_and_from_inside_none() {
    let mut random = Random(703);
    for (rounds, radius) in [(0, 1.0), (3, 20.0)] {
        let level = sphere(rounds, radius, DVec3::new(3.0, -2.0, 5.0));
        let world = world_of(&level);
        let middle = Vec3::new(3.0, -2.0, 5.0);
        for _ in 0..20_000 {
            let triangle = level[random.range(0.0, level.len() as f64) as usize];
            let [a, b] = [triangle[0], triangle[1]];
            let target = if random.whole(0, 1) == 0.0 { a } else { a.lerp(b, random.range(0.0, 1.0) as f32) };
            let inside = middle + (random.direction() * random.range(0.0, 0.4) * radius).as_vec3();
            let outside = target + (target - inside) * random.scale(0.1, 10.0) as f32;
            let ray = |from, to: Vec3| world.ray(from, to - from, f32::INFINITY, Sides::Front).unwrap();
            assert!(ray(outside, inside).is_some(), "from {outside:?} to {inside:?}");
            assert_eq!(ray(inside, target), None, "from {inside:?} to {target:?}");
        }
    }
}

#[test]
fn a_ray_from_afar_hits_the_middle_of_an_edge_that_points_at_it() {
    // Corners, where the ray begins, and the edge at whose middle it aims.
    let cases = [
        ([[1.0, 0.0, -3.0], [3.0, -4.0, 3.0], [2.0, -1.0, 0.0]], [3.0, -100_004.0, 3.0], [0, 1]),
        ([[0.0, -2.0, -2.0], [1.0, 4.0, 4.0], [0.0, -2.0, 1.0]], [1.0, 4.0, -996.0], [0, 1]),
        ([[1.0, -1.0, 3.0], [1.0, -3.0, -3.0], [3.0, -3.0, -3.0]], [-99_999.0, -3.0, -3.0], [0, 1]),
        ([[2.0, -1.0, 4.0], [-4.0, 2.0, 2.0], [4.0, -1.0, 4.0]], [-998.0, -1.0, 4.0], [0, 1]),
    ];
    for (corners, origin, [from, to]) in cases {
        let (corners, origin) = (corners.map(Vec3::from_array), Vec3::from_array(origin));
        let way = (corners[from] + corners[to]) * 0.5 - origin;
        let world = world_of(&[corners]);
        let hit = world.ray(origin, way.normalize(), 2.0 * way.length(), Sides::Both).unwrap();
        let distance = hit.expect("it is aimed at").distance;
        assert!((distance - way.length()).abs() < 1e-6 * way.length(), "{distance} instead of {}", way.length());
    }
}

#[test]
fn of_triangles_passed_at_one_corner_the_lowest_is_named() {
    let mut random = Random(704);
    let level = grid(16, 0.37, |_, _| 0.0);
    // The same once more, the other way round.
    let both: Level = level.iter().map(|&[a, b, c]| [a, c, b]).chain(level.iter().copied()).collect();
    let world = world_of(&both);
    for _ in 0..20_000 {
        let id = random.range(0.0, level.len() as f64) as usize;
        let corner = level[id][random.whole(0, 2) as usize];
        let side = random.direction() * DVec3::new(1.0, 0.0, 1.0) * random.whole(0, 1);
        let origin = corner + (side + DVec3::Y * random.range(0.5, 3.0)).as_vec3();
        let hit = world.ray(origin, corner - origin, f32::INFINITY, Sides::Both).unwrap();
        let Some(hit) = hit else { continue };
        // Those that have the corner all lie in one plane; the ray may pass beside it by rounding, within some of them.
        let lowest = both.iter().position(|t| t.contains(&corner)).unwrap();
        let named = hit.triangle as usize;
        assert!(named < level.len() && both[named].contains(&corner), "{named}, {corner:?} from {origin:?}");
        assert!(side != DVec3::ZERO || named == lowest, "{named} and not {lowest}, {corner:?} from {origin:?}");
    }
}

/// Whether a triangle of a square grid lies in the outermost two rows or columns of cells.
fn near_the_rim(id: usize, cells: usize) -> bool {
    let (row, column) = (id / 2 / cells, id / 2 % cells);
    row.min(column) < 2 || row.max(column) + 2 >= cells
}
