// The same characters in sweep8: arrays of states and inputs that are moved where they lie, in one call.
#pragma once

#include <vector>

#include "level.hpp"
#include "sweep8.hpp"

class with_sweep8 {
public:
    static constexpr const char *name = "sweep8";

    explicit with_sweep8(const level &of) {
        std::vector<s8_vec3> corners;
        for (const point &p : of.points) corners.push_back({p.x, p.y, p.z});
        s8_mesh_data data{};
        data.positions = corners.data();
        data.position_count = corners.size();
        data.indices = of.indices.data();
        data.triangle_count = of.indices.size() / 3;
        world_.add(sweep8::mesh::cook(data));
    }

    // Adds one whose centre is there; it wants to go along x at that speed.
    void add(point at, float speed) {
        states_.push_back(s8_state_at({at.x, at.y, at.z}));
        inputs_.push_back(s8_input_earth());
        inputs_.back().desired_velocity = {speed, 0.0f, 0.0f};
    }

    void step(float seconds) {
        // The fall and the velocity of the ground are in the state: nothing is put together here.
        world_.move_characters(profiles_, states_.data(), inputs_.data(), states_.size(), seconds, memory_);
    }

    point center(std::size_t index) const {
        const s8_vec3 at = states_[index].position.high;
        return {at.x, at.y, at.z};
    }

    bool stands(std::size_t index) const { return states_[index].ground == S8_GROUND_FLOOR; }

private:
    sweep8::world world_;
    // The ellipsoid of the same width and height: radii 0.4, 0.9, 0.4. Slope, gap, step and the way down are its defaults.
    sweep8::profiles profiles_{s8_settings_default()};
    sweep8::move_memory memory_;
    std::vector<s8_state> states_;
    std::vector<s8_input> inputs_;
};
