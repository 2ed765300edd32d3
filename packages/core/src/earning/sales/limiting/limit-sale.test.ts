import { describe, expect, test } from "vitest";
import type { Caller, StaffRole } from "../../../foundation/context.ts";
import { listSecurityEvents } from "../../../foundation/security-events/index.ts";
import { confirmVisit } from "../../../serving/visits/index.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { aSale, aVisit, refusalOf, visitSetting } from "../../../testing/index.ts";

const t = harnessOfFile();

/** A merchant whose sales earn a stamp for each 10,000, with the given limits of a cashier's sale. */
async function setting(limits = {}) {
  const { merchant, customer, named, coffee } = await visitSetting(t, limits);
  const as = (role: StaffRole) => {
    const caller: Caller = { kind: "staff", merchant, userId: role, role, stores: null };
    return t.as(merchant, { caller });
  };
  const line = { reward: coffee.code, qty: 1, stamps: null, requestId: null };
  const sell = (
    role: StaffRole | null,
    total: string,
    rewards: (typeof line)[] = [],
    { invoiceNumber = aSale().invoiceNumber, offsetMs = 0 } = {},
  ) =>
    confirmVisit(
      { ...(role ? as(role) : t.as(merchant)), clockOffsetMs: offsetMs },
      aVisit({ ...named, sale: aSale({ total, invoiceNumber }), rewards }),
    );
  const events = async (what: "large-sale" | "stamps-of-day" = "large-sale") => {
    const all = { from: null, to: null, result: null, actor: null, after: null, limit: 10 };
    const { items } = await listSecurityEvents(as("owner"), { ...all, what });
    return items.map(({ result, subject, details }) => ({ result, subject, details }));
  };
  return { merchant, customer, line, sell, events };
}

const denied = { code: "permission_denied" };

describe("what a cashier gives by a sale at the till", () => {
  test("S10: is at most the merchant's number of stamps, and nothing of a larger sale is written", async () => {
    const { merchant, line, sell, events } = await setting();
    const before = await t.rows(merchant);
    expect(await refusalOf(sell("cashier", "999999999999", [line]))).toMatchObject({
      ...denied,
      message: "Sales that earn more than 1,000 stamps are recorded by a manager.",
    });
    expect(await t.written(merchant, before)).toEqual({});
    expect(await events()).toMatchObject([{ result: "refused" }]);
    expect(await refusalOf(sell("cashier", "10010000"))).toMatchObject(denied);
    expect((await sell("cashier", "10009999")).sale).toMatchObject({ stampsEarned: 1_000 });
  });

  test("S10: and its total, which counts towards levels, at most the merchant's", async () => {
    const limits = { cashierSaleTotal: 500_000, earnMaxPerTransaction: 5 };
    const { sell } = await setting(limits);
    expect(await refusalOf(sell("cashier", "500000.01"))).toMatchObject({
      ...denied,
      message: "Sales over 500,000 are recorded by a manager.",
    });
    expect((await sell("cashier", "500000.00")).sale).toMatchObject({ stampsEarned: 5 });
  });

  test("S10: larger ones by managers and owners are listed, those by tokens are not", async () => {
    const { customer, sell, events } = await setting({ cashierSaleStamps: 10 });
    expect((await sell(null, "200000")).sale).toMatchObject({ stampsEarned: 20 });
    expect(await events()).toEqual([]);
    const { sale } = await sell("manager", "300000");
    await sell("owner", "400000");
    await sell("owner", "90000");
    const subject = `customer ${customer.id}`;
    expect(await events()).toEqual([
      { result: "done", subject, details: expect.objectContaining({ stamps: 40 }) },
      {
        ...{ result: "done", subject },
        details: { total: "300000", stamps: 30, transaction: sale?.id },
      },
    ]);
  });

  test("S10: has no limit if the merchant wants none", async () => {
    const { sell } = await setting({ cashierSaleStamps: null, cashierStampsPerDay: null });
    for (let at = 0; at < 3; at++)
      expect((await sell("cashier", "99990000")).sale).toMatchObject({ stampsEarned: 9_999 });
  });
});

