//! Slides with friction against the reference in `f64` (`scalar_ref::slide`), which knows no tree: they end at the
//! same place.

use crate::testkit::Random;
use crate::testkit::level::{RADII, SETTINGS, sheet};
use crate::testkit::walker::Judge;
use crate::testkit::worlds::{exactly, made_of, room, rounded, terrain};
use glam::{DVec3, Vec3};
use sweep8::{Ellipsoid, SlideSettings};
use sweep8_scalar_ref::slide as reference;

fn person() -> Ellipsoid {
    Ellipsoid::new(RADII.as_vec3()).unwrap()
}

#[test]
fn between_random_planes_a_slide_with_friction_ends_where_the_reference_ends() {
    let (mut random, mut worst) = (Random(42), 0.0_f64);
    let settings = SlideSettings::default();
    let mut touching = 0;
    for _ in 0..4_000 {
        let count = random.whole(1, 4) as usize;
        let planes: Vec<_> = (0..count)
            .map(|_| {
                let normal = random.direction();
                sheet(normal * -random.range(1.0, 2.0), normal)
            })
            .collect();
        let level = rounded(&planes);
        let friction = random.range(0.0, 1.2) as f32;
        let world = made_of(&level, &[friction], &vec![0; count]);
        let desired = (random.direction() * random.scale(0.5, 10.0)).as_vec3();
        let out = world.slide(&person(), Vec3::ZERO, desired, &settings).unwrap();
        let with = reference::Settings { friction: f64::from(friction), ..SETTINGS };
        let radii = person().radii().as_dvec3();
        let expected = reference::slide(&exactly(&level), radii, DVec3::ZERO, desired.as_dvec3(), &with);
        let off = out.position.to_vec3().as_dvec3().distance(expected.center);
        touching += u32::from(!out.contacts().is_empty());
        worst = worst.max(off);
        assert!(off < 1e-3, "{off}: friction {friction}, {desired:?}: {out:?}, not {expected:?}, {level:?}");
    }
    println!("{touching} slides along planes, at most {worst:e} m from the reference");
    assert!(touching > 1_500);
}

/// Where a motion is deflected by the outline of one triangle or of its neighbour is a matter of rounding, and the
/// ways part there; so few may, and with friction no more than without.
#[test]
fn in_random_levels_of_one_material_slides_end_where_the_reference_ends() {
    let settings = SlideSettings::default();
    let mut parted = [0, 0];
    let (mut touching, mut slides) = (0, 0);
    for seed in 0..12 {
        let mut random = Random(8_500 + seed);
        let level = if seed % 3 == 0 { terrain(&mut random, 10, 1.0, 0.4) } else { room(&mut random, 4.0, 4, 8) };
        let triangles = exactly(&level);
        let radii = person().radii().as_dvec3();
        let judge = Judge { triangles: &triangles, radii: person().radii(), skin: 0.01 };
        for _ in 0..250 {
            let mut places = (0..1_000).map(|_| random.vector(3.0).as_vec3());
            let center = places.find(|place| judge.hull_distance(place.as_dvec3()) > 1.0).unwrap();
            let desired = (random.direction() * random.scale(1.0, 10.0)).as_vec3();
            for (kind, friction) in [0.0, random.range(0.1, 1.5) as f32].into_iter().enumerate() {
                let world = made_of(&level, &[friction], &vec![0; level.len()]);
                let out = world.slide(&person(), center, desired, &settings).unwrap();
                let with = reference::Settings { friction: f64::from(friction), ..SETTINGS };
                let expected = reference::slide(&triangles, radii, center.as_dvec3(), desired.as_dvec3(), &with);
                let off = out.position.to_vec3().as_dvec3().distance(expected.center);
                parted[kind] += u32::from(off > 1e-3);
                touching += u32::from(!out.contacts().is_empty());
                slides += 1;
            }
        }
    }
    println!(
        "{touching} of {slides} slides touch; ways part in {} without friction, in {} with it",
        parted[0], parted[1]
    );
    assert!(touching > 2_000 && parted[0] <= 20 && parted[1] <= parted[0] + 5);
}
