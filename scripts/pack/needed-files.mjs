import { globSync, lstatSync, readFileSync } from "node:fs";
import { createRequire, stripTypeScriptTypes } from "node:module";
import { posix } from "node:path";

/** The compilation of templates, which the API starts as a process. It is not in the bundle. */
const compiler = "packages/core/src/foundation/messages/templates/render-mjml.ts";
const server = "apps/console/src/server/main.ts";

/** What no traced file imports, but production reads or an operator wants. */
const whole = [
  "apps/api/dist/*.js",
  "apps/api/package.json",
  "apps/console/.next/{BUILD_ID,*.json}",
  "apps/console/.next/{server,static}/**",
  "apps/console/next.config.mjs",
  "apps/console/public/**",
  // a start of Next resolves their names, and loads none
  "node_modules/.pnpm/next@*/node_modules/next/dist/compiled/{webpack/*.js,@babel/runtime/package.json}",
  "bin/stampbook",
  "deploy/{*,.*}",
  "examples/merchant.json",
  "ops/*",
  "packages/db/{migrations/**,src/*.sql}",
  "scripts/up.mjs",
  "CHANGELOG.md",
];

/** What the traced code mentions, but only development, a build or the resizing of pictures loads. */
const unused = [
  /\.(map|nft\.json|d\.ts|test\.ts|dev\.js|development\.js)$/,
  /\/(node_modules\/(sharp|@img|typescript|@next\/swc[^/]*)|\.pnpm\/(sharp|@img\+)[^/]*)(\/|$)/,
  /\/next\/dist\/(docs\/|server\/capsize)/,
  /\/next\/dist\/compiled\/(@next|babel|next-devtools|webpack\/bundle5)/,
];
const isUnused = (path) => unused.some((pattern) => pattern.test(path));

/**
 * Returns the paths below `root` of the files and links that production needs, after a build. They are what
 * the programs import, found by the tool with which Next finds what its server imports (@vercel/nft), and
 * what Next itself lists.
 */
export async function findNeededFiles(root) {
  const glob = (pattern) => globSync(pattern, { cwd: root });
  const isFile = (path) => !lstatSync(posix.join(root, path)).isDirectory();
  const dist = glob("apps/api/dist/*.js").map((path) =>
    readFileSync(posix.join(root, path), "utf8"),
  );
  const files = [
    ...whole.flatMap(glob),
    ...glob("apps/console/.next/{*,server/**/*}.nft.json").flatMap((list) => listed(root, list)),
    ...(await trace(root, [compiler, server, ...dist.flatMap(installed)])),
  ];
  return [...new Set(files)].filter((path) => isFile(path) && !isUnused(path)).sort();
}

/** The files that a list of Next names. */
function listed(root, list) {
  const { files } = JSON.parse(readFileSync(posix.join(root, list), "utf8"));
  return files.map((file) => posix.join(posix.dirname(list), file));
}

/** The installed packages that a file of the API's bundle loads. `scripts/build.mjs` of the API names them. */
const installed = (text) =>
  [...text.matchAll(/"(?:\.\.\/){3}(node_modules\/[^"]+)"/g)].map(([, path]) => path);

async function trace(root, entries) {
  const require = createRequire(posix.join(root, "apps/console/package.json"));
  const { nodeFileTrace } = require("next/dist/compiled/@vercel/nft");
  const { fileList } = await nodeFileTrace(
    [...new Set(entries)].map((path) => posix.join(root, path)),
    {
      base: root,
      ignore: (path) => isUnused(path) || path.includes(".next/"),
      readFile: (path) =>
        path.endsWith(".ts") ? stripTypeScriptTypes(readFileSync(path, "utf8")) : readIfThere(path),
    },
  );
  return [...fileList];
}

function readIfThere(path) {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}
