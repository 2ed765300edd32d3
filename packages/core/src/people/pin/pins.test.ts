import { schema } from "@stampbook/db";
import { and, eq } from "drizzle-orm";
import { describe, expect, it, test } from "vitest";
import type { Merchant } from "../../foundation/context.ts";
import { Secret } from "../../foundation/secret.ts";
import { createSecrets } from "../../foundation/secrets.ts";
import {
  counting,
  credentialsIn,
  rightPassword,
  rightPin,
  tallied,
  wrongPassword,
  wrongPin,
} from "../../testing/credentials.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { refusalOf } from "../../testing/index.ts";
import { setPassword } from "../password/index.ts";
import { changePin } from "./change-pin.ts";
import { resetPinWithPassword } from "./reset-pin-with-password.ts";
import { setPin } from "./set-pin.ts";
import { unblockPin } from "./unblock-pin.ts";
import { validatePin } from "./validate-pin.ts";

const t = harnessOfFile();
const given = credentialsIn(t);

const other = new Secret("864209");

async function rowOf({ id }: Merchant) {
  const [row] = await t.db.select().from(schema.pins).where(eq(schema.pins.merchantId, id));
  return row;
}

/** Returns the actions in the audit log, oldest first. */
async function record({ id }: Merchant) {
  const { auditEntries } = schema;
  const rows = await t.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.merchantId, id))
    .orderBy(auditEntries.id);
  return rows.map(({ action, actor, subject }) => ({ action, actor, subject }));
}

describe("the first PIN", () => {
  test("is set, holds, and is on the record", async () => {
    const { merchant, customer, ctx, user } = await given.customer();
    await setPin(ctx, { user: customer.memberId, pin: rightPin, confirmPin: rightPin });
    await validatePin(ctx, { user, pin: rightPin });
    expect(await record(merchant)).toEqual([
      { action: "pin.set", actor: "token:1", subject: `customer ${user}` },
    ]);
    expect((await rowOf(merchant))?.verifier).toMatch(/^pin\$[0-9a-f]{8}\$argon2id\$/);
  });

  test("is set once, whoever is first", async () => {
    const { ctx, user, merchant } = await given.customer();
    const pins = ["135791", "135792", "135793", "135794"].map((text) => new Secret(text));
    const calls = pins.map((pin) => setPin(ctx, { user, pin, confirmPin: pin }));
    const taken = "This customer has a PIN already, please change or reset it";
    expect(await tallied(calls)).toEqual({ ok: 1, [taken]: 3 });
    expect(await record(merchant)).toHaveLength(1);
    const again = setPin(ctx, { user, pin: rightPin, confirmPin: rightPin });
    expect(await refusalOf(again)).toMatchObject({ code: "pin_already_set", message: taken });
  });

  test("is refused where it was typed differently, or nobody is there", async () => {
    const { ctx, user } = await given.customer();
    expect(
      await refusalOf(setPin(ctx, { user: "nobody", pin: rightPin, confirmPin: wrongPin })),
    ).toMatchObject({ code: "pin_mismatch", message: "Confirmation PIN does not match" });
    expect(
      await refusalOf(setPin(ctx, { user: "nobody", pin: rightPin, confirmPin: rightPin })),
    ).toMatchObject({ code: "invalid_user", message: "User not found" });
    expect((await refusalOf(validatePin(ctx, { user, pin: rightPin }))).code).toBe("pin_not_set");
  });

  test("may be a common one, but where the merchant wants none", async () => {
    const easy = new Secret("123456");
    const born = new Secret("211190");
    const lenient = await given.customer();
    await setPin(lenient.ctx, { user: lenient.user, pin: easy, confirmPin: easy });
    const { ctx, user } = await given.customer(
      { pinRefuseCommon: true },
      { birthday: "1990-11-21" },
    );
    for (const pin of [easy, born])
      expect(await refusalOf(setPin(ctx, { user, pin, confirmPin: pin }))).toMatchObject({
        code: "invalid",
        message: "This PIN is too easy to guess, please choose another one",
      });
    await setPin(ctx, { user, pin: rightPin, confirmPin: rightPin });
  });
});

