import type { CoreContext } from "@stampbook/core/context";
import type { TextStatement } from "@stampbook/db";
import { emailOf, holderOf, shop } from "../stage/things.ts";

export const CUSTOMERS = 10_000;

/** The numbers of calls in a statement. */
export const sizes = [1, 16, 64] as const;

type Batch = { readonly statement: TextStatement; readonly values: readonly unknown[] };

/** The statements that batches of each size send; no call is in two batches of a size. */
export type Recorded = readonly { readonly size: number; readonly batches: readonly Batch[] }[];

/** A function of the core that makes a call of an operation. */
export type Verb = (ctx: CoreContext, ...input: readonly unknown[]) => Promise<unknown>;

const by = (n: number) => ({ user: emailOf(holderOf(n, CUSTOMERS)), store: shop.store });
const plain = { invoiceNumber: null, channel: null, extraData: null, requestId: null };
const ofTemplate = { templateId: 1, quantity: 1, startDate: null, today: null, notes: null };

/** A sale with an item and a payment. */
const sale = {
  people: 1,
  soldAt: null,
  total: "95000.00",
  subtotal: null,
  discount: null,
  serviceCharge: null,
  tax: null,
  channel: null,
  type: null,
  items: [
    {
      product: "Kopi",
      quantity: "1.000",
      subtotal: "95000.00",
      stamps: null,
      isEligible: true,
      extraData: null,
    },
  ],
  payments: [{ method: "cash", value: "95000.00", countsForLevels: true }],
  stamps: null,
  employeeCode: null,
  extraData: null,
};

/** A registration, without what names the member. */
const registration = {
  ...{ name: "Ayu", mobileNumber: null, gender: "", address: "", birthday: null, postalCode: "" },
  ...{ notes: "", isActive: true, store: shop.store, password: null, pin: null },
  ...{ referralCode: null, employeeCode: null, newsletters: null, smsMarketing: null },
  ...{ whatsappMarketing: null, method: null, messageTemplate: null, extraData: null },
};

/** Stores among which bookings are spread: each takes 60 a minute. */
export const STORES = 4;

const booking = {
  ...{ user: "guest@example.com", date: "2030-11-21", time: "19:30" },
  ...{ numberOfPeople: 4, notes: null },
};

const newcomer = {
  ...{ name: "Ayu", mobileNumber: null, gender: "", address: "", birthday: null, notes: "" },
};

/** A change of a profile that changes nothing but a name. */
const renamed = (n: number) => ({
  ...{ email: null, mobileNumber: null, memberId: null, birthday: null, gender: null },
  ...{ address: null, postalCode: null, notes: null, extraData: null, name: `Ayu ${n}` },
});

/**
 * The operations that can be compared: the core's function, and its input for call `n`. An input has the fields
 * of all revisions, and each reads its own.
 */
export const operations: Readonly<Record<string, readonly [verb: string, (n: number) => object]>> =
  {
    "redeem-voucher": ["redeemVoucher", (n) => ({ ...plain, ...by(n), voucher: n })],
    "redeem-reward": [
      "redeemReward",
      (n) => ({ ...plain, ...by(n), reward: 1, qty: 1, stamps: null }),
    ],
    "set-level": [
      "setLevel",
      (n) => ({ ...by(n), level: 100, upgradeOnly: false, endDate: "2999-12-31", store: null }),
    ],
    "register-member": [
      "registerMember",
      (n) => ({ ...registration, email: `new${n}@example.com`, memberId: `NEW-${n}` }),
    ],
    "add-award": ["addAward", (n) => ({ ...by(n), stamps: 1, notes: null, expiresOn: null })],
    "add-invoice-number": [
      "addInvoiceNumber",
      (n) => ({ redemptionId: n, invoiceNumber: `INV-${n}` }),
    ],
    "add-sale": ["addSale", (n) => ({ ...by(n), ...sale, invoiceNumber: `INV-${n}` })],
    "cancel-redemption": [
      "cancelRedemption",
      (n) => ({ redemptionId: n, createReplacementVoucher: false, reason: null }),
    ],
    "add-booking": [
      "addBooking",
      (n) => ({ ...booking, store: shop.store + (n % STORES), phone: `0812${10_000_000 + n}` }),
    ],
    "confirm-booking": ["confirmBooking", (n) => ({ id: n, revision: 1 })],
    "add-customer": [
      "addCustomer",
      (n) => ({ ...newcomer, email: `new${n}@example.com`, memberId: `NEW-${n}` }),
    ],
    "change-profile": ["changeProfile", (n) => [emailOf(holderOf(n, CUSTOMERS)), renamed(n)]],
    "save-payment-method": [
      "savePaymentMethod",
      (n) => ({ code: `METHOD-${n}`, name: "Card", earns: true }),
    ],
    "issue-to-customer": ["issueToCustomer", (n) => ({ ...by(n), ...ofTemplate, value: null })],
  };
