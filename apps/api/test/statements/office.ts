import { schema } from "@stampbook/db";
import { openShop } from "../shop.ts";
import { type Browser, deskIn } from "../staff/desk.ts";
import { done, procedures, type Tour } from "./open-tour.ts";

/** A signed-in owner, and a shop with a customer, a voucher, a reward and a template. */
export type Office = Awaited<ReturnType<typeof openOffice>>;

/** Opens a shop with an owner who is signed in. */
export async function openOffice({ house }: Tour) {
  const shop = await openShop(house);
  const { merchant, store } = shop;
  const desk = deskIn(house);
  const owner = await desk.at(merchant, "owner");
  const customer = await shop.customer(1_000);
  const voucher = await shop.voucherOf(customer.id);
  const reward = await house.given.reward(merchant, { stampsToRedeem: 1 });
  const template = { channel: "email", subject: "News", merchantId: merchant.id };
  await house.core.db.insert(schema.messageTemplates).values([
    { ...template, code: "otp", body: "{{otp}}" },
    { ...template, code: "credential_changed", body: "{{credential}}" },
    { ...template, code: "booking_confirmed", channel: "sms", body: "{{guest}}" },
  ]);
  return { shop, desk, merchant, store, owner, customer, voucher, reward, call: callIn(owner) };
}

/**
 * Returns a function that calls a procedure as a query or a mutation, by its type. It fails unless the call
 * succeeds.
 */
export function callIn(browser: Browser) {
  return async <Data = unknown>(name: string, input?: object): Promise<Data> => {
    const isQuery = procedures.get(name) === "query";
    return done(name, await (isQuery ? browser.query(name, input) : browser.mutate(name, input)));
  };
}
