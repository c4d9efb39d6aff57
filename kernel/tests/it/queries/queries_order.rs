//! The order of triangles, the tree, and the parts of a body show in no answer.
//!
//! Shown: every query of a permuted level gives the same bits, the ids mapped back, and those of worlds of one
//! triangle each; a body's sweep is the best of its parts'; and a sweep that feels fronts only is one over the
//! triangles whose front the start is on.

use crate::testkit::Random;
use crate::testkit::facing::has_front_to;
use crate::testkit::judge::{Tally, Way, is_degenerate, judge, tolerance};
use crate::testkit::soup::{KINDS, Kind, point_of, soup};
use crate::testkit::worlds::{Level, exactly, world_of};
use glam::{DVec3, Vec3};
use sweep8::{Axis, Body, BodyHit, BodyPart, Ellipsoid, Hit, Overlap, Shape, Sides, World};

const SHAPES: [Vec3; 3] = [Vec3::splat(0.35), Vec3::new(0.4, 0.9, 0.4), Vec3::new(2.0, 0.3, 1.0)];
const SIDES: [Sides; 2] = [Sides::Both, Sides::Front];

/// Kinds in which no two triangles share a corner, so that nothing ties.
fn without_ties() -> impl Iterator<Item = Kind> {
    KINDS.into_iter().filter(|(name, _)| *name != "seams")
}

/// A place, a way and what goes it.
struct Question {
    shape: Ellipsoid,
    center: Vec3,
    step: Vec3,
    within: f32,
    sides: Sides,
}

impl Question {
    /// About a triangle of the level, towards another.
    fn new(random: &mut Random, level: &Level) -> Self {
        let triangles = exactly(level);
        let some = |random: &mut Random, off: f64| {
            let triangle = triangles[random.range(0.0, triangles.len() as f64) as usize];
            point_of(random, &triangle) + random.direction() * random.scale(1e-3, 3.0) * off
        };
        let off = random.whole(0, 1);
        let (from, to) = (some(random, 1.0), some(random, off));
        Self {
            shape: Ellipsoid::new(SHAPES[random.whole(0, 2) as usize]).unwrap(),
            center: from.as_vec3(),
            step: ((to - from) * random.range(0.1, 3.0)).as_vec3(),
            within: [f32::INFINITY, random.scale(0.1, 10.0) as f32][random.whole(0, 1) as usize],
            sides: SIDES[random.whole(0, 1) as usize],
        }
    }

    /// All answers as text, which shows every bit, but for the way out; `id` names a triangle. Which query found
    /// something, and the way out.
    fn ask(&self, world: &World, id: impl Fn(u32) -> u32) -> (String, [bool; 5], Vec3) {
        let &Self { ref shape, center, step, within, sides } = self;
        let hit = world.sweep(shape, center, step, sides).unwrap();
        let hit = hit.map(|mut hit: Hit| {
            hit.triangle = id(hit.triangle);
            hit
        });
        let ray = world.ray(center, step, within, sides).unwrap();
        let ray = ray.map(|ray| (id(ray.triangle), ray.distance, ray.point, ray.normal));
        let segment = world.segment(center, center + step, sides).unwrap();
        let segment = segment.map(|hit| (id(hit.triangle), hit.distance, hit.point, hit.normal));
        let closest = world.closest_point(center, within, sides).unwrap();
        let closest = closest.map(|c| (id(c.triangle), c.distance, c.point, c.normal));
        let overlap = world.overlap(shape, center, sides).unwrap();
        let mut contacts = Vec::new();
        let out = world.depenetrate(shape, center, sides, &mut contacts).unwrap();
        let mut contacts: Vec<_> = contacts.iter().map(|c| (id(c.triangle), c.depth, c.normal, c.point)).collect();
        contacts.sort_by_key(|contact| contact.0);
        let found = [hit.is_some(), ray.is_some(), segment.is_some(), closest.is_some(), overlap];
        let text = format!("{hit:?}\n{ray:?}\n{segment:?}\n{closest:?}\n{overlap}\n{contacts:?}");
        (text, found, out.displacement)
    }
}

