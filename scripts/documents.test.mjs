// Checks the documents against the code: files, links, settings, commands and pictures that they name.
import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { posix } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (path) => readFileSync(`${root}/${path}`, "utf8");
const skipped = new Set(["node_modules", ".next", "dist", "release", ".turbo", ".test", ".data"]);
const options = { cwd: root, exclude: (entry) => skipped.has(entry.name), withFileTypes: true };
const list = (pattern) => globSync(pattern, options).map(pathOf);
const files = [
  ...list("{apps,packages,scripts,patches,docs,deploy,examples,ops}/**/*"),
  ...list("*.*"),
];
const documents = files.filter((file) => /^(docs\/(.+\/)?)?[\w-]+\.md$/.test(file));
const texts = new Map(documents.map((file) => [file, read(file)]));
const all = [...texts.values()].join("\n");

/**
 * Matches the name of a source file in backticks. A name that begins with `/`, such as `/openapi.json`, is an
 * address and does not match.
 */
const fileName = /`(?!\/)([\w./@-]+\.(?:tsx?|mjs|sql|json|ya?ml|patch))`/g;

test("documents name files that exist", () => {
  const named = [...texts].flatMap(([document, text]) =>
    [...text.matchAll(fileName)].map(([, name]) => ({ document, name })),
  );
  assert.ok(documents.length > 18 && named.length > 100, `${documents.length}, ${named.length}`);
  const exists = ({ name }) => files.some((file) => file === name || file.endsWith(`/${name}`));
  assert.deepEqual(
    named.filter((each) => !exists(each)),
    [],
  );
});

