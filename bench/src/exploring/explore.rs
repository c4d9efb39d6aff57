//! Explores a level: from every place a character walks to the cells around it, until nothing new is found.
//!
//! In: a world, a profile, what characters may do. Out: an [`Explored`]: places, and the walks between them as arrows.
//! 1. All floors of all cells are places, reached or not.
//! 2. Round by round, characters walk from all new places: in eight directions, to the middle of the next cell. Over an edge they fall
//!    straight down, and once more as a runner does.
//! 3. The rounds' walks are independent, and are made on all threads; what they found is added in the order of places.
//! 4. A [second look](Explorer::look_again) from chosen places has three times as many directions, for gaps that the first one missed.
//! 5. From where nobody seems to get out, characters [roam](Explorer::roam) for some seconds, turning again and again.

use super::columns::{self, SECONDS};
use super::places::{Places, Stand};
use super::region::Region;
use super::walker::{End, Order, SPEED, Walker};
use crate::random::{Random, mix};
use glam::{DVec2, Vec3, Vec3Swizzles};
use rayon::prelude::*;
use sweep8::{CharacterProfile, MoveInput, World};

/// Cells around a cell, to whose middles characters walk.
const NEXT: [[i32; 2]; 8] = [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]];

/// Directions of a second look, between those of the first one: cosines and sines of 15°, 30°, 60°, 75° and so on.
const BETWEEN: [[f64; 2]; 16] = {
    let [a, b, c, d] = [0.965_925_826_3, 0.866_025_403_8, 0.5, 0.258_819_045_1];
    [
        [a, d],
        [b, c],
        [c, b],
        [d, a],
        [-d, a],
        [-c, b],
        [-b, c],
        [-a, d],
        [-a, -d],
        [-b, -c],
        [-c, -b],
        [-d, -a],
        [d, -a],
        [c, -b],
        [b, -c],
        [a, -d],
    ]
};
/// Lengths of the walks of a second look, in sides of a cell.
const FARTHER: [f64; 2] = [1.2, 2.5];

/// Characters that roam from each place, headings of each, and steps of a heading: 10 seconds.
const ROAMERS: u64 = 12;
const HEADINGS: usize = 30;
const HEADING_STEPS: usize = 10;

/// Places whose walks are in memory at once.
const AT_ONCE: usize = 8192;

/// Most places of a level; beyond, new ones are no longer walked from, and [`Explored::is_whole`] is false.
const MOST_PLACES: usize = 6_000_000;

/// A walk from one place to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrow {
    /// Number of the place from which it leads.
    pub from: u32,
    /// Number of the place to which it leads.
    pub to: u32,
    /// Height of the fall on the way, metres; 0 if the ground was never gone.
    pub fell: f32,
    /// What the character did.
    pub order: Order,
}

/// A walk off the level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leaving {
    /// Number of the last place.
    pub from: u32,
    /// What the character did.
    pub order: Order,
}

/// What characters may do.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Abilities {
    /// Upward speed of a jump, m/s; 0: characters do not jump.
    pub jump_speed: f32,
}

/// Places of a level, and the walks between them.
#[derive(Clone, Debug)]
pub struct Explored {
    /// All places.
    pub places: Places,
    /// All walks between two places, those from one place together.
    pub arrows: Vec<Arrow>,
    /// All walks off the level.
    pub leavings: Vec<Leaving>,
    /// Number of walks after which the character neither stood nor had left.
    pub lost: u64,
    /// Number of moves of the kernel.
    pub moves: u64,
    /// Whether all places were walked from.
    pub is_whole: bool,
}

/// Explores one level.
pub struct Explorer<'a> {
    walker: Walker<'a>,
    region: Region,
    /// Number of places from which characters have walked.
    walked: usize,
    abilities: Abilities,
    explored: Explored,
}

/// What one place's walks came to.
#[derive(Default)]
struct Found {
    stands: Vec<(Stand, f32, Order)>,
    leavings: Vec<Order>,
    lost: u64,
    moves: u64,
}

