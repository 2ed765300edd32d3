import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";

declare global {
  namespace WebAssembly {
    /** Node has this function, but PGlite's types leave it out. */
    function compile(bytes: Uint8Array): Promise<Module>;
  }
}

let compiled: Promise<WebAssembly.Module> | undefined;

/** Returns PGlite's WebAssembly module, compiled once per process. */
export function embeddedModule(): Promise<WebAssembly.Module> {
  const library = createRequire(import.meta.url).resolve("@electric-sql/pglite");
  compiled ??= readFile(join(library, "..", "pglite.wasm")).then((bytes) =>
    WebAssembly.compile(bytes),
  );
  return compiled;
}
