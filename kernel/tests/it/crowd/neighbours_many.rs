//! Many who meet each other: the same bits in every order and on any number of threads, at rest or not, saved or not; bounded work on
//! one spot; a doorway.

use crate::testkit::Random;
use crate::testkit::crowds::{checked, new_crowd};
use crate::testkit::gaps::least_gap;
use crate::testkit::threads::on_threads;
use crate::testkit::walker::Judge;
use crate::testkit::worlds::{Level, exactly, quad, terrain, world_of};
use glam::{DVec3, Vec3};
use std::collections::BTreeSet;
use sweep8::inspect::{count_at_rest, path_among};
use sweep8::{
    CharacterProfile, CharacterSettings, CharacterState, Crowd, CrowdSettings, EachOther, Ellipsoid, MoveInput,
    MoveMemory, MoveMode, World,
};
use sweep8_scalar_ref::capsule::Capsule;

const FRAME: f32 = 1.0 / 60.0;

/// The radii of a person, metres.
const PERSON: Vec3 = Vec3::new(0.4, 0.9, 0.4);

fn floor_level() -> Level {
    quad(Vec3::new(-60.0, 0.0, -60.0), Vec3::Z * 120.0, Vec3::X * 120.0)
}

fn profiles() -> Vec<CharacterProfile> {
    let shapes = [PERSON, Vec3::splat(0.5), Vec3::new(0.3, 0.6, 0.3), Vec3::new(0.5, 0.4, 1.1), Vec3::splat(2.5)];
    let kinds = [EachOther::Solid, EachOther::Soft, EachOther::Solid, EachOther::Ignore, EachOther::Solid];
    let profile = |index: usize| {
        let mode = if index == 1 { MoveMode::Slide } else { MoveMode::Walk };
        let shape = Ellipsoid::new(shapes[index]).unwrap();
        let (each_other, mass) = (kinds[index], [80.0, 20.0, 500.0][index % 3]);
        checked(CharacterSettings { shape: shape.into(), mode, each_other, mass, ..CharacterSettings::default() })
    };
    (0..shapes.len()).map(profile).collect()
}

fn bytes(states: &[CharacterState]) -> &[u8] {
    bytemuck::cast_slice(states)
}

/// Characters at random places, some of them in each other, and what they want from time to time.
struct Company {
    states: Vec<CharacterState>,
    inputs: Vec<MoveInput>,
    random: Random,
}

impl Company {
    fn new(seed: u64, count: usize, half: f64, origin: DVec3) -> Self {
        let mut random = Random(seed);
        let state = |index: usize| {
            // Of the last kind, which is large, there are few.
            let profile = if index % 40 == 39 { 4 } else { index as u32 % 4 };
            let at = DVec3::new(random.range(-half, half), 2.6, random.range(-half, half));
            CharacterState { profile, key: index as u32, ..CharacterState::new(origin + at) }
        };
        let states = (0..count).map(state).collect();
        Self { states, inputs: vec![MoveInput::EARTH; count], random }
    }

    /// A third stands, the others turn now and then; now and then somebody jumps, or is put elsewhere.
    fn turn(&mut self) -> Vec<(usize, DVec3)> {
        let (mut teleports, random) = (Vec::new(), &mut self.random);
        for (index, input) in self.inputs.iter_mut().enumerate() {
            (input.jump_speed, input.impulse) = (0.0, Vec3::ZERO);
            if index % 3 > 0 && random.range(0.0, 1.0) < 0.03 {
                let heading = random.direction().with_y(0.0) * random.range(0.0, 6.0);
                input.desired_velocity = heading.as_vec3();
            }
            match random.whole(0, 999) as u32 {
                0..4 => input.jump_speed = 4.0,
                4..6 => input.impulse = random.vector(5.0).as_vec3(),
                6 => teleports.push((index, random.vector(5.0) + DVec3::Y * 6.0)),
                _ => {}
            }
        }
        teleports
    }
}

#[test]
fn the_path_of_one_among_the_others_ends_where_it_goes_when_all_go() {
    let (profiles, world) = (profiles(), world_of(&terrain(&mut Random(77), 24, 1.0, 0.2)));
    let mut company = Company::new(77, 60, 6.0, DVec3::ZERO);
    let (mut memory, mut turned) = (MoveMemory::new(), 0);
    for step in 0..120 {
        for (index, place) in company.turn() {
            company.states[index].position = place.into();
        }
        let Company { states, inputs, .. } = &mut company;
        let before = states.clone();
        world.move_characters(&profiles, states, inputs, FRAME, &mut memory).unwrap();
        for index in (step % 5..states.len()).step_by(5) {
            let path = path_among(&world, &profiles, &before, inputs, index, FRAME).unwrap();
            assert_eq!(path.position, states[index].position, "step {step}, character {index}");
            let alone = world.move_character(
                &profiles[before[index].profile as usize],
                &mut { before[index] },
                &inputs[index],
                FRAME,
            );
            turned += usize::from(alone.unwrap().position != path.position);
        }
    }
    assert!(turned > 100, "others turned {turned} of 1,440 moves");
}

