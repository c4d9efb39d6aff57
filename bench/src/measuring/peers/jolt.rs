//! Jolt: casts, rays and collisions of its `NarrowPhaseQuery` with a sphere or a capsule, `CharacterVirtual::Update` and `ExtendedUpdate`
//! with one.
//!
//! It calls thin C functions of `oxijolt-sys`; `joltc-sys` wraps neither of the two. A cast hits back faces and keeps
//! the closest hit. A move is one `Update`, without sticking to the floor and without stairs, or one `ExtendedUpdate`,
//! with both. Desired displacement and fall are one velocity, and `OnGround` ends a fall, as Jolt's comment on
//! `ExtendedUpdate` asks. Settings are Jolt's defaults but for the gap, the slope, the step and the snap distance (0.4
//! m in place of Jolt's 0.5) that all engines share. Jolt leaves out degenerate triangles by itself.

#![expect(
    unsafe_code,
    reason = "Jolt is C++; every pointer is owned by a type below and given to Jolt's functions only"
)]

use super::form::Form;
use super::peer::{Fall, GRAVITY, QueryPeer, Question, SKIN, SNAP_DISTANCE, STEEPEST, STEP_HEIGHT, WITHIN, WalkPeer};
use crate::levels::Level;
use crate::measuring::workload::Motion;
use crate::simulating::simulation::FRAME;
use glam::{DVec3, Vec3};
use oxijolt_sys::{
    JPH_Activation_DontActivate, JPH_BackFaceMode_CollideWithBackFaces, JPH_BodyCreationSettings_Create3,
    JPH_BodyCreationSettings_Destroy, JPH_BodyInterface_CreateAndAddBody, JPH_BroadPhaseLayerInterfaceTable_Create,
    JPH_BroadPhaseLayerInterfaceTable_MapObjectToBroadPhaseLayer, JPH_CapsuleShape_Create, JPH_CharacterBase_Destroy,
    JPH_CharacterBase_GetGroundState, JPH_CharacterBaseSettings, JPH_CharacterVirtual, JPH_CharacterVirtual_Create,
    JPH_CharacterVirtual_ExtendedUpdate, JPH_CharacterVirtual_GetPosition, JPH_CharacterVirtual_SetLinearVelocity,
    JPH_CharacterVirtual_Update, JPH_CharacterVirtualSettings, JPH_CollideShapeResult, JPH_CollideShapeSettings,
    JPH_CollideShapeSettings_Init, JPH_CollisionCollectorType, JPH_CollisionCollectorType_AnyHit,
    JPH_CollisionCollectorType_ClosestHit, JPH_ExtendedUpdateSettings, JPH_GroundState_OnGround, JPH_IndexedTriangle,
    JPH_Init, JPH_Mat4, JPH_MeshShapeSettings_Create2, JPH_MeshShapeSettings_CreateShape, JPH_MotionType_Static,
    JPH_NarrowPhaseQuery, JPH_NarrowPhaseQuery_CastRay3, JPH_NarrowPhaseQuery_CastShape2,
    JPH_NarrowPhaseQuery_CollideShape2, JPH_ObjectLayerPairFilterTable_Create,
    JPH_ObjectLayerPairFilterTable_EnableCollision, JPH_ObjectVsBroadPhaseLayerFilterTable_Create, JPH_PhysicsSystem,
    JPH_PhysicsSystem_Create, JPH_PhysicsSystem_Destroy, JPH_PhysicsSystem_GetBodyInterface,
    JPH_PhysicsSystem_GetNarrowPhaseQuery, JPH_PhysicsSystem_OptimizeBroadPhase, JPH_PhysicsSystem_SetGravity,
    JPH_PhysicsSystemSettings, JPH_Plane, JPH_Quat, JPH_RayCastResult, JPH_RayCastSettings, JPH_Shape,
    JPH_Shape_Destroy, JPH_ShapeCastResult, JPH_ShapeCastSettings, JPH_ShapeCastSettings_Init,
    JPH_ShapeSettings_Destroy, JPH_SphereShape_Create, JPH_Vec3, JPH_Vec4,
};
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr::{NonNull, null};
use sweep8::MoveMode;

/// Index of the only object layer of the Jolt world, which contains all objects.
const LAYER: u32 = 0;

