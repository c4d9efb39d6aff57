// sweep8 for C++17: the calls of sweep8.h as methods of classes that free themselves, and errors as exceptions.
//
//     sweep8::check_header();
//     sweep8::world world;
//     world.add(sweep8::mesh::cuboid(20.0f, 0.5f, 20.0f));
//     sweep8::crowd crowd;
//     const s8_character_id person = crowd.spawn({0.0, 1.5, 0.0});
//     crowd.set_desired_velocity(person, {1.5f, 0.0f, 0.0f});
//     crowd.step(world, 1.0f / 60.0f);
//
// A method is the call of the same name, and sweep8.h documents it; a call that fails throws `sweep8::refused`. Objects
// can be moved, and not be copied: `clone` copies a world or a crowd. An object that was moved from holds NULL, which
// calls refuse.
//
// Plain data keeps its C types, such as `s8_state`. A pointer parameter with the default NULL may be NULL. Queries that
// may find nothing return `std::optional`; those that list fill a `std::vector`, whose memory they use again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "sweep8.h"

namespace sweep8 {

// A call failed: what() is its message, `code` the reason, `field` the field or argument that the message is about.
struct refused : std::runtime_error {
    explicit refused(s8_code why) : std::runtime_error(s8_error_message()), code(why), field(s8_error_field()) {}
    s8_code code;
    std::string field;
};

// Throws if a call failed.
inline void check(s8_code code) {
    if (code != S8_OK) throw refused(code);
}

// Throws if this header and the library do not match. Call it once, before all others.
inline void check_header() { check(s8_check_header()); }

// The version of the library.
inline const char *version() noexcept { return s8_version(); }

// Throws if no step could have left this state, or its profile is not less than `profile_count`.
inline void check_state(const s8_state &state, std::size_t profile_count) {
    check(s8_state_check(&state, profile_count));
}

namespace detail {

inline void release(s8_mesh *raw) noexcept { s8_mesh_free(raw); }
inline void release(s8_world *raw) noexcept { s8_world_free(raw); }
inline void release(s8_crowd *raw) noexcept { s8_crowd_free(raw); }
inline void release(s8_body *raw) noexcept { s8_body_free(raw); }
inline void release(s8_profiles *raw) noexcept { s8_profiles_free(raw); }
inline void release(s8_move_memory *raw) noexcept { s8_move_memory_free(raw); }
inline void release(s8_character_memory *raw) noexcept { s8_character_memory_free(raw); }
inline void release(s8_bytes *raw) noexcept { s8_bytes_free(raw); }

struct releaser {
    template <class Raw>
    void operator()(Raw *raw) const noexcept {
        release(raw);
    }
};

// Owns a handle of C. `get` gives it to calls; it is `const` where the object is.
template <class Raw>
class owner {
public:
    explicit owner(Raw *raw) noexcept : raw_(raw) {}
    Raw *get() noexcept { return raw_.get(); }
    const Raw *get() const noexcept { return raw_.get(); }

private:
    std::unique_ptr<Raw, releaser> raw_;
};

// The handle that a call makes.
template <class Raw, class Call>
Raw *made(Call call) {
    Raw *raw = nullptr;
    check(call(&raw));
    return raw;
}

// The value that a call writes.
template <class Value, class Call>
Value read(Call call) {
    Value value{};
    check(call(&value));
    return value;
}

// The value that a call writes where it finds one.
template <class Value, class Call>
std::optional<Value> found(Call call) {
    Value value{};
    bool is_found = false;
    check(call(&value, &is_found));
    return is_found ? std::optional<Value>(value) : std::nullopt;
}

// All values that a call lists: asks again where the vector had no room.
template <class Value, class Call>
void list(std::vector<Value> &values, Call call) {
    values.resize(values.capacity());
    std::size_t count = 0;
    check(call(values.data(), values.size(), &count));
    const bool had_room = count <= values.size();
    values.resize(count);
    if (!had_room) check(call(values.data(), values.size(), &count));
}

} // namespace detail

// The shortest displacement that takes a sphere out of a triangle, of three corners.
inline std::optional<s8_vec3> sphere_out_of_triangle(s8_vec3 center, float radius, const s8_vec3 *corners) {
    return detail::found<s8_vec3>([&](auto *out, bool *is_overlapping) {
        return s8_sphere_out_of_triangle(center, radius, corners, out, is_overlapping);
    });
}

// The instance that crushed a character in its last step.
inline std::optional<s8_instance_id> crushed_by(const s8_state &state) {
    return detail::found<s8_instance_id>(
        [&](auto *out, bool *is_crushed) { return s8_state_get_crushed_by(&state, out, is_crushed); });
}

// The instance that is the frame of reference of a character in the air.
inline std::optional<s8_instance_id> frame(const s8_state &state) {
    return detail::found<s8_instance_id>(
        [&](auto *out, bool *has_frame) { return s8_state_get_frame(&state, out, has_frame); });
}

// Makes an instance the frame of reference of a character in the air, until it lands; without one the world is.
inline void set_frame(s8_state &state, std::optional<s8_instance_id> instance) {
    check(s8_state_set_frame(&state, instance ? &*instance : nullptr));
}

// Memory for moves of an array of characters, with the events and contacts of its last step.
class move_memory : public detail::owner<s8_move_memory> {
public:
    using owner::owner;
    move_memory() : owner(s8_move_memory_new()) {}

