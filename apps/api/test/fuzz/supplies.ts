import { schema } from "@stampbook/db";
import { examples } from "@stampbook/router/documents";
import { bookedFor, needsBooking } from "../booked.ts";
import type { House } from "../harness.ts";
import { documentedOperations } from "../open-api.ts";
import { inThirtyDays, openShop } from "../shop.ts";
import type { Fills } from "./blanks.ts";
import { backOfSale, lessOfSale, PASSWORD, PIN, plain, sale } from "./plain-values.ts";
import { catalogueOf, linesOf, voucherOf } from "./shop-supplies.ts";

/** The token, address and values of one call. */
export type Supplied = { readonly token: string; readonly from: string; readonly fills: Fills };

/**
 * The number of calls with one till. Further calls use a new till, because wrong guesses, wrong PINs and
 * calls without a token are limited.
 */
const CALLS_OF_A_TILL = 30;
const PEOPLE_OF_A_TILL = 5;
/** The operation to call first, where the one of the example needs a voucher that is spent by it. */
const before: Readonly<Record<string, string>> = {
  "redemptions.cancel": "redemptions.redeemPromoCode",
  "redemptions.addInvoiceNumber": "redemptions.redeemReward",
  "redemptions.details": "redemptions.redeemReward",
  "redemptions.byUser": "redemptions.redeemReward",
  "redemptions.list": "redemptions.redeemReward",
};
const pathOf = new Map(documentedOperations.map(({ name, path }) => [name, path]));
const needsPin = new Set(["pin.change", "pin.validate", "redemptions.authorize"]);
const needsPassword = new Set(["password.validate", "password.change", "pin.resetWithPassword"]);

/** The parts of the answer to the operation before it that the call needs. */
type Made = {
  readonly otp?: string;
  readonly redemption?: { readonly id: number };
  readonly transaction?: { readonly id: number };
  readonly award?: { readonly id: number };
};
type Person = { readonly id: number; readonly email: string; readonly memberId: string };
type Till = {
  readonly token: string;
  readonly from: string;
  readonly store: number;
  readonly people: readonly Person[];
  readonly asksForPins: boolean;
};

