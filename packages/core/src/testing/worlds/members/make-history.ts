import { schema } from "@stampbook/db";
import type { Caller } from "../../../foundation/context.ts";
import type { OpenHarness } from "../../open-harness.ts";
import { type Person, registerPerson } from "./person.ts";

type Written = { readonly id: number; readonly person: Person };

/** A merchant with three members, and the sales, redemptions and awards so far. */
export type History = Awaited<ReturnType<typeof makeHistory>>;

const began = "2027-05-04T12:00:00+07:00";
const DAY_MS = 86_400_000;

/**
 * Makes a merchant with templates, a reward and a promo code, and three members with vouchers. The members
 * are registered by `registerMember`.
 */
export async function makeHistory(t: OpenHarness) {
  const { given } = t;
  const merchant = await given.merchant({
    ...{ earnAmount: "10000.00", stampsValidDays: 30, notifyCredentialChanges: true },
  });
  const { id: merchantId } = merchant;
  const words = { merchantId, channel: "email", subject: "Hello" };
  for (const [code, body] of [
    ["credential_changed", "{{customer_name}}, at {{time}}"],
    ["welcome", "Welcome, {{customer_name}}"],
    ["otp", "{{otp}}"],
  ] as const)
    await t.db.insert(schema.messageTemplates).values({ ...words, code, body });
  await t.db.insert(schema.levels).values({ merchantId, level: 200, name: "Gold" });
  const template = await given.template(merchant, { value: "5.00" });
  const giftTemplate = await given.template(merchant, { isDynamic: true, value: "10.00" });
  const people: Person[] = [];
  const vouchers = new Map<number, number[]>();
  const gifts = new Map<number, number>();
  for (const index of [0, 1, 2]) {
    const person = await registerPerson(t, merchant, index);
    people.push(person);
    const held = { customerId: person.id, endDate: "2099-12-31" };
    const voucher = { ...held, voucherTemplateId: template.id, value: "5.00" };
    vouchers.set(person.id, [(await given.voucher(merchant, voucher)).id]);
    const worth = { value: "10.00", remainingValue: "10.00", voucherTemplateId: giftTemplate.id };
    gifts.set(person.id, (await given.voucher(merchant, { ...held, ...worth })).id);
  }
  let calls = 0;
  let days = 0;
  return {
    ...{ merchant, people, template, vouchers, gifts, level: 200 },
    store: await given.store(merchant),
    reward: await given.reward(merchant, { stampsToRedeem: 2, voucherTemplateId: template.id }),
    promoCode: await given.promoCode(merchant),
    sales: [] as { id: number; person: Person | null }[],
    redemptions: [] as Written[],
    awards: [] as Written[],
    count: () => ++calls,
    pass: (more: number) => {
      days += more;
    },
    offsetMs: () => t.offsetTo(began) + days * DAY_MS,
    /** Returns the date `later` days after the history's current day, `YYYY-MM-DD`. */
    day: (later: number) =>
      new Date(Date.parse(began) + (days + later) * DAY_MS).toISOString().slice(0, 10),
  };
}

/** Returns the contexts of a till and of the owner, at the history's time. */
export function actingIn(t: OpenHarness, history: History, key: string | null) {
  const { merchant } = history;
  const clockOffsetMs = history.offsetMs();
  const caller: Caller = { kind: "staff", merchant, userId: "u1", role: "owner", stores: null };
  const till = key === null ? t.as(merchant) : t.keyed(merchant, key);
  return {
    till: { ...till, clockOffsetMs },
    staff: t.as(merchant, { caller, clockOffsetMs }),
  };
}
