import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { schema } from "@stampbook/db";
import type { TestDatabase } from "@stampbook/db/testing";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { counting, rightPin } from "../testing/credentials.ts";
import { type OpenHarness, openHarness, refusalOf } from "../testing/index.ts";
import { validatePin } from "./index.ts";

let t: OpenHarness<TestDatabase>;
beforeAll(async () => {
  t = await openHarness();
});
afterAll(() => t?.close());

/** A process that guesses at each PIN once, tells when it is looking at it, and never gets further. */
const guessing = `
  import { connect, createIds } from "@stampbook/db";
  import { validatePin } from "./credentials/index.ts";
  import { Secret } from "./secret.ts";
  import { createSecrets } from "./secrets.ts";
  const [url, merchant, users] = process.argv.slice(1).map((text, n) => (n ? JSON.parse(text) : text));
  const { db } = await connect({ url });
  const secrets = createSecrets({ current: "a test's own secret key, long enough", old: [] });
  const ctx = {
    db,
    ids: createIds(db),
    clockOffsetMs: 0,
    caller: { kind: "token", merchant, tokenId: 1, scopes: ["*"], stores: null },
    secrets: {
      ...secrets,
      verifyPin: (verifier, owner) => {
        console.log(owner.customerId);
        return new Promise(() => {});
      },
    },
  };
  for (const user of users) void validatePin(ctx, { user, pin: new Secret("000000") });
  setInterval(() => {}, 1_000);`;

async function guessAndDie(...args: unknown[]) {
  const [url, ...rest] = args;
  const child = spawn(
    process.execPath,
    ["--input-type=module", "--eval", guessing, String(url), ...rest.map((r) => JSON.stringify(r))],
    { cwd: fileURLToPath(new URL("..", import.meta.url)), stdio: ["ignore", "pipe", "inherit"] },
  );
  const gone = once(child, "close");
  const looking: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    looking.push(line);
    if (looking.length === (rest[1] as number[]).length) child.kill("SIGKILL");
  }
  await gone;
  return looking.length;
}

test("100 verifications that kill -9 ends midway: no guess is given back", async () => {
  const merchant = await t.given.merchant({ pinMaxAttempts: 5 });
  const users = await Promise.all(
    Array.from({ length: 20 }, async () => (await t.given.customer(merchant)).id),
  );
  await t.db
    .insert(schema.pins)
    .values(users.map((customerId) => ({ merchantId: merchant.id, customerId, verifier: "x" })));

  const killed = await Promise.all(
    Array.from({ length: 5 }, () => guessAndDie(t.open.url, merchant, users)),
  );
  expect(killed).toEqual([20, 20, 20, 20, 20]);

  const { ctx, evaluated } = counting(t, merchant, { clockOffsetMs: 6_000 });
  const codes = await Promise.all(
    users.map(async (user) => (await refusalOf(validatePin(ctx, { user, pin: rightPin }))).code),
  );
  expect(new Set(codes)).toEqual(new Set(["pin_blocked"]));
  expect(evaluated()).toBe(0);
  const { pins } = schema;
  const rows = await t.db.select().from(pins).where(eq(pins.merchantId, merchant.id));
  expect(rows.map(({ deciding, wrongTries }) => deciding.length + wrongTries)).toEqual(
    users.map(() => 5),
  );
});
