//! The folder: the front end, the modules, the scenes.
//!
//! In: the folders `bench/web` and `kernel/wasm` of this repository, which npm and cargo build if they are not built yet. Out: files.

use super::place::place;
use super::rule;
use super::scene::{Scene, SceneError};
use super::written::written;
use crate::levels::scenes::Scene as BuiltIn;
use crate::showing::npm::{NpmError, WEB, install, npm};
use crate::walking::places::{self, PlacesError};
use glam::Vec3;
use serde_json::json;
use std::io;
use std::path::{Path, PathBuf};
use sweep8::{Mesh, World};
use thiserror::Error;

const PACKAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../kernel/wasm");
const MODULES: [&str; 3] = ["sweep8_simd.wasm", "sweep8_plain.wasm", "sweep8_levels.wasm"];
const FILES: [&str; 3] = ["index.html", "page.js", "page.css"];

/// Number of places for walkers in a scene: as many as the page lets walk.
const PLACES: usize = 10_000;

/// Error: the folder cannot be made. Prints as one line that names what is missing.
#[derive(Debug, Error)]
pub enum FolderError {
    /// Error: npm cannot build the page.
    #[error(transparent)]
    Npm(#[from] NpmError),
    /// Error: a file cannot be read or written.
    #[error("{}: {cause}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Error of the operating system.
        cause: io::Error,
    },
    /// Error: the kernel refuses a scene.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// Error: a scene has no place to stand.
    #[error(transparent)]
    Places(#[from] PlacesError),
}

/// Builds what is not built yet; tells what it does.
fn build(told: &dyn Fn(&str)) -> Result<(), FolderError> {
    let (package, web) = (Path::new(PACKAGE), Path::new(WEB));
    install(package, told)?;
    install(web, told)?;
    let is_there = |file: &str| package.join("dist").join(file).exists();
    if !MODULES.into_iter().chain(["index.js"]).all(is_there) {
        told("the modules, which take minutes");
        npm(package, &["run", "build", "--", "--if-missing"])?;
    }
    told("the page");
    npm(web, &["exec", "--offline", "--", "node", "walk/build.mjs"])?;
    Ok(())
}

fn write(path: PathBuf, bytes: impl AsRef<[u8]>) -> Result<(), FolderError> {
    std::fs::write(&path, bytes).map_err(|cause| FolderError::File { path, cause })
}

fn copy(from: PathBuf, to: PathBuf) -> Result<(), FolderError> {
    std::fs::copy(&from, to).map_err(|cause| FolderError::File { path: from, cause })?;
    Ok(())
}

/// The scenes of the page, the first one is shown at first.
fn scenes() -> Result<Vec<Scene>, FolderError> {
    let mut dungeon = Scene::new(BuiltIn::Dungeon.name(), BuiltIn::Dungeon.description());
    let level = BuiltIn::Dungeon.build();
    let world = World::from_mesh(Mesh::new(&level.positions, &level.triangles).map_err(SceneError::from)?);
    let centres = places::find(&level, &world, Scene::profile().shape(), PLACES, u64::from(rule::SEED))?;
    dungeon.centres = centres.into_iter().map(Vec3::as_dvec3).collect();
    dungeon.level = Some(level);
    Ok(vec![place(), dungeon])
}

/// Writes the folder; `told` gets a word about each part of the work.
///
/// # Errors
/// [`FolderError`] names what is missing, or the file that cannot be written.
pub fn write_folder(folder: &Path, told: &dyn Fn(&str)) -> Result<(), FolderError> {
    let cannot = |cause| FolderError::File { path: folder.to_owned(), cause };
    std::fs::create_dir_all(folder.join("scenes")).map_err(cannot)?;
    build(told)?;
    for file in FILES {
        copy(Path::new(WEB).join("dist/walk").join(file), folder.join(file))?;
    }
    for file in MODULES {
        copy(Path::new(PACKAGE).join("dist").join(file), folder.join(file))?;
    }
    told("scenes");
    let mut list = Vec::new();
    for scene in scenes()? {
        let mesh = scene.level.as_ref().map(|_| format!("{}.sweep8", scene.name));
        if let (Some(level), Some(file)) = (&scene.level, &mesh) {
            let cooked = Mesh::new(&level.positions, &level.triangles).map_err(SceneError::from)?.cook();
            write(folder.join("scenes").join(file), cooked.to_bytes())?;
        }
        write(
            folder.join("scenes").join(format!("{}.json", scene.name)),
            written(&scene, mesh.as_deref()).to_string(),
        )?;
        list.push(json!({ "name": scene.name, "words": scene.words, "most": scene.centres.len() }));
    }
    let native = json!({
        "scene": "square", "characters": rule::CHARACTERS, "seed": rule::SEED, "frames": rule::FRAMES,
        "hash": format!("{:016x}", rule::HASH),
    });
    write(folder.join("scenes/list.json"), json!({ "scenes": list, "native": native }).to_string())
}
