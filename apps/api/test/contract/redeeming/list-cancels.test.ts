import { describe, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { openShop } from "../../shop.ts";

const PATH = "/api/v2/redemptions";
const DETAILS = "/api/v2/redemptions/details";
const CANCEL = "/api/redemptions/cancel";

type Cancel = { readonly line: number | null; readonly qty: number | null };
type Listed = {
  readonly redemptions: readonly { readonly id: number; readonly cancel: Cancel | null }[];
  readonly next_cursor: string | null;
};

contract("cancels of a period, also those of parts (R14)", (house) => {
  let keys = 0;

  /** A shop, and calls that redeem there, cancel at a moment and list. */
  async function openDays() {
    const shop = await openShop(house);
    const { merchant, store } = shop;
    const { email: user } = await shop.customer(1_000);
    const { id: reward } = await house.given.reward(merchant, { stampsToRedeem: 2 });
    const redeem = async (qty: number, fields: object = {}) => {
      const body = { user, store: store.id, reward, qty, ...fields };
      const [status, answer] = await shop.call("/api/v2/redemptions/redeem-reward", body);
      expect([status, answer]).toEqual([200, expect.anything()]);
      return (answer as { redemption: { id: number } }).redemption.id;
    };
    const cancel = async (id: number, moment: string, qty?: number) => {
      const part = qty === undefined ? {} : { line: 1, qty };
      const headers = { "idempotency-key": `cancel-${++keys}` };
      const [status, answer] = await shop.call(CANCEL, { id, ...part }, { headers });
      expect([status, answer]).toEqual([200, expect.anything()]);
      const { status: becomes } = (answer as { redemption: { status: string } }).redemption;
      const of = `where merchant_id = ${merchant.id}`;
      await house.core.db.execute(
        becomes === "Canceled"
          ? `update redemptions set canceled_at = '${moment}' ${of} and id = ${id}`
          : `update redemption_cancels set created_at = '${moment}' ${of} and redemption_id = ${id}
             and id = (select max(id) from redemption_cancels ${of})`,
      );
    };
    const list = async (query: object, options = {}) => {
      const [status, answer] = await shop.call(PATH, { by: "canceled", ...query }, options);
      expect([status, answer]).toEqual([200, expect.anything()]);
      return answer as Listed;
    };
    /** What is listed, as `id` and the quantity of the cancel. */
    const listed = async (query: object, options = {}) =>
      (await list(query, options)).redemptions.map(({ id, cancel }) => [id, cancel?.qty]);
    return { shop, redeem, cancel, list, listed };
  }

  it("shows each cancel in the day on which it was made, with the stamps that it gave back", async () => {
    const { shop, redeem, cancel, list } = await openDays();
    const id = await redeem(6);
    // the day of the store begins at 17:00 UTC
    const moments = ["2026-05-03T16:59:59Z", "2026-05-03T17:00:00Z", "2026-05-05T05:00:00Z"];
    await cancel(id, moments[0] ?? "", 1);
    await cancel(id, moments[1] ?? "", 2);
    await cancel(id, moments[2] ?? "");
    const [, details] = await shop.call(DETAILS, { redemption_id: id });
    const { redemption } = details as { redemption: { canceled_by: object; created: number } };
    expect(redemption).toMatchObject({ status: "Canceled", stamps_used: 12, stamps_returned: 12 });
    const answer = (n: number, line: number | null, qty: number | null, stamps: number) => {
      const created = Date.parse(moments[n] ?? "") / 1000;
      const { canceled_by } = redemption;
      const cancel = { line, qty, stamps_returned: stamps, created, canceled_by };
      return { redemptions: [{ ...redemption, cancel }], has_next: false, next_cursor: null };
    };
    const days: [string, object][] = [
      ["2026-05-03", answer(0, 1, 1, 2)],
      ["2026-05-04", answer(1, 1, 2, 4)],
      ["2026-05-05", answer(2, null, null, 6)],
    ];
    for (const [date, expected] of days) {
      expect(await list({ date })).toEqual(expected);
      const query = { by: "canceled", date };
      expect(await shop.callTrpc("redemptions.list", query)).toEqual([200, expected]);
    }
    const date = new Date((redemption.created + 7 * 3600) * 1000).toISOString().slice(0, 10);
    expect((await list({ by: "created", date })).redemptions).toEqual([
      { ...redemption, cancel: null },
    ]);
  });

  it.each(["oldest", "newest"])("shows each once, page by page, %s first", async (order) => {
    const { redeem, cancel, list } = await openDays();
    const made = [await redeem(5), await redeem(5), await redeem(1), await redeem(1)] as const;
    const [first, second, third, fourth] = made;
    const at = (seconds: string) => `2026-05-04T05:00:0${seconds}Z`;
    await cancel(first, at("1"), 1);
    await cancel(third, at("1.25"));
    await cancel(second, at("1.3"), 2);
    // three of one moment come by the redemption's id
    await cancel(first, at("2"), 3);
    await cancel(second, at("2"), 1);
    await cancel(fourth, at("2"));
    await cancel(first, at("2.000001"));
    const expected = [
      ...[`${first}: 1`, `${third}: null`, `${second}: 2`],
      ...[`${first}: 3`, `${second}: 1`, `${fourth}: null`, `${first}: null`],
    ];
    for (const per_page of [1, 2, 3, 50]) {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page = await list({ date: "2026-05-04", order, per_page, cursor });
        seen.push(...page.redemptions.map(({ id, cancel }) => `${id}: ${cancel?.qty}`));
        cursor = page.next_cursor;
      } while (cursor && seen.length < 20);
      expect(seen).toEqual(order === "oldest" ? expected : expected.toReversed());
    }
  });

  describe("of parts", () => {
    it("are filtered by what is known of their redemptions", async () => {
      const { shop, redeem, cancel, listed } = await openDays();
      const other = await house.given.store(shop.merchant, { timezone: "Asia/Tokyo" });
      const here = await redeem(3, { invoice_number: "INV-7", channel: 2 });
      const there = await redeem(3, { store: other.id });
      await cancel(here, "2026-05-04T05:00:00Z", 1);
      await cancel(here, "2026-05-04T05:00:01Z");
      await cancel(there, "2026-05-04T06:00:00Z", 2);
      await cancel(there, "2026-05-04T16:00:00Z", 1);
      const period = { from: "2026-05-01T00:00:00Z", to: "2026-05-31T00:00:00Z" };
      const ofHere = [
        [here, 1],
        [here, null],
      ];
      const ofThere = [
        [there, 2],
        [there, null],
      ];
      expect(await listed(period)).toEqual([...ofHere, ...ofThere]);
      expect(await listed({ ...period, to: "2026-05-04T06:00:00Z" })).toEqual(ofHere);
      // 16:00 UTC is the next day in Tokyo
      expect(await listed({ date: "2026-05-04" })).toEqual([...ofHere, [there, 2]]);
      for (const filter of [{ store: other.id }, { status: "Canceled", store: other.code }])
        expect(await listed({ ...period, ...filter })).toEqual(ofThere);
      for (const filter of [{ channel: 2 }, { invoice_number: "INV-7" }])
        expect(await listed({ ...period, ...filter })).toEqual(ofHere);
      for (const filter of [{ kind: "voucher" }, { status: "Created" }, { invoice_number: "?" }])
        expect(await listed({ ...period, ...filter })).toEqual([]);
      const token = await house.tokenOf(shop.merchant, { stores: [other.id] });
      expect(await listed(period, { token })).toEqual(ofThere);
      const stranger = (await openShop(house)).token;
      expect(await listed(period, { token: stranger })).toEqual([]);
    });

    it("are found by the invoice of the last seven days, while something is left too", async () => {
      const { redeem, cancel, listed } = await openDays();
      const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
      const id = await redeem(5, { invoice_number: "INV-1" });
      await cancel(id, ago(9), 1);
      await cancel(id, ago(2), 2);
      expect(await listed({ invoice_number: "INV-1" })).toEqual([[id, 2]]);
      const of = { invoice_number: "INV-1", from: ago(10), status: "Created" };
      expect(await listed({ ...of, order: "newest" })).toEqual([
        [id, 2],
        [id, 1],
      ]);
    });
  });
});
