#include <stdio.h>
#include "sweep8.h"

int main(void) {
    // Is the library the one that the header belongs to?
    if (s8_check_header() != S8_OK) return fprintf(stderr, "%s\n", s8_error_message()), 1;
    // A floor of two triangles, 20 m wide. The mesh may go as soon as the world has it.
    const s8_vec3 corners[] = {{-10, 0, -10}, {-10, 0, 10}, {10, 0, 10}, {10, 0, -10}};
    const uint32_t indices[] = {0, 1, 2, 0, 2, 3};
    const s8_mesh_data data = {.positions = corners, .position_count = 4, .indices = indices, .triangle_count = 2};
    s8_world *world = s8_world_new();
    s8_mesh *mesh = NULL;
    if (s8_mesh_cook(&data, &mesh) != S8_OK || s8_world_add(world, mesh, NULL, NULL) != S8_OK) return 1;
    s8_mesh_free(mesh);

    // The profile, the state and the input of the character.
    const s8_settings settings = s8_settings_default();
    s8_profiles *profiles = NULL;
    if (s8_profiles_new(&settings, 1, &profiles) != S8_OK) return 1;
    const s8_dvec3 floor = {0.0, 0.0, 0.0};
    s8_state state; // of a character that stands there
    if (s8_state_standing(floor, profiles, 0, (s8_vec3){0, 1, 0}, &state) != S8_OK) return 1;
    s8_input input = s8_input_earth();
    input.desired_velocity.x = 1.5f;

    for (int frame = 0; frame < 60; frame++) {
        if (s8_world_move_character(world, profiles, &state, &input, 1.0f / 60.0f, NULL) != S8_OK) return 1;
    }
    const int stands = state.ground == S8_GROUND_FLOOR;
    printf("after 1 s at x = %.2f m, %s\n", (double)state.position.high.x, stands ? "on the floor" : "in the air");

    // A call that is refused says why, and has changed nothing.
    state.velocity.y = 1e9f;
    if (s8_world_move_character(world, profiles, &state, &input, 1.0f / 60.0f, NULL) != S8_OK) {
        printf("refused: %s\n", s8_error_message());
    }
    s8_profiles_free(profiles);
    s8_world_free(world);
    return !stands;
}
