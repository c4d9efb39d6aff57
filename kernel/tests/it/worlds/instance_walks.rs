//! Slides and characters in worlds of instances: a start that is clear ends clear, no path crosses a triangle, the ground is
//! that of the right instance; judged in `f64` over all triangles where they lie. Threads, backends and ways to step do not
//! show in a bit.

use crate::testkit::Random;
use crate::testkit::crowds::profile_of;
use crate::testkit::placed::{PlacedWorld, cook, loose, scaled, turned};
use crate::testkit::threads::on_threads;
use crate::testkit::walker::Judge;
use crate::testkit::worlds::{Level, quad, room, terrain};
use glam::{DVec3, Quat, Vec3};
use sweep8::{
    Backend, CharacterProfile, CharacterState, Crowd, CrowdSettings, Ellipsoid, Ground, MoveInput, MoveMemory,
    Placement, SlideSettings, Surface, World,
};
use sweep8_scalar_ref::brute_force::closest_point;

const SHAPES: [Vec3; 4] =
    [Vec3::splat(0.4), Vec3::new(0.4, 0.9, 0.4), Vec3::new(1.0, 0.3, 0.5), Vec3::new(0.15, 0.6, 0.25)];

/// As in `slide_promises`.
const CLEAR: f64 = 1.0 - 1e-4;

/// A closed room of unit size, furniture, and rubble, each some instances: turned, scaled, mirrored.
fn house(random: &mut Random, about: DVec3) -> PlacedWorld {
    let mut placed = PlacedWorld::new();
    let walls = room(random, 1.0, 0, 0);
    let rotation = turned(random);
    let scale = Vec3::new(5.0, -4.0, 6.0);
    placed.add(&walls, &cook(&walls), Placement { translation: about, rotation, scale });
    let (boxes, rubble) = (room(random, 1.0, 0, 0), loose(random, 5, 0.6, 0.8));
    let meshes = [cook(&boxes), cook(&rubble)];
    for instance in 0..14 {
        let level: &Level = if instance % 2 == 0 { &boxes } else { &rubble };
        let (rotation, scale) = (turned(random), scaled(random, 0.2, 1.5));
        let translation = about + random.vector(3.5);
        placed.add(level, &meshes[instance % 2], Placement { translation, rotation, scale });
    }
    placed
}

fn clear_place(random: &mut Random, judge: &Judge<'_>, about: DVec3) -> Option<DVec3> {
    (0..400).map(|_| about + random.vector(3.0)).find(|&place| judge.hull_distance(place) > 1.0)
}

#[test]
fn a_single_triangle_that_is_placed_carries_and_stops() {
    let floor = vec![[Vec3::new(-9.0, 0.0, -9.0), Vec3::new(0.0, 0.0, 9.0), Vec3::new(9.0, 0.0, -9.0)]];
    let mut placed = PlacedWorld::new();
    placed.add(&floor, &cook(&floor), Placement::at(DVec3::new(0.0, 2.0, 0.0)));
    let shape = Ellipsoid::ball(0.5).unwrap();
    let from = Vec3::new(0.0, 2.6, 0.0);
    let settings = SlideSettings::default();
    let slid = placed.world.slide(&shape, from, Vec3::new(0.2, -1.0, 0.0), &settings).unwrap();
    assert!((slid.position.to_vec3() - Vec3::new(0.2, 2.51, 0.0)).length() < 1e-5, "{slid:?}");
    assert_eq!(slid.contacts().len(), 1);
}

