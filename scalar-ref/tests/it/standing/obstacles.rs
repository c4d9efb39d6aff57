//! How obstacles count.

use super::scenes::{FAR, PERSON, Scene, Trail, block, floor, heading, limits, profile, quad, stairs, wall};
use glam::{DVec2, DVec3};
use sweep8_scalar_ref::brute_force::Triangle;
use sweep8_scalar_ref::random::Random;
use sweep8_scalar_ref::testkit::triangles::{exactly, grid};

/// Angles to an obstacle's normal, degrees.
const HEADINGS: [f64; 3] = [6.0, -11.0, 17.0];

/// A face of this lean and height at x = 0, with a floor before and behind it.
fn bank(degrees: f64, height: f64) -> Vec<Triangle> {
    let run = height / degrees.to_radians().tan();
    profile(&[(-FAR, 0.0), (0.0, 0.0), (run, height), (FAR, height)])
}

/// Walks 2 m towards +x from 1 m before the obstacle.
fn approach(scene: &Scene, degrees: f64) -> Trail {
    scene.walk([-1.0, 0.3], 0.0, heading(degrees), 2.0)
}

fn assert_goes_over(trail: &Trail, degrees: f64, kinds: &str, case: &str) {
    assert!(!trail.falls && trail.carries(), "{case}, {degrees}°: {}", trail.kinds());
    assert!((trail.way(heading(degrees)) - 2.0).abs() < 1e-9, "{case}, {degrees}°: {}", trail.way(heading(degrees)));
    assert_eq!(trail.kinds(), kinds, "{case}, {degrees}°");
}

fn assert_slides_along(trail: &Trail, degrees: f64, case: &str) {
    let DVec2 { x, y } = trail.last().place;
    let beside = 2.0 * heading(degrees).y;
    assert!(!trail.falls && x < 0.0 && trail.carries(), "{case}, {degrees}°: {:?}", trail.last());
    // Straight up to the border, along it from there on.
    assert!((y - 0.3 - beside).abs() < 0.01, "{case}, {degrees}°: {y}");
}

#[test]
fn faces_of_any_lean_that_are_no_higher_than_a_step_are_steps() {
    for degrees in [51.0, 60.0, 75.0, 85.0, 89.9, 90.0, 91.0, 100.0] {
        let scene = Scene::person(&[bank(degrees, 0.3)]);
        for to in HEADINGS {
            let trail = approach(&scene, to);
            let case = format!("a face of {degrees}°");
            assert_goes_over(&trail, to, "fsf", &case);
            let count = trail.count('s');
            println!("{case}, at {to}°: {count} of {} places are steps", trail.steps.len());
            assert!((20..=36).contains(&count), "{case}, at {to}°: {count}");
        }
    }
}

#[test]
fn faces_and_blocks_higher_than_a_step_are_walls() {
    for (case, level) in [
        ("a face of 60°, 0.5 m", bank(60.0, 0.5)),
        ("a block of 0.41 m", bank(90.0, 0.41)),
        ("a block of 0.45 m", bank(90.0, 0.45)),
    ] {
        let scene = Scene::person(&[level]);
        for to in HEADINGS {
            assert_slides_along(&approach(&scene, to), to, case);
        }
    }
}

#[test]
fn a_block_of_39_cm_is_climbed_and_gone_down_and_off_one_of_41_cm_the_fall_begins_at_50_degrees() {
    let scene = Scene::person(&[bank(90.0, 0.39)]);
    for to in HEADINGS {
        assert_goes_over(&approach(&scene, to), to, "fsf", "up 0.39 m");
        let down = scene.walk([1.0, 0.3], 0.39, -heading(to), 2.0);
        assert!(!down.falls && down.carries() && (down.way(-heading(to)) - 2.0).abs() < 1e-9, "down 0.39 m");
        assert!((down.last().low - PERSON.y).abs() < 1e-9);
    }
    let down = Scene::person(&[bank(90.0, 0.41)]).walk([1.0, 0.3], 0.41, -DVec2::X, 2.0);
    assert!(down.falls && (down.end_normal_y - 50_f64.to_radians().cos()).abs() < 0.02, "{}", down.end_normal_y);
}

