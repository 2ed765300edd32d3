import { schema } from "@stampbook/db";
import { getTableColumns, getTableName, is, sql } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { afterEach, describe, expect, it } from "vitest";
import { addAward, adjustStamps, deductStamps } from "../../earning/awards/index.ts";
import { addSale } from "../../earning/sales/index.ts";
import type { CoreContext, Merchant } from "../../foundation/context.ts";
import { Secret } from "../../foundation/secret.ts";
import {
  blockCustomer,
  editCustomer,
  getCustomer,
  searchCustomers,
} from "../../people/customers/index.ts";
import { validatePin } from "../../people/pin/index.ts";
import { addInvoiceNumber, redeemVoucher } from "../../spending/redeeming/index.ts";
import { credentialsIn } from "../../testing/credentials.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { generalPlan, refusalOf } from "../../testing/index.ts";
import { interrupted } from "../../testing/waiting/interrupted.ts";
import { impersonal } from "./impersonal.ts";
import { anonymizeCustomer, exportCustomer } from "./index.ts";
import { bookingChanges, type Erasure, erasures, searches } from "./personal-columns.sql.ts";

let onStatement = (_text: string) => {};
const t = harnessOfFile({ isOwn: true, onStatement: (text) => onStatement(text) });
afterEach(() => {
  onStatement = () => {};
});

const allErasures: readonly Pick<Erasure, "table" | "leaves">[] = [
  ...Object.values(searches),
  ...erasures,
  bookingChanges,
];

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** Types of columns that cannot contain personal data: numbers, flags and times. */
const cannotHoldWords =
  /^Pg(BigInt53|Integer|Boolean|Numeric|Timestamp(String)?|Time|SmallInt|Real|DoublePrecision)$/;

/** Columns that could contain a customer's data, as `table.column`. */
function columnsWithWords(): string[] {
  return Object.values(schema).flatMap((table) => {
    if (!is(table, PgTable)) return [];
    return Object.entries(getTableColumns(table))
      .filter(([, column]) => {
        const { baseColumn } = column as { baseColumn?: { columnType: string } };
        return !cannotHoldWords.test((baseColumn ?? column).columnType);
      })
      .map(([key, column]) => `${getTableName(table)}.${column.name || snake(key)}`)
      .map(snake);
  });
}

function isClassified(place: string): boolean {
  const [table = "", column = ""] = place.split(".");
  const named = impersonal[table] ?? [];
  if (named.some((name) => name.startsWith("* ")) || named.includes(column)) return true;
  const erasure = allErasures.find((one) => one.table === table);
  return !!erasure && (erasure.leaves === "nothing" || column in erasure.leaves);
}

const NAME = "Canary Wibowo";
const EMAIL = "canary.wibowo@example.com";
const MOBILE = "+6281234567890";
const MEMBER = "CANARYMEMBER1";
const SECOND_MEMBER = "CANARYMEMBER2";

