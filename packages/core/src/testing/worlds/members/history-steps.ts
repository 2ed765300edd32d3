import fc from "fast-check";
import { addBooking, matchBooking } from "../../../bookings/index.ts";
import {
  addAward,
  adjustStamps,
  cancelAward,
  deductStamps,
} from "../../../earning/awards/index.ts";
import { addSale, cancelSale } from "../../../earning/sales/index.ts";
import type { CoreContext } from "../../../foundation/context.ts";
import { expireDueStamps } from "../../../holding/stamps/index.ts";
import { changeProfile, registerInPart, setLevel } from "../../../members/index.ts";
import { blockCustomer, editCustomer } from "../../../people/customers/index.ts";
import { requestOtp } from "../../../people/otp/index.ts";
import { issueToCustomer, withdrawVoucher } from "../../../spending/issuing/index.ts";
import {
  cancelRedemption,
  deductValue,
  redeemPromoCode,
  redeemReward,
  redeemVoucher,
} from "../../../spending/redeeming/index.ts";
import { plain } from "../../ways.ts";
import type { History } from "./make-history.ts";
import { identityOf, type Person } from "./person.ts";

/** The random values of a step. */
export const drawFacts = fc.record({
  who: fc.nat(2),
  /** The index of the identifier by which the call names the member. */
  form: fc.nat(3),
  hasKey: fc.boolean(),
  some: fc.nat(7),
  flag: fc.boolean(),
});
export type Draw = typeof drawFacts extends fc.Arbitrary<infer Value> ? Value : never;

/** The contexts of a step: a till's token, and a member of staff. */
type Acting = { readonly till: CoreContext; readonly staff: CoreContext };

/**
 * A step that writes data of a member. Returns false if it cannot be done, for example without a sale to
 * cancel.
 */
type Step = (history: History, person: Person, draw: Draw, acting: Acting) => Promise<unknown>;

const nth = <Value>(values: readonly Value[], index: number): Value | undefined =>
  values[index % values.length];

const userOf = ({ id, email, mobileNumber, memberId }: Person, { form }: Draw) =>
  nth([email, mobileNumber, memberId, id], form) ?? id;

const saidOf = ({ word, name }: Person) => `${name} asked, see ${word}`;

