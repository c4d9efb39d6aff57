//! The search for people that come towards a walker, so that it can give way before they meet.
//!
//! In: every frame, all positions and desired velocities. Out: for one walker, the side on which it should evade the
//! nearest oncoming one. A walker evades one that comes straight on to the right, and so does the other. The squares of
//! the grid are as wide as a walker looks ahead.

use glam::Vec3;

/// Distance ahead within which a walker evades another walker, metres.
const AHEAD: f32 = 1.6;
/// Lateral distance from a walker's straight path beyond which another walker is not in the way, metres.
const ASIDE: f32 = 0.85;

/// Maximum height difference between walkers that evade each other, metres.
const HEIGHT: f32 = 1.5;

/// Minimum speed at which a walker approaches another one, as a part of its own speed, to evade it instead of following it.
const CLOSING: f32 = 0.4;

/// Maximum distance to the right at which another walker counts as straight ahead, and is evaded to the right, metres.
const STRAIGHT_ON: f32 = 0.1;

/// Side on which a walker passes another walker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Evade to the left.
    Left,
    /// Evade to the right.
    Right,
}

/// Positions and desired velocities of all walkers, sorted by squares of the ground.
#[derive(Clone, Debug, Default)]
pub struct People {
    low: [f32; 2],
    size: [usize; 2],
    /// Index in the list of all walkers at which each ground square begins; the last entry is the length of the list.
    begins: Vec<u32>,
    all: Vec<Person>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Person {
    place: Vec3,
    velocity: Vec3,
}

impl People {
    /// Replaces all walkers; each entry is a walker's position, world space, metres, and its desired velocity, m/s.
    pub fn take_in(&mut self, each: impl Iterator<Item = (Vec3, Vec3)> + Clone) {
        let places = each.clone().map(|(place, _)| place);
        let (low, high) = places
            .clone()
            .fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(low, high), place| (low.min(place), high.max(place)));
        self.low = [low.x, low.z];
        self.size = [high.x - low.x, high.z - low.z].map(|along| (along / AHEAD).max(0.0) as usize + 1);
        self.begins.clear();
        self.begins.resize(self.size[0] * self.size[1] + 1, 0);
        for place in places {
            let square = self.square(place);
            self.begins[square] += 1;
        }
        let mut end = 0;
        for begin in &mut self.begins {
            end += *begin;
            *begin = end;
        }
        self.all.clear();
        self.all.resize(end as usize, Person::default());
        for (place, velocity) in each {
            let square = self.square(place);
            self.begins[square] -= 1;
            self.all[self.begins[square] as usize] = Person { place, velocity };
        }
    }

    /// The side on which a walker at `place`, with the level unit heading `ahead` and a speed (m/s), evades the nearest
    /// one that is oncoming or in its way.
    #[must_use]
    pub fn side(&self, place: Vec3, ahead: Vec3, speed: f32) -> Option<Side> {
        let right = Vec3::new(-ahead.z, 0.0, ahead.x);
        let mut nearest = (AHEAD, None);
        for person in self.around(place) {
            let to_it = person.place - place;
            let (along, aside) = (to_it.dot(ahead), to_it.dot(right));
            let closing = speed - person.velocity.dot(ahead);
            let is_before = along > 0.0 && along < nearest.0 && aside.abs() < ASIDE && to_it.y.abs() < HEIGHT;
            if is_before && closing > CLOSING * speed {
                nearest = (along, Some(if aside > STRAIGHT_ON { Side::Left } else { Side::Right }));
            }
        }
        nearest.1
    }

    /// Iterates over the walkers in the ground square of `place` (metres) and the adjacent squares.
    fn around(&self, place: Vec3) -> impl Iterator<Item = &Person> {
        let [x, z] = self.column(place);
        let rows = z.saturating_sub(1)..(z + 2).min(self.size[1]);
        rows.flat_map(move |row| {
            let from = row * self.size[0] + x.saturating_sub(1);
            let to = row * self.size[0] + (x + 2).min(self.size[0]);
            &self.all[self.begins[from] as usize..self.begins[to] as usize]
        })
    }

    fn column(&self, place: Vec3) -> [usize; 2] {
        let at = [place.x - self.low[0], place.z - self.low[1]].map(|along| (along / AHEAD).max(0.0) as usize);
        [at[0].min(self.size[0] - 1), at[1].min(self.size[1] - 1)]
    }

    fn square(&self, place: Vec3) -> usize {
        let [x, z] = self.column(place);
        z * self.size[0] + x
    }
}
