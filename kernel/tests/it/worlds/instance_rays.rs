//! Rays, segments, and shapes that feel fronts only, in worlds of instances that are scaled and mirrored: against brute force
//! in `f64` over all triangles where they lie.

use crate::testkit::Random;
use crate::testkit::facing::{clear_pass, has_front_to, plane_of};
use crate::testkit::placed::{PlacedWorld, soups};
use crate::testkit::soup::point_of;
use glam::{DVec3, Vec3};
use sweep8::{Ellipsoid, RayHit, Sides};
use sweep8_scalar_ref::brute_force::{Triangle, distance, first_contact, to_ellipsoid_space};

/// Error allowed in a coordinate seen from the origin of a query, as part of the largest.
const TOLERANCE: f64 = 1e-5;

struct Line {
    origin: DVec3,
    along: DVec3,
    length: f64,
    sides: Sides,
}

impl Line {
    fn allowed(&self, triangle: &Triangle) -> f64 {
        TOLERANCE * triangle.iter().map(|v| (*v - self.origin).abs().max_element()).fold(1.0, f64::max)
    }

    /// Asserts that no triangle is clearly passed before `end`.
    fn none_before(&self, placed: &PlacedWorld, end: f64, case: &str) {
        for (triangle, owner) in placed.triangles.iter().zip(&placed.owners) {
            let Some(pass) = clear_pass(triangle, self.origin, self.along, self.allowed(triangle)) else { continue };
            let counts = self.sides == Sides::Both || pass.from_front;
            let is_before = pass.distance > pass.slack && pass.distance + pass.slack < end;
            assert!(!counts || !is_before, "{case}: passed {owner:?} at {pass:?}, before {end}");
        }
    }

    /// How far the point of a hit lies from the triangle that is named, as part of what is allowed.
    fn judge(&self, placed: &PlacedWorld, hit: Option<&RayHit>, case: &str) -> f64 {
        let Some(hit) = hit else {
            self.none_before(placed, self.length, case);
            return 0.0;
        };
        let (triangle, far) = (placed.named(hit.instance, hit.triangle), f64::from(hit.distance));
        let allowed = self.allowed(triangle);
        let off = distance(self.origin + self.along * far, triangle) / allowed;
        assert!(off < 1.0 && far <= self.length * (1.0 + 1e-6), "{case}: {off}, {hit:?}");
        let (normal, least_height) = plane_of(triangle);
        let given = hit.normal.as_dvec3();
        assert!(given.cross(normal).length() < 1e-6 && given.dot(self.along) < 1e-6, "{case}: {normal}, {hit:?}");
        let against = normal.dot(self.along);
        assert!(self.sides == Sides::Both || against < 1e-6 + allowed / least_height, "{case}: from behind, {hit:?}");
        self.none_before(placed, far, case);
        off
    }
}

#[test]
fn rays_and_segments_pass_what_brute_force_over_all_instances_passes() {
    let mut random = Random(1);
    let (mut hits, mut misses, mut worst) = (0, 0, 0.0_f64);
    for world in 0..120 {
        let about = [DVec3::ZERO, DVec3::new(2e3, -50.0, 4e3)][world % 2];
        let instances = random.whole(2, 9) as usize;
        let placed = soups(&mut random, about, instances);
        for round in 0..100 {
            let sides = [Sides::Both, Sides::Front][round % 2];
            let origin = (about + random.direction() * random.scale(0.1, 100.0)).as_vec3();
            let target = if round % 5 == 0 {
                about + random.vector(6.0)
            } else {
                let triangle = random.range(0.0, placed.triangles.len() as f64) as usize;
                point_of(&mut random, &placed.triangles[triangle])
            };
            let aim = target - origin.as_dvec3();
            let direction = (aim * random.scale(1e-3, 1e3)).as_vec3();
            let limit = [f32::INFINITY, (aim.length() * random.range(0.2, 2.0)) as f32][round / 2 % 2];
            let case = format!("world {world}, round {round}");
            let hit = placed.world.ray(origin, direction, limit, sides).unwrap();
            let along = direction.as_dvec3().normalize();
            let line = Line { origin: origin.as_dvec3(), along, length: f64::from(limit), sides };
            worst = worst.max(line.judge(&placed, hit.as_ref(), &case));
            *(if hit.is_some() { &mut hits } else { &mut misses }) += 1;

            let to = (origin.as_dvec3() + aim * random.range(0.1, 2.0)).as_vec3();
            let step = to.as_dvec3() - origin.as_dvec3();
            let line = Line { along: step.normalize(), length: step.length(), ..line };
            let hit = placed.world.segment(origin, to, sides).unwrap();
            worst = worst.max(line.judge(&placed, hit.as_ref(), &case));
            *(if hit.is_some() { &mut hits } else { &mut misses }) += 1;
        }
    }
    println!("{hits} hits, {misses} misses, points at most {worst:.3} of the tolerance off their triangles");
    assert!(hits > 5_000 && misses > 5_000, "{hits}, {misses}");
}

