// The module as WebAssembly: how it is loaded and called.
//
// In: numbers and lists of numbers. Out: the same, or an error with the kernel's text. `src/border.rs` is the other side.

/** The functions that both modules have: all return a number, which is NaN where they fail. */
export interface Border {
    memory: WebAssembly.Memory;
    start(): number;
    input_reserve(bytes: number): number;
    output_address(): number;
    error_text(): number;
    panic_address(): number;
    panic_length(): number;
}

/** The functions of the module that reads levels. */
export interface LevelExports extends Border {
    level_read(name: number, bytes: number, files: number): number;
}

/** The functions of the module with worlds and crowds. */
export interface Exports extends Border {
    mesh_new(vertices: number, triangles: number, kinds: number): number;
    mesh_cuboid(x: number, y: number, z: number): number;
    mesh_capsule(halfHeight: number, radius: number, segments: number): number;
    mesh_heightfield(columns: number, rows: number, x: number, z: number, heights: number): number;
    mesh_from_bytes(length: number): number;
    mesh_to_bytes(mesh: number): number;
    mesh_triangles(mesh: number): number;
    mesh_materials(mesh: number): number;
    mesh_report(mesh: number): number;
    mesh_free(mesh: number): number;
    world_new(): number;
    world_add(world: number, mesh: number): number;
    world_remove(world: number, instance: number): number;
    world_place(world: number, instance: number): number;
    world_move_to(world: number, instance: number): number;
    world_set_layers(world: number, instance: number, layers: number): number;
    world_set_kind(world: number, instance: number, kind: number): number;
    world_placement(world: number, instance: number): number;
    world_mesh(world: number, instance: number): number;
    world_instances(world: number): number;
    world_bounds(world: number): number;
    world_triangles(world: number): number;
    world_save_motion(world: number): number;
    world_restore_motion(world: number, length: number): number;
    world_free(world: number): number;
    world_rays(world: number, count: number, distance: number, isList: number): number;
    world_sweeps(world: number, count: number, isList: number): number;
    world_overlaps(world: number, count: number, isList: number): number;
    world_overlap_all(world: number): number;
    world_closest_points(world: number, count: number, distance: number, isList: number): number;
    profile_new(given: number): number;
    profile_free(profile: number): number;
    crowd_new(x: number, y: number, z: number): number;
    crowd_columns(crowd: number): number;
    crowd_spawn(crowd: number, profile: number, count: number, stands: number): number;
    crowd_despawn(crowd: number, id: number): number;
    crowd_row(crowd: number, id: number): number;
    crowd_place(crowd: number, id: number): number;
    crowd_teleport(crowd: number, id: number, x: number, y: number, z: number): number;
    crowd_place_feet(crowd: number, id: number, x: number, y: number, z: number): number;
    crowd_set_profile(crowd: number, world: number, id: number, profile: number): number;
    crowd_turn(crowd: number, world: number, id: number, x: number, y: number, z: number, w: number): number;
    crowd_watch_contacts(crowd: number, id: number, watch: number): number;
    crowd_contacts(crowd: number, id: number): number;
    crowd_save(crowd: number): number;
    crowd_restore(crowd: number, length: number): number;
    crowd_state_hash(crowd: number): number;
    crowd_free(crowd: number): number;
    crowds_step(world: number, count: number, seconds: number): number;
}

type List = Float64Array | Float32Array | Uint32Array | Uint16Array | Uint8Array;

/** What the kernel refuses; the text names the field, its value and its range. */
export class Sweep8Error extends Error {
    override name = "Sweep8Error";
}

/** Reads the answers of a call, one list behind the other; each is a copy. */
export class Answers {
    #memory: ArrayBuffer;
    #at: number;

    constructor(memory: ArrayBuffer, at: number) {
        this.#memory = memory;
        this.#at = at;
    }

