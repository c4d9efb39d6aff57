//! Walks that keep their ground at places where a floor, a step and something beside them meet. Each of them lost it for some steps.

use crate::testkit::stairs::{Pedestrian, block, floor};
use crate::testkit::worlds::{Level, quad, world_of};
use crate::testkit::{Random, cases};
use glam::{DVec2, DVec3, Vec3};
use sweep8::{
    Capsule, CharacterProfile, CharacterSettings, CharacterState, Ellipsoid, MoveInput, Position, Shape, Sides,
};
use sweep8_scalar_ref::slide::HULL_SHARE;
use sweep8_scalar_ref::standing::{Class, Domain, Limits, Places};

/// Code of a floor as ground.
const FLOOR: u8 = 1;

fn body(shape: impl Into<Shape>) -> CharacterSettings {
    CharacterSettings { shape: shape.into(), ..CharacterSettings::default() }
}

fn ball(radius: f32) -> CharacterSettings {
    body(Ellipsoid::ball(radius).unwrap())
}

/// A profile along +x from one point to the next, infinitely wide.
fn ground(points: &[[f32; 2]]) -> Level {
    let at = |[x, y]: [f32; 2]| Vec3::new(x, y, -20.0);
    points.windows(2).flat_map(|ends| quad(at(ends[0]), Vec3::Z * 40.0, at(ends[1]) - at(ends[0]))).collect()
}

/// Two slopes that meet in a valley, with these normals, through the origin.
fn valley(normals: [Vec3; 2]) -> Level {
    let along = normals[0].cross(normals[1]).normalize() * 8.0;
    let side = |normal: Vec3, other: Vec3| {
        let across = normal.cross(along).normalize() * 4.0;
        let across = if across.dot(other) < 0.0 { -across } else { across };
        quad(-0.5 * along, across, along)
    };
    let mut level = side(normals[0], normals[1]);
    level.extend(side(normals[1], normals[0]));
    level
}

/// A normal that leans by an angle from up, about which it is turned by another one, degrees.
fn leaning(lean: f32, about: f32) -> Vec3 {
    let ((sine, cosine), (across, along)) = (lean.to_radians().sin_cos(), about.to_radians().sin_cos());
    Vec3::new(sine * along, cosine, sine * across)
}

#[test]
fn whoever_stops_in_the_crease_of_a_floor_and_a_steeper_slope_stays_on_the_floor() {
    // Which of both a way down meets first is a matter of micrometres.
    let (mut random, mut stopped) = (Random::new(5), 0);
    for case in 0..cases(3_000, 400) {
        let (about, apart) = (random.range_f32(0.0, 360.0), random.range_f32(2.0, 170.0));
        let floor = leaning(random.range_f32(20.0, 49.8), about);
        let normals = [floor, leaning(random.range_f32(50.2, 75.0), about + apart)];
        let radii = [Vec3::splat(0.1), Vec3::splat(0.4), Vec3::new(0.4, 0.9, 0.4), Vec3::new(0.4, 0.9, 0.4)][case % 4];
        let settings = body(Ellipsoid::new(radii).unwrap());
        let (world, profile) = (world_of(&valley(normals)), CharacterProfile::new(&settings).unwrap());
        let along = normals[0].cross(normals[1]).normalize();
        let off = along.cross(floor).normalize();
        let off = if off.dot(normals[1]) < 0.0 { -off } else { off };
        let start = floor * ((radii * floor).length() + 0.01) + off * random.range_f32(0.1, 1.0);
        let hz = [30.0, 60.0, 144.0][case % 3];
        let way = -off * random.range_f32(0.3, 1.0) + along * random.range_f32(-1.0, 1.0);
        let desired_velocity = way.normalize() * random.range_f32(0.5, 8.0);
        let frames = (hz * random.range_f32(0.1, 0.6)) as u32;
        if world.overlap(&settings.shape, start, Sides::Both) != Ok(false) {
            continue;
        }
        let mut state = CharacterState::new(start);
        let mut step = |desired_velocity: Vec3| {
            let input = MoveInput { desired_velocity, ..MoveInput::EARTH };
            world.move_character(&profile, &mut state, &input, 1.0 / hz).unwrap();
            state
        };
        (0..5).for_each(|_| _ = step(Vec3::ZERO));
        (0..frames).for_each(|_| _ = step(desired_velocity));
        let before = step(desired_velocity);
        if !before.ground().is_grounded() {
            continue;
        }
        stopped += 1;
        for _ in 0..30 {
            let state = step(Vec3::ZERO);
            assert!(state.ground().is_grounded(), "{case}: {normals:?}, {before:?}, {state:?}");
        }
    }
    assert!(stopped > 300, "{stopped}");
}

