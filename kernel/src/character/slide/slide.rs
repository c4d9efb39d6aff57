//! Collide and slide: the response to contacts, in world space, over the candidates of one gather.
//!
//! In: the place of the ellipsoid, the desired displacement, the fall. Out: the place at the end, and how the slide ended. An observer
//! gets every contact on the way.
//! 1. The ellipsoid is grown by 7/8 of the skin: the hull. Everything is swept with the hull, so that no motion,
//!    however flat its angle, comes closer to a surface than that. (Pulling back from the surface along the motion
//!    alone lets a character that moves less than the skin a frame, at 1° to a wall, creep through all of it before the
//!    first contact is seen.)
//! 2. Sweep the motion that is left, projected on the clip planes met so far.
//! 3. Stop where the hull is 1/8 of the skin off the surface, measured along the contact normal `n`. For a motion `d` this
//!    shortens the way by the part `gap / (-n·d)` of `d`, where `gap` is that 1/8; the way never becomes negative. The hull goes
//!    up to a contact that the motion only grazes. A fall is swept 1/4 of the skin farther than it moves, so that it also stops in time
//!    for a surface just beyond its end. A character that this rule would not let move at all may move until it is one skin away
//!    from the contact. Otherwise it could not reach the end of a narrow wedge: between walls at 2°, 1/8 of the skin off a wall
//!    is 35 mm before it.
//! 4. The contact's plane, with the friction of its material, joins the clip planes; what is left of the desired
//!    displacement shrinks by the fraction used. Back to 2, a bounded number of times.
//! 5. A surface too steep to stand on is a wall to the desired displacement: its vertical plane joins, too.
//! 6. The fall is a second pass from where the first ended, over the same candidates; a floor ends it.
//! 7. A hull that overlaps at the start is first pushed free, and the slide begins again from there. Where there is no room for the
//!    shape, instances that have moved are left out.
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
use crate::character::slide::edges::with_edge;
use crate::character::slide::pass_role::Ended;
use crate::character::slide::passes::{Passes, RestsOnEdge};
use crate::character::slide::progress::Progress;
use crate::character::slide::reach::reach;
use crate::character::slide::run_passes::run_passes;
use crate::character::slide::scene::Scene;
use crate::character::slide::slide_observer::SlideObserver;
use crate::character::slide::slide_setup::SlideSetup;
use crate::frame::position::Position;
use crate::query::scratch::Scratch;
use crate::shape::swept_ellipsoid::Shape;
use crate::simd::{Lanes, task};
use crate::world::solids::{Solids, Which};
use glam::Vec3;

/// Arguments of one slide. The input must have been checked.
pub(crate) struct Slide<'a, W: ?Sized> {
    pub(crate) instances: Solids<'a>,
    pub(crate) shape: Shape,
    pub(crate) position: &'a mut Position,
    /// Displacement from the start of the character's move to `position`, world space, metres.
    pub(crate) before: Vec3,
    pub(crate) passes: &'a Passes,
    /// Limits that other characters set to the motion of this slide; `None` if other characters are ignored.
    pub(crate) neighbourhood: Option<&'a Neighbourhood>,
    pub(crate) rules: &'a SlideRules,
    /// Cache of the triangle blocks near the character; `None` where nothing is kept from move to move.
    pub(crate) block_cache: Option<&'a mut BlockCache>,
    pub(crate) observer: &'a mut W,
    pub(crate) scratch: &'a mut Scratch,
}

task! {
    /// Arguments of [`slide`], to be run on a SIMD backend.
    pub(crate) struct SlideTask<'a, W: SlideObserver> {
        pub(crate) about: Slide<'a, W>,
    }
    fn run<L>(lanes) -> SlideEnd {
        slide(lanes, about)
    }
}

/// Moves a shape by all passes of a slide (desired motion, then fall, or those of a walk).
#[inline(always)]
pub(crate) fn slide<L: Lanes, W: SlideObserver>(lanes: L, slide: Slide<W>) -> SlideEnd {
    let Slide { instances, shape, position, before, passes, neighbourhood, rules, block_cache, observer, scratch } =
        slide;
    let reach = reach(passes, rules);
    let tenant = tenant(shape, *position, rules);
    // 1. Everything is swept with the hull.
    let hull = tenant.hull();
    observer.begins();
    let mut scene = Scene {
        set: CollisionSet::around(lanes, instances, (hull, *position), rules.sides, reach, block_cache, scratch),
        observer: &mut *observer,
    };
    let tolerated = Some(tenant.tolerated(hull.radii()));
    if before != Vec3::ZERO {
        scene.observer.moves(before, 0.0);
    }
    let mut setup = SlideSetup::new(rules, passes, neighbourhood, hull, tolerated, false);
    let mut progress = Progress::new(before);
    let found;
    if let RestsOnEdge::Unknown = passes.edge {
        found = with_edge(&setup, &mut scene.set);
        setup.passes = &found;
    }
    // 2. to 6.
    let ended = run_passes(&setup, &mut progress, &mut scene);
    // 7. A start that overlaps is pushed free; then the slide begins again.
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
        return lanes.call_outlined(FromOverlap { about: again, gap });
    }
    *position = position.moved(progress.offset);
    progress.end(ended, scene.set.is_wide)
}

task! {
    /// Arguments of [`slide_from_overlap`], to be run on a SIMD backend: a rare call, compiled once for all observers.
    struct FromOverlap<'a> {
        about: Slide<'a, dyn SlideObserver + 'a>,
        gap: f32,
    }
    fn run<L>(lanes) -> SlideEnd {
        slide_from_overlap(lanes, about, gap)
    }
}

/// Makes a slide whose hull overlaps at the start: first pushes the hull free, to a gap of `gap` metres.
#[inline(always)]
fn slide_from_overlap<L: Lanes>(lanes: L, slide: Slide<dyn SlideObserver + '_>, gap: f32) -> SlideEnd {
    let Slide { mut instances, shape, position, before, passes, neighbourhood, rules, observer, scratch, .. } = slide;
    let reach = reach(passes, rules);
    let tenant = tenant(shape, *position, rules);
    let mut room = tenant.make_room(lanes, instances, gap, scratch);
    let (is_too_small, mut is_squeezed) = (room.is_too_small, false);
    if is_too_small && instances.have_moved() {
        instances = instances.only_those(Which::Fixed);
        room = tenant.make_room(lanes, instances, gap, scratch);
        is_squeezed = !room.is_too_small;
    }
    observer.begins();
    let before = before + room.moved;
    if before != Vec3::ZERO {
        observer.moves(before, 0.0);
    }
    let set = CollisionSet::around_outlined(lanes, instances, (room.hull, room.position), rules.sides, reach, scratch);
    let neighbourhood = neighbourhood.map(|others| others.after(room.moved));
    let setup = SlideSetup::new(rules, passes, neighbourhood.as_ref(), room.hull, None, room.is_narrow);
    let mut progress = Progress::new(before);
    let mut scene = Scene { set, observer };
    let ended = run_passes(&setup, &mut progress, &mut scene);
    let ended = if is_too_small && ended != Ended::OutOfIterations { Ended::Overlapping } else { ended };
    *position = room.position.moved(progress.offset);
    SlideEnd { depenetrated_by: room.moved.length(), is_squeezed, ..progress.end(ended, scene.set.is_wide) }
}

/// Body of a slide's character at its start position, with its skin.
#[inline(always)]
fn tenant(shape: Shape, position: Position, rules: &SlideRules) -> Tenant {
    Tenant { shape, position, sides: rules.sides, skin: rules.skin }
}
