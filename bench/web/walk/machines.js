// Where the machines of a scene are at a time: the same numbers, to the bit, as `bench/src/levels/machine.rs`.

function thereAndBack(time, travel, rest) {
  const half = travel + rest;
  // Exact, and times are not negative.
  const into = time % (2 * half);
  return into < half ? Math.min(into / travel, 1) : Math.max(1 - (into - half) / travel, 0);
}

/** Translation of a machine that slides from `at`. */
export function translation({ way, length, speed, rest, ahead }, at, seconds) {
  const part = thereAndBack(seconds + ahead, length / speed, rest);
  return [at[0] + way[0] * part, at[1] + way[1] * part, at[2] + way[2] * part];
}
