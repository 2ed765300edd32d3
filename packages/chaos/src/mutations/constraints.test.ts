import { expect, test } from "vitest";
import { constraintsOf, tablesWritten } from "./constraints.ts";

test("tables that a statement inserts into or updates, but not those that it only locks", () => {
  const text = `with a as (select 1 from stores for no key update skip locked),
    b as (insert into bookings as b (id) select 1 on conflict (id) do update set id = 1),
    c as (update vouchers v set id = 1), d as (select 1 from customers for update skip locked)`;
  expect(tablesWritten(text)).toEqual(["bookings", "vouchers"]);
});

test("unique indexes and checks of tables, and how to drop them", async () => {
  const found = await constraintsOf(["redemption_lines", "memberships"]);
  expect(found.map(({ table, name }) => `${table}: ${name}`)).toEqual(
    expect.arrayContaining([
      "memberships: memberships_merchant_id_customer_id_pk",
      "memberships: memberships_stamps",
      "redemption_lines: redemption_lines_spent_voucher",
    ]),
  );
  const index = found.find(({ name }) => name === "redemption_lines_spent_voucher");
  expect(index?.drop).toMatch(/^drop index "redemption_lines_spent_voucher"; CREATE INDEX /);
});
