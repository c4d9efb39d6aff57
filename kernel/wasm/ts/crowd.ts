// Crowds: characters that are stepped together, as arrays over the memory of the module.

import { columnsOver, type Columns } from "./columns.js";
import { Profile } from "./profile.js";
import { numberOf, Thing } from "./thing.js";
import { rotation, triples, vector, type Rotation, type Vector, type Vector3 } from "./values.js";
import { loaded } from "./wasm.js";
import { World } from "./world.js";

/** Values of `Crowd.ground`. */
export const Ground = { Air: 0, Floor: 1, Steep: 2, HeldBySteep: 3 } as const;

/** Values of `Crowd.status`. */
export const Status = { Free: 0, Slid: 1, Blocked: 2, OutOfIterations: 3, Overlapping: 4, Crushed: 5 } as const;

const COUNTS = [
    "free", "slid", "blocked", "outOfIterations", "overlapping", "crushed", "refused", "standing", "depenetrated", "contacts",
    "overlappingOthers", "crowded",
] as const;

/** What happened in a step: numbers of characters, and of contacts. */
export type StepReport = { [Name in (typeof COUNTS)[number]]: number } & {
    /** The first character whose move was refused, and why; it has not moved. */
    firstRefused: { row: number; error: string } | null;
};

/** A surface that a character touched in the last step. World space. */
export interface Contact {
    instance: number;
    triangle: number;
    material: number;
    point: Vector3;
    /** Unit normal, towards the character. */
    normal: Vector3;
    faceNormal: Vector3;
    /** Velocity of the surface there, m/s. */
    surfaceVelocity: Vector3;
}

/**
 * Moves all characters of several crowds in one world by `seconds`; where instances move, in the same time. Returns a report for each.
 *
 * Throws if an input is out of its range, with its row; nobody has moved then.
 */
export function stepAll(crowds: readonly Crowd[], world: World, seconds: number): StepReport[] {
    const { wasm } = world;
    wasm.write(Uint32Array.from(crowds, (crowd) => numberOf(crowd, "crowds", Crowd, wasm)));
    const length = wasm.call("crowds_step", world.number, crowds.length, seconds);
    const answers = wasm.answers();
    const all = crowds.map((crowd) => ({ crowd, numbers: answers.float64(COUNTS.length + 1) }));
    const error = answers.text(length);
    return all.map(({ crowd, numbers }) => {
        const report = {} as Record<string, unknown>;
        COUNTS.forEach((name, place) => (report[name] = numbers[place]));
        const index = numbers[COUNTS.length]!;
        const row = index < 0 ? -1 : crowd.ids.findIndex((id) => id % 2 ** 32 === index);
        report["firstRefused"] = row < 0 ? null : { row, error };
        return report as StepReport;
    });
}

/**
 * Characters that are stepped together.
 *
 * A character is a number, which names it for ever. Arrays have a row for each character, in the order of `ids`; without `despawn` that
 * is the order of spawning. They are views of the module's memory, and made anew where it has grown: ask for them again after every
 * other call, which costs nothing, rather than keep them. An array that was kept is empty, or no longer read.
 */
export class Crowd extends Thing {
    #columns: Columns | undefined;

    /** Gravity is that of new characters, m/s². Default (0, -9.81, 0). */
    constructor(settings: { gravity?: Vector } = {}) {
        const wasm = loaded();
        super(wasm, wasm.call("crowd_new", ...vector("gravity", settings.gravity ?? [0, -9.81, 0])), "crowd_free");
    }

