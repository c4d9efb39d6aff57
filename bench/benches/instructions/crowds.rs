//! Whose moves are counted: crowds that walk, slide, rest or meet machines, and the same moves made alone.

use glam::{DVec3, Vec3};
use std::hint::black_box;
use sweep8::{
    CharacterMemory, CharacterProfile, CharacterSettings, CharacterState, Crowd, EachOther, Ellipsoid, MoveInput,
    MoveMode, Shape, StepReport, World,
};
use sweep8_bench::levels::Level;
use sweep8_bench::levels::scenes::{MovingScene, Scene, flat};
use sweep8_bench::levels::world_of;
use sweep8_bench::measuring::speed::walk::Walk as TimedWalk;
use sweep8_bench::measuring::square;
use sweep8_bench::measuring::workload::{ball, capsule};
use sweep8_bench::walking::machinery::{self, Machinery};
use sweep8_bench::walking::places;
use sweep8_bench::walking::walkers::Walkers;

/// Time step of crowds, seconds.
const SECONDS: f32 = 1.0 / 60.0;

/// A crowd that has walked for half a second.
pub(crate) struct Walk {
    world: World,
    crowd: Crowd,
    walkers: Walkers,
    pool: rayon::ThreadPool,
}

/// A crowd in which all characters slide and none walks.
pub(crate) fn sliding(scene: Scene) -> Walk {
    walk(scene, MoveMode::Slide)
}

pub(crate) fn walking(scene: Scene) -> Walk {
    walk(scene, MoveMode::Walk)
}

fn profile(mode: MoveMode) -> CharacterProfile {
    let settings = CharacterSettings { shape: ball().into(), mode, ..CharacterSettings::default() };
    CharacterProfile::new(&settings).expect("settings in range")
}

fn walk(scene: Scene, mode: MoveMode) -> Walk {
    let level: Level = scene.build();
    let world = world_of(&level);
    let starts = places::find(&level, &world, &ball(), 1_000, 1).expect("there are floors");
    let mut walk = Walk::new(world, &profile(mode), &starts);
    walk.frames(30);
    walk
}

/// Only the calling thread: the work of a pool between its tasks does not count.
pub(crate) fn one_thread() -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build().expect("a pool")
}

impl Walk {
    pub(crate) fn new(world: World, profile: &CharacterProfile, starts: &[Vec3]) -> Self {
        let mut crowd = Crowd::default();
        for &start in starts {
            crowd.spawn(profile, start).expect("in range");
        }
        let places: Vec<_> = starts.iter().map(|start| start.as_dvec3()).collect();
        Self { world, crowd, walkers: Walkers::new(&places, 4.0, 1), pool: one_thread() }
    }

    pub(crate) fn frames(&mut self, count: usize) -> u64 {
        let Self { world, crowd, walkers, pool } = self;
        let ids: Vec<_> = crowd.ids().collect();
        pool.install(|| {
            for _ in 0..count {
                for &id in &ids {
                    if let Some(velocity) =
                        walkers.turn(id.index(), crowd.position(id).expect("in the crowd").to_dvec3())
                    {
                        crowd.set_desired_velocity(id, velocity).expect("in range");
                    }
                }
                crowd.step(world, SECONDS).expect("a time step");
            }
        });
        crowd.state_hash()
    }

    /// Steps the crowd without setting a new desired velocity; returns the last report.
    pub(crate) fn steps(&mut self, count: usize) -> StepReport {
        let Self { world, crowd, pool, .. } = self;
        pool.install(|| (0..count).fold(StepReport::default(), |_, _| crowd.step(world, SECONDS).expect("a time step")))
    }
}

/// A thousand of a shape of a person's radius and height, who walk from the same places whatever their shape.
fn people(scene: Scene, shape: Shape) -> Walk {
    let level: Level = scene.build();
    let world = world_of(&level);
    let starts = places::find(&level, &world, capsule(), 1_000, 1).expect("there are floors");
    let mut walk = Walk::new(world, &CharacterProfile::of_shape(shape), &starts);
    walk.frames(30);
    walk
}

