//! A level in a Jolt world.
//!
//! An instance is a body. Instances share the shape of their mesh; one with a scale has Jolt's scaled shape around it. Machines
//! are kinematic bodies, with a layer of the broad phase to themselves, as Jolt's documentation advises for bodies that move;
//! they collide with characters only, so that the step of the world looks for no pairs. The broad phase is optimised once, when all
//! bodies are in it.
//!
//! A frame is that of Jolt's samples: `MoveKinematic` gives the machines the velocities that lead to their placements, the
//! characters move, `PhysicsSystem::Update` moves the machines. Its jobs run at once, on the calling thread. Jolt leaves out
//! degenerate triangles by itself.

#![expect(
    unsafe_code,
    reason = "Jolt is C++; every pointer is owned by a type below and given to Jolt's functions only"
)]

use crate::levels::parts::Part;
use crate::levels::{Level, Parts};
use crate::measuring::peers::form::Form;
use crate::measuring::peers::peer::GRAVITY;
use crate::simulating::simulation::FRAME;
use glam::Vec3;
use oxijolt_sys::{
    JPH_Activation_DontActivate, JPH_BodyCreationSettings_Create3, JPH_BodyCreationSettings_Destroy,
    JPH_BodyCreationSettings_SetMassPropertiesOverride, JPH_BodyCreationSettings_SetOverrideMassProperties, JPH_BodyID,
    JPH_BodyInterface_CreateAndAddBody, JPH_BodyInterface_MoveKinematic, JPH_BroadPhaseLayerInterfaceTable_Create,
    JPH_BroadPhaseLayerInterfaceTable_MapObjectToBroadPhaseLayer, JPH_CapsuleShape_Create, JPH_IndexedTriangle,
    JPH_Init, JPH_JobFunction, JPH_JobSystem, JPH_JobSystem_Destroy, JPH_JobSystemCallback_Create, JPH_JobSystemConfig,
    JPH_MassProperties, JPH_Mat4, JPH_MeshShapeSettings_Create2, JPH_MeshShapeSettings_CreateShape,
    JPH_MotionType_Kinematic, JPH_MotionType_Static, JPH_ObjectLayerPairFilterTable_Create,
    JPH_ObjectLayerPairFilterTable_EnableCollision, JPH_ObjectVsBroadPhaseLayerFilterTable_Create,
    JPH_OverrideMassProperties_MassAndInertiaProvided, JPH_PhysicsSystem, JPH_PhysicsSystem_Create,
    JPH_PhysicsSystem_Destroy, JPH_PhysicsSystem_GetBodyInterface, JPH_PhysicsSystem_OptimizeBroadPhase,
    JPH_PhysicsSystem_SetGravity, JPH_PhysicsSystem_Update, JPH_PhysicsSystemSettings, JPH_PhysicsUpdateError_None,
    JPH_Quat, JPH_ScaledShape_Create, JPH_Shape, JPH_Shape_Destroy, JPH_ShapeSettings_Destroy, JPH_SphereShape_Create,
    JPH_Vec3, JPH_Vec4,
};
use std::ffi::c_void;
use std::ptr::{NonNull, null_mut};
use sweep8::Placement;

/// Object layers of the Jolt world.
const STILL: u32 = 0;
const MACHINES: u32 = 1;
pub(super) const CHARACTERS: u32 = 2;
const LAYERS: u32 = 3;

pub(super) const NO_TURN: JPH_Quat = JPH_Quat { x: 0.0, y: 0.0, z: 0.0, w: 1.0 };

/// A level in a Jolt world, and the body that is swept.
pub(super) struct Scene {
    pub(super) system: NonNull<JPH_PhysicsSystem>,
    pub(super) body: NonNull<JPH_Shape>,
    machines: Vec<JPH_BodyID>,
    jobs: NonNull<JPH_JobSystem>,
}