#[test]
fn whoever_goes_along_the_crease_of_a_floor_and_a_steeper_slope_stays_on_the_floor() {
    // A walk may end nearer to the steep slope than to the floor that it follows, and where both are nearly one plane, centimetres beyond
    // the crease.
    let (mut random, mut steps) = (Random::new(6), 0);
    for case in 0..cases(2_000, 200) {
        let (about, apart) = (random.range_f32(0.0, 360.0), 60.0 * random.range_f32(0.0, 1.0).powi(3));
        let normals =
            [leaning(random.range_f32(45.0, 49.8), about), leaning(random.range_f32(50.2, 55.0), about + apart)];
        let settings = match case % 3 {
            0 => body(Ellipsoid::new(Vec3::new(0.4, 0.9, 0.4)).unwrap()),
            1 => body(Capsule::from_height(0.4, 1.8).unwrap()),
            _ => ball(0.5),
        };
        let (world, profile) = (world_of(&valley(normals)), CharacterProfile::new(&settings).unwrap());
        let [floor, _] = normals;
        let along = normals[0].cross(normals[1]).normalize();
        let off = along.cross(floor).normalize();
        let off = if off.dot(normals[1]) < 0.0 { -off } else { off };
        let (radii, half) = (settings.shape.ellipsoid().radii(), settings.shape.half_length());
        let start = floor * ((radii * floor).length() + half * floor.y + 0.01) + off * random.range_f32(0.05, 0.3);
        let hz = [60.0, 144.0, 240.0][case % 3];
        let way = -off * random.range_f32(0.02, 0.5) + along * random.range_f32(-1.0, 1.0).signum();
        let input = MoveInput { desired_velocity: way.normalize() * random.range_f32(0.5, 4.0), ..MoveInput::EARTH };
        if world.overlap(&settings.shape, start, Sides::Both) != Ok(false) {
            continue;
        }
        let mut state = CharacterState::new(start);
        for step in 0..(0.5 * hz) as u32 {
            let before = state;
            world.move_character(&profile, &mut state, &input, 1.0 / hz).unwrap();
            if before.ground().is_grounded() && before.ground_normal.dot(floor) > 0.9999 {
                steps += 1;
                assert!(state.ground().is_grounded(), "{case}, {step}: {normals:?}, {before:?}, {state:?}");
            }
        }
    }
    assert!(steps > 3_000, "{steps}");
}

