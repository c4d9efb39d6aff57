//! Collide and slide: the response to contacts, in world space, over the candidates of one gather.
//!
//! In: where the ellipsoid is, what it wishes, what gravity adds. Out: where it ends, and by what name; on the way a
//! witness is told of every contact.
//! 1. The ellipsoid is grown by 7/8 of the skin: the hull. Everything is swept with the hull, so that no motion,
//!    however flat its angle, comes closer to a surface than that. (Pulling back from the surface along the motion
//!    alone lets a character that moves less than the skin a frame, at 1° to a wall, creep through all of it before the
//!    first contact is seen.)
//! 2. Sweep the motion that is left, projected on the clip planes met so far.
//! 3. Stop 1/8 of the skin before the contact, measured along its normal: `gap / (-n·d)` of the motion `d` less, but
//!    never behind the start. A contact that the motion only grazes is gone up to. The sweep of a fall goes on
//!    for 1/4 of the skin behind the motion's end, to stop there, too, before what the motion itself does not reach.
//!    Whoever is blocked where it is by that goes on to no less than a skin before the contact: where two walls meet at
//!    2°, 1/8 of the skin off one of them is 35 mm before it, and the end of the wedge would be out of reach.
//! 4. The contact's plane, with the friction of its material, joins the clip planes; what is left of the wish shrinks
//!    by the fraction used. Back to 2, a bounded number of times.
//! 5. A surface too steep to stand on is a wall to who walks: its vertical plane joins, too.
//! 6. Gravity is a second pass from where the first ended, over the same candidates, or part of the first.
//! 7. A start that overlaps is first pushed free, and the slide begins again from there.
//!
//! Detection is in ellipsoid space, response in world space: sliding in ellipsoid space gains speed (radii (0.4, 0.9,
//! 0.4), 50° slope, v = (-1, -0.3, 0.2): 1.147 instead of 0.459). What is swept each time is a projection of the wish,
//! whose use is counted as a fraction: no path is longer than the wish.

use crate::clip::{ClipPlanes, Plane};
use crate::ellipsoid::Ellipsoid;
use crate::gather::Reach;
use crate::lanes::{Lanes, Task};
use crate::obstacles::Obstacles;
use crate::outcome::{Ground, SlideStatus};
use crate::room::Tenant;
use crate::scratch::Scratch;
use crate::settings::{GravityPass, SlideSettings};
use crate::space::{Place, Space};
use crate::sweep::Start;
use crate::tolerance::{ADVANCE_ROUNDING, FRACTION_ROUNDING, GRAZE, LOOK_PART, REST_PART, SHORTEST_MOVE, TOUCH_PART};
use crate::tree::Tree;
use crate::vicinity::Vicinity;
use crate::witness::{SlideEnd, Witness};
use glam::Vec3;

/// What one slide is about. Input must have been checked.
pub(crate) struct Slide<'a, W: ?Sized> {
    pub(crate) tree: &'a Tree,
    pub(crate) shape: Ellipsoid,
    pub(crate) place: &'a mut Place,
    pub(crate) wish: Vec3,
    pub(crate) settings: &'a SlideSettings,
    /// The blocks around the character, where they are remembered.
    pub(crate) vicinity: Option<&'a mut Vicinity>,
    pub(crate) witness: &'a mut W,
    pub(crate) scratch: &'a mut Scratch,
}

impl<W: Witness> Task for Slide<'_, W> {
    type Output = SlideEnd;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> SlideEnd {
        slide(lanes, self)
    }
}

