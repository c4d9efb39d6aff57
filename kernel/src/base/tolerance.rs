//! Every tolerance and limit of the kernel: name, unit, scale, reason, and what breaks when it changes.
//!
//! None of them decides whether a sweep hits, beyond the rounding of the compared numbers. They keep boxes conservative, decide
//! when a slide has come to rest, and bound the input so that no square of a square overflows an `f32`.

/// Largest absolute coordinate of a mesh or a centre, mesh units (metres). 2²⁴: beyond it `f32` cannot tell
/// neighbouring whole metres apart. Larger values are refused.
pub const MAX_COORDINATE: f32 = 16_777_216.0;

/// Largest scale of an instance along a mesh axis; the smallest scale is `1 / MAX_SCALE`.
pub const MAX_SCALE: f32 = 1e3;

/// Largest angle by which an instance may turn in one step, radians: 90°.
pub const MAX_TURN: f32 = core::f32::consts::FRAC_PI_2;

/// Maximum number of parts of one step of a character near a turning instance. Each part costs a sweep of everything near. A
/// person near a boulder that tumbles by 10° a step takes 25 parts, if its longest and shortest radius differ by half a metre; on
/// the rim of a disc of 5 m that turns by 10°, 8.
pub(crate) const MAX_PARTS: u32 = 64;

/// Part of the skin, 1/8, by which the path of a turning instance may differ from the chord that one part of a step sweeps: as much
/// as the gap that a stop leaves between hull and surface.
pub(crate) const SAGITTA_PART: f64 = 0.125;

/// Maximum number of sweeps for a character that moving instances push, in one of the parts into which a step is divided.
pub(crate) const MAX_PUSH_SWEEPS: u32 = 24;

/// A pushed character moves at most this many times as far as the fastest mover: a wedge that would squeeze it out faster crushes
/// it.
pub(crate) const MOST_SQUEEZE: f64 = 4.0;

/// Part of the skin, 1/2, by which the surface of a shape may move in one part of a step, seen from a turning instance. The
/// end of each part is exact. Less than [`HULL_PART`], so that nothing crosses the shape itself within a part.
pub(crate) const SHAPE_CHANGE_PART: f64 = 0.5;

/// Largest accepted deviation from 1 of the squared length of a unit normal or a rotation in the input.
pub(crate) const UNIT_ROUNDING: f32 = 1e-3;

/// Rounding of a point that a matrix takes from mesh space to ellipsoid space, per unit of its coordinates there (sum of the
/// absolute values of all products): eight units in the last place. Smaller, and a box may not hold what it is around.
pub(crate) const MAP_ROUNDING: f32 = 9.6e-7;

/// Largest component of the part of a position below the last place of the other, metres: the last place of
/// [`MAX_COORDINATE`]. Farther out, the two would not be one position any more.
pub(crate) const MAX_LOW: f32 = 2.0;

/// Largest component of the displacement of a sweep, metres. Squares of it in ellipsoid space stay below 1e24.
pub const MAX_DISPLACEMENT: f32 = 16_777_216.0;

/// Largest component of the desired displacement or of gravity in one slide, metres. From farther off, sixteen units in
/// the last place of a coordinate are as much as the default skin, and an edge could be missed by it.
pub const MAX_MOVE: f32 = 4_096.0;

/// Largest velocity of a material's surface, m/s, and largest angular velocity, radians per second: a move a second.
pub(crate) const MAX_SURFACE_SPEED: f32 = 4_096.0;

/// Shortest desired displacement or gravity of a slide, metres; a shorter one is none. Squares of its components are
/// a million times the least number that an `f32` holds with all digits.
pub(crate) const SHORTEST_MOVE: f32 = 1e-16;

/// Smallest radius, and half length of a spine that is not 0, metres. With [`MAX_COORDINATE`] it bounds ellipsoid space to 3.4e11, whose
/// square is far inside `f32`.
pub const MIN_RADIUS: f32 = 1e-4;

/// Largest radius of an ellipsoid, and half length of a spine, metres; the sum of a radius and a skin is still precise enough in `f32`.
pub const MAX_RADIUS: f32 = 1e5;

/// Maximum number of triangles of a mesh: twice as many, and the tree nodes above them, can still be counted in 32 bits.
pub const MAX_TRIANGLES: usize = 1 << 28;

