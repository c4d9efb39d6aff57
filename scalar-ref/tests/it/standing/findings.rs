//! Situations in which probes that go straight up, across and down failed.

use super::scenes::{FAR, PERSON, Scene, block, floor, heading, limits, profile, quad, stairs, wall};
use glam::{DQuat, DVec2, DVec3};
use sweep8_scalar_ref::brute_force::Triangle;
use sweep8_scalar_ref::standing::{March, flood};
use sweep8_scalar_ref::testkit::level::box_of;

#[test]
fn a_step_beside_a_wall_that_leans_over_is_climbed() {
    // A wall on the right leans over by 0.01 of its height; the step is across it.
    let lean = 90.0 + 0.01_f64.atan().to_degrees();
    let step = profile(&[(-FAR, 0.0), (0.0, 0.0), (0.0, 0.2), (FAR, 0.2)]);
    for aside in [0.04, 0.6] {
        let scene = Scene::person(&[step.clone(), wall(lean, 0.5, 0.0)]);
        let trail = scene.walk([-1.0, 0.0], 0.0, DVec2::new(2.0, aside).normalize(), 2.5);
        assert!(trail.carries() && (trail.last().low - PERSON.y - 0.2).abs() < 1e-9, "{aside}: {:?}", trail.last());
    }
}

#[test]
fn doorsteps_under_lintels_are_climbed_where_the_hull_fits() {
    for (step, soffit, fits) in
        [(0.15, 2.05, true), (0.2, 2.1, true), (0.3, 2.15, true), (0.15, 1.98, true), (0.15, 1.96, false)]
    {
        let lintel = block(DVec3::new(0.0, soffit, -FAR), DVec3::new(0.3, soffit + 1.0, FAR));
        let scene = Scene::person(&[profile(&[(-FAR, 0.0), (0.0, 0.0), (0.0, step), (FAR, step)]), lintel]);
        for to in [0.0, 6.0, 17.0] {
            let trail = scene.walk([-1.0, 0.0], 0.0, heading(to), 2.5);
            assert!(trail.carries() && !trail.falls, "{step} under {soffit}, {to}°: {}", trail.kinds());
            assert_eq!(trail.last().place.x > 1.0, fits, "{step} under {soffit}, {to}°: {:?}", trail.last());
        }
    }
}

#[test]
fn stairs_under_ceilings_are_climbed_and_gone_down() {
    for ceiling in [2.15, 2.07] {
        let over: Vec<(f64, f64)> = stairs(8, 0.18, 0.3)
            .iter()
            .map(|(x, y)| (x - if ceiling > 2.1 { 0.0 } else { 0.3 }, y + ceiling))
            .collect();
        let scene = Scene::person(&[profile(&stairs(8, 0.18, 0.3)), profile(&over)]);
        for to in [0.0, 6.0, 17.0] {
            let up = scene.walk([-1.0, 0.0], 0.0, heading(to), 4.5);
            let at_top = (up.last().low - PERSON.y - 8.0 * 0.18).abs() < 1e-9;
            println!("{ceiling}: {:?}", up.last());
            assert!(up.carries() && at_top, "{ceiling}, {to}°: {:?}", up.last());
            let end = up.last();
            let down = scene.walk([end.place.x, end.place.y], end.low - PERSON.y, -heading(to), 4.5);
            assert!(down.carries() && !down.falls && (down.last().low - PERSON.y).abs() < 1e-9, "{:?}", down.last());
        }
    }
    let slope = 0.18 / 0.3;
    let over = profile(&[(-FAR, 1.95 + 0.18 - FAR * slope), (FAR, 1.95 + 0.18 + FAR * slope)]);
    let scene = Scene::person(&[profile(&stairs(8, 0.18, 0.3)), over]);
    let up = scene.walk([0.3, 0.0], 0.36, DVec2::X, 1.6);
    assert!(up.carries() && (up.way(DVec2::X) - 1.6).abs() < 1e-9, "{:?}", up.last());
}

