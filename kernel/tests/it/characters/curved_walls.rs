//! Walls that curve or lean: no step is found in them, and the search for one has an end.

use crate::testkit::stairs::{Pedestrian, floor};
use crate::testkit::worlds::{Level, quad, world_of};
use core::f32::consts::FRAC_PI_2;
use glam::Vec3;
use sweep8::inspect::blocks_swept;
use sweep8::{CharacterSettings, World};

/// A floor, and from its edge at x = 1 a surface along z through these points, level distance and height, metres: of facets that are
/// cut every 20 cm.
fn along_z(profile: &[[f32; 2]]) -> World {
    let mut level: Level = floor();
    for ends in profile.windows(2) {
        let [from, to] = [ends[0], ends[1]].map(|[x, y]| Vec3::new(1.0 + x, y, 0.0));
        for cut in -10..10 {
            let along = Vec3::Z * 0.2;
            level.extend(quad(from + along * cut as f32, along, to - from));
        }
    }
    world_of(&level)
}

/// A floor that bends up to an upright wall 2 m high, in an arc of this radius of facets 2 cm wide.
fn quarter_pipe(radius: f32) -> World {
    let facets = (FRAC_PI_2 * radius / 0.02) as u32;
    let mut profile: Vec<[f32; 2]> = (0..=facets)
        .map(|facet| {
            let (sine, cosine) = (FRAC_PI_2 * facet as f32 / facets as f32).sin_cos();
            [radius * sine, radius * (1.0 - cosine)]
        })
        .collect();
    profile.push([radius, 2.0]);
    along_z(&profile)
}

/// A wall that leans back by 5° up to a height of 0.55 m, and by 25° from there on: a person touches the seam, which is higher than a step.
fn bonnet() -> World {
    let lean = |degrees: f32, height: f32| degrees.to_radians().tan() * height;
    let seam = [lean(5.0, 0.55), 0.55];
    along_z(&[[0.0, 0.0], seam, [seam[0] + lean(25.0, 1.5), seam[1] + 1.5]])
}

/// Blocks swept in each of 60 steps in which a person pushes against a wall towards +x, in another direction each time.
fn blocks_of_a_push(world: &World, hz: f32) -> u64 {
    let mut walker = Pedestrian::of(CharacterSettings::default(), world, Vec3::ZERO, hz);
    walker.walk(world, Vec3::X * 3.0, 1.5);
    let (before, at) = (blocks_swept(), walker.state.position.to_vec3());
    for step in 0..60 {
        walker.walk(world, Vec3::new(3.0, 0.0, 0.06 * (step % 30) as f32 - 0.9), 1.0 / hz);
    }
    let off = walker.state.position.to_vec3() - at;
    assert!(off.x.abs() < 0.01 && off.y.abs() < 0.01, "{hz} Hz: it moves by {off}");
    (blocks_swept() - before) / 60
}

#[test]
fn pushing_against_a_wall_that_curves_or_leans_takes_no_more_sweeps_than_a_search_for_steps() {
    let worlds = [quarter_pipe(1.0), quarter_pipe(2.0), bonnet()];
    // At the seam of the bonnet, higher than a step, a search that begins in spite of that takes 23 blocks or more.
    let most = [2_700, 2_300, 18];
    for hz in [30.0, 60.0] {
        let swept = worlds.each_ref().map(|world| blocks_of_a_push(world, hz));
        let few = swept.iter().zip(most).all(|(swept, most)| *swept <= most);
        assert!(few, "{hz} Hz: {swept:?} blocks a step, not at most {most:?}");
    }
}
