import { exportMerchant } from "@stampbook/core/moving";
import type { Db } from "@stampbook/db";
import { createTestDatabase, type TestDatabase } from "@stampbook/db/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPresenter } from "../../src/cli/merchant-file/present-part.ts";
import { depsOf, documentWith, importedOf, type Json } from "./office.ts";

const atImport = "an imported row is as old as the import";

/** The tables whose columns are all in a file, except these, each with the reason. */
const excused: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  merchants: { created_at: atImport },
  levels: {},
  stores: {},
  customers: {
    created_at: "the moment of the membership is used",
    referrer_id: "the referrer may stand later in the file",
  },
  memberships: { entry_number: "the ledger begins anew, with the lots" },
  voucher_templates: { created_at: atImport },
  rewards: { created_at: atImport },
  vouchers: {
    created_at: atImport,
    issued_by_redemption_id: "redemptions do not move",
    issued_by_line: "redemptions do not move",
    issued_by_transaction_id: "what issued a voucher does not move",
    replaces_redemption_id: "redemptions do not move",
  },
  transactions: {
    discount: "shown only",
    service_charge: "shown only",
    tax: "shown only",
    people: "shown only",
    channel: "shown only",
    type: "shown only",
    employee_code: "shown only",
    extra_data: "shown only",
    stamps_paid_off: "the debts that are left are moved",
    stamps_sent: "an imported sale has no rule",
    rule: "an imported sale has no rule",
    multiplier: "an imported sale has no rule",
    earn_limit: "an imported sale has no rule",
    programme: "an imported sale has no rule",
    digest: "the file lacks parts of the content",
    created_at: "the sale's own time is used",
    created_by: "always `import`",
    canceled_at: "the moment of the import",
    canceled_by: "always `import`",
  },
  promo_codes: { created_at: atImport, uses: "`max_uses` is exported as what is left" },
  payment_methods: { created_at: atImport },
};

/** A merchant with a value of its own in every field, and one with the fewest fields. */
function documents() {
  const least = documentWith({
    customers: [{ id: 1 }],
    voucher_templates: [{ id: 1, name: "Bun" }],
    rewards: [{ id: 1, code: "R1", name: "Bun" }],
    vouchers: [{ id: 1, voucher_template: 1, code: "V1" }],
    promo_codes: [{ id: 1, code: "P1", name: "Promo" }],
    payment_methods: [{ code: "CASH" }],
  });
  const sale = {
    id: 1,
    invoice_number: "I1",
    created: "2026-03-01T05:00:00Z",
    total_value: "9.00",
  };
  const open = { ...sale, store: least.stores[0]?.id, status: "Open" };
  return { full: fullDocument(), least: { ...least, transactions: [open] } };
}

function fullDocument() {
  const { merchant, stores } = documentWith();
  const [store] = stores;
  const limits = { stores: [store?.id], channels: [2] };
  const period = { start_date: "2026-01-01", end_date: "2027-12-31" };
  const extra_data = { sku: "KB-01" };
  const customer = {
    id: 2,
    member_id: "M2",
    other_member_ids: ["M3"],
    email: "rina@example.com",
    mobile_number: "+6581234567",
    name: "Rina",
    gender: "female",
    address: "Jl Raya 1",
    birthday: "1989-10-01",
    picture_url: "https://example.com/rina.png",
    is_active: false,
    allow_newsletters: true,
    allow_sms_marketing: true,
    allow_whatsapp_marketing: true,
    postal_code: "12730",
    notes: "Nut allergy",
    email_is_verified: true,
    phone_is_verified: true,
    extra_data,
    registration_method: "qr",
    registering_store: store?.id,
    registering_employee_code: "7",
    membership: {
      level: 200,
      status: 300,
      stamps: 9,
      stamps_owed: 4,
      balance: "5.00",
      tags: ["vip"],
      referral_code: "R-2",
      start_date: "2016-07-25",
      is_blocked: true,
      created: "2016-07-25T03:00:00Z",
      level_until: "2097-01-31",
      lots: [{ stamps: 9, expires_on: "2098-03-01" }],
    },
  };
  const texts = { description: "A bun", terms_and_conditions: "One each", instructions: "Show it" };
  return {
    merchant: { ...merchant, country: "SG", timezone: "Asia/Singapore", currency: "SGD", ...rules },
    levels: [
      {
        level: 200,
        name: "Gold",
        earn_multiplier: "1.50",
        spending_to_reach: "9.00",
        keep_months: 6,
      },
    ],
    stores: [
      {
        ...store,
        name: "Losari",
        display_name: "Kopi Losari",
        area: "Ujung Pandang",
        address: "Jl Penghibur 1",
        phone: "0411 871 000",
        email: "losari@example.com",
        timezone: "Asia/Makassar",
        is_active: false,
        largest_party: 8,
        opening_hours: { 1: [{ from: "11:00", to: "14:30" }] },
        special_days: [
          { date: "2027-12-24", hours: [{ from: "09:00", to: "12:00" }], name: "Christmas Eve" },
        ],
        slot_minutes: 30,
        covers_per_slot: 40,
      },
    ],
    customers: [
      customer,
      { id: 3, registration_status: "Partial" },
      { id: 4, name: "Anonymized customer", anonymized_at: "2026-03-01T05:00:00Z" },
    ],
    voucher_templates: [
      {
        id: 2,
        name: "Gift",
        value: "10.00",
        is_dynamic: true,
        validity_days: 31,
        ...texts,
        picture_url: "https://example.com/gift.png",
        short_description: "x",
        extra_data,
        ...limits,
      },
    ],
    rewards: [
      {
        id: 2,
        code: "R2",
        name: "Gift",
        stamps_to_redeem: 2,
        voucher_template: 2,
        ...limits,
        description: "A gift",
        terms: "One each",
        price: "12.00",
        is_visible: false,
        image_url: "https://example.com/a.png",
        landscape_url: "https://example.com/b.png",
        is_active: false,
        extra_data,
        ...period,
      },
      { id: 3, code: "R3", name: "Any", kind: "flexible" },
    ],
    vouchers: [
      {
        id: 2,
        voucher_template: 2,
        code: "V2",
        customer: 2,
        value: "10.00",
        notes: "A birthday",
        remaining_value: "0.00",
        redeemed_at: "2026-03-01T05:00:00Z",
        is_active: false,
        ...period,
      },
    ],
    transactions: [
      {
        id: 2,
        store: store?.id,
        customer: 2,
        invoice_number: "I2",
        total_value: "10.00",
        created: "2026-03-02T17:30:00Z",
        business_day: "2026-03-02",
        sub_total: "8.00",
        spending: "4.00",
        stamps_earned: 3,
        status: "Canceled",
        superseded_by: 3,
      },
    ],
    promo_codes: [
      {
        id: 2,
        code: "P2",
        name: "Rp 100",
        description: "Rp 100 off",
        is_active: false,
        max_uses: 9,
        ...limits,
        extra_data,
        start_time: "10:00:00",
        end_time: "12:00:00",
        max_uses_per_customer: 1,
        ...period,
      },
    ],
    payment_methods: [{ code: "GIFT", name: "Gift card", eligible_for_points: false }],
  };
}