#[test]
fn a_permuted_level_gives_the_same_bits_with_the_ids_mapped_back() {
    for (seed, (name, make)) in without_ties().enumerate() {
        let mut random = Random(800 + seed as u64);
        let (mut found, mut tied) = ([0; 5], 0);
        for _ in 0..40 {
            let (level, _) = soup(&mut random, make);
            let mut order: Vec<u32> = (0..level.len() as u32).collect();
            for last in (1..order.len()).rev() {
                order.swap(last, random.range(0.0, last as f64 + 1.0) as usize);
            }
            let permuted: Level = order.iter().map(|&id| level[id as usize]).collect();
            let (straight, permuted) = (world_of(&level), world_of(&permuted));
            for _ in 0..40 {
                let question = Question::new(&mut random, &level);
                let (expected, some, out) = question.ask(&straight, |id| id);
                let (got, _, other_out) = question.ask(&permuted, |id| order[id as usize]);
                assert_eq!(got, expected, "{name}, {} triangles", level.len());
                // On the way out two triangles may be as deep as each other to the bit: the lower id is left first.
                assert!(out.distance(other_out) < 1e-4, "{name}: {out} and {other_out}");
                tied += u32::from(out != other_out);
                found.iter_mut().zip(some).for_each(|(count, some)| *count += u32::from(some));
            }
        }
        println!("{name}: swept, ray, segment, closest, overlap found {found:?} of 1600; {tied} ways out tied");
        assert!(found.into_iter().all(|count| count > 100) && tied < 10, "{name}: {found:?}, {tied}");
    }
}

#[test]
fn the_tree_gives_the_bits_of_one_world_a_triangle() {
    for (seed, (name, make)) in KINDS.into_iter().enumerate() {
        let mut random = Random(900 + seed as u64);
        let (mut passed, mut closest_found, mut overlapped) = (0, 0, 0);
        for _ in 0..40 {
            let (level, _) = soup(&mut random, make);
            let world = world_of(&level);
            let alone: Vec<World> = level.iter().map(|t| world_of(&[*t])).collect();
            for _ in 0..40 {
                let Question { shape, center, step, within, sides } = Question::new(&mut random, &level);
                let ray = world.ray(center, step, within, sides).unwrap();
                let each = alone.iter().map(|one| one.ray(center, step, within, sides).unwrap());
                let each: Vec<_> = each.collect();
                // Of equal distances the first: the lowest id.
                let first = each.iter().enumerate().filter_map(|(id, hit)| hit.map(|hit| (id as u32, hit)));
                let first = first.min_by(|a, b| a.1.distance.total_cmp(&b.1.distance));
                let bits =
                    |id: u32, hit: &sweep8::RayHit| format!("{id} {} {} {}", hit.distance, hit.point, hit.normal);
                assert_eq!(
                    ray.map(|hit| bits(hit.triangle, &hit)),
                    first.map(|(id, hit)| bits(id, &hit)),
                    "{name}: {center:?} along {step:?}"
                );
                passed += u32::from(ray.is_some());

                let closest = world.closest_point(center, within, sides).unwrap();
                let each = alone.iter().map(|one| one.closest_point(center, within, sides).unwrap());
                let each: Vec<_> = each.collect();
                let least = each.iter().flatten().map(|c| c.distance).fold(f32::INFINITY, f32::min);
                assert_eq!(closest.is_some(), least < f32::INFINITY, "{name}: {center:?} within {within}");
                if let Some(closest) = closest {
                    let own = each[closest.triangle as usize].expect("the triangle named is near enough alone");
                    let same =
                        (own.distance, own.point, own.normal) == (closest.distance, closest.point, closest.normal);
                    // Nearness is compared in f32: where triangles share a corner, its rounding decides.
                    let size = level[closest.triangle as usize].map(|v| (v - center).abs().max_element());
                    let rounding = 1e-6 * size.into_iter().fold(0.0, f32::max);
                    assert!(same && closest.distance <= least + rounding, "{name}: {closest:?} of {least}");
                    closest_found += 1;
                }

                let contacts: Vec<Overlap> = (0..)
                    .zip(&alone)
                    .flat_map(|(id, one)| {
                        let mut contacts = Vec::new();
                        one.depenetrate(&shape, center, sides, &mut contacts).unwrap();
                        contacts.into_iter().map(move |contact| (id, contact))
                    })
                    .map(|(id, mut contact)| {
                        contact.triangle = id;
                        contact
                    })
                    .collect();
                let mut all = Vec::new();
                world.depenetrate(&shape, center, sides, &mut all).unwrap();
                assert_eq!(all, contacts, "{name}: {center:?}");
                overlapped += u32::from(!contacts.is_empty());
                assert_eq!(world.overlap(&shape, center, sides), Ok(!contacts.is_empty()));
            }
        }
        println!("{name}: {passed} rays hit, {closest_found} closest points, {overlapped} overlaps, of 1600");
        assert!(passed > 100 && closest_found > 800 && overlapped > 100, "{name}: too few");
    }
}

