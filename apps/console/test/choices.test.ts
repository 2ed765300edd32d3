import { NextRequest } from "next/server";
import { expect, test } from "vitest";
import { POST } from "../src/app/choices/route.ts";

const own = "https://stamps.example.com";
const json = "application/json";

/** Sends a choice as the console's process passes it on. Returns the status and whether a cookie is set. */
async function choose(headers: Readonly<Record<string, string>>) {
  const answer = await POST(
    new NextRequest(`${own}/choices`, {
      method: "POST",
      headers: { host: "stamps.example.com", "x-forwarded-proto": "https", ...headers },
      body: JSON.stringify({ name: "stampbook_store", value: "33" }),
    }),
  );
  return [answer.status, answer.headers.has("set-cookie")];
}

test("a page of the console stores a choice", async () => {
  expect(await choose({ "content-type": json, origin: own })).toEqual([204, true]);
});

test.each([
  ["another site's page", { "content-type": json, origin: "https://evil.example" }],
  ["a page over HTTP", { "content-type": json, origin: "http://stamps.example.com" }],
  ["a sandboxed page", { "content-type": json, origin: "null" }],
  ["a call without an origin", { "content-type": json }],
  ["a form, which cannot send JSON", { "content-type": "text/plain", origin: own }],
])("S18: %s stores none", async (_, headers) => {
  expect(await choose(headers)).toEqual([403, false]);
});
