import { beforeAll, describe, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { notInStore, openShop, refusal, type Shop, someMessage, withoutScope } from "../../shop.ts";

const PATH = "/api/v2/transactions";
const ADD = "/api/v2/transactions/add";
const DETAILS = "/api/transactions/details";
const CANCEL = "/api/transactions/cancel";

type Listed = {
  readonly transactions: readonly { readonly id: number }[];
  readonly has_next: boolean;
  readonly next_cursor: string | null;
};

contract("sales of a period (T11)", (house) => {
  /** A shop, and calls that sell, cancel and list in it. */
  async function openDay() {
    const shop = await openShop(house, { earnAmount: "10000.00" });
    const { id: user } = await shop.customer();
    let invoices = 0;
    /** Records a sale at a moment, of at most a year ago. Returns its id. */
    const sell = async (created: string, fields: object = {}) => {
      invoices++;
      const sale = { store: shop.store.id, invoice_number: `INV-${invoices}`, total_value: 95_000 };
      const [status, answer] = await shop.call(ADD, { ...sale, user, created, ...fields });
      expect([status, answer]).toEqual([200, expect.anything()]);
      return (answer as { transaction: { id: number } }).transaction.id;
    };
    const cancel = async (id: number, moment: string) => {
      expect((await shop.call(CANCEL, { id }))[0]).toBe(200);
      await house.core.db.execute(`update transactions set canceled_at = timestamptz '${moment}'
        where merchant_id = ${shop.merchant.id} and id = ${id}`);
    };
    const list = async (query: object, options = {}) =>
      (await shop.call(PATH, query, options)).slice(0, 2) as [number, unknown];
    const ids = async (query: object, options = {}) => {
      const [status, answer] = await list(query, options);
      expect([status, answer]).toEqual([200, expect.anything()]);
      return (answer as Listed).transactions.map(({ id }) => id);
    };
    return { shop, user, sell, cancel, list, ids };
  }

  let day: Awaited<ReturnType<typeof openDay>>;
  let shop: Shop;
  beforeAll(async () => {
    day = await openDay();
    shop = day.shop;
  });
  /** A moment n days ago, at an hour of that day in UTC. */
  const at = (daysAgo: number, hour: string) =>
    `${new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)}T${hour}Z`;
  const dayOf = (moment: string) => moment.slice(0, 10);

  it("shows each sale as its details do, without items and payments, over REST and tRPC", async () => {
    const { shop, sell, list } = await openDay();
    const created = at(40, "05:00:00");
    const items = [{ product_name: "Kopi", quantity: 1, subtotal: 95_000 }];
    const id = await sell(created, { items, payments: [{ value: 1, payment_method: "cash" }] });
    const [, details] = await shop.call(DETAILS, { transaction_id: id });
    const {
      items: _,
      payments: __,
      ...sale
    } = (details as { transaction: Record<string, unknown> }).transaction;
    expect(sale).toMatchObject({ id, stamps: 9, created: Date.parse(created) / 1000 });
    const answer = { transactions: [sale], has_next: false, next_cursor: null };
    const query = { store: shop.store.code, date: dayOf(created) };
    expect(await list(query)).toEqual([200, answer]);
    expect(await shop.callTrpc("transactions.list", query)).toEqual([200, answer]);
    const none = { transactions: [], has_next: false, next_cursor: null };
    expect(await list({ ...query, status: 2 })).toEqual([200, none]);
  });

  it("a day is each store's own, and is reconciled by two readings", async () => {
    const { shop, sell, cancel, ids } = await openDay();
    const tokyo = await house.given.store(shop.merchant, { timezone: "Asia/Tokyo" });
    // in Jakarta (UTC+7) the day begins at 17:00 UTC, in Tokyo (UTC+9) at 15:00
    const before = await sell(at(41, "16:59:59"));
    const first = await sell(at(41, "17:00:00"));
    const there = await sell(at(41, "15:00:00"), { store: tokyo.id });
    const last = await sell(at(40, "16:59:59.999"));
    const date = dayOf(at(40, "12:00:00"));
    expect(await ids({ date })).toEqual([there, first, last]);
    expect(await ids({ date, order: "newest" })).toEqual([last, first, there]);
    await cancel(before, at(40, "10:00:00"));
    await cancel(last, at(39, "01:00:00"));
    expect(await ids({ date })).toEqual([there, first, last]);
    expect(await ids({ date, by: "canceled" })).toEqual([before]);
    expect(await ids({ date: dayOf(at(39, "12:00:00")), by: "canceled" })).toEqual([last]);
  });

  it("each filter keeps what it names, a status by its number or its name", async () => {
    const { shop, sell, cancel, ids } = await openDay();
    const other = await house.given.store(shop.merchant);
    const moment = at(40, "05:00:00");
    const query = { from: moment, to: at(38, "05:00:00") };
    const gone = await sell(moment);
    const open = await sell(moment, { user: null, channel: 2 });
    const there = await sell(moment, { store: other.id, channel: 3, invoice_number: "INV-THERE" });
    await sell(query.to);
    await cancel(gone, at(39, "05:00:00"));
    for (const [filter, expected] of [
      [{}, [gone, open, there]],
      [{ status: 1 }, [there]],
      [{ status: "Created" }, [there]],
      [{ status: "2" }, [gone]],
      [{ status: "Canceled" }, [gone]],
      [{ status: 3 }, [open]],
      [{ status: "Open" }, [open]],
      [{ store: other.code }, [there]],
      [{ channel: 2 }, [open]],
      [{ invoice_number: "INV-THERE" }, [there]],
      [{ by: "canceled", invoice_number: "INV-THERE" }, []],
      [{ by: "canceled" }, [gone]],
    ] as const)
      expect([filter, await ids({ ...query, ...filter })]).toEqual([filter, expected]);
    expect(await ids({ invoice_number: "INV-THERE" })).toEqual([]);
    const recent = await sell(new Date().toISOString(), { invoice_number: "INV-NOW" });
    expect(await ids({ invoice_number: "INV-NOW" })).toEqual([recent]);
    // a sale may be ahead of the clock; then it is after now
    const ahead = await sell(new Date(Date.now() + 3_600_000).toISOString());
    const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
    expect(await ids({ from: hourAgo })).toEqual([recent]);
    const later = new Date(Date.now() + 7_200_000).toISOString();
    expect(await ids({ from: hourAgo, to: later })).toEqual([recent, ahead]);
  });

  it.each(["oldest", "newest"])(
    "shows each row once while rows are added, %s first",
    async (order) => {
      const { sell, cancel, list } = await openDay();
      const minute = (n: number) => at(40, `05:0${n}:00`);
      const there: number[] = [];
      // two rows share each minute
      for (let n = 0; n < 8; n++) there.push(await sell(minute(2 * Math.floor(n / 2))));
      const seen: number[] = [];
      let cursor: string | null = null;
      do {
        const query = { date: dayOf(minute(0)), order, per_page: 3, cursor };
        const [status, answer] = await list(query);
        expect(status).toBe(200);
        const { transactions, has_next, next_cursor } = answer as Listed;
        seen.push(...transactions.map(({ id }) => id));
        expect(has_next).toBe(next_cursor !== null);
        cursor = next_cursor;
        if (seen.length > 30) throw new Error("The list has no end.");
        // one row before and one after the place where the page ended, and a change of a row
        for (const n of [1, 5]) await sell(minute(n));
        await cancel(there[0] ?? 0, minute(9));
      } while (cursor);
      expect(new Set(seen).size).toBe(seen.length);
      const kept = seen.filter((id) => there.includes(id));
      expect(kept.toSorted((a, b) => a - b)).toEqual(there.toSorted((a, b) => a - b));
    },
  );

  it("takes no cursor of the redemptions of the same period", async () => {
    const { sell, list } = await openDay();
    const created = at(40, "05:00:00");
    for (let n = 0; n < 2; n++) await sell(created);
    const query = { date: dayOf(created), per_page: 1 };
    const [, first] = (await list(query)) as [number, Listed];
    expect(first.has_next).toBe(true);
    const cursor = first.next_cursor;
    expect((await list({ ...query, cursor }))[0]).toBe(200);
    const wrong = [400, refusal("invalid", "cursor", someMessage)];
    expect(await list({ ...query, cursor, status: 1 })).toEqual(wrong);
    const [status, answer] = await shop.call("/api/v2/redemptions", { ...query, cursor });
    expect([status, answer]).toEqual(wrong);
  });

  describe("refuses", () => {
    const from = "2026-05-01T00:00:00Z";
    const date = "2026-05-04";
    it.each([
      ["date", "required", {}],
      ["date", "invalid", { date, from }],
      ["to", "invalid", { from, to: "2026-06-01T00:00:00.001Z" }],
      ["by", "invalid_choice", { date, by: "received" }],
      ["status", "invalid_choice", { date, status: 4 }],
      ["order", "invalid_choice", { date, order: "latest" }],
      ["store", "invalid_store", { date, store: "NOWHERE" }],
    ])("%s (%s): %j", async (field, code, query) => {
      expect(await day.list(query)).toEqual([400, refusal(code, field, someMessage)]);
    });

    it("a token without the scope, and a store that is not the token's", async () => {
      const writer = await house.tokenOf(shop.merchant, { scopes: ["transactions"] });
      expect(await day.list({ date }, { token: writer })).toEqual([
        403,
        withoutScope("transactions.read"),
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
    const { shop, user, sell, ids, list } = await openDay();
    const other = await house.given.store(shop.merchant);
    const created = at(40, "05:00:00");
    const [here, there] = [await sell(created), await sell(created, { store: other.id })];
    const date = dayOf(created);
    const token = await house.tokenOf(shop.merchant, { stores: [other.id] });
    expect(await ids({ date }, { token })).toEqual([there]);
    expect(await ids({ date })).toEqual([here, there]);
    expect(await ids({ date }, { token: (await openShop(house)).token })).toEqual([]);
    const narrow = await house.tokenOf(shop.merchant, { scopes: ["transactions.read"] });
    const [, answer] = await list({ date, store: shop.store.id }, { token: narrow });
    expect(answer).toMatchObject({
      transactions: [{ id: here, customer: { id: user, name: null } }],
    });
  });
});
