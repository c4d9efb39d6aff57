//! A character is frozen that does not move for a quarter of a second although its hull has a way ahead, and one that
//! stands for a good reason is not.
//!
//! First the bookkeeping alone, with positions that are made up. Then real levels with a character that is nailed in
//! place: so the test knows that it does not move, whatever the library would have done.

use glam::{DVec2, DVec3, Vec3};
use sweep8::{Ellipsoid, Mesh, World};
use sweep8_bench::checking::hull::Hull;
use sweep8_bench::checking::{FROZEN_SECONDS, FROZEN_STEP, FrozenTracker, frames_in, free_directions, is_frozen};
use sweep8_scalar_ref::random::Random;
use sweep8_scalar_ref::standing::{Domain, Limits, March, Places};
use sweep8_scalar_ref::testkit::cases::cases;

const SKIN: f32 = 0.01;

/// The gap that a slide leaves between hull and surface where it stops, metres.
const STOP: f32 = SKIN / 8.0;

/// How often somebody becomes a candidate in `frames` frames.
fn candidates(
    tracker: &mut FrozenTracker,
    frames: usize,
    velocity: impl Fn(usize) -> Vec3,
    position: impl Fn(usize) -> DVec3,
) -> usize {
    (0..frames).filter(|&frame| tracker.frame(0, velocity(frame), position(frame))).count()
}

#[test]
fn a_standstill_of_15_frames_makes_one_candidate_however_long_it_goes_on() {
    let mut tracker = FrozenTracker::new([DVec3::ONE]);
    assert_eq!(candidates(&mut tracker, 14, |_| Vec3::X, |_| DVec3::ONE), 0);
    assert_eq!(candidates(&mut tracker, 1, |_| Vec3::X, |_| DVec3::ONE), 1);
    assert_eq!(candidates(&mut tracker, 500, |_| Vec3::X, |_| DVec3::ONE), 0, "it is counted again");
    // It gets away, and freezes elsewhere.
    assert_eq!(candidates(&mut tracker, 15, |_| Vec3::X, |_| DVec3::ONE * 1.1), 0);
    assert_eq!(candidates(&mut tracker, 1, |_| Vec3::X, |_| DVec3::ONE * 1.1), 1);
}

#[test]
fn a_quarter_of_a_second_is_as_many_frames_as_the_time_step_makes_of_it() {
    for (hz, frames) in [(30, 8), (60, 15), (144, 36), (240, 60), (1000, 250)] {
        let seconds = 1.0 / hz as f32;
        assert_eq!(frames_in(FROZEN_SECONDS, seconds), frames);
        let mut tracker = FrozenTracker::new([DVec3::ONE]).with_frames_of(seconds);
        assert_eq!(candidates(&mut tracker, frames as usize - 1, |_| Vec3::X, |_| DVec3::ONE), 0, "{hz}");
        assert_eq!(candidates(&mut tracker, 1, |_| Vec3::X, |_| DVec3::ONE), 1, "{hz}");
    }
    assert_eq!(frames_in(FROZEN_SECONDS, 10.0), 1, "a frame longer than that");
}

#[test]
fn trembling_within_a_millimetre_is_no_progress_but_creeping_is() {
    let mut tracker = FrozenTracker::new([DVec3::ZERO]);
    assert_eq!(candidates(&mut tracker, 100, |_| Vec3::X, |f| DVec3::X * (f % 2) as f64 * 9e-4), 1);
    tracker.restart(0, DVec3::ZERO);
    // 0.1 mm a frame: 1.5 mm in 15 frames.
    assert_eq!(candidates(&mut tracker, 300, |_| Vec3::X, |f| DVec3::Z * f as f64 * 1e-4), 0);
    tracker.restart(0, DVec3::ZERO);
    // 0.05 mm a frame: 0.75 mm in 15 frames, and away after 20; then the same again.
    assert!(candidates(&mut tracker, 100, |_| Vec3::X, |f| DVec3::Z * f as f64 * 5e-5) >= 4);
}

#[test]
fn who_desires_something_else_meanwhile_or_nothing_is_no_candidate() {
    let still = |_| DVec3::ZERO;
    let mut tracker = FrozenTracker::new([DVec3::ZERO]);
    assert_eq!(candidates(&mut tracker, 300, |f| if f / 14 % 2 == 0 { Vec3::X } else { Vec3::Z }, still), 0);
    assert_eq!(candidates(&mut tracker, 300, |_| Vec3::ZERO, still), 0);
    assert_eq!(candidates(&mut tracker, 300, |_| Vec3::NAN, still), 0);
    // In a quarter of a second it makes less than what is asked to be free.
    assert_eq!(candidates(&mut tracker, 300, |_| Vec3::X * 0.079, still), 0);
    assert_eq!(candidates(&mut tracker, 300, |_| Vec3::X * 0.081, still), 1);
}

