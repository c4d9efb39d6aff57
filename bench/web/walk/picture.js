// What is in a game, for the viewer: still triangles by class, machines, characters by ground, contacts of the visitor.

import { BufferAttribute, BufferGeometry, LineBasicMaterial, LineSegments, Matrix4, Quaternion, Vector3 } from 'three';
import { Ground } from 'sweep8';
import { BODY, LOW } from './game.js';

/** Length of a contact's normal as it is drawn, metres, and most contacts that are drawn. */
const NORMAL = 0.6;
const MOST_CONTACTS = 64;
/** Height of one who crouches, as a part of that of one who stands. */
const LOW_PART = (LOW.radius + LOW.halfLength) / (BODY.radius + BODY.halfLength);

export const COLOURS = {
  [Ground.Floor]: [0.05, 0.45, 0.28],
  [Ground.Air]: [0.1, 0.35, 0.8],
  [Ground.Steep]: [0.75, 0.12, 0.02],
  [Ground.HeldBySteep]: [0.75, 0.5, 0.02],
};
const VISITOR = [1, 1, 1];

// Places in CLASSES of the viewer.
const [FLOOR, STEEP, WALL, CEILING] = [0, 1, 2, 3];

function classOf([ax, ay, az, bx, by, bz, cx, cy, cz]) {
  const [ux, uy, uz, vx, vy, vz] = [bx - ax, by - ay, bz - az, cx - ax, cy - ay, cz - az];
  const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const up = normal[1] / (Math.hypot(...normal) || 1);
  if (up > 0.64) return FLOOR;
  if (up > 0.1) return STEEP;
  return up > -0.5 ? WALL : CEILING;
}

/** All that lies still, in world space. */
export function still(drawn, machines) {
  const moving = new Set(machines.map((machine) => machine.drawn));
  const lying = drawn.filter((_, k) => !moving.has(k));
  const positions = new Float32Array(lying.reduce((sum, { triangles }) => sum + triangles.length, 0));
  const classes = new Uint8Array(positions.length / 9);
  let at = 0;
  for (const { triangles, at: place, rotation, kind } of lying) {
    const matrix = new Matrix4().compose(new Vector3(...place), new Quaternion(...rotation), new Vector3(1, 1, 1));
    const geometry = new BufferAttribute(triangles.slice(), 3).applyMatrix4(matrix);
    positions.set(geometry.array, at);
    for (let k = 0; k < triangles.length; k += 9) {
      const one = classOf(geometry.array.subarray(k, k + 9));
      // A conveyor has the colour of slopes: one is not on firm ground there.
      classes[(at + k) / 9] = kind === 'belt' && one === FLOOR ? STEEP : one;
    }
    at += triangles.length;
  }
  return { positions, indices: Uint32Array.from({ length: positions.length / 3 }, (_, k) => k), classes };
}

export function moving(drawn, machines) {
  const meshes = machines.map(({ drawn: place }) => {
    const { triangles } = drawn[place];
    return { positions: triangles, indices: Uint32Array.from({ length: triangles.length / 3 }, (_, k) => k) };
  });
  return { meshes, instances: meshes.map((_, k) => k) };
}

export function show(viewer, game) {
  viewer.setLevel(still(game.drawn, game.machines));
  viewer.setMovers(moving(game.drawn, game.machines));
  viewer.setCharacters({ radii: [BODY.radius, BODY.radius, BODY.radius], halfLength: BODY.halfLength, isSorted: true }, game.count);
}

export class Frames {
  constructor(viewer, game) {
    this.viewer = viewer;
    this.game = game;
    this.between = new Float32Array(3 * game.count);
    this.centres = new Float32Array(3 * game.count);
    this.colours = new Float32Array(3 * game.count);
    this.placements = new Float32Array(10 * game.machines.length);
    this.normals = normals();
    viewer.put('contacts', this.normals);
  }

  /** Draws the time between the last two frames, `between` 0 and 1: the visitor, and those of the others who may be in view. */
  draw(between) {
    const { viewer, game, centres, colours } = this;
    const { position, previousPosition, ground } = game.crowd;
    for (let k = 0; k < centres.length; k += 1) this.between[k] = previousPosition[k] + (position[k] - previousPosition[k]) * between;
    // The nearest are drawn first, so that what they hide costs nothing; the visitor is always the first.
    const shown = viewer.inView(this.between, BODY.radius + BODY.halfLength).filter((k) => k > 0);
    const drawn = [0, ...shown];
    drawn.forEach((k, place) => {
      centres.set(this.between.subarray(3 * k, 3 * k + 3), 3 * place);
      colours.set(k === 0 ? VISITOR : COLOURS[ground[k]], 3 * place);
    });
    viewer.moveCharacters(centres.subarray(0, 3 * drawn.length));
    viewer.setHeight(0, game.isLow ? LOW_PART : 1);
    viewer.colourCharacters(colours);
    game.machines.forEach(({ instance }, k) => {
      const { translation, rotation, scale } = game.world.placement(instance);
      this.placements.set([...translation, ...rotation, ...scale], 10 * k);
    });
    viewer.placeMovers(this.placements);
    this.contacts();
    return new Vector3(...centres.subarray(0, 3));
  }

  contacts() {
    const { position } = this.normals.geometry.attributes;
    const contacts = this.game.crowd.contacts(this.game.visitor).slice(0, MOST_CONTACTS);
    contacts.forEach(({ point, normal }, k) => {
      position.array.set([...point, ...point.map((along, axis) => along + NORMAL * normal[axis])], 6 * k);
    });
    position.needsUpdate = true;
    this.normals.geometry.setDrawRange(0, 2 * contacts.length);
  }
}

/** Lines for normals of contacts, which stay: a new material in each frame would be compiled in each. */
function normals() {
  const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(new Float32Array(6 * MOST_CONTACTS), 3));
  geometry.setDrawRange(0, 0);
  const lines = new LineSegments(geometry, new LineBasicMaterial({ color: 0xff3bd4, depthTest: false }));
  lines.renderOrder = 9;
  lines.frustumCulled = false;
  return lines;
}
