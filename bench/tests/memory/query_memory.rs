//! Once warm, queries and moves allocate nothing, in a world of one mesh and in one of instances: in the memory of the thread and in
//! lists of the caller; nor do those that a contact filter makes, nor many in one call, nor rays of a crowd.

use crate::ALLOCATOR;
use glam::{DVec3, Quat, Vec3};
use rayon::ThreadPoolBuilder;
use stats_alloc::Region;
use sweep8::{
    CharacterProfile, CharacterState, ClosestPoint, ClosestPointQuery, ContactView, Crowd, Ellipsoid, Hit, InputError,
    Mesh, MoveInput, Overlap, OverlapQuery, Placement, RayHit, RayQuery, SenseRays, Sensed, Sides, SlideSettings,
    SweepQuery, Verdict, World,
};

const FRAME: f32 = 1.0 / 60.0;

/// Where queries are asked from, along and across the world.
const PLACES: u8 = 40;

/// The lists that queries write into.
#[derive(Default)]
struct Lists {
    hits: Vec<Hit>,
    passed: Vec<RayHit>,
    overlaps: Vec<Overlap>,
}

/// The answers to many overlaps and closest points.
struct Around {
    is_over: Vec<Result<bool, InputError>>,
    closest: Vec<Result<Option<ClosestPoint>, InputError>>,
}

fn place(number: u8) -> (Vec3, Vec3) {
    (Vec3::new(f32::from(number) * 0.5 - 10.0, 0.3, -20.0), Vec3::new(0.02, 0.01, 1.0) * 40.0)
}

/// Hits of each kind.
fn ask(world: &World, lists: &mut Lists) -> Result<usize, InputError> {
    let (ball, sides, mut found) = (Ellipsoid::ball(0.6).expect("it is a shape"), Sides::Both, 0);
    let Lists { hits, passed, overlaps } = lists;
    for number in 0..PLACES {
        let (from, way) = place(number);
        world.ray_all(from, way, f32::INFINITY, sides, passed)?;
        found += passed.len();
        world.segment_all(from, from + way, sides, passed)?;
        found += passed.len();
        world.sweep_all(&ball, from, way, sides, hits)?;
        found += hits.len();
        world.overlap_all(&ball, from + way * 0.5, sides, overlaps)?;
        found += overlaps.len();
        world.depenetrate(&ball, from + way * 0.5, sides, overlaps)?;
        found += overlaps.len();
        found += usize::from(world.ray_any(from, way, 40.0, sides)?);
        found += usize::from(world.segment_any(from, from + way, sides)?);
        found += usize::from(world.sweep_any(&ball, from, way, sides)?);
        found += usize::from(world.sweep(&ball, from, way, sides)?.is_some());
        found += usize::from(world.ray(from, way, 40.0, sides)?.is_some());
        found += usize::from(world.closest_point(from, 40.0, sides)?.is_some());
        found += world.slide(&ball, from, way * 0.5, &SlideSettings::default())?.contacts().len();
    }
    Ok(found)
}

/// Contacts of moves in which a contact filter asks a world in turn.
fn ask_within(world: &mut World, other: &World) -> Result<usize, InputError> {
    let profile = CharacterProfile::default();
    let asks = |_: &ContactView| {
        let (from, way) = place(7);
        let hit = other.sweep(profile.shape(), from, way, Sides::Both);
        assert!(hit.is_ok());
        Verdict::Keep
    };
    let mut found = 0;
    for number in 0..PLACES {
        let (from, way) = place(number);
        let step = world.begin_step(FRAME)?.filtered(&asks);
        let input = MoveInput { desired_velocity: way * 5.0, ..MoveInput::WEIGHTLESS };
        let mut state = CharacterState::new(from + way * 0.45);
        found += step.move_character(&profile, &mut state, &input)?.contacts().len();
    }
    Ok(found)
}

/// Hits of many queries in one call.
fn ask_many(world: &World, (sweeps, hits): (&[SweepQuery], &mut [Result<Option<Hit>, InputError>])) -> usize {
    world.sweep_many(sweeps, hits).expect("as many answers");
    hits.iter().filter(|hit| matches!(hit, Ok(Some(_)))).count()
}