#[test]
fn slides_among_instances_stay_clear_and_cross_nothing() {
    let (mut moves, mut touching, mut nearest, mut worst_path) = (0, 0, f64::INFINITY, f64::NEG_INFINITY);
    for seed in 0..16_u64 {
        let mut random = Random(seed);
        let about = [DVec3::ZERO, DVec3::new(-300.0, 20.0, 41.0), DVec3::new(5e3, 0.0, -5e3)][seed as usize % 3];
        let placed = house(&mut random, about);
        let settings = SlideSettings::default();
        for radii in SHAPES {
            let judge = Judge { triangles: &placed.triangles, radii, skin: settings.skin };
            let shape = Ellipsoid::new(radii).unwrap();
            let Some(mut place) = clear_place(&mut random, &judge, about) else { continue };
            let mut way = Vec3::ZERO;
            for step in 0..300 {
                if step % 15 == 0 {
                    let length = if step % 75 == 0 { random.scale(3.0, 40.0) } else { random.scale(0.01, 0.5) };
                    way = (random.direction() * length).as_vec3();
                }
                let out = placed.world.slide(&shape, place, way, &settings).unwrap();
                let end = out.position.to_dvec3();
                let case = format!("seed {seed}, radii {radii}, step {step}: from {place} by {way}: {out:?}");
                let apart = judge.hull_distance(end);
                nearest = nearest.min(apart);
                assert!(end.is_finite() && apart >= CLEAR, "hull distance {apart}, {case}");
                let waypoints = out.waypoints().iter().map(|waypoint| place + waypoint.as_dvec3());
                let path: Vec<DVec3> = [place].into_iter().chain(waypoints).collect();
                let crossed = path.windows(2).find_map(|ends| judge.crossed(ends[0], ends[1]));
                assert!(crossed.is_none(), "crosses {:?}, {case}", crossed.map(|at| placed.owners[at]));
                worst_path = worst_path.max(f64::from(out.path / way.length()) - 1.0);
                for contact in out.contacts() {
                    let point = contact.point.as_dvec3();
                    let off = closest_point(point, placed.named(contact.instance, contact.triangle)).distance(point);
                    assert!(off < 1e-4 + about.length() * 1.2e-7, "{off} off the triangle that is named, {case}");
                }
                (moves, touching) = (moves + 1, touching + u32::from(!out.contacts().is_empty()));
                place = end;
            }
        }
    }
    println!(
        "{moves} moves, {touching} touching; hull distance at least {nearest}; paths at most {worst_path:e} longer"
    );
    assert!(moves > 10_000 && touching > moves / 3 && worst_path < 1e-5);
}

/// Rolling ground in four pieces, each turned by a right angle, and boxes and rubble on it.
fn grounds(random: &mut Random) -> PlacedWorld {
    let mut placed = PlacedWorld::new();
    for piece in 0..4_u8 {
        let level = terrain(random, 12, 1.0, 0.15);
        let (x, z) = (f64::from(piece % 2), f64::from(piece / 2));
        let rotation = Quat::from_rotation_y(f32::from(piece) * std::f32::consts::FRAC_PI_2);
        let scale = Vec3::new(1.0, 1.5, if piece == 3 { -1.0 } else { 1.0 });
        let translation = DVec3::new(12.0 * x - 6.0, 0.0, 12.0 * z - 6.0);
        placed.add(&level, &cook(&level), Placement { translation, rotation, scale });
    }
    // A net well below.
    let net = quad(Vec3::new(-30.0, -3.0, -30.0), Vec3::Z * 60.0, Vec3::X * 60.0);
    placed.add(&net, &cook(&net), Placement::IDENTITY);
    let (boxes, rubble) = (room(random, 0.8, 0, 0), loose(random, 6, 0.8, 0.8));
    let meshes = [cook(&boxes), cook(&rubble)];
    for instance in 0..24 {
        let level: &Level = if instance % 2 == 0 { &boxes } else { &rubble };
        let (rotation, scale) = (turned(random), scaled(random, 0.3, 1.2));
        let translation = DVec3::new(random.range(-11.0, 11.0), random.range(0.0, 0.6), random.range(-11.0, 11.0));
        placed.add(level, &meshes[instance % 2], Placement { translation, rotation, scale });
    }
    placed
}

#[test]
fn characters_on_instances_stay_clear_and_name_the_ground_that_carries_them() {
    let (mut grounded, mut steps, mut nearest, mut farthest) = (0, 0, f64::INFINITY, 0.0_f64);
    for seed in 0..6_u64 {
        let mut random = Random(50 + seed);
        let placed = grounds(&mut random);
        for radii in SHAPES {
            let (profile, skin) = (profile_of(radii), SlideSettings::default().skin);
            let judge = Judge { triangles: &placed.triangles, radii, skin };
            let start = (0..400).map(|_| DVec3::new(random.range(-8.0, 8.0), 2.5, random.range(-8.0, 8.0)));
            let Some(start) = start.into_iter().find(|&place| judge.hull_distance(place) > 1.0) else { continue };
            let mut state = CharacterState::new(start.as_vec3());
            let mut input = MoveInput::EARTH;
            for step in 0..400 {
                if step % 40 == 0 {
                    let heading = (random.direction() * DVec3::new(1.0, 0.0, 1.0)).as_vec3();
                    input.desired_velocity = heading * random.scale(0.5, 6.0) as f32;
                }
                let before = state.position.to_dvec3();
                let out = placed.world.move_character(&profile, &mut state, &input, 1.0 / 60.0).unwrap();
                let after = state.position.to_dvec3();
                let case = format!("seed {seed}, radii {radii}, step {step}, {before}: {state:?}");
                let apart = judge.hull_distance(after);
                nearest = nearest.min(apart);
                assert!(apart >= CLEAR, "hull distance {apart}, {case}");
                let waypoints = out.waypoints().iter().map(|waypoint| before + waypoint.as_dvec3());
                let path: Vec<DVec3> = [before].into_iter().chain(waypoints).collect();
                assert!(path.windows(2).all(|ends| judge.crossed(ends[0], ends[1]).is_none()), "{case}");
                steps += 1;
                if state.ground() == Ground::Air {
                    assert_eq!(state.ground_surface, Surface::NONE, "{case}");
                    continue;
                }
                grounded += 1;
                let Surface { instance, triangle } = state.ground_surface;
                let owner = placed
                    .owners
                    .iter()
                    .position(|&(id, of)| [id.index() as u32, id.generation().into()] == instance && of == triangle);
                let carrying = &placed.triangles[owner.expect("the surface is in the world")];
                let point = state.ground_point.as_dvec3();
                let off = closest_point(point, carrying).distance(point);
                if let Ground::Floor(_) = state.ground() {
                    farthest = farthest.max(off);
                    // The hull stops an eighth of the skin before it touches.
                    assert!(off < 0.3 * f64::from(skin), "{off} from the floor that is named, {case}");
                }
                // A character that slides down goes on from where it touched.
                assert!(off < f64::from(skin), "{off} from the ground that is named, {case}");
            }
        }
    }
    println!(
        "{steps} steps, {grounded} with a ground; hull distance at least {nearest}, ground at most {farthest} m off"
    );
    assert!(steps > 5_000 && grounded > steps / 3);
}