pub(crate) fn ellipsoids(scene: Scene) -> Walk {
    people(scene, Ellipsoid::HUMAN.into())
}

pub(crate) fn capsules(scene: Scene) -> Walk {
    people(scene, capsule().into())
}

/// A crowd among machines that move in each frame.
pub(crate) struct Among {
    walk: TimedWalk,
    world: World,
    machinery: Machinery,
    pool: rayon::ThreadPool,
}

pub(crate) fn among(scene: MovingScene) -> Among {
    let parts = scene.build();
    let world = machinery::world_of(&parts, &machinery::cook(&parts).expect("sound meshes")).expect("in range");
    let starts = places::find_among(&parts, &world, &ball(), 1_000, 1).expect("there are floors");
    let pool = one_thread();
    let walk = pool.install(|| TimedWalk::new(&world, &starts));
    let mut among = Among { walk, machinery: Machinery::new(&parts, &world), world, pool };
    among.frames(8);
    among
}

impl Among {
    pub(crate) fn frames(&mut self, count: usize) -> u64 {
        let Self { walk, world, machinery, pool } = self;
        pool.install(|| walk.frames_among(world, machinery, count));
        walk.hash()
    }
}

/// Moves of people who walk, each made alone, and the memory of each of them.
pub(crate) struct Alone {
    world: World,
    profile: CharacterProfile,
    moves: Vec<(usize, CharacterState, MoveInput)>,
    /// `None`: nothing is kept from move to move.
    memories: Option<Vec<CharacterMemory>>,
}

/// Eight steps of a walk, of which the first half is made: all reused memory has its size afterwards, and each character knows its place.
pub(crate) fn alone(scene: Scene, keeps: bool) -> Alone {
    let mut walk = ellipsoids(scene);
    let mut moves = Vec::new();
    for _ in 0..8 {
        let crowd = &walk.crowd;
        let of =
            |(number, id)| (number, *crowd.state(id).expect("in the crowd"), *crowd.input(id).expect("in the crowd"));
        moves.extend(crowd.ids().enumerate().map(of));
        walk.frames(1);
    }
    let memories = keeps.then(|| vec![CharacterMemory::new(); walk.crowd.len()]);
    let later = moves.split_off(moves.len() / 2);
    let profile = CharacterProfile::of_shape(Ellipsoid::HUMAN);
    let mut alone = Alone { world: walk.world, profile, moves, memories };
    assert!(alone.run() > 10.0, "they walk");
    alone.moves = later;
    alone
}

impl Alone {
    /// Sum of the path lengths, metres.
    pub(crate) fn run(&mut self) -> f32 {
        let Self { world, profile, moves, memories } = self;
        let world = black_box(&*world);
        moves.iter().fold(0.0, |path, (number, state, input)| {
            let mut state = *state;
            let moved = match memories {
                Some(memories) => {
                    world.move_character_with(profile, &mut state, input, SECONDS, &mut memories[*number])
                }
                None => world.move_character(profile, &mut state, input, SECONDS),
            };
            path + moved.expect("a move in range").path
        })
    }
}

/// Side of a floor of two triangles, metres.
const FLOOR: f32 = 500.0;

/// A thousand people on a square, after half a second of walking.
fn on_square(world: World, each_other: EachOther) -> Walk {
    let settings = CharacterSettings { shape: square::person().into(), each_other, ..CharacterSettings::default() };
    let starts = square::places(&world, 1_000, 1);
    let mut walk = Walk::new(world, &CharacterProfile::new(&settings).expect("settings in range"), &starts);
    walk.frames(30);
    walk
}

pub(crate) fn on_flat_square(each_other: EachOther) -> Walk {
    on_square(world_of(&flat::grid(1, FLOOR).finish()), each_other)
}