    void set_sort_every(std::uint32_t steps) { check(s8_move_memory_set_sort_every(get(), steps)); }
    // Bits of `s8_event_mask`, joined by `|`.
    void record_events(std::uint32_t mask) { check(s8_move_memory_record_events(get(), mask)); }
    void watch_contacts(std::size_t index, bool on) { check(s8_move_memory_watch_contacts(get(), index, on)); }
    std::size_t event_count() const noexcept { return s8_move_memory_event_count(get()); }
    void copy_events(std::vector<s8_event> &events) const {
        detail::list(events, [&](auto *out, auto capacity, auto *count) {
            return s8_move_memory_copy_events(get(), out, capacity, count);
        });
    }
    void copy_contacts(std::size_t index, std::vector<s8_character_contact> &contacts) const {
        detail::list(contacts, [&](auto *out, auto capacity, auto *count) {
            return s8_move_memory_copy_contacts(get(), index, out, capacity, count);
        });
    }
};

// Memory for moves of one character: keep it beside the state.
class character_memory : public detail::owner<s8_character_memory> {
public:
    using owner::owner;
    character_memory() : owner(s8_character_memory_new()) {}
};

// A buffer for saved bytes.
class bytes : public detail::owner<s8_bytes> {
public:
    using owner::owner;
    bytes() : owner(s8_bytes_new()) {}

    const std::uint8_t *data() const noexcept { return s8_bytes_data(get()); }
    std::size_t size() const noexcept { return s8_bytes_size(get()); }
};

// A cooked mesh.
class mesh : public detail::owner<s8_mesh> {
public:
    using owner::owner;

    static mesh cook(const s8_mesh_data &data) {
        return mesh(detail::made<s8_mesh>([&](s8_mesh **out) { return s8_mesh_cook(&data, out); }));
    }
    static mesh cuboid(float half_x, float half_y, float half_z) {
        return mesh(detail::made<s8_mesh>([&](s8_mesh **out) { return s8_mesh_cuboid(half_x, half_y, half_z, out); }));
    }
    static mesh capsule(float half_height, float radius, std::uint32_t radial_segments) {
        return mesh(detail::made<s8_mesh>(
            [&](s8_mesh **out) { return s8_mesh_capsule(half_height, radius, radial_segments, out); }));
    }
    static mesh heightfield(std::uint32_t columns, std::uint32_t rows, float cell_x, float cell_z, const float *heights,
                            std::size_t count) {
        return mesh(detail::made<s8_mesh>([&](s8_mesh **out) {
            return s8_mesh_heightfield(columns, rows, cell_x, cell_z, heights, count, out);
        }));
    }
    static mesh from_bytes(const std::uint8_t *bytes, std::size_t size) {
        return mesh(detail::made<s8_mesh>([&](s8_mesh **out) { return s8_mesh_from_bytes(bytes, size, out); }));
    }
    static mesh from_shared(const std::uint8_t *bytes, std::size_t size, s8_free free, void *user) {
        return mesh(detail::made<s8_mesh>(
            [&](s8_mesh **out) { return s8_mesh_from_shared(bytes, size, free, user, out); }));
    }

    static mesh from_trusted(const std::uint8_t *bytes, std::size_t size, s8_free free, void *user) {
        return mesh(detail::made<s8_mesh>(
            [&](s8_mesh **out) { return s8_mesh_from_trusted(bytes, size, free, user, out); }));
    }

