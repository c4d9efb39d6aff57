//! Overlaps, ways out and closest points against brute force in `f64`, over soups of all kinds.
//!
//! The judge gets the very `f32` numbers that the kernel gets and knows no tree and no lanes. Cases within the
//! tolerance of `testkit/judge.rs` of a decision may be decided either way. Worst figures are printed.

use crate::testkit::Random;
use crate::testkit::facing::has_front_to;
use crate::testkit::judge::{Contact, TOLERANCE, Way, is_degenerate, judge_contact, tolerance};
use crate::testkit::soup::{KINDS, point_of, soup};
use crate::testkit::worlds::{Level, exactly, world_of};
use glam::{DVec3, Vec3};
use std::ops::Div;
use sweep8::{Depenetration, Overlap, Sides};
use sweep8_scalar_ref::brute_force::{Triangle, distance, segment_crosses};

const SHAPES: [Vec3; 4] =
    [Vec3::splat(0.35), Vec3::new(0.4, 0.9, 0.4), Vec3::new(2.0, 0.3, 1.0), Vec3::new(0.1, 3.0, 0.5)];
const SIDES: [Sides; 2] = [Sides::Both, Sides::Front];

/// A triangle as a sphere in its ellipsoid space sees it.
struct Seen {
    local: Triangle,
    apart: f64,
    allowed: f64,
    /// Whether its side counts; `None` where rounding decides.
    felt: Option<bool>,
}

impl Seen {
    fn of(triangle: &[Vec3; 3], way: &Way, sides: Sides) -> Option<Self> {
        if is_degenerate(triangle) {
            return None;
        }
        let local = way.local(triangle);
        let allowed = tolerance(&local, DVec3::ZERO);
        let felt = if sides == Sides::Both { Some(true) } else { has_front_to(&local, DVec3::ZERO, allowed) };
        Some(Self { apart: distance(DVec3::ZERO, &local), allowed, felt, local })
    }

    /// Whether it is overlapped; `None` where rounding decides.
    fn overlaps(&self) -> Option<bool> {
        if self.felt == Some(false) || self.apart > 1.0 + self.allowed {
            return Some(false);
        }
        (self.felt == Some(true) && self.apart < 1.0 - self.allowed).then_some(true)
    }
}

/// The worst figures, as parts of what is allowed, and counts.
#[derive(Default)]
struct Worst {
    overlaps: u32,
    free: u32,
    stuck: u32,
    unclear: (f64, String),
    left: (f64, String),
}

/// Some way inside or outside of a triangle of the level.
fn near(random: &mut Random, level: &Level, radii: Vec3) -> Vec3 {
    let triangles = exactly(level);
    let triangle = triangles[random.range(0.0, triangles.len() as f64) as usize];
    let far = [random.range(0.0, 1.2), random.scale(1e-9, 1.0)][random.whole(0, 1) as usize];
    (point_of(random, &triangle) + random.direction() * far * radii.as_dvec3()).as_vec3()
}

/// Depth, normal and point of a contact, and whether moving by them clears the triangle.
fn judge_penetration(way: &Way, contact: &Overlap, seen: &Seen, worst: &mut Worst) -> Option<String> {
    let &Overlap { depth, normal, point, .. } = contact;
    if depth <= 0.0 || (normal.length() - 1.0).abs() > 1e-6 {
        return Some("no depth or no unit normal".into());
    }
    let moved = normal.as_dvec3() * f64::from(depth) / way.radii.as_dvec3();
    // Beside the outline the way out is as uncertain as the line to it: its rounding over its length.
    let uncertain = seen.allowed * (1.0 + 1.0 / seen.apart.max(seen.allowed.sqrt()));
    let unclear = (1.0 - distance(moved, &seen.local)) / uncertain;
    if unclear > worst.unclear.0 {
        worst.unclear = (unclear, format!("{way:?}, {contact:?}, {} apart, {:?}", seen.apart, seen.local));
    }
    if seen.apart * seen.apart > seen.allowed {
        return judge_contact(way, &Contact { point, normal, overlap: depth }, &seen.local, DVec3::ZERO, seen.apart);
    }
    // So near to the outline, or to the face, that any way out may be taken that is no longer than from the plane
    // itself.
    let longest = 1.0 / (normal.as_dvec3() * way.radii.as_dvec3()).normalize().div(way.radii.as_dvec3()).length();
    let off = longest - f64::from(depth);
    let allowed = (2.0 * seen.apart + seen.allowed) * f64::from(way.radii.max_element());
    (off.abs() > allowed).then(|| format!("deep by {off} less than from the plane"))
}

