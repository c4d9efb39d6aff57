//! Instances that deform: after any change of vertices they answer, to the bit, as a mesh that is cooked anew, and as brute force
//! in `f64`; what is refused changes nothing.

use crate::testkit::Random;
use crate::testkit::cases;
use crate::testkit::placed::{placed_triangle, scaled, turned};
use crate::testkit::soup::KINDS;
use crate::testkit::worlds::terrain;
use glam::{DVec3, Vec3};
use std::collections::HashMap;
use sweep8::{Backend, DeformError, Ellipsoid, InputError, InstanceId, Mesh, Placement, Sides, SlideSettings, World};
use sweep8_scalar_ref::brute_force::{
    Triangle, closest_point, distance, first_contact, least_distance_along, to_ellipsoid_space,
};

/// Vertices and triangles, as they are at a time.
#[derive(Clone)]
struct Surface {
    vertices: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
}

impl Surface {
    /// Of triangles; where `shared`, those that meet at a place have one vertex there.
    fn of(level: &[[Vec3; 3]], shared: bool) -> Self {
        let (mut vertices, mut known) = (Vec::new(), HashMap::new());
        let mut vertex = |v: Vec3| {
            let next = vertices.len() as u32;
            let number = if shared { *known.entry(v.to_array().map(f32::to_bits)).or_insert(next) } else { next };
            if number == next {
                vertices.push(v);
            }
            number
        };
        let triangles = level.iter().map(|corners| corners.map(&mut vertex)).collect();
        Self { vertices, triangles }
    }

    fn mesh(&self) -> Mesh {
        Mesh::new(&self.vertices, &self.triangles).expect("it is a mesh")
    }

    /// Those with an area, where they lie in a world.
    fn placed(&self, placement: &Placement) -> Vec<(u32, Triangle)> {
        let corners = self.triangles.iter().map(|t| t.map(|vertex| self.vertices[vertex as usize]));
        let with_area = (0..).zip(corners).filter(|(_, corners)| {
            let [a, b, c] = corners.map(Vec3::as_dvec3);
            (b - a).cross(c - a) != DVec3::ZERO
        });
        with_area.map(|(id, corners)| (id, placed_triangle(placement, &corners))).collect()
    }

    /// Draws what comes next: which vertices go where.
    fn change(&self, random: &mut Random) -> Vec<(u32, Vec3)> {
        let count = self.vertices.len();
        let any = |random: &mut Random| random.range(0.0, count as f64) as usize;
        let numbered = |vertices: &[Vec3]| (0..).zip(vertices.iter().copied()).collect::<Vec<(u32, Vec3)>>();
        match random.whole(0, 9) as u32 {
            // Some by a little, a run of them, or all of them.
            0 | 1 => {
                let few = random.whole(1, 5) as usize;
                let moved = |random: &mut Random| {
                    let vertex = any(random);
                    (vertex as u32, self.vertices[vertex] + random.vector(0.3).as_vec3())
                };
                (0..few).map(|_| moved(random)).collect()
            }
            2 | 3 => {
                let (from, to) = (any(random), any(random));
                let run = from.min(to)..from.max(to);
                let by = random.vector(0.5).as_vec3();
                run.map(|vertex| (vertex as u32, self.vertices[vertex] + by)).collect()
            }
            4 => {
                let far = random.scale(0.01, 3.0);
                numbered(&self.vertices.iter().map(|v| v + random.vector(far).as_vec3()).collect::<Vec<_>>())
            }
            // Triangles lose their area, some become copies of others, and all may come to lie in one place.
            5 => {
                let onto = self.vertices[any(random)];
                (0..random.whole(1, 8) as usize).map(|_| (any(random) as u32, onto)).collect()
            }
            6 => {
                let middle = self.vertices[any(random)];
                numbered(&vec![middle; count])
            }
            // Smaller, larger, elsewhere: beyond the grid.
            7 => {
                let size = random.scale(1e-3, 1.0) as f32;
                numbered(&self.vertices.iter().map(|v| v * size).collect::<Vec<_>>())
            }
            8 => {
                let far = random.scale(1.0, 100.0);
                let by = random.vector(far).as_vec3();
                numbered(&self.vertices.iter().map(|v| v + by).collect::<Vec<_>>())
            }
            // As anew: what was lost comes back.
            _ => numbered(&self.vertices.iter().map(|_| random.vector(4.0).as_vec3()).collect::<Vec<_>>()),
        }
    }

