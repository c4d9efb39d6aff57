//! The working memory that each thread keeps: calls within calls, on many threads, after a panic and while a thread ends.

use crate::testkit::Random;
use crate::testkit::worlds::{Level, quad, room, world_of};
use glam::Vec3;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Sender, channel};
use sweep8::{
    CharacterProfile, CharacterState, ContactView, Ellipsoid, MoveInput, Placement, RayQuery, Sides, SlideSettings,
    SweepQuery, Verdict, World,
};

const STEP: f32 = 1.0 / 60.0;

/// A floor, and a wall across x = 2.
fn level() -> Level {
    let mut level = quad(Vec3::new(-20.0, 0.0, -20.0), Vec3::Z * 40.0, Vec3::X * 40.0);
    level.extend(quad(Vec3::new(2.0, 0.0, -20.0), Vec3::Z * 40.0, Vec3::Y * 5.0));
    level
}

/// One answer of each kind, as text: every bit shows but those of a NaN.
fn answers(world: &World, from: Vec3) -> String {
    let (ball, way, sides) = (Ellipsoid::ball(0.4).expect("a ball"), Vec3::new(3.0, -2.0, 0.5), Sides::Both);
    let (profile, mut state) = (CharacterProfile::default(), CharacterState::new(from));
    let (mut hits, mut passed, mut overlaps, mut contacts) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let input = MoveInput { desired_velocity: way, ..MoveInput::EARTH };
    let listed = [
        world.sweep_all(&ball, from, way, sides, &mut hits),
        world.segment_all(from, from + way, sides, &mut passed),
        world.overlap_all(&ball, from, sides, &mut overlaps),
    ];
    let texts = [
        format!("{:?}", world.sweep(&ball, from, way, sides)),
        format!("{:?}", world.ray(from, way, 9.0, sides)),
        format!("{:?}", world.overlap(&ball, from, sides)),
        format!("{:?}", world.closest_point(from, 9.0, sides)),
        format!("{:?}", world.depenetrate(&ball, from, sides, &mut contacts)),
        format!("{:?}", world.slide(&ball, from, way, &SlideSettings::default())),
        format!("{:?}", world.move_character(&profile, &mut state, &input, STEP)),
        format!("{listed:?} {hits:?} {passed:?} {overlaps:?} {contacts:?} {state:?}"),
    ];
    texts.concat()
}

/// Answers at many places.
fn many_answers(world: &World) -> String {
    let mut random = Random(2);
    (0..40).map(|_| answers(world, random.vector(3.0).as_vec3())).collect()
}

fn cluttered() -> World {
    world_of(&room(&mut Random(1), 5.0, 6, 20))
}

/// A character that runs into the wall; `filter` is asked about every contact.
fn run(filter: &(dyn Fn(&ContactView) -> Verdict + Sync)) -> CharacterState {
    let mut world = world_of(&level());
    let (profile, mut state) = (CharacterProfile::default(), CharacterState::new(Vec3::new(1.0, 0.91, 0.0)));
    let input = MoveInput { desired_velocity: Vec3::new(3.0, 0.0, 1.0), ..MoveInput::EARTH };
    for _ in 0..60 {
        let step = world.begin_step(STEP).expect("it is a time step").filtered(filter);
        step.move_character(&profile, &mut state, &input).expect("it is in range");
    }
    state
}

#[test]
fn a_contact_filter_that_asks_and_moves_in_a_world_leaves_the_move_around_it_as_it_is() {
    let expected = run(&|_| Verdict::Keep);
    let other = cluttered();
    let (expected_answers, calls) = (many_answers(&other), AtomicU32::new(0));
    let ended = run(&|_| {
        calls.fetch_add(1, Ordering::Relaxed);
        assert_eq!(many_answers(&other), expected_answers);
        Verdict::Keep
    });
    assert!(calls.into_inner() > 60);
    assert_eq!(format!("{ended:?}"), format!("{expected:?}"));
}

#[test]
fn contact_filters_within_contact_filters_are_answered() {
    let expected = run(&|_| Verdict::Keep);
    let calls = AtomicU32::new(0);
    let innermost = |_: &ContactView| {
        calls.fetch_add(1, Ordering::Relaxed);
        Verdict::Keep
    };
    let has_asked = AtomicU32::new(0);
    let outer = |_: &ContactView| {
        if has_asked.fetch_add(1, Ordering::Relaxed).is_multiple_of(40) {
            assert_eq!(format!("{:?}", run(&innermost)), format!("{expected:?}"));
        }
        Verdict::Keep
    };
    assert_eq!(format!("{:?}", run(&outer)), format!("{expected:?}"));
    assert!(calls.into_inner() > 60);
}

#[test]
fn threads_that_ask_at_a_time_get_the_answers_of_one() {
    let world = cluttered();
    let expected = many_answers(&world);
    std::thread::scope(|scope| {
        for _ in 0..16 {
            scope.spawn(|| assert_eq!(many_answers(&world), expected));
        }
    });
}