#[test]
fn slices_in_any_order_a_crowd_and_one_two_and_three_threads_give_the_same_bits() {
    let profiles = profiles();
    for (seed, origin) in [(1, DVec3::ZERO), (2, DVec3::Y), (3, DVec3::ZERO)] {
        let world = world_of(&terrain(&mut Random(seed), 24, 1.0, 0.2));
        let mut company = Company::new(seed, 200, 8.0, origin);
        let count = company.states.len();
        let order: Vec<usize> = (0..count).map(|index| (index * 77 + 13) % count).collect();
        let mut shuffled: Vec<CharacterState> = order.iter().map(|&index| company.states[index]).collect();
        let (mut memory, mut other, mut never) =
            (MoveMemory::new(), MoveMemory::new().with_sort_every(3), MoveMemory::new().with_sort_every(0));
        let mut unsorted = company.states.clone();
        let mut crowd = Crowd::new(CrowdSettings { sort_every: 7, ..CrowdSettings::default() }).unwrap();
        let ids: Vec<_> = company
            .states
            .iter()
            .map(|state| crowd.spawn(&profiles[state.profile as usize], state.position).unwrap())
            .collect();
        let mut overlapping = 0;
        for step in 0..150 {
            for (index, place) in company.turn() {
                company.states[index].position = place.into();
                let position = company.states[index].position;
                unsorted[index].position = position;
                shuffled[order.iter().position(|&at| at == index).unwrap()].position = position;
                let state = CharacterState { position, ..*crowd.state(ids[index]).unwrap() };
                crowd.set_state(ids[index], &state).unwrap();
            }
            let Company { states, inputs, .. } = &mut company;
            let expected = world.move_characters(&profiles, states, inputs, FRAME, &mut memory).unwrap();
            overlapping += expected.overlapping_others;
            let inputs_shuffled: Vec<MoveInput> = order.iter().map(|&index| inputs[index]).collect();
            let threads = 1 + step % 3;
            let report = on_threads(threads, || {
                world.move_characters(&profiles, &mut shuffled, &inputs_shuffled, FRAME, &mut other).unwrap()
            });
            assert_eq!(report, expected, "step {step}, shuffled, {threads} threads");
            for (place, &index) in order.iter().enumerate() {
                assert!(
                    bytes(&[shuffled[place]]) == bytes(&[states[index]]),
                    "step {step}, {threads} threads: {index}"
                );
            }
            let report = world.move_characters(&profiles, &mut unsorted, inputs, FRAME, &mut never).unwrap();
            assert!(report == expected && bytes(&unsorted) == bytes(states), "step {step}, unsorted");
            crowd.set_inputs(inputs).unwrap();
            let report = on_threads(3, || crowd.step(&world, FRAME).unwrap());
            assert_eq!(report, expected, "step {step}, crowd");
            for (index, &id) in ids.iter().enumerate() {
                let state = CharacterState { profile: states[index].profile, ..*crowd.state(id).unwrap() };
                assert!(bytes(&[state]) == bytes(&[states[index]]), "step {step}, crowd: {index}");
            }
        }
        assert!(overlapping > 100, "{overlapping} times somebody overlapped another");
    }
}

/// A crowd in which somebody rests, and one in which nobody ever does, as all are watched.
struct Awake {
    crowds: [Crowd; 2],
    company: Company,
    ids: Vec<sweep8::CharacterId>,
}

impl Awake {
    fn new(company: Company) -> Self {
        let (profiles, mut crowd) = (profiles(), new_crowd());
        let spawn = |state: &CharacterState| crowd.spawn(&profiles[state.profile as usize], state.position).unwrap();
        let ids: Vec<_> = company.states.iter().map(spawn).collect();
        let mut watched = crowd.clone();
        for &id in &ids {
            watched.watch_contacts(id).unwrap();
        }
        Self { crowds: [crowd, watched], company, ids }
    }

    fn step(&mut self, world: &World, case: &str) {
        let [report, watched] = self.crowds.each_mut().map(|crowd| crowd.step(world, FRAME).unwrap());
        assert_eq!(report, watched, "{case}");
        assert_eq!(self.crowds[0].state_hash(), self.crowds[1].state_hash(), "{case}");
    }
}