/// Moves an ellipsoid by its wish and gravity.
#[inline(always)]
pub(crate) fn slide<L: Lanes, W: Witness>(lanes: L, slide: Slide<W>) -> SlideEnd {
    let Slide { tree, shape, place, wish, settings, vicinity, witness, scratch } = slide;
    let [first, second] = passes_of(wish, settings);
    let reach = Reach::of_slide(first, second, LOOK_PART * settings.skin);
    let tenant = tenant(shape, *place, settings);
    let space = Space::new(tenant.hull(), *place);
    witness.begins();
    let obstacles = Obstacles::around(lanes, tree, space, settings.sides, reach, vicinity, scratch);
    let tolerated = Some(tenant.tolerated(space.radii));
    let mut slider = Slider::new(obstacles, settings, Vec3::ZERO, tolerated, witness);
    let ended = slider.passes(first, second);
    if let Ended::NeedsRecovery { is_deep } = ended {
        let gap = if is_deep { TOUCH_PART * settings.skin } else { 0.0 };
        let witness: &mut dyn Witness = witness;
        let again = Slide { tree, shape, place, wish, settings, vicinity: None, witness, scratch };
        return lanes.apart(FromOverlap { slide: again, gap });
    }
    *place = place.moved(slider.offset);
    slider.end(ended)
}

/// A slide that begins in an overlap. It is rare, and compiled once for all witnesses.
struct FromOverlap<'a> {
    slide: Slide<'a, dyn Witness + 'a>,
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
    let Slide { tree, shape, place, wish, settings, witness, scratch, .. } = slide;
    let [first, second] = passes_of(wish, settings);
    let reach = Reach::of_slide(first, second, LOOK_PART * settings.skin);
    let room = tenant(shape, *place, settings).make_room(lanes, tree, gap, scratch);
    witness.begins();
    if room.moved != Vec3::ZERO {
        witness.moves(room.moved, 0.0);
    }
    let space = Space::new(room.hull, room.place);
    let obstacles = Obstacles::around(lanes, tree, space, settings.sides, reach, None, scratch);
    let mut slider = Slider::new(obstacles, settings, room.moved, None, witness);
    let ended = slider.passes(first, second);
    let ended = if room.is_too_small && ended != Ended::OutOfIterations { Ended::Overlapping } else { ended };
    *place = room.place.moved(slider.offset);
    SlideEnd { recovered: room.moved.length(), ..slider.end(ended) }
}

/// What is swept in the first pass, and in the second.
#[inline(always)]
fn passes_of(wish: Vec3, settings: &SlideSettings) -> [Vec3; 2] {
    match settings.gravity_pass {
        GravityPass::Separate => [wish, settings.gravity],
        GravityPass::Joined => [wish + settings.gravity, Vec3::ZERO],
    }
}

/// Who slides.
#[inline(always)]
fn tenant(shape: Ellipsoid, place: Place, settings: &SlideSettings) -> Tenant {
    Tenant { shape, place, sides: settings.sides, skin: settings.skin }
}

/// How a pass ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ended {
    Free,
    Slid,
    Blocked,
    OutOfIterations,
    Overlapping,
    /// The hull overlaps, perhaps deeper than rounding explains; what was moved so far does not count.
    NeedsRecovery {
        is_deep: bool,
    },
}

/// What a pass moves by.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Wish,
    Gravity,
    Both,
}

/// The state of one slide.
struct Slider<'a, L, W: ?Sized> {
    obstacles: Obstacles<'a, L>,
    settings: &'a SlideSettings,
    up: Vec3,
    /// From where the move began to where the slide does, metres.
    recovered: Vec3,
    /// World displacement since the gather, metres.
    offset: Vec3,
    /// Overlap in ellipsoid space that contacts end within; `None` after a recovery, which leaves what it cannot undo.
    tolerated: Option<f32>,
    /// Shortest way up to a contact that is gone, metres.
    least_advance: f32,
    ground: Ground,
    /// How far it went along gravity, metres.
    fall: f32,
    /// The part of the pass of gravity that was used.
    fall_part: f32,
    witness: &'a mut W,
}

impl<'a, L: Lanes, W: Witness + ?Sized> Slider<'a, L, W> {
    #[inline(always)]
    fn new(
        obstacles: Obstacles<'a, L>,
        settings: &'a SlideSettings,
        recovered: Vec3,
        tolerated: Option<f32>,
        witness: &'a mut W,
    ) -> Self {
        let up = (-settings.gravity).normalize_or_zero();
        let least_advance = ADVANCE_ROUNDING * obstacles.radii().max_element();
        Self {
            obstacles,
            settings,
            up,
            recovered,
            offset: Vec3::ZERO,
            tolerated,
            least_advance,
            ground: Ground::Air,
            fall: 0.0,
            fall_part: 1.0,
            witness,
        }
    }

