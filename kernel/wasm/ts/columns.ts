// The arrays of a crowd: which columns its block of memory has. `src/columns.rs` has the same list.

type Kind = typeof Float64Array | typeof Float32Array | typeof Uint32Array | typeof Uint16Array | typeof Uint8Array;

// Name, type and number of elements a row.
const COLUMNS = [
    ["ids", Float64Array, 1],
    ["groundInstance", Float64Array, 1],
    ["position", Float32Array, 3],
    ["previousPosition", Float32Array, 3],
    ["velocity", Float32Array, 3],
    ["orientation", Float32Array, 4],
    ["groundNormal", Float32Array, 3],
    ["turnedBy", Float32Array, 1],
    ["desiredVelocity", Float32Array, 3],
    ["jumpSpeed", Float32Array, 1],
    ["gravity", Float32Array, 3],
    ["up", Float32Array, 3],
    ["impulse", Float32Array, 3],
    ["group", Uint32Array, 1],
    ["groundMaterial", Uint16Array, 1],
    ["ground", Uint8Array, 1],
    ["status", Uint8Array, 1],
] as const satisfies readonly (readonly [string, Kind, number])[];

/** @internal */
export type Columns = { [Of in (typeof COLUMNS)[number] as Of[0]]: InstanceType<Of[1]> };

/** @internal Arrays over the block at an address, which has room for `capacity` rows and has `count`. */
export function columnsOver(memory: ArrayBuffer, address: number, capacity: number, count: number): Columns {
    const columns: Record<string, InstanceType<Kind>> = {};
    for (const [name, kind, width] of COLUMNS) {
        columns[name] = new kind(memory, address, count * width);
        address += capacity * width * kind.BYTES_PER_ELEMENT;
    }
    return columns as Columns;
}