#[test]
fn low_steep_sheets_are_steps_over_which_walks_keep_their_speed() {
    for (degrees, height) in [(60_f64, 0.3), (51.0, 0.2)] {
        let sheet = profile(&[(0.0, 0.0), (height / degrees.to_radians().tan(), height)]);
        let scene = Scene::person(&[floor(0.0), sheet]);
        for to in [0.0, 20.0, 45.0] {
            let trail = scene.walk([-1.0, 0.0], 0.0, heading(to), 3.0);
            assert!(trail.carries() && !trail.falls, "{degrees}°: {}", trail.kinds());
            assert!((trail.way(heading(to)) - 3.0).abs() < 1e-9, "{degrees}°: {:?}", trail.last());
            println!("{degrees}°: {}", trail.kinds());
            let half = trail.steps.iter().position(|step| step.place.x >= 0.0).expect("it gets there");
            assert!(trail.steps[half..].iter().all(|step| step.class.carries()));
        }
    }
}

#[test]
fn steep_stairs_are_climbed_and_gone_down_to_their_ends() {
    let degrees = |rise: f64, degrees: f64| rise / degrees.to_radians().tan();
    for (rise, tread, limit) in [
        (0.2, 0.22, 0.22),
        (0.162, 0.223, 0.2),
        (0.15, degrees(0.15, 56.0), 0.4),
        (0.2, degrees(0.2, 52.0), 0.4),
        (0.3, degrees(0.3, 60.0), 0.4),
    ] {
        let scene = Scene::new(&[profile(&stairs(10, rise, tread))], PERSON, limits(limit, limit));
        for to in [0.0, 17.0] {
            let length = 1.5 + 10.0 * tread / heading(to).x;
            let up = scene.walk([-0.5, 0.0], 0.0, heading(to), length);
            let at_top = (up.last().low - PERSON.y - 10.0 * rise).abs() < 1e-9;
            assert!(up.carries() && at_top, "{rise}/{tread}: {:?}", up.last());
            let end = up.last();
            let down = scene.walk([end.place.x, end.place.y], end.low - PERSON.y, -heading(to), length);
            assert!(down.carries() && !down.falls && (down.last().low - PERSON.y).abs() < 1e-9, "{rise}/{tread}");
        }
    }
    for angle in [60.0, 65.0] {
        let scene = Scene::person(&[profile(&stairs(10, 0.15, degrees(0.15, angle)))]);
        let up = scene.walk([-0.5, 0.0], 0.0, heading(6.0), 2.5);
        assert!(!up.falls && up.last().low < PERSON.y + 0.5, "{angle}°: {:?}", up.last());
    }
}

#[test]
fn steps_just_above_and_below_their_rise_bar_and_carry() {
    for (rise, tread, limit, climbs) in [
        (0.2, 0.22, 0.2002, true),
        (0.2, 0.22, 0.198, false),
        (0.162, 0.223, 0.1622, true),
        (0.162, 0.223, 0.1604, false),
    ] {
        let scene = Scene::new(&[profile(&stairs(8, rise, tread))], PERSON, limits(limit, limit));
        let up = scene.walk([-0.5, 0.0], 0.0, heading(6.0), 3.0);
        assert!(!up.falls && (up.last().low > PERSON.y + 7.9 * rise) == climbs, "{rise}, {limit}: {:?}", up.last());
    }
}

#[test]
fn a_block_higher_than_a_step_bars_low_bodies_at_its_vertical_corner_too() {
    for radii in [DVec3::splat(0.35), DVec3::new(0.6, 0.2, 0.6)] {
        for (height, climbs) in [(0.55, false), (0.38, true)] {
            let level = [floor(0.0), block(DVec3::new(0.0, -1.0, 0.0), DVec3::new(9.0, height, 9.0))];
            let scene = Scene::new(&level, radii, limits(0.4, 0.4));
            for (from, to) in [([-1.5, -1.5], 45.0), ([-1.5, -1.45], 45.0), ([-1.5, 4.0], 6.0)] {
                let trail = scene.walk(from, 0.0, heading(to), 4.0);
                let is_up = trail.last().low > radii.y + 0.9 * height;
                assert!(trail.carries() && is_up == climbs, "{radii}, {height} m, {to}°: {:?}", trail.last());
            }
        }
    }
}

