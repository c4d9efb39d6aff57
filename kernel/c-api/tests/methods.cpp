// The classes of sweep8.hpp: their methods answer as the calls of sweep8.h, free what they own, and throw errors.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <utility>
#include "sweep8.hpp"

static void expect(bool holds, const char *what) {
    if (holds) return;
    std::fprintf(stderr, "FAILED: %s\n", what);
    std::exit(1);
}

template <class Value>
static bool same(const Value &a, const Value &b) {
    return std::memcmp(&a, &b, sizeof(Value)) == 0;
}

constexpr float seconds = 1.0f / 60.0f;
constexpr s8_vec3 up = {0.0f, 1.0f, 0.0f}, down = {0.0f, -1.0f, 0.0f};

static void meshes_and_worlds() {
    const s8_vec3 corners[] = {{-10, 0, -10}, {-10, 0, 10}, {10, 0, 10}, {10, 0, -10}};
    const std::uint32_t indices[] = {0, 1, 2, 0, 2, 3};
    const float frictions[] = {0.5f};
    const std::uint16_t materials[] = {0, 0};
    const s8_vec3 velocities[] = {{0, 0, 2}};
    const float restitutions[] = {0.25f};
    const s8_mesh_data data = {corners, 4, indices, 2, frictions, 1, materials, velocities, nullptr, restitutions};
    const sweep8::mesh floor = sweep8::mesh::cook(data);
    std::vector<s8_triangle> triangles;
    floor.copy_triangles(triangles);
    expect(triangles.size() == 2 && floor.report().triangles == 2, "triangles are read");
    std::vector<float> read;
    floor.copy_frictions(read);
    expect(read.size() == 1 && floor.material(1) == 0, "materials are read");
    std::vector<s8_vec3> moving, turning;
    floor.copy_velocities(moving, turning);
    expect(moving.size() == 1 && moving[0].z == 2 && turning[0].y == 0, "velocities of surfaces are read");
    floor.copy_restitutions(read);
    expect(read.size() == 1 && read[0] == 0.25f, "restitutions are read");
    sweep8::bytes saved;
    floor.to_bytes(saved);
    const sweep8::mesh loaded = sweep8::mesh::from_bytes(saved.data(), saved.size());

    sweep8::world world;
    expect(!world.bounds(), "an empty world has no bounds");
    const s8_instance_id ground = world.add(loaded);
    const s8_instance_id soft = world.add_deformable(data);
    world.set_layers(soft, 2);
    world.set_kind(soft, S8_KIND_SENSOR);
    world.set_user_data(soft, 7);
    expect(world.layers(soft) == 2 && world.kind(soft) == S8_KIND_SENSOR && world.user_data(soft) == 7, "instances are set");
    std::vector<s8_instance_id> ids;
    world.copy_ids(ids);
    expect(ids.size() == 2 && same(ids[0], ground) && world.instance_count() == 2, "ids are listed");
    const std::uint32_t corner = 3;
    const s8_vec3 place = {11, 0, -11};
    world.set_vertices_at(soft, &corner, &place, 1);
    world.set_vertices(soft, 0, corners, 1);
    std::vector<s8_vec3> vertices;
    world.copy_vertices(soft, vertices);
    expect(vertices.size() == 4 && same(vertices[3], place), "vertices are moved and read");
    expect(world.bounds()->high.x >= 11.0f, "bounds follow");
    world.mesh_of(soft).copy_triangles(triangles);
    expect(triangles.size() == 2, "the mesh of an instance is read");
    world.set_backend(S8_BACKEND_PORTABLE);
    expect(world.backend() == S8_BACKEND_PORTABLE && world.report().triangles == 4, "the backend is set");

    sweep8::world copy = world.clone();
    copy.remove(soft);
    expect(copy.instance_count() == 1 && world.instance_count() == 2, "a clone is independent");
    copy.clone_from(world);
    expect(copy.instance_count() == 2, "a world is copied into another");
    world.save_motion(saved);
    world.place(ground, s8_placement_at(0.0, 5.0, 0.0));
    world.restore_motion(saved);
    expect(same(world.placement(ground), copy.placement(ground)), "motion is restored");
    const sweep8::world moved = std::move(copy);
    expect(copy.get() == nullptr && moved.instance_count() == 2, "a world is moved");
}

