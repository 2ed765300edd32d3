import { runAudit } from "@stampbook/core/audit";
import { bookingStatuses } from "@stampbook/core/bookings";
import { type Db, schema } from "@stampbook/db";
import { createTestDatabase } from "@stampbook/db/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type OpenHouse, openHouse } from "../harness.ts";
import { deskIn } from "../staff/desk.ts";
import { addresses, printedCall, start } from "./first-start.ts";
import { depsOf } from "./office.ts";

const DAY_MS = 86_400_000;
/** Noon in Jakarta, on the day of the test. */
const noon = Math.floor(Date.now() / DAY_MS) * DAY_MS + 5 * 3_600_000;
const dayIn = (days: number) => new Date(noon + days * DAY_MS).toISOString().slice(0, 10);

describe("on an empty database, at noon", () => {
  let house: OpenHouse;
  let lines: readonly string[];
  let db: Db;
  beforeAll(async () => {
    house = await openHouse(await createTestDatabase());
    ({ db } = house.core);
    const first = await start({ ...house.core, clockOffsetMs: noon - Date.now() });
    expect(first.errors).toEqual([]);
    lines = first.lines;
  });
  afterAll(() => house?.close());

  test("it tells the address, and loads a demo that breaks no invariant", async () => {
    expect(lines[0]).toContain("Loading");
    expect(lines).toContain("API: http://127.0.0.1:4000");
    expect(lines.join()).toContain("Its console is http://127.0.0.1:3000.");
    expect(lines.at(-1)).toContain("complete");
    expect(await runAudit(db)).toEqual([]);
  });

  test("the call that it prints redeems a voucher, as printed", async () => {
    const { origin, call } = printedCall(lines);
    expect(origin).toBe(addresses.api);
    expect(await house.send(call)).toMatchObject([
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

  test("members are believable, and of every level", async () => {
    const customers = await db.select().from(schema.customers);
    expect(customers.length).toBeGreaterThan(50);
    expect(customers.filter(({ name }) => !/\w{2}/.test(name))).toEqual([]);
    const memberships = await db.select().from(schema.memberships);
    expect(new Set(memberships.map(({ level }) => level))).toEqual(new Set([100, 200, 300]));
    expect(Math.max(...memberships.map(({ stamps }) => stamps))).toBeLessThan(2_000);
  });

  test("each of eight weeks has sales in every store, most at the weekend and in the morning", async () => {
    const sales = await db.select().from(schema.transactions);
    for (let week = 1; week <= 8; week++) {
      const own = sales.filter(
        ({ businessDay: day }) => day > dayIn(-7 * week) && day <= dayIn(7 - 7 * week),
      );
      expect(own.length).toBeGreaterThan(30);
      expect(new Set(own.map(({ storeId }) => storeId))).toEqual(new Set([32, 33, 34]));
    }
    const part = (chosen: typeof sales) => chosen.length / sales.length;
    const isWeekend = (day: string) => new Date(day).getUTCDay() % 6 === 0;
    expect(part(sales.filter((sale) => isWeekend(sale.businessDay)))).toBeGreaterThan(2 / 7);
    const inKemang = sales.filter(({ storeId }) => storeId === 32);
    const hours = inKemang.map(({ soldAt }) => (new Date(soldAt).getUTCHours() + 7) % 24);
    expect(hours.every((hour) => hour >= 7 && hour < 21)).toBe(true);
    expect(hours.filter((hour) => hour < 12).length).toBeGreaterThan(hours.length * 0.4);
    expect(sales.filter(({ soldAt }) => Date.parse(soldAt) > noon + 60_000)).toEqual([]);
    expect(new Set(sales.map(({ status }) => status))).toEqual(
      new Set(["Created", "Open", "Canceled"]),
    );
  });

  test("redemptions of every kind are spread over the weeks, and some are canceled with reasons", async () => {
    const redemptions = await db.select().from(schema.redemptions);
    expect(new Set(redemptions.map(({ kind }) => kind))).toEqual(
      new Set(["reward", "rewards", "voucher", "voucher_code", "voucher_value", "promo_code"]),
    );
    const days = new Set(redemptions.map(({ createdAt }) => createdAt.slice(0, 10)));
    expect(days.size).toBeGreaterThan(30);
    const audit = await db.select().from(schema.auditEntries);
    const cancels = audit.filter(({ action }) => action === "redemptions.cancel");
    expect(cancels.length).toBe(redemptions.filter(({ status }) => status === "Canceled").length);
    expect(cancels.length).toBeGreaterThan(1);
    expect(cancels.every(({ reason }) => reason)).toBe(true);
    expect(new Set(audit.map(({ action }) => action)).size).toBeGreaterThan(6);
    expect(await db.select().from(schema.refusals)).toHaveLength(10);
  });

  test("bookings are there in every state, and requests wait for an answer", async () => {
    const bookings = await db.select().from(schema.bookings);
    expect(new Set(bookings.map(({ status }) => status))).toEqual(new Set(bookingStatuses));
    const coming = bookings.filter(({ date }) => date > dayIn(0));
    for (const status of ["Requested", "Confirmed"])
      expect(coming.some((booking) => booking.status === status)).toBe(true);
    expect(coming.some(({ status }) => status === "Seated" || status === "Completed")).toBe(false);
    const open = bookings.filter(
      ({ date, status }) => date < dayIn(0) && (status === "Requested" || status === "Confirmed"),
    );
    expect(open).toEqual([]);
  });

  test("vouchers are there in every state, and some stamps expire soon", async () => {
    const vouchers = await db.select().from(schema.vouchers);
    expect(vouchers.some(({ endDate }) => endDate !== null && endDate < dayIn(0))).toBe(true);
    expect(vouchers.some(({ startDate }) => startDate !== null && startDate > dayIn(0))).toBe(true);
    expect(vouchers.some(({ customerId }) => customerId === null)).toBe(true);
    const soon = (await db.select().from(schema.memberships)).filter(
      ({ nextExpiryOn: day }) => day !== null && day >= dayIn(-1) && day < dayIn(14),
    );
    expect(soon.length).toBeGreaterThanOrEqual(3);
  });

  test("sales raise levels, and stamps and levels are given and taken by hand", async () => {
    const ledger = await db.select().from(schema.stampEntries);
    const byHand = ledger.filter(({ cause }) => cause === "award" || cause === "deduction");
    expect(byHand.map(({ delta }) => delta).toSorted()).toEqual([-2, 3, 5]);
    const causes = (await db.select().from(schema.levelChanges)).map(({ cause }) => cause);
    expect(causes.filter((cause) => cause === "hand")).toHaveLength(2);
    expect(causes).toContain("sale");
    const early = ledger.filter(({ cause, createdAt }) => {
      const age = (noon - Date.parse(createdAt)) / DAY_MS;
      return cause === "opening" && Math.abs(age - 56) > 0.1;
    });
    expect(early).toEqual([]);
  });

  test("a second start loads nothing and tells the address alone", async () => {
    const before = await db.select().from(schema.merchants);
    expect(await start(house.core)).toEqual({ lines: ["API: http://127.0.0.1:4000"], errors: [] });
    expect(await db.select().from(schema.merchants)).toEqual(before);
  });
});

test("of two processes that start together, one loads the demo", async () => {
  const open = await createTestDatabase();
  const told = await Promise.all([start(depsOf(open)), start(depsOf(open))]);
  expect(told.map(({ lines }) => lines.length > 2).toSorted()).toEqual([false, true]);
  expect(await runAudit(open.db)).toEqual([]);
  await open.close();
});

/** Makes a first start on a database that records no sale. */
async function startWithoutSales() {
  const house = await openHouse(await createTestDatabase());
  await house.core.db.execute(`create function refuse() returns trigger language plpgsql
    as $$ begin if new.created_by <> 'import' then raise exception 'no sales today'; end if;
    return new; end $$`);
  await house.core.db.execute(`create trigger refuse before insert on transactions
    for each row execute function refuse()`);
  return { house, first: await start(house.core) };
}

/** What the demo has from its document, without ids that the database gives and without secrets. */
async function documentedIn({ core: { db } }: OpenHouse) {
  const { customers, memberships, transactions: t } = schema;
  return {
    members: await db.select({ name: customers.name, email: customers.email }).from(customers),
    stamps: await db.select({ stamps: memberships.stamps }).from(memberships),
    sales: await db.select({ at: t.soldAt, invoice: t.invoiceNumber, total: t.total }).from(t),
  };
}

test("what it prints is printed even if the demo's history cannot be recorded, and two demos are alike but for their secrets", async () => {
  const [one, two] = [await startWithoutSales(), await startWithoutSales()];
  const secrets = [one, two].map(({ first: { lines, errors } }) => {
    const text = lines.join("\n");
    expect(lines.filter((line) => line.includes("Sign in as"))).toHaveLength(3);
    expect(text).toMatch(/Token of a till: sb_live_\S{43}\n/);
    expect(errors).toHaveLength(1);
    return [...text.matchAll(/sb_live_\S{43}|with \S+|PIN \d{6}|password \S+/g)].map(
      ([secret]) => secret,
    );
  });
  const [ofOne = [], ofTwo = []] = secrets;
  expect(ofOne).toHaveLength(7);
  expect(ofOne.filter((secret) => ofTwo.includes(secret))).toEqual([]);
  expect(await documentedIn(one.house)).toEqual(await documentedIn(two.house));
  // a later start does not print the sign-ins again
  expect((await start(one.house.core)).lines).toHaveLength(1);
  await one.house.close();
  await two.house.close();
});