#[test]
fn fences_and_tents_up_to_a_step_are_gone_over_and_higher_ones_are_walls() {
    let fence = |height: f64| [floor(0.0), quad(DVec3::Z * -FAR, DVec3::Y * height, DVec3::Z * 2.0 * FAR)].concat();
    let tent = |height: f64| {
        let half = height / 60_f64.to_radians().tan();
        [floor(0.0), profile(&[(-half, 0.0), (0.0, height), (half, 0.0)])].concat()
    };
    for to in HEADINGS {
        assert_goes_over(&approach(&Scene::person(&[fence(0.35)]), to), to, "fsfsf", "a fence of 0.35 m");
        assert_goes_over(&approach(&Scene::person(&[tent(0.3)]), to), to, "fsfsf", "a tent of 0.3 m");
        assert_slides_along(&approach(&Scene::person(&[fence(0.45)]), to), to, "a fence of 0.45 m");
        assert_slides_along(&approach(&Scene::person(&[tent(0.45)]), to), to, "a tent of 0.45 m");
    }
}

#[test]
fn a_rounded_kerb_is_a_floor_at_every_place() {
    let arc = (0..=9).map(|part| heading(90.0 - 10.0 * f64::from(part)) * 0.15);
    let mut points: Vec<(f64, f64)> = arc.map(|at| (0.15 - at.x, at.y)).collect();
    points.push((-FAR, 0.0));
    points.reverse();
    points.push((FAR, 0.15));
    // From the foot of the quarter round at (0, 0) to its top at (0.15, 0.15).
    let scene = Scene::person(&[profile(&points)]);
    for to in HEADINGS {
        assert_goes_over(&approach(&scene, to), to, "f", "a rounded kerb");
    }
}

#[test]
fn a_board_before_a_wall_on_which_the_hull_never_stands_is_not_climbed() {
    for (height, depth) in [(0.1, 0.02), (0.3, 0.15)] {
        let board = block(DVec3::new(0.0, 0.0, -FAR), DVec3::new(depth, height, FAR));
        let behind = quad(DVec3::new(depth, -1.0, -FAR), DVec3::Y * 4.0, DVec3::Z * 2.0 * FAR);
        let scene = Scene::person(&[floor(0.0), board, behind]);
        for to in HEADINGS {
            let trail = approach(&scene, to);
            println!("a board of {height} m, {depth} deep: {:?}", trail.last());
            assert!(
                trail.carries() && !trail.falls && trail.last().low < PERSON.y + 0.2 * height,
                "{:?}",
                trail.last()
            );
        }
    }
}

#[test]
fn along_a_rim_a_step_is_gone_down_and_off_a_higher_one_a_fall_begins_where_the_contact_is_50_degrees() {
    let low = Scene::person(&[bank(90.0, 0.35)]).walk([0.02, 0.0], 0.35, heading(92.0), 20.0);
    assert!(!low.falls && low.carries() && (low.last().low - PERSON.y).abs() < 1e-9, "{:?}", low.last());
    assert!((low.way(heading(92.0)) - 20.0).abs() < 1e-9);
    let high = Scene::person(&[bank(90.0, 0.5)]).walk([0.02, 0.0], 0.5, heading(92.0), 20.0);
    assert!(high.falls && (high.last().place.x + 0.194).abs() < 1e-3, "{:?}", high.last());
}

#[test]
fn diagonally_over_the_corner_of_a_block_up_and_down() {
    let corner = |height: f64| [floor(0.0), block(DVec3::new(0.0, -1.0, 0.0), DVec3::new(FAR, height, FAR))];
    let diagonal = heading(45.0);
    let scene = Scene::person(&corner(0.35));
    for aside in [0.0, 0.1, -0.25] {
        let up = scene.walk([-1.0 + aside, -1.0], 0.0, diagonal, 3.0);
        assert!(up.carries() && !up.falls && (up.way(diagonal) - 3.0).abs() < 1e-9, "{aside}: {:?}", up.last());
        let down = scene.walk([1.0 + aside, 1.0], 0.35, -diagonal, 3.0);
        assert!(
            down.carries() && !down.falls && (down.way(-diagonal) - 3.0).abs() < 1e-9,
            "{aside}: {:?}",
            down.last()
        );
    }
    assert!(Scene::person(&corner(0.5)).walk([1.1, 1.0], 0.5, -diagonal, 3.0).falls);
}