impl Scene {
    pub(super) fn new(parts: &Parts, form: Form) -> Self {
        let has_machines = parts.machine_count() > 0;
        let count = parts.parts.len() as u32;
        // SAFETY: every created object is destroyed here or owned by the scene: the system takes over the three filters, and
        // holds its bodies and through them the meshes. `owned` refuses null.
        unsafe {
            assert!(JPH_Init(), "Jolt starts");
            // A layer of the broad phase without bodies would be visited all the same.
            let broad_layers = if has_machines { 2 } else { 1 };
            let layers = JPH_BroadPhaseLayerInterfaceTable_Create(LAYERS, broad_layers);
            for layer in 0..LAYERS {
                let broad_layer = u8::from(layer == MACHINES && has_machines);
                JPH_BroadPhaseLayerInterfaceTable_MapObjectToBroadPhaseLayer(layers, layer, broad_layer);
            }
            let pairs = JPH_ObjectLayerPairFilterTable_Create(LAYERS);
            JPH_ObjectLayerPairFilterTable_EnableCollision(pairs, CHARACTERS, STILL);
            JPH_ObjectLayerPairFilterTable_EnableCollision(pairs, CHARACTERS, MACHINES);
            let settings = JPH_PhysicsSystemSettings {
                maxBodies: count + 16,
                numBodyMutexes: 0,
                maxBodyPairs: 16,
                maxContactConstraints: 16,
                _padding: 0,
                broadPhaseLayerInterface: layers,
                objectLayerPairFilter: pairs,
                objectVsBroadPhaseLayerFilter: JPH_ObjectVsBroadPhaseLayerFilterTable_Create(
                    layers,
                    broad_layers,
                    pairs,
                    LAYERS,
                ),
            };
            let system = owned(JPH_PhysicsSystem_Create(&raw const settings));
            JPH_PhysicsSystem_SetGravity(system.as_ptr(), &vector(Vec3::NEG_Y * GRAVITY));

            let meshes: Vec<NonNull<JPH_Shape>> = parts.meshes.iter().map(|mesh| mesh_shape(mesh)).collect();
            let mut machines = Vec::new();
            for part in &parts.parts {
                let body = add_body(system, meshes[part.mesh], part);
                machines.extend(part.machine.map(|_| body));
            }
            for mesh in meshes {
                JPH_Shape_Destroy(mesh.as_ptr());
            }
            JPH_PhysicsSystem_OptimizeBroadPhase(system.as_ptr());

            let body = match form {
                Form::Ball => owned(JPH_SphereShape_Create(form.radius())).cast(),
                Form::Capsule => owned(JPH_CapsuleShape_Create(form.half_height(), form.radius())).cast(),
            };
            let jobs = JPH_JobSystemConfig {
                context: null_mut(),
                queueJob: Some(run),
                queueJobs: Some(run_all),
                maxConcurrency: 1,
                maxBarriers: 0,
            };
            let jobs = owned(JPH_JobSystemCallback_Create(&raw const jobs));
            Self { system, body, machines, jobs }
        }
    }

    /// Returns true if the level has machines.
    pub(super) fn has_machines(&self) -> bool {
        !self.machines.is_empty()
    }

    /// Gives each machine the velocity that leads it to its target in a frame.
    pub(super) fn send_machines(&mut self, targets: &[Placement]) {
        // SAFETY: the system and its bodies live; places are locals.
        unsafe {
            let bodies = JPH_PhysicsSystem_GetBodyInterface(self.system.as_ptr());
            for (&machine, target) in self.machines.iter().zip(targets) {
                let (mut position, mut rotation) = (vector(target.translation.as_vec3()), quaternion(target));
                JPH_BodyInterface_MoveKinematic(bodies, machine, &raw mut position, &raw mut rotation, FRAME);
            }
        }
    }

    /// Moves the machines by a frame.
    pub(super) fn step(&mut self) {
        // SAFETY: system and jobs live, and only this thread uses them.
        let error = unsafe { JPH_PhysicsSystem_Update(self.system.as_ptr(), FRAME, 1, self.jobs.as_ptr()) };
        assert_eq!(error, JPH_PhysicsUpdateError_None);
    }
}

impl Drop for Scene {
    fn drop(&mut self) {
        // SAFETY: all are this scene's own references, and nothing of it is used afterwards.
        unsafe {
            JPH_Shape_Destroy(self.body.as_ptr());
            JPH_PhysicsSystem_Destroy(self.system.as_ptr());
            JPH_JobSystem_Destroy(self.jobs.as_ptr());
        }
    }
}

