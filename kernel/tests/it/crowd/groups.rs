//! Groups: many in one crowd fare as each alone, bit for bit, and see each other no more than if they were.

use crate::testkit::Random;
use crate::testkit::crowds::checked;
use crate::testkit::threads::on_threads;
use crate::testkit::worlds::{room, world_of};
use glam::{DVec3, Vec3};
use sweep8::inspect::count_left_out;
use sweep8::{
    Capsule, CharacterFilter, CharacterId, CharacterOverlap, CharacterProfile, CharacterSettings, CharacterState,
    Crowd, CrowdSettings, EachOther, Ellipsoid, MoveInput, MoveMemory, SenseRays, Sensed, Shape, StepReport, World,
};

const FRAMES: usize = 40;

/// Groups of the characters of a test: neighbours in value, far apart, and the largest.
const GROUPS: [u32; 5] = [0, 1, 7, 1 << 20, u32::MAX];

/// Humans, soft ones, children, two sizes too large for the cells of the others, and some that ignore others.
fn profiles() -> Vec<CharacterProfile> {
    let of = |shape: Shape, each_other, mass| {
        checked(CharacterSettings { shape, each_other, mass, ..CharacterSettings::default() })
    };
    let ellipsoid = |x, y, z| Shape::from(Ellipsoid::new(Vec3::new(x, y, z)).unwrap());
    vec![
        of(ellipsoid(0.4, 0.9, 0.4), EachOther::Solid, 80.0),
        of(ellipsoid(0.3, 0.3, 0.3), EachOther::Soft, 40.0),
        of(Shape::from(Capsule::new(0.2, 0.3).unwrap()), EachOther::Solid, 25.0),
        of(ellipsoid(1.9, 0.7, 1.1), EachOther::Solid, 900.0),
        of(ellipsoid(0.4, 0.9, 0.4), EachOther::Ignore, 80.0),
    ]
}

/// A crowd, and the ids that it gave.
struct Walk {
    crowd: Crowd,
    ids: Vec<CharacterId>,
}

/// Where a character is spawned, and in which group.
struct Spawn {
    profile: usize,
    position: DVec3,
    group: u32,
}

/// Everybody in one crowd.
fn all_of(spawns: &[Spawn]) -> Walk {
    let (profiles, mut crowd) = (profiles(), Crowd::new(CrowdSettings::default()).unwrap());
    let ids: Vec<_> =
        spawns.iter().map(|spawn| crowd.spawn(&profiles[spawn.profile], spawn.position).unwrap()).collect();
    for (&id, spawn) in ids.iter().zip(spawns) {
        crowd.set_group(id, spawn.group).unwrap();
    }
    Walk { crowd, ids }
}

impl Walk {
    /// A clone, sorted as often as that, of which only one group is kept: it has the same ids.
    fn alone(&self, group: u32, sort_every: u32) -> Self {
        let (mut crowd, ids) = (self.crowd.clone(), self.ids.clone());
        crowd.set_settings(CrowdSettings { sort_every, ..CrowdSettings::default() }).unwrap();
        for &id in ids.iter().filter(|&&id| self.crowd.group(id) != Ok(group)) {
            crowd.despawn(id).unwrap();
        }
        Self { crowd, ids }
    }

    /// What happens to the characters before a frame: some stop, start, jump, are put elsewhere, leave or change their group.
    fn act(&mut self, frame: usize, spawns: &[Spawn]) {
        for (index, (&id, spawn)) in self.ids.iter().zip(spawns).enumerate() {
            if !self.crowd.contains(id) {
                continue;
            }
            let turn = (index * 7 + frame) as f32 * 0.37;
            match (index % 4, (frame + index) % 12) {
                (0, _) => {}
                (_, 5) => self.crowd.set_desired_velocity(id, Vec3::ZERO).unwrap(),
                (_, 0) => self.crowd.set_desired_velocity(id, Vec3::new(turn.sin(), 0.0, turn.cos()) * 3.0).unwrap(),
                (1, 9) => self.crowd.jump(id, 4.0).unwrap(),
                _ => {}
            }
            match (index + 5 * frame) % 211 {
                0 => self.crowd.teleport(id, spawn.position).unwrap(),
                1 => self.crowd.despawn(id).unwrap(),
                _ => {}
            }
        }
    }

    fn step(&mut self, world: &World, threads: usize) -> StepReport {
        on_threads(threads, || self.crowd.step(world, 1.0 / 60.0).unwrap())
    }

    fn state(&self, index: usize) -> Option<&CharacterState> {
        self.crowd.state(self.ids[index]).ok()
    }
}

fn spawns(random: &mut Random, count: usize, about: DVec3, half: f64) -> Vec<Spawn> {
    let spawn = |index: usize| {
        let profile = if index % 23 == 4 { 3 } else { [0, 0, 1, 2, 4][index % 5] };
        let position = about + random.vector(half) * DVec3::new(1.0, 0.1, 1.0);
        Spawn { profile, position, group: GROUPS[(random.vector(1e3).x.abs() * 7.0) as usize % GROUPS.len()] }
    };
    (0..count).map(spawn).collect()
}

