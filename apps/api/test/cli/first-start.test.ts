import { runAudit } from "@stampbook/core/audit";
import type { CoreDeps } from "@stampbook/core/context";
import { schema } from "@stampbook/db";
import { createTestDatabase } from "@stampbook/db/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { firstStart } from "../../src/first-start.ts";
import { openHouse } from "../harness.ts";
import { deskIn } from "../staff/desk.ts";
import { depsOf } from "./office.ts";

/** Makes a first start. Returns the lines that it printed, and the errors that it reported. */
async function start(deps: CoreDeps) {
  const [lines, errors]: [string[], unknown[]] = [[], []];
  await firstStart(deps, addresses, {
    print: (printed) => lines.push(...printed),
    onIncomplete: (error) => errors.push(error),
  });
  return { lines, errors };
}

const addresses = { console: "http://127.0.0.1:3000", api: "http://127.0.0.1:4000" };

describe("on an empty database", () => {
  let house: Awaited<ReturnType<typeof openHouse>>;
  let lines: readonly string[];
  beforeAll(async () => {
    house = await openHouse(await createTestDatabase());
    const first = await start(house.core);
    expect(first.errors).toEqual([]);
    lines = first.lines;
  });
  afterAll(() => house.close());

  test("it tells the address, and loads a demo that breaks no invariant", async () => {
    expect(lines).toContain("API: http://127.0.0.1:4000");
    expect(lines.join()).toContain("Its console is http://127.0.0.1:3000.");
    expect(await runAudit(house.core.db)).toEqual([]);
  });

  test("the call that it prints redeems a voucher, as printed", async () => {
    const call = lines.find((line) => line.includes("curl")) ?? "";
    const [, url = ""] = /^\s*curl -X POST (\S+) /.exec(call) ?? [];
    const headers = [...call.matchAll(/-H '([^:']+): ([^']+)'/g)].map(([, name, value]) => [
      name,
      value,
    ]);
    const [, payload = ""] = /-d '([^']+)'$/.exec(call) ?? [];
    const { pathname, origin } = new URL(url);
    expect(origin).toBe(addresses.api);
    const answer = await house.send({
      method: "POST",
      path: pathname,
      headers: Object.fromEntries(headers),
      payload,
    });
    expect(answer).toMatchObject([
      200,
      { redemption: { reward: "Free Kaya Bun" }, membership: { stamps: 250 } },
      {},
    ]);
  });

  test("the staff that it prints can sign in", async () => {
    const signIns = lines.flatMap((line) => {
      const [, email, password] = /Sign in as (\S+) with (\S+)/.exec(line) ?? [];
      return email && password ? [{ email, password }] : [];
    });
    expect(signIns.map(({ email }) => email)).toEqual([
      "owner@example.com",
      "manager@example.com",
      "cashier@example.com",
    ]);
    const { browser } = deskIn(house);
    for (const signIn of signIns)
      expect(await browser().auth("/sign-in/email", signIn)).toMatchObject([200, {}, {}]);
  });

  test("customers, vouchers and history are there in every state", async () => {
    const { db } = house.core;
    const redemptions = await db.select().from(schema.redemptions);
    expect(new Set(redemptions.map(({ kind }) => kind))).toEqual(
      new Set(["reward", "rewards", "voucher", "voucher_code", "voucher_value", "promo_code"]),
    );
    expect(redemptions.filter(({ status }) => status === "Canceled")).toHaveLength(2);
    expect(await db.select().from(schema.bookings)).toHaveLength(3);
    expect(await db.select().from(schema.refusals)).toHaveLength(3);
    const today = new Date().toISOString().slice(0, 10);
    const vouchers = await db.select().from(schema.vouchers);
    expect(vouchers.some(({ endDate }) => endDate !== null && endDate < today)).toBe(true);
    expect(vouchers.some(({ startDate }) => startDate !== null && startDate > today)).toBe(true);
    expect(vouchers.some(({ customerId }) => customerId === null)).toBe(true);
  });

  test("sales earned by the programme, and some of their stamps expire soon", async () => {
    const { db } = house.core;
    const sales = await db.select().from(schema.transactions);
    const dayIn = (days: number) =>
      new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    expect(sales.filter(({ businessDay }) => businessDay > dayIn(-35)).length).toBeGreaterThan(10);
    expect(sales.filter(({ status }) => status === "Open")).toHaveLength(1);
    const earned = Object.fromEntries(
      sales.map(({ invoiceNumber, stampsEarned }) => [invoiceNumber, stampsEarned]),
    );
    // POS-2001: 450,000 by a Gold member. POS-2101: 202,000 less a tumbler of 90,000, which earns nothing.
    expect(earned).toMatchObject({ "POS-2001": 67, "POS-2016": 0, "POS-2101": 16 });
    const soon = (await db.select().from(schema.memberships)).filter(
      ({ nextExpiryOn: day }) => day !== null && day >= dayIn(-1) && day < dayIn(14),
    );
    expect(soon).toHaveLength(3);
  });

  test("stamps and levels were given and taken by hand", async () => {
    const { db } = house.core;
    const ledger = await db.select().from(schema.stampEntries);
    const byHand = ledger.filter(({ cause }) => cause === "award" || cause === "deduction");
    expect(byHand.map(({ delta }) => delta).toSorted()).toEqual([-2, 3, 5]);
    const levels = await db.select().from(schema.levelChanges);
    expect(levels.map(({ cause, levelAfter }) => [cause, levelAfter]).toSorted()).toEqual([
      ["hand", 200],
      ["hand", 300],
    ]);
    const methods = await db.select().from(schema.paymentMethods);
    expect(methods.filter(({ earns }) => !earns).map(({ code }) => code)).toEqual(["GIFT"]);
  });

  test("a second start loads nothing and tells the address alone", async () => {
    const before = await house.core.db.select().from(schema.merchants);
    expect(await start(house.core)).toEqual({ lines: lines.slice(0, 1), errors: [] });
    expect(await house.core.db.select().from(schema.merchants)).toEqual(before);
  });
});

