//! The characters that a ray, a sweep or a shape meets: boxes eight at a time, then body by body in `f64`.
//!
//! In: the [tree](crate::crowd::queries::character_index) over a crowd, and what is asked. Out: the first that is met, whether any
//! is, or all. Boxes only leave out characters that are surely not met, so that the answer is a matter of `f64` alone, and the
//! same on every backend; of several at one place the deepest is reported, then the one with the lowest index.

use crate::bvh::boxes::Bounds;
use crate::character::model::profile::CharacterProfile;
use crate::crowd::columns::Columns;
use crate::crowd::id::{CharacterId, Ids};
use crate::crowd::queries::character_hit::CharacterFilter;
use crate::frame::position::Position;
use crate::narrow::line::Line;
use crate::query::ray::farthest_from;
use crate::shape::ellipsoid_pair::PairContact;
use crate::shape::oriented_shape::OrientedShape;
use crate::shape::shape_pair::ShapePair;
use crate::simd::{Chosen, LaneVec, Lanes, task};
use crate::world::box_tree::BoxTree;
use crate::world::nearest_boxes::{BoxVisitor, traverse_boxes};
use glam::{DVec3, Vec3, Vec3A};

/// The characters of a crowd that a query searches, and the query's filter.
#[derive(Clone, Copy)]
pub(crate) struct Characters<'a> {
    /// Tree over the group that the query is about: its leaves are places in `members`.
    pub(crate) boxes: &'a BoxTree,
    /// Slots of the characters of the group.
    pub(crate) members: &'a [u32],
    pub(crate) columns: &'a Columns,
    pub(crate) profiles: &'a [CharacterProfile],
    pub(crate) ids: &'a Ids,
    pub(crate) filter: CharacterFilter,
}

/// A character that a query hits, and its contact with the shape or point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Met {
    pub(crate) id: CharacterId,
    /// Position of the hit character's centre, world space.
    pub(crate) position: Position,
    pub(crate) contact: PairContact,
}

impl Met {
    /// Whether this hit is reported before another: it is earlier, or else deeper, or else has the lower id.
    fn is_before(&self, other: &Self) -> bool {
        let order = self.contact.part.total_cmp(&other.contact.part);
        order.then(other.contact.depth.total_cmp(&self.contact.depth)).then(self.id.cmp(&other.id)).is_lt()
    }

    /// Distance at which a ray hits the character, metres; 0 if it starts inside the body.
    pub(crate) fn distance(&self) -> f32 {
        if self.contact.depth > 0.0 { 0.0 } else { self.contact.part as f32 }
    }
}

impl<'a> Characters<'a> {
    /// The first character on a ray from `origin` along the unit vector `way`, checked; any one with `is_any`.
    // Always inlined: as a call it would copy the contact once more, 22 instructions of 2,620.
    #[inline(always)]
    pub(crate) fn on_ray(
        self,
        chosen: Chosen,
        origin: Position,
        way: DVec3,
        distance: f32,
        is_any: bool,
    ) -> Option<Met> {
        let bounds = self.boxes.bounds();
        let most = distance.min(farthest_from(origin, &bounds));
        chosen.run(SearchWay { asked: OnWay { characters: self, shape: None, origin, way, most, is_any } })
    }

