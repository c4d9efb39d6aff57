//! The dungeon is sealed, every room can be reached, and its steps and headroom are as promised. All is found from the
//! triangles alone.

use std::collections::{BTreeMap, BTreeSet};

use glam::{DVec3, Vec3};
use sweep8_bench::levels::Level;
use sweep8_bench::levels::scenes::dungeon::dungeon;
use sweep8_bench::levels::scenes::dungeon_plan::CELL;
use sweep8_bench::random::Random;

use super::geometry::{normal, ray, slope};

/// The borders of triangles, cut at the vertices that lie on them, that belong to an odd number of triangles. A set of triangles
/// without such borders encloses its inside from all sides.
///
/// Only borders along an axis are cut, which is where the dungeon has T-junctions; their coordinates are equal to the
/// bit, so that this is exact.
pub(crate) fn open_borders(level: &Level, triangles: usize) -> Vec<(Vec3, Vec3)> {
    let key = |p: Vec3| (p + Vec3::ZERO).to_array().map(f32::to_bits);
    // Vertices by the axis-parallel lines they lie on.
    let mut lines: BTreeMap<(usize, u32, u32), Vec<f32>> = BTreeMap::new();
    let line_of = |p: Vec3, axis: usize| {
        let bits = key(p);
        (axis, bits[(axis + 1) % 3], bits[(axis + 2) % 3])
    };
    for triangle in &level.triangles[..triangles] {
        for p in triangle.map(|i| level.positions[i as usize]) {
            for axis in 0..3 {
                lines.entry(line_of(p, axis)).or_default().push(p[axis]);
            }
        }
    }
    for places in lines.values_mut() {
        places.sort_by(f32::total_cmp);
        places.dedup();
    }
    let mut counts: BTreeMap<([u32; 3], [u32; 3]), u32> = BTreeMap::new();
    for i in 0..triangles {
        let corners = level.corners(i);
        for k in 0..3 {
            let (a, b) = (corners[k], corners[(k + 1) % 3]);
            let axis = (0..3).find(|&axis| line_of(a, axis) == line_of(b, axis));
            let mut points = vec![a, b];
            if let Some(axis) = axis {
                let (from, to) = (a[axis].min(b[axis]), a[axis].max(b[axis]));
                let places = lines[&line_of(a, axis)].iter().filter(|&&place| from <= place && place <= to);
                points = places
                    .map(|&place| {
                        let mut p = a;
                        p[axis] = place;
                        p
                    })
                    .collect();
            }
            for pair in points.windows(2) {
                let (p, q) = (key(pair[0]), key(pair[1]));
                *counts.entry((p.min(q), p.max(q))).or_default() += 1;
            }
        }
    }
    let open = counts.iter().filter(|(_, count)| *count % 2 == 1).map(|(edge, _)| edge);
    open.map(|(p, q)| (p.map(f32::from_bits).into(), q.map(f32::from_bits).into())).collect()
}

#[test]
fn dungeons_are_sealed() {
    for (rooms_x, rooms_z, seed) in [(6, 6, 8), (1, 1, 0), (2, 3, 1), (3, 2, 2), (4, 4, 3), (5, 2, 4)] {
        let dungeon = dungeon(rooms_x, rooms_z, seed);
        for triangles in [dungeon.shell_triangles, dungeon.closed_triangles] {
            assert_eq!(open_borders(&dungeon.level, triangles), [], "seed {seed}");
        }
        // And not inside out: from a room, every ray meets the shell an odd number of times.
        let mut random = Random::new(seed);
        for room in &dungeon.rooms {
            let direction = DVec3::new(f64::from(random.unit()), f64::from(random.range_f32(-0.5, 0.5)), 0.9);
            let origin = room.as_dvec3() + DVec3::new(0.123, 0.9, 0.217);
            let shell = dungeon.level.each_triangle().take(dungeon.shell_triangles);
            let count = shell.filter(|t| ray(origin, direction, *t).is_some()).count();
            assert!(count % 2 == 1, "seed {seed}: {room} has rock around it");
        }
    }
}

#[test]
fn a_hole_in_the_shell_would_be_noticed() {
    let mut dungeon = dungeon(1, 1, 0);
    for missing in [0, dungeon.shell_triangles / 2, dungeon.shell_triangles - 1] {
        let triangle = dungeon.level.triangles.remove(missing);
        assert!(!open_borders(&dungeon.level, dungeon.shell_triangles - 1).is_empty());
        dungeon.level.triangles.insert(missing, triangle);
    }
}

#[test]
fn the_dungeon_has_the_promised_size() {
    let dungeon = dungeon(6, 6, 8);
    let Some((low, high)) = dungeon.level.bounds() else { panic!("empty") };
    println!(
        "{} triangles, {} in the shell, {} closed, {} across",
        dungeon.level.triangles.len(),
        dungeon.shell_triangles,
        dungeon.closed_triangles,
        high - low
    );
    assert!((20_000..60_000).contains(&dungeon.level.triangles.len()));
    assert!((60.0..100.0).contains(&(high.x - low.x)) && (60.0..100.0).contains(&(high.z - low.z)));
    assert!(
        dungeon.shell_triangles < dungeon.closed_triangles && dungeon.closed_triangles < dungeon.level.triangles.len()
    );
}

/// Floors of the free columns of at least 1.8 m above a place, found from the triangles alone.
struct Floors {
    spots: BTreeMap<(i32, i32), Vec<(f64, f64)>>,
}

impl Floors {
    const STEP: f64 = 0.25;