    fn set(&mut self, change: &[(u32, Vec3)]) {
        for &(vertex, to) in change {
            self.vertices[vertex as usize] = to;
        }
    }
}

/// A world with another instance, so that it is no world of one mesh.
fn world_beside_another() -> World {
    let mut world = World::new();
    let aside = Mesh::cuboid(Vec3::splat(0.1)).expect("it is a cuboid").cook();
    world.add(&aside, Placement::at(DVec3::splat(3e3))).expect("it fits");
    world
}

fn set(world: &mut World, id: InstanceId, change: &[(u32, Vec3)]) {
    let run = change.windows(2).all(|pair| pair[0].0 + 1 == pair[1].0);
    let (vertices, places): (Vec<u32>, Vec<Vec3>) = change.iter().copied().unzip();
    match change.first() {
        Some(&(first, _)) if run => world.set_vertices(id, first as usize, &places),
        _ => world.set_vertices_at(id, &vertices, &places),
    }
    .expect("all is in range");
}

/// A question to a world.
struct Question {
    shape: Ellipsoid,
    center: Vec3,
    way: Vec3,
}

impl Question {
    /// About some vertex of a surface.
    fn near(random: &mut Random, surface: &Surface, placement: &Placement) -> Self {
        let vertex = surface.vertices[random.range(0.0, surface.vertices.len() as f64) as usize];
        let about = crate::testkit::placed::placed_point(placement, vertex);
        let radii = [Vec3::splat(0.3), Vec3::new(0.2, 0.6, 0.3), Vec3::splat(0.05)][random.whole(0, 2) as usize];
        let far = random.scale(0.1, 4.0);
        Self {
            shape: Ellipsoid::new(radii).expect("it is a shape"),
            center: (about + random.vector(far)).as_vec3(),
            way: (random.direction() * random.scale(0.01, 30.0)).as_vec3(),
        }
    }

    /// All that a world answers.
    fn answers(&self, world: &World) -> String {
        let &Self { ref shape, center, way } = self;
        let sides = [Sides::Both, Sides::Front];
        let swept = sides.map(|sides| world.sweep(shape, center, way, sides));
        let overlaps = sides.map(|sides| world.overlap(shape, center, sides));
        let closest = sides.map(|sides| world.closest_point(center, 80.0, sides));
        let rays = sides.map(|sides| world.segment(center, center + way, sides));
        let mut contacts = Vec::new();
        let out = world.depenetrate(shape, center, Sides::Both, &mut contacts).expect("it is in range");
        // Of copies of a triangle a mesh that is cooked anew has the first only.
        contacts.dedup_by_key(|contact| (contact.instance, contact.point.to_array().map(f32::to_bits)));
        let out = format!("{contacts:?} {} {}", out.displacement, out.depth_left);
        let slid = world.slide(shape, center, way.clamp_length_max(0.2), &SlideSettings::default());
        format!("{swept:?} {overlaps:?} {closest:?} {rays:?} {out:?} {slid:?}")
    }

