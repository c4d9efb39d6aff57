//! Characters on ground that deforms: who is overlapped is depenetrated, who has no floor any more falls, who is elsewhere stays at
//! rest; and what a crowd remembers shows in no result.

use crate::testkit::Random;
use glam::{DVec3, Quat, Vec3};
use sweep8::inspect::count_at_rest;
use sweep8::{
    CharacterProfile, CharacterState, Crowd, CrowdSettings, Ellipsoid, InstanceId, Mesh, MoveInput, Placement, World,
};
use sweep8_scalar_ref::brute_force::{distance, to_ellipsoid_space};

const FRAME: f32 = 1.0 / 60.0;

/// Cells along a side of the ground, and their size, metres.
const CELLS: u32 = 80;
const CELL: f32 = 0.75;

/// Part of the skin by which a hull is larger than its shape.
const HULL: f64 = 0.875;

fn corner(x: u32, z: u32) -> u32 {
    z * (CELLS + 1) + x
}

/// Ground whose height is `height` of (x, z), metres.
fn ground(height: impl Fn(f32, f32) -> f32) -> Mesh {
    let corners = (0..=CELLS).flat_map(|z| (0..=CELLS).map(move |x| (x as f32 * CELL, z as f32 * CELL)));
    let vertices: Vec<Vec3> = corners.map(|(x, z)| Vec3::new(x, height(x, z), z)).collect();
    let cells = (0..CELLS).flat_map(|z| (0..CELLS).map(move |x| (x, z)));
    let triangles: Vec<[u32; 3]> = cells
        .flat_map(|(x, z)| {
            let [a, b, c, d] = [corner(x, z), corner(x, z + 1), corner(x + 1, z + 1), corner(x + 1, z)];
            [[a, b, c], [a, c, d]]
        })
        .collect();
    Mesh::new(&vertices, &triangles).expect("it is a mesh")
}

/// Moves a square of vertices up by what `by` says of (x, z).
fn lift(world: &mut World, id: InstanceId, [x, z]: [u32; 2], side: u32, by: impl Fn(f32, f32) -> f32) {
    let corners = (z..=z + side).flat_map(|z| (x..=x + side).map(move |x| corner(x, z)));
    let numbers: Vec<u32> = corners.filter(|number| *number < (CELLS + 1) * (CELLS + 1)).collect();
    let vertices = world.vertices(id).expect("it deforms");
    let places: Vec<Vec3> = numbers
        .iter()
        .map(|&number| {
            let v = vertices[number as usize];
            v + Vec3::Y * by(v.x, v.z)
        })
        .collect();
    world.set_vertices_at(id, &numbers, &places).expect("it is in range");
}

fn bumpy(x: f32, z: f32) -> f32 {
    0.2 * (0.9 * x).sin() * (0.7 * z).cos()
}

/// Persons and balls in rows over the ground.
fn rows(crowd: &mut Crowd, side: u16) {
    for number in 0..side * side {
        let (x, z) = (f32::from(number % side), f32::from(number / side));
        let at = (Vec3::new(x, 0.0, z) + 0.5) * (CELLS as f32 * CELL / f32::from(side));
        let radii = [Vec3::new(0.4, 0.9, 0.4), Vec3::splat(0.3)][usize::from(number % 2)];
        let profile = CharacterProfile::of_shape(Ellipsoid::new(radii).expect("it is a shape"));
        crowd.spawn(&profile, Vec3::new(at.x, 1.5, at.z)).expect("it is in range");
    }
}

fn states(crowd: &Crowd) -> Vec<CharacterState> {
    crowd.ids().map(|id| *crowd.state(id).expect("it is there")).collect()
}

