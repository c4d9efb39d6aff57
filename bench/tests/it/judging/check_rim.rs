//! A walk leads off the ground over a rim, and along a step to where it is too high for one; it makes no way in a corner.

use glam::{DVec3, Vec3};
use sweep8_bench::checking::{Tree, leads_off, stays};
use sweep8_scalar_ref::standing::Limits;

const PERSON: DVec3 = DVec3::new(0.4, 0.9, 0.4);

fn limits() -> Limits {
    Limits { slope_cosine: f64::cos(0.872_664_6), step_height: 0.4, snap_distance: 0.4 }
}

fn tree(triangles: &[[DVec3; 3]]) -> Tree {
    let corners: Vec<Vec3> = triangles.iter().flatten().map(|corner| corner.as_vec3()).collect();
    let numbers: Vec<[u32; 3]> = (0..triangles.len() as u32).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect();
    Tree::new(&corners, &numbers)
}

fn quad(from: DVec3, along: DVec3, across: DVec3) -> [[DVec3; 3]; 2] {
    [[from, from + along, from + along + across], [from, from + along + across, from + across]]
}

#[test]
fn a_walk_over_the_rim_of_an_abyss_leads_off_and_one_on_its_floor_does_not() {
    let tree = tree(&quad(DVec3::new(-9.0, 0.0, -9.0), DVec3::Z * 18.0, DVec3::X * 9.0));
    let walk =
        |from: f64, to: f64| leads_off(&tree, PERSON, limits(), [from, to].map(|x| DVec3::new(x, PERSON.y, 0.0)));
    assert!(!walk(-0.5, -0.1));
    // It hangs over by up to 0.19 m.
    assert!(!walk(-0.1, 0.15));
    assert!(walk(0.15, 0.25));
}

/// The face faces +x at 60°. Its foot is level, and its upper end rises along z: above a floor that it is climbed to from 0.3 m on.
#[test]
fn a_walk_along_a_steep_face_leads_off_where_its_upper_end_is_too_high_for_a_step() {
    let (sine, cosine) = f64::to_radians(60.0).sin_cos();
    let upper = |height: f64, z: f64| DVec3::new(-height * cosine / sine, height, z);
    let (from, to) = (upper(0.3, 0.0), upper(0.6, 3.0));
    let foot = [DVec3::ZERO, DVec3::Z * 3.0];
    let back = DVec3::NEG_X * 9.0;
    let mut level = vec![[foot[0], to, foot[1]], [foot[0], from, to]];
    level.extend(quad(from, to - from, back));
    level.extend(quad(DVec3::new(0.0, 0.0, -3.0), DVec3::Z * 9.0, DVec3::X * 9.0));
    let tree = tree(&level);
    // The hull touches the face 0.2 m above its foot.
    let normal = DVec3::new(sine, cosine, 0.0);
    let center = |z: f64| upper(0.2, z) + PERSON * PERSON * normal / (PERSON * normal).length();
    let walk = |from: f64, to: f64| leads_off(&tree, PERSON, limits(), [from, to].map(center));
    assert!(!walk(0.3, 0.5));
    assert!(walk(0.9, 1.1));
}

#[test]
fn a_walk_stays_in_a_corner_and_goes_along_a_wall() {
    let mut level = quad(DVec3::new(-9.0, 0.0, -9.0), DVec3::Z * 18.0, DVec3::X * 18.0).to_vec();
    level.extend(quad(DVec3::new(0.5, 0.0, -9.0), DVec3::Y * 3.0, DVec3::Z * 18.0));
    level.extend(quad(DVec3::new(-9.0, 0.0, 0.5), DVec3::X * 18.0, DVec3::Y * 3.0));
    let tree = tree(&level);
    let stays = |x: f64, z: f64, way: DVec3| stays(&tree, PERSON, limits(), DVec3::new(x, PERSON.y, z), way, 0.02);
    let into_both = DVec3::new(0.07, 0.0, 0.07);
    assert!(stays(0.09, 0.09, into_both));
    assert!(!stays(0.09, -2.0, into_both));
    assert!(!stays(-2.0, -2.0, into_both));
    assert!(stays(0.09, -2.0, DVec3::X * 0.1));
}