/// Cosine of 75°, the maximum angle between motion and contact at which Jolt tries stairs: Jolt's default.
const COS_FORWARD_CONTACT: f32 = 0.258_819_04;

const NO_TURN: JPH_Quat = JPH_Quat { x: 0.0, y: 0.0, z: 0.0, w: 1.0 };

/// A level in a Jolt world, and the body that is swept.
struct Scene {
    system: NonNull<JPH_PhysicsSystem>,
    body: NonNull<JPH_Shape>,
}

impl Scene {
    fn new(level: &Level, form: Form) -> Self {
        let positions: Vec<JPH_Vec3> = level.positions.iter().map(|&p| vector(p)).collect();
        let triangle = |&[i1, i2, i3]: &[u32; 3]| JPH_IndexedTriangle { i1, i2, i3, materialIndex: 0, userData: 0 };
        let triangles: Vec<JPH_IndexedTriangle> = level.triangles.iter().map(triangle).collect();
        // SAFETY: every created object is destroyed here or owned by the scene: the system takes over the three filters, and
        // holds its body and through it the mesh. Slices outlive the calls, which copy them; `owned` refuses null.
        unsafe {
            assert!(JPH_Init(), "Jolt starts");
            let layers = JPH_BroadPhaseLayerInterfaceTable_Create(1, 1);
            JPH_BroadPhaseLayerInterfaceTable_MapObjectToBroadPhaseLayer(layers, LAYER, 0);
            let pairs = JPH_ObjectLayerPairFilterTable_Create(1);
            JPH_ObjectLayerPairFilterTable_EnableCollision(pairs, LAYER, LAYER);
            let settings = JPH_PhysicsSystemSettings {
                maxBodies: 16,
                numBodyMutexes: 0,
                maxBodyPairs: 16,
                maxContactConstraints: 16,
                _padding: 0,
                broadPhaseLayerInterface: layers,
                objectLayerPairFilter: pairs,
                objectVsBroadPhaseLayerFilter: JPH_ObjectVsBroadPhaseLayerFilterTable_Create(layers, 1, pairs, 1),
            };
            let system = owned(JPH_PhysicsSystem_Create(&raw const settings));
            JPH_PhysicsSystem_SetGravity(system.as_ptr(), &vector(Vec3::NEG_Y * GRAVITY));

            let mesh_settings = owned(JPH_MeshShapeSettings_Create2(
                positions.as_ptr(),
                positions.len() as u32,
                triangles.as_ptr(),
                triangles.len() as u32,
            ));
            let mesh = owned(JPH_MeshShapeSettings_CreateShape(mesh_settings.as_ptr()));
            JPH_ShapeSettings_Destroy(mesh_settings.as_ptr().cast());
            let body = JPH_BodyCreationSettings_Create3(
                mesh.as_ptr().cast(),
                &vector(Vec3::ZERO),
                &NO_TURN,
                JPH_MotionType_Static,
                LAYER,
            );
            let bodies = JPH_PhysicsSystem_GetBodyInterface(system.as_ptr());
            JPH_BodyInterface_CreateAndAddBody(bodies, body, JPH_Activation_DontActivate);
            JPH_BodyCreationSettings_Destroy(body);
            JPH_Shape_Destroy(mesh.as_ptr().cast());
            JPH_PhysicsSystem_OptimizeBroadPhase(system.as_ptr());

            let body = match form {
                Form::Ball => owned(JPH_SphereShape_Create(form.radius())).cast(),
                Form::Capsule => owned(JPH_CapsuleShape_Create(form.half_height(), form.radius())).cast(),
            };
            Self { system, body }
        }
    }
}

impl Drop for Scene {
    fn drop(&mut self) {
        // SAFETY: both are this scene's own references, and nothing of it is used afterwards.
        unsafe {
            JPH_Shape_Destroy(self.body.as_ptr());
            JPH_PhysicsSystem_Destroy(self.system.as_ptr());
        }
    }
}

/// Converts a pointer to an object that Jolt created; panics if it is null.
fn owned<T>(created: *mut T) -> NonNull<T> {
    NonNull::new(created).expect("Jolt takes the level")
}