#[test]
fn a_step_carries_whom_posts_on_it_hold_off_by_a_hair() {
    // Before the posts a hull ends short of the place where the edge is as flat as a floor, by less than the gap that it keeps.
    let settings = body(Capsule::from_height(0.4, 1.8).unwrap());
    let (sine, hull) = (settings.max_slope_angle.sin(), 0.4 + HULL_SHARE as f32 * settings.skin);
    let mut random = Random::new(7);
    for case in 0..cases(300, 60) {
        let behind = hull * (1.0 - sine) + random.range_f32(0.0, 2e-3);
        let (height, hz) = (random.range_f32(0.16, 0.39), [60.0, 144.0, 240.0][case % 3]);
        let mut level = floor();
        level.extend(block(Vec3::new(0.0, -1.0, -20.0), Vec3::new(20.0, height, 20.0)));
        for post in 0..20 {
            let side = 0.5 * post as f32 - 5.0;
            let (low, high) = (Vec3::new(behind, 0.0, side), Vec3::new(behind + 0.05, height + 1.0, side + 0.05));
            level.extend(block(low, high));
        }
        let world = world_of(&level);
        let feet = Vec3::new(-0.6, 0.0, random.range_f32(-3.0, 2.0));
        let mut walker = Pedestrian::of(settings, &world, feet, hz);
        let way = Vec3::new(1.0, 0.0, random.range_f32(-1.0, 1.0)).normalize();
        walker.velocity = way * random.range_f32(0.5, 4.0);
        for step in 0..(2.0 * hz) as u32 {
            let before = walker.state;
            walker.step(&world);
            let after = walker.state;
            assert!(after.ground().is_grounded(), "{case}, {step}: {behind}, {before:?}, {after:?}");
        }
        assert!(walker.state.position.to_vec3().y > 0.92, "{case}: {:?}", walker.state);
    }
}

/// Somebody who stands on the edge of a step that is touched at a point.
fn on_edge_of_step(center: impl Into<Position>, point: Vec3) -> CharacterState {
    CharacterState { ground_code: FLOOR, ground_normal: Vec3::Y, ground_point: point, ..CharacterState::new(center) }
}

/// Moves somebody who stands on the edge of a step by one more step of a walk; the state after it.
fn next(
    level: &Level,
    settings: &CharacterSettings,
    on_edge: (Vec3, Vec3),
    desired_velocity: Vec3,
    hz: f32,
) -> CharacterState {
    let (world, profile) = (world_of(level), CharacterProfile::new(settings).unwrap());
    let (center, point) = on_edge;
    let mut state = on_edge_of_step(center, point);
    let input = MoveInput { desired_velocity, ..MoveInput::EARTH };
    world.move_character(&profile, &mut state, &input, 1.0 / hz).unwrap();
    state
}

/// Moves somebody who stands on the edge of a step on, by one step of a walk and by sixteen that last as long; the states after them.
fn once_and_in_parts(
    level: &Level,
    settings: &CharacterSettings,
    (center, point): (DVec3, Vec3),
    desired_velocity: Vec3,
    hz: f32,
) -> [CharacterState; 2] {
    let (world, profile) = (world_of(level), CharacterProfile::new(settings).unwrap());
    [1, 16].map(|parts| {
        let mut state = on_edge_of_step(center, point);
        let input = MoveInput { desired_velocity, ..MoveInput::EARTH };
        for _ in 0..parts {
            world.move_character(&profile, &mut state, &input, 1.0 / (hz * parts as f32)).unwrap();
        }
        state
    })
}

#[test]
fn a_flat_body_climbs_from_one_box_over_another_in_one_step_as_in_sixteen() {
    // Past the upper edge of a side the body bulges by nanometres: the way off that side must not be as short.
    let level = [
        [
            [-0.284_802_17, -1.0, 3.256_509_8],
            [-0.284_802_17, 0.178_132_01, 3.256_509_8],
            [-0.255_090_1, 0.178_132_01, 4.064_28],
        ],
        [
            [0.325_667_4, -1.0, 2.730_056_3],
            [0.462_894_35, 0.293_346_55, 1.815_935_9],
            [0.325_667_4, 0.293_346_55, 2.730_056_3],
        ],
    ];
    let level = level.map(|corners| corners.map(Vec3::from_array)).to_vec();
    let shape = Ellipsoid::new(Vec3::new(0.6, 0.2, 0.6)).unwrap();
    let settings = CharacterSettings { step_height: 0.231_524_75, ..body(shape) };
    let center = DVec3::new(-0.282_663_077_116, 0.270_143_516_361_7, 2.707_459_229_976);
    let point = Vec3::new(-0.262_471_08, 0.178_835_51, 3.256_409_4);
    let velocity = Vec3::new(0.307_360_08, 0.0, 1.468_172_3);
    let ends = once_and_in_parts(&level, &settings, (center, point), velocity, 30.0);
    let [once, parts] = ends.map(|state| state.position.to_vec3());
    assert!(once.distance(parts) < 0.001, "{once} and {parts}");
}

