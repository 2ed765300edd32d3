import { type Column, type SQL, sql } from "drizzle-orm";
import type { FailureCode } from "../../foundation/failures.ts";
import { unavailable } from "../../holding/vouchers/index.ts";
import type { StoreNow } from "../../running/merchants/index.ts";
import { check, rowOf } from "../kernel/index.ts";

const c = rowOf("c", { channel: 0 });

/** What the words of a refusal read of the thing. */
type Thing = {
  /** Begins the message: "This voucher", "Reward Coffee". */
  readonly noun: string;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly stores: readonly number[];
  readonly channels: readonly number[];
  /** The day that was compared; by default the store's. */
  readonly today?: string;
};
type Row = { readonly isActive: Column; readonly startDate: Column; readonly endDate: Column };
type Places = { readonly stores: Column; readonly channels: Column };
type Codes = {
  readonly other: FailureCode;
  readonly early: FailureCode;
  readonly late: FailureCode;
};
type Days = { readonly today: SQL };
type Where<At> = {
  readonly row: Row;
  /** The row with the stores and the channels. They are judged again only if it is `row`. */
  readonly places: Places;
  readonly again?: string;
  /** The day to compare; by default the store's. */
  readonly today?: (at: At & Days) => SQL;
  /** The call's channel; by default that of `c`. */
  readonly channel?: (at: At) => SQL;
};

/**
 * The checks of where and when a voucher, reward or promo code can be redeemed. A null date or an empty list
 * is no limit. Days are compared in the store's calendar; `endDate` is the last valid day.
 */
export function availability<Seen extends { readonly store: StoreNow }, At = unknown>(
  { row, places, again, today = (at) => at.today, channel = () => c.channel }: Where<At>,
  codes: Codes,
  thing: (seen: Seen) => Thing,
) {
  const locked = again === undefined ? {} : { again };
  const placed = Object.is(places, row) ? locked : {};
  const storeOf = (seen: Seen) => ({ ...seen.store, today: thing(seen).today ?? seen.store.today });
  return {
    isActive: check({
      code: codes.other,
      ...locked,
      holds: () => sql`${row.isActive}`,
      words: (seen: Seen) => unavailable.inactive(thing(seen).noun),
    }),
    hasStarted: check({
      code: codes.early,
      ...locked,
      holds: (at: At & Days) => sql`${row.startDate} is null or ${row.startDate} <= ${today(at)}`,
      words: (seen: Seen) => {
        const { noun, startDate } = thing(seen);
        return unavailable.notStarted(noun, startDate, storeOf(seen));
      },
    }),
    hasNotEnded: check({
      code: codes.late,
      ...locked,
      holds: (at: At & Days) => sql`${row.endDate} is null or ${row.endDate} >= ${today(at)}`,
      words: (seen: Seen) => {
        const { noun, endDate } = thing(seen);
        return unavailable.ended(noun, endDate, storeOf(seen));
      },
    }),
    isAtStore: check({
      code: codes.other,
      ...placed,
      holds: ({ storeId }: { readonly storeId: SQL }) =>
        sql`${places.stores} = '{}' or ${storeId} = any (${places.stores})`,
      words: (seen: Seen) => {
        const { noun, stores } = thing(seen);
        return unavailable.store(noun, stores, seen.store);
      },
    }),
    isOnChannel: check({
      code: codes.other,
      ...placed,
      holds: (at: At) =>
        sql`${places.channels} = '{}' or ${channel(at)} = any (${places.channels})`,
      words: (seen: Seen, { channel }: { readonly channel: number | null }) => {
        const { noun, channels } = thing(seen);
        return unavailable.channel(noun, channels, channel);
      },
    }),
  };
}
