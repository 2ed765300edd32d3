import { expect } from "vitest";
import { fill } from "../fuzz/blanks.ts";
import { fittingBody } from "../fuzz/bodies.ts";
import { openSupplies } from "../fuzz/supplies.ts";
import { documentedOperations, inputOf } from "../open-api.ts";
import { openShop } from "../shop.ts";
import { done, type Tour } from "./open-tour.ts";

/** Values that belong to nobody, so that each operation also looks up why it refuses. */
const wrong = {
  user: "nobody@example.com",
  voucher: 999_999_999,
  voucher_code: "NONE",
  promo_code: "NONE",
  reward: 999_999_999,
  rewards: [{ code: "NONE" }],
  id: 999_999_999,
  otp: "000000",
};

/** Calls every documented operation with input: with success, again with the same key, and refused. */
export async function tourOperations({ house }: Tour): Promise<void> {
  for (const { name, method, path, operation } of documentedOperations) {
    const at = { method, path };
    const supply = await openSupplies(house, name, {});
    const { token, fills } = await supply();
    const body = JSON.parse(fill(fittingBody(inputOf(operation)), fills)) as Readonly<
      Record<string, unknown>
    >;
    const headers = { "idempotency-key": `key of ${name}` };
    const first = await house.ask(at, body, { token, headers });
    expect([name, first[0], first[1]]).toEqual([name, 200, expect.anything()]);
    await house.ask(at, body, { token, headers });
    await house.ask(at, body, { token });
    for (const [field, value] of Object.entries(wrong))
      if (field in body) await house.ask(at, { ...body, [field]: value }, { token });
  }
}

/** Cancels a sale together with the rewards redeemed with it, then a redemption by its invoice number. */
export async function tourVoid({ house }: Tour): Promise<void> {
  const shop = await openShop(house);
  const customer = await shop.customer();
  const body = {
    user: customer.email,
    store: shop.store.id,
    invoice_number: "1",
    total_value: 1,
    reward_redemptions: [{ reward: (await house.given.reward(shop.merchant)).id }],
  };
  const path = "/api/v2/transactions/add-with-redemptions";
  const [, sold] = await house.post(path, body, { token: shop.token });
  const { id } = (sold as { transaction: { id: number } }).transaction;
  const all = { id, cancel_related_redemptions: true };
  done("a void", await house.post("/api/transactions/cancel", all, { token: shop.token }));
  // the redemption was canceled with its sale, so this call succeeds and changes nothing
  const named = { invoice_number: "1", store: shop.store.code };
  done("by invoice", await house.post("/api/redemptions/cancel", named, { token: shop.token }));
}

/** Returns goods of a sale that a voucher paid, which gets its value back. */
export async function tourReturn({ house }: Tour): Promise<void> {
  const shop = await openShop(house);
  const { id: user } = await shop.customer();
  const worth = { value: "5.00", remainingValue: "5.00", template: { isDynamic: true } };
  const card = await shop.voucherOf(user, worth);
  const sold = { user, store: shop.store.id, invoice_number: "1" };
  const deducted = { ...sold, voucher: card.id, value: 1 };
  done("paid", await house.post("/api/vouchers/deduct-value", deducted, { token: shop.token }));
  const payments = [{ payment_method: "GIFT", value: 1 }];
  const sale = { ...sold, total_value: 1, payments };
  done("sold", await house.post("/api/v2/transactions/add", sale, { token: shop.token }));
  const back = {
    ...{ root_invoice_number: "1", root_transaction_store: shop.store.id, total_value_delta: -1 },
    ...{ return_invoice_number: "2", return_store: shop.store.id, cancel_redemptions: true },
    payments: [{ payment_method: "GIFT", value: -1, voucher_code: card.code }],
  };
  const issue_voucher = { template_id: card.template.id, value: 1 };
  for (const path of ["/api/returns/preview", "/api/returns/add"])
    done(path, await house.post(path, { ...back, issue_voucher }, { token: shop.token }));
  // goods of a sale that gets its customer later
  const open = { store: sold.store, invoice_number: "3", total_value: 2 };
  const part = { ...back, root_invoice_number: "3", return_invoice_number: "4", payments: [] };
  for (const [path, body] of [
    ["/api/v2/transactions/add", open],
    ["/api/returns/add", part],
    ["/api/v2/transactions/add", { ...open, user }],
  ] as const)
    done(path, await house.post(path, body, { token: shop.token }));
}

/** Reads the lists of a period by each of their times, of an invoice too. */
export async function tourLists({ house }: Tour): Promise<void> {
  const { token, store, customer } = await openShop(house);
  const path = "/api/v2/bookings";
  const { email } = await customer();
  const days = { date: "2026-11-21" };
  const lists = [
    days,
    { ...days, store: store.id, user: email },
    { changed_since: "2026-11-21T00:00:00Z" },
  ];
  for (const about of lists)
    done("bookings", await house.ask({ method: "GET", path }, about, { token }));
  for (const path of ["/api/v2/redemptions", "/api/v2/transactions"])
    for (const by of ["created", "canceled"])
      for (const order of ["oldest", "newest"])
        for (const about of [{ date: "2026-11-21" }, { invoice_number: "1" }]) {
          const input = { by, order, ...about };
          done(by, await house.ask({ method: "GET", path }, input, { token }));
        }
}

/**
 * Redeems with authorizations, for a customer whose stamps have expired. Then pings with a token in the body,
 * and by GET over tRPC.
 */
export async function tourTill({ house }: Tour): Promise<void> {
  const shop = await openShop(house, { redemptionPinAuthorization: true });
  const expired = { stamps: 5, nextExpiryOn: "2020-01-31" };
  const customer = await house.given.customer(shop.merchant, {}, expired);
  const voucher = await shop.voucherOf(customer.id);
  const reward = await house.given.reward(shop.merchant, { stampsToRedeem: 0 });
  const common = { user: customer.email, store: shop.store.id };
  const calls = {
    "redemptions.redeemVoucher": { ...common, voucher: voucher.id, request_id: "one" },
    "redemptions.redeemReward": { ...common, reward: reward.id, request_id: "two" },
  };
  for (const [name, body] of Object.entries(calls)) {
    await shop.authorize(customer.id, body.request_id);
    done(name, await house.post(`/trpc/${name}`, body, { token: shop.token }));
  }
  // a right token in the body, then a wrong one
  const oldShop = await openShop(house, { acceptTokenInMessage: true });
  done("/api/ping", await house.post("/api/ping", { token: oldShop.token }));
  expect((await house.post("/api/ping", { token: "wrong" }))[0]).toBe(401);
  const ping = { method: "GET", path: "/trpc/diagnostics.ping", token: shop.token };
  done("diagnostics.ping", await house.send(ping));
}