#[test]
fn rest_among_others_that_move_teleport_and_are_removed_does_not_change_the_result() {
    let world = world_of(&floor_level());
    let mut rested = 0;
    for seed in 0..3 {
        let mut both = Awake::new(Company::new(40 + seed, 120, 14.0, DVec3::ZERO));
        for step in 0..400 {
            let case = format!("seed {seed}, step {step}");
            if step % 3 == 0 {
                let teleports = both.company.turn();
                for crowd in &mut both.crowds {
                    for (index, &id) in both.ids.iter().enumerate().filter(|(index, _)| index % 8 == 1) {
                        crowd.set_input(id, &both.company.inputs[index]).unwrap();
                    }
                    for &(index, place) in teleports.iter().filter(|(index, _)| *index < both.ids.len()) {
                        crowd.teleport(both.ids[index], place).unwrap();
                    }
                }
                if step % 60 == 57 {
                    let gone = both.ids.swap_remove(step % 17);
                    for crowd in &mut both.crowds {
                        crowd.despawn(gone).unwrap();
                    }
                }
            }
            both.step(&world, &case);
            rested += count_at_rest(&both.crowds[0]);
        }
    }
    assert!(rested > 3 * 400 * 20, "{rested} rests in 144,000 moves");
}

#[test]
fn a_resting_one_is_woken_by_a_pusher_and_rests_again() {
    let (world, mut crowd) = (world_of(&floor_level()), new_crowd());
    let soft = checked(CharacterSettings { each_other: EachOther::Soft, ..CharacterSettings::default() });
    let [stander, walker] = [0.0, -5.0].map(|x| crowd.spawn(&soft, Vec3::new(x, 0.91, 0.0)).unwrap());
    for _ in 0..30 {
        crowd.step(&world, FRAME).unwrap();
    }
    assert_eq!(count_at_rest(&crowd), 2);
    crowd.set_desired_velocity(walker, Vec3::X * 2.0).unwrap();
    let mut steps_at_rest = 0;
    for _ in 0..180 {
        crowd.step(&world, FRAME).unwrap();
        steps_at_rest += count_at_rest(&crowd);
    }
    assert!(crowd.position(stander).unwrap().to_vec3().x > 0.3, "pushed");
    assert!((60..160).contains(&steps_at_rest), "{steps_at_rest} steps at rest, until the walker came");
    crowd.set_desired_velocity(walker, Vec3::X * -2.0).unwrap();
    for _ in 0..90 {
        crowd.step(&world, FRAME).unwrap();
    }
    assert_eq!(count_at_rest(&crowd), 1, "who was pushed rests again");
}

#[test]
fn a_crowd_restored_in_the_middle_ends_with_the_same_hash() {
    let world = world_of(&terrain(&mut Random(9), 24, 1.0, 0.2));
    let profiles = profiles();
    let mut company = Company::new(9, 150, 7.0, DVec3::ZERO);
    let mut crowd = new_crowd();
    for state in &company.states {
        crowd.spawn(&profiles[state.profile as usize], state.position).unwrap();
    }
    let (mut saved, mut restored) = (Vec::new(), Crowd::default());
    for step in 0..200 {
        company.turn();
        crowd.set_inputs(&company.inputs).unwrap();
        if step == 100 {
            crowd.save_into(&mut saved);
            restored.restore(&saved).unwrap();
            assert_eq!(restored.profiles(), crowd.profiles());
        }
        let report = crowd.step(&world, FRAME).unwrap();
        if step >= 100 {
            restored.set_inputs(&company.inputs).unwrap();
            assert_eq!(restored.step(&world, FRAME).unwrap(), report);
            assert_eq!(restored.state_hash(), crowd.state_hash(), "step {step}");
        }
    }
}

#[test]
fn ten_thousand_on_one_spot_are_pushed_apart_the_same_way_on_any_number_of_threads() {
    let world = world_of(&floor_level());
    let soft = checked(CharacterSettings { each_other: EachOther::Soft, ..CharacterSettings::default() });
    let hashes = [1, 3].map(|threads| {
        on_threads(threads, || {
            let mut crowd = new_crowd();
            for _ in 0..10_000 {
                crowd.spawn(&soft, Vec3::new(0.3, 0.91, -0.2)).unwrap();
            }
            for step in 0..5 {
                let report = crowd.step(&world, FRAME).unwrap();
                assert!(report.crowded > 9_000, "step {step}: {report:?}");
                assert_eq!(report.overlapping_others, 10_000, "step {step}");
            }
            let places: BTreeSet<[u32; 3]> =
                crowd.ids().map(|id| crowd.position(id).unwrap().to_vec3().to_array().map(f32::to_bits)).collect();
            assert!(places.len() > 9_000, "{} different places", places.len());
            crowd.state_hash()
        })
    });
    assert_eq!(hashes[0], hashes[1]);
}

