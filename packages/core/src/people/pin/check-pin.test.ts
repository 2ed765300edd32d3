import { schema } from "@stampbook/db";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { Merchant } from "../../foundation/context.ts";
import type { Secret } from "../../foundation/secret.ts";
import { authorizeRedemption } from "../../spending/redeeming/index.ts";
import {
  counting,
  credentialsIn,
  rightPin as right,
  tallied,
  wrongPin as wrong,
} from "../../testing/credentials.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { refusalOf } from "../../testing/index.ts";
import { DECIDING_SECONDS } from "../credentials/tries.rules.ts";
import { changePin } from "./change-pin.ts";
import { pinStanding } from "./pin.rules.ts";
import { loadPin, reservePinTry } from "./pin-tries.sql.ts";
import { validatePin } from "./validate-pin.ts";

/** Milliseconds after which tries without an outcome count as wrong. */
const LATER_MS = 1_000 * (DECIDING_SECONDS + 1);

const t = harnessOfFile();

const blocked =
  "PIN is blocked after too many wrong attempts: unblock or reset it, or wait 7 day(s)";

async function rowOf(merchant: Merchant) {
  const [row] = await t.db.select().from(schema.pins).where(sql`merchant_id = ${merchant.id}`);
  return row;
}

describe("one try after the other", () => {
  test("a wrong one says how many are left, the fourth is refused, the right one too", async () => {
    const { merchant, customer } = await credentialsIn(t).withPin();
    const { ctx, evaluated } = counting(t, merchant);
    const said = [];
    for (const pin of [wrong, wrong, wrong, wrong, right])
      said.push((await refusalOf(validatePin(ctx, { user: customer.email, pin }))).message);
    expect(said).toEqual([
      "Invalid PIN, 2 attempt(s) left",
      "Invalid PIN, 1 attempt(s) left",
      "Invalid PIN, 0 attempt(s) left",
      blocked,
      blocked,
    ]);
    expect(evaluated()).toBe(3);
    expect(await rowOf(merchant)).toMatchObject({
      wrongTries: 3,
      lifetimeWrongTries: 3,
      deciding: [],
    });
  });

  test("a right one, by its real hash, sets both counts to zero", async () => {
    const { merchant, customer } = await credentialsIn(t).withPin();
    const ctx = t.as(merchant);
    const call = (pin: Secret) => validatePin(ctx, { user: customer.id, pin });
    expect((await refusalOf(call(wrong))).message).toBe("Invalid PIN, 2 attempt(s) left");
    await call(right);
    expect(await rowOf(merchant)).toMatchObject({
      wrongTries: 0,
      lifetimeWrongTries: 0,
      lastWrongAt: null,
      deciding: [],
    });
    expect((await refusalOf(call(wrong))).message).toBe("Invalid PIN, 2 attempt(s) left");
  });

  test.each([
    ["email", "email"],
    ["Member ID", "memberId"],
    ["primary key", "id"],
    ["digits of the primary key", "digits"],
    ["mobile number", "mobile"],
  ])("the customer is found by %s", async (_, form) => {
    const { merchant, customer } = await credentialsIn(t).withPin();
    const user = { ...customer, digits: `${customer.id}`, mobile: "0812 3456 789" }[form];
    await validatePin(counting(t, merchant).ctx, { user: user ?? "", pin: right });
  });

  test("who is not there, or has none, is told so", async () => {
    const { merchant } = await credentialsIn(t).withPin();
    const other = await t.given.customer(merchant);
    const elsewhere = await credentialsIn(t).withPin();
    const { ctx } = counting(t, merchant);
    const codes = [];
    for (const user of ["nobody", elsewhere.customer.email, other.email])
      codes.push((await refusalOf(validatePin(ctx, { user, pin: right }))).code);
    expect(codes).toEqual(["invalid_user", "invalid_user", "pin_not_set"]);
  });

  test.each([
    [604_799, "pin_blocked"],
    [604_800, "invalid_pin"],
  ])("%i seconds after the third wrong one", async (seconds, code) => {
    const lastWrongAt = "2026-11-21T00:00:00Z";
    const { merchant, customer } = await credentialsIn(t).withPin({
      wrongTries: 3,
      lifetimeWrongTries: 3,
      lastWrongAt,
    });
    // a PIN that must still be blocked is tried half a second earlier, because the clock runs during the test
    const clockOffsetMs =
      t.offsetTo(lastWrongAt) + seconds * 1_000 + (code === "pin_blocked" ? -500 : 0);
    const { ctx } = counting(t, merchant, { clockOffsetMs });
    expect((await refusalOf(validatePin(ctx, { user: customer.id, pin: wrong }))).code).toBe(code);
  });

  test("the count for life does not lapse, and a merchant's own limits hold", async () => {
    const { merchant, customer } = await credentialsIn(t).withPin(
      { lifetimeWrongTries: 6 },
      { pinMaxAttempts: 10, pinLifetimeAttempts: 8 },
    );
    const said = [];
    for (const weeks of [0, 2, 4]) {
      const { ctx } = counting(t, merchant, { clockOffsetMs: weeks * 604_800_000 });
      said.push((await refusalOf(validatePin(ctx, { user: customer.id, pin: wrong }))).message);
    }
    expect(said).toEqual([
      "Invalid PIN, 1 attempt(s) left",
      "Invalid PIN, 0 attempt(s) left",
      "PIN is blocked after too many wrong attempts: reset it, or ask staff to unblock it",
    ]);
  });
});

