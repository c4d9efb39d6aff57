//! A step that is cut into jobs comes to the bits of a step in one call: any number of jobs, on any threads, in any order, run or not.

use crate::testkit::Random;
use crate::testkit::crowds::{checked, new_crowd};
use crate::testkit::worlds::{terrain, world_of};
use glam::{DVec3, Vec3};
use std::sync::atomic::{AtomicUsize, Ordering};
use sweep8::{
    CharacterId, CharacterSettings, Crowd, CrowdJob, EachOther, Ellipsoid, EventMask, Field, InputError, InstanceKind,
    Mesh, Placement, StepReport, Verdict, World,
};

const FRAME: f32 = 1.0 / 60.0;
const CHARACTERS: usize = 500;

/// A terrain with a lift, a sensor and a crowd that meets itself, events on.
struct Scene {
    world: World,
    lift: sweep8::InstanceId,
    ids: Vec<CharacterId>,
    /// One stepped in one call, one in jobs.
    crowds: [Crowd; 2],
    frame: u32,
    random: Random,
}

impl Scene {
    fn new() -> Self {
        let mut random = Random(11);
        let mut world = world_of(&terrain(&mut random, 48, 0.6, 0.3));
        let block = Mesh::cuboid(Vec3::splat(1.0)).unwrap().cook();
        let lift = world.add(&block, Placement::at(DVec3::Y * 2.0)).unwrap();
        let sensor = world.add(&block, Placement::at(DVec3::new(4.0, 1.0, 0.0))).unwrap();
        world.set_kind(sensor, InstanceKind::Sensor).unwrap();
        let profile = checked(CharacterSettings {
            shape: Ellipsoid::new(Vec3::new(0.2, 0.4, 0.2)).unwrap().into(),
            each_other: EachOther::Solid,
            ..CharacterSettings::default()
        });
        let mut crowd = new_crowd();
        crowd.record_events(EventMask::ALL);
        let places: Vec<DVec3> = (0..CHARACTERS).map(|_| random.vector(9.0) + DVec3::Y * 10.0).collect();
        let mut ids = Vec::new();
        crowd.spawn_many(&profile, &places, &mut ids).unwrap();
        let crowds = [crowd.clone(), crowd];
        Self { world, lift, ids, crowds, frame: 0, random }
    }

    /// One frame: one crowd in a call, the other as `by_jobs` says.
    fn step(&mut self, jobs: usize, by_jobs: impl FnOnce(sweep8::CrowdStep) -> Option<StepReport>) {
        let Self { world, lift, ids, crowds, frame, random } = self;
        for &id in ids.iter().skip(*frame as usize % 7).step_by(7) {
            let velocity = (random.direction() * 3.0).as_vec3();
            for crowd in crowds.iter_mut() {
                crowd.set_desired_velocity(id, velocity).unwrap();
            }
        }
        let height = 2.0 + 1.5 * f64::from(*frame % 40) / 40.0;
        world.move_to(*lift, Placement::at(DVec3::Y * height)).unwrap();
        let step = world.begin_step(FRAME).unwrap();
        let [whole, cut] = crowds;
        let expected = whole.step_in(&step);
        let report = by_jobs(cut.begin_step_in(&step, jobs));
        assert_eq!(report.unwrap_or(expected), expected, "frame {frame}");
        drop(step);
        assert_eq!(cut.state_hash(), whole.state_hash(), "frame {frame}");
        assert_eq!(cut.events(), whole.events(), "frame {frame}");
        for &id in ids.iter() {
            assert_eq!(cut.contacts(id), whole.contacts(id), "frame {frame}");
        }
        *frame += 1;
    }
}

#[test]
fn jobs_on_threads_of_an_engine_come_to_the_bits_of_one_call() {
    let mut scene = Scene::new();
    let mut told = 0;
    for frame in 0..80 {
        let count = 1 + frame % 8;
        scene.step(count, |mut step| {
            std::thread::scope(|threads| {
                let mut run = 0;
                for job in step.jobs() {
                    threads.spawn(move || job.run());
                    run += 1;
                }
                assert_eq!(run, count);
            });
            assert_eq!(step.jobs().count(), 0);
            Some(step.finish())
        });
        told += scene.crowds[1].events().len();
    }
    assert!(told > 5_000, "{told} events");
}

#[test]
fn jobs_in_any_order_on_one_thread_and_jobs_that_are_left_out_come_to_the_same() {
    let mut scene = Scene::new();
    let mut random = Random(3);
    for frame in 0..60 {
        let orders = (0..9).map(|_| random.whole(0, 1_000)).collect::<Vec<_>>();
        scene.step(1 + frame % 9, |mut step| {
            let mut jobs: Vec<(CrowdJob, i64)> = step.jobs().zip(orders.iter().map(|&order| order as i64)).collect();
            jobs.sort_by_key(|&(_, order)| order);
            // Some of them are not run, and some only in a second round.
            for (job, order) in jobs {
                if order % 3 > 0 {
                    job.run();
                }
            }
            if frame % 2 == 0 {
                step.jobs().take(1).for_each(CrowdJob::run);
            }
            Some(step.finish())
        });
    }
}

