// sweep8: moves many characters, ellipsoids or capsules, through triangle worlds. The guide is docs/embedding-c.md.
//
// Units. Lengths are metres, times are seconds, angles are radians. World space is right-handed; up is opposite to
// gravity.
//
// Errors. Calls that can fail return an `s8_code`: `S8_OK`, or the reason. A call that fails has changed and written
// nothing; `s8_error_message` returns a sentence that names field, value and range. No panic crosses the border.
//
// Pointers. A pointer leads to what its type says, or is NULL. NULL is an error, except where a call allows it. Memory
// that a call writes to may be uninitialised, and nothing else may use it during the call. Arrays come with a count; an
// empty one may be NULL. The library keeps no pointer after a call, except the `user` of a contact filter, until its
// step ends, the world of a step of a crowd, until that is finished, and the bytes of `s8_mesh_from_shared`, until it
// frees them.
//
// Handles. `s8_..._new` and other calls make a handle; `s8_..._free` frees it, once, and allows NULL. Handles are
// independent: a mesh may be freed while a world has instances of it. Ids are plain data; an id whose character or
// instance was removed is an error.
//
// Threads. Calls with a `const` handle may run at the same time on any threads, those of the library or an engine's own
// jobs; each thread keeps the working memory of queries. A call with a handle that is not `const` needs it alone: an
// `s8_move_memory` serves one thread at a time. `s8_crowd_begin_step` splits one crowd over threads. Results have the
// same bits on any number of threads. Each thread has its own error message.
//
// Versions. Sizes of structs are asserted at compile time. `s8_check_header` compares this header to the library at run
// time.
//
// Sections:
//   Handles,
//   Errors,
//   Version,
//   Values,
//   Working memory,
//   Meshes,
//   Worlds,
//   Steps of a world,
//   Queries of a world,
//   Slides,
//   Characters,
//   Crowds,
//   Queries of a crowd,
//   Events and contacts,
//   Save and restore,
//   Debug lines,
//   Check of this header.
//
// This file is generated from the sources of the crate sweep8-c: change those.


#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// S8_API: how a call is linked. Define S8_SHARED where a program links the shared library; Windows needs it.
#if !defined(S8_API)
#if defined(_WIN32) && defined(S8_SHARED)
#define S8_API __declspec(dllimport)
#elif defined(__GNUC__) && !defined(_WIN32)
#define S8_API __attribute__((visibility("default")))
#else
#define S8_API
#endif
#endif

