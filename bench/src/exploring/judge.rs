//! Makes findings of what was explored.
//!
//! In: an exploration, what of it can be reached. Out: findings, and the kind of each place. The [survey](super::survey) says what is
//! a finding.

use super::explore::{Arrow, Explored};
use super::finding::{Finding, Kind, PlaceKind};
use super::groups::{Sets, gathered, near};
use super::places::Stand;
use super::reach::Reach;
use super::surroundings::{is_sealed, of_group};
use super::walker::Order;
use glam::DVec3;
use std::collections::HashMap;
use sweep8::{CharacterProfile, World};

/// A drop is one-way only if the way back up is longer than this, metres, and than so many heights of the drop.
const WAY_BACK: f64 = 8.0;
const WAY_BACK_HEIGHTS: f64 = 4.0;
/// Longest way back that is measured, metres.
const LONGEST_WAY: f64 = 2000.0;

/// Least support of one place of a floor that is as wide as a body, of eight.
const WIDE: u8 = 7;

/// What findings are made of, and the kinds of places so far.
pub(super) struct Judge<'a> {
    pub(super) world: &'a World,
    pub(super) profile: &'a CharacterProfile,
    pub(super) explored: &'a Explored,
    pub(super) reach: &'a Reach,
    pub(super) kinds: Vec<PlaceKind>,
}

