// A level in code: a floor, a flight of twelve stairs up to a plateau, and a wall across the plateau.
#pragma once

#include <cstdint>
#include <vector>

struct point {
    float x, y, z;
};

struct level {
    std::vector<point> points;
    std::vector<std::uint32_t> indices; // three a triangle

    void quad(point a, point b, point c, point d) {
        const auto first = static_cast<std::uint32_t>(points.size());
        points.insert(points.end(), {a, b, c, d});
        for (const std::uint32_t corner : {0u, 1u, 2u, 0u, 2u, 3u}) indices.push_back(first + corner);
    }
};

constexpr float tread = 0.5f, rise = 0.25f, half_width = 30.0f;
constexpr int stairs = 12;
constexpr float plateau_begins = 5.0f + stairs * tread, plateau_height = stairs * rise, wall_at = plateau_begins + 10.0f;

inline level made_level() {
    level made;
    const auto flat = [&](float from, float to, float y) {
        made.quad({from, y, -half_width}, {from, y, half_width}, {to, y, half_width}, {to, y, -half_width});
    };
    const auto upright = [&](float x, float low, float high) {
        made.quad({x, low, -half_width}, {x, low, half_width}, {x, high, half_width}, {x, high, -half_width});
    };
    flat(-60.0f, 5.0f, 0.0f);
    for (int k = 0; k < stairs; k++) {
        const auto index = static_cast<float>(k);
        upright(5.0f + index * tread, index * rise, (index + 1.0f) * rise);
        if (k + 1 < stairs) flat(5.0f + index * tread, 5.0f + (index + 1.0f) * tread, (index + 1.0f) * rise);
    }
    flat(plateau_begins - tread, wall_at, plateau_height);
    upright(wall_at, plateau_height, plateau_height + 4.0f);
    return made;
}