/// The same of rays.
fn cast_many(world: &World, (rays, hits): (&[RayQuery], &mut [Result<Option<RayHit>, InputError>])) -> usize {
    world.ray_many(rays, hits).expect("as many answers");
    hits.iter().filter(|hit| matches!(hit, Ok(Some(_)))).count()
}

/// The same of overlaps and closest points.
fn look_around_many(
    world: &World,
    overlaps: &[OverlapQuery],
    points: &[ClosestPointQuery],
    lists: &mut Around,
) -> usize {
    world.overlap_many(overlaps, &mut lists.is_over).expect("as many answers");
    world.closest_point_many(points, &mut lists.closest).expect("as many answers");
    let is_over = lists.is_over.iter().filter(|answer| **answer == Ok(true));
    is_over.count() + lists.closest.iter().flatten().flatten().count()
}

/// Rays of characters that hit something.
fn sense(world: &World, crowd: &Crowd, answers: &mut [Sensed]) -> usize {
    let directions = [Vec3::X, Vec3::Z, Vec3::NEG_X, Vec3::NEG_Z];
    crowd.sense(world, &SenseRays::new(&directions, 40.0), answers).expect("four answers for each");
    answers.iter().filter(|answer| answer.distance < f32::INFINITY).count()
}

pub(crate) fn warm_queries_and_moves_allocate_nothing() {
    let mesh = Mesh::capsule(0.7, 0.5, 24).expect("it is a capsule").cook();
    let mut many = World::new();
    for place in 0..64_u8 {
        let at = DVec3::new(f64::from(place % 8) * 2.0 - 8.0, 0.0, f64::from(place / 8) * 2.0 - 8.0);
        let rotation = Quat::from_rotation_x(f32::from(place));
        many.add(&mesh, Placement { rotation, ..Placement::at(at) }).expect("it is in range");
    }
    let mut one = World::new();
    one.add(&mesh, Placement::IDENTITY).expect("it is in range");
    // One worker, which is warm after its first call.
    let pool = ThreadPoolBuilder::new().num_threads(1).build().expect("a pool");
    pool.install(|| {
        for mut world in [one, many] {
            let (mut lists, other) = (Lists::default(), world.clone());
            let (shape, filter) = (Ellipsoid::ball(0.6).expect("it is a shape"), Sides::Both.into());
            let (sweeps, rays): (Vec<_>, Vec<_>) = (0..PLACES)
                .map(|number| {
                    let (center, way) = place(number);
                    let ray = RayQuery { origin: center, direction: way, distance: 40.0, filter };
                    (SweepQuery { shape, center, displacement: way, filter }, ray)
                })
                .unzip();
            let (mut hits, mut passed) = (vec![Ok(None); sweeps.len()], vec![Ok(None); rays.len()]);
            // More than one thread takes at a time.
            let places = (0..3 * PLACES).map(|number| place(number % PLACES));
            let middles: Vec<Vec3> = places.map(|(center, way)| center + way * 0.5).collect();
            let overlaps: Vec<_> = middles.iter().map(|&middle| OverlapQuery::new(shape, middle)).collect();
            let points: Vec<_> = middles.iter().map(|&middle| ClosestPointQuery::new(middle, 40.0)).collect();
            let (is_over, closest) = (vec![Ok(false); middles.len()], vec![Ok(None); middles.len()]);
            let mut around = Around { is_over, closest };
            let mut crowd = Crowd::default();
            for &middle in &middles {
                crowd.spawn(&CharacterProfile::default(), middle).expect("it is in range");
            }
            let mut sensed = vec![Sensed::default(); crowd.len() * 4];
            // Once to warm, then counted.
            for round in 0..2 {
                let region = Region::new(ALLOCATOR);
                let found = [
                    ask(&world, &mut lists).expect("queries in range"),
                    ask_within(&mut world, &other).expect("moves in range"),
                    ask_many(&world, (&sweeps, &mut hits)),
                    cast_many(&world, (&rays, &mut passed)),
                    look_around_many(&world, &overlaps, &points, &mut around),
                    sense(&world, &crowd, &mut sensed),
                ];
                let change = region.change();
                let count = change.allocations + change.reallocations;
                assert!((round == 0) == (count > 0), "round {round}: {count} allocations");
                assert!(found.iter().all(|&found| found > 0) && found[0] > 10, "{found:?} hits");
            }
        }
    });
}
