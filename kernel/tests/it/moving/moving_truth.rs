//! An instance that moves past a body touches it in the kernel where it does in truth: in the rigid motion in `f64`, at hundreds
//! of times of a step, to the error that `docs/math/moving.md` states.

use crate::testkit::Random;
use crate::testkit::placed::cook;
use glam::{DVec3, Quat, Vec3};
use sweep8::{
    CharacterProfile, CharacterSettings, CharacterState, Ellipsoid, MoveInput, Placement, SlideStatus, World,
};
use sweep8_scalar_ref::brute_force::Triangle;
use sweep8_scalar_ref::rigid_motion::{Pose, gap, least_gap};

const SKIN: f32 = 0.01;

/// By how much of the skin the hull is larger than the body, and a stop stays off the hull.
const HULL: f64 = 0.875;

/// Parts of the skin: what the chord of a part of a step may be off, and what the surface of the body may move as it is turned.
const ERROR: f64 = 0.125 + 0.5;

fn pose(placement: &Placement) -> Pose {
    Pose {
        translation: placement.translation,
        rotation: placement.rotation.as_dquat().normalize(),
        scale: placement.scale.as_dvec3(),
    }
}

#[test]
fn what_turns_and_moves_past_a_body_pushes_it_where_it_would_touch_it_and_nowhere_else() {
    let mut random = Random(1);
    let (mut touched, mut missed, mut near) = (0, 0, 0);
    for case in 0..4_000 {
        let radii = [Vec3::splat(0.4), Vec3::new(0.4, 0.9, 0.4), Vec3::new(0.2, 0.3, 0.5)][case % 3];
        let settings =
            CharacterSettings { shape: Ellipsoid::new(radii).unwrap().into(), skin: SKIN, ..Default::default() };
        let profile = CharacterProfile::new(&settings).unwrap();
        // A blade of a metre, some metres from its axis, which comes past a body somewhere near its way.
        let away = random.range(0.5, 4.0);
        let blade = [DVec3::new(away, 0.0, 0.0), DVec3::new(away + 1.0, 0.3, 0.1), DVec3::new(away + 0.4, -0.4, -0.2)];
        let blade = blade.map(DVec3::as_vec3);
        let (from, to) = (
            Placement { rotation: random.turn().as_quat(), ..Placement::at(random.vector(0.5)) },
            random.direction() * random.scale(1e-3, 0.3),
        );
        let turn = glam::DQuat::from_axis_angle(random.direction(), random.range(0.0, 0.25));
        let to = Placement {
            rotation: (turn * from.rotation.as_dquat()).normalize().as_quat(),
            translation: from.translation + to,
            ..from
        };
        let triangles: [Triangle; 1] = [blade.map(Vec3::as_dvec3)];
        let middle = pose(&from).towards(&pose(&to), random.range(0.0, 1.0)).point(triangles[0][case % 3]);
        let off = random.direction() * radii.as_dvec3() * random.range(0.9, 1.5);
        let center = middle + off;
        let body = radii.as_dvec3();
        let (start, end) = (pose(&from), pose(&to));
        let clear = body + f64::from(SKIN);
        if gap(&triangles, &start, center, clear) < 0.0 {
            continue;
        }
        let mut world = World::new();
        let id = world.add(&cook(&[blade]), from).unwrap();
        let mut state = CharacterState::new(center.as_vec3());
        let center = state.position.to_dvec3();
        world.move_to(id, to).unwrap();
        let step = world.begin_step(1.0 / 60.0).unwrap();
        let out = match step.move_character(&profile, &mut state, &MoveInput::WEIGHTLESS) {
            Ok(out) => out,
            Err(error) => panic!("case {case}: {error}"),
        };
        assert_ne!(out.status, SlideStatus::Crushed, "case {case}: there is room on all other sides");
        let least = |by: f64| least_gap(&triangles, [&start, &end], center, body + by * f64::from(SKIN), 400).0;
        let was_touched = out.travel != Vec3::ZERO;
        // Clear of the largest body that a touch may be explained by; in the smallest that must be touched.
        if least(HULL + 0.125 + ERROR) > 0.0 {
            assert!(!was_touched, "case {case}: pushed by {} from what passes by", out.travel);
            missed += 1;
        } else if least(HULL - ERROR) < 0.0 {
            assert!(was_touched, "case {case}: {} deep in the hull, and not touched", least(HULL));
            touched += 1;
        } else {
            near += 1;
        }
        // At the end all is exact.
        let at_end = gap(&triangles, &end, state.position.to_dvec3(), body + (HULL - 0.01) * f64::from(SKIN));
        assert!(at_end > -1e-4, "case {case}: {at_end} radii in the hull at the end");
    }
    println!("{touched} touched, {missed} missed, {near} too near to tell");
    assert!(touched > 500 && missed > 500 && near < 300, "{touched} touched, {missed} missed, {near} near");
}

#[test]
fn what_turns_about_the_middle_of_a_body_pushes_its_long_end_though_its_centre_is_not_in_the_way() {
    let panel = [Vec3::new(0.45, -3.0, -3.0), Vec3::new(0.45, -3.0, 3.0), Vec3::new(0.45, 4.0, 0.0)];
    let wall = panel.map(|v| Vec3::new(-0.41, v.y, v.z));
    let profile = CharacterProfile::default();
    for turn in [-0.4, -0.3, 0.3, 0.4] {
        for is_wall_behind in [false, true] {
            let mut world = World::new();
            let id = world.add(&cook(&[panel]), Placement::IDENTITY).unwrap();
            if is_wall_behind {
                world.add(&cook(&[wall]), Placement::IDENTITY).unwrap();
            }
            let to = Placement { rotation: Quat::from_rotation_z(turn), ..Placement::IDENTITY };
            world.move_to(id, to).unwrap();
            let mut state = CharacterState::new(Vec3::ZERO);
            let step = world.begin_step(1.0 / 60.0).unwrap();
            let out = step.move_character(&profile, &mut state, &MoveInput::WEIGHTLESS).unwrap();
            let hull = profile.shape().radii().as_dvec3() + HULL * f64::from(SKIN);
            let gaps = [(panel, to), (wall, Placement::IDENTITY)].map(|(triangle, placement)| {
                gap(&[triangle.map(Vec3::as_dvec3)], &pose(&placement), state.position.to_dvec3(), hull)
            });
            let least = if is_wall_behind { gaps[0].min(gaps[1]) } else { gaps[0] };
            println!("turned by {turn}, wall: {is_wall_behind}: pushed by {}, {least:.1e} radii off", out.carried_by);
            assert!(out.carried_by != Vec3::ZERO && out.depenetrated_by == 0.0, "{turn}, {is_wall_behind}: {out:?}");
            assert!(least > -1e-5, "{turn}, {is_wall_behind}: {least} radii in the hull");
        }
    }
}
