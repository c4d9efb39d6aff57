//! What cannot change a walk.

use super::scenes::{FAR, INCREMENT, PERSON, Scene, Trail, floor, heading, limits, profile, quad, stairs, wall};
use glam::{DQuat, DVec2, DVec3};
use sweep8_scalar_ref::brute_force::Triangle;
use sweep8_scalar_ref::standing::{Class, upright};

fn flight() -> Vec<Triangle> {
    profile(&stairs(10, 0.2, 0.22))
}

fn kinds(trail: &Trail) -> Vec<u8> {
    let kind = |class: &Class| match class {
        Class::Floor => 0,
        Class::Step { .. } => 1,
        Class::Steep => 2,
        Class::Nothing => 3,
    };
    trail.steps.iter().map(|step| kind(&step.class)).collect()
}

/// Largest difference of places and of heights.
fn apart(one: &Trail, other: &Trail) -> f64 {
    let pairs = one.steps.iter().zip(&other.steps);
    pairs.map(|(a, b)| a.place.distance(b.place).max((a.low - b.low).abs())).fold(0.0, f64::max)
}

#[test]
fn the_way_back_has_the_same_places_heights_and_classes() {
    let scene = Scene::new(&[flight()], PERSON, limits(0.22, 0.22));
    let there = scene.walk([-0.5, 0.0], 0.0, heading(17.0), 3.0);
    let end = there.last();
    let mut back = scene.walk([end.place.x, end.place.y], end.low - PERSON.y, -heading(17.0), 3.0);
    back.steps.reverse();
    assert!(there.carries() && there.last().low > PERSON.y + 1.9);
    assert!(apart(&there, &back) < 1e-9, "{}", apart(&there, &back));
    assert_eq!(kinds(&there), kinds(&back));
}

#[test]
fn mirrored_and_turned_worlds_have_the_same_walk() {
    let parts = [profile(&stairs(8, 0.2, 0.3)), wall(88.0, 0.9, 0.0)].concat();
    let walk = |turn: &dyn Fn(DVec3) -> DVec3| {
        let turned: Vec<Triangle> = parts.iter().map(|triangle| triangle.map(turn)).collect();
        let at = |x: f64, z: f64| {
            let v = turn(DVec3::new(x, 0.0, z));
            DVec2::new(v.x, v.z)
        };
        let way = heading(30.0);
        let from = at(-0.5, 0.0);
        Scene::person(&[turned]).walk([from.x, from.y], 0.0, at(way.x, way.y), 2.5)
    };
    let plain = walk(&|v| v);
    assert!(plain.carries());
    let mirrored = walk(&|v| v * DVec3::new(1.0, 1.0, -1.0));
    for (one, other) in plain.steps.iter().zip(&mirrored.steps) {
        assert!(one.place.distance(other.place * DVec2::new(1.0, -1.0)) < 1e-9 && (one.low - other.low).abs() < 1e-9);
    }
    let turn = DQuat::from_rotation_y(0.7);
    let turned = walk(&|v| turn * v);
    assert_eq!(kinds(&plain), kinds(&turned));
    for (one, other) in plain.steps.iter().zip(&turned.steps) {
        let back = turn.inverse() * DVec3::new(other.place.x, other.low, other.place.y);
        assert!(back.distance(DVec3::new(one.place.x, one.low, one.place.y)) < 1e-6, "{one:?}, {back}");
    }
}

#[test]
fn geometry_that_the_hull_does_not_touch_changes_no_bit() {
    let ceiling = quad(DVec3::new(-FAR, 0.2 + 1.83 + 2.2, -FAR), DVec3::Z * 2.0 * FAR, DVec3::X * 2.0 * FAR);
    let plain = Scene::new(&[flight()], PERSON, limits(0.22, 0.22)).walk([-0.5, 0.0], 0.0, heading(17.0), 3.0);
    let below = Scene::new(&[flight(), ceiling], PERSON, limits(0.22, 0.22)).walk([-0.5, 0.0], 0.0, heading(17.0), 3.0);
    assert_eq!(plain.steps, below.steps);
}

#[test]
fn split_faces_have_the_same_walk() {
    let split = |triangles: &[Triangle]| -> Vec<Triangle> {
        let quarters = |[a, b, c]: &Triangle| {
            let [d, e, f] = [a.midpoint(*b), b.midpoint(*c), c.midpoint(*a)];
            [[*a, d, f], [d, *b, e], [f, e, *c], [d, e, f]]
        };
        triangles.iter().flat_map(quarters).collect()
    };
    let whole = [profile(&stairs(8, 0.2, 0.3)), wall(88.0, 0.9, 0.0)].concat();
    let walk = |triangles: Vec<Triangle>| Scene::person(&[triangles]).walk([-0.5, 0.0], 0.0, heading(30.0), 2.5);
    let (plain, parts) = (walk(whole.clone()), walk(split(&split(&whole))));
    assert!(apart(&plain, &parts) < 1e-6, "{}", apart(&plain, &parts));
    assert_eq!(kinds(&plain), kinds(&parts));
}

#[test]
fn fine_stairs_are_like_the_slope_that_they_approximate() {
    for (degrees, climbs) in [(49.0_f64, true), (56.0, false)] {
        let tread = 0.03 / degrees.to_radians().tan();
        // Higher than a step, and so are they.
        let (count, top) = (20, 20.0 * tread);
        let scene = Scene::person(&[profile(&stairs(count, 0.03, tread))]);
        let up = scene.walk([-0.5, 0.0], 0.0, heading(6.0), 0.8 + top);
        assert_eq!(up.last().low > PERSON.y + 0.59, climbs, "{degrees}°: {:?}", up.last());
        let down = scene.walk([top + 0.5, 0.0], 0.6, -heading(6.0), 1.0 + top);
        assert_eq!(down.falls, !climbs, "{degrees}°: {:?}", down.last());
    }
}

#[test]
fn a_world_is_turned_upright() {
    let up = DVec3::new(0.3, -0.8, 0.5).normalize();
    let turn = DQuat::from_rotation_arc(DVec3::Y, up);
    let lying: Vec<Triangle> = floor(0.0).iter().map(|triangle| triangle.map(|v| turn * v)).collect();
    let trail = Scene::person(&[upright(&lying, up)]).walk([0.0, 0.0], 0.0, DVec2::X, 1.0);
    assert!((trail.last().low - PERSON.y).abs() < 1e-9 && (trail.way(DVec2::X) - 1.0).abs() < 1e-9);
    assert_eq!(trail.steps.len(), (1.0 / INCREMENT) as usize + 1);
}
