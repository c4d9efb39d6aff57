// sweep8: moves many ellipsoid characters through triangle worlds. The guide is docs/embedding-c.md.
//
// Lengths are metres, time is seconds, angles are radians; world space is right-handed, and up is against gravity.
//
// Calls. Those that can be refused give an `s8_code`, `S8_OK` or why they were. A refused call has changed nothing and written
// nothing; `s8_error_message` has a sentence that names field, value and range. No panic leaves a call.
//
// Pointers. Each leads to what its type says, or is NULL. NULL is refused, but where a call says that it may be. Memory that
// a call writes may hold anything before. Arrays come with a count; one without elements may be NULL. Nothing of a call is kept
// after it, but the `user` of a filter, until its step ends, and the bytes of `s8_mesh_from_shared`, until they are given back.
//
// Handles. `s8_..._new` and others give one, `s8_..._free` takes it back, once; NULL is allowed there. They are independent of
// each other: a mesh may go while a world has instances of it. Ids stay valid as plain data; one that names nobody any more is
// refused.
//
// Threads. Calls with a `const` handle may run at the same time on any threads, of this library or of an engine's own jobs;
// each thread has an `s8_scratch` (or an `s8_move_memory`) of its own. A handle without `const` is for one thread at a time, and
// for no other call meanwhile. Results have the same bits on any number of threads. Messages are kept for each thread.
//
// This file is made from the sources of the crate sweep8-c: change those.


#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__cplusplus)
#define S8_ALIGNED(n) alignas(n)
#elif defined(_MSC_VER)
#define S8_ALIGNED(n) __declspec(align(n))
#else
#define S8_ALIGNED(n) __attribute__((aligned(n)))
#endif

/// Most contacts that a move tells.
#define S8_MAX_CONTACTS 27

/// The version of the layout of `s8_state`: other versions have other fields, or give them other meanings.
#define S8_STATE_LAYOUT 2

/// The smallest radius of a body, metres.
#define S8_MIN_RADIUS 0.0001

/// The largest radius of a body, metres.
#define S8_MAX_RADIUS 100000.0

/// Every layer.
#define S8_ALL_LAYERS 4294967295

/// How a call ended. Every code but `S8_OK` is a refusal: nothing has changed, nothing was written, and
/// `s8_error_message` says why.
enum s8_code
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// It was done.
    S8_OK = 0,
    /// A pointer is NULL that must not be.
    S8_ERROR_NULL = 1,
    /// An array, a state or bytes are not aligned as they must be: states to 16 bytes, bytes that are shared to 64.
    S8_ERROR_ALIGNMENT = 2,
    /// A number is out of its range, or not a number.
    S8_ERROR_OUT_OF_RANGE = 3,
    /// An array has another length than what it belongs to, or one that memory cannot hold.
    S8_ERROR_LENGTH = 4,
    /// An id names a character or an instance that was removed.
    S8_ERROR_REMOVED = 5,
    /// An id was given by another crowd or world.
    S8_ERROR_FOREIGN = 6,
    /// An instance has a target: begin a step of the world, or take the target back with `s8_world_place`.
    S8_ERROR_HAS_TARGET = 7,
    /// There is no room for a body.
    S8_ERROR_NO_ROOM = 8,
    /// Triangles of a mesh are wrong.
    S8_ERROR_MESH = 9,
    /// Bytes are not what was saved.
    S8_ERROR_RESTORE = 10,
    /// The instance shares its mesh, which cannot be deformed.
    S8_ERROR_SHARED = 11,
    /// The world is in a step, in which it cannot be changed.
    S8_ERROR_IN_STEP = 12,
    /// The step was ended.
    S8_ERROR_NO_STEP = 13,
    /// A fault of this library. Free the handles of the call, and please report it.
    S8_ERROR_PANIC = 14,
    /// The processor does not have what a backend needs.
    S8_ERROR_BACKEND = 15,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum s8_code s8_code;
#else
typedef uint32_t s8_code;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// Which characters an instance stops. A new one is solid.
enum s8_kind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// Everybody.
    S8_KIND_SOLID = 0,
    /// Characters and slides that begin a step on its front; others go through it: a platform to jump through from
    /// below. Queries meet it as they do what is solid.
    S8_KIND_ONE_SIDED = 1,
    /// Nobody: a region. Queries meet it where their filter says so, and events tell who comes into it and leaves it.
    S8_KIND_SENSOR = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum s8_kind s8_kind;
#else
typedef uint32_t s8_kind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// Which sides of triangles count. The front is where the corners are seen counter-clockwise.
enum s8_sides
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// Front and back.
    S8_SIDES_BOTH = 0,
    /// Triangles whose front, or whose plane, the centre is on at the start.
    S8_SIDES_FRONT = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum s8_sides s8_sides;
#else
typedef uint32_t s8_sides;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// How a character that stands moves.
enum s8_mode
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// Walks: up steps, over slopes at the speed that is desired, with its feet on the ground.
    S8_MODE_WALK = 0,
    /// Slides along everything: no steps, no snap to the ground; cheaper, for who is far away.
    S8_MODE_SLIDE = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum s8_mode s8_mode;
#else
typedef uint32_t s8_mode;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// The part of the desired speed that stays the same on slopes.
enum s8_slope_speed
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// The level part: as seen on a map.
    S8_SLOPE_SPEED_LEVEL = 0,
    /// The speed along the slope.
    S8_SLOPE_SPEED_ALONG = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum s8_slope_speed s8_slope_speed;
#else
typedef uint32_t s8_slope_speed;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// The response of a character to others that it meets. Of two the milder counts for both.
enum s8_each_other
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// Goes through others, who do not notice.
    S8_EACH_OTHER_IGNORE = 0,
    /// Walks into others, and is pushed apart from who overlaps it.
    S8_EACH_OTHER_SOFT = 1,
    /// Stops at others, and slides along them.
    S8_EACH_OTHER_SOLID = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum s8_each_other s8_each_other;
#else
typedef uint32_t s8_each_other;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// The ground of a character: what carries it.
enum s8_ground
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// Nothing, or there is no gravity.
    S8_GROUND_AIR = 0,
    /// A surface no steeper than its settings allow.
    S8_GROUND_FLOOR = 1,
    /// Steeper surfaces, along which it slides down.
    S8_GROUND_STEEP = 2,
    /// Steep surfaces that hold it, together as in a funnel, or by friction.
    S8_GROUND_HELD_BY_STEEP = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum s8_ground s8_ground;
#else
typedef uint32_t s8_ground;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// How a slide, or the move of a character, ended.
enum s8_status
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// Nothing was in the way.
    S8_STATUS_FREE = 0,
    /// Something was touched, and the desired displacement was followed along it to its end.
    S8_STATUS_SLID = 1,
    /// The surfaces touched leave no way along the desired displacement; the rest of it is dropped.
    S8_STATUS_BLOCKED = 2,
    /// The bound on sweeps was reached before; the rest is dropped.
    S8_STATUS_OUT_OF_ITERATIONS = 3,
    /// It overlapped at the start and could not be pushed free.
    S8_STATUS_OVERLAPPING = 4,
    /// An instance that moves went into it, and it had no room.
    S8_STATUS_CRUSHED = 5,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum s8_status s8_status;
#else
typedef uint32_t s8_status;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// The answer of a contact filter.
enum s8_verdict
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// It stops the character. So does any answer that is none of these.
    S8_VERDICT_KEEP = 0,
    /// This triangle does not; others of the instance may.
    S8_VERDICT_IGNORE_TRIANGLE = 1,
    /// Nothing of the instance does.
    S8_VERDICT_IGNORE_INSTANCE = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum s8_verdict s8_verdict;
#else
typedef uint32_t s8_verdict;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// The kind of an event of a character in a step.
enum s8_event_kind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// Nothing that this version has a name for.
    S8_EVENT_OTHER = 0,
    /// It touched a surface that it did not touch in the step before.
    S8_EVENT_CONTACT_BEGAN = 1,
    /// It touched a surface in this step and in the one before.
    S8_EVENT_CONTACT_KEPT = 2,
    /// It touched a surface in the step before, and not in this one.
    S8_EVENT_CONTACT_ENDED = 3,
    /// It came onto ground that holds.
    S8_EVENT_GROUND_ENTERED = 4,
    /// It left such ground.
    S8_EVENT_GROUND_LEFT = 5,
    /// It went up over steps.
    S8_EVENT_STEPPED = 6,
    /// It came into a sensor.
    S8_EVENT_SENSOR_ENTERED = 7,
    /// It left a sensor.
    S8_EVENT_SENSOR_LEFT = 8,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum s8_event_kind s8_event_kind;