/// Minimum half extent of a cuboid, radius and half height of a capsule that has a cylinder, and cell of a heightfield,
/// metres: the radius of the smallest ellipsoid. Smaller, and heights of their triangles could be lost beside a
/// coordinate.
pub(crate) const MIN_MESH_SIZE: f32 = MIN_RADIUS;

/// Maximum number of segments around a capsule. The rings of a cap are then still distinct in `f32`: next to the equator they
/// differ by 2e-5 of the radius.
pub(crate) const MAX_RADIAL_SEGMENTS: u32 = 1024;

/// Maximum number of heights along one side of a heightfield. Rounding then moves a position by at most 1/256 of a cell.
pub(crate) const MAX_GRID_SIDE: u32 = 1 << 16;

/// Upper bound of the distance between two accepted points, metres; lanes without a triangle lie farther away. An infinite distance
/// means this one.
pub(crate) const FARTHEST: f32 = 1e9;
const _: () = assert!(FARTHEST > 4.0 * (MAX_COORDINATE + MAX_DISPLACEMENT), "two accepted points may be farther apart");

/// Distance of the placeholder triangle in a lane without one, along the first axis: metres in blocks of the world, radii in
/// candidate blocks. Nearer, and a query that reaches everything would find it.
pub(crate) const PADDING_DISTANCE: f32 = 1e15;
const _: () = assert!(PADDING_DISTANCE > FARTHEST, "an infinite distance, metres, would reach padding");
const _: () = assert!(
    PADDING_DISTANCE > FARTHEST / MIN_RADIUS,
    "a way as long as that would reach padding, in the smallest radii"
);

/// Length of two edges of that placeholder triangle, in the same units. Large enough for a normal at that distance, small enough
/// that the squares of its edges and of its distance stay finite in the smallest radii.
pub(crate) const PADDING_SIZE: f32 = 1e14;
const _: () = assert!(PADDING_SIZE > 1e3 * f32::EPSILON * PADDING_DISTANCE);
const _: () = assert!((PADDING_DISTANCE + PADDING_SIZE) / MIN_RADIUS < 1.8e19, "its square is beyond f32");

/// Rounding of the heights that decide about steps, a thousandth of the skin: that of two touched points. Zero, and stairs as high as a
/// step are climbed at one place and not at another.
pub(crate) const HEIGHT_ROUNDING_PART: f32 = 1e-3;

/// Smallest cosine between up and the normal of an edge that may be the far edge of a slot, higher above the feet than a step: 87°, a slot
/// of 1.98 radii. Smaller, and every vertical edge of a wall is searched for a step.
pub(crate) const LEAST_DIP_COSINE: f32 = 0.05;

/// Smallest cosine of a walkable slope, 83°: a walking character rises at most eight times as far as it moves.
pub(crate) const LEAST_WALK_COSINE: f32 = 0.125;

/// Slowest motion along an axis that the test of a line against boxes divides by, metres a step: its reciprocal times
/// any coordinate stays finite.
pub(crate) const SLOWEST: f32 = 1e-25;

/// Rounding of a distance to a triangle per unit of the far coordinates of its box, seen from the point (sum over the axes): a
/// subtraction, a projection and a sum of squares. Sixteen units in the last place. Smaller, and rounding could skip a nearer
/// triangle.
pub(crate) const NEAR_ROUNDING: f32 = 1.9e-6;

/// Part of the skin, 7/8, by which the radii of a shape are grown before it is swept in a slide: the hull. It never comes
/// closer to a surface than that, at any angle. The rest is [`TOUCH_PART`].
pub(crate) const HULL_PART: f32 = 0.875;

/// Part of the skin, 1/8, that a stop leaves between hull and surface, along the contact normal. A character at rest
/// is so kept out of the branch for overlapping starts; at 0 every resting character would take it.
pub(crate) const TOUCH_PART: f32 = 0.125;

/// Part of the skin, 1/4, by which the sweep of a fall extends beyond the motion: the gap that a stop leaves to a surface within
/// 60° of it. 0, and a character that falls by less than that gap in a step sinks through it.
pub(crate) const LOOK_PART: f32 = 2.0 * TOUCH_PART;

/// Rounding of the point where a sweep ends, per unit of its length: four units in the last place of a fraction. Where that is more
/// than [`TOUCH_PART`] of the skin, a stop leaves this gap instead.
pub(crate) const FRACTION_ROUNDING: f32 = 2.4e-7;

