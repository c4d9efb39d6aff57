// What users import.

export { Crowd, Ground, Status, stepAll, type Contact, type StepReport } from "./crowd.js";
export { Level, type LevelInstance, type LevelMesh } from "./level.js";
export { Mesh, type Material } from "./mesh.js";
export { capsule, ellipsoid, Profile, type ProfileSettings, type Shape } from "./profile.js";
export type { Filter, Hits, Overlap, RayHit, SurfacePoint, SweepHit } from "./queries.js";
export type { Placement, Quaternion, Rotation, Vector, Vector3 } from "./values.js";
export { hasSimd, init, isSimd, Sweep8Error, type InitOptions } from "./wasm.js";
export { World } from "./world.js";