/// How many are deeper in the ground than the hull may be.
fn sunk(world: &World, id: InstanceId, crowd: &Crowd, mesh: &Mesh) -> usize {
    let vertices = world.vertices(id).expect("it deforms");
    let triangles: Vec<[DVec3; 3]> =
        mesh.triangles().iter().map(|t| t.map(|vertex| vertices[vertex as usize].as_dvec3())).collect();
    let is_sunk = |state: &&CharacterState| {
        let (center, profile) = (state.position.to_dvec3(), &crowd.profiles()[state.profile as usize]);
        let radii = profile.shape().radii().as_dvec3();
        let hull = radii + HULL * f64::from(profile.settings().skin);
        let near = |t: &&[DVec3; 3]| t.iter().any(|v| (*v - center).length() < 3.0 * radii.max_element() + 2.0);
        let apart = |t: &[DVec3; 3]| distance(DVec3::ZERO, &t.map(|v| to_ellipsoid_space(v, center, hull)));
        triangles.iter().filter(near).map(apart).any(|apart| apart < 1.0 - 1e-4)
    };
    states(crowd).iter().filter(is_sunk).count()
}

fn settled(world: &World, crowd: &mut Crowd) -> usize {
    for _ in 0..240 {
        crowd.step(world, FRAME).expect("it is a time step");
    }
    count_at_rest(crowd)
}

#[test]
fn whoever_stands_on_a_patch_follows_it_up_and_down_and_all_others_stay_at_rest() {
    let mesh = ground(bumpy);
    let mut world = World::new();
    let id = world.add_deformable(mesh.clone().cook_deformable(), Placement::IDENTITY).expect("it fits");
    let mut crowd = Crowd::new(CrowdSettings::default()).expect("they are in range");
    rows(&mut crowd, 20);
    let resting = settled(&world, &mut crowd);
    assert!(resting > 330, "{resting} of 400");
    let patch = |state: &CharacterState| {
        let center = state.position.to_vec3();
        (30.5..44.5).contains(&(center.x / CELL)) && (30.5..44.5).contains(&(center.z / CELL))
    };
    for by in [0.15, -0.25, 0.2, 0.01, -0.01, -0.5] {
        let before: Vec<CharacterState> = states(&crowd);
        let resting = count_at_rest(&crowd);
        lift(&mut world, id, [30, 30], 15, |_, _| by);
        let report = crowd.step(&world, FRAME).expect("it is a time step");
        assert_eq!((report.refused, sunk(&world, id, &crowd, &mesh)), (0, 0), "lifted by {by}");
        let awake = crowd.len() - count_at_rest(&crowd);
        assert!(awake < crowd.len() - resting + 60, "{awake} awake, {resting} were at rest");
        settled(&world, &mut crowd);
        assert_eq!(sunk(&world, id, &crowd, &mesh), 0, "settled after {by}");
        let mut followed = 0;
        for (state, before) in states(&crowd).iter().zip(&before) {
            let rise = state.position.to_vec3().y - before.position.to_vec3().y;
            // Bumps of a patch that is no higher than it was keep those on it in their place.
            if patch(before) && patch(state) {
                assert!((rise - by).abs() < 0.05, "{rise}, not {by}: {before:?}, {state:?}");
                followed += 1;
            }
            let far =
                ((before.position.to_vec3() - Vec3::splat(37.5 * CELL)) * Vec3::new(1.0, 0.0, 1.0)).abs().max_element();
            assert!(far < 15.0 || rise.abs() < 1e-4, "{rise} at {far}");
        }
        assert!(followed >= 9, "{followed}");
    }
}