#[test]
fn who_leaves_a_flight_between_its_edge_and_a_pillar_goes_on() {
    // The way off the pillar leads into the side of the flight, and off that into the pillar.
    let (tread, rise, half) = (0.507_288_04, 0.323_627_38, 0.568_926_6);
    let mut level = block(Vec3::new(0.0, 0.0, -half), Vec3::new(tread, rise, half));
    level.extend(block(Vec3::new(tread, 0.0, -half), Vec3::new(2.0 * tread, 2.0 * rise, half)));
    let pillar = Vec3::new(0.219_112_07, -2.0, 1.264_264_2);
    level.extend(quad(pillar, Vec3::new(0.158_963_63, 0.0, -0.030_210_2), Vec3::Y * 6.0));
    let settings =
        CharacterSettings { step_height: 0.372_337_67, ..body(Ellipsoid::new(Vec3::new(0.4, 0.9, 0.4)).unwrap()) };
    let center = DVec3::new(0.352_600_406_855, 1.426_790_028_810_5, 0.713_380_791_246_9);
    let point = Vec3::new(0.507_288_04, 0.647_254_77, 0.568_926_6);
    let velocity = Vec3::new(1.377_167, 0.0, 0.594_483_9);
    let ends = once_and_in_parts(&level, &settings, (center, point), velocity, 30.0);
    let [once, parts] = ends.map(|state| state.position.to_vec3());
    assert!((once.x - parts.x).abs() < 0.01, "{once} and {parts}");
}

#[test]
fn a_bank_above_a_slope_is_as_high_as_from_where_the_slope_begins() {
    // Height and width of the bank, slopes below and above it; a centre above its rim.
    let banks = [
        ([0.248_853_24, 0.011_679_548], [0.621_550_7, 0.467_636_6], [0.319_424_54, 0.570_710_06], 144.0),
        ([0.326_044_38, 0.052_556_604], [0.254_294_75, -0.147_108_64], [0.327_177_1, 0.548_640_55], 144.0),
        ([0.280_849_78, 0.048_767_757], [0.507_420_8, -0.572_639_64], [0.335_525_18, 0.523_203_3], 60.0),
    ];
    for ([height, wide], [below, above], [x, y], hz) in banks {
        let far = [wide + 9.0, -height - 9.0 * below];
        let level = ground(&[[-9.0, -9.0 * above], [0.0, 0.0], [wide, -height], far]);
        let state = next(&level, &CharacterSettings::default(), (Vec3::new(x, y, 0.0), Vec3::ZERO), Vec3::ZERO, hz);
        assert!(state.ground().is_grounded(), "{height}: {state:?}");
    }
}