const rules = {
  settings: {
    pin_max_attempts: 4,
    pin_lifetime_attempts: 40,
    pin_refuse_common: true,
    otp_ttl_seconds: 200,
    otp_max_attempts: 4,
    otp_requests_per_hour: 4,
    redemption_pin_authorization: true,
    cashier_cancel_hours: 12,
    booking_undo_minutes: 30,
    booking_links: false,
    booking_cancel_minutes: 90,
    booking_reminder_hours: 24,
    cashier_sale_stamps: 200,
    cashier_sale_total: 5_000_000,
    cashier_stamps_per_day: 9_000,
    notify_credential_changes: false,
    notify_template_code: "changed",
    keep_bookings_days: 10,
    keep_refusals_days: 11,
    keep_audit_days: 12,
    keep_events_days: 13,
    second_factor_roles: ["owner"],
    sms_countries: ["MY"],
    guesses_per_minute: 90,
    blocked_pins_per_day: 70,
    suggestions_per_minute: 240,
    customers_shown_per_minute: 2_400,
    customers_shown_per_day: 50_000,
    accept_token_in_message: true,
    lock_after_minutes: 5,
    one_redemption_per_invoice: true,
    partial_may_redeem: true,
    member_id_prefix: "KK-",
    marketing_default: true,
    spent_stamps_on_cancel: "owe",
    spent_stamps_on_return: "zero",
  },
  programme: {
    earn_amount: "10000.50",
    earn_stamps: 3,
    earn_on: "subtotal",
    earn_max_per_day: 90,
    earn_max_per_transaction: 40,
    accept_stamps_from_pos: false,
    stamps_valid_days: 180,
  },
};

type Row = Readonly<Record<string, unknown>>;

async function rowsOf(db: Db, table: string, merchantId: number): Promise<readonly Row[]> {
  const key = table === "merchants" ? "id" : "merchant_id";
  const found = await db.execute(
    `select to_jsonb(x) as row from ${table} x where ${key} = ${merchantId} order by to_jsonb(x)::text`,
  );
  return [...(found as unknown as Iterable<{ row: Row }>)].map(({ row }) => row);
}

describe.each(Object.entries(excused))("every column of %s", (table, reasons) => {
  const isMoved = (column: string) => !Object.hasOwn(reasons, column);

  test("is in the file, or excused", async () => {
    const full = await rowsOf(from.db, table, document.merchant.id);
    const [least = {}] = await rowsOf(from.db, table, leastId);
    const columns = Object.keys(least);
    expect(columns).toEqual(expect.arrayContaining(Object.keys(reasons)));
    const isSet = (column: string) =>
      full.some((row) => JSON.stringify(row[column]) !== JSON.stringify(least[column]));
    expect(columns.filter((column) => isMoved(column) && !isSet(column))).toEqual([]);
  });

  test("has the same value after an export and an import", async () => {
    const moved = (rows: readonly Row[]) =>
      rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => isMoved(name))));
    const before = await rowsOf(from.db, table, document.merchant.id);
    const after = await rowsOf(to.db, table, document.merchant.id);
    expect(before.length).toBeGreaterThan(0);
    expect(moved(after)).toEqual(moved(before));
  });
});

test("a customer is as old as the membership", async () => {
  const [customer] = await rowsOf(to.db, "customers", document.merchant.id);
  expect(customer).toMatchObject({ id: 2, created_at: "2016-07-25T03:00:00+00:00" });
});

let from: TestDatabase;
let to: TestDatabase;
let document: ReturnType<typeof fullDocument>;
let leastId = 0;

beforeAll(async () => {
  [from, to] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const { full, least } = documents();
  document = full;
  leastId = least.merchant.id;
  for (const each of [full, least]) await importedOf(depsOf(from), each);
  const present = createPresenter();
  let text = "";
  await exportMerchant(depsOf(from), full.merchant.id, async (part) => {
    text += present(part);
  });
  await importedOf(depsOf(to), JSON.parse(text) as Json);
});
afterAll(() => Promise.all([from?.close(), to?.close()]));