fn vector(v: Vec3) -> JPH_Vec3 {
    JPH_Vec3 { x: v.x, y: v.y, z: v.z }
}

/// Converts a position to a Jolt matrix without rotation.
fn place(v: Vec3) -> JPH_Mat4 {
    let column = |x, y, z, w| JPH_Vec4 { x, y, z, w };
    let [x, y, z] = [column(1.0, 0.0, 0.0, 0.0), column(0.0, 1.0, 0.0, 0.0), column(0.0, 0.0, 1.0, 0.0)];
    JPH_Mat4 { column: [x, y, z, column(v.x, v.y, v.z, 1.0)] }
}

/// Radius of the ball that stands in for a point, metres: Jolt has no closest point, but finds what a shape is near.
const POINT: f32 = 1.0e-3;

/// A level, the settings of each kind of query, and the ball that stands in for a point.
pub(super) struct Queries {
    scene: Scene,
    sweep: JPH_ShapeCastSettings,
    ray: JPH_RayCastSettings,
    overlap: JPH_CollideShapeSettings,
    near: JPH_CollideShapeSettings,
    point: NonNull<JPH_Shape>,
}

/// Jolt's settings, with both sides of triangles.
///
/// # Safety
/// `initialise` writes every field.
unsafe fn settings<T>(initialise: unsafe extern "C" fn(*mut T)) -> T {
    let mut settings = MaybeUninit::uninit();
    // SAFETY: the caller's promise.
    unsafe {
        initialise(settings.as_mut_ptr());
        settings.assume_init()
    }
}

impl Queries {
    pub(super) fn new(level: &Level, form: Form) -> Self {
        let back = JPH_BackFaceMode_CollideWithBackFaces;
        // SAFETY: the functions initialise every field.
        let (mut sweep, mut overlap) =
            unsafe { (settings(JPH_ShapeCastSettings_Init), settings(JPH_CollideShapeSettings_Init)) };
        sweep.backFaceModeTriangles = back;
        overlap.backFaceMode = back;
        let near = JPH_CollideShapeSettings { maxSeparationDistance: WITHIN - POINT, ..overlap };
        let ray =
            JPH_RayCastSettings { backFaceModeTriangles: back, backFaceModeConvex: back, treatConvexAsSolid: true };
        let scene = Scene::new(level, form);
        // SAFETY: `owned` refuses null.
        let point = unsafe { owned(JPH_SphereShape_Create(POINT)).cast() };
        Self { scene, sweep, ray, overlap, near, point }
    }
}

/// Collides a shape at a place; returns the penetration of the hit that Jolt reports, metres, less than 0 without contact.
///
/// # Safety
/// Query and shape are alive.
unsafe fn collide(
    query: *const JPH_NarrowPhaseQuery,
    (shape, start): (NonNull<JPH_Shape>, Vec3),
    settings: &JPH_CollideShapeSettings,
    wanted: JPH_CollisionCollectorType,
) -> Option<f32> {
    let mut depth: Option<f32> = None;
    let mut base = vector(start);
    // SAFETY: the caller's promise; everything else is a local that outlives the call; `keep_depth`
    // gets the depth it expects, and no filter lets everything through.
    unsafe {
        JPH_NarrowPhaseQuery_CollideShape2(
            query,
            shape.as_ptr(),
            &vector(Vec3::ONE),
            &place(start),
            settings,
            &raw mut base,
            wanted,
            Some(keep_depth),
            (&raw mut depth).cast(),
            null(),
            null(),
            null(),
            null(),
        );
    }
    depth
}

impl Drop for Queries {
    fn drop(&mut self) {
        // SAFETY: it is this one's own reference.
        unsafe { JPH_Shape_Destroy(self.point.as_ptr()) }
    }
}

/// Callback that stores the fraction of the reported hit of a sweep.
///
/// # Safety
/// `fraction` is an `Option<f32>` without another user, `result` is valid.
unsafe extern "C" fn keep(fraction: *mut c_void, result: *const JPH_ShapeCastResult) {
    // SAFETY: the caller's promise.
    unsafe { *fraction.cast::<Option<f32>>() = Some((*result).fraction) }
}

