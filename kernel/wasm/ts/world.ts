// Worlds: instances of meshes, how they move, and what one can ask.

import { Mesh } from "./mesh.js";
import { shapeNumbers, type Shape } from "./profile.js";
import { filterNumbers, hits, one, type Filter, type Hits, type Overlap, type RayHit, type SweepHit } from "./queries.js";
import { numberOf, Thing } from "./thing.js";
import { code, placement, triples, vector, type Placement, type Quaternion, type Vector, type Vector3 } from "./values.js";
import { loaded, type Wasm } from "./wasm.js";

const KINDS = ["solid", "one-sided", "sensor"] as const;

/**
 * Instances of meshes. World space is right-handed, metres.
 *
 * An instance is a number, which names it for ever: an instance that was removed is refused, also after another took its place.
 */
export class World extends Thing {
    constructor();
    /** @internal */
    constructor(wasm: Wasm, number: number);
    constructor(wasm: Wasm = loaded(), number: number = wasm.call("world_new")) {
        super(wasm, number, "world_free");
    }

    /** Adds an instance of a mesh, and returns the number that names it. */
    add(mesh: Mesh, at: Placement = [0, 0, 0]): number {
        this.wasm.write(placement(at));
        return this.wasm.call("world_add", this.number, numberOf(mesh, "mesh", Mesh, this.wasm));
    }

    remove(instance: number): void {
        this.wasm.call("world_remove", this.number, instance);
    }

    /** Puts an instance elsewhere at once: characters on it stay where they are. */
    place(instance: number, at: Placement): void {
        this.wasm.write(placement(at));
        this.wasm.call("world_place", this.number, instance);
    }

    /** Moves an instance in the next step, in which it carries and pushes characters. */
    moveTo(instance: number, to: Placement): void {
        this.wasm.write(placement(to));
        this.wasm.call("world_move_to", this.number, instance);
    }

    /** Sets the layers of an instance, a bit each; 1 at first. */
    setLayers(instance: number, layers: number): void {
        this.wasm.call("world_set_layers", this.number, instance, layers);
    }

    /** A "one-sided" instance is solid from its front; a "sensor" stops nobody. */
    setKind(instance: number, kind: "solid" | "one-sided" | "sensor"): void {
        this.wasm.call("world_set_kind", this.number, instance, code("kind", kind, KINDS));
    }

    /** Where an instance is. */
    placement(instance: number): { translation: Vector3; rotation: Quaternion; scale: Vector3 } {
        this.wasm.call("world_placement", this.number, instance);
        const numbers = Array.from(this.wasm.answers().float64(10));
        return {
            translation: numbers.slice(0, 3) as Vector3,
            rotation: numbers.slice(3, 7) as Quaternion,
            scale: numbers.slice(7) as Vector3,
        };
    }

    /** The mesh of an instance: the same memory, a new object to free. */
    mesh(instance: number): Mesh {
        return new Mesh(this.wasm, this.wasm.call("world_mesh", this.number, instance));
    }

    /** All instances, in the order in which they were added. */
    instances(): number[] {
        const count = this.wasm.call("world_instances", this.number);
        return Array.from(this.wasm.answers().float64(count));
    }

    /** Two corners of the box around everything, or `null`. */
    bounds(): [low: Vector3, high: Vector3] | null {
        const has = this.wasm.call("world_bounds", this.number);
        const numbers = Array.from(this.wasm.answers().float32(6));
        return has ? [numbers.slice(0, 3) as Vector3, numbers.slice(3) as Vector3] : null;
    }

    /** Corners of all triangles in world space, 9 numbers each: to draw what does not move. */
    triangles(): Float32Array {
        const count = this.wasm.call("world_triangles", this.number);
        return this.wasm.answers().float32(9 * count);
    }

    /** Placements, layers, kinds and targets of all instances as bytes. */
    saveMotion(): Uint8Array {
        const length = this.wasm.call("world_save_motion", this.number);
        return this.wasm.answers().bytes(length);
    }

    /** Puts all instances where they were in `saveMotion`. Throws if this world has other instances; nothing changes then. */
    restoreMotion(bytes: Uint8Array): void {
        this.wasm.write(bytes);
        this.wasm.call("world_restore_motion", this.number, bytes.length);
    }