describe("changing a PIN", () => {
  test("replaces it for who knows it", async () => {
    const { merchant, ctx, user } = await given.withPin({ wrongTries: 2, lifetimeWrongTries: 9 });
    await changePin(ctx, { user, currentPin: rightPin, newPin: other, confirmNewPin: other });
    expect((await refusalOf(validatePin(ctx, { user, pin: rightPin }))).code).toBe("invalid_pin");
    await validatePin(ctx, { user, pin: other });
    expect((await record(merchant)).map(({ action }) => action)).toEqual(["pin.change"]);
  });

  test("counts wrong ones with the others, and says only that they are", async () => {
    const { merchant, user } = await given.withPin({ verifier: "x" });
    const { ctx } = counting(t, merchant);
    const change = { user, currentPin: wrongPin, newPin: other, confirmNewPin: other };
    expect(await refusalOf(changePin(ctx, change))).toMatchObject({
      code: "invalid_pin",
      message: "Invalid PIN",
    });
    expect((await refusalOf(validatePin(ctx, { user, pin: wrongPin }))).message).toBe(
      "Invalid PIN, 1 attempt(s) left",
    );
    expect((await refusalOf(changePin(ctx, change))).message).toBe("Invalid PIN");
    expect((await refusalOf(changePin(ctx, change))).code).toBe("pin_blocked");
    expect(await record(merchant)).toEqual([]);
  });

  test("judges what was sent before it looks at the PIN", async () => {
    const { merchant, user } = await given.withPin({ verifier: "x" }, { pinRefuseCommon: true });
    const { ctx, evaluated } = counting(t, merchant);
    const easy = new Secret("111111");
    const codes = [
      await refusalOf(
        changePin(ctx, { user, currentPin: wrongPin, newPin: other, confirmNewPin: rightPin }),
      ),
      await refusalOf(
        changePin(ctx, { user, currentPin: wrongPin, newPin: easy, confirmNewPin: easy }),
      ),
    ].map(({ code }) => code);
    expect(codes).toEqual(["pin_mismatch", "invalid"]);
    expect(evaluated()).toBe(0);
  });

  test("of two at once one wins; the other's current PIN is wrong by then", async () => {
    const { ctx, user } = await given.withPin();
    const [one, two] = [other, new Secret("975310")];
    const [first, second] = await Promise.allSettled(
      [one, two].map((newPin) =>
        changePin(ctx, { user, currentPin: rightPin, newPin, confirmNewPin: newPin }),
      ),
    );
    expect([first?.status, second?.status].sort()).toEqual(["fulfilled", "rejected"]);
    await validatePin(ctx, { user, pin: first?.status === "fulfilled" ? one : two });
  });
});

