//! Random sweeps near the surfaces of every scene, judged in `f64` by brute force over all triangles near the path.
//!
//! The candidates come from the checks' own tree, the distances from `sweep8_scalar_ref::brute_force`; nothing of the kernel
//! decides. A fraction is ill-conditioned where the motion grazes, a distance never is, so answers are judged by
//! distances, in units of `1e-5 · (1 + largest coordinate)` of ellipsoid space about the start, displacement included:
//! - a hit is neither invented nor early: at its fraction the named triangle is 1 away;
//! - nor late: no triangle comes nearer than 1 before it;
//! - nor missed: where the kernel finds the way free, no triangle comes nearer than 1 all along it;
//! - who starts inside is told so, with the deepest triangle, and comes free of it by going `overlap` along `normal`;
//! - point and normal are those of the named triangle.
//!
//! The last test shows the judge answers that are wrong by little, so that its silence about the kernel means
//! something.

use glam::{DVec3, Vec3};
use std::cell::Cell;
use sweep8::{Ellipsoid, Hit, Mesh, Sides, World};
use sweep8_bench::checking::{Tree, penetration};
use sweep8_bench::levels::Level;
use sweep8_bench::levels::scenes::Scene;
use sweep8_bench::random::Random;
use sweep8_scalar_ref::brute_force::{
    Triangle, closest_point, distance, first_contact, least_distance_along, to_ellipsoid_space,
};
use sweep8_scalar_ref::testkit::cases::cases;

const RADII: [Vec3; 2] = [Vec3::splat(0.5), Vec3::new(0.4, 0.9, 0.4)];

/// Metres.
const LENGTHS: [f32; 3] = [0.2, 1.0, 10.0];

/// Sweeps of each shape and length on each scene, in full and reduced.
const SWEEPS: [usize; 2] = [1200, 300];

/// After so many triangles were held against the sweeps of a shape and length, there are no more of these, but a few are
/// always made: on a scanned floor one sweep is judged by 100,000.
const TRIANGLES: usize = 250_000;
const FEWEST_SWEEPS: usize = 4;

/// Allowed error of a distance, per unit of the largest coordinate and one: 80 units in the last place.
const TOLERANCE: f64 = 1e-5;

/// One question, and all that its answer is judged by; ellipsoid space about the start.
struct Question {
    radii: DVec3,
    center: DVec3,
    displacement: DVec3,
    triangles: Vec<(u32, Triangle)>,
}

impl Question {
    fn new(tree: &Tree, radii: Vec3, center: Vec3, displacement: Vec3) -> Self {
        let [radii, center, displacement] = [radii, center, displacement].map(Vec3::as_dvec3);
        let mut triangles = Vec::new();
        // By pieces, as the box of a long slanting path is mostly beside it.
        let pieces = displacement.length().ceil().max(1.0) as u32;
        for piece in 0..pieces {
            let [from, to] = [piece, piece + 1].map(|k| center + displacement * (f64::from(k) / f64::from(pieces)));
            let (low, high) = (from.min(to) - radii * 1.01, from.max(to) + radii * 1.01);
            tree.visit(low, high, |id, corners| {
                triangles.push((id, corners.map(|v| to_ellipsoid_space(v, center, radii))));
            });
        }
        triangles.sort_by_key(|&(id, _)| id);
        triangles.dedup_by_key(|&mut (id, _)| id);
        Self { radii, center, displacement: displacement / radii, triangles }
    }

    fn tolerance(&self, triangle: &Triangle) -> f64 {
        let largest = triangle.iter().flat_map(|&v| [v, v - self.displacement]).chain([self.displacement]);
        TOLERANCE * (1.0 + largest.map(|v| v.abs().max_element()).fold(0.0, f64::max))
    }

