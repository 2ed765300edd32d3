import { describe, expect, test } from "vitest";
import { adjustStamps } from "../../../earning/awards/index.ts";
import { listAuditEntries } from "../../../foundation/audit/index.ts";
import type { Merchant } from "../../../foundation/context.ts";
import { listStampChanges } from "../../../holding/stamps/index.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { refusalOf } from "../../../testing/index.ts";
import { blockCustomer, editCustomer, getCustomer } from "../index.ts";

const t = harnessOfFile();

async function setting() {
  const merchant = await t.given.merchant();
  const customer = await t.given.customer(
    merchant,
    { mobileNumber: "+628111111111" },
    { stamps: 5 },
  );
  const ctx = t.as(merchant, {
    caller: { kind: "staff", merchant, userId: "u1", role: "manager", stores: null },
  });
  return { merchant, customer, ctx };
}

async function recordOf(merchant: Merchant) {
  const nothing = { from: null, to: null, action: null, actor: null, subject: null, text: null };
  const page = await listAuditEntries(t.as(merchant), { ...nothing, after: null, limit: 50 });
  return page.items;
}

describe("an edit", () => {
  test("changes what it names, and records what was and what is", async () => {
    const { merchant, customer, ctx } = await setting();
    const tags = ['a "quoted" tag', "vip, gold", "tab\tand\nline", "\\t", "{}", "null", "é"];
    await editCustomer(ctx, {
      customerId: customer.id,
      name: "Ani B.",
      email: " NEW@Example.com ",
      mobileNumber: "0812 3456 7890",
      tags,
      status: 300,
      allowSmsMarketing: true,
    });
    expect(await getCustomer(ctx, customer.id)).toMatchObject({
      customer: { name: "Ani B.", email: "new@example.com", mobileNumber: "+6281234567890" },
      membership: { tags, status: 300, stamps: 5 },
      consents: { newsletters: false, smsMarketing: true, whatsappMarketing: false },
    });
    const [entry, ...more] = await recordOf(merchant);
    expect(more).toEqual([]);
    expect(entry?.details).toEqual({
      name: { from: customer.name, to: "Ani B." },
      email: { from: customer.email, to: "new@example.com" },
      mobileNumber: { from: "+628111111111", to: "+6281234567890" },
      tags: { from: [], to: tags },
      status: { from: 100, to: 300 },
      allowSmsMarketing: { from: false, to: true },
    });
    await editCustomer(ctx, { customerId: customer.id, name: "Ani B.", email: null });
    expect((await getCustomer(ctx, customer.id)).customer.email).toBeNull();
  });

  test("C9m: changes the notes, empties them, and records both", async () => {
    const { merchant, customer, ctx } = await setting();
    for (const notes of ["Nut allergy\nSits outside", ""]) {
      await editCustomer(ctx, { customerId: customer.id, notes });
      expect((await getCustomer(ctx, customer.id)).notes).toBe(notes);
    }
    expect((await recordOf(merchant)).map(({ details }) => details)).toEqual([
      { notes: { from: "Nut allergy\nSits outside", to: "" } },
      { notes: { from: "", to: "Nut allergy\nSits outside" } },
    ]);
  });

  test("leaves who came without a name without one", async () => {
    const { ctx, merchant } = await setting();
    const { id: customerId } = await t.given.customer(merchant, { name: "" });
    await editCustomer(ctx, { customerId, gender: "female" });
    expect((await getCustomer(ctx, customerId)).customer).toMatchObject({
      name: "",
      gender: "female",
    });
  });

  test("that changes nothing leaves no record", async () => {
    const { merchant, customer, ctx } = await setting();
    await editCustomer(ctx, { customerId: customer.id, name: customer.name });
    expect(await recordOf(merchant)).toEqual([]);
  });

  test("is refused on the field that is wrong", async () => {
    const { merchant, customer, ctx } = await setting();
    const other = await t.given.customer(merchant, { mobileNumber: "+6281234567890" });
    const refused = async (edit: Omit<Parameters<typeof editCustomer>[1], "customerId">) => {
      const { code, field } = await refusalOf(
        editCustomer(ctx, { customerId: customer.id, ...edit }),
      );
      return [code, field];
    };
    expect(await refused({ email: other.email.toUpperCase() })).toEqual(["invalid", "email"]);
    expect(await refused({ memberId: other.memberId })).toEqual(["invalid", "memberId"]);
    expect(await refused({ mobileNumber: "081234567890" })).toEqual(["invalid", "mobileNumber"]);
    expect(await refused({ mobileNumber: "12" })).toEqual([
      "invalid_mobile_number",
      "mobileNumber",
    ]);
    expect(await refused({ mobileNumber: "081234567899 (home)" })).toEqual([
      "invalid_mobile_number",
      "mobileNumber",
    ]);
    expect(await refused({ email: "nothing" })).toEqual(["invalid", "email"]);
    expect(await refused({ name: " " })).toEqual(["required", "name"]);
    expect(await refused({ level: 7 })).toEqual(["invalid_choice", "level"]);
    expect(await recordOf(merchant)).toEqual([]);
  });
});

test("a block stands in the record with its reason", async () => {
  const { merchant, customer, ctx } = await setting();
  const block = (isBlocked: boolean, reason: string) =>
    blockCustomer(ctx, { customerId: customer.id, isBlocked, reason });
  expect(await block(true, "Stolen phone")).toEqual({ isBlocked: true });
  expect((await getCustomer(ctx, customer.id)).membership.isBlocked).toBe(true);
  expect(await block(false, "Found it")).toEqual({ isBlocked: false });
  expect((await recordOf(merchant)).map(({ action, reason }) => [action, reason])).toEqual([
    ["customers.unblock", "Found it"],
    ["customers.block", "Stolen phone"],
  ]);
});

test("another merchant's customer is nobody, and nothing of them changes", async () => {
  const { merchant, customer } = await setting();
  const before = await t.rows(merchant);
  const other = await setting();
  const { id: customerId } = customer;
  const { ctx } = other;
  for (const attempt of [
    () => getCustomer(ctx, customerId),
    () => editCustomer(ctx, { customerId, name: "X" }),
    () => adjustStamps(ctx, { customerId, delta: 1, reason: "Mine" }),
    () => blockCustomer(ctx, { customerId, isBlocked: true, reason: "Mine" }),
  ])
    expect((await refusalOf(attempt())).code).toBe("invalid_user");
  expect((await listStampChanges(ctx, { customerId, after: null, limit: 9 })).items).toEqual([]);
  expect(await t.written(merchant, before)).toEqual({});
  expect(await recordOf(other.merchant)).toEqual([]);
});
