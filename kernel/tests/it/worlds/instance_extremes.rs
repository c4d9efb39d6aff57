//! Instances scaled by the least and the largest factor, and shapes as small and as large as they may be: no answer that is not
//! a number, and no triangle missed, against brute force in `f64`.

use crate::testkit::Random;
use crate::testkit::placed::{PlacedWorld, cook, loose, turned};
use glam::{DVec3, Vec3};
use sweep8::limits::{MAX_COORDINATE, MAX_RADIUS, MAX_SCALE, MIN_RADIUS};
use sweep8::{Backend, Ellipsoid, Placement, Sides, SlideSettings, World};
use sweep8_scalar_ref::brute_force::{Triangle, distance, first_contact, to_ellipsoid_space};

/// Some instances of soups that fill about `size` metres each, whatever their scale.
fn soups(random: &mut Random, size: f64, scales: &[f32]) -> PlacedWorld {
    let mut placed = PlacedWorld::new();
    for instance in 0..4 {
        let scale = Vec3::from_array([0; 3].map(|_| scales[random.range(0.0, scales.len() as f64) as usize]));
        let count = random.whole(3, 40) as usize;
        let far = size / f64::from(scale.abs().min_element());
        // Corners are as far out along each axis as they are to be after the scale.
        let level = loose(random, count, far, 0.4 * far);
        let even = Vec3::splat(scale.abs().min_element()) / scale.abs();
        let level: Vec<[Vec3; 3]> = level.into_iter().map(|t| t.map(|v| v * even)).collect();
        let mirror = if instance == 3 { Vec3::new(-1.0, 1.0, 1.0) } else { Vec3::ONE };
        let placement = Placement { translation: random.vector(size), rotation: turned(random), scale: scale * mirror };
        placed.add(&level, &cook(&level), placement);
    }
    placed
}

fn least(triangles: &[Triangle], center: DVec3, radii: DVec3) -> f64 {
    let apart = |t: &Triangle| distance(DVec3::ZERO, &t.map(|v| to_ellipsoid_space(v, center, radii)));
    triangles.iter().map(apart).fold(f64::MAX, f64::min)
}

/// Queries of a shape in soups of a size; how many overlap, touch, and are free.
fn judge(name: &str, size: f64, scales: &[f32], radii: Vec3) -> [u32; 3] {
    let mut random = Random(7);
    let (mut counts, mut worst) = ([0; 3], 0.0_f64);
    let shape = Ellipsoid::new(radii).unwrap();
    let exact = radii.as_dvec3();
    for world in 0..60 {
        let placed = soups(&mut random, size, scales);
        let worlds = Backend::available().map(|backend| placed.world.clone().with_backend(backend).unwrap());
        let worlds: Vec<World> = worlds.collect();
        for round in 0..30 {
            let mut center = random.vector(1.5 * size).as_vec3();
            if round % 3 == 0 {
                let triangle = placed.triangles[random.range(0.0, placed.triangles.len() as f64) as usize];
                let near = (triangle[0] + triangle[1] + triangle[2]) / 3.0;
                center = (near + random.direction() * random.range(0.0, 2.0) * exact).as_vec3();
            }
            let at = center.as_dvec3();
            let case = format!("{name}, world {world}, round {round}, {center}");
            // The most that rounding may change a distance by, in radii: coordinates seen from the centre, in `f32`.
            let far = placed.triangles.iter().flatten().map(|v| ((*v - at) / exact).abs().max_element());
            let allowed = 3e-6 * (1.0 + far.fold(0.0, f64::max));
            let nearest = least(&placed.triangles, at, exact);
            let overlaps = placed.world.overlap(&shape, center, Sides::Both).unwrap();
            if (nearest - 1.0).abs() > allowed {
                assert_eq!(overlaps, nearest < 1.0, "{case}: {nearest}, {allowed} allowed");
            }
            let apart = placed.triangles.iter().map(|t| distance(at, t)).fold(f64::MAX, f64::min);
            let closest = placed.world.closest_point(center, f32::INFINITY, Sides::Both).unwrap();
            let closest = closest.expect("there is something");
            let off = (f64::from(closest.distance) - apart).abs();
            assert!(off <= 1e-5 * (apart + size), "{case}: {apart}, {closest:?}");
            counts[0] += u32::from(overlaps);

            let long = random.scale(0.1, 10.0) * if round % 2 == 0 { radii.max_element().into() } else { size };
            let way = (random.direction() * long.min(1e6)).as_vec3();
            let motion = way.as_dvec3() / exact;
            let hit = placed.world.sweep(&shape, center, way, Sides::Both).unwrap();
            if nearest > 1.0 + allowed {
                let local = |t: &Triangle| t.map(|v| to_ellipsoid_space(v, at, exact));
                let fractions = placed.triangles.iter().filter_map(|t| first_contact(DVec3::ZERO, motion, &local(t)));
                let expected = fractions.map(|contact| contact.fraction).fold(1.0, f64::min);
                let fraction = hit.map_or(1.0, |hit| f64::from(hit.fraction));
                // As near as allowed to a triangle may be a graze: what counts is the distance on the way.
                let path = motion * fraction;
                let end = least(&placed.triangles, at + path * exact, exact);
                let late = (fraction - expected) * motion.length();
                let early = (expected - fraction) * motion.length();
                let allowed = allowed + 3e-6 * motion.length();
                worst = worst.max((end - 1.0).min(late.max(early)) / allowed);
                assert!(late <= allowed || end > 1.0 - allowed, "{case}: {late} radii late, {end}, {hit:?}");
                assert!(early <= allowed || end < 1.0 + allowed, "{case}: {early} radii early, {end}, {hit:?}");
                counts[if hit.is_some() { 1 } else { 2 }] += 1;
            }
            let settings = SlideSettings { skin: 0.01 * radii.min_element(), ..SlideSettings::default() };
            let sweeping = way;
            let way = way.clamp_length_max(4_000.0);
            let slid = placed.world.slide(&shape, center, way, &settings).unwrap();
            for world in &worlds {
                let overlaps_too = world.overlap(&shape, center, Sides::Both).unwrap();
                let closest_too = world.closest_point(center, f32::INFINITY, Sides::Both).unwrap();
                assert_eq!((overlaps_too, closest_too), (overlaps, Some(closest)), "{case}: {}", world.backend());
                let hit_too = world.sweep(&shape, center, sweeping, Sides::Both).unwrap();
                assert_eq!(hit_too, hit, "{case}: {}", world.backend());
                let slid_too = world.slide(&shape, center, way, &settings).unwrap();
                assert_eq!(slid_too, slid, "{case}: {}", world.backend());
            }
            assert!(slid.position.to_dvec3().is_finite() && slid.travel.is_finite(), "{case}: {slid:?}");
            if nearest > 1.01 + allowed {
                let end = least(&placed.triangles, slid.position.to_dvec3(), exact);
                let allowed = 2.0 * allowed + 3e-6 * motion.length();
                assert!(end > 1.0 - allowed, "{case}: ends at {end}, {slid:?}");
            }
        }
    }
    println!("{name}: {counts:?} overlap, touch, free; worst {worst:.3} of the tolerance");
    counts
}