#[test]
fn groups_in_one_crowd_fare_as_each_in_a_crowd_of_its_own() {
    let mut random = Random(48);
    let mut met = 0;
    for (case, &(count, half)) in [(120, 4.0), (300, 7.0), (900, 0.5), (60, 2.0)].iter().enumerate() {
        let about = [DVec3::ZERO, DVec3::new(-3_000.0, 0.0, 4_100.0)][case / 3];
        let level = room(&mut random, 9.0, 5, 10);
        let world = world_of(&level);
        let spawns = spawns(&mut random, count, about, half);
        let mut together = all_of(&spawns);
        let mut alone = GROUPS.map(|group| together.alone(group, [16, 0, 1, 2][case]));
        together
            .crowd
            .set_settings(CrowdSettings { sort_every: [0, 1, 3, 16][case], ..CrowdSettings::default() })
            .unwrap();
        for frame in 0..FRAMES {
            together.act(frame, &spawns);
            let report = together.step(&world, 1 + frame % 3);
            let mut sum = StepReport::default();
            for walk in &mut alone {
                walk.act(frame, &spawns);
                sum = sum + walk.step(&world, 1);
            }
            assert_eq!(report, sum, "case {case}, frame {frame}");
            met += report.overlapping_others;
            for (index, spawn) in spawns.iter().enumerate() {
                let group = GROUPS.iter().position(|&group| group == spawn.group).unwrap();
                let [one, other] = [&together, &alone[group]].map(|walk| walk.state(index).map(bytemuck::bytes_of));
                assert_eq!(one, other, "case {case}, frame {frame}: character {index} of group {}", spawn.group);
            }
        }
    }
    assert!(met > 500, "{met} overlaps of characters");
}

#[test]
fn slices_in_any_order_fare_as_groups_do_in_a_crowd() {
    let mut random = Random(7);
    let (level, profiles) = (room(&mut random, 9.0, 5, 10), profiles());
    let world = world_of(&level);
    let spawns = spawns(&mut random, 200, DVec3::ZERO, 3.0);
    let state = |(key, spawn): (usize, &Spawn)| CharacterState {
        profile: spawn.profile as u32,
        key: key as u32,
        group: spawn.group,
        ..CharacterState::new(spawn.position)
    };
    let first: Vec<CharacterState> = spawns.iter().enumerate().map(state).collect();
    let input = |key: u32| {
        let turn = key as f32 * 0.61;
        MoveInput { desired_velocity: Vec3::new(turn.sin(), 0.0, turn.cos()) * 3.0, ..MoveInput::EARTH }
    };
    let walked = |mut states: Vec<CharacterState>| {
        let mut memory = MoveMemory::new().with_sort_every(4);
        for frame in 0..FRAMES {
            // One goes from group to group, and wakes whoever rests beside it.
            if let Some(state) = states.iter_mut().find(|state| state.key == 3) {
                state.group = GROUPS[frame / 8];
            }
            let inputs: Vec<_> = states.iter().map(|state| input(state.key)).collect();
            world.move_characters(&profiles, &mut states, &inputs, 1.0 / 60.0, &mut memory).unwrap();
        }
        states.sort_unstable_by_key(|state| state.key);
        states
    };
    let expected = walked(first.clone());
    let shuffled = (0..first.len()).map(|place| first[place * 7 % first.len()]).collect();
    assert!(walked(shuffled) == expected);
    let others_alone = first.iter().copied().filter(|state| state.group == 7 && state.key != 3).collect();
    let beside = walked(others_alone);
    let fared: Vec<_> = expected.iter().filter(|state| state.group == 7 && state.key != 3).copied().collect();
    assert!(fared.len() == beside.len() && fared.len() > 20);
    assert!(fared != beside, "the one that came for eight frames was in nobody's way");
}