#[test]
fn a_run_begins_where_the_frame_of_a_new_desire_begins() {
    let mut tracker = FrozenTracker::new([DVec3::ZERO]);
    tracker.frame(0, Vec3::Z, DVec3::X * 5.0);
    // It turns, and that frame leads 1 cm on: the standstill begins behind it.
    tracker.frame(0, Vec3::X, DVec3::X * 5.01);
    assert_eq!(candidates(&mut tracker, 14, |_| Vec3::X, |_| DVec3::X * 5.01), 0);
    assert_eq!(candidates(&mut tracker, 1, |_| Vec3::X, |_| DVec3::X * 5.01), 1);
}

#[test]
fn broken_positions_and_unknown_numbers_are_survived() {
    let mut tracker = FrozenTracker::new([DVec3::ZERO]);
    assert_eq!(candidates(&mut tracker, 100, |_| Vec3::X, |_| DVec3::NAN), 0);
    assert_eq!(candidates(&mut tracker, 20, |_| Vec3::X, |_| DVec3::ONE), 1, "finite again, and watched again");
    assert!(!tracker.frame(7, Vec3::X, DVec3::ONE));
    tracker.restart(7, DVec3::ONE);
}

#[test]
fn directions_are_level_or_along_the_floor_and_within_60_degrees() {
    let headings = [Vec3::X, Vec3::new(0.6, 0.0, -0.8), Vec3::new(-3.0, 0.0, 1.0)];
    let lean = |degrees: f32| Vec3::new(degrees.to_radians().sin(), degrees.to_radians().cos(), 0.0);
    for velocity in headings {
        for floor in [None, Some(Vec3::Y), Some(lean(10.0)), Some(lean(50.0)), Some(lean(-30.0))] {
            let directions: Vec<Vec3> = free_directions(velocity, floor).collect();
            assert!(directions[0].abs_diff_eq(velocity.normalize(), 1e-6), "{directions:?}");
            let inclined = floor.is_some_and(|normal| normal != Vec3::Y);
            assert!(if inclined { directions.len() > 9 } else { directions.len() == 9 }, "{directions:?}");
            for (number, direction) in directions.iter().enumerate() {
                assert!((direction.length() - 1.0).abs() < 1e-6);
                assert!(direction.dot(velocity.normalize()) > 0.499_99, "{direction} for {velocity}");
                let normal = if number < 9 { Vec3::Y } else { floor.expect("an inclined floor") };
                assert!(direction.dot(normal).abs() < 1e-6, "{direction} on {normal}");
            }
        }
    }
    assert_eq!(free_directions(Vec3::Y * 3.0, Some(Vec3::Y)).count(), 0, "straight up is no walk");
}

/// Triangles from their corners, four to a quad.
fn world(quads: &[[Vec3; 4]]) -> World {
    let positions: Vec<Vec3> = quads.iter().flatten().copied().collect();
    let triangles: Vec<[u32; 3]> = (0..quads.len() as u32)
        .flat_map(|quad| [[0, 1, 2], [0, 2, 3]].map(|t| t.map(|corner| 4 * quad + corner)))
        .collect();
    World::from_mesh(Mesh::new(&positions, &triangles).expect("a sound level"))
}

/// A strip along z, 40 m long, between two points of the plane z = 0.
fn strip(from: (f32, f32), to: (f32, f32)) -> [Vec3; 4] {
    [(from, -20.0), (from, 20.0), (to, 20.0), (to, -20.0)].map(|((x, y), z)| Vec3::new(x, y, z))
}

/// How often somebody freezes in two seconds who is nailed at a place.
fn freezes(world: &World, shape: &Ellipsoid, place: Vec3, velocity: Vec3, floor: Option<Vec3>) -> usize {
    let place = place.as_dvec3();
    let mut tracker = FrozenTracker::new([place]);
    let mut hull = Hull::new(shape, SKIN);
    let mut frame = |_: &usize| {
        tracker.frame(0, velocity, place)
            && is_frozen(place, velocity, floor, |from, way| {
                assert!((way.length() - FROZEN_STEP).abs() < 1e-6);
                hull.is_free(world, from, way)
            })
    };
    (0..120).filter(&mut frame).count()
}

