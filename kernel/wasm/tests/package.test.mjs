// The package in Node, each build: what it answers, what it refuses, and that arrays survive a memory that grows.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as sweep8 from "../dist/index.js";
import { crowdOf200, HASH, level, walk } from "./walk.mjs";

const { capsule, Crowd, ellipsoid, Ground, init, isSimd, Level, Mesh, Profile, stepAll, Sweep8Error, World } = sweep8;
const close = (a, b, within = 1e-5) => a.forEach((x, k) => assert.ok(Math.abs(x - b[k]) < within, `${a} is not ${b}`));
const refused = (work, text) => assert.throws(work, (error) => error instanceof Sweep8Error && text.test(error.message));

function floor() {
    const world = new World();
    return { world, box: world.add(Mesh.cuboid([50, 1, 50]), [0, -1, 0]) };
}

test("nothing works before init", () => refused(() => new World(), /`await init\(\)` comes first/));

for (const simd of [true, false]) {
    const named = (name, work) =>
        test(`${name}, ${simd ? "simd128" : "plain"}`, async () => {
            await init({ simd, again: true });
            assert.equal(isSimd(), simd);
            await work();
        });

    named("the walk has the hash of Rust, through a save in its middle", () => {
        const where = level(sweep8), crowd = crowdOf200(sweep8);
        walk(crowd, where, 0, 30);
        const saved = crowd.save(), motion = where.world.saveMotion();
        walk(crowd, where, 30);
        assert.equal(crowd.stateHash(), HASH);
        const other = new Crowd();
        other.restore(saved);
        where.world.restoreMotion(motion);
        walk(other, where, 30);
        assert.equal(other.stateHash(), HASH);
        refused(() => other.restore(saved.subarray(1)), /./);
        assert.equal(other.stateHash(), HASH);
    });

    named("arrays are made anew when the memory grows, and keep what was written", () => {
        const crowd = new Crowd(), { world } = floor(), person = new Profile();
        crowd.spawnStanding(person, [0, 0, 0]);
        const old = crowd.desiredVelocity, position = crowd.position;
        old.set([1, 0, 0]);
        const more = new Float64Array(3 * 30_000).map((_, k) => (k % 3 === 1 ? 0 : (k * 7) % 90 - 45));
        const ids = crowd.spawnMany(person, more, { standing: true });
        assert.equal(crowd.length, 30_001);
        assert.equal(old.length, 0, "the memory has grown");
        assert.equal(position.length, 0);
        close(crowd.desiredVelocity.subarray(0, 3), [1, 0, 0]);
        crowd.step(world, 1 / 60);
        assert.ok(crowd.position[0] > 0.01 && crowd.ground[0] === Ground.Floor);
        assert.equal(crowd.row(ids[29_999]), 30_000);
        // An array that was kept when the memory did not grow is not read, and its writes reach nothing.
        const small = new Crowd();
        const first = small.spawn(person, [0, 5, 0]);
        const kept = small.desiredVelocity;
        for (let k = 0; k < 100; k++) small.spawn(person, [k, 5, 0]);
        assert.equal(small.length, 101);
        kept.fill(7);
        assert.deepEqual([...small.desiredVelocity.subarray(0, 3)], [0, 0, 0]);
        assert.equal(small.ids[0], first);
    });

    named("characters come and go, and rows follow", () => {
        const crowd = new Crowd(), person = new Profile(), { world, box } = floor();
        const [a, b, c] = [0, 1, 2].map((x) => crowd.spawnStanding(person, [x, 0, 0]));
        crowd.desiredVelocity.set([0, 0, 3], 3 * crowd.row(c));
        crowd.group[crowd.row(c)] = 9;
        crowd.despawn(b);
        refused(() => crowd.row(b), /`id` 1 does not exist in this Crowd/);
        assert.deepEqual([...crowd.ids], [a, c]);
        assert.equal(crowd.group[1], 9);
        crowd.step(world, 0.5);
        close(crowd.center(c), [2, 0.91, 1.5], 1e-4);
        close(crowd.feet(c), [2, 0.01, 1.5], 1e-4);
        assert.equal(crowd.groundInstance[1], box);
        const d = crowd.spawn(person, [9, 9, 9]);
        assert.notEqual(d, b, "the index is that of b, the generation is not");
        assert.deepEqual([...crowd.ids], [a, d, c]);
        close(crowd.desiredVelocity.subarray(6), [0, 0, 3]);
    });

    named("crouching, turning, jumping, contacts", () => {
        const crowd = new Crowd(), { world, box } = floor();
        const person = new Profile(), low = new Profile({ shape: ellipsoid(0.4, 0.5, 0.4) });
        const ceiling = world.add(Mesh.cuboid([1, 1, 1]), [0, 2.5, 0]);
        const id = crowd.spawnStanding(low, [0, 0, 0]);
        refused(() => crowd.setProfile(id, person, world), /room/i);
        world.remove(ceiling);
        crowd.setProfile(id, person, world);
        close(crowd.center(id), [0, 0.91, 0]);
        crowd.turn(id, [0, 1, 0, 0], world);
        assert.deepEqual([...crowd.orientation], [0, 1, 0, 0]);
        crowd.watchContacts(id);
        const report = crowd.step(world, 1 / 60);
        assert.deepEqual([report.standing, report.refused, report.firstRefused], [1, 0, null]);
        const [contact] = crowd.contacts(id);
        assert.equal(contact.instance, box);
        close(contact.normal, [0, 1, 0]);
        crowd.jumpSpeed[0] = 4;
        crowd.step(world, 1 / 60);
        assert.equal(crowd.jumpSpeed[0], 0, "it has acted");
        assert.ok(crowd.velocity[1] > 3 && crowd.ground[0] === Ground.Air);
        crowd.teleport(id, { x: 1, y: 5, z: 1 });
        close([...crowd.position], [1, 5, 1]);
        crowd.placeFeet(id, [1, 2, 1]);
        close(crowd.feet(id), [1, 2, 1]);
    });

    named("a lift carries, also in several crowds at once, and a conveyor moves", () => {
        const { world } = floor(), person = new Profile();
        const lift = world.add(Mesh.cuboid([1, 0.1, 1]), [0, 0, 0]);
        const crowds = [new Crowd(), new Crowd()];
        crowds.forEach((crowd) => crowd.spawnStanding(person, [0, 0.1, 0]));
        for (let step = 1; step <= 60; step++) {
            world.moveTo(lift, { translation: [0, step / 60, 0] });
            stepAll(crowds, world, 1 / 60);
        }
        close([crowds[0].position[1], crowds[1].position[1]], [2.01, 2.01], 1e-3);
        close(world.placement(lift).translation, [0, 1, 0]);
        refused(() => stepAll([crowds[0], crowds[0]], world, 1 / 60), /different crowds/);
        const belt = new Mesh([-9, 0, -9, -9, 0, 9, 9, 0, 9, 9, 0, -9], [0, 1, 2, 0, 2, 3], {
            kinds: [{ velocity: [1.5, 0, 0] }],
            ofTriangle: [0, 0],
        });
        const hall = new World(), crowd = new Crowd();
        hall.add(belt);
        crowd.spawnStanding(person, [0, 0, 0]);
        for (let step = 0; step < 60; step++) crowd.step(hall, 1 / 60);
        assert.ok(Math.abs(crowd.position[0] - 1.5) < 1e-3);
        assert.deepEqual([...crowd.turnedBy], [0]);
        const carousel = hall.add(Mesh.cuboid([3, 0.1, 3]), [0, 1, 0]);
        crowd.placeFeet(crowd.ids[0], [1, 1.1, 0]);
        let heading = 0;
        for (let step = 0; step <= 60; step++) {
            const half = step / 120;
            hall.moveTo(carousel, { translation: [0, 1, 0], rotation: [0, Math.sin(half), 0, Math.cos(half)] });
            crowd.step(hall, 1 / 60);
            heading += crowd.turnedBy[0];
        }
        assert.ok(Math.abs(heading - 1) < 1e-3, `a radian in a second, not ${heading}`);
    });

    named("queries, single and many", () => {
        const { world, box } = floor();
        const down = world.ray([1, 2, 3], [0, -1, 0], 9);
        assert.deepEqual([down.distance, down.instance, down.isFront], [2, box, true]);
        close(down.point, [1, 0, 3]);
        assert.equal(world.ray([1, 2, 3], [0, 1, 0], 9), null);
        assert.equal(world.ray([1, 2, 3], [0, -1, 0], 9, { skip: { instance: box } }), null);
        assert.equal(world.ray([1, 2, 3], [0, -1, 0], 9, { layers: 2 }), null);
        const rays = world.rays([1, 2, 3, 500, 2, 0], [0, -1, 0, 0, -1, 0], 9);
        assert.deepEqual([...rays.along, ...rays.instance, rays.count], [2, Infinity, box, -1, 1]);
        const sweep = world.sweep(capsule(0.5, 0.5), [0, 3, 0], [0, -4, 0]);
        assert.ok(Math.abs(sweep.fraction - 0.5) < 1e-6);
        const sweeps = world.sweeps(ellipsoid(1, 1, 1), [0, 3, 0, 0, 3, 0], [0, -4, 0, 0, 4, 0]);
        assert.deepEqual([sweeps.along[0], sweeps.along[1]], [0.5, Infinity]);
        assert.equal(world.overlap(ellipsoid(1, 1, 1), [0, 0.5, 0]), true);
        assert.deepEqual([...world.overlaps(capsule(1, 1, "x"), [0, 0.5, 0, 0, 1.5, 0])], [1, 0]);
        const overlaps = world.overlapAll(ellipsoid(1, 1, 1), [1, 0.5, 2]);
        assert.deepEqual(overlaps.map(({ instance, normal }) => [instance, normal[1] > 0.5]), [[box, true], [box, true]]);
        close([Math.max(...overlaps.map(({ depth }) => depth))], [0.5]);
        close(world.closestPoint([0, 3, 0]).point, [0, 0, 0]);
        assert.equal(world.closestPoint([0, 3, 0], 2), null);
        assert.deepEqual([...world.closestPoints([0, 3, 0, 0, 1, 0], 2).along], [Infinity, 1]);
        close(world.bounds().flat(), [-50, -2, -50, 50, 0, 50], 1e-4);
        assert.equal(world.triangles().length, 12 * 9);
        assert.equal(new World().bounds(), null);
    });

    named("meshes: terrain, capsules, bytes", () => {
        const terrain = Mesh.heightfield(3, 3, [1, 1], new Float32Array(9));
        assert.equal(terrain.report().triangles, 8);
        assert.ok(Mesh.capsule(0.5, 0.5, 12).report().triangles > 50);
        const again = Mesh.fromBytes(terrain.toBytes());
        assert.deepEqual(again.triangles(), terrain.triangles());
        const bytes = terrain.toBytes();
        bytes[40] ^= 1;
        refused(() => Mesh.fromBytes(bytes), /./);
        assert.equal(new Mesh([0, 0, 0, 0, 0, 1, 1, 0, 0]).report().triangles, 1, "without indices");
    });

    named("levels from bytes", async () => {
        const text = "v 0 0 0\nv 0 0 4\nv 4 0 4\nv 4 0 0\nf 1 2 3 4\n";
        const read = await Level.read("floor.obj", new TextEncoder().encode(text));
        assert.deepEqual([read.name, read.triangleCount, read.meshes.length, read.instances[0].name], ["floor", 2, 1, "floor"]);
        assert.deepEqual([...read.meshes[0].triangles], [0, 1, 2, 0, 2, 3]);
        assert.equal(read.world().ray([1, 2, 1], [0, -1, 0], 9).distance, 2);
        const corners = Float32Array.of(0, 0, 0, 0, 0, 4, 4, 0, 4);
        const gltf = {
            asset: { version: "2.0" },
            buffers: [{ uri: "hall.bin", byteLength: 36 }],
            bufferViews: [{ buffer: 0, byteLength: 36 }],
            accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: "VEC3", min: [0, 0, 0], max: [4, 0, 4] }],
            materials: [{ name: "belt" }],
            meshes: [{ primitives: [{ attributes: { POSITION: 0 }, material: 0 }] }],
            nodes: [{ mesh: 0, name: "one" }, { mesh: 0, name: "two", translation: [0, 5, 0] }],
            scenes: [{ nodes: [0, 1] }],
            scene: 0,
        };
        const bytes = new TextEncoder().encode(JSON.stringify(gltf));
        const hall = await Level.read("hall.gltf", bytes, { files: { "hall.bin": new Uint8Array(corners.buffer) } });
        assert.deepEqual([hall.instances.map(({ name }) => name), hall.materialNames[0]], [["one", "two"], "belt"]);
        const world = hall.world({ belt: { velocity: [1, 0, 0] } });
        const [, two] = world.instances();
        close(world.placement(two).translation, [0, 5, 0]);
        const crowd = new Crowd();
        crowd.spawnStanding(new Profile(), [1, 5, 2]);
        for (let step = 0; step < 60; step++) crowd.step(world, 1 / 60);
        close([...crowd.position], [2, 5.91, 2], 1e-2);
        // A cooked level is read as it is.
        const plain = world.mesh(two), cooked = await Level.read("hall.sweep8", plain.toBytes());
        assert.deepEqual(cooked.world().triangles(), plain.triangles());
        const rejected = (name, bytes, text) => assert.rejects(Level.read(name, bytes), (error) => error instanceof Sweep8Error && text.test(error.message));
        await rejected("hall.gltf", bytes, /hall\.bin/);
        await rejected("hall.fbx", new TextEncoder().encode("Kaydara FBX Binary"), /hall\.fbx .* export the level/);
        const far = await Level.read("far.obj", new TextEncoder().encode("v 0 0 0\nv 0 0 4\nv 1e9 0 4\nf 1 2 3\n"));
        refused(() => far.world(), /^the mesh "far" cannot be used: position 2 is/);
    });

    named("what is wrong is refused, and names its value", () => {
        const crowd = new Crowd(), { world } = floor(), person = new Profile();
        crowd.spawnMany(person, [0, 1, 0, 2, 1, 0]);
        crowd.desiredVelocity[4] = NaN;
        refused(() => crowd.step(world, 1 / 60), /^row 1: `desired_velocity` is NaN, must be/);
        refused(() => crowd.save(), /^row 1: /);
        crowd.desiredVelocity[4] = 0;
        refused(() => crowd.step(world, -1), /-1, must be/);
        refused(() => new Profile({ stepHeight: -1 }), /`step_height` is -1, must be 0 to/);
        refused(() => new Profile({ skin: NaN }), /`skin` is NaN/);
        refused(() => new Profile({ eachOther: "hard" }), /`eachOther` is "hard", must be one of ignore, soft, solid/);
        assert.throws(() => new Profile({ step: 1 }), /`step` is no setting/);
        refused(() => new Profile({ shape: ellipsoid(0, 1, 1) }), /radi/);
        refused(() => new Crowd({ gravity: [0, NaN, 0] }), /`gravity` is NaN/);
        refused(() => crowd.spawnMany(person, [0, 0, 0, 0, 3e7, 0]), /place 1: `position` is 30000000/);
        refused(() => new Mesh([0, 0, 0], [0, 1, 2]), /./);
        refused(() => new Mesh([0, NaN, 0], []), /position 0 is \[0, NaN, 0\]/);
        refused(() => world.ray([0, 0, 0], [0, 0, 0], 1), /direction/);
        refused(() => world.rays([0, 0, 0, 1, 1, 1], [1, 0, 0, 0, 0, 0], 1), /^row 1: `direction`/);
        refused(() => world.rays([0, 0, 0], [1, 0, 0, 0, 0, 0], 1), /`directions` has 6 numbers, must have 3/);
        refused(() => world.place(77, [0, 0, 0]), /`instance` 77 does not exist in this World/);
        refused(() => world.add(Mesh.cuboid([1, 1, 1]), { rotation: [1, 1, 0, 0] }), /`rotation`/);
        assert.throws(() => world.add(Mesh.cuboid([1, 1, 1]), [0, 1]), /`translation` must have 3 numbers/);
        assert.throws(() => world.add(crowd), /`mesh` must be a Mesh/);
        assert.equal(crowd.length, 2);
    });

    named("free ends an object, and meshes stay as long as worlds need them", async () => {
        const { world } = floor(), mesh = Mesh.cuboid([1, 1, 1]);
        const instance = world.add(mesh, [0, 5, 0]);
        mesh.free();
        mesh[Symbol.dispose]();
        refused(() => mesh.triangles(), /this Mesh was freed/);
        assert.equal(world.mesh(instance).triangles().length, 12 * 9);
        const old = new Profile();
        await init({ simd, again: true });
        refused(() => new Crowd().spawn(old, [0, 0, 0]), /of another load of the module/);
        await init({ simd: !simd });
        assert.equal(isSimd(), simd, "one load is enough");
    });
}