/** Opens a shop for one operation. Returns a function that prepares the values of one call. */
export async function openSupplies(house: House, name: string, others: Fills) {
  const { given, core } = house;
  const first = pathOf.get(before[name] ?? examples[name]?.after ?? "");
  const otpRequestsPerHour = first ? 1_000 : 3;
  const shop = await openShop(house, { otpRequestsPerHour });
  const { merchant } = shop;
  const sellsOnPins = name.startsWith("redemptions.redeem") || name.startsWith("vouchers.");
  const password = needsPassword.has(name) ? await core.secrets.hashPassword(PASSWORD) : "";
  const template = { code: "otp", channel: "email", subject: "Code", body: "{{otp}}" };
  await core.db.insert(schema.messageTemplates).values({ ...template, merchantId: merchant.id });
  const catalogue = await catalogueOf(house, shop);
  let calls = 0;
  let till: Till | undefined;

  async function newPerson(): Promise<Person> {
    const { id, email, memberId } = await shop.customer(1_000_000);
    const owner = { merchantId: merchant.id, customerId: id };
    if (needsPin.has(name)) {
      const verifier = await core.secrets.hashPin(owner, PIN);
      await core.db.insert(schema.pins).values({ ...owner, verifier });
    }
    if (password) await core.db.insert(schema.passwords).values({ ...owner, verifier: password });
    return { id, email, memberId };
  }

  async function newTill(): Promise<Till> {
    const number = Math.floor(calls / CALLS_OF_A_TILL);
    const asksForPins = sellsOnPins && number % 2 === 1;
    await core.db.execute(
      `update merchants set redemption_pin_authorization = ${asksForPins} where id = ${merchant.id}`,
    );
    const store = await given.store(merchant);
    return {
      token: await house.tokenOf(merchant),
      from: `10.${(merchant.id >> 8) % 256}.${merchant.id % 256}.${1 + (number % 250)}`,
      store: store.id,
      people: await Promise.all(Array.from({ length: PEOPLE_OF_A_TILL }, newPerson)),
      asksForPins,
    };
  }

  /** Values that each call uses up: a new voucher, OTP, redemption or authorization. */
  async function somethingNew(till: Till, { id, email, memberId }: Person) {
    const { token, store, asksForPins } = till;
    const request_id = `till-${calls}`;
    if (asksForPins) await shop.authorize(id, request_id);
    // an email, a number and a card belong to one customer, so each call has new ones
    if (name.startsWith("members.register")) {
      const mobile_number = `0812${10_000_000 + calls}`;
      const card = `N${calls}`;
      const own = { member_id: card, mobile_number, phone: mobile_number, referral_code: null };
      return { ...own, email: `new${calls}@example.com` };
    }
    if (name === "members.partialRegistration")
      return { user: `new${calls}@example.com`, send_registration_message: false };
    // a number belongs to one customer, so each call has a new one
    if (name.startsWith("members.change")) {
      const mobile_number = `0812${10_000_000 + calls}`;
      return { id, member_id: memberId, mobile_number, phone: mobile_number };
    }
    if (name.startsWith("transactions.") && !first) {
      const body = { ...sale, invoice_number: `INV-${calls}` };
      return name === "transactions.addWithRedemptions"
        ? { ...body, ...(await linesOf(shop, id, catalogue)) }
        : body;
    }
    if (name === "bookings.slots") return { date: inThirtyDays() };
    if (needsBooking(name))
      return bookedFor(core, name, { merchantId: merchant.id, storeId: store });
    if (name === "redemptions.add") return { request_id, type: "reward" };
    if (/voucher/i.test(name)) return { request_id, ...(await voucherOf(shop, name, id)) };
    if (!first) return { request_id };
    const bought = first.includes("/transactions/")
      ? { ...sale, invoice_number: `INV-${calls}` }
      : {};
    const body = { ...plain, ...catalogue, ...bought, user: email, identifier: email, store };
    const [status, answer] = await house.post(first, body, { token });
    if (status !== 200) throw new Error(`${first} answers ${status}: ${JSON.stringify(answer)}`);
    const { otp, redemption, transaction, award } = answer as Made;
    if (award) return { id: award.id, user: email };
    if (transaction && name.startsWith("returns."))
      return {
        ...{ ...backOfSale, root_invoice_number: `INV-${calls}`, root_transaction_store: store },
        ...{ return_invoice_number: `R-${calls}`, return_store: store, root_date: null },
        return_created_datetime: null,
      };
    if (transaction) {
      const date = new Intl.DateTimeFormat("sv", { timeZone: merchant.timezone }).format();
      return {
        ...(name === "transactions.modify" ? lessOfSale : bought),
        date,
        id: transaction.id,
        transaction_id: transaction.id,
        cancel_related_redemptions: calls % 2 === 0,
        keep_issued_vouchers: calls % 2 === 0,
      };
    }
    if (otp) return { otp };
    // a promo code's redemption has one line, and a quantity needs a key
    const part = name === "redemptions.cancel" ? { line: 1, line_request_id: null, qty: null } : {};
    return { id: redemption?.id, redemption_id: redemption?.id, ...part };
  }

  return async (): Promise<Supplied> => {
    if (!till || calls % CALLS_OF_A_TILL === 0) till = await newTill();
    const { token, from, store, people } = till;
    const known = people[calls++ % people.length];
    // anonymizing erases the person, so each call gets a new one
    const person = name === "members.anonymize" || !known ? await newPerson() : known;
    const { email, memberId, id } = person;
    const own: Readonly<Record<string, unknown>> = {
      id: 1,
      otp: "123456",
      ...plain,
      ...catalogue,
      user: [email, memberId, id][calls % 3],
      identifier: email,
      card_number: memberId,
      email,
      store,
      ...(await somethingNew(till, person)),
    };
    const fills = Object.entries(own).map(([field, value]) => [
      field,
      { own: value, others: others[field]?.own },
    ]);
    return { token, from, fills: Object.fromEntries(fills) };
  };
}
