import { schema } from "@stampbook/db";
import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { compareCalls } from "../../testing/comparing/compare-calls.ts";
import { testWorlds } from "../../testing/comparing/run-worlds.ts";
import type { OpenHarness } from "../../testing/index.ts";
import { type DecisionWorldFacts, decisionWorlds } from "../../testing/worlds/decision-worlds.ts";
import { localTime } from "../../testing/worlds/make-booking-world.ts";
import {
  customerOf,
  type DecisionWorldCall,
  decide,
  makeDecisionWorld,
} from "../../testing/worlds/make-decision-world.ts";
import { selectBooking } from "../listing/getting.sql.ts";
import type { BookingStatus } from "../types.ts";
import { type Decision, type DecisionSeen, refuseDecision } from "./decide-booking.rules.ts";
import type { DecisionCall } from "./decide-booking.sql.ts";

const statuses: Readonly<Record<string, BookingStatus>> = {
  ...{ confirm: "Confirmed", seat: "Seated", complete: "Completed", cancel: "Canceled" },
  markNoShow: "No-show",
};

/** Reads the data that the rules check, with plain queries instead of the tested statement. */
async function findSeen({ ctx, input }: DecisionWorldCall): Promise<DecisionSeen> {
  const { id, verb, user } = input;
  const booking = await selectBooking(ctx, id);
  const [store] = booking
    ? await ctx.db.select().from(schema.stores).where(eq(schema.stores.id, booking.store.id))
    : [];
  const local = store && localTime(Date.now() + ctx.clockOffsetMs, store.timezone);
  const customer = verb === "match" ? customerOf[user] : undefined;
  return {
    booking,
    store: store ? { id: store.id } : null,
    customer: customer === undefined ? null : { id: customer },
    now: local ? `${local.date} ${local.time}` : "",
    kept: null,
  };
}

/** Returns what the rules say about each call of a first batch. `isDone`: the batch must do the call. */
async function expectedFirst(calls: readonly DecisionWorldCall[]) {
  const taken = new Set<number>();
  const all = [];
  for (const call of calls) {
    const { ctx, input } = call;
    const { id, revision, verb } = input;
    const seen = await findSeen(call);
    const to = statuses[verb];
    const decision: Decision = to ? { to } : { match: true };
    const refusal = refuseDecision(seen, ctx.caller, { revision, decision });
    const isDone = refusal === null && !taken.has(id);
    if (isDone) taken.add(id);
    all.push({ isDone, refusal, seen });
  }
  return all;
}

type Expected = Awaited<ReturnType<typeof expectedFirst>>[number];

/** Expects that the statement read the same data as `findSeen`. */
function expectSeen(row: DecisionSeen, { seen }: Expected) {
  expect(row).toEqual({ ...seen, now: seen.now && expect.any(String) });
}

async function compare(t: OpenHarness, facts: DecisionWorldFacts, met: Set<string>) {
  const now = Date.now();
  const numberOf = ({ auditEntry }: DecisionCall) => auditEntry;
  const { calls, expected } = await compareCalls(t, {
    makeWorld: () => makeDecisionWorld(t, facts, now),
    ...{ expectedFirst, expectSeen, verb: decide, numberOf },
  });

  for (const [n, { isDone, refusal }] of expected.entries()) {
    if (isDone) met.add(`${calls[n]?.input.verb}`);
    else if (!refusal) met.add("again");
    if (refusal) met.add(refusal.rule ?? refusal.code);
  }
}

/** The kinds of cases that the random test data (worlds) must contain. */
const all = [
  ...["again", "confirm", "seat", "complete", "cancel", "markNoShow", "match"],
  ...["booking exists", "caller may act in the store", "the token's scopes"],
  ...["booking is as whoever decides has seen it", "status follows the transition table"],
  ...["a no-show's time has come"],
] as const;

testWorlds(decisionWorlds, { all }, compare);