impl<'a> Explorer<'a> {
    /// Finds all floors of a region of a level; `progress` gets the part that is done.
    #[must_use]
    pub fn new(
        world: &'a World,
        profile: &'a CharacterProfile,
        region: Region,
        abilities: Abilities,
        progress: &(dyn Fn(f64) + Sync),
    ) -> Self {
        let bounds = world.bounds().unwrap_or_default();
        let mut places = columns::grid(profile);
        columns::find(world, profile, &region, &mut places, progress);
        let explored = Explored { places, arrows: Vec::new(), leavings: Vec::new(), lost: 0, moves: 0, is_whole: true };
        Self { walker: Walker { world, profile, bounds }, region, walked: 0, abilities, explored }
    }

    /// Adds a place where a character stands, such as a start; returns its number.
    pub fn add(&mut self, stand: Stand) -> u32 {
        self.explored.places.add(stand).0
    }

    /// The walker, which repeats walks.
    #[must_use]
    pub fn walker(&self) -> Walker<'a> {
        self.walker
    }

    /// What was found so far.
    #[must_use]
    pub fn explored(&self) -> &Explored {
        &self.explored
    }

    /// Ends the exploration.
    #[must_use]
    pub fn finish(self) -> Explored {
        self.explored
    }

    /// Walks from all places that are new, until there are no new ones; `progress` gets the numbers of places done and known.
    pub fn explore(&mut self, progress: &(dyn Fn(usize, usize) + Sync)) {
        self.walk_from_new(progress);
    }

    /// Walks from chosen places in more directions, then from all places that were new; returns whether an arrow was new.
    pub fn look_again(&mut self, numbers: &[u32], progress: &(dyn Fn(usize, usize) + Sync)) -> bool {
        let (arrows, leavings) = (self.explored.arrows.len(), self.explored.leavings.len());
        for some in numbers.chunks(AT_ONCE) {
            self.walk_from(some, Self::farther_orders);
        }
        self.walk_from_new(progress);
        let explored = &self.explored;
        explored.arrows.len() > arrows || explored.leavings.len() > leavings
    }

    /// Roams from chosen places, each character by its own random headings; returns whether an arrow was new.
    ///
    /// # Panics
    /// Never: all input is in range.
    pub fn roam(&mut self, numbers: &[u32]) -> bool {
        let Walker { world, profile, .. } = self.walker;
        let list = self.explored.places.list();
        let from_place = |&number: &u32| {
            let stand = &list[number as usize];
            let roamer = |seed: u64| {
                let mut random = Random::new(mix(u64::from(number)) ^ seed);
                let mut state = stand.state();
                let mut stands = Vec::new();
                for _ in 0..HEADINGS {
                    let heading = heading(&mut random);
                    let desired_velocity = Vec3::new(heading.x as f32, 0.0, heading.y as f32) * SPEED;
                    let input = MoveInput { desired_velocity, ..MoveInput::EARTH };
                    for _ in 0..HEADING_STEPS {
                        world.move_character(profile, &mut state, &input, SECONDS).expect("in range");
                    }
                    if state.ground().is_grounded() {
                        let order = Order { target: state.position.to_dvec3().xz(), runs_on: false, jump_speed: 0.0 };
                        stands.push((Stand::of(&state), order));
                    }
                }
                stands
            };
            (0..ROAMERS).flat_map(roamer).collect::<Vec<_>>()
        };
        let found: Vec<Vec<(Stand, Order)>> = numbers.par_iter().map(from_place).collect();
        let arrows = self.explored.arrows.len();
        for (&from, stands) in numbers.iter().zip(found) {
            for (stand, order) in stands.into_iter().filter(|(stand, _)| self.region.contains(stand.center())) {
                let (to, is_new) = self.explored.places.add(stand);
                let is_known = |arrow: &Arrow| (arrow.from, arrow.to) == (from, to);
                if to != from && (is_new || !self.explored.arrows[arrows..].iter().any(is_known)) {
                    self.explored.arrows.push(Arrow { from, to, fell: 0.0, order });
                }
            }
        }
        self.explored.moves += numbers.len() as u64 * ROAMERS * (HEADINGS * HEADING_STEPS) as u64;
        self.explored.arrows.len() > arrows
    }

    fn walk_from_new(&mut self, progress: &(dyn Fn(usize, usize) + Sync)) {
        loop {
            let done = self.walked;
            let known = self.explored.places.list().len();
            if done == known {
                break;
            }
            if known > MOST_PLACES {
                self.explored.is_whole = false;
                break;
            }
            let next = known.min(done + AT_ONCE);
            let numbers: Vec<u32> = (done as u32..next as u32).collect();
            self.walk_from(&numbers, Self::orders);
            self.walked = next;
            progress(next, self.explored.places.list().len());
        }
    }

    /// Makes the walks of some places, and adds what they found.
    fn walk_from(&mut self, numbers: &[u32], orders: impl Fn(&Self, u32) -> Vec<Order> + Sync) {
        let explorer = &*self;
        let found: Vec<Found> =
            numbers.par_iter().map(|&number| explorer.found_from(number, &orders(explorer, number))).collect();
        for (&from, found) in numbers.iter().zip(found) {
            let first = self.explored.arrows.len();
            for (stand, fell, order) in found.stands {
                let (to, _) = self.explored.places.add(stand);
                let fell = fell.max(0.0);
                let same = self.explored.arrows[first..].iter_mut().find(|arrow| arrow.to == to);
                match same {
                    Some(arrow) if arrow.fell <= fell => {}
                    Some(arrow) => (arrow.fell, arrow.order) = (fell, order),
                    None if to == from => {}
                    None => self.explored.arrows.push(Arrow { from, to, fell, order }),
                }
            }
            self.explored.leavings.extend(found.leavings.into_iter().take(1).map(|order| Leaving { from, order }));
            self.explored.lost += found.lost;
            self.explored.moves += found.moves;
        }
    }

    fn found_from(&self, number: u32, orders: &[Order]) -> Found {
        let stand = &self.explored.places.list()[number as usize];
        let step = self.walker.profile.settings().step_height;
        let mut found = Found::default();
        for order in orders {
            let mut one = |order: Order| {
                let walked = self.walker.walk(stand, &order);
                found.moves += u64::from(walked.steps);
                match walked.end {
                    End::Stands(end) if self.region.contains(end.center()) => {
                        found.stands.push((end, walked.fell, order));
                    }
                    End::Stands(_) => {}
                    End::Left => found.leavings.push(order),
                    End::Lost => found.lost += 1,
                }
                walked.fell > step
            };
            if one(*order) && order.jump_speed == 0.0 {
                one(Order { runs_on: true, ..*order });
            }
        }
        found
    }

    /// Orders of a first look: to the middles of the cells around, and to that of its own.
    fn orders(&self, number: u32) -> Vec<Order> {
        let places = &self.explored.places;
        let center = places.list()[number as usize].center();
        let cell = places.cell(center);
        let walk = |target| Order { target, runs_on: false, jump_speed: 0.0 };
        let mut orders: Vec<Order> =
            NEXT.iter().map(|[x, z]| walk(places.middle([cell[0] + x, cell[1] + z]))).collect();
        if self.abilities.jump_speed > 0.0 {
            let jump = |order: &Order| Order { runs_on: true, jump_speed: self.abilities.jump_speed, ..*order };
            orders.extend(orders.clone().iter().map(jump));
        }
        let middle = places.middle(cell);
        if (middle - center.xz()).length() > 0.1 * places.side() {
            orders.push(walk(middle));
        }
        orders
    }

    /// Orders of a second look: in between the first ones, and farther.
    fn farther_orders(&self, number: u32) -> Vec<Order> {
        let places = &self.explored.places;
        let center = places.list()[number as usize].center().xz();
        let eight = NEXT.iter().map(|&[x, z]| DVec2::new(f64::from(x), f64::from(z)).normalize());
        let directions = eight.chain(BETWEEN.iter().map(|&[x, z]| DVec2::new(x, z)));
        let order = |direction: DVec2, length: f64| Order {
            target: center + direction * length * places.side(),
            runs_on: false,
            jump_speed: 0.0,
        };
        directions.flat_map(|direction| FARTHER.map(|length| order(direction, length))).collect()
    }
}

/// Draws a direction on the level, of unit length.
fn heading(random: &mut Random) -> DVec2 {
    loop {
        let [x, y] = [0, 1].map(|_| f64::from(random.range_f32(-1.0, 1.0)));
        let square = x * x + y * y;
        if square > 0.01 && square <= 1.0 {
            return DVec2::new(x, y) / square.sqrt();
        }
    }
}
