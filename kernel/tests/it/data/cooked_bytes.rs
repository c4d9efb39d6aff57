//! A cooked mesh goes to bytes and comes back as the same mesh: the same bytes, and the same bits of every query and every step;
//! bytes that were changed by accident are refused by name.

use crate::testkit::Random;
use crate::testkit::crowds::{new_crowd, profile_of};
use crate::testkit::soup::{KINDS, soup};
use crate::testkit::storage::Storage;
use crate::testkit::worlds::{Level, room, terrain};
use glam::{DQuat, DVec3, Quat, Vec3};
use std::fmt::Write;
use std::sync::Arc;
use sweep8::{
    CookedError, CookedMesh, Ellipsoid, Material, Mesh, OrientedEllipsoid, Placement, RayQuery, Sides, SlideSettings,
    SweepQuery, World,
};
use sweep8_scalar_ref::testkit::lists::listed;

const FRAME: f32 = 1.0 / 60.0;

/// The mesh of triangles that share no vertex.
fn mesh_of(level: &[[Vec3; 3]]) -> Mesh {
    let positions: Vec<Vec3> = level.iter().flatten().copied().collect();
    let triangles: Vec<[u32; 3]> = (0..level.len() as u32).map(|id| [3 * id, 3 * id + 1, 3 * id + 2]).collect();
    Mesh::new(&positions, &triangles).expect("it is a mesh")
}

/// The same made of three materials.
fn made_of_three(level: &[[Vec3; 3]]) -> Mesh {
    let kinds = [0.8, 0.0, 2.5].map(Material::with_friction);
    let of_triangle: Vec<u16> = (0..level.len()).map(|id| (id % 3) as u16).collect();
    mesh_of(level).with_materials(&kinds, &of_triangle).expect("three materials")
}

/// All ways from bytes to a mesh.
fn loaded(bytes: &[u8]) -> [CookedMesh; 3] {
    let shared = CookedMesh::from_shared(Storage::new(bytes, 0));
    let trusted = CookedMesh::from_trusted(Storage::new(bytes, 0));
    [CookedMesh::from_bytes(bytes), shared, trusted].map(|mesh| mesh.expect("its own bytes"))
}

/// A level with materials, copies of triangles, and some without area.
fn level(seed: u64) -> Level {
    let mut random = Random(seed);
    let mut level =
        if seed.is_multiple_of(2) { room(&mut random, 8.0, 9, 60) } else { terrain(&mut random, 40, 0.6, 0.3) };
    level.extend_from_within(..3);
    level.push([level[0][0], level[0][1], level[0][0]]);
    level
}

/// A level of about 1 MB.
fn a_megabyte() -> Vec<u8> {
    let bytes = made_of_three(&terrain(&mut Random(7), 105, 0.5, 0.2)).cook().to_bytes();
    assert!((900_000..1_200_000).contains(&bytes.len()), "{} bytes", bytes.len());
    bytes
}

/// The mesh where it lies, turned, and scaled and mirrored. Ids are those of `empty`.
fn worlds(empty: &World, mesh: &CookedMesh) -> [World; 2] {
    let turned =
        Placement { rotation: DQuat::from_rotation_y(0.7).as_quat(), ..Placement::at(DVec3::new(40.0, -1.0, 3.0)) };
    let mirrored = Placement { scale: Vec3::new(-1.3, 1.3, 1.3), ..Placement::at(DVec3::new(-60.0, 0.0, 9.0)) };
    let mut one = empty.clone();
    one.add(mesh, Placement::IDENTITY).expect("it fits");
    let mut many = one.clone();
    for placement in [turned, mirrored] {
        many.add(mesh, placement).expect("it fits");
    }
    [one, many]
}

