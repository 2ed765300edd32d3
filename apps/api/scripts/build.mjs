// Bundles the server and the command line with their libraries into a few files. Compared with two thousand
// source files, loading these takes Node a third of the time and half the memory. Tests that start a process
// run the bundle. Most other tests run the sources.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const api = fileURLToPath(new URL("..", import.meta.url));
const target = fileURLToPath(new URL("../dist", import.meta.url));
const fromTarget = (file) => relative(target, file).split(sep).join("/");

/**
 * Packages that read files beside their code. They are not bundled, but loaded from where they are installed.
 */
const asInstalled = /^(@node-rs\/argon2|@scalar\/fastify-api-reference)/;

/**
 * Rewrites `import.meta.url`, so that paths to migrations, examples and programs still resolve after
 * bundling. Keeps the packages in `asInstalled` out of the bundle.
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

const made = join(target, "inputs.json");

/**
 * Whether no input has changed since the last build. If so, the build is skipped, because a running server
 * may load files of the bundle.
 */
function isCurrent() {
  try {
    const builtAt = statSync(made).mtimeMs;
    const inputs = JSON.parse(readFileSync(made, "utf8"));
    return [fileURLToPath(import.meta.url), ...inputs.map((path) => join(api, path))].every(
      (path) => statSync(path).mtimeMs <= builtAt,
    );
  } catch {
    return false;
  }
}

/** The commit of this checkout, in short; empty without git. */
function commit() {
  const { stdout, status } = spawnSync("git", ["rev-parse", "--short=8", "HEAD"], { cwd: api });
  return status === 0 ? String(stdout).trim() : "";
}

if (isCurrent()) process.exit(0);
const { metafile } = await build({
  metafile: true,
  absWorkingDir: api,
  entryPoints: { server: "src/server.ts", stampbook: "src/cli/main.ts" },
  outdir: target,
  bundle: true,
  splitting: true,
  platform: "node",
  format: "esm",
  target: "node26",
  define: { STAMPBOOK_BUILD: JSON.stringify(commit()) },
  // `keepNames` is off, because it sets the name of every closure that is created during a request. That
  // takes a third of the time of a ping.
  // The banner gives CommonJS libraries a `require` function, with which they load Node's own modules.
  banner: {
    js: 'import { createRequire as $require } from "node:module"; const require = $require(import.meta.url);',
  },
  plugins: [places],
  logLevel: "warning",
});
// Old files are removed after the build and one by one, because another command may be building at the same
// time.
const outputs = new Set(Object.keys(metafile.outputs).map((path) => basename(path)));
for (const file of readdirSync(target))
  if (!outputs.has(file)) rmSync(join(target, file), { recursive: true, force: true });
writeFileSync(made, JSON.stringify(Object.keys(metafile.inputs)));