describe("tries in parallel", () => {
  test("of 500 wrong ones, through validate, change and authorize, exactly 3 are evaluated; read-then-write evaluates more", async () => {
    const { merchant, customer } = await credentialsIn(t).withPin({ verifier: "x" });
    const { ctx, evaluated } = counting(t, merchant);
    const user = customer.id;
    const ways = [
      () => validatePin(ctx, { user, pin: wrong }),
      (n: number) =>
        authorizeRedemption(ctx, { user, pin: wrong, requestId: `r${n}`, timeout: 60 }),
      () => changePin(ctx, { user, currentPin: wrong, newPin: right, confirmNewPin: right }),
    ];
    const said = await tallied(Array.from({ length: 500 }, async (_, n) => ways[n % 3]?.(n)));
    expect(evaluated()).toBe(3);
    const { [blocked]: refused, ...wrongs } = said;
    expect(refused).toBe(497);
    for (const message of Object.keys(wrongs)) expect(message).toMatch(/^Invalid PIN/);
    expect(Object.values(wrongs).reduce((sum, count) => sum + count)).toBe(3);
    expect(await rowOf(merchant)).toMatchObject({
      wrongTries: 3,
      lifetimeWrongTries: 3,
      deciding: [],
    });

    const naive = await credentialsIn(t).withPin({ verifier: "x" });
    const watched = counting(t, naive.merchant);
    const readThenWrite = async () => {
      const { tries, limits } = await loadPin(watched.ctx, naive.customer.id);
      if (!tries || pinStanding(tries, limits).state !== "open") return;
      const owner = { merchantId: naive.merchant.id, customerId: naive.customer.id };
      if (!(await watched.ctx.secrets.verifyPin("x", owner, wrong.reveal())))
        await t.db.execute(sql`update pins set wrong_tries = wrong_tries + 1,
          last_wrong_at = clock_timestamp() where merchant_id = ${naive.merchant.id}`);
    };
    await Promise.all(Array.from({ length: 500 }, readThenWrite));
    expect(watched.evaluated()).toBeGreaterThan(3);
  });

  test("right ones are not mistaken for guesses: they wait for each other", async () => {
    const { merchant, customer } = await credentialsIn(t).withPin({ verifier: "x" });
    const { ctx, evaluated } = counting(t, merchant);
    const call = () => validatePin(ctx, { user: customer.id, pin: right });
    expect(await tallied(Array.from({ length: 12 }, call))).toEqual({ ok: 12 });
    expect(evaluated()).toBe(12);
  });

  test("while those that are left stay undecided, a further one is sent away", async () => {
    const { merchant, customer } = await credentialsIn(t).withPin(
      { verifier: "x" },
      { pinMaxAttempts: 1 },
    );
    const { ctx } = counting(t, merchant);
    await reservePinTry(ctx, customer.id, 1);
    const refusal = await refusalOf(validatePin(ctx, { user: customer.id, pin: right }));
    expect(refusal).toMatchObject({ code: "too_many_attempts", retryAfter: 1 });
    expect(await rowOf(merchant)).toMatchObject({ wrongTries: 0, deciding: [expect.any(String)] });
  });

  test("one that was left behind counts as wrong when nobody can decide it any more", async () => {
    const { merchant, customer } = await credentialsIn(t).withPin({ verifier: "x" });
    await reservePinTry(t.as(merchant), customer.id, 1);
    const { ctx } = counting(t, merchant, { clockOffsetMs: LATER_MS });
    const refusal = await refusalOf(validatePin(ctx, { user: customer.id, pin: wrong }));
    expect(refusal.message).toBe("Invalid PIN, 1 attempt(s) left");
    expect(await rowOf(merchant)).toMatchObject({
      wrongTries: 2,
      lifetimeWrongTries: 2,
      deciding: [],
    });
  });

  test("one that is settled after it was counted changes nothing", async () => {
    const { merchant, customer } = await credentialsIn(t).withPin({ verifier: "x" });
    let release = () => {};
    const slow = t.as(merchant, {
      secrets: {
        ...t.deps.secrets,
        verifyPin: () =>
          new Promise((resolve) => {
            release = () => resolve(true);
          }),
      },
    });
    const late = tallied([validatePin(slow, { user: customer.id, pin: right })]);
    while (!(await rowOf(merchant))?.deciding.length);
    const { ctx } = counting(t, merchant, { clockOffsetMs: LATER_MS });
    for (const _ of [1, 2]) await tallied([validatePin(ctx, { user: customer.id, pin: wrong })]);
    release();
    expect(Object.keys(await late)).toEqual([expect.stringMatching(/^PIN is blocked/)]);
    expect(await rowOf(merchant)).toMatchObject({ wrongTries: 3, deciding: [] });
  });
});

