// What all objects have in common: a number that names a thing in the module, and its end.

import { Sweep8Error, Wasm } from "./wasm.js";

type Free = "mesh_free" | "world_free" | "profile_free" | "crowd_free";

// A symbol of its own in old engines: `using` is not there, but nothing else breaks.
(Symbol as { dispose?: symbol }).dispose ??= Symbol("Symbol.dispose");

const forgotten = new FinalizationRegistry<{ wasm: Wasm; free: Free; number: number }>(({ wasm, free, number }) => {
    try {
        wasm.call(free, number);
    } catch {
        // The module has stopped, and its memory with it.
    }
});

/** Something in the memory of the module. `free()` gives it back at once; otherwise the garbage collector does, when it likes. */
export abstract class Thing implements Disposable {
    /** @internal */
    readonly wasm: Wasm;
    #number: number;
    readonly #free: Free;

    /** @internal */
    protected constructor(wasm: Wasm, number: number, free: Free) {
        this.wasm = wasm;
        this.#number = number;
        this.#free = free;
        forgotten.register(this, { wasm, free, number }, this);
    }

    /** @internal The number in the module; 0 names nothing, so that the kernel refuses it. */
    get number(): number {
        return this.#number;
    }

    /** Gives its memory back; later uses throw. */
    free(): void {
        if (this.#number === 0) return;
        forgotten.unregister(this);
        this.wasm.call(this.#free, this.#number);
        this.#number = 0;
    }

    /** As `free`, for `using`. */
    [Symbol.dispose](): void {
        this.free();
    }
}

/** @internal The number of an argument; throws if it is something else. */
export function numberOf<T extends Thing>(
    argument: T,
    name: string,
    kind: abstract new (...args: never[]) => T,
    wasm: Wasm,
): number {
    if (!(argument instanceof kind)) throw new TypeError(`\`${name}\` must be a ${kind.name}`);
    if (argument.wasm !== wasm) throw new Sweep8Error(`\`${name}\` is of another load of the module`);
    return argument.number;
}
