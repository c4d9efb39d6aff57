// 1,000 people climb stairs, take a lift and walk on, for half a minute. Prints a hash of their states.
#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include "sweep8.hpp"

using sweep8::check;
using sweep8::made;

constexpr int people = 1000, frames = 1800;

static s8_instance_id put(const sweep8::world &world, const sweep8::mesh &mesh, double x, double y) {
    s8_instance_id id;
    const s8_placement placement = s8_placement_at(x, y, 0.0);
    check(s8_world_add(world.get(), mesh.get(), &placement, &id));
    return id;
}

int main() try {
    const sweep8::world world(s8_world_new());
    const auto slab = made<sweep8::mesh>(s8_mesh_cuboid, 20.0f, 0.5f, 24.0f);
    const auto block = made<sweep8::mesh>(s8_mesh_cuboid, 5.0f, 1.5f, 24.0f);
    put(world, slab, -20.0, -0.5);
    for (int k = 0; k < 12; k++) put(world, block, 5.0 + k * 0.5, -1.25 + k * 0.25);
    const s8_instance_id lift = put(world, block, 20.5625, 1.5);
    put(world, block, 30.625, 4.5);
    put(world, slab, 55.625, 5.5);

    const auto crowd = made<sweep8::crowd>(s8_crowd_new, nullptr);
    s8_settings person = s8_settings_default();
    person.each_other = S8_EACH_OTHER_SOLID;
    for (int i = 0; i < people; i++) {
        s8_character_id id;
        check(s8_crowd_spawn(crowd.get(), &person, {-1.0 - i / 40, 0.9375, i % 40 - 19.5}, &id));
        check(s8_crowd_set_desired_velocity(crowd.get(), id, {1.5f + static_cast<float>(i % 8) * 0.125f, 0.0f, 0.0f}));
    }
    s8_report report{};
    for (int frame = 0; frame < frames; frame++) {
        const int time = frame % 512;
        const s8_placement target = s8_placement_at(20.5625, 1.5 + std::min(time, 512 - time) * 3.0 / 256.0, 0.0);
        check(s8_world_move_to(world.get(), lift, &target));
        const sweep8::step step(world, 1.0f / 60.0f);
        check(s8_crowd_step_in(crowd.get(), step.get(), &report));
    }
    const std::uint64_t hash = s8_crowd_state_hash(crowd.get());
    std::printf("state hash %016" PRIx64 ", %" PRIu64 " stand\n", hash, report.standing);
} catch (const sweep8::refused &why) {
    std::fprintf(stderr, "%s\n", why.what());
    return 1;
}
