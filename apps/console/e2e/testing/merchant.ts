import { readFileSync } from "node:fs";

const example = new URL("../../../../examples/merchant.json", import.meta.url);

/** The password of all members of staff in tests. */
export const PASSWORD = "correct horse battery";
export const people = {
  owner: "owner@example.com",
  manager: "manager@example.com",
  cashier: "cashier@example.com",
  pinCashier: "pin-cashier@example.com",
} as const;
/** A person who signs in with a passkey. `sign-in.setup.ts` saves no session for this person. */
export const guarded = { name: "Gita Prameswari", email: "gita@example.com" } as const;
/** A person who must set up a second factor in the screenshots. */
export const demanded = { name: "Hendra Wijaya", email: "hendra@example.com" } as const;
/** People for the test of a forgotten password: the first for its first run, the second for its retry. */
export const forgetful = [
  { name: "Intan Permata", email: "intan@example.com" },
  { name: "Joko Permata", email: "joko@example.com" },
] as const;
/** A person who works for both merchants. `sign-in.setup.ts` saves no session for this person. */
export const twice = { name: "Dewi Lestari", email: "twice@example.com", role: "manager" } as const;

type Row = Record<string, unknown>;
type Document = { merchant: Row & { settings: Row } } & Record<
  | "stores"
  | "staff"
  | "customers"
  | "rewards"
  | "voucher_templates"
  | "vouchers"
  | "promo_codes"
  | "levels",
  Row[]
>;

const read = (): Document => JSON.parse(readFileSync(example, "utf8"));
const withPassword = (person: Row) => ({ ...person, password: PASSWORD });

/** Past sales: one of a customer, one that has no customer yet, and a canceled one. */
const transactions = [
  {
    id: 1,
    store: 32,
    customer: 101,
    invoice_number: "INV-0901",
    total_value: "95000.00",
    created: "2026-03-01T05:30:00Z",
    stamps_earned: 9,
  },
  {
    id: 2,
    store: 32,
    customer: null,
    invoice_number: "INV-0902",
    total_value: "42000.00",
    created: "2026-03-01T06:10:00Z",
    status: "Open",
  },
  {
    id: 3,
    store: 33,
    customer: 102,
    invoice_number: "INV-0903",
    total_value: "68000.00",
    created: "2026-03-02T03:45:00Z",
    status: "Canceled",
  },
];

/** Returns the example merchant, whose staff have the password `PASSWORD`. */
export function exampleMerchant(): object {
  const document = read();
  const staff = [...document.staff, { ...guarded, role: "manager" }, twice];
  staff.push({ ...demanded, role: "manager" });
  staff.push(...forgetful.map((person) => ({ ...person, role: "cashier" })));
  // imported hours may have seconds, which the console's form cannot enter
  const promoCodes = document.promo_codes.map((row) =>
    row.code === "HAPPYHOUR" ? { ...row, end_time: "16:00:30" } : row,
  );
  // and an imported reward may have no code, and a picture's address that is not a full one
  const rewards = document.rewards.map((row) =>
    row.name === "New Year Tumbler"
      ? { ...row, code: "", image_url: "pictures/tumbler.png", landscape_url: "pictures/wide.png" }
      : row,
  );
  const templates = document.voucher_templates.map((row) =>
    row.name === "Rp 25,000 Off" ? { ...row, picture_url: "pictures/off.png" } : row,
  );
  const changed = {
    transactions,
    rewards,
    promo_codes: promoCodes,
    voucher_templates: templates,
  };
  return { ...document, ...changed, staff: staff.map(withPassword) };
}

/** Returns a small merchant where every redemption asks for the customer's PIN. */
export function merchantWithPins(): object {
  const { merchant, levels, stores, customers, rewards, vouchers, ...document } = read();
  const { voucher_templates: templates } = document;
  const isKaya = (row: Row) => row.voucher_template === 12;
  const isKnown = (row: Row) => row.customer === 123 || row.customer === 101;
  const known = customers.filter(({ id }) => id === 123 || id === 101);
  const withoutPin = customers.filter(({ id }) => id === 111).map(({ pin: _, ...row }) => row);
  return {
    merchant: {
      ...merchant,
      id: 2,
      name: "Teh Pinus",
      settings: { ...merchant.settings, redemption_pin_authorization: true },
    },
    levels,
    stores: stores
      .slice(0, 1)
      .map((store) => ({ ...store, id: 132, code: "PINUS", name: "Pinus" })),
    customers: [...known, ...withoutPin],
    rewards: rewards.filter(({ name }) => name === "Iced Coffee"),
    voucher_templates: templates
      .filter(({ id }) => id === 12)
      .map((row) => ({ ...row, stores: [] })),
    vouchers: vouchers.filter((row) => isKaya(row) && isKnown(row)),
    staff: [
      { email: people.pinCashier, name: "Cashier in Pinus", role: "cashier", stores: [132] },
      twice,
    ].map(withPassword),
  };
}
