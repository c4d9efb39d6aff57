// What the visitor wants: keys, and on a screen that is touched a pad and buttons.
//
// In: events. Out: a wish `{x, z, jump, low}` in the directions of the camera, or `null` if nothing is wanted.

const KEYS = {
  KeyW: 'ahead', ArrowUp: 'ahead', KeyS: 'back', ArrowDown: 'back', KeyA: 'left', ArrowLeft: 'left', KeyD: 'right', ArrowRight: 'right',
  Space: 'jump', KeyC: 'low', ControlLeft: 'low', ShiftLeft: 'fast', ShiftRight: 'fast',
};
const SPEED = 3;
const FAST = 6;

export class Controls {
  constructor({ pad, jump, low }) {
    this.held = new Set();
    this.stick = [0, 0];
    addEventListener('keydown', (event) => this.key(event, true));
    addEventListener('keyup', (event) => this.key(event, false));
    addEventListener('blur', () => this.held.clear());
    for (const [button, name] of [[jump, 'jump'], [low, 'low']]) {
      button.addEventListener('pointerdown', () => this.held.add(name));
      for (const end of ['pointerup', 'pointercancel', 'pointerleave']) button.addEventListener(end, () => this.held.delete(name));
    }
    const moved = (event) => {
      const { left, top, width, height } = pad.getBoundingClientRect();
      this.stick = [(2 * (event.clientX - left)) / width - 1, (2 * (event.clientY - top)) / height - 1];
    };
    pad.addEventListener('pointerdown', (event) => {
      pad.setPointerCapture(event.pointerId);
      moved(event);
    });
    pad.addEventListener('pointermove', (event) => pad.hasPointerCapture(event.pointerId) && moved(event));
    for (const end of ['pointerup', 'pointercancel']) pad.addEventListener(end, () => (this.stick = [0, 0]));
  }

  key(event, isDown) {
    const name = KEYS[event.code];
    // Keys that go to a field of the page are not for walking; Ctrl with another key is the browser's.
    if (!name || event.target.matches?.('input, select, textarea') || (event.ctrlKey && name !== 'low')) return;
    event.preventDefault();
    if (isDown) this.held.add(name);
    else this.held.delete(name);
  }

  /** `ahead` is the level direction in which the camera looks: x and z. */
  wish([aheadX, aheadZ]) {
    const has = (name) => (this.held.has(name) ? 1 : 0);
    let forth = has('ahead') - has('back') - this.stick[1];
    let side = has('right') - has('left') + this.stick[0];
    const length = Math.hypot(forth, side);
    const jump = this.held.has('jump');
    const low = this.held.has('low');
    if (length < 0.1 && !jump && !low) return null;
    const speed = (this.held.has('fast') ? FAST : SPEED) * Math.min(1, length);
    if (length < 0.1) [forth, side] = [0, 0];
    else [forth, side] = [(forth / length) * speed, (side / length) * speed];
    return { x: aheadX * forth - aheadZ * side, z: aheadZ * forth + aheadX * side, jump, low };
  }
}