#[test]
fn who_rests_beside_a_patch_is_not_woken_by_what_is_far_and_falls_when_its_floor_goes() {
    let mesh = ground(|_, _| 0.0);
    let mut world = World::new();
    let id = world.add_deformable(mesh.cook_deformable(), Placement::IDENTITY).expect("it fits");
    let mut crowd = Crowd::new(CrowdSettings::default()).expect("they are in range");
    rows(&mut crowd, 15);
    let resting = settled(&world, &mut crowd);
    assert_eq!(resting, crowd.len());
    // In a corner, again and again: the others are not moved once.
    for round in 0..20_u8 {
        lift(&mut world, id, [2, 2], 4, |_, _| if round % 2 == 0 { 0.1 } else { -0.1 });
        crowd.step(&world, FRAME).expect("it is a time step");
        let awake = crowd.len() - count_at_rest(&crowd);
        assert!((1..20).contains(&awake), "{awake} awake in round {round}");
    }
    // The floor of one is folded into a point below it: most of its triangles have no area any more, the others are a pit.
    let under = states(&crowd)[crowd.len() / 2].position.to_vec3();
    let hole = [under.x, under.z].map(|at| (at / CELL) as u32 - 2);
    let middle = world.vertices(id).expect("it deforms")[corner(hole[0], hole[1]) as usize];
    let numbers: Vec<u32> =
        (hole[1]..hole[1] + 6).flat_map(|z| (hole[0]..hole[0] + 6).map(move |x| corner(x, z))).collect();
    world.set_vertices_at(id, &numbers, &[middle - Vec3::Y * 3.0; 36]).expect("it is in range");
    for _ in 0..30 {
        crowd.step(&world, FRAME).expect("it is a time step");
    }
    let center = states(&crowd)[crowd.len() / 2].position.to_vec3();
    assert!(center.y < under.y - 0.4, "{under} to {center}");
}

#[test]
fn who_rests_on_a_patch_that_goes_far_away_falls_and_who_rests_where_it_comes_to_is_pushed() {
    let mesh = ground(|_, _| 0.0);
    let mut world = World::new();
    let id = world.add_deformable(mesh.clone().cook_deformable(), Placement::IDENTITY).expect("it fits");
    world.add_deformable(mesh.cook_deformable(), Placement::at(DVec3::Y * -40.0)).expect("it fits");
    let mut crowd = Crowd::new(CrowdSettings::default()).expect("they are in range");
    // On the patch and below it, so many that cells which share an entry of what is noted wake few of them.
    let middle = Vec3::new(1.0, 0.0, 1.0) * (0.5 * CELLS as f32 * CELL);
    for number in 0..25_u8 {
        let place =
            middle + (Vec3::new(f32::from(number % 5), 0.0, f32::from(number / 5)) - Vec3::new(2.0, 0.0, 2.0)) * 4.5;
        for height in [0.91, -39.09] {
            crowd.spawn(&CharacterProfile::default(), place + Vec3::Y * height).expect("it is in range");
        }
    }
    assert_eq!(settled(&world, &mut crowd), 50);
    let before = states(&crowd);
    // Down, through more than one cell of what is noted, into the feet of those below.
    lift(&mut world, id, [20, 20], 40, |_, _| -39.8);
    for _ in 0..5 {
        crowd.step(&world, FRAME).expect("it is a time step");
    }
    for (pair, before) in states(&crowd).chunks(2).zip(before.chunks(2)) {
        let rise = [0, 1].map(|of| pair[of].position.to_vec3().y - before[of].position.to_vec3().y);
        assert!(rise[0] < -0.01, "no floor: {:?}", pair[0]);
        assert!((rise[1] - 0.2).abs() < 0.01, "a new floor: {:?}", pair[1]);
    }
}

#[test]
fn what_is_deformed_after_it_was_given_a_target_pushes_with_the_shape_that_it_has() {
    let mut world = World::new();
    let floor = Mesh::cuboid(Vec3::new(9.0, 0.5, 9.0)).expect("it is a cuboid").cook();
    world.add(&floor, Placement::at(DVec3::Y * -0.5)).expect("it fits");
    let small = Mesh::cuboid(Vec3::splat(0.1)).expect("it is a cuboid");
    let start = DVec3::new(-3.0, 1.02, 0.0);
    let id = world.add_deformable(small.cook_deformable(), Placement::at(start)).expect("it fits");
    let (person, mut state) = (CharacterProfile::default(), CharacterState::new(Vec3::new(-1.55, 0.91, 0.0)));
    world.move_to(id, Placement::at(start + DVec3::X * 0.5)).expect("it is in range");
    // Its front is 5 cm before the person now, and comes 50 cm nearer.
    let large: Vec<Vec3> = world.vertices(id).expect("it deforms").iter().map(|v| v * 10.0).collect();
    world.set_vertices(id, 0, &large).expect("it is in range");
    let step = world.begin_step(FRAME).expect("it is a time step");
    let out = step.move_character(&person, &mut state, &MoveInput::EARTH);
    let out = out.expect("it is in range");
    assert!((0.44..0.47).contains(&out.carried_by.x), "{out:?}");
}

