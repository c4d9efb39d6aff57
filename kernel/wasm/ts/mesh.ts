// Meshes, and the materials of their triangles.

import { Thing } from "./thing.js";
import { triples, vector, type Vector } from "./values.js";
import { loaded, Sweep8Error, type Wasm } from "./wasm.js";

/** A kind of surface. */
export interface Material {
    /** Coefficient of friction, 0 or more. Default 0. */
    friction?: number;
    /** Part of the speed of a fall with which a character bounces off, 0 to 1. Default 0. */
    restitution?: number;
    /** Velocity of the surface along the axes of its mesh, m/s, at most 4,096 long: a conveyor. Default 0. */
    velocity?: Vector;
    /** Angular velocity of the surface about the origin of its mesh, rad/s, at most 4,096 long: a turntable. Default 0. */
    angularVelocity?: Vector;
}

/** @internal Eight numbers for each. */
export function materialNumbers(materials: readonly Material[]): Float32Array {
    return Float32Array.from(
        materials.flatMap(({ friction = 0, restitution = 0, velocity = [0, 0, 0], angularVelocity = [0, 0, 0] }) => [
            friction,
            restitution,
            ...vector("velocity", velocity),
            ...vector("angularVelocity", angularVelocity),
        ]),
    );
}

/** Triangles in a space of their own, metres, ready for queries. Fronts are counter-clockwise. Instances share its memory. */
export class Mesh extends Thing {
    /**
     * `vertices` are three numbers each; `triangles` three indices each, or nothing where every three vertices are a triangle.
     * `materials` are kinds of surfaces, and the index of one for each triangle.
     *
     * Throws if a vertex is not finite or an index is out of range.
     */
    constructor(
        vertices: ArrayLike<number>,
        triangles?: ArrayLike<number> | null,
        materials?: { kinds: readonly Material[]; ofTriangle: ArrayLike<number> },
    );
    /** @internal */
    constructor(wasm: Wasm, number: number);
    constructor(
        vertices: ArrayLike<number> | Wasm,
        triangles?: ArrayLike<number> | number | null,
        materials?: { kinds: readonly Material[]; ofTriangle: ArrayLike<number> },
    ) {
        if (typeof triangles === "number") {
            super(vertices as Wasm, triangles, "mesh_free");
            return;
        }
        const wasm = loaded();
        const places = triples("vertices", vertices as ArrayLike<number>, Float32Array);
        const count = places.length / 3;
        const corners = triples("triangles", triangles ?? Uint32Array.from({ length: count }, (_, k) => k), Uint32Array);
        const of = materials && Uint16Array.from(materials.ofTriangle);
        if (of && of.length !== corners.length / 3) {
            throw new Sweep8Error(`\`ofTriangle\` has ${of.length} elements, must have ${corners.length / 3}`);
        }
        const kinds = materials ? materialNumbers(materials.kinds) : new Float32Array();
        wasm.write(places, corners, kinds, of ?? new Uint16Array());
        super(wasm, wasm.call("mesh_new", count, corners.length / 3, kinds.length / 8), "mesh_free");
    }

    /** A box about the origin. */
    static cuboid(halfExtents: Vector): Mesh {
        const wasm = loaded();
        return new Mesh(wasm, wasm.call("mesh_cuboid", ...vector("halfExtents", halfExtents)));
    }

    /** An upright capsule about the origin: `halfHeight` of its segment, `radius`, and how many sides it has. */
    static capsule(halfHeight: number, radius: number, segments: number): Mesh {
        const wasm = loaded();
        return new Mesh(wasm, wasm.call("mesh_capsule", halfHeight, radius, segments));
    }

    /** Terrain about the origin: `columns` × `rows` heights, row by row along z, at distances of `cellSize` (along x, along z). */
    static heightfield(columns: number, rows: number, cellSize: readonly [number, number], heights: ArrayLike<number>): Mesh {
        const wasm = loaded();
        wasm.write(Float32Array.from(heights));
        return new Mesh(wasm, wasm.call("mesh_heightfield", columns, rows, cellSize[0], cellSize[1], heights.length));
    }

    /** A mesh of the bytes of `toBytes`. Throws if they were cut, changed, or are of another version. */
    static fromBytes(bytes: Uint8Array): Mesh {
        const wasm = loaded();
        wasm.write(bytes);
        return new Mesh(wasm, wasm.call("mesh_from_bytes", bytes.length));
    }

    /** The mesh as bytes, which load faster than triangles. */
    toBytes(): Uint8Array {
        const length = this.wasm.call("mesh_to_bytes", this.number);
        return this.wasm.answers().bytes(length);
    }

    /** Corners of all triangles, 9 numbers each, in the order of the tree: for `THREE.BufferGeometry`. */
    triangles(): Float32Array {
        const count = this.wasm.call("mesh_triangles", this.number);
        return this.wasm.answers().float32(9 * count);
    }

    /** Index of the material of each of `triangles()`. */
    materials(): Uint16Array {
        const count = this.wasm.call("mesh_materials", this.number);
        return this.wasm.answers().uint16(count);
    }

    /** Number of triangles that it was made of; those without area and copies are left out; bytes in memory. */
    report(): { triangles: number; degenerate: number; duplicates: number; bytes: number } {
        this.wasm.call("mesh_report", this.number);
        const [triangles, degenerate, duplicates, bytes] = this.wasm.answers().float64(4) as unknown as [number, number, number, number];
        return { triangles, degenerate, duplicates, bytes };
    }
}
