//! The text in which the page reads a scene.
//!
//! In: a scene. Out: JSON with all placements and drives, whose numbers are exact: an `f32` is written as the `f64` that it is.

use super::rule;
use super::scene::{Scene, Thing};
use crate::levels::machine::{Drive, Machine};
use glam::{DVec3, Vec3};
use serde_json::{Value, json};

/// The scene as the page reads it. `mesh` is the name of the file with the mesh, if it has one.
///
/// # Panics
/// If a machine of the scene does not slide: the page knows no others.
#[must_use]
pub fn written(scene: &Scene, mesh: Option<&str>) -> Value {
    let exact = |vector: Vec3| vector.as_dvec3().to_array();
    let drive = |machine: Machine| match machine.drive {
        Drive::Slide { way, speed, rest } => json!({
            "way": exact(way), "length": f64::from(way.length()), "speed": f64::from(speed), "rest": f64::from(rest),
            "ahead": f64::from(machine.ahead),
        }),
        Drive::Swing { .. } | Drive::Turn { .. } => {
            unreachable!("a scene of the page has only machines that slide")
        }
    };
    let thing = |thing: &Thing| {
        json!({
            "half": exact(thing.half),
            "at": thing.at.translation.to_array(),
            "rotation": thing.at.rotation.as_dquat().to_array(),
            "kind": format!("{:?}", thing.kind).to_lowercase(),
            "material": thing.material.map(|material| json!({
                "velocity": exact(material.velocity), "angularVelocity": exact(material.angular_velocity),
            })),
            "drive": thing.machine.map(drive),
        })
    };
    json!({
        "name": scene.name,
        "words": scene.words,
        "mesh": mesh,
        "things": scene.things.iter().map(thing).collect::<Vec<_>>(),
        "centres": scene.centres.iter().flat_map(DVec3::to_array).collect::<Vec<_>>(),
        "directions": rule::directions().map(|[x, z]| [f64::from(x), f64::from(z)]).as_flattened(),
    })
}
