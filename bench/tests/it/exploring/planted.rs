//! A level with one planted pit, one one-way drop, one floor that cannot be reached and one open border: the survey finds exactly
//! these four. What is no fault is none: the top of a wall, a crate, the inside of a solid, a ledge with stairs beside it.

use super::planted_levels::{furnished, planted};
use glam::Vec3;
use sweep8::{Backend, EachOther, Ellipsoid, MoveMode};
use sweep8_bench::exploring::evidence::{line, record};
use sweep8_bench::exploring::explore::Abilities;
use sweep8_bench::exploring::finding::{Finding, Kind, PlaceKind};
use sweep8_bench::exploring::survey::{Question, Survey, SurveyError, survey, walker};
use sweep8_bench::levels::scenes::builder::Builder;
use sweep8_bench::levels::{Level, world_of};
use sweep8_bench::replaying::recording::Recording;
use sweep8_bench::replaying::replay::replay;
use sweep8_bench::walking::settings::Settings;
use sweep8_bench::walking::walkers::Manner;

fn settings() -> Settings {
    Settings {
        characters: 1,
        frames: 1,
        hz: 60,
        threads: 1,
        seed: 1,
        shape: Ellipsoid::HUMAN.into(),
        speed: 4.0,
        manner: Manner::Turning,
        mode: MoveMode::Walk,
        each_other: EachOther::Ignore,
        verify_every: 10,
        backend: Backend::best(),
    }
}

fn surveyed(level: &Level, abilities: Abilities, spawns: &[Vec3]) -> Result<Survey, SurveyError> {
    let question = Question { abilities, spawns: spawns.to_vec(), within: None };
    survey((&world_of(level), level), &settings().profile(), &question, &|_, _| ())
}

fn found(survey: &Survey) -> Vec<(Kind, &Finding)> {
    survey.findings.iter().map(|finding| (finding.kind, finding)).collect()
}

fn is_near(finding: &Finding, x: f32, y: f32, z: f32) -> bool {
    (finding.at - Vec3::new(x, y, z)).length() < 1.2
}

#[test]
fn the_four_that_were_planted_are_found_and_nothing_else() {
    let level = planted();
    let survey = surveyed(&level, Abilities::default(), &[]).expect("it has floors");
    let kinds: Vec<Kind> = survey.findings.iter().map(|finding| finding.kind).collect();
    assert_eq!(kinds, [Kind::OpenBorder, Kind::Pit, Kind::OneWayDrop, Kind::UnreachedFloor], "{:#?}", survey.findings);
    let [(_, border), (_, pit), (_, drop), (_, room)] = found(&survey)[..] else { unreachable!() };

    assert!(is_near(border, 0.0, 0.0, -16.0) && (2.0..=6.0).contains(&border.length), "{border:?}");
    assert!(is_near(pit, 5.5, -2.0, 5.5) && (3.0..=9.0).contains(&pit.area), "{pit:?}");
    assert!(pit.fall.is_some_and(|fall| fall.iter().all(|fall| (fall - 2.0).abs() < 0.01)), "{pit:?}");
    assert!(is_near(drop, -7.2, 1.5, -8.0) && (2.0..=6.0).contains(&drop.length), "{drop:?}");
    assert!(drop.fall.is_some_and(|fall| fall.iter().all(|fall| (fall - 1.5).abs() < 0.01)), "{drop:?}");
    assert!(drop.way_back.is_some_and(|way| (25.0..=45.0).contains(&way)), "{drop:?}");
    assert!(is_near(room, 15.0, 0.0, 0.0) && (30.0..=48.0).contains(&room.area), "{room:?}");

    let areas = [PlaceKind::Reached, PlaceKind::Pit, PlaceKind::Unreached, PlaceKind::Above, PlaceKind::Outside];
    let [reached, in_pits, unreached, above, outside] = areas.map(|kind| survey.area(kind));
    assert!((350.0..=470.0).contains(&reached), "{reached}");
    assert_eq!([in_pits, unreached, above, outside], [pit.area, room.area, 0.0, 0.0]);
    assert_eq!(survey.explored.lost, 0);
}