#[test]
fn a_rim_carries_beside_a_wall_that_stops_the_way_back_onto_it() {
    // Height of the rim, a wall before it by place and angle, a centre, the desired velocity, the rate.
    let walls = [
        (
            0.161_584_68,
            [-0.578_154_44, -0.226_040_12],
            [-0.215_824_32, 0.384_118_62, 0.002_617_051_8],
            [-1.898_287, -0.657_401_9],
            60.0,
        ),
        (
            0.190_569_67,
            [-0.573_458_4, -1.305_096_4],
            [-0.267_838_48, 0.346_669_94, -0.078_285_21],
            [0.893_451_7, 5.441_817_3],
            60.0,
        ),
        (
            0.172_690_51,
            [-0.522_976, -0.099_169_016],
            [-0.233_233_6, 0.376_906_5, 0.218_987_54],
            [-2.322_244_6, 5.237_292_3],
            144.0,
        ),
        (
            0.160_938_93,
            [-0.575_003_4, 0.052_996_397],
            [-0.236_153_59, 0.361_771_4, 0.076_468_26],
            [-0.916_516_4, 1.080_923_4],
            60.0,
        ),
    ];
    for (height, [place, angle], center, [x, z], hz) in walls {
        let along = Vec3::new(f32::sin(angle), 0.0, f32::cos(angle)) * 6.0;
        let mut level = floor();
        level.extend(block(Vec3::new(0.0, 0.0, -3.0), Vec3::new(3.0, height, 3.0)));
        level.extend(quad(Vec3::X * place, along, Vec3::Y * 2.0));
        let center = Vec3::from_array(center);
        let rim = Vec3::new(0.0, height, center.z);
        let state = next(&level, &ball(0.3), (center, rim), Vec3::new(x, 0.0, z), hz);
        assert!(state.ground().is_grounded(), "{height}: {state:?}");
    }
}

/// Puts somebody at places that are steps by the [definition](sweep8_scalar_ref::standing), for the hull as it is swept and as it is
/// stopped, and waits for a step. Returns the number of such places.
fn stands_at_steps(level: &Level, settings: &CharacterSettings, half_spine: f64, places: &[DVec2]) -> u32 {
    let (world, profile) = (world_of(level), CharacterProfile::new(settings).unwrap());
    let exact: Vec<[DVec3; 3]> = level.iter().map(|triangle| triangle.map(Vec3::as_dvec3)).collect();
    let limits = Limits {
        slope_cosine: f64::from(settings.max_slope_angle).cos() - 1e-6,
        step_height: f64::from(settings.step_height),
        snap_distance: f64::from(settings.snap_distance),
    };
    let hulls = [HULL_SHARE, 1.0].map(|share| {
        let radii = settings.shape.radii().as_dvec3() + share * f64::from(settings.skin);
        Places::of_capsule(&exact, radii, half_spine)
    });
    let mut steps = 0;
    for &place in places {
        let found = hulls.each_ref().map(|hull| {
            let interval = *hull.intervals(place).last()?;
            let is_step = matches!(Domain::new(hull, limits).class(place, &interval, false), Class::Step { .. });
            is_step.then_some(interval)
        });
        let [Some(interval), Some(_)] = found else { continue };
        let contact = interval.contact.expect("it touches the step");
        let center = DVec3::new(place.x, interval.low + 0.002, place.y);
        let mut state = on_edge_of_step(center, contact.point.as_vec3());
        world.move_character(&profile, &mut state, &MoveInput::EARTH, 1.0 / 60.0).unwrap();
        assert!(state.ground().is_grounded(), "at {center}, {contact:?}: {state:?}");
        steps += 1;
    }
    steps
}

#[test]
fn a_hump_carries_whom_it_pushes_against_a_wall_beside_it() {
    let (half, near, mut steps) = (0.15, -0.19, 0);
    for height in [0.18, 0.19, 0.2] {
        let (mut level, apex) = (floor(), Vec3::new(0.0, height, near - half));
        let corners = [[-half, near], [half, near], [half, near - 2.0 * half], [-half, near - 2.0 * half]];
        let corners = corners.map(|[x, z]| Vec3::new(x, 0.0, z));
        level.extend((0..4).map(|side| [corners[side], corners[(side + 1) % 4], apex]));
        level.extend(quad(Vec3::new(-5.0, 0.0, 0.4105), Vec3::Y * 3.0, Vec3::X * 10.0));
        let places: Vec<DVec2> = (2..12).map(|number| DVec2::new(0.005 * f64::from(number), 0.0)).collect();
        steps += stands_at_steps(&level, &body(Capsule::new(0.4, 0.5).unwrap()), 0.5, &places);
    }
    assert!(steps > 5, "{steps}");
}
