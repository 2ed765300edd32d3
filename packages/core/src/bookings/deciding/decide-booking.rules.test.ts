import { expect, test } from "vitest";
import type { KnownCaller, Scope } from "../../foundation/context.ts";
import { tokenOf } from "../../testing/values.ts";
import { mayHandleBookings } from "./decide-booking.rules.ts";

const { merchant } = tokenOf(null);
const staff: KnownCaller = { kind: "staff", merchant, userId: "u2", role: "cashier", stores: null };
const token = (scopes: Scope[]): KnownCaller => ({
  ...tokenOf(null),
  kind: "token",
  tokenId: 1,
  scopes,
});

test.each<[string, KnownCaller, boolean]>([
  ["staff", staff, true],
  ["a token of everything", token(["*"]), true],
  ["a token of bookings", token(["otp", "bookings"]), true],
  ["a token of other things", token(["redemptions", "vouchers"]), false],
  ["a token of nothing", token([]), false],
])("who may handle bookings: %s", (_, caller, may) => {
  expect(mayHandleBookings(caller)).toBe(may);
});