    /// World displacement since the move began, metres.
    #[inline(always)]
    fn travel(&self) -> Vec3 {
        self.recovered + self.offset
    }

    /// The wish, then gravity. The answer is that of the wish, unless gravity ran out of iterations.
    #[inline(always)]
    fn passes(&mut self, first: Vec3, second: Vec3) -> Ended {
        let of_first = if self.settings.gravity_pass == GravityPass::Joined { Role::Both } else { Role::Wish };
        let mut ended = Ended::Free;
        let mut before = Vec3::ZERO;
        // A loop, not two calls: a pass is long, and inlined.
        for is_second in [false, true] {
            let (motion, role) = if is_second { (second, Role::Gravity) } else { (first, of_first) };
            if is_second {
                if motion == Vec3::ZERO {
                    break;
                }
                before = self.offset;
            }
            let pass = self.pass(motion, role);
            if let Ended::NeedsRecovery { .. } = pass {
                return pass;
            }
            if !is_second || pass == Ended::OutOfIterations {
                ended = pass;
            }
        }
        self.fall = -self.up.dot(self.offset - before);
        ended
    }

    /// One pass: steps 2 to 4.
    #[inline(always)]
    fn pass(&mut self, wish: Vec3, role: Role) -> Ended {
        let materials = self.obstacles.materials();
        let mut planes = ClipPlanes::new();
        let mut left = 1.0;
        // The longest way from here to no less than a skin before a contact.
        let mut nearer = Vec3::ZERO;
        // Whether it was looked for the floor that carries.
        let mut knows_floor = false;
        // Of what is shorter even the direction is rounding.
        let wish = if wish.length_squared() < SHORTEST_MOVE * SHORTEST_MOVE { Vec3::ZERO } else { wish };
        for iteration in 0..self.settings.max_iterations {
            let (projected, motion) = planes.project(wish);
            if !planes.is_empty() {
                if left <= REST_PART {
                    return Ended::Slid;
                }
                let is_nothing = projected.length_squared() <= REST_PART * REST_PART * wish.length_squared();
                if is_nothing || projected.dot(wish) <= 0.0 {
                    if role == Role::Wish && !knows_floor && planes.have_wall() {
                        knows_floor = true;
                        if let Some(floor) = self.floor_below() {
                            planes.add(floor);
                            continue;
                        }
                    }
                    if role == Role::Wish && left >= 1.0 - REST_PART {
                        self.advance(nearer, nearer.length());
                    }
                    return self.blocked(role);
                }
            }
            let motion = motion * left;
            let length = motion.length();
            // A fall looks farther than it goes: who falls by less than a stop leaves would come down to the hull step by step.
            let looks = role != Role::Wish && length > 0.0;
            let ahead = if looks { 1.0 + LOOK_PART * self.settings.skin / length } else { 1.0 };
            let swept = self.obstacles.sweep(self.offset, motion * ahead, Start::Approach);
            if let Some(tolerated) = self.tolerated
                && role != Role::Gravity
                && swept.deepest() > 0.0
            {
                let is_deep = swept.deepest() > tolerated;
                if is_deep || iteration == 0 {
                    return Ended::NeedsRecovery { is_deep };
                }
            }
            let Some(touch) = self.obstacles.touch(&swept) else {
                return self.unhindered(motion, length, planes.is_empty());
            };
            let normal: Vec3 = touch.normal().into();

            // How near the whole motion would come. A graze is no obstacle: the hull is as near to that surface as it
            // gets, and goes on beside it.
            let closing = -normal.dot(motion);
            let back = if closing > GRAZE * length {
                (TOUCH_PART * self.settings.skin / closing).max(FRACTION_ROUNDING)
            } else {
                0.0
            };
            let fraction = swept.fraction() * ahead;
            if fraction - back >= 1.0 {
                return self.unhindered(motion, length, planes.is_empty());
            }
            let material = materials.of(touch.triangle);
            let friction = materials.friction(material);
            self.witness.touches(&touch, normal, material);

            let used = (fraction - back).max(0.0);
            // Finer than a sweep tells, a position goes on towards a surface for ever.
            let used = if used * length < self.least_advance { 0.0 } else { used };
            if used > 0.0 {
                nearer = Vec3::ZERO;
            } else {
                let kept_off = back.min(self.settings.skin / length);
                let step = motion * (fraction - kept_off).max(0.0);
                nearer = if step.length_squared() > nearer.length_squared() { step } else { nearer };
            }
            self.advance(motion * used, length * used);
            left *= 1.0 - used;

            if role != Role::Wish && self.stands_on(normal, role) {
                return Ended::Slid;
            }
            let is_floor = normal.dot(self.up) >= self.settings.floor_cosine;
            planes.add(Plane::surface(normal, friction, is_floor));
            if role == Role::Wish
                && let Some(wall) = Plane::wall(normal, friction, self.up, self.settings.floor_cosine, wish)
            {
                planes.add(wall);
            }
        }
        if role != Role::Wish {
            self.fall_part = 1.0 - left;
        }
        Ended::OutOfIterations
    }