    void to_bytes(bytes &out) const { check(s8_mesh_to_bytes(get(), out.get())); }
    s8_mesh_report report() const {
        return detail::read<s8_mesh_report>([&](auto *out) { return s8_mesh_get_report(get(), out); });
    }
    std::uint32_t material(std::uint32_t triangle) const {
        return detail::read<std::uint32_t>([&](auto *out) { return s8_mesh_get_material(get(), triangle, out); });
    }
    void copy_triangles(std::vector<s8_triangle> &triangles) const {
        detail::list(triangles, [&](auto *out, auto capacity, auto *count) {
            return s8_mesh_copy_triangles(get(), out, capacity, count);
        });
    }
    void copy_velocities(std::vector<s8_vec3> &velocities, std::vector<s8_vec3> &angular_velocities) const {
        std::size_t count = 0;
        check(s8_mesh_copy_velocities(get(), nullptr, nullptr, 0, &count));
        velocities.resize(count);
        angular_velocities.resize(count);
        check(s8_mesh_copy_velocities(get(), velocities.data(), angular_velocities.data(), count, &count));
    }
    void copy_frictions(std::vector<float> &frictions) const {
        detail::list(frictions, [&](auto *out, auto capacity, auto *count) {
            return s8_mesh_copy_frictions(get(), out, capacity, count);
        });
    }
    void copy_restitutions(std::vector<float> &restitutions) const {
        detail::list(restitutions, [&](auto *out, auto capacity, auto *count) {
            return s8_mesh_copy_restitutions(get(), out, capacity, count);
        });
    }
};

// Several ellipsoids or capsules that move as one body.
class body : public detail::owner<s8_body> {
public:
    using owner::owner;
    body(const s8_body_part *parts, std::size_t count)
        : owner(detail::made<s8_body>([&](s8_body **out) { return s8_body_new(parts, count, out); })) {}
};

// An array of profiles, which states name by their index.
class profiles : public detail::owner<s8_profiles> {
public:
    using owner::owner;
    profiles(const s8_settings *settings, std::size_t count)
        : owner(detail::made<s8_profiles>([&](s8_profiles **out) { return s8_profiles_new(settings, count, out); })) {}
    explicit profiles(const s8_settings &settings) : profiles(&settings, 1) {}

    std::size_t count() const noexcept { return s8_profiles_count(get()); }
    s8_settings settings(std::uint32_t index) const {
        return detail::read<s8_settings>([&](auto *out) { return s8_profiles_get(get(), index, out); });
    }
    void set(std::uint32_t index, const s8_settings &settings) { check(s8_profiles_set(get(), index, &settings)); }

    // The centre of a character that stands on a level floor.
    s8_dvec3 standing_on(std::uint32_t index, s8_dvec3 floor, s8_vec3 up) const {
        return detail::read<s8_dvec3>([&](auto *out) { return s8_profiles_standing_on(get(), index, floor, up, out); });
    }
    // The state of a character that stands on a level floor.
    s8_state standing(std::uint32_t index, s8_dvec3 floor, s8_vec3 up) const {
        return detail::read<s8_state>([&](auto *out) { return s8_state_standing(floor, get(), index, up, out); });
    }
    // The lowest point of a character's body along `up`.
    s8_dvec3 feet(const s8_state &state, s8_vec3 up) const {
        return detail::read<s8_dvec3>([&](auto *out) { return s8_state_get_feet(&state, get(), up, out); });
    }
    // Moves a character so that the lowest point of its body along `up` is at `at`: in the air, without velocity.
    void place_feet(s8_state &state, s8_vec3 up, s8_dvec3 at) const {
        check(s8_state_place_feet(&state, get(), up, at));
    }
    // The velocity that a character would have after a step if nothing were in its way.
    s8_vec3 free_velocity(const s8_state &state, const s8_input &input, float seconds) const {
        return detail::read<s8_vec3>(
            [&](auto *out) { return s8_state_get_free_velocity(&state, get(), &input, seconds, out); });
    }
};

// A world of triangles: instances of meshes.
class world : public detail::owner<s8_world> {
public:
    using owner::owner;
    world() : owner(s8_world_new()) {}

    world clone() const {
        return world(detail::made<s8_world>([&](s8_world **out) { return s8_world_clone(get(), out); }));
    }
    void clone_from(const world &source) { check(s8_world_clone_from(get(), source.get())); }

    // Instances.
    s8_instance_id add(const mesh &of, const s8_placement *placement = nullptr) {
        return detail::read<s8_instance_id>([&](auto *out) { return s8_world_add(get(), of.get(), placement, out); });
    }
    s8_instance_id add(const mesh &of, const s8_placement &placement) { return add(of, &placement); }
    s8_instance_id add_deformable(const s8_mesh_data &data, const s8_placement *placement = nullptr) {
        return detail::read<s8_instance_id>(
            [&](auto *out) { return s8_world_add_deformable(get(), &data, placement, out); });
    }
    void remove(s8_instance_id id) { check(s8_world_remove(get(), id)); }
    void place(s8_instance_id id, const s8_placement &placement) { check(s8_world_place(get(), id, &placement)); }
    void move_to(s8_instance_id id, const s8_placement &target) { check(s8_world_move_to(get(), id, &target)); }
    s8_placement placement(s8_instance_id id) const {
        return detail::read<s8_placement>([&](auto *out) { return s8_world_get_placement(get(), id, out); });
    }
    void set_layers(s8_instance_id id, std::uint32_t layers) { check(s8_world_set_layers(get(), id, layers)); }
    std::uint32_t layers(s8_instance_id id) const {
        return detail::read<std::uint32_t>([&](auto *out) { return s8_world_get_layers(get(), id, out); });
    }
    void set_kind(s8_instance_id id, s8_kind kind) { check(s8_world_set_kind(get(), id, kind)); }
    s8_kind kind(s8_instance_id id) const {
        return static_cast<s8_kind>(
            detail::read<std::uint32_t>([&](auto *out) { return s8_world_get_kind(get(), id, out); }));
    }
    void set_user_data(s8_instance_id id, std::uint64_t number) { check(s8_world_set_user_data(get(), id, number)); }
    std::uint64_t user_data(s8_instance_id id) const {
        return detail::read<std::uint64_t>([&](auto *out) { return s8_world_get_user_data(get(), id, out); });
    }
    std::size_t instance_count() const noexcept { return s8_world_instance_count(get()); }
    void copy_ids(std::vector<s8_instance_id> &ids) const {
        detail::list(ids, [&](auto *out, auto capacity, auto *count) {
            return s8_world_copy_ids(get(), out, capacity, count);
        });
    }
    sweep8::mesh mesh_of(s8_instance_id id) const {
        return sweep8::mesh(detail::made<s8_mesh>([&](s8_mesh **out) { return s8_world_get_mesh(get(), id, out); }));
    }
    s8_mesh_report report() const {
        return detail::read<s8_mesh_report>([&](auto *out) { return s8_world_get_report(get(), out); });
    }

