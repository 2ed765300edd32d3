import { describe, expect, test } from "vitest";
import type { KnownCaller, Scope } from "../../context.ts";
import { tokenOf } from "../../testing/values.ts";
import type { Booking } from "../types.ts";
import {
  type Decision,
  type DecisionSeen,
  mayHandleBookings,
  refuseDecision,
} from "./decide-booking.rules.ts";

const booking: Booking = {
  id: 11,
  store: { id: 32, name: "Kemang" },
  user: "ani@example.com",
  customer: null,
  date: "2026-11-21",
  time: "19:30:00",
  phone: "5551234",
  numberOfPeople: 4,
  notes: null,
  status: "Requested",
  revision: 1,
  createdAt: "2026-11-20T03:00:00.000Z",
  decidedAt: null,
  decidedBy: null,
};
const rina = { kind: "staff", id: "u1", name: "Rina" } as const;
const scene: DecisionSeen = {
  booking,
  store: { id: 32 },
  customer: null,
  now: "2026-11-21 12:00:00",
  kept: null,
};
const staff: KnownCaller = {
  kind: "staff",
  merchant: tokenOf(null).merchant,
  userId: "u2",
  role: "cashier",
  stores: null,
};
const token = (scopes: Scope[]): KnownCaller => ({
  ...tokenOf(null),
  kind: "token",
  tokenId: 1,
  scopes,
});
const judge = (
  of: Partial<DecisionSeen>,
  decision: Decision = { to: "Confirmed" },
  caller: KnownCaller = staff,
  revision = 1,
) => refuseDecision({ ...scene, ...of }, caller, { revision, decision });

test.each<[string, KnownCaller, boolean]>([
  ["staff", staff, true],
  ["a token of everything", token(["*"]), true],
  ["a token of bookings", token(["otp", "bookings"]), true],
  ["a token of other things", token(["redemptions", "vouchers"]), false],
  ["a token of nothing", token([]), false],
])("who may handle bookings: %s", (_, caller, may) => {
  expect(mayHandleBookings(caller)).toBe(may);
});

describe("a decision that holds", () => {
  test.each<[string, Partial<DecisionSeen>, Decision]>([
    ["goes where the table says", {}, { to: "Confirmed" }],
    ["is a match", { customer: { id: 7 } }, { match: true }],
    [
      "is a match of what is over, and matched",
      {
        customer: { id: 7 },
        booking: { ...booking, status: "Completed", customer: { id: 6, name: "Budi" } },
      },
      { match: true },
    ],
    ["is a no-show, once the time has come", { now: "2026-11-21 19:30:00" }, { to: "No-show" }],
  ])("%s", (_, of, decision) => {
    expect(judge(of, decision)).toBeNull();
  });
});

describe("a decision is refused", () => {
  const elsewhere: KnownCaller = { ...staff, stores: [31] };
  const changed: Booking = { ...booking, revision: 2, status: "Canceled", decidedBy: rina };
  test.each<[string, ReturnType<typeof judge>, string]>([
    ["where the caller may not", judge({}, undefined, token(["otp"])), "permission_denied"],
    ["of no booking", judge({ booking: null }), "booking_not_found"],
    [
      "of no booking, to whom it may not concern",
      judge({ booking: null }, undefined, elsewhere),
      "booking_not_found",
    ],
    ["in another store", judge({}, undefined, elsewhere), "permission_denied"],
    [
      "in another store, before anything else",
      judge({ booking: changed }, undefined, elsewhere),
      "permission_denied",
    ],
    ["on what was changed", judge({ booking: changed }), "stale_revision"],
    ["on what nobody has seen yet", judge({}, undefined, staff, 5), "stale_revision"],
    ["against the table", judge({}, { to: "Completed" }), "invalid"],
    ["a no-show before its time", judge({}, { to: "No-show" }), "invalid"],
    ["a match to nobody", judge({}, { match: true }), "invalid_user"],
  ])("%s", (_, refusal, code) => {
    expect(refusal).toMatchObject({ code });
  });

  test("naming who was faster", () => {
    expect(judge({ booking: changed })).toEqual({
      code: "stale_revision",
      field: "revision",
      message: "Rina has changed this booking meanwhile, it is Canceled",
      rule: "booking is as whoever decides has seen it",
      expected: "revision 1",
      found: "revision 2 by staff u1",
    });
  });
});
