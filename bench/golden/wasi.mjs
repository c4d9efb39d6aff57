// Runs a program for wasm32-wasip1 in Node: `node wasi.mjs PROGRAM.wasm WORDS…`. It sees no file.
import { readFile } from "node:fs/promises";
import { argv, exit } from "node:process";
import { WASI } from "node:wasi";

const wasi = new WASI({ version: "preview1", args: argv.slice(2) });
const program = await WebAssembly.compile(await readFile(argv[2]));
exit(wasi.start(await WebAssembly.instantiate(program, wasi.getImportObject())));
