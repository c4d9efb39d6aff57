// A moment as a link: scene, number of characters, seed and frame in the part of the address behind `#`.

const DEFAULTS = { scene: 'square', n: 1000, seed: 1, frame: 0, simd: null };

const whole = (text, low, high, usual) => {
  const number = Number(text);
  return text !== null && Number.isInteger(number) && number >= low && number <= high ? number : usual;
};

export function read(hash) {
  const words = new URLSearchParams(hash.replace(/^#/, ''));
  return {
    scene: words.get('scene') ?? DEFAULTS.scene,
    n: whole(words.get('n'), 1, 10_000, DEFAULTS.n),
    seed: whole(words.get('seed'), 1, 2 ** 31 - 1, DEFAULTS.seed),
    frame: whole(words.get('frame'), 0, 1_000_000, DEFAULTS.frame),
    simd: words.has('simd') ? words.get('simd') !== '0' : DEFAULTS.simd,
  };
}

export function written({ scene, n, seed, frame }) {
  return `#${new URLSearchParams({ scene, n, seed, frame })}`;
}
