//! Queries at places in two parts: ten thousand kilometres out they answer what they answer at the origin.

use crate::testkit::Random;
use crate::testkit::placed::{PlacedWorld, soups, turned};
use crate::testkit::worlds::{quad, room, world_of};
use glam::{DVec3, Quat, Vec3};
use sweep8::{
    Body, BodyPart, CharacterProfile, CharacterState, Ellipsoid, Field, MoveInput, OrientedEllipsoid, Placement,
    Position, RayQuery, Sides, SlideSettings, SweepQuery, World,
};
use sweep8_scalar_ref::brute_force::closest_point;
use sweep8_scalar_ref::testkit::lists::listed;

const SHAPES: [Vec3; 3] = [Vec3::new(0.4, 0.9, 0.4), Vec3::splat(0.5), Vec3::new(0.15, 0.6, 0.25)];

const FAR: [DVec3; 3] =
    [DVec3::new(1e7, 0.0, -1e7), DVec3::new(-3_333_333.3, 1e5, 7_654_321.123_4), DVec3::new(12.34, 1.6e7, 0.7)];

/// How far answers may be apart, metres.
const CLOSE: f64 = 1e-3;

fn oriented(radii: Vec3, orientation: Quat) -> OrientedEllipsoid {
    OrientedEllipsoid::new(Ellipsoid::new(radii).expect("a shape"), orientation).expect("a rotation")
}

/// Every second one lies along the axes.
fn shape(random: &mut Random) -> OrientedEllipsoid {
    let orientation = if random.whole(0, 1) == 0.0 { Quat::IDENTITY } else { turned(random) };
    oriented(SHAPES[random.whole(0, 2) as usize], orientation)
}

/// Answers of one kind: how many were compared, how many differ in whether there is one, and by how much the others are apart at
/// most: metres, or weights of corners of triangles that are no larger.
#[derive(Debug, Default)]
struct Apart {
    compared: u32,
    flipped: u32,
    most: f64,
}

impl Apart {
    /// Of both answers what is compared of them, in the same place.
    fn note<const N: usize>(&mut self, answers: [Option<[f64; N]>; 2]) {
        match answers {
            [Some(near), Some(far)] => {
                self.compared += 1;
                self.most = near.iter().zip(&far).map(|(near, far)| (near - far).abs()).fold(self.most, f64::max);
            }
            [near, far] => self.flipped += u32::from(near.is_some() != far.is_some()),
        }
    }

    fn hold(&self, what: &str) {
        println!("{what}: {self:?}");
        assert!(self.compared > 60 && self.flipped * 100 <= self.compared && self.most < CLOSE, "{what}: {self:?}");
    }
}

/// The answers of two worlds, each with the place where it lies, to one question at the same place beside each.
fn ask(
    both: &[(DVec3, World); 2],
    place: DVec3,
    mut of: impl FnMut(&World, DVec3, DVec3) -> Option<[f64; 4]>,
) -> [Option<[f64; 4]>; 2] {
    both.each_ref().map(|(about, world)| of(world, *about + place, *about))
}

/// A point as it is seen from where the world lies.
fn seen(point: Position, about: DVec3) -> [f64; 3] {
    (point.to_dvec3() - about).to_array()
}

