import type { Mutation } from "../types.ts";

const budgetsTest = "packages/core/src/budgets/budgets.test.ts";
const pinsTest = "packages/core/src/pin/pins.test.ts";
const bookingsTest = "apps/api/test/contract/bookings.test.ts";
const signInTest = "apps/api/test/staff/accounts/sign-in.test.ts";

/**
 * Mutations that remove checks against flooding people with messages, and against locking out other people.
 */
export const budgets: readonly Mutation[] = [
  {
    id: "H3",
    file: "packages/core/src/budgets/spending.sql.ts",
    find: "where b.ends_at <= excluded.started_at or b.spent + excluded.spent <= excluded.most",
    replace: "where b.ends_at <= excluded.started_at or b.spent < excluded.most + 1",
    test: { file: budgetsTest, name: "H3 (T12): is spent exactly to its limit" },
  },
  {
    id: "T12",
    file: "packages/core/src/otp/request-otp.ts",
    find: `spendingOf("codesOfCustomer", customer.id, seen.requestsPerHour),`,
    replace: "",
    test: { file: budgetsTest, name: "H3 (T12): ten a day go to a customer" },
  },
  {
    id: "T13",
    file: "packages/core/src/otp/reset-otp-limit.ts",
    find: `[spendingOf("limitResetsOfCustomer", customer.id)]`,
    replace: `[spendingOf("limitResetsOfCustomer", customer.id, 100)]`,
    test: { file: budgetsTest, name: "T13: three resets of the hour's limit a day" },
  },
  {
    id: "M2",
    file: "packages/core/src/pin/unblock-pin.ts",
    find: `if (ctx.caller.kind === "staff") return`,
    replace: "if (ctx) return",
    test: { file: pinsTest, name: "M2 (T6): a token's unblock keeps the count" },
  },
  {
    id: "T6",
    file: "packages/core/src/pin/unblock-pin.ts",
    find: `[spendingOf("unblocksOfCustomer", customer.id)]`,
    replace: `[spendingOf("unblocksOfCustomer", customer.id, 100)]`,
    test: { file: pinsTest, name: "M2 (T6): wrong, unblock, wrong again" },
  },
  {
    id: "T5",
    file: "packages/core/src/pin/check-pin.ts",
    find: "spentBudget && overBudget(spentBudget),",
    replace: "",
    test: { file: pinsTest, name: "T5: a token blocks 50 PINs in a day" },
  },
  {
    id: "M3",
    file: "packages/router/src/trpc.ts",
    find: "countCallFromAddress(core, address)",
    replace: `countCallFromAddress(core, "everybody")`,
    test: { file: bookingsTest, name: "M3 (T17): is not spent by 70 invalid ones" },
  },
  {
    id: "T17",
    file: "packages/core/src/bookings/adding/add-booking.ts",
    find: 'phone.replace(/\\D/g, "").slice(-PHONE_DIGITS)',
    replace: "phone",
    test: {
      file: bookingsTest,
      name: "S13 (T17): is 5 bookings an hour from one address at a merchant",
    },
  },
  {
    id: "M5",
    file: "packages/core/src/access/sign-in/tries.rules.ts",
    find: `deviceId && \`device \${deviceId}\``,
    replace: "null",
    test: { file: signInTest, name: "M5: a device is known for its own person alone" },
  },
];
