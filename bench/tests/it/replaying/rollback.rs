//! A crowd that is saved, cloned or copied in the middle of a walk ends where the straight walk ends, also in another
//! process.

use glam::Vec3;
use std::process::Command;
use sweep8::{CharacterState, Crowd};
use sweep8_bench::levels::scenes::Scene;
use sweep8_bench::walking::scripted::{crowd_in, walk};
use sweep8_scalar_ref::testkit::cases::cases;

/// The frame that everything is taken over in, and the last one.
const MIDDLE: usize = 300;
const END: usize = 600;

/// Names a scene and a file of a save to the process that goes on.
const SCENE: &str = "SWEEP8_ROLLBACK_SCENE";
const SAVE: &str = "SWEEP8_ROLLBACK_SAVE";

/// Goes on with a saved crowd: what the other process does.
#[test]
#[ignore = "run by the test below, in a process of its own"]
fn the_other_process() {
    let [scene, file] = [SCENE, SAVE].map(|name| std::env::var(name).expect("set by the test below"));
    let scene: Scene = scene.parse().expect("a scene");
    let world = crowd_in(scene, 1).0;
    let mut crowd = Crowd::default();
    crowd.restore(&std::fs::read(file).expect("a save")).expect("it was saved by this version");
    walk(&world, &mut crowd, MIDDLE..END);
    println!("hash {:016x}", crowd.state_hash());
}

/// The hash that a process of its own ends with.
fn in_another_process(scene: Scene, save: &[u8]) -> u64 {
    let file = std::env::temp_dir().join(format!("sweep8-rollback-{scene}-{}", std::process::id()));
    std::fs::write(&file, save).expect("the temporary folder can be written");
    let program = std::env::current_exe().expect("the test has a program");
    let output = Command::new(program)
        .args(["--exact", "replaying::rollback::the_other_process", "--ignored", "--nocapture"])
        .env(SCENE, scene.to_string())
        .env(SAVE, &file)
        .output()
        .expect("the test can be started");
    std::fs::remove_file(file).expect("it was written here");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let hash = text.split("hash ").nth(1).and_then(|rest| rest.get(..16));
    let hash = hash.unwrap_or_else(|| panic!("{text}{}", String::from_utf8_lossy(&output.stderr)));
    u64::from_str_radix(hash, 16).expect("a hash")
}

#[test]
fn ten_thousand_saved_cloned_or_copied_at_frame_300_end_at_600_where_the_straight_walk_ends() {
    for scene in [Scene::Dungeon, Scene::Terrain, Scene::Stairs] {
        let characters = cases(10_000, 2_000);
        let (world, mut straight) = crowd_in(scene, characters);
        walk(&world, &mut straight, 0..MIDDLE);
        let mut save = Vec::new();
        straight.save_into(&mut save);
        let mut states = vec![CharacterState::new(Vec3::ZERO); straight.len()];
        straight.copy_states(&mut states).expect("as many as there are characters");
        let mut clone = straight.clone();
        walk(&world, &mut straight, MIDDLE..END);
        let hash = straight.state_hash();

        walk(&world, &mut clone, MIDDLE..END);
        assert_eq!(clone.state_hash(), hash, "{scene}: a clone");
        clone.set_states(&states).expect("states of a crowd");
        walk(&world, &mut clone, MIDDLE..END);
        assert_eq!(clone.state_hash(), hash, "{scene}: states copied out and in");
        assert_eq!(in_another_process(scene, &save), hash, "{scene}: another process");
        println!("{scene}: {} bytes for {characters} characters, hash {hash:016x}", save.len());
    }
}
