// sweep8 for C++17: handles that free themselves, and refusals as exceptions. All calls are those of sweep8.h.
//
//     sweep8::world world(s8_world_new());
//     sweep8::mesh floor = sweep8::made<sweep8::mesh>(s8_mesh_cuboid, 20.0f, 0.5f, 20.0f);
//     sweep8::check(s8_world_add(world.get(), floor.get(), nullptr, nullptr));
#pragma once

#include <memory>
#include <stdexcept>

#include "sweep8.h"

namespace sweep8 {

// A call was refused: what() is its sentence, code why.
struct refused : std::runtime_error {
    explicit refused(s8_code why) : std::runtime_error(s8_error_message()), code(why) {}
    s8_code code;
};

// Throws where a call was refused.
inline void check(s8_code code) {
    if (code != S8_OK) throw refused(code);
}

template <auto Free>
struct freed_by {
    template <class Handle>
    void operator()(Handle *handle) const noexcept {
        Free(handle);
    }
};

using mesh = std::unique_ptr<s8_mesh, freed_by<s8_mesh_free>>;
using world = std::unique_ptr<s8_world, freed_by<s8_world_free>>;
using crowd = std::unique_ptr<s8_crowd, freed_by<s8_crowd_free>>;
using body = std::unique_ptr<s8_body, freed_by<s8_body_free>>;
using profiles = std::unique_ptr<s8_profiles, freed_by<s8_profiles_free>>;
using scratch = std::unique_ptr<s8_scratch, freed_by<s8_scratch_free>>;
using move_memory = std::unique_ptr<s8_move_memory, freed_by<s8_move_memory_free>>;
using query_memory = std::unique_ptr<s8_query_memory, freed_by<s8_query_memory_free>>;
using bytes = std::unique_ptr<s8_bytes, freed_by<s8_bytes_free>>;

// The handle that a call hands out in its last argument.
template <class Owner, class Call, class... Arguments>
Owner made(Call call, Arguments... arguments) {
    typename Owner::pointer handle = nullptr;
    check(call(arguments..., &handle));
    return Owner(handle);
}

// A step of a world, which ends with this.
class step {
public:
    step(const world &of, float seconds) : world_(of.get()) { check(s8_world_begin_step(world_, seconds, &step_)); }
    ~step() { static_cast<void>(s8_world_end_step(world_)); }
    step(const step &) = delete;
    step &operator=(const step &) = delete;
    const s8_step *get() const noexcept { return step_; }

private:
    s8_world *world_;
    const s8_step *step_ = nullptr;
};

} // namespace sweep8
