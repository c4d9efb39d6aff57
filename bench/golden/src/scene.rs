//! The scenes by name, and the hash that each has on every machine.

use crate::ground::Failure;
use crate::walks::{APART, CLOSE, Walk, capsules, ellipsoids};
use crate::{moving, queries};
use sweep8::{Backend, EachOther, MoveMode};

/// A scene: a kind of motion, or queries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scene {
    /// Ellipsoids that walk on hills, stairs and sharp triangles, and ignore each other.
    Walking,
    /// Ellipsoids that only slide.
    Sliding,
    /// A world that moves: lift, disc, wall, press and conveyor.
    Moving,
    /// Ellipsoids that block each other.
    Neighbours,
    /// Capsules that block each other.
    Capsules,
    /// Capsules and ellipsoids that turn, and ignore each other.
    Turned,
    /// Queries of every kind.
    Queries,
}

/// The hash of each scene. If you meant a change, put the numbers that the program prints here and say in the CHANGELOG why.
const GOLDEN: [(Scene, u64); 7] = [
    (Scene::Walking, 0xbbff_d419_0a28_5812),
    (Scene::Sliding, 0x3732_6d8b_4825_4c48),
    (Scene::Moving, 0xb26f_236b_dd7c_7374),
    (Scene::Neighbours, 0x6679_79d2_dbdc_bfd2),
    (Scene::Capsules, 0x8cce_db93_f3cf_58e1),
    (Scene::Turned, 0xc069_d178_6433_0537),
    (Scene::Queries, 0x0c83_972d_6203_e8c9),
];

impl Scene {
    /// Returns every scene.
    pub fn all() -> impl Iterator<Item = Self> {
        GOLDEN.into_iter().map(|(scene, _)| scene)
    }

    /// Returns the hash that the scene has on every machine.
    #[must_use]
    pub fn golden(self) -> u64 {
        GOLDEN.into_iter().find(|(scene, _)| *scene == self).map_or(0, |(_, hash)| hash)
    }

    /// Runs the scene on a lane backend and the current threads; returns the hash of what came out.
    ///
    /// # Errors
    /// The error of the kernel, which no scene expects.
    pub fn run(self, backend: Backend) -> Result<u64, Failure> {
        let walk = Walk {
            shapes: ellipsoids()?,
            mode: MoveMode::Walk,
            each_other: EachOther::Ignore,
            side: APART,
            turns: false,
        };
        match self {
            Self::Walking => walk.run(backend),
            Self::Sliding => Walk { mode: MoveMode::Slide, ..walk }.run(backend),
            Self::Moving => moving::run(backend),
            Self::Neighbours => Walk { each_other: EachOther::Solid, side: CLOSE, ..walk }.run(backend),
            Self::Capsules => {
                Walk { shapes: capsules()?, each_other: EachOther::Solid, side: CLOSE, ..walk }.run(backend)
            }
            Self::Turned => Walk { shapes: [capsules()?, ellipsoids()?].concat(), turns: true, ..walk }.run(backend),
            Self::Queries => queries::run(backend),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scene_has_its_committed_hash_on_each_backend() {
        for (scene, golden) in GOLDEN {
            for backend in Backend::available() {
                let hash = scene.run(backend).expect("nothing is refused");
                assert_eq!(
                    hash, golden,
                    "{scene:?} on {backend}: 0x{hash:016x}; if that is meant, say in the CHANGELOG why"
                );
            }
        }
    }
}
