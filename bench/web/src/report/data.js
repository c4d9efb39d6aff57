// The data of the page: one JSON object, whose arrays of numbers are base64 of their little-endian bytes.

const KINDS = { f32: Float32Array, u32: Uint32Array, u8: Uint8Array, i8: Int8Array };

/** The typed array of `{type, base64}`. */
export function numbers({ type, base64 }) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let place = 0; place < text.length; place += 1) bytes[place] = text.charCodeAt(place);
  return new KINDS[type](bytes.buffer);
}

/** What the program has written into the page. */
export function data() {
  return JSON.parse(document.getElementById('data').textContent);
}
