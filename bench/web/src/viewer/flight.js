// A smooth flight of the camera from one view to another.
//
// In: two views `{position, target}`. Out: the view at a time; the same time of flight for every distance.

import { Vector3 } from 'three';

/** Time of a flight, milliseconds. */
const TIME = 600;

const smooth = (part) => part * part * (3 - 2 * part);

export class Flight {
  constructor(from, to, now) {
    this.from = from;
    this.to = to;
    this.began = now;
  }

  /** Moves `camera` and the target of `controls`; returns false when the flight has ended. */
  advance(camera, controls, now) {
    const part = Math.min(1, Math.max(0, (now - this.began) / TIME));
    const between = (what) => new Vector3().lerpVectors(this.from[what], this.to[what], smooth(part));
    camera.position.copy(between('position'));
    controls.target.copy(between('target'));
    return part < 1;
  }
}