    #next(bytes: number): number {
        const at = this.#at;
        this.#at += Math.ceil(bytes / 8) * 8;
        return at;
    }

    float64(count: number): Float64Array {
        return new Float64Array(this.#memory, this.#next(8 * count), count).slice();
    }

    float32(count: number): Float32Array {
        return new Float32Array(this.#memory, this.#next(4 * count), count).slice();
    }

    uint32(count: number): Uint32Array {
        return new Uint32Array(this.#memory, this.#next(4 * count), count).slice();
    }

    uint16(count: number): Uint16Array {
        return new Uint16Array(this.#memory, this.#next(2 * count), count).slice();
    }

    bytes(count: number): Uint8Array {
        return new Uint8Array(this.#memory, this.#next(count), count).slice();
    }

    uint64(): bigint {
        return new BigUint64Array(this.#memory, this.#next(8), 1)[0]!;
    }

    text(bytes: number): string {
        return new TextDecoder().decode(this.bytes(bytes));
    }
}

/** An instance of a module. */
export class Wasm<E extends Border = Exports> {
    readonly exports: E;
    readonly isSimd: boolean;
    #stopped: string | undefined;

    constructor(instance: WebAssembly.Instance, isSimd: boolean) {
        this.exports = instance.exports as unknown as E;
        this.isSimd = isSimd;
        this.exports.start();
    }

    /** Calls a function; throws where it fails. */
    call<N extends Exclude<keyof E, "memory">>(name: N, ...numbers: E[N] extends (...numbers: infer P) => number ? P : never): number {
        if (this.#stopped !== undefined) throw new Sweep8Error(this.#stopped);
        let result: number;
        try {
            result = (this.exports[name] as (...numbers: number[]) => number)(...(numbers as number[]));
        } catch (error) {
            if (!(error instanceof WebAssembly.RuntimeError)) throw error;
            throw new Sweep8Error(this.#stop(error), { cause: error });
        }
        if (Number.isNaN(result)) throw new Sweep8Error(this.#errorText());
        return result;
    }

    #errorText(): string {
        const length = this.exports.error_text();
        return this.answers().text(length);
    }

    /** After a trap nothing in the module can be trusted. */
    #stop(error: WebAssembly.RuntimeError): string {
        const address = this.exports.panic_address(), length = this.exports.panic_length();
        const text = new TextDecoder().decode(new Uint8Array(this.exports.memory.buffer, address, length).slice());
        const reason = text.includes("panicked at") ? text : `${error.message}, probably for want of memory`;
        return (this.#stopped = `the module has stopped (${reason}): call init({ again: true }) and make all objects anew`);
    }

    /** Hands lists over to the next call. */
    write(...lists: List[]): void {
        let bytes = 0;
        for (const list of lists) bytes += Math.ceil(list.byteLength / 8) * 8;
        let at = this.exports.input_reserve(bytes);
        const memory = new Uint8Array(this.exports.memory.buffer);
        for (const list of lists) {
            memory.set(new Uint8Array(list.buffer, list.byteOffset, list.byteLength), at);
            at += Math.ceil(list.byteLength / 8) * 8;
        }
    }

    /** The answers of the last call. */
    answers(): Answers {
        const address = this.exports.output_address();
        return new Answers(this.exports.memory.buffer as ArrayBuffer, address);
    }
}

/** What `init` may be told. */
export interface InitOptions {
    /** Whether the build with simd128 is loaded. Default: where the machine has it. The other one has the same bits, and is slower. */
    simd?: boolean;
    /** The module: where it is, or what it is. Default: the file of the package, beside this one. Of the build that `simd` says. */
    module?: string | URL | Response | BufferSource | WebAssembly.Module;
    /** Loads the module anew, with an empty memory; objects that were made before stay with the old one. Default: once is enough. */
    again?: boolean;
}

// A function that makes a vector: where simd128 is missing it is no valid module.
const VECTOR = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11];

/** Whether this machine has simd128. */
export function hasSimd(): boolean {
    return WebAssembly.validate(new Uint8Array(VECTOR));
}

/** Compiles a module. */
export async function compiled(module: NonNullable<InitOptions["module"]>): Promise<WebAssembly.Module> {
    if (module instanceof WebAssembly.Module) return module;
    if (module instanceof ArrayBuffer || ArrayBuffer.isView(module)) return WebAssembly.compile(module as BufferSource);
    let answer: Response;
    if (module instanceof Response) {
        answer = module;
    } else {
        const at = new URL(module, import.meta.url);
        if (at.protocol === "file:") {
            // Node, which has no `fetch` of files. Not a constant, so that bundlers for pages don't look for it.
            const files = "node:fs/promises";
            const { readFile } = await import(/* @vite-ignore */ /* webpackIgnore: true */ files);
            return WebAssembly.compile(await readFile(at));
        }
        answer = await fetch(at);
    }
    if (!answer.ok) throw new Sweep8Error(`${answer.url}: ${answer.status} ${answer.statusText}`);
    // A server that does not know the type of .wasm files costs the streaming, not the page.
    const isTyped = answer.headers.get("content-type")?.startsWith("application/wasm");
    return isTyped ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
}

let loading: Promise<void> | undefined;
let current: Wasm | undefined;

/**
 * Loads the module; everything else needs it. Later calls wait for the first one.
 *
 * Rejects if the file can't be had, or is no module.
 */
export function init(options: InitOptions = {}): Promise<void> {
    if (loading && !options.again) return loading;
    const load = async () => {
        const isSimd = options.simd ?? hasSimd();
        // Written out twice: bundlers find files by this pattern.
        const file = isSimd ? new URL("./sweep8_simd.wasm", import.meta.url) : new URL("./sweep8_plain.wasm", import.meta.url);
        const module = await compiled(options.module ?? file);
        current = new Wasm(await WebAssembly.instantiate(module, {}), isSimd);
    };
    loading = load();
    // The next call may try again.
    loading.catch(() => (loading = undefined));
    return loading;
}

/** Whether the module that is loaded is the build with simd128. */
export function isSimd(): boolean {
    return loaded().isSimd;
}

/** The module that new objects belong to. */
export function loaded(): Wasm {
    if (!current) throw new Sweep8Error("the module is not loaded: `await init()` comes first");
    return current;
}
