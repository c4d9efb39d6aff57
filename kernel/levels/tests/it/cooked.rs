//! Cooked levels, mapped from a file or copied from bytes: the same mesh, and the same refusals. The program's own tests have
//! more files that cannot be used.

use glam::Vec3;
use sweep8::{CookedError, Mesh, Sides};
use sweep8_levels::{CookedLevelError, Format, Level, LevelError, LevelWorldError, cooked};
use sweep8_scalar_ref::testkit::folder::Folder;

#[test]
fn a_mapped_and_a_copied_level_are_the_mesh_that_was_cooked() {
    let folder = Folder::new("cooked");
    let box_of = Mesh::cuboid(Vec3::new(3.0, 0.5, 2.0)).expect("a box").cook();
    let path = folder.0.join("floor.sweep8");
    let length = cooked::write(&path, &box_of).expect("the folder is there");
    let bytes = std::fs::read(&path).expect("it was written");
    assert_eq!((length, folder.names()), (bytes.len(), vec!["floor.sweep8".to_owned()]));
    let mapped = Level::read(&path).expect("its own bytes");
    // One byte further, so that the copy cannot use the bytes where they are.
    let shifted = [b"-", bytes.as_slice()].concat();
    let copied = Level::from_bytes("floor.bin", &shifted[1..]).expect("its own bytes");
    assert_eq!(mapped, copied);
    assert_eq!((mapped.name.as_str(), mapped.format, mapped.triangle_count()), ("floor", Format::Cooked, 12));
    for level in [mapped, copied] {
        let kept = level.meshes[0].cook(&[]).expect("it is cooked");
        assert_eq!(kept.to_bytes(), bytes, "the mesh of the file, not another one");
        let hit = level.world().expect("a world").ray(Vec3::Y * 2.0, Vec3::NEG_Y, 9.0, Sides::Front).expect("a ray");
        assert_eq!(hit.map(|hit| hit.distance), Some(1.5));
    }
}

#[test]
fn bytes_that_are_no_cooked_level_are_refused_by_name() {
    let bytes = Mesh::cuboid(Vec3::ONE).expect("a box").cook().to_bytes();
    for length in [0, 7, 64, bytes.len() - 1] {
        let error = Level::from_bytes("a.sweep8", &bytes[..length]).expect_err("it was cut");
        assert!(matches!(error, LevelError::Cooked(CookedLevelError::Refused { .. })), "{length}: {error}");
        assert!(error.to_string().starts_with("cannot use a.sweep8: "), "{error}");
    }
    let text = Level::from_bytes("sweep8", b"v 0 0 0").expect_err("it is text");
    assert!(matches!(text, LevelError::Cooked(CookedLevelError::Refused { cause: CookedError::NotAMesh, .. })));
    let nothing = Mesh::new(&[], &[]).expect("a mesh of nothing").cook().to_bytes();
    let error = Level::from_bytes("b.sweep8", &nothing).expect_err("it has no triangles").to_string();
    assert!(error.contains("b.sweep8 has no triangles"), "{error}");
}

#[test]
fn what_the_kernel_refuses_is_named() {
    let far = b"v 1e30 0 0\nv 1e30 0 1\nv 2e30 0 0\nf 1 2 3\n";
    let error = Level::from_bytes("far.obj", far).expect("it is finite").world().expect_err("it is too far");
    assert!(matches!(&error, LevelWorldError::Mesh { mesh, .. } if mesh == "far"), "{error}");
    assert!(error.to_string().starts_with("the mesh \"far\" cannot be used: "), "{error}");
    let mut level = Level::from_bytes("obj", b"v 0 0 0\nv 0 0 1\nv 1 0 0\nf 1 2 3\n").expect("a triangle");
    level.instances[0].mesh = 3;
    let error = level.world().expect_err("there is no such mesh").to_string();
    assert_eq!(error, "the instance \"obj\" is of mesh 3, must be less than 1");
    level.instances[0].mesh = 0;
    level.instances[0].placement.translation.x = f64::NAN;
    let error = level.world().expect_err("it is nowhere");
    assert!(matches!(&error, LevelWorldError::Placement { instance, .. } if instance == "obj"), "{error}");
}