    /// Finds the characters within `distance` metres of `origin` once for `rays` rays, if few are likely to be there.
    pub(crate) fn around(self, chosen: Chosen, origin: Position, distance: f32, rays: usize) -> Around<'a> {
        let is_worth_it = rays >= WORTH_A_SEARCH && self.are_sparse(distance);
        let few = if is_worth_it { chosen.run(SearchNear { characters: self, origin, distance }) } else { None };
        Around { characters: self, chosen, origin, few }
    }

    /// Whether few characters are within a distance of a place, if all are spread evenly over the box around them.
    fn are_sparse(&self, distance: f32) -> bool {
        let Bounds { low, high } = self.boxes.bounds();
        // One character has a box without extent.
        let extents = (high - low).max(Vec3A::splat(f32::MIN_POSITIVE));
        let parts = (Vec3A::splat(2.0 * distance) / extents).min(Vec3A::ONE);
        self.members.len() as f32 * parts.element_product() <= FEW as f32
    }

    /// Whether the filter asks for a member of the group.
    #[inline(always)]
    fn asks(&self, member: u32) -> bool {
        let (slot, id) = self.slot_and_id(member);
        self.columns.layers[slot] & self.filter.layers != 0 && self.filter.skip != Some(id)
    }

    #[inline(always)]
    fn slot_and_id(&self, member: u32) -> (usize, CharacterId) {
        let slot = self.members[member as usize] as usize;
        (slot, self.ids.id(self.columns.indices[slot]))
    }

    /// Contact of a member of the group with a shape (or a point) at `place`; `None` without one, or if the filter excludes it.
    fn met(
        &self,
        member: u32,
        shape: Option<&OrientedShape>,
        place: Position,
        contact: impl Fn(&ShapePair, DVec3) -> Option<PairContact>,
    ) -> Option<Met> {
        let &Self { columns, profiles, .. } = self;
        if !self.asks(member) {
            return None;
        }
        let (slot, id) = self.slot_and_id(member);
        let state = &columns.states[slot];
        let position = state.position;
        // Each difference is exact, and so is their sum where it matters: near each other.
        let apart =
            (place.high.as_dvec3() - position.high.as_dvec3()) + (place.low.as_dvec3() - position.low.as_dvec3());
        let contact = contact(&ShapePair::new(&state.body(&profiles[state.profile as usize]), shape), apart)?;
        Some(Met { id, position, contact })
    }
}

/// Search for the first character that a shape or a point touches on a straight motion.
pub(crate) struct OnWay<'a> {
    pub(crate) characters: Characters<'a>,
    /// The shape that moves; `None` for a point.
    pub(crate) shape: Option<OrientedShape>,
    pub(crate) origin: Position,
    pub(crate) way: DVec3,
    /// Upper bound of the searched motion, as a multiple of `way`.
    pub(crate) most: f32,
    /// Whether the search may end at any hit character instead of the first one.
    pub(crate) is_any: bool,
}

task! {
    /// Task of a search for the first character [along a straight line](OnWay).
    pub(crate) struct SearchWay<'a> {
        pub(crate) asked: OnWay<'a>,
    }
    fn run<L>(lanes) -> Option<Met> {
        let boxes = asked.characters.boxes;
        let mut search = WaySearch { lanes, line: asked.line(), limit: asked.most, asked, first: None };
        traverse_boxes(lanes, boxes, &mut search);
        search.first
    }
}

impl OnWay<'_> {
    fn line(&self) -> Line {
        let half = self.shape.map_or(Vec3::ZERO, |shape| shape.half_extents().as_vec3());
        let inverse_half = if self.shape.is_some() { half.recip() } else { Vec3::ZERO };
        let way = self.way.as_vec3();
        Line::new(self.origin.high, way, way * self.most, half, inverse_half, self.characters.boxes.bounds())
    }

    /// First contact of the moving shape or point with a member of the group; `None` without one.
    #[inline(never)]
    fn met(&self, member: u32) -> Option<Met> {
        let most = f64::from(self.most);
        self.characters
            .met(member, self.shape.as_ref(), self.origin, |pair, apart| pair.first_contact(apart, self.way, most))
    }
}

struct WaySearch<'a, L> {
    lanes: L,
    line: Line,
    limit: f32,
    asked: OnWay<'a>,
    first: Option<Met>,
}

impl<L: Lanes> BoxVisitor<L> for WaySearch<'_, L> {
    #[inline(always)]
    fn near(&mut self, low: LaneVec<L::Float>, high: LaneVec<L::Float>) -> (L::Mask, L::Float) {
        self.line.entering(self.lanes, low, high, self.limit)
    }

    #[inline(always)]
    fn take(&mut self, member: u32) {
        if let Some(met) = self.asked.met(member)
            && self.first.is_none_or(|first| met.is_before(&first))
        {
            // Rounded up, so that others at the same place are looked at.
            self.limit = if self.asked.is_any { NOTHING_MORE } else { (met.contact.part as f32).next_up() };
            self.first = Some(met);
        }
    }

    #[inline(always)]
    fn limit(&self) -> f32 {
        self.limit
    }
}