#else
typedef uint32_t s8_event_kind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// The meaning of a line; an engine gives each a colour.
enum s8_line_kind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// Nothing that this version has a name for.
    S8_LINE_OTHER = 0,
    /// From the centre before the last step to that after it.
    S8_LINE_WAY = 1,
    /// The normal of the ground, also of a steep one, from where it is touched.
    S8_LINE_GROUND = 2,
    /// The normal of a contact, from where it is touched; of those who are watched, and of all while events are
    /// recorded.
    S8_LINE_CONTACT = 3,
    /// Up along a step that was climbed, to the feet; while events are recorded.
    S8_LINE_STEP = 4,
    /// From the centre to that of another whom it meets and who is nearer than a radius.
    S8_LINE_NEIGHBOUR = 5,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum s8_line_kind s8_line_kind;
#else
typedef uint32_t s8_line_kind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// The implementation that computes queries and moves: each gives the same bits, at another speed.
enum s8_backend
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// Any processor.
    S8_BACKEND_PORTABLE = 0,
    /// x86-64 with AVX2.
    S8_BACKEND_AVX2 = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum s8_backend s8_backend;
#else
typedef uint32_t s8_backend;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// Several ellipsoids that move as one: a head, a torso, legs. Read-only, for any thread.
typedef struct s8_body s8_body;

/// Bytes of a save, which grow as needed and are used again.
typedef struct s8_bytes s8_bytes;

/// Many characters that are moved together, on all threads of the feature `rayon`, with the same bits on any number of
/// them. Read-only calls may come from any number of threads while none changes it. Lists of it are in the order of the
/// indices of ids.
typedef struct s8_crowd s8_crowd;

/// A mesh that was made ready: read-only, for any number of instances in any number of worlds, on any thread. Free it
/// with `s8_mesh_free` as soon as it was added: worlds keep what they need.
typedef struct s8_mesh s8_mesh;

/// Memory of `s8_world_move_characters`: one for each array of states. It makes steps fast and shows in no result.
typedef struct s8_move_memory s8_move_memory;

/// Profiles that states name by their index, checked and read-only, for any thread.
typedef struct s8_profiles s8_profiles;

/// Memory of `s8_world_sweep_many` and `s8_world_ray_many`, used again by each call. Holds no results.
typedef struct s8_query_memory s8_query_memory;

/// Working memory of queries, slides and moves of single characters: one for each thread, for any world. Holds no
/// results.
typedef struct s8_scratch s8_scratch;

/// A step that was begun. It is a part of its world: not to be freed, and of no use after `s8_world_end_step`, where
/// calls refuse it as long as the world lives.
typedef struct s8_step s8_step;

/// Triangles that characters move through: instances of meshes. Any number of threads may ask it at a time, each with a
/// scratch of its own, while none changes it. Calls that change it take a pointer without `const`.
typedef struct s8_world s8_world;

/// Three `float`: a displacement, velocity or direction. World space is right-handed; lengths are metres.
typedef struct s8_vec3 {
    /// Along x.
    float x;
    /// Along y: up, unless gravity says otherwise.
    float y;
    /// Along z.
    float z;
} s8_vec3;

/// A rotation as a quaternion of unit length; (0, 0, 0, 1) is none.
typedef struct s8_quat {
    /// The axis times the sine of half the angle, along x.
    float x;
    /// Along y.
    float y;
    /// Along z.
    float z;
    /// The cosine of half the angle.
    float w;
} s8_quat;

/// An ellipsoid that is asked about. `s8_ellipsoid` makes one along the axes of the world, which costs the least.
typedef struct s8_shape {
    /// The radii along its own axes, metres, 0.0001 to 100000.
    struct s8_vec3 radii;
    /// How it is turned, from its axes to those of the world, unit length.
    struct s8_quat orientation;
} s8_shape;

/// One ellipsoid of a body.
typedef struct s8_body_part {
    /// Its radii, and how it is turned.
    struct s8_shape shape;
    /// From the body's centre to that of the part, world space, metres, each component within 100000 of 0.
    struct s8_vec3 offset;
} s8_body_part;

/// Three `double`: a place in the world, metres, each -16777216 to 16777216. Answers 10,000 km from the origin are as
/// good as at it.
typedef struct s8_dvec3 {
    /// Along x.
    double x;
    /// Along y.
    double y;
    /// Along z.
    double z;
} s8_dvec3;

/// The part of a world that a query considers. Wherever a filter is asked for, NULL stands for both sides, all layers, no sensors.
typedef struct s8_filter {
    /// One of `s8_sides`.
    uint32_t sides;
    /// The layers that count, a bit each.
    uint32_t layers;
    /// Whether sensors count, too: 1 or 0.
    uint32_t sensors;
} s8_filter;

/// Names one instance in the world that gave it; after its removal none, for ever.
typedef struct s8_instance_id {
    /// Small, and unique among the instances that are in the world at a time.
    uint32_t index;
    /// How many instances had the index before.
    uint16_t generation;
    /// Tells worlds apart.
    uint16_t tag;
} s8_instance_id;

/// Which triangle a query met, and where on it.
typedef struct s8_face {
    /// The point of the triangle, rounded to `float`; far out `barycentric` is finer.
    struct s8_vec3 point;
    /// Unit normal of the triangle's front, whichever of its sides, edges or corners is met.
    struct s8_vec3 normal;
    /// The point as weights of the triangle's corners, in the order of the mesh.
    struct s8_vec3 barycentric;
    /// Which instance.
    struct s8_instance_id instance;
    /// Index of the triangle in its mesh.
    uint32_t triangle;
    /// Whether it is met from its front: 1 or 0.
    uint16_t is_front;
    /// The material of the triangle; 0 where none was given.
    uint16_t material;
} s8_face;

/// A contact of a sweep.
typedef struct s8_hit {
    /// Part of the displacement after which the shape touches, 0 to 1; 0 when it starts inside or touching.
    float fraction;
    /// How far the shape has to move along the normal to come free, metres; 0 unless it starts inside.
    float overlap;
    /// Unit normal of the contact, from the triangle towards the shape.
    struct s8_vec3 normal;
    /// The touched triangle, and where on it.
    struct s8_face face;
} s8_hit;

/// A place in two parts: what a `float` holds, and what its rounding left. The place is their sum, metres, world space.
typedef struct s8_position {
    /// The place, rounded to `float`.
    struct s8_vec3 high;
    /// The rest that the rounding left.
    struct s8_vec3 low;
} s8_position;

/// A triangle of an instance, as a state keeps it.
typedef struct s8_surface {
    /// Index and generation of the instance. Without a triangle: of the instance that crushed the character, where its status
    /// says that one did.
    uint32_t instance[2];
    /// Index of the triangle in its mesh; `UINT32_MAX` for none.
    uint32_t triangle;
} s8_surface;

/// The state of a character: 128 bytes, aligned to 16, plain data, all that a step keeps of it. Copy it, send it, save
/// it: a move goes on from there with the same bits. Begin with `s8_state_at`.
typedef struct S8_ALIGNED(16) s8_state {
    /// The centre, world space, metres.
    struct s8_position position;
    /// The velocity that persists, m/s: a fall, a jump, an impulse. The desired velocity comes on top of it.
    struct s8_vec3 velocity;
    /// The normal of the ground, unit length; zero in the air.
    struct s8_vec3 ground_normal;
    /// How the body is turned, unit length. `s8_world_turn_character` changes it where there is room.
    struct s8_quat orientation;
    /// Where the ground is touched, metres; zero in the air.
    struct s8_vec3 ground_point;
    /// The triangle that carries; none in the air. Of a crushed character, which has no ground, the instance that crushed it,
    /// without a triangle.
    struct s8_surface ground_surface;
    /// Where the character stood last without an overlap, metres.
    struct s8_vec3 last_safe_position;
    /// Index of its profile in the `s8_profiles` that the step is given; a crowd has a table of its own.
    uint32_t profile;
    /// Names the character where order matters: give each another one. A crowd sets it to the index of the id.
    uint32_t key;
    /// One of `s8_ground`.
    uint8_t ground;
    /// One of `s8_status`.
    uint8_t status;
    /// The material of the ground; 0 in the air, or where none was given.
    uint16_t ground_material;
    /// While it slides down steep surfaces, the speed of the free fall whose projection its velocity is, m/s; otherwise
    /// 0.
    float fall_speed;
    /// Yours: no step reads or changes it.
    uint32_t user_data[2];
    /// Reserved for groups of characters: 0. Other values are refused.
    uint32_t group;
} s8_state;