    /// Nobody may come nearer than 1 to a triangle before `fraction`.
    fn nothing_before(&self, fraction: f64) -> Result<(), String> {
        let way = self.displacement * fraction;
        for (id, triangle) in &self.triangles {
            // Found by formulas, judged by plain distances; beside few triangles the formulas are not trusted to find.
            if self.triangles.len() > 40 && first_contact(DVec3::ZERO, way, triangle).is_none() {
                continue;
            }
            let least = least_distance_along(DVec3::ZERO, way, triangle);
            if least < 1.0 - self.tolerance(triangle) {
                return Err(format!("before {fraction} triangle {id} is {least} away"));
            }
        }
        Ok(())
    }

    /// The error of the gap in units of the tolerance; `Err` says what is wrong with the answer.
    fn judge(&self, answer: Option<&Hit>) -> Result<f64, String> {
        let Some(hit) = answer else { return self.nothing_before(1.0).map(|()| 0.0) };
        let named = self.triangles.iter().find(|(id, _)| *id == hit.triangle);
        let Some((_, triangle)) = named else { return Err("a triangle that is not near".into()) };
        let in_range = (0.0..=1.0).contains(&hit.fraction) && (0.0..f32::INFINITY).contains(&hit.overlap);
        if !in_range || !hit.normal.is_normalized() {
            return Err("numbers out of their range".into());
        }
        let tolerance = self.tolerance(triangle);
        let at = self.displacement * f64::from(hit.fraction);
        let point = closest_point(at, triangle);
        let gap = at.distance(point);

        // A point as far as the triangle is thick may be another one, as near as this to rounding.
        let told = to_ellipsoid_space(hit.point.as_dvec3(), self.center, self.radii);
        let rounding = 1e-7 * self.center.abs().max_element() / self.radii.min_element();
        let off = (distance(told, triangle)).max((told.distance(at) - gap).abs());
        if off > tolerance + rounding {
            return Err(format!("the point is {off} off"));
        }
        if gap > 0.01 {
            // Normals of nearly equal distances may differ by the root of the tolerance, their cosine by itself.
            let normal = ((at - point) / self.radii).normalize();
            let cosine = normal.dot(hit.normal.as_dvec3());
            if cosine < 1.0 - 10.0 * tolerance / (gap * gap) {
                return Err(format!("the cosine of the normal's error is {cosine}"));
            }
        }
        if hit.overlap > 0.0 {
            return self.judge_overlap(hit, triangle, gap);
        }
        let error = (gap - 1.0).abs();
        if error > tolerance {
            return Err(format!("triangle {} is {gap} away at {}", hit.triangle, hit.fraction));
        }
        self.nothing_before(f64::from(hit.fraction)).map(|()| error / tolerance)
    }

    fn judge_overlap(&self, hit: &Hit, triangle: &Triangle, gap: f64) -> Result<f64, String> {
        let tolerance = self.tolerance(triangle);
        if hit.fraction != 0.0 || gap >= 1.0 + tolerance {
            return Err(format!("told of an overlap at {}, but {gap} away", hit.fraction));
        }
        for (id, other) in &self.triangles {
            let other_gap = distance(DVec3::ZERO, other);
            if other_gap < gap - self.tolerance(other) - tolerance {
                return Err(format!("triangle {id} overlaps deeper: {other_gap} away, the named one {gap}"));
            }
        }
        // Beside the tolerance of a distance, what the turn of the normal near the centre makes of the depth.
        let normal = hit.normal.as_dvec3();
        let per_metre =
            if gap > 0.0 { (closest_point(DVec3::ZERO, triangle) / gap / self.radii).length() } else { 0.0 };
        let depth = (1.0 - gap).max(0.0) / per_metre;
        let allowed = tolerance * self.radii.max_element() * (1.0 + 3.0 / gap);
        let error = (f64::from(hit.overlap) - depth).abs();
        if gap > 0.0 && error > allowed {
            return Err(format!("overlap {} m instead of {depth} m", hit.overlap));
        }
        let free = distance(normal * f64::from(hit.overlap) / self.radii, triangle);
        if free < 1.0 - 2.0 * tolerance {
            return Err(format!("{free} away after going {} m out", hit.overlap));
        }
        Ok(0.0)
    }
}