/// Search limit below the distance of every box, which ends the traversal of the tree of characters.
const NOTHING_MORE: f32 = f32::NEG_INFINITY;

/// Largest number of nearby characters that each ray tests one by one; for more, searching the tree is faster.
const FEW: usize = 3;

/// Number of rays from one place for which a search for all characters in their reach is worth its time.
const WORTH_A_SEARCH: usize = 4;

/// The characters around the origin of several rays.
pub(crate) struct Around<'a> {
    characters: Characters<'a>,
    chosen: Chosen,
    origin: Position,
    /// Characters that the rays may meet, if there are few; `None` if each ray searches the tree.
    few: Option<FewNear>,
}

/// Characters near a place.
struct FewNear {
    members: [u32; FEW],
    count: usize,
}

impl Around<'_> {
    /// The first character on a ray along the unit vector `way`, checked, as of [`Characters::on_ray`].
    #[inline(always)]
    pub(crate) fn on_ray(&self, way: DVec3, distance: f32) -> Option<Met> {
        let Self { characters, chosen, origin, few } = self;
        match few {
            Some(few) => few.on_ray(*characters, *origin, way, distance),
            None => characters.on_ray(*chosen, *origin, way, distance, false),
        }
    }
}

impl FewNear {
    fn on_ray(&self, characters: Characters, origin: Position, way: DVec3, distance: f32) -> Option<Met> {
        let most = distance.min(farthest_from(origin, &characters.boxes.bounds()));
        let asked = OnWay { characters, shape: None, origin, way, most, is_any: false };
        let mut first: Option<Met> = None;
        for &member in &self.members[..self.count] {
            if let Some(met) = asked.met(member)
                && first.is_none_or(|first| met.is_before(&first))
            {
                first = Some(met);
            }
        }
        first
    }
}

task! {
    /// Task of a search for the characters within a distance of a place, and perhaps some more; `None` if they are many.
    struct SearchNear<'a> {
        characters: Characters<'a>,
        origin: Position,
        distance: f32,
    }
    fn run<L>(lanes) -> Option<FewNear> {
        let boxes = characters.boxes;
        let bounds = boxes.bounds();
        let half = Vec3::splat(distance.min(farthest_from(origin, &bounds)).max(f32::MIN_POSITIVE));
        let line = Line::new(origin.high, Vec3::ZERO, Vec3::ZERO, half, half.recip(), bounds);
        let [low, high] = [line.around.low, line.around.high].map(Vec3::from);
        let few = Some(FewNear { members: [0; FEW], count: 0 });
        let mut search = NearSearch { meeting: MeetingBox { lanes, low, high }, characters, few };
        traverse_boxes(lanes, boxes, &mut search);
        search.few
    }
}

struct NearSearch<'a, L> {
    meeting: MeetingBox<L>,
    characters: Characters<'a>,
    /// Characters found so far; `None` once there are too many.
    few: Option<FewNear>,
}

impl<L: Lanes> BoxVisitor<L> for NearSearch<'_, L> {
    #[inline(always)]
    fn near(&mut self, low: LaneVec<L::Float>, high: LaneVec<L::Float>) -> (L::Mask, L::Float) {
        self.meeting.near(low, high)
    }

    #[inline(always)]
    fn take(&mut self, member: u32) {
        let Some(few) = &mut self.few else { return };
        if !self.characters.asks(member) {
            return;
        }
        match few.members.get_mut(few.count) {
            Some(free) => {
                *free = member;
                few.count += 1;
            }
            None => self.few = None,
        }
    }

    #[inline(always)]
    fn limit(&self) -> f32 {
        if self.few.is_some() { 0.0 } else { NOTHING_MORE }
    }
}