test("one that is checked while its PIN is deleted is tried again, and nothing counts", async () => {
  const { merchant, customer } = await credentialsIn(t).withPin({ verifier: "x" });
  const deletedMeanwhile = (isRight: boolean) => async () => {
    await t.db.delete(schema.pins).where(sql`merchant_id = ${merchant.id}`);
    return isRight;
  };
  const trying = (isRight: boolean) => {
    const secrets = { ...t.deps.secrets, verifyPin: deletedMeanwhile(isRight) };
    return refusalOf(validatePin(t.as(merchant, { secrets }), { user: customer.id, pin: right }));
  };
  expect((await trying(true)).code).toBe("pin_not_set");
  const owner = { merchantId: merchant.id, customerId: customer.id };
  await t.db.insert(schema.pins).values({ ...owner, verifier: "x" });
  expect((await trying(false)).message).toBe("Invalid PIN, 3 attempt(s) left");
  expect(await rowOf(merchant)).toBeUndefined();
});

test("the rules and the guard say the same of whatever a row holds", async () => {
  const merchant = await t.given.merchant();
  const ctx = t.as(merchant);
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();
  const ages = [null, 1, 30, 604_700, 604_900];
  // ages in seconds of tries that are still being checked; negative, so that none is old enough to count as
  // abandoned, however long the test takes
  const [first, second] = [-600, -601];
  const old = 604_900;
  const left = [
    ...[[], [first], [first, second], [900], [900, first], [900, 900, first]],
    ...[[old], [old, 900, first]],
  ];
  const counts = [0, 1, 2, 3].flatMap((wrongTries) =>
    [wrongTries, 47, 49, 50].map((lifetimeWrongTries) => ({ wrongTries, lifetimeWrongTries })),
  );
  const rows = counts.flatMap((row) =>
    ages
      .filter((age) => age !== null || row.wrongTries === 0)
      .flatMap((age) => left.map((deciding) => ({ ...row, age, deciding }))),
  );
  const customers = await Promise.all(rows.map(() => t.given.customer(merchant)));
  await t.db.insert(schema.pins).values(
    rows.map(({ age, deciding, ...row }, n) => ({
      ...row,
      merchantId: merchant.id,
      customerId: customers[n]?.id ?? 0,
      verifier: "x",
      lastWrongAt: age === null ? null : ago(age),
      deciding: deciding.map(ago),
    })),
  );
  await t.db.execute(sql`analyze customers, pins`);
  const answers = await Promise.all(
    customers.map(async ({ id }) => {
      const { tries, limits } = await loadPin(ctx, id);
      const state = tries && pinStanding(tries, limits).state;
      return [state === "open", (await reservePinTry(ctx, id, 1)) !== null];
    }),
  );
  expect(answers.filter(([rules, guard]) => rules !== guard)).toEqual([]);
  expect(new Set(answers.map(String))).toEqual(new Set(["true,true", "false,false"]));
});
