// 1,000 characters walk up a flight of stairs to a wall, moved by Jolt's CharacterVirtual and by sweep8: the two classes have the
// same calls, so that one stands in for the other. Ends with 1 where the two do not end at the same places.
#include <chrono>
#include <cmath>
#include <cstdio>
#include <exception>

#include "level.hpp"
#include "with_jolt.hpp"
#include "with_sweep8.hpp"

constexpr std::size_t characters = 1000;
constexpr int frames = 1800;

// Walks them all with one of the two; says where they are, and how long a move took.
template <class Engine>
static std::vector<point> walked(const level &of) {
    Engine engine(of);
    for (std::size_t i = 0; i < characters; i++) {
        const auto column = static_cast<float>(i / 40), row = static_cast<float>(i % 40);
        engine.add({-1.0f - column, 0.95f, row - 19.5f}, 2.0f + static_cast<float>(i % 8) * 0.25f);
    }
    const auto begun = std::chrono::steady_clock::now();
    for (int frame = 0; frame < frames; frame++) engine.step(1.0f / 60.0f);
    const std::chrono::duration<double, std::micro> taken = std::chrono::steady_clock::now() - begun;

    std::vector<point> ends;
    std::size_t standing = 0;
    for (std::size_t i = 0; i < characters; i++) {
        ends.push_back(engine.center(i));
        standing += engine.stands(i);
    }
    const double moves = static_cast<double>(characters) * frames;
    std::printf("%-7s %5zu stand, %.2f us a move, wall clock\n", Engine::name, standing, taken.count() / moves);
    return ends;
}

int main() try {
    const level stairs_to_a_wall = made_level();
    const std::vector<point> jolt = walked<with_jolt>(stairs_to_a_wall);
    const std::vector<point> ours = walked<with_sweep8>(stairs_to_a_wall);

    // In the end all are at the wall: the capsule and the ellipsoid are as wide and as high as each other.
    float apart = 0.0f;
    for (std::size_t i = 0; i < characters; i++) {
        const float dx = jolt[i].x - ours[i].x, dy = jolt[i].y - ours[i].y, dz = jolt[i].z - ours[i].z;
        apart = std::fmax(apart, std::sqrt(dx * dx + dy * dy + dz * dz));
    }
    const bool there = ours[0].x > plateau_begins && ours[0].y > plateau_height;
    std::printf("at most %.3f m apart in the end\n", static_cast<double>(apart));
    return there && apart < 0.05f ? 0 : 1;
} catch (const std::exception &why) {
    std::fprintf(stderr, "%s\n", why.what());
    return 1;
}
