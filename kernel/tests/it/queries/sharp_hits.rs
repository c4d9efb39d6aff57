//! Sweeps that other algorithms and engines miss: small edges in small steps, a low step met at a sharp angle, the edge
//! of an open sheet.
//!
//! Each is held to the `f64` fraction over all triangles, for ellipsoids, in three places of the world; errors are in
//! metres of the way.

use crate::testkit::Random;
use crate::testkit::cases;
use crate::testkit::judge::{Tally, Way, judge};
use crate::testkit::level::box_of;
use crate::testkit::worlds::{Level, exactly, quad, rounded, terrain, world_of};
use glam::{DQuat, DVec3, Vec3};
use sweep8::{Ellipsoid, Sides, SlideSettings, SlideStatus, World};
use sweep8_scalar_ref::brute_force::{Triangle, distance, first_contact, to_ellipsoid_space};

const SHAPES: [Vec3; 4] = [Vec3::splat(0.4), Vec3::splat(0.05), Vec3::new(0.4, 0.9, 0.4), Vec3::new(0.8, 0.3, 0.5)];

/// The exact fraction over all triangles, and the sine of the angle between motion and surface there, in ellipsoid
/// space.
fn exact(triangles: &[Triangle], radii: Vec3, center: Vec3, displacement: Vec3) -> Option<(f64, f64)> {
    let radii = radii.as_dvec3();
    let moved = displacement.as_dvec3() / radii;
    let (from, to) = (center.as_dvec3(), (center + displacement).as_dvec3());
    let (low, high) = (from.min(to) - radii * 1.01, from.max(to) + radii * 1.01);
    let reached = |t: &&Triangle| {
        let (least, most) = (t[0].min(t[1]).min(t[2]), t[0].max(t[1]).max(t[2]));
        least.cmple(high).all() && most.cmpge(low).all()
    };
    let local = triangles.iter().filter(reached).map(|t| t.map(|v| to_ellipsoid_space(v, center.as_dvec3(), radii)));
    let contacts = local.filter_map(|t| first_contact(DVec3::ZERO, moved, &t));
    let first = contacts.min_by(|a, b| a.fraction.total_cmp(&b.fraction))?;
    let normal = (moved * first.fraction - first.point).normalize();
    Some((first.fraction, -normal.dot(moved.normalize())))
}

/// Least distance to the triangles at a fraction of the way, ellipsoid space.
fn apart(triangles: &[Triangle], radii: Vec3, center: Vec3, displacement: Vec3, fraction: f64) -> f64 {
    let at = center.as_dvec3() + displacement.as_dvec3() * fraction;
    let to = |t: &Triangle| distance(DVec3::ZERO, &t.map(|v| to_ellipsoid_space(v, at, radii.as_dvec3())));
    triangles.iter().map(to).fold(f64::INFINITY, f64::min)
}

/// Sine of the angle to a surface below which a fraction is the root of a rounding: those hits are judged by the
/// distance alone.
const TANGENT: f64 = 0.05;

/// The results of the comparison: every sweep by the distances that its fraction leads to, and by the fraction itself where that is
/// well-conditioned.
#[derive(Default)]
struct Compared {
    by_distance: Tally,
    by_fraction: u32,
    /// Largest error of the way travelled, metres.
    worst: f64,
    case: String,
}

impl Compared {
    fn sweep(&mut self, level: &Level, world: &World, triangles: &[Triangle], way: &Way) -> Option<f64> {
        let hit = world.sweep(&way.shape(), way.center, way.displacement, Sides::Both).expect("input in range");
        judge(level, way, hit.as_ref(), &mut self.by_distance);
        let expected = exact(triangles, way.radii, way.center, way.displacement);
        if let (Some(hit), Some((fraction, sine))) = (hit, expected)
            && sine > TANGENT
        {
            self.by_fraction += 1;
            let error = (f64::from(hit.fraction) - fraction).abs() * f64::from(way.displacement.length());
            if error > self.worst {
                self.worst = error;
                self.case = format!("{way:?}: {hit:?}, exactly {fraction}, sine {sine}");
            }
        } else if expected.is_some_and(|(_, sine)| sine > TANGENT) {
            self.by_distance.complain(|| format!("missed: {way:?}, exactly {expected:?}"));
        }
        expected.map(|(fraction, _)| fraction)
    }

    fn settle(&self, name: &str) {
        println!("{name}: {} by fraction, {:e} m of error; {}", self.by_fraction, self.worst, self.case);
        self.by_distance.settle(name);
        assert!(self.worst < 1e-5, "{name}: {} m, {}", self.worst, self.case);
    }
}

#[test]
fn edges_of_centimetres_are_hit_in_steps_of_millimetres_at_the_f64_fraction() {
    let mut random = Random(21);
    let mut tally = Compared::default();
    for pitch in [0.01, 0.02, 0.05, 0.1, 0.2] {
        let level = terrain(&mut random, 20, pitch, 0.3 * pitch);
        let (world, triangles) = (world_of(&level), exactly(&level));
        for radii in SHAPES {
            for _ in 0..cases(100, 25) {
                // Lowered until it nearly touches, then a step that goes down at 10° to 90°.
                let foot = random.vector(5.0 * pitch).as_vec3();
                let above = Vec3::new(foot.x, 1.5, foot.z);
                let Some((fraction, _)) = exact(&triangles, radii, above, Vec3::Y * -3.0) else { continue };
                let step = random.scale(1e-3, 1e-2);
                let center = above + Vec3::Y * (random.range(0.0, 0.9) * step - 3.0 * fraction) as f32;
                let (turn, lean) = (random.range(0.0, 6.3), random.range(10.0, 90.0_f64).to_radians());
                let way = DVec3::new(lean.cos() * turn.cos(), -lean.sin(), lean.cos() * turn.sin());
                let displacement = (way * step).as_vec3();
                if apart(&triangles, radii, center, displacement, 0.0) <= 1.0 {
                    continue;
                }
                tally.sweep(&level, &world, &triangles, &Way { radii, center, displacement });
            }
        }
    }
    tally.settle("edges of 1 to 20 cm");
    assert!(tally.by_fraction > cases(1_000, 250) && tally.by_distance.misses > cases(200, 40));
}