/// Callback that stores the fraction of the reported hit of a ray.
///
/// # Safety
/// As [`keep`].
unsafe extern "C" fn keep_ray(fraction: *mut c_void, result: *const JPH_RayCastResult) {
    // SAFETY: the caller's promise.
    unsafe { *fraction.cast::<Option<f32>>() = Some((*result).fraction) }
}

/// Callback that stores the penetration of the reported hit.
///
/// # Safety
/// As [`keep`].
unsafe extern "C" fn keep_depth(depth: *mut c_void, result: *const JPH_CollideShapeResult) {
    // SAFETY: the caller's promise.
    unsafe { *depth.cast::<Option<f32>>() = Some((*result).penetrationDepth) }
}

impl QueryPeer for Queries {
    fn name(&self) -> &'static str {
        "Jolt"
    }

    fn answer_all(&mut self, question: Question, motions: &[Motion], answers: &mut Vec<Option<f32>>) -> bool {
        // SAFETY: the system is alive.
        let query = unsafe { JPH_PhysicsSystem_GetNarrowPhaseQuery(self.scene.system.as_ptr()) };
        let sweep = |&(start, motion): &Motion| {
            let mut fraction: Option<f32> = None;
            let mut base = vector(start);
            // SAFETY: the query and the body live as long as the scene; everything else is a local that outlives the
            // call; `keep` gets the fraction it expects, and no filter lets everything through.
            unsafe {
                JPH_NarrowPhaseQuery_CastShape2(
                    query,
                    self.scene.body.as_ptr(),
                    &place(start),
                    &vector(motion),
                    &raw const self.sweep,
                    &raw mut base,
                    JPH_CollisionCollectorType_ClosestHit,
                    Some(keep),
                    (&raw mut fraction).cast(),
                    null(),
                    null(),
                    null(),
                    null(),
                );
            }
            fraction
        };
        let ray = |&(start, motion): &Motion, wanted| {
            let mut fraction: Option<f32> = None;
            // SAFETY: as for the sweep.
            unsafe {
                JPH_NarrowPhaseQuery_CastRay3(
                    query,
                    &vector(start),
                    &vector(motion),
                    &raw const self.ray,
                    wanted,
                    Some(keep_ray),
                    (&raw mut fraction).cast(),
                    null(),
                    null(),
                    null(),
                    null(),
                );
            }
            fraction
        };
        answers.extend(motions.iter().map(|motion| match question {
            Question::Sweep => sweep(motion),
            Question::Ray => ray(motion, JPH_CollisionCollectorType_ClosestHit),
            Question::AnyHit => ray(motion, JPH_CollisionCollectorType_AnyHit).map(|_| 0.0),
            Question::Overlap => {
                let body = (self.scene.body, motion.0);
                // SAFETY: both live as long as the scene.
                unsafe { collide(query, body, &self.overlap, JPH_CollisionCollectorType_AnyHit) }.map(|_| 0.0)
            }
            Question::ClosestPoint => {
                let point = (self.point, motion.0);
                // SAFETY: both live as long as `self`.
                let closest = unsafe { collide(query, point, &self.near, JPH_CollisionCollectorType_ClosestHit) };
                closest.map(|depth| POINT - depth)
            }
        }));
        true
    }
}

/// A Jolt `CharacterVirtual`, and its position, desired velocity and fall speed.
struct Character {
    of_jolt: NonNull<JPH_CharacterVirtual>,
    /// Centre of the character after the last step, world space, metres.
    center: Vec3,
    desired: Vec3,
    fall: Fall,
}

impl Character {
    fn new(scene: &Scene, start: Vec3) -> Self {
        let settings = JPH_CharacterVirtualSettings {
            base: JPH_CharacterBaseSettings {
                up: vector(Vec3::Y),
                supportingVolume: JPH_Plane { normal: vector(Vec3::Y), distance: -1.0e10 },
                maxSlopeAngle: STEEPEST,
                enhancedInternalEdgeRemoval: false,
                shape: scene.body.as_ptr(),
            },
            // Zero: Jolt assigns a number.
            ID: 0,
            mass: 70.0,
            maxStrength: 100.0,
            shapeOffset: vector(Vec3::ZERO),
            backFaceMode: JPH_BackFaceMode_CollideWithBackFaces,
            predictiveContactDistance: 0.1,
            maxCollisionIterations: 5,
            maxConstraintIterations: 15,
            minTimeRemaining: 1.0e-4,
            collisionTolerance: 1.0e-3,
            characterPadding: SKIN,
            maxNumHits: 256,
            hitReductionCosMaxAngle: 0.999,
            penetrationRecoverySpeed: 1.0,
            innerBodyShape: null(),
            innerBodyIDOverride: 0,
            innerBodyLayer: LAYER,
        };
        // SAFETY: the settings are copied; the scene outlives its characters, see `Walkers`.
        let of_jolt = unsafe {
            JPH_CharacterVirtual_Create(&raw const settings, &vector(start), &NO_TURN, 0, scene.system.as_ptr())
        };
        Self { of_jolt: owned(of_jolt), center: start, desired: Vec3::ZERO, fall: Fall::default() }
    }
}