#[test]
fn ten_thousand_kilometres_out_queries_answer_what_they_answer_at_the_origin() {
    let [mut sweeps, mut bodies, mut depths, mut ways_out, mut slides] = [(); 5].map(|()| Apart::default());
    let [mut closests, mut rays, mut segments] = [(); 3].map(|()| Apart::default());
    for (seed, about) in FAR.into_iter().enumerate() {
        for round in 0..8 {
            let both = [DVec3::ZERO, about].map(|about| {
                let placed: PlacedWorld = soups(&mut Random(seed as u64 * 100 + round), about, 4);
                (about, placed.world)
            });
            let mut random = Random(seed as u64 * 100 + round + 50);
            for _ in 0..40 {
                // The same place beside both, to the last place of the far one.
                let place = Position::from(about + random.vector(3.0)).to_dvec3() - about;
                let (shape, other, offset) = (shape(&mut random), shape(&mut random), random.vector(1.5).as_vec3());
                let body = Body::new(&[BodyPart { shape, offset: Vec3::ZERO }, BodyPart { shape: other, offset }]);
                let body = body.expect("a body");
                let way = (random.direction() * random.scale(0.05, 8.0)).as_vec3();
                // Past the middle, where most triangles are.
                let aim = ((random.vector(0.6) - place) * 2.0).as_vec3();
                let length = f64::from(way.length());
                let with = |[x, y, z]: [f64; 3], more: f64| [x, y, z, more];
                sweeps.note(ask(&both, place, |world, center, _| {
                    let hit = world.sweep(shape, center, way, Sides::Both).expect("in range")?;
                    // Where two are touched at once, either is named: the fraction alone tells.
                    let steep = hit.normal.dot(way.normalize()) < -0.05;
                    let weights = if steep && hit.overlap == 0.0 { hit.barycentric } else { Vec3::ZERO };
                    Some(with(weights.as_dvec3().to_array(), f64::from(hit.fraction) * length))
                }));
                bodies.note(ask(&both, place, |world, center, _| {
                    let hit = world.sweep_body(&body, center, way, Sides::Both).expect("in range")?;
                    Some(with([f64::from(hit.hit.overlap), 0.0, 0.0], f64::from(hit.hit.fraction) * length))
                }));
                depths.note(ask(&both, place, |world, center, _| {
                    let overlaps = listed(|all| world.overlap_all(shape, center, Sides::Both, all)).expect("in range");
                    let deepest = overlaps.iter().max_by(|a, b| a.depth.total_cmp(&b.depth))?;
                    Some(with(deepest.barycentric.as_dvec3().to_array(), f64::from(deepest.depth)))
                }));
                ways_out.note(ask(&both, place, |world, center, _| {
                    let mut contacts = Vec::new();
                    let out = world.depenetrate(shape, center, Sides::Both, &mut contacts).expect("in range");
                    let is_simple = contacts.len() == 1;
                    is_simple.then(|| with(out.displacement.as_dvec3().to_array(), f64::from(out.depth_left)))
                }));
                slides.note(ask(&both, place, |world, center, about| {
                    let out = world.slide(shape, center, way, &SlideSettings::default()).expect("in range");
                    let is_simple = out.depenetrated_by == 0.0 && out.contacts().len() <= 1;
                    is_simple.then(|| with(seen(out.position, about), f64::from(out.path)))
                }));
                closests.note(ask(&both, place, |world, center, _| {
                    let found = world.closest_point(center, 5.0, Sides::Both).expect("in range")?;
                    Some(with(found.barycentric.as_dvec3().to_array(), f64::from(found.distance)))
                }));
                rays.note(ask(&both, place, |world, center, _| {
                    let hit = world.ray(center, aim, f32::INFINITY, Sides::Both).expect("in range")?;
                    Some(with(hit.barycentric.as_dvec3().to_array(), f64::from(hit.distance)))
                }));
                segments.note(ask(&both, place, |world, center, _| {
                    let end = center + aim.as_dvec3();
                    let hit = world.segment(center, end, Sides::Both).expect("in range")?;
                    Some(with(hit.barycentric.as_dvec3().to_array(), f64::from(hit.distance)))
                }));
            }
        }
    }
    sweeps.hold("sweeps");
    bodies.hold("sweeps of bodies");
    depths.hold("deepest overlaps");
    ways_out.hold("ways out of one triangle");
    slides.hold("slides with one contact at most");
    closests.hold("closest points");
    rays.hold("rays");
    segments.hold("segments");
}

#[test]
fn the_parts_of_a_body_lie_where_they_are_far_out_and_touch_a_wall_by_what_they_reach() {
    let wall = world_of(&quad(Vec3::new(0.0, -5.0, -5.0), Vec3::Y * 10.0, Vec3::Z * 10.0));
    let cooked = wall.mesh(wall.instances().next().expect("a mesh")).expect("it is there");
    // A ball, and an ellipsoid that lies along the way, 0.4 and 0.85 m before the body's centre.
    let lying = oriented(Vec3::new(0.3, 0.9, 0.3), Quat::from_rotation_z(std::f32::consts::FRAC_PI_2));
    for (offset, shape, reach) in [(0.4, Ellipsoid::ball(0.25).expect("a ball").into(), 0.25), (0.85, lying, 0.9)] {
        let body = Body::new(&[BodyPart { shape, offset: Vec3::X * offset }]).expect("a body");
        for about in FAR {
            let mut world = World::new();
            world.add(&cooked, Placement::at(about)).expect("in range");
            let center = about - DVec3::X * 3.3;
            let hit = world.sweep_body(&body, center, Vec3::X * 4.0, Sides::Both).expect("in range");
            let hit = hit.expect("a wall").hit;
            let (gone, expected) = (4.0 * f64::from(hit.fraction), 3.3 - f64::from(offset) - reach);
            println!("{gone} m gone from {center}, {expected} m expected");
            assert!((gone - expected).abs() < 1e-5, "{gone}, not {expected}");
            assert!((hit.point.as_dvec3() - about).length() < 1.2e-7 * about.length(), "{:?}", hit.point);
        }
    }
}