    fn new(level: &Level) -> Self {
        let mut heights: BTreeMap<(i32, i32), Vec<(f64, bool)>> = BTreeMap::new();
        for triangle in level.each_triangle() {
            let up = normal(triangle).y;
            if up == 0.0 {
                continue;
            }
            let low = triangle[0].min(triangle[1]).min(triangle[2]).as_dvec3() / Self::STEP;
            let high = triangle[0].max(triangle[1]).max(triangle[2]).as_dvec3() / Self::STEP;
            for i in low.x.floor() as i32..=high.x.ceil() as i32 {
                for j in low.z.floor() as i32..=high.z.ceil() as i32 {
                    let from = Self::place(i, j).with_y(1000.0);
                    if let Some(t) = ray(from, DVec3::NEG_Y, triangle) {
                        heights.entry((i, j)).or_default().push((1000.0 - t, up > 0.0));
                    }
                }
            }
        }
        let mut spots: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for (place, mut column) in heights {
            column.sort_by(|a, b| a.0.total_cmp(&b.0));
            for pair in column.windows(2) {
                let ((floor, is_floor), (ceiling, is_floor_too)) = (pair[0], pair[1]);
                if is_floor && !is_floor_too && ceiling - floor > 1.8 {
                    spots.entry(place).or_default().push((floor, ceiling));
                }
            }
        }
        Self { spots }
    }

    /// Middle of a sample, off every line on which triangles meet.
    fn place(i: i32, j: i32) -> DVec3 {
        DVec3::new((f64::from(i) + 0.511) * Self::STEP, 0.0, (f64::from(j) + 0.487) * Self::STEP)
    }

    /// The floor at a sample that one steps to from `floor`, at most one step up or down.
    fn beside(&self, (i, j): (i32, i32), floor: f64) -> Option<usize> {
        let spots = self.spots.get(&(i, j))?;
        spots.iter().position(|spot| (spot.0 - floor).abs() < 0.26 && spot.1 - spot.0.max(floor) > 1.8)
    }

    /// Whether a walker 0.8 m wide stands here: floor within two steps all around.
    fn wide(&self, (i, j): (i32, i32), floor: f64) -> bool {
        (-1..=1).all(|di| {
            (-1..=1).all(|dj| {
                let spots = self.spots.get(&(i + di, j + dj));
                spots.is_some_and(|spots| spots.iter().any(|spot| spot.0 - floor < 0.51 && spot.1 > floor + 1.8))
            })
        })
    }
}

#[test]
fn every_room_of_the_dungeon_can_be_walked_to() {
    let dungeon = dungeon(6, 6, 8);
    let floors = Floors::new(&dungeon.level);
    let start =
        *floors.spots.iter().find(|(place, spots)| floors.wide(**place, spots[0].0)).expect("somewhere to stand").0;
    let mut reached = BTreeSet::from([(start, 0)]);
    let mut open = vec![(start, 0)];
    while let Some((place, spot)) = open.pop() {
        let floor = floors.spots[&place][spot].0;
        for (di, dj) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let next = (place.0 + di, place.1 + dj);
            if let Some(spot) = floors.beside(next, floor)
                && floors.wide(next, floors.spots[&next][spot].0)
                && reached.insert((next, spot))
            {
                open.push((next, spot));
            }
        }
    }
    let wide = floors.spots.iter().flat_map(|(place, spots)| spots.iter().map(move |spot| (*place, spot.0)));
    let wide = wide.filter(|(place, floor)| floors.wide(*place, *floor)).count();
    println!("{} of {wide} wide spots reached", reached.len());
    assert!(reached.len() * 100 >= wide * 99);
    for room in &dungeon.rooms {
        let room = room.as_dvec3();
        let place = ((room.x / Floors::STEP).floor() as i32, (room.z / Floors::STEP).floor() as i32);
        let spot = floors.beside(place, room.y).map(|spot| (place, spot));
        assert!(spot.is_some_and(|spot| reached.contains(&spot)), "no way to {room}");
    }
    let [lowest, highest] = [f64::min, f64::max]
        .map(|pick| reached.iter().map(|(place, spot)| floors.spots[place][*spot].0).reduce(pick).expect("not empty"));
    assert!(highest - lowest > 3.0, "only {lowest} to {highest}");
    for headroom in [1.9, 2.0] {
        let low = floors.spots.values().flatten().filter(|spot| (spot.1 - spot.0 - headroom).abs() < 1e-5).count();
        assert!(low > 50, "only {low} spots with {headroom} m of headroom");
    }
}

#[test]
fn dungeon_steps_are_a_quarter_of_a_metre_and_deep_enough() {
    assert!(f64::from(CELL) >= 0.3);
    let dungeon = dungeon(6, 6, 8);
    // Walls that rise from one floor to the next: those of 0.25 m are steps.
    let mut heights: BTreeMap<i64, usize> = BTreeMap::new();
    for triangle in dungeon.level.each_triangle() {
        if normal(triangle).y == 0.0 {
            let [low, high] =
                [f32::min, f32::max].map(|pick| triangle.map(|p| p.y).into_iter().reduce(pick).expect("three"));
            *heights.entry((f64::from(high - low) * 1000.0).round() as i64).or_default() += 1;
        }
    }
    assert!(heights[&250] > 500, "{heights:?}");
    // Ramps are there, and can be walked.
    let ramps: Vec<f64> = dungeon.level.each_triangle().map(slope).filter(|s| *s > 0.1 && *s < 89.9).collect();
    assert!(ramps.len() > 50 && ramps.iter().all(|s| *s < 30.0), "{ramps:?}");
}
