import type { Mutation } from "../types.ts";

const hosts = "packages/db/src/connecting/hosts.test.ts";
const supplyChain = "scripts/supply-chain.test.mjs";
const authorize = "packages/router/src/operations/redemptions/authorize.ts";

/**
 * Mutations for the threats T34 to T58 that no other list contains, for findings about the console, and for
 * findings about installed packages.
 */
export const threatsB: readonly Mutation[] = [
  {
    id: "T34",
    file: authorize,
    find: "wholeNumber(1, LONGEST_SECONDS)",
    replace: "wholeNumber(1, LONGEST_SECONDS * 366)",
    test: {
      file: "packages/router/src/operations/redemptions/authorize.test.ts",
      name: "T34: an authorization lasts a day at most",
    },
  },
  {
    id: "T34",
    file: "packages/core/src/redeeming/authorize-redemption/authorize-redemption.sql.ts",
    find: "c.timeout * interval '1 second'",
    replace: "c.timeout * interval '1 hour'",
    test: {
      file: "packages/core/src/redeeming/authorize-redemption/authorize-redemption.test.ts",
      name: "authorizes the request for so many seconds",
    },
  },
  {
    id: "T35",
    file: "packages/core/src/redeeming/redeem-multiple-rewards/lines.sql.ts",
    find: `  ...inLines("refusedAuthorizations", authorization.checks),`,
    replace: "",
    test: {
      file: "packages/core/src/redeeming/redeem-multiple-rewards/races.test.ts",
      name: "a call without it is refused",
    },
  },
  {
    id: "T35",
    file: "packages/core/src/facts/authorization.ts",
    find: "unless: sql`not",
    replace: "unless: sql`true or not",
    test: {
      file: "packages/core/src/redeeming/redeem-voucher/redeem-voucher.test.ts",
      name: "redeem-voucher spends the PIN authorization that the merchant asks for, once",
    },
  },
  {
    id: "T36",
    file: "packages/core/src/writing/key.sql.ts",
    find: `where k.created_at at time zone 'UTC' <= excluded.created_at at time zone 'UTC' - \${KEPT}`,
    replace: "where true",
    test: {
      file: "packages/core/src/redeeming/redeem-reward/checks.test.ts",
      name: "what another transaction changes while the statement waits the key that it writes",
    },
  },
  {
    id: "T37",
    file: "packages/core/src/access/tokens/tokens.sql.ts",
    find: " and t.revoked_at is null",
    replace: "",
    test: {
      file: "packages/core/src/access/tokens/tokens.test.ts",
      name: "a revoked token, at once and for good",
    },
  },
  {
    id: "T37",
    file: "apps/api/src/callers.ts",
    find: "const REMEMBERED_MS = 800;",
    replace: "const REMEMBERED_MS = 60_000;",
    test: { file: "apps/api/src/callers.test.ts", name: "lose a revoked token within a second" },
  },
  {
    id: "T42",
    file: "packages/router/src/wire/extra-data.ts",
    find: "if (depth > DEEPEST) return tooDeep;",
    replace: "if (depth > 64) return tooDeep;",
    test: {
      file: "packages/router/src/wire/extra-data.test.ts",
      name: "takes 8 levels and not 9",
    },
  },
  {
    id: "T42",
    file: "apps/api/src/rest/body.ts",
    find: "1024 * 1024",
    replace: "4 * 1024 * 1024",
    test: {
      file: "apps/api/test/contract/transport.test.ts",
      name: "S3 (S4, T42): of a sale, of 1 MiB, is read, and a byte or a value more is answered 413",
    },
  },
  {
    id: "T44",
    file: "packages/db/src/connecting/server.ts",
    find: "lock_timeout: lockTimeoutMs,",
    replace: "lock_timeout: statementTimeoutMs,",
    test: {
      file: "packages/db/src/connecting/connect.test.ts",
      name: "every transaction waits for a lock a little longer",
    },
  },
  {
    id: "T45",
    file: "packages/router/src/staff/catalogue/catalogue.ts",
    find: "const Reward = z.object({",
    replace: "const Reward = z.looseObject({",
    test: {
      file: "apps/api/test/contract/extra-fields.test.ts",
      name: "T45: change nothing of what a procedure of the console writes",
    },
  },
  {
    id: "T46",
    file: "packages/router/src/wire/extra-data.ts",
    find: "? tooLong : value;",
    replace: "? tooLong : Object.assign({}, value);",
    test: {
      file: "packages/router/src/wire/extra-data.test.ts",
      name: "comes back as it was sent, whatever its keys are",
    },
  },
  {
    id: "T51",
    file: "packages/router/src/operations/diagnostics/error500.ts",
    find: `({ status: 500, html: "Server error - 500" })`,
    replace: `{ throw new Error("Server error - 500"); }`,
    test: {
      file: "apps/api/test/contract/transport.test.ts",
      name: "GET /api/500 needs no token, and reads no body",
    },
  },
  {
    id: "T54",
    file: "packages/core/src/messages/templates/template.rules.ts",
    find: `write(values[name.trim()] ?? ""));`,
    replace: `write(values[name.trim()] ?? "")).replace(placeholder, (_, name: string) => values[name] ?? "");`,
    test: {
      file: "packages/core/src/messages/templates/template.rules.test.ts",
      name: "once: what a value holds is text",
    },
  },
  {
    id: "T55",
    file: "pnpm-workspace.yaml",
    find: "\n  zod: 4.",
    replace: "\n  zod: ^4.",
    test: {
      file: supplyChain,
      name: "T55: every package that is asked for has one exact version",
    },
  },
  {
    id: "T55",
    file: "pnpm-workspace.yaml",
    find: "esbuild: false",
    replace: "esbuild: true",
    test: { file: supplyChain, name: "T55: no package runs a script when it is installed" },
  },
  {
    id: "T56",
    file: "packages/core/src/access/tokens/tokens.sql.ts",
    find: "return run(db, liveTokenByHash, { secretHash, offsetMs });",
    replace: `const wrong = Date.now() - performance.timeOrigin - performance.now();
  return run(db, liveTokenByHash, { secretHash, offsetMs: offsetMs + wrong });`,
    test: {
      file: "packages/core/src/access/tokens/tokens.test.ts",
      name: "T56: a host whose clock is two hours wrong",
    },
  },
  {
    id: "T57",
    file: "packages/db/src/connecting/hosts.ts",
    find: "        choice = undefined;\n",
    replace: "",
    test: { file: hosts, name: "F6: after a promotion statements go to the new primary" },
  },
  {
    id: "T58",
    file: "packages/db/src/connecting/hosts.ts",
    find: `"read-write": (state) => !state.isStandby && !state.isReadOnly,`,
    replace: `"read-write": () => true,`,
    test: { file: hosts, name: "F6: a primary that takes no writes is passed over" },
  },
  {
    id: "H2",
    file: "apps/console/src/rpc/hop.ts",
    find: `["cookie", "user-agent", "x-forwarded-for", "x-forwarded-proto"]`,
    replace: `["cookie", "user-agent", "x-forwarded-for"]`,
    test: { file: "apps/console/test/desk.spec.ts", name: "H2: staff sign in, see every page" },
  },
  {
    id: "L9",
    file: "apps/console/src/rpc/client.ts",
    find: `methodOverride: "POST", `,
    replace: "",
    test: {
      file: "apps/console/e2e/every-page/search-words.spec.ts",
      name: "L9: who is searched for stands in no address",
    },
  },
  {
    id: "L10",
    file: "apps/console/src/server/console-server.ts",
    find: "    serverLimits,\n    null,",
    replace: "    { ...serverLimits, headersMs: 60_000, requestMs: 300_000 },\n    null,",
    test: {
      file: "apps/console/test/console-process.spec.ts",
      name: "slow headers and slow bodies are cut as the API cuts them",
    },
  },
  {
    id: "L11",
    file: "pnpm-workspace.yaml",
    find: "\n  better-call: 1.4.5",
    replace: "",
    test: {
      file: supplyChain,
      name: "L11: better-auth's own dependencies have one version each",
    },
  },
];