/// The input of a character for one step. Begin with `s8_input_earth`.
typedef struct s8_input {
    /// Where it desires to go, world space, m/s.
    struct s8_vec3 desired_velocity;
    /// If it stands: leaves the ground upward with at least this speed, m/s. 0: no jump.
    float jump_speed;
    /// Acceleration of gravity, world space, m/s^2; zero where it flies, swims or climbs.
    struct s8_vec3 gravity;
    /// The direction that is up, unit length; zero: against gravity.
    struct s8_vec3 up;
    /// Change of velocity at the start of the step, m/s: an explosion, a hit.
    struct s8_vec3 impulse;
} s8_input;

/// A surface that was touched in a move.
typedef struct s8_contact {
    /// The touched point of the triangle, world space, metres.
    struct s8_vec3 point;
    /// Unit normal of the contact, world space, towards the body.
    struct s8_vec3 normal;
    /// Which instance.
    struct s8_instance_id instance;
    /// Index of the triangle in its mesh.
    uint32_t triangle;
    /// The material of the triangle; 0 where none was given.
    uint32_t material;
} s8_contact;

/// Where a slide, or the move of one character, led.
typedef struct s8_outcome {
    /// The new centre, world space, metres.
    struct s8_dvec3 position;
    /// The displacement from the old centre, metres.
    struct s8_vec3 travel;
    /// One of `s8_status`.
    uint32_t status;
    /// One of `s8_ground`; air after a slide, which knows no gravity.
    uint32_t ground;
    /// The normal of the ground, unit length; zero in the air.
    struct s8_vec3 ground_normal;
    /// Length of the path, metres.
    float path;
    /// How far the centre was pushed out of an overlap at the start, metres.
    float depenetrated_by;
    /// How far steps raised the centre, metres.
    float stepped_by;
    /// How far instances that move carried and pushed the centre, metres.
    struct s8_vec3 carried_by;
    /// By how much the ground that carried it turned about up, radians, counter-clockwise from above: turn the view
    /// with it.
    float turned_by;
    /// The instance that crushed it, where the status says that one did.
    struct s8_instance_id crushed_by;
    /// How many of the contacts were touched.
    uint32_t contact_count;
    /// The surfaces touched, in the order they were; zero from the count on.
    struct s8_contact contacts[S8_MAX_CONTACTS];
} s8_outcome;

/// The counts of one step of many characters: how many of them.
typedef struct s8_report {
    /// Had a free way.
    uint64_t free;
    /// Slid along something.
    uint64_t slid;
    /// Were stopped.
    uint64_t blocked;
    /// Hit the bound on sweeps.
    uint64_t out_of_iterations;
    /// Overlap, and could not be pushed free.
    uint64_t overlapping;
    /// Were crushed by an instance.
    uint64_t crushed;
    /// Were refused: they have not moved.
    uint64_t refused;
    /// Stand: on a floor, or held between steep surfaces.
    uint64_t standing;
    /// Were pushed out of an overlap.
    uint64_t depenetrated;
    /// Surfaces that were touched.
    uint64_t contacts;
    /// Were overlapped by another one at the start of the step, of those that meet others.
    uint64_t overlapping_others;
    /// Had more others near than count for a move, 16.
    uint64_t crowded;
    /// Of those that were refused the lowest index, of an id or in the array; `UINT32_MAX` where none was.
    /// `s8_error_message` then says why, although the call is `S8_OK`, as all others have moved.
    uint32_t first_refused;
    /// Why it was refused; `S8_OK` where none was.
    s8_code first_refused_code;
} s8_report;

/// Gives bytes back to whoever lent them: with what `s8_mesh_from_shared` was given. Called once, on the thread that lets go of
/// them last. It must call nothing of this library.
typedef void (*s8_free)(const uint8_t *bytes, size_t size, void *user);

/// The settings that all characters of a crowd share, unless they are told otherwise.
typedef struct s8_crowd_settings {
    /// Acceleration of gravity that a character is spawned with, world space, m/s^2. Its opposite is up. Default (0,
    /// -9.81, 0).
    struct s8_vec3 gravity;
    /// Steps between two sortings by place; 0 never sorts. Changes speed, not results. Default 16.
    uint32_t sort_every;
} s8_crowd_settings;

/// The shape of a character and the rules of its moves. Begin with `s8_settings_default`, a human of 1.8 m, and
/// change what differs.
typedef struct s8_settings {
    /// The radii of the body, metres, 0.0001 to 100000. Default (0.4, 0.9, 0.4).
    struct s8_vec3 radii;
    /// Gap kept to everything, metres, 0 to 100000; larger than half the last place of the coordinates. Default 0.01.
    float skin;
    /// Most sweeps of a pass, 1 to 8: bounds the work. Default 8.
    uint32_t max_iterations;
    /// One of `s8_sides`. Default both.
    uint32_t sides;
    /// The layers of instances that are felt, a bit each. Default all.
    uint32_t layers;
    /// The steepest slope that holds, radians, 0 to pi/2. Default 50 degrees.
    float max_slope_angle;
    /// One of `s8_mode`. Default it walks.
    uint32_t mode;
    /// Highest step that is climbed, metres, 0 to 100000; 0: none. Default 0.4.
    float step_height;
    /// How far below the ground may be that is gone down to, metres, 0 to 100000. Default 0.4.
    float snap_distance;
    /// One of `s8_slope_speed`. Default the level part.
    uint32_t slope_speed;
    /// Largest speed of a fall, m/s, 0 to 16777216. Default 55.
    float max_fall_speed;
    /// The part of the desired velocity that counts in the air, 0 to 1. Default 1.
    float air_control;
    /// How fast a velocity along the ground decays, 1/s, 0 to 16777216: that of an impulse, or of what was left of a
    /// fall. Default 10.
    float ground_damping;
    /// Whether who leaves ground that moves keeps its velocity: 1 or 0. Default 1.
    uint32_t keeps_ground_velocity;
    /// One of `s8_each_other`. Default they ignore each other, which costs nothing.
    uint32_t each_other;
    /// How heavy it is to others, kg, 0.001 to 1e9. Default 80.
    float mass;
    /// Reserved for half the length of a spine, metres: 0.
    float spine;
    /// Reserved for the axis of a spine: 0.
    uint32_t spine_axis;
} s8_settings;

/// Names one character in the crowd that gave it; after its removal nobody, for ever.
typedef struct s8_character_id {
    /// Small, and unique among the characters that are in the crowd at a time.
    uint32_t index;
    /// How many characters had the index before.
    uint16_t generation;
    /// Tells crowds apart.
    uint16_t tag;
} s8_character_id;

/// Which characters a query considers. Wherever one is asked for, NULL stands for all.
typedef struct s8_character_filter {
    /// The layers that count, a bit each.
    uint32_t layers;
    /// Whether one is skipped: 0, or anything else.
    uint32_t skips;
    /// The one that is skipped, such as the one that shoots.
    struct s8_character_id skip;
} s8_character_filter;

/// Where a ray or a sweep first meets the body of a character.
typedef struct s8_character_hit {
    /// Whose body.
    struct s8_character_id id;
    /// Of a ray: from the origin to the point, metres; 0 where it begins inside. Of a sweep: part of the displacement
    /// after which the two touch, 0 to 1.
    float distance;
    /// How far what is swept has to move along the normal to come free, metres; 0 unless it starts inside, and of a
    /// ray.
    float overlap;
    /// The touched point of the body, rounded to `float`.
    struct s8_vec3 point;
    /// The same from the centre of the character, along the axes of the world: as fine far from the origin as at it.
    struct s8_vec3 from_center;
    /// Unit normal, from the character towards what comes.
    struct s8_vec3 normal;
} s8_character_hit;