#[test]
fn a_crowd_on_ground_that_deforms_and_moves_is_moved_as_if_it_remembered_nothing() {
    let random = &mut Random(81);
    let mesh = ground(bumpy);
    let mut world = World::new();
    let placement = Placement { rotation: Quat::from_rotation_y(0.4), ..Placement::at(DVec3::new(3.0, -0.5, -7.0)) };
    let id = world.add_deformable(mesh.cook_deformable(), placement).expect("it fits");
    let crate_mesh = Mesh::cuboid(Vec3::new(0.6, 0.5, 0.9)).expect("it is a cuboid");
    let soft = world.add_deformable(crate_mesh.cook_deformable(), Placement::at(DVec3::new(20.0, 0.8, 10.0)));
    let soft = soft.expect("it fits");
    let mut crowd = Crowd::new(CrowdSettings::default()).expect("they are in range");
    rows(&mut crowd, 14);
    let (mut states, mut inputs) = (Vec::new(), Vec::new());
    for (number, id) in crowd.ids().collect::<Vec<_>>().into_iter().enumerate() {
        let way = random.direction().as_vec3() * Vec3::new(1.5, 0.0, 1.5);
        let desired = if number % 4 == 0 { way } else { Vec3::ZERO };
        crowd.set_desired_velocity(id, desired).expect("it is in range");
        states.push(*crowd.state(id).expect("it is there"));
        inputs.push(MoveInput { desired_velocity: desired, ..MoveInput::EARTH });
    }
    let profiles = crowd.profiles().to_vec();
    let (mut at_rest, mut moved) = (0, 0);
    for frame in 0..300_u16 {
        if frame % 5 == 0 {
            let place = [(); 2].map(|()| random.range(0.0, f64::from(CELLS - 8)) as u32);
            let by = random.range(-0.15, 0.15) as f32;
            lift(&mut world, id, place, random.whole(1, 7) as u32, |x, z| by * (1.0 + 0.3 * (x + z).sin()));
        }
        if frame % 3 != 0 {
            let mut target = world.placement(soft).expect("it is there");
            target.translation.x += random.range(-0.05, 0.1);
            world.move_to(soft, target).expect("it is in range");
            // After the target: it goes with what it has become.
            let vertices: Vec<Vec3> = world.vertices(soft).expect("it deforms").to_vec();
            let vertex = random.range(0.0, vertices.len() as f64) as usize;
            let by = random.vector(0.1).as_vec3();
            world.set_vertices(soft, vertex, &[vertices[vertex] + by]).expect("it is in range");
        }
        let step = world.begin_step(FRAME).expect("it is a time step");
        let report = crowd.step_in(&step);
        at_rest += count_at_rest(&crowd);
        let mut refused = 0;
        for (number, (id, state)) in crowd.ids().zip(&mut states).enumerate() {
            let (profile, before) = (&profiles[state.profile as usize], *state);
            // A new memory each time.
            refused += u64::from(step.move_character(profile, state, &inputs[number]).is_err());
            moved += u32::from(before.position != state.position);
            assert_eq!(crowd.state(id).expect("it is there"), state, "frame {frame}, character {number}");
        }
        assert_eq!(report.refused, refused);
    }
    println!("{at_rest} moves left out, {moved} moved");
    assert!(at_rest > 15_000 && moved > 5_000, "{at_rest} at rest, {moved} moved");
}