    /// Whether sweep and closest point are those of brute force; what was touched.
    fn judge(&self, world: &World, triangles: &[(u32, Triangle)], id: InstanceId) -> bool {
        let &Self { ref shape, center, way } = self;
        let (about, radii) = (center.as_dvec3(), shape.radii().as_dvec3());
        let local = |corners: &Triangle| corners.map(|v| to_ellipsoid_space(v, about, radii));
        let displacement = way.as_dvec3() / radii;
        let far = |corners: &Triangle| corners.iter().map(|v| (*v - about).abs().max_element()).fold(1.0, f64::max);
        let allowed =
            |corners: &Triangle| 2e-5 * (1.0 + (far(corners) + f64::from(way.length())) / radii.min_element());
        let hit = world.sweep(shape, center, way, Sides::Both).expect("it is in range");
        let hit = hit.filter(|hit| hit.instance == id);
        let fraction = hit.map_or(1.0, |hit| f64::from(hit.fraction));
        for (number, corners) in triangles {
            let contact = first_contact(DVec3::ZERO, displacement, &local(corners)).map(|contact| contact.fraction);
            // A triangle that is touched before the hit is touched no deeper than rounding.
            if contact.is_some_and(|first| first < fraction) && !hit.is_some_and(|hit| hit.overlap > 0.0) {
                let least = distance(displacement * fraction, &local(corners));
                let on_way = least_distance_along(DVec3::ZERO, displacement * fraction, &local(corners));
                assert!(least.min(on_way) > 1.0 - allowed(corners), "{number} is passed: {on_way} at {fraction}");
            }
        }
        if let Some(hit) = hit {
            let (_, corners) = triangles.iter().find(|(number, _)| *number == hit.triangle).expect("it has an area");
            let apart = distance(displacement * fraction, &local(corners));
            assert!(apart < 1.0 + allowed(corners), "{hit:?}: {apart} from it");
        }
        let apart = triangles.iter().map(|(_, corners)| closest_point(about, corners).distance(about));
        let expected = apart.fold(f64::INFINITY, f64::min);
        let closest = world.closest_point(center, 1e3, Sides::Both).expect("it is in range");
        let given = closest.map_or(f64::INFINITY, |closest| closest.distance.into());
        assert!(expected > 999.0 || (given - expected).abs() < 1e-5 * (1.0 + expected), "{given}, not {expected}");
        hit.is_some()
    }
}

fn surface(random: &mut Random, case: usize) -> Surface {
    let kind = case % (KINDS.len() + 2);
    if let Some((_, make)) = KINDS.get(kind) {
        let count = random.scale(1.0, 900.0) as usize;
        Surface::of(&crate::testkit::worlds::rounded(&make(random, count)), false)
    } else {
        let cells = random.whole(1, 40) as i32;
        Surface::of(&terrain(random, cells, 0.5, 0.4), true)
    }
}

#[test]
fn whatever_becomes_of_its_vertices_an_instance_answers_as_if_it_were_cooked_anew_and_as_brute_force() {
    let random = &mut Random(80);
    let (mut touched, mut asked) = (0, 0);
    for case in 0..cases(120, 24) {
        let mut surface = surface(random, case);
        let about = [DVec3::ZERO, DVec3::new(400.0, -30.0, 900.0)][case % 2];
        let placement = Placement {
            rotation: turned(random),
            scale: scaled(random, 0.5, 2.0),
            ..Placement::at(about + random.vector(3.0))
        };
        let mut world = world_beside_another();
        let id = world.add_deformable(surface.mesh().cook_deformable(), placement).expect("it fits");
        for round in 0..12 {
            if round > 0 {
                let change = surface.change(random);
                surface.set(&change);
                set(&mut world, id, &change);
            }
            assert_eq!(world.vertices(id).expect("it deforms"), surface.vertices);
            let mut anew = world_beside_another();
            let other = anew.add(&surface.mesh().cook(), placement).expect("it fits");
            assert_eq!((id, world.bounds()), (other, anew.bounds()), "case {case}, round {round}");
            let triangles = surface.placed(&placement);
            for _ in 0..12 {
                let question = Question::near(random, &surface, &placement);
                for backend in Backend::available() {
                    world = world.with_backend(backend).expect("it is available");
                    anew = anew.with_backend(backend).expect("it is available");
                    let [own, expected] = [&world, &anew].map(|world| question.answers(world));
                    assert_eq!(own, expected, "case {case}, round {round}, {backend}");
                }
                touched += u32::from(question.judge(&world, &triangles, id));
                asked += 1;
            }
        }
    }
    println!("{touched} of {asked} touched");
    assert!(touched > asked / 4, "{touched} of {asked}");
}

