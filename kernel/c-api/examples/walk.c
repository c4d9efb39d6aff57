// 1,000 people climb stairs, take a lift and walk on, for half a minute. Prints a hash of their states.
#include <inttypes.h>
#include <stdio.h>
#include "sweep8.h"

// Ends the program with the reason where a call is refused.
#define DO(call) if ((call) != S8_OK) return fprintf(stderr, "%s\n", s8_error_message()), 1

static s8_code put(s8_world *world, const s8_mesh *mesh, double x, double y, s8_instance_id *id) {
    const s8_placement placement = s8_placement_at(x, y, 0.0);
    return s8_world_add(world, mesh, &placement, id);
}
int main(void) {
    DO(s8_check_header());
    s8_world *world = s8_world_new();
    s8_mesh *slab, *block;
    s8_instance_id lift;
    DO(s8_mesh_cuboid(20.0f, 0.5f, 24.0f, &slab));
    DO(s8_mesh_cuboid(5.0f, 1.5f, 24.0f, &block));
    DO(put(world, slab, -20.0, -0.5, NULL));
    for (int k = 0; k < 12; k++) DO(put(world, block, 5.0 + k * 0.5, -1.25 + k * 0.25, NULL));
    DO(put(world, block, 20.5625, 1.5, &lift));
    DO(put(world, block, 30.625, 4.5, NULL));
    DO(put(world, slab, 55.625, 5.5, NULL));

    s8_crowd *crowd;
    s8_settings person = s8_settings_default();
    person.each_other = S8_EACH_OTHER_SOLID;
    DO(s8_crowd_new(NULL, &crowd));
    for (int i = 0; i < 1000; i++) {
        s8_character_id id;
        DO(s8_crowd_spawn_standing(crowd, &person, (s8_dvec3){-1.0 - i / 40, 0.0, i % 40 - 19.5}, &id));
        DO(s8_crowd_set_desired_velocity(crowd, id, (s8_vec3){1.5f + (float)(i % 8) * 0.125f, 0.0f, 0.0f}));
    }
    s8_report report = {0};
    for (int frame = 0, time = 0; frame < 1800; time = ++frame % 512) {
        const s8_placement target = s8_placement_at(20.5625, 1.5 + (time < 256 ? time : 512 - time) * 3.0 / 256.0, 0.0);
        const s8_step *step;
        DO(s8_world_move_to(world, lift, &target));
        DO(s8_world_begin_step(world, 1.0f / 60.0f, &step));
        DO(s8_crowd_step_in(crowd, step, &report));
        DO(s8_world_end_step(world));
    }
    printf("state hash %016" PRIx64 ", %" PRIu64 " stand\n", s8_crowd_state_hash(crowd), report.standing);
    s8_crowd_free(crowd), s8_world_free(world), s8_mesh_free(slab), s8_mesh_free(block);
}