#[test]
fn queries_and_rays_see_the_characters_of_one_group() {
    let mut random = Random(9);
    let level = room(&mut random, 9.0, 5, 10);
    let world = world_of(&level);
    let spawns = spawns(&mut random, 400, DVec3::ZERO, 6.0);
    let together = all_of(&spawns);
    let alone = GROUPS.map(|group| (group, together.alone(group, 16)));
    let (mut seen, mut overlapped) = (0, 0);
    for case in 0..300 {
        let (from, way) = (random.vector(6.0), random.direction().as_vec3());
        let ball = Ellipsoid::ball(random.scale(0.1, 2.0) as f32).unwrap();
        for (group, walk) in &alone {
            let filter = CharacterFilter { group: Some(*group), ..CharacterFilter::default() };
            let [all, own] = [&together.crowd, &walk.crowd];
            assert_eq!(all.ray(from, way, 20.0, filter), own.ray(from, way, 20.0, filter), "{case}");
            let swept = |crowd: &Crowd| crowd.sweep(&ball, from, way * 5.0, filter);
            assert_eq!(swept(all), swept(own), "{case}");
            let found = |crowd: &Crowd| {
                let mut found: Vec<CharacterOverlap> = Vec::new();
                crowd.overlap_all(&ball, from, filter, &mut found).unwrap();
                found
            };
            assert_eq!(found(all), found(own), "{case}");
            seen += usize::from(swept(all).unwrap().is_some());
            overlapped += found(all).len();
        }
    }
    assert!(seen > 300 && overlapped > 300, "{seen} {overlapped}");
    // Without a group it is that of the character that is skipped, else 0.
    let nowhere = CharacterFilter { group: Some(77), ..CharacterFilter::default() };
    assert_eq!(together.crowd.ray(DVec3::ZERO, Vec3::X, 20.0, nowhere), Ok(None));
    for (index, &id) in together.ids.iter().enumerate().take(50) {
        let group = |group| CharacterFilter { group: Some(group), ..CharacterFilter::default() };
        let from = spawns[index].position;
        let skips = CharacterFilter { skip: Some(id), ..group(spawns[index].group) };
        let ray = |filter: CharacterFilter| together.crowd.ray(from, Vec3::X, 20.0, filter);
        assert_eq!(ray(id.into()), ray(skips));
        assert_eq!(ray(CharacterFilter::default()), ray(group(0)));
    }
    let directions = [Vec3::X, Vec3::Z, Vec3::NEG_X, Vec3::new(1.0, 0.2, -1.0)];
    let sensed = |crowd: &Crowd, world: &World| {
        let mut answers = vec![Sensed::default(); directions.len() * crowd.len()];
        on_threads(3, || crowd.sense(world, &SenseRays::new(&directions, 30.0), &mut answers)).unwrap();
        crowd.ids().zip(answers.chunks(directions.len()).map(<[_]>::to_vec)).collect::<Vec<_>>()
    };
    let empty = World::new();
    for world in [&world, &empty] {
        let mut own: Vec<_> = alone.iter().flat_map(|(_, walk)| sensed(&walk.crowd, world)).collect();
        own.sort_unstable_by_key(|&(id, _)| id.index());
        let all = sensed(&together.crowd, world);
        assert_eq!(all.len(), own.len());
        for ((id, of_all), (_, of_own)) in all.iter().zip(&own) {
            assert_eq!(of_all, of_own, "{id:?}");
        }
    }
}

#[test]
fn a_character_that_changes_its_group_meets_those_of_the_new_one() {
    let floor = room(&mut Random(1), 9.0, 1, 1);
    let world = world_of(&floor);
    let solid = profiles()[0];
    let mut crowd = Crowd::new(CrowdSettings { gravity: Vec3::ZERO, ..CrowdSettings::default() }).unwrap();
    let [goes, stays] = [0.0, 0.9].map(|x| crowd.spawn(&solid, Vec3::new(x, 0.0, 0.0)).unwrap());
    crowd.set_group(stays, 3).unwrap();
    let goes_on = |crowd: &mut Crowd| {
        crowd.set_desired_velocity(goes, Vec3::X * 2.0).unwrap();
        for _ in 0..10 {
            crowd.step(&world, 0.01).unwrap();
        }
        crowd.position(goes).unwrap().to_dvec3().x
    };
    let mut apart = crowd.clone();
    assert!((goes_on(&mut apart) - 0.2).abs() < 1e-6, "they are in different groups");
    crowd.step(&world, 0.01).unwrap();
    crowd.set_group(stays, 0).unwrap();
    assert!(goes_on(&mut crowd) < 0.1, "one is in the way of the other");
    crowd.despawn(stays).unwrap();
    assert!(crowd.set_group(stays, 1).is_err() && crowd.group(stays).is_err());
}

#[test]
fn whoever_rests_before_a_character_that_goes_to_another_group_goes_on() {
    let world = world_of(&room(&mut Random(1), 9.0, 1, 1));
    let solid = profiles()[0];
    let mut crowd = Crowd::new(CrowdSettings { gravity: Vec3::ZERO, ..CrowdSettings::default() }).unwrap();
    let [goes, stays] = [0.0, 0.9].map(|x| crowd.spawn(&solid, Vec3::new(x, 0.0, 0.0)).unwrap());
    crowd.set_desired_velocity(goes, Vec3::X * 2.0).unwrap();
    let left_out = |crowd: &mut Crowd| {
        let step = crowd.begin_step(&world, 0.01, 1).unwrap();
        let count = count_left_out(&step);
        step.finish();
        count
    };
    assert!((0..200).any(|_| left_out(&mut crowd) == 2), "both come to rest, one against the other");
    let before = crowd.position(goes).unwrap().to_dvec3().x;
    crowd.set_group(stays, 3).unwrap();
    crowd.step(&world, 0.01).unwrap();
    let went = crowd.position(goes).unwrap().to_dvec3().x - before;
    assert!((went - 0.02).abs() < 1e-6, "{went} m");
}