    /** First thing on a ray within `distance` metres. */
    ray(origin: Vector, direction: Vector, distance: number, filter?: Filter): RayHit | null {
        const origins = Float64Array.from(vector("origin", origin)), ways = Float32Array.from(vector("direction", direction));
        const { along, ...hit } = one(this.#rays(origins, ways, distance, filter, 0)) ?? { along: -1 };
        return along < 0 ? null : ({ distance: along, ...hit } as RayHit);
    }

    /** Many rays: three numbers for each origin and direction. */
    rays(origins: ArrayLike<number>, directions: ArrayLike<number>, distance: number, filter?: Filter): Hits {
        const from = triples("origins", origins, Float64Array);
        return this.#rays(from, triples("directions", directions, Float32Array, from.length / 3), distance, filter, 1);
    }

    #rays(origins: Float64Array, directions: Float32Array, distance: number, filter: Filter | undefined, isList: number): Hits {
        const rows = origins.length / 3;
        this.wasm.write(filterNumbers(filter), origins, directions);
        const count = this.wasm.call("world_rays", this.number, rows, distance, isList);
        return hits(this.wasm.answers(), rows, count);
    }

    /** First contact of a shape that moves straight by `displacement` metres. */
    sweep(shape: Shape, center: Vector, displacement: Vector, filter?: Filter): SweepHit | null {
        const centers = Float64Array.from(vector("center", center));
        const ways = Float32Array.from(vector("displacement", displacement));
        const { along, ...hit } = one(this.#sweeps(shape, centers, ways, filter, 0)) ?? { along: -1 };
        return along < 0 ? null : ({ fraction: along, ...hit } as SweepHit);
    }

    /** Many sweeps of one shape: three numbers for each centre and displacement. */
    sweeps(shape: Shape, centers: ArrayLike<number>, displacements: ArrayLike<number>, filter?: Filter): Hits {
        const from = triples("centers", centers, Float64Array);
        return this.#sweeps(shape, from, triples("displacements", displacements, Float32Array, from.length / 3), filter, 1);
    }

    #sweeps(shape: Shape, centers: Float64Array, ways: Float32Array, filter: Filter | undefined, isList: number): Hits {
        const rows = centers.length / 3;
        this.wasm.write(filterNumbers(filter), shapeNumbers(shape), centers, ways);
        const count = this.wasm.call("world_sweeps", this.number, rows, isList);
        return hits(this.wasm.answers(), rows, count);
    }

    /** Whether a shape overlaps a triangle. */
    overlap(shape: Shape, center: Vector, filter?: Filter): boolean {
        return this.#overlaps(shape, Float64Array.from(vector("center", center)), filter, 0)[0] === 1;
    }

    /** As `overlap`, of one shape at many centres: 1 or 0 for each. */
    overlaps(shape: Shape, centers: ArrayLike<number>, filter?: Filter): Uint8Array {
        return this.#overlaps(shape, triples("centers", centers, Float64Array), filter, 1);
    }

    #overlaps(shape: Shape, centers: Float64Array, filter: Filter | undefined, isList: number): Uint8Array {
        const rows = centers.length / 3;
        this.wasm.write(filterNumbers(filter), shapeNumbers(shape), centers);
        this.wasm.call("world_overlaps", this.number, rows, isList);
        return this.wasm.answers().bytes(rows);
    }

    /** Every triangle that a shape overlaps, by instance and triangle. */
    overlapAll(shape: Shape, center: Vector, filter?: Filter): Overlap[] {
        this.wasm.write(filterNumbers(filter), shapeNumbers(shape), Float64Array.from(vector("center", center)));
        const count = this.wasm.call("world_overlap_all", this.number);
        const numbers = this.wasm.answers().float64(6 * count);
        return Array.from({ length: count }, (_, k) => {
            const [instance, triangle, depth, ...normal] = Array.from(numbers.subarray(6 * k, 6 * k + 6)) as [number, number, number, number, number, number];
            return { instance, triangle, depth, normal };
        });
    }

    /** Closest point within `distance` metres, which may be infinite. */
    closestPoint(point: Vector, distance = Infinity, filter?: Filter): RayHit | null {
        const all = this.#closest(Float64Array.from(vector("point", point)), distance, filter, 0);
        const { along, ...hit } = one(all) ?? { along: -1 };
        return along < 0 ? null : ({ distance: along, ...hit } as RayHit);
    }

    /** Many closest points: three numbers for each point. */
    closestPoints(points: ArrayLike<number>, distance = Infinity, filter?: Filter): Hits {
        return this.#closest(triples("points", points, Float64Array), distance, filter, 1);
    }

    #closest(points: Float64Array, distance: number, filter: Filter | undefined, isList: number): Hits {
        const rows = points.length / 3;
        this.wasm.write(filterNumbers(filter), points);
        const count = this.wasm.call("world_closest_points", this.number, rows, distance, isList);
        return hits(this.wasm.answers(), rows, count);
    }
}