#[test]
fn down_a_ramp_along_a_bank_the_floor_carries_everywhere() {
    for (degrees, height) in [(60_f64, 0.5), (70.0, 2.0)] {
        let slope = -10_f64.to_radians().tan();
        let ramp = quad(
            DVec3::new(-FAR, -FAR * slope, -FAR),
            DVec3::X * 2.0 * FAR + DVec3::Y * (2.0 * FAR * slope),
            DVec3::Z * FAR,
        );
        // The bank rises from the ramp's edge, z = 0, across it.
        let back = DVec3::new(0.0, height, height / degrees.to_radians().tan());
        let bank =
            quad(DVec3::new(-FAR, -FAR * slope, 0.0), DVec3::X * 2.0 * FAR + DVec3::Y * (2.0 * FAR * slope), back);
        let scene = Scene::person(&[ramp, bank]);
        for into in [0.0, 17.0, 45.0] {
            let trail = scene.walk([0.0, -0.6], 0.0, heading(into), 3.5);
            assert!(!trail.falls && trail.kinds() == "f", "{degrees}°, {into}°: {} {:?}", trail.kinds(), trail.last());
            assert!(trail.last().place.x > 3.5 * heading(into).x - 0.2, "{degrees}°, {into}°: {:?}", trail.last());
        }
    }
}

#[test]
fn spiral_stairs_and_crests_carry_at_every_place() {
    let mut spiral = floor(0.0);
    for number in 0..36 {
        let [from, to] = [20.0 * f64::from(number), 20.0 * f64::from(number + 1)].map(|turn| heading(turn + 30.0));
        let at = |way: DVec2, far: f64, y: f64| DVec3::new(way.x * far, y, way.y * far);
        let (y, below) = (0.18 * f64::from(number + 1), 0.18 * f64::from(number));
        let tread = [at(from, 0.3, y), at(from, 2.2, y), at(to, 2.2, y), at(to, 0.3, y)];
        spiral.extend([[tread[0], tread[1], tread[2]], [tread[0], tread[2], tread[3]]]);
        let riser = [at(from, 0.3, below), at(from, 2.2, below), tread[1], tread[0]];
        spiral.extend([[riser[0], riser[1], riser[2]], [riser[0], riser[2], riser[3]]]);
    }
    let scene = Scene::person(&[spiral]);
    // Sixteen steps: the seventeenth is within a person's height of the floor at the start.
    let around = |place: DVec2| place.perp().normalize();
    let up = scene.walk_by([1.2, 0.0], 0.0, around, 5.5, 0.005);
    assert!(up.carries() && !up.falls && up.last().low > PERSON.y + 1.9, "{} {:?}", up.kinds(), up.last());
    for degrees in [30.0_f64, 48.0] {
        let height = degrees.to_radians().tan();
        let scene = Scene::person(&[profile(&[(-FAR, 0.0), (0.0, 0.0), (1.0, height), (2.0, 0.0), (FAR, 0.0)])]);
        for to in HEADINGS {
            let over = scene.walk([-1.0, 0.3], 0.0, heading(to), 4.0);
            assert!(over.carries() && !over.falls && (over.way(heading(to)) - 4.0).abs() < 1e-9, "{degrees}°, {to}°");
        }
    }
}

#[test]
fn a_fall_begins_where_the_contact_is_50_degrees() {
    let face = -55_f64.to_radians().tan();
    let slope = profile(&[(-FAR, 0.0), (0.0, 0.0), (10.0, 10.0 * face)]);
    let ledge = [floor(-3.0), profile(&[(-FAR, 0.0), (0.0, 0.0)])].concat();
    for (case, level) in [("a face of 55°", slope), ("a ledge of 3 m", ledge)] {
        let trail = Scene::person(&[level]).walk([-1.0, 0.0], 0.0, DVec2::X, 3.0);
        assert!(trail.falls && (trail.end_normal_y - 50_f64.to_radians().cos()).abs() < 0.02, "{case}: {trail:?}");
    }
}

