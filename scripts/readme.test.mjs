// Checks the README: its size, its pictures, and the call that `npm start` prints.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
const readme = read("README.md");

test("README has at most 120 lines, two pictures, and the commands that start and test", () => {
  assert.ok(readme.trimEnd().split("\n").length <= 120);
  assert.equal([...readme.matchAll(/^!\[[^\]]{20,}\]\(docs\/pictures\/\w+\.png\)$/gm)].length, 2);
  for (const command of ["npm start", "npm test"])
    assert.match(readme, new RegExp(`^${command} `, "m"));
});

/** Returns the path, the names of the headers, and the body of a curl command. */
function callIn(text) {
  const [, path = "", options = ""] =
    /curl -X POST \S+?(\/api\/\S+)[ \\\n]+((?:-[Hd] '[^']+'[ \\\n]*)+)/.exec(text) ?? [];
  const [, body = "{}"] = /-d '([^']+)'/.exec(options) ?? [];
  const headers = [...options.matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, name, value]) => [
    name,
    name === "Authorization" ? value.split(" ")[0] : value,
  ]);
  return { path, headers, body: JSON.parse(body) };
}

test("README shows the call that the first start prints, and the document has it", () => {
  const call = callIn(readme);
  assert.equal(call.headers.length, 3);
  assert.deepEqual(call, callIn(read("apps/api/src/first-start.ts")));
  const { post } = JSON.parse(read("docs/openapi.json")).paths[call.path];
  const schema = JSON.stringify(post.requestBody);
  for (const name of Object.keys(call.body)) assert.ok(schema.includes(`"${name}"`), name);
});

test("README's call in TypeScript sends the same", () => {
  const [, fields = ""] = /redeemVoucher\.mutate\(\{([^}]+)\}/.exec(readme) ?? [];
  const pairs = [...fields.matchAll(/(\w+): ("[^"]*"|\d+)/g)];
  const body = Object.fromEntries(pairs.map(([, name, value]) => [name, JSON.parse(value)]));
  assert.deepEqual(body, callIn(readme).body);
});