/// The list is that of brute force, by id; every entry is a contact.
fn judge_list(way: &Way, seen: &[Option<Seen>], contacts: &[Overlap], worst: &mut Worst) {
    let ids: Vec<usize> = contacts.iter().map(|contact| contact.triangle as usize).collect();
    assert!(ids.is_sorted_by(|a, b| a < b), "{ids:?}");
    for (id, seen) in seen.iter().enumerate() {
        let listed = ids.binary_search(&id).ok().map(|place| &contacts[place]);
        let expected = seen.as_ref().map_or(Some(false), Seen::overlaps);
        assert!(expected.is_none_or(|e| e == listed.is_some()), "triangle {id}: {listed:?}, {way:?}");
        if let (Some(contact), Some(seen)) = (listed, seen) {
            worst.overlaps += 1;
            if let Some(complaint) = judge_penetration(way, contact, seen, worst) {
                panic!("{complaint}: {way:?}, {contact:?}, {:?}", seen.local);
            }
        }
    }
}

/// The displacement clears everything, or says how deep it still is.
fn judge_way_out(level: &Level, way: &Way, found: &Depenetration, worst: &mut Worst) {
    let moved = found.displacement.as_dvec3() / way.radii.as_dvec3();
    let seen: Vec<Seen> = level.iter().filter_map(|t| Seen::of(t, way, Sides::Both)).collect();
    let depth = |seen: &Seen| 1.0 - distance(moved, &seen.local);
    let size = seen.iter().map(|seen| seen.allowed).fold(0.0, f64::max) * (1.0 + moved.length());
    let deepest = seen.iter().map(depth).fold(0.0, f64::max);
    if found.depth_left == 0.0 {
        worst.free += 1;
        let left = deepest / size;
        if left > worst.left.0 {
            worst.left = (left, format!("{way:?}, {found:?}"));
        }
    } else {
        worst.stuck += 1;
        let least = f64::from(found.depth_left / way.radii.max_element());
        let most = f64::from(found.depth_left / way.radii.min_element());
        assert!(deepest > least - size && deepest < most + size, "{deepest} left: {way:?}, {found:?}");
    }
}

#[test]
fn overlaps_and_ways_out_are_those_of_brute_force() {
    for (seed, (name, make)) in KINDS.into_iter().enumerate() {
        let mut random = Random(300 + seed as u64);
        let (mut yes, mut no) = (0, 0);
        let mut worst = Worst::default();
        for _ in 0..100 {
            let (level, _) = soup(&mut random, make);
            let world = world_of(&level);
            for round in 0..60 {
                let (radii, sides) = (SHAPES[random.whole(0, 3) as usize], SIDES[round % 2]);
                let radii = radii * random.scale(0.1, 1.0) as f32;
                let way = Way { radii, center: near(&mut random, &level, radii), displacement: Vec3::ZERO };
                let seen: Vec<Option<Seen>> = level.iter().map(|t| Seen::of(t, &way, sides)).collect();
                let overlaps: Vec<_> = seen.iter().flatten().map(Seen::overlaps).collect();
                let any = world.overlap(&way.shape(), way.center, sides).unwrap();
                assert!(any || !overlaps.contains(&Some(true)), "{name}: not felt, {way:?}");
                assert!(!any || overlaps.iter().any(|o| *o != Some(false)), "{name}: nothing there, {way:?}");
                (yes, no) = (yes + u32::from(any), no + u32::from(!any));

                let mut contacts = Vec::new();
                let found = world.depenetrate(&way.shape(), way.center, sides, &mut contacts).unwrap();
                assert_eq!(any, !contacts.is_empty(), "{name}: {way:?}");
                judge_list(&way, &seen, &contacts, &mut worst);
                if sides == Sides::Both {
                    judge_way_out(&level, &way, &found, &mut worst);
                }
            }
        }
        println!("{name}: {yes} overlap, {no} do not; {} overlaps", worst.overlaps);
        println!("    one by one unclear by {:.3} of the tolerance: {}", worst.unclear.0, worst.unclear.1);
        println!("    {} ways out, unclear by {:.3}: {}; {} none", worst.free, worst.left.0, worst.left.1, worst.stuck);
        assert!(worst.unclear.0 < 2.0 && worst.left.0 < 2.0, "{name}: not clear");
        assert!(yes > 2_000 && no > 300 && worst.free > 500, "{name}: too few");
    }
}

