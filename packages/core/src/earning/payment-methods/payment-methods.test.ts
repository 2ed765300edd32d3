import { expect, test } from "vitest";
import { listAuditEntries } from "../../foundation/audit/index.ts";
import type { Merchant } from "../../foundation/context.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { listPaymentMethods, savePaymentMethod } from "./index.ts";

const t = harnessOfFile();

async function entriesOf(merchant: Merchant) {
  const nothing = { from: null, to: null, action: null, actor: null, subject: null, text: null };
  const page = await listAuditEntries(t.as(merchant), { ...nothing, after: null, limit: 50 });
  return page.items.map(({ action, subject, details }) => ({ action, subject, details }));
}

const cash = { code: "Cash", name: "Cash", earns: true };

test("methods of payment are added, changed by their code without case, and listed by name", async () => {
  const [merchant, stranger] = [await t.given.merchant(), await t.given.merchant()];
  const ctx = t.as(merchant);
  await savePaymentMethod(ctx, cash);
  await savePaymentMethod(ctx, { code: "GIFT", name: "A gift card", earns: false });
  await savePaymentMethod(ctx, cash);
  await savePaymentMethod(ctx, { ...cash, code: "CASH", earns: false });
  expect(await listPaymentMethods(ctx)).toEqual([
    { code: "GIFT", name: "A gift card", earns: false },
    { code: "CASH", name: "Cash", earns: false },
  ]);
  expect(await listPaymentMethods(t.as(stranger))).toEqual([]);
  const [changed, ...added] = await entriesOf(merchant);
  expect(changed).toEqual({
    action: "programme.paymentMethods.save",
    subject: "payment method CASH",
    details: { code: { from: "Cash", to: "CASH" }, earns: { from: true, to: false } },
  });
  expect(added).toHaveLength(2);
});

test("methods of one code are one, however many save it at once", async () => {
  const ctx = t.as(await t.given.merchant());
  await Promise.all(
    Array.from({ length: 20 }, (_, at) => savePaymentMethod(ctx, { ...cash, name: `Cash ${at}` })),
  );
  expect(await listPaymentMethods(ctx)).toHaveLength(1);
});

test("a method is its merchant's: another's method of the same code stays as it is", async () => {
  const [one, other] = [t.as(await t.given.merchant()), t.as(await t.given.merchant())];
  await savePaymentMethod(one, cash);
  await savePaymentMethod(other, { ...cash, earns: false });
  await savePaymentMethod(other, { ...cash, name: "Coins" });
  expect(await listPaymentMethods(one)).toEqual([cash]);
});
