import { connect, type Db, type OpenDb, schema } from "@stampbook/db";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Secret } from "../../foundation/secret.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { PIN_TRIES, writeDeviceKey } from "./device.rules.ts";
import { openByPin } from "./index.ts";

/** Fewer than the places in the hash queue (`hash-queue.ts`), so that no call is refused as overloaded. */
const AT_ONCE = 24;
const RIGHT = new Secret("804619");
const WRONG = new Secret("804618");
const origin = { address: "203.0.113.9", userAgent: null };

const t = harnessOfFile();
let other: OpenDb;
beforeAll(async () => {
  other = await connect({ url: t.open.url });
});
afterAll(() => other?.close());

/** Makes a person with a PIN, and an enrolled device. */
async function given() {
  const { secrets } = t.deps;
  const merchant = await t.given.merchant();
  const merchantId = merchant.id;
  const store = await t.given.store(merchant);
  const userId = secrets.newRowId();
  const secret = secrets.newRowId();
  await t.db.insert(schema.staffUsers).values({ id: userId, name: "Rina", email: userId });
  await t.db.insert(schema.staffMembers).values({ merchantId, userId, role: "cashier" });
  const verifier = await secrets.hashPin({ merchantId, userId }, RIGHT.reveal());
  await t.db.insert(schema.staffPins).values({ merchantId, userId, id: "p1", verifier });
  await t.db.insert(schema.staffDevices).values({
    merchantId,
    id: 1,
    storeId: store.id,
    name: "Counter",
    secretHash: secrets.hashToken(secret),
    enrolledBy: "staff:1",
  });
  return { merchantId, userId, verifier, cookie: writeDeviceKey({ merchantId, id: 1, secret }) };
}

/**
 * Enters the PIN `AT_ONCE` times at the same time, half of them through a second database client. Returns the
 * number of answers by code.
 */
async function answers(enter: (db: Db) => Promise<unknown>) {
  const counts: Record<string, number> = {};
  await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, n) => {
      const answer = await enter(n % 2 ? t.db : other.db).then(
        () => "open",
        (error: { code: string }) => error.code,
      );
      counts[answer] = (counts[answer] ?? 0) + 1;
    }),
  );
  return counts;
}

it("T60: of many wrong PINs at once, in two processes, five are checked", async () => {
  const { cookie, userId } = await given();
  const enter = (pin: Secret) => (db: Db) =>
    openByPin({ ...t.deps, db }, { cookie, userId, pin }, origin);
  expect(await answers(enter(WRONG))).toEqual({
    invalid_pin: PIN_TRIES,
    pin_blocked: AT_ONCE - PIN_TRIES,
  });
  expect(await answers(enter(RIGHT))).toEqual({ pin_blocked: AT_ONCE });
});

it("T60: the race notices tries that are counted after the PIN is checked", async () => {
  const { merchantId, userId, verifier } = await given();
  const { staffDevicePeople: people } = schema;
  await t.db.insert(people).values({ merchantId, userId, deviceId: 1 });
  let checked = 0;
  await answers(async (db) => {
    const [row] = await db.select().from(people).where(eq(people.userId, userId));
    const tries = row?.wrongTries ?? 0;
    if (tries >= PIN_TRIES) return;
    checked++;
    const isRight = await t.deps.secrets.verifyPin(verifier, { merchantId, userId }, "804618");
    if (!isRight)
      await db
        .update(people)
        .set({ wrongTries: tries + 1 })
        .where(eq(people.userId, userId));
  });
  expect(checked).toBeGreaterThan(PIN_TRIES);
});