/// A character whose body overlaps a shape.
typedef struct s8_character_overlap {
    /// Whose body.
    struct s8_character_id id;
    /// How far the shape has to move along the normal to be clear of the body, metres, more than 0.
    float depth;
    /// Unit normal, from the character towards the shape.
    struct s8_vec3 normal;
    /// The point of the body in the direction of the normal, rounded to `float`.
    struct s8_vec3 point;
    /// The same from the centre of the character, along the axes of the world.
    struct s8_vec3 from_center;
} s8_character_overlap;

/// A line to draw, world space, metres, rounded to `float`.
typedef struct s8_line {
    /// Where it begins.
    struct s8_vec3 from;
    /// Where it ends.
    struct s8_vec3 to;
    /// One of `s8_line_kind`.
    uint32_t kind;
} s8_line;

/// Something that happened to a character in the last step.
typedef struct s8_event {
    /// The index of the character's id.
    uint32_t index;
    /// One of `s8_event_kind`.
    uint32_t kind;
    /// The instance of a contact or sensor. It may have been removed since.
    struct s8_instance_id instance;
    /// Index of the triangle of a contact in its mesh.
    uint32_t triangle;
    /// How far steps raised it, metres.
    float height;
} s8_event;

/// A surface that a watched character touched in the last step.
typedef struct s8_character_contact {
    /// The touched surface, with the point and the normal of the contact.
    struct s8_contact contact;
    /// Unit normal of the triangle's front.
    struct s8_vec3 face_normal;
    /// The touched point as weights of the triangle's corners, in the order of the mesh.
    struct s8_vec3 barycentric;
    /// The velocity that the character would have at the end of the step, were nothing in its way, world space, m/s.
    /// Its part against the contact's normal, times the mass, is what it pushes with.
    struct s8_vec3 free_velocity;
    /// How heavy it is, kg.
    float mass;
    /// Whether the centre is on the front's side: 1 or 0.
    uint32_t is_front;
} s8_character_contact;

/// Triangles as an engine has them, mesh space, metres; copied, and free to go after the call. Fronts are
/// counter-clockwise. Set to 0 what is not there.
typedef struct s8_mesh_data {
    /// Corners, each coordinate -16777216 to 16777216.
    const struct s8_vec3 *positions;
    /// How many.
    size_t position_count;
    /// Three indices into the positions for each triangle.
    const uint32_t *indices;
    /// How many triangles: a third of the number of indices; at most 2^28.
    size_t triangle_count;
    /// Coefficients of dry friction, one for each material, 0 or more. NULL: nothing has friction.
    const float *frictions;
    /// How many materials; at most 65536.
    size_t material_count;
    /// The material of each triangle. Read where there are materials.
    const uint16_t *triangle_materials;
} s8_mesh_data;

/// The contents of a mesh, or of all meshes of a world, each counted once: triangles, blocks, bytes.
typedef struct s8_mesh_report {
    /// Triangles, degenerate ones included.
    uint64_t triangles;
    /// Triangles without area, which are left out.
    uint64_t degenerate;
    /// Copies of a triangle with a lower index, which are left out.
    uint64_t duplicates;
    /// Blocks of up to eight triangles.
    uint64_t blocks;
    /// Nodes of the tree above them.
    uint64_t nodes;
    /// Memory, bytes.
    uint64_t bytes;
} s8_mesh_report;

/// Where a ray or a segment passes through a triangle.
typedef struct s8_ray_hit {
    /// From the origin to the point, metres.
    float distance;
    /// The unit normal of the triangle, on the side that the ray comes from.
    struct s8_vec3 normal;
    /// The passed triangle, and where on it.
    struct s8_face face;
} s8_ray_hit;

/// A triangle that a shape overlaps.
typedef struct s8_overlap {
    /// How far the shape has to move along the normal to be clear of this triangle, metres, more than 0.
    float depth;
    /// The way out, unit length.
    struct s8_vec3 normal;
    /// The overlapped triangle; its point is the one nearest to the centre, as the shape measures it.
    struct s8_face face;
} s8_overlap;

/// The way out of all that a shape overlaps.
typedef struct s8_depenetration {
    /// The displacement that leads out, or else to where the overlap is least, metres; zero where nothing is
    /// overlapped.
    struct s8_vec3 displacement;
    /// The overlap that is left after it, metres; 0 where it leads out to rounding.
    float depth_left;
} s8_depenetration;

/// The point of a world closest to another.
typedef struct s8_closest {
    /// How far it is, metres.
    float distance;
    /// Unit vector from it to the point asked for; the triangle's normal where the two are one.
    struct s8_vec3 normal;
    /// Where it is.
    struct s8_face face;
} s8_closest;

/// A sweep of many: what `s8_world_sweep` is asked with.
typedef struct s8_sweep_query {
    /// From where the centre goes, world space, metres.
    struct s8_dvec3 center;
    /// The shape that is swept.
    struct s8_shape shape;
    /// How far, metres.
    struct s8_vec3 displacement;
    /// The part of the world that counts; begin with `s8_filter_default`.
    struct s8_filter filter;
} s8_sweep_query;

/// The answer to a sweep of many.
typedef struct s8_sweep_answer {
    /// `S8_OK`, or why this one was refused; the others are answered.
    s8_code code;
    /// Whether something is touched: 1 or 0.
    uint32_t is_hit;
    /// The hit; zero where there is none.
    struct s8_hit hit;
} s8_sweep_answer;

/// A ray of many: what `s8_world_ray` is asked with.
typedef struct s8_ray_query {
    /// Where it begins, world space, metres.
    struct s8_dvec3 origin;
    /// Where it goes; of any length but 0.
    struct s8_vec3 direction;
    /// How far, metres; it may be infinite.
    float distance;
    /// The part of the world that counts; begin with `s8_filter_default`.
    struct s8_filter filter;
} s8_ray_query;

/// The answer to a ray of many.
typedef struct s8_ray_answer {
    /// `S8_OK`, or why this one was refused; the others are answered.
    s8_code code;
    /// Whether a triangle is passed: 1 or 0.
    uint32_t is_hit;
    /// Which; zero where none is.
    struct s8_ray_hit hit;
} s8_ray_answer;

/// Settings of one slide. `s8_slide_settings_default` has what suits most.
typedef struct s8_slide_settings {
    /// Gap kept to every surface, metres, 0 to 100000. Default 0.01.
    float skin;
    /// Most sweeps, 1 to 8. Default 8.
    uint32_t max_iterations;
    /// One of `s8_sides`. Default both.
    uint32_t sides;
    /// The layers of instances that are felt, a bit each. Default all.
    uint32_t layers;
} s8_slide_settings;

/// A contact that a filter is asked about.
typedef struct s8_contact_view {
    /// The number that `s8_world_set_user_data` keeps with the instance; 0 where none was set.
    uint64_t user_data;
    /// Which instance.
    struct s8_instance_id instance;
    /// Index of the triangle in its mesh.
    uint32_t triangle;
    /// The material of the triangle; 0 where none was given.
    uint32_t material;
    /// The touched point of the triangle, world space, metres.
    struct s8_vec3 point;
    /// Unit normal of the contact, world space, towards the character.
    struct s8_vec3 normal;
} s8_contact_view;

/// A callback that is asked for each contact that would stop or turn a character, and answers one of `s8_verdict`.
typedef uint32_t (*s8_contact_filter)(const struct s8_contact_view *contact, void *user);

/// Where an instance lies: a point `v` of its mesh is at `translation + rotation * (scale * v)`. `s8_placement_at`
/// makes one.
typedef struct s8_placement {
    /// Where the origin of the mesh lies, world space, metres.
    struct s8_dvec3 translation;
    /// How the mesh is turned, unit length.
    struct s8_quat rotation;
    /// The scale along each axis of the mesh before it is turned, 0.001 to 1000; negative mirrors.
    struct s8_vec3 scale;
} s8_placement;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/// A body of `count` parts, at least one; their place in the array is their number in a hit. Free it with
/// `s8_body_free`.
s8_code s8_body_new(const struct s8_body_part *parts, size_t count, struct s8_body **body);

/// Frees a body; NULL is allowed.
void s8_body_free(struct s8_body *body);

