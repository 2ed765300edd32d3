import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const skipped = new Set(["node_modules", ".next", "dist", ".turbo", ".test", ".data"]);
const options = { cwd: root, exclude: (entry) => skipped.has(entry.name), withFileTypes: true };
const list = (pattern) => globSync(pattern, options).map(pathOf);
const files = [...list("{apps,packages,scripts,patches,docs,examples}/**/*"), ...list("*.*")];
/**
 * Matches the name of a source file in backticks. A name that begins with `/`, such as `/openapi.json`, is an
 * address and does not match.
 */
const fileName = /`(?!\/)([\w./@-]+\.(?:tsx?|mjs|sql|json|ya?ml|patch))`/g;

test("documents name files that exist", () => {
  const documents = files.filter((file) => /^(docs\/)?[\w-]+\.md$/.test(file));
  const named = documents.flatMap((document) =>
    [...readFileSync(`${root}/${document}`, "utf8").matchAll(fileName)].map(([, name]) => ({
      document,
      name,
    })),
  );
  assert.ok(documents.length > 8 && named.length > 100, `${documents.length}, ${named.length}`);
  const exists = ({ name }) => files.some((file) => file === name || file.endsWith(`/${name}`));
  assert.deepEqual(
    named.filter((each) => !exists(each)),
    [],
  );
});

test("the newest version in CHANGELOG.md is the one that /health answers with", () => {
  const { version } = JSON.parse(readFileSync(`${root}/apps/api/package.json`, "utf8"));
  const [, newest] = /^## (\d+\.\d+\.\d+)\b/m.exec(readFileSync(`${root}/CHANGELOG.md`, "utf8"));
  assert.equal(newest, version);
});

function pathOf(entry) {
  return `${entry.parentPath}/${entry.name}`.slice(root.length).replaceAll("\\", "/");
}