/// Search for the characters that a shape overlaps, in no order; it ends when `take` returns true.
pub(crate) struct Overlapped<'a, F> {
    pub(crate) characters: Characters<'a>,
    pub(crate) shape: OrientedShape,
    pub(crate) center: Position,
    pub(crate) take: F,
}

task! {
    /// Task of a search for the characters that a shape overlaps, see [`Overlapped`].
    pub(crate) struct SearchOverlaps<'a, F: FnMut(Met) -> bool> {
        pub(crate) asked: Overlapped<'a, F>,
    }
    fn run<L>(lanes) {
        let boxes = asked.characters.boxes;
        let half = asked.shape.half_extents().as_vec3();
        let line = Line::new(asked.center.high, Vec3::ZERO, Vec3::ZERO, half, half.recip(), boxes.bounds());
        let [low, high] = [line.around.low, line.around.high].map(Vec3::from);
        traverse_boxes(lanes, boxes, &mut OverlapSearch { meeting: MeetingBox { lanes, low, high }, asked, limit: 0.0 });
    }
}

impl<F: FnMut(Met) -> bool> Overlapped<'_, F> {
    /// Passes a member of the group to `take` if it overlaps the shape; returns true to stop the search.
    #[inline(never)]
    fn meet(&mut self, member: u32) -> bool {
        let met = self.characters.met(member, Some(&self.shape), self.center, ShapePair::overlap);
        met.is_some_and(&mut self.take)
    }
}

/// The test of eight boxes against one, world space, metres.
struct MeetingBox<L> {
    lanes: L,
    low: Vec3,
    high: Vec3,
}

impl<L: Lanes> MeetingBox<L> {
    /// Mask of the boxes that meet this one; all are as near.
    #[inline(always)]
    fn near(&self, low: LaneVec<L::Float>, high: LaneVec<L::Float>) -> (L::Mask, L::Float) {
        let lanes = self.lanes;
        let (from, to) = (lanes.splat3(self.low), lanes.splat3(self.high));
        let below = lanes.le(low.x, to.x) & lanes.le(low.y, to.y) & lanes.le(low.z, to.z);
        let above = lanes.ge(high.x, from.x) & lanes.ge(high.y, from.y) & lanes.ge(high.z, from.z);
        (below & above, lanes.splat(0.0))
    }
}

struct OverlapSearch<'a, L, F> {
    meeting: MeetingBox<L>,
    asked: Overlapped<'a, F>,
    limit: f32,
}

