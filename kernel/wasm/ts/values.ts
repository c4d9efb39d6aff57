// Vectors, quaternions, placements and lists of numbers, as users may write them.

import { Sweep8Error } from "./wasm.js";

/** Three numbers: a list, or an object such as three.js has. */
export type Vector = ArrayLike<number> | { readonly x: number; readonly y: number; readonly z: number };
/** A quaternion of unit length: x, y, z, w. */
export type Rotation =
    | ArrayLike<number>
    | { readonly x: number; readonly y: number; readonly z: number; readonly w: number };
/** Three numbers of an answer. */
export type Vector3 = [x: number, y: number, z: number];
/** A quaternion of an answer. */
export type Quaternion = [x: number, y: number, z: number, w: number];

/** Where an instance is: a vertex `v` of its mesh is at `translation + rotation * (scale * v)`. A vector is a translation alone. */
export type Placement = Vector | { translation?: Vector; rotation?: Rotation; scale?: Vector | number };

function list(name: string, value: ArrayLike<number>, count: number): number[] {
    if (value === null || typeof value !== "object" || value.length !== count) {
        throw new TypeError(`\`${name}\` must have ${count} numbers`);
    }
    return Array.from(value, Number);
}

export function vector(name: string, value: Vector): Vector3 {
    const numbers = value && "x" in value ? [value.x, value.y, value.z] : value;
    return list(name, numbers, 3) as Vector3;
}

export function rotation(name: string, value: Rotation): Quaternion {
    const numbers = value && "x" in value ? [value.x, value.y, value.z, value.w] : value;
    return list(name, numbers, 4) as Quaternion;
}

/** Ten numbers: translation, rotation, scale. */
export function placement(value: Placement): Float64Array {
    const is = (value && ("x" in value || "length" in value) ? { translation: value } : value ?? {}) as Exclude<Placement, Vector>;
    const scale = is.scale ?? 1;
    return Float64Array.of(
        ...vector("translation", is.translation ?? [0, 0, 0]),
        ...rotation("rotation", is.rotation ?? [0, 0, 0, 1]),
        ...(typeof scale === "number" ? [scale, scale, scale] : vector("scale", scale)),
    );
}

type Numbers = Float64Array | Float32Array | Uint32Array | Uint16Array | Uint8Array;

/** A typed list of triples: their number is checked, values are converted. */
export function triples<T extends Numbers>(
    name: string,
    value: ArrayLike<number>,
    kind: { from(list: ArrayLike<number>): T; new (): T },
    rows?: number,
): T {
    if (value === null || typeof value !== "object" || value.length % 3 !== 0) {
        throw new TypeError(`\`${name}\` must be a list of 3 numbers for each`);
    }
    if (rows !== undefined && value.length !== 3 * rows) {
        throw new Sweep8Error(`\`${name}\` has ${value.length} numbers, must have ${3 * rows}`);
    }
    return value instanceof kind ? value : kind.from(value);
}

/** The place of a name in a list of names. */
export function code(name: string, value: string | undefined, names: readonly string[]): number {
    const place = value === undefined ? 0 : names.indexOf(value);
    if (place < 0) throw new Sweep8Error(`\`${name}\` is ${JSON.stringify(value)}, must be one of ${names.join(", ")}`);
    return place;
}