    // The smallest and the largest corner of a box around all triangles.
    struct box {
        s8_vec3 low, high;
    };
    std::optional<box> bounds() const {
        return detail::found<box>(
            [&](box *out, bool *is_any) { return s8_world_get_bounds(get(), &out->low, &out->high, is_any); });
    }

    // Vertices of deformable instances.
    void set_vertices(s8_instance_id id, std::size_t first, const s8_vec3 *vertices, std::size_t count) {
        check(s8_world_set_vertices(get(), id, first, vertices, count));
    }
    void set_vertices_at(s8_instance_id id, const std::uint32_t *indices, const s8_vec3 *places, std::size_t count) {
        check(s8_world_set_vertices_at(get(), id, indices, places, count));
    }
    void copy_vertices(s8_instance_id id, std::vector<s8_vec3> &vertices) const {
        detail::list(vertices, [&](auto *out, auto capacity, auto *count) {
            return s8_world_copy_vertices(get(), id, out, capacity, count);
        });
    }

    void set_backend(s8_backend backend) { check(s8_world_set_backend(get(), backend)); }
    s8_backend backend() const {
        return static_cast<s8_backend>(
            detail::read<std::uint32_t>([&](auto *out) { return s8_world_get_backend(get(), out); }));
    }

    void save_motion(bytes &out) const { check(s8_world_save_motion(get(), out.get())); }
    void restore_motion(const std::uint8_t *bytes, std::size_t size) {
        check(s8_world_restore_motion(get(), bytes, size));
    }
    void restore_motion(const bytes &from) { restore_motion(from.data(), from.size()); }

