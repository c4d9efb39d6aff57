// 1,000 people climb stairs, take a lift and walk on, for half a minute. Prints a hash of their states.
#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include "sweep8.hpp"

constexpr int people = 1000, frames = 1800;

static s8_instance_id put(sweep8::world &world, const sweep8::mesh &mesh, double x, double y) {
    return world.add(mesh, s8_placement_at(x, y, 0.0));
}

int main() try {
    sweep8::check_header();
    sweep8::world world;
    const sweep8::mesh slab = sweep8::mesh::cuboid(20.0f, 0.5f, 24.0f);
    const sweep8::mesh block = sweep8::mesh::cuboid(5.0f, 1.5f, 24.0f);
    put(world, slab, -20.0, -0.5);
    for (int k = 0; k < 12; k++) put(world, block, 5.0 + k * 0.5, -1.25 + k * 0.25);
    const s8_instance_id lift = put(world, block, 20.5625, 1.5);
    put(world, block, 30.625, 4.5);
    put(world, slab, 55.625, 5.5);

    sweep8::crowd crowd;
    s8_settings person = s8_settings_default();
    person.each_other = S8_EACH_OTHER_SOLID;
    for (int i = 0; i < people; i++) {
        const s8_character_id id = crowd.spawn_standing({-1.0 - i / 40, 0.0, i % 40 - 19.5}, person);
        crowd.set_desired_velocity(id, {1.5f + static_cast<float>(i % 8) * 0.125f, 0.0f, 0.0f});
    }
    s8_report report{};
    for (int frame = 0; frame < frames; frame++) {
        const int time = frame % 512;
        world.move_to(lift, s8_placement_at(20.5625, 1.5 + std::min(time, 512 - time) * 3.0 / 256.0, 0.0));
        report = crowd.step_in(sweep8::step(world, 1.0f / 60.0f));
    }
    const std::uint64_t hash = crowd.state_hash();
    std::printf("state hash %016" PRIx64 ", %" PRIu64 " stand\n", hash, report.standing);
} catch (const sweep8::refused &why) {
    std::fprintf(stderr, "%s\n", why.what());
    return 1;
}