#[test]
fn with_its_hull_exactly_on_a_floor_beside_a_wall_that_leans_it_is_frozen_if_it_does_not_slide() {
    for radii in [Vec3::splat(0.5), Vec3::new(0.3, 0.5, 0.7), Vec3::new(0.4, 0.9, 0.4), Vec3::new(0.2, 1.0, 0.2)] {
        let shape = Ellipsoid::new(radii).expect("radii are positive");
        for lean in [-2e-3, 0.0, 2e-3] {
            let wall = strip((lean * -5.0, -5.0), (lean * 5.0, 5.0));
            let world = world(&[strip((-20.0, 0.0), (20.0, 0.0)), wall]);
            // Units in the last place below the hull's height, on it and above; and where other stops leave it.
            let height = radii.y + 0.875 * SKIN;
            for height in [height.next_down().next_down(), height, height.next_up(), height + STOP] {
                let (hull, lean) = ((radii + 0.875 * SKIN).as_dvec3(), f64::from(lean));
                let support = hull.x.hypot(lean * hull.y) + f64::from(STOP) * 1.0_f64.hypot(lean);
                let beside = (support - lean * f64::from(height)) as f32;
                let place = Vec3::new(-beside, height, 1.0);
                for speed in [0.2, 1.0, 4.0] {
                    let freezes = |x, z| freezes(&world, &shape, place, Vec3::new(x, 0.0, z) * speed, Some(Vec3::Y));
                    assert_eq!(freezes(0.8, 0.6), 1, "{radii} at {place}, along the wall is a way");
                    assert_eq!(freezes(-0.6, 0.8), 1, "{radii} at {place}, away from the wall is a way");
                    assert_eq!(freezes(1.0, 0.0), 0, "{radii} at {place}, it faces the wall");
                    assert_eq!(freezes(0.95, -0.312_25), 0, "{radii} at {place}, the way is 72 degrees aside");
                }
            }
        }
    }
}

#[test]
fn who_stands_before_an_edge_or_a_slope_too_high_for_it_is_not_frozen() {
    let person = Ellipsoid::new(Vec3::new(0.4, 0.9, 0.4)).expect("a person");
    let floor = strip((-20.0, 0.0), (0.0, 0.0));
    let height = 0.9 + 0.875 * SKIN + STOP;
    // A kerb of 30 cm, which raised by 45 degrees the hull would get over.
    let kerb = world(&[floor, strip((0.0, 0.0), (0.0, 0.3)), strip((0.0, 0.3), (20.0, 0.3))]);
    let hull = [0.4, 0.9].map(|radius| radius + 0.875 * SKIN);
    let above = (height - 0.3) / hull[1];
    let before_kerb = hull[0] * (1.0 - above * above).sqrt() + 2.0 * STOP;
    // A slope of 60 degrees.
    let slope = world(&[floor, strip((0.0, 0.0), (5.0, 5.0 * 3.0_f32.sqrt()))]);
    let (normal, edge) = (Vec3::new(-0.866_025_4, 0.5, 0.0), (hull[0] * 0.866_025_4).hypot(hull[1] * 0.5));
    let before_slope = (edge - height * 0.5) / 0.866_025_4 + 2.0 * STOP;
    assert!(normal.is_normalized());
    for (world, before) in [(&kerb, before_kerb), (&slope, before_slope)] {
        let place = Vec3::new(-before, height, 0.0);
        let freezes = |x, z| freezes(world, &person, place, Vec3::new(x, 0.0, z), Some(Vec3::Y));
        assert_eq!(freezes(1.0, 0.0), 0, "at {place}");
        assert_eq!(freezes(0.5, 0.9), 1, "at {place}, along its foot is a way");
        assert_eq!(freezes(-1.0, 0.0), 1, "at {place}, back is a way");
    }
}

#[test]
fn who_stops_on_a_slope_that_it_can_walk_is_frozen_uphill_too() {
    let person = Ellipsoid::new(Vec3::new(0.4, 0.9, 0.4)).expect("a person");
    for degrees in [5.0_f32, 25.0, 45.0] {
        let (sine, cosine) = degrees.to_radians().sin_cos();
        let world = world(&[strip((-20.0 * cosine, -20.0 * sine), (20.0 * cosine, 20.0 * sine))]);
        let normal = Vec3::new(-sine, cosine, 0.0);
        let hull = Vec3::new(0.4, 0.9, 0.4) + 0.875 * SKIN;
        let place = normal * ((normal * hull).length() + STOP);
        for velocity in [Vec3::X, Vec3::NEG_X, Vec3::Z] {
            assert_eq!(freezes(&world, &person, place, velocity, Some(normal)), 1, "{degrees} degrees, {velocity}");
        }
        // On ground that is no floor it need not walk up. A rise of 5 degrees is less than the room below a stop.
        assert_eq!(freezes(&world, &person, place, Vec3::X, None), usize::from(degrees < 10.0), "{degrees} degrees");
    }
}

