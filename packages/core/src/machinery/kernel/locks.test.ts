import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { tableOf } from "../../testing/operation/trial.ts";
import type { Lock } from "./index.ts";

const sources = fileURLToPath(new URL("../../", import.meta.url));
const document = new URL("../../../../../docs/architecture.md", import.meta.url);

/** The tables of what docs/architecture.md names in its order of locks. */
const tables: Readonly<Record<string, string>> = {
  "the redemption that is canceled": "redemptions",
  "a booking's budgets": "budgets",
  "its store": "stores",
  "the promo code": "promo_codes",
  "the PIN": "pins",
  authorizations: "redemption_authorizations",
  "the award": "stamp_awards",
  "the sale that is canceled": "transactions",
  "the membership": "memberships",
  "the voucher": "vouchers",
  "the booking": "bookings",
  "the counts of its slots": "booking_slots",
  "the customer": "customers",
  "the redemption that gets its invoice number": "redemptions",
  "the voucher template": "voucher_templates",
  "the level of new customers": "levels",
  "the method of payment": "payment_methods",
  "the key": "idempotency_keys",
};

type Locking = { readonly name: string; readonly locks: readonly Lock[] };

/** Returns all operations: what the files that import the kernel export, apart from their verbs. */
async function allOperations(): Promise<readonly Locking[]> {
  const files = globSync("**/*.ts", { cwd: sources }).filter(
    (file) =>
      !/^testing|\.(test|cases)\.ts$/.test(file) &&
      readFileSync(join(sources, file), "utf8").includes('/kernel/index.ts"'),
  );
  const modules: object[] = await Promise.all(
    files.map((file) => import(/* @vite-ignore */ pathToFileURL(join(sources, file)).href)),
  );
  return modules
    .flatMap((exported) => Object.values(exported))
    .filter((value): value is Locking => typeof value === "object" && "locks" in value);
}

/** The documented order of locks, as tables. */
function documentedOrder(): readonly (string | undefined)[] {
  const text = readFileSync(document, "utf8");
  const [, order = ""] = /\*\*Locks\*\* are taken in one order: ([^.]*)\./.exec(text) ?? [];
  return order.split(/, then |, | or /).map((words) => tables[words]);
}

test("every operation locks its rows in the documented order", async () => {
  const order = documentedOrder();
  expect(order).not.toContain(undefined);
  const operations = await allOperations();
  expect(operations.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["redemptions.addInvoiceNumber", "vouchers.deductValue"]),
  );
  for (const { name, locks } of operations) {
    let place = 0;
    for (const table of locks.map(tableOf)) {
      const next = order.indexOf(table, place);
      expect.soft(next, `${name} locks ${table}`).not.toBe(-1);
      place = next;
    }
  }
});