impl Judge<'_> {
    fn list(&self) -> &[Stand] {
        self.explored.places.list()
    }

    /// Sorts all places into floors that are reached or not, and finds pits and floors that are not reached.
    pub(super) fn floors(&mut self, starts: &[u32]) -> Vec<Finding> {
        let count = self.list().len() as u32;
        let home: Vec<u32> = (0..count).filter(|&number| self.reach.is_home(number)).collect();
        let is_sealed = is_sealed(self.world, self.list(), if home.is_empty() { starts } else { &home });
        self.kinds = vec![PlaceKind::None; count as usize];
        for &number in &home {
            self.kinds[number as usize] = PlaceKind::Reached;
        }
        let mut findings = Vec::new();
        for group in self.walked_groups(|number| self.reach.is_reached[number as usize] && !self.reach.is_home(number))
        {
            self.mark(&group, PlaceKind::Pit);
            findings.push(self.pit(&group));
        }
        for group in self.walked_groups(|number| !self.reach.is_reached[number as usize]) {
            if !self.is_as_large_as_a_body(&group) {
                continue;
            }
            let around = of_group(self.world, self.list(), &group);
            if around.is_in_solid {
                continue;
            }
            let kind = match () {
                () if is_sealed && !around.is_enclosed => Kind::Outside,
                () if group.iter().any(|&number| self.reach.is_returning[number as usize]) => Kind::Above,
                () => Kind::UnreachedFloor,
            };
            self.mark(
                &group,
                match kind {
                    Kind::Outside => PlaceKind::Outside,
                    Kind::Above => PlaceKind::Above,
                    _ => PlaceKind::Unreached,
                },
            );
            findings.push(self.unreached(kind, &group));
        }
        findings
    }

    fn mark(&mut self, group: &[u32], kind: PlaceKind) {
        for &number in group {
            self.kinds[number as usize] = kind;
        }
    }

    /// Groups of places that count, joined by the walks between them.
    fn walked_groups(&self, counts: impl Fn(u32) -> bool) -> Vec<Vec<u32>> {
        let numbers: Vec<u32> = (0..self.list().len() as u32).filter(|&number| counts(number)).collect();
        let mut index = vec![u32::MAX; self.list().len()];
        for (&number, place) in numbers.iter().zip(0..) {
            index[number as usize] = place;
        }
        let mut sets = Sets::new(numbers.len());
        // A fall joins no floors: the floor below the edge is another one.
        let step = self.profile.settings().step_height;
        for arrow in self.explored.arrows.iter().filter(|arrow| arrow.fell <= step) {
            let [from, to] = [arrow.from, arrow.to].map(|number| index[number as usize]);
            if from != u32::MAX && to != u32::MAX {
                sets.join(from, to);
            }
        }
        gathered(&numbers, &mut sets)
    }

    fn area(&self, group: &[u32]) -> f64 {
        let floors = group.iter().filter(|&&number| self.list()[number as usize].is_floor);
        floors.count() as f64 * self.explored.places.side().powi(2)
    }

    fn is_as_large_as_a_body(&self, group: &[u32]) -> bool {
        let half = self.profile.shape().half_extents();
        let footprint = f64::from(half.x * half.z) * std::f64::consts::PI;
        let is_wide = group.iter().any(|&number| self.list()[number as usize].support >= WIDE);
        is_wide && self.area(group) >= footprint
    }

    fn pit(&self, group: &[u32]) -> Finding {
        let is_in = self.members(group);
        let ways_in =
            self.explored.arrows.iter().filter(|arrow| self.reach.is_home(arrow.from) && is_in[arrow.to as usize]);
        let (fall, example) = self.falls(ways_in.clone());
        // Who walks in, perhaps along a steep surface, shows less than who falls.
        let deepest = ways_in.max_by(|a, b| a.fell.total_cmp(&b.fell));
        let example = deepest.map(|arrow| (self.list()[arrow.from as usize], arrow.order)).or(example);
        Finding { area: self.area(group), fall, example, ..self.finding(Kind::Pit, group) }
    }

    fn unreached(&self, kind: Kind, group: &[u32]) -> Finding {
        let is_in = self.members(group);
        let down = self.explored.arrows.iter();
        let down = down.filter(|arrow| is_in[arrow.from as usize] && self.reach.is_reached[arrow.to as usize]);
        let (fall, example) = self.falls(down);
        Finding { area: self.area(group), fall, example, ..self.finding(kind, group) }
    }

    fn members(&self, group: &[u32]) -> Vec<bool> {
        let mut is_in = vec![false; self.list().len()];
        for &number in group {
            is_in[number as usize] = true;
        }
        is_in
    }

    /// Least and greatest fall of some walks, and the walk with the least.
    fn falls<'a>(&self, arrows: impl Iterator<Item = &'a Arrow>) -> (Option<[f32; 2]>, Option<(Stand, Order)>) {
        let mut fall: Option<[f32; 2]> = None;
        let mut least: Option<&Arrow> = None;
        for arrow in arrows {
            fall = Some(fall.map_or([arrow.fell; 2], |[low, high]| [low.min(arrow.fell), high.max(arrow.fell)]));
            if least.is_none_or(|least| arrow.fell < least.fell) {
                least = Some(arrow);
            }
        }
        (fall, least.map(|arrow| (self.list()[arrow.from as usize], arrow.order)))
    }

    /// A finding of this kind at a group, without what only some kinds have.
    fn finding(&self, kind: Kind, group: &[u32]) -> Finding {
        let points: Vec<DVec3> = group.iter().map(|&number| self.feet(number)).collect();
        let mean = points.iter().sum::<DVec3>() / points.len().max(1) as f64;
        let nearest = points.iter().min_by(|a, b| a.distance(mean).total_cmp(&b.distance(mean)));
        let at = nearest.copied().unwrap_or(mean);
        let side = self.explored.places.side();
        let radius = points.iter().map(|point| point.distance(at)).fold(0.0, f64::max) + side;
        let top = points.iter().map(|point| point.y).fold(f64::NEG_INFINITY, f64::max);
        let is_in = self.members(group);
        Finding {
            kind,
            at: at.as_vec3(),
            radius: radius as f32,
            top: top as f32 + 2.0 * self.profile.shape().half_extents().y,
            area: 0.0,
            length: 0.0,
            fall: None,
            way_back: None,
            has_border: self.explored.leavings.iter().any(|leaving| is_in[leaving.from as usize]),
            example: None,
        }
    }

    /// Lowest point of the body at a place, world space, metres.
    fn feet(&self, number: u32) -> DVec3 {
        let half = f64::from(self.profile.shape().half_extents().y);
        self.list()[number as usize].center() - DVec3::Y * half
    }

    /// Open borders of what is reached.
    pub(super) fn borders(&self) -> Vec<Finding> {
        let leavings = self.explored.leavings.iter().filter(|leaving| self.reach.is_reached[leaving.from as usize]);
        let mut order_of: HashMap<u32, Order> = HashMap::new();
        let mut numbers = Vec::new();
        for leaving in leavings {
            if order_of.insert(leaving.from, leaving.order).is_none() {
                numbers.push(leaving.from);
            }
        }
        let side = self.explored.places.side();
        let groups = near(&self.explored.places, &numbers, 3, 3.0 * side);
        let border = |group: &Vec<u32>| {
            let finding = self.finding(Kind::OpenBorder, group);
            let nearest = group.iter().min_by(|a, b| {
                let [a, b] = [a, b].map(|&&number| self.feet(number).distance(finding.at.as_dvec3()));
                a.total_cmp(&b)
            });
            let example = nearest.map(|number| (self.list()[*number as usize], order_of[number]));
            Finding { length: self.edge_length(group), example, ..finding }
        };
        groups.iter().map(border).collect()
    }

    /// Length of an edge, by the cells along it, metres.
    fn edge_length(&self, group: &[u32]) -> f64 {
        let places = &self.explored.places;
        let mut cells: Vec<[i32; 2]> =
            group.iter().map(|&number| places.cell(self.list()[number as usize].center())).collect();
        cells.sort_unstable();
        cells.dedup();
        // Diagonal steps between cells are longer, but an edge is often two cells wide.
        cells.len() as f64 * places.side()
    }

    /// Drops between places from which one gets back.
    pub(super) fn one_way_drops(&self) -> Vec<Finding> {
        let step = self.profile.settings().step_height;
        let drops: Vec<&Arrow> = self
            .explored
            .arrows
            .iter()
            .filter(|arrow| arrow.fell > step && !arrow.order.runs_on)
            .filter(|arrow| self.reach.is_home(arrow.from) && self.reach.is_home(arrow.to))
            .collect();
        let mut numbers: Vec<u32> = drops.iter().map(|arrow| arrow.from).collect();
        numbers.dedup();
        numbers.sort_unstable();
        numbers.dedup();
        let side = self.explored.places.side();
        let mut group_of = HashMap::new();
        let groups = near(&self.explored.places, &numbers, 2, 2.0 * side);
        for (group, index) in groups.iter().zip(0..) {
            group_of.extend(group.iter().map(|&number| (number, index)));
        }
        let mut of_group: Vec<Vec<&Arrow>> = vec![Vec::new(); groups.len()];
        for &arrow in &drops {
            let group: usize = group_of[&arrow.from];
            of_group[group].push(arrow);
        }
        groups.iter().zip(&of_group).filter_map(|(group, arrows)| self.one_way_drop(group, arrows)).collect()
    }

    fn one_way_drop(&self, group: &[u32], arrows: &[&Arrow]) -> Option<Finding> {
        let (fall, _) = self.falls(arrows.iter().copied());
        let [least, _] = fall?;
        let is_top = self.members(group);
        let ends: Vec<u32> = arrows.iter().map(|arrow| arrow.to).collect();
        let list = self.list();
        let length = |from: u32, to: u32| list[from as usize].center().distance(list[to as usize].center());
        let way_back = self.reach.forward.shortest(&ends, |number| is_top[number as usize], LONGEST_WAY, length)?;
        if way_back < WAY_BACK.max(WAY_BACK_HEIGHTS * f64::from(least)) || group.len() < 2 {
            return None;
        }
        let finding = self.finding(Kind::OneWayDrop, group);
        let middle = finding.at.as_dvec3();
        let nearest = arrows.iter().min_by(|a, b| {
            let [a, b] = [a, b].map(|arrow| self.feet(arrow.from).distance(middle));
            a.total_cmp(&b)
        });
        let example = nearest.map(|arrow| (list[arrow.from as usize], arrow.order));
        Some(Finding { length: self.edge_length(group), fall, way_back: Some(way_back), example, ..finding })
    }
}