describe("what a cashier gives by all sales of a day", () => {
  const HOUR_MS = 3_600_000;
  const day = { cashierStampsPerDay: 25 };

  test("S10: is at most the merchant's number of stamps, whatever one sale earns", async () => {
    const { merchant, line, sell, events } = await setting(day);
    await sell("cashier", "100000");
    await sell("cashier", "100000");
    const before = await t.rows(merchant);
    expect(await refusalOf(sell("cashier", "60000", [line]))).toMatchObject({
      ...denied,
      message:
        "Your sales of today may earn 25 stamps in all, and this one would exceed that. Ask a manager to record it.",
    });
    expect(await t.written(merchant, before)).toEqual({});
    expect((await sell("cashier", "50000")).sale).toMatchObject({ stampsEarned: 5 });
    expect(await refusalOf(sell("cashier", "10000"))).toMatchObject(denied);
    expect((await sell("cashier", "9999")).sale).toMatchObject({ stampsEarned: 0 });
    const refused = { result: "refused", details: expect.objectContaining({ stamps: 6 }) };
    expect(await events("stamps-of-day")).toMatchObject([refused]);
    expect(await events()).toEqual([]);
  });

  test("S10: is refused for the first sale too, if it alone earns more", async () => {
    const { sell } = await setting(day);
    expect(await refusalOf(sell("cashier", "260000"))).toMatchObject(denied);
    expect((await sell("cashier", "250000")).sale).toMatchObject({ stampsEarned: 25 });
  });

  test("S10: is not exceeded by sales at the same time", async () => {
    const { sell } = await setting(day);
    const sales = await Promise.allSettled(
      Array.from({ length: 6 }, () => sell("cashier", "100000")),
    );
    expect(sales.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  });

  test("S10: begins anew at midnight in the merchant's time zone", async () => {
    const zone = "Asia/Jakarta";
    const { sell } = await setting({ ...day, timezone: zone });
    const clock = { timeZone: zone, hourCycle: "h23" as const };
    const part = (name: "hour" | "minute") =>
      Number(new Intl.DateTimeFormat("en", { ...clock, [name]: "numeric" }).format(new Date()));
    const intoDay = part("hour") * HOUR_MS + (part("minute") * HOUR_MS) / 60;
    const midnight = 24 * HOUR_MS - intoDay;
    const at = (offsetMs: number) =>
      sell("cashier", "250000", [], { invoiceNumber: `at ${offsetMs}`, offsetMs });
    await at(midnight - HOUR_MS);
    expect(await refusalOf(at(midnight - HOUR_MS / 2))).toMatchObject(denied);
    await at(midnight + HOUR_MS / 60);
    expect(await refusalOf(at(midnight + 23 * HOUR_MS))).toMatchObject(denied);
  });

  test("S10: does not count the same sale again", async () => {
    const { sell } = await setting(day);
    for (let at = 0; at < 3; at++) await sell("cashier", "250000", [], { invoiceNumber: "once" });
    expect(await refusalOf(sell("cashier", "10000"))).toMatchObject(denied);
  });

  test("S10: managers give more, each further sale is an event; tokens are not counted", async () => {
    const { customer, sell, events } = await setting(day);
    for (let at = 0; at < 3; at++) await sell(null, "250000");
    await sell("manager", "250000");
    expect(await events("stamps-of-day")).toEqual([]);
    const { sale } = await sell("manager", "30000");
    expect(await events("stamps-of-day")).toEqual([
      {
        ...{ result: "done", subject: `customer ${customer.id}` },
        details: { total: "30000", stamps: 3, transaction: sale?.id },
      },
    ]);
    expect((await sell("cashier", "250000")).sale).toMatchObject({ stampsEarned: 25 });
  });
});
