// Checks that the README's production section names every setting of the code, and that the README's commands
// exist.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const read = (path) => readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), "utf8");
const readme = read("README.md");
const production = readme.split("## In production")[1]?.split("\n## ")[0] ?? "";

/** The names of the settings that the code reads. */
const settings = new Set(
  [
    ...read("apps/api/src/env.ts").matchAll(/^ {2}([A-Z][A-Z_]+):/gm),
    ...read("apps/api/src/delivery/settings.ts").matchAll(/^ {2}([A-Z][A-Z_]+):/gm),
    ...read("apps/console/src/env.ts").matchAll(/\b([A-Z]+_[A-Z_]+)\b/g),
  ].map(([, name]) => name),
);
/**
 * Returns whether the README names a setting. For an `SMS_…` setting and the `WHATSAPP_…` setting of the same
 * name, the README has one entry.
 */
const isNamed = (name) =>
  production.includes(`\`${name}\``) ||
  production.includes(`\n${name}=`) ||
  (name.startsWith("WHATSAPP_") &&
    production.includes("`WHATSAPP_`") &&
    production.includes(`\`${name.replace("WHATSAPP_", "SMS_")}\``));

test("README names every setting of the API and the console", () => {
  assert.ok(settings.size > 20, [...settings].join());
  assert.deepEqual(
    [...settings].filter((name) => !isNamed(name)),
    [],
  );
});

test("README's table names no setting that nothing reads", () => {
  const rows = production.split("\n").filter((line) => line.startsWith("| `"));
  const named = rows.flatMap((row) =>
    [...(row.split("|")[1] ?? "").matchAll(/`([A-Z][A-Z_]+[A-Z])`/g)].map(([, name]) => name),
  );
  assert.ok(named.length > 15, named.join());
  assert.deepEqual(
    named.filter((name) => !settings.has(name)),
    [],
  );
});

test("the documents name every provider of text messages", () => {
  const providers = [
    ...read("apps/api/src/delivery/settings.ts").matchAll(/_PROVIDER: z\s*\.enum\(\[([^\]]+)\]/g),
  ].map(([, words]) => [...words.matchAll(/"(\w+)"/g)].map(([, word]) => word));
  assert.equal(providers.length, 2);
  const documents = readme + read("docs/operating.md");
  assert.deepEqual(
    providers.flat().filter((word) => !documents.includes(`\`${word}\``)),
    [],
  );
});

test("README's commands exist", () => {
  const manifests = {
    stampbook: "package.json",
    "@stampbook/api": "apps/api/package.json",
    "@stampbook/console": "apps/console/package.json",
    "@stampbook/core": "packages/core/package.json",
  };
  const scripts = Object.fromEntries(
    Object.entries(manifests).map(([name, path]) => [name, JSON.parse(read(path)).scripts]),
  );
  const filtered = [...readme.matchAll(/pnpm --filter (\S+) ([\w:-]+)/g)];
  const ofRoot = [...readme.matchAll(/npm (?:run )?(start|test|bench|stampbook|chaos)\b/g)];
  assert.ok(filtered.length > 5 && ofRoot.length > 10);
  const missing = [
    ...filtered.filter(([, name, script]) => !scripts[name]?.[script]),
    ...ofRoot.filter(([, script]) => !scripts.stampbook[script]),
  ];
  assert.deepEqual(
    missing.map(([command]) => command),
    [],
  );
});
