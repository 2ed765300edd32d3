import { expect, test } from "vitest";
import { adjustStamps } from "../../earning/awards/index.ts";
import { issueVouchersTo } from "../../spending/issuing/index.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import type { CoreContext } from "../context.ts";
import { listAuditEntries, onRecord } from "./index.ts";

const t = harnessOfFile();

const all = { from: null, to: null, action: null, actor: null, subject: null, text: null };
const namesIn = async (ctx: CoreContext) => {
  const { items } = await listAuditEntries(ctx, { ...all, after: null, limit: 9 });
  return items.map(({ names }) => names);
};

test("a line names the customers that it speaks of, the first of many, and no stranger", async () => {
  const merchant = await t.given.merchant();
  const ctx = t.as(merchant);
  const template = await t.given.template(merchant);
  const people: { readonly id: number; readonly name: string }[] = [];
  for (const name of ["Ani", "Budi", "Citra", "Dewi", "Eka", "Fajar", "Gita", "Hana"])
    people.push(await t.given.customer(merchant, { name }));
  const customerIds = people.map(({ id }) => id);
  await issueVouchersTo(ctx, { templateId: template.id, customerIds, reason: null });
  const named = (of: typeof people) => Object.fromEntries(of.map(({ id, name }) => [id, name]));
  const issued = named(people.slice(0, 6));
  expect(await namesIn(ctx)).toEqual([issued]);

  const [, , , , , , , last] = people;
  const match = { action: "bookings.match", subject: "booking 1", details: { customer: last?.id } };
  await onRecord(
    ctx,
    async () => null,
    () => match,
  );
  expect(await namesIn(ctx)).toEqual([{ [String(last?.id)]: "Hana" }, issued]);

  const [first] = customerIds;
  await adjustStamps(ctx, { customerId: first ?? 0, delta: 5, reason: "test" });
  const odd = { customer: { from: "x", to: "y" }, vouchers: "none" };
  await onRecord(
    ctx,
    async () => null,
    () => ({ ...match, details: odd }),
  );
  expect((await namesIn(ctx)).slice(0, 2)).toEqual([{}, {}]);

  const other = t.as(await t.given.merchant());
  await onRecord(
    other,
    async () => null,
    () => match,
  );
  expect(await namesIn(other)).toEqual([{}]);
});