test("links of documents lead to a file, and to a heading in it", () => {
  const links = [...texts].flatMap(([document, text]) =>
    [...text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(([, path, heading]) => ({
      document,
      target: path ? posix.join(posix.dirname(document), path) : document,
      heading,
    })),
  );
  assert.ok(links.length > 100, `${links.length}`);
  const leads = ({ target, heading }) =>
    existsSync(`${root}/${target}`) && (!heading || headingsOf(read(target)).has(heading));
  assert.deepEqual(
    links.filter((link) => !leads(link)),
    [],
  );
});

/** Returns the names by which links lead to a document's headings, as GitHub makes them. */
function headingsOf(text) {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}

test("docs/README.md lists every document", () => {
  const index = read("docs/README.md");
  const named = (file) => index.includes(`](${posix.relative("docs", file)})`);
  assert.deepEqual(
    documents.filter((file) => !["README.md", "docs/README.md"].includes(file) && !named(file)),
    [],
  );
});

test("each document of operating has fewer than 150 lines", () => {
  const long = documents.filter(
    (file) => file.startsWith("docs/operating/") && read(file).split("\n").length > 150,
  );
  assert.deepEqual(long, []);
});

/** The names of the settings that the code reads, by the heading of their table. */
const settings = {
  "The API": [
    ...matches(read("apps/api/src/env.ts"), /^ {2}([A-Z][A-Z_]+):/gm),
    ...matches(read("apps/api/src/delivery/settings.ts"), /^ {2}([A-Z][A-Z_]+):/gm),
    ...matches(read("apps/api/src/tracing/settings.ts"), /^ {2}([A-Z][A-Z_]+):/gm),
  ],
  "The console": matches(read("apps/console/src/env.ts"), /\b([A-Z]+_[A-Z_]+)\b/g),
  "`npm start`": [
    ...readFromEnvironment(read("scripts/up.mjs")),
    ...readFromEnvironment(read("scripts/run.mjs")).filter((name) => /^STAMPBOOK_/.test(name)),
  ].filter((name) => name !== "INIT_CWD"),
};

for (const [heading, names] of Object.entries(settings))
  test(`docs/operating/settings.md has every setting of ${heading}, with its default and unit`, () => {
    const table = read("docs/operating/settings.md").split(`\n## ${heading}\n`)[1];
    const rows = matches(table.split("\n## ")[0], /^\| (`[A-Z].*) \|$/gm).map((row) =>
      row.split(" | "),
    );
    assert.ok(names.length > 8, names.join());
    assert.deepEqual(
      rows.map(([name]) => name.replaceAll("`", "")).sort(),
      [...new Set(names)].sort(),
    );
    for (const row of rows) assert.ok(row.length === 4 && row.every((cell) => cell.trim()), row[0]);
  });

function matches(text, pattern) {
  return [...text.matchAll(pattern)].map(([, match]) => match);
}

/** Returns the names in `process.env.NAME` and in `const { NAME } = process.env`. */
function readFromEnvironment(text) {
  const taken = matches(text, /\{([^{}]+)\} = process\.env\b/g).join();
  return [...matches(text, /process\.env\.([A-Z_]+)/g), ...matches(taken, /\b([A-Z][A-Z_]+)\b/g)];
}

test("the documents name every provider of text messages", () => {
  const lists = matches(
    read("apps/api/src/delivery/settings.ts"),
    /_PROVIDER: z\s*\.enum\(\[([^\]]+)\]/g,
  );
  assert.equal(lists.length, 2);
  const providers = lists.flatMap((words) => matches(words, /"(\w+)"/g));
  const text = read("docs/operating/messages.md");
  assert.deepEqual(
    providers.filter((word) => !text.includes(`\`${word}\``)),
    [],
  );
});

test("commands in documents exist", () => {
  const manifests = {
    stampbook: "package.json",
    "@stampbook/api": "apps/api/package.json",
    "@stampbook/console": "apps/console/package.json",
    "@stampbook/core": "packages/core/package.json",
    "@stampbook/db": "packages/db/package.json",
    "@stampbook/router": "packages/router/package.json",
  };
  const scripts = Object.fromEntries(
    Object.entries(manifests).map(([name, path]) => [name, JSON.parse(read(path)).scripts]),
  );
  const known = matches(read("apps/api/src/cli/specs.ts"), /^ {2}"?(\w+)[ \w-]*"?: \{$/gm);
  const filtered = [...all.matchAll(/pnpm --filter (\S+) (?!exec)([\w:-]+)/g)];
  const ofRoot = [...all.matchAll(/npm (?:run )?(start|test|bench|stampbook|chaos|fix)\b/g)];
  const ours = [...all.matchAll(/(?:bin\/stampbook|run stampbook --) ([a-z]+)/g)];
  assert.ok(filtered.length > 10 && ofRoot.length > 20 && ours.length > 10 && known.length > 8);
  const missing = [
    ...filtered.filter(([, name, script]) => !scripts[name]?.[script]),
    ...ofRoot.filter(([, script]) => !scripts.stampbook[script]),
    ...ours.filter(([, command]) => !known.includes(command)),
  ];
  assert.deepEqual(
    missing.map(([command]) => command),
    [],
  );
});

test("docs/pictures has only small pictures that a document shows, at most 12", () => {
  const pictures = files.filter((file) => file.startsWith("docs/pictures/"));
  const shown = [...texts].flatMap(([document, text]) =>
    matches(text, /^!\[[^\]]+\]\(([^)]+)\)$/gm).map((path) =>
      posix.join(posix.dirname(document), path),
    ),
  );
  assert.deepEqual(pictures.sort(), [...new Set(shown)].sort());
  assert.ok(pictures.length <= 12);
  assert.deepEqual(
    pictures.filter((file) => statSync(`${root}/${file}`).size > 100_000),
    [],
  );
});

test("the newest version in CHANGELOG.md is the one that /health answers with", () => {
  const { version } = JSON.parse(read("apps/api/package.json"));
  const [, newest] = /^## (\d+\.\d+\.\d+)\b/m.exec(read("CHANGELOG.md"));
  assert.equal(newest, version);
});

function pathOf(entry) {
  return `${entry.parentPath}/${entry.name}`.slice(root.length).replaceAll("\\", "/");
}