static void queries() {
    sweep8::world world;
    for (double x : {0.0, 4.0, 8.0}) world.add(sweep8::mesh::cuboid(1.0f, 1.0f, 1.0f), s8_placement_at(x, 0.0, 0.0));
    const s8_shape ball = s8_ellipsoid(0.5f, 0.5f, 0.5f);
    const s8_dvec3 start = {-4.0, 0.1, 0.2};
    const s8_vec3 way = {20.0f, 0.0f, 0.0f};

    s8_hit hit;
    bool is_hit = false;
    sweep8::check(s8_world_sweep(world.get(), &ball, start, way, nullptr, &hit, &is_hit));
    expect(is_hit && same(*world.sweep(ball, start, way), hit), "a sweep answers as in C");
    expect(!world.sweep(ball, start, up) && !world.sweep_any(ball, start, up), "nothing is hit");
    std::vector<s8_hit> hits;
    world.sweep_all(ball, start, way, hits);
    expect(hits.size() >= 6 && same(hits[0], hit) && world.sweep_any(ball, start, way), "all hits are listed");
    const s8_body_part part = {ball, {0.0f, 0.0f, 0.0f}};
    const auto body_hit = world.sweep_body(sweep8::body(&part, 1), start, way);
    expect(body_hit && body_hit->part == 0 && body_hit->hit.fraction == hit.fraction, "a body is swept");
    s8_outcome slid;
    std::uint32_t parts[S8_MAX_CONTACTS] = {9};
    world.slide_body(sweep8::body(&part, 1), start, way, slid, parts);
    expect(slid.contact_count > 0 && parts[0] == 0, "a body slides");
    const s8_shape capsule = s8_capsule(0.25f, 0.25f);
    expect(world.sweep(capsule, start, way)->fraction > hit.fraction, "a capsule is swept");

    const auto ray = world.ray(start, way, 100.0f);
    std::vector<s8_ray_hit> passed, on_segment;
    world.ray_all(start, way, 100.0f, passed);
    world.segment_all(start, {16.0, 0.1, 0.2}, on_segment);
    expect(ray && passed.size() == 6 && on_segment.size() == 6 && same(passed[0], *ray), "rays are listed");
    expect(world.ray_any(start, way, 100.0f) && world.segment_any(start, {0.0, 0.0, 0.0}), "a ray passes");
    expect(world.segment(start, {0.0, 0.1, 0.2}).has_value(), "a segment passes");

    const s8_dvec3 inside = {-1.25, 0.1, 0.2};
    std::vector<s8_overlap> overlaps;
    world.overlap_all(ball, inside, overlaps);
    expect(world.overlap(ball, inside) && !overlaps.empty(), "overlaps are listed");
    expect(world.depenetrate(ball, inside).displacement.x < 0.0f, "there is a way out");
    expect(world.closest_point(start, 10.0f)->distance == 3.0f, "the closest point is found");
    s8_filter none = s8_filter_default();
    none.layers = 0;
    expect(!world.sweep(ball, start, way, &none), "filters count");
    s8_filter beyond = s8_filter_default();
    beyond.skip = S8_SKIP_INSTANCE;
    beyond.skipped_instance = ray->face.instance;
    expect(world.ray(start, way, 100.0f, &beyond)->distance > ray->distance + 2.0f, "an instance is skipped");
    s8_filter approach = s8_filter_default();
    approach.approach_only = 1;
    const s8_vec3 away = {-1.0f, 0.0f, 0.0f};
    expect(world.sweep_any(ball, inside, away) && !world.sweep_any(ball, inside, away, &approach), "it only leaves");
    expect(world.contains({0.1, 0.2, 0.3}) == S8_CONTAINMENT_INSIDE, "a place is inside");
    expect(world.contains(start) == S8_CONTAINMENT_OUTSIDE, "a place is outside");
    const s8_vec3 corners[3] = {{-9.0f, 0.0f, -9.0f}, {0.0f, 0.0f, 9.0f}, {9.0f, 0.0f, -9.0f}};
    const auto out = sweep8::sphere_out_of_triangle({0.0f, 0.75f, 0.0f}, 1.0f, corners);
    expect(out && out->y == 0.25f && !sweep8::sphere_out_of_triangle(up, 1.0f, corners), "a sphere leaves a triangle");

    const s8_sweep_query sweep = s8_sweep_query_of(ball, start, way);
    const s8_ray_query line = s8_ray_query_of(start, way, 100.0f);
    s8_sweep_answer swept;
    s8_ray_answer shone;
    world.sweep_many(&sweep, &swept, 1);
    world.ray_many(&line, &shone, 1);
    const s8_overlap_query test = s8_overlap_query_of(ball, inside);
    const s8_closest_query search = s8_closest_query_of(start, 10.0f);
    s8_overlap_answer overlapped;
    s8_closest_answer closest;
    world.overlap_many(&test, &overlapped, 1);
    world.closest_point_many(&search, &closest, 1);
    expect(overlapped.is_hit == 1 && closest.is_hit == 1 && closest.closest.distance == 3.0f, "many are looked around");
    expect(swept.is_hit == 1 && same(swept.hit, hit) && shone.is_hit == 1 && same(shone.hit, *ray), "many are answered");

    s8_outcome outcome;
    world.slide(ball, start, {4.0f, 0.0f, 1.0f}, outcome);
    expect(outcome.waypoint_count > 0 && same(outcome.waypoints[outcome.waypoint_count - 1], outcome.travel), "a path is told");
}