    // Queries.
    std::optional<s8_hit> sweep(const s8_shape &shape, s8_dvec3 center, s8_vec3 displacement,
                                const s8_filter *filter = nullptr) const {
        return detail::found<s8_hit>([&](auto *hit, bool *is_hit) {
            return s8_world_sweep(get(), &shape, center, displacement, filter, hit, is_hit);
        });
    }
    bool sweep_any(const s8_shape &shape, s8_dvec3 center, s8_vec3 displacement,
                   const s8_filter *filter = nullptr) const {
        return detail::read<bool>([&](bool *is_hit) {
            return s8_world_sweep_any(get(), &shape, center, displacement, filter, is_hit);
        });
    }
    void sweep_all(const s8_shape &shape, s8_dvec3 center, s8_vec3 displacement,
                   std::vector<s8_hit> &hits, const s8_filter *filter = nullptr) const {
        detail::list(hits, [&](auto *out, auto capacity, auto *count) {
            return s8_world_sweep_all(get(), &shape, center, displacement, filter, out, capacity, count);
        });
    }
    // The first contact of a body, and the index of the part that touches.
    struct body_hit {
        s8_hit hit;
        std::size_t part;
    };
    std::optional<body_hit> sweep_body(const body &of, s8_dvec3 center, s8_vec3 displacement,
                                       const s8_filter *filter = nullptr) const {
        return detail::found<body_hit>([&](body_hit *out, bool *is_hit) {
            return s8_world_sweep_body(get(), of.get(), center, displacement, filter, &out->hit, &out->part,
                                       is_hit);
        });
    }
    std::optional<s8_ray_hit> ray(s8_dvec3 origin, s8_vec3 direction, float distance,
                                  const s8_filter *filter = nullptr) const {
        return detail::found<s8_ray_hit>([&](auto *hit, bool *is_hit) {
            return s8_world_ray(get(), origin, direction, distance, filter, hit, is_hit);
        });
    }
    bool ray_any(s8_dvec3 origin, s8_vec3 direction, float distance,
                 const s8_filter *filter = nullptr) const {
        return detail::read<bool>([&](bool *is_hit) {
            return s8_world_ray_any(get(), origin, direction, distance, filter, is_hit);
        });
    }
    void ray_all(s8_dvec3 origin, s8_vec3 direction, float distance, std::vector<s8_ray_hit> &hits,
                 const s8_filter *filter = nullptr) const {
        detail::list(hits, [&](auto *out, auto capacity, auto *count) {
            return s8_world_ray_all(get(), origin, direction, distance, filter, out, capacity, count);
        });
    }
    std::optional<s8_ray_hit> segment(s8_dvec3 from, s8_dvec3 to,
                                      const s8_filter *filter = nullptr) const {
        return detail::found<s8_ray_hit>([&](auto *hit, bool *is_hit) {
            return s8_world_segment(get(), from, to, filter, hit, is_hit);
        });
    }
    bool segment_any(s8_dvec3 from, s8_dvec3 to, const s8_filter *filter = nullptr) const {
        return detail::read<bool>(
            [&](bool *is_hit) { return s8_world_segment_any(get(), from, to, filter, is_hit); });
    }
    void segment_all(s8_dvec3 from, s8_dvec3 to, std::vector<s8_ray_hit> &hits,
                     const s8_filter *filter = nullptr) const {
        detail::list(hits, [&](auto *out, auto capacity, auto *count) {
            return s8_world_segment_all(get(), from, to, filter, out, capacity, count);
        });
    }
    bool overlap(const s8_shape &shape, s8_dvec3 center, const s8_filter *filter = nullptr) const {
        return detail::read<bool>(
            [&](bool *is_hit) { return s8_world_overlap(get(), &shape, center, filter, is_hit); });
    }
    void overlap_all(const s8_shape &shape, s8_dvec3 center, std::vector<s8_overlap> &overlaps,
                     const s8_filter *filter = nullptr) const {
        detail::list(overlaps, [&](auto *out, auto capacity, auto *count) {
            return s8_world_overlap_all(get(), &shape, center, filter, out, capacity, count);
        });
    }
    s8_depenetration depenetrate(const s8_shape &shape, s8_dvec3 center,
                                 const s8_filter *filter = nullptr) const {
        return detail::read<s8_depenetration>(
            [&](auto *out) { return s8_world_depenetrate(get(), &shape, center, filter, out); });
    }
    // Whether a place is inside of a solid.
    s8_containment contains(s8_dvec3 point, const s8_filter *filter = nullptr) const {
        return static_cast<s8_containment>(detail::read<std::uint32_t>(
            [&](auto *out) { return s8_world_contains(get(), point, filter, out); }));
    }
    std::optional<s8_closest> closest_point(s8_dvec3 point, float distance,
                                            const s8_filter *filter = nullptr) const {
        return detail::found<s8_closest>([&](auto *closest, bool *is_hit) {
            return s8_world_closest_point(get(), point, distance, filter, closest, is_hit);
        });
    }
    void sweep_many(const s8_sweep_query *queries, s8_sweep_answer *answers, std::size_t count) const {
        check(s8_world_sweep_many(get(), queries, answers, count));
    }
    void ray_many(const s8_ray_query *queries, s8_ray_answer *answers, std::size_t count) const {
        check(s8_world_ray_many(get(), queries, answers, count));
    }
    void overlap_many(const s8_overlap_query *queries, s8_overlap_answer *answers, std::size_t count) const {
        check(s8_world_overlap_many(get(), queries, answers, count));
    }
    void closest_point_many(const s8_closest_query *queries, s8_closest_answer *answers, std::size_t count) const {
        check(s8_world_closest_point_many(get(), queries, answers, count));
    }

    // Moves. `s8_outcome` is 2 kB: the caller keeps it, or passes none.
    void slide(const s8_shape &shape, s8_dvec3 place, s8_vec3 displacement, s8_outcome &outcome,
               const s8_slide_settings *settings = nullptr) const {
        check(s8_world_slide(get(), &shape, place, displacement, settings, &outcome));
    }
    // `parts`: NULL, or room for S8_MAX_CONTACTS; it receives the part of each contact.
    void slide_body(const body &of, s8_dvec3 place, s8_vec3 displacement, s8_outcome &outcome,
                    std::uint32_t *parts = nullptr, const s8_slide_settings *settings = nullptr) const {
        check(s8_world_slide_body(get(), of.get(), place, displacement, settings, &outcome, parts));
    }
    void move_character(const profiles &all, s8_state &state, const s8_input &input, float seconds,
                        s8_outcome *outcome = nullptr) const {
        check(s8_world_move_character(get(), all.get(), &state, &input, seconds, outcome));
    }
    void move_character_with(const profiles &all, s8_state &state, const s8_input &input, float seconds,
                             character_memory &memory, s8_outcome *outcome = nullptr) const {
        check(s8_world_move_character_with(get(), all.get(), &state, &input, seconds, memory.get(), outcome));
    }
    s8_report move_characters(const profiles &all, s8_state *states, const s8_input *inputs, std::size_t count,
                              float seconds, move_memory &memory) const {
        return detail::read<s8_report>([&](auto *report) {
            return s8_world_move_characters(get(), all.get(), states, inputs, count, seconds, memory.get(), report);
        });
    }
    void set_profile(const profiles &all, s8_state &state, std::uint32_t profile, s8_vec3 up) const {
        check(s8_world_set_profile(get(), all.get(), &state, profile, up));
    }
    void turn_character(const profiles &all, s8_state &state, s8_quat orientation, s8_vec3 up) const {
        check(s8_world_turn_character(get(), all.get(), &state, orientation, up));
    }
};

// A step of a world, which ends with this object. The world must outlive it.
class step {
public:
    step(world &of, float seconds) : world_(of.get()) { check(s8_world_begin_step(world_, seconds, &step_)); }
    step(world &of, float seconds, s8_contact_filter filter, void *user) : world_(of.get()) {
        check(s8_world_begin_filtered_step(world_, seconds, filter, user, &step_));
    }
    ~step() { static_cast<void>(s8_world_end_step(world_)); }
    step(const step &) = delete;
    step &operator=(const step &) = delete;