/// Where a body, whose centre goes from `center` by `displacement`, metres, first touches something, and the number of the
/// part that does. `is_hit` says whether it does; `hit` and `part` are written only then, and may be NULL.
s8_code s8_world_sweep_body(const struct s8_world *world,
                            const struct s8_body *body,
                            struct s8_dvec3 center,
                            struct s8_vec3 displacement,
                            const struct s8_filter *filter,
                            struct s8_scratch *scratch,
                            struct s8_hit *hit,
                            size_t *part,
                            bool *is_hit);

/// Moves one character by `seconds`, 0 or more: jump and gravity, its desired velocity, its fall; and finds its ground.
/// Instances stand still: where one has a target, or a step is open, take `s8_step_move_character`. Outcome NULL: not
/// told. Any number of threads at a time, each with a scratch of its own.
s8_code s8_world_move_character(const struct s8_world *world,
                                const struct s8_profiles *profiles,
                                struct s8_state *state,
                                const struct s8_input *input,
                                float seconds,
                                struct s8_scratch *scratch,
                                struct s8_outcome *outcome);

/// Moves one character in a step: instances that move carry and push it, then it moves by itself. As
/// `s8_world_move_character`, by the time of the step.
s8_code s8_step_move_character(const struct s8_step *step,
                               const struct s8_profiles *profiles,
                               struct s8_state *state,
                               const struct s8_input *input,
                               struct s8_scratch *scratch,
                               struct s8_outcome *outcome);

/// Moves `count` characters, `states[k]` by `inputs[k]`, by `seconds`, where they lie; each has the profile that its
/// state names. The same bits as one by one; characters that meet each other do so here. Inputs stay as they are: a
/// jump or an impulse in them acts in every step. A character that is refused keeps its state, and the report counts
/// it; report NULL: not told. With the feature `rayon` on all threads of its pool; an engine's own jobs may call it for
/// parts of the characters at a time, each with a memory of its own.
s8_code s8_world_move_characters(const struct s8_world *world,
                                 const struct s8_profiles *profiles,
                                 struct s8_state *states,
                                 const struct s8_input *inputs,
                                 size_t count,
                                 float seconds,
                                 struct s8_move_memory *memory,
                                 struct s8_report *report);

/// Moves `count` characters in a step: as `s8_world_move_characters`, by the time of the step, carried and pushed by
/// what moves.
s8_code s8_step_move_characters(const struct s8_step *step,
                                const struct s8_profiles *profiles,
                                struct s8_state *states,
                                const struct s8_input *inputs,
                                size_t count,
                                struct s8_move_memory *memory,
                                struct s8_report *report);

/// Turns the body of a character, unit length, from the axes of its shape to those of the world: who lies down. The
/// feet stay where they are along `up`, unit length or zero. Refused where it would overlap the world.
s8_code s8_world_turn_character(const struct s8_world *world,
                                const struct s8_profiles *profiles,
                                struct s8_state *state,
                                struct s8_quat orientation,
                                struct s8_vec3 up,
                                struct s8_scratch *scratch);

/// Replaces `bytes` by all of a mesh, to be kept in a file: `s8_mesh_from_bytes` and `s8_mesh_from_shared` make the mesh of them
/// in a small part of the time that cooking takes, with the same bits in every answer. The same mesh gives the same bytes, on any
/// machine; another version of this library may refuse them. About 45 bytes a triangle.
s8_code s8_mesh_to_bytes(const struct s8_mesh *mesh,
                         struct s8_bytes *bytes);

/// The mesh of such bytes, at any address; copied, and free to go after the call. Bytes that were cut, changed or made by another
/// version are refused.
s8_code s8_mesh_from_bytes(const uint8_t *bytes,
                           size_t size,
                           struct s8_mesh **mesh);

/// The mesh of such bytes, used where they lie, at a multiple of 64: a file that is mapped into memory, which several processes
/// can share.
///
/// If this is refused, the bytes stay the caller's, and `free` is not called. If it is `S8_OK`, the mesh has them: they stay where and
/// as they are until `free` is called, with `bytes`, `size` and `user`. This call comes once, on any thread, when the mesh and all
/// worlds and clones of worlds with instances of it have let go of them. NULL for `free`: they stay for ever.
///
/// Bytes that change meanwhile, as those of a mapped file do that somebody writes or cuts, are undefined behaviour.
s8_code s8_mesh_from_shared(const uint8_t *bytes,
                            size_t size,
                            s8_free free,
                            void *user,
                            struct s8_mesh **mesh);

/// The default settings of a crowd.
struct s8_crowd_settings s8_crowd_settings_default(void);

/// A crowd of nobody; free it with `s8_crowd_free`. Settings NULL: the defaults.
s8_code s8_crowd_new(const struct s8_crowd_settings *settings, struct s8_crowd **crowd);

/// A copy of a crowd, independent of it: ids of the one name the same characters in the other. Free it with
/// `s8_crowd_free`.
s8_code s8_crowd_clone(const struct s8_crowd *crowd, struct s8_crowd **copy);

/// Frees a crowd; NULL is allowed.
void s8_crowd_free(struct s8_crowd *crowd);

/// Adds a character with its centre at a place of the world, metres: in the air, without velocity, with the crowd's
/// gravity. Settings NULL: the defaults. `id` may be NULL.
s8_code s8_crowd_spawn(struct s8_crowd *crowd,
                       const struct s8_settings *settings,
                       struct s8_dvec3 place,
                       struct s8_character_id *id);

/// Removes a character; its id names nobody from now on.
s8_code s8_crowd_despawn(struct s8_crowd *crowd, struct s8_character_id id);

/// How many characters there are; 0 for NULL.
size_t s8_crowd_count(const struct s8_crowd *crowd);

/// Whether a character is in the crowd; `false` for NULL.
bool s8_crowd_contains(const struct s8_crowd *crowd, struct s8_character_id id);

/// A hash of all that the crowd is: who is in it, and every bit of their states. Equal crowds have equal hashes, on
/// every machine and number of threads. 0 for NULL.
uint64_t s8_crowd_state_hash(const struct s8_crowd *crowd);

/// Moves all characters by `seconds`, 0 or more, in a world in which nothing moves: where an instance has a target, or
/// a step is open, take `s8_crowd_step_in`. Jumps and impulses act once. Report NULL: not told.
s8_code s8_crowd_step(struct s8_crowd *crowd, const struct s8_world *world, float seconds, struct s8_report *report);

/// Moves all characters in a step, by its time, carried and pushed by what moves. As `s8_crowd_step`.
s8_code s8_crowd_step_in(struct s8_crowd *crowd, const struct s8_step *step, struct s8_report *report);

/// Saves the crowd: after `s8_crowd_restore` the same ids name the same characters, and the following steps have the
/// same bits, on any machine. Allocates nothing once the bytes are as large.
s8_code s8_crowd_save(const struct s8_crowd *crowd, struct s8_bytes *bytes);

/// Makes the crowd what it was when the bytes were saved. Bytes that were cut, changed or made by another version are
/// refused, and it stays as it is.
s8_code s8_crowd_restore(struct s8_crowd *crowd, const uint8_t *bytes, size_t size);

/// The state of a character.
s8_code s8_crowd_get_state(const struct s8_crowd *crowd, struct s8_character_id id, struct s8_state *state);

/// Gives a character another state; its key stays the index of its id.
s8_code s8_crowd_set_state(struct s8_crowd *crowd, struct s8_character_id id, const struct s8_state *state);

/// The input of a character: what it wants in the coming step.
s8_code s8_crowd_get_input(const struct s8_crowd *crowd, struct s8_character_id id, struct s8_input *input);

/// Gives a character an input. It stays until it is given another; a jump and an impulse in it act once.
s8_code s8_crowd_set_input(struct s8_crowd *crowd, struct s8_character_id id, const struct s8_input *input);

/// Where a character desires to go from now on, world space, m/s; the rest of its input stays.
s8_code s8_crowd_set_desired_velocity(struct s8_crowd *crowd, struct s8_character_id id, struct s8_vec3 velocity);

/// The centre of a character, world space, metres.
s8_code s8_crowd_get_position(const struct s8_crowd *crowd, struct s8_character_id id, struct s8_dvec3 *place);

/// The centre of a character before the last step, for pictures in between.
s8_code s8_crowd_get_previous_position(const struct s8_crowd *crowd, struct s8_character_id id, struct s8_dvec3 *place);

/// The lowest point of the body of a character along up, world space, metres.
s8_code s8_crowd_get_feet(const struct s8_crowd *crowd, struct s8_character_id id, struct s8_dvec3 *place);