static std::uint32_t ignore_all(const s8_contact_view *, void *user) {
    ++*static_cast<std::uint64_t *>(user);
    return S8_VERDICT_IGNORE_INSTANCE;
}

static void characters() {
    sweep8::world world;
    const s8_instance_id lift = world.add(sweep8::mesh::cuboid(9.0f, 0.5f, 9.0f));
    s8_settings settings = s8_settings_default();
    sweep8::profiles profiles(settings);
    settings.mass = 60.0f;
    profiles.set(0, settings);
    expect(profiles.count() == 1 && profiles.settings(0).mass == 60.0f, "a profile is replaced");
    s8_state state = s8_state_at({0.0, 1.41, 0.0});
    expect(profiles.standing_on(0, {0.0, 0.5, 0.0}, up).y > 1.4, "a place is found by the feet");
    expect(profiles.standing(0, {0.0, 0.5, 0.0}, up).position.high.y > 1.4f, "so is a state");
    expect(!sweep8::crushed_by(state), "nothing crushed it");
    s8_state placed = state;
    profiles.place_feet(placed, up, {0.0, 0.51, 0.0});
    world.set_profile(profiles, placed, 0, up);
    const double feet = profiles.feet(placed, up).y;
    expect(feet > 0.509999 && feet < 0.510001, "feet are placed, and stay when the body is set");
    // Where it stands on the floor, but for the rounding of the skin.
    s8_state standing = profiles.standing(0, {0.0, 0.5, 0.0}, up);
    standing.position = placed.position;
    expect(same(placed, standing), "nothing else of a state changes");
    s8_input input = s8_input_earth();
    sweep8::check_state(state, profiles.count());
    expect(profiles.feet(state, up).y < 0.6 && profiles.free_velocity(state, input, 1.0f).y < -9.0f, "a state is asked");

    sweep8::move_memory memory;
    memory.set_sort_every(4);
    memory.record_events(S8_EVENTS_ALL);
    memory.watch_contacts(0, true);
    s8_outcome outcome;
    world.move_character(profiles, state, input, seconds, &outcome);
    expect(state.ground == S8_GROUND_FLOOR && outcome.contact_count > 0, "a character stands");
    s8_state other = state, remembered = state;
    world.move_character(profiles, state, input, seconds);
    sweep8::character_memory own;
    world.move_character_with(profiles, remembered, input, seconds, own);
    expect(same(state, remembered), "memory changes no bits");
    expect(world.move_characters(profiles, &other, &input, 1, seconds, memory).standing == 1, "an array is moved");
    expect(same(state, other), "one and many have the same bits");
    std::vector<s8_event> events;
    std::vector<s8_character_contact> contacts;
    memory.copy_events(events);
    memory.copy_contacts(0, contacts);
    expect(events.size() == memory.event_count() && !events.empty() && !contacts.empty(), "events are told");
    world.turn_character(profiles, state, {0.0f, 0.0f, 0.70710678f, 0.70710678f}, up);

    world.move_to(lift, s8_placement_at(0.0, 0.25, 0.0));
    {
        const sweep8::step step(world, seconds);
        expect(step.seconds() == seconds, "a step has its time");
        step.move_character(profiles, state, input);
        const s8_report report = step.move_characters(profiles, &other, &input, 1, memory);
        expect(report.refused == 0 && other.position.high.y > 1.6f, "it is carried");
    }
    std::uint64_t asked = 0;
    {
        const sweep8::step step(world, seconds, ignore_all, &asked);
        step.move_character(profiles, other, input, &outcome);
    }
    expect(asked > 0 && other.ground == S8_GROUND_AIR, "a filter lets it fall");
}