    #all(): Columns {
        // A buffer that has no bytes any more is that of a memory that has grown.
        if (!this.#columns || this.#columns.ids.buffer !== this.wasm.exports.memory.buffer) {
            const count = this.wasm.call("crowd_columns", this.number);
            const [address, capacity] = this.wasm.answers().float64(2) as unknown as [number, number];
            this.#columns = columnsOver(this.wasm.exports.memory.buffer as ArrayBuffer, address, capacity, count);
        }
        return this.#columns;
    }

    /** Number of characters. */
    get length(): number {
        return this.#all().ids.length;
    }

    /** Who is in each row. */
    get ids(): Float64Array {
        return this.#all().ids;
    }

    /** Centres, 3 a row, metres. `center(id)` has full precision. Read only: `teleport` moves a character. */
    get position(): Float32Array {
        return this.#all().position;
    }

    /** Centres before the last step: a frame between two steps is drawn between the two. Read only. */
    get previousPosition(): Float32Array {
        return this.#all().previousPosition;
    }

    /** Velocities that last (fall, jump, impulse), 3 a row, m/s. Read only: `impulse` changes them. */
    get velocity(): Float32Array {
        return this.#all().velocity;
    }

    /** Orientations, 4 a row: quaternions (x, y, z, w). Read only: `turn` changes them. */
    get orientation(): Float32Array {
        return this.#all().orientation;
    }

    /** Kinds of ground: see `Ground`. Read only. */
    get ground(): Uint8Array {
        return this.#all().ground;
    }

    /** Normals of the ground, 3 a row; 0 in the air. Read only. */
    get groundNormal(): Float32Array {
        return this.#all().groundNormal;
    }

    /** Angles by which the ground turned the characters about up in the last step, radians. Read only. */
    get turnedBy(): Float32Array {
        return this.#all().turnedBy;
    }

    /** Instances that carry the characters; -1 in the air. Read only. */
    get groundInstance(): Float64Array {
        return this.#all().groundInstance;
    }

    /** Indices of the materials of the ground. Read only. */
    get groundMaterial(): Uint16Array {
        return this.#all().groundMaterial;
    }

    /** How the last step ended: see `Status`. Read only. */
    get status(): Uint8Array {
        return this.#all().status;
    }

    /** Desired velocities, 3 a row, m/s: write into them. They stay. */
    get desiredVelocity(): Float32Array {
        return this.#all().desiredVelocity;
    }

    /** Speeds with which standing characters jump in the next step, m/s: write into them. A step sets them to 0. */
    get jumpSpeed(): Float32Array {
        return this.#all().jumpSpeed;
    }

    /** Gravity of each, 3 a row, m/s²: write into it. It stays. */
    get gravity(): Float32Array {
        return this.#all().gravity;
    }

    /** Up directions, 3 a row; 0: against gravity. Write into them. They stay. */
    get up(): Float32Array {
        return this.#all().up;
    }

    /** Changes of velocity at the start of the next step, 3 a row, m/s: write into them. A step sets them to 0. */
    get impulse(): Float32Array {
        return this.#all().impulse;
    }

    /** Groups: characters of different groups neither block nor push each other. Write into them. */
    get group(): Uint32Array {
        return this.#all().group;
    }

    /** The row of a character. */
    row(id: number): number {
        return this.wasm.call("crowd_row", this.number, id);
    }

    /** Adds a character with its centre at `position`, in the air, and returns the number that names it. */
    spawn(profile: Profile, position: Vector): number {
        return this.#spawn(profile, Float64Array.from(vector("position", position)), 0)[0]!;
    }

    /** Adds a character that stands on `floor`. */
    spawnStanding(profile: Profile, floor: Vector): number {
        return this.#spawn(profile, Float64Array.from(vector("floor", floor)), 1)[0]!;
    }

    /** Adds many characters, three numbers for each; of `standing` ones the places are of the floor under them. */
    spawnMany(profile: Profile, places: ArrayLike<number>, { standing = false } = {}): Float64Array {
        return this.#spawn(profile, triples("places", places, Float64Array), standing ? 1 : 0);
    }

    #spawn(profile: Profile, places: Float64Array, stands: number): Float64Array {
        const of = numberOf(profile, "profile", Profile, this.wasm);
        this.wasm.write(places);
        const count = this.wasm.call("crowd_spawn", this.number, of, places.length / 3, stands);
        this.#columns = undefined;
        return this.wasm.answers().float64(count);
    }

    /** Removes a character; rows behind it move up. */
    despawn(id: number): void {
        this.wasm.call("crowd_despawn", this.number, id);
        this.#columns = undefined;
    }

    /** Centre in full precision, metres. */
    center(id: number): Vector3 {
        this.wasm.call("crowd_place", this.number, id);
        return Array.from(this.wasm.answers().float64(3)) as Vector3;
    }

    /** Lowest point of the body in full precision, metres. */
    feet(id: number): Vector3 {
        this.wasm.call("crowd_place", this.number, id);
        return Array.from(this.wasm.answers().float64(6).subarray(3)) as Vector3;
    }

    /** Puts the centre of a character elsewhere, in the air and without velocity. */
    teleport(id: number, position: Vector): void {
        this.wasm.call("crowd_teleport", this.number, id, ...vector("position", position));
    }

    /** Puts the feet of a character elsewhere, in the air and without velocity. */
    placeFeet(id: number, feet: Vector): void {
        this.wasm.call("crowd_place_feet", this.number, id, ...vector("feet", feet));
    }

    /** Gives a character another profile, to crouch for one: its feet stay. Throws if there is no room. */
    setProfile(id: number, profile: Profile, world: World): void {
        const { wasm } = this;
        const numbers = [numberOf(world, "world", World, wasm), id, numberOf(profile, "profile", Profile, wasm)] as const;
        wasm.call("crowd_set_profile", this.number, ...numbers);
    }

    /** Turns the body of a character. Throws if there is no room. */
    turn(id: number, orientation: Rotation, world: World): void {
        const to = rotation("orientation", orientation);
        this.wasm.call("crowd_turn", this.number, numberOf(world, "world", World, this.wasm), id, ...to);
    }

    /** Moves all characters by `seconds`. Throws if an input is out of its range, with its row; nobody has moved then. */
    step(world: World, seconds: number): StepReport {
        numberOf(world, "world", World, this.wasm);
        return stepAll([this], world, seconds)[0]!;
    }

    /** Records the contacts of a character from the next step on, or stops that. */
    watchContacts(id: number, watch = true): void {
        this.wasm.call("crowd_watch_contacts", this.number, id, watch ? 1 : 0);
    }

    /** Contacts of a watched character in the last step, in the order of touching. */
    contacts(id: number): Contact[] {
        const count = this.wasm.call("crowd_contacts", this.number, id);
        const numbers = this.wasm.answers().float64(15 * count);
        return Array.from({ length: count }, (_, k) => {
            const of = Array.from(numbers.subarray(15 * k, 15 * k + 15));
            const vector = (at: number) => of.slice(at, at + 3) as Vector3;
            const [instance, triangle, material] = of as [number, number, number];
            return { instance, triangle, material, point: vector(3), normal: vector(6), faceNormal: vector(9), surfaceVelocity: vector(12) };
        });
    }

    /** The crowd as bytes: states, inputs, ids and profiles. */
    save(): Uint8Array {
        const length = this.wasm.call("crowd_save", this.number);
        return this.wasm.answers().bytes(length);
    }

    /** Becomes the crowd that was saved, which goes on with the same bits. Throws if the bytes are no save; nothing changes then. */
    restore(bytes: Uint8Array): void {
        this.wasm.write(bytes);
        this.wasm.call("crowd_restore", this.number, bytes.length);
        this.#columns = undefined;
    }

    /** Hash of all states, ids and profiles: that of `Crowd::state_hash` in Rust. */
    stateHash(): bigint {
        this.wasm.call("crowd_state_hash", this.number);
        return this.wasm.answers().uint64();
    }
}