/** Makes a customer with personal data in every column that can contain it. */
async function planted() {
  const merchant = await t.given.merchant();
  const ctx = t.as(merchant);
  const store = await t.given.store(merchant);
  const customer = await t.given.customer(
    merchant,
    {
      name: NAME,
      email: EMAIL,
      memberId: MEMBER,
      otherMemberIds: [SECOND_MEMBER],
      mobileNumber: MOBILE,
      gender: "canary-gender",
      address: "canary-address",
      birthday: "1987-06-05",
      pictureUrl: "https://example.com/canary-picture.png",
      postalCode: "canary-postal",
      notes: "canary-notes",
      ...{ emailIsVerified: true, phoneIsVerified: true },
      extraData: { who: "canary-profile" },
    },
    { tags: ["canary-tag"], referralCode: "canary-referral", stamps: 7 },
  );
  const own = { merchantId: merchant.id, customerId: customer.id };
  const template = await t.given.template(merchant);
  const voucher = await t.given.voucher(merchant, {
    voucherTemplateId: template.id,
    customerId: customer.id,
  });
  const redeemed = await redeemVoucher(t.keyed(merchant, "canary-key"), {
    ...anyRedemption(store.id),
    user: EMAIL,
    voucher: voucher.id,
    extraData: { who: "canary-extra" },
  });
  await addInvoiceNumber(t.keyed(merchant, "canary-invoice-key"), {
    redemptionId: redeemed.redemption.id,
    invoiceNumber: "INV-2",
  });
  await t.db.execute(sql`update redemption_lines set request_id = 'canary-request'
    where merchant_id = ${merchant.id}`);
  const item = { product: "TEA", quantity: "1.000", subtotal: "5.00", stamps: null };
  await addSale(ctx, {
    ...{ user: EMAIL, store: store.id, invoiceNumber: "INV-1", people: 1, soldAt: null },
    ...{ total: "5.00", subtotal: null, discount: null, serviceCharge: null, tax: null },
    ...{ channel: null, type: null, stamps: null, employeeCode: null },
    items: [{ ...item, isEligible: true, extraData: { note: "canary-item" } }],
    payments: [{ method: "CASH", value: "5.00", countsForLevels: true }],
    extraData: { note: "canary-sale" },
  });
  const gift = { user: EMAIL, store: store.id, stamps: 2, expiresOn: null };
  await addAward(ctx, { ...gift, notes: "canary-award" });
  const less = { user: EMAIL, stamps: 1, notes: "canary-deduction" };
  await deductStamps(t.keyed(merchant, "canary-deduction-key"), less);
  const at = "2026-11-01T00:00:00Z";
  const id = 5;
  await t.db.insert(schema.passwords).values({ ...own, verifier: "canary-password" });
  await t.db.insert(schema.pins).values({ ...own, verifier: "canary-pin" });
  await t.db
    .insert(schema.oneTimePasswords)
    .values({ ...own, purpose: "pin", mac: "canary-mac", expiresAt: at });
  await t.db.insert(schema.otpAllowances).values({ ...own, requestedAt: [at] });
  await t.db
    .insert(schema.redemptionAuthorizations)
    .values({ ...own, id, requestId: "canary-authorization", expiresAt: at });
  await t.db.insert(schema.outboxMessages).values({
    ...own,
    id: "m1",
    kind: "notice",
    channel: "email",
    templateCode: "notice",
    recipient: EMAIL,
    payload: "canary-payload",
    lastError: "canary-error",
    nextAttemptAt: at,
    expiresAt: at,
  });
  const booking = {
    merchantId: merchant.id,
    storeId: store.id,
    date: "2026-11-02",
    time: "19:00",
    numberOfPeople: 2,
    notes: "canary-notes",
  };
  await t.db.insert(schema.bookings).values([
    { ...booking, id: 1, customerId: customer.id, claim: "canary-claim", phone: "canary-phone" },
    { ...booking, id: 2, claim: EMAIL.toUpperCase(), phone: "1" },
    { ...booking, id: 3, claim: "friend@example.com", phone: "0812-3456-7890" },
    { ...booking, id: 4, claim: "other@example.com", phone: "0812-0000", notes: "another's" },
    { ...booking, id: 5, claim: "a friend", phone: "2" },
  ]);
  const change = { merchantId: merchant.id, statusBefore: "Requested", status: "Confirmed" };
  await t.db.insert(schema.bookingChanges).values(
    Object.entries({
      3: { notes: ["", "canary-change"] },
      4: { notes: ["", "another's"] },
      5: { phone: ["0812-3456-7890", "2"] },
    }).map(([bookingId, fields]) => ({
      ...{ ...change, bookingId: Number(bookingId), revision: 2, changedBy: "staff:ani", fields },
    })),
  );
  await t.db.insert(schema.idempotencyKeys).values({
    merchantId: merchant.id,
    operation: "bookings.add",
    key: "canary-booking-key",
    fingerprint: "f",
  });
  await t.db.insert(schema.idempotencyOutcomes).values({
    merchantId: merchant.id,
    operation: "bookings.add",
    key: "canary-booking-key",
    outcome: { frame: {}, changed: { id: 3, claim: "friend@example.com" } },
  });
  await t.db.insert(schema.refusals).values([
    { ...own, id: 1, operation: "o", code: "c", message: "canary-message", caller: "token:1" },
    {
      merchantId: merchant.id,
      id: 2,
      operation: "o",
      code: "c",
      message: "m",
      found: `the user ${EMAIL}`,
      caller: "token:1",
    },
  ]);
  await t.db.insert(schema.replacementReviews).values({
    merchantId: merchant.id,
    redemptionId: redeemed.redemption.id,
    reason: "canary-review",
    canceledAt: at,
  });
  const entry = { merchantId: merchant.id, action: "a", actor: "token:1", reason: "canary-reason" };
  await t.db.insert(schema.auditEntries).values([
    {
      ...entry,
      id: 9_001,
      subject: `customer ${customer.id}`,
      details: { name: "canary-details" },
    },
    { ...entry, id: 9_002, subject: "booking 3" },
    { ...entry, id: 9_003, subject: `redemption ${redeemed.redemption.id}` },
    { ...entry, id: 9_004, subject: `voucher ${voucher.id}` },
    { ...entry, id: 9_005, subject: "message m1", details: { to: MOBILE } },
  ]);
  return { merchant, ctx, store, customer, voucher };
}

