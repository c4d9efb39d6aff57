// Builds the page in which one walks into bench/web/dist/walk: index.html, page.js and page.css. The modules of kernel/wasm and the scenes
// are files beside them, which `crowd page` copies and writes.

import { build } from 'esbuild';
import { copyFile, mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const out = here('../dist/walk');

await mkdir(out, { recursive: true });
await build({
  entryPoints: { page: here('main.js') },
  bundle: true,
  minify: true,
  // A module, so that `import.meta.url` finds the .wasm files beside it.
  format: 'esm',
  target: 'es2022',
  legalComments: 'inline',
  alias: { sweep8: here('../../../kernel/wasm/dist/index.js') },
  outdir: out,
});
await build({ entryPoints: { page: here('page.css') }, bundle: true, minify: true, outdir: out });
await copyFile(here('index.html'), `${out}/index.html`);
