//! Layers: queries and characters consider the instances of the layers that they ask for, and no others, in worlds of one mesh and
//! of many.

use glam::{DVec3, Vec3};
use sweep8::inspect::count_at_rest;
use sweep8::{
    CharacterProfile, CharacterSettings, CharacterState, CookedMesh, Crowd, CrowdSettings, Ellipsoid, Filter,
    InstanceId, Mesh, MoveInput, Placement, RayQuery, Sides, SlideSettings, SweepQuery, World,
};

const FRAME: f32 = 1.0 / 60.0;
const WALLS: u32 = 1;
const GLASS: u32 = 1 << 4;

fn cuboid(half: Vec3) -> CookedMesh {
    Mesh::cuboid(half).expect("it is a cuboid").cook()
}

fn of(layers: u32) -> Filter {
    Filter { layers, ..Filter::default() }
}

/// A pane of glass across x = 2, and a wall across x = 4, or the pane alone.
fn worlds() -> [(World, InstanceId); 2] {
    [true, false].map(|with_wall| {
        let mut world = World::new();
        let pane = cuboid(Vec3::new(0.1, 5.0, 5.0));
        let place = if with_wall { Placement::at(DVec3::X * 2.0) } else { Placement::IDENTITY };
        let glass = world.add(&pane, place).expect("it is in range");
        world.set_layers(glass, GLASS).expect("it is there");
        if with_wall {
            world.add(&pane, Placement::at(DVec3::X * 4.0)).expect("it is in range");
        }
        (world, glass)
    })
}

#[test]
fn every_query_ignores_instances_in_none_of_its_layers() {
    for (world, glass) in worlds() {
        let ball = Ellipsoid::ball(0.3).expect("it is a shape");
        let at = world.placement(glass).expect("it is there").translation.as_vec3();
        let (start, way) = (at - Vec3::X, Vec3::X * 1.5);
        for (filter, is_met) in [
            (Filter::default(), true),
            (of(GLASS), true),
            (of(GLASS | WALLS), true),
            (of(WALLS), false),
            (of(0), false),
            (Filter { sides: Sides::Front, ..of(!GLASS) }, false),
        ] {
            let hit = world.sweep(&ball, start, way, filter).expect("it is in range");
            assert_eq!(hit.map(|hit| hit.instance), is_met.then_some(glass), "{filter:?}");
            let ray = world.ray(start, Vec3::X, 1.5, filter).expect("it is in range");
            assert_eq!(ray.map(|hit| hit.instance), is_met.then_some(glass), "{filter:?}");
            let segment = world.segment(start, start + way, filter).expect("it is in range");
            assert_eq!(segment.is_some(), is_met, "{filter:?}");
            assert_eq!(world.overlap(&ball, at + Vec3::X * 0.3, filter), Ok(is_met), "{filter:?}");
            let closest = world.closest_point(at + Vec3::X * 0.5, 1.0, filter).expect("it is in range");
            assert_eq!(closest.map(|closest| closest.instance), is_met.then_some(glass), "{filter:?}");
            let mut contacts = Vec::new();
            world.depenetrate(&ball, at + Vec3::X * 0.3, filter, &mut contacts).expect("it is in range");
            assert_eq!(contacts.is_empty(), !is_met, "{filter:?}");
            let settings = SlideSettings { layers: filter.layers, sides: filter.sides, ..SlideSettings::default() };
            let out = world.slide(&ball, start, way, &settings).expect("it is in range");
            assert_eq!(out.travel.x < 1.0, is_met, "{filter:?}: {}", out.travel);
            let sweeps = [SweepQuery { shape: ball, center: start, displacement: way, filter }; 2];
            let rays = [RayQuery { origin: start, direction: Vec3::X, distance: 1.5, filter }; 2];
            let (mut hits, mut passed) = ([Ok(None); 2], [Ok(None); 2]);
            world.sweep_many(&sweeps, &mut hits).expect("as many answers");
            world.ray_many(&rays, &mut passed).expect("as many answers");
            assert_eq!((hits[1], passed[1]), (Ok(hit), Ok(ray)), "{filter:?}");
        }
    }
}

#[test]
fn characters_walk_through_what_their_profiles_do_not_feel_and_are_not_pushed_by_it() {
    let mut world = World::new();
    world.add(&cuboid(Vec3::new(50.0, 0.5, 50.0)), Placement::at(DVec3::Y * -0.5)).expect("it is in range");
    let glass = world.add(&cuboid(Vec3::new(0.1, 2.0, 5.0)), Placement::at(DVec3::new(2.0, 2.0, 0.0))).expect("it is");
    world.set_layers(glass, GLASS).expect("it is there");
    let ghost = CharacterSettings { layers: WALLS, ..CharacterSettings::default() };
    let profiles = [CharacterProfile::default(), CharacterProfile::new(&ghost).expect("they are in range")];
    let input = MoveInput { desired_velocity: Vec3::X * 3.0, ..MoveInput::EARTH };
    let walked = profiles.map(|profile| {
        let mut state = CharacterState::new(Vec3::new(0.0, 0.91, 0.0));
        for _ in 0..60 {
            world.move_character(&profile, &mut state, &input, FRAME).expect("it is in range");
        }
        state.position.to_vec3().x
    });
    assert!(walked[0] < 1.5 && walked[1] > 2.9, "{walked:?}");

    world.move_to(glass, Placement::at(DVec3::new(-6.0, 2.0, 0.0))).expect("it is in range");
    let step = world.begin_step(FRAME).expect("it is a time step");
    let pushed = profiles.map(|profile| {
        let mut state = CharacterState::new(Vec3::new(0.0, 0.91, 0.0));
        let out = step.move_character(&profile, &mut state, &MoveInput::EARTH).expect("it is in range");
        out.carried_by.x
    });
    assert!(pushed[0] < -6.0 && pushed[1] == 0.0, "{pushed:?}");
}

