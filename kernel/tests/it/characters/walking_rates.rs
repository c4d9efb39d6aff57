//! Frame rates do not show: on the ground in every frame downhill, as high at the same time on stairs.

use crate::testkit::stairs::{Pedestrian, floor, stairs};
use crate::testkit::worlds::{quad, world_of};
use glam::Vec3;
use sweep8::{Ground, World};

const RATES: [f32; 5] = [30.0, 60.0, 120.0, 144.0, 240.0];

/// A slope that leads down towards +x from x = 1 by so many degrees, from a level top, to a level floor.
fn slope(degrees: f32) -> World {
    let (sine, cosine) = degrees.to_radians().sin_cos();
    let (run, fall) = (8.0 * cosine, 8.0 * sine);
    let mut level = quad(Vec3::new(-9.0, fall, -20.0), Vec3::Z * 40.0, Vec3::X * 10.0);
    level.extend(quad(Vec3::new(1.0, fall, -20.0), Vec3::Z * 40.0, Vec3::new(run, -fall, 0.0)));
    level.extend(quad(Vec3::new(1.0 + run, 0.0, -20.0), Vec3::Z * 40.0, Vec3::X * 30.0));
    world_of(&level)
}

/// Stairs that lead down towards +x from x = 1.
fn stairs_down(height: f32, depth: f32) -> World {
    let level = stairs(8, height, depth);
    let turned = level.iter().map(|corners| corners.map(|v| Vec3::new(2.0 + 8.0 * depth - v.x, v.y, -v.z)));
    world_of(&turned.collect::<Vec<_>>())
}

/// How many frames of a walk towards +x, and in how many of them a floor carries.
fn frames_on_floor(world: &World, top: f32, speed: f32, hz: f32) -> [u32; 2] {
    let mut walker = Pedestrian::at(world, Vec3::new(-0.5, top, 0.0), hz);
    walker.velocity = Vec3::X * speed;
    let from = walker.state.position.to_vec3();
    let (mut frames, mut carried) = (0, 0);
    while walker.state.position.to_vec3().x < 12.0 {
        walker.step(world);
        frames += 1;
        carried += u32::from(matches!(walker.state.ground(), Ground::Floor(_)));
        assert!(frames < 14 * 1_000, "from {from} to {}", walker.state.position.to_vec3());
    }
    let low = walker.state.position.to_vec3().y;
    assert!((from.y - low - top).abs() < 0.01, "from {from} down to {low}");
    [frames, carried]
}

#[test]
fn walking_down_ramps_and_stairs_is_on_the_ground_in_every_frame() {
    for degrees in (5..=45).step_by(5) {
        let world = slope(degrees as f32);
        let top = 8.0 * (degrees as f32).to_radians().sin();
        assert_on_floor(&format!("ramp of {degrees}°"), &world, top);
    }
    for height in [0.1, 0.15, 0.2, 0.25, 0.3] {
        assert_on_floor(&format!("stairs of {height} m"), &stairs_down(height, 0.3), 8.0 * height);
    }
}

fn assert_on_floor(name: &str, world: &World, top: f32) {
    let (mut frames, mut carried) = (0, 0);
    for hz in RATES {
        for speed in 1..=6_u8 {
            let [all, on_floor] = frames_on_floor(world, top, f32::from(speed), hz);
            assert_eq!(on_floor, all, "{name}, {hz} Hz, {speed} m/s");
            (frames, carried) = (frames + all, carried + on_floor);
        }
    }
    println!("{name}, 1 to 6 m/s, 30 to 240 Hz: on a floor in {carried} of {frames} frames");
}

#[test]
fn stairs_are_climbed_as_high_at_the_same_time_from_30_to_1000_hz() {
    for height in [0.1_f32, 0.2, 0.3] {
        let world = world_of(&[floor(), stairs(8, height, 0.3)].concat());
        let whole = 8.0 * height;
        for speed in [0.5_f32, 1.0, 2.0, 4.0, 6.0] {
            let seconds = 4.0 / speed;
            let heights = |hz: f32| {
                let mut walker = Pedestrian::at(&world, Vec3::ZERO, hz);
                let path = walker.walk(&world, Vec3::X * speed, seconds);
                path.iter().map(|place| place.y).collect::<Vec<f32>>()
            };
            let fine = heights(1000.0);
            let mut most = 0.0_f32;
            for hz in RATES {
                for (frame, high) in heights(hz).iter().enumerate() {
                    // The time of this frame in frames of a millisecond.
                    let time = (frame + 1) as f32 / hz * 1000.0 - 1.0;
                    let (before, part) = (time.floor() as usize, time.fract());
                    let Some(after) = fine.get(before + 1) else { break };
                    let at_that_time = fine[before] + (after - fine[before]) * part;
                    most = most.max((high - at_that_time).abs());
                }
            }
            println!("stairs of {height} m at {speed} m/s: {most:.4} m of {whole} m, {:.2} %", 100.0 * most / whole);
            assert!(most <= 0.02 * whole, "{height} m, {speed} m/s: {most} m of {whole} m");
        }
    }
}
