// Shapes, and what many characters share.

import { Thing } from "./thing.js";
import { code, vector, type Vector, type Vector3 } from "./values.js";
import { loaded } from "./wasm.js";

/** A body: an ellipsoid, or one that is swept along a segment. Made by `ellipsoid` and `capsule`. */
export interface Shape {
    /** Radii along x, y and z, 0.0001 to 100,000 m. */
    readonly radii: Vector3;
    /** Axis of the segment. */
    readonly axis?: "x" | "y" | "z";
    /** Half of the length of the segment between the centres of the ends, metres. */
    readonly halfLength?: number;
}

/** An ellipsoid with these radii, metres. */
export function ellipsoid(x: number, y: number, z: number): Shape {
    return { radii: [x, y, z] };
}

/** A capsule: a ball of `radius`, swept along a segment of `2 * halfLength`, metres. */
export function capsule(radius: number, halfLength: number, axis: "x" | "y" | "z" = "y"): Shape {
    return { radii: [radius, radius, radius], axis, halfLength };
}

/** @internal Five numbers. */
export function shapeNumbers(shape: Shape): Float64Array {
    const axis = code("axis", shape.axis ?? "y", ["x", "y", "z"]);
    return Float64Array.of(...vector("radii", shape.radii as Vector), axis, shape.halfLength ?? 0);
}

/** The body of characters and the rules of their moves. All have defaults, for a human of 1.8 m. */
export interface ProfileSettings {
    /** Body. Default: an ellipsoid with radii (0.4, 0.9, 0.4) m. */
    shape?: Shape;
    /** Gap that the body keeps to surfaces, metres. Default 0.01. */
    skin?: number;
    /** Most sweeps of a pass, 1 to 8. Default 8. */
    maxIterations?: number;
    /** Sides of triangles that stop the character. Default "both". */
    sides?: "both" | "front";
    /** Layers of instances that stop the character, a bit each. Default all. */
    layers?: number;
    /** Steepest slope that can be stood on, radians, 0 to π/2. Default 50°. */
    maxSlopeAngle?: number;
    /** "slide" has no steps and no snap. Default "walk". */
    mode?: "walk" | "slide";
    /** Highest stair step, metres. Default 0.4. */
    stepHeight?: number;
    /** Largest distance down to the ground over crests and down stairs, metres. Default 0.4. */
    snapDistance?: number;
    /** Which part of the desired speed slopes do not change. Default "level". */
    slopeSpeed?: "level" | "along";
    /** Largest speed of a fall, m/s. Default 55. */
    maxFallSpeed?: number;
    /** Drag in the air, 1/s. Default 0. */
    drag?: number;
    /** Part of the desired velocity that counts in the air, 0 to 1. Default 1. */
    airControl?: number;
    /** Damping of the velocity along the ground, 1/s. Default 10. */
    groundDamping?: number;
    /** Whether who leaves moving ground keeps its velocity. Default true. */
    keepsGroundVelocity?: boolean;
    /** Whether who leaves moving ground goes on moving with it until landing. Default false. */
    keepsGroundFrame?: boolean;
    /** Whether who stands and is pushed keeps the velocity of the push. Default false. */
    keepsPushVelocity?: boolean;
    /** What other characters are. Default "ignore". */
    eachOther?: "ignore" | "soft" | "solid";
    /** Mass, kg, 0.001 to 1e9. Default 80. */
    mass?: number;
}

const CODES = {
    sides: ["both", "front"],
    mode: ["walk", "slide"],
    slopeSpeed: ["level", "along"],
    eachOther: ["ignore", "soft", "solid"],
} as const;

// The order of `profile_new`.
const ORDER = [
    "skin", "maxIterations", "sides", "layers", "maxSlopeAngle", "mode", "stepHeight", "snapDistance", "slopeSpeed", "maxFallSpeed",
    "drag", "airControl", "groundDamping", "keepsGroundVelocity", "keepsGroundFrame", "keepsPushVelocity", "eachOther", "mass",
] as const satisfies readonly (keyof ProfileSettings)[];

/** Checked settings, which many characters share. */
export class Profile extends Thing {
    /** Throws if a setting is unknown or out of its range. */
    constructor(settings: ProfileSettings = {}) {
        const wasm = loaded();
        for (const name of Object.keys(settings)) {
            if (name !== "shape" && !(ORDER as readonly string[]).includes(name)) throw new TypeError(`\`${name}\` is no setting of a profile`);
        }
        let given = 0;
        const numbers = ORDER.map((name, place) => {
            const value = settings[name];
            if (value === undefined) return 0;
            given |= 1 << (place + 1);
            return name in CODES ? code(name, value as string, CODES[name as keyof typeof CODES]) : Number(value);
        });
        const shape = settings.shape && shapeNumbers(settings.shape);
        wasm.write(shape ?? new Float64Array(), Float64Array.from(numbers));
        super(wasm, wasm.call("profile_new", given | (shape ? 1 : 0)), "profile_free");
    }
}