static void jobs() {
    sweep8::world world;
    const s8_instance_id floor = world.add(sweep8::mesh::cuboid(40.0f, 0.5f, 40.0f));
    sweep8::crowd crowd;
    std::vector<s8_dvec3> places;
    for (int k = 0; k < 300; k++) places.push_back({k % 20 - 10.0, 1.5, k / 20 - 10.0});
    const std::vector<s8_character_id> ids = crowd.spawn_many(places.data(), places.size());
    const s8_character_id last = crowd.spawn_standing({15.0, 0.5, 0.0});
    expect(crowd.count() == 301 && ids.size() == 300 && crowd.position(last).y > 1.4, "many are there");
    crowd.set_desired_velocity(ids[7], {1.0f, 0.0f, 0.0f});
    sweep8::crowd alone = crowd.clone();
    const s8_report expected = alone.step(world, seconds);
    sweep8::crowd_step step(crowd, world, seconds, 4);
    expect(step.jobs() > 1, "there are jobs");
    std::vector<std::thread> threads;
    for (std::size_t job = 0; job < step.jobs(); job++) threads.emplace_back([&step, job] { step.run(job); });
    for (std::thread &thread : threads) thread.join();
    expect(step.finish().standing == expected.standing && expected.standing > 0, "jobs have the report of one call");
    expect(crowd.state_hash() == alone.state_hash(), "jobs have the bits of one call");

    world.move_to(floor, s8_placement_at(0.0, 0.125, 0.0));
    const sweep8::step in(world, seconds);
    alone.step_in(in);
    { const sweep8::crowd_step ends_here(crowd, in, 4); }
    expect(crowd.state_hash() == alone.state_hash(), "a step ends with its object");
}

static void turning_ground() {
    sweep8::world world;
    const s8_instance_id carousel = world.add(sweep8::mesh::cuboid(4.0f, 0.5f, 4.0f));
    sweep8::crowd crowd;
    const s8_character_id person = crowd.spawn_standing({2.0, 0.5, 0.0});
    crowd.step(world, seconds);
    const s8_surface ground = crowd.state(person).ground_surface;
    s8_placement turned = s8_placement_at(0.0, 0.0, 0.0);
    turned.rotation = {0.0f, 0.05f, 0.0f, 0.99874922f};
    world.move_to(carousel, turned);
    const sweep8::step step(world, seconds);
    const float turn = step.surface_turn(carousel, ground.triangle, {0.0f, 1.0f, 0.0f});
    crowd.step_in(step);
    float told = 0.0f;
    crowd.copy_turned_by(&told, 1);
    expect(turn > 0.0999f && turn < 0.1001f, "a step tells the turn of a surface");
    expect(crowd.turned_by(person) == turn && told == turn, "a crowd tells that of the ground of each");
}

