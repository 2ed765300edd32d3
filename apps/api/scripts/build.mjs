// Bundles the server and its libraries into a few files: Node loads them in a third of the time and
// with half the memory that two thousand modules take. Tools and most tests run the sources; process
// tests run the bundle.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const api = fileURLToPath(new URL("..", import.meta.url));
const target = fileURLToPath(new URL("../dist", import.meta.url));
const fromTarget = (file) => relative(target, file).split(sep).join("/");

/** Packages with files beside their code stay where they are installed. */
const asInstalled = /^(@node-rs\/argon2|@electric-sql\/pglite|@scalar\/fastify-api-reference)/;

/**
 * Rewrites `import.meta.url`, so that paths to migrations, examples and programs still resolve after
 * bundling.
 */
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
  // CommonJS libraries load Node's own modules with this
  banner: {
    js: 'import { createRequire as $require } from "node:module"; const require = $require(import.meta.url);',
  },
  plugins: [places],
  logLevel: "warning",
});
// tests compare these inputs with the bundle, to see whether it is older than its sources
writeFileSync(join(target, "inputs.json"), JSON.stringify(Object.keys(metafile.inputs)));
