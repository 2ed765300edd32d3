import { readFileSync } from "node:fs";
import type { Secrets } from "@stampbook/core/secrets";
import { addDays, DAYS_OF_LIFE } from "./calendar.ts";
import { catalogueRows, spareVouchers } from "./catalogue.ts";
import { EXAMPLE_MEMBER, type ExampleCustomer, memberRows, withNewSecrets } from "./member-rows.ts";
import { earlierSales } from "./sale-rows.ts";
import { demoStores, openingHoursOf } from "./stores.ts";

type Period = { readonly id: number; readonly start_date?: string; readonly end_date?: string };
type Example = {
  readonly stores: readonly { readonly id: number }[];
  readonly customers: readonly ExampleCustomer[];
  readonly rewards: readonly Period[];
  readonly vouchers: readonly Period[];
  readonly promo_codes: readonly Period[];
};

/** In the example, dates in this year stand for "later", so that the example never becomes outdated. */
const FAR = "2099";
const example = new URL("../../../../examples/merchant.json", import.meta.url);

export type DemoDocument = {
  /** An import file's content. */
  readonly document: object;
  /** The secrets of the member whom the documented examples name. */
  readonly member: { readonly user: string; readonly pin: string; readonly password: string };
};

/**
 * The example merchant as a demo, as it was eight weeks before `today`: with more members and their earlier
 * sales, and vouchers for the documented examples. Replaces dates in `FAR` by dates near `today`, and the
 * passwords and PINs of members by random ones. Tokens and staff have no secrets here, so the import makes
 * them.
 */
export function demoDocument(secrets: Secrets, today: string): DemoDocument {
  const document: Example = JSON.parse(readFileSync(example, "utf8"));
  const near = <Row extends Period>(row: Row): Row => nearToday(row, today);
  const sales = earlierSales(today);
  const customers = document.customers.map((customer) => withNewSecrets(customer, secrets, today));
  const { pin = "", password = "" } = customers.find(({ id }) => id === EXAMPLE_MEMBER.id) ?? {};
  const added = catalogueRows(addDays(today, -DAYS_OF_LIFE));
  return {
    document: {
      ...document,
      stores: document.stores.map((store) => {
        const open = demoStores.find(({ id }) => id === store.id);
        return open ? { ...store, opening_hours: openingHoursOf(open) } : store;
      }),
      customers: [...customers, ...memberRows(sales, today)],
      rewards: [...document.rewards.map(near).map(affordable), ...added.rewards],
      vouchers: [...document.vouchers.map(near), ...spareVouchers(today)],
      promo_codes: [...document.promo_codes.map(near).map(usable), ...added.promo_codes],
      transactions: sales,
    },
    member: { user: EXAMPLE_MEMBER.email, pin, password },
  };
}

/** Lowers prices that nobody could pay. The example has them for tests. */
const affordable = <Row extends Period>(row: Row) =>
  "stamps_to_redeem" in row && Number(row.stamps_to_redeem) > 2_000
    ? { ...row, stamps_to_redeem: 2_000 }
    : row;

/** Lets a promo code that is used up have been used. */
const usable = <Row extends Period>(row: Row) =>
  "max_uses" in row && row.max_uses === 0
    ? { ...row, name: "The first two customers", max_uses: 2 }
    : row;

/** Moves a start in `FAR` to two weeks from now, and an end in `FAR` to 30 to 89 days from now. */
function nearToday<Row extends Period>(row: Row, today: string): Row {
  return {
    ...row,
    ...(row.start_date?.startsWith(FAR) ? { start_date: addDays(today, 14) } : {}),
    ...(row.end_date?.startsWith(FAR)
      ? { end_date: addDays(today, 30 + ((row.id * 13) % 60)) }
      : {}),
  };
}