    const s8_step *get() const noexcept { return step_; }
    float seconds() const noexcept { return s8_step_seconds(step_); }

    s8_vec3 surface_velocity(s8_instance_id instance, std::uint32_t triangle, s8_vec3 point) const {
        return detail::read<s8_vec3>(
            [&](auto *out) { return s8_step_get_surface_velocity(step_, instance, triangle, point, out); });
    }
    float surface_turn(s8_instance_id instance, std::uint32_t triangle, s8_vec3 axis) const {
        return detail::read<float>(
            [&](auto *out) { return s8_step_get_surface_turn(step_, instance, triangle, axis, out); });
    }
    void move_character(const profiles &all, s8_state &state, const s8_input &input,
                        s8_outcome *outcome = nullptr) const {
        check(s8_step_move_character(step_, all.get(), &state, &input, outcome));
    }
    void move_character_with(const profiles &all, s8_state &state, const s8_input &input, character_memory &memory,
                             s8_outcome *outcome = nullptr) const {
        check(s8_step_move_character_with(step_, all.get(), &state, &input, memory.get(), outcome));
    }
    s8_report move_characters(const profiles &all, s8_state *states, const s8_input *inputs, std::size_t count,
                              move_memory &memory) const {
        return detail::read<s8_report>([&](auto *report) {
            return s8_step_move_characters(step_, all.get(), states, inputs, count, memory.get(), report);
        });
    }

private:
    s8_world *world_;
    const s8_step *step_ = nullptr;
};

// Many characters that move together.
class crowd : public detail::owner<s8_crowd> {
public:
    using owner::owner;
    explicit crowd(const s8_crowd_settings *settings = nullptr)
        : owner(detail::made<s8_crowd>([&](s8_crowd **out) { return s8_crowd_new(settings, out); })) {}
    explicit crowd(const s8_crowd_settings &settings) : crowd(&settings) {}

    crowd clone() const {
        return crowd(detail::made<s8_crowd>([&](s8_crowd **out) { return s8_crowd_clone(get(), out); }));
    }
    void clone_from(const crowd &source) { check(s8_crowd_clone_from(get(), source.get())); }
    s8_crowd_settings settings() const {
        return detail::read<s8_crowd_settings>([&](auto *out) { return s8_crowd_get_settings(get(), out); });
    }
    void set_settings(const s8_crowd_settings &settings) { check(s8_crowd_set_settings(get(), &settings)); }
    sweep8::profiles profiles() const {
        return sweep8::profiles(
            detail::made<s8_profiles>([&](s8_profiles **out) { return s8_crowd_get_profiles(get(), out); }));
    }

    // Characters that come and go.
    s8_character_id spawn(s8_dvec3 place, const s8_settings *settings = nullptr) {
        return detail::read<s8_character_id>([&](auto *id) { return s8_crowd_spawn(get(), settings, place, id); });
    }
    s8_character_id spawn(s8_dvec3 place, const s8_settings &settings) { return spawn(place, &settings); }
    s8_character_id spawn_standing(s8_dvec3 floor, const s8_settings *settings = nullptr) {
        return detail::read<s8_character_id>(
            [&](auto *id) { return s8_crowd_spawn_standing(get(), settings, floor, id); });
    }
    s8_character_id spawn_standing(s8_dvec3 floor, const s8_settings &settings) {
        return spawn_standing(floor, &settings);
    }
    std::vector<s8_character_id> spawn_many(const s8_dvec3 *places, std::size_t count,
                                            const s8_settings *settings = nullptr) {
        std::vector<s8_character_id> ids(count);
        check(s8_crowd_spawn_many(get(), settings, places, count, ids.data()));
        return ids;
    }
    void despawn(s8_character_id id) { check(s8_crowd_despawn(get(), id)); }
    std::size_t count() const noexcept { return s8_crowd_count(get()); }
    bool contains(s8_character_id id) const noexcept { return s8_crowd_contains(get(), id); }
    std::uint64_t state_hash() const noexcept { return s8_crowd_state_hash(get()); }

