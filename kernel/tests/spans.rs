//! The spans of the feature `tracing`, as a subscriber sees them: their names, what is in what, their numbers, and that each ends.

use core::fmt::Debug;
use core::mem;
use core::sync::atomic::{AtomicUsize, Ordering};
use glam::{DVec3, Vec3};
use std::sync::Mutex;
use sweep8::{
    CharacterProfile, CharacterSettings, CharacterState, Crowd, CrowdSettings, EachOther, Mesh, MoveInput, MoveMemory,
    Placement, World,
};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

const FRAME: f32 = 1.0 / 60.0;

struct Seen {
    name: &'static str,
    target: &'static str,
    /// The place of the span that it belongs to.
    parent: Option<usize>,
    number: Option<u64>,
    entered: usize,
    left: usize,
}

/// Spans in the order in which they began; the id of one is its place plus 1.
static SPANS: Mutex<Vec<Seen>> = Mutex::new(Vec::new());
static CLOSED: AtomicUsize = AtomicUsize::new(0);

std::thread_local! {
    static OPEN: core::cell::RefCell<Vec<usize>> = const { core::cell::RefCell::new(Vec::new()) };
}

struct Listener;

struct Number<'a>(&'a mut Option<u64>);

impl Visit for Number<'_> {
    fn record_u64(&mut self, _: &Field, value: u64) {
        *self.0 = Some(value);
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        panic!("{field} is {value:?}, no number");
    }
}

fn place(id: &Id) -> usize {
    id.into_u64() as usize - 1
}

impl Subscriber for Listener {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.is_span()
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let parent =
            if span.is_contextual() { OPEN.with_borrow(|open| open.last().copied()) } else { span.parent().map(place) };
        let (name, target) = (span.metadata().name(), span.metadata().target());
        let mut seen = Seen { name, target, parent, number: None, entered: 0, left: 0 };
        span.record(&mut Number(&mut seen.number));
        let mut spans = SPANS.lock().expect("nobody panicked");
        spans.push(seen);
        Id::from_u64(spans.len() as u64)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, _: &Event<'_>) {}

    fn enter(&self, id: &Id) {
        SPANS.lock().expect("nobody panicked")[place(id)].entered += 1;
        OPEN.with_borrow_mut(|open| open.push(place(id)));
    }

    fn exit(&self, id: &Id) {
        SPANS.lock().expect("nobody panicked")[place(id)].left += 1;
        assert_eq!(OPEN.with_borrow_mut(Vec::pop), Some(place(id)), "spans of a thread end in turn");
    }

    fn try_close(&self, _: Id) -> bool {
        CLOSED.fetch_add(1, Ordering::Relaxed);
        true
    }
}

/// All that `act` began, each of which has ended.
fn spans_of(act: impl FnOnce()) -> Vec<Seen> {
    act();
    let seen = mem::take(&mut *SPANS.lock().expect("nobody panicked"));
    for span in &seen {
        assert_eq!(span.target, "sweep8", "{}", span.name);
        assert_eq!((span.entered, span.left), (1, 1), "{} has begun and ended once", span.name);
    }
    assert_eq!(CLOSED.swap(0, Ordering::Relaxed), seen.len(), "each is gone");
    seen
}

/// Names, and the names of what they belong to, without chunks.
fn parts(spans: &[Seen]) -> Vec<(&'static str, Option<&'static str>)> {
    let kept = spans.iter().filter(|span| span.name != "chunk");
    kept.map(|span| (span.name, span.parent.map(|parent| spans[parent].name))).collect()
}

/// So many characters are in chunks, each of which belongs to the only `move`, on whatever thread.
fn check_chunks(spans: &[Seen], characters: u64) {
    let chunks: Vec<&Seen> = spans.iter().filter(|span| span.name == "chunk").collect();
    assert!(chunks.iter().all(|chunk| chunk.parent.is_some_and(|parent| spans[parent].name == "move")));
    assert_eq!(chunks.len() as u64, characters.div_ceil(64));
    assert_eq!(chunks.iter().filter_map(|chunk| chunk.number).sum::<u64>(), characters);
}