pub(crate) fn on_rough_square(each_other: EachOther) -> Walk {
    on_square(world_of(&Scene::Terrain.build()), each_other)
}

/// `count` squares side by side with a thousand people each, after their first step.
pub(crate) fn squares(count: usize) -> Walk {
    let mut walk = on_flat_square(EachOther::Solid);
    // Leaves room for people that have walked out of their square.
    let side = f64::from(square::extent(1_000).1 + 5.0);
    let those: Vec<_> = walk.crowd.ids().collect();
    for tile in 1..count {
        let shift = DVec3::new((tile % 5) as f64, 0.0, (tile / 5) as f64) * side;
        for &id in &those {
            let state = *walk.crowd.state(id).expect("in the crowd");
            let input = *walk.crowd.input(id).expect("in the crowd");
            let profile = walk.crowd.profiles()[state.profile as usize];
            let copy = walk.crowd.spawn(&profile, state.position).expect("in range");
            let position = (state.position.to_dvec3() + shift).into();
            walk.crowd.set_state(copy, &CharacterState { position, ..state }).expect("in range");
            walk.crowd.set_input(copy, &input).expect("in range");
        }
    }
    walk.steps(1);
    walk
}

/// A crowd at rest, with the hash of its state.
pub(crate) struct Rest {
    pub(crate) walk: Walk,
    hash: u64,
}

/// A crowd whose characters desire to stand, after the last of them has come to rest.
pub(crate) fn settled(scene: Scene) -> Rest {
    let mut walk = walking(scene);
    let ids: Vec<_> = walk.crowd.ids().collect();
    for id in ids {
        walk.crowd.set_desired_velocity(id, Vec3::ZERO).expect("in range");
    }
    let mut hash = 0;
    for second in 0.. {
        assert!(second < 60, "the crowd does not come to rest");
        let report = walk.steps(60);
        let before = std::mem::replace(&mut hash, walk.crowd.state_hash());
        if hash == before {
            assert_eq!(report.standing, walk.crowd.len() as u64);
            break;
        }
    }
    Rest { walk, hash }
}

/// Checks that a step leaves every bit of a resting crowd as it was.
#[allow(clippy::needless_pass_by_value, reason = "the harness hands over what the bench answers")]
pub(crate) fn still(rest: Rest) {
    assert_eq!(rest.walk.crowd.state_hash(), rest.hash);
}

/// The moves of a walk, each made alone, in the order of its characters.
pub(crate) struct Slides {
    world: World,
    profile: CharacterProfile,
    moves: Vec<(CharacterState, MoveInput)>,
}

pub(crate) fn slides(scene: Scene) -> Slides {
    let mut walk = sliding(scene);
    let mut moves = Vec::new();
    for _ in 0..4 {
        walk.frames(1);
        let crowd = &walk.crowd;
        moves.extend(
            crowd.ids().map(|id| (*crowd.state(id).expect("in the crowd"), *crowd.input(id).expect("in the crowd"))),
        );
    }
    let profile = profile(MoveMode::Slide);
    let slides = Slides { world: walk.world, profile, moves };
    // Warm-up: all reused memory has its size afterwards.
    let (contacts, path) = slides.run();
    assert!(contacts > 2_000 && path > 10.0, "{contacts} contacts, {path} m");
    slides
}

impl Slides {
    /// Number of touched surfaces, and the sum of the path lengths, metres.
    pub(crate) fn run(&self) -> (usize, f32) {
        let (world, profile) = (black_box(&self.world), &self.profile);
        self.moves.iter().fold((0, 0.0), |(contacts, path), (state, input)| {
            let mut state = *state;
            let moved = world.move_character(profile, &mut state, input, SECONDS);
            let outcome = moved.expect("a move in range");
            (contacts + outcome.contacts().len(), path + outcome.path)
        })
    }
}