#[test]
fn a_walker_among_a_tread_a_riser_and_a_brace_goes_on() {
    let level: [Triangle; 3] = [
        [[9.320_512, 11.383_787, 16.709_715], [9.320_512, 11.583_784, 17.109_716], [9.320_512, 11.583_784, 16.709_715]],
        [[9.720_513, 9.183_79, 15.909_72], [9.320_512, 9.183_79, 15.909_72], [9.320_512, 9.183_79, 17.109_716]],
        [[9.495_515, 9.183_79, 16.534_72], [9.520_513, 9.383_787, 16.509_718], [9.495_515, 9.183_79, 16.484_716]],
    ]
    .map(|triangle| triangle.map(DVec3::from_array));
    let scene = Scene::person(&[level.to_vec()]);
    let direction = DVec2::new(2.298_877_5, 1.914_632_9).normalize();
    let trail = scene.walk([9.296_988_5, 16.584_412], 10.1286 - 0.91, direction, 2.0);
    println!("{} {:?}", trail.kinds(), trail.last());
    assert!(trail.falls && trail.way(direction) > 0.2, "{} {:?}", trail.kinds(), trail.last());
}

#[test]
fn a_tapering_corner_ends_a_walk_and_not_the_ground() {
    let level = [
        floor(0.0),
        quad(DVec3::new(0.0, -1.0, 0.0), DVec3::Y * 4.0, DVec3::new(-9.0, 0.0, 3.0)),
        quad(DVec3::new(0.0, -1.0, 0.0), DVec3::Y * 4.0, DVec3::new(-9.0, 0.0, -3.0)),
    ];
    let trail = Scene::person(&level).walk([-4.0, 0.1], 0.0, heading(3.0), 6.0);
    let at_rest = trail.steps[trail.steps.len() - 100].place.distance(trail.last().place);
    assert!(trail.kinds() == "f" && at_rest < 0.01, "{} {at_rest}", trail.kinds());
}

#[test]
fn a_flood_reaches_a_low_block_and_not_a_high_one_whatever_the_body() {
    for radii in [PERSON, DVec3::splat(0.35), DVec3::new(0.6, 0.2, 0.6)] {
        for (height, reaches) in [(0.38, true), (0.42, false), (0.55, false)] {
            let level = [floor(0.0), block(DVec3::new(0.5, -1.0, -0.5), DVec3::new(2.5, height, 1.5))];
            let scene = Scene::new(&level, radii, limits(0.4, 0.4));
            let domain = scene.domain();
            let start = March::start(&domain, DVec2::new(-1.0, -0.7), radii.y).expect("there is a floor");
            let flooded = flood(&domain, start.place, start.interval, 3.0);
            let on_top = flooded.places().filter(|(_, interval)| interval.low > radii.y + 0.99 * height).count();
            assert_eq!(on_top > 100, reaches, "{radii}, {height} m: {on_top} places");
            assert!(reaches || on_top == 0, "{radii}, {height} m: {on_top} places");
        }
    }
}

#[test]
fn between_two_blocks_higher_than_a_step_neither_is_the_floor_before_the_other() {
    let wedge = |[low, high]: [f64; 2]| {
        let turned = |x: f64, height: f64, degrees: f64| {
            let turn = DQuat::from_rotation_y(degrees.to_radians());
            box_of(DVec3::new(x, 0.5 * height - 0.5, 1.0), DVec3::new(0.5, 0.5 * height + 0.5, 0.7), turn)
        };
        [floor(0.0), turned(-0.75, low, 25.0), turned(0.75, high, -25.0)]
    };
    for (radii, step) in [(DVec3::splat(0.36), 0.266), (DVec3::new(0.61, 0.21, 0.61), 0.367)] {
        for (blocks, climbs) in [([1.05, 1.2], false), ([1.17, 1.95], false), ([0.7, 0.9], true), ([0.9, 1.5], true)] {
            let blocks = blocks.map(|steps| steps * step);
            let scene = Scene::new(&wedge(blocks), radii, limits(step, step));
            for aside in [-2.0, 0.0, 3.0] {
                let trail = scene.walk([0.01, -1.2], 0.0, heading(90.0 + aside), 2.5);
                let is_up = trail.steps.iter().any(|step| step.low > radii.y + 0.9 * blocks[0]);
                assert!(trail.carries() && is_up == climbs, "{radii}, {blocks:?}, {aside}°: {:?}", trail.last());
            }
        }
    }
}
