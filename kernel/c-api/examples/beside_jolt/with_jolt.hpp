// Characters of Jolt: a `CharacterVirtual` each, with its `ExtendedUpdate`.
#pragma once

#include <Jolt/Jolt.h>

#include <Jolt/Core/Factory.h>
#include <Jolt/Core/TempAllocator.h>
#include <Jolt/Physics/Body/BodyCreationSettings.h>
#include <Jolt/Physics/Character/CharacterVirtual.h>
#include <Jolt/Physics/Collision/BroadPhase/BroadPhaseLayerInterfaceTable.h>
#include <Jolt/Physics/Collision/BroadPhase/ObjectVsBroadPhaseLayerFilterTable.h>
#include <Jolt/Physics/Collision/ObjectLayerPairFilterTable.h>
#include <Jolt/Physics/Collision/Shape/CapsuleShape.h>
#include <Jolt/Physics/Collision/Shape/MeshShape.h>
#include <Jolt/Physics/PhysicsSystem.h>
#include <Jolt/RegisterTypes.h>

#include <stdexcept>
#include <vector>

#include "level.hpp"

class with_jolt {
public:
    static constexpr const char *name = "Jolt";

    explicit with_jolt(const level &of) {
        system_.Init(16, 0, 16, 16, broad_phase_layers_, object_vs_broad_phase_, pairs_);
        system_.SetGravity(gravity);
        JPH::VertexList points;
        for (const point &p : of.points) points.push_back({p.x, p.y, p.z});
        JPH::IndexedTriangleList triangles;
        for (std::size_t i = 0; i < of.indices.size(); i += 3) {
            triangles.push_back({of.indices[i], of.indices[i + 1], of.indices[i + 2], 0});
        }
        const JPH::MeshShapeSettings mesh(std::move(points), std::move(triangles));
        const JPH::ShapeSettings::ShapeResult shape = mesh.Create();
        if (shape.HasError()) throw std::runtime_error(shape.GetError().c_str());
        const JPH::BodyCreationSettings body(
            shape.Get(), JPH::RVec3::sZero(), JPH::Quat::sIdentity(), JPH::EMotionType::Static, layer);
        system_.GetBodyInterface().CreateAndAddBody(body, JPH::EActivation::DontActivate);
        system_.OptimizeBroadPhase();

        settings_.mShape = new JPH::CapsuleShape(0.5f, 0.4f);
        settings_.mMaxSlopeAngle = JPH::DegreesToRadians(50.0f);
        settings_.mCharacterPadding = 0.01f;
    }

    // Adds one whose centre is there; it wants to go along x at that speed.
    void add(point at, float speed) {
        characters_.push_back(
            {new JPH::CharacterVirtual(&settings_, {at.x, at.y, at.z}, JPH::Quat::sIdentity(), &system_), speed});
    }

    void step(float seconds) {
        JPH::CharacterVirtual::ExtendedUpdateSettings extended;
        extended.mStickToFloorStepDown = {0.0f, -0.4f, 0.0f};
        extended.mWalkStairsStepUp = {0.0f, 0.4f, 0.0f};
        for (auto &[body, speed] : characters_) {
            // The caller makes one velocity of what is desired, the fall, and the ground.
            const JPH::Vec3 falls = body->GetGroundState() == JPH::CharacterBase::EGroundState::OnGround
                ? body->GetGroundVelocity()
                : JPH::Vec3(0.0f, body->GetLinearVelocity().GetY(), 0.0f);
            body->SetLinearVelocity(falls + JPH::Vec3(speed, 0.0f, 0.0f) + gravity * seconds);
            body->ExtendedUpdate(seconds, gravity, extended, system_.GetDefaultBroadPhaseLayerFilter(layer),
                system_.GetDefaultLayerFilter(layer), {}, {}, memory_);
        }
    }

    point center(std::size_t index) const {
        const JPH::Vec3 at(characters_[index].body->GetPosition());
        return {at.GetX(), at.GetY(), at.GetZ()};
    }

    bool stands(std::size_t index) const {
        return characters_[index].body->GetGroundState() == JPH::CharacterBase::EGroundState::OnGround;
    }

private:
    struct character {
        JPH::Ref<JPH::CharacterVirtual> body;
        float speed;
    };

    // Jolt's factory is one for the program, and has to be there before anything else of it.
    struct started {
        started() {
            JPH::RegisterDefaultAllocator();
            JPH::Factory::sInstance = new JPH::Factory();
            JPH::RegisterTypes();
        }
        ~started() {
            JPH::UnregisterTypes();
            delete JPH::Factory::sInstance;
            JPH::Factory::sInstance = nullptr;
        }
    };

    struct broad_phase_layers : JPH::BroadPhaseLayerInterfaceTable {
        broad_phase_layers() : BroadPhaseLayerInterfaceTable(1, 1) {
            MapObjectToBroadPhaseLayer(layer, JPH::BroadPhaseLayer(0));
        }
    };

    struct pairs : JPH::ObjectLayerPairFilterTable {
        pairs() : ObjectLayerPairFilterTable(1) { EnableCollision(layer, layer); }
    };

    static constexpr JPH::ObjectLayer layer = 0;
    static inline const JPH::Vec3 gravity{0.0f, -9.81f, 0.0f};

    started started_;
    JPH::TempAllocatorImpl memory_{1 << 20};
    broad_phase_layers broad_phase_layers_;
    pairs pairs_;
    JPH::ObjectVsBroadPhaseLayerFilterTable object_vs_broad_phase_{broad_phase_layers_, 1, pairs_, 1};
    JPH::PhysicsSystem system_;
    JPH::CharacterVirtualSettings settings_;
    std::vector<character> characters_;
};
