import { readFile } from "node:fs/promises";
import { schema } from "@stampbook/db";
import { openClient } from "@stampbook/db/testing";
import { and, eq, like, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { runAudit } from "../../../foundation/audit/index.ts";
import type { Merchant } from "../../../foundation/context.ts";
import { addCustomer, changeProfile } from "../../../members/index.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { meansFor, refusalOf, untilWaiting } from "../../../testing/index.ts";
import { editCustomer, getCustomer, listClashingIdentifiers, renewIdentifiers } from "../index.ts";

const t = harnessOfFile();

const plain = { email: null, mobileNumber: null, memberId: null, gender: "", address: "" };
const person = { ...plain, name: "Ani", birthday: null };

async function setting() {
  const merchant = await t.given.merchant();
  const ctx = t.as(merchant);
  const add = (fields: Partial<Parameters<typeof addCustomer>[1]>) =>
    addCustomer(ctx, { ...person, ...fields });
  return { merchant, ctx, add, means: (text: string | number) => meansFor(ctx, text) };
}

const noChange = {
  ...{ name: null, email: null, mobileNumber: null, memberId: null, gender: null, address: null },
  ...{
    postalCode: null,
    notes: null,
    birthday: null,
    allowNewsletters: null,
    allowSmsMarketing: null,
  },
  ...{ allowWhatsappMarketing: null, extraData: null },
};

const reads = (message: string, field = "memberId") => ({ code: "invalid", field, message });

describe("identifiers are unique across forms", () => {
  it("M7 (T21): refuses a Member ID that reads as another customer's mobile number", async () => {
    const { ctx, add, means } = await setting();
    const owner = await add({ mobileNumber: "081200000101" });
    const says = reads("This Member ID reads as another customer's mobile number.");
    for (const memberId of ["081200000101", "+62 812-0000-0101", "6281200000101"]) {
      expect(await refusalOf(add({ memberId })), memberId).toMatchObject(says);
      const other = await add({});
      const edit = editCustomer(ctx, { customerId: other.id, memberId });
      expect(await refusalOf(edit), memberId).toMatchObject(says);
      const further = editCustomer(ctx, { customerId: other.id, otherMemberIds: [memberId] });
      expect(await refusalOf(further), memberId).toMatchObject({
        ...says,
        field: "otherMemberIds",
      });
    }
    expect(await means("081200000101")).toBe(owner.id);
  });

  it("M7 (T21): refuses a mobile number that another customer's Member ID reads as", async () => {
    const { ctx, add, means } = await setting();
    const owner = await add({ memberId: "0812-0000-0102" });
    const says = reads("Another customer's Member ID reads as this mobile number.", "mobileNumber");
    expect(await refusalOf(add({ mobileNumber: "+6281200000102" }))).toMatchObject(says);
    // a reserved number finds nobody
    expect(await means("+6281200000102")).toBeNull();
    expect(await means("0812-0000-0102")).toBe(owner.id);
    await editCustomer(ctx, { customerId: owner.id, memberId: "M1" });
    const second = await add({ mobileNumber: "+6281200000102" });
    expect(await means("0812-0000-0102")).toBe(second.id);
  });

  it("M7 (T21): refuses a Member ID that is another customer's email, and the other way round", async () => {
    const { add } = await setting();
    await add({ email: "ani@example.com" });
    expect(await refusalOf(add({ memberId: "Ani@Example.com" }))).toMatchObject(
      reads("This Member ID reads as another customer's email address."),
    );
    await add({ memberId: "Budi@Example.com" });
    expect(await refusalOf(add({ email: "budi@example.com" }))).toMatchObject(
      reads("Another customer's Member ID reads as this email address.", "email"),
    );
    expect(await refusalOf(add({ memberId: "budi@example.com" }))).toMatchObject(
      reads("Another customer has this already."),
    );
  });

  it("compares Member IDs without case, and shows them as written", async () => {
    const { merchant, ctx, add, means } = await setting();
    const owner = await add({ memberId: "Kopi-7é" });
    for (const text of ["Kopi-7é", "kopi-7é", "KOPI-7é"])
      expect(await means(text), text).toBe(owner.id);
    const taken = { code: "invalid", message: "Another customer has this already." };
    expect(await refusalOf(add({ memberId: "KOPI-7é" }))).toMatchObject(taken);
    const other = await add({ memberId: "b1" });
    const edit = editCustomer(ctx, { customerId: other.id, otherMemberIds: ["kopi-7é"] });
    expect(await refusalOf(edit)).toMatchObject({ ...taken, field: "otherMemberIds" });
    await editCustomer(ctx, { customerId: other.id, otherMemberIds: ["B1", "b2", "B2"] });
    const [row] = await t.db
      .select()
      .from(schema.customers)
      .where(and(eq(schema.customers.merchantId, merchant.id), eq(schema.customers.id, other.id)));
    expect(row).toMatchObject({ memberId: "b1", otherMemberIds: ["b2"] });
    expect(await runAudit(t.db, merchant.id)).toEqual([]);
  });

  it("lets a customer's own forms read alike", async () => {
    const { merchant, ctx, add, means } = await setting();
    const fields = { mobileNumber: "081200000103", memberId: "081200000103" };
    const { id } = await add({ ...fields, otherMemberIds: ["+6281200000103", "CARD 2"] });
    for (const text of ["081200000103", "+6281200000103", "CARD 2"])
      expect(await means(text), text).toBe(id);
    await editCustomer(ctx, { customerId: id, mobileNumber: null });
    expect(await means("62 812 0000 0103")).toBeNull();
    await editCustomer(ctx, { customerId: id, memberId: "CARD 2" });
    expect(await getCustomer(ctx, id)).toMatchObject({
      customer: { memberId: "CARD 2" },
      otherMemberIds: ["+6281200000103"],
    });
    expect(await runAudit(t.db, merchant.id)).toEqual([]);
  });
});

describe("a number that could be a Member ID or a key", () => {
  it("T20: is the Member ID, and as a JSON number the key", async () => {
    const { add, means } = await setting();
    const { id: key } = await add({});
    const other = await add({ memberId: String(key) });
    expect(await means(String(key))).toBe(other.id);
    expect(await means(key)).toBe(key);
  });

  it("is the Member ID if no customer has the key, but not if the key's customer is anonymized", async () => {
    const { merchant, add, means } = await setting();
    const { id: key } = await add({});
    const unused = key + 5_000_000;
    const other = await add({ memberId: String(unused), otherMemberIds: [String(key)] });
    expect(await means(unused)).toBe(other.id);
    await t.db
      .update(schema.customers)
      .set({ anonymizedAt: new Date().toISOString() })
      .where(and(eq(schema.customers.merchantId, merchant.id), eq(schema.customers.id, key)));
    expect([await means(key), await means(String(key))]).toEqual([null, other.id]);
  });

  it("T20: a new key skips digits that are somebody's Member ID or mobile number", async () => {
    const { merchant, ctx, add, means } = await setting();
    const first = (await add({})).id;
    const next = first + 1;
    await editCustomer(ctx, {
      customerId: first,
      otherMemberIds: Array.from({ length: 20 }, (_, index) => String(next + index)),
    });
    const { id } = await add({});
    expect(id).toBeGreaterThanOrEqual(next + 20);
    expect(await means(String(next))).toBe(first);
    expect(await means(String(id))).toBe(id);
    // the next id has the digits of a customer's mobile number
    const owner = await add({ mobileNumber: "+6281200000500" });
    const [row] = [{ merchantId: merchant.id, kind: "customers", nextId: 6281200000500 }];
    await t.db
      .update(schema.idCounters)
      .set(row)
      .where(
        and(eq(schema.idCounters.merchantId, merchant.id), eq(schema.idCounters.kind, "customers")),
      );
    for (let made = 0; made < 120; made++) {
      const { id: fresh } = await add({});
      expect(fresh).not.toBe(6281200000500);
      if (fresh > 6281200000500) break;
    }
    expect(await means("6281200000500")).toBe(owner.id);
  });
});

describe("two customers who get identifiers that collide at the same time", () => {
  /** Runs the edits while another transaction locks the memberships, so that all read before one writes. */
  async function race(merchant: Merchant, edits: (() => Promise<unknown>)[], waiting: number) {
    const client = openClient(t.open.url, 2);
    try {
      const pending: Promise<unknown>[] = [];
      await client.begin(async (holder) => {
        await holder`select from memberships where merchant_id = ${merchant.id} for update`;
        for (const edit of edits) pending.push(edit().catch((error: unknown) => error));
        await untilWaiting(client, waiting);
      });
      return await Promise.all(pending);
    } finally {
      await client.end();
    }
  }

  it("M7 (T21): one has it, the other is refused", async () => {
    const { merchant, ctx, add, means } = await setting();
    const [one, two] = [await add({}), await add({})];
    const outcomes = await race(
      merchant,
      [
        () => editCustomer(ctx, { customerId: one.id, memberId: "0812 0000 0104" }),
        () => editCustomer(ctx, { customerId: two.id, mobileNumber: "+6281200000104" }),
      ],
      2,
    );
    const refused = outcomes.filter((outcome) => outcome instanceof Error);
    expect(refused).toHaveLength(1);
    const owner = outcomes[0] instanceof Error ? two : one;
    expect(await means("0812 0000 0104")).toBe(owner.id);
    expect(await runAudit(t.db, merchant.id)).toEqual([]);
  });

  it("negative control: without the reservation both would have it", async () => {
    const { merchant, add } = await setting();
    const [one, two] = [await add({}), await add({})];
    const insert = (form: string, value: string, customerId: number) => () =>
      t.db
        .insert(schema.customerIdentifiers)
        .values({ merchantId: merchant.id, form, value, customerId });
    const outcomes = await race(
      merchant,
      [
        insert("memberId", "081200000105", one.id),
        insert("mobileNumber", "+6281200000105", two.id),
      ],
      0,
    );
    expect(outcomes.filter((outcome) => outcome instanceof Error)).toEqual([]);
    const { merchantId, value } = schema.customerIdentifiers;
    await t.db
      .delete(schema.customerIdentifiers)
      .where(and(eq(merchantId, merchant.id), like(value, "%81200000105")));
  });
});

it("M7: what Member IDs from before read as is reserved, unless another customer has it", async () => {
  const { merchant, add, means } = await setting();
  const [one, two, three] = [
    await add({ memberId: "0812-0000-0106" }),
    await add({ memberId: "0812-0000-0107" }),
    await add({ memberId: "555-0108" }),
  ];
  // restores the state right after the migration, in which no entry is reserved
  const mine = eq(schema.customerIdentifiers.merchantId, merchant.id);
  await t.db
    .delete(schema.customerIdentifiers)
    .where(and(mine, eq(schema.customerIdentifiers.isReserved, true)));
  const owner = await add({ mobileNumber: "+6281200000107" });
  await t.db.insert(schema.customerIdentifiers).values(
    [
      [one, "0812-0000-0106"],
      [two, "0812-0000-0107"],
      [three, "555-0108"],
    ].map(([customer, value]) => ({
      merchantId: merchant.id,
      form: "unreadMemberId",
      value: value as string,
      customerId: (customer as { id: number }).id,
    })),
  );
  expect(await renewIdentifiers(t)).toBe(2);
  expect(await renewIdentifiers(t)).toBe(0);
  expect(await refusalOf(add({ mobileNumber: "+6281200000106" }))).toMatchObject({
    field: "mobileNumber",
  });
  const left = await t.db
    .select()
    .from(schema.customerIdentifiers)
    .where(and(mine, eq(schema.customerIdentifiers.form, "unreadMemberId")));
  expect(left.map(({ value }) => value)).toEqual(["0812-0000-0107"]);
  expect(await means("+6281200000107")).toBe(owner.id);
});

it("F7: emails of an earlier version get the form in which they are compared, and those that clash stay", async () => {
  const { merchant, add, means } = await setting();
  const [free, owner, late] = [
    await add({}),
    await add({ email: "j\u00fcrgen@example.com" }),
    await add({}),
  ];
  const { customers, customerIdentifiers: identifiers } = schema;
  const store = async ({ id }: { id: number }, email: string) => {
    const own = and(eq(customers.merchantId, merchant.id), eq(customers.id, id));
    await t.db.update(customers).set({ email }).where(own);
    const row = { merchantId: merchant.id, form: "email", value: email, customerId: id };
    await t.db.insert(identifiers).values(row);
  };
  await store(free, "mi\u200bla@example.com");
  await store(late, "ju\u0308rgen@example.com");
  const left = async () =>
    (await listClashingIdentifiers(t)).filter(({ merchantId }) => merchantId === merchant.id);
  expect(await left()).toHaveLength(2);
  expect(await renewIdentifiers(t)).toBe(1);
  expect(await renewIdentifiers(t)).toBe(0);
  for (const text of ["mila@example.com", "mi\u200bla@example.com"])
    expect(await means(text)).toBe(free.id);
  for (const text of ["j\u00fcrgen@example.com", "ju\u0308rgen@example.com"])
    expect(await means(text)).toBe(owner.id);
  expect(await left()).toMatchObject([
    { form: "email", value: "ju\u0308rgen@example.com", customerId: late.id },
  ]);
  expect(await runAudit(t.db, merchant.id)).toEqual([]);
  // the form of a customer whose email clashes can be saved, and the email can be replaced
  const ctx = t.as(merchant);
  await editCustomer(ctx, { customerId: late.id, email: "ju\u0308rgen@example.com", gender: "m" });
  expect(await left()).toHaveLength(1);
  await changeProfile(ctx, late.id, { ...noChange, email: "late@example.com" });
  expect(await left()).toEqual([]);
  expect(await means("late@example.com")).toBe(late.id);
  expect(await runAudit(t.db, merchant.id)).toEqual([]);
});

it("after the migration the first customer has a Member ID in every case, and the other one's stays unread", async () => {
  const { merchant, add, means } = await setting();
  const [one, two, three] = [await add({}), await add({}), await add({})];
  const mine = eq(schema.customerIdentifiers.merchantId, merchant.id);
  await t.db.delete(schema.customerIdentifiers).where(mine);
  const { customers } = schema;
  await t.db.update(customers).set({ memberId: null }).where(eq(customers.merchantId, merchant.id));
  const row = (customer: { id: number }, value: string) => ({
    ...{ merchantId: merchant.id, form: "memberId", value, customerId: customer.id },
  });
  const rows = [row(one, "m9"), row(one, "m8"), row(one, "M8"), row(two, "M9"), row(three, "x9")];
  await t.db.insert(schema.customerIdentifiers).values(rows);
  const file = "../../../../../db/migrations/0007_member_ids_without_case.sql";
  const text = await readFile(new URL(file, import.meta.url), "utf8");
  for (const part of text.split("--> statement-breakpoint")) await t.db.execute(sql.raw(part));
  for (const text of ["m9", "M9", "m8", "M8"]) expect(await means(text), text).toBe(one.id);
  for (const text of ["x9", "X9"]) expect(await means(text), text).toBe(three.id);
  const listUnread = async () => {
    const isUnread = and(mine, eq(schema.customerIdentifiers.form, "unreadMemberId"));
    const unread = await t.db.select().from(schema.customerIdentifiers).where(isUnread);
    return unread.map(({ value, customerId }) => [value, customerId]);
  };
  expect(await listUnread()).toEqual([["M9", two.id]]);
  await renewIdentifiers(t);
  expect(await listUnread()).toEqual([["M9", two.id]]);
  await t.db.delete(schema.customerIdentifiers).where(mine);
});