/// Has a character that stands jump in the coming step, with at least this speed, m/s, 0 to 16777216. A jump of speed v
/// is v*v/(2g) high.
s8_code s8_crowd_jump(struct s8_crowd *crowd, struct s8_character_id id, float speed);

/// Changes the velocity of a character at the start of the coming step, m/s: an explosion, a hit. Several add up.
s8_code s8_crowd_add_impulse(struct s8_crowd *crowd, struct s8_character_id id, struct s8_vec3 change_by);

/// Puts a character elsewhere: in the air, without velocity.
s8_code s8_crowd_teleport(struct s8_crowd *crowd, struct s8_character_id id, struct s8_dvec3 place);

/// Gives a character other settings, as for who crouches or stands up: the feet stay where they are. Refused where the
/// new body would overlap the world and the old one has room.
s8_code s8_crowd_set_settings_of(struct s8_crowd *crowd,
                                 const struct s8_world *world,
                                 struct s8_character_id id,
                                 const struct s8_settings *settings,
                                 struct s8_scratch *scratch);

/// Turns the body of a character, unit length, as `s8_world_turn_character` does.
s8_code s8_crowd_turn(struct s8_crowd *crowd,
                      const struct s8_world *world,
                      struct s8_character_id id,
                      struct s8_quat orientation,
                      struct s8_scratch *scratch);

/// Puts a character into layers for filters of queries, a bit each; 1 at first. They change no step.
s8_code s8_crowd_set_layers(struct s8_crowd *crowd, struct s8_character_id id, uint32_t layers);

/// The layers of a character.
s8_code s8_crowd_get_layers(const struct s8_crowd *crowd, struct s8_character_id id, uint32_t *layers);

/// Copies the ids of all characters; `count` must be how many there are.
s8_code s8_crowd_copy_ids(const struct s8_crowd *crowd, struct s8_character_id *ids, size_t count);

/// Copies the states of all characters; `count` must be how many there are.
s8_code s8_crowd_copy_states(const struct s8_crowd *crowd, struct s8_state *states, size_t count);

/// Copies the centres of all characters; `count` must be how many there are.
s8_code s8_crowd_copy_positions(const struct s8_crowd *crowd, struct s8_position *positions, size_t count);

/// Copies the centres of all characters before the last step; `count` must be how many there are.
s8_code s8_crowd_copy_previous_positions(const struct s8_crowd *crowd, struct s8_position *positions, size_t count);

/// Gives all characters states; `count` must be how many there are. Refused as a whole where one is.
s8_code s8_crowd_set_states(struct s8_crowd *crowd, const struct s8_state *states, size_t count);

/// Gives all characters inputs; `count` must be how many there are. Refused as a whole where one is.
s8_code s8_crowd_set_inputs(struct s8_crowd *crowd, const struct s8_input *inputs, size_t count);

/// Sets the desired velocities of all characters, world space, m/s; `count` must be how many there are. Refused as a
/// whole where one is.
s8_code s8_crowd_set_desired_velocities(struct s8_crowd *crowd, const struct s8_vec3 *velocities, size_t count);

/// A filter of all layers that skips nobody.
struct s8_character_filter s8_character_filter_default(void);

/// Whose body a ray first meets, up to a distance, metres, which may be infinite; the direction is of any length but 0.
/// `is_hit` says whether it meets one; `hit` is written only then, and may be NULL.
s8_code s8_crowd_ray(const struct s8_crowd *crowd,
                     struct s8_dvec3 origin,
                     struct s8_vec3 direction,
                     float distance,
                     const struct s8_character_filter *filter,
                     struct s8_character_hit *hit,
                     bool *is_hit);

/// Whether a ray meets the body of anybody; cheaper than `s8_crowd_ray`.
s8_code s8_crowd_ray_any(const struct s8_crowd *crowd,
                         struct s8_dvec3 origin,
                         struct s8_vec3 direction,
                         float distance,
                         const struct s8_character_filter *filter,
                         bool *is_hit);

/// Whose body a shape first touches on its way: its centre goes from `center` by `displacement`, metres. As
/// `s8_crowd_ray`.
s8_code s8_crowd_sweep(const struct s8_crowd *crowd,
                       const struct s8_shape *shape,
                       struct s8_dvec3 center,
                       struct s8_vec3 displacement,
                       const struct s8_character_filter *filter,
                       struct s8_character_hit *hit,
                       bool *is_hit);

/// Whether a shape touches anybody on its way; cheaper than `s8_crowd_sweep`.
s8_code s8_crowd_sweep_any(const struct s8_crowd *crowd,
                           const struct s8_shape *shape,
                           struct s8_dvec3 center,
                           struct s8_vec3 displacement,
                           const struct s8_character_filter *filter,
                           bool *is_hit);

/// Whether a shape overlaps anybody.
s8_code s8_crowd_overlap(const struct s8_crowd *crowd,
                         const struct s8_shape *shape,
                         struct s8_dvec3 center,
                         const struct s8_character_filter *filter,
                         bool *is_hit);

/// Everybody whom a shape overlaps, in the order of indices. `count` is how many there are; of these as many are
/// written as have room in `overlaps`, which may be NULL where `capacity` is 0.
s8_code s8_crowd_overlap_all(const struct s8_crowd *crowd,
                             const struct s8_shape *shape,
                             struct s8_dvec3 center,
                             const struct s8_character_filter *filter,
                             struct s8_scratch *scratch,
                             struct s8_character_overlap *overlaps,
                             size_t capacity,
                             size_t *count);

/// The lines of one character: its way in the last step, its ground, contacts, steps, and who is near. `count` is how many
/// there are; of these as many are written as have room in `lines`. For development: it allocates.
s8_code s8_crowd_copy_debug_lines(const struct s8_crowd *crowd,
                                  struct s8_character_id id,
                                  struct s8_line *lines,
                                  size_t capacity,
                                  size_t *count);

/// Why the last refused call of this thread was refused, as a sentence that names field, value and range: "`skin` is
/// -0.2, must be 0 to 100000 m". UTF-8, ends with 0, at most 255 bytes; empty before the first refusal. Valid until the
/// next call that is refused in this thread, and until the thread ends: do not free it. Calls
/// that succeed leave it, but for steps of many in which a character is refused: they keep why.
const char *s8_error_message(void);

/// The field or argument that the message is about, such as "skin"; empty where there is none. As `s8_error_message`.
const char *s8_error_field(void);

/// The code of the last refused call of this thread; `S8_OK` before the first.
s8_code s8_error_code(void);

/// The version of the library, as "0.1.0".
const char *s8_version(void);

/// Whether events are recorded from the next step on.
s8_code s8_crowd_record_events(struct s8_crowd *crowd, bool on);

/// How many events of the last step are recorded; 0 for NULL.
size_t s8_crowd_event_count(const struct s8_crowd *crowd);

/// The events of the last step, by character, the same on any number of threads. `count` is how many there are; of
/// these as many are written as have room in `events`.
s8_code s8_crowd_copy_events(const struct s8_crowd *crowd, struct s8_event *events, size_t capacity, size_t *count);

/// Whether the contacts of a character are recorded from the next step on.
s8_code s8_crowd_watch_contacts(struct s8_crowd *crowd, struct s8_character_id id, bool on);

/// The surfaces that a character touched in the last step, in the order of touching; none unless it is watched or
/// events are recorded. As `s8_crowd_copy_events`.
s8_code s8_crowd_copy_contacts(const struct s8_crowd *crowd,
                               struct s8_character_id id,
                               struct s8_character_contact *contacts,
                               size_t capacity,
                               size_t *count);

/// A filter of all layers and both sides, without sensors.
struct s8_filter s8_filter_default(void);

/// New working memory; free it with `s8_scratch_free`.
struct s8_scratch *s8_scratch_new(void);

/// Frees working memory; NULL is allowed.
void s8_scratch_free(struct s8_scratch *scratch);

/// New memory of nobody yet; free it with `s8_move_memory_free`.
struct s8_move_memory *s8_move_memory_new(void);

/// Frees memory of moves; NULL is allowed.
void s8_move_memory_free(struct s8_move_memory *memory);

/// New bytes, none yet; free them with `s8_bytes_free`.
struct s8_bytes *s8_bytes_new(void);

/// Frees bytes; NULL is allowed.
void s8_bytes_free(struct s8_bytes *bytes);

