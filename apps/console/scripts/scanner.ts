// Writes public/scan/: the worker that reads codes in a camera's pictures, and the worker's WebAssembly. The
// build runs this script.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { answerPictures } from "../src/ui/camera-scan/answer-pictures.ts";

const require = createRequire(import.meta.url);
const target = fileURLToPath(new URL("../public/scan/", import.meta.url));
const wasm = require.resolve("zxing-wasm/reader/zxing_reader.wasm");
const library = readFileSync(new URL("../iife/reader/index.js", `file://${wasm}`), "utf8");

mkdirSync(target, { recursive: true });
copyFileSync(wasm, `${target}zxing-reader.wasm`);
writeFileSync(`${target}worker.js`, `${library}\n(${answerPictures})();\n`);