describe("a blocked PIN", () => {
  const blocked = { wrongTries: 3, lifetimeWrongTries: 50, lastWrongAt: new Date().toISOString() };

  const staff = (merchant: Merchant) =>
    t.as(merchant, {
      caller: { kind: "staff", merchant, userId: "u1", role: "manager", stores: null },
    });

  it("is lifted by staff's unblock, with both counts", async () => {
    const { merchant, ctx, user } = await given.withPin(blocked);
    expect((await refusalOf(validatePin(ctx, { user, pin: rightPin }))).code).toBe("pin_blocked");
    await unblockPin(staff(merchant), { user, reason: "came with an identity card" });
    expect(await rowOf(merchant)).toMatchObject({
      wrongTries: 0,
      lifetimeWrongTries: 0,
      lastWrongAt: null,
    });
    await validatePin(ctx, { user, pin: rightPin });
    expect((await record(merchant)).map(({ action }) => action)).toEqual(["pin.unblock"]);
  });

  it("M2 (T6): a token's unblock keeps the count that never lapses, and past it opens nothing", async () => {
    const { merchant, ctx, user } = await given.withPin({ ...blocked, lifetimeWrongTries: 48 });
    await unblockPin(ctx, { user });
    expect(await rowOf(merchant)).toMatchObject({ wrongTries: 0, lifetimeWrongTries: 48 });
    await refusalOf(validatePin(ctx, { user, pin: wrongPin }));
    await refusalOf(validatePin(ctx, { user, pin: wrongPin }));
    expect(await refusalOf(unblockPin(ctx, { user }))).toMatchObject({
      code: "pin_blocked",
      message: expect.stringContaining("reset it"),
    });
    expect((await refusalOf(validatePin(ctx, { user, pin: rightPin }))).code).toBe("pin_blocked");
    expect((await rowOf(merchant))?.lifetimeWrongTries).toBe(50);
  });

  it("M2 (T6): wrong, unblock, wrong again stops at three unblocks a day and at 50 guesses", async () => {
    const { ctx, user } = await given.withPin();
    let guesses = 0;
    const codes = new Set<string>();
    for (let day = 0; day < 12; day++)
      for (let round = 0; round < 5; round++) {
        const late = { ...ctx, clockOffsetMs: day * 86_500_000 + round * 61_000 };
        for (let at = 0; at < 3; at++) {
          const { code } = await refusalOf(validatePin(late, { user, pin: wrongPin }));
          if (code === "invalid_pin") guesses++;
        }
        await unblockPin(late, { user }).catch((error) => codes.add(error.code));
        if (day === 0 && round === 4) expect(guesses).toBe(12);
      }
    expect(guesses).toBe(50);
    expect(codes).toEqual(new Set(["too_many_attempts", "pin_blocked"]));
  });

  it("M2 (T6): tries that a crash left behind count for life when a token unblocks", async () => {
    const deciding = [new Date(Date.now() - 3_600_000).toISOString()];
    const { merchant, ctx, user } = await given.withPin({ lifetimeWrongTries: 7, deciding });
    await unblockPin(ctx, { user });
    expect(await rowOf(merchant)).toMatchObject({ lifetimeWrongTries: 8, deciding: [] });
  });

  it("T5: a token blocks 50 PINs in a day, not 100 customers, and then tries none", async () => {
    const merchant = await t.given.merchant();
    const { ctx, evaluated } = counting(t, merchant);
    const codes: string[] = [];
    for (let at = 0; at < 60; at++) {
      const { id: user } = await t.given.customer(merchant);
      await t.db
        .insert(schema.pins)
        .values({ merchantId: merchant.id, customerId: user, verifier: "x" });
      // the tries of each customer are in a separate minute, because guesses per minute are limited too
      const late = { ...ctx, clockOffsetMs: at * 61_000 };
      for (let tries = 0; tries < 3; tries++)
        codes.push((await refusalOf(validatePin(late, { user, pin: wrongPin }))).code);
    }
    const rows = await t.db
      .select()
      .from(schema.pins)
      .where(eq(schema.pins.merchantId, merchant.id));
    expect(rows.filter(({ wrongTries }) => wrongTries >= 3)).toHaveLength(50);
    expect(evaluated()).toBe(150);
    expect(codes.slice(150)).toEqual(Array(30).fill("too_many_attempts"));
  });

  test("a customer without a PIN has nothing to unblock; who is not there is told so", async () => {
    const { merchant, ctx, user } = await given.customer();
    await unblockPin(ctx, { user });
    expect(await record(merchant)).toEqual([]);
    expect((await refusalOf(unblockPin(ctx, { user: "nobody" }))).code).toBe("invalid_user");
  });

  test("unblocking makes no room for tries that are under way", async () => {
    const { merchant, user } = await given.withPin({ verifier: "x" });
    const { ctx, evaluated } = counting(t, merchant);
    const tries = Array.from({ length: 20 }, () => validatePin(ctx, { user, pin: wrongPin }));
    const unblocking = Promise.all(Array.from({ length: 3 }, () => unblockPin(ctx, { user })));
    await Promise.allSettled([...tries, unblocking]);
    expect(evaluated()).toBeLessThanOrEqual(12);
  });

  test("is lifted by a reset with the password, which may set a first one too", async () => {
    const { merchant, customer, ctx, user } = await given.withPin(blocked);
    await setPassword(ctx, { user: customer.email, newPassword: rightPassword });
    const reset = { user, password: rightPassword, pin: other, confirmPin: other };
    await resetPinWithPassword(ctx, reset);
    await validatePin(ctx, { user, pin: other });
    expect((await record(merchant)).map(({ action }) => action)).toEqual([
      "password.set",
      "pin.resetWithPassword",
    ]);
    await t.db
      .delete(schema.pins)
      .where(and(eq(schema.pins.merchantId, merchant.id), eq(schema.pins.customerId, user)));
    await resetPinWithPassword(ctx, reset);
    await validatePin(ctx, { user, pin: other });
  });

  test("a reset with a wrong password changes nothing, and counts as a try of the password", async () => {
    const { merchant, ctx, user } = await given.withPassword();
    const reset = { user, pin: other, confirmPin: other };
    expect(
      await refusalOf(resetPinWithPassword(ctx, { ...reset, password: wrongPassword })),
    ).toMatchObject({ code: "invalid_password", message: "Invalid user password" });
    expect(
      (
        await refusalOf(
          resetPinWithPassword(ctx, { ...reset, password: rightPassword, confirmPin: rightPin }),
        )
      ).code,
    ).toBe("pin_mismatch");
    expect(await rowOf(merchant)).toBeUndefined();
    const [row] = await t.db
      .select()
      .from(schema.passwords)
      .where(eq(schema.passwords.merchantId, merchant.id));
    expect(row?.wrongTries).toBe(1);
  });
});

