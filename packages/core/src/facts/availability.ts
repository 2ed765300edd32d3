import { type Column, type SQL, sql } from "drizzle-orm";
import type { FailureCode } from "../failures.ts";
import { check, rowOf } from "../kernel/index.ts";
import type { StoreNow } from "../merchants/index.ts";
import { channelName } from "../vouchers/index.ts";

const c = rowOf("c", { channel: 0 });

/** What the words of a refusal read of the thing. */
type Thing = {
  /** Begins the message: "This voucher", "Reward Coffee". */
  readonly noun: string;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly stores: readonly number[];
  readonly channels: readonly number[];
};
type Row = { readonly isActive: Column; readonly startDate: Column; readonly endDate: Column };
type Places = { readonly stores: Column; readonly channels: Column };
type Codes = {
  readonly other: FailureCode;
  readonly early: FailureCode;
  readonly late: FailureCode;
};
type Days = { readonly today: SQL };

/**
 * The checks of where and when a voucher, reward or promo code can be redeemed. A null date or an empty list
 * is no limit. Days are compared in the store's calendar; `endDate` is the last valid day.
 */
export function availability<Seen extends { readonly store: StoreNow }>(
  { row, places, again }: { readonly row: Row; readonly places: Places; readonly again?: string },
  codes: Codes,
  thing: (seen: Seen) => Thing,
) {
  const locked = again === undefined ? {} : { again };
  return {
    isActive: check({
      code: codes.other,
      ...locked,
      holds: () => sql`${row.isActive}`,
      words: (seen: Seen) => ({
        message: `${thing(seen).noun} is not active`,
        rule: "is active",
        expected: "active",
        found: "not active",
      }),
    }),
    hasStarted: check({
      code: codes.early,
      ...locked,
      holds: ({ today }: Days) => sql`${row.startDate} is null or ${row.startDate} <= ${today}`,
      words: (seen: Seen) => {
        const { noun, startDate } = thing(seen);
        const rule = "has started in the store's calendar";
        const found = seen.store.today;
        return {
          message: `${noun} starts on ${startDate}`,
          rule,
          expected: `from ${startDate}`,
          found,
        };
      },
    }),
    hasNotEnded: check({
      code: codes.late,
      ...locked,
      holds: ({ today }: Days) => sql`${row.endDate} is null or ${row.endDate} >= ${today}`,
      words: (seen: Seen) => {
        const { noun, endDate } = thing(seen);
        const rule = "has not ended in the store's calendar";
        const found = seen.store.today;
        return {
          message: `${noun} expired on ${endDate}`,
          rule,
          expected: `through ${endDate}`,
          found,
        };
      },
    }),
    isAtStore: check({
      code: codes.other,
      holds: ({ storeId }: { readonly storeId: SQL }) =>
        sql`${places.stores} = '{}' or ${storeId} = any (${places.stores})`,
      words: (seen: Seen) => ({
        message: `${thing(seen).noun} is not available at ${seen.store.name}`,
        rule: "is available at the store",
        expected: `stores ${thing(seen).stores.join(", ")}`,
        found: `store ${seen.store.id}`,
      }),
    }),
    isOnChannel: check({
      code: codes.other,
      holds: () => sql`${places.channels} = '{}' or ${c.channel} = any (${places.channels})`,
      words: (seen: Seen, { channel }: { readonly channel: number | null }) => {
        const expected = thing(seen).channels.map(channelName).join(", ");
        return {
          message: `${thing(seen).noun} is available on these channels only: ${expected}`,
          rule: "is available on the channel",
          expected,
          found: channel === null ? "no channel" : channelName(channel),
        };
      },
    }),
  };
}