impl<L: Lanes, F: FnMut(Met) -> bool> BoxVisitor<L> for OverlapSearch<'_, L, F> {
    #[inline(always)]
    fn near(&mut self, low: LaneVec<L::Float>, high: LaneVec<L::Float>) -> (L::Mask, L::Float) {
        self.meeting.near(low, high)
    }

    #[inline(always)]
    fn take(&mut self, member: u32) {
        if self.asked.meet(member) {
            self.limit = NOTHING_MORE;
        }
    }

    #[inline(always)]
    fn limit(&self) -> f32 {
        self.limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::character::model::move_input::MoveInput;
    use crate::character::model::state::CharacterState;
    use crate::crowd::columns::Slot;
    use crate::crowd::queries::character_index::IndexedBatch;
    use crate::shape::axis::Axis;
    use crate::shape::ellipsoid::Ellipsoid;
    use crate::shape::swept_ellipsoid::Shape;
    use crate::simd::Backend;
    use alloc::vec::Vec;
    use glam::Quat;
    use sweep8_scalar_ref::random::Random;

    /// Contents of a query's hit as bits, for exact comparison.
    fn bits(met: &Met) -> (CharacterId, [u64; 8]) {
        let PairContact { part, point, normal, depth } = met.contact;
        let numbers = [part, depth, point.x, point.y, point.z, normal.x, normal.y, normal.z];
        (met.id, numbers.map(f64::to_bits))
    }

    #[test]
    fn boxes_leave_out_nobody_whom_a_look_at_everybody_finds_on_any_backend() {
        let shape = |radii| CharacterProfile::of_shape(Ellipsoid::new(radii).expect("it is a shape"));
        let swept = |radii, half| Shape::swept(Ellipsoid::new(radii).expect("it is a shape"), Axis::X, half);
        let capsule = CharacterProfile::of_shape(swept(Vec3::splat(0.4), 0.9).expect("it is a shape"));
        let profiles =
            [shape(Vec3::new(0.4, 0.9, 0.4)), shape(Vec3::splat(0.5)), shape(Vec3::new(6.0, 0.3, 2.0)), capsule];
        let (mut random, mut found, mut overlapped) = (Random(4), 0, 0);
        for case in 0..30 {
            let about = [DVec3::ZERO, DVec3::new(-3_000.0, 20.0, 4_100.0), DVec3::new(1.6e7, 0.0, -9e6)][case % 3];
            let (mut batch, mut ids) = (IndexedBatch::default(), Ids::default());
            for number in 0..300_u32 {
                let at = about + (Vec3::from(random.signed_vector()) * Vec3::new(30.0, 2.0, 30.0)).as_dvec3();
                let id = ids.add(number as usize);
                let profile = if number % 40 == 0 { 2 } else { [0, 1, 3][number as usize % 3] };
                let mut state = CharacterState { profile, ..CharacterState::new(at) };
                if number % 3 == 0 {
                    let [x, y, z] = random.signed_vector().to_array();
                    state.orientation = Quat::from_xyzw(x, y, z, 0.5).normalize();
                }
                batch.columns.push(Slot::new(id.index() as u32, state, MoveInput::EARTH));
            }
            let (columns, filter) = (&batch.columns, CharacterFilter::default());
            let (boxes, members) = batch.trees(&profiles).of(0).expect("all are in group 0");
            let characters = Characters { boxes, members, columns, profiles: &profiles, ids: &ids, filter };
            for number in 0..60 {
                let spread = Vec3::new(30.0, 2.0, 30.0);
                let origin = Position::from(about + (Vec3::from(random.signed_vector()) * spread).as_dvec3());
                let radii = Vec3::from(random.signed_vector().abs()) * 2.0 + 0.05;
                let half = [0.0, 0.7][number / 2 % 2];
                let shape = OrientedShape::from(swept(radii, half).expect("it is a shape"));
                let way = (Vec3::from(random.signed_vector()) * spread).as_dvec3();
                let asked = |is_any| {
                    let shape = (number % 2 == 0).then_some(shape);
                    SearchWay { asked: OnWay { characters, shape, origin, way, most: 1.0, is_any } }
                };
                let everybody = (0..300).filter_map(|slot| asked(false).asked.met(slot));
                let first = everybody.reduce(|one, other| if other.is_before(&one) { other } else { one });
                let within: Vec<_> = (0..300)
                    .filter_map(|slot| characters.met(slot, Some(&shape), origin, ShapePair::overlap))
                    .map(|met| bits(&met))
                    .collect();
                for backend in Backend::available() {
                    let chosen = Chosen::new(backend).expect("it is available");
                    let met = chosen.run(asked(false));
                    assert_eq!(met.as_ref().map(bits), first.as_ref().map(bits), "{backend}, case {case}, {number}");
                    assert_eq!(chosen.run(asked(true)).is_some(), first.is_some(), "{backend}, case {case}, {number}");
                    let mut list = Vec::new();
                    let take = |met: Met| {
                        list.push(bits(&met));
                        false
                    };
                    chosen.run(SearchOverlaps { asked: Overlapped { characters, shape, center: origin, take } });
                    list.sort_unstable_by_key(|&(id, _)| id);
                    assert_eq!(list, within, "{backend}, case {case}, {number}");
                }
                found += usize::from(first.is_some());
                overlapped += within.len();
            }
        }
        assert!(found > 500 && overlapped > 500, "{found} {overlapped}");
    }
}
