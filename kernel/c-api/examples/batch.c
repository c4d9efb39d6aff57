// 1,000 people walk up stairs for as many frames as the first argument says, in arrays of the caller's.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include "sweep8.h"

enum { PEOPLE = 1000 };

static s8_state states[PEOPLE];
static s8_input inputs[PEOPLE];

// Ends the program with the reason where a call is refused.
static void done(s8_code code) {
    if (code != S8_OK) { fprintf(stderr, "%s\n", s8_error_message()); exit(1); }
}
static void put(s8_world *world, const s8_mesh *mesh, double x, double y) {
    const s8_placement placement = s8_placement_at(x, y, 0.0);
    done(s8_world_add(world, mesh, &placement, NULL));
}
int main(int count, char **words) {
    if (count < 2) { fprintf(stderr, "how many frames?\n"); return 1; }
    s8_world *world = s8_world_new();
    s8_mesh *slab, *block;
    done(s8_mesh_cuboid(20.0f, 0.5f, 24.0f, &slab));
    done(s8_mesh_cuboid(5.0f, 1.5f, 24.0f, &block));
    put(world, slab, -20.0, -0.5);
    for (int k = 0; k < 12; k++) put(world, block, 5.0 + k * 0.5, -1.25 + k * 0.25);

    const s8_settings person = s8_settings_default();
    s8_profiles *profiles;
    done(s8_profiles_new(&person, 1, &profiles));
    for (int i = 0; i < PEOPLE; i++) {
        const s8_dvec3 floor = {-1.0 - i / 40, 0.0, i % 40 - 19.5};
        done(s8_state_standing(floor, profiles, 0, (s8_vec3){0.0f, 1.0f, 0.0f}, &states[i]));
        inputs[i] = s8_input_earth();
        inputs[i].desired_velocity.x = 1.5f + (float)(i % 8) * 0.125f;
    }
    s8_move_memory *memory = s8_move_memory_new();
    s8_report report = {0};
    for (int frames = atoi(words[1]); frames > 0; frames--) {
        done(s8_world_move_characters(world, profiles, states, inputs, PEOPLE, 1.0f / 60.0f, memory, &report));
    }
    printf("%" PRIu64 " stand, the last at x = %.4f\n", report.standing, (double)states[PEOPLE - 1].position.high.x);
    s8_move_memory_free(memory);
    s8_profiles_free(profiles);
    s8_world_free(world);
    s8_mesh_free(slab);
    s8_mesh_free(block);
}
