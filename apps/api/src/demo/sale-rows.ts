import { addDays, DAYS_OF_LIFE } from "./calendar.ts";
import { demoStores } from "./stores.ts";
import { visitsOn } from "./visits.ts";

const DAYS_BEFORE = 42;

/**
 * The sales of the six weeks before the demo's life, as an import file has them: what the merchant brings
 * from its former provider. `user` is the Member ID.
 */
export function earlierSales(today: string) {
  const dates = Array.from({ length: DAYS_BEFORE }, (_, day) =>
    addDays(today, day - DAYS_OF_LIFE - DAYS_BEFORE),
  );
  const visits = dates
    .flatMap((date) => demoStores.flatMap((store) => visitsOn(store, date, today)))
    .filter(({ user }) => user !== null);
  return visits.map(({ store, user, moment, invoiceNumber, basket: { total } }, index) => ({
    id: index + 1,
    store: store.id,
    customer: Number(user?.slice(1)),
    invoice_number: invoiceNumber,
    created: new Date(moment).toISOString(),
    total_value: total,
    stamps_earned: Math.floor(Number(total) / 10_000),
  }));
}

export type EarlierSale = ReturnType<typeof earlierSales>[number];