/// Everything that a world answers about one way, as text that tells every bit but the sign of NaN.
fn answers(world: &World, random: &mut Random, place: DVec3) -> String {
    let center = (place + random.vector(9.0)).as_vec3();
    let way = (random.direction() * random.scale(0.05, 30.0)).as_vec3();
    let shape = Ellipsoid::new((random.vector(0.2) + 0.5).as_vec3()).expect("in range");
    let turned = OrientedEllipsoid::new(shape, random.turn().as_quat()).expect("of unit length");
    let mut text = String::new();
    let mut say = |answer: &dyn std::fmt::Debug| writeln!(text, "{answer:?}").expect("a string takes all");
    for sides in [Sides::Both, Sides::Front] {
        say(&world.sweep(shape, center, way, sides));
        say(&world.sweep(turned, center, way, sides));
        say(&world.sweep_any(shape, center, way, sides));
        say(&listed(|all| world.sweep_all(turned, center, way, sides, all)));
        say(&world.overlap(shape, center, sides));
        say(&listed(|all| world.overlap_all(shape, center, sides, all)));
        let mut contacts = Vec::new();
        say(&world.depenetrate(turned, center, sides, &mut contacts));
        say(&contacts);
        say(&world.closest_point(center, 20.0, sides));
        say(&world.ray(center, way, 30.0, sides));
        say(&listed(|all| world.ray_all(center, way, 30.0, sides, all)));
        say(&world.ray_any(center, way, 30.0, sides));
        say(&world.segment(center, center + way, sides));
        say(&listed(|all| world.segment_all(center, center + way, sides, all)));
        say(&world.segment_any(center, center + way, sides));
    }
    say(&world.slide(&shape, center, way, &SlideSettings::default()));
    let mut hits = [Ok(None)];
    let sweep = SweepQuery { shape, center, displacement: way, filter: Sides::Both.into() };
    say(&world.sweep_many(&[sweep], &mut hits));
    let mut rays = [Ok(None)];
    let ray = RayQuery { origin: center, direction: way, distance: 30.0, filter: Sides::Both.into() };
    say(&world.ray_many(&[ray], &mut rays));
    say(&(hits, rays));
    text
}

/// The hashes of a crowd that walks through a world, frame by frame.
fn walk(world: &World, seed: u64) -> Vec<u64> {
    let mut random = Random(seed);
    let mut crowd = new_crowd();
    let profile = profile_of(Vec3::new(0.3, 0.8, 0.3));
    let ids: Vec<_> = (0..120)
        .map(|_| crowd.spawn(&profile, (random.vector(7.0) + DVec3::Y * 2.0).as_vec3()).expect("in range"))
        .collect();
    let frames = (0..120).map(|frame| {
        for &id in ids.iter().filter(|id| (id.index() + frame) % 30 == 0) {
            crowd.set_desired_velocity(id, random.vector(4.0).as_vec3()).expect("in range");
        }
        crowd.step(world, FRAME).expect("a time step");
        crowd.state_hash()
    });
    frames.collect()
}

#[test]
fn a_loaded_mesh_answers_every_query_and_step_with_the_same_bits() {
    let mut hits = 0;
    for seed in 0..4 {
        let level = level(seed);
        let cooked = if seed < 2 { made_of_three(&level) } else { mesh_of(&level) }.cook();
        let bytes = cooked.to_bytes();
        let empty = World::new();
        for mesh in loaded(&bytes) {
            assert_eq!((mesh.report(), mesh.materials()), (cooked.report(), cooked.materials()));
            assert_eq!(mesh.to_bytes(), bytes);
            assert!(mesh.triangles().eq(cooked.triangles()));
            for (one, other) in worlds(&empty, &cooked).iter().zip(&worlds(&empty, &mesh)) {
                let mut random = Random(seed);
                for _ in 0..150 {
                    let place = [DVec3::ZERO, DVec3::new(40.0, -1.0, 3.0)][random.whole(0, 1) as usize];
                    let before = random.0;
                    let expected = answers(one, &mut random, place);
                    let found = answers(other, &mut Random(before), place);
                    assert_eq!(found, expected, "seed {seed}");
                    hits += usize::from(expected.contains("fraction"));
                }
                assert_eq!(walk(other, seed), walk(one, seed), "seed {seed}");
            }
        }
    }
    assert!(hits > 750, "{hits} of 3600 touched something");
}

#[test]
fn soups_of_every_kind_come_back() {
    let mut random = Random(3);
    for (name, make) in KINDS {
        for round in 0..60 {
            let (soup, _) = soup(&mut random, make);
            let cooked = mesh_of(&soup).cook();
            let bytes = cooked.to_bytes();
            for mesh in loaded(&bytes) {
                assert_eq!(mesh.to_bytes(), bytes, "{name}, round {round}");
                assert!(mesh.triangles().eq(cooked.triangles()), "{name}, round {round}");
            }
        }
    }
}

