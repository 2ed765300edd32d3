import type { Mutation } from "../types.ts";

/** Mutations that remove checks of many areas: PINs, one-time passwords, proxies, input, errors and more. */
export const existing: readonly Mutation[] = [
  {
    id: "T1",
    file: "packages/core/src/pin/pin-tries.sql.ts",
    find: `cardinality(c.under_way) + c.wrong_tries_now < (select pin_max_attempts from limits)
        and `,
    replace: "",
    test: {
      file: "packages/core/src/pin/check-pin.test.ts",
      name: "of 500 wrong ones, through validate",
    },
  },
  {
    id: "T2",
    file: "packages/core/src/pin/pin.rules.ts",
    find: "Math.min(limits.attempts - counts.wrong, limits.lifetimeAttempts - counts.lifetimeWrong)",
    replace: "limits.attempts - counts.wrong",
    test: {
      file: "packages/core/src/pin/check-pin.test.ts",
      name: "the count for life does not lapse",
    },
  },
  {
    id: "T3",
    file: "packages/core/src/pin/check-pin.ts",
    find: "    checkGuesses(guesses),\n",
    replace: "",
    test: {
      file: "packages/core/src/pin/pins.test.ts",
      name: "a token's wrong PINs count together",
    },
  },
  {
    id: "T4",
    file: "packages/core/src/credentials/tries.sql.ts",
    find: `(select count(*) from unnest(others) b where b <= \${late}) as left_behind`,
    replace: "0 as left_behind",
    test: {
      file: "packages/core/src/pin/check-pin.test.ts",
      name: "one that was left behind counts",
    },
  },
  {
    id: "T9",
    file: "packages/core/src/otp/otp.sql.ts",
    find: `and wrong_tries < (select otp_max_attempts from merchants where id = \${p("merchantId")})`,
    replace: "",
    test: {
      file: "packages/core/src/otp/one-time-passwords.test.ts",
      name: "of 1,000 in parallel five are evaluated",
    },
  },
  {
    id: "T11",
    file: "packages/core/src/otp/otp.sql.ts",
    find: `and purpose = \${p("purpose")} and expires_at`,
    replace: "and expires_at",
    test: {
      file: "packages/core/src/otp/one-time-passwords.test.ts",
      name: "works for its customer, its purpose and its merchant alone",
    },
  },
  {
    id: "T10",
    file: "packages/core/src/credentials/changing.sql.ts",
    find: "delete from one_time_passwords o using held c",
    replace: "update one_time_passwords o set wrong_tries = o.wrong_tries from held c",
    test: {
      file: "packages/core/src/otp/one-time-passwords.test.ts",
      name: "resets the password once",
    },
  },
  {
    id: "T17",
    file: "packages/core/src/bookings/adding/calls.rules.ts",
    find: "if (count <= most) return null;",
    replace: "if (count > 0) return null;",
    test: {
      file: "packages/core/src/bookings/adding/calls.test.ts",
      name: "30 calls in a minute pass",
    },
  },
  {
    id: "T18",
    file: "packages/router/src/staff/lists/csv.rules.ts",
    find: `const safe = !plain && startsFormula(value) ? \`'\${value}\` : value;`,
    replace: "const safe = value;",
    test: { file: "packages/router/src/staff/lists/csv.test.ts", name: `writes "=1+1" as` },
  },
  {
    id: "T33",
    file: "packages/core/src/kernel/arms.ts",
    find: `[sql\`\${sql.raw(row)}.count = coalesce(cardinality(\${each}), 0)\`]`,
    replace: "[]",
    test: {
      file: "packages/core/src/redeeming/redeem-multiple-rewards/races.test.ts",
      name: "it is not done",
    },
  },
  {
    id: "T38",
    file: "apps/api/src/rest/gate.ts",
    find: `request.protocol === "https"`,
    replace: `request.headers["x-forwarded-proto"] === "https"`,
    test: { file: "apps/api/test/contract/https.test.ts", name: "nobody else is" },
  },
  {
    id: "T39",
    file: "packages/edge/src/client-address.ts",
    find: "if (!trusts(nearest) || !isIP(hop)) break;",
    replace: "if (!isIP(hop)) break;",
    test: {
      file: "packages/edge/src/client-address.test.ts",
      name: "is not what the client wrote before that",
    },
  },
  {
    id: "H1",
    file: "packages/edge/src/client-address.ts",
    find: "if (!trusts(nearest) || !isIP(hop)) break;",
    replace: "if (!isIP(hop)) break;",
    test: {
      file: "packages/edge/src/client-address.test.ts",
      name: "H1: the client's address is a stranger's own",
    },
  },
  {
    id: "T40",
    file: "apps/api/src/trpc.ts",
    find: "maxBatchSize: MOST_CALLS,",
    replace: "",
    test: { file: "apps/api/test/contract/trpc.test.ts", name: "of eleven is refused whole" },
  },
  {
    id: "T41",
    file: "packages/router/src/trpc.ts",
    find: "if (meta?.hashes && ctx.core.secrets.isFull()) throw new Failure(tooBusy);",
    replace: "",
    test: {
      file: "apps/api/test/contract/failing.test.ts",
      name: "is 503 with Retry-After for whatever takes a hash",
    },
  },
  {
    id: "T47",
    file: "apps/api/src/staff-auth/input.ts",
    find: `if (!Object.values(given).every((value) => typeof value !== "string" || isStorable(value)))`,
    replace: "if (Object.keys(given).length > 1_000)",
    test: { file: "apps/api/test/staff/odd-input.test.ts", name: "L3 (T47, T50): nor are NUL" },
  },
  {
    id: "L3",
    file: "apps/api/src/staff-auth/input.ts",
    find: `if (!Object.values(given).every((value) => typeof value !== "string" || isStorable(value)))`,
    replace: "if (Object.keys(given).length > 1_000)",
    test: { file: "apps/api/test/staff/odd-input.test.ts", name: "L3 (T47, T50): nor are NUL" },
  },
  {
    id: "T48",
    file: "packages/router/src/wire/fields.ts",
    find: `if (typeof value === "number") return Number.isSafeInteger(value) ? value : null;
  if`,
    replace: `if (typeof value === "number") return Number.isInteger(value) ? value : null;
  if`,
    test: {
      file: "packages/router/src/wire/fields.test.ts",
      name: "an id reads 9007199254740992 as",
    },
  },
  {
    id: "T49",
    file: "apps/api/src/describe-error.ts",
    find: `error.code.startsWith("22")`,
    replace: `error.code.startsWith("--")`,
    test: {
      file: "apps/api/src/logging.test.ts",
      name: "M8 (T49): keeps no value that the database quotes",
    },
  },
  {
    id: "M8",
    file: "apps/api/src/describe-error.ts",
    find: `value.replace(/Failed query:[\\s\\S]*/, "Failed query")`,
    replace: "value",
    test: {
      file: "apps/api/src/logging.test.ts",
      name: "M8 (T49): keeps no parameter of an error that comes as a text",
    },
  },
  {
    id: "T50",
    file: "packages/router/src/trpc.ts",
    find: `message: unexpected ? "Server error" : shape.message`,
    replace: "message: unexpected ? String(error.cause ?? shape.message) : shape.message",
    test: { file: "apps/api/test/contract/failing.test.ts", name: "is 500 without a word of it" },
  },
  {
    id: "T52",
    file: "packages/router/src/trpc.ts",
    find: `if (caller.kind === "anonymous")`,
    replace: `if (caller.kind === "anonymous" && !caller.kind)`,
    test: { file: "apps/api/test/staff/accounts/no-session.test.ts", name: "T52: no header opens" },
  },
  {
    id: "M11",
    file: "apps/api/src/docs.ts",
    find: "const nonce = newNonce();",
    replace: "const nonce = placeholder;",
    test: { file: "apps/api/test/contract/documents.test.ts", name: "M11: each answer of /docs" },
  },
  {
    id: "L6",
    file: "apps/api/src/docs.ts",
    find: "const nonce = newNonce();",
    replace: "const nonce = placeholder;",
    test: { file: "apps/api/test/contract/documents.test.ts", name: "M11: each answer of /docs" },
  },
];
