//! The crease of a step's edge and a wall that leans, a fence, or the corner of a box: the hull rolls along both. Judged by
//! [`standing`](sweep8_scalar_ref::standing).

use crate::testkit::stairs::{block, floor};
use crate::testkit::worlds::{Level, quad, world_of};
use crate::testkit::{Random, cases};
use glam::{DVec2, DVec3, Quat, Vec3, Vec3Swizzles};
use sweep8::{CharacterProfile, CharacterState, MoveInput, SlideSettings, World};
use sweep8_scalar_ref::slide::HULL_SHARE;
use sweep8_scalar_ref::standing::{Class, Domain, Interval, Limits, March, Marched, Next, Places};

const STEP: f32 = 1.0 / 60.0;

/// Code of a floor as ground.
const FLOOR: u8 = 1;

/// Distance of a step along a crease from the march, metres, and in squares of its length for each radius.
const OFF: f64 = 0.0125;
const TANGENT: f64 = 0.5;

/// Distance up to which marches a little aside, or with straight traces, are one, metres.
const SURE: f64 = 0.004;

/// Increment and most increments of the way to a wall, metres.
const INCREMENT: f64 = 0.01;
const INCREMENTS: usize = 18;

/// Wishes at each place.
const WISHES: usize = 6;

fn places_of(level: &Level) -> Places {
    let exact: Vec<[DVec3; 3]> = level.iter().map(|triangle| triangle.map(Vec3::as_dvec3)).collect();
    let hull = CharacterProfile::default().shape().radii().as_dvec3();
    Places::new(&exact, hull + HULL_SHARE * f64::from(SlideSettings::default().skin))
}

fn domain(places: &Places) -> Domain<'_> {
    let settings = *CharacterProfile::default().settings();
    Domain::new(
        places,
        Limits {
            slope_cosine: f64::from(settings.max_slope_angle).cos() - 1e-6,
            step_height: f64::from(settings.step_height),
            snap_distance: f64::from(settings.snap_distance),
        },
    )
}

/// Somebody who stands on the edge at the lower end of an interval.
fn on_edge(place: DVec2, interval: &Interval) -> CharacterState {
    let contact = interval.contact.expect("it touches the edge");
    let at = DVec3::new(place.x, interval.low + 0.002, place.y);
    CharacterState {
        ground_code: FLOOR,
        ground_normal: Vec3::Y,
        ground_point: contact.point.as_vec3(),
        ..CharacterState::new(at)
    }
}

fn walk(world: &World, state: &mut CharacterState, level: DVec2) -> bool {
    let velocity = Vec3::new(level.x as f32, 0.0, level.y as f32) / STEP;
    let input = MoveInput { desired_velocity: velocity, ..MoveInput::EARTH };
    let out = world.move_character(&CharacterProfile::default(), state, &input, STEP).expect("it is in range");
    out.contacts().iter().any(|contact| contact.normal.y < 0.64)
}

fn place_of(state: &CharacterState) -> DVec2 {
    state.position.to_dvec3().xz()
}

/// A block whose corner or edge is at the origin, and beside it a fence, a higher block, or a wall that leans back, which faces it more or
/// less; with the direction to that.
fn notch(random: &mut Random) -> (Level, f64) {
    let mut range = |low: f64, high: f64| random.range(low, high) as f32;
    let near = if range(0.0, 1.0) < 0.5 { -1.5 } else { 0.0 };
    let mut level = floor();
    level.extend(block(Vec3::new(0.0, 0.0, near), Vec3::new(1.5, range(0.15, 0.38), 1.5)));
    let (gap, towards, kind) = (range(0.15, 0.75), range(1.4, 5.0), range(0.0, 3.0));
    let (height, back, aside) = (range(0.45, 0.8), range(0.0, 1.5), range(-1.2, 1.2));
    let corner = Vec3::Z * -back;
    let wall = if kind < 1.0 {
        quad(corner, Vec3::Z * 2.0, Vec3::Y * height)
    } else if kind < 2.0 {
        block(corner, Vec3::new(1.0, height, 1.0))
    } else {
        quad(Vec3::Z * -1.5, Vec3::Z * 3.0, Vec3::new(range(0.0, 1.2), 2.0, 0.0))
    };
    let turn = Quat::from_rotation_y(aside - towards);
    let at = Vec3::new(towards.cos(), 0.0, towards.sin()) * gap;
    level.extend(wall.iter().map(|triangle| triangle.map(|v| turn * v + at)));
    (level, f64::from(towards))
}

