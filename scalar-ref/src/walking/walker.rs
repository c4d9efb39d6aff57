//! One step in time of a character that walks, jumps and falls.
//!
//! In: triangles, rules, position, velocity and ground, input. Out: the same state after the step.
//!
//! 1. *Velocities*: impulse, jump and gravity. A fall from the velocity `v` to `w` moves by `(v + w)/2` times the step. A character
//!    that stands has the level part of its velocity and the desired one in the first pass, the rest in the second.
//! 2. A character that *does not walk* (in the air, rising, or in another mode) slides by both: [`walk`], then [`fall`].
//! 3. A character that *walks* moves by a level displacement [over floors and along walls](super::along), and over each
//!    [step](super::step_at): up as far as there is room, across by the remaining displacement, down to the ground.
//! 4. *Snap*: it then looks down once, by the snap distance, or as far as slopes may have led down plus the fall if that is more. A
//!    floor, or a step that it is halfway on, takes it down. Only a character that finds none falls.
//! 5. Ground absorbs the velocity along up; the level part decays.
//!
//! Not judged: the slide down steep ground (`docs/math/slopes.md`), the way over the floor in the step of a landing, friction, the
//! last centimetres in wedges narrower than 14°. A step that ends on steep ground is judged by position and ground; the next one
//! must begin from the state of the kernel.

use super::along::along;
use super::ground::{Ground, UPRIGHT};
use super::hull::{Hull, Touch};
use super::steps::{Rules, step_at, step_below};
use crate::brute_force::Triangle;
use crate::slide::{Outcome, Plane, Settings, Status, fall, project, walk};
use glam::DVec3;

/// Additional length of the snap's sweep down to the ground, as a fraction of the skin.
const LOOK: f64 = 0.25;

/// Length below which the rest of a walk's displacement counts as zero, as a fraction of the whole displacement.
const REST: f64 = 1e-4;

/// Minimum cosine between up and the normal of a slope that characters walk on, whatever their limit: 83°.
const LEAST_COSINE: f64 = 0.125;

/// Speed below which a character's persistent velocity along the ground counts as zero, m/s.
const SLOWEST: f64 = 1e-3;

/// Fraction of a velocity by which it may rise and still count as level: rounding of a level velocity in `f32`.
const LEVEL: f64 = 1e-6;

/// State of a walking, jumping or falling character between two steps in time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Walker {
    /// Centre of the character, world space, metres.
    pub center: DVec3,
    /// Velocity of the character that persists between steps, m/s: fall, jump, impulse; without the desired velocity.
    pub velocity: DVec3,
    /// Ground that carries the character.
    pub ground: Ground,
}

/// Input of a character for one step in time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Input {
    /// Desired velocity of the character, m/s.
    pub desired: DVec3,
    /// Acceleration of gravity, m/s²; opposite to up.
    pub gravity: DVec3,
    /// Speed of the character's jump, m/s; 0: no jump.
    pub jump_speed: f64,
    /// Change of the character's velocity at the start of the step, m/s.
    pub impulse: DVec3,
    /// Duration of the step in time, seconds.
    pub seconds: f64,
}

/// Displacements of a character's two slide passes (walk, then fall) in one step, and its velocities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Displacements {
    /// Displacement of the step's first slide pass, metres; only its level part counts if the character walks.
    pub first: DVec3,
    /// Displacement of the step's second slide pass, by gravity and fall, metres.
    pub second: DVec3,
    /// Level part of a standing character's persistent velocity after the step, m/s, else 0: its mean in the step moves the character
    /// in the first pass with the desired velocity.
    pub level: DVec3,
    /// Rest of the character's persistent velocity at the end of the fall, without `level`, m/s.
    pub then: DVec3,
    /// Whether the character walks in this step: with stairs and a snap to the ground.
    pub walks: bool,
}