#[test]
fn a_mesh_with_zeros_of_either_sign_comes_back() {
    for signs in 0..1 << 12_u32 {
        let zero = |number: u32| if signs >> number & 1 == 0 { 0.0 } else { -0.0 };
        let [a, b] = [0, 6].map(|first| {
            let [x, y, z] = [0, 1, 2].map(|number| zero(first + number));
            let [u, v, w] = [3, 4, 5].map(|number| zero(first + number));
            [Vec3::new(x, y, z), Vec3::new(1.0, u, v), Vec3::new(w, y, 1.0)]
        });
        let bytes = mesh_of(&[a, b.map(|corner| -corner)]).cook().to_bytes();
        for mesh in loaded(&bytes) {
            assert_eq!(mesh.to_bytes(), bytes, "{signs:b}");
        }
    }
}

#[test]
fn a_mesh_without_triangles_comes_back() {
    let empty = Mesh::new(&[], &[]).expect("it is a mesh");
    let only_lines = mesh_of(&[[Vec3::ZERO, Vec3::X, Vec3::X * 2.0]; 3]);
    let with_a_material = empty.clone().with_materials(&[Material::with_friction(1.0)], &[]).expect("none to name it");
    for (mesh, degenerate) in [(empty, 0), (only_lines, 3), (with_a_material, 0)] {
        let cooked = mesh.cook();
        for mesh in loaded(&cooked.to_bytes()) {
            assert_eq!((mesh.report(), mesh.report().degenerate), (cooked.report(), degenerate));
            assert_eq!(mesh.materials(), cooked.materials());
            let mut world = World::new();
            world.add(&mesh, Placement::IDENTITY).expect("nothing fits everywhere");
            assert_eq!(world.closest_point(Vec3::ZERO, 9.0, Sides::Both), Ok(None));
        }
    }
}

#[test]
fn the_same_mesh_gives_the_same_bytes_and_these_are_those_of_the_version() {
    let make = || made_of_three(&level(1)).cook().to_bytes();
    let bytes = make();
    assert_eq!(make(), bytes);
    // Where another comes out, the layout or what is kept in it has changed: count up its version.
    let (version, hash) = (u32::from_le_bytes(bytes[8..12].try_into().unwrap()), &bytes[bytes.len() - 8..]);
    let hash = u64::from_le_bytes(hash.try_into().unwrap());
    assert_eq!((version, bytes.len(), hash), (4, 154_376, 0xf597_e9ae_2c95_7029), "{hash:#x}");
}

#[test]
fn triangles_come_out_with_their_ids_and_corners() {
    let level = level(0);
    let cooked = mesh_of(&level).cook();
    let mut ids: Vec<u32> = Vec::new();
    for (id, corners) in cooked.triangles() {
        assert_eq!(
            corners.map(|c| c.to_array().map(f32::to_bits)),
            level[id as usize].map(|c| c.to_array().map(f32::to_bits))
        );
        ids.push(id);
    }
    ids.sort_unstable();
    let report = cooked.report();
    assert_eq!((report.degenerate, report.duplicates), (1, 3));
    assert!(ids.into_iter().eq(0..(report.triangles - 4) as u32), "all but the copies at the end, and a line");
}

#[test]
fn a_mesh_that_was_deformed_is_kept_as_it_is_then() {
    let mut random = Random(11);
    let level = terrain(&mut random, 24, 0.6, 0.2);
    let mut world = World::new();
    let id = world.add_deformable(mesh_of(&level).cook_deformable(), Placement::IDENTITY).expect("it fits");
    let count = world.vertices(id).expect("it deforms").len();
    for round in 0..40 {
        // Single vertices, whole blocks that become a point, a triangle that becomes a line, and all of it as large or small.
        let first = random.range(0.0, count as f64 - 40.0) as usize / 3 * 3;
        let mut vertices = world.vertices(id).expect("it deforms").to_vec();
        match round % 5 {
            0 => vertices[first] += random.vector(0.3).as_vec3(),
            1 => {
                let point = vertices[first];
                vertices.iter_mut().filter(|v| v.distance(point) < 2.0).for_each(|v| *v = point);
            }
            2 => vertices[first + 1] = vertices[first],
            3 => vertices.iter_mut().for_each(|vertex| vertex.y += 0.1),
            _ => vertices.iter_mut().for_each(|vertex| *vertex *= [3.0, 0.3][round / 5 % 2]),
        }
        world.set_vertices(id, 0, &vertices).expect("in range");
        let now = world.mesh(id).expect("it is there");
        let bytes = now.to_bytes();
        for mesh in loaded(&bytes) {
            assert_eq!((mesh.report(), mesh.to_bytes() == bytes), (now.report(), true), "round {round}");
            let (mut one, mut other) = (World::new(), World::new());
            one.add(&now, Placement::IDENTITY).expect("it fits");
            other.add(&mesh, Placement::IDENTITY).expect("it fits");
            assert_eq!(walk(&one, round as u64)[..20], walk(&other, round as u64)[..20], "round {round}");
        }
    }
    let flat = vec![Vec3::ZERO; count];
    world.set_vertices(id, 0, &flat).expect("in range");
    let nothing = world.mesh(id).expect("it is there");
    for mesh in loaded(&nothing.to_bytes()) {
        assert_eq!((mesh.triangles().count(), mesh.report()), (0, nothing.report()));
    }
}

