// Builds the package into dist/: the crate for wasm32 with simd128 and without, its readers of levels, wasm-opt of binaryen, and the TypeScript.
//   node build.mjs              prints the sizes of the modules
//   node build.mjs --if-missing builds only what is not there
// Needs cargo, the target wasm32-unknown-unknown, and `npm ci`. Says in one line what is missing, and exits with 2.

import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const here = fileURLToPath(new URL(".", import.meta.url));
const TARGET = "wasm32-unknown-unknown";
const BUILDS = {
    simd: { flags: "-C target-feature=+simd128", feature: "crowds" },
    plain: { flags: "", feature: "crowds" },
    // Never in a hurry: small rather than fast.
    levels: { flags: "", feature: "levels", more: { CARGO_PROFILE_RELEASE_OPT_LEVEL: "s" } },
};
// The compiler has inlined what pays. With more inlining by wasm-opt a walk takes a fifth longer.
const OPTIMIZE = ["-O2", "--skip-pass=inlining-optimizing"];
// All that the target has without simd128, so that wasm-opt reads both.
const FEATURES = ["bulk-memory", "bulk-memory-opt", "call-indirect-overlong", "multivalue", "mutable-globals", "nontrapping-float-to-int"];
FEATURES.push("reference-types", "sign-ext", "simd");
// An older wasm-opt did not come back from the plain build.
const OPT_SECONDS = 600;

const missing = (what) => {
    console.error(`cannot build the package: ${what}`);
    process.exit(2);
};

function needs() {
    const cargo = spawnSync("cargo", ["--version"]);
    if (cargo.status !== 0) missing("cargo is not installed (https://rustup.rs)");
    const libraries = spawnSync("rustc", ["--print", "target-libdir", "--target", TARGET], { encoding: "utf8" }).stdout.trim();
    if (!existsSync(libraries) && spawnSync("rustup", ["target", "add", TARGET]).status !== 0) {
        missing(`the target ${TARGET} of Rust is not installed (rustup target add ${TARGET})`);
    }
    if (!existsSync(`${here}node_modules/typescript`)) missing("its tools are not installed (npm ci in kernel/wasm)");
}

function build(name) {
    const folder = `${here}target/${name}`, made = `${folder}/${TARGET}/release/sweep8_wasm.wasm`, out = `${here}dist/sweep8_${name}.wasm`;
    // Flags of the machine would change the module.
    const { flags, feature, more } = BUILDS[name];
    const env = { ...process.env, RUSTFLAGS: flags, CARGO_ENCODED_RUSTFLAGS: undefined, ...more };
    const cargo = ["build", "--release", "--locked", "--features", feature, "--target", TARGET, "--target-dir", folder];
    execFileSync("cargo", cargo, { cwd: here, env, stdio: "inherit" });
    const features = FEATURES.map((feature) => `--enable-${feature}`);
    const opt = [`${here}node_modules/binaryen/bin/wasm-opt`, ...OPTIMIZE, ...features, made, "-o", out];
    const done = spawnSync(process.execPath, opt, { stdio: "inherit", timeout: 1000 * OPT_SECONDS });
    if (done.error?.code === "ETIMEDOUT") {
        console.log(`SKIPPED: wasm-opt of the ${name} build: not done after ${OPT_SECONDS} s`);
        copyFileSync(made, out);
    } else if (done.status !== 0) {
        throw new Error(`wasm-opt of the ${name} build failed`);
    }
}

function sizes(name) {
    const bytes = readFileSync(`${here}dist/sweep8_${name}.wasm`);
    const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }).length;
    const kilo = (count) => `${Math.round(count / 1000)} kB`;
    console.log(`sweep8_${name}.wasm: ${kilo(bytes.length)}, brotli 11 ${kilo(brotli)}, gzip 9 ${kilo(gzipSync(bytes, { level: 9 }).length)}`);
}

needs();
const onlyMissing = process.argv.includes("--if-missing");
if (!onlyMissing) rmSync(`${here}dist`, { recursive: true, force: true });
mkdirSync(`${here}dist`, { recursive: true });
for (const name of Object.keys(BUILDS)) if (!existsSync(`${here}dist/sweep8_${name}.wasm`)) build(name);
execFileSync(process.execPath, [`${here}node_modules/typescript/bin/tsc`, "--project", here], { stdio: "inherit" });
Object.keys(BUILDS).forEach(sizes);