    // Steps.
    s8_report step(const world &in, float seconds) {
        return detail::read<s8_report>([&](auto *report) { return s8_crowd_step(get(), in.get(), seconds, report); });
    }
    s8_report step_in(const sweep8::step &in) {
        return detail::read<s8_report>([&](auto *report) { return s8_crowd_step_in(get(), in.get(), report); });
    }

    // One character.
    s8_state state(s8_character_id id) const {
        return detail::read<s8_state>([&](auto *out) { return s8_crowd_get_state(get(), id, out); });
    }
    void set_state(s8_character_id id, const s8_state &state) { check(s8_crowd_set_state(get(), id, &state)); }
    s8_input input(s8_character_id id) const {
        return detail::read<s8_input>([&](auto *out) { return s8_crowd_get_input(get(), id, out); });
    }
    void set_input(s8_character_id id, const s8_input &input) { check(s8_crowd_set_input(get(), id, &input)); }
    void set_desired_velocity(s8_character_id id, s8_vec3 velocity) {
        check(s8_crowd_set_desired_velocity(get(), id, velocity));
    }
    s8_dvec3 position(s8_character_id id) const {
        return detail::read<s8_dvec3>([&](auto *out) { return s8_crowd_get_position(get(), id, out); });
    }
    s8_dvec3 previous_position(s8_character_id id) const {
        return detail::read<s8_dvec3>([&](auto *out) { return s8_crowd_get_previous_position(get(), id, out); });
    }
    float turned_by(s8_character_id id) const {
        return detail::read<float>([&](auto *out) { return s8_crowd_get_turned_by(get(), id, out); });
    }
    s8_dvec3 feet(s8_character_id id) const {
        return detail::read<s8_dvec3>([&](auto *out) { return s8_crowd_get_feet(get(), id, out); });
    }
    void jump(s8_character_id id, float speed) { check(s8_crowd_jump(get(), id, speed)); }
    void add_impulse(s8_character_id id, s8_vec3 change) { check(s8_crowd_add_impulse(get(), id, change)); }
    void teleport(s8_character_id id, s8_dvec3 place) { check(s8_crowd_teleport(get(), id, place)); }
    void place_feet(s8_character_id id, s8_dvec3 feet) { check(s8_crowd_place_feet(get(), id, feet)); }
    s8_settings settings_of(s8_character_id id) const {
        return detail::read<s8_settings>([&](auto *out) { return s8_crowd_get_settings_of(get(), id, out); });
    }
    void set_settings_of(s8_character_id id, const world &in, const s8_settings &settings) {
        check(s8_crowd_set_settings_of(get(), in.get(), id, &settings));
    }
    void turn(s8_character_id id, const world &in, s8_quat orientation) {
        check(s8_crowd_turn(get(), in.get(), id, orientation));
    }
    void set_layers(s8_character_id id, std::uint32_t layers) { check(s8_crowd_set_layers(get(), id, layers)); }
    std::uint32_t layers(s8_character_id id) const {
        return detail::read<std::uint32_t>([&](auto *out) { return s8_crowd_get_layers(get(), id, out); });
    }
    void set_group(s8_character_id id, std::uint32_t group) { check(s8_crowd_set_group(get(), id, group)); }
    std::uint32_t group(s8_character_id id) const {
        return detail::read<std::uint32_t>([&](auto *out) { return s8_crowd_get_group(get(), id, out); });
    }

    // All characters, in the order of the indices of their ids. The count must be that of the characters.
    void copy_ids(s8_character_id *ids, std::size_t count) const { check(s8_crowd_copy_ids(get(), ids, count)); }
    void copy_states(s8_state *states, std::size_t count) const { check(s8_crowd_copy_states(get(), states, count)); }
    void copy_positions(s8_position *positions, std::size_t count) const {
        check(s8_crowd_copy_positions(get(), positions, count));
    }
    void copy_previous_positions(s8_position *positions, std::size_t count) const {
        check(s8_crowd_copy_previous_positions(get(), positions, count));
    }
    void copy_turned_by(float *angles, std::size_t count) const { check(s8_crowd_copy_turned_by(get(), angles, count)); }
    void set_states(const s8_state *states, std::size_t count) { check(s8_crowd_set_states(get(), states, count)); }
    void set_inputs(const s8_input *inputs, std::size_t count) { check(s8_crowd_set_inputs(get(), inputs, count)); }
    void set_desired_velocities(const s8_vec3 *velocities, std::size_t count) {
        check(s8_crowd_set_desired_velocities(get(), velocities, count));
    }