/// Computes the displacements of a character's walk and fall in one step in time.
#[must_use]
pub fn displacements(walker: &Walker, input: &Input, rules: &Rules) -> Displacements {
    let (up, seconds) = (rules.up, input.seconds);
    let stands = walker.ground.is_grounded();
    let mut velocity = walker.velocity + input.impulse;
    let (mut level, mut control, mut damping) = (DVec3::ZERO, rules.air_control, 0.0);
    if stands {
        if input.jump_speed > 0.0 {
            velocity += up * (input.jump_speed - velocity.dot(up)).max(0.0);
        }
        (level, control) = (velocity - up * velocity.dot(up), 1.0);
        let rises = velocity.dot(up) > LEVEL * velocity.length();
        if !rises && input.jump_speed == 0.0 {
            damping = rules.ground_damping * seconds;
        }
    }
    // Of a velocity that decays by e^-x: its mean in the step, and what is left after it.
    let mean = if damping > 0.0 { -(-damping).exp_m1() / damping } else { 1.0 };
    let kept = level * (-damping).exp();
    let mut then = velocity + input.gravity * seconds;
    then += up * (-then.dot(up) - rules.max_fall_speed).max(0.0);
    let weightless = if input.gravity == DVec3::ZERO { 1.0 } else { 0.0 };
    let rise = up * input.desired.dot(up);
    Displacements {
        first: ((input.desired - rise + rise * weightless) * control + level * mean) * seconds,
        second: ((velocity + then) * 0.5 - level) * seconds,
        level: kept,
        then: then - level,
        walks: rules.walks && stands && !leaves(walker, velocity, input, rules),
    }
}

/// Whether the velocity of a standing character rises and leads off its ground: up a slope that it runs up faster it does not.
fn leaves(walker: &Walker, velocity: DVec3, input: &Input, rules: &Rules) -> bool {
    let most = LEVEL * velocity.length();
    let (Ground::Floor(normal) | Ground::HeldBySteep(normal)) = walker.ground else { return true };
    velocity.dot(rules.up) > most && (velocity + input.desired).dot(normal) > most
}

/// Moves a character by one step in time: returns its state after a walk and a fall.
#[must_use]
pub fn move_walker(triangles: &[Triangle], walker: &Walker, input: &Input, rules: &Rules) -> Walker {
    let up = rules.up;
    let level_of = |v: DVec3| v - up * v.dot(up);
    let stands = walker.ground.is_grounded();
    let Displacements { first, second, level, then, walks } = displacements(walker, input, rules);
    let hull = Hull::new(triangles, rules.radii, rules.skin, rules.face_sine);
    let settings = settings(rules);
    if !walks {
        let aside = walk(triangles, rules.radii, walker.center, first, &settings);
        let out = fall(triangles, rules.radii, aside.center, second, &settings);
        return landed(&out, [level, then], stands, rules, input);
    }
    let floor = match walker.ground {
        Ground::Floor(normal) if is_walked_on(normal, rules) => normal,
        _ => up,
    };
    let walk = Walk { hull, rules };
    let (mut center, velocity) = walk.over(walker.center, level_of(first), level, floor);
    let on_ground = level_of(velocity);
    let rest = |velocity: DVec3| if velocity.length() <= SLOWEST { DVec3::ZERO } else { velocity };
    if let Some((down, floor)) = walk.snap(center, level_of(first), second) {
        center = down;
        return Walker { center, velocity: rest(on_ground), ground: Ground::Floor(floor) };
    }
    let out = fall(triangles, rules.radii, center, second, &settings);
    landed(&out, [velocity, then], true, rules, input)
}

/// State of the character after a fall. `first`, `then`: velocities of the walk and of the fall; `stood`: before the step.
fn landed(out: &Outcome, [first, then]: [DVec3; 2], stood: bool, rules: &Rules, input: &Input) -> Walker {
    let up = rules.up;
    let planes: Vec<Plane> = out.normals.iter().map(|&normal| Plane::through_origin(normal)).collect();
    let turned = project(then, &planes);
    let ground = ground_of(out, rules);
    let velocity = match ground {
        Ground::Air | Ground::Steep(_) => return Walker { center: out.center, velocity: first + turned, ground },
        Ground::Floor(_) if !stood => {
            let is_settling = then.length_squared().powi(2) <= 4.0 * (rules.skin * input.gravity.length()).powi(2);
            if is_settling { first } else { first + turned }
        }
        _ => first,
    };
    let level = velocity - up * velocity.dot(up);
    let velocity = if level.length() <= SLOWEST { DVec3::ZERO } else { level };
    Walker { center: out.center, velocity, ground }
}

/// The ground at the end of a fall: the floor that ended it, or the last steep surface that it met, which holds the character if
/// nothing remained of the fall.
fn ground_of(out: &Outcome, rules: &Rules) -> Ground {
    let carrying = out.normals.iter().rev().copied().find(|normal| normal.dot(rules.up) > UPRIGHT);
    let Some(normal) = carrying else { return Ground::Air };
    if rules.is_floor(normal) {
        return Ground::Floor(normal);
    }
    let planes: Vec<Plane> = out.normals.iter().map(|&normal| Plane::through_origin(normal)).collect();
    let is_held = out.status == Status::Blocked || project(-rules.up, &planes).length() <= REST;
    if is_held { Ground::HeldBySteep(normal) } else { Ground::Steep(normal) }
}