/// Where the bytes lie, until they are saved into again or freed; NULL for NULL.
const uint8_t *s8_bytes_data(const struct s8_bytes *bytes);

/// How many there are; 0 for NULL.
size_t s8_bytes_size(const struct s8_bytes *bytes);

/// Makes a mesh ready to be met. Takes time in proportion to the number of triangles, on the calling thread.
s8_code s8_mesh_cook(const struct s8_mesh_data *data, struct s8_mesh **mesh);

/// A box around the origin, half as long along each axis as it is, metres, 0.0001 to 16777216.
s8_code s8_mesh_cuboid(float half_x, float half_y, float half_z, struct s8_mesh **mesh);

/// A capsule around the origin along y: half the length of its cylinder, 0 or 0.0001 to 100000 m; its radius, 0.0001 to
/// 100000 m; and the segments around it, a multiple of 4 from 4 to 1024. Its corners lie on the capsule, its faces
/// inside.
s8_code s8_mesh_capsule(float half_height, float radius, uint32_t radial_segments, struct s8_mesh **mesh);

/// Terrain: `columns` heights along +x by `rows` along +z, 2 to 65536 each, from the origin on; fronts are up, towards
/// +y. `heights[row * columns + column]` is the height at x = `column * cell_x`, z = `row * cell_z`, metres; `count` of
/// them, which is `columns * rows`. Of cell `k` the triangles are `2 * k` and `2 * k + 1`.
s8_code s8_mesh_heightfield(uint32_t columns,
                            uint32_t rows,
                            float cell_x,
                            float cell_z,
                            const float *heights,
                            size_t count,
                            struct s8_mesh **mesh);

/// The report of a mesh.
s8_code s8_mesh_get_report(const struct s8_mesh *mesh, struct s8_mesh_report *report);

/// Frees a mesh; NULL is allowed. Worlds that have instances of it go on.
void s8_mesh_free(struct s8_mesh *mesh);

/// Whether events are recorded from the next step on.
s8_code s8_move_memory_record_events(struct s8_move_memory *memory, bool on);

/// How many events of the last step are recorded; 0 for NULL.
size_t s8_move_memory_event_count(const struct s8_move_memory *memory);

/// The events of the last step, by character, whose index in the array is that of the event. As `s8_crowd_copy_events`.
s8_code s8_move_memory_copy_events(const struct s8_move_memory *memory,
                                   struct s8_event *events,
                                   size_t capacity,
                                   size_t *count);

/// Whether the contacts of the character at an index of the array are recorded from the next step on.
s8_code s8_move_memory_watch_contacts(struct s8_move_memory *memory, size_t index, bool on);

/// The surfaces that the character at an index touched in the last step, in the order of touching; none unless it is watched
/// or events are recorded. As `s8_crowd_copy_contacts`.
s8_code s8_move_memory_copy_contacts(const struct s8_move_memory *memory,
                                     size_t index,
                                     struct s8_character_contact *contacts,
                                     size_t capacity,
                                     size_t *count);

/// The settings of a human of 1.8 m.
struct s8_settings s8_settings_default(void);

/// The profiles of such settings, in their order; free them with `s8_profiles_free`.
s8_code s8_profiles_new(const struct s8_settings *settings, size_t count, struct s8_profiles **profiles);

/// How many profiles there are; 0 for NULL.
size_t s8_profiles_count(const struct s8_profiles *profiles);

/// Frees profiles; NULL is allowed.
void s8_profiles_free(struct s8_profiles *profiles);

/// Where a shape first touches something on its way: its centre goes from `center` by `displacement`, metres. `is_hit`
/// says whether it does; `hit` is written only then, and may be NULL.
s8_code s8_world_sweep(const struct s8_world *world,
                       const struct s8_shape *shape,
                       struct s8_dvec3 center,
                       struct s8_vec3 displacement,
                       const struct s8_filter *filter,
                       struct s8_scratch *scratch,
                       struct s8_hit *hit,
                       bool *is_hit);

/// Whether a shape touches anything on its way; cheaper than `s8_world_sweep`.
s8_code s8_world_sweep_any(const struct s8_world *world,
                           const struct s8_shape *shape,
                           struct s8_dvec3 center,
                           struct s8_vec3 displacement,
                           const struct s8_filter *filter,
                           struct s8_scratch *scratch,
                           bool *is_hit);

/// Everything that a shape touches on its way, nearest first. `count` is how many there are; of these as many are
/// written as have room in `hits`, which may be NULL where `capacity` is 0.
s8_code s8_world_sweep_all(const struct s8_world *world,
                           const struct s8_shape *shape,
                           struct s8_dvec3 center,
                           struct s8_vec3 displacement,
                           const struct s8_filter *filter,
                           struct s8_scratch *scratch,
                           struct s8_hit *hits,
                           size_t capacity,
                           size_t *count);

/// Where a ray first passes through a triangle, up to a distance, metres, which may be infinite; the direction is of
/// any length but 0. `is_hit` says whether it does; `hit` is written only then, and may be NULL.
s8_code s8_world_ray(const struct s8_world *world,
                     struct s8_dvec3 origin,
                     struct s8_vec3 direction,
                     float distance,
                     const struct s8_filter *filter,
                     struct s8_scratch *scratch,
                     struct s8_ray_hit *hit,
                     bool *is_hit);

/// Whether a ray passes through any triangle; cheaper than `s8_world_ray`.
s8_code s8_world_ray_any(const struct s8_world *world,
                         struct s8_dvec3 origin,
                         struct s8_vec3 direction,
                         float distance,
                         const struct s8_filter *filter,
                         struct s8_scratch *scratch,
                         bool *is_hit);

/// Every triangle that a ray passes through, nearest first. As `s8_world_sweep_all`.
s8_code s8_world_ray_all(const struct s8_world *world,
                         struct s8_dvec3 origin,
                         struct s8_vec3 direction,
                         float distance,
                         const struct s8_filter *filter,
                         struct s8_scratch *scratch,
                         struct s8_ray_hit *hits,
                         size_t capacity,
                         size_t *count);

/// The first triangle between two places, and where the segment passes through it. As `s8_world_ray`.
s8_code s8_world_segment(const struct s8_world *world,
                         struct s8_dvec3 from,
                         struct s8_dvec3 to,
                         const struct s8_filter *filter,
                         struct s8_scratch *scratch,
                         struct s8_ray_hit *hit,
                         bool *is_hit);

/// Every triangle that a segment passes through, nearest first. As `s8_world_sweep_all`.
s8_code s8_world_segment_all(const struct s8_world *world,
                             struct s8_dvec3 from,
                             struct s8_dvec3 to,
                             const struct s8_filter *filter,
                             struct s8_scratch *scratch,
                             struct s8_ray_hit *hits,
                             size_t capacity,
                             size_t *count);

/// Whether anything is between two places: a line of sight.
s8_code s8_world_segment_any(const struct s8_world *world,
                             struct s8_dvec3 from,
                             struct s8_dvec3 to,
                             const struct s8_filter *filter,
                             struct s8_scratch *scratch,
                             bool *is_hit);

/// Whether a shape overlaps any triangle.
s8_code s8_world_overlap(const struct s8_world *world,
                         const struct s8_shape *shape,
                         struct s8_dvec3 center,
                         const struct s8_filter *filter,
                         struct s8_scratch *scratch,
                         bool *is_hit);

/// Every triangle that a shape overlaps, the lowest index first. As `s8_world_sweep_all`.
s8_code s8_world_overlap_all(const struct s8_world *world,
                             const struct s8_shape *shape,
                             struct s8_dvec3 center,
                             const struct s8_filter *filter,
                             struct s8_scratch *scratch,
                             struct s8_overlap *overlaps,
                             size_t capacity,
                             size_t *count);

/// The way out of everything that a shape overlaps.
s8_code s8_world_depenetrate(const struct s8_world *world,
                             const struct s8_shape *shape,
                             struct s8_dvec3 center,
                             const struct s8_filter *filter,
                             struct s8_scratch *scratch,
                             struct s8_depenetration *way_out);

/// The point of the world closest to another, up to a distance, metres, which may be infinite. `is_hit` says whether
/// there is one; `closest` is written only then, and may be NULL.
s8_code s8_world_closest_point(const struct s8_world *world,
                               struct s8_dvec3 point,
                               float distance,
                               const struct s8_filter *filter,
                               struct s8_scratch *scratch,
                               struct s8_closest *closest,
                               bool *is_hit);

