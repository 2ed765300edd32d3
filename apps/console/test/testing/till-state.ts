import { advance, receive } from "../../src/features/till/state/inbox.ts";
import { land } from "../../src/features/till/state/land.ts";
import { basketOf, servedBy } from "../../src/features/till/state/steps.ts";
import type { Done, Matches, Till } from "../../src/features/till/state/types.ts";

/** The answer to a look-up without a match. */
export const nothing: Matches = { customers: [], vouchers: [], promoCodes: [] };

/** The answer to a look-up of a Member ID. */
export const customer = (id: number): Matches => ({
  ...nothing,
  customers: [
    { id, name: `Customer ${id}`, memberId: `M${id}` },
  ] as unknown as Matches["customers"],
});

/** The answer to a look-up of a voucher's code. `holder` is null if nobody holds the voucher. */
export const voucher = (id: number, holder: number | null): Matches => ({
  ...nothing,
  vouchers: [
    {
      id,
      code: `V${id}`,
      name: `Voucher ${id}`,
      state: "open",
      remainingValue: null,
      customer: holder === null ? null : { id: holder, name: `Customer ${holder}` },
    },
  ] as unknown as Matches["vouchers"],
});

let clock = 0;

/** Scans codes two seconds apart. Each code is looked up at once, unless `advance` lets it wait. */
export function scan(till: Till, codes: Readonly<Record<string, Matches>>): Till {
  let now = till;
  for (const code of Object.keys(codes)) {
    clock += 2_000;
    now = settle(advance(receive(now, code, clock)), codes);
  }
  return now;
}

/** Answers look-ups until `advance` starts no further one. Throws after 101 look-ups. */
export function settle(till: Till, codes: Readonly<Record<string, Matches>>): Till {
  let now = till;
  for (let count = 0; now.looking; count++) {
    if (count > 100) throw new Error("A code was looked up again and again.");
    now = advance(land(now, now.looking, codes[now.looking.text] ?? nothing));
  }
  return now;
}

/** Returns the id of the customer who is served, and the number of lines in the basket. */
export const takenBy = (till: Till) => [servedBy(till.now), basketOf(till.now).lines.length];

/** A refusal with this code. */
export const failure = (code: string) => ({ code, field: null, message: "", errors: {} });

/** The receipt of an empty visit with this key. */
export const done = (key: string): Done => ({
  key,
  invoice: "",
  at: "2026-11-25T03:00:00Z",
  servedBy: null,
  canceled: [],
  visit: {
    customerId: 1,
    customerName: "",
    storeId: 1,
    stampsLeft: 0,
    levelName: "",
    lines: [],
    sale: null,
  },
});