const anyRedemption = (store: number) => ({
  store,
  channel: null,
  invoiceNumber: null,
  extraData: null,
  requestId: null,
  pin: null,
});

/** Returns every row of every table, as text. */
async function dump(): Promise<string> {
  const tables = await t.db.execute(
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  );
  const rows = await Promise.all(
    [...(tables as unknown as Iterable<{ name: string }>)].map(async ({ name }) => [
      name,
      await t.db.execute(sql`select x::text as row from ${sql.identifier(name)} x`),
    ]),
  );
  return JSON.stringify(rows);
}

/** Returns the texts of the statements that `work` sends. */
async function sentBy(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  onStatement = (text) => texts.push(text);
  await work();
  onStatement = () => {};
  return texts;
}

const canaries = /canary[\w@.-]*|1987-06-05|81234567890|0812-3456-7890|friend@example/gi;

const anonymize = (ctx: CoreContext, customerId: number, confirmation = NAME) =>
  anonymizeCustomer(ctx, { customerId, reason: "asked for it", confirmation });

describe("a customer's personal data", () => {
  const wordless = [
    ...["status", "is_blocked", "is_active", "anonymized_at"],
    ...["email_is_verified", "phone_is_verified"],
  ];

  it("M14: every column that can hold words is classified, and none that is not there", () => {
    const columns = columnsWithWords();
    expect(columns.filter((place) => !isClassified(place))).toEqual([]);
    const tables = new Set(columns.map((place) => place.split(".")[0]));
    expect(tables).toContain("customers");
    for (const { table, leaves } of allErasures) {
      expect(tables).toContain(table === "otp_allowances" ? "customers" : table);
      for (const column of leaves === "nothing" ? [] : Object.keys(leaves))
        if (!wordless.includes(column)) expect(columns).toContain(`${table}.${column}`);
    }
  });

  it("M14: is gone everywhere once they are anonymized, and the ledgers stay", async () => {
    const { merchant, ctx, customer } = await planted();
    const other = await t.given.customer(merchant, { name: "Somebody Else" });
    expect((await dump()).match(canaries)?.length).toBeGreaterThan(30);
    const ledger = await t.db.query.stampEntries.findMany();
    await anonymize(ctx, customer.id);
    expect((await dump()).match(canaries)).toEqual(null);
    expect(await t.db.query.stampEntries.findMany()).toEqual(ledger);
    const redemptions = await t.db.query.redemptions.findMany();
    expect(redemptions).toMatchObject([{ customerId: customer.id, status: "Created" }]);
    const bookings = await t.db.query.bookings.findMany({ orderBy: (row) => row.id });
    expect(bookings.map(({ claim, notes }) => [claim, notes])).toEqual([
      ["", null],
      ["", null],
      ["", null],
      ["other@example.com", "another's"],
      ["", null],
    ]);
    const changes = await t.db.query.bookingChanges.findMany({ orderBy: (row) => row.bookingId });
    expect(changes.map(({ fields }) => fields)).toEqual([{}, { notes: ["", "another's"] }, {}]);
    expect(await getCustomer(ctx, other.id)).toMatchObject({ customer: { name: "Somebody Else" } });
  });

  it("S14 (M14): is found under the identifiers of before, unless they are another's now", async () => {
    const { merchant, ctx, store, customer } = await planted();
    const former = "canary.before@example.com";
    const given = "now.of.another@example.com";
    await editCustomer(ctx, {
      customerId: customer.id,
      email: former,
      mobileNumber: "+6285770001234",
    });
    await editCustomer(ctx, { customerId: customer.id, email: given });
    await editCustomer(ctx, { customerId: customer.id, email: EMAIL, mobileNumber: MOBILE });
    const other = await t.given.customer(merchant, { email: given });
    const row = {
      ...{ merchantId: merchant.id, storeId: store.id, date: "2026-11-02", time: "19:00" },
      ...{ numberOfPeople: 2, notes: "allergic to nuts" },
    };
    await t.db.insert(schema.bookings).values([
      { ...row, id: 11, claim: former.toUpperCase(), phone: "1" },
      { ...row, id: 12, claim: "a friend", phone: "0857 7000 1234" },
      { ...row, id: 13, claim: given, phone: "2" },
      { ...row, id: 14, claim: "other", phone: "0857 7000 1234", customerId: other.id },
    ]);
    const file = await exportCustomer(ctx, { customerId: customer.id });
    expect(JSON.stringify(file)).toContain("0857 7000 1234");
    await anonymize(ctx, customer.id);
    const left = await t.db.query.bookings.findMany({
      where: (b, { and, eq, gt }) => and(eq(b.merchantId, merchant.id), gt(b.id, 10)),
      orderBy: (b) => b.id,
    });
    expect(left.map(({ notes }) => notes)).toEqual([
      null,
      null,
      "allergic to nuts",
      "allergic to nuts",
    ]);
    expect((await dump()).includes(former)).toBe(false);
  });

  it("S14 (M14): the key of a registration or change, whose outcome has only an id, is deleted", async () => {
    const { merchant, ctx, customer } = await planted();
    const kept = [
      ["members.register", "kreg-canary", customer.id],
      ["members.changeProfile", "kchange-canary", customer.id],
      ["customers.add", "kadd-canary", customer.id],
      ["members.register", "another's", customer.id + 1],
      ["redemptions.redeemReward", "with that id", customer.id],
    ] as const;
    for (const [operation, key, id] of kept) {
      const row = { merchantId: merchant.id, operation, key };
      await t.db.insert(schema.idempotencyKeys).values({ ...row, fingerprint: "f" });
      await t.db
        .insert(schema.idempotencyOutcomes)
        .values({ ...row, outcome: { frame: {}, changed: { id } } });
    }
    await anonymize(ctx, customer.id);
    const left = await t.db.query.idempotencyKeys.findMany({
      where: (row, { eq }) => eq(row.merchantId, merchant.id),
      orderBy: (row) => row.key,
    });
    expect(left.map(({ key }) => key)).toEqual(["another's", "with that id"]);
  });

  it("M14: is on the record as an event without the data itself", async () => {
    const { merchant, ctx, customer } = await planted();
    await anonymize(ctx, customer.id);
    const event = await t.db.query.securityEvents.findFirst({
      where: (row, { eq }) => eq(row.merchantId, merchant.id),
    });
    const subject = `customer ${customer.id}`;
    expect(event).toMatchObject({ what: "customer-anonymized", subject, details: {} });
    const entries = await t.db.query.auditEntries.findMany({
      where: (row, { and, eq }) => and(eq(row.merchantId, merchant.id), eq(row.id, event?.id ?? 0)),
    });
    expect(entries).toMatchObject([
      { action: "customers.anonymize", subject, reason: "asked for it" },
    ]);
  });

  it("M14: needs the customer's name typed, and is refused a second time", async () => {
    const { ctx, customer } = await planted();
    const wrong = await refusalOf(anonymize(ctx, customer.id, "canary wibowo"));
    expect(wrong).toMatchObject({ code: "invalid", field: "confirmation" });
    expect(await getCustomer(ctx, customer.id)).toMatchObject({ customer: { name: NAME } });
    await anonymize(ctx, customer.id, String(customer.id));
    expect((await refusalOf(anonymize(ctx, customer.id))).code).toBe("invalid_user");
  });

  it("M14: afterwards every operation answers as for an unknown user", async () => {
    const { merchant, ctx, store, customer, voucher } = await planted();
    await anonymize(ctx, customer.id);
    const nobody = 987_654_321;
    const attempts = (id: number): readonly (() => Promise<unknown>)[] => [
      () => redeemVoucher(ctx, { ...anyRedemption(store.id), user: id, voucher: voucher.id }),
      () => validatePin(ctx, { user: String(id), pin: new Secret("123456") }),
      () => getCustomer(ctx, id),
      () => editCustomer(ctx, { customerId: id, name: "Back" }),
      () => blockCustomer(ctx, { customerId: id, isBlocked: false, reason: "back" }),
      () => adjustStamps(ctx, { customerId: id, delta: 1, reason: "back" }),
      () => exportCustomer(ctx, { customerId: id }),
    ];
    for (const [at, attempt] of attempts(customer.id).entries())
      expect(await refusalOf(attempt())).toEqual(
        await refusalOf((attempts(nobody)[at] ?? attempt)()),
      );
    const all = { level: null, status: null, isBlocked: null, tag: null, after: null, limit: 50 };
    for (const text of ["", "Anonymized", String(customer.id), EMAIL, MEMBER])
      expect((await searchCustomers(ctx, { ...all, text })).items).toEqual([]);
    expect(await rowsOf(merchant, customer.id)).toMatchObject({ name: "Anonymized customer" });
  });

  it("M14: is not touched at another merchant, who may have the same customer", async () => {
    const { ctx, customer } = await planted();
    const other = await planted();
    await anonymize(ctx, customer.id);
    expect(await exportCustomer(other.ctx, { customerId: other.customer.id })).toMatchObject({
      profile: { name: NAME },
      identifiers: {
        email: EMAIL,
        memberId: MEMBER,
        otherMemberIds: [SECOND_MEMBER],
        mobileNumber: MOBILE,
      },
    });
    expect((await refusalOf(anonymize(ctx, other.customer.id))).code).toBe("invalid_user");
    // removes this customer's data, because other tests of this file search all rows for it
    await anonymize(other.ctx, other.customer.id);
  });

  it("M14: is exported whole, without secrets, and the export is an event", async () => {
    const { merchant, ctx, customer } = await planted();
    const text = JSON.stringify(await exportCustomer(ctx, { customerId: customer.id }));
    const secret = ["password", "pin", "mac", "payload", "authorization", "error"];
    const held = [
      "award",
      "deduction",
      "gender",
      "address",
      "postal",
      "profile",
      "sale",
      "item",
      "picture",
      "tag",
      "referral",
      "extra",
      "request",
      "notes",
    ];
    for (const word of [...held, "claim", "phone", "message", "reason", "details"])
      expect(text).toContain(`canary-${word}`);
    for (const word of secret) expect(text).not.toContain(`canary-${word}`);
    expect(text).toContain(`"cause":"opening"`);
    expect(text).toContain(`"emailIsVerified":true`);
    expect(text).toContain(`"phoneIsVerified":true`);
    expect(text).not.toContain("another's");
    const [event] = await t.db.query.securityEvents.findMany({
      where: (row, { eq }) => eq(row.merchantId, merchant.id),
    });
    expect(event).toMatchObject({
      what: "customer-exported",
      subject: `customer ${customer.id}`,
      actor: "token:1",
    });
    await anonymize(ctx, customer.id);
  });

  it("M14: is exported from every column that is emptied", async () => {
    const { ctx, customer } = await planted();
    const texts = await sentBy(() => exportCustomer(ctx, { customerId: customer.id }));
    const read = texts.join();
    const emptied = allErasures.flatMap(({ table, leaves }) =>
      leaves === "nothing" ? [] : Object.keys(leaves).map((column) => `"${table}"."${column}"`),
    );
    expect(emptied.filter((column) => !read.includes(column))).toEqual([
      // a copy of the reason in the audit log
      '"replacement_reviews"."reason"',
    ]);
    await anonymize(ctx, customer.id);
  });

  it("M14: a real PIN and password are forgotten too", async () => {
    const { merchant, customer, ctx, user } = await credentialsIn(t).customer();
    await anonymize(ctx, customer.id, String(customer.id));
    expect(await rowsOf(merchant, customer.id)).toMatchObject({ email: null });
    const pin = new Secret("318427");
    expect((await refusalOf(validatePin(ctx, { user, pin }))).code).toBe("invalid_user");
  });
});

