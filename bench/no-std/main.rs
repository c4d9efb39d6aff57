//! A crowd on a level with movers, with and without the standard library in the kernel.
//!
//! In: a folder. With the feature `std` the program cooks the meshes and writes them there as bytes; without it the program loads them.
//! Out: a line with the hash of the crowd, which must be the same. (The program itself may use `std`: it reads files.)

use std::error::Error;
use std::fs;
use std::path::Path;
use sweep8::glam::{DVec3, Quat, Vec3};
use sweep8::{
    CharacterProfile, CharacterSettings, CookedMesh, Crowd, CrowdSettings, EachOther, MoveMode, Placement, World,
};

const FRAME: f32 = 1.0 / 60.0;
const FRAMES: u32 = 600;

#[cfg(feature = "std")]
mod cooking {
    use sweep8::glam::{Vec2, Vec3};
    use sweep8::{CookedMesh, Mesh, MeshError};

    /// Cells of the terrain on one side, 1 m each.
    const SIDE: u32 = 64;

    /// Hills of up to 3 m, and a rim that all characters stay inside, computed from integers alone.
    fn height(index: u32) -> f32 {
        let fold = |place: u32| (place % 16).abs_diff(8) as f32;
        let (column, row) = (index % (SIDE + 1), index / (SIDE + 1));
        if [column, row].iter().any(|place| place % SIDE == 0) {
            return 8.0;
        }
        let rough = index.wrapping_mul(2_654_435_761) >> 28;
        fold(column + row / 3) * fold(row) * 0.046_875 + rough as f32 * 0.0078125
    }

    pub(super) fn cook(name: &str) -> Result<CookedMesh, MeshError> {
        let mesh = match name {
            "terrain" => {
                let heights: Vec<f32> = (0..(SIDE + 1) * (SIDE + 1)).map(height).collect();
                Mesh::heightfield(SIDE + 1, SIDE + 1, Vec2::ONE, &heights)?
            }
            "column" => Mesh::capsule(2.5, 0.7, 12)?,
            _ => Mesh::cuboid(Vec3::new(4.0, 0.2, 4.0))?,
        };
        Ok(mesh.cook())
    }
}

/// Cooks a mesh and writes it to the folder.
#[cfg(feature = "std")]
fn mesh(folder: &Path, name: &str) -> Result<CookedMesh, Box<dyn Error>> {
    let mesh = cooking::cook(name)?;
    fs::write(folder.join(name), mesh.to_bytes())?;
    Ok(mesh)
}

/// Loads a mesh that was cooked elsewhere.
#[cfg(not(feature = "std"))]
fn mesh(folder: &Path, name: &str) -> Result<CookedMesh, Box<dyn Error>> {
    Ok(CookedMesh::from_bytes(&fs::read(folder.join(name))?)?)
}

/// Profiles of characters that others stop, that others push, and that ignore others.
fn profiles() -> Result<[CharacterProfile; 3], Box<dyn Error>> {
    let person = CharacterSettings { each_other: EachOther::Solid, ..CharacterSettings::default() };
    let child = CharacterSettings { each_other: EachOther::Soft, mass: 25.0, step_height: 0.2, ..person };
    let slider = CharacterSettings { each_other: EachOther::Ignore, mode: MoveMode::Slide, ..person };
    let [person, child, slider] = [person, child, slider].map(|settings| CharacterProfile::new(&settings));
    Ok([person?, child?, slider?])
}

fn walk(folder: &Path) -> Result<String, Box<dyn Error>> {
    let [terrain, column, slab] = ["terrain", "column", "slab"].map(|name| mesh(folder, name));
    let (terrain, column, slab) = (terrain?, column?, slab?);
    let mut world = World::new();
    world.add(&terrain, Placement::IDENTITY)?;
    for k in 0..16 {
        let (x, z) = (f64::from(k % 4) * 16.0 + 5.0, f64::from(k / 4) * 16.0 + 9.0);
        // The triple 7, 24, 25 gives a rotation without a sine.
        let leaning = Quat::from_xyzw(0.28, 0.0, 0.0, 0.96);
        world.add(&column, Placement { rotation: leaning, ..Placement::at(DVec3::new(x, 2.0, z)) })?;
    }
    let lift = world.add(&slab, Placement::at(DVec3::new(32.0, 2.0, 32.0)))?;
    let disc = world.add(&slab, Placement::at(DVec3::new(20.0, 3.2, 40.0)))?;

    let profiles = profiles()?;
    let mut crowd = Crowd::new(CrowdSettings::default())?;
    let mut ids = Vec::new();
    for k in 0..400_u16 {
        let (column, row) = (k % 20, k / 20);
        let place = Vec3::new(3.0 + f32::from(column) * 3.0, 6.0, 3.0 + f32::from(row) * 3.0);
        ids.push(crowd.spawn(&profiles[usize::from(k % 3)], place)?);
    }
    let mut turned = Quat::IDENTITY;
    for frame in 0..FRAMES {
        for (k, &id) in (0_u32..).zip(&ids) {
            if (frame + k * 7) % 97 == 0 {
                let way = (frame / 97 + k).wrapping_mul(2_654_435_761) >> 24;
                let [x, z] = [way % 16, way / 16].map(|part| (part as f32 - 7.5) * 0.5);
                crowd.set_desired_velocity(id, Vec3::new(x, 0.0, z))?;
            }
            if (frame + k * 11) % 151 == 0 {
                crowd.jump(id, 5.0)?;
            }
        }
        let height = 2.0 + f64::from((frame % 256).abs_diff(128)) / 64.0;
        world.move_to(lift, Placement::at(DVec3::new(32.0, height, 32.0)))?;
        // A small turn, whose sine and cosine are those of a Pythagorean triple: 2 * 80 / 6401 and 6399 / 6401.
        turned = (turned * Quat::from_xyzw(0.0, 160.0 / 6401.0, 0.0, 6399.0 / 6401.0)).normalize();
        world.move_to(disc, Placement { rotation: turned, ..Placement::at(DVec3::new(20.0, 3.2, 40.0)) })?;
        let step = world.begin_step(FRAME)?;
        let report = crowd.step_in(&step);
        if report.refused > 0 {
            return Err(format!("{} are refused in frame {frame}", report.refused).into());
        }
    }
    let standing = ids.iter().filter(|&&id| crowd.ground(id).is_ok_and(|ground| ground.is_grounded())).count();
    if standing < ids.len() / 2 {
        return Err(format!("{standing} stand: nobody walks there").into());
    }
    Ok(format!("state hash {:016x}, {standing} of {} stand", crowd.state_hash(), ids.len()))
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("walk FOLDER")?;
    println!("{}", walk(Path::new(&folder))?);
    Ok(())
}