#[test]
fn a_mesh_that_lies_in_one_place_is_not_there_until_it_is_spread_out() {
    let flat = Surface::of(&terrain(&mut Random(1), 12, 1.0, 0.2), true);
    let folded = Surface { vertices: vec![Vec3::ONE; flat.vertices.len()], ..flat.clone() };
    let mut world = World::new();
    let id = world.add_deformable(folded.mesh().cook_deformable(), Placement::IDENTITY).expect("it fits");
    let ball = Ellipsoid::ball(0.3).expect("it is a ball");
    let sweep = |world: &World| {
        let hit = world.sweep(&ball, Vec3::new(0.3, 5.0, 0.4), Vec3::Y * -9.0, Sides::Both);
        hit.expect("it is in range")
    };
    for _ in 0..3 {
        assert_eq!((sweep(&world), world.bounds()), (None, None));
        world.set_vertices(id, 0, &flat.vertices).expect("it is in range");
        let hit = sweep(&world).expect("there is a floor");
        assert!((hit.fraction - 4.7 / 9.0).abs() < 0.05, "{hit:?}");
        let (own, expected) = (world.bounds().expect("there is a floor"), flat.mesh().bounds().expect("it is a floor"));
        assert!((own.0 - expected.0).length() + (own.1 - expected.1).length() < 1e-4, "{own:?}");
        world.set_vertices(id, 0, &folded.vertices).expect("it is in range");
    }
}

#[test]
fn a_triangle_that_loses_its_area_keeps_its_name() {
    let mut surface = Surface::of(&terrain(&mut Random(2), 6, 1.0, 0.2), true);
    let mut world = world_beside_another();
    let id = world.add_deformable(surface.mesh().cook_deformable(), Placement::IDENTITY).expect("it fits");
    let ball = Ellipsoid::ball(0.1).expect("it is a ball");
    for triangle in 0..surface.triangles.len() {
        let [a, b, c] = surface.triangles[triangle].map(|vertex| surface.vertices[vertex as usize]);
        let middle = (a + b + c) / 3.0;
        let named = |world: &World| {
            let down = world.sweep(&ball, middle + Vec3::Y, Vec3::Y * -1.5, Sides::Both);
            let ray = world.ray(middle + Vec3::Y, Vec3::NEG_Y, 2.0, Sides::Both).expect("it is in range");
            (down.expect("it is in range"), ray.map(|ray| ray.triangle))
        };
        assert_eq!(named(&world).1, Some(triangle as u32));
        let vertex = surface.triangles[triangle][0];
        let back = surface.vertices[vertex as usize];
        surface.set(&[(vertex, b)]);
        set(&mut world, id, &[(vertex, b)]);
        assert_ne!(named(&world).1, Some(triangle as u32), "it has no surface");
        surface.set(&[(vertex, back)]);
        set(&mut world, id, &[(vertex, back)]);
        assert_eq!(named(&world).1, Some(triangle as u32), "it is back");
    }
}

#[test]
fn what_is_refused_is_named_and_changes_nothing() {
    let surface = Surface::of(&terrain(&mut Random(3), 20, 1.0, 0.2), true);
    let count = surface.vertices.len();
    let mut world = World::new();
    let shared = world.add(&surface.mesh().cook(), Placement::at(DVec3::Y * -50.0)).expect("it fits");
    let place = Placement::at(DVec3::new(16_777_100.0, 0.0, 0.0));
    let id = world.add_deformable(surface.mesh().cook_deformable(), place).expect("it fits");
    let places = vec![Vec3::Y; count + 1];
    let mut with = |value: Vec3| {
        let mut places = surface.vertices.clone();
        places[7] = value;
        world.set_vertices(id, 0, &places)
    };
    let (nan, far) = (with(Vec3::new(0.0, f32::NAN, 0.0)), with(Vec3::splat(2e7)));
    assert!(matches!(nan, Err(DeformError::NotFinite { vertex: 7, .. })), "{nan:?}");
    assert_eq!(far, Err(DeformError::TooFar { vertex: 7, value: Vec3::splat(2e7) }));
    assert_eq!(nan.unwrap_err().to_string(), "vertex 7 is [0, NaN, 0]: every coordinate must be finite");
    let beyond = with(Vec3::X * 1e3);
    assert!(matches!(beyond, Err(DeformError::Input(InputError::OutOfRange { .. }))), "{beyond:?}");
    let range = DeformError::VertexOutOfRange { vertex: count, count };
    assert_eq!(world.set_vertices(id, 0, &places), Err(range));
    assert_eq!(world.set_vertices_at(id, &[3, count as u32], &places[..2]), Err(range));
    let far_off = DeformError::VertexOutOfRange { vertex: usize::MAX, count };
    assert_eq!(world.set_vertices(id, usize::MAX, &places[..1]), Err(far_off));
    let one_each = DeformError::VertexCount { given: 1, vertices: 2 };
    assert_eq!(world.set_vertices_at(id, &[3, 4], &places[..1]), Err(one_each));
    let is_shared = DeformError::Shared { instance: 0 };
    assert_eq!(world.set_vertices(shared, 0, &places), Err(is_shared));
    assert_eq!(world.vertices(shared), Err(is_shared));
    assert_eq!(world.vertices(id).expect("it deforms"), surface.vertices);

    // A target that only the new shape would take out of range.
    let target = Placement { translation: place.translation + DVec3::X * 100.0, ..place };
    world.move_to(id, target).expect("it is in range");
    let beyond = world.set_vertices_at(id, &[7], &[Vec3::X * 60.0]);
    assert!(matches!(beyond, Err(DeformError::Input(_))), "{beyond:?}");
    world.place(id, place).expect("it is in range");
    world.set_vertices_at(id, &[7], &[Vec3::X * 60.0]).expect("without a target it fits");

    let foreign = World::new().set_vertices(id, 0, &places[..1]);
    assert!(matches!(foreign, Err(DeformError::Input(InputError::ForeignInstance { .. }))), "{foreign:?}");
    world.remove(id).expect("it is there");
    let gone = world.set_vertices(id, 0, &places[..1]);
    assert_eq!(gone, Err(DeformError::Input(InputError::RemovedInstance { index: 1 })));
}

