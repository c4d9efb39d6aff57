// The walk: a world, a crowd, its walkers and machines, and what the visitor did in each frame.
//
// In: a scene, how many characters, a seed; in each frame what the visitor wants. Out: the crowd after the step. It is deterministic: any
// frame is made again from the last save before it and the recorded wishes, so that time can be scrubbed.

import { capsule, Crowd, Level, Mesh, Profile, World } from 'sweep8';
import { translation } from './machines.js';
import { places } from './places.js';
import { Walkers } from './walkers.js';

/** Length of a frame, seconds. */
export const SECONDS = 1 / 64;
/** Frames between two saves. */
const SAVED_EVERY = 64;
/** Most bytes of all saves; then every second one is dropped. */
const MOST_BYTES = 300e6;
const JUMP = 5;

// Those of `Scene::profile` in bench/src/showing/walk/scene.rs.
export const BODY = { radius: 0.25, halfLength: 0.6, skin: 0.01 };
export const LOW = { radius: 0.25, halfLength: 0.2 };

// Corners of the faces of a box, in the order of `Mesh::cuboid` in Rust: that of triangles is part of the bits.
const FACES = [[1, 3, 7, 5], [0, 4, 6, 2], [2, 6, 7, 3], [0, 1, 5, 4], [4, 5, 7, 6], [0, 2, 3, 1]];

function cuboid(half, material) {
  const corners = Array.from({ length: 8 }, (_, k) => half.map((along, axis) => ((k >> axis) & 1 ? along : -along)));
  const triangles = FACES.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]);
  const materials = material ? { kinds: [material], ofTriangle: new Uint16Array(12) } : undefined;
  return new Mesh(corners.flat(), triangles, materials);
}

/** What is in a level: things to draw, each with its triangles, and which of them move. */
async function builtIn(scene) {
  const world = new World();
  const drawn = [];
  const machines = [];
  if (scene.mesh) {
    const answer = await fetch(`scenes/${scene.mesh}`);
    if (!answer.ok) throw new Error(`scenes/${scene.mesh}: ${answer.status}`);
    const mesh = Mesh.fromBytes(new Uint8Array(await answer.arrayBuffer()));
    drawn.push({ kind: 'level', triangles: mesh.triangles(), at: [0, 0, 0], rotation: [0, 0, 0, 1] });
    world.add(mesh);
    mesh.free();
  }
  for (const { half, at, rotation, kind, material, drive } of scene.things) {
    const mesh = cuboid(half, material);
    const triangles = mesh.triangles();
    const instance = world.add(mesh, { translation: at, rotation });
    mesh.free();
    if (drive) machines.push({ instance, drive, at, rotation, drawn: drawn.length });
    drawn.push({ kind, triangles, at, rotation });
  }
  return { world, drawn, machines, centres: scene.centres };
}

function dropped(level, most, seed) {
  const world = level.world();
  const drawn = [{ kind: 'level', triangles: world.triangles(), at: [0, 0, 0], rotation: [0, 0, 0, 1] }];
  const centres = places(world, BODY, most, seed).flat();
  if (centres.length === 0) {
    throw new Error(`${level.name}: found no floor where a character has room to stand; levels are in metres, y up, fronts counter-clockwise`);
  }
  return { world, drawn, machines: [], centres };
}

export class Game {
  /** `from` is a scene's description, or a `Level` that was read. */
  static async make(from, characters, seed, directions) {
    const made = from instanceof Level ? dropped(from, characters, seed) : await builtIn(from);
    return new Game(made, characters, seed, from.directions ?? directions);
  }

  constructor({ world, drawn, machines, centres }, characters, seed, directions) {
    this.world = world;
    this.drawn = drawn;
    this.machines = machines;
    this.stands = new Profile({ shape: capsule(BODY.radius, BODY.halfLength), eachOther: 'solid' });
    this.crouches = new Profile({ shape: capsule(LOW.radius, LOW.halfLength), eachOther: 'solid' });
    this.crowd = new Crowd();
    const count = Math.min(characters, centres.length / 3);
    this.ids = this.crowd.spawnMany(this.stands, centres.slice(0, 3 * count));
    this.visitor = this.ids[0];
    this.crowd.watchContacts(this.visitor);
    this.walkers = new Walkers(count, seed, directions, this.crowd.position);
    this.frame = 0;
    this.isLow = false;
    this.wishes = [];
    this.saves = [];
    this.report = null;
    this.save();
  }

  get count() {
    return this.ids.length;
  }

  /** Whether the visitor has done anything up to this frame. */
  get isTouched() {
    return this.wishes.slice(0, this.frame).some(Boolean);
  }

  /** Makes the next frame. `wish` is `{x, z, jump, low}`, or nothing; recorded frames are made as they were. */
  step(wish) {
    const { crowd, world, frame } = this;
    if (frame < this.wishes.length) wish = this.wishes[frame];
    else this.wishes.push(wish ?? null);
    this.walkers.decide(frame, crowd.position, crowd.desiredVelocity);
    this.wish(wish);
    for (const { instance, drive, at, rotation } of this.machines) {
      world.moveTo(instance, { translation: translation(drive, at, (frame + 1) * SECONDS), rotation });
    }
    this.report = crowd.step(world, SECONDS);
    this.frame += 1;
    if (this.frame % SAVED_EVERY === 0) this.save();
  }

  wish(wish) {
    const { crowd } = this;
    const low = Boolean(wish?.low);
    if (low !== this.isLow) {
      try {
        crowd.setProfile(this.visitor, low ? this.crouches : this.stands, this.world);
        this.isLow = low;
      } catch {
        // There is no room to stand up: the next frame tries again.
      }
    }
    crowd.desiredVelocity.set([wish?.x ?? 0, 0, wish?.z ?? 0], 0);
    if (wish?.jump) crowd.jumpSpeed[0] = JUMP;
  }

  save() {
    const last = this.saves.at(-1);
    if (last && last.frame >= this.frame) return;
    this.saves.push({ frame: this.frame, crowd: this.crowd.save(), walkers: this.walkers.save(), isLow: this.isLow });
    const bytes = this.saves.reduce((sum, { crowd }) => sum + crowd.length, 0);
    if (bytes > MOST_BYTES) this.saves = this.saves.filter((_, k) => k === 0 || k % 2 === 1);
  }

  /** Goes to a frame: back to a save, and forward from it. */
  goTo(frame) {
    const from = this.saves.findLast((save) => save.frame <= frame);
    if (frame < this.frame || from.frame > this.frame) {
      this.crowd.restore(from.crowd);
      this.crowd.watchContacts(this.visitor);
      this.walkers.restore(from.walkers);
      this.isLow = from.isLow;
      this.frame = from.frame;
      for (const { instance, drive, at, rotation } of this.machines) {
        this.world.place(instance, { translation: translation(drive, at, this.frame * SECONDS), rotation });
      }
    }
    while (this.frame < frame) this.step(null);
  }

  /** Forgets what was recorded after this frame: another future begins. */
  branch() {
    this.wishes.length = Math.min(this.wishes.length, this.frame);
    this.saves = this.saves.filter((save) => save.frame <= this.frame);
  }

  hash() {
    return this.crowd.stateHash().toString(16).padStart(16, '0');
  }

  free() {
    for (const thing of [this.crowd, this.world, this.stands, this.crouches]) thing.free();
  }
}