#[test]
fn a_sweep_that_feels_fronts_is_one_over_the_triangles_whose_front_the_start_is_on() {
    for (seed, (name, make)) in KINDS.into_iter().enumerate() {
        let mut random = Random(1_100 + seed as u64);
        let (mut tally, mut fewer) = (Tally::default(), 0);
        for _ in 0..60 {
            let (level, _) = soup(&mut random, make);
            let world = world_of(&level);
            for _ in 0..30 {
                let Question { shape, center, step, .. } = Question::new(&mut random, &level);
                let way = Way { radii: shape.radii(), center, displacement: step };
                let hit = world.sweep(&shape, center, step, Sides::Front).unwrap();
                let fronts: Vec<Option<bool>> = level
                    .iter()
                    .map(|triangle| {
                        let local = way.local(triangle);
                        let allowed = tolerance(&local, DVec3::ZERO);
                        if is_degenerate(triangle) { Some(false) } else { has_front_to(&local, DVec3::ZERO, allowed) }
                    })
                    .collect();
                let named = hit.map_or(usize::MAX, |hit| hit.triangle as usize);
                assert!(fronts.get(named) != Some(&Some(false)), "{name}: from behind, {way:?}, {hit:?}");
                // Triangles that do not count, or may not, lose their area.
                let counting = fronts.iter().enumerate().map(|(id, front)| id == named || *front == Some(true));
                let felt: Level = level.iter().zip(counting).map(|(t, c)| if c { *t } else { [t[0]; 3] }).collect();
                judge(&felt, &way, hit.as_ref(), &mut tally);
                let both = world.sweep(&shape, center, step, Sides::Both).expect("input in range");
                fewer += u32::from(both.map(|hit| hit.triangle) != hit.map(|hit| hit.triangle));
            }
        }
        tally.settle(name);
        println!("    {fewer} hits that both sides have and fronts have not");
        assert!(tally.later > 200 && tally.overlaps > 200 && fewer > 200, "{name}: too few");
    }
}

/// The body's hit is that of the part alone that touches first; the deeper overlap goes before the lower part.
#[test]
fn a_body_hits_what_the_first_of_its_parts_hits_alone() {
    let mut random = Random(1_200);
    let (mut hits, mut misses, mut ties, mut overlaps, mut parts_named) = (0, 0, 0, 0, [0; 5]);
    for round in 0..250 {
        let (_, make) = KINDS[round % KINDS.len()];
        let (level, _) = soup(&mut random, make);
        let world = world_of(&level);
        for _ in 0..40 {
            let mut parts: Vec<BodyPart> = (0..random.whole(1, 4) as usize)
                .map(|part| {
                    let ellipsoid = Ellipsoid::new(SHAPES[random.whole(0, 2) as usize] * 0.5).unwrap();
                    // In every other round all parts but the second are capsules.
                    let half = if round % 2 == 0 || part == 1 { 0.0 } else { 0.3 };
                    let shape = Shape::swept(ellipsoid, [Axis::X, Axis::Y, Axis::Z][part % 3], half).unwrap();
                    BodyPart { shape: shape.into(), offset: random.vector(1.5).as_vec3() }
                })
                .collect();
            // The same part once more ties with itself.
            let twice = random.whole(0, 3) == 0.0;
            parts.extend(twice.then(|| parts[0]));
            let body = Body::new(&parts).unwrap();
            let Question { center, step, sides, .. } = Question::new(&mut random, &level);
            let mut first: Option<(usize, Hit)> = None;
            for (part, &BodyPart { ref shape, offset }) in body.parts().iter().enumerate() {
                let place = center.as_dvec3() + offset.as_dvec3();
                let hit = world.sweep(shape, place, step, sides).unwrap();
                let rank = |hit: &Hit| (hit.fraction, -hit.overlap);
                let Some(hit) = hit else { continue };
                ties += u32::from(first.is_some_and(|(_, first)| rank(&first) == rank(&hit)));
                if first.is_none_or(|(_, first)| rank(&hit) < rank(&first)) {
                    first = Some((part, hit));
                }
            }
            let got = world.sweep_body(&body, center, step, sides).unwrap();
            let parts = got.map(|BodyHit { part, hit, .. }| (part, hit));
            assert_eq!(format!("{parts:?}"), format!("{first:?}"), "{body:?} from {center:?} by {step:?}");
            match got {
                Some(got) => {
                    hits += 1;
                    overlaps += u32::from(got.hit.overlap > 0.0);
                    parts_named[got.part] += 1;
                }
                None => misses += 1,
            }
        }
    }
    println!("{hits} hits, {overlaps} of them at the start, by part {parts_named:?}; {ties} ties, {misses} misses");
    assert!(hits > 3_000 && overlaps > 500 && ties > 300 && misses > 300 && parts_named[..4].iter().all(|n| *n > 200));
}