/// Creates the shape of a mesh.
///
/// # Safety
/// Jolt has been started.
unsafe fn mesh_shape(mesh: &Level) -> NonNull<JPH_Shape> {
    let positions: Vec<JPH_Vec3> = mesh.positions.iter().map(|&p| vector(p)).collect();
    let triangle = |&[i1, i2, i3]: &[u32; 3]| JPH_IndexedTriangle { i1, i2, i3, materialIndex: 0, userData: 0 };
    let triangles: Vec<JPH_IndexedTriangle> = mesh.triangles.iter().map(triangle).collect();
    // SAFETY: slices outlive the calls, which copy them; the settings are destroyed after their use; `owned` refuses null.
    unsafe {
        let settings = owned(JPH_MeshShapeSettings_Create2(
            positions.as_ptr(),
            positions.len() as u32,
            triangles.as_ptr(),
            triangles.len() as u32,
        ));
        let shape = owned(JPH_MeshShapeSettings_CreateShape(settings.as_ptr()));
        JPH_ShapeSettings_Destroy(settings.as_ptr().cast());
        shape.cast()
    }
}

/// Adds an instance of a mesh as a body.
///
/// # Safety
/// System and mesh are alive.
unsafe fn add_body(system: NonNull<JPH_PhysicsSystem>, mesh: NonNull<JPH_Shape>, part: &Part) -> JPH_BodyID {
    let place = part.placement(0.0);
    let (motion, layer) =
        if part.machine.is_some() { (JPH_MotionType_Kinematic, MACHINES) } else { (JPH_MotionType_Static, STILL) };
    // Jolt can't tell the mass of a mesh, and does not need that of a kinematic body.
    let mass = JPH_MassProperties { mass: 1.0, inertia: place_at(Vec3::ZERO) };
    // SAFETY: the caller's promise; a scaled shape belongs to its body; the settings are destroyed after their use.
    unsafe {
        let scaled =
            (place.scale != Vec3::ONE).then(|| owned(JPH_ScaledShape_Create(mesh.as_ptr(), &vector(place.scale))));
        let shape = scaled.map_or(mesh, NonNull::cast);
        let position = vector(place.translation.as_vec3());
        let settings =
            JPH_BodyCreationSettings_Create3(shape.as_ptr(), &raw const position, &quaternion(&place), motion, layer);
        JPH_BodyCreationSettings_SetOverrideMassProperties(settings, JPH_OverrideMassProperties_MassAndInertiaProvided);
        JPH_BodyCreationSettings_SetMassPropertiesOverride(settings, &raw const mass);
        let bodies = JPH_PhysicsSystem_GetBodyInterface(system.as_ptr());
        let body = JPH_BodyInterface_CreateAndAddBody(bodies, settings, JPH_Activation_DontActivate);
        JPH_BodyCreationSettings_Destroy(settings);
        if let Some(scaled) = scaled {
            JPH_Shape_Destroy(scaled.as_ptr().cast());
        }
        body
    }
}

/// Callback that runs a job at once.
///
/// # Safety
/// The job may be run with that argument.
unsafe extern "C" fn run(_: *mut c_void, job: JPH_JobFunction, argument: *mut c_void) {
    let job = job.expect("Jolt queues functions");
    // SAFETY: the caller's promise.
    unsafe { job(argument) }
}

/// Callback that runs jobs at once.
///
/// # Safety
/// The job may be run with each of the `count` arguments.
unsafe extern "C" fn run_all(_: *mut c_void, job: JPH_JobFunction, arguments: *mut *mut c_void, count: u32) {
    let job = job.expect("Jolt queues functions");
    for index in 0..count as usize {
        // SAFETY: the caller's promise.
        unsafe { job(*arguments.add(index)) }
    }
}

/// Converts a pointer to an object that Jolt created; panics if it is null.
pub(super) fn owned<T>(created: *mut T) -> NonNull<T> {
    NonNull::new(created).expect("Jolt takes the level")
}

pub(super) fn vector(v: Vec3) -> JPH_Vec3 {
    JPH_Vec3 { x: v.x, y: v.y, z: v.z }
}

fn quaternion(place: &Placement) -> JPH_Quat {
    let [x, y, z, w] = place.rotation.normalize().to_array();
    JPH_Quat { x, y, z, w }
}

/// Converts a position to a Jolt matrix without rotation.
pub(super) fn place_at(v: Vec3) -> JPH_Mat4 {
    let column = |x, y, z, w| JPH_Vec4 { x, y, z, w };
    let [x, y, z] = [column(1.0, 0.0, 0.0, 0.0), column(0.0, 1.0, 0.0, 0.0), column(0.0, 0.0, 1.0, 0.0)];
    JPH_Mat4 { column: [x, y, z, column(v.x, v.y, v.z, 1.0)] }
}