#[test]
fn who_rests_on_what_goes_to_another_layer_falls() {
    let mut world = World::new();
    let floor = world.add(&cuboid(Vec3::new(50.0, 0.5, 50.0)), Placement::at(DVec3::Y * -0.5)).expect("it is in range");
    let settings = CharacterSettings { layers: WALLS, ..CharacterSettings::default() };
    let mut crowd = Crowd::new(CrowdSettings::default()).expect("they are in range");
    let profile = CharacterProfile::new(&settings).expect("they are in range");
    let id = crowd.spawn(&profile, Vec3::new(0.0, 0.91, 0.0)).expect("it is in range");
    for _ in 0..10 {
        crowd.step(&world, FRAME).expect("it is a time step");
    }
    assert_eq!(count_at_rest(&crowd), 1);
    let mut bytes = Vec::new();
    world.save_motion_into(&mut bytes);
    world.set_layers(floor, GLASS).expect("it is there");
    assert_eq!(world.layers(floor), Ok(GLASS));
    crowd.step(&world, FRAME).expect("it is a time step");
    let fallen = crowd.position(id).expect("it is there").to_vec3().y;
    assert!(fallen < 0.909, "{fallen}");
    // Layers are part of what is saved.
    world.restore_motion(&bytes).expect("the instances are the same");
    assert_eq!(world.layers(floor), Ok(WALLS));
    crowd.step(&world, FRAME).expect("it is a time step");
    let held = crowd.position(id).expect("it is there").to_vec3().y;
    assert!(held > 0.89, "{held}");
}

#[test]
fn an_instance_in_no_layer_is_not_found_by_queries_of_all_layers() {
    let mut world = World::new();
    world.add(&cuboid(Vec3::new(20.0, 0.5, 20.0)), Placement::at(DVec3::Y * -0.5)).expect("it is in range");
    let door = cuboid(Vec3::new(0.25, 2.0, 4.0));
    let door = world.add(&door, Placement::at(DVec3::new(2.0, 2.0, 0.0))).expect("it is in range");
    let mut crowd = Crowd::new(CrowdSettings::default()).expect("they are in range");
    let id = crowd.spawn(&CharacterProfile::default(), Vec3::new(0.0, 0.91, 0.0)).expect("it is in range");
    crowd.set_desired_velocity(id, Vec3::X * 4.0).expect("it is in range");
    let mut stepped_to = |world: &World| {
        for _ in 0..60 {
            crowd.step(world, FRAME).expect("it is a time step");
        }
        crowd.position(id).expect("it is there").to_vec3().x
    };
    let closed = stepped_to(&world);
    assert!((closed - 1.34).abs() < 1e-3, "{closed}");
    let mut as_it_was = world.clone();
    world.set_layers(door, 0).expect("it is there");
    let ahead = |world: &World| world.ray(Vec3::Y, Vec3::X, 9.0, Sides::Both).expect("a good ray");
    assert_eq!(ahead(&world), None, "nor by a query");
    let open = stepped_to(&world);
    assert!((open - closed - 4.0).abs() < 1e-3, "who leans on it goes through: {open}");
    assert!(ahead(&as_it_was).is_some());
    let mut bytes = Vec::new();
    world.save_motion_into(&mut bytes);
    as_it_was.restore_motion(&bytes).expect("the instances are the same");
    assert_eq!(ahead(&as_it_was), None, "a save knows that it is open");
}

#[test]
fn user_data_stays_with_its_instance() {
    let mut world = World::new();
    let mesh = cuboid(Vec3::ONE);
    let [one, other] = [1.0, 9.0].map(|x| world.add(&mesh, Placement::at(DVec3::X * x)).expect("it is in range"));
    world.set_user_data(one, 7 << 40).expect("it is there");
    world.place(one, Placement::IDENTITY).expect("it is there");
    assert_eq!((world.user_data(one), world.user_data(other)), (Ok(7 << 40), Ok(0)));
    world.remove(one).expect("it is there");
    assert!(world.user_data(one).is_err() && world.set_layers(one, 1).is_err());
    let next = world.add(&mesh, Placement::IDENTITY).expect("it is in range");
    assert_eq!(world.user_data(next), Ok(0), "the index is new again");
}