/// Way up to a contact, per metre of the hull's largest radius, that is rounding of the sweep: half a unit in the last place of a
/// distance. Zero, and a character on a slope sinks by nanometres a step for hundreds of steps, as positions are kept finer than
/// that.
pub(crate) const ADVANCE_ROUNDING: f32 = 3e-8;

/// Part of the gap at a stop, 12.5 µm with a skin of 1 cm: a character that has not moved yet and is nearer than that to its stop
/// counts as arrived. A sweep towards a triangle many radii wide rounds by more than [`ADVANCE_ROUNDING`], differently at each
/// place: a standing character would sink by a tenth of a micrometre in some steps, and never rest.
pub(crate) const SETTLED_PART: f32 = 0.01;

/// A slide has come to rest when the remaining motion is shorter than this part of the desired displacement. Relative, so that it
/// holds at any speed; 0.0001 of a 60 Hz step at 4 m/s is 7 µm.
pub(crate) const REST_PART: f32 = 1e-4;

/// A velocity along the ground below this, in least radii of the body per second, becomes zero: damping multiplies it by a factor in
/// each step and would never end it. For a person of 0.4 m a millimetre in a second.
pub(crate) const SLOWEST_ON_GROUND: f32 = 2.5e-3;

/// Part of a velocity along up that counts as zero, relative to its length: eight units in the last place, several times the
/// remainder after a projection. Zero, and a character with a velocity along the ground leaves it in half of the steps if up is no
/// axis.
pub(crate) const LEVEL_ROUNDING: f32 = 9.6e-7;

/// Part of a velocity down a steep surface by which it may lead across it and still counts as a fall that the surface deflected.
/// Smaller, and a character that lands on a slope with some speed across it takes the more delicate path for longer; larger, and
/// more of that speed is lost.
pub(crate) const ACROSS: f32 = 1e-2;

/// Sine of the angle to a surface below which a motion grazes it: a few times the rounding of a projected motion.
/// Contacts at a graze come from rounding; a stop before them would be a stop for ever.
pub(crate) const GRAZE: f32 = 1e-5;

/// Rounding of the cosine between a normal and up, sixteen units in the last place: a floor may be steeper than the limit by this,
/// and a wall may lean by this and still be upright. The normal of one plane differs by up to two units between contact points, by
/// eight where corners are a hundred metres from the origin. Zero, and a slope of exactly the steepest angle carries in one step
/// and slides in the next, for ever; and an upright wall is steep ground by chance.
pub(crate) const SLOPE_ROUNDING: f32 = 9.6e-7;

/// How far a projected motion may lead into another plane, as part of its length: rounding of the unit normals. Smaller, and
/// creases are refused for their own rounding. Less than [`APPROACH_ROUNDING`]: the remainder after [`CLIP_LEAN`] must not stop a
/// motion that starts on that plane.
pub(crate) const CLIP_ROUNDING: f32 = 4e-7;
const _: () = assert!(CLIP_ROUNDING < APPROACH_ROUNDING);

/// Outward lean of a motion along a clip plane, as part of its length. Larger than the rounding of the projection
/// (about 2e-7), so that a motion along a plane never points into it.
pub(crate) const CLIP_LEAN: f32 = 1e-6;

/// Sine below which the normals of two clip planes that face the same way count as equal, so that the planes are merged.
pub(crate) const MERGE_SINE: f32 = 1e-3;

/// Two clip planes whose normals have a sine below this have no crease: it would be made of the rounding of the
/// normals.
pub(crate) const CREASE_SINE: f32 = 1e-6;

/// Approach, per unit of motion, that is rounding and not motion: the sweep ignores a triangle overlapped at the start whose
/// distance shrinks more slowly, and in a slide also a plane from outside. On an edge also per unit of the motion across it and of
/// the coordinates of a corner (sums of absolute values). Four units in the last place. Larger, and a hull sinks through an edge
/// that it grazes; smaller, and surfaces parallel to the motion stop it.
pub(crate) const APPROACH_ROUNDING: f32 = 4.8e-7;

/// Longest motion, radii, for which [`APPROACH_ROUNDING`] counts from outside: a hull comes nearer to a plane unseen by 7.7e-6
/// radii at most. Larger, and a move of a kilometre takes half a millimetre of the skin; smaller, and rounding stops dashes through
/// gaps that fit the hull to the last places.
pub(crate) const LONGEST_SLOW_WAY: f32 = 16.0;