#[test]
fn it_is_the_same_on_one_thread_and_two() {
    let level = planted();
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| surveyed(&level, Abilities::default(), &[]).expect("it has floors"))
    };
    let (one, two) = (on(1), on(2));
    assert_eq!(one.findings, two.findings);
    assert_eq!(one.kinds, two.kinds);
    assert_eq!(one.explored.places.list(), two.explored.places.list());
    assert_eq!((one.explored.arrows, one.explored.moves), (two.explored.arrows, two.explored.moves));
}

#[test]
fn each_finding_is_shown_by_a_walk_that_a_replay_repeats() {
    let level = planted();
    let world = world_of(&level);
    let survey = surveyed(&level, Abilities::default(), &[]).expect("it has floors");
    let profile = settings().profile();
    let walker = walker(&world, &profile);
    for (kind, lowest) in [(Kind::OpenBorder, f32::NEG_INFINITY), (Kind::Pit, -2.0), (Kind::OneWayDrop, 0.0)] {
        let finding = survey.findings.iter().find(|finding| finding.kind == kind).expect("it was planted");
        let (stand, order) = finding.example.as_ref().expect("a walk leads there");
        let recording = record(&walker, (stand, order), ("a test".to_owned(), level.hash()), &settings());
        let recording = Recording::from_bytes(&recording.to_bytes(), &settings()).expect("it was written");
        assert!(replay((&level).into(), &recording, 1, &|_| ()).expect("its level").is_same(), "{kind:?}");
        let line = line(&walker, stand, order);
        let (first, last) = (line[0].y, line[line.len() - 1].y);
        let end = if kind == Kind::OpenBorder { last < -5.0 } else { (last - 0.91 - lowest).abs() < 0.05 };
        assert!(end && first > last, "{kind:?}: {line:?}");
    }
    let room = survey.findings.iter().find(|finding| finding.kind == Kind::UnreachedFloor).expect("it was planted");
    assert_eq!(room.example, None, "nobody gets out of it");
}

#[test]
fn who_starts_in_the_closed_room_reaches_nothing_else() {
    let level = planted();
    let room = Vec3::new(15.0, 1.0, 0.0);
    let survey = surveyed(&level, Abilities::default(), &[room]).expect("it has floors");
    let kinds: Vec<Kind> = survey.findings.iter().map(|finding| finding.kind).collect();
    // The hall and the gallery, which are one floor by the ramp, and the pit.
    assert_eq!(kinds, [Kind::UnreachedFloor, Kind::UnreachedFloor], "{:#?}", survey.findings);
    assert!((350.0..=470.0).contains(&survey.findings[0].area));

    let both = surveyed(&level, Abilities::default(), &[room, Vec3::new(0.0, 1.0, 0.0)]).expect("it has floors");
    assert!(both.findings.iter().all(|finding| finding.kind != Kind::UnreachedFloor), "{:#?}", both.findings);
    let beside = Vec3::new(100.0, 1.0, 0.0);
    assert_eq!(surveyed(&level, Abilities::default(), &[beside]).err(), Some(SurveyError::Spawn(beside)));
}

#[test]
fn tops_are_above_and_what_is_no_floor_is_nothing() {
    let level = furnished();
    let survey = surveyed(&level, Abilities::default(), &[]).expect("it has floors");
    let found: Vec<(Kind, f32)> = survey.findings.iter().map(|finding| (finding.kind, finding.at.y.round())).collect();
    assert_eq!(found, [(Kind::Above, 5.0), (Kind::Above, 3.0), (Kind::Above, 1.0)], "{:#?}", survey.findings);
    let crate_ = &survey.findings[2];
    assert!(crate_.fall.is_some_and(|[least, _]| (least - 1.0).abs() < 0.01), "{crate_:?}");

    // Those who jump 1.2 m get onto the crate, and not onto the blocks.
    let survey = surveyed(&level, Abilities { jump_speed: 4.9 }, &[]).expect("it has floors");
    let found: Vec<(Kind, f32)> = survey.findings.iter().map(|finding| (finding.kind, finding.at.y.round())).collect();
    assert_eq!(found, [(Kind::Above, 5.0), (Kind::Above, 3.0)], "{:#?}", survey.findings);
}

#[test]
fn a_level_without_floor_has_no_survey() {
    let mut b = Builder::new("walls");
    b.wall([0.0, 0.0], [5.0, 0.0], [0.0, 3.0], 1, 1);
    let level = b.finish();
    assert_eq!(surveyed(&level, Abilities::default(), &[]).err(), Some(SurveyError::NoFloor));
}
