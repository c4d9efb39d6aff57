// Numbered marks, which keep their size on the screen and are seen through walls.
//
// In: places, their labels and colours. Out: a group of sprites; `pick` finds the mark at a point of the screen.

import { CanvasTexture, Group, SRGBColorSpace, Sprite, SpriteMaterial } from 'three';
import { css } from './colours.js';

/** Size of a mark, as a part of the height of the view, and pixels of its picture. */
const SIZE = 0.045;
const PIXELS = 64;

function picture(label, colour) {
  const canvas = document.createElement('canvas');
  canvas.width = PIXELS;
  canvas.height = PIXELS;
  const pen = canvas.getContext('2d');
  pen.beginPath();
  pen.arc(PIXELS / 2, PIXELS / 2, PIXELS / 2 - 4, 0, 2 * Math.PI);
  pen.fillStyle = css(colour);
  pen.fill();
  pen.lineWidth = 4;
  pen.strokeStyle = '#ffffff';
  pen.stroke();
  pen.fillStyle = '#ffffff';
  pen.font = `bold ${label.length > 2 ? 24 : 30}px sans-serif`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillText(label, PIXELS / 2, PIXELS / 2 + 2);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return texture;
}

/** Marks `{at: [x, y, z], label, colour}`. */
export function markers(marks) {
  const group = new Group();
  for (const { at, label, colour } of marks) {
    const map = picture(label, colour);
    const material = new SpriteMaterial({ map, depthTest: false, sizeAttenuation: false });
    const sprite = new Sprite(material);
    sprite.position.fromArray(at);
    sprite.scale.setScalar(SIZE);
    sprite.renderOrder = 10;
    group.add(sprite);
  }
  return group;
}