/// Found by reading: the nodes still held the boxes that the mesh was built over, and the bytes were refused.
#[test]
fn a_mesh_that_deforms_and_has_no_area_yet_is_kept_and_comes_to_have_one() {
    let points = mesh_of(&[[Vec3::X; 3]; 100]);
    let mut world = World::new();
    let id = world.add_deformable(points.cook_deformable(), Placement::IDENTITY).expect("it fits");
    let apart: Vec<Vec3> = (0..300).map(|k| Vec3::new((k % 3) as f32, (k % 7) as f32, (k / 3) as f32)).collect();
    for vertices in [vec![Vec3::X; 300], apart] {
        world.set_vertices(id, 0, &vertices).expect("in range");
        let now = world.mesh(id).expect("it is there");
        for mesh in loaded(&now.to_bytes()) {
            assert_eq!(mesh.report(), now.report());
        }
    }
}

/// Processors differ in which of two zeros is the lesser, and boxes are made of what is less.
#[test]
fn zeros_of_either_sign_lead_to_the_same_header_and_order() {
    let mut random = Random(17);
    let mut level = terrain(&mut random, 24, 0.6, 0.0);
    let [mixed, positive] = [-0.0, 0.0].map(|other| {
        level.iter_mut().flatten().enumerate().for_each(|(k, corner)| corner.y = if k % 3 == 1 { other } else { 0.0 });
        mesh_of(&level).cook()
    });
    assert_eq!(mixed.to_bytes()[..64], positive.to_bytes()[..64]);
    let order = |mesh: &CookedMesh| mesh.triangles().map(|(id, _)| id).collect::<Vec<_>>();
    assert_eq!(order(&mixed), order(&positive));
}

#[test]
fn storage_is_kept_by_meshes_and_instances_and_by_nothing_else() {
    let bytes = mesh_of(&level(1)).cook().to_bytes();
    let storage = Storage::new(&bytes, 0);
    let weak = Arc::downgrade(&storage);
    let mut world = World::new();
    let mesh = CookedMesh::from_shared(storage).expect("its own bytes");
    let id = world.add(&mesh, Placement::IDENTITY).expect("it fits");
    drop(mesh.clone());
    drop(mesh);
    assert!(weak.upgrade().is_some(), "the instance has it");
    world.remove(id).expect("it is there");
    assert!(weak.upgrade().is_none(), "nobody has it");
}

#[test]
fn storage_at_any_other_address_is_refused_by_name_and_copied_all_the_same() {
    let cooked = mesh_of(&level(0)).cook();
    let bytes = cooked.to_bytes();
    for over in 0..64 {
        let storage = Storage::new(&bytes, over);
        let copied = CookedMesh::from_bytes((*storage).as_ref()).expect("its own bytes");
        assert_eq!(copied.report(), cooked.report());
        match CookedMesh::from_shared(storage) {
            Ok(_) => assert_eq!(over, 0),
            Err(error) => assert_eq!(error, CookedError::Alignment { over }),
        }
    }
    let text = CookedError::Alignment { over: 16 }.to_string();
    assert_eq!(text, "the cooked mesh begins 16 bytes behind a multiple of 64: align it, or copy it");
}

#[test]
fn each_of_ten_thousand_bytes_that_changed_is_refused_by_name() {
    let sound = a_megabyte();
    let mut bytes = sound.clone();
    let mut random = Random(5);
    let mut kinds = [0_usize; 4];
    for round in 0..10_000 {
        // The first rounds take each byte of the header and of the hash, the others any byte.
        let at = match round {
            0..128 => round,
            128..136 => bytes.len() - 136 + round,
            _ => random.range(0.0, bytes.len() as f64) as usize,
        };
        bytes[at] ^= 1 << random.whole(0, 7) as u8;
        let error = CookedMesh::from_bytes(&bytes).expect_err("a byte was changed");
        kinds[match error {
            CookedError::Checksum => 0,
            CookedError::NotAMesh => 1,
            CookedError::Version { .. } => 2,
            CookedError::Length { .. } => 3,
            other => panic!("byte {at}: {other}"),
        }] += 1;
        bytes[at] = sound[at];
    }
    assert!(CookedMesh::from_bytes(&bytes).is_ok());
    assert!(kinds.iter().all(|&count| count > 0), "{kinds:?}");
    println!("checksum, magic, version, length: {kinds:?}");
}