test("two demos have no secret in common", async () => {
  const told = async () => {
    const open = await createTestDatabase();
    const { lines } = await start(depsOf(open));
    const pins = await open.db.select().from(schema.pins);
    expect(pins.length).toBeGreaterThan(5);
    await open.close();
    return [...lines.join("\n").matchAll(/sb_live_\S{43}|with \S+/g)].map(([secret]) => secret);
  };
  const [one, two] = [await told(), await told()];
  expect(one.length).toBeGreaterThan(4);
  expect(one.filter((secret) => two.includes(secret))).toEqual([]);
});

test("of two processes that start together, one loads the demo", async () => {
  const open = await createTestDatabase();
  const told = await Promise.all([start(depsOf(open)), start(depsOf(open))]);
  expect(told.map(({ lines }) => lines.length > 2).toSorted()).toEqual([false, true]);
  expect(await runAudit(open.db)).toEqual([]);
  await open.close();
});

test("what it prints is printed even if the demo's history cannot be recorded", async () => {
  const house = await openHouse(await createTestDatabase());
  await house.core.db.execute(`create function refuse() returns trigger language plpgsql
    as $$ begin raise exception 'no sales today'; end $$`);
  await house.core.db.execute(`create trigger refuse before insert on transactions
    execute function refuse()`);
  const { lines, errors } = await start(house.core);
  expect(lines.filter((line) => line.includes("Sign in as"))).toHaveLength(3);
  expect(lines.join("\n")).toMatch(/Token of a till: sb_live_\S{43}\n/);
  expect(errors).toHaveLength(1);
  expect(await house.core.db.select().from(schema.transactions)).toEqual([]);
  // a later start does not print the sign-ins again
  expect((await start(house.core)).lines).toHaveLength(1);
  await house.close();
});
