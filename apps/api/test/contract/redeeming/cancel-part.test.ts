import { describe, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { expectBoth, refused } from "../../credentials.ts";
import type { CallOptions } from "../../harness.ts";
import { shopOfSuite, shownMembership } from "../../shop.ts";

const PATH = "/api/redemptions/cancel";
const DETAILS = "/api/v2/redemptions/details";

contract("cancel of a line, and of less than its quantity (R6)", (house) => {
  const shop = shopOfSuite(house);
  let keys = 0;
  const newKey = () => ({ headers: { "idempotency-key": `part-${++keys}` } });

  /** Expects the same refusal, whole, over REST and tRPC, of calls with a key each, or without one. */
  const expectRefused = (
    sent: object,
    said: Parameters<typeof refused>,
    keyOf: () => CallOptions = newKey,
  ) =>
    expectBoth(
      {
        call: (path, body) => shop.call(path, body, keyOf()),
        callTrpc: (procedure, body) => shop.callTrpc(procedure, body, keyOf()),
      },
      [PATH, "redemptions.cancel"],
      () => ({ ...sent }),
      refused(...said),
    );

  /** Redeems two Buns for 2 stamps each, which issue a voucher each if `issues`, and a Tea for 3. */
  async function redeemed({ issues = false, kind = "fixed" as "fixed" | "flexible" } = {}) {
    const customer = await shop.customer();
    const template = issues ? await house.given.template(shop.merchant) : null;
    const bun = await house.given.reward(shop.merchant, {
      ...{ name: "Bun", kind, stampsToRedeem: 2, voucherTemplateId: template?.id ?? null },
    });
    const tea = await house.given.reward(shop.merchant, { name: "Tea", stampsToRedeem: 3 });
    const [status, answer] = await shop.call("/api/v2/redemptions/redeem-multiple-rewards", {
      ...{ user: customer.email, store: shop.store.id, invoice_number: `INV-${++keys}` },
      rewards: [
        { code: bun.code, qty: 2, ...(kind === "flexible" ? { stamps: 4 } : {}) },
        { code: tea.code, request_id: "till-4" },
      ],
    });
    expect(status).toBe(200);
    const { id } = (answer as { redemption: { id: number } }).redemption;
    const vouchers = await house.core.db.query.vouchers.findMany({
      where: (row, { and, eq }) =>
        and(eq(row.merchantId, shop.merchant.id), eq(row.issuedByRedemptionId, id)),
      orderBy: (row, { asc }) => asc(row.id),
    });
    return { customer, id, vouchers };
  }
  const shown = (
    { customer, id }: { customer: { id: number }; id: number },
    state: { stamps: number; returned: number; canceled: readonly [number, number] },
    withdrawn: readonly object[] = [],
  ) => {
    const [first, second] = state.canceled;
    const isAll = first === 2 && second === 1;
    return {
      redemption: {
        ...{ id, reward: "Bun, Tea", stamps_used: 7, extra_data: null },
        ...{ status: isAll ? "Canceled" : "Created", stamps_returned: state.returned },
      },
      customer: { id: customer.id, status: "Blue", stamps_remaining: state.stamps },
      membership: shownMembership(customer.id, state.stamps),
      voucher: null,
      withdrawn_vouchers: withdrawn,
      lines: [
        ...[{ line: 1, qty: 2, canceled_qty: first, status: first === 2 ? "Canceled" : "Created" }],
        ...[{ line: 2, qty: 1, canceled_qty: second, status: second ? "Canceled" : "Created" }],
      ],
    };
  };

  it("gives one of two back, once for each key, and R12 shows it", async () => {
    const made = await redeemed({ issues: true });
    const [, newest] = made.vouchers;
    const key = newKey();
    const body = { id: made.id, line: 1, qty: 1 };
    const first = shown(made, { stamps: 245, returned: 2, canceled: [1, 0] }, [
      { id: newest?.id, code: newest?.code },
    ]);
    expect((await shop.call(PATH, body, key)).slice(0, 2)).toEqual([200, first]);
    const [status, answer, headers] = await shop.call(PATH, body, key);
    expect([status, answer, headers["idempotency-replayed"]]).toEqual([200, first, "true"]);
    expect(await shop.callTrpc("redemptions.cancel", body, key)).toEqual([200, first]);
    expect((await shop.call(DETAILS, { redemption_id: made.id }))[1]).toMatchObject({
      redemption: {
        ...{ status: "Created", stamps_used: 7, stamps_returned: 2, canceled: null },
        lines: [
          { line: 1, name: "Bun", qty: 2, canceled_qty: 1, stamps_used: 4, status: "Created" },
          { line: 2, name: "Tea", qty: 1, canceled_qty: 0, status: "Created" },
        ],
        issued_vouchers: [{ is_active: true }, { id: newest?.id, is_active: false }],
      },
    });
    const last = shown(made, { stamps: 250, returned: 7, canceled: [2, 1] }, [
      { id: made.vouchers[0]?.id, code: made.vouchers[0]?.code },
    ]);
    expect((await shop.call(PATH, { id: made.id })).slice(0, 2)).toEqual([200, last]);
  });

  it("cancels a line by its request_id, alike again, and the redemption with its last line", async () => {
    const made = await redeemed();
    const tea = shown(made, { stamps: 246, returned: 3, canceled: [0, 1] });
    for (const body of [{ line_request_id: "till-4" }, { line: 2 }])
      expect((await shop.call(PATH, { id: made.id, ...body })).slice(0, 2)).toEqual([200, tea]);
    const all = shown(made, { stamps: 250, returned: 7, canceled: [2, 1] });
    for (let times = 0; times < 2; times++)
      expect(await shop.callTrpc("redemptions.cancel", { id: made.id, line: "1" })).toEqual([
        ...[200, all],
      ]);
    expect((await shop.call(DETAILS, { redemption_id: made.id }))[1]).toMatchObject({
      redemption: { status: "Canceled", stamps_returned: 7 },
    });
  });

  describe("refuses", () => {
    it.each<[string, object, string, string, string]>([
      [
        ...["a quantity without a line", { qty: 1 }],
        ...["required", "line", "This field is required."],
      ],
      [
        ...["a line 0", { line: 0 }],
        ...["invalid", "line", "A whole number from 1 to 50 is expected."],
      ],
      [
        ...["a quantity 0", { line: 1, qty: 0 }],
        ...["invalid", "qty", "A whole number from 1 to 100 is expected."],
      ],
      [
        ...["a line that it has not", { line: 3 }],
        ...["invalid", "line", "This redemption has no such line. Its lines are 1, 2."],
      ],
      [
        ...["a request_id that no line has", { line_request_id: "other" }],
        "invalid",
        ...["line_request_id", "This redemption has no such line. Its lines are 1, 2."],
      ],
      [
        ...["more than there is", { line: 1, qty: 3 }],
        ...["invalid", "qty", "From 1 to 2: no more is left of this line."],
      ],
    ] as never)("%s", async (_, body, code, field, message) => {
      const { id } = await redeemed();
      await expectRefused({ id, ...body }, [code, field, message]);
      const [, details] = await shop.call(DETAILS, { redemption_id: id });
      expect(details).toMatchObject({ redemption: { stamps_returned: 0, status: "Created" } });
    });

    it("a quantity without a key", async () => {
      const { id } = await redeemed();
      const message =
        "This call needs an Idempotency-Key: sent twice without one, it would be done twice.";
      const said = ["required", "idempotency_key", message] as const;
      await expectRefused({ id, line: 1, qty: 1 }, [...said], () => ({}));
    });

    it("a quantity when nothing is left", async () => {
      const { id } = await redeemed();
      expect((await shop.call(PATH, { id }))[0]).toBe(200);
      const nothing = "Nothing is left of this line.";
      await expectRefused({ id, line: 1, qty: 1 }, ["invalid", "qty", nothing]);
    });

    it("a part of a flexible reward's line, which is canceled whole", async () => {
      const made = await redeemed({ kind: "flexible" });
      const message = "The line of a flexible reward is canceled whole: leave qty out.";
      await expectRefused({ id: made.id, line: 1, qty: 1 }, ["invalid", "qty", message]);
      expect((await shop.call(PATH, { id: made.id, line: 1 })).slice(0, 2)).toEqual([
        ...[200, shown(made, { stamps: 247, returned: 4, canceled: [2, 0] })],
      ]);
    });

    it("more than there are unspent vouchers", async () => {
      const { customer, id, vouchers } = await redeemed({ issues: true });
      const [status] = await shop.call("/api/v2/redemptions/redeem-voucher", {
        ...{ user: customer.email, voucher: vouchers[0]?.id, store: shop.store.id },
      });
      expect(status).toBe(200);
      const message = `Voucher ${vouchers[0]?.code}, issued by this redemption, was already redeemed`;
      await expectRefused({ id, line: 1 }, ["voucher_already_redeemed", "id", message]);
      expect((await shop.call(PATH, { id, line: 1, qty: 1 }, newKey()))[0]).toBe(200);
    });

    it("a line of a redemption of several whose vouchers do not name it", async () => {
      const { id } = await redeemed({ issues: true });
      await house.core.db.execute(`update vouchers set issued_by_line = null
        where merchant_id = ${shop.merchant.id} and issued_by_redemption_id = ${id}`);
      const message =
        "It is not recorded which line issued the vouchers of this redemption. Cancel it whole.";
      await expectRefused({ id, line: 2 }, ["invalid", "line", message]);
    });

    it("a line of two with one request_id, unless its number is sent", async () => {
      const made = await redeemed();
      await house.core.db.execute(`update redemption_lines set request_id = 'till-4'
        where merchant_id = ${shop.merchant.id} and redemption_id = ${made.id}`);
      const sent = { id: made.id, line_request_id: "till-4" };
      const message = "Several lines have this request_id. Send the number of one as line.";
      await expectRefused(sent, ["invalid", "line_request_id", message]);
      expect((await shop.call(PATH, { ...sent, line: 2 }))[0]).toBe(200);
    });
  });
});