describe("a merchant with more rows than one statement may read", () => {
  const inTwos = (ctx: CoreContext, customerId: number) =>
    anonymizeCustomer(ctx, { customerId, reason: "asked for it", confirmation: NAME }, 2);

  const searchesIn = (texts: readonly string[], table: string) =>
    texts.filter((text) => text.includes(` from ${table} x`) && /limit \$\d+/.test(text));

  it("M14: is read in pieces, along the primary key", async () => {
    const { merchant, ctx, customer } = await planted();
    const other = { merchantId: merchant.id, action: "a", actor: "token:1", subject: "s" };
    await t.db
      .insert(schema.auditEntries)
      .values(Array.from({ length: 5_000 }, (_, id) => ({ ...other, id: 20_000 + id })));
    await t.db.execute("analyze audit_entries");
    const texts = await sentBy(() => anonymize(ctx, customer.id));
    // a search reads 5,000 rows at once; the bookings fit into one read
    expect(searchesIn(texts, "bookings")).toHaveLength(1);
    const [search = "", ...further] = searchesIn(texts, "audit_entries");
    expect(further).toHaveLength(1);
    const plan = await generalPlan(t.open.url, search);
    expect(plan).toMatch(
      /Limit[\s\S]*Index Scan using audit_entries_merchant_id_id_pk on audit_entries x/,
    );
    expect(plan).not.toMatch(/Seq Scan on audit_entries/);
  });

  it("M14: reads nothing of the audit log past its indexes in the transaction", async () => {
    const { merchant, ctx, customer } = await planted();
    const old = { merchantId: merchant.id, action: "a", actor: "token:1", createdAt: "2026-01-01" };
    await t.db
      .insert(schema.auditEntries)
      .values(
        Array.from({ length: 5_000 }, (_, id) => ({ ...old, id: 20_000 + id, subject: `s ${id}` })),
      );
    await t.db.execute("analyze audit_entries");
    const texts = await sentBy(() => anonymize(ctx, customer.id));
    const afterwards = texts.slice(texts.findIndex((text) => text.includes("for update")));
    const reading = afterwards.filter((text) => text.includes("audit_entries"));
    expect(reading.length).toBeGreaterThan(1);
    for (const text of reading)
      expect(await generalPlan(t.open.url, text)).not.toMatch(/Seq Scan on audit_entries/);
  });

  it("M14: a crash between pieces is finished by calling again", async () => {
    for (let crashAt = 0, isDone = false; !isDone; crashAt++) {
      const { ctx, customer } = await planted();
      let sent = 0;
      onStatement = () => {
        if (sent++ === crashAt) throw new Error("crashed");
      };
      isDone = await inTwos(ctx, customer.id).then(
        () => true,
        () => false,
      );
      onStatement = () => {};
      if (isDone) expect(crashAt).toBeGreaterThan(20);
      else await inTwos(ctx, customer.id);
    }
    expect((await dump()).match(canaries)).toEqual(null);
  });

  it("M14: rows that are written while the pieces are read go too", async () => {
    const { merchant, ctx, store, customer } = await planted();
    const own = { merchantId: merchant.id, createdAt: sql`now()`.mapWith(String) };
    const entry = { ...own, action: "a", actor: "token:1" };
    const meanwhile = async () => {
      await t.db
        .insert(schema.auditEntries)
        .values({ ...entry, id: 20_000, subject: "s", reason: `told ${EMAIL}` });
      await t.db.insert(schema.refusals).values({
        ...own,
        id: 1_000,
        operation: "o",
        code: "c",
        message: EMAIL,
        caller: "token:1",
      });
      await t.db.insert(schema.bookings).values({
        ...own,
        id: 0,
        storeId: store.id,
        claim: EMAIL,
        phone: "1",
        date: "2100-01-01",
        time: "19:00",
        numberOfPeople: 2,
        notes: "canary-meanwhile",
      });
      await t.db
        .insert(schema.idempotencyKeys)
        .values({ ...own, operation: "a", key: "a", fingerprint: "f" });
      await t.db
        .insert(schema.idempotencyOutcomes)
        .values({ merchantId: merchant.id, operation: "a", key: "a", outcome: { to: EMAIL } });
    };
    await inTwos(interrupted(ctx, meanwhile), customer.id);
    expect((await dump()).match(canaries)).toEqual(null);
  });

  it("M14: identifiers that change meanwhile stop it, and calling again finishes it", async () => {
    const { ctx, customer } = await planted();
    const email = "canary.changed@example.com";
    const edited = interrupted(ctx, () => editCustomer(ctx, { customerId: customer.id, email }));
    expect(await refusalOf(inTwos(edited, customer.id))).toMatchObject({ code: "overloaded" });
    expect(await getCustomer(ctx, customer.id)).toMatchObject({ customer: { email } });
    await inTwos(ctx, customer.id);
    expect((await dump()).match(canaries)).toEqual(null);
  });

  it("M14: an export finds the same rows, in pieces", async () => {
    const { ctx, customer } = await planted();
    const texts = await sentBy(() => exportCustomer(ctx, { customerId: customer.id }));
    expect(searchesIn(texts, "audit_entries")).toHaveLength(1);
    const file = (await exportCustomer(ctx, { customerId: customer.id })) as {
      readonly audit: readonly { readonly subject: string }[];
    };
    expect(file.audit.map(({ subject }) => subject.replace(/\d+/, "")).sort()).toEqual([
      "booking ",
      // an entry by staff, an award and a deduction
      ...["customer ", "customer ", "customer "],
      "message m",
      "redemption ",
      "voucher ",
    ]);
    await anonymize(ctx, customer.id);
  });
});

function rowsOf({ id: merchantId }: Merchant, customerId: number) {
  return t.db.query.customers.findFirst({
    where: (row, { and, eq }) => and(eq(row.merchantId, merchantId), eq(row.id, customerId)),
  });
}