// S8_ALIGNED: the alignment of a struct. S8_SIZE: a struct has this size in the library, too, or this does not compile.
#if defined(__cplusplus)
#define S8_ALIGNED(n) alignas(n)
#elif defined(_MSC_VER)
#define S8_ALIGNED(n) __declspec(align(n))
#else
#define S8_ALIGNED(n) __attribute__((aligned(n)))
#endif
#if defined(__cplusplus)
#define S8_SIZE(type, size) static_assert(sizeof(type) == (size), #type " has another size in the library")
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define S8_SIZE(type, size) _Static_assert(sizeof(type) == (size), #type " has another size in the library")
#else
#define S8_SIZE(type, size) typedef char type##_has_another_size_in_the_library[sizeof(type) == (size) ? 1 : -1]
#endif

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------------------------------------
// Handles
// Opaque types; the sections below make, use and free them.
// ---------------------------------------------------------------------------------------------------------------------

/// Several ellipsoids or capsules that move as one body: a head, a torso, legs. Read-only, for any thread.
typedef struct s8_body s8_body;

/// A buffer for the bytes of saved worlds, crowds and meshes, which grows as needed.
typedef struct s8_bytes s8_bytes;

/// Memory for `s8_world_move_character_with`, one for each character. It makes moves faster and changes no result.
typedef struct s8_character_memory s8_character_memory;

/// Many characters that move together, with the feature `rayon` on all threads; the bits are the same on any number
/// of threads. Any number of threads may read it while none changes it. Arrays of all its characters are in the order
/// of the indices of their ids.
typedef struct s8_crowd s8_crowd;

/// A cooked mesh: read-only, for any number of instances, worlds and threads. Worlds share its memory: free it with
/// `s8_mesh_free` as soon as it is added.
typedef struct s8_mesh s8_mesh;

/// Memory for `s8_world_move_characters`, one for each array of states. It makes steps faster and changes no result.
/// It also holds the events and contacts of the last step.
typedef struct s8_move_memory s8_move_memory;

/// An array of profiles: checked settings, which states name by their index. Any number of threads may use it while
/// none changes it.
typedef struct s8_profiles s8_profiles;

/// A step of a world that has begun. It belongs to the world: do not free it. After `s8_world_end_step` calls refuse
/// it, as long as the world exists.
typedef struct s8_step s8_step;

/// A world of triangles: instances of meshes. Any number of threads may query it at a time, while none changes it.
typedef struct s8_world s8_world;

// ---------------------------------------------------------------------------------------------------------------------
// Errors
// The code that a call returns, and the message that the thread keeps.
// ---------------------------------------------------------------------------------------------------------------------

/// The result of a call. Every code but `S8_OK` is an error: the call has changed and written nothing, and
/// `s8_error_message` says why.
enum s8_code
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// The call succeeded.
    S8_OK = 0,
    /// A required pointer is NULL.
    S8_ERROR_NULL = 1,
    /// An array, a state or bytes are not aligned: states to 16 bytes, shared bytes to 64, everything else as C
    /// requires.
    S8_ERROR_ALIGNMENT = 2,
    /// A number in an argument is NaN or out of its range.
    S8_ERROR_OUT_OF_RANGE = 3,
    /// The length of an array does not match the call, or is larger than memory.
    S8_ERROR_LENGTH = 4,
    /// An id belongs to a character or an instance that was removed.
    S8_ERROR_REMOVED = 5,
    /// An id belongs to another crowd or world.
    S8_ERROR_FOREIGN = 6,
    /// An instance has a target: begin a step of the world, or cancel the target with `s8_world_place`.
    S8_ERROR_HAS_TARGET = 7,
    /// The body of a character would overlap the world where the call puts it.
    S8_ERROR_NO_ROOM = 8,
    /// The data that a mesh is made of is invalid.
    S8_ERROR_MESH = 9,
    /// Bytes that a call reads are not a save: they were cut, changed, or written by another version.
    S8_ERROR_RESTORE = 10,
    /// The instance is not deformable: it shares its mesh, so its vertices cannot move.
    S8_ERROR_SHARED = 11,
    /// The world or the crowd is in a step: see the message for the call that ends it.
    S8_ERROR_IN_STEP = 12,
    /// The step that the call needs has ended, or was not begun.
    S8_ERROR_NO_STEP = 13,
    /// A bug of this library. Free the handles that the call used, and please report it.
    S8_ERROR_PANIC = 14,
    /// The processor lacks the instructions that a backend needs.
    S8_ERROR_BACKEND = 15,
    /// The program was compiled with a header of another version than the library: the message of `s8_check_header`
    /// says where they differ.
    S8_ERROR_VERSION = 16,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum s8_code s8_code;
#else
typedef uint32_t s8_code;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// The message of the last error of this thread: a sentence that names field, value and range, such as "`skin` is
/// -0.2, must be 0 to 100000 m". UTF-8, ends with 0, at most 255 bytes; empty before the first error. Do not free it:
/// it is valid until the next error in this thread, or the end of the thread. Calls that succeed leave it as it is,
/// except steps of many characters: if a step refuses a character, the message says why.
S8_API const char *s8_error_message(void);

/// The field or argument that `s8_error_message` is about, such as "skin"; empty where there is none. Valid as long
/// as the message.
S8_API const char *s8_error_field(void);

/// The code of the last error in this thread; `S8_OK` before the first error.
S8_API s8_code s8_error_code(void);

// ---------------------------------------------------------------------------------------------------------------------
// Version
// The version of header and library. `s8_check_header`, at the end, compares the two.
// ---------------------------------------------------------------------------------------------------------------------

/// The first number of the version of this header. A library with another one does not work with it.
#define S8_VERSION_MAJOR 0

/// The second number of the version of this header. While the first is 0, another one breaks programs; later a larger
/// one only adds calls.
#define S8_VERSION_MINOR 1

/// The third number of the version of this header: it counts corrections.
#define S8_VERSION_PATCH 0

/// The name of a struct and its size in the program, for `s8_check_sizes`. This struct stays as it is in all versions.
typedef struct s8_struct_size {
    /// The name of the struct, such as `s8_state`; ends with 0.
    const char *name;
    /// The `sizeof` of the struct in the program, bytes.
    size_t size;
} s8_struct_size;
S8_SIZE(s8_struct_size, 2 * sizeof(void *));

/// The version of the library, such as "0.1.0". A constant: do not free it.
S8_API const char *s8_version(void);

/// Compares the header that a program was compiled with to this library: the size of each struct, then the version.
/// The error names the first struct that differs. Programs call `s8_check_header`, which passes their sizes.
S8_API s8_code s8_check_sizes(uint32_t major, uint32_t minor, uint32_t patch, const struct s8_struct_size *structs,
    size_t count);

// ---------------------------------------------------------------------------------------------------------------------
// Values
// Vectors, positions, placements, shapes and ids: plain data.
// ---------------------------------------------------------------------------------------------------------------------

/// The smallest radius of an ellipsoid, and half length of a spine that is not 0, metres.
#define S8_MIN_RADIUS 0.0001

/// The largest allowed radius of an ellipsoid, and half length of a spine, metres.
#define S8_MAX_RADIUS 100000.0

/// The mask of all 32 layers.
#define S8_ALL_LAYERS 4294967295

/// The sides of triangles that count. The corners of a triangle are counter-clockwise seen from its front.
enum s8_sides
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// Front and back sides of triangles count.
    S8_SIDES_BOTH = 0,
    /// Only triangles count that have the centre at the start on their front or in their plane.
    S8_SIDES_FRONT = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum s8_sides s8_sides;
#else
typedef uint32_t s8_sides;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// Three `float`: a displacement, a velocity, a direction or a point. World space is right-handed; lengths are
/// metres.
typedef struct s8_vec3 {
    /// The x component of the vector.
    float x;
    /// The y component of the vector.
    float y;
    /// The z component of the vector.
    float z;
} s8_vec3;
S8_SIZE(s8_vec3, 12);

/// A rotation as a quaternion of unit length; (0, 0, 0, 1) does not rotate.
typedef struct s8_quat {
    /// The x component of the rotation axis, times the sine of half the angle.
    float x;
    /// The y component of the rotation axis, times the sine of half the angle.
    float y;
    /// The z component of the rotation axis, times the sine of half the angle.
    float z;
    /// The cosine of half the rotation angle.
    float w;
} s8_quat;
S8_SIZE(s8_quat, 16);

/// An ellipsoid or a capsule for queries, slides and bodies. `s8_ellipsoid` makes an unrotated ellipsoid, which costs the least, and
/// `s8_capsule` an upright capsule.
typedef struct s8_shape {
    /// The radii along the ellipsoid's own axes, metres, 0.0001 to 100000.
    struct s8_vec3 radii;
    /// The rotation from the shape's axes to world space, a unit quaternion.
    struct s8_quat orientation;
    /// Half the length of the spine along which the ellipsoid is swept, metres: 0 for an ellipsoid, or 0.0001 to 100000. With three equal
    /// radii it is a capsule.
    float spine;
    /// The shape's own axis along which the spine lies: 0 for y, 1 for z, 2 for x.
    uint32_t spine_axis;
} s8_shape;
S8_SIZE(s8_shape, 36);

/// Three `double`: a position in world space, metres, each -16777216 to 16777216. Answers far from the origin are as
/// accurate as near it.
typedef struct s8_dvec3 {
    /// The x component of the vector, in double precision.
    double x;
    /// The y component of the vector, in double precision.
    double y;
    /// The z component of the vector, in double precision.
    double z;
} s8_dvec3;
S8_SIZE(s8_dvec3, 24);

/// The id of an instance in the world that it was added to. No other instance ever has the same id.
typedef struct s8_instance_id {
    /// A small number, unique among the instances of the world at any time.
    uint32_t index;
    /// The number of earlier instances with this index in the world.
    uint16_t generation;
    /// A number that tells the ids of different worlds apart.
    uint16_t tag;
} s8_instance_id;
S8_SIZE(s8_instance_id, 8);

/// A position as the sum of two parts, world space, metres: more exact than `float` far from the origin.
typedef struct s8_position {
    /// The position, rounded to `float`.
    struct s8_vec3 high;
    /// The remainder of the position after it was rounded to `high`.
    struct s8_vec3 low;
} s8_position;
S8_SIZE(s8_position, 24);

/// The triangle of an instance that a character stands on, as `s8_state` stores it.
typedef struct s8_surface {
    /// Index and generation of the instance's id. Without a triangle: of the instance that crushed the character, if its status is
    /// that of a crushed one.
    uint32_t instance[2];
    /// Index of the triangle in its mesh; `UINT32_MAX` if the character stands on none.
    uint32_t triangle;
} s8_surface;
S8_SIZE(s8_surface, 12);

/// The id of a character in the crowd that it was spawned in. No other character ever has the same id.
typedef struct s8_character_id {
    /// A small number, unique among the characters of the crowd at any time.
    uint32_t index;
    /// The number of earlier characters with this index in the crowd.
    uint16_t generation;
    /// A number that tells the ids of different crowds apart.
    uint16_t tag;
} s8_character_id;
S8_SIZE(s8_character_id, 8);

/// Position, rotation and scale of an instance: a point `v` of its mesh is at `translation + rotation * (scale * v)`.
/// `s8_placement_at` makes one.
typedef struct s8_placement {
    /// The position of the mesh's origin, world space, metres.
    struct s8_dvec3 translation;
    /// The rotation from mesh space to world space, a unit quaternion.
    struct s8_quat rotation;
    /// The scale along each axis of the mesh, applied before the rotation, 0.001 to 1000; a negative one mirrors.
    struct s8_vec3 scale;
} s8_placement;
S8_SIZE(s8_placement, 56);

/// Makes a placement without rotation and scale, with the origin of the mesh at (x, y, z), world space, metres.
S8_API struct s8_placement s8_placement_at(double x, double y, double z);

/// Makes an unrotated ellipsoid from its radii along x, y and z, metres.
S8_API struct s8_shape s8_ellipsoid(float x, float y, float z);

/// Makes an unrotated capsule, upright along y, from its radius and half the length of its spine, metres: it is
/// `2 * (half_height + radius)` high.
S8_API struct s8_shape s8_capsule(float radius, float half_height);

// ---------------------------------------------------------------------------------------------------------------------
// Working memory
// Memory that calls use again, so that they allocate nothing once it is warm.
// ---------------------------------------------------------------------------------------------------------------------

/// Makes memory for moves of an array of characters; free it with `s8_move_memory_free`.
S8_API struct s8_move_memory *s8_move_memory_new(void);

/// Sets the number of steps between two sortings of the characters by place; 0 never sorts. Changes speed, not results.
/// Default 16.
S8_API s8_code s8_move_memory_set_sort_every(struct s8_move_memory *memory, uint32_t steps);

/// Frees memory for moves of an array of characters; NULL is allowed.
S8_API void s8_move_memory_free(struct s8_move_memory *memory);

/// Makes memory for moves of one character; free it with `s8_character_memory_free`.
S8_API struct s8_character_memory *s8_character_memory_new(void);

/// Frees memory for moves of one character; NULL is allowed.
S8_API void s8_character_memory_free(struct s8_character_memory *memory);

// ---------------------------------------------------------------------------------------------------------------------
// Meshes
// Triangles, checked and cooked: made ready for queries and moves.
// ---------------------------------------------------------------------------------------------------------------------

/// A callback that frees the bytes which `s8_mesh_from_shared` used, with the arguments of that call. It is called
/// once, on the thread that releases them last, and must not call this library.
typedef void (*s8_free)(const uint8_t *bytes, size_t size, void *user);

/// The triangles of a mesh as an engine stores them: mesh space, metres; corners are counter-clockwise seen from the
/// front. Calls copy the data. Leave unused fields 0.
typedef struct s8_mesh_data {
    /// The vertices of the mesh, metres, each coordinate -16777216 to 16777216.
    const struct s8_vec3 *positions;
    /// The number of vertices of the mesh.
    size_t position_count;
    /// Three indices of vertices for each triangle.
    const uint32_t *indices;
    /// The number of triangles, a third of the number of indices; at most 2^28.
    size_t triangle_count;
    /// Coefficients of dry friction, one for each material, 0 or more; NULL without materials.
    const float *frictions;
    /// The number of materials of the mesh; at most 65536. 0: no triangle has friction.
    size_t material_count;
    /// The material of each triangle, an index into `frictions`; NULL without materials.
    const uint16_t *triangle_materials;
    /// Velocities of the surfaces themselves, one for each material, along the axes of the mesh as an instance turns them,
    /// m/s, at most 4096 long: conveyors, which carry without moving. NULL: all are zero.
    const struct s8_vec3 *velocities;
    /// Angular velocities of the surfaces about the origin of the mesh, along the same axes, radians per second, at most
    /// 4096 long: discs that turn although they lie still. NULL: all are zero.
    const struct s8_vec3 *angular_velocities;
    /// Coefficients of restitution, one for each material, 0 to 1: the part of a character's speed into the surface with
    /// which it bounces off. NULL: all are zero.
    const float *restitutions;
} s8_mesh_data;
S8_SIZE(s8_mesh_data, 10 * sizeof(void *));

/// Counts of the triangles and memory of one mesh, or of all meshes of a world together, each mesh once.
typedef struct s8_mesh_report {
    /// The number of triangles, degenerate ones included.
    uint64_t triangles;
    /// The number of triangles without area, which are left out.
    uint64_t degenerate;
    /// The number of copies of a triangle with a lower index, which are left out.
    uint64_t duplicates;
    /// The number of blocks of up to eight triangles.
    uint64_t blocks;
    /// The number of nodes of the tree above the blocks of triangles.
    uint64_t nodes;
    /// Memory of the cooked mesh, bytes.
    uint64_t bytes;
} s8_mesh_report;
S8_SIZE(s8_mesh_report, 48);

/// A triangle of a cooked mesh: its index and its corners.
typedef struct s8_triangle {
    /// The triangle's index in the data that the mesh was cooked from, as in hits and contacts.
    uint32_t index;
    /// The triangle's corners in the order of the data that the mesh was cooked from, mesh space, metres.
    struct s8_vec3 corners[3];
} s8_triangle;
S8_SIZE(s8_triangle, 40);

/// Checks triangles and builds the mesh that queries and moves search. Takes time in proportion to the number of
/// triangles, on the calling thread. Free the mesh with `s8_mesh_free`.
S8_API s8_code s8_mesh_cook(const struct s8_mesh_data *data, struct s8_mesh **mesh);

/// Makes a mesh of a box around the origin from its half extents along x, y and z, metres, 0.0001 to 16777216.
S8_API s8_code s8_mesh_cuboid(float half_x, float half_y, float half_z, struct s8_mesh **mesh);

/// Makes a capsule around the origin along y, from half the length of its cylinder, 0 or 0.0001 to 100000 m; its
/// radius, 0.0001 to 100000 m; and the number of segments around it, a multiple of 4 from 4 to 1024. The vertices lie
/// on the capsule, the faces inside it.
S8_API s8_code s8_mesh_capsule(float half_height, float radius, uint32_t radial_segments, struct s8_mesh **mesh);

/// Makes terrain from the origin on: `columns` heights along +x by `rows` along +z, 2 to 65536 each; its front faces
/// up, towards +y. `heights[row * columns + column]` is the height at x = `column * cell_x`, z = `row * cell_z`,
/// metres; `count` is `columns * rows`. Cell `k` has the triangles `2 * k` and `2 * k + 1`.
S8_API s8_code s8_mesh_heightfield(uint32_t columns, uint32_t rows, float cell_x, float cell_z, const float *heights,
    size_t count, struct s8_mesh **mesh);

/// The counts of a mesh.
S8_API s8_code s8_mesh_get_report(const struct s8_mesh *mesh, struct s8_mesh_report *report);

/// Frees a mesh; NULL is allowed. Instances of it stay in their worlds.
S8_API void s8_mesh_free(struct s8_mesh *mesh);

/// Copies the triangles of a mesh: to draw a mesh that was loaded from bytes, say. Triangles without area and
/// duplicates are not there. The order is always the same, but is not that of the indices. `count` receives how many
/// there are; at most `capacity` of them are written to `triangles`, which may be NULL where `capacity` is 0.
S8_API s8_code s8_mesh_copy_triangles(const struct s8_mesh *mesh, struct s8_triangle *triangles, size_t capacity,
    size_t *count);

/// The material of the triangle with this index: an index into the frictions of the mesh. 0 where none was given, also
/// where the mesh has no such triangle.
S8_API s8_code s8_mesh_get_material(const struct s8_mesh *mesh, uint32_t triangle, uint32_t *material);

/// Copies the velocities of the surfaces of a mesh, one for each material: m/s along the axes of the mesh, and radians per
/// second about its origin. `count` receives how many there are; at most `capacity` of each are written, to arrays which
/// may be NULL where `capacity` is 0.
S8_API s8_code s8_mesh_copy_velocities(const struct s8_mesh *mesh, struct s8_vec3 *velocities,
    struct s8_vec3 *angular_velocities, size_t capacity, size_t *count);

/// Copies the coefficients of friction of a mesh, one for each material. `count` receives how many there are, 0 where
/// the mesh has no materials; at most `capacity` of them are written to `frictions`, which may be NULL where `capacity`
/// is 0.
S8_API s8_code s8_mesh_copy_frictions(const struct s8_mesh *mesh, float *frictions, size_t capacity, size_t *count);

/// Copies the coefficients of restitution of a mesh, one for each material. `count` receives how many there are, 0 where
/// the mesh has no materials; at most `capacity` of them are written to `restitutions`, which may be NULL where
/// `capacity` is 0.
S8_API s8_code s8_mesh_copy_restitutions(const struct s8_mesh *mesh, float *restitutions, size_t capacity,
    size_t *count);

/// Saves a cooked mesh, to be kept in a file. `s8_mesh_from_bytes` and `s8_mesh_from_shared` load it in a fraction of
/// the time of cooking, and give the same bits in every answer. The same mesh gives the same bytes on any machine;
/// another version of this library may refuse them. About 45 bytes a triangle.
S8_API s8_code s8_mesh_to_bytes(const struct s8_mesh *mesh, struct s8_bytes *bytes);

/// Loads a mesh from bytes of `s8_mesh_to_bytes`, at any address; copies them. Bytes that were cut, changed or
/// written by another version are refused.
S8_API s8_code s8_mesh_from_bytes(const uint8_t *bytes, size_t size, struct s8_mesh **mesh);

/// Loads a mesh from bytes of `s8_mesh_to_bytes` without a copy. Their address must be a multiple of 64: a file that
/// is mapped into memory, which several processes can share.
///
/// On an error the caller keeps the bytes, and `free` is not called. On success the bytes must stay unchanged at
/// their address until `free` is called with `bytes`, `size` and `user`: once, on any thread, when the mesh and all
/// worlds and copies of worlds with instances of it are gone. With NULL for `free` they must stay for ever.
///
/// Bytes that change meanwhile are undefined behaviour: a mapped file that somebody writes or truncates, say.
S8_API s8_code s8_mesh_from_shared(const uint8_t *bytes, size_t size, s8_free free, void *user, struct s8_mesh **mesh);

/// As `s8_mesh_from_shared`, without a look at what is in the bytes: for a file that the game has signed, or has checked
/// when it was installed. Reads the first 128 bytes only, so that any level is there in microseconds. What was changed
/// since `s8_mesh_to_bytes` is not noticed: a query may then answer anything, end the process by a panic, or never return.
S8_API s8_code s8_mesh_from_trusted(const uint8_t *bytes, size_t size, s8_free free, void *user, struct s8_mesh **mesh);

// ---------------------------------------------------------------------------------------------------------------------
// Worlds
// Instances of meshes, which come, go and move.
// ---------------------------------------------------------------------------------------------------------------------

/// The kind of an instance: the characters that it blocks. A new instance is solid.
enum s8_kind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// The instance blocks all characters.
    S8_KIND_SOLID = 0,
    /// Blocks characters and slides that begin a step on its front; others pass through: a platform to jump through
    /// from below. Queries treat it as solid.
    S8_KIND_ONE_SIDED = 1,
    /// Blocks no character: a region. Queries see it if their filter says so; events report the characters that enter
    /// and leave it.
    S8_KIND_SENSOR = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum s8_kind s8_kind;
#else
typedef uint32_t s8_kind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// The set of processor instructions that compute queries and moves. All give the same bits, at different speeds.
enum s8_backend
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// The backend that runs on any processor.
    S8_BACKEND_PORTABLE = 0,
    /// The backend that needs x86-64 with AVX2.
    S8_BACKEND_AVX2 = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum s8_backend s8_backend;
#else
typedef uint32_t s8_backend;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// Makes a world without triangles; free it with `s8_world_free`.
S8_API struct s8_world *s8_world_new(void);

/// Frees a world; NULL is allowed. An open step ends; crowds and meshes stay. Finish the steps of crowds in it first.
S8_API void s8_world_free(struct s8_world *world);

/// Adds an instance of a mesh, whose triangles are shared. Of surfaces that are touched at the same time, the one of
/// the instance with the lower index counts. Placement NULL: mesh space is world space. `id` may be NULL.
S8_API s8_code s8_world_add(struct s8_world *world, const struct s8_mesh *mesh, const struct s8_placement *placement,
    struct s8_instance_id *id);

/// Adds an instance whose vertices can move, with a mesh of its own. Placement NULL: mesh space is world space. `id`
/// must not be NULL.
S8_API s8_code s8_world_add_deformable(struct s8_world *world, const struct s8_mesh_data *data,
    const struct s8_placement *placement, struct s8_instance_id *id);

/// Moves vertices of a deformable instance at once, mesh space, metres: `count` of them, from index `first` on. They
/// neither carry nor push characters; the next move of a character that they overlap pushes it out.
S8_API s8_code s8_world_set_vertices(struct s8_world *world, struct s8_instance_id id, size_t first,
    const struct s8_vec3 *vertices, size_t count);

/// Removes an instance; its id is refused from now on. Characters that stood on it are in the air.
S8_API s8_code s8_world_remove(struct s8_world *world, struct s8_instance_id id);

/// Moves an instance at once, without carrying or pushing characters. Cancels its target.
S8_API s8_code s8_world_place(struct s8_world *world, struct s8_instance_id id, const struct s8_placement *placement);

/// Sets where an instance moves in the next step, which `s8_world_begin_step` begins: a door, a lift, a turntable. It
/// carries the characters that stand on it, and pushes those in its way. The scale stays the same; the instance turns
/// by at most 90 degrees and moves by at most 4096 m.
S8_API s8_code s8_world_move_to(struct s8_world *world, struct s8_instance_id id, const struct s8_placement *target);

/// The placement of an instance; in a step, the placement at the end of the step.
S8_API s8_code s8_world_get_placement(const struct s8_world *world, struct s8_instance_id id,
    struct s8_placement *placement);

/// Sets the layers of an instance, a bit each; a new one is in layer 0, whose bit is 1. Queries, slides and
/// characters see instances that share a layer with their mask. No one sees an instance without layers: a door that
/// is open.
S8_API s8_code s8_world_set_layers(struct s8_world *world, struct s8_instance_id id, uint32_t layers);

/// The layers of an instance, a bit each.
S8_API s8_code s8_world_get_layers(const struct s8_world *world, struct s8_instance_id id, uint32_t *layers);

/// Makes an instance solid, one-sided or a sensor: one of `s8_kind`.
S8_API s8_code s8_world_set_kind(struct s8_world *world, struct s8_instance_id id, uint32_t kind);

/// The kind of an instance: one of `s8_kind`.
S8_API s8_code s8_world_get_kind(const struct s8_world *world, struct s8_instance_id id, uint32_t *kind);

/// Stores a number of the caller with an instance, such as the index of an entity.
S8_API s8_code s8_world_set_user_data(struct s8_world *world, struct s8_instance_id id, uint64_t user_data);

/// The number that was stored with an instance; 0 without one.
S8_API s8_code s8_world_get_user_data(const struct s8_world *world, struct s8_instance_id id, uint64_t *user_data);

/// Makes an independent copy of a world. Meshes are shared, except deformable ones. Ids of either world name the same
/// instances in both. In a step the copy has the instances at their targets, and is in no step. Free the copy with
/// `s8_world_free`.
S8_API s8_code s8_world_clone(const struct s8_world *world, struct s8_world **copy);

/// Makes a world a copy of `source`, as `s8_world_clone`. `world` may not be in a step. It allocates;
/// `s8_world_save_motion` and `s8_world_restore_motion`, for placements and targets only, do not.
S8_API s8_code s8_world_clone_from(struct s8_world *world, const struct s8_world *source);

/// The mesh of an instance, sharing its triangles; of a deformable instance as it is now. Free it with
/// `s8_mesh_free`. While the mesh of a deformable instance is kept, the next change of its vertices copies the
/// triangles once.
S8_API s8_code s8_world_get_mesh(const struct s8_world *world, struct s8_instance_id id, struct s8_mesh **mesh);

/// Copies the vertices of a deformable instance, mesh space, metres, in the order of the data that it was added with.
/// `count` receives how many there are; at most `capacity` of them are written to `vertices`, which may be NULL where
/// `capacity` is 0.
S8_API s8_code s8_world_copy_vertices(const struct s8_world *world, struct s8_instance_id id, struct s8_vec3 *vertices,
    size_t capacity, size_t *count);

/// Moves single vertices of a deformable instance at once: the vertex with index `indices[k]` to `places[k]`, mesh
/// space, metres, for each of `count`. Of several places for one vertex the last counts. Otherwise as
/// `s8_world_set_vertices`.
S8_API s8_code s8_world_set_vertices_at(struct s8_world *world, struct s8_instance_id id, const uint32_t *indices,
    const struct s8_vec3 *places, size_t count);

/// Sets the backend of a world: one of `s8_backend`. A new world has the fastest that the processor supports.
S8_API s8_code s8_world_set_backend(struct s8_world *world, uint32_t backend);

/// The backend of a world: one of `s8_backend`.
S8_API s8_code s8_world_get_backend(const struct s8_world *world, uint32_t *backend);

/// Copies the ids of all instances, in the order of their indices. `count` receives how many there are; at most
/// `capacity` of them are written to `ids`, which may be NULL where `capacity` is 0.
S8_API s8_code s8_world_copy_ids(const struct s8_world *world, struct s8_instance_id *ids, size_t capacity,
    size_t *count);

/// The smallest and the largest corner of a box around all triangles, world space, metres. `is_any` receives whether
/// there are triangles; the corners are written only then.
S8_API s8_code s8_world_get_bounds(const struct s8_world *world, struct s8_vec3 *low, struct s8_vec3 *high,
    bool *is_any);

/// The number of instances in a world; 0 for NULL.
S8_API size_t s8_world_instance_count(const struct s8_world *world);

/// The counts of all meshes of a world, each mesh once.
S8_API s8_code s8_world_get_report(const struct s8_world *world, struct s8_mesh_report *report);

// ---------------------------------------------------------------------------------------------------------------------
// Steps of a world
// The time in which instances move to their targets, and carry and push characters.
// ---------------------------------------------------------------------------------------------------------------------

/// The answer of a contact filter: whether the contact blocks the character.
enum s8_verdict
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// The contact blocks the character. Any value that is no `s8_verdict` means the same.
    S8_VERDICT_KEEP = 0,
    /// The touched triangle does not block the character in this slide; others of the instance may.
    S8_VERDICT_IGNORE_TRIANGLE = 1,
    /// No triangle of the touched instance blocks the character in this slide.
    S8_VERDICT_IGNORE_INSTANCE = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum s8_verdict s8_verdict;
#else
typedef uint32_t s8_verdict;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// A contact of a character's move, as the contact filter sees it before the contact counts.
typedef struct s8_contact_view {
    /// The number that `s8_world_set_user_data` stored with the touched instance; 0 without one.
    uint64_t user_data;
    /// The id of the touched instance.
    struct s8_instance_id instance;
    /// Index of the touched triangle in its mesh.
    uint32_t triangle;
    /// The material of the touched triangle; 0 without materials.
    uint32_t material;
    /// The touched point of the triangle, world space, metres.
    struct s8_vec3 point;
    /// Unit normal of the contact, world space, towards the character.
    struct s8_vec3 normal;
} s8_contact_view;
S8_SIZE(s8_contact_view, 48);

/// A callback that decides about each contact that would block or deflect a character; returns one of `s8_verdict`.
typedef uint32_t (*s8_contact_filter)(const struct s8_contact_view *contact, void *user);

/// Begins a step of `seconds`, 0 or more: instances move to their targets. Then move characters with the step, any
/// number of crowds and arrays, from any threads, and end it with `s8_world_end_step`. Until then the world can be
/// queried, and not changed. A step of 0 s moves nothing. `step` may be NULL.
S8_API s8_code s8_world_begin_step(struct s8_world *world, float seconds, const struct s8_step **step);

/// Begins a step in which only contacts that a callback keeps block characters; otherwise as `s8_world_begin_step`.
/// Threads that move characters call it with `user`, several at the same time. It must give the same answer to the
/// same contact, and return. Layers are faster where they suffice.
S8_API s8_code s8_world_begin_filtered_step(struct s8_world *world, float seconds, s8_contact_filter filter,
    void *user, const struct s8_step **step);

/// Ends the step of a world. All instances are then at their targets.
S8_API s8_code s8_world_end_step(struct s8_world *world);

/// The velocity of a triangle's surface at a point of it, world space, m/s: the mean over the step of the point of its
/// mesh that is there at the end of the step, and that of its material. For contacts and hits.
S8_API s8_code s8_step_get_surface_velocity(const struct s8_step *step, struct s8_instance_id instance,
    uint32_t triangle, struct s8_vec3 point, struct s8_vec3 *velocity);

/// The angle by which a triangle's surface turns about an axis in the whole step, radians: that of its instance, and that of its
/// material. World space; of the axis, such as up, only the direction counts. For the view of a character that stands there: ask
/// before its crowd is stepped.
S8_API s8_code s8_step_get_surface_turn(const struct s8_step *step, struct s8_instance_id instance, uint32_t triangle,
    struct s8_vec3 axis, float *angle);

/// The duration of a step of a world, seconds; 0 for NULL and for a step that has ended.
S8_API float s8_step_seconds(const struct s8_step *step);

// ---------------------------------------------------------------------------------------------------------------------
// Queries of a world
// Sweeps, rays, overlaps and the closest point. World space, metres.
// ---------------------------------------------------------------------------------------------------------------------

/// What rays, segments and sweeps skip, such as the surface on which they start. Other queries skip nothing.
enum s8_skip
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// Nothing is skipped.
    S8_SKIP_NOTHING = 0,
    /// The triangle `skipped_triangle` of the instance `skipped_instance` is skipped.
    S8_SKIP_TRIANGLE = 1,
    /// All triangles of the instance `skipped_instance` are skipped.
    S8_SKIP_INSTANCE = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum s8_skip s8_skip;
#else
typedef uint32_t s8_skip;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// Whether a place is inside of a solid, see `s8_world_contains`.
enum s8_containment
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// The surfaces close round the place, with their fronts outside.
    S8_CONTAINMENT_INSIDE = 0,
    /// No closed surface has the place inside.
    S8_CONTAINMENT_OUTSIDE = 1,
    /// A surface near the place is open or has fronts on both sides, or the place lies on a surface.
    S8_CONTAINMENT_UNDECIDED = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum s8_containment s8_containment;
#else
typedef uint32_t s8_containment;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// One ellipsoid or capsule of a body that consists of several.
typedef struct s8_body_part {
    /// The shape of this part of the body.
    struct s8_shape shape;
    /// The vector from the body's centre to the part's, world space, metres, each component -100000 to 100000.
    struct s8_vec3 offset;
} s8_body_part;
S8_SIZE(s8_body_part, 48);

/// Which part of a world a query considers. Where a call takes a filter, NULL means both sides, all layers and no
/// sensors.
typedef struct s8_filter {
    /// The sides of triangles that the query considers: one of `s8_sides`.
    uint32_t sides;
    /// The mask of the layers of instances that the query considers, a bit each.
    uint32_t layers;
    /// Whether the query considers sensors, too: 1 or 0.
    uint32_t sensors;
    /// Whether a sweep that starts in overlap counts only triangles into which it moves deeper: 1 or 0.
    uint32_t approach_only;
    /// What rays, segments and sweeps skip: one of `s8_skip`.
    uint32_t skip;
    /// The instance that is skipped, or whose triangle is. An id that names no instance of the world skips nothing.
    struct s8_instance_id skipped_instance;
    /// Index of the skipped triangle in its mesh.
    uint32_t skipped_triangle;
} s8_filter;
S8_SIZE(s8_filter, 32);

/// The triangle that a query found, and a point on it.
typedef struct s8_face {
    /// The point of the triangle, world space, metres, rounded to `float`; far from the origin `barycentric` is more
    /// accurate.
    struct s8_vec3 point;
    /// Unit normal of the triangle's front, world space, whichever of its sides, edges or corners is touched.
    struct s8_vec3 normal;
    /// The found point as weights of the triangle's corners, in the order of the mesh.
    struct s8_vec3 barycentric;
    /// The id of the triangle's instance.
    struct s8_instance_id instance;
    /// Index of the triangle in its mesh.
    uint32_t triangle;
    /// Whether the query comes from the front side of the triangle: 1 or 0.
    uint16_t is_front;
    /// The material of the triangle; 0 without materials.
    uint16_t material;
} s8_face;
S8_SIZE(s8_face, 52);

/// The first contact of a swept shape with a triangle.
typedef struct s8_hit {
    /// The fraction of the displacement at the contact, 0 to 1; 0 where the shape starts inside or touching.
    float fraction;
    /// The distance the shape must move along the normal to be free, metres; 0 unless it starts inside.
    float overlap;
    /// Unit normal of the contact, world space, from the triangle towards the shape.
    struct s8_vec3 normal;
    /// The touched triangle, and the point on it.
    struct s8_face face;
} s8_hit;
S8_SIZE(s8_hit, 72);

/// The point where a ray or a segment passes through a triangle.
typedef struct s8_ray_hit {
    /// The distance from the start of the ray to the point where it passes through the triangle, metres.
    float distance;
    /// The unit normal of the triangle, world space, on the side that the ray comes from.
    struct s8_vec3 normal;
    /// The triangle that the ray passes through, and the point on it.
    struct s8_face face;
} s8_ray_hit;
S8_SIZE(s8_ray_hit, 68);

/// A triangle that the shape of a query overlaps, and the way out.
typedef struct s8_overlap {
    /// The distance the shape must move along the normal to leave this triangle, metres, more than 0.
    float depth;
    /// The direction in which the shape must move to leave the triangle, world space, unit length.
    struct s8_vec3 normal;
    /// The overlapped triangle; its point is nearest to the shape's centre, or to its spine, in ellipsoid space.
    struct s8_face face;
} s8_overlap;
S8_SIZE(s8_overlap, 68);

/// The way out of all triangles that a shape overlaps.
typedef struct s8_depenetration {
    /// The displacement that leads out, or else to the least overlap, world space, metres; zero where nothing
    /// overlaps.
    struct s8_vec3 displacement;
    /// The overlap of the shape that is left after the displacement, metres; 0 where it leads out to rounding.
    float depth_left;
} s8_depenetration;
S8_SIZE(s8_depenetration, 16);

/// The point of a world closest to another point.
typedef struct s8_closest {
    /// The distance between the query point and the closest point of the world, metres.
    float distance;
    /// Unit vector, world space, from the closest point to the other; the triangle's normal where the two are the
    /// same.
    struct s8_vec3 normal;
    /// The triangle closest to the query point, and the closest point on it.
    struct s8_face face;
} s8_closest;
S8_SIZE(s8_closest, 68);

/// One of many sweeps for `s8_world_sweep_many`: the arguments of `s8_world_sweep`.
typedef struct s8_sweep_query {
    /// The centre of the shape at the start of the sweep, world space, metres.
    struct s8_dvec3 center;
    /// The shape that is swept.
    struct s8_shape shape;
    /// The displacement of the shape's centre, world space, metres.
    struct s8_vec3 displacement;
    /// The part of the world that the sweep considers; `s8_filter_default` is the usual one.
    struct s8_filter filter;
} s8_sweep_query;
S8_SIZE(s8_sweep_query, 104);

/// One of many rays for `s8_world_ray_many`: the arguments of `s8_world_ray`.
typedef struct s8_ray_query {
    /// The start of the ray, world space, metres.
    struct s8_dvec3 origin;
    /// The direction of the ray, world space; of any length but 0.
    struct s8_vec3 direction;
    /// The length of the ray, metres; it may be infinite.
    float distance;
    /// The part of the world that the ray considers; `s8_filter_default` is the usual one.
    struct s8_filter filter;
} s8_ray_query;
S8_SIZE(s8_ray_query, 72);

/// One of many tests for overlap for `s8_world_overlap_many`: the arguments of `s8_world_overlap`.
typedef struct s8_overlap_query {
    /// The centre of the shape, world space, metres.
    struct s8_dvec3 center;
    /// The shape that is tested.
    struct s8_shape shape;
    /// The part of the world that the test considers; `s8_filter_default` is the usual one.
    struct s8_filter filter;
} s8_overlap_query;
S8_SIZE(s8_overlap_query, 96);

/// One of many searches for `s8_world_closest_point_many`: the arguments of `s8_world_closest_point`.
typedef struct s8_closest_query {
    /// The point from which distances are measured, world space, metres.
    struct s8_dvec3 point;
    /// The largest distance at which the search finds a point, metres; it may be infinite.
    float distance;
    /// The part of the world that the search considers; `s8_filter_default` is the usual one.
    struct s8_filter filter;
} s8_closest_query;
S8_SIZE(s8_closest_query, 64);

/// The answer to one of many sweeps.
typedef struct s8_sweep_answer {
    /// `S8_OK`, or why this sweep was refused; the others are answered.
    s8_code code;
    /// Whether the shape touches something: 1 or 0.
    uint32_t is_hit;
    /// The first contact of the sweep; zero without one.
    struct s8_hit hit;
} s8_sweep_answer;
S8_SIZE(s8_sweep_answer, 80);

/// The answer to one of many rays.
typedef struct s8_ray_answer {
    /// `S8_OK`, or why this ray was refused; the others are answered.
    s8_code code;
    /// Whether the ray passes through a triangle: 1 or 0.
    uint32_t is_hit;
    /// The first triangle that the ray passes through; zero without one.
    struct s8_ray_hit hit;
} s8_ray_answer;
S8_SIZE(s8_ray_answer, 76);

/// The answer to one of many tests for overlap.
typedef struct s8_overlap_answer {
    /// `S8_OK`, or why this test was refused; the others are answered.
    s8_code code;
    /// Whether the shape overlaps any triangle: 1 or 0.
    uint32_t is_hit;
} s8_overlap_answer;
S8_SIZE(s8_overlap_answer, 8);

/// The answer to one of many searches for the closest point.
typedef struct s8_closest_answer {
    /// `S8_OK`, or why this search was refused; the others are answered.
    s8_code code;
    /// Whether there is a point within the distance: 1 or 0.
    uint32_t is_hit;
    /// The closest point of the world; zero without one.
    struct s8_closest closest;
} s8_closest_answer;
S8_SIZE(s8_closest_answer, 76);

/// Makes a filter for queries that considers both sides and all layers, without sensors.
S8_API struct s8_filter s8_filter_default(void);

/// Finds the first contact of a shape whose centre moves from `center` by `displacement`, world space, metres.
/// `is_hit` receives whether there is one; `hit` is written only then, and may be NULL.
S8_API s8_code s8_world_sweep(const struct s8_world *world, const struct s8_shape *shape, struct s8_dvec3 center,
    struct s8_vec3 displacement, const struct s8_filter *filter, struct s8_hit *hit, bool *is_hit);

/// Whether a shape touches anything on its way; cheaper than `s8_world_sweep`.
S8_API s8_code s8_world_sweep_any(const struct s8_world *world, const struct s8_shape *shape, struct s8_dvec3 center,
    struct s8_vec3 displacement, const struct s8_filter *filter, bool *is_hit);

/// Lists all triangles that a shape touches on its way, nearest first. `count` receives how many there are; at most
/// `capacity` of them are written to `hits`, which may be NULL where `capacity` is 0.
S8_API s8_code s8_world_sweep_all(const struct s8_world *world, const struct s8_shape *shape, struct s8_dvec3 center,
    struct s8_vec3 displacement, const struct s8_filter *filter, struct s8_hit *hits, size_t capacity, size_t *count);

/// Finds the first triangle that a ray passes through within a distance, metres, which may be infinite; the direction
/// has any length but 0. `is_hit` receives whether there is one; `hit` is written only then, and may be NULL.
S8_API s8_code s8_world_ray(const struct s8_world *world, struct s8_dvec3 origin, struct s8_vec3 direction,
    float distance, const struct s8_filter *filter, struct s8_ray_hit *hit, bool *is_hit);

/// Whether a ray passes through any triangle; cheaper than `s8_world_ray`.
S8_API s8_code s8_world_ray_any(const struct s8_world *world, struct s8_dvec3 origin, struct s8_vec3 direction,
    float distance, const struct s8_filter *filter, bool *is_hit);

/// Lists all triangles that a ray passes through, nearest first. `count` receives how many there are; at most
/// `capacity` of them are written to `hits`, which may be NULL where `capacity` is 0.
S8_API s8_code s8_world_ray_all(const struct s8_world *world, struct s8_dvec3 origin, struct s8_vec3 direction,
    float distance, const struct s8_filter *filter, struct s8_ray_hit *hits, size_t capacity, size_t *count);

/// Finds the first triangle between two points, world space, metres. `is_hit` receives whether there is one; `hit` is
/// written only then, and may be NULL.
S8_API s8_code s8_world_segment(const struct s8_world *world, struct s8_dvec3 from, struct s8_dvec3 to,
    const struct s8_filter *filter, struct s8_ray_hit *hit, bool *is_hit);

/// Lists all triangles between two points, nearest to the first point first. `count` receives how many there are; at
/// most `capacity` of them are written to `hits`, which may be NULL where `capacity` is 0.
S8_API s8_code s8_world_segment_all(const struct s8_world *world, struct s8_dvec3 from, struct s8_dvec3 to,
    const struct s8_filter *filter, struct s8_ray_hit *hits, size_t capacity, size_t *count);

/// Whether any triangle lies between two points, world space, metres: a line of sight.
S8_API s8_code s8_world_segment_any(const struct s8_world *world, struct s8_dvec3 from, struct s8_dvec3 to,
    const struct s8_filter *filter, bool *is_hit);

/// Whether a shape overlaps any triangle.
S8_API s8_code s8_world_overlap(const struct s8_world *world, const struct s8_shape *shape, struct s8_dvec3 center,
    const struct s8_filter *filter, bool *is_hit);

/// Lists all triangles that a shape overlaps, the lowest index first. `count` receives how many there are; at most
/// `capacity` of them are written to `overlaps`, which may be NULL where `capacity` is 0.
S8_API s8_code s8_world_overlap_all(const struct s8_world *world, const struct s8_shape *shape, struct s8_dvec3 center,
    const struct s8_filter *filter, struct s8_overlap *overlaps, size_t capacity, size_t *count);

/// Finds the way out of all triangles that a shape overlaps. `s8_world_overlap_all` lists them.
S8_API s8_code s8_world_depenetrate(const struct s8_world *world, const struct s8_shape *shape, struct s8_dvec3 center,
    const struct s8_filter *filter, struct s8_depenetration *way_out);

/// Finds the point of the world closest to another, world space, metres, within a distance, metres, which may be
/// infinite. `is_hit` receives whether there is one; `closest` is written only then, and may be NULL.
S8_API s8_code s8_world_closest_point(const struct s8_world *world, struct s8_dvec3 point, float distance,
    const struct s8_filter *filter, struct s8_closest *closest, bool *is_hit);

/// Whether `point`, world space, metres, is inside of a solid: of a closed surface whose fronts are outside. Rays in
/// several directions decide, and have to agree; `containment` receives one of `s8_containment`.
S8_API s8_code s8_world_contains(const struct s8_world *world, struct s8_dvec3 point, const struct s8_filter *filter,
    uint32_t *containment);

/// The shortest displacement that takes a sphere out of a triangle, any one frame: its length is the depth of the
/// overlap, its direction the normal of the contact. `is_overlapping` receives whether the two overlap; `displacement`
/// is written only then, and may be NULL. Centre, radius and the three corners must be finite.
S8_API s8_code s8_sphere_out_of_triangle(struct s8_vec3 center, float radius, const struct s8_vec3 *corners,
    struct s8_vec3 *displacement, bool *is_overlapping);

/// Makes a body of `count` parts, at least one; a hit names its part by the index in `parts`. Free it with
/// `s8_body_free`.
S8_API s8_code s8_body_new(const struct s8_body_part *parts, size_t count, struct s8_body **body);

/// Frees a body; NULL is allowed.
S8_API void s8_body_free(struct s8_body *body);

/// Finds the first contact of a body that moves with its centre from `center` by `displacement`, world space, metres.
/// `is_hit` receives whether there is one; `hit` and `part`, the index of the part that touches, are written only
/// then, and may be NULL.
S8_API s8_code s8_world_sweep_body(const struct s8_world *world, const struct s8_body *body, struct s8_dvec3 center,
    struct s8_vec3 displacement, const struct s8_filter *filter, struct s8_hit *hit, size_t *part, bool *is_hit);

/// Makes a sweep of a shape whose centre moves from `center` by `displacement`, world space, metres, with the filter of
/// `s8_filter_default`.
S8_API struct s8_sweep_query s8_sweep_query_of(struct s8_shape shape, struct s8_dvec3 center,
    struct s8_vec3 displacement);

/// Makes a ray of a length, metres, which may be infinite, with the filter of `s8_filter_default`.
S8_API struct s8_ray_query s8_ray_query_of(struct s8_dvec3 origin, struct s8_vec3 direction, float distance);

/// Makes a test of a shape at a place for overlap, world space, metres, with the filter of `s8_filter_default`.
S8_API struct s8_overlap_query s8_overlap_query_of(struct s8_shape shape, struct s8_dvec3 center);

/// Makes a search for the closest point within a distance, metres, which may be infinite, with the filter of
/// `s8_filter_default`.
S8_API struct s8_closest_query s8_closest_query_of(struct s8_dvec3 point, float distance);

/// Answers `count` sweeps: `answers[k]` is the answer of `s8_world_sweep` to `queries[k]`, bit for bit. An invalid
/// shape or filter fails the whole call; any other error is in the answer of its sweep. With the feature `rayon` the
/// call uses all threads of its pool.
S8_API s8_code s8_world_sweep_many(const struct s8_world *world, const struct s8_sweep_query *queries,
    struct s8_sweep_answer *answers, size_t count);

/// Answers `count` rays: `answers[k]` is the answer of `s8_world_ray` to `queries[k]`, bit for bit. An invalid filter
/// fails the whole call; any other error is in the answer of its ray. With the feature `rayon` the call uses all
/// threads of its pool.
S8_API s8_code s8_world_ray_many(const struct s8_world *world, const struct s8_ray_query *queries,
    struct s8_ray_answer *answers, size_t count);

/// Answers `count` tests for overlap: `answers[k]` is the answer of `s8_world_overlap` to `queries[k]`. An invalid shape
/// or filter fails the whole call; any other error is in the answer of its test. With the feature `rayon` the call uses
/// all threads of its pool.
S8_API s8_code s8_world_overlap_many(const struct s8_world *world, const struct s8_overlap_query *queries,
    struct s8_overlap_answer *answers, size_t count);

/// Answers `count` searches for the closest point: `answers[k]` is the answer of `s8_world_closest_point` to
/// `queries[k]`, bit for bit. An invalid filter fails the whole call; any other error is in the answer of its search.
/// With the feature `rayon` the call uses all threads of its pool.
S8_API s8_code s8_world_closest_point_many(const struct s8_world *world, const struct s8_closest_query *queries,
    struct s8_closest_answer *answers, size_t count);

// ---------------------------------------------------------------------------------------------------------------------
// Slides
// Moves of a shape along what is in its way, and the outcome of moves.
// ---------------------------------------------------------------------------------------------------------------------

/// The largest number of contacts in the outcome of a move.
#define S8_MAX_CONTACTS 31

/// The largest number of waypoints in the outcome of a move.
#define S8_MAX_WAYPOINTS 52

/// The kind of ground that supports a character.
enum s8_ground
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// Nothing supports the character, or there is no gravity.
    S8_GROUND_AIR = 0,
    /// A surface no steeper than the settings allow supports the character.
    S8_GROUND_FLOOR = 1,
    /// The character slides down surfaces that are steeper than the settings allow.
    S8_GROUND_STEEP = 2,
    /// Steep surfaces hold the character: together, as in a funnel, or by friction.
    S8_GROUND_HELD_BY_STEEP = 3,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum s8_ground s8_ground;
#else
typedef uint32_t s8_ground;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// The way in which a slide, or the move of a character, ended.
enum s8_status
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// Nothing was in the way of the move.
    S8_STATUS_FREE = 0,
    /// The body touched something, and followed the desired displacement along it to the end.
    S8_STATUS_SLID = 1,
    /// The touched surfaces block the desired displacement; the rest of it is dropped.
    S8_STATUS_BLOCKED = 2,
    /// The move needed more sweeps than allowed; the rest of the displacement is dropped.
    S8_STATUS_OUT_OF_ITERATIONS = 3,
    /// The body overlapped something at the start and could not be pushed free.
    S8_STATUS_OVERLAPPING = 4,
    /// A moving instance went into the character, which had no room to yield.
    S8_STATUS_CRUSHED = 5,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum s8_status s8_status;
#else
typedef uint32_t s8_status;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// The settings of one slide. `s8_slide_settings_default` suits most.
typedef struct s8_slide_settings {
    /// The gap that the slide keeps to all surfaces, metres, 0 to 100000. Default 0.01.
    float skin;
    /// Largest number of sweeps in the slide, 1 to 8: bounds the work. Default 8.
    uint32_t max_iterations;
    /// The sides of triangles that block the shape: one of `s8_sides`. Default `S8_SIDES_BOTH`.
    uint32_t sides;
    /// The mask of the layers of instances that block the shape, a bit each. Default all.
    uint32_t layers;
} s8_slide_settings;
S8_SIZE(s8_slide_settings, 16);

/// A contact with a surface in a slide or the move of a character.
typedef struct s8_contact {
    /// The touched point of the triangle, world space, metres.
    struct s8_vec3 point;
    /// Unit normal of the contact, world space, towards the body.
    struct s8_vec3 normal;
    /// The id of the touched instance.
    struct s8_instance_id instance;
    /// Index of the touched triangle in its mesh.
    uint32_t triangle;
    /// The material of the touched triangle; 0 without materials.
    uint32_t material;
} s8_contact;
S8_SIZE(s8_contact, 40);

/// The outcome of a slide, or of the move of one character.
typedef struct s8_outcome {
    /// The centre at the end of the move, world space, metres.
    struct s8_dvec3 position;
    /// The displacement of the centre in the whole move, world space, metres.
    struct s8_vec3 travel;
    /// How the move ended: one of `s8_status`.
    uint32_t status;
    /// The ground of the character: one of `s8_ground`. A slide knows no gravity, and leaves it in the air.
    uint32_t ground;
    /// The unit normal of the character's ground, world space; zero in the air.
    struct s8_vec3 ground_normal;
    /// The length of the path that the centre took, metres.
    float path;
    /// The distance by which the move pushed the centre out of an overlap at the start, metres.
    float depenetrated_by;
    /// The height by which climbed stair steps raised the centre, metres.
    float stepped_by;
    /// The displacement by which moving instances carried and pushed the centre, world space, metres.
    struct s8_vec3 carried_by;
    /// The angle by which the ground turned the character about up, radians, counter-clockwise seen from above: turn
    /// the view with it.
    float turned_by;
    /// The instance that crushed the character, if `status` is `S8_STATUS_CRUSHED`.
    struct s8_instance_id crushed_by;
    /// The number of contacts in `contacts`.
    uint32_t contact_count;
    /// The contacts of the move in the order of touching; zero from `contact_count` on.
    struct s8_contact contacts[S8_MAX_CONTACTS];
    /// The number of waypoints of the centre's path in `waypoints`; 0 where nothing moved.
    uint32_t waypoint_count;
    /// The points where the path turned, and its end, as displacements from the old centre, world space, metres;
    /// straight in between; zero from `waypoint_count` on.
    struct s8_vec3 waypoints[S8_MAX_WAYPOINTS];
} s8_outcome;
S8_SIZE(s8_outcome, 1968);

/// Makes the default settings of a slide.
S8_API struct s8_slide_settings s8_slide_settings_default(void);

/// Moves a shape from `place` by `displacement`, world space, metres, at most 4096 m along each axis: it slides along
/// what is in its way, without gravity. A move that starts clear ends clear, with the skin between shape and
/// surfaces. Settings NULL: the defaults.
S8_API s8_code s8_world_slide(const struct s8_world *world, const struct s8_shape *shape, struct s8_dvec3 place,
    struct s8_vec3 displacement, const struct s8_slide_settings *settings, struct s8_outcome *outcome);

/// Moves a body of up to eight parts from `place` by `displacement`, world space, metres, at most 4096 m along each axis: its parts slide
/// as one along what is in their way, without gravity and without turning, and each keeps the skin. `parts` may be NULL, or has room for
/// `S8_MAX_CONTACTS` numbers: it receives the part of each contact of the outcome. Settings NULL: the defaults.
S8_API s8_code s8_world_slide_body(const struct s8_world *world, const struct s8_body *body, struct s8_dvec3 place,
    struct s8_vec3 displacement, const struct s8_slide_settings *settings, struct s8_outcome *outcome, uint32_t *parts);

// ---------------------------------------------------------------------------------------------------------------------
// Characters
// Profiles, and moves of characters whose states the caller keeps.
// ---------------------------------------------------------------------------------------------------------------------

/// The version of the layout of `s8_state`. States of another version have other fields or meanings.
#define S8_STATE_LAYOUT 2

/// The way in which a character moves on the ground.
enum s8_mode
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// The character climbs stair steps, keeps the desired speed on slopes, and follows the ground down.
    S8_MODE_WALK = 0,
    /// The character slides along everything, without steps or following the ground: cheaper, for distant characters.
    S8_MODE_SLIDE = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum s8_mode s8_mode;
#else
typedef uint32_t s8_mode;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// The part of a character's desired speed that stays the same on slopes.
enum s8_slope_speed
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// The level part of the desired speed stays the same on slopes: the speed on a map.
    S8_SLOPE_SPEED_LEVEL = 0,
    /// The speed along the slope stays the same as on level ground.
    S8_SLOPE_SPEED_ALONG = 1,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum s8_slope_speed s8_slope_speed;
#else
typedef uint32_t s8_slope_speed;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// The way in which a character responds to others. Of the responses of two that meet, the milder applies to both.
enum s8_each_other
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// The character passes through other characters.
    S8_EACH_OTHER_IGNORE = 0,
    /// The character walks into others, and is pushed apart from those that it overlaps.
    S8_EACH_OTHER_SOFT = 1,
    /// The character stops at others, and slides along them.
    S8_EACH_OTHER_SOLID = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum s8_each_other s8_each_other;
#else
typedef uint32_t s8_each_other;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// The state of a character, all that a step keeps of it: plain data, 128 bytes, aligned to 16. It may be copied,
/// sent and stored; the next move goes on from it with the same bits. Start from `s8_state_at`.
typedef struct S8_ALIGNED(16) s8_state {
    /// The centre of the character, world space, metres.
    struct s8_position position;
    /// The velocity that persists, world space, m/s: of a fall, a jump, an impulse. The desired velocity is added to
    /// it.
    struct s8_vec3 velocity;
    /// The unit normal of the character's ground, world space; zero in the air.
    struct s8_vec3 ground_normal;
    /// The rotation from the body's axes to world space, unit length. `s8_world_turn_character` changes it where
    /// there is room.
    struct s8_quat orientation;
    /// The point where the character touches the ground, world space, metres; zero in the air.
    struct s8_vec3 ground_point;
    /// The triangle that the character stands on; none in the air. For a crushed character, which has no ground: the instance that
    /// crushed it, without a triangle.
    struct s8_surface ground_surface;
    /// The last centre of the character without an overlap, world space, metres.
    struct s8_vec3 last_safe_position;
    /// The index of the character's profile in the `s8_profiles` of the call; in a crowd, in the table of the crowd.
    uint32_t profile;
    /// A number that decides ties between characters: give each another one. A crowd sets it to the index of the id.
    uint32_t key;
    /// The ground of the character: one of `s8_ground`.
    uint8_t ground;
    /// How the character's last step ended: one of `s8_status`.
    uint8_t status;
    /// The material of the character's ground; 0 in the air, or without materials.
    uint16_t ground_material;
    /// While the character slides down steep surfaces, the speed of the free fall whose projection its velocity is,
    /// m/s; otherwise 0.
    float fall_speed;
    /// Two numbers for the caller: no step reads or changes them.
    uint32_t user_data[2];
    /// The group of the character, any number; at first 0. Characters of different groups neither block nor push nor see
    /// each other.
    uint32_t group;
} s8_state;
S8_SIZE(s8_state, 128);

/// The input of a character for one step. Start from `s8_input_earth`.
typedef struct s8_input {
    /// The velocity that the character wants to move with, world space, m/s. Its part along up counts only while gravity
    /// is zero.
    struct s8_vec3 desired_velocity;
    /// Makes the character jump if it is grounded, or on the heads of solid ones: the least speed upward, m/s. 0: no jump.
    float jump_speed;
    /// Acceleration of gravity, world space, m/s^2; zero to fly, swim or climb.
    struct s8_vec3 gravity;
    /// The direction that is up for the character, world space, unit length; zero: opposite to gravity.
    struct s8_vec3 up;
    /// Change of the character's velocity at the start of the step, world space, m/s: an explosion, a hit.
    struct s8_vec3 impulse;
} s8_input;
S8_SIZE(s8_input, 52);

/// Counts of the characters in one step of a crowd or of an array.
typedef struct s8_report {
    /// The number of characters with nothing in their way.
    uint64_t free;
    /// The number of characters that slid along something.
    uint64_t slid;
    /// The number of characters that were blocked.
    uint64_t blocked;
    /// The number of characters whose move needed more sweeps than allowed.
    uint64_t out_of_iterations;
    /// The number of characters that overlap something and could not be pushed free.
    uint64_t overlapping;
    /// The number of characters that a moving instance crushed.
    uint64_t crushed;
    /// The number of characters that were refused, and have not moved.
    uint64_t refused;
    /// The number of characters that stand: on a floor, or held between steep surfaces.
    uint64_t standing;
    /// The number of characters that were pushed out of an overlap.
    uint64_t depenetrated;
    /// The number of surfaces that were touched, by all characters together.
    uint64_t contacts;
    /// The number of characters that overlapped another one at the start of the step, if they respond to others.
    uint64_t overlapping_others;
    /// The number of characters with more than 16 others near; only 16 of them count in a move.
    uint64_t crowded;
    /// The refused character with the lowest index, in an array an id with its index there; without one the index is
    /// `UINT32_MAX`. `s8_error_message` then says why, although the call returns `S8_OK`, as all others have moved.
    struct s8_character_id first_refused;
    /// The reason why `first_refused` was refused; `S8_OK` if no character was.
    s8_code first_refused_code;
} s8_report;
S8_SIZE(s8_report, 112);

/// The shape of a character and the rules of its moves. Start from `s8_settings_default`, a human 1.8 m tall.
typedef struct s8_settings {
    /// The radii of the character's body, metres, 0.0001 to 100000. Default (0.4, 0.9, 0.4).
    struct s8_vec3 radii;
    /// The gap kept to all surfaces, metres, 0 to 100000. It must exceed half the last place of the coordinates: 0.5
    /// mm at 10 km. Default 0.01.
    float skin;
    /// Largest number of sweeps in one collide-and-slide pass, 1 to 8: bounds the work. Default 8.
    uint32_t max_iterations;
    /// The sides of triangles that block the character: one of `s8_sides`. Default `S8_SIDES_BOTH`.
    uint32_t sides;
    /// The mask of the layers of instances that the character collides with, a bit each. Default all.
    uint32_t layers;
    /// The steepest slope that the character can stand on, radians, 0 to pi/2. Default 50 degrees.
    float max_slope_angle;
    /// How the character moves on the ground: one of `s8_mode`. Default `S8_MODE_WALK`.
    uint32_t mode;
    /// The highest stair step that the character climbs, metres, 0 to 100000; 0: none. Default 0.4.
    float step_height;
    /// How far the ground may fall away below the feet for the character to follow it, metres, 0 to 100000. Default
    /// 0.4.
    float snap_distance;
    /// Which part of the desired speed stays the same on slopes: one of `s8_slope_speed`. Default
    /// `S8_SLOPE_SPEED_LEVEL`.
    uint32_t slope_speed;
    /// The largest speed of a fall, m/s, 0 to 16777216. Default 55.
    float max_fall_speed;
    /// How fast the velocity of a fall, a jump or an impulse decays in the air, 1/s, 0 to 16777216: by exp(-drag * t). A fall
    /// tends to the speed gravity / drag. Default 0.
    float drag;
    /// The part of the desired velocity that applies in the air, 0 to 1. Default 1.
    float air_control;
    /// How fast a velocity along the ground decays, 1/s, 0 to 16777216: the velocity of an impulse, or of a landing. The
    /// friction of the ground slows it, too. Default 10.
    float ground_damping;
    /// Whether the character keeps the velocity of a platform when leaving it: 1 or 0. Default 1.
    uint32_t keeps_ground_velocity;
    /// Keep moving ground as the frame of reference when leaving it, until the landing: 1 or 0. In the air the exact motion of that
    /// ground carries the character, and its velocity is relative to the ground. Default 0.
    uint32_t keeps_ground_frame;
    /// Keep the velocity of a push by a moving instance along the ground: 1 or 0. In the air it is always kept. Default 0.
    uint32_t keeps_push_velocity;
    /// How the character responds to others: one of `s8_each_other`. Default `S8_EACH_OTHER_IGNORE`, which costs
    /// nothing.
    uint32_t each_other;
    /// The mass of the character, which weighs it against others that it meets, kg, 0.001 to 1e9. Default 80.
    float mass;
    /// Half the length of the spine along which the ellipsoid is swept, metres: 0 for an ellipsoid, or 0.0001 to 100000. With three equal
    /// radii it is a capsule. Default 0.
    float spine;
    /// The axis of the body along which the spine lies: 0 for y (upright), 1 for z, 2 for x. Default 0.
    uint32_t spine_axis;
} s8_settings;
S8_SIZE(s8_settings, 92);

/// Makes the settings of a human character 1.8 m tall.
S8_API struct s8_settings s8_settings_default(void);

/// Makes an array of `count` profiles from settings, in their order; free it with `s8_profiles_free`.
S8_API s8_code s8_profiles_new(const struct s8_settings *settings, size_t count, struct s8_profiles **profiles);

/// The number of character profiles in the array; 0 for NULL.
S8_API size_t s8_profiles_count(const struct s8_profiles *profiles);

/// The settings of the profile at an index.
S8_API s8_code s8_profiles_get(const struct s8_profiles *profiles, uint32_t index, struct s8_settings *settings);

/// The centre of an upright character with the profile at an index that stands on a level floor at `floor`, world space,
/// metres: its feet are its skin above that point along `up`, which has unit length or is zero.
S8_API s8_code s8_profiles_standing_on(const struct s8_profiles *profiles, uint32_t index, struct s8_dvec3 floor,
    struct s8_vec3 up, struct s8_dvec3 *center);

/// Replaces the profile at an index, for all states that name it, from their next move on. If a body becomes larger
/// and then overlaps the world, its next move pushes it out.
S8_API s8_code s8_profiles_set(struct s8_profiles *profiles, uint32_t index, const struct s8_settings *settings);

/// Frees an array of character profiles; NULL is allowed.
S8_API void s8_profiles_free(struct s8_profiles *profiles);

/// Makes the state of a character with its centre at `place`, world space, metres: of profile 0, in the air, without
/// velocity.
S8_API struct s8_state s8_state_at(struct s8_dvec3 place);

/// Makes the input of a character that wants to stand still, under the gravity of Earth: 9.81 m/s^2 against +y.
S8_API struct s8_input s8_input_earth(void);

/// Checks a state, such as one that came over a network: refuses one that no step could have left, or whose profile is
/// not less than `profile_count`. Moves check their states themselves.
S8_API s8_code s8_state_check(const struct s8_state *state, size_t profile_count);

/// Makes the state of a character that stands on a level floor at `floor`, world space, metres, with the profile at an
/// index: its feet are its skin above that point along `up`, which has unit length or is zero. It is in the air until
/// the first step finds the floor.
S8_API s8_code s8_state_standing(struct s8_dvec3 floor, const struct s8_profiles *profiles, uint32_t profile,
    struct s8_vec3 up, struct s8_state *state);

/// The instance that crushed a character in the last step; of several that with the lowest index. `is_crushed` receives
/// whether there is one; `instance` is written only then, and may be NULL. Calls of any world take this id by its index
/// and generation.
S8_API s8_code s8_state_get_crushed_by(const struct s8_state *state, struct s8_instance_id *instance, bool *is_crushed);

/// The instance that is the frame of reference of a character in the air. `has_frame` receives whether there is one; `instance` is
/// written only then, and may be NULL.
S8_API s8_code s8_state_get_frame(const struct s8_state *state, struct s8_instance_id *instance, bool *has_frame);

/// Makes an instance the frame of reference of a character in the air, until it lands: its exact motion carries the character, and the
/// velocity of the state is relative to it. NULL: the world. Refuses a character that has ground, or that is crushed.
S8_API s8_code s8_state_set_frame(struct s8_state *state, const struct s8_instance_id *instance);

/// The lowest point of a character's body along `up`, which has unit length: world space, metres.
S8_API s8_code s8_state_get_feet(const struct s8_state *state, const struct s8_profiles *profiles, struct s8_vec3 up,
    struct s8_dvec3 *feet);

/// Moves a character so that the lowest point of its body along `up`, which has unit length or is zero, is at `feet`,
/// world space, metres: in the air, without velocity. `s8_state_get_feet` then gives that point. At rest the feet are
/// the skin above the floor; with its feet on the floor itself the next move lifts the character by the skin.
S8_API s8_code s8_state_place_feet(struct s8_state *state, const struct s8_profiles *profiles, struct s8_vec3 up,
    struct s8_dvec3 feet);

/// The velocity that a character would have after a step of `seconds`, 0 or more, if nothing were in its way: desired
/// velocity, jump, impulse and gravity; world space, m/s. Ask before the step. The part of it that points into a
/// contact, times the mass, is the impulse for an engine's body that the character pushes.
S8_API s8_code s8_state_get_free_velocity(const struct s8_state *state, const struct s8_profiles *profiles,
    const struct s8_input *input, float seconds, struct s8_vec3 *velocity);

/// Moves one character by `seconds`, 0 or more: jump, gravity, desired velocity, fall; and finds its ground.
/// Instances stand still: if one has a target, or a step is open, use `s8_step_move_character`. `outcome` may be
/// NULL. Any number of threads may move characters at a time.
S8_API s8_code s8_world_move_character(const struct s8_world *world, const struct s8_profiles *profiles,
    struct s8_state *state, const struct s8_input *input, float seconds, struct s8_outcome *outcome);

/// As `s8_world_move_character`, with the same bits, for a character that is moved in many steps: keep its `memory`
/// beside its state, and most moves find the triangles around it again.
S8_API s8_code s8_world_move_character_with(const struct s8_world *world, const struct s8_profiles *profiles,
    struct s8_state *state, const struct s8_input *input, float seconds, struct s8_character_memory *memory,
    struct s8_outcome *outcome);

/// Moves one character by the time of a step: moving instances carry and push it, then it moves by itself. Otherwise
/// as `s8_world_move_character`.
S8_API s8_code s8_step_move_character(const struct s8_step *step, const struct s8_profiles *profiles,
    struct s8_state *state, const struct s8_input *input, struct s8_outcome *outcome);

/// As `s8_step_move_character`, with memory of the character: see `s8_world_move_character_with`.
S8_API s8_code s8_step_move_character_with(const struct s8_step *step, const struct s8_profiles *profiles,
    struct s8_state *state, const struct s8_input *input, struct s8_character_memory *memory,
    struct s8_outcome *outcome);

/// Moves `count` characters by `seconds`, `states[k]` with `inputs[k]` and the profile that the state names; writes
/// the new states in place. The bits are the same as one by one; characters that respond to each other must be in one
/// call. Inputs are not changed: a jump or an impulse in them applies in every step. A character that is refused
/// keeps its state, and the report counts it; `report` may be NULL. With the feature `rayon` the call uses all
/// threads of its pool. An engine's own jobs may call it at the same time for parts of the characters, each with its
/// own memory.
S8_API s8_code s8_world_move_characters(const struct s8_world *world, const struct s8_profiles *profiles,
    struct s8_state *states, const struct s8_input *inputs, size_t count, float seconds, struct s8_move_memory *memory,
    struct s8_report *report);

/// Moves `count` characters by the time of a step; moving instances carry and push them. Otherwise as
/// `s8_world_move_characters`.
S8_API s8_code s8_step_move_characters(const struct s8_step *step, const struct s8_profiles *profiles,
    struct s8_state *states, const struct s8_input *inputs, size_t count, struct s8_move_memory *memory,
    struct s8_report *report);

/// Turns the body of a character to `orientation`, the rotation from the body's axes to world space, unit length: to
/// lie down, say. The feet stay in place along `up`, which has unit length or is zero. Refused if the turned body
/// would overlap the world.
S8_API s8_code s8_world_turn_character(const struct s8_world *world, const struct s8_profiles *profiles,
    struct s8_state *state, struct s8_quat orientation, struct s8_vec3 up);

/// Gives a character that the caller keeps the profile at an index, to crouch or to stand up, say, and sets the index in
/// its state. The feet stay in place along `up`, which has unit length or is zero. Refused if the new body would overlap
/// the world.
S8_API s8_code s8_world_set_profile(const struct s8_world *world, const struct s8_profiles *profiles,
    struct s8_state *state, uint32_t profile, struct s8_vec3 up);

// ---------------------------------------------------------------------------------------------------------------------
// Crowds
// Many characters with ids, moved together; the crowd keeps their states.
// ---------------------------------------------------------------------------------------------------------------------

/// The settings with which a crowd is made.
typedef struct s8_crowd_settings {
    /// Acceleration of gravity that new characters get, world space, m/s^2; up is opposite to it. Default (0, -9.81,
    /// 0).
    struct s8_vec3 gravity;
    /// Number of steps between two sortings of the characters by place; 0 never sorts. Changes speed, not results.
    /// Default 16.
    uint32_t sort_every;
} s8_crowd_settings;
S8_SIZE(s8_crowd_settings, 16);

/// The default settings of a crowd.
S8_API struct s8_crowd_settings s8_crowd_settings_default(void);

/// Makes a crowd without characters; free it with `s8_crowd_free`. Settings NULL: the defaults.
S8_API s8_code s8_crowd_new(const struct s8_crowd_settings *settings, struct s8_crowd **crowd);

/// Makes an independent copy of a crowd. Ids of either crowd name the same characters in both. Free it with
/// `s8_crowd_free`.
S8_API s8_code s8_crowd_clone(const struct s8_crowd *crowd, struct s8_crowd **copy);

/// Makes a crowd a copy of `source`: for rollback, keep a few crowds and copy between them. Allocates nothing once the
/// crowd has held as much. Ids of `source` name the same characters in both.
S8_API s8_code s8_crowd_clone_from(struct s8_crowd *crowd, const struct s8_crowd *source);

/// The settings that a crowd was made with.
S8_API s8_code s8_crowd_get_settings(const struct s8_crowd *crowd, struct s8_crowd_settings *settings);

/// Changes the settings of a crowd from the next step on. Characters whose gravity is that of the old settings get
/// the new one.
S8_API s8_code s8_crowd_set_settings(struct s8_crowd *crowd, const struct s8_crowd_settings *settings);

/// A copy of the table of profiles of a crowd. The field `profile` of the crowd's states is an index into it, which
/// stays as long as a character has the profile. Of profiles that no character has any more the crowd keeps the last
/// 64 at least; then new ones take their indices. Free the copy with `s8_profiles_free`.
S8_API s8_code s8_crowd_get_profiles(const struct s8_crowd *crowd, struct s8_profiles **profiles);

/// Frees a crowd; NULL is allowed. An open step of the crowd ends.
S8_API void s8_crowd_free(struct s8_crowd *crowd);

/// Adds a character with its centre at `place`, world space, metres: in the air, without velocity, with the crowd's
/// gravity. Settings NULL: the defaults. `id` may be NULL.
S8_API s8_code s8_crowd_spawn(struct s8_crowd *crowd, const struct s8_settings *settings, struct s8_dvec3 place,
    struct s8_character_id *id);

/// Adds a character that stands on a level floor at `floor`, world space, metres: its feet are its skin above that point,
/// against the crowd's gravity. Without gravity its centre is at `floor`. It is in the air until the first step finds
/// the floor. Settings NULL: the defaults. `id` may be NULL.
S8_API s8_code s8_crowd_spawn_standing(struct s8_crowd *crowd, const struct s8_settings *settings,
    struct s8_dvec3 floor, struct s8_character_id *id);

/// Adds `count` characters with the same settings, as `s8_crowd_spawn` does, with their centres at `places`; `ids`
/// receives as many ids, in that order, and may be NULL. If one place is refused, which the message names, none is added.
/// Settings NULL: the defaults.
S8_API s8_code s8_crowd_spawn_many(struct s8_crowd *crowd, const struct s8_settings *settings,
    const struct s8_dvec3 *places, size_t count, struct s8_character_id *ids);

/// Removes a character; its id is refused from now on.
S8_API s8_code s8_crowd_despawn(struct s8_crowd *crowd, struct s8_character_id id);

/// The number of characters in the crowd; 0 for NULL, and while a step of the crowd is open.
S8_API size_t s8_crowd_count(const struct s8_crowd *crowd);

/// Whether a character is in the crowd; `false` for NULL, and while a step of the crowd is open.
S8_API bool s8_crowd_contains(const struct s8_crowd *crowd, struct s8_character_id id);

/// A hash of a crowd: its ids and every bit of its states. Equal crowds have equal hashes, on every supported
/// machine and number of threads. 0 for NULL, and while a step of the crowd is open.
S8_API uint64_t s8_crowd_state_hash(const struct s8_crowd *crowd);

/// Moves all characters by `seconds`, 0 or more, in a world in which nothing moves: if an instance has a target, or a
/// step is open, use `s8_crowd_step_in`. Jumps and impulses apply once. `report` may be NULL.
S8_API s8_code s8_crowd_step(struct s8_crowd *crowd, const struct s8_world *world, float seconds,
    struct s8_report *report);

/// As `s8_crowd_step`, in an open step of a world and for its duration: moving instances carry and push characters.
S8_API s8_code s8_crowd_step_in(struct s8_crowd *crowd, const struct s8_step *step, struct s8_report *report);

/// Begins a step of a crowd in a world in which nothing moves, cut into at most `most_jobs` jobs; `jobs` receives how
/// many there are. Then run each job once by `s8_crowd_run_job`, on any threads at the same time, and end the step by
/// `s8_crowd_finish_step`. The bits are those of `s8_crowd_step`. Until then all other calls with the crowd are refused,
/// and the world can be queried, but not changed or freed. A job has at least 64 characters, but for the last: two to
/// four jobs a thread share the work well. With the feature `rayon` this call sorts large crowds on its pool.
S8_API s8_code s8_crowd_begin_step(struct s8_crowd *crowd, const struct s8_world *world, float seconds,
    size_t most_jobs, size_t *jobs);

/// Begins a step of a crowd that takes the time of a step of a world; moving instances carry and push the characters.
/// Otherwise as `s8_crowd_begin_step`. The step of the world can end only after this one.
S8_API s8_code s8_crowd_begin_step_in(struct s8_crowd *crowd, const struct s8_step *step, size_t most_jobs,
    size_t *jobs);

/// Moves the characters of a job of the open step of a crowd: `job` is less than the number of jobs, and each runs once.
/// Any number of threads may run jobs at the same time, each another one.
S8_API s8_code s8_crowd_run_job(const struct s8_crowd *crowd, size_t job);

/// Ends the step of a crowd: runs the jobs that have not run, and collects contacts and events. All calls of
/// `s8_crowd_run_job` have returned before. `report` may be NULL.
S8_API s8_code s8_crowd_finish_step(struct s8_crowd *crowd, struct s8_report *report);

/// The state of a character.
S8_API s8_code s8_crowd_get_state(const struct s8_crowd *crowd, struct s8_character_id id, struct s8_state *state);

/// Replaces the state of a character; the state's key stays the index of the id.
S8_API s8_code s8_crowd_set_state(struct s8_crowd *crowd, struct s8_character_id id, const struct s8_state *state);

/// The input of a character for the next step.
S8_API s8_code s8_crowd_get_input(const struct s8_crowd *crowd, struct s8_character_id id, struct s8_input *input);

/// Sets the input of a character. It stays until it is set again; a jump and an impulse in it apply once.
S8_API s8_code s8_crowd_set_input(struct s8_crowd *crowd, struct s8_character_id id, const struct s8_input *input);

/// Sets the desired velocity of a character, world space, m/s; the rest of its input stays.
S8_API s8_code s8_crowd_set_desired_velocity(struct s8_crowd *crowd, struct s8_character_id id,
    struct s8_vec3 velocity);

/// The centre of a character, world space, metres.
S8_API s8_code s8_crowd_get_position(const struct s8_crowd *crowd, struct s8_character_id id, struct s8_dvec3 *place);

/// The centre of a character before the last step, world space, metres: to interpolate pictures between steps.
S8_API s8_code s8_crowd_get_previous_position(const struct s8_crowd *crowd, struct s8_character_id id,
    struct s8_dvec3 *place);

/// Angle by which the ground turned a character about up in the last step, radians, counter-clockwise seen from above: to turn
/// its view with the ground.
S8_API s8_code s8_crowd_get_turned_by(const struct s8_crowd *crowd, struct s8_character_id id, float *angle);

/// The lowest point of a character's body along up, world space, metres.
S8_API s8_code s8_crowd_get_feet(const struct s8_crowd *crowd, struct s8_character_id id, struct s8_dvec3 *place);

/// Makes a character jump in the next step if it is grounded, or on the heads of solid ones, with at least this speed, m/s,
/// 0 to 16777216. A jump of speed v is v*v/(2g) high.
S8_API s8_code s8_crowd_jump(struct s8_crowd *crowd, struct s8_character_id id, float speed);

/// Changes the velocity of a character at the start of the next step, world space, m/s: an explosion, a hit. Several
/// add up.
S8_API s8_code s8_crowd_add_impulse(struct s8_crowd *crowd, struct s8_character_id id, struct s8_vec3 change_by);

/// Moves the centre of a character to `place` at once, world space, metres: in the air, without velocity.
S8_API s8_code s8_crowd_teleport(struct s8_crowd *crowd, struct s8_character_id id, struct s8_dvec3 place);

/// Moves a character so that the lowest point of its body along up is at `feet`, world space, metres: in the air,
/// without velocity. `s8_crowd_get_feet` then gives that point. At rest the feet are the skin above the floor; with its
/// feet on the floor itself the next step lifts the character by the skin. Without up the centre is moved there.
S8_API s8_code s8_crowd_place_feet(struct s8_crowd *crowd, struct s8_character_id id, struct s8_dvec3 feet);

/// The settings of a character.
S8_API s8_code s8_crowd_get_settings_of(const struct s8_crowd *crowd, struct s8_character_id id,
    struct s8_settings *settings);

/// Changes the settings of a character, to crouch or to stand up, say; the feet stay in place. Refused if the new
/// body would overlap the world where the old one does not.
S8_API s8_code s8_crowd_set_settings_of(struct s8_crowd *crowd, const struct s8_world *world,
    struct s8_character_id id, const struct s8_settings *settings);

/// Turns the body of a character to an orientation of unit length, as `s8_world_turn_character` does.
S8_API s8_code s8_crowd_turn(struct s8_crowd *crowd, const struct s8_world *world, struct s8_character_id id,
    struct s8_quat orientation);

/// Sets the layers of a character, a bit each; 1 at first. Filters of queries use them; steps do not.
S8_API s8_code s8_crowd_set_layers(struct s8_crowd *crowd, struct s8_character_id id, uint32_t layers);

/// The layers of a character, a bit each.
S8_API s8_code s8_crowd_get_layers(const struct s8_crowd *crowd, struct s8_character_id id, uint32_t *layers);

/// Puts a character into a group, any number; 0 at first. Characters of different groups neither block nor push nor see
/// each other, as if each group were a crowd of its own.
S8_API s8_code s8_crowd_set_group(struct s8_crowd *crowd, struct s8_character_id id, uint32_t group);

/// The group of a character.
S8_API s8_code s8_crowd_get_group(const struct s8_crowd *crowd, struct s8_character_id id, uint32_t *group);

/// Copies the ids of all characters to `ids`; `count` must be the number of characters.
S8_API s8_code s8_crowd_copy_ids(const struct s8_crowd *crowd, struct s8_character_id *ids, size_t count);

/// Copies the states of all characters to `states`; `count` must be the number of characters.
S8_API s8_code s8_crowd_copy_states(const struct s8_crowd *crowd, struct s8_state *states, size_t count);

/// Copies the centres of all characters, world space, metres; `count` must be the number of characters.
S8_API s8_code s8_crowd_copy_positions(const struct s8_crowd *crowd, struct s8_position *positions, size_t count);

/// Copies the centres of all characters before the last step, world space, metres; `count` must be the number of
/// characters.
S8_API s8_code s8_crowd_copy_previous_positions(const struct s8_crowd *crowd, struct s8_position *positions,
    size_t count);

/// Copies the angle by which the ground turned each character about up in the last step, radians; `count` must be the number of
/// characters.
S8_API s8_code s8_crowd_copy_turned_by(const struct s8_crowd *crowd, float *angles, size_t count);

/// Replaces the states of all characters; `count` must be the number of characters. If one state is refused, none is
/// replaced.
S8_API s8_code s8_crowd_set_states(struct s8_crowd *crowd, const struct s8_state *states, size_t count);

/// Sets the inputs of all characters; `count` must be the number of characters. If one input is refused, none is set.
S8_API s8_code s8_crowd_set_inputs(struct s8_crowd *crowd, const struct s8_input *inputs, size_t count);

/// Sets the desired velocities of all characters, world space, m/s; `count` must be the number of characters. If one
/// is refused, none is set.
S8_API s8_code s8_crowd_set_desired_velocities(struct s8_crowd *crowd, const struct s8_vec3 *velocities, size_t count);

// ---------------------------------------------------------------------------------------------------------------------
// Queries of a crowd
// Rays, sweeps and overlaps with the bodies of characters. World space, metres.
// ---------------------------------------------------------------------------------------------------------------------

/// What a ray of `s8_crowd_sense` hits first.
enum s8_sensed_kind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// The ray hits nothing.
    S8_SENSED_NOTHING = 0,
    /// The ray hits the triangle `triangle` of the instance `instance`.
    S8_SENSED_TRIANGLE = 1,
    /// The ray hits the body of the character `character`.
    S8_SENSED_CHARACTER = 2,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum s8_sensed_kind s8_sensed_kind;
#else
typedef uint32_t s8_sensed_kind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// Selects the characters that a query considers. Where a call takes a filter, NULL means all characters of group 0.
typedef struct s8_character_filter {
    /// The mask of the layers of characters that the query considers, a bit each.
    uint32_t layers;
    /// Whether the query leaves out the character `skip`: 0, or any other number.
    uint32_t skips;
    /// A character that the query leaves out, such as the one that shoots.
    struct s8_character_id skip;
    /// Whether `group` names the group whose characters count: 0, or any other number. With 0 it is the group of the
    /// character that is left out, and group 0 where none is.
    uint32_t has_group;
    /// The group whose characters count; no query sees two.
    uint32_t group;
} s8_character_filter;
S8_SIZE(s8_character_filter, 24);

/// The first contact of a ray or of a swept shape with the body of a character.
typedef struct s8_character_hit {
    /// The id of the touched character.
    struct s8_character_id id;
    /// For a ray, the distance from its origin, metres; 0 where it begins inside. For a sweep, the fraction of the
    /// displacement at the contact, 0 to 1.
    float distance;
    /// For a sweep that starts inside, how far the shape has to move along the normal to be free, metres; otherwise
    /// 0.
    float overlap;
    /// The touched point of the character's body, world space, metres, rounded to `float`.
    struct s8_vec3 point;
    /// The touched point relative to the character's centre, along world axes, metres: as accurate far from the
    /// origin as near it.
    struct s8_vec3 from_center;
    /// Unit normal of the contact, world space, pointing away from the character.
    struct s8_vec3 normal;
} s8_character_hit;
S8_SIZE(s8_character_hit, 52);

/// A character whose body overlaps the shape of a query, and the way out.
typedef struct s8_character_overlap {
    /// The id of the overlapped character.
    struct s8_character_id id;
    /// The distance the shape must move along the normal to leave the character's body, metres, more than 0.
    float depth;
    /// Unit normal of the overlap, world space, from the character towards the shape.
    struct s8_vec3 normal;
    /// The point of the character's body in the direction of the normal, world space, metres, rounded to `float`.
    struct s8_vec3 point;
    /// The same point as `point`, relative to the character's centre, along world axes, metres.
    struct s8_vec3 from_center;
} s8_character_overlap;
S8_SIZE(s8_character_overlap, 48);

/// The rays that each character casts in `s8_crowd_sense`, without their directions.
typedef struct s8_sense_rays {
    /// The length of the rays, metres; it may be infinite.
    float distance;
    /// The vector from the centre of a character to the start of its rays, along the axes of its body, metres.
    struct s8_vec3 offset;
    /// The part of the world that the rays consider; `s8_filter_default` is the usual one.
    struct s8_filter filter;
    /// The mask of the layers of characters that the rays consider, a bit each; 0 for the world only.
    uint32_t layers;
} s8_sense_rays;
S8_SIZE(s8_sense_rays, 52);

/// The answer to one ray of `s8_crowd_sense`.
typedef struct s8_sensed {
    /// The distance from the start of the ray to the hit, metres; infinite where the ray hits nothing, 0 where it
    /// starts in the body of another character.
    float distance;
    /// What the ray hits: one of `s8_sensed_kind`.
    uint32_t kind;
    /// The instance whose triangle is hit; zero without one.
    struct s8_instance_id instance;
    /// Index of the hit triangle in its mesh; zero without one.
    uint32_t triangle;
    /// The character that is hit; zero without one.
    struct s8_character_id character;
} s8_sensed;
S8_SIZE(s8_sensed, 28);

/// Makes a filter that considers all characters of group 0.
S8_API struct s8_character_filter s8_character_filter_default(void);

/// Finds the first character that a ray hits within a distance, metres, which may be infinite; the direction has any
/// length but 0. `is_hit` receives whether there is one; `hit` is written only then, and may be NULL.
S8_API s8_code s8_crowd_ray(const struct s8_crowd *crowd, struct s8_dvec3 origin, struct s8_vec3 direction,
    float distance, const struct s8_character_filter *filter, struct s8_character_hit *hit, bool *is_hit);

/// Whether a ray hits any character; cheaper than `s8_crowd_ray`.
S8_API s8_code s8_crowd_ray_any(const struct s8_crowd *crowd, struct s8_dvec3 origin, struct s8_vec3 direction,
    float distance, const struct s8_character_filter *filter, bool *is_hit);

/// Finds the first character that a shape touches while its centre moves from `center` by `displacement`, world
/// space, metres. `is_hit` receives whether there is one; `hit` is written only then, and may be NULL.
S8_API s8_code s8_crowd_sweep(const struct s8_crowd *crowd, const struct s8_shape *shape, struct s8_dvec3 center,
    struct s8_vec3 displacement, const struct s8_character_filter *filter, struct s8_character_hit *hit, bool *is_hit);

/// Whether a shape touches any character on its way; cheaper than `s8_crowd_sweep`.
S8_API s8_code s8_crowd_sweep_any(const struct s8_crowd *crowd, const struct s8_shape *shape, struct s8_dvec3 center,
    struct s8_vec3 displacement, const struct s8_character_filter *filter, bool *is_hit);

/// Whether a shape overlaps any character.
S8_API s8_code s8_crowd_overlap(const struct s8_crowd *crowd, const struct s8_shape *shape, struct s8_dvec3 center,
    const struct s8_character_filter *filter, bool *is_hit);

/// Lists the characters that a shape overlaps, in the order of the indices of their ids. `count` receives how many
/// there are; at most `capacity` of them are written to `overlaps`, which may be NULL where `capacity` is 0.
S8_API s8_code s8_crowd_overlap_all(const struct s8_crowd *crowd, const struct s8_shape *shape, struct s8_dvec3 center,
    const struct s8_character_filter *filter, struct s8_character_overlap *overlaps, size_t capacity, size_t *count);

/// Makes rays of a length, metres, from the centres of the characters, which consider all characters, and the world with
/// the filter of `s8_filter_default`.
S8_API struct s8_sense_rays s8_sense_rays_of(float distance);

/// Casts the same number of rays from every character, against the world and against the other characters. The answers
/// of the first character come first, then those of the second, in the order of the indices of their ids: for n
/// characters with k rays each `count` is n * k. There are k directions, which all characters share, or n * k; they lie
/// along the axes of each body, and have any length but 0. An answer is the nearer of `s8_world_ray` and `s8_crowd_ray`
/// without the character itself, bit for bit. With the feature `rayon` the call uses all threads of its pool.
S8_API s8_code s8_crowd_sense(const struct s8_crowd *crowd, const struct s8_world *world,
    const struct s8_sense_rays *rays, const struct s8_vec3 *directions, size_t direction_count,
    struct s8_sensed *answers, size_t count);

// ---------------------------------------------------------------------------------------------------------------------
// Events and contacts
// What happened to the characters of a crowd, or of an array, in its last step.
// ---------------------------------------------------------------------------------------------------------------------

/// The kind of an event: what happened to a character in the last step.
enum s8_event_kind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// A kind of event that has no name in this version.
    S8_EVENT_OTHER = 0,
    /// The character touches a surface that it did not touch in the step before.
    S8_EVENT_CONTACT_BEGAN = 1,
    /// The character touches a surface in this step and in the one before.
    S8_EVENT_CONTACT_KEPT = 2,
    /// The character touched a surface in the step before, and not in this one.
    S8_EVENT_CONTACT_ENDED = 3,
    /// The character came onto ground that holds it.
    S8_EVENT_GROUND_ENTERED = 4,
    /// The character left ground that held it.
    S8_EVENT_GROUND_LEFT = 5,
    /// The character climbed stair steps.
    S8_EVENT_STEPPED = 6,
    /// The character entered a sensor.
    S8_EVENT_SENSOR_ENTERED = 7,
    /// The character left a sensor.
    S8_EVENT_SENSOR_LEFT = 8,
    /// An instance that moves pushed the character.
    S8_EVENT_PUSHED = 9,
    /// An instance that moves crushed the character.
    S8_EVENT_CRUSHED = 10,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum s8_event_kind s8_event_kind;
#else
typedef uint32_t s8_event_kind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// The kinds of events that a step records: one, or several joined by `|`. A bit keeps its meaning in later versions.
enum s8_event_mask
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// Record no events.
    S8_EVENTS_NONE = 0,
    /// Record `S8_EVENT_CONTACT_BEGAN`: one for each newly touched surface.
    S8_EVENTS_CONTACTS_BEGUN = 1,
    /// Record `S8_EVENT_CONTACT_KEPT`: one for each touched surface and step.
    S8_EVENTS_CONTACTS_KEPT = 2,
    /// Record `S8_EVENT_CONTACT_ENDED`: one for each surface that is no longer touched.
    S8_EVENTS_CONTACTS_ENDED = 4,
    /// Record all events of contacts: begun, kept and ended.
    S8_EVENTS_CONTACTS = 7,
    /// Record `S8_EVENT_GROUND_ENTERED` and `S8_EVENT_GROUND_LEFT`. With these alone characters at rest stay at rest.
    S8_EVENTS_GROUND = 8,
    /// Record `S8_EVENT_STEPPED`: one for each character and step in which it climbed.
    S8_EVENTS_STEPS = 16,
    /// Record `S8_EVENT_SENSOR_ENTERED` and `S8_EVENT_SENSOR_LEFT`.
    S8_EVENTS_SENSORS = 32,
    /// `S8_EVENT_PUSHED`: one for each pushing instance and step.
    S8_EVENTS_PUSHES = 64,
    /// `S8_EVENT_CRUSHED`: one for each step in which the character is crushed.
    S8_EVENTS_CRUSHES = 128,
    /// All events but `S8_EVENTS_CONTACTS_KEPT`: what differs from the step before.
    S8_EVENTS_NEWS = 253,
    /// All events that this version knows.
    S8_EVENTS_ALL = 255,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum s8_event_mask s8_event_mask;
#else
typedef uint32_t s8_event_mask;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// An event that happened to a character in the last step.
typedef struct s8_event {
    /// The character of the event; for an array of characters an id whose index is its place there.
    struct s8_character_id character;
    /// The kind of the event: one of `s8_event_kind`.
    uint32_t kind;
    /// The instance that was touched, that pushed or crushed, or the sensor; otherwise 0. It may have been removed since.
    struct s8_instance_id instance;
    /// Index of the touched triangle in its mesh, for an event of a contact; otherwise 0.
    uint32_t triangle;
    /// The height by which stair steps raised the character, metres, for `S8_EVENT_STEPPED`; otherwise 0.
    float height;
    /// Velocity of the surface that pushed the character, at the touched point, world space, m/s; otherwise 0.
    struct s8_vec3 velocity;
} s8_event;
S8_SIZE(s8_event, 40);

/// A surface that a character touched in the last step.
typedef struct s8_character_contact {
    /// The character that touched the surface; for an array of characters an id whose index is its place there.
    struct s8_character_id character;
    /// The index of this contact among those of the character in the last step.
    uint32_t number;
    /// The touched surface, with the point and the normal of the contact.
    struct s8_contact contact;
    /// Unit normal of the touched triangle's front, world space.
    struct s8_vec3 face_normal;
    /// The touched point as weights of the touched triangle's corners, in the order of the mesh.
    struct s8_vec3 barycentric;
    /// Velocity of the touched surface at the point of the contact, world space, m/s; zero if the surface lies still.
    struct s8_vec3 surface_velocity;
    /// The velocity that the character would have at the end of the step if nothing were in its way, world space,
    /// m/s. The part of it, less `surface_velocity`, against the contact's normal, times the mass, is the impulse of its push.
    struct s8_vec3 free_velocity;
    /// The mass of the character that touched the surface, kg.
    float mass;
    /// Whether the character's centre is on the front side of the touched triangle: 1 or 0.
    uint32_t is_front;
} s8_character_contact;
S8_SIZE(s8_character_contact, 108);

/// Sets which events are recorded from the next step on: bits of `s8_event_mask`. Others cost nothing. What was recorded
/// before is forgotten.
S8_API s8_code s8_crowd_record_events(struct s8_crowd *crowd, uint32_t mask);

/// The number of recorded events of a crowd's last step; 0 for NULL, and while a step of the crowd is open.
S8_API size_t s8_crowd_event_count(const struct s8_crowd *crowd);

/// Copies the events of the last step, ordered by character, the same on any number of threads. `count` receives how
/// many there are; at most `capacity` of them are written to `events`, which may be NULL where `capacity` is 0.
S8_API s8_code s8_crowd_copy_events(const struct s8_crowd *crowd, struct s8_event *events, size_t capacity,
    size_t *count);

/// Turns the recording of a character's contacts on or off, from the next step on.
S8_API s8_code s8_crowd_watch_contacts(struct s8_crowd *crowd, struct s8_character_id id, bool on);

/// Copies the contacts of a character in the last step, in the order of touching; none unless it is watched or contact
/// events are recorded. `count` receives how many there are; at most `capacity` of them are written to `contacts`, which may
/// be NULL where `capacity` is 0.
S8_API s8_code s8_crowd_copy_contacts(const struct s8_crowd *crowd, struct s8_character_id id,
    struct s8_character_contact *contacts, size_t capacity, size_t *count);

/// Sets which events of an array of characters are recorded from the next step on: bits of `s8_event_mask`. Others cost
/// nothing. What was recorded before is forgotten.
S8_API s8_code s8_move_memory_record_events(struct s8_move_memory *memory, uint32_t mask);

/// The number of recorded events of the last step of an array of characters; 0 for NULL.
S8_API size_t s8_move_memory_event_count(const struct s8_move_memory *memory);

/// Copies the events of the last step of an array of characters; the index of an event's id is that of the character in
/// the array. Otherwise as `s8_crowd_copy_events`.
S8_API s8_code s8_move_memory_copy_events(const struct s8_move_memory *memory, struct s8_event *events,
    size_t capacity, size_t *count);

/// Turns the recording of contacts of the character at an index of the array on or off, from the next step on.
S8_API s8_code s8_move_memory_watch_contacts(struct s8_move_memory *memory, size_t index, bool on);

/// Copies the contacts, in the last step, of the character at an index of the array. Otherwise as
/// `s8_crowd_copy_contacts`.
S8_API s8_code s8_move_memory_copy_contacts(const struct s8_move_memory *memory, size_t index,
    struct s8_character_contact *contacts, size_t capacity, size_t *count);

// ---------------------------------------------------------------------------------------------------------------------
// Save and restore
// Crowds, and the motion of worlds, as bytes: for rollback and files.
// ---------------------------------------------------------------------------------------------------------------------

/// Makes an empty buffer for saved bytes; free it with `s8_bytes_free`.
S8_API struct s8_bytes *s8_bytes_new(void);

/// Frees a buffer for saved bytes; NULL is allowed.
S8_API void s8_bytes_free(struct s8_bytes *bytes);

/// The saved bytes in a buffer, valid until the next save into it or until it is freed; NULL for NULL.
S8_API const uint8_t *s8_bytes_data(const struct s8_bytes *bytes);

/// The number of saved bytes in a buffer; 0 for NULL.
S8_API size_t s8_bytes_size(const struct s8_bytes *bytes);

/// Saves a crowd: after `s8_crowd_restore` the same ids name the same characters, and the next steps give the same
/// bits, on every supported machine of the same byte order. Allocates nothing once the buffer is large enough.
S8_API s8_code s8_crowd_save(const struct s8_crowd *crowd, struct s8_bytes *bytes);

/// Restores a crowd from bytes of `s8_crowd_save`. Bytes that were cut, changed or written by another version are
/// refused, and the crowd stays as it is.
S8_API s8_code s8_crowd_restore(struct s8_crowd *crowd, const uint8_t *bytes, size_t size);

/// Saves placements and targets of all instances, for rollback; not the meshes. Allocates nothing once the buffer is
/// large enough.
S8_API s8_code s8_world_save_motion(const struct s8_world *world, struct s8_bytes *bytes);

/// Restores placements and targets of all instances from bytes of `s8_world_save_motion`. The world must have the
/// same instances as at the save.
S8_API s8_code s8_world_restore_motion(struct s8_world *world, const uint8_t *bytes, size_t size);

// ---------------------------------------------------------------------------------------------------------------------
// Debug lines
// The last step of a character, as lines to draw.
// ---------------------------------------------------------------------------------------------------------------------

/// The meaning of a debug line of a character, to choose its colour by.
enum s8_line_kind
#if defined(__cplusplus) || __STDC_VERSION__ >= 202311L
  : uint32_t
#endif // defined(__cplusplus) || __STDC_VERSION__ >= 202311L
 {
    /// A kind of debug line that has no name in this version.
    S8_LINE_OTHER = 0,
    /// A line from the character's centre before the last step to its centre after the step.
    S8_LINE_WAY = 1,
    /// A line along the normal of the character's ground, also of a steep one, from the touched point.
    S8_LINE_GROUND = 2,
    /// The normal of a contact, drawn from the touched point: of watched characters, and of all while events are
    /// recorded.
    S8_LINE_CONTACT = 3,
    /// A line up along a stair step that the character climbed, to its feet; while events are recorded.
    S8_LINE_STEP = 4,
    /// A line to the centre of another character that responds to this one and is nearer than a radius.
    S8_LINE_NEIGHBOUR = 5,
};
#ifndef __cplusplus
#if __STDC_VERSION__ >= 202311L
typedef enum s8_line_kind s8_line_kind;
#else
typedef uint32_t s8_line_kind;
#endif // __STDC_VERSION__ >= 202311L
#endif // __cplusplus

/// A debug line to draw, world space, metres, rounded to `float`.
typedef struct s8_line {
    /// The start of the debug line, world space, metres.
    struct s8_vec3 from;
    /// The end of the debug line, world space, metres.
    struct s8_vec3 to;
    /// The meaning of the debug line: one of `s8_line_kind`.
    uint32_t kind;
} s8_line;
S8_SIZE(s8_line, 28);

/// Lists lines of one character to draw: its path in the last step, its ground, contacts, steps and near characters.
/// `count` receives how many there are; at most `capacity` of them are written to `lines`, which may be NULL where
/// `capacity` is 0. For development: it allocates.
S8_API s8_code s8_crowd_copy_debug_lines(const struct s8_crowd *crowd, struct s8_character_id id,
    struct s8_line *lines, size_t capacity, size_t *count);

// ---------------------------------------------------------------------------------------------------------------------
// Check of this header
// The first call of a program.
// ---------------------------------------------------------------------------------------------------------------------

/// Compares this header to the library that the program runs with: call it once, before all others. The error names the
/// first struct whose size differs, or says which versions meet.
static inline s8_code s8_check_header(void) {
    const s8_struct_size structs[] = {
        {"s8_struct_size", sizeof(s8_struct_size)},
        {"s8_vec3", sizeof(s8_vec3)},
        {"s8_quat", sizeof(s8_quat)},
        {"s8_shape", sizeof(s8_shape)},
        {"s8_dvec3", sizeof(s8_dvec3)},
        {"s8_instance_id", sizeof(s8_instance_id)},
        {"s8_position", sizeof(s8_position)},
        {"s8_surface", sizeof(s8_surface)},
        {"s8_character_id", sizeof(s8_character_id)},
        {"s8_placement", sizeof(s8_placement)},
        {"s8_mesh_data", sizeof(s8_mesh_data)},
        {"s8_mesh_report", sizeof(s8_mesh_report)},
        {"s8_triangle", sizeof(s8_triangle)},
        {"s8_contact_view", sizeof(s8_contact_view)},
        {"s8_body_part", sizeof(s8_body_part)},
        {"s8_filter", sizeof(s8_filter)},
        {"s8_face", sizeof(s8_face)},
        {"s8_hit", sizeof(s8_hit)},
        {"s8_ray_hit", sizeof(s8_ray_hit)},
        {"s8_overlap", sizeof(s8_overlap)},
        {"s8_depenetration", sizeof(s8_depenetration)},
        {"s8_closest", sizeof(s8_closest)},
        {"s8_sweep_query", sizeof(s8_sweep_query)},
        {"s8_ray_query", sizeof(s8_ray_query)},
        {"s8_overlap_query", sizeof(s8_overlap_query)},
        {"s8_closest_query", sizeof(s8_closest_query)},
        {"s8_sweep_answer", sizeof(s8_sweep_answer)},
        {"s8_ray_answer", sizeof(s8_ray_answer)},
        {"s8_overlap_answer", sizeof(s8_overlap_answer)},
        {"s8_closest_answer", sizeof(s8_closest_answer)},
        {"s8_slide_settings", sizeof(s8_slide_settings)},
        {"s8_contact", sizeof(s8_contact)},
        {"s8_outcome", sizeof(s8_outcome)},
        {"s8_state", sizeof(s8_state)},
        {"s8_input", sizeof(s8_input)},
        {"s8_report", sizeof(s8_report)},
        {"s8_settings", sizeof(s8_settings)},
        {"s8_crowd_settings", sizeof(s8_crowd_settings)},
        {"s8_character_filter", sizeof(s8_character_filter)},
        {"s8_character_hit", sizeof(s8_character_hit)},
        {"s8_character_overlap", sizeof(s8_character_overlap)},
        {"s8_sense_rays", sizeof(s8_sense_rays)},
        {"s8_sensed", sizeof(s8_sensed)},
        {"s8_event", sizeof(s8_event)},
        {"s8_character_contact", sizeof(s8_character_contact)},
        {"s8_line", sizeof(s8_line)},
    };
    const size_t count = sizeof structs / sizeof structs[0];
    return s8_check_sizes(S8_VERSION_MAJOR, S8_VERSION_MINOR, S8_VERSION_PATCH, structs, count);
}

#ifdef __cplusplus
} // extern "C"
#endif