/// A scene, ready to be asked.
struct Place {
    level: Level,
    tree: Tree,
    world: World,
}

impl Place {
    fn new(scene: Scene) -> Self {
        let level = scene.build();
        let mesh = Mesh::new(&level.positions, &level.triangles).expect("scenes are sound");
        Self { tree: Tree::new(&level.positions, &level.triangles), world: World::from_mesh(mesh), level }
    }

    /// A sweep to anywhere, from near a random point of a random triangle; seven of eight starts are clear.
    fn question(&self, random: &mut Random, radii: Vec3, length: f32) -> (Vec3, Vec3) {
        let center = loop {
            let center = self.beside_a_triangle(random, radii);
            if random.below(8) == 0 || penetration(&self.tree, center.as_dvec3(), radii.as_dvec3()) == 0.0 {
                break center;
            }
        };
        // Now and then along an axis, as gravity and most levels are.
        let way = direction(random);
        let axis = [Vec3::X, Vec3::Y, Vec3::Z][random.below(3)];
        (center, if random.below(8) == 0 { axis * way.dot(axis).signum() } else { way } * length)
    }

    fn beside_a_triangle(&self, random: &mut Random, radii: Vec3) -> Vec3 {
        let [a, b, c] = self.level.corners(random.below(self.level.triangles.len()));
        let (mut u, mut v) = (random.unit(), random.unit());
        if u + v > 1.0 {
            (u, v) = (1.0 - u, 1.0 - v);
        }
        a + (b - a) * u + (c - a) * v + direction(random) * radii * random.range_f32(0.3, 3.0)
    }
}

fn direction(random: &mut Random) -> Vec3 {
    loop {
        let point = Vec3::new(random.range_f32(-1.0, 1.0), random.range_f32(-1.0, 1.0), random.range_f32(-1.0, 1.0));
        if (0.01..=1.0).contains(&point.length_squared()) {
            return point.normalize();
        }
    }
}

fn sweeps_agree_with_brute_force(scene: Scene) {
    let place = Place::new(scene);
    let (mut hits, mut overlaps, mut misses, mut candidates, mut worst) = (0, 0, 0, 0, 0.0_f64);
    let mut wrong = Vec::new();
    for (shape, radii) in (1..).zip(RADII) {
        let ellipsoid = Ellipsoid::new(radii).expect("radii are positive");
        for (number, length) in (1..).zip(LENGTHS) {
            let mut random = Random::new(100 * shape + number);
            let enough = candidates + TRIANGLES;
            for number in 0..cases(SWEEPS[0], SWEEPS[1]) {
                if candidates > enough && number >= FEWEST_SWEEPS {
                    break;
                }
                let (center, displacement) = place.question(&mut random, radii, length);
                let hit = place.world.sweep(&ellipsoid, center, displacement, Sides::Both).expect("input in range");
                let question = Question::new(&place.tree, radii, center, displacement);
                candidates += question.triangles.len();
                match &hit {
                    None => misses += 1,
                    Some(hit) if hit.overlap > 0.0 => overlaps += 1,
                    Some(_) => hits += 1,
                }
                match question.judge(hit.as_ref()) {
                    Ok(error) => worst = worst.max(error),
                    Err(what) => wrong.push(format!("{what}: {radii} from {center} by {displacement}: {hit:?}")),
                }
            }
        }
    }
    let all = hits + overlaps + misses;
    println!(
        "{:13}{hits:5} hits, {overlaps:5} overlaps, {misses:5} misses, {:6.1} triangles a sweep, \
         worst gap error {worst:.4} of the tolerance",
        scene.name(),
        candidates as f64 / f64::from(all)
    );
    // Of 7,200 sweeps, 1,000.
    let enough = all * 10 / 72;
    assert!(hits > enough && overlaps > enough && misses > enough, "{scene}: the sweeps test too little");
    assert!(worst < 0.1, "{scene}: right, but ten times worse than it was: {worst} of the tolerance");
    assert!(wrong.is_empty(), "{scene}: {} sweeps are wrong:\n{}", wrong.len(), wrong[..wrong.len().min(9)].join("\n"));
}