test("after the key was rotated a right PIN gets a verifier of the new key", async () => {
  const { merchant, ctx, user } = await given.withPin();
  const old = "a test's own secret key, long enough";
  const current = "the key that came after it, as long as that";
  const secrets = createSecrets({ current, old: [old] });
  await validatePin(t.as(merchant, { secrets }), { user, pin: rightPin });
  expect((await rowOf(merchant))?.verifier.startsWith(`pin$${secrets.keyIds[0]}$`)).toBe(true);
  const alone = createSecrets({ current, old: [] });
  await validatePin(t.as(merchant, { secrets: alone }), { user, pin: rightPin });
  expect((await refusalOf(validatePin(ctx, { user, pin: rightPin }))).code).toBe("overloaded");
});

test("O1: a PIN whose key is not set is neither right nor wrong: nothing is counted", async () => {
  const { merchant, ctx, user } = await given.withPin();
  const before = await rowOf(merchant);
  const secrets = createSecrets({ current: "the key of another installation, long", old: [] });
  const elsewhere = t.as(merchant, { secrets });
  for (const pin of [rightPin, wrongPin, wrongPin, wrongPin, wrongPin])
    expect((await refusalOf(validatePin(elsewhere, { user, pin }))).code).toBe("overloaded");
  expect(await rowOf(merchant)).toEqual(before);
  await validatePin(ctx, { user, pin: rightPin });
});

test("S9: a customer's right PINs are counted, and after 60 in a minute none is computed", async () => {
  const { merchant, user } = await given.withPin();
  const { ctx, evaluated } = counting(t, merchant);
  for (let at = 0; at < 60; at++) await validatePin(ctx, { user, pin: rightPin });
  expect(await refusalOf(validatePin(ctx, { user, pin: rightPin }))).toMatchObject({
    code: "too_many_attempts",
    rule: "budget checksOfCustomer",
  });
  expect(evaluated()).toBe(60);
  const later = counting(t, merchant, { clockOffsetMs: 61_000 });
  await validatePin(later.ctx, { user, pin: rightPin });
});

test("a token's wrong PINs count together, and after 60 in a minute nothing is looked at", async () => {
  const merchant = await t.given.merchant();
  const { ctx, evaluated } = counting(t, merchant);
  const users = await Promise.all(
    Array.from({ length: 62 }, async () => {
      const { id } = await t.given.customer(merchant);
      await t.db
        .insert(schema.pins)
        .values({ merchantId: merchant.id, customerId: id, verifier: "x" });
      return id;
    }),
  );
  const [last = 0, ...others] = users;
  for (const user of others.slice(0, 60))
    expect((await refusalOf(validatePin(ctx, { user, pin: wrongPin }))).code).toBe("invalid_pin");
  expect(evaluated()).toBe(60);
  expect(await refusalOf(validatePin(ctx, { user: last, pin: rightPin }))).toMatchObject({
    code: "too_many_attempts",
    retryAfter: expect.any(Number),
  });
  expect(evaluated()).toBe(60);
});