#[test]
fn each_bit_of_a_small_file_that_flipped_is_refused_by_name() {
    let mut few = terrain(&mut Random(3), 2, 0.6, 0.3);
    few.extend_from_within(..3);
    let sound = made_of_three(&few).cook().to_bytes();
    assert!(CookedMesh::from_bytes(&sound).is_ok() && sound.len() > 1_000);
    let mut bytes = sound.clone();
    for bit in 0..8 * sound.len() {
        bytes[bit / 8] ^= 1 << (bit % 8);
        let error = CookedMesh::from_bytes(&bytes).expect_err("a bit flipped");
        let is_named = match bit / 8 {
            0..8 => error == CookedError::NotAMesh,
            8..12 => matches!(error, CookedError::Version { expected: 4, .. }),
            // Counts may give another length; all else is damage, also in gaps.
            12..36 => matches!(error, CookedError::Length { .. } | CookedError::Checksum),
            _ => error == CookedError::Checksum,
        };
        assert!(is_named, "bit {} of byte {}: {error}", bit % 8, bit / 8);
        assert_eq!(CookedMesh::from_shared(Storage::new(&bytes, 0)).err(), Some(error));
        bytes[bit / 8] = sound[bit / 8];
    }
}

#[test]
fn a_file_that_was_cut_or_has_more_is_refused_by_name() {
    let sound = a_megabyte();
    let lengths = (0..300).chain((1..400).map(|k| sound.len() * k / 400)).chain(sound.len() - 100..sound.len());
    for length in lengths {
        let cut = &sound[..length];
        let error = CookedMesh::from_bytes(cut).expect_err("bytes are missing");
        if length < 8 {
            assert_eq!(error, CookedError::NotAMesh);
        } else {
            let expected = if length < 136 { 136 } else { sound.len() as u64 };
            assert_eq!(error, CookedError::Length { given: length as u64, expected });
        }
        assert_eq!(CookedMesh::from_shared(Storage::new(cut, 0)).err(), Some(error));
        assert_eq!(CookedMesh::from_trusted(Storage::new(cut, 0)).err(), Some(error));
    }
    let more = [&sound[..], &[0]].concat();
    let (given, expected) = (more.len() as u64, sound.len() as u64);
    assert_eq!(CookedMesh::from_bytes(&more).err(), Some(CookedError::Length { given, expected }));
}

#[test]
fn of_a_trusted_file_only_the_header_is_read() {
    let mut bytes = a_megabyte();
    let at = bytes.len() / 2;
    bytes[at] ^= 1;
    assert_eq!(CookedMesh::from_shared(Storage::new(&bytes, 0)).err(), Some(CookedError::Checksum));
    assert!(CookedMesh::from_trusted(Storage::new(&bytes, 0)).is_ok(), "the changed byte is not looked at");
    assert_eq!(CookedMesh::from_trusted(Storage::new(&bytes, 4)).err(), Some(CookedError::Alignment { over: 4 }));
    bytes[8] = 1;
    let error = CookedMesh::from_trusted(Storage::new(&bytes, 0)).expect_err("another version");
    assert_eq!(error, CookedError::Version { found: 1, expected: 4 });
    bytes[0] = 0;
    assert_eq!(CookedMesh::from_trusted(Storage::new(&bytes, 0)).err(), Some(CookedError::NotAMesh));
}

#[test]
fn a_triangle_takes_at_most_48_bytes() {
    let level = terrain(&mut Random(2), 300, 0.5, 0.3);
    let bytes = made_of_three(&level).cook().to_bytes();
    let each = bytes.len() as f64 / level.len() as f64;
    println!("{each:.2} bytes a triangle, with materials");
    assert!(each < 48.0, "{each}");
    let rotation = Quat::from_rotation_x(0.4);
    let rubble = level.iter().map(|corners| corners.map(|corner| rotation * corner)).collect::<Vec<_>>();
    let each = mesh_of(&rubble).cook().to_bytes().len() as f64 / level.len() as f64;
    assert!(each < 48.0, "{each}");
}
