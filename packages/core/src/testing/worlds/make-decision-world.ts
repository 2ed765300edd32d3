import { schema } from "@stampbook/db";
import {
  cancelBooking,
  completeBooking,
  confirmBooking,
  markNoShow,
  matchBooking,
  seatBooking,
} from "../../bookings/index.ts";
import type { CoreContext, KnownCaller, Merchant } from "../../context.ts";
import type { OpenHarness } from "../open-harness.ts";
import type { DecisionWorldFacts } from "./decision-worlds.ts";
import { localTime } from "./make-booking-world.ts";

/** A decision, by the name of its function. `user` is the customer to match; only `match` reads it. */
export type DecisionInput = {
  readonly verb: DecisionWorldFacts["calls"][number]["verb"];
  readonly id: number;
  readonly revision: number;
  readonly user: string | number;
};

/** The context and the input of a call. */
export type DecisionWorldCall = { readonly ctx: CoreContext; readonly input: DecisionInput };

/** A merchant with the rows that the facts describe, and calls to make there. */
export type DecisionWorld = {
  readonly merchant: Merchant;
  readonly calls: readonly DecisionWorldCall[];
};

const HOUR_MS = 3_600_000;

/** The users that calls name. */
const users = {
  email: "ANI@example.com",
  memberId: "M2",
  mobileNumber: "0812-3456-7890",
  id: 3,
  nobody: "nobody@example.com",
} as const;
const FIRST_BOOKING = 11;

/** The customer's id for each of the `users`. An unknown user has none. */
export const customerOf: Readonly<Record<string, number | undefined>> = {
  [users.email]: 1,
  [users.memberId]: 2,
  [users.mobileNumber]: 3,
  [users.id]: 3,
};

/** Calls the function of a decision. */
export function decide(ctx: CoreContext, input: DecisionInput) {
  const verbs = {
    ...{ confirm: confirmBooking, seat: seatBooking, complete: completeBooking },
    ...{ cancel: cancelBooking, markNoShow, match: matchBooking },
  };
  const { verb, ...decision } = input;
  return verbs[verb as keyof typeof verbs](ctx, decision);
}

/**
 * Makes a world from the facts, for the moment `now`. Equal facts make worlds that differ only in the ids and
 * names of the merchant and its stores.
 */
export async function makeDecisionWorld(
  t: OpenHarness,
  facts: DecisionWorldFacts,
  now: number,
): Promise<DecisionWorld> {
  const { timezone } = facts;
  const clockOffsetMs = facts.hours * HOUR_MS;
  const merchant = await t.given.merchant({ timezone });
  const stores = [await t.given.store(merchant), await t.given.store(merchant)] as const;
  await t.given.customer(merchant, { id: 1, email: "ani@example.com", memberId: "M1" });
  await t.given.customer(merchant, { id: 2, email: "budi@example.com", memberId: "M2" });
  const citra = { id: 3, email: "citra@example.com", memberId: "M3" };
  await t.given.customer(merchant, { ...citra, mobileNumber: "+6281234567890" });
  const before = { revision: 2, decidedBy: "token:7", decidedAt: "2026-11-20T03:00:00Z" };
  await t.db.insert(schema.bookings).values(
    facts.bookings.map(({ status, store, hours, isDecided, isMatched }, index) => ({
      ...{ merchantId: merchant.id, id: FIRST_BOOKING + index, storeId: stores[store].id, status },
      ...{ claim: "guest@example.com", phone: "5551234", numberOfPeople: 4 },
      ...localTime(now + clockOffsetMs + hours * HOUR_MS, timezone),
      ...(isDecided ? before : {}),
      customerId: isMatched ? 2 : null,
    })),
  );
  const calls = facts.calls.map((call): DecisionWorldCall => {
    const index = call.booking === "unknown" ? 9 : call.booking;
    const booking = facts.bookings[index as 0 | 1 | 2];
    const seen = booking?.isDecided ? 2 : 1;
    const revision = { seen, next: seen + 1, other: 2 ** 40 }[call.revision];
    const token = { kind: "token", merchant, tokenId: 1, scopes: ["bookings"] } as const;
    const callers: Readonly<Record<typeof call.caller, KnownCaller>> = {
      token: { ...token, stores: null },
      staff: { kind: "staff", merchant, userId: "rina", role: "cashier", stores: null },
      "other scope": { ...token, scopes: ["vouchers"], stores: null },
      "other store": { ...token, stores: [stores[1].id] },
    };
    const { verb } = call;
    return {
      ctx: t.as(merchant, { clockOffsetMs, caller: callers[call.caller] }),
      input: { verb, id: FIRST_BOOKING + index, revision, user: users[call.user] },
    };
  });
  return { merchant, calls };
}