/// Steps a crowd that mills about; its states, and its hash after every tenth step.
fn crowd_run(world: &World, places: &[Vec3], sort_every: u32) -> (Vec<CharacterState>, Vec<u64>) {
    let mut crowd = Crowd::new(CrowdSettings { sort_every, ..CrowdSettings::default() }).unwrap();
    for (number, &place) in places.iter().enumerate() {
        let id = crowd.spawn(&profile_of(SHAPES[number % SHAPES.len()]), place).unwrap();
        crowd.set_desired_velocity(id, heading(number)).unwrap();
    }
    let mut hashes = Vec::new();
    for step in 0..90 {
        crowd.step(world, 1.0 / 60.0).unwrap();
        if step % 10 == 9 {
            hashes.push(crowd.state_hash());
        }
    }
    let mut states = vec![CharacterState::new(Vec3::ZERO); places.len()];
    crowd.copy_states(&mut states).unwrap();
    (states, hashes)
}

fn heading(number: usize) -> Vec3 {
    Random(number as u64).direction().as_vec3() * Vec3::new(4.0, 0.0, 4.0)
}

#[test]
fn threads_backends_and_ways_to_step_give_the_same_bits_among_instances() {
    let mut random = Random(99);
    let placed = grounds(&mut random);
    let places: Vec<Vec3> =
        (0..300).map(|_| Vec3::new(random.range(-9.0, 9.0) as f32, 1.2, random.range(-9.0, 9.0) as f32)).collect();
    let expected = crowd_run(&placed.world, &places, 16);
    for backend in Backend::available() {
        let world = placed.world.clone().with_backend(backend).unwrap();
        for threads in [1, 2] {
            for sort_every in [0, 16] {
                let got = on_threads(threads, || crowd_run(&world, &places, sort_every));
                assert!(got.1 == expected.1, "{backend}, {threads} threads, sorted every {sort_every}");
            }
        }
    }
    let profiles: Vec<CharacterProfile> = SHAPES.map(profile_of).to_vec();
    let new_state = |number: usize| {
        let profile = (number % SHAPES.len()) as u32;
        CharacterState { profile, key: number as u32, ..CharacterState::new(places[number]) }
    };
    let mut states: Vec<CharacterState> = (0..places.len()).map(new_state).collect();
    let mut alone = states.clone();
    let inputs: Vec<MoveInput> =
        (0..places.len()).map(|number| MoveInput { desired_velocity: heading(number), ..MoveInput::EARTH }).collect();
    let mut memory = MoveMemory::new();
    for _ in 0..90 {
        placed.world.move_characters(&profiles, &mut states, &inputs, 1.0 / 60.0, &mut memory).unwrap();
        for (state, input) in alone.iter_mut().zip(&inputs) {
            let profile = &profiles[state.profile as usize];
            placed.world.move_character(profile, state, input, 1.0 / 60.0).unwrap();
        }
    }
    let bits = |states: &[CharacterState]| bytemuck::cast_slice::<CharacterState, u32>(states).to_vec();
    assert!(bits(&states) == bits(&expected.0), "slices and a crowd differ");
    assert!(bits(&states) == bits(&alone), "slices and single moves differ");
    let grounded = states.iter().filter(|state| state.ground() != Ground::Air).count();
    assert!(grounded > 100, "{grounded}");
}