fn step(world: &World, crowd: &mut Crowd) {
    crowd.step(world, FRAME).expect("it is in range");
}

/// One after the other in one test: there is one listener in a process.
#[test]
fn cooking_steps_saves_and_what_they_are_made_of_are_spans() {
    tracing::subscriber::set_global_default(Listener).expect("there is no other");

    let mut world = World::new();
    let seen = spans_of(|| {
        let floor = Mesh::cuboid(Vec3::new(90.0, 1.0, 90.0)).expect("it is a cuboid").cook();
        world.add(&floor, Placement::at(DVec3::NEG_Y)).expect("it is in range");
    });
    assert_eq!(parts(&seen), [("Mesh::cook", None)]);
    assert_eq!(seen[0].number, Some(12), "its triangles");
    let seen = spans_of(|| drop(Mesh::cuboid(Vec3::ONE).expect("it is a cuboid").cook_deformable()));
    assert_eq!(parts(&seen), [("Mesh::cook_deformable", None)]);

    let settings = CharacterSettings { each_other: EachOther::Solid, ..CharacterSettings::default() };
    let person = CharacterProfile::new(&settings).expect("they are in range");
    let mut crowd = Crowd::new(CrowdSettings { sort_every: 2, ..CrowdSettings::default() }).expect("they are in range");
    for number in 0..1_000_u16 {
        let [x, z] = [number % 32, number / 32].map(|k| f32::from(k) * 2.0 - 32.0);
        crowd.spawn(&person, Vec3::new(x, 2.0, z)).expect("it is in range");
    }

    // The first step sorts, the second does not; in both everybody falls.
    let seen = spans_of(|| step(&world, &mut crowd));
    let [sort, neighbours, moves] = ["sort", "neighbours", "move"].map(|name| (name, Some("Crowd::step")));
    assert_eq!(parts(&seen), [("Crowd::step", None), sort, neighbours, moves]);
    assert_eq!(seen[0].number, Some(1_000));
    check_chunks(&seen, 1_000);
    let seen = spans_of(|| step(&world, &mut crowd));
    assert_eq!(parts(&seen), [("Crowd::step", None), neighbours, moves]);
    check_chunks(&seen, 1_000);

    let seen = spans_of(|| {
        let step = world.begin_step(FRAME).expect("it is in range");
        crowd.step_in(&step);
    });
    assert_eq!(parts(&seen), [("World::begin_step", None), ("Crowd::step", None), sort, neighbours, moves]);

    // Nobody meets others, and nobody moves in a step of no time.
    let mut states = [0.0, 2.0].map(|x| CharacterState::new(Vec3::new(x, 2.0, 0.0)));
    let seen = spans_of(|| {
        let mut memory = MoveMemory::new();
        for seconds in [FRAME, 0.0] {
            let profiles = [CharacterProfile::default()];
            let report = world.move_characters(&profiles, &mut states, &[MoveInput::EARTH; 2], seconds, &mut memory);
            assert_eq!(report.expect("it is in range").refused, 0);
        }
    });
    let [sort, moves] = ["sort", "move"].map(|name| (name, Some("World::move_characters")));
    assert_eq!(parts(&seen), [("World::move_characters", None), sort, moves]);
    check_chunks(&seen, 2);

    let seen = spans_of(|| {
        let mut bytes = Vec::new();
        crowd.save_into(&mut bytes);
        crowd.restore(&bytes).expect("it was saved");
        world.save_motion_into(&mut bytes);
        world.restore_motion(&bytes).expect("it was saved");
    });
    let calls = ["Crowd::save_into", "Crowd::restore", "World::save_motion_into", "World::restore_motion"];
    assert_eq!(parts(&seen), calls.map(|name| (name, None)));
}