#[test]
fn points_rays_and_segments_far_out_keep_their_digits_in_one_mesh_too() {
    // 16 m of floor, 8,000 km out in the mesh itself, where an f32 has steps of half a metre.
    let corner = Vec3::new(8e6, 64.0, -8e6);
    let world = world_of(&quad(corner, Vec3::Z * 16.0, Vec3::X * 16.0));
    for above in [0.001, 0.3, 0.7] {
        let place = corner.as_dvec3() + DVec3::new(7.3, above, 5.2);
        let closest = world.closest_point(place, 0.75, Sides::Both).expect("in range").expect("a floor");
        assert!((f64::from(closest.distance) - above).abs() < 1e-6, "{closest:?}");
        let ray = world.ray(place, Vec3::NEG_Y, 1.0, Sides::Both).expect("in range").expect("a floor");
        assert!((f64::from(ray.distance) - above).abs() < 1e-6, "{ray:?}");
        let end = place - DVec3::Y * 2.0 * above;
        let segment = world.segment(place, end, Sides::Both).expect("in range").expect("a floor");
        assert!((segment.barycentric - closest.barycentric).length() < 1e-6, "{segment:?}, {closest:?}");
        for shape in [oriented(SHAPES[0], Quat::IDENTITY), oriented(SHAPES[0], Quat::from_rotation_z(0.3))] {
            let half = f64::from((shape.shape().radii() * (shape.orientation().conjugate() * Vec3::Y)).length());
            let start = place + DVec3::Y * half;
            let hit = world.sweep(shape, start, Vec3::NEG_Y, Sides::Both).expect("in range");
            assert!((f64::from(hit.expect("a floor").fraction) - above).abs() < 1e-5, "{hit:?}, {above}");
            let sunk = place - DVec3::Y * (above - 0.5 * half);
            let out = world.depenetrate(shape, sunk, Sides::Both, &mut Vec::new()).expect("in range");
            assert!((f64::from(out.displacement.y) - 0.5 * half).abs() < CLOSE, "{out:?}, {half}");
        }
    }
}

#[test]
fn a_place_whose_parts_are_no_sum_of_two_roundings_is_the_same_place() {
    let mut random = Random(8);
    let world = world_of(&room(&mut random, 4.0, 4, 40));
    let mut hits = 0;
    for _ in 0..200 {
        let (shape, place) = (shape(&mut random), random.vector(3.0));
        let low = random.vector(1.9).as_vec3();
        let odd = Position { high: (place - low.as_dvec3()).as_vec3(), low };
        let even = Position::from(odd.to_dvec3());
        let way = (random.direction() * random.scale(0.05, 2.0)).as_vec3();
        let all = |center: Position| {
            [
                format!("{:?}", world.sweep(shape, center, way, Sides::Both)),
                format!("{:?}", listed(|all| world.overlap_all(shape, center, Sides::Both, all))),
                format!("{:?}", world.closest_point(center, 1.0, Sides::Both)),
                format!("{:?}", world.ray(center, way, 3.0, Sides::Both)),
                format!("{:?}", world.slide(shape, center, way, &SlideSettings::default())),
            ]
            .concat()
        };
        let text = all(odd);
        assert_eq!(text, all(even), "{odd:?}");
        hits += u32::from(text.contains("fraction"));
    }
    assert!(hits > 50, "{hits}");
}

#[test]
fn many_queries_of_turned_shapes_far_out_give_the_bits_of_one_by_one() {
    let about = FAR[1];
    let mut random = Random(9);
    let placed = soups(&mut random, about, 16);
    let filter = Sides::Both.into();
    let one = |random: &mut Random| SweepQuery::<OrientedEllipsoid, Position> {
        shape: shape(random),
        center: (about + random.vector(3.0)).into(),
        displacement: (random.direction() * 2.0).as_vec3(),
        filter,
    };
    let sweeps: Vec<SweepQuery<_, _>> = (0..200).map(|_| one(&mut random)).collect();
    let rays: Vec<RayQuery<_>> = sweeps
        .iter()
        .map(|&SweepQuery { center, displacement, .. }| RayQuery {
            origin: center,
            direction: displacement,
            distance: 3.0,
            filter,
        })
        .collect();
    let (mut hits, mut passed) = (vec![Ok(None); 200], vec![Ok(None); 200]);
    placed.world.sweep_many(&sweeps, &mut hits).expect("as many");
    placed.world.ray_many(&rays, &mut passed).expect("as many");
    for (query, hit) in sweeps.iter().zip(&hits) {
        let alone = placed.world.sweep(query.shape, query.center, query.displacement, filter);
        assert_eq!(*hit, alone);
    }
    for (query, hit) in rays.iter().zip(&passed) {
        assert_eq!(*hit, placed.world.ray(query.origin, query.direction, query.distance, filter));
        let Ok(Some(hit)) = hit else { continue };
        let triangle = placed.named(hit.instance, hit.triangle);
        let point = hit.point.as_dvec3();
        assert!(point.distance(closest_point(point, triangle)) < 1.2e-7 * point.length(), "{hit:?}");
    }
    let [hits, passed] = [hits.iter().flatten().flatten().count(), passed.iter().flatten().flatten().count()];
    println!("{hits} of 200 hit, {passed} rays pass something");
    assert!(hits > 40 && passed > 10, "{hits}, {passed}");
}

