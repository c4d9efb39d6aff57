// Places to stand in a level that somebody dropped on the page.
//
// In: a world, a shape, a seed. Out: centres, metres. Rays go down from random points of the level's box; floors that are level enough,
// with room for the body and a little more, count. Places lie at least a body apart as long as there are such.

import { ellipsoid } from 'sweep8';

const TRIES = 40_000;
const LEVEL = 0.77;
const ROOM = 0.05;

export function places(world, { radius, halfLength, skin }, most, seed) {
  const bounds = world.bounds();
  if (!bounds) return [];
  const [low, high] = bounds;
  let state = seed | 1;
  const unit = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  const origins = new Float64Array(3 * TRIES);
  const directions = new Float32Array(3 * TRIES);
  for (let k = 0; k < TRIES; k += 1) {
    for (let axis = 0; axis < 3; axis += 1) origins[3 * k + axis] = low[axis] + unit() * (high[axis] - low[axis]);
    origins[3 * k + 1] += 0.1;
    directions[3 * k + 1] = -1;
  }
  const hits = world.rays(origins, directions, high[1] - low[1] + 1);
  const height = radius + halfLength;
  const floors = [];
  for (let k = 0; k < TRIES; k += 1) {
    if (hits.instance[k] < 0 || !hits.isFront[k] || hits.normal[3 * k + 1] < LEVEL) continue;
    // On a slope a round foot stands higher.
    const lift = radius / hits.normal[3 * k + 1] - radius + height + skin + ROOM;
    floors.push(hits.point[3 * k], hits.point[3 * k + 1] + lift, hits.point[3 * k + 2]);
  }
  const overlaps = world.overlaps(ellipsoid(radius + ROOM, height + ROOM / 2, radius + ROOM), floors);
  const free = [];
  for (let k = 0; k < overlaps.length; k += 1) if (!overlaps[k]) free.push(floors.slice(3 * k, 3 * k + 3));
  const taken = new Set();
  const cell = 2 * radius + 0.05;
  const [apart, rest] = [[], []];
  for (const place of free) {
    const key = place.map((along) => Math.floor(along / cell)).join();
    (taken.has(key) ? rest : apart).push(place);
    taken.add(key);
  }
  return [...apart, ...rest].slice(0, most);
}
