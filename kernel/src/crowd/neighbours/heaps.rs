//! Heaps: solid characters that overlap, and those that stand in the way of their parting.
//!
//! In: [cells](crate::crowd::neighbours::cells) at the start of a step. Out: the ranks of the characters in heaps and in their way, which
//! lead from the inside of a heap to its outside; [`parting`](crate::character::others::parting) reads them.
//! 1. Characters that overlap a solid one are found: a look at everybody, on all threads.
//! 2. A clear character that leaves no room to one of these, or to another in their way, is in the way, too. The gaps from the heap to it
//!    add up: where they are room enough, nobody behind them is in the way. Its rank is the shortest path over such neighbours from one
//!    that overlaps (Dijkstra 1959); two that touch are 1 apart.
//! 3. The rank of a character that overlaps is the shortest path to a clear one, negative: that is where there is room. It is 0 if none
//!    is in the way.
//!
//! A shortest path is the same in whatever order the paths are tried. A step without overlaps needs none of this:
//! [`Neighbours`](crate::crowd::neighbours::neighbours::Neighbours) knows when that is sure.

use crate::base::place_order::fill;
use crate::base::tolerance::LEAST_SHARE;
use crate::character::model::profile::EachOther;
use crate::character::others::parting::spare_room;
use crate::crowd::neighbours::cells::{NeighbourCells, middle};
use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;
use glam::Vec3;

/// Buffers of the search for heaps.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heaps {
    /// Whether the character at each place of the cells overlaps a solid one.
    overlaps: Vec<bool>,
    /// Shortest path known to each place, from one that overlaps to a clear one, or the other way round.
    paths: Vec<Path>,
    /// Paths out of the heaps: the ranks of a step.
    ranks: Vec<Path>,
    /// Paths that are not longer than those to be found, and the places where they end.
    queue: BinaryHeap<(Reverse<Path>, u32)>,
}

/// A path between characters, as the bits of two numbers: those of positive numbers have the order of the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Path {
    /// Its length, in radii.
    length: u32,
    /// Room in the gaps on it, metres: the shares of those behind them.
    room: u32,
}

impl Path {
    /// A path to nobody.
    const NONE: Self = Self::new(f32::INFINITY, 0.0);

    const fn new(length: f32, room: f32) -> Self {
        Self { length: length.to_bits(), room: room.to_bits() }
    }

    fn length(self) -> f32 {
        f32::from_bits(self.length)
    }

    fn room(self) -> f32 {
        f32::from_bits(self.room)
    }
}

/// Characters that leave no room to each other, and the paths between them.
struct Contacts<'a> {
    cells: &'a NeighbourCells,
    /// Duration of the step, seconds.
    seconds: f32,
}

impl Contacts<'_> {
    /// Calls `take` with each character that leaves no room to the one at `place`, to which a path leads, and with the path that goes on to
    /// it; with some twice.
    fn each(&self, place: usize, so_far: Path, mut take: impl FnMut(usize, Path)) {
        let capsule = self.cells.capsule(place);
        let needed = 3.0 * capsule.most_push(self.seconds) - f64::from(so_far.room());
        let reach = needed.max(0.0) / LEAST_SHARE;
        for near in each_near(self.cells, place, reach as f32) {
            let other = self.cells.capsule(near);
            let gap = capsule.gap_to(other).1;
            let free = gap - f64::from(capsule.touch_gap) - f64::from(other.touch_gap);
            let spare = spare_room(free, [other.mass, capsule.mass], needed);
            if near != place && spare < 0.0 {
                let room = so_far.room() + (spare + needed).max(0.0) as f32;
                take(near, Path::new(so_far.length() + capsule.distance_in_radii(other, gap) as f32, room));
            }
        }
    }
}

impl Heaps {
    /// Writes the ranks of all characters in heaps and in their way into the cells, for a step of `seconds`; calls `wake` with their
    /// slots.
    #[cold]
    #[inline(never)]
    pub(crate) fn find(&mut self, cells: &mut NeighbourCells, seconds: f32, mut wake: impl FnMut(usize)) {
        let known: &NeighbourCells = cells;
        fill(&mut self.overlaps, known.capsules(), |place, capsule| {
            each_near(known, place as usize, 0.0).any(|place| {
                let other = known.capsule(place);
                other.tie != capsule.tie && capsule.gap_to(other).1 < 0.0
            })
        });
        if !self.overlaps.contains(&true) {
            return;
        }
        let contacts = Contacts { cells: known, seconds };
        // Out of the heaps.
        self.clear_paths();
        for place in 0..self.overlaps.len() {
            if self.overlaps[place] {
                self.arrive(place, Path::new(0.0, 0.0));
            }
        }
        self.go_on(&contacts, |overlaps| !overlaps);
        let mut ranks = core::mem::take(&mut self.ranks);
        core::mem::swap(&mut ranks, &mut self.paths);
        // And into them, from the clear ones in their way.
        self.clear_paths();
        for (place, &rank) in ranks.iter().enumerate() {
            if !self.overlaps[place] && rank < Path::NONE {
                contacts.each(place, Path::new(0.0, 0.0), |near, path| {
                    if self.overlaps[near] {
                        self.arrive(near, path);
                    }
                });
            }
        }
        self.go_on(&contacts, |overlaps| overlaps);
        for (place, &out) in ranks.iter().enumerate().filter(|(_, out)| **out < Path::NONE) {
            let inwards = self.paths[place];
            let leads_in = self.overlaps[place] && inwards < Path::NONE;
            cells.set_rank(place, if leads_in { -inwards.length() } else { out.length() });
            wake(cells.slot(place));
        }
        self.ranks = ranks;
    }

    fn clear_paths(&mut self) {
        self.paths.clear();
        self.paths.resize(self.overlaps.len(), Path::NONE);
        // A larger heap in a later step allocates nothing.
        self.queue.reserve(self.overlaps.len());
    }

    /// Notes a path to a place if it is the shortest one so far.
    fn arrive(&mut self, place: usize, path: Path) {
        if path < self.paths[place] {
            self.paths[place] = path;
            self.queue.push((Reverse(path), place as u32));
        }
    }

    /// Continues all paths to places that are `among` those to be reached.
    fn go_on(&mut self, contacts: &Contacts, among: impl Fn(bool) -> bool) {
        while let Some((Reverse(so_far), place)) = self.queue.pop() {
            let place = place as usize;
            if so_far > self.paths[place] {
                continue;
            }
            contacts.each(place, so_far, |near, path| {
                if among(self.overlaps[near]) {
                    self.arrive(near, path);
                }
            });
        }
    }
}

/// Places of the solid characters whose boxes are within `reach` metres of the box of the one at `place`, beside the touch gaps; none if
/// that one is not solid. Some may come twice, and that of the character itself is among them.
fn each_near(cells: &NeighbourCells, place: usize, reach: f32) -> impl Iterator<Item = usize> {
    let capsule = cells.capsule(place);
    let center = middle(capsule.position);
    let is_solid = capsule.each_other == EachOther::Solid;
    let (runs, half) =
        cells.around(cells.region_at(place), center, capsule.extents() + Vec3::splat(capsule.touch_gap + reach));
    let places = runs.flatten().take_while(move |_| is_solid);
    places.filter(move |&place| {
        let other = cells.capsule(place);
        let near = half + other.extents() + Vec3::splat(other.touch_gap);
        other.each_other == EachOther::Solid && (middle(other.position) - center).abs().cmple(near).all()
    })
}
