import type { Mutation } from "../types.ts";

const secretsTest = "packages/core/src/secrets.test.ts";
const promoCodes = "packages/core/src/redeeming/redeem-promo-code";
const fields = "packages/router/src/wire/fields.ts";
const fieldsTest = "packages/router/src/wire/fields.test.ts";

/** Mutations for the threats T1 to T31 that no other list contains. */
export const threatsA: readonly Mutation[] = [
  {
    id: "T7",
    file: "packages/router/src/trpc.ts",
    find: "  checkScope(caller, meta);\n",
    replace: "",
    test: {
      file: "apps/api/test/contract/credentials/password-pin-otp.test.ts",
      name: "setPassword is for tokens with its scope",
    },
  },
  {
    id: "T7",
    file: "packages/router/src/operations/password/set.ts",
    find: `    scope: "password",\n`,
    replace: "",
    test: {
      file: "packages/router/src/permissions.test.ts",
      name: "S11, T7, T59: gives each procedure the permissions",
    },
  },
  {
    id: "T8",
    file: "packages/core/src/credentials/changing.sql.ts",
    find: "from merchant where notify_credential_changes)",
    replace: "from merchant where false)",
    test: {
      file: "packages/core/src/credentials/telling.test.ts",
      name: "follows each change of a PIN or password",
    },
  },
  {
    id: "T14",
    file: "packages/core/src/secrets.ts",
    find: "hash(keyed(current.pepper, owner, pin), cost)",
    replace: "hash(pin, cost)",
    test: { file: secretsTest, name: "cannot be searched for without the pepper" },
  },
  {
    id: "T14",
    file: "packages/core/src/secrets.ts",
    find: `createHmac("sha256", key)`,
    replace: `createHmac("sha256", "")`,
    test: { file: secretsTest, name: "are kept bound to owner, purpose and key" },
  },
  {
    id: "T15",
    file: "packages/core/src/credentials/take-try.ts",
    find: `    if (decision.costs) await pretend();\n`,
    replace: "",
    test: {
      file: "packages/core/src/password/passwords.test.ts",
      name: "T15: nobody, one without a password and a wrong one take a hash each",
    },
  },
  {
    id: "T16",
    file: "packages/core/src/bookings/adding/add-booking.sql.ts",
    find: "'status', b.status)) as outcome",
    replace: "'status', b.status, 'customerId', b.customer_id)) as outcome",
    test: {
      file: "packages/core/src/bookings/adding/add-booking.test.ts",
      name: "makes no difference to the answer",
    },
  },
  {
    id: "T19",
    file: "packages/core/src/facts/voucher.ts",
    find: `\${v.merchantId} = \${merchantId}
    and \${v.id} = coalesce(`,
    replace: `\${v.id} = coalesce(`,
    test: {
      file: "packages/core/src/redeeming/redeem-voucher/refusals.test.ts",
      name: "unknown, and another merchant's",
    },
  },
  {
    id: "T22",
    // a file that patches/postgres@3.4.9.patch changes
    file: "packages/db/node_modules/postgres/src/index.js",
    find: "        if (over)\n          return q.reject(over)\n",
    replace: "",
    test: {
      file: "packages/db/src/statements/transaction.test.ts",
      name: "F4: nothing stays, when the first then writes more",
    },
  },
  {
    id: "T23",
    file: "packages/db/src/connecting/pooler.ts",
    find: `\`set local \${name}`,
    replace: `\`set \${name}`,
    test: {
      file: "packages/db/src/connecting/pooler.test.ts",
      name: "F5: a statement and a transaction end as soon as on the server itself",
    },
  },
  {
    id: "T24",
    file: "packages/core/src/writing/key.sql.ts",
    find: `        on o.merchant_id = $1 and o.operation = '\${operation}' and o.key = \${key}
    where k.merchant_id = $1 and k.operation`,
    replace: `        on o.operation = '\${operation}' and o.key = \${key}
    where k.operation`,
    test: {
      file: "packages/core/src/redeeming/idempotency.test.ts",
      name: "T24: a refused call is not told another merchant's answer",
    },
  },
  {
    id: "T25",
    file: "packages/db/migrations/0000_initial.sql",
    find: `"vouchers_merchant_id_id_pk" PRIMARY KEY("merchant_id","id")`,
    replace: `"vouchers_merchant_id_id_pk" PRIMARY KEY("id","merchant_id")`,
    test: {
      file: "packages/db/src/distribution.test.ts",
      name: "every table of a merchant can be distributed by merchant_id",
    },
  },
  {
    id: "T26",
    file: "packages/core/src/kernel/arms.ts",
    find: "each.again === row",
    replace: "false",
    test: {
      file: "packages/core/src/redeeming/redeem-voucher/checks.test.ts",
      name: "voucherIsUnspent is judged again",
    },
  },
  {
    id: "T27",
    file: fields,
    find: "if (!parts || !/[1-9]/.test(exact)) return amountExpected;",
    replace: "if (!parts) return amountExpected;",
    test: { file: fieldsTest, name: `reads 0 as ["invalid","An amount above zero` },
  },
  {
    id: "T28",
    file: fields,
    find: "number >= least && ",
    replace: "",
    test: { file: fieldsTest, name: `reads 0 as ["invalid","A whole number from 1 to 100` },
  },
  {
    id: "T29",
    file: "packages/core/src/facts/promo-code.ts",
    find: `isLeft: sql\`\${l.usesLeft} is null or \${l.place} <= \${l.usesLeft}\``,
    replace: "isLeft: sql`true`",
    test: {
      file: `${promoCodes}/races.test.ts`,
      name: "a batch of one promo code does as many calls as uses are left, and fails without the guard",
    },
  },
  {
    id: "T29",
    file: "packages/core/src/facts/promo-code.ts",
    find: "where promo_code_uses.uses = excluded.uses - 1",
    replace: "",
    test: {
      file: `${promoCodes}/waiting.test.ts`,
      name: "a call without a key whose customer has used the code meanwhile is not done again",
    },
  },
  {
    id: "T29",
    file: "packages/core/src/facts/promo-code.ts",
    find: `or \${usesByCustomer} < \${pc.maxUsesPerCustomer}`,
    replace: "or true",
    test: {
      file: `${promoCodes}/races.test.ts`,
      name: "one customer 20 times, who has 3 uses: 3 are done",
    },
  },
  {
    id: "T30",
    file: "packages/core/src/access/guesses/guesses.rules.ts",
    find: "guesses && guesses.count >= guesses.most ?",
    replace: "guesses && guesses.count < 0 ?",
    test: {
      file: "packages/core/src/redeeming/guessing.test.ts",
      name: "then even a right one waits until the minute is over",
    },
  },
  {
    id: "T30",
    file: "packages/core/src/access/guesses/batch-guesses.sql.ts",
    find: "coalesce(g.count < g.most, true)",
    replace: "true",
    test: {
      file: "packages/core/src/redeeming/guessing.test.ts",
      name: "then even a right one waits until the minute is over",
    },
  },
  {
    id: "T31",
    file: "packages/core/src/redeeming/cancel-redemption/cancel-redemption.sql.ts",
    find: " and r.status = b.status",
    replace: "",
    test: {
      file: "packages/core/src/redeeming/cancel-redemption/races.test.ts",
      name: "it is canceled with a replacement",
    },
  },
];
