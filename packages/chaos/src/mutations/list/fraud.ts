import type { Mutation } from "../types.ts";

/** Mutations that remove checks of identifiers, of the limits of cashiers, and of cancels. */
export const fraud: readonly Mutation[] = [
  {
    id: "M7",
    file: "packages/core/src/customers/identifiers/identifiers.rules.ts",
    find: "for (const reading of readingsOf(value, country)) add({ ...reading, field, isReserved: true });",
    replace:
      'for (const reading of readingsOf("", country)) add({ ...reading, field, isReserved: true });',
    test: {
      file: "packages/core/src/customers/identifiers/identifiers.test.ts",
      name: "M7 (T21): refuses a Member ID that reads as another customer's mobile number",
    },
  },
  {
    id: "T21",
    file: "packages/core/src/customers/identifiers/identifiers.sql.ts",
    find: "    where i.customer_id = excluded.customer_id",
    replace: "    where true",
    test: {
      file: "packages/core/src/customers/identifiers/identifiers.test.ts",
      name: "M7 (T21): one has it, the other is refused",
    },
  },
  {
    id: "T20",
    file: "packages/core/src/customers/customer.sql.ts",
    find: " and not i.is_reserved)",
    replace: ")",
    test: {
      file: "packages/core/src/customers/identifiers/identifiers-population.test.ts",
      name: "M7 (T20): no text means two customers, and each reaches the one that the rule names",
    },
  },
  {
    id: "T20",
    file: "packages/core/src/customers/adding/addition.sql.ts",
    find: "i.form = 'memberId' and i.value = c.customer::text",
    replace: "i.form = 'memberId' and false",
    test: {
      file: "packages/core/src/customers/identifiers/identifiers.test.ts",
      name: "T20: a new key skips digits that are somebody's Member ID or mobile number",
    },
  },
  {
    id: "M6",
    file: "packages/core/src/access/roles/cashier.rules.ts",
    find: "if (!isCashier(caller) || (text.trim() && after === null)) return null;",
    replace: "if (!isCashier(caller) || text || after === null) return null;",
    test: {
      file: "packages/core/src/access/roles/cashier-limits.test.ts",
      name: "M6: lists nobody without a term, and no second page",
    },
  },
  {
    id: "M6",
    file: "packages/core/src/access/roles/cashier.rules.ts",
    find: "if (!isCashier(caller) || customerId !== null || code !== null) return null;",
    replace: "if (!isCashier(caller) || customerId !== null || code !== undefined) return null;",
    test: {
      file: "packages/core/src/access/roles/cashier-limits.test.ts",
      name: "M6: are listed for no cashier, and read by their end alone",
    },
  },
  {
    id: "S10",
    file: "packages/core/src/access/roles/cashier.rules.ts",
    find: `"large-sale" as const,
    refuses: isCashier(caller),`,
    replace: `"large-sale" as const,
    refuses: false,`,
    test: {
      file: "packages/core/src/sales/limiting/limit-sale.test.ts",
      name: "S10: is at most the merchant's number of stamps",
    },
  },
  {
    id: "S10",
    file: "packages/core/src/sales/limiting/limit-sale.ts",
    find: "if (await spendWhole(purseOf(ctx), ofDay, stampsEarned)) return;",
    replace: "if ((await spendWhole(purseOf(ctx), ofDay, stampsEarned)) !== null) return;",
    test: {
      file: "packages/core/src/sales/limiting/limit-sale.test.ts",
      name: "S10: is at most the merchant's number of stamps, whatever one sale earns",
    },
  },
  {
    id: "M13",
    file: "packages/core/src/access/roles/cashier.rules.ts",
    find: "return reason?.trim()",
    replace: "return reason !== undefined",
    test: {
      file: "packages/core/src/redeeming/cancel-redemption/staff-cancels.test.ts",
      name: "M13 (T32): staff give a reason for a cancel",
    },
  },
  {
    id: "T32",
    file: "packages/core/src/access/roles/cashier.rules.ts",
    find: "if (isCashier(caller) && cancel.ageHours >= cancel.cashierCancelHours)",
    replace: "if (isCashier(caller) && cancel.ageHours < 0)",
    test: {
      file: "packages/core/src/redeeming/cancel-redemption/staff-cancels.test.ts",
      name: "M13 (T32): past the age that the merchant sets, a cancel takes a manager",
    },
  },
  {
    id: "M13",
    file: "packages/core/src/redeeming/cancel-redemption/cancel-redemption.sql.ts",
    find: "join calls c on c.n = x.n where c.vouchers is not null",
    replace: "join calls c on c.n = x.n where false",
    test: {
      file: "packages/core/src/redeeming/cancel-redemption/staff-cancels.test.ts",
      name: "M13: a cancel with a replacement is listed until somebody has reviewed it",
    },
  },
  {
    id: "L8",
    file: "packages/core/src/customers/finding/profile.sql.ts",
    find: "e.cause not in ('redemption', 'cancellation')",
    replace: "e.cause is not null",
    test: {
      file: "packages/core/src/access/roles/cashier-limits.test.ts",
      name: "L8: a customer's ledger and vouchers show a cashier limited to stores no other store's redemptions",
    },
  },
  {
    id: "L7",
    file: "packages/router/src/idempotency.ts",
    find: "key: of === undefined ? key :",
    replace: 'key: of !== "" ? key :',
    test: {
      file: "packages/router/src/idempotency.test.ts",
      name: "L7: the key of an anonymous call belongs to its address",
    },
  },
];
