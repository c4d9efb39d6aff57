// What `tsc --strict` must accept, and what it must not: the lines behind `@ts-expect-error`.

import { Crowd, ellipsoid, Ground, init, Level, Mesh, Profile, stepAll, World, type Hits, type StepReport, type Vector3 } from "sweep8";
import { BoxGeometry, Object3D } from "three";

await init({ simd: true });
using world = new World();
const box = new BoxGeometry(1, 2, 3);
using mesh = new Mesh(box.attributes["position"]!.array, box.index?.array);
const node = new Object3D();
const lift: number = world.add(mesh, { translation: node.position, rotation: node.quaternion, scale: node.scale });
world.moveTo(lift, [0, 1, 0]);
world.setKind(lift, "one-sided");
const profile = new Profile({ shape: ellipsoid(0.4, 0.9, 0.4), eachOther: "solid", stepHeight: 0.3 });
const crowd = new Crowd({ gravity: node.position });
const id: number = crowd.spawn(profile, { x: 0, y: 1, z: 0 });
crowd.desiredVelocity[3 * crowd.row(id)] = 1.5;
const report: StepReport = crowd.step(world, 1 / 60);
const reports: StepReport[] = stepAll([crowd], world, 1 / 60);
const reason: string | undefined = report.firstRefused?.error ?? reports[0]?.firstRefused?.error;
const stands: boolean = crowd.ground[0] === Ground.Floor;
const hits: Hits = world.rays(new Float64Array(3), [0, -1, 0], 9, { sides: "front" });
const normal: Vector3 | undefined = world.ray([0, 1, 0], [0, -1, 0], 9)?.normal;
const fraction: number = world.sweep(ellipsoid(1, 1, 1), [0, 1, 0], [0, -1, 0])?.fraction ?? 1;
const hash: bigint = crowd.stateHash();
const level = await Level.read("hall.glb", new Uint8Array(await new Blob().arrayBuffer()), { files: {} });
using hall = level.world({ ice: { friction: 0 } });
console.log(reason, stands, hits, normal, fraction, hash, hall.bounds());

// @ts-expect-error: no such kind.
world.setKind(lift, "soft");
// @ts-expect-error: no such setting.
new Profile({ height: 2 });
// @ts-expect-error: arrays of states are no properties to set.
crowd.position = new Float32Array(3);
// @ts-expect-error: a crowd is no mesh.
world.add(crowd);
// @ts-expect-error: a ray may hit nothing.
world.ray([0, 1, 0], [0, -1, 0], 9).normal;
// @ts-expect-error: the number of a thing is not for users.
world.number;