#[test]
fn after_a_call_that_panics_the_thread_asks_on() {
    let world = cluttered();
    let expected = many_answers(&world);
    let panics = catch_unwind(AssertUnwindSafe(|| run(&|_| panic!("a filter that fails"))));
    assert!(panics.is_err());
    assert_eq!(many_answers(&world), expected);
}

/// Asks when it is dropped.
struct AsksAtTheEnd(World, Sender<String>);

impl Drop for AsksAtTheEnd {
    fn drop(&mut self) {
        self.1.send(answers(&self.0, Vec3::new(0.5, 1.0, 0.5))).expect("somebody listens");
    }
}

#[test]
fn a_thread_asks_while_it_ends_before_and_after_its_memory_is_gone() {
    thread_local! {
        static MADE_BEFORE: RefCell<Option<AsksAtTheEnd>> = const { RefCell::new(None) };
        static MADE_AFTER: RefCell<Option<AsksAtTheEnd>> = const { RefCell::new(None) };
    }
    let world = cluttered();
    let (told, heard) = channel();
    let expected = std::thread::scope(|scope| {
        let asking = scope.spawn(|| {
            MADE_BEFORE.set(Some(AsksAtTheEnd(world.clone(), told.clone())));
            let expected = answers(&world, Vec3::new(0.5, 1.0, 0.5));
            MADE_AFTER.set(Some(AsksAtTheEnd(world.clone(), told.clone())));
            expected
        });
        asking.join().expect("it does not panic")
    });
    drop(told);
    // A scope waits for the closure, not for what the thread does afterwards.
    assert_eq!(heard.iter().collect::<Vec<_>>(), [expected.clone(), expected]);
}

#[test]
fn many_queries_within_a_contact_filter_are_answered() {
    let other = cluttered();
    let (ball, filter) = (Ellipsoid::ball(0.4).expect("a ball"), Sides::Both.into());
    let mut random = Random(3);
    let places: Vec<Vec3> = (0..200).map(|_| random.vector(3.0).as_vec3()).collect();
    let sweep = |&center: &Vec3| SweepQuery { shape: ball, center, displacement: Vec3::X * 3.0, filter };
    let ray = |&origin: &Vec3| RayQuery { origin, direction: Vec3::X, distance: 9.0, filter };
    let sweeps: Vec<SweepQuery> = places.iter().map(sweep).collect();
    let rays: Vec<RayQuery> = places.iter().map(ray).collect();
    let ask = || {
        let (mut hits, mut passed) = (vec![Ok(None); places.len()], vec![Ok(None); places.len()]);
        other.sweep_many(&sweeps, &mut hits).expect("as many");
        other.ray_many(&rays, &mut passed).expect("as many");
        (hits, passed)
    };
    let expected = ask();
    for (k, place) in places.iter().enumerate() {
        assert_eq!(expected.0[k], other.sweep(ball, *place, Vec3::X * 3.0, Sides::Both));
        assert_eq!(expected.1[k], other.ray(*place, Vec3::X, 9.0, Sides::Both));
    }
    run(&|_| {
        assert_eq!(ask(), expected);
        Verdict::Keep
    });
}

#[test]
fn a_list_keeps_what_it_has_where_a_query_is_refused_and_loses_it_where_nothing_is_found() {
    let world = {
        let mut world = World::new();
        let mesh = sweep8::Mesh::cuboid(Vec3::ONE).expect("a cuboid").cook();
        world.add(&mesh, Placement::IDENTITY).expect("it is in range");
        world
    };
    let (ball, sides, nowhere) = (Ellipsoid::ball(0.5).expect("a ball"), Sides::Both, Vec3::splat(f32::NAN));
    let (mut hits, mut passed, mut overlaps) = (Vec::new(), Vec::new(), Vec::new());
    let mut ask = |from: Vec3| {
        let way = Vec3::X * 4.0;
        let is_refused = [
            world.sweep_all(&ball, from, way, sides, &mut hits).is_err(),
            world.ray_all(from, Vec3::X, 4.0, sides, &mut passed).is_err(),
            world.overlap_all(&ball, from, sides, &mut overlaps).is_err(),
        ];
        let of_lists = [hits.len(), passed.len(), overlaps.len()];
        let others = [
            world.segment_all(from, from + way, sides, &mut passed).is_err(),
            world.depenetrate(&ball, from, sides, &mut overlaps).is_err(),
        ];
        assert_eq!(others, [is_refused[0]; 2]);
        assert_eq!((passed.len(), overlaps.len()), (of_lists[1], of_lists[2]));
        (is_refused, of_lists)
    };
    let (is_refused, found) = ask(Vec3::X * -1.2);
    assert!(is_refused == [false; 3] && found.iter().all(|&count| count > 0), "{found:?}");
    assert_eq!(ask(nowhere), ([true; 3], found));
    assert_eq!(ask(Vec3::Y * 50.0), ([false; 3], [0; 3]));
}