#[test]
fn out_of_a_single_triangle_there_is_always_a_way_and_the_centre_stays_on_its_side() {
    for (seed, (name, make)) in KINDS.into_iter().enumerate() {
        let mut random = Random(400 + seed as u64);
        let (mut out, mut worst) = (0, 0.0_f64);
        for _ in 0..4_000 {
            let (level, _) = soup(&mut random, make);
            let level = vec![level[random.range(0.0, level.len() as f64) as usize]];
            let radii = SHAPES[random.whole(0, 3) as usize];
            let way = Way { radii, center: near(&mut random, &level, radii), displacement: Vec3::ZERO };
            let Some(seen) = Seen::of(&level[0], &way, Sides::Both) else { continue };
            let found = world_of(&level);
            let mut contacts = Vec::new();
            let found = found.depenetrate(&way.shape(), way.center, Sides::Both, &mut contacts).unwrap();
            if contacts.is_empty() {
                continue;
            }
            out += 1;
            assert!(found.depth_left == 0.0, "{name}: {} apart, {way:?}, {found:?}, {level:?}", seen.apart);
            let moved = found.displacement.as_dvec3() / radii.as_dvec3();
            worst = worst.max((1.0 - distance(moved, &seen.local)) / seen.allowed);
            let crosses = segment_crosses(DVec3::ZERO, moved, &seen.local);
            assert!(!crosses || seen.apart < 0.05, "{name}: passes through, {way:?}, {found:?}");
        }
        println!("{name}: {out} ways out of one triangle, unclear by {worst:.3} of the tolerance");
        assert!(out > 1_500 && worst < 2.0, "{name}: {out} ways out, unclear by {worst}");
    }
}

#[test]
fn the_closest_point_is_no_farther_than_that_of_brute_force() {
    for (seed, (name, make)) in KINDS.into_iter().enumerate() {
        let mut random = Random(500 + seed as u64);
        let (mut some, mut none, mut worst) = (0, 0, 0.0_f64);
        for _ in 0..120 {
            let (level, place) = soup(&mut random, make);
            let world = world_of(&level);
            for round in 0..60 {
                let sides = SIDES[round % 2];
                let center = match random.whole(0, 2) as u32 {
                    0 => near(&mut random, &level, Vec3::ONE),
                    1 => (place + random.vector(8.0)).as_vec3(),
                    _ => (place + random.vector(1.0) * random.scale(10.0, 1e5)).as_vec3(),
                };
                let within = [f32::INFINITY, random.scale(1e-4, 1e5) as f32][random.whole(0, 1) as usize];
                let way = Way { radii: Vec3::ONE, center, displacement: Vec3::ZERO };
                let seen: Vec<Option<Seen>> = level.iter().map(|t| Seen::of(t, &way, sides)).collect();
                let least = |counts: &dyn Fn(&Seen) -> bool| {
                    let counting = seen.iter().flatten().filter(|seen| counts(seen));
                    counting.map(|seen| seen.apart + seen.allowed).fold(f64::INFINITY, f64::min)
                };
                let (sure, possible) = (least(&|s| s.felt == Some(true)), least(&|s| s.felt != Some(false)));
                let Some(found) = world.closest_point(center, within, sides).unwrap() else {
                    none += 1;
                    assert!(
                        sure > f64::from(within) || sure == f64::INFINITY,
                        "{name}: {sure} away, within {within}, {center:?}"
                    );
                    continue;
                };
                some += 1;
                let own = seen[found.triangle as usize].as_ref().expect("a triangle with an area");
                let apart = f64::from(found.distance);
                worst = worst.max((apart - own.apart).abs() / own.allowed).max((own.apart - sure) / own.allowed);
                let case = || format!("{name}: {found:?} of {sure}, {} apart, from {center:?}", own.apart);
                assert!(own.felt != Some(false) && apart <= sure + own.allowed, "{}", case());
                assert!(apart <= f64::from(within) * (1.0 + 1e-6) && possible < f64::INFINITY, "{}", case());
                assert!((apart - own.apart).abs() <= own.allowed, "{}", case());
                let rounded = found.point.as_dvec3().abs().max_element() * 6e-8;
                let point = found.point.as_dvec3() - center.as_dvec3();
                assert!(distance(point, &own.local) <= own.allowed + 2.0 * rounded, "{}", case());
                let led = (point + found.normal.as_dvec3() * apart).length();
                assert!(led <= own.allowed + TOLERANCE * apart + 2.0 * rounded, "{}: led {led} past", case());
            }
        }
        println!("{name}: {some} closest points, {none} none, worst {worst:.3} of the tolerance");
        assert!(some > 3_000 && none > 300, "{name}: {some} found, {none} not");
    }
}
