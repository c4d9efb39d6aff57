// Levels: glTF, OBJ and cooked ones, from bytes.
//
// In: the bytes of files. Out: plain lists, which need no `free`. A module of its own reads them; it is loaded when the first level is
// read, and its memory goes when the level is read.

import { Mesh, type Material } from "./mesh.js";
import type { Quaternion, Vector3 } from "./values.js";
import { compiled, Sweep8Error, Wasm, type InitOptions, type LevelExports } from "./wasm.js";
import { World } from "./world.js";

/** A mesh of a level, in a space of its own, metres. */
export interface LevelMesh {
    name: string;
    /** Three numbers for each vertex. */
    vertices: Float32Array;
    /** Three indices for each triangle; fronts are counter-clockwise. */
    triangles: Uint32Array;
    /** Index in `materialNames` for each triangle; empty for a mesh without materials. */
    materials: Uint16Array;
    /** Bytes for `Mesh.fromBytes`, if the level was cooked; otherwise empty. */
    cooked: Uint8Array;
}

/** A mesh in a place. Of a glTF it is a node. */
export interface LevelInstance {
    name: string;
    /** Index in `meshes`. */
    mesh: number;
    placement: { translation: Vector3; rotation: Quaternion; scale: Vector3 };
}

/** What `Level.read` may be told. */
export interface LevelOptions {
    /** Files beside the level, in which a `.gltf` keeps its buffers, by their paths relative to it. */
    files?: Readonly<Record<string, Uint8Array>>;
    /** The module: where it is, or what it is. Default: the file of the package, beside this one. */
    module?: NonNullable<InitOptions["module"]>;
}

let reader: Promise<WebAssembly.Module> | undefined;

/** A level that was read: meshes, and instances that place them. Metres, y up. */
export class Level {
    /** Name of the file without its ending. */
    readonly name: string;
    readonly triangleCount: number;
    readonly meshes: readonly LevelMesh[];
    /** In the order of `World.instances()` of its world. */
    readonly instances: readonly LevelInstance[];
    readonly materialNames: readonly string[];
    /** What a glTF has and the level has not: primitives of lines or points, flat nodes, meshes that skeletons or shape keys deform. `baked` nodes have a copy of their mesh. */
    readonly leftOut: { primitives: number; nodes: number; baked: number; skinned: number; morphed: number };

    private constructor(wasm: Wasm<LevelExports>) {
        const answers = wasm.answers();
        const counts = Array.from(answers.float64(9));
        const [triangles, meshes, instances, , primitives, nodes, baked, skinned, morphed] = counts as [
            number, number, number, number, number, number, number, number, number,
        ];
        const names = answers.text(answers.float64(1)[0]!).split("\0");
        this.name = names[0]!;
        this.triangleCount = triangles;
        this.leftOut = { primitives, nodes, baked, skinned, morphed };
        this.meshes = names.slice(1, 1 + meshes).map((name) => {
            const [vertices, triangles, materials, cooked] = Array.from(answers.float64(4)) as [number, number, number, number];
            return {
                name,
                vertices: answers.float32(3 * vertices),
                triangles: answers.uint32(3 * triangles),
                materials: answers.uint16(materials),
                cooked: answers.bytes(cooked),
            };
        });
        this.instances = names.slice(1 + meshes, 1 + meshes + instances).map((name) => {
            const [mesh] = Array.from(answers.float64(1)) as [number];
            const translation = Array.from(answers.float64(3)) as Vector3;
            const rotation = Array.from(answers.float64(4)) as Quaternion;
            return { name, mesh, placement: { translation, rotation, scale: Array.from(answers.float64(3)) as Vector3 } };
        });
        this.materialNames = names.slice(1 + meshes + instances, -1);
    }

    /**
     * Reads a level: `name` is that of its file ("hall.glb"), or its ending alone; the first bytes count more. Needs no `init`.
     *
     * Rejects with one line that names the file, the fault and the remedy.
     */
    static async read(name: string, bytes: Uint8Array, { files = {}, module }: LevelOptions = {}): Promise<Level> {
        if (!reader) {
            reader = compiled(module ?? new URL("./sweep8_levels.wasm", import.meta.url));
            // The next call may try again.
            reader.catch(() => (reader = undefined));
        }
        const wasm = new Wasm<LevelExports>(await WebAssembly.instantiate(await reader, {}), false);
        const text = new TextEncoder(), called = text.encode(name);
        const beside = Object.entries(files).flatMap(([path, of]) => {
            const named = text.encode(path);
            return [Float64Array.of(named.length, of.length), named, of];
        });
        wasm.write(called, bytes, ...beside);
        wasm.call("level_read", called.length, bytes.length, beside.length / 3);
        return new Level(wasm);
    }

    /** A world of all instances. `materials` has surfaces by the names of materials; all others are without friction. */
    world(materials: Readonly<Record<string, Material>> = {}): World {
        const kinds = this.materialNames.map((name) => (Object.hasOwn(materials, name) ? materials[name]! : {}));
        const made: Mesh[] = [];
        const world = new World();
        try {
            for (const { name, vertices, triangles, materials: ofTriangle, cooked } of this.meshes) {
                const surfaces = ofTriangle.length > 0 ? { kinds, ofTriangle } : undefined;
                naming("mesh", name, () => made.push(cooked.length > 0 ? Mesh.fromBytes(cooked) : new Mesh(vertices, triangles, surfaces)));
            }
            for (const { name, mesh, placement } of this.instances) naming("instance", name, () => world.add(made[mesh]!, placement));
        } catch (error) {
            world.free();
            throw error;
        } finally {
            made.forEach((mesh) => mesh.free());
        }
        return world;
    }
}

function naming(what: string, name: string, work: () => void): void {
    try {
        work();
    } catch (error) {
        if (!(error instanceof Sweep8Error)) throw error;
        throw new Sweep8Error(`the ${what} ${JSON.stringify(name)} cannot be used: ${error.message}`, { cause: error });
    }
}
