import { schema } from "@stampbook/db";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Caller, StaffRole } from "../../../foundation/context.ts";
import { harnessOfFile } from "../../../testing/harness-of-file.ts";
import { refusalOf } from "../../../testing/index.ts";
import { addSale } from "../add-sale/add-sale.ts";
import { getSaleRecord } from "../reading/sale-record.sql.ts";
import { cancelSale } from "./cancel-sale.ts";

const t = harnessOfFile();

const HOUR_MS = 3_600_000;

/** Makes a sale of 9 stamps. `hours` is the merchant's `cashierCancelHours`, 24 by default. */
async function setting(hours: number | null = null) {
  const merchant = await t.given.merchant({
    earnAmount: "10000.00",
    ...(hours === null ? {} : { cashierCancelHours: hours }),
  });
  const store = await t.given.store(merchant);
  const member = await t.given.customer(merchant, {}, { stamps: 5 });
  const { sale } = await addSale(t.as(merchant), {
    ...{ store: store.id, user: member.email, invoiceNumber: "INV-1", people: 1, soldAt: null },
    ...{ total: "95000.00", subtotal: null, discount: null, serviceCharge: null, tax: null },
    ...{ channel: null, type: null, items: [], payments: [], stamps: null },
    ...{ employeeCode: null, extraData: null },
  });
  const as = (role: StaffRole, hoursLater = 0, stores: readonly number[] | null = null) => {
    const caller: Caller = { kind: "staff", merchant, userId: role, role, stores };
    return t.as(merchant, { caller, clockOffsetMs: hoursLater * HOUR_MS });
  };
  const cancel = (ctx: ReturnType<typeof as>, reason: string | null = "Wrong customer") =>
    cancelSale(ctx, sale.id, reason);
  return { merchant, store, member, sale, as, cancel };
}

test("staff give a reason, which the audit log and the sale show", async () => {
  const { merchant, sale, as, cancel } = await setting();
  for (const role of ["cashier", "manager", "owner"] as const)
    for (const reason of [null, "", "  "])
      expect(await refusalOf(cancel(as(role), reason))).toMatchObject({
        code: "required",
        field: "reason",
      });
  expect(await getSaleRecord(as("cashier"), sale.id)).toMatchObject({
    ...{ status: "Created", cancelReason: null, canceledAt: null, canceledBy: null },
  });
  await cancel(as("cashier"));
  const { auditEntries: e } = schema;
  const entries = await t.db
    .select()
    .from(e)
    .where(and(eq(e.merchantId, merchant.id), eq(e.action, "transactions.cancel")));
  expect(entries).toMatchObject([
    { subject: `transaction ${sale.id}`, actor: "staff:cashier", reason: "Wrong customer" },
  ]);
  expect(await getSaleRecord(as("cashier"), sale.id)).toMatchObject({
    ...{ status: "Canceled", cancelReason: "Wrong customer" },
    ...{ canceledAt: expect.any(String), canceledBy: { kind: "staff", id: "cashier" } },
  });
});

test("a token's cancel takes no reason, at any age", async () => {
  const { merchant, sale } = await setting(1);
  const later = t.as(merchant, { clockOffsetMs: 5 * HOUR_MS });
  expect(await cancelSale(later, sale.id)).toMatchObject({ sale: { status: "Canceled" } });
});

test("past the age that the merchant sets, a cancel takes a manager", async () => {
  const denied = { code: "permission_denied" };
  const byDefault = await setting();
  expect(await refusalOf(byDefault.cancel(byDefault.as("cashier", 25)))).toMatchObject({
    ...denied,
    message: "Sales older than 24 hours are canceled by a manager.",
  });
  await byDefault.cancel(byDefault.as("cashier", 23));
  // a second cancel returns the canceled sale, even to a cashier who may not cancel it any more
  await byDefault.cancel(byDefault.as("cashier", 25));
  const short = await setting(2);
  expect(await refusalOf(short.cancel(short.as("cashier", 3)))).toMatchObject(denied);
  await short.cancel(short.as("manager", 3));
  const never = await setting(0);
  expect(await refusalOf(never.cancel(never.as("cashier")))).toMatchObject(denied);
  await never.cancel(never.as("owner"));
});

test("nobody cancels or sees a sale of another store", async () => {
  const { store, sale, as, cancel } = await setting();
  const elsewhere = as("manager", 0, [store.id + 1]);
  const denied = { code: "permission_denied" };
  expect(await refusalOf(cancel(elsewhere))).toMatchObject(denied);
  expect(await refusalOf(getSaleRecord(elsewhere, sale.id))).toMatchObject(denied);
  expect(await refusalOf(getSaleRecord(as("owner"), sale.id + 99))).toMatchObject({
    code: "transaction_not_found",
  });
});