impl Drop for Character {
    fn drop(&mut self) {
        // SAFETY: it is this one's own reference.
        unsafe { JPH_CharacterBase_Destroy(self.of_jolt.as_ptr().cast()) }
    }
}

pub(super) struct Walkers {
    /// Jolt characters; declared before the scene because fields are dropped in order and characters need their physics system.
    characters: Vec<Character>,
    scene: Scene,
    /// Settings of Jolt's `ExtendedUpdate` for characters that climb steps; `None` for characters that only slide.
    stairs_and_floor: Option<JPH_ExtendedUpdateSettings>,
}

/// Returns Jolt's default `ExtendedUpdate` settings, with step height and snap distance as in all other engines.
fn stairs_and_floor() -> JPH_ExtendedUpdateSettings {
    JPH_ExtendedUpdateSettings {
        stickToFloorStepDown: vector(Vec3::NEG_Y * SNAP_DISTANCE),
        walkStairsStepUp: vector(Vec3::Y * STEP_HEIGHT),
        walkStairsMinStepForward: 0.02,
        walkStairsStepForwardTest: 0.15,
        walkStairsCosAngleForwardContact: COS_FORWARD_CONTACT,
        walkStairsStepDownExtra: vector(Vec3::ZERO),
    }
}

impl Walkers {
    pub(super) fn new(level: &Level, starts: &[Vec3], mode: MoveMode, form: Form) -> Self {
        let scene = Scene::new(level, form);
        let characters = starts.iter().map(|&start| Character::new(&scene, start)).collect();
        let stairs_and_floor = match mode {
            MoveMode::Walk => Some(stairs_and_floor()),
            MoveMode::Slide => None,
        };
        Self { characters, scene, stairs_and_floor }
    }
}

impl WalkPeer for Walkers {
    fn name(&self) -> &'static str {
        "Jolt"
    }

    fn count(&self) -> usize {
        self.characters.len()
    }

    fn center(&self, character: usize) -> DVec3 {
        self.characters[character].center.as_dvec3()
    }

    fn desired(&mut self, character: usize, velocity: Vec3) {
        self.characters[character].desired = velocity;
    }

    fn step(&mut self) {
        let Self { characters, scene, stairs_and_floor } = self;
        let system = scene.system.as_ptr();
        for Character { of_jolt, center, desired, fall } in characters {
            let velocity = vector(*desired + Vec3::NEG_Y * fall.faster());
            let mut reached = vector(Vec3::NAN);
            let character = of_jolt.as_ptr();
            // SAFETY: the character and its system live, velocity and place are locals, settings are copied, and only
            // this thread uses the one temporary allocator of Jolt.
            let ground = unsafe {
                JPH_CharacterVirtual_SetLinearVelocity(character, &raw const velocity);
                match stairs_and_floor {
                    Some(settings) => JPH_CharacterVirtual_ExtendedUpdate(
                        character,
                        FRAME,
                        &raw const *settings,
                        LAYER,
                        system,
                        null(),
                        null(),
                    ),
                    None => JPH_CharacterVirtual_Update(character, FRAME, LAYER, system, null(), null()),
                }
                JPH_CharacterVirtual_GetPosition(character, &raw mut reached);
                JPH_CharacterBase_GetGroundState(character.cast())
            };
            fall.moved(center.y - reached.y, ground == JPH_GroundState_OnGround);
            *center = Vec3::new(reached.x, reached.y, reached.z);
        }
    }
}