    /// Goes the whole of a motion.
    #[inline(always)]
    fn unhindered(&mut self, motion: Vec3, length: f32, is_straight: bool) -> Ended {
        self.advance(motion, length);
        if is_straight { Ended::Free } else { Ended::Slid }
    }

    /// The floor that the hull stands on.
    #[inline(never)]
    fn floor_below(&mut self) -> Option<Plane> {
        let down = self.up * (-LOOK_PART * self.settings.skin);
        let swept = self.obstacles.sweep(self.offset, down, Start::Approach);
        let touch = self.obstacles.touch(&swept)?;
        let normal: Vec3 = touch.normal().into();
        let materials = self.obstacles.materials();
        let is_floor = normal.dot(self.up) >= self.settings.floor_cosine;
        is_floor.then(|| Plane::surface(normal, materials.friction(materials.of(touch.triangle)), true))
    }

    #[inline(always)]
    fn advance(&mut self, step: Vec3, length: f32) {
        if step == Vec3::ZERO {
            return;
        }
        self.offset += step;
        self.witness.moves(self.travel(), length);
    }

    /// Notes what carries the character; true where a floor ends the fall.
    #[inline(always)]
    fn stands_on(&mut self, normal: Vec3, role: Role) -> bool {
        if self.up == Vec3::ZERO {
            return false;
        }
        let cosine = normal.dot(self.up);
        if cosine >= self.settings.floor_cosine {
            self.ground = Ground::Floor(normal);
            return role == Role::Gravity;
        }
        if cosine > 0.0 && !self.ground.is_support() {
            self.ground = Ground::Steep(normal);
        }
        false
    }

    /// A fall that no direction is left for is held by the steep surfaces it met.
    #[inline(always)]
    fn blocked(&mut self, role: Role) -> Ended {
        if let (true, Ground::Steep(normal)) = (role != Role::Wish, self.ground) {
            self.ground = Ground::Wedged(normal);
        }
        Ended::Blocked
    }

    /// What is told of it all.
    #[inline(always)]
    fn end(&self, ended: Ended) -> SlideEnd {
        let status = match ended {
            Ended::Free => SlideStatus::Free,
            Ended::Slid => SlideStatus::Slid,
            Ended::Blocked => SlideStatus::Blocked,
            Ended::OutOfIterations => SlideStatus::OutOfIterations,
            Ended::Overlapping | Ended::NeedsRecovery { .. } => SlideStatus::Overlapping,
        };
        let &Self { ground, fall, fall_part, .. } = self;
        SlideEnd { status, ground, travel: self.travel(), fall, fall_part, recovered: 0.0 }
    }
}
