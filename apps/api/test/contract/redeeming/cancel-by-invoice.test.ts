import { beforeAll, describe, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { notInStore, openShop, refusal, type Shop } from "../../shop.ts";

const PATH = "/api/redemptions/cancel";
const REWARD = "/api/v2/redemptions/redeem-reward";
const notFound = [404, { detail: "Redemption not found" }];

contract("cancel by an invoice number (R6)", (house) => {
  let shop: Shop;
  let invoices = 0;
  beforeAll(async () => {
    shop = await openShop(house);
  });
  const invoice = () => `INV-${++invoices}`;

  /** Redeems a reward for an invoice, `daysAgo` days ago. Returns the redemption's id. */
  const redeemed = async (invoiceNumber: string, daysAgo = 0, store = shop.store.id) => {
    const customer = await shop.customer();
    const reward = await house.given.reward(shop.merchant, { stampsToRedeem: 50 });
    const body = { user: customer.email, reward: reward.id, store, invoice_number: invoiceNumber };
    const [status, answer] = await shop.call(REWARD, body);
    expect(status).toBe(200);
    const { id } = (answer as { redemption: { id: number } }).redemption;
    await house.core.db.execute(
      `update redemptions set created_at = created_at - interval '${daysAgo} days'
        where merchant_id = ${shop.merchant.id} and id = ${id}`,
    );
    return id;
  };
  const cancel = async (body: object) => (await shop.call(PATH, body)).slice(0, 2);
  const canceled = (id: number) => [200, { redemption: { id, status: "Canceled" } }];
  const dayAgo = (days: number) =>
    new Date(Date.now() - days * 86_400_000 + 7 * 3_600_000).toISOString().slice(0, 10);

  it("C3: cancels the one under it, and answers alike when it comes again", async () => {
    const number = invoice();
    const id = await redeemed(number);
    const first = await cancel({ invoice_number: number });
    expect(first).toMatchObject(canceled(id));
    expect(first).toMatchObject([
      200,
      {
        redemption: { reward: expect.any(String), stamps_used: expect.any(Number) },
        customer: { stamps_remaining: 250 },
        membership: { stamps: 250, status: 100, tags: expect.any(Array) },
      },
    ]);
    expect(await cancel({ invoice_number: number })).toEqual(first);
    expect(await shop.callTrpc("redemptions.cancel", { invoice_number: number })).toEqual(first);
  });

  it("C11: an id and the invoice number of another redemption are refused", async () => {
    const [one, other] = [invoice(), invoice()];
    const [id] = [await redeemed(one), await redeemed(other)];
    expect(await cancel({ id, invoice_number: other })).toEqual([
      400,
      refusal(
        "invalid",
        "invoice_number",
        "The redemption with this id has another invoice number. Send one of the two.",
      ),
    ]);
    expect(await cancel({ id, invoice_number: one })).toMatchObject(canceled(id));
  });

  it("an open one comes before the canceled ones of its day", async () => {
    const number = invoice();
    const [first, second] = [await redeemed(number), await redeemed(number)];
    expect(await cancel({ id: first })).toMatchObject(canceled(first));
    expect(await cancel({ invoice_number: number })).toMatchObject(canceled(second));
  });

  it("takes the newest day of the last seven, even if all of it is canceled", async () => {
    const number = invoice();
    const [older, newer] = [await redeemed(number, 3), await redeemed(number, 1)];
    for (let times = 0; times < 2; times++)
      expect(await cancel({ invoice_number: number })).toMatchObject(canceled(newer));
    const date = dayAgo(3);
    expect(await cancel({ invoice_number: number, date })).toMatchObject(canceled(older));
  });

  it("finds one of nine days ago by its day only", async () => {
    const number = invoice();
    const id = await redeemed(number, 9);
    expect(await cancel({ invoice_number: number })).toEqual(notFound);
    expect(await cancel({ invoice_number: number, date: dayAgo(8) })).toEqual(notFound);
    expect(await cancel({ invoice_number: number, date: dayAgo(9) })).toMatchObject(canceled(id));
  });

  it("a store chooses among those of several", async () => {
    const number = invoice();
    const other = await house.given.store(shop.merchant);
    const [here, there] = [await redeemed(number), await redeemed(number, 0, other.id)];
    const ids = [here, there].sort((one, another) => one - another).join(", ");
    const message = `Several redemptions have this invoice number: ${ids}. Send the id of one.`;
    expect(await cancel({ invoice_number: number })).toEqual([
      400,
      refusal("invalid", "invoice_number", message),
    ]);
    const body = { invoice_number: number, store: other.code.toLowerCase() };
    expect(await cancel(body)).toMatchObject(canceled(there));
    expect(await cancel({ invoice_number: number, store_id: shop.store.id })).toMatchObject(
      canceled(here),
    );
  });

  it("a token of one store sees only that store's", async () => {
    const number = invoice();
    const other = await house.given.store(shop.merchant);
    const [here, there] = [await redeemed(number), await redeemed(number, 0, other.id)];
    const token = await house.tokenOf(shop.merchant, { stores: [other.id] });
    const [status, answer] = await shop.call(PATH, { invoice_number: number }, { token });
    expect([status, answer]).toMatchObject(canceled(there));
    expect(await cancel({ id: here })).toMatchObject(canceled(here));
  });

  describe("refuses", () => {
    it("a number without redemptions, and another merchant's", async () => {
      const number = invoice();
      await redeemed(number);
      const other = await openShop(house);
      const [status, answer] = await other.call(PATH, { invoice_number: number });
      expect([status, answer]).toEqual(notFound);
    });

    it("a store that does not exist, and one that the token may not act in", async () => {
      const number = invoice();
      const id = await redeemed(number);
      const body = { invoice_number: number, store: "NOWHERE" };
      expect(await cancel(body)).toEqual([
        400,
        refusal("invalid_store", "store", "Store not found"),
      ]);
      const other = await house.given.store(shop.merchant);
      const token = await house.tokenOf(shop.merchant, { stores: [other.id] });
      const named = { invoice_number: number, store: shop.store.id };
      const [status, answer] = await shop.call(PATH, named, { token });
      expect([status, answer]).toEqual([403, notInStore(shop.store.id)]);
      expect(await cancel(named)).toMatchObject(canceled(id));
    });

    it("a call with neither an id nor a number, and a day that is none", async () => {
      const missing = refusal("required", "id", "This field is required.");
      expect(await cancel({})).toEqual([400, missing]);
      const wrong = refusal("invalid", "date", "A date YYYY-MM-DD is expected.");
      expect(await cancel({ invoice_number: "1", date: "2026-02-30" })).toEqual([400, wrong]);
    });
  });
});