/// Whether a walking character follows a surface with this normal up and down; other surfaces act as walls.
fn is_walked_on(normal: DVec3, rules: &Rules) -> bool {
    normal.dot(rules.up) >= rules.slope_cosine.max(LEAST_COSINE)
}

fn settings(rules: &Rules) -> Settings {
    let &Rules { skin, max_iterations, slope_cosine, up, .. } = rules;
    Settings { skin, max_iterations, slope_cosine, up, friction: 0.0 }
}

/// Walk of a character in one step in time: its hull and rules.
struct Walk<'a> {
    hull: Hull<'a>,
    rules: &'a Rules,
}

impl Walk<'_> {
    /// Walks by the level displacement `desired`, over stairs and along walls; returns the end, and what is left of `velocity`.
    fn over(&self, from: DVec3, desired: DVec3, velocity: DVec3, floor: DVec3) -> (DVec3, DVec3) {
        let (mut center, mut left) = (from, 1.0);
        let (mut floors, mut walls) = (vec![floor], Vec::new());
        let kept = |floors: &[DVec3], walls: &[DVec3]| along(velocity, floors, walls, self.rules.up, false).level;
        if desired == DVec3::ZERO {
            return (center, velocity);
        }
        let mut has_met = false;
        for _ in 0..self.rules.max_iterations {
            let way = along(desired, &floors, &walls, self.rules.up, self.rules.keeps_length);
            if has_met && left <= REST {
                return (center, kept(&floors, &walls));
            }
            if has_met && way.level.length() <= REST * desired.length() {
                return (center, DVec3::ZERO);
            }
            let motion = way.motion * left;
            let (part, stop) = self.hull.stop(center, motion);
            center += motion * part;
            let Some(touch) = stop else { return (center, kept(&floors, &walls)) };
            left *= 1.0 - part;
            has_met = true;
            let mut meets = |normal: DVec3| {
                let list = if is_walked_on(normal, self.rules) { &mut floors } else { &mut walls };
                let is_news = list.iter().all(|known: &DVec3| known.cross(normal).length() > 1e-3);
                if is_news {
                    list.push(normal);
                }
                is_news
            };
            if !is_walked_on(touch.normal, self.rules)
                && let Some((over, used, stop)) = self.step_over(center, &touch, way.level * left)
            {
                let is_news = stop.is_none_or(&mut meets);
                if used > 0.0 || is_news {
                    center = over;
                    left *= 1.0 - used;
                    continue;
                }
            }
            meets(touch.normal);
        }
        (center, kept(&floors, &walls) * (1.0 - left))
    }

    /// Moves over the step that a contact belongs to, if it is one: the end, the used fraction of the level displacement, and the
    /// contact that stopped it.
    fn step_over(&self, from: DVec3, touch: &Touch, level: DVec3) -> Option<(DVec3, f64, Option<DVec3>)> {
        let up = self.rules.up;
        let step = step_at(&self.hull, from, touch, self.rules)?;
        let raised = from + up * step.raised;
        let (part, stop) = self.hull.stop(raised, level);
        let normal = stop.map(|touch| touch.normal);
        if part * level.length() < 1e-9 {
            return Some((from, 0.0, normal));
        }
        let over = raised + level * part;
        let down = self.hull.stop(over, up * -step.raised).0;
        Some((over - up * (step.raised * down), part, normal))
    }

    /// Centre after a snap down to a floor or stair step, and normal of that floor; `None` if there is none within the snap distance.
    fn snap(&self, center: DVec3, first: DVec3, second: DVec3) -> Option<(DVec3, DVec3)> {
        let rules = self.rules;
        let cosine = rules.slope_cosine.max(LEAST_COSINE);
        let slopes = first.length() * (1.0 - cosine * cosine).sqrt() / cosine;
        let near = slopes.min(rules.snap_distance) + LOOK * rules.skin + second.length();
        let way = rules.up * -near.max(rules.snap_distance);
        let touch = self.hull.first(center, way)?;
        let down = center + way * self.hull.stop(center, way).0.min(touch.fraction);
        if rules.is_floor(touch.normal) {
            return Some((down, touch.normal));
        }
        Some((down, step_below(&self.hull, down, &touch, rules)?))
    }
}