#[test]
fn of_a_world_and_its_clone_each_deforms_alone() {
    let random = &mut Random(4);
    let surfaces = [(); 2].map(|()| Surface::of(&terrain(random, 20, 0.5, 0.3), true));
    let mut world = world_beside_another();
    let cooked = surfaces[0].mesh().cook_deformable();
    let id = world.add_deformable(cooked.clone(), Placement::IDENTITY).expect("it fits");
    let twin = world.add_deformable(cooked.clone(), Placement::at(DVec3::Y * 9.0)).expect("it fits");
    let report = world.report();
    let kept = world.mesh(id).expect("it is there");
    let mut copies = [world.clone(), world.clone()];
    copies[0].set_vertices(id, 0, &surfaces[1].vertices).expect("it is in range");
    world.set_vertices(twin, 0, &surfaces[1].vertices).expect("it is in range");
    let is = |world: &World, id, surface: usize| {
        assert_eq!(world.vertices(id).expect("it deforms"), surfaces[surface].vertices);
        let mut anew = world_beside_another();
        anew.add(&surfaces[surface].mesh().cook(), Placement::IDENTITY).expect("it fits");
        let offset = world.placement(id).expect("it is there").translation.as_vec3();
        for place in 0..40_u8 {
            let at = Vec3::new(f32::from(place % 8) - 3.5, 1.0, f32::from(place / 8) - 2.0);
            let down = |world: &World, at| {
                let ray = world.ray(at, Vec3::NEG_Y, 3.0, Sides::Both).expect("it is in range");
                ray.expect("there is a floor")
            };
            let (own, other) = (down(world, at + offset), down(&anew, at));
            assert_eq!(own.triangle, other.triangle);
            assert!((own.distance - other.distance).abs() < 1e-5, "{own:?}, {other:?}");
        }
    };
    is(&world, id, 0);
    is(&world, twin, 1);
    is(&copies[0], id, 1);
    is(&copies[0], twin, 0);
    is(&copies[1], id, 0);
    is(&copies[1], twin, 0);
    assert_eq!(cooked.vertices(), surfaces[0].vertices);
    assert!(world.report().bytes > report.bytes, "what was shared is two now");
    // The mesh that was given away is as it was.
    let mut other = World::new();
    other.add(&kept, Placement::IDENTITY).expect("it fits");
    world.set_vertices(id, 0, &surfaces[1].vertices).expect("it is in range");
    let ray = other.ray(Vec3::Y * 2.0, Vec3::NEG_Y, 9.0, Sides::Both).expect("it is in range");
    let anew = World::from_mesh(surfaces[0].mesh());
    let same = anew.ray(Vec3::Y * 2.0, Vec3::NEG_Y, 9.0, Sides::Both).expect("it is in range");
    assert_eq!(ray.map(|ray| (ray.triangle, ray.distance)), same.map(|ray| (ray.triangle, ray.distance)));
}
