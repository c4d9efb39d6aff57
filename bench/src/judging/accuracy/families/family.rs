//! A family of sweeps: its name, its random numbers, and its generator.
//!
//! In: a family and random numbers. Out: a [`Sweep`] and the world that it moves through.

use super::levels::Place;
use super::soups::{self, SoupFamily};
use super::sweep::Sweep;
use crate::judging::accuracy::error::AccuracyError;
use crate::levels::Level;
use crate::levels::scenes::Scene;
use crate::random::{Random, mix};
use sweep8::World;

/// Maximum number of attempts to draw a sweep with a valid start, so that the search ends on a level without room.
const TRIES: usize = 5_000;

/// A named family of random test sweeps, near a scene's or level's surfaces or in generated triangles.
#[derive(Clone, Debug)]
pub struct Family {
    name: String,
    origin: Origin,
}

/// Source of the triangles of a family's sweeps.
#[derive(Clone, Debug)]
enum Origin {
    Soup(SoupFamily),
    Scene(Scene),
    Level(Level),
}

impl Family {
    /// Returns the families of sweeps that generate a few triangles for each sweep.
    #[must_use]
    pub fn soups() -> Vec<Self> {
        soups::ALL.map(|soup| Self { name: soup.name.to_owned(), origin: Origin::Soup(soup) }).into()
    }

    /// Creates a family of random sweeps near the surfaces of a built-in scene.
    #[must_use]
    pub fn scene(scene: Scene) -> Self {
        Self { name: scene.name().to_owned(), origin: Origin::Scene(scene) }
    }

    /// Creates a family of random sweeps near the surfaces of a level.
    #[must_use]
    pub fn level(level: Level) -> Self {
        // A file may have the name of a scene or soup.
        let is_taken = Self::all().iter().any(|family| family.name == level.name);
        let name = if is_taken { format!("{}.obj", level.name) } else { level.name.clone() };
        Self { name, origin: Origin::Level(level) }
    }

    /// Returns all families except those of dense scenes, where the judge would test 100,000 triangles for one sweep.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let scenes = Scene::ALL.into_iter().filter(|scene| !scene.is_dense());
        Self::soups().into_iter().chain(scenes.map(Self::scene)).collect()
    }

    /// Name of the family in tables and JSON: of its generated soup, of its scene, or of its level's file.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Creates the random generator from which one part of the family's sweeps is drawn.
    #[must_use]
    pub fn random(&self, seed: u64, part: u64) -> Random {
        let named = self.name.bytes().fold(mix(seed), |hash, byte| mix(hash ^ u64::from(byte)));
        Random::new(mix(named.wrapping_add(part)))
    }

    /// Builds the data that all sweeps of the family share.
    ///
    /// # Errors
    /// [`AccuracyError`] for a level that the kernel refuses, or in which there is nothing to touch.
    pub fn prepare(&self) -> Result<Prepared, AccuracyError> {
        let source = match &self.origin {
            Origin::Soup(family) => Source::Soup(*family),
            Origin::Scene(scene) => Source::Place(Place::new(scene.build())?),
            Origin::Level(level) => Source::Place(Place::new(level.clone())?),
        };
        Ok(Prepared { name: self.name.clone(), source })
    }
}

/// A family of sweeps with the data that its sweeps share; any number of threads can draw sweeps from it.
pub struct Prepared {
    name: String,
    source: Source,
}

#[expect(clippy::large_enum_variant, reason = "there is one at a time")]
enum Source {
    Soup(SoupFamily),
    Place(Place),
}

impl Prepared {
    /// Draws the next sweep and calls `ask` with it and its world.
    ///
    /// # Errors
    /// [`AccuracyError::NoStart`] if no valid start is found.
    pub fn draw<R>(&self, random: &mut Random, ask: impl FnOnce(&Sweep, &World) -> R) -> Result<R, AccuracyError> {
        for _ in 0..TRIES {
            match &self.source {
                Source::Soup(family) => {
                    let soup = (family.make)(random);
                    let sweep = soup.sweep();
                    if sweep.starts_inside() == family.starts_inside {
                        return Ok(ask(&sweep, &soup.world()));
                    }
                }
                Source::Place(place) => {
                    if let Some(sweep) = place.sweep(random) {
                        return Ok(ask(&sweep, &place.world));
                    }
                }
            }
        }
        Err(AccuracyError::NoStart { family: self.name.clone() })
    }
}
