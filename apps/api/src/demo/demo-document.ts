import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Secrets } from "@stampbook/core/secrets";

type Secret = { readonly password?: string; readonly pin?: string };
type Period = { readonly id: number; readonly start_date?: string; readonly end_date?: string };
type Example = {
  readonly customers: readonly Secret[];
  readonly rewards: readonly Period[];
  readonly vouchers: readonly Period[];
  readonly promo_codes: readonly Period[];
};

const DAY_MS = 86_400_000;
/** In the example, dates in this year stand for "later", so that the example never becomes outdated. */
const FAR = "2099";
const example = new URL("../../../../examples/merchant.json", import.meta.url);

/**
 * The example merchant as a demo. Replaces dates in `FAR` by dates near today, and the passwords and PINs of
 * customers by random ones. Tokens and staff have no secrets here, so the import makes them.
 */
export function demoDocument(secrets: Secrets, today: Date): object {
  const document: Example = JSON.parse(readFileSync(example, "utf8"));
  const near = <Row extends Period>(row: Row): Row => nearToday(row, today);
  return {
    ...document,
    customers: document.customers.map((customer) => withNewSecrets(customer, secrets)),
    rewards: document.rewards.map(near),
    vouchers: document.vouchers.map(near),
    promo_codes: document.promo_codes.map(near),
  };
}

function withNewSecrets<Row extends Secret>(customer: Row, secrets: Secrets): Row {
  return {
    ...customer,
    ...(customer.password ? { password: secrets.newPassword() } : {}),
    ...(customer.pin ? { pin: String(randomInt(1_000_000)).padStart(6, "0") } : {}),
  };
}

/** Moves a start in `FAR` to two weeks from now, and an end in `FAR` to 30 to 89 days from now. */
function nearToday<Row extends Period>(row: Row, today: Date): Row {
  const inDays = (days: number) =>
    new Date(today.getTime() + days * DAY_MS).toISOString().slice(0, 10);
  return {
    ...row,
    ...(row.start_date?.startsWith(FAR) ? { start_date: inDays(14) } : {}),
    ...(row.end_date?.startsWith(FAR) ? { end_date: inDays(30 + ((row.id * 13) % 60)) } : {}),
  };
}