#[test]
fn who_is_wedged_where_the_hull_does_not_fit_is_not_frozen() {
    let ball = Ellipsoid::ball(0.5).expect("a ball");
    let height = 0.5 + 0.875 * SKIN + STOP;
    let corridor = |gap: f32| {
        let [left, right] = [-0.5 - gap, 0.5 + gap].map(|x| strip((x, -5.0), (x, 5.0)));
        freezes(
            &world(&[strip((-20.0, 0.0), (20.0, 0.0)), left, right]),
            &ball,
            Vec3::Y * height,
            Vec3::Z,
            Some(Vec3::Y),
        )
    };
    assert_eq!([corridor(0.005), corridor(0.008), corridor(0.0095), corridor(0.1)], [0, 0, 1, 1]);
}

/// A square of 8 m in the plane with this normal that touches a hull at the origin with the gap of a stop.
fn square(hull: Vec3, normal: Vec3) -> [Vec3; 4] {
    let (along, foot) = (normal.any_orthonormal_vector(), -normal * ((normal * hull).length() + STOP));
    let across = normal.cross(along);
    [(-4.0, -4.0), (4.0, -4.0), (4.0, 4.0), (-4.0, 4.0)].map(|(x, y)| foot + along * x + across * y)
}

/// Between a wall, the bank that carries it, and a bank that is too steep to stand on, no way may lead on along the floor, although the
/// hull has room above the crease of both banks. The judge of places knows where a way leads on.
#[test]
fn who_walks_into_the_corner_of_a_bank_a_steeper_one_and_a_wall_is_not_frozen() {
    let (count, seed) = cases((1_000, 1), (150, 2));
    let mut random = Random(seed);
    let mut between = |least: f32, most: f32| least + (most - least) * 0.5 * (random.signed() + 1.0);
    let (mut stay, mut freeze, mut roomy) = (0, 0, 0);
    let walk_cosine = 50.0_f32.to_radians().cos();
    for case in 0..count {
        let radii = Vec3::new(between(0.2, 0.7), between(0.2, 1.0), between(0.2, 0.7));
        let hull = radii + 0.875 * SKIN;
        let normal = |slope: f32, turn: f32| {
            let ((sine, cosine), (aside, ahead)) = (slope.to_radians().sin_cos(), turn.to_radians().sin_cos());
            Vec3::new(sine * ahead, cosine, sine * aside)
        };
        let (floor, steep) = (normal(between(42.0, 49.0), 0.0), normal(between(51.0, 56.0), between(5.0, 60.0)));
        let quads = [floor, steep, Vec3::X].map(|normal| square(hull, normal));
        let heading = between(0.0, std::f32::consts::PI);
        let velocity = Vec3::new(heading.cos(), 0.0, -heading.sin()) * 4.0;
        let triangles: Vec<_> = quads
            .iter()
            .flat_map(|q| [[q[0], q[1], q[2]], [q[0], q[2], q[3]]])
            .map(|t| t.map(Vec3::as_dvec3))
            .collect();
        let places = Places::new(&triangles, hull.as_dvec3());
        let limits = Limits { slope_cosine: f64::from(walk_cosine), step_height: 0.4, snap_distance: 0.4 };
        let domain = Domain::new(&places, limits);
        let mut march = March::start(&domain, DVec2::ZERO, 0.0).expect("it stands there");
        let ahead = DVec2::new(f64::from(velocity.x), f64::from(velocity.z)).normalize();
        // The gaps of a stop come first.
        march.advance(&domain, ahead * 0.02, 0.002);
        let from = march.place;
        march.advance(&domain, ahead * 0.1, 0.002);
        let gone = (march.place - from).length() / 0.1;

        let world = world(&quads);
        let mut body = Hull::new(&Ellipsoid::new(radii).expect("radii"), SKIN);
        let walks = is_frozen(DVec3::ZERO, velocity, Some(floor), |from, way| {
            body.can_walk(&world, from, way, floor, walk_cosine)
        });
        let has_room = is_frozen(DVec3::ZERO, velocity, Some(floor), |from, way| body.is_free(&world, from, way));
        if gone < 1e-3 {
            assert!(!walks, "case {case}: {radii} on {floor} beside {steep}, {velocity}: the judge stays");
            (stay, roomy) = (stay + 1, roomy + usize::from(has_room));
        } else if gone > 0.75 {
            assert!(walks, "case {case}: {radii} on {floor} beside {steep}, {velocity}: the judge goes on, {gone}");
            freeze += 1;
        }
    }
    println!("{stay} stay, {roomy} of them with room above the crease; {freeze} would be frozen");
    assert!(roomy > count / 50 && freeze > count / 5, "{roomy} and {freeze} of {count}");
}