    // Queries.
    std::optional<s8_character_hit> ray(s8_dvec3 origin, s8_vec3 direction, float distance,
                                        const s8_character_filter *filter = nullptr) const {
        return detail::found<s8_character_hit>([&](auto *hit, bool *is_hit) {
            return s8_crowd_ray(get(), origin, direction, distance, filter, hit, is_hit);
        });
    }
    bool ray_any(s8_dvec3 origin, s8_vec3 direction, float distance,
                 const s8_character_filter *filter = nullptr) const {
        return detail::read<bool>(
            [&](bool *is_hit) { return s8_crowd_ray_any(get(), origin, direction, distance, filter, is_hit); });
    }
    std::optional<s8_character_hit> sweep(const s8_shape &shape, s8_dvec3 center, s8_vec3 displacement,
                                          const s8_character_filter *filter = nullptr) const {
        return detail::found<s8_character_hit>([&](auto *hit, bool *is_hit) {
            return s8_crowd_sweep(get(), &shape, center, displacement, filter, hit, is_hit);
        });
    }
    bool sweep_any(const s8_shape &shape, s8_dvec3 center, s8_vec3 displacement,
                   const s8_character_filter *filter = nullptr) const {
        return detail::read<bool>(
            [&](bool *is_hit) { return s8_crowd_sweep_any(get(), &shape, center, displacement, filter, is_hit); });
    }
    bool overlap(const s8_shape &shape, s8_dvec3 center, const s8_character_filter *filter = nullptr) const {
        return detail::read<bool>(
            [&](bool *is_hit) { return s8_crowd_overlap(get(), &shape, center, filter, is_hit); });
    }
    void overlap_all(const s8_shape &shape, s8_dvec3 center, std::vector<s8_character_overlap> &overlaps,
                     const s8_character_filter *filter = nullptr) const {
        detail::list(overlaps, [&](auto *out, auto capacity, auto *count) {
            return s8_crowd_overlap_all(get(), &shape, center, filter, out, capacity, count);
        });
    }
    // Directions: as many as each character has rays, or as many as there are answers.
    void sense(const world &in, const s8_sense_rays &rays, const s8_vec3 *directions, std::size_t direction_count,
               s8_sensed *answers, std::size_t count) const {
        check(s8_crowd_sense(get(), in.get(), &rays, directions, direction_count, answers, count));
    }

    // Events and contacts of the last step, and lines to draw.
    void record_events(std::uint32_t mask) { check(s8_crowd_record_events(get(), mask)); } // bits of `s8_event_mask`
    void watch_contacts(s8_character_id id, bool on) { check(s8_crowd_watch_contacts(get(), id, on)); }
    std::size_t event_count() const noexcept { return s8_crowd_event_count(get()); }
    void copy_events(std::vector<s8_event> &events) const {
        detail::list(events, [&](auto *out, auto capacity, auto *count) {
            return s8_crowd_copy_events(get(), out, capacity, count);
        });
    }
    void copy_contacts(s8_character_id id, std::vector<s8_character_contact> &contacts) const {
        detail::list(contacts, [&](auto *out, auto capacity, auto *count) {
            return s8_crowd_copy_contacts(get(), id, out, capacity, count);
        });
    }
    void copy_debug_lines(s8_character_id id, std::vector<s8_line> &lines) const {
        detail::list(lines, [&](auto *out, auto capacity, auto *count) {
            return s8_crowd_copy_debug_lines(get(), id, out, capacity, count);
        });
    }

    // Rollback and files.
    void save(bytes &out) const { check(s8_crowd_save(get(), out.get())); }
    void restore(const std::uint8_t *bytes, std::size_t size) { check(s8_crowd_restore(get(), bytes, size)); }
    void restore(const bytes &from) { restore(from.data(), from.size()); }
};

// A step of a crowd, cut into jobs that an engine's own threads run. It ends with this object, which runs the jobs that
// have not run; crowd, world and step must outlive it.
class crowd_step {
public:
    crowd_step(crowd &of, const world &in, float seconds, std::size_t most_jobs) : crowd_(of.get()) {
        check(s8_crowd_begin_step(crowd_, in.get(), seconds, most_jobs, &jobs_));
    }
    crowd_step(crowd &of, const step &in, std::size_t most_jobs) : crowd_(of.get()) {
        check(s8_crowd_begin_step_in(crowd_, in.get(), most_jobs, &jobs_));
    }
    ~crowd_step() {
        if (crowd_) static_cast<void>(s8_crowd_finish_step(crowd_, nullptr));
    }
    crowd_step(const crowd_step &) = delete;
    crowd_step &operator=(const crowd_step &) = delete;

    // The number of jobs.
    std::size_t jobs() const noexcept { return jobs_; }
    // Runs a job, once; several threads may run jobs at the same time.
    void run(std::size_t job) const { check(s8_crowd_run_job(crowd_, job)); }
    // Ends the step: the last call.
    s8_report finish() {
        s8_crowd *of = crowd_;
        crowd_ = nullptr;
        return detail::read<s8_report>([&](auto *report) { return s8_crowd_finish_step(of, report); });
    }

private:
    s8_crowd *crowd_;
    std::size_t jobs_ = 0;
};

} // namespace sweep8