/// New memory of queries; free it with `s8_query_memory_free`.
struct s8_query_memory *s8_query_memory_new(void);

/// Frees memory of queries; NULL is allowed.
void s8_query_memory_free(struct s8_query_memory *memory);

/// Answers `count` sweeps: `answers[k]` is what `s8_world_sweep` says to `queries[k]`, bit for bit. Refused as a whole
/// where a shape or a filter is not one; a query that is out of range is refused in its answer.
s8_code s8_world_sweep_many(const struct s8_world *world,
                            const struct s8_sweep_query *queries,
                            struct s8_sweep_answer *answers,
                            size_t count,
                            struct s8_query_memory *memory);

/// Answers `count` rays: `answers[k]` is what `s8_world_ray` says to `queries[k]`, bit for bit. As
/// `s8_world_sweep_many`.
s8_code s8_world_ray_many(const struct s8_world *world,
                          const struct s8_ray_query *queries,
                          struct s8_ray_answer *answers,
                          size_t count,
                          struct s8_query_memory *memory);

/// The default settings of a slide.
struct s8_slide_settings s8_slide_settings_default(void);

/// Moves a shape from a place by a displacement, metres, at most 4096 m along each axis, sliding along what is in the
/// way: one pass, which knows no gravity. A move that starts clear ends clear, with the skin between shape and
/// surfaces. Settings NULL: the defaults.
s8_code s8_world_slide(const struct s8_world *world,
                       const struct s8_shape *shape,
                       struct s8_dvec3 place,
                       struct s8_vec3 displacement,
                       const struct s8_slide_settings *settings,
                       struct s8_scratch *scratch,
                       struct s8_outcome *outcome);

/// A character at a place of the world, metres: of profile 0, in the air and without velocity.
struct s8_state s8_state_at(struct s8_dvec3 place);

/// Standing still under the gravity of Earth, 9.81 m/s^2 against +y.
struct s8_input s8_input_earth(void);

/// Begins a step of so many seconds, 0 or more: instances go to their targets. Move characters with the step, as many
/// crowds and arrays as there are, from any threads, then end it with `s8_world_end_step`. In between the world can be
/// asked, and not be changed. A step of 0 s moves nothing. `step` may be NULL.
s8_code s8_world_begin_step(struct s8_world *world, float seconds, const struct s8_step **step);

/// The same, where everybody who is moved is stopped only by the contacts that a callback keeps. It is called with
/// `user` from any thread that moves characters, at the same time; it must answer the same to the same question, and
/// return. Layers are faster where they suffice.
s8_code s8_world_begin_filtered_step(struct s8_world *world,
                                     float seconds,
                                     s8_contact_filter filter,
                                     void *user,
                                     const struct s8_step **step);

/// Ends the step of a world: all instances are where they went.
s8_code s8_world_end_step(struct s8_world *world);

/// The time that a step takes, seconds; 0 for NULL and for one that was ended.
float s8_step_seconds(const struct s8_step *step);

/// A placement that is neither turned nor scaled, with the mesh's origin at a place of the world, metres.
struct s8_placement s8_placement_at(double x, double y, double z);

/// An ellipsoid along the axes of the world, with radii in metres.
struct s8_shape s8_ellipsoid(float x, float y, float z);

/// A world without triangles; free it with `s8_world_free`.
struct s8_world *s8_world_new(void);

/// Frees a world; NULL is allowed. A step that is open ends; crowds and meshes stay.
void s8_world_free(struct s8_world *world);

/// Adds an instance of a mesh, which is not copied. Of surfaces that are touched at the same time the one of the
/// instance with the lower index counts. Placement NULL: mesh space is world space; `id` may be NULL.
s8_code s8_world_add(struct s8_world *world,
                     const struct s8_mesh *mesh,
                     const struct s8_placement *placement,
                     struct s8_instance_id *id);

/// Adds an instance of a mesh of its own that deforms; in all else it is one like those of `s8_world_add`. Placement NULL:
/// mesh space is world space; `id` must not be NULL.
s8_code s8_world_add_deformable(struct s8_world *world,
                                const struct s8_mesh_data *data,
                                const struct s8_placement *placement,
                                struct s8_instance_id *id);

/// Puts vertices of an instance that deforms elsewhere at once, mesh space, metres: `count` of them, from the one with
/// the index `first` on. They carry and push nobody; who is overlapped then is pushed out by the next move.
s8_code s8_world_set_vertices(struct s8_world *world,
                              struct s8_instance_id id,
                              size_t first,
                              const struct s8_vec3 *vertices,
                              size_t count);

/// Removes an instance. Its id names none any more; who stood on it is in the air.
s8_code s8_world_remove(struct s8_world *world, struct s8_instance_id id);

/// Puts an instance elsewhere at once: it carries and pushes nobody. Takes back a target that it has.
s8_code s8_world_place(struct s8_world *world, struct s8_instance_id id, const struct s8_placement *placement);

/// Has an instance go to a place in the coming step, which `s8_world_begin_step` begins: a door, a lift, a disc that
/// turns. It carries who stands on it, and pushes who is in its way. The scale stays; it turns by at most 90 degrees
/// and moves by at most 4096 m.
s8_code s8_world_move_to(struct s8_world *world, struct s8_instance_id id, const struct s8_placement *target);

/// Where an instance lies; in a step where it goes.
s8_code s8_world_get_placement(const struct s8_world *world, struct s8_instance_id id, struct s8_placement *placement);

/// Puts an instance into layers, a bit each; a new one is in layer 0, whose bit is 1. Queries, slides and characters
/// consider those of their own masks. In none nobody considers it: a door that is open.
s8_code s8_world_set_layers(struct s8_world *world, struct s8_instance_id id, uint32_t layers);

/// The layers of an instance.
s8_code s8_world_get_layers(const struct s8_world *world, struct s8_instance_id id, uint32_t *layers);

/// Makes an instance one of `s8_kind`: solid, one-sided or a sensor.
s8_code s8_world_set_kind(struct s8_world *world, struct s8_instance_id id, uint32_t kind);

/// Which of `s8_kind` an instance is.
s8_code s8_world_get_kind(const struct s8_world *world, struct s8_instance_id id, uint32_t *kind);

/// Keeps a number of yours with an instance: the index of an entity, say.
s8_code s8_world_set_user_data(struct s8_world *world, struct s8_instance_id id, uint64_t user_data);

/// The number kept with an instance; 0 where none was.
s8_code s8_world_get_user_data(const struct s8_world *world, struct s8_instance_id id, uint64_t *user_data);

/// Saves where all instances are and go, for rollback; not the meshes. Allocates nothing once the bytes are as large.
s8_code s8_world_save_motion(const struct s8_world *world, struct s8_bytes *bytes);

/// Puts all instances where they were when the bytes were saved. The world must have the instances of then.
s8_code s8_world_restore_motion(struct s8_world *world, const uint8_t *bytes, size_t size);

/// A copy of a world, independent of it; meshes are shared, but for those that deform. Ids of the one name the same
/// instances in the other. Not in a step. Free it with `s8_world_free`.
s8_code s8_world_clone(const struct s8_world *world, struct s8_world **copy);

/// Sets the backend of a world, one of `s8_backend`. A new world takes the fastest that the processor has.
s8_code s8_world_set_backend(struct s8_world *world, uint32_t backend);

/// Which of `s8_backend` a world is asked with.
s8_code s8_world_get_backend(const struct s8_world *world, uint32_t *backend);

/// The ids of all instances. `count` is how many there are; of these as many are written as have room in `ids`.
s8_code s8_world_copy_ids(const struct s8_world *world, struct s8_instance_id *ids, size_t capacity, size_t *count);

/// The smallest and the largest corner of the box around all triangles, world space, metres. `is_any` says whether there
/// are triangles; the corners are written only then.
s8_code s8_world_get_bounds(const struct s8_world *world,
                            struct s8_vec3 *low,
                            struct s8_vec3 *high,
                            bool *is_any);

/// How many instances there are; 0 for NULL.
size_t s8_world_instance_count(const struct s8_world *world);

/// The report of all meshes, each counted once.
s8_code s8_world_get_report(const struct s8_world *world, struct s8_mesh_report *report);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