#[test]
fn a_row_of_fences_is_climbed_like_stairs_without_treads() {
    let fence = |x: f64, height: f64| quad(DVec3::new(x, 0.0, -FAR), DVec3::Y * height, DVec3::Z * 2.0 * FAR);
    let scene = Scene::person(&[floor(0.0), fence(0.0, 0.2), fence(0.3, 0.4), fence(0.6, 0.6), fence(0.9, 0.8)]);
    for to in HEADINGS {
        let trail = scene.walk([-1.0, 0.3], 0.0, heading(to), 1.9 / heading(to).x);
        assert!(
            trail.carries() && !trail.falls && trail.last().low > PERSON.y + 0.79,
            "{} {:?}",
            trail.kinds(),
            trail.last()
        );
    }
}

#[test]
fn planks_over_nothing_are_a_floor_everywhere() {
    let planks = (0..12)
        .map(|number| quad(DVec3::new(0.4 * f64::from(number), 0.0, -FAR), DVec3::Z * 2.0 * FAR, DVec3::X * 0.1));
    let trail = Scene::person(&[planks.flatten().collect()]).walk([0.05, 0.0], 0.0, heading(6.0), 4.0);
    assert!(!trail.falls && trail.kinds() == "f" && (trail.way(heading(6.0)) - 4.0).abs() < 1e-9, "{}", trail.kinds());
}

#[test]
fn with_slopes_up_to_30_degrees_a_low_face_of_31_or_45_degrees_is_climbed() {
    let limits = sweep8_scalar_ref::standing::Limits { slope_cosine: 30_f64.to_radians().cos(), ..limits(0.4, 0.4) };
    for degrees in [31.0, 45.0] {
        let scene = Scene::new(&[bank(degrees, 0.2)], PERSON, limits);
        for to in HEADINGS {
            let trail = approach(&scene, to);
            assert!(
                trail.carries() && !trail.falls && (trail.way(heading(to)) - 2.0).abs() < 1e-9,
                "{degrees}°, {to}°"
            );
        }
    }
}

#[test]
fn blocks_between_step_and_snap_are_walls_up_and_gone_down() {
    for (step, snap, height, climbs) in
        [(0.2, 0.4, 0.3, false), (0.2, 0.4, 0.19, true), (0.4, 0.2, 0.3, true), (0.4, 0.2, 0.19, true)]
    {
        let scene = Scene::new(&[bank(90.0, height)], PERSON, limits(step, snap));
        for to in HEADINGS {
            let case = format!("{height} m, step {step}, snap {snap}");
            let up = approach(&scene, to);
            assert!(up.carries() && !up.falls && (up.last().low > PERSON.y + 0.9 * height) == climbs, "{case}");
            let down = scene.walk([1.0, 0.3], height, -heading(to), 2.0);
            assert!(down.carries() && !down.falls && (down.way(-heading(to)) - 2.0).abs() < 1e-9, "{case}");
        }
    }
}

#[test]
fn without_steps_kerbs_are_walls_and_rough_ground_is_walked() {
    for height in [0.02, 0.05, 0.1] {
        let scene = Scene::new(&[bank(90.0, height)], PERSON, limits(0.0, 0.4));
        for to in HEADINGS {
            assert_slides_along(&approach(&scene, to), to, &format!("a kerb of {height} m"));
        }
    }
    let mut random = Random(44);
    let ground = exactly(&grid(30, 0.53, |_, _| random.range(0.0, 0.15)));
    let scene = Scene::new(&[ground], PERSON, limits(0.0, 0.4));
    for to in [0.0, 37.0, 101.0, 202.0, 305.0] {
        let trail = scene.walk([0.0, 0.0], 0.1, heading(to), 6.0);
        println!("rough ground at {to}°: {} of 6 m", trail.way(heading(to)));
        assert!(trail.carries() && !trail.falls && trail.way(heading(to)) > 5.99, "{to}°: {:?}", trail.last());
    }
}

#[test]
fn stairs_at_an_angle_beside_walls_of_any_lean_are_climbed() {
    for degrees in [75.0, 89.0, 90.0, 91.0] {
        let scene = Scene::person(&[profile(&stairs(6, 0.2, 0.3)), wall(degrees, 0.9, 0.0)]);
        let trail = scene.walk([-0.5, 0.0], 0.0, heading(20.0), 2.5);
        assert!(trail.carries() && !trail.falls && trail.last().place.x > 1.6, "{degrees}°: {:?}", trail.last());
    }
}
