// A crate of another engine: a person pushes it by contacts, off its middle, so that it turns as well.
// Prints where both are, as the example `push` of the crate does.
#include <math.h>
#include <stdio.h>
#include "sweep8.h"

// Ends the program with the reason where a call is refused.
#define DO(call) if ((call) != S8_OK) return fprintf(stderr, "%s\n", s8_error_message()), 1

// A body of the engine: a cube of 1.2 m that goes along the floor, and turns about up.
typedef struct body {
    s8_instance_id instance;
    float mass, angle, spin;
    s8_dvec3 place;
    s8_vec3 velocity;
} body;

// Speed of the character against the normal, relative to the surface, m/s; 0 where it leads off.
static float speed_into(const s8_character_contact *about) {
    const s8_vec3 n = about->contact.normal, v = about->free_velocity, u = about->surface_velocity;
    return fmaxf(0.0f, (u.x - v.x) * n.x + (u.y - v.y) * n.y + (u.z - v.z) * n.z);
}

// Takes the impulse after which character and body have the same velocity along the normal, at the touched point. Several
// triangles of one body give several contacts: the strongest counts.
static void push(body *of, const s8_character_contact *contacts, size_t count) {
    const s8_character_contact *about = NULL;
    for (size_t k = 0; k < count; k++) {
        if (contacts[k].contact.instance.index != of->instance.index) continue;
        if (!about || speed_into(&contacts[k]) >= speed_into(about)) about = &contacts[k];
    }
    if (!about) return;
    const s8_vec3 n = about->contact.normal, point = about->contact.point;
    const float x = point.x - (float)of->place.x, z = point.z - (float)of->place.z;
    const float inertia = of->mass * 1.2f * 1.2f / 6.0f, lever = z * n.x - x * n.z;
    const float impulse = speed_into(about) / (1.0f / about->mass + 1.0f / of->mass + lever * lever / inertia);
    of->velocity.x -= impulse * n.x / of->mass, of->velocity.z -= impulse * n.z / of->mass;
    of->spin -= impulse * lever / inertia;
}

int main(void) {
    DO(s8_check_header());
    const float step_time = 1.0f / 60.0f;
    s8_world *world = s8_world_new();
    s8_mesh *slab, *cube;
    body of = {.mass = 40.0f, .place = {2.0, 0.6, 0.3}};
    DO(s8_mesh_cuboid(50.0f, 0.5f, 50.0f, &slab));
    DO(s8_mesh_cuboid(0.6f, 0.6f, 0.6f, &cube));
    s8_placement at = s8_placement_at(0.0, -0.5, 0.0);
    DO(s8_world_add(world, slab, &at, NULL));
    at = s8_placement_at(of.place.x, of.place.y, of.place.z);
    DO(s8_world_add(world, cube, &at, &of.instance));
    s8_crowd *crowd;
    s8_character_id person;
    const s8_settings settings = s8_settings_default();
    DO(s8_crowd_new(NULL, &crowd));
    DO(s8_crowd_spawn_standing(crowd, &settings, (s8_dvec3){0.0, 0.0, 0.0}, &person));
    DO(s8_crowd_watch_contacts(crowd, person, true));
    DO(s8_crowd_set_desired_velocity(crowd, person, (s8_vec3){1.5f, 0.0f, 0.0f}));
    for (int frame = 1; frame <= 180; frame++) {
        // The step of the engine: friction, and the motion along the floor. Then the character's, which meets the body there.
        of.velocity.x *= 0.95f, of.velocity.z *= 0.95f, of.spin *= 0.95f;
        of.place.x += of.velocity.x * step_time, of.place.z += of.velocity.z * step_time;
        of.angle += of.spin * step_time;
        at = s8_placement_at(of.place.x, of.place.y, of.place.z);
        at.rotation = (s8_quat){0.0f, sinf(of.angle / 2.0f), 0.0f, cosf(of.angle / 2.0f)};
        const s8_step *step;
        s8_character_contact contacts[32];
        size_t count;
        DO(s8_world_move_to(world, of.instance, &at));
        DO(s8_world_begin_step(world, step_time, &step));
        DO(s8_crowd_step_in(crowd, step, NULL));
        DO(s8_world_end_step(world));
        DO(s8_crowd_copy_contacts(crowd, person, contacts, 32, &count));
        push(&of, contacts, count < 32 ? count : 32);
        if (frame % 30 == 0) {
            s8_dvec3 walker;
            DO(s8_crowd_get_position(crowd, person, &walker));
            printf("crate at %.2f, %.2f, turned by %.2f; person at %.2f\n", of.place.x, of.place.z, (double)of.angle, walker.x);
        }
    }
    s8_crowd_free(crowd), s8_world_free(world), s8_mesh_free(slab), s8_mesh_free(cube);
}