/// Rounding of a distance per unit of the largest coordinate in ellipsoid space, by which a face contact may be behind the edge
/// contact of a neighbour and still win. Four units in the last place. Smaller, and level floors of many triangles give normals
/// that lean by a thousandth; larger, and a face wins over an edge that really is in front of it.
pub(crate) const SEAM_ROUNDING: f32 = 4.8e-7;

/// Upper bound of [`SEAM_ROUNDING`] times its coordinate, ellipsoid space: contacts farther than this behind the best one are
/// ignored.
pub(crate) const SEAM_WINDOW: f32 = 1e-3;

/// Rounding of a squared distance to an edge or corner at closest approach, per unit of 1, the corner's coordinates and
/// the motion's (sums of absolute values): two units in the last place. At half of it approaches aimed at a rim come
/// out seven times worse against `f64`, without it one in fifty of them sinks through; at four times it 29 of 109,500
/// random slides along triangles of 3 to 6 km stall, at this value none.
pub(crate) const EDGE_ROUNDING: f32 = 1.2e-7;

/// Rounding of the test that a sphere misses a triangle, per unit of 1, a corner's coordinates and the motion's (sums of absolute
/// values): 64 units in the last place, several times the roundings of a height and a distance to an edge. Larger costs time and
/// changes no result; the test skips triangles less high than this. A contact behind a touched face by this much can still win
/// against the face: [`SEAM_ROUNDING`] is a sixteenth of it.
pub(crate) const CULL_ROUNDING: f32 = 7.7e-6;

/// Largest [`CULL_ROUNDING`] of a triangle that the sweep's cull test handles, ellipsoid space: others are too far out for squares.
pub(crate) const CULL_MOST_ROUNDING: f32 = 0.1;

/// Largest inverse squared longest edge of a triangle that a sweep's cull test handles: squares of shorter edges lose all digits.
pub(crate) const CULL_MOST_INVERSE: f32 = 1e30;

/// Largest distance by which a ray may miss a triangle, per unit of its coordinates relative to the ray's origin: rounding of the
/// lanes, eight units in the last place. At half a unit rays slip out of boxes, at one none did; without a bound
/// needles that point at the ray are hit from metres off.
pub(crate) const RAY_ROUNDING: f64 = 9.6e-7;

/// Doubled area of a triangle as a ray sees it, per squared unit of its coordinates relative to the ray's origin, from which on rounding
/// in `f64` moves the crossed point by less than a twentieth of [`RAY_ROUNDING`]. Smaller, and a needle may be hit from metres off.
pub(crate) const BROAD_ON_RAY: f64 = 1e-6;

/// Distance along a ray, per unit of the triangle's coordinates seen from its origin, that is rounding of `f64` and
/// means that it starts on the triangle. At 0 half of the segments that start on a floor would miss it.
pub(crate) const RAY_START_ROUNDING: f64 = 1e-12;

/// Growth of a query box per unit of coordinate: four units in the last place, for the roundings between mesh space and
/// the box.
pub(crate) const BOX_ROUNDING: f32 = 4.8e-7;

/// Largest coordinate, metres, up to which a depenetration that a caller asks for leaves a gap for the rounding of its result to
/// `f32`; there the gap is half a millimetre. Larger, and the way out of a floor 10,000 km out is a jump of 5 m; smaller, and
/// nearer results may overlap again once rounded.
pub(crate) const FARTHEST_GAP: f32 = 1_024.0;

/// Growth of a query box as a fraction of the distance that the query reaches, for the rounding of this distance itself.
pub(crate) const REACH_ROUNDING: f32 = 1e-5;

/// Overlap of the hull, in units of the touch gap, above which a slide first depenetrates. Small: a triangle in the plane
/// of an overlapped one is met at its edge, with a line that leans by the root of the overlap. Not zero: contacts end
/// within rounding of the hull.
pub(crate) const DEPENETRATE_FROM: f32 = 0.01;

/// Depth behind a plane, ellipsoid space, up to which a point counts as in front of it when a depenetration looks for the shortest
/// way out: rounding of the corner of three planes in `f64`. Smaller, and corners are refused for their own rounding; larger, and a
/// way out ends inside a surface.
pub(crate) const HALF_SPACE_ROUNDING: f64 = 1e-9;

