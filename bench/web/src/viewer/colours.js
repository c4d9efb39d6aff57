// Colours of the viewer, which colour-blind readers can tell apart (Okabe and Ito 2008); the report's legend uses the same.

/** Classes of triangles, in the order of the codes in the data. */
export const CLASSES = ['floor', 'steep', 'wall', 'ceiling'];

/** Colours of triangles, by class. */
export const TRIANGLES = { floor: 0xc9ccd1, steep: 0xd9c27a, wall: 0x8f98a3, ceiling: 0x77808c };

/** Kinds of places on the floor, in the order of the codes in the data, with the words of the legend. */
export const PLACES = [
  { name: 'reached', colour: 0x009e73, words: 'floor reached' },
  { name: 'unreached', colour: 0xd55e00, words: 'floor not reached' },
  { name: 'pit', colour: 0xcc79a7, words: 'pit: no way back' },
  { name: 'above', colour: 0xe6b800, words: 'above: only a way down' },
  { name: 'outside', colour: 0x9aa0a6, words: 'outside of the level' },
];

/** Light of the sky, of the ground, which is as strong, and of the sun, with the direction that it comes from. */
export const SKY = { colour: 0xffffff, strength: 2.2 };
export const GROUND_LIGHT = 0x667788;
export const SUN = { colour: 0xffffff, strength: 1.4, from: [0.4, 1, 0.25] };

export const BACKGROUND = 0x14171c;
export const CHARACTER = 0x56b4e9;
export const PATH = 0x56b4e9;
export const MOVER = 0xb9a3d6;

/** The colour as CSS writes it. */
export const css = (colour) => `#${colour.toString(16).padStart(6, '0')}`;