#[test]
fn a_low_step_met_at_a_sharp_angle_is_hit_at_the_f64_fraction() {
    let mut random = Random(22);
    let (mut tally, mut low) = (Compared::default(), 0);
    for place in [Vec3::ZERO, Vec3::new(-300.0, 20.0, 500.0)] {
        for (radii, part) in SHAPES.into_iter().flat_map(|r| [0.01, 0.05, 0.2, 0.5, 0.9].map(|p| (r, p))) {
            let height = part * f64::from(radii.y);
            // The step's front is the plane x = 0, its edge along z.
            let step = box_of(DVec3::new(5.0, 0.5 * height, 0.0), DVec3::new(5.0, 0.5 * height, 30.0), DQuat::IDENTITY);
            let step: Level = rounded(&step).iter().map(|t| t.map(|v| v + place)).collect();
            // The front alone, the top alone, all of it.
            let parts = [step.clone(), step[8..10].to_vec(), step[6..8].to_vec()];
            for (level, degrees) in parts.iter().flat_map(|l| (1..=18).map(move |k| (l, f64::from(k) * 5.0))) {
                let (world, triangles) = (world_of(level), exactly(level));
                let (sin, cos) = degrees.to_radians().sin_cos();
                let back = f64::from(radii.x) * random.range(1.1, 2.0);
                let along = DVec3::new(sin, -random.range(0.0, 0.002), cos);
                let start = DVec3::new(-back, f64::from(radii.y) + 0.01, -back / degrees.to_radians().tan());
                let center = place + start.as_vec3();
                let displacement = (along * (2.0 * back / sin)).as_vec3();
                let expected = tally.sweep(level, &world, &triangles, &Way { radii, center, displacement });
                low += u32::from(expected.is_some());
            }
        }
    }
    tally.settle("low step");
    assert!(low > 600);
}

#[test]
fn a_sphere_in_the_plane_of_an_open_sheet_hits_its_edge_and_stops_there() {
    let mut random = Random(23);
    let mut tally = Compared::default();
    for case in 0..400 {
        // The sheet begins at x = 0; turned, so that its plane is none of the axes'.
        let turn = if case % 4 == 0 { DQuat::IDENTITY } else { random.turn() };
        let at = |x: f32, z: f32| (turn * DVec3::new(f64::from(x), 0.0, f64::from(z))).as_vec3();
        let level = quad(at(0.0, -20.0), at(0.0, 40.0), at(20.0, 0.0));
        let (world, triangles) = (world_of(&level), exactly(&level));
        let radii = SHAPES[case % 2];
        let angle = random.range(-75.0, 75.0_f64).to_radians() as f32;
        let center = at(-3.0, random.range(-1.0, 1.0) as f32);
        let displacement = at(angle.cos() * 20.0, angle.sin() * 20.0);
        assert!(tally.sweep(&level, &world, &triangles, &Way { radii, center, displacement }).is_some());

        let straight = at(20.0, 0.0);
        let shape = Ellipsoid::new(radii).unwrap();
        let out = world.slide(&shape, center, straight, &SlideSettings::default()).unwrap();
        let apart = apart(&triangles, radii, out.position.to_vec3(), Vec3::ZERO, 0.0) - 1.0;
        let gap = apart * f64::from(radii.x);
        // Exactly in the plane it stays before the edge; off by rounding it may as well roll over it.
        assert!(
            gap > 0.008,
            "{radii}, {center} by {straight}: gap {gap}, {:?} at {:?}",
            out.status,
            out.position.to_vec3()
        );
        if case % 4 == 0 {
            assert!(out.status == SlideStatus::Blocked && gap < 0.0101, "{radii}: gap {gap}, {:?}", out.status);
        }
    }
    tally.settle("edge of a sheet");
}

#[test]
fn a_motion_so_short_that_its_square_underflows_touches_nothing_that_is_clear() {
    // A corner, an edge and a face, 1.1 m ahead of a ball of 1 m, in boxes that the ball is in.
    let shape = Ellipsoid::ball(1.0).expect("it is a shape");
    let ahead = [
        [Vec3::splat(0.6351), Vec3::new(3.4, 0.2, 2.1), Vec3::new(0.2, 3.4, 2.1)],
        [Vec3::new(3.6351, -2.3649, 0.6351), Vec3::new(-2.3649, 3.6351, 0.6351), Vec3::splat(3.0)],
        [Vec3::new(5.0, -2.0, -1.0947), Vec3::new(-2.0, 5.0, -1.0947), Vec3::new(-1.0, -1.0, 3.9053)],
    ];
    let mut random = Random(1);
    let mut swept = 0;
    for triangle in ahead {
        let world = world_of(&[triangle]);
        for _ in 0..20_000 {
            let length = random.scale(1e-30, 1e-15) as f32;
            let towards = (random.direction() + DVec3::ONE).normalize().as_vec3();
            let hit = world.sweep(&shape, Vec3::ZERO, towards * length, Sides::Both).expect("input in range");
            assert!(hit.is_none(), "{:?} of {triangle:?} by {:?}", hit, towards * length);
            swept += 1;
        }
    }
    assert_eq!(swept, 60_000);
}
