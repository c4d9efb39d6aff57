//! Walkers in scenes of many triangles, each step beside the same step in `f64` by brute force.
//!
//! The triangles near a step come from the checks' own tree. A step counts only if brute force is sure of where it ends: from starts a
//! hair aside it must end a hair aside. Steps that begin on steep ground, and those
//! of a landing, are left out, as the judge leaves them out. So are those that touch an overhang, and, but on stairs, those that touch
//! an edge which is no floor: what these do is judged by where the hull can stand, in `judging::walks`.

use glam::DVec3;
use sweep8::{CharacterProfile, CharacterState, Ground, MoveInput, SlideContact};
use sweep8_bench::checking::Tree;
use sweep8_bench::judging::by_force;
use sweep8_bench::levels::scenes::Scene;
use sweep8_bench::walking::scripted::{crowd_in, desired};
use sweep8_scalar_ref::brute_force::Triangle;
use sweep8_scalar_ref::walking::{Input, Rules, Walker, move_walker};

const CHARACTERS: usize = 24;
const FRAMES: usize = 180;
const SECONDS: f32 = 1.0 / 60.0;

/// How far a step may end from where it ends by brute force, metres.
const OFF: f64 = 1e-4;

/// By how much starts are moved to see whether an end is sure.
const ASIDE: f64 = 2e-6;

/// Largest cosine between up and the normal of a wall that counts as upright: rounding.
const UPRIGHT: f64 = 1e-4;

/// How far from a centre anything lies that a step may meet, metres.
const NEAR: f64 = 2.5;

/// Where a step ends; none where that is not sure.
fn sure_end(exact: &[Triangle], from: &Walker, input: &Input, rules: &Rules) -> Option<Walker> {
    let end = move_walker(exact, from, input, rules);
    let aside = [DVec3::X, DVec3::NEG_X, DVec3::Z, DVec3::NEG_Z, DVec3::Y];
    let agrees = |side: &DVec3| {
        let other = move_walker(exact, &Walker { center: from.center + *side * ASIDE, ..*from }, input, rules);
        other.center.distance(end.center) <= 0.5 * OFF && other.ground.is_like(&end.ground)
    };
    aside.iter().all(agrees).then_some(end)
}

/// Whether a step touches what this judge knows nothing of: overhangs, and edges that are no floors where there are no stairs.
fn is_of_other_judge(scene: Scene, contacts: &[SlideContact], rules: &Rules) -> bool {
    contacts.iter().any(|contact| {
        let cosine = f64::from(contact.normal.y);
        cosine < -UPRIGHT || scene != Scene::Stairs && cosine > UPRIGHT && cosine < rules.slope_cosine
    })
}

fn hold(scene: Scene) {
    let (world, crowd) = crowd_in(scene, CHARACTERS);
    let level = scene.build();
    let tree = Tree::new(&level.positions, &level.triangles);
    let profile = CharacterProfile::default();
    let rules = by_force::rules(&profile, MoveInput::EARTH.up());
    let mut states: Vec<CharacterState> = crowd.ids().map(|id| *crowd.state(id).expect("in the crowd")).collect();
    let (mut same, mut unsure, mut most, mut stepped, mut elsewhere) = (0, 0, 0.0_f64, 0, 0);
    for frame in 0..FRAMES {
        for (index, state) in states.iter_mut().enumerate() {
            let jump_speed = if (frame + 37 * index) % 90 == 89 { 4.0 } else { 0.0 };
            let input = MoveInput { desired_velocity: desired(index, frame), jump_speed, ..MoveInput::EARTH };
            let before = *state;
            let out = world.move_character(&profile, state, &input, SECONDS).expect("in range");
            let lands = !before.ground().is_grounded() && state.ground().is_grounded();
            if lands || matches!(before.ground(), Ground::Steep(_)) || before.fall_speed > 0.0 {
                continue;
            }
            if is_of_other_judge(scene, out.contacts(), &rules) {
                elsewhere += 1;
                continue;
            }
            let center = before.position.to_dvec3();
            let mut exact = Vec::new();
            tree.visit(center - NEAR, center + NEAR, |_, triangle| exact.push(*triangle));
            let (from, wanted) = (by_force::walker(&before), by_force::input(&input, SECONDS));
            let Some(end) = sure_end(&exact, &from, &wanted, &rules) else {
                unsure += 1;
                continue;
            };
            let off = end.center.distance(state.position.to_dvec3());
            let is_alike = end.ground.is_like(&by_force::walker(state).ground);
            assert!(
                is_alike && off <= OFF,
                "{index} in frame {frame}: {off} m off, {end:?}, {before:?}, {input:?}, {out:?}"
            );
            (same, most) = (same + 1, most.max(off));
            stepped += usize::from(out.stepped_by > 0.0);
        }
    }
    println!(
        "{scene:?}: {same} steps as by brute force, {stepped} of them up steps, at most {most} m off; {unsure} unsure, {elsewhere} of another judge"
    );
    assert!(same > CHARACTERS * FRAMES / 2 && unsure * 10 < same, "{scene:?}: {same} and {unsure}");
}

#[test]
fn walkers_in_the_dungeon_go_where_brute_force_goes() {
    hold(Scene::Dungeon);
}

#[test]
fn walkers_on_stairs_go_where_brute_force_goes() {
    hold(Scene::Stairs);
}

#[test]
fn walkers_over_crests_and_humps_go_where_brute_force_goes() {
    hold(Scene::Crest);
    hold(Scene::Humps);
}

#[test]
fn walkers_on_terrain_go_where_brute_force_goes() {
    hold(Scene::Terrain);
}
