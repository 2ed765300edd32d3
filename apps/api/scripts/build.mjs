// Joins the server and the libraries that it needs into a few files: Node loads them in a third of the
// time, and holds half the memory, that it takes for two thousand. Tools and most tests run the sources; tests of processes run this.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const api = fileURLToPath(new URL("..", import.meta.url));
const target = fileURLToPath(new URL("../dist", import.meta.url));
const fromTarget = (file) => relative(target, file).split(sep).join("/");

/** What brings files of its own beside its code: it stays where it was installed. */
const asInstalled = /^(@node-rs\/argon2|@electric-sql\/pglite|@scalar\/fastify-api-reference)/;

/** Keeps what a source says of its own place true: migrations, examples and programs lie beside it. */
const places = {
  name: "places",
  setup({ onLoad, onResolve, resolve }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const text = path.includes("node_modules") ? "" : readFileSync(path, "utf8");
      if (!text.includes("import.meta.url")) return undefined;
      const place = `new URL(${JSON.stringify(fromTarget(path))}, import.meta.url).href`;
      return { contents: text.replaceAll("import.meta.url", place), loader: "ts" };
    });
    onResolve({ filter: asInstalled }, async ({ path, importer, kind, resolveDir, pluginData }) => {
      if (pluginData?.seen) return undefined;
      const found = await resolve(path, { importer, kind, resolveDir, pluginData: { seen: true } });
      return { path: fromTarget(found.path), external: true };
    });
  },
};

rmSync(target, { recursive: true, force: true });
const { metafile } = await build({
  metafile: true,
  absWorkingDir: api,
  entryPoints: ["src/server.ts"],
  outdir: target,
  bundle: true,
  splitting: true,
  platform: "node",
  format: "esm",
  target: "node24",
  keepNames: true,
  // libraries in the older form ask for Node's own modules by this
  banner: {
    js: 'import { createRequire as $require } from "node:module"; const require = $require(import.meta.url);',
  },
  plugins: [places],
  logLevel: "warning",
});
// by these a test sees whether the bundle is older than what it was made of
writeFileSync(join(target, "inputs.json"), JSON.stringify(Object.keys(metafile.inputs)));