static void crowds() {
    sweep8::world world;
    world.add(sweep8::mesh::cuboid(20.0f, 0.5f, 20.0f));
    sweep8::crowd crowd;
    s8_crowd_settings earth = crowd.settings();
    earth.sort_every = 4;
    crowd.set_settings(earth);
    s8_settings person = s8_settings_default();
    person.each_other = S8_EACH_OTHER_SOLID;
    const s8_character_id first = crowd.spawn({0.0, 1.41, 0.0}, person), second = crowd.spawn({2.0, 1.41, 0.0});
    expect(crowd.count() == 2 && crowd.contains(second) && crowd.profiles().count() == 2, "two are there");
    crowd.record_events(S8_EVENTS_NEWS | S8_EVENTS_CONTACTS_KEPT);
    crowd.watch_contacts(first, true);
    crowd.set_desired_velocity(first, {1.0f, 0.0f, 0.0f});
    expect(crowd.step(world, seconds).standing == 2, "they stand");
    std::vector<s8_event> events;
    std::vector<s8_character_contact> contacts;
    std::vector<s8_line> lines;
    crowd.copy_events(events);
    crowd.copy_contacts(first, contacts);
    crowd.copy_debug_lines(first, lines);
    expect(crowd.event_count() == events.size() && !contacts.empty() && !lines.empty(), "what happened is told");

    const sweep8::crowd kept = crowd.clone();
    sweep8::bytes saved;
    crowd.save(saved);
    const std::uint64_t hash = crowd.state_hash();
    crowd.jump(first, 5.0f);
    crowd.add_impulse(second, {0.0f, 0.0f, 3.0f});
    crowd.step_in(sweep8::step(world, seconds));
    expect(crowd.state(first).velocity.y > 0.0f && crowd.state_hash() != hash, "one jumps");
    expect(crowd.position(first).y > crowd.previous_position(first).y && crowd.feet(first).y > 0.5, "and rises");
    crowd.clone_from(kept);
    expect(crowd.state_hash() == hash, "a crowd is copied into another");
    crowd.teleport(first, {5.0, 3.0, 5.0});
    crowd.place_feet(first, {5.0, 2.0, 5.0});
    expect(crowd.feet(first).y > 1.999 && crowd.feet(first).y < 2.001, "feet are placed");
    crowd.restore(saved);
    expect(crowd.state_hash() == hash, "a crowd is restored");

    person.radii.y = 0.6f;
    crowd.set_settings_of(first, world, person);
    expect(crowd.settings_of(first).radii.y == 0.6f, "one crouches");
    crowd.turn(second, world, {0.0f, 1.0f, 0.0f, 0.0f});
    crowd.set_group(second, 5);
    expect(crowd.group(second) == 5, "a group is set");
    crowd.set_group(second, 0);
    crowd.set_layers(second, 4);
    s8_character_filter others = s8_character_filter_default();
    others.layers = crowd.layers(second);
    const s8_dvec3 above = {2.0, 9.0, 0.0};
    const s8_shape ball = s8_ellipsoid(0.5f, 0.5f, 0.5f);
    const auto hit = crowd.ray(above, down, 20.0f, &others);
    expect(hit && same(hit->id, second) && crowd.ray_any(above, down, 20.0f), "a ray hits one");
    const s8_vec3 way = {0.0f, -9.0f, 0.0f};
    expect(crowd.sweep(ball, above, way).has_value() && crowd.sweep_any(ball, above, way), "a sweep does");
    const s8_vec3 sideways[] = {{1.0f, 0.0f, 0.0f}, {0.0f, 0.0f, 1.0f}};
    s8_sensed sensed[4];
    crowd.sense(world, s8_sense_rays_of(50.0f), sideways, 2, sensed, 4);
    expect(sensed[0].distance > 0.0f && sensed[3].kind == S8_SENSED_NOTHING, "characters sense");
    std::vector<s8_character_overlap> overlaps;
    crowd.overlap_all(ball, {2.0, 1.5, 0.0}, overlaps);
    expect(crowd.overlap(ball, {2.0, 1.5, 0.0}) && overlaps.size() == 1, "one is overlapped");

    s8_character_id ids[2];
    s8_state states[2];
    s8_position positions[2], previous[2];
    crowd.copy_ids(ids, 2);
    crowd.copy_states(states, 2);
    crowd.copy_positions(positions, 2);
    crowd.copy_previous_positions(previous, 2);
    expect(same(ids[1], second) && same(states[1].position, positions[1]), "all are copied");
    crowd.set_states(states, 2);
    crowd.set_state(first, states[0]);
    s8_input inputs[] = {crowd.input(first), crowd.input(second)};
    crowd.set_inputs(inputs, 2);
    crowd.set_input(first, inputs[0]);
    const s8_vec3 velocities[] = {up, down};
    crowd.set_desired_velocities(velocities, 2);
    expect(same(crowd.input(second).desired_velocity, down), "all inputs are set");

    crowd.despawn(first);
    try {
        crowd.jump(first, 1.0f);
        expect(false, "a removed id throws");
    } catch (const sweep8::refused &why) {
        expect(why.code == S8_ERROR_REMOVED && why.field == "ids", "an error has code and field");
        expect(std::strstr(why.what(), "removed") != nullptr, "an error has a message");
    }
}

int main() try {
    sweep8::check_header();
    meshes_and_worlds();
    queries();
    characters();
    turning_ground();
    crowds();
    jobs();
    std::printf("sweep8 %s: all methods answer\n", sweep8::version());
} catch (const sweep8::refused &why) {
    std::fprintf(stderr, "FAILED: %s\n", why.what());
    return 1;
}
