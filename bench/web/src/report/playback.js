// The run as it was: characters along their recorded paths, and machines at their recorded placements.
//
// In: paths with as many points each, placements for each point of time, the seconds between two points. Out: the viewer, moved.

import { numbers } from './data.js';

export class Playback {
  constructor(viewer, { paths, movers, shape, interval }) {
    this.viewer = viewer;
    this.interval = interval;
    this.points = numbers(paths.points);
    this.counts = paths.counts;
    this.frames = Math.max(1, ...this.counts);
    this.centres = new Float32Array(3 * this.counts.length);
    this.placements = movers && numbers(movers.placements);
    this.perFrame = movers ? this.placements.length / movers.frames : 0;
    this.moverFrames = movers?.frames ?? 0;
    viewer.setCharacters(shape, Math.max(1, this.counts.length));
    if (movers) {
      const meshes = movers.meshes.map(({ positions, indices }) => ({ positions: numbers(positions), indices: numbers(indices) }));
      viewer.setMovers({ meshes, instances: movers.instances });
    } else {
      viewer.put('movers', null);
    }
    viewer.setPaths({ points: this.points, counts: this.counts });
    this.show(0);
  }

  /** Seconds of the run at a frame of the playback. */
  seconds(frame) {
    return frame * this.interval;
  }

  show(frame) {
    this.frame = Math.min(frame, this.frames - 1);
    let at = 0;
    this.counts.forEach((count, path) => {
      const point = 3 * (at + Math.min(this.frame, count - 1));
      this.centres.set(this.points.subarray(point, point + 3), 3 * path);
      at += count;
    });
    this.viewer.moveCharacters(this.centres);
    if (this.moverFrames > 0) {
      const place = Math.min(this.frame, this.moverFrames - 1) * this.perFrame;
      this.viewer.placeMovers(this.placements.subarray(place, place + this.perFrame));
    }
  }
}
