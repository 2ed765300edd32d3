import { schema } from "@stampbook/db";
import { openClient } from "@stampbook/db/testing";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { redeemReward } from "../../../spending/redeeming/index.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import {
  plain,
  refusalOf,
  untilWaiting,
  whileItWaits,
  withoutRowLocks,
} from "../../../testing/index.ts";
import { type CustomerEdit, editCustomer, getCustomer } from "../index.ts";

const t = harnessOfFile();

async function setting() {
  const merchant = await t.given.merchant();
  const row = { gender: "female", birthday: "1990-01-02" };
  const { id: customerId } = await t.given.customer(merchant, row, { stamps: 5, tags: ["a\tb"] });
  const ctx = t.as(merchant);
  const edit = (fields: Omit<CustomerEdit, "customerId">) =>
    editCustomer(ctx, { customerId, ...fields });
  const now = async () => {
    const { customer, membership } = await getCustomer(ctx, customerId);
    return { ...customer, ...membership };
  };
  return { merchant, customerId, ctx, edit, now };
}

const byMembership = "select 1 from memberships where merchant_id = $1 for update";
const asIs = <Result>(work: () => Promise<Result>) => work();
const ways = [
  ["with its locks", asIs, true],
  ["without its locks it is not", withoutRowLocks, false],
] as const;

test.each(ways)(
  "what somebody else changes while an edit waits is kept: %s",
  async (_, way, isKept) => {
    const { merchant, edit, now } = await setting();
    const change =
      "update customers set address = 'Jl Raya 1', birthday = null where merchant_id = $1";
    const waits = { lock: byMembership, change };
    await way(() =>
      whileItWaits(t, merchant.id, waits, () => edit({ name: "Ani", tags: ["vip"] })),
    );
    const theirs = { address: "Jl Raya 1", birthday: null };
    const both = { ...theirs, name: "Ani", tags: ["vip"], gender: "female" };
    if (isKept) expect(await now()).toMatchObject(both);
    else expect(await now()).not.toMatchObject(theirs);
  },
);

test.each(ways)(
  "D2: who was named while an edit waits keeps the name: %s",
  async (_, way, isKept) => {
    const { ctx, edit, now } = await setting();
    const name = (name: string) => edit({ name, isFirstName: true });
    expect((await refusalOf(name("Ani"))).code).toBe("permission_denied");
    const { id } = ctx.caller.merchant;
    await t.db
      .update(schema.customers)
      .set({ name: "", registrationStatus: "Partial" })
      .where(eq(schema.customers.merchantId, id));
    const change = "update customers set name = 'Budi' where merchant_id = $1";
    const waits = { lock: byMembership, change };
    const outcome = way(() => whileItWaits(t, id, waits, () => name("Ani")));
    if (isKept) expect((await refusalOf(outcome)).code).toBe("permission_denied");
    else await outcome;
    expect((await now()).name).toBe(isKept ? "Budi" : "Ani");
    if (isKept) expect(await name("Budi"), "a repeated call").toMatchObject({ name: "Budi" });
  },
);

test("an identifier that another customer takes while an edit waits is refused", async () => {
  const { merchant, edit, now } = await setting();
  await t.given.customer(merchant);
  const them = "(select max(id) from customers where merchant_id = $1)";
  const lock = `update customer_identifiers set value = 'ani@example.com'
    where merchant_id = $1 and form = 'email' and customer_id = ${them}`;
  const change = `update customers set email = 'ani@example.com' where merchant_id = $1 and id = ${them}`;
  const waits = { lock, change };
  const { email } = await now();
  const outcome = whileItWaits(t, merchant.id, waits, () => edit({ email: "ani@example.com" }));
  expect(await refusalOf(outcome)).toMatchObject({ code: "invalid", field: "email" });
  expect(await now()).toMatchObject({ email });
});

test("tags stay as they came, each character of them, where something else is edited", async () => {
  const { edit, now } = await setting();
  await edit({ name: "Budi" });
  expect(await now()).toMatchObject({ name: "Budi", tags: ["a\tb"] });
});

test("of many at once each one stands", async () => {
  const { edit, now } = await setting();
  const edits: Omit<CustomerEdit, "customerId">[] = [
    { name: "Ani" },
    { email: "ani@example.com" },
    { mobileNumber: "+6281234567890" },
    { memberId: "A-1" },
    { gender: "" },
    { address: "Jl Raya 1" },
    { birthday: "1989-10-01" },
    { isActive: false },
    { status: 300 },
    { tags: ["vip"] },
  ];
  await Promise.all(edits.map((fields) => edit(fields)));
  expect(await now()).toMatchObject(Object.assign({}, ...edits));
});

test("some would not, were the whole written back as it was read", async () => {
  const { merchant, customerId, now } = await setting();
  const { customers } = schema;
  const one = and(eq(customers.merchantId, merchant.id), eq(customers.id, customerId));
  const naive = async (fields: Partial<typeof customers.$inferInsert>) => {
    const [read] = await t.db.select().from(customers).where(one);
    return () =>
      t.db
        .update(customers)
        .set({ ...read, ...fields })
        .where(one);
  };
  const writes = await Promise.all([naive({ name: "Ani" }), naive({ address: "Jl Raya 1" })]);
  for (const write of writes) await write();
  expect(await now()).not.toMatchObject({ name: "Ani", address: "Jl Raya 1" });
});

test("an edit that a deadlock ends is tried again", async () => {
  const { merchant, edit, now } = await setting();
  const sql = openClient(t.open.url, 2);
  try {
    const other = await sql.reserve();
    await other`begin`;
    await other`set local deadlock_timeout = '1min'`;
    await other`select from customers where merchant_id = ${merchant.id} for update`;
    const edited = edit({ email: "ani@example.com" });
    edited.catch(() => {});
    await untilWaiting(sql);
    // The edit locks memberships before customers, so this is a deadlock. PostgreSQL aborts the edit, because
    // the other session's `deadlock_timeout` is longer.
    await other`select from memberships where merchant_id = ${merchant.id} for update`;
    await other`commit`;
    other.release();
    await edited;
  } finally {
    await sql.end({ timeout: 1 });
  }
  expect(await now()).toMatchObject({ email: "ani@example.com" });
});

test("an edit that waits for the membership holds nothing that a redemption needs", async () => {
  const { merchant, customerId, ctx, edit, now } = await setting();
  const sql = openClient(t.open.url, 2);
  try {
    const holder = await sql.reserve();
    await holder`begin`;
    // `holder` does what a redemption does: it updates the membership, and below locks the customer
    await holder`update memberships set is_blocked = false where merchant_id = ${merchant.id}`;
    const edited = edit({ email: "ani@example.com", status: 300 });
    edited.catch(() => {});
    await untilWaiting(sql);
    await holder`select from customers
      where merchant_id = ${merchant.id} and id = ${customerId} for key share nowait`;
    await holder`commit`;
    holder.release();
    await edited;
  } finally {
    await sql.end({ timeout: 1 });
  }
  expect(await now()).toMatchObject({ email: "ani@example.com", status: 300 });
  // then runs five real redemptions and five edits at once
  const store = await t.given.store(merchant);
  const { id: reward } = await t.given.reward(merchant, { stampsToRedeem: 1 });
  await edit({ status: 100, memberId: "A-1" });
  const redeem = () =>
    redeemReward(ctx, { ...plain, user: "A-1", store: store.id, reward, qty: 1, stamps: null });
  const calls = Array.from({ length: 5 }, (_, at) => [redeem(), edit({ email: `${at}@b.com` })]);
  await Promise.all(calls.flat());
  expect((await now()).stamps).toBe(0);
});