#[test]
fn a_step_that_is_dropped_has_moved_everybody() {
    let mut scene = Scene::new();
    for frame in 0..20 {
        scene.step(4, |mut step| {
            step.jobs().take(frame % 5).for_each(CrowdJob::run);
            drop(step);
            None
        });
    }
}

#[test]
fn more_jobs_than_chunks_are_as_many_jobs_as_chunks_and_nobody_makes_none() {
    let (world, mut crowd) = (World::new(), new_crowd());
    let mut step = crowd.begin_step(&world, FRAME, 5).unwrap();
    assert_eq!(step.jobs().count(), 1, "of nobody");
    assert_eq!(step.finish(), StepReport::default());
    crowd.spawn_many(&checked(CharacterSettings::default()), &[Vec3::ZERO; 130], &mut Vec::new()).unwrap();
    for (jobs, expected) in [(0, 1), (1, 1), (2, 2), (3, 3), (4, 3), (usize::MAX, 3)] {
        let mut step = crowd.begin_step(&world, FRAME, jobs).unwrap();
        assert_eq!(step.jobs().count(), expected, "{jobs} jobs");
        step.jobs().for_each(CrowdJob::run);
        let report = step.finish();
        assert_eq!((report.free, report.standing), (130, 0));
    }
}

#[test]
fn a_step_of_no_time_has_no_jobs_and_one_that_is_refused_does_not_begin() {
    let (mut world, mut crowd) = (World::new(), new_crowd());
    let id = crowd.spawn(&checked(CharacterSettings::default()), Vec3::ZERO).unwrap();
    let before = crowd.state_hash();
    let mut step = crowd.begin_step(&world, 0.0, 2).unwrap();
    assert_eq!(step.jobs().count(), 0);
    assert_eq!(step.finish(), StepReport::default());
    for seconds in [-0.1, f32::NAN, f32::INFINITY] {
        let error = crowd.begin_step(&world, seconds, 2).expect_err("no time step");
        assert_eq!(error.field(), Field::TimeStep);
    }
    let block = world.add(&Mesh::cuboid(Vec3::ONE).unwrap().cook(), Placement::at(DVec3::X * 5.0)).unwrap();
    world.move_to(block, Placement::at(DVec3::X * 6.0)).unwrap();
    let error = crowd.begin_step(&world, FRAME, 2).expect_err("a target is set");
    assert_eq!(error, InputError::HasTarget { index: 0 });
    assert_eq!((crowd.state_hash(), crowd.ground(id).is_ok()), (before, true));
}

#[test]
fn a_panic_in_a_job_moves_nobody_twice_and_the_next_step_is_as_any() {
    let mut world = World::new();
    let floor = world.add(&Mesh::cuboid(Vec3::new(50.0, 1.0, 50.0)).unwrap().cook(), Placement::IDENTITY).unwrap();
    let mut crowd = new_crowd();
    crowd.record_events(EventMask::ALL);
    let places: Vec<Vec3> = (0..200).map(|k| Vec3::new((k % 20) as f32, 1.91, (k / 20) as f32)).collect();
    crowd.spawn_many(&checked(CharacterSettings::default()), &places, &mut Vec::new()).unwrap();
    let asked = AtomicUsize::new(0);
    let filter = |_: &sweep8::ContactView| {
        assert!(asked.fetch_add(1, Ordering::Relaxed) != 30, "the filter of this test panics");
        Verdict::Keep
    };
    let step = world.begin_step(FRAME).unwrap().filtered(&filter);
    let mut in_jobs = crowd.begin_step_in(&step, 3);
    let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        in_jobs.jobs().for_each(CrowdJob::run);
    }));
    assert!(caught.is_err());
    // Two of three jobs run now; the one that panicked is left as it is.
    let report = in_jobs.finish();
    assert!((64..=136).contains(&report.standing), "{report:?}");
    drop(step);
    world.place(floor, Placement::IDENTITY).unwrap();
    let report = crowd.step(&world, FRAME).unwrap();
    assert_eq!((report.standing, report.refused), (200, 0));
    assert_eq!(crowd.events().iter().filter(|event| event.kind == sweep8::EventKind::GroundLeft).count(), 0);
}

#[test]
fn jobs_may_go_to_other_threads() {
    fn is_send<T: Send>() {}
    is_send::<CrowdJob>();
}
