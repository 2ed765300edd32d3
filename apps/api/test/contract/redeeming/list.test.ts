import { beforeAll, describe, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { notInStore, openShop, refusal, type Shop, someMessage, withoutScope } from "../../shop.ts";

const PATH = "/api/v2/redemptions";
const DETAILS = "/api/v2/redemptions/details";
const REWARD = "/api/v2/redemptions/redeem-reward";
const CANCEL = "/api/redemptions/cancel";

type Listed = {
  readonly redemptions: readonly { readonly id: number }[];
  readonly has_next: boolean;
  readonly next_cursor: string | null;
};

contract("redemptions of a period (R14)", (house) => {
  /** A shop with a customer, and calls that redeem, cancel and list in it. */
  async function openDay() {
    const shop = await openShop(house);
    const customer = await shop.customer(100_000);
    const reward = await house.given.reward(shop.merchant, { stampsToRedeem: 1 });
    const set = (id: number, column: "created_at" | "canceled_at", moment: string) =>
      house.core.db.execute(`update redemptions set ${column} = timestamptz '${moment}'
        where merchant_id = ${shop.merchant.id} and id = ${id}`);
    /** Redeems the reward at a moment. Returns the redemption's id. */
    const redeem = async (moment: string, fields: object = {}) => {
      const body = { user: customer.email, store: shop.store.id, reward: reward.id, ...fields };
      const [status, answer] = await shop.call(REWARD, body);
      expect([status, answer]).toEqual([200, expect.anything()]);
      const { id } = (answer as { redemption: { id: number } }).redemption;
      await set(id, "created_at", moment);
      return id;
    };
    const cancel = async (id: number, moment: string) => {
      expect((await shop.call(CANCEL, { id }))[0]).toBe(200);
      await set(id, "canceled_at", moment);
    };
    const list = async (query: object, options = {}) =>
      (await shop.call(PATH, query, options)).slice(0, 2) as [number, unknown];
    const ids = async (query: object, options = {}) => {
      const [status, answer] = await list(query, options);
      expect([status, answer]).toEqual([200, expect.anything()]);
      return (answer as Listed).redemptions.map(({ id }) => id);
    };
    return { shop, customer, redeem, cancel, list, ids };
  }

  let day: Awaited<ReturnType<typeof openDay>>;
  let shop: Shop;
  beforeAll(async () => {
    day = await openDay();
    shop = day.shop;
  });

  it("shows each redemption whole, as its details do, over REST and tRPC", async () => {
    const { shop, redeem, list } = await openDay();
    const id = await redeem("2026-05-04T05:00:00Z", { invoice_number: "INV-1" });
    const [, details] = await shop.call(DETAILS, { redemption_id: id });
    const { redemption } = details as { redemption: object };
    expect(redemption).toMatchObject({
      id,
      created: Date.parse("2026-05-04T05:00:00Z") / 1000,
      business_day: "2026-05-04",
      invoice_number: "INV-1",
    });
    const answer = {
      redemptions: [{ ...redemption, cancel: null }],
      has_next: false,
      next_cursor: null,
    };
    const query = { store: shop.store.code, date: "2026-05-04" };
    expect(await list(query)).toEqual([200, answer]);
    expect(await shop.callTrpc("redemptions.list", query)).toEqual([200, answer]);
    const none = { redemptions: [], has_next: false, next_cursor: null };
    expect(await list({ ...query, by: "canceled" })).toEqual([200, none]);
  });

  it("a day is each store's own, and is reconciled by two readings", async () => {
    const { shop, redeem, cancel, ids } = await openDay();
    const tokyo = await house.given.store(shop.merchant, { timezone: "Asia/Tokyo" });
    // in Jakarta (UTC+7) the day begins at 17:00 UTC, in Tokyo (UTC+9) at 15:00
    const before = await redeem("2026-05-03T16:59:59Z");
    const first = await redeem("2026-05-03T17:00:00Z");
    const there = await redeem("2026-05-03T15:00:00Z", { store: tokyo.id });
    const last = await redeem("2026-05-04T16:59:59.999Z");
    const after = await redeem("2026-05-04T17:00:00Z");
    const date = "2026-05-04";
    expect(await ids({ date })).toEqual([there, first, last]);
    expect(await ids({ date, order: "newest" })).toEqual([last, first, there]);
    expect(await ids({ date: "2026-05-03" })).toEqual([before]);
    await cancel(before, "2026-05-04T10:00:00Z");
    await cancel(last, "2026-05-05T01:00:00Z");
    expect(await ids({ date })).toEqual([there, first, last]);
    expect(await ids({ date, by: "canceled" })).toEqual([before]);
    expect(await ids({ date: "2026-05-05" })).toEqual([after]);
    expect(await ids({ date: "2026-05-05", by: "canceled" })).toEqual([last]);
  });

  it("from is included and to is not, which is now by default", async () => {
    const { redeem, cancel, ids } = await openDay();
    const one = await redeem("2026-05-04T05:00:00Z");
    const two = await redeem("2026-05-04T06:00:00Z");
    const from = "2026-05-04T12:00:00+07:00";
    expect(await ids({ from, to: "2026-05-04T13:00:00+0700" })).toEqual([one]);
    expect(await ids({ from, to: "2026-05-04T06:00:00.001Z" })).toEqual([one, two]);
    const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
    const recent = await redeem(new Date(Date.now() - 60_000).toISOString());
    expect(await ids({ from: hourAgo })).toEqual([recent]);
    await cancel(one, new Date(Date.now() - 30_000).toISOString());
    expect(await ids({ from: hourAgo, by: "canceled" })).toEqual([one]);
  });

  it("each filter keeps what it names, and lists may be repeated in the query", async () => {
    const { shop, customer, redeem, cancel, ids } = await openDay();
    const other = await house.given.store(shop.merchant);
    const moment = "2026-05-04T05:00:00Z";
    const plain = await redeem(moment);
    const there = await redeem(moment, { store: other.id, channel: 2 });
    const kiosk = await redeem(moment, { channel: 3, invoice_number: "INV-7" });
    const voucher = await shop.voucherOf(customer.id);
    const body = { user: customer.email, store: shop.store.id, voucher: voucher.id };
    const [, made] = await shop.call("/api/v2/redemptions/redeem-voucher", body);
    const used = (made as { redemption: { id: number } }).redemption.id;
    await cancel(plain, "2026-05-05T05:00:00Z");
    const from = "2026-05-01T00:00:00Z";
    const query = { from, to: "2026-05-31T00:00:00Z" };
    expect(await ids({ ...query, store: other.id })).toEqual([there]);
    expect(await ids({ ...query, store: other.code.toLowerCase() })).toEqual([there]);
    expect(await ids({ ...query, status: "Canceled" })).toEqual([plain]);
    expect(await ids({ ...query, status: "Created" })).toEqual([there, kiosk]);
    expect(await ids({ ...query, channel: 3 })).toEqual([kiosk]);
    expect(await ids({ ...query, invoice_number: "INV-7" })).toEqual([kiosk]);
    expect(await ids({ ...query, invoice_number: "INV-8" })).toEqual([]);
    const repeated = async (filter: string) => {
      const today = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10);
      const periods = [new URLSearchParams(query), new URLSearchParams({ date: today })];
      const found = periods.map(async (period) => {
        const path = `${PATH}?${period}&${filter}`;
        const [, answer] = await house.send({ method: "GET", path, token: shop.token });
        return (answer as Listed).redemptions.map(({ id }) => id);
      });
      return (await Promise.all(found)).flat();
    };
    expect(await repeated("channel=2&channel=3&channel=")).toEqual([there, kiosk]);
    expect(await repeated("kind=voucher&kind=promo_code")).toEqual([used]);
    expect(await repeated("kind=reward")).toEqual([plain, there, kiosk]);
  });

  it("an invoice number alone is looked up in the last seven days", async () => {
    const { redeem, cancel, ids } = await openDay();
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    const invoice = { invoice_number: "INV-1" };
    const old = await redeem(ago(9), invoice);
    const [older, newer] = [await redeem(ago(6), invoice), await redeem(ago(0.01), invoice)];
    await redeem(ago(1), { invoice_number: "INV-2" });
    expect(await ids(invoice)).toEqual([older, newer]);
    expect(await ids({ ...invoice, order: "newest" })).toEqual([newer, older]);
    expect(await ids({ ...invoice, from: ago(10) })).toEqual([old, older, newer]);
    await cancel(old, ago(0.005));
    expect(await ids({ ...invoice, by: "canceled" })).toEqual([old]);
  });

  describe("pages", () => {
    it.each(["oldest", "newest"])(
      "show each row once while rows are added, %s first",
      async (order) => {
        const { redeem, cancel, list } = await openDay();
        const minute = (n: number) =>
          new Date(Date.parse("2026-05-04T05:00:00Z") + n * 60_000).toISOString();
        const there: number[] = [];
        // two rows share each minute
        for (let n = 0; n < 8; n++) there.push(await redeem(minute(2 * Math.floor(n / 2))));
        const seen: number[] = [];
        let cursor: string | null = null;
        do {
          const [status, answer] = await list({ date: "2026-05-04", order, per_page: 3, cursor });
          expect(status).toBe(200);
          const { redemptions, has_next, next_cursor } = answer as Listed;
          seen.push(...redemptions.map(({ id }) => id));
          expect(has_next).toBe(next_cursor !== null);
          expect(redemptions.length <= 3 && (redemptions.length === 3 || !has_next)).toBe(true);
          cursor = next_cursor;
          if (seen.length > 30) throw new Error("The list has no end.");
          // one row before and one after the place where the page ended, and a change of a row
          for (const at of [1, 5]) await redeem(minute(at));
          await cancel(there[0] ?? 0, minute(9));
        } while (cursor);
        expect(new Set(seen).size).toBe(seen.length);
        const kept = seen.filter((id) => there.includes(id));
        expect(kept.toSorted((a, b) => a - b)).toEqual(there.toSorted((a, b) => a - b));
      },
    );

    it("of canceled ones follow each other by the time of the cancel", async () => {
      const { redeem, cancel, list } = await openDay();
      const made: number[] = [];
      for (let n = 0; n < 3; n++) made.push(await redeem("2026-05-01T05:00:00Z"));
      for (const [n, id] of made.toReversed().entries())
        await cancel(id, `2026-05-04T0${n + 1}:00:00.123456Z`);
      const query = { date: "2026-05-04", by: "canceled", per_page: 2 };
      const [, first] = (await list(query)) as [number, Listed];
      const { next_cursor: cursor } = first;
      const [, second] = (await list({ ...query, cursor })) as [number, Listed];
      const shown = [...first.redemptions, ...second.redemptions].map(({ id }) => id);
      expect(shown).toEqual(made.toReversed());
      expect([first.has_next, second.has_next, second.next_cursor]).toEqual([true, false, null]);
    });

    it("take no cursor of another list, order or filter, nor one that is none", async () => {
      const { redeem, list } = await openDay();
      for (let n = 0; n < 2; n++) await redeem("2026-05-04T05:00:00Z");
      const query = { date: "2026-05-04", per_page: 1 };
      const [, first] = (await list(query)) as [number, Listed];
      const cursor = first.next_cursor;
      expect((await list({ ...query, cursor, per_page: 7 }))[0]).toBe(200);
      const wrong = [400, refusal("invalid", "cursor", someMessage)];
      for (const change of [
        { order: "newest" },
        { by: "canceled" },
        { date: "2026-05-05" },
        { store: day.shop.store.id },
        { status: "Created" },
        { channel: 2 },
        { cursor: "x" },
        { cursor: Buffer.from('["", "2026-05-04T05:00:00Z", 1]').toString("base64url") },
        { cursor: Buffer.from(`["","x",1]`).toString("base64url") },
      ])
        expect(await list({ ...query, cursor, ...change })).toEqual(wrong);
      expect(await list({ ...query, cursor: "x".repeat(301) })).toEqual([
        400,
        refusal("max_length", "cursor", someMessage),
      ]);
    });
  });

  describe("refuses", () => {
    const from = "2026-05-01T00:00:00Z";
    it.each([
      ["date", "required", {}],
      ["date", "required", { to: from }],
      ["date", "invalid", { date: "2026-05-04", from }],
      ["date", "invalid", { date: "2026-05-04", to: from }],
      ["date", "invalid", { date: "2026-02-30" }],
      ["from", "required", { to: from, invoice_number: "1" }],
      ["from", "invalid", { from: "2026-05-01" }],
      ["to", "invalid", { from, to: "2026-06-01T00:00:00.001Z" }],
      ["to", "invalid", { from, to: "2026-04-30T00:00:00Z" }],
      ["to", "invalid", { from: "2020-01-01T00:00:00Z" }],
      ["by", "invalid_choice", { date: "2026-05-04", by: "received" }],
      ["status", "invalid_choice", { date: "2026-05-04", status: "Open" }],
      ["kind", "invalid_choice", { date: "2026-05-04", kind: "stamps" }],
      ["per_page", "invalid", { date: "2026-05-04", per_page: 101 }],
      ["store", "invalid_store", { date: "2026-05-04", store: "NOWHERE" }],
    ])("%s (%s): %j", async (field, code, query) => {
      expect(await day.list(query)).toEqual([400, refusal(code, field, someMessage)]);
    });

    it("takes a period of 31 days", async () => {
      expect((await day.list({ from, to: "2026-06-01T00:00:00Z" }))[0]).toBe(200);
    });

    it("all wrong parameters at once, in their order", async () => {
      expect(await day.list({ to: "x", status: "Open" })).toMatchObject([
        400,
        {
          error_code: "required",
          errors: { date: someMessage, to: someMessage, status: someMessage },
        },
      ]);
    });

    it("a token without the scope, and a store that is not the token's", async () => {
      const date = "2026-05-04";
      const writer = await house.tokenOf(shop.merchant, { scopes: ["redemptions"] });
      expect(await day.list({ date }, { token: writer })).toEqual([
        403,
        withoutScope("redemptions.read"),
      ]);
      const elsewhere = await house.given.store(shop.merchant);
      const token = await house.tokenOf(shop.merchant, { stores: [elsewhere.id] });
      expect(await day.list({ date, store: shop.store.id }, { token })).toEqual([
        403,
        notInStore(shop.store.id),
      ]);
    });
  });

  it("leaves out other stores and other merchants, and names without the scope members", async () => {
    const { shop, redeem, ids, list } = await openDay();
    const other = await house.given.store(shop.merchant);
    const here = await redeem("2026-05-04T05:00:00Z");
    const there = await redeem("2026-05-04T05:00:00Z", { store: other.id });
    const date = "2026-05-04";
    const token = await house.tokenOf(shop.merchant, { stores: [other.id] });
    expect(await ids({ date }, { token })).toEqual([there]);
    expect(await ids({ date })).toEqual([here, there]);
    expect(await ids({ date }, { token: (await openShop(house)).token })).toEqual([]);
    const narrow = await house.tokenOf(shop.merchant, { scopes: ["redemptions.read"] });
    const [, answer] = await list({ date, store: shop.store.id }, { token: narrow });
    expect(answer).toMatchObject({ redemptions: [{ id: here, customer: { name: null } }] });
  });

  it("counts each customer of a page once", async () => {
    const { shop, redeem, list } = await openDay();
    for (let n = 0; n < 3; n++) await redeem("2026-05-04T05:00:00Z");
    const other = await shop.customer();
    await redeem("2026-05-04T05:00:00Z", { user: other.email });
    await list({ date: "2026-05-04" });
    await list({ date: "2026-05-05" });
    const shown = await house.core.db.query.budgets.findMany({
      where: (row, { and, eq }) =>
        and(eq(row.merchantId, shop.merchant.id), eq(row.budget, "customersShownInMinute")),
    });
    expect(shown.map(({ spent }) => spent)).toEqual([2]);
  });
});