/// Two rooms of 24 by 20 m, and a wall between them, 0.4 m thick, with a door of 1.2 m.
fn doorway() -> Level {
    let mut level = quad(Vec3::new(-24.2, 0.0, -10.0), Vec3::Z * 20.0, Vec3::X * 48.4);
    let mut block = |low: Vec3, high: Vec3| {
        let size = high - low;
        let (x, y, z) = (Vec3::X * size.x, Vec3::Y * size.y, Vec3::Z * size.z);
        level.extend(quad(low, z, y));
        level.extend(quad(low + x, y, z));
        level.extend(quad(low, y, x));
        level.extend(quad(low + z, x, y));
    };
    for z in [[-10.0, -0.6], [0.6, 10.0]] {
        block(Vec3::new(-0.2, -0.5, z[0]), Vec3::new(0.2, 3.0, z[1]));
    }
    block(Vec3::new(-25.0, -0.5, -10.5), Vec3::new(25.0, 3.0, -10.0));
    block(Vec3::new(-25.0, -0.5, 10.0), Vec3::new(25.0, 3.0, 10.5));
    block(Vec3::new(-25.0, -0.5, -10.0), Vec3::new(-24.2, 3.0, 10.0));
    block(Vec3::new(24.2, -0.5, -10.0), Vec3::new(25.0, 3.0, 10.0));
    level
}

/// Where who wants through the door goes next.
fn towards_door(place: Vec3) -> Vec3 {
    let aim = if place.x < -0.5 {
        Vec3::new(-0.4, place.y, place.z.clamp(-0.1, 0.1))
    } else {
        Vec3::new(20.0, place.y, place.z)
    };
    (aim - place).normalize_or_zero() * 1.5
}

/// Whether somebody beside one who is near the door is nearer to it.
fn has_somebody_before(places: &[Vec3], index: usize) -> bool {
    let door = Vec3::new(0.2, places[index].y, 0.0);
    let (own, own_way) = (places[index], places[index].distance(door));
    let is_before = |(other, place): (usize, &Vec3)| {
        let way = place.distance(door);
        other != index && place.distance(own) < 1.0 && (way, other) < (own_way, index)
    };
    own.x < -0.1 && own_way < 3.0 && places.iter().enumerate().any(is_before)
}

fn through_the_door(each_other: EachOther) -> usize {
    let level = doorway();
    let (world, exact) = (world_of(&level), exactly(&level));
    let judge = Judge { triangles: &exact, radii: PERSON, skin: 0.01 };
    let profile = checked(CharacterSettings { each_other, ..CharacterSettings::default() });
    let (mut crowd, mut ids) = (new_crowd(), Vec::new());
    for index in 0..300 {
        let (row, column) = (index / 18, index % 18);
        let at = Vec3::new(-2.0 - 1.0 * row as f32, 0.92, -8.5 + column as f32);
        ids.push(crowd.spawn(&profile, at).unwrap());
    }
    let mut through_before = 0;
    for step in 0..1_800 {
        let places: Vec<Vec3> = ids.iter().map(|&id| crowd.position(id).unwrap().to_vec3()).collect();
        for (index, &id) in ids.iter().enumerate() {
            let wish = towards_door(places[index]);
            // Rigid bodies of 0.8 m form arches in a door of 1.2 m; people let those before them go first.
            let gives_way = each_other == EachOther::Solid && has_somebody_before(&places, index);
            crowd.set_desired_velocity(id, if gives_way { wish * -0.5 } else { wish }).unwrap();
        }
        let before: Vec<DVec3> = ids.iter().map(|&id| crowd.state(id).unwrap().position.to_dvec3()).collect();
        crowd.step(&world, FRAME).unwrap();
        let after: Vec<DVec3> = ids.iter().map(|&id| crowd.state(id).unwrap().position.to_dvec3()).collect();
        if step % 10 == 0 {
            for (from, to) in before.iter().zip(&after) {
                assert_eq!(judge.crossed(*from, *to), None, "step {step}: through a wall from {from} to {to}");
                assert!(judge.distance(*to) >= 1.0, "step {step}: in a wall at {to}");
            }
            if each_other == EachOther::Solid {
                let capsules: Vec<_> = after.iter().map(|&center| Capsule::around(center, PERSON.as_dvec3())).collect();
                let (gap, pair) = least_gap(&capsules);
                assert!(gap > -1e-6, "step {step}: {pair:?} overlap by {gap}");
            }
        }
        let through = after.iter().filter(|place| place.x > 1.0).count();
        if step % 600 == 599 {
            println!("{each_other:?}: {through} of 300 are through after {} s", (step + 1) / 60);
            assert!(through > through_before, "the flow stopped at {through}");
            through_before = through;
        }
    }
    through_before
}

#[test]
fn three_hundred_soft_ones_go_through_a_door_and_nobody_into_a_wall() {
    assert!(through_the_door(EachOther::Soft) > 60);
}

#[test]
fn three_hundred_solid_ones_go_through_a_door_and_nobody_into_a_wall_or_another() {
    assert!(through_the_door(EachOther::Solid) > 20);
}