#[test]
fn what_is_no_rotation_and_no_place_is_refused_by_its_name() {
    let ball = Ellipsoid::ball(0.5).expect("a ball");
    let bad = [
        Quat::from_xyzw(0.0, 0.0, 0.0, 0.0),
        Quat::from_xyzw(0.0, 0.0, 0.0, 1.1),
        Quat::from_xyzw(f32::NAN, 0.0, 0.0, 1.0),
        Quat::from_xyzw(0.0, f32::INFINITY, 0.0, 1.0),
        Quat::from_xyzw(3e19, 3e19, 0.0, 0.0),
    ];
    for orientation in bad {
        let refused = OrientedEllipsoid::new(ball, orientation).expect_err("it is no rotation");
        assert_eq!(refused.field(), Field::Orientation);
        // As that of a state.
        let mut state = CharacterState { orientation, ..CharacterState::new(Vec3::ZERO) };
        let (world, profile) = (World::new(), CharacterProfile::of_shape(ball));
        let of_state = world.move_character(&profile, &mut state, &MoveInput::EARTH, 0.1).expect_err("nor here");
        assert_eq!(refused, of_state);
    }
    let world = World::new();
    let turned = oriented(SHAPES[0], Quat::from_rotation_x(0.7));
    // Where there is nothing, nothing is met.
    let nothing = world.sweep(turned, FAR[0], Vec3::X, Sides::Both).expect("in range");
    assert!(nothing.is_none() && !world.overlap(turned, FAR[0], Sides::Both).expect("in range"));
    let settings = SlideSettings::default();
    let out = world.slide(turned, FAR[0], Vec3::X, &settings).expect("in range");
    assert!((out.position.to_dvec3() - FAR[0] - DVec3::X).length() < 1e-6, "{out:?}");
    for (position, field) in [
        (Position::from(DVec3::new(0.0, f64::NAN, 0.0)), Field::Position),
        (Position::from(DVec3::new(2e7, 0.0, 0.0)), Field::Position),
        (Position { high: Vec3::ZERO, low: Vec3::X * 3.0 }, Field::PositionLow),
        (Position { high: Vec3::ZERO, low: Vec3::Y * f32::NAN }, Field::PositionLow),
    ] {
        let (way, sides) = (Vec3::X, Sides::Both);
        let body = Body::new(&[BodyPart { shape: turned, offset: Vec3::ZERO }]).expect("a body");
        let errors = [
            world.sweep(turned, position, way, sides).expect_err("no place"),
            listed(|all| world.sweep_all(turned, position, way, sides, all)).expect_err("no place"),
            world.sweep_any(turned, position, way, sides).expect_err("no place"),
            world.sweep_body(&body, position, way, sides).expect_err("no place"),
            world.overlap(turned, position, sides).expect_err("no place"),
            listed(|all| world.overlap_all(turned, position, sides, all)).expect_err("no place"),
            world.depenetrate(turned, position, sides, &mut Vec::new()).expect_err("no place"),
            world.slide(turned, position, way, &settings).expect_err("no place"),
            world.closest_point(position, 1.0, sides).expect_err("no place"),
            world.ray(position, way, 1.0, sides).expect_err("no place"),
            listed(|all| world.ray_all(position, way, 1.0, sides, all)).expect_err("no place"),
            world.segment(Vec3::ZERO, position, sides).expect_err("no place"),
            world.segment_any(position, Vec3::ZERO, sides).expect_err("no place"),
        ];
        assert!(errors.iter().all(|error| error.field() == field), "{position:?}: {errors:?}");
    }
}
