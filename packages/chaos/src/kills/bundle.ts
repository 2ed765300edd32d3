import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";

/** A program in one file. It starts in a tenth of a second. Without bundling it takes a second. */
export type Bundle = { readonly file: string; readonly remove: () => Promise<void> };

/** Bundles a program of this workspace. In the bundle, `import.meta.url` is still the original file's URL. */
export async function bundle(program: URL): Promise<Bundle> {
  const directory = await mkdtemp(join(tmpdir(), "stampbook-kills-"));
  const file = join(directory, "program.mjs");
  await build({
    entryPoints: [fileURLToPath(program)],
    outfile: file,
    bundle: true,
    platform: "node",
    format: "esm",
    banner: {
      js: 'import { createRequire as makeRequire } from "node:module"; const require = makeRequire(import.meta.url);',
    },
    plugins: [inPlace],
  });
  return { file, remove: () => rm(directory, { recursive: true, force: true }) };
}

/** Leaves modules with binaries out of the bundle. Replaces `import.meta.url` by the original file's URL. */
const inPlace: Plugin = {
  name: "in place",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^@node-rs\/argon2$/ }, ({ path, importer }) => ({
      path: pathToFileURL(createRequire(importer).resolve(path)).href,
      external: true,
    }));
    onLoad({ filter: /[\\/]packages[\\/].*\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, "utf8")).replaceAll(
        "import.meta.url",
        JSON.stringify(pathToFileURL(path).href),
      ),
      loader: "ts",
    }));
  },
};
