//! Lines to draw: of whom, from where to where, and that there are none without a reason.

use crate::testkit::crowds::{checked, crowd_under};
use crate::testkit::worlds::{Level, quad, world_of};
use glam::Vec3;
use sweep8::{CharacterSettings, Crowd, DebugLine, DebugLineKind, EachOther, EventKind, EventMask};

const FRAME: f32 = 1.0 / 60.0;

fn floor(x: f32, y: f32) -> Level {
    quad(Vec3::new(x, y, -40.0), Vec3::Z * 80.0, Vec3::X * 80.0)
}

fn earth() -> Crowd {
    crowd_under(Vec3::Y * -9.81)
}

fn of_kind(lines: &[DebugLine], kind: DebugLineKind) -> Vec<DebugLine> {
    lines.iter().filter(|line| line.kind == kind).copied().collect()
}

#[test]
fn who_climbs_a_step_shows_its_way_its_ground_and_how_far_up_the_step_led() {
    let riser = quad(Vec3::new(1.0, 0.0, -40.0), Vec3::Z * 80.0, Vec3::Y * 0.2);
    let world = world_of(&[floor(-40.0, 0.0), floor(1.0, 0.2), riser].concat());
    let mut crowd = earth();
    crowd.record_events(EventMask::ALL);
    let id = crowd.spawn(&checked(CharacterSettings::default()), Vec3::new(0.0, 0.911, 0.0)).unwrap();
    crowd.set_desired_velocity(id, Vec3::X * 2.0).unwrap();
    let mut climbed = 0.0;
    for _ in 0..60 {
        crowd.step(&world, FRAME).unwrap();
        let mut lines = Vec::new();
        crowd.debug_lines(id, &mut lines).unwrap();
        let [way] = of_kind(&lines, DebugLineKind::Way)[..] else { panic!("one way: {lines:?}") };
        assert_eq!(
            (way.from, way.to),
            (crowd.previous_position(id).unwrap().to_vec3(), crowd.position(id).unwrap().to_vec3())
        );
        for ground in of_kind(&lines, DebugLineKind::Ground) {
            assert!(((ground.to - ground.from).length() - 0.4).abs() < 1e-5, "as long as the smallest radius");
            assert_eq!(ground.from, crowd.state(id).unwrap().ground_point);
        }
        assert_eq!(of_kind(&lines, DebugLineKind::Contact).len(), crowd.contacts(id).unwrap().len());
        let steps = of_kind(&lines, DebugLineKind::Step);
        let told = crowd.events().iter().filter(|event| matches!(event.kind, EventKind::Stepped { .. })).count();
        assert_eq!(steps.len(), told);
        for step in steps {
            assert_eq!(step.to, crowd.feet(id).unwrap().to_vec3());
            climbed += step.to.y - step.from.y;
        }
    }
    // Where the edge is touched from above it is walked over like a slope.
    assert!(climbed > 0.08 && climbed < 0.2, "steps led {climbed} m up");
    assert!((crowd.feet(id).unwrap().to_dvec3().y - 0.21).abs() < 5e-3, "it does not stand on the step");
}

#[test]
fn lines_lead_to_others_that_are_near_and_meet_the_character_and_to_nobody_else() {
    let world = world_of(&floor(-40.0, 0.0));
    let mut crowd = earth();
    let soft = checked(CharacterSettings { each_other: EachOther::Soft, ..CharacterSettings::default() });
    let shy = checked(CharacterSettings::default());
    let at = |x: f32| Vec3::new(x, 0.911, 0.0);
    let id = crowd.spawn(&soft, at(0.0)).unwrap();
    let near = crowd.spawn(&soft, at(1.1)).unwrap();
    crowd.spawn(&soft, at(3.0)).unwrap();
    let ignoring = crowd.spawn(&shy, at(-1.0)).unwrap();
    crowd.step(&world, FRAME).unwrap();
    let mut lines = Vec::new();
    crowd.debug_lines(id, &mut lines).unwrap();
    let [line] = of_kind(&lines, DebugLineKind::Neighbour)[..] else { panic!("one neighbour: {lines:?}") };
    assert_eq!((line.from, line.to), (crowd.position(id).unwrap().to_vec3(), crowd.position(near).unwrap().to_vec3()));
    lines.clear();
    crowd.debug_lines(ignoring, &mut lines).unwrap();
    assert!(of_kind(&lines, DebugLineKind::Neighbour).is_empty(), "{lines:?}");
}

#[test]
fn who_is_gone_has_no_lines_and_what_was_listed_stays() {
    let world = world_of(&floor(-40.0, 0.0));
    let mut crowd = earth();
    let profile = checked(CharacterSettings::default());
    let [id, gone] = [0.0, 5.0].map(|x| crowd.spawn(&profile, Vec3::new(x, 0.911, 0.0)).unwrap());
    crowd.step(&world, FRAME).unwrap();
    let mut lines = Vec::new();
    crowd.debug_lines(id, &mut lines).unwrap();
    let listed = lines.clone();
    crowd.despawn(gone).unwrap();
    assert!(crowd.debug_lines(gone, &mut lines).is_err());
    assert_eq!(lines, listed);
}