/// One test for each scene, and one that none was forgotten.
macro_rules! on_each_scene {
    ($($name:ident: $scene:ident),* $(,)?) => {
        $(#[test]
        fn $name() {
            sweeps_agree_with_brute_force(Scene::$scene);
        })*

        #[test]
        fn no_scene_is_left_out() {
            assert_eq!([$(Scene::$scene),*], Scene::ALL);
        }
    };
}

on_each_scene! {
    in_rooms_and_corridors: Dungeon,
    on_hills: Terrain,
    on_stairs: Stairs,
    in_a_sharp_corner: VCorner,
    under_a_ceiling_that_comes_down: Wedge,
    in_a_funnel: Funnel,
    on_a_seam_with_t_junctions: Seam,
    on_a_seam_vertex_to_vertex: SeamMatched,
    on_a_criss_cross_floor: Grid,
    on_a_sharp_crest: Crest,
    on_pits_and_humps: Humps,
    on_needles_and_degenerate_triangles: Needles,
    on_triangles_of_100_m: Big,
    far_from_the_origin: Far,
    on_a_floor_of_tiny_triangles: DenseFloor,
    beside_furniture_of_tiny_triangles: Furniture,
    among_curved_patches: Vaults,
    along_edges_of_kilometres: Edges,
    in_shafts_that_bodies_just_fit: Shafts,
    in_gullies_and_odd_funnels: Gullies,
    in_a_doorway: Doorway,
}

#[test]
fn the_judge_sees_answers_that_are_wrong_by_little() {
    let place = Place::new(Scene::Stairs);
    let mut random = Random::new(5);
    let [seen, shown] = [0, 0].map(Cell::new);
    for _ in 0..2000 {
        let (center, displacement) = place.question(&mut random, RADII[1], 1.0);
        let ellipsoid = Ellipsoid::new(RADII[1]).expect("a person");
        let question = Question::new(&place.tree, RADII[1], center, displacement);
        let show = |wrong: Option<&Hit>| {
            shown.set(shown.get() + 1);
            seen.set(seen.get() + usize::from(question.judge(wrong).is_err()));
        };
        let Some(hit) = place.world.sweep(&ellipsoid, center, displacement, Sides::Both).expect("input in range")
        else {
            continue;
        };
        let other = (hit.triangle + 200) % place.level.triangles.len() as u32;
        let changed = |change: &dyn Fn(&mut Hit)| {
            let mut wrong = hit;
            change(&mut wrong);
            wrong
        };
        show(Some(&changed(&|wrong| wrong.triangle = other)));
        show(Some(&changed(&|wrong| wrong.normal = -hit.normal)));
        show(Some(&changed(&|wrong| wrong.point = hit.point + hit.normal * 0.01)));
        if hit.overlap > 0.01 {
            show(None);
            show(Some(&changed(&|wrong| wrong.overlap = hit.overlap * 1.01)));
            show(Some(&changed(&|wrong| wrong.overlap = 0.0)));
        } else if hit.overlap == 0.0 && displacement.normalize().dot(hit.normal) < -0.5 && hit.fraction < 0.99 {
            show(Some(&changed(&|wrong| wrong.fraction = hit.fraction + 0.001)));
            show(Some(&changed(&|wrong| wrong.fraction = (hit.fraction - 0.001).max(0.0))));
            show(None);
        }
    }
    let (seen, shown) = (seen.get(), shown.get());
    println!("{seen} of {shown} wrong answers were seen");
    assert!(shown > 3000 && seen as f64 > 0.99 * shown as f64, "only {seen} of {shown} were seen");
}
