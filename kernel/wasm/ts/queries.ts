// What worlds answer: types, and how they lie in the memory of the module.

import { code, type Vector3 } from "./values.js";
import { Answers } from "./wasm.js";

/** The part of a world that a query considers. */
export interface Filter {
    /** Layers, a bit each. Default all. */
    layers?: number;
    /** Sides of triangles. Default "both". */
    sides?: "both" | "front";
    /** Whether sensors count. Default false. */
    sensors?: boolean;
    /** Whether a sweep that starts in an overlap counts only triangles into which it moves deeper. Default false. */
    approachOnly?: boolean;
    /** An instance, or one of its triangles, that rays and sweeps go through. */
    skip?: { instance: number; triangle?: number };
}

/** @internal Six numbers. */
export function filterNumbers(filter: Filter = {}): Float64Array {
    const { layers = 0xffffffff, sides, sensors = false, approachOnly = false, skip } = filter;
    const sideCode = code("sides", sides, ["both", "front"]);
    return Float64Array.of(layers >>> 0, sideCode, +sensors, +approachOnly, skip?.instance ?? -1, skip?.triangle ?? -1);
}

/** A place on a surface. World space, metres. */
export interface SurfacePoint {
    point: Vector3;
    /** Unit normal: against a ray, towards a shape or a point. */
    normal: Vector3;
    /** Unit normal of the front side of the triangle. */
    faceNormal: Vector3;
    /** Weights of the corners of the triangle. */
    barycentric: Vector3;
    isFront: boolean;
    instance: number;
    triangle: number;
    /** Index of the material of the triangle; 0 without materials. */
    material: number;
}

/** What a ray hit, or the closest point. */
export interface RayHit extends SurfacePoint {
    /** Metres. */
    distance: number;
}

/** First contact of a sweep. */
export interface SweepHit extends SurfacePoint {
    /** Part of the displacement, 0 to 1; 0 where the shape overlaps at the start. */
    fraction: number;
}

/** Answers to many queries: an element, or three, for each. */
export interface Hits {
    /** Of a ray or a closest point the distance, metres; of a sweep the fraction. Infinite where there is nothing. */
    along: Float32Array;
    /** -1 where there is nothing. */
    instance: Float64Array;
    /** 4294967295 where there is nothing. */
    triangle: Uint32Array;
    point: Float32Array;
    normal: Float32Array;
    faceNormal: Float32Array;
    barycentric: Float32Array;
    material: Uint16Array;
    isFront: Uint8Array;
    /** How many found something. */
    count: number;
}

/** A triangle that a shape overlaps. */
export interface Overlap {
    instance: number;
    triangle: number;
    /** How deep, metres. */
    depth: number;
    /** Unit normal, towards the shape. */
    normal: Vector3;
}

/** @internal The answers of `write` in `src/queries.rs`. */
export function hits(answers: Answers, rows: number, count: number): Hits {
    const along = answers.float32(rows), instance = answers.float64(rows);
    const point = answers.float32(3 * rows), normal = answers.float32(3 * rows);
    const faceNormal = answers.float32(3 * rows), barycentric = answers.float32(3 * rows);
    const triangle = answers.uint32(rows), material = answers.uint16(rows), isFront = answers.bytes(rows);
    return { along, instance, triangle, point, normal, faceNormal, barycentric, material, isFront, count };
}

/** @internal The one answer, if there is any. */
export function one(all: Hits): (SurfacePoint & { along: number }) | null {
    if (all.count === 0) return null;
    const vector = (list: Float32Array) => Array.from(list) as Vector3;
    return {
        along: all.along[0]!,
        point: vector(all.point),
        normal: vector(all.normal),
        faceNormal: vector(all.faceNormal),
        barycentric: vector(all.barycentric),
        isFront: all.isFront[0] === 1,
        instance: all.instance[0]!,
        triangle: all.triangle[0]!,
        material: all.material[0]!,
    };
}