/// Sine of the angle between two planes of a depenetration with the same orientation, below which they are one plane, seen from two
/// places. Smaller, and one face fills the list of planes; larger, and two faces that differ replace each other.
pub(crate) const SAME_PLANE_SINE: f64 = 1e-6;

/// Sine between planes of a depenetration, and of a line to a plane, below which they have no common line or point: that
/// would lie more than ten thousand times as far away as they are deep.
pub(crate) const PARALLEL_SINE: f64 = 1e-4;

/// Maximum number of planes that a depenetration keeps; the first ones stay. The corner of a room has three,
/// a funnel of eight sides eight.
pub(crate) const MAX_HALF_SPACES: usize = 16;

/// Maximum number of pushes in one depenetration of a hull. Each push takes a sweep, so that this bounds the time.
pub(crate) const MAX_PUSHES: u32 = 32;

/// Largest part of the distance to the nearest triangle that one push of a depenetration goes. Below 1: at 1 the centre
/// would end in that triangle, and of its sides the wrong one might be the way out.
pub(crate) const PUSH_PART: f64 = 0.9;

/// Shortest push of a depenetration, ellipsoid space: for a centre that lies in a triangle, where [`PUSH_PART`] of the distance
/// would be nothing.
pub(crate) const LEAST_PUSH: f64 = 0.02;

/// Fraction of a contact's rounding by which the first depenetration push clears it; doubles each time it is found again, up to 1.
pub(crate) const LEAST_CLEARANCE: f64 = 1.0 / 16.0;

/// Number of halvings of the interval that contains the largest hull with room: to 1/4096 of the skin, a sixth of the margin that
/// is subtracted from it.
pub(crate) const ROOM_HALVINGS: u32 = 12;

/// Distance between a centre and its closest point of a triangle, ellipsoid space, below which their difference is no
/// direction: rounding of corners next to the sphere.
pub(crate) const CONTACT_ROUNDING: f64 = f32::EPSILON as f64;

/// Minimum extent of a cell of a tree's node, in parts of the coordinates and differences that it is computed from: their
/// rounding is less than a cell. Smaller, and a box could end a cell too early.
pub(crate) const CELL_ROUNDING: f32 = 8.0 * f32::EPSILON;

/// Relative rounding of a product of two differences of coordinates: three roundings of half an [`f32::EPSILON`], and more than as
/// much again for the sum and the comparison. Smaller, and a triangle without area could count as one with area; larger, and more
/// triangles need `f64`.
pub(crate) const CROSS_ROUNDING: f32 = 4.0 * f32::EPSILON;

/// Products up to this, square metres, may have lost digits below the least `f32`. Smaller than 1e-37, and such products could
/// count as an area; larger, and triangles of that size need `f64`.
pub(crate) const LEAST_CROSS: f32 = 1e-30;

/// Minimum extent of the grid over a world, metres: a grid over flat triangles has cells all the same, and one over it stays
/// finite.
pub(crate) const LEAST_GRID_EXTENT: f32 = 1e-18;

/// Maximum number of iterations (sweeps) of one pass of a slide.
pub(crate) const MAX_ITERATIONS: usize = 8;

/// Overlap of a hull with a one-sided sheet, ellipsoid space, up to which the hull is still on its front: rounding. A hull that
/// rises through the sheet from below is pushed up by no more than this near the end.
pub(crate) const ON_FRONT_OVERLAP: f64 = 3e-5;

/// Smallest cosine of the angle between the way off a one-sided sheet and its face normal: 45°, halfway between on top and at the
/// side.
pub(crate) const ON_FRONT_COSINE: f64 = core::f64::consts::FRAC_1_SQRT_2;

/// Smallest mass of a character, kg; `MAX_MASS`: largest. With a wider range, the lighter character's share is lost in `f32`.
pub(crate) const MIN_MASS: f32 = 1e-3;
pub(crate) const MAX_MASS: f32 = 1e9;

/// Maximum number of other characters that bound one move, nearest first. One plane each: on a plane six balls touch one ball,
/// and the solver of a pass tries all triples.
pub(crate) const MAX_NEIGHBOURS: usize = 16;

/// Smallest part of the gap between two characters that one of them may use up in a step. Smaller, and a light character only
/// creeps up to a heavy one; more than a half makes no sense. A move can use up its gap only within the search distance: its length
/// divided by this.
pub(crate) const LEAST_SHARE: f64 = 0.25;

