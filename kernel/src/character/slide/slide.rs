//! Collide and slide: the response to contacts, in world space, over the candidates of one gather.
//!
//! In: where the ellipsoid is, the desired displacement, how far it falls. Out: where it ends, and by what name; on the way
//! an observer is told of every contact.
//! 1. The ellipsoid is grown by 7/8 of the skin: the hull. Everything is swept with the hull, so that no motion,
//!    however flat its angle, comes closer to a surface than that. (Pulling back from the surface along the motion
//!    alone lets a character that moves less than the skin a frame, at 1° to a wall, creep through all of it before the
//!    first contact is seen.)
//! 2. Sweep the motion that is left, projected on the clip planes met so far.
//! 3. Stop where the hull is 1/8 of the skin off the surface, measured along the contact normal `n`. For a motion `d` this
//!    shortens the way by the part `gap / (-n·d)` of `d`, where `gap` is that 1/8; the way never becomes negative. A contact that
//!    the motion only grazes is gone up to. A fall is swept 1/4 of the skin farther than it moves, so that it also stops in time
//!    for a surface just beyond its end. A character that this rule would not let move at all may move until it is one skin away
//!    from the contact. Otherwise it could not reach the end of a narrow wedge: between walls at 2°, 1/8 of the skin off a wall
//!    is 35 mm before it.
//! 4. The contact's plane, with the friction of its material, joins the clip planes; what is left of the desired
//!    displacement shrinks by the fraction used. Back to 2, a bounded number of times.
//! 5. A surface too steep to stand on is a wall to who walks: its vertical plane joins, too.
//! 6. The fall is a second pass from where the first ended, over the same candidates; a floor ends it.
//! 7. A start that overlaps is first pushed free, and the slide begins again from there. Where there is no room for the shape,
//!    instances that have moved yield to those that have not.
//!
//! Detection is in ellipsoid space, response in world space: sliding in ellipsoid space gains speed (radii (0.4, 0.9,
//! 0.4), 50° slope, v = (-1, -0.3, 0.2): 1.147 instead of 0.459). Each sweep follows a projection
//! of the desired displacement, never longer than it, times the fraction that is left, and uses up a part of that fraction. The
//! parts add up to at most 1, so no path is longer than the desired displacement.

use crate::base::tolerance::TOUCH_PART;
use crate::character::collide::block_cache::BlockCache;
use crate::character::collide::collision_set::CollisionSet;
use crate::character::collide::room::Tenant;
use crate::character::model::slide_end::SlideEnd;
use crate::character::model::slide_settings::SlideRules;
use crate::character::others::neighbourhood::Neighbourhood;
use crate::character::slide::pass_role::Ended;
use crate::character::slide::passes::Passes;
use crate::character::slide::reach::reach;
use crate::character::slide::slide_observer::SlideObserver;
use crate::character::slide::slider::Slider;
use crate::frame::ellipsoid_space::Space;
use crate::frame::position::Position;
use crate::query::scratch::Scratch;
use crate::shape::ellipsoid::Ellipsoid;
use crate::simd::{Lanes, Task};
use crate::world::solids::{Solids, Which};
use glam::Vec3;

/// The arguments of one slide. Input must have been checked.
pub(crate) struct Slide<'a, W: ?Sized> {
    pub(crate) instances: Solids<'a>,
    pub(crate) shape: Ellipsoid,
    pub(crate) position: &'a mut Position,
    /// From where the move began, metres.
    pub(crate) before: Vec3,
    pub(crate) passes: &'a Passes,
    /// Of those that are near; none where others are ignored.
    pub(crate) neighbourhood: Option<&'a Neighbourhood>,
    pub(crate) rules: &'a SlideRules,
    /// The blocks around the character, where they are remembered.
    pub(crate) block_cache: Option<&'a mut BlockCache>,
    pub(crate) observer: &'a mut W,
    pub(crate) scratch: &'a mut Scratch,
}

impl<W: SlideObserver> Task for Slide<'_, W> {
    type Output = SlideEnd;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> SlideEnd {
        slide(lanes, self)
    }
}

/// Moves an ellipsoid by both passes.
#[inline(always)]
pub(crate) fn slide<L: Lanes, W: SlideObserver>(lanes: L, slide: Slide<W>) -> SlideEnd {
    let Slide { instances, shape, position, before, passes, neighbourhood, rules, block_cache, observer, scratch } =
        slide;
    let reach = reach(passes, rules);
    let tenant = tenant(shape, *position, rules);
    let space = Space::new(tenant.hull(), *position);
    observer.begins();
    let collision_set = CollisionSet::around(lanes, instances, space, rules.sides, reach, block_cache, scratch);
    let tolerated = Some(tenant.tolerated(space.radii));
    if before != Vec3::ZERO {
        observer.moves(before, 0.0);
    }
    let mut slider = Slider::new(collision_set, rules, passes, before, tolerated, false, observer);
    slider.neighbourhood = neighbourhood;
    let ended = slider.run();
    if let Ended::NeedsDepenetration { is_deep } = ended {
        let gap = if is_deep { TOUCH_PART * rules.skin } else { 0.0 };
        let observer: &mut dyn SlideObserver = observer;
        let again = Slide {
            instances,
            shape,
            position,
            before,
            passes,
            neighbourhood,
            rules,
            block_cache: None,
            observer,
            scratch,
        };
        return lanes.call_outlined(FromOverlap { slide: again, gap });
    }
    *position = position.moved(slider.offset);
    slider.end(ended)
}

/// A slide that begins in an overlap. It is rare, and compiled once for all observers.
struct FromOverlap<'a> {
    slide: Slide<'a, dyn SlideObserver + 'a>,
    /// The gap to be made, metres.
    gap: f32,
}

impl Task for FromOverlap<'_> {
    type Output = SlideEnd;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> SlideEnd {
        slide_from_overlap(lanes, self)
    }
}

/// Moves an ellipsoid whose hull overlaps at the start.
#[inline(always)]
fn slide_from_overlap<L: Lanes>(lanes: L, FromOverlap { slide, gap }: FromOverlap) -> SlideEnd {
    let Slide { mut instances, shape, position, before, passes, neighbourhood, rules, observer, scratch, .. } = slide;
    let reach = reach(passes, rules);
    let tenant = tenant(shape, *position, rules);
    let mut room = tenant.make_room(lanes, instances, gap, scratch);
    let is_too_small = room.is_too_small;
    if is_too_small && instances.have_moved() {
        instances = instances.only_those(Which::Fixed);
        room = tenant.make_room(lanes, instances, gap, scratch);
    }
    observer.begins();
    let before = before + room.moved;
    if before != Vec3::ZERO {
        observer.moves(before, 0.0);
    }
    let space = Space::new(room.hull, room.position);
    let collision_set = CollisionSet::around(lanes, instances, space, rules.sides, reach, None, scratch);
    let neighbourhood = neighbourhood.map(|others| others.after(room.moved));
    let mut slider = Slider::new(collision_set, rules, passes, before, None, room.is_narrow, observer);
    slider.neighbourhood = neighbourhood.as_ref();
    let ended = slider.run();
    let ended = if is_too_small && ended != Ended::OutOfIterations { Ended::Overlapping } else { ended };
    *position = room.position.moved(slider.offset);
    SlideEnd { depenetrated_by: room.moved.length(), ..slider.end(ended) }
}

/// The shape that slides, at its place.
#[inline(always)]
fn tenant(shape: Ellipsoid, position: Position, rules: &SlideRules) -> Tenant {
    Tenant { shape, position, sides: rules.sides, skin: rules.skin }
}
