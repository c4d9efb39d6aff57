// How walkers choose their ways: the same rule, to the bit, as `bench/src/showing/walk/rule.rs`.
//
// In: a seed, and where walkers are. Out: their desired velocities. The first character is the visitor, who has no walker.

const EVERY = 32;

export class Walkers {
  constructor(count, seed, directions, position) {
    this.directions = directions;
    this.count = count;
    this.random = new Uint32Array(count);
    this.from = new Float64Array(2 * count);
    for (let k = 1; k < count; k += 1) {
      this.random[k] = (seed ^ Math.imul(k, 0x9e3779b9)) | 1;
      this.from.set([position[3 * k], position[3 * k + 2]], 2 * k);
    }
  }

  next(k) {
    let x = this.random[k];
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.random[k] = x;
    return x >>> 0;
  }

  /** Writes the desired velocities of those who decide in this frame. */
  decide(frame, position, desiredVelocity) {
    const { directions, from } = this;
    for (let k = 1; k < this.count; k += 1) {
      if (frame !== 0 && (frame + k) % EVERY !== 0) continue;
      const speed = 1 + 0.25 * (k % 7);
      const here = [position[3 * k], position[3 * k + 2]];
      const [x, z] = [here[0] - from[2 * k], here[1] - from[2 * k + 1]];
      from.set(here, 2 * k);
      const drawn = this.next(k);
      const least = speed / 6;
      if (frame !== 0 && x * x + z * z >= least * least && (drawn & 7) !== 0) continue;
      const way = 2 * ((drawn >>> 8) % (directions.length / 2));
      desiredVelocity[3 * k] = directions[way] * speed;
      desiredVelocity[3 * k + 1] = 0;
      desiredVelocity[3 * k + 2] = directions[way + 1] * speed;
    }
  }

  save() {
    return { random: this.random.slice(), from: this.from.slice() };
  }

  restore({ random, from }) {
    this.random.set(random);
    this.from.set(from);
  }
}