/// Largest speed at which overlapping characters are pushed apart, in radii of the capsule around the body per second: for a person of
/// 0.4 m 2 m/s, a walk. Faster, and a character that spawns in a crowd is shot out of it.
pub(crate) const MOST_PUSH: f32 = 5.0;

/// Tangent of the angle, 7°, by which the push of a solid character away from those that overlap it turns about up. Zero, and a
/// straight row between two walls keeps its overlaps; larger, and characters that part turn about each other.
pub(crate) const ASIDE: f64 = 0.125;

/// Number of times by which the weight of an overlap between characters doubles from one to the next on the way into a heap. 0, and
/// the outer ones push the inner ones back; larger, and the outer ones overlap more before they part.
pub(crate) const RANK_STEPS: f32 = 2.0;

/// Gap to which solid characters that overlap are pushed apart, in touch gaps of both: their skins. Smaller, and the last millimetres
/// of a heap take longer than all before.
pub(crate) const PARTS_TO: f64 = 1.0 / TOUCH_PART as f64;

/// Part of the touch gaps of both, 1/4: the start of a step in which all solid characters are at least that far apart is followed by
/// one without overlaps, whatever its rounding. Half of [`LEAST_GAP_PART`], which they keep.
pub(crate) const CLEAR_GAP_PART: f64 = 0.25;

/// Part of the touch gaps of both, [`TOUCH_PART`] of their skins, that solid characters leave between them at least; moves may use
/// up only the gap beyond all of it. Rounding over many steps takes from it: a millionth of the motion in each.
pub(crate) const LEAST_GAP_PART: f64 = 0.5;

/// Cosine between up and the direction from another character's capsule, above which a character stands on that one's head and
/// slips off: 25°. On steeper contacts it slides by its weight alone.
pub(crate) const HEAD_COSINE: f64 = 0.9;

/// Largest gap within which other characters are found, metres. A character that moves more than a quarter of it in a step may
/// tunnel through others.
pub(crate) const FARTHEST_NEIGHBOUR: f32 = 16.0;

/// Maximum number of characters in one cell that others find, those with the lowest keys: twice two layers of people as densely as
/// possible. It bounds the work where thousands stand on one spot.
pub(crate) const MAX_IN_CELL: usize = 128;

/// Maximum number, in a whole crowd, of characters too large for a cell of the neighbour search that other characters still find.
pub(crate) const MAX_LARGE: usize = 64;

/// Smallest side of a cell in the search for neighbouring characters, metres: cells are counted in 32 bits.
pub(crate) const LEAST_CELL: f32 = 0.015_625;
const _: () = assert!(2.0 * MAX_COORDINATE / LEAST_CELL <= 2_147_483_648.0);

/// Relative rounding of the contact of two ellipsoids in `f64`: of the squared distance at which they touch, of the angle between
/// axes, of the weights of the axes. Sixteen units in the last place. Smaller, and rounds are spent on rounding; larger, and a
/// contact comes too early by half of it.
pub(crate) const PAIR_ROUNDING: f64 = 16.0 * f64::EPSILON;

/// Squared sine of the angle between two spines up to which they count as parallel: 1e-8, where their cross product is rounding to half of
/// the digits of an `f64`. Smaller, and the point of a contact along parallel spines jumps from end to end; larger, and a contact of spines
/// of 1,000 radii is off by more than their rounding in `f32`.
pub(crate) const PARALLEL_SPINES: f64 = 1e-16;

/// Maximum number of rounds in the search for the contact of two ellipsoids. A grazing motion takes one round for each two bits.
pub(crate) const MAX_PAIR_ROUNDS: u32 = 64;

/// Smallest cosine between up and the normal of ground that counts as level, where an edge of a step is told from a floor: 0.08°. Larger,
/// and an edge counts as a floor because of rounding; smaller, and more characters look for the floor before a wall.
pub(crate) const LEVEL_COSINE: f32 = 1.0 - 1e-6;

/// Distance of the point at which a hull touches level ground from where it touches a level floor, as a part of its distance from the
/// centre, up to which the ground is a floor. No edge of a step is as near; smaller, and rounding far from the origin decides.
pub(crate) const MIDDLE_PART: f32 = 0.01;