const steps = {
  sale: async (history, person, draw, { till }) => {
    const extraData = { note: person.word };
    const { sale } = await addSale(till, {
      ...{ user: draw.some === 0 ? null : userOf(person, draw), store: history.store.id },
      ...{ invoiceNumber: `INV-${history.count()}`, people: 1, soldAt: null, total: "50000.00" },
      ...{ subtotal: null, discount: null, serviceCharge: null, tax: null, channel: null },
      ...{ type: null, stamps: null, employeeCode: null, payments: [] },
      extraData: draw.some === 0 ? null : extraData,
      items: [
        {
          ...{ product: "Tea", quantity: "1.000", subtotal: "50000.00", stamps: null },
          ...{ isEligible: true, extraData: draw.some === 0 ? null : extraData },
        },
      ],
    });
    history.sales.push({ id: sale.id, person: draw.some === 0 ? null : person });
  },
  cancelSale: async ({ sales }, person, { some }, { staff }) => {
    const own = sales.filter((sale) => sale.person === person);
    const sale = nth(own, some);
    if (!sale) return false;
    return cancelSale(staff, sale.id, saidOf(person));
  },
  reward: async (history, person, draw, { till }) => {
    const { redemption } = await redeemReward(till, {
      ...{ ...plain, user: userOf(person, draw), store: history.store.id },
      ...{ reward: history.reward.id, qty: 1 + (draw.some % 2), stamps: null },
      extraData: { note: person.word },
    });
    history.redemptions.push({ id: redemption.id, person });
  },
  tooManyRewards: async (history, person, draw, { till }) => {
    await redeemReward(till, {
      ...{ ...plain, user: userOf(person, draw), store: history.store.id },
      ...{ reward: history.reward.id, qty: 900, stamps: null },
    });
  },
  voucher: async (history, person, draw, { till }) => {
    const voucher = nth(history.vouchers.get(person.id) ?? [], draw.some);
    if (voucher === undefined) return false;
    const { redemption } = await redeemVoucher(till, {
      ...{ ...plain, user: userOf(person, draw), store: history.store.id, voucher },
      extraData: { note: person.word },
    });
    history.redemptions.push({ id: redemption.id, person });
  },
  gift: async (history, person, draw, { till }) => {
    const voucher = history.gifts.get(person.id) ?? 0;
    const { redemption } = await deductValue(till, {
      ...{ ...plain, user: userOf(person, draw), store: history.store.id, voucher },
      ...{ value: "1.50", extraData: { note: person.word } },
    });
    history.redemptions.push({ id: redemption.id, person });
  },
  promoCode: async (history, person, draw, { till }) => {
    const { redemption } = await redeemPromoCode(till, {
      ...{ ...plain, user: userOf(person, draw), store: history.store.id },
      promoCode: history.promoCode.code,
    });
    history.redemptions.push({ id: redemption.id, person });
  },
  cancelRedemption: async ({ redemptions }, person, { some, flag }, { staff }) => {
    const own = redemptions.filter((redemption) => redemption.person === person);
    const redemption = nth(own, some);
    if (!redemption) return false;
    await cancelRedemption(staff, {
      ...{ redemptionId: redemption.id, createReplacementVoucher: flag, reason: saidOf(person) },
    });
  },
  award: async (history, person, draw, { till }) => {
    const input = { user: userOf(person, draw), store: history.store.id, expiresOn: null };
    const { award } = await addAward(till, { ...input, stamps: 3, notes: saidOf(person) });
    history.awards.push({ id: award.id, person });
  },
  cancelAward: async ({ awards }, person, draw, { till }) => {
    const award = nth(
      awards.filter((each) => each.person === person),
      draw.some,
    );
    if (!award) return false;
    return cancelAward(till, { user: userOf(person, draw), award: award.id });
  },
  deduction: async (_, person, draw, { till }) => {
    const input = { user: userOf(person, draw), stamps: 1, notes: saidOf(person) };
    await deductStamps(till, input);
  },
  adjustment: async (_, person, { flag }, { staff }) => {
    await adjustStamps(staff, {
      customerId: person.id,
      delta: flag ? 4 : -1,
      reason: saidOf(person),
    });
  },
  booking: async (history, person, { flag, some }, { till, staff }) => {
    const wish = { store: history.store.id, date: history.day(1 + some), time: "19:00" };
    const phone = person.mobileNumber.replace("+62", flag ? "0" : "+62 ");
    const booking = await addBooking(till, {
      ...{ ...wish, phone, numberOfPeople: 2, notes: saidOf(person) },
      user: flag ? person.email.toUpperCase() : person.memberId.toLowerCase(),
    });
    if (some < 4) await matchBooking(staff, { id: booking.id, revision: 1, user: person.id });
  },
  profile: async (_, person, draw, { till }) => {
    const index = draw.who;
    const next = identityOf(index, person.changes + 1);
    const fields = ["name", "email", "mobileNumber", "memberId"] as const;
    const changed = fields.filter((_, n) => (draw.some + 1) & (1 << n));
    const none = { name: null, email: null, mobileNumber: null, memberId: null };
    await changeProfile(till, userOf(person, draw), {
      ...{ gender: null, birthday: null, postalCode: null, extraData: { note: person.word } },
      ...{ allowNewsletters: null, allowSmsMarketing: null, allowWhatsappMarketing: null },
      ...{ ...none, address: `Jalan ${person.word} 2`, notes: saidOf(person) },
      ...Object.fromEntries(changed.map((field) => [field, next[field]])),
    });
    for (const field of changed) person[field] = next[field];
    person.changes++;
  },
  edit: async (_, person, { who }, { staff }) => {
    const { email, mobileNumber } = identityOf(who, person.changes + 1);
    await editCustomer(staff, { customerId: person.id, email, mobileNumber });
    Object.assign(person, { email, mobileNumber, changes: person.changes + 1 });
  },
  block: async (_, person, { flag }, { staff }) => {
    const block = { customerId: person.id, reason: saidOf(person) };
    await blockCustomer(staff, { ...block, isBlocked: flag });
  },
  otp: async (_, person, draw, { till }) => {
    const input = { purpose: "pin", type: "email", templateCode: "otp" } as const;
    await requestOtp(till, { ...input, user: userOf(person, draw) });
  },
  level: async ({ level }, person, draw, { till }) => {
    const input = { level, upgradeOnly: false, endDate: null };
    await setLevel(till, { ...input, user: userOf(person, draw) });
  },
  issue: async (history, person, draw, { till }) => {
    const { vouchers } = await issueToCustomer(till, {
      ...{ user: userOf(person, draw), templateId: history.template.id, quantity: 1 },
      ...{ startDate: null, today: null, notes: saidOf(person), value: null },
    });
    history.vouchers.get(person.id)?.push(...vouchers.map(({ id }) => id));
  },
  withdraw: async ({ vouchers }, person, { some }, { staff }) => {
    const voucherId = nth(vouchers.get(person.id) ?? [], some);
    if (voucherId === undefined) return false;
    return withdrawVoucher(staff, { voucherId, reason: saidOf(person) });
  },
  registerAgain: async (_, person, { flag }, { till }) => {
    const user = flag ? person.email : person.mobileNumber;
    await registerInPart(till, { user, sendsMessage: false, employeeCode: null });
  },
  expire: async (_, __, ___, { till }) => {
    await expireDueStamps(till);
  },
} satisfies Readonly<Record<string, Step>>;

type StepName = keyof typeof steps;
export const stepNames = Object.keys(steps) as StepName[];
export const stepOf = (name: StepName): Step => steps[name];
