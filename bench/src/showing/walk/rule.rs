//! How walkers choose their ways: the same rule, to the bit, as `bench/web/walk/walkers.js`.
//!
//! In: the number of a walker, a seed, and where it is. Out: desired velocities. Every half second a walker that has come less than a third
//! of the way it wanted takes another of 64 directions, and one in eight does so anyhow. Random numbers are those of xorshift
//! (Marsaglia 2003), in 32 bits as a page has them. The first character is the visitor, who stands until a key is pressed.

use super::place::place;
use super::scene::{Scene, SceneError};
use crate::levels::scenes::loft::circle;
use glam::Vec3;
use sweep8::{CharacterId, Crowd, CrowdSettings, Position};

/// Hash of [`hash`] with [`CHARACTERS`], [`SEED`] and [`FRAMES`]: the page shows it beside its own.
pub const HASH: u64 = 0x0F89_0CC4_8552_F1A2;
/// The default of the page.
pub const CHARACTERS: usize = 1000;
/// The default of the page.
pub const SEED: u32 = 1;
/// Frames after which the hashes are compared.
pub const FRAMES: u32 = 600;
/// Length of a frame, seconds: exact.
pub const SECONDS: f32 = 1.0 / 64.0;

/// Number of directions.
const DIRECTIONS: usize = 64;
/// Frames between two decisions of a walker.
const EVERY: u32 = 32;

/// The directions, x and z.
#[must_use]
pub fn directions() -> [[f32; 2]; DIRECTIONS] {
    std::array::from_fn(|k| circle(k as f64 / DIRECTIONS as f64))
}

/// What a walker keeps between frames.
struct Walker {
    id: CharacterId,
    speed: f64,
    random: u32,
    from: [f64; 2],
}

impl Walker {
    fn new(id: CharacterId, number: u32, seed: u32, place: [f64; 2]) -> Self {
        // Never 0, which xorshift does not leave.
        let random = (seed ^ number.wrapping_mul(0x9E37_79B9)) | 1;
        Self { id, speed: 1.0 + 0.25 * f64::from(number % 7), random, from: place }
    }

    fn next(&mut self) -> u32 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 17;
        self.random ^= self.random << 5;
        self.random
    }

    /// A new desired velocity, if it is time.
    fn decide(
        &mut self,
        number: u32,
        frame: u32,
        place: [f64; 2],
        directions: &[[f32; 2]; DIRECTIONS],
    ) -> Option<Vec3> {
        if frame != 0 && !(frame + number).is_multiple_of(EVERY) {
            return None;
        }
        let [x, z] = [place[0] - self.from[0], place[1] - self.from[1]];
        self.from = place;
        let drawn = self.next();
        // A third of the way of half a second.
        let least = self.speed / 6.0;
        if frame != 0 && x * x + z * z >= least * least && drawn & 7 != 0 {
            return None;
        }
        let [x, z] = directions[(drawn >> 8) as usize % DIRECTIONS].map(f64::from);
        Some(Vec3::new((x * self.speed) as f32, 0.0, (z * self.speed) as f32))
    }
}

/// The hash of the page's default scene after some frames in which the visitor stood still.
///
/// # Errors
/// [`SceneError`] if the kernel refuses something.
pub fn hash(characters: usize, seed: u32, frames: u32) -> Result<u64, SceneError> {
    let scene = place();
    let mut world = scene.world()?;
    let mut crowd = Crowd::new(CrowdSettings::default())?;
    let mut ids = Vec::new();
    crowd.spawn_many(&Scene::profile(), &scene.centres[..characters], &mut ids).map_err(sweep8::InputError::from)?;
    let place =
        |crowd: &Crowd, id| crowd.position(id).map(Position::to_vec3).map(|at| [f64::from(at.x), f64::from(at.z)]);
    let mut walkers = Vec::new();
    for (number, &id) in (1..).zip(&ids[1..]) {
        walkers.push(Walker::new(id, number, seed, place(&crowd, id)?));
    }
    let directions = directions();
    for frame in 0..frames {
        for (number, walker) in (1..).zip(&mut walkers) {
            let at = place(&crowd, walker.id)?;
            if let Some(velocity) = walker.decide(number, frame, at, &directions) {
                crowd.set_desired_velocity(walker.id, velocity)?;
            }
        }
        scene.move_machines(&mut world, f64::from(frame + 1) * f64::from(SECONDS))?;
        crowd.step_in(&world.begin_step(SECONDS)?);
    }
    Ok(crowd.state_hash())
}