/// The triangles that count for a shape at a place that feels fronts only: those that surely do, and those that may.
fn felt(placed: &PlacedWorld, center: DVec3) -> [Vec<Triangle>; 2] {
    let of = |wanted: fn(Option<bool>) -> bool| {
        let is_felt = |triangle: &&Triangle| wanted(has_front_to(triangle, center, 1e-5));
        placed.triangles.iter().filter(is_felt).copied().collect()
    };
    [of(|front| front == Some(true)), of(|front| front != Some(false))]
}

#[test]
fn fronts_stay_fronts_for_sweeps_overlaps_and_closest_points_of_mirrored_instances() {
    let mut random = Random(2);
    let (mut touched, mut free, mut overlapping, mut behind, mut worst) = (0, 0, 0, 0, 0.0_f64);
    for world in 0..150 {
        let instances = random.whole(6, 12) as usize;
        let placed = soups(&mut random, DVec3::ZERO, instances);
        let radii = [Vec3::splat(0.3), Vec3::new(0.2, 0.6, 0.3)][world % 2];
        let shape = Ellipsoid::new(radii).unwrap();
        for round in 0..30 {
            let case = format!("world {world}, round {round}");
            let center = random.vector(3.0).as_vec3();
            let at = center.as_dvec3();
            let local = |triangle: &Triangle| triangle.map(|v| to_ellipsoid_space(v, at, radii.as_dvec3()));
            let [surely, perhaps] = felt(&placed, at);
            let least = |of: &[Triangle]| of.iter().map(|t| distance(DVec3::ZERO, &local(t))).fold(f64::MAX, f64::min);
            let (nearest, any) = (least(&surely), least(&perhaps));
            let overlaps = placed.world.overlap(&shape, center, Sides::Front).unwrap();
            assert!(overlaps || nearest > 1.0 - 1e-5, "{case}: not felt at {nearest}");
            assert!(!overlaps || any < 1.0 + 1e-5, "{case}: felt at {any}");
            overlapping += u32::from(overlaps);
            behind += u32::from(!overlaps && least(&placed.triangles) < 1.0);

            let apart = |of: &[Triangle]| of.iter().map(|t| distance(at, t)).fold(f64::MAX, f64::min);
            let closest = placed.world.closest_point(center, f32::INFINITY, Sides::Front).unwrap();
            let given = closest.map_or(f64::MAX, |closest| f64::from(closest.distance));
            assert!(given < apart(&surely) + 1e-5 && given > apart(&perhaps) - 1e-5, "{case}: {given}");

            let way = (random.direction() * random.scale(0.2, 6.0)).as_vec3();
            let motion = way.as_dvec3() / radii.as_dvec3();
            let first = |of: &[Triangle]| {
                let contacts = of.iter().filter_map(|t| first_contact(DVec3::ZERO, motion, &local(t)));
                contacts.map(|contact| contact.fraction).fold(1.0, f64::min)
            };
            let hit = placed.world.sweep(&shape, center, way, Sides::Front).unwrap();
            let fraction = hit.map_or(1.0, |hit| f64::from(hit.fraction));
            let (late, early) = (fraction - first(&surely), first(&perhaps) - fraction);
            let off = late.max(early) * way.as_dvec3().length();
            worst = worst.max(off);
            assert!(off < 3e-5, "{case}: {off} m late or early, {hit:?}");
            *(if hit.is_some() { &mut touched } else { &mut free }) += 1;
        }
    }
    println!("{touched} touched, {free} free, {overlapping} overlap, {behind} only behind; at most {worst} m off");
    assert!(touched > 1_000 && free > 1_000 && overlapping > 300 && behind > 300);
}
