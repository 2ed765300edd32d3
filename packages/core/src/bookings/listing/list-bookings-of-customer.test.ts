import { schema } from "@stampbook/db";
import { expect, test } from "vitest";
import type { CoreContext } from "../../foundation/context.ts";
import type { Place } from "../../foundation/paging.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { listBookingsOfCustomer } from "../index.ts";

const t = harnessOfFile();

test("a customer's bookings come the latest first, without a gap, of the caller's stores alone", async () => {
  const merchant = await t.given.merchant();
  const [here, there] = [await t.given.store(merchant), await t.given.store(merchant)];
  const customer = await t.given.customer(merchant);
  const other = await t.given.customer(merchant);
  const rows = [
    { date: "2026-11-21", time: "19:30", storeId: here.id, customerId: customer.id },
    { date: "2026-11-21", time: "19:30", storeId: here.id, customerId: customer.id },
    { date: "2026-11-22", time: "08:00", storeId: there.id, customerId: customer.id },
    { date: "2026-11-20", time: "23:59", storeId: here.id, customerId: customer.id },
    { date: "2026-11-25", time: "12:00", storeId: here.id, customerId: other.id },
    { date: "2026-11-25", time: "12:00", storeId: here.id, customerId: null },
  ];
  await t.db.insert(schema.bookings).values(
    rows.map((row, at) => ({
      ...row,
      merchantId: merchant.id,
      id: at + 1,
      claim: "guest@example.com",
      phone: "5551234",
      numberOfPeople: 2,
    })),
  );

  async function walk(ctx: CoreContext, limit: number, customerId = customer.id) {
    const ids: number[] = [];
    let after: Place | null = null;
    do {
      const input = { customerId, after, limit };
      const page: Awaited<ReturnType<typeof listBookingsOfCustomer>> = await listBookingsOfCustomer(
        ctx,
        input,
      );
      ids.push(...page.items.map(({ id }) => id));
      after = page.next;
    } while (after);
    return ids;
  }

  for (const limit of [1, 2, 50]) expect(await walk(t.as(merchant), limit)).toEqual([3, 2, 1, 4]);
  expect(await walk(t.within(merchant, [here.id]), 2)).toEqual([2, 1, 4]);
  expect(await walk(t.as(merchant), 9, other.id)).toEqual([5]);
  expect(await walk(t.as(await t.given.merchant()), 9)).toEqual([]);
});
