//! The page in which one walks: its scene, and the hash that it shows.

use sweep8_bench::showing::walk::place::place;
use sweep8_bench::showing::walk::rule::{CHARACTERS, FRAMES, HASH, SEED, hash};
use sweep8_bench::showing::walk::scene::Scene;
use sweep8_bench::showing::walk::written::written;

#[test]
fn the_walk_of_the_page_has_its_hash() {
    let hash = hash(CHARACTERS, SEED, FRAMES).unwrap();
    assert_eq!(hash, HASH, "{hash:#x}");
}

#[test]
fn ten_thousand_have_room_in_the_square() {
    let scene = place();
    assert!(scene.centres.len() >= 10_000, "{}", scene.centres.len());
    let world = scene.world().unwrap();
    let shape = Scene::profile().shape();
    for &centre in &scene.centres {
        assert!(!world.overlap(shape, centre, sweep8::Sides::Both).unwrap());
    }
}

#[test]
fn what_the_page_reads_has_a_thing_for_each_box_and_exact_numbers() {
    let scene = place();
    let json = written(&scene, None);
    let things = json["things"].as_array().unwrap();
    assert_eq!(things.len(), scene.things.len());
    for (written, thing) in things.iter().zip(&scene.things) {
        for (axis, half) in thing.half.to_array().into_iter().enumerate() {
            assert_eq!(written["half"][axis].as_f64(), Some(f64::from(half)));
        }
        assert_eq!(written["drive"].is_object(), thing.machine.is_some());
        assert_eq!(written["material"].is_object(), thing.material.is_some());
    }
    assert_eq!(json["centres"].as_array().unwrap().len(), 3 * scene.centres.len());
}