/// A place on the edge of a step from which a wall stops who goes on in a direction.
fn crease(domain: &Domain, place: DVec2, ahead: DVec2) -> Option<(DVec2, Interval)> {
    let is_step =
        |place: DVec2, interval: &Interval| matches!(domain.class(place, interval, false), Class::Step { .. });
    let (mut place, mut interval) = (place, *domain.places.intervals(place).last()?);
    if !is_step(place, &interval) {
        return None;
    }
    for _ in 0..INCREMENTS {
        let next = place + ahead * INCREMENT;
        match domain.next(place, &interval, next) {
            Next::Carried(carried) => (place, interval) = (next, carried),
            Next::Wall => return is_step(place, &interval).then_some((place, interval)),
            Next::Falls(_) => return None,
        }
    }
    None
}

/// Where a march leads, if all marches from a little aside, and one with straight traces, lead alike.
fn sure_march(places: &Places, from: DVec3, ahead: DVec2) -> Option<DVec2> {
    let end = |domain: Domain, aside: DVec2| {
        let start = from.xz() + aside;
        let mut march = March::start(&domain, start, from.y)?;
        let fell = march.advance(&domain, ahead, ahead.length() / 10.0) == Marched::Falls;
        (!fell).then_some(march.place - start)
    };
    let whole = end(domain(places), DVec2::ZERO)?;
    let is_near = |other: Option<DVec2>| other.is_some_and(|other| other.distance(whole) < SURE);
    let sides = [DVec2::X, DVec2::Y, DVec2::NEG_X, DVec2::NEG_Y].map(|side| side * 5e-4);
    let is_sure = sides.into_iter().all(|side| is_near(end(domain(places), side)))
        && is_near(end(domain(places).straight(), DVec2::ZERO));
    is_sure.then_some(whole)
}

#[test]
fn who_hangs_between_a_fence_and_the_corner_of_a_box_rolls_along_both() {
    let fence =
        quad(Vec3::new(0.900_849, 0.0, -0.737_09), Vec3::new(-1.649_555_7, 0.0, 2.221_128), Vec3::Y * 0.548_477_5);
    let corner = block(Vec3::new(0.251_960_8, 0.0, -0.641_372_6), Vec3::new(1.261_764_8, 0.665_727_9, 0.821_764_7));
    let level = [floor(), fence, corner].concat();
    let (world, places) = (world_of(&level), places_of(&level));
    let place = DVec2::new(-0.030_668, 0.983_679);
    let interval = *places.intervals(place).last().expect("the sky is clear");
    let contact = interval.contact.expect("it hangs between both");
    assert!((contact.point.y - 0.665_728).abs() < 1e-6, "on the corner, not {contact:?}");
    // Into the fence, off the corner: the crease leaves a fifth of it, and goes down.
    let mut state = on_edge(place, &interval);
    let wish = DVec2::new(-3.413_3, 0.929_9) / 144.0;
    walk(&world, &mut state, wish);
    let went = place_of(&state) - place;
    assert!(went.distance(DVec2::new(0.0002, 0.0053)) < 0.002, "{went}");
    assert!(state.ground().is_grounded() && (state.ground_point.y - 0.665_728).abs() < 1e-4, "{state:?}");
}

#[test]
fn who_walks_along_the_crease_of_an_edge_and_a_wall_goes_where_a_march_goes() {
    let (mut judged, mut off) = (0, Vec::new());
    for draw in 0..cases(600, 60) {
        let mut random = Random(draw * 7 + 1);
        let (level, towards) = notch(&mut random);
        let (world, places) = (world_of(&level), places_of(&level));
        for _ in 0..20 {
            let place = DVec2::new(random.range(-0.5, 0.5), random.range(-0.5, 0.5));
            let heading = towards + random.range(-0.8, 0.8);
            let Some((place, interval)) = crease(&domain(&places), place, DVec2::from_angle(heading)) else { continue };
            let mut rests = on_edge(place, &interval);
            for _ in 0..4 {
                walk(&world, &mut rests, DVec2::ZERO);
            }
            if !rests.ground().is_grounded() || place_of(&rests).distance(place) > 0.1 {
                continue;
            }
            for _ in 0..WISHES {
                let ahead = DVec2::from_angle(heading + random.range(-1.4, 1.4)) * random.range(0.03, 0.08);
                let mut state = rests;
                let met_wall = walk(&world, &mut state, ahead);
                let from = rests.position.to_dvec3();
                let Some(march) = sure_march(&places, from, ahead).filter(|_| met_wall) else { continue };
                if march.distance(ahead) < OFF || !state.ground().is_grounded() {
                    continue;
                }
                judged += 1;
                let went = place_of(&state) - from.xz();
                if went.distance(march) > OFF + TANGENT * ahead.length_squared() / places.radii().x {
                    off.push(format!("draw {draw}, {ahead} from {from}: went {went}, the march {march}"));
                }
            }
        }
    }
    println!("{judged} steps beside a wall, {} of them elsewhere: {off:#?}", off.len());
    assert!(judged > cases(20, 1) && 6 * off.len() <= judged, "{judged} steps, elsewhere: {off:#?}");
}