#[test]
fn instances_of_the_largest_scale_are_met_by_shapes_of_all_sizes() {
    for radii in [Vec3::splat(0.3), Vec3::new(0.02, 0.05, 0.03), Vec3::splat(40.0)] {
        let counts = judge(&format!("scale 1000, {radii}"), 3.0, &[MAX_SCALE], radii);
        assert!(counts.iter().sum::<u32>() > 1_000);
    }
}

#[test]
fn instances_of_the_least_scale_are_met_by_shapes_of_all_sizes() {
    for radii in [Vec3::splat(0.3), Vec3::new(0.02, 0.05, 0.03), Vec3::splat(40.0)] {
        let counts = judge(&format!("scale 0.001, {radii}"), 3.0, &[MAX_SCALE.recip()], radii);
        assert!(counts.iter().sum::<u32>() > 1_000);
    }
}

#[test]
fn instances_scaled_by_a_million_to_one_along_different_axes_are_met() {
    for radii in [Vec3::splat(0.3), Vec3::new(0.1, 0.5, 0.3)] {
        let counts = judge(&format!("mixed, {radii}"), 3.0, &[MAX_SCALE.recip(), 1.0, MAX_SCALE], radii);
        assert!(counts.iter().sum::<u32>() > 1_000);
    }
}

#[test]
fn the_smallest_and_the_largest_shape_meet_instances_of_every_scale() {
    for scale in [MAX_SCALE.recip(), 1.0, MAX_SCALE] {
        let small = judge(&format!("least radius, scale {scale}"), 0.01, &[scale], Vec3::splat(MIN_RADIUS));
        assert!(small.iter().all(|&count| count > 20), "{small:?}");
        let radii = Vec3::new(MIN_RADIUS, 1.0, MIN_RADIUS);
        let needle = judge(&format!("needle, scale {scale}"), 1.0, &[scale], radii);
        assert!(needle.iter().sum::<u32>() > 1_000, "{needle:?}");
        // The coordinates of the mesh are bounded, too.
        let size = (0.2 * f64::from(MAX_COORDINATE) * f64::from(scale)).min(1e5);
        let large = judge(&format!("largest radius, scale {scale}"), size, &[scale], Vec3::splat(MAX_RADIUS));
        assert!(large[0] > 100, "{large:?}");
    }
}
