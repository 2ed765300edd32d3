import type { Mutation } from "../types.ts";

const desk = "apps/api/test/staff/security-events.test.ts";
const privacy = "packages/core/src/privacy/personal-data.test.ts";
const retention = "packages/core/src/audit/sweeping/forget-old-rows.test.ts";

/** Mutations that remove checks of security events, addresses, retention and privacy. */
export const events: readonly Mutation[] = [
  {
    id: "L2",
    file: "apps/api/src/staff-auth/events.ts",
    find: "later(() => record(who, event));",
    replace: "await record(who, event);",
    test: {
      file: "apps/api/test/staff/accounts/equal-work.test.ts",
      name: "L2: a sign-in does the same work for both",
    },
  },
  {
    id: "M10",
    file: "apps/api/src/staff-auth/better-auth.ts",
    find: "      events.others,\n",
    replace: "",
    test: { file: desk, name: "M10 (T39): a sign-in and a failed one say who" },
  },
  {
    id: "M10",
    file: "packages/core/src/security-events/insert.sql.ts",
    find: "::boolean or not exists (select 1 from security_events e",
    replace: "::boolean or true or not exists (select 1 from security_events e",
    test: { file: desk, name: "M10: equal failures within a minute are one row" },
  },
  {
    id: "T49",
    file: "packages/router/src/trpc.ts",
    find: ".catch(ctx.onUnrecorded)",
    replace: "",
    test: { file: desk, name: "M10 (T49): a denial is recorded" },
  },
  {
    id: "M10",
    file: "packages/router/src/staff/lists/csv.ts",
    find: "  await recordExport(desk);\n",
    replace: "",
    test: { file: desk, name: "M10: every CSV is an export on the record" },
  },
  {
    id: "M10",
    file: "packages/core/src/access/members/members.sql.ts",
    find: '    event: securityEventArm(sql`changed`, "staff-removed"),\n',
    replace: "",
    test: { file: desk, name: "M10: tokens, invitations, colleagues, cancels and settings" },
  },
  {
    id: "T39",
    file: "apps/api/src/app.ts",
    find: "callLog(log, hop.addressOf)",
    replace: "callLog(log, ({ ip }) => ip)",
    test: { file: desk, name: "M10 (T39): audit rows and log lines" },
  },
  {
    id: "M10",
    file: "packages/core/src/audit/entry-list.sql.ts",
    find: "auditAddress: ctx.origin?.address ?? null",
    replace: "auditAddress: null",
    test: { file: desk, name: "M10 (T39): audit rows and log lines" },
  },
  {
    id: "M10",
    file: "packages/core/src/audit/entries.sql.ts",
    find: "address: ctx.origin?.address ?? null",
    replace: "address: null",
    test: {
      file: "packages/core/src/awards/adjust-stamps/adjust-stamps.test.ts",
      name: "stamps by hand are added and taken with ledger entry and record",
    },
  },
  {
    id: "M14",
    file: "packages/core/src/privacy/personal-columns.sql.ts",
    find: "referral_code: \"''\", ",
    replace: "",
    test: { file: privacy, name: "M14: every column that can hold words is classified" },
  },
  {
    id: "M14",
    file: "packages/core/src/privacy/personal-columns.sql.ts",
    find: "or regexp_replace($",
    replace: "or false and regexp_replace($",
    test: { file: privacy, name: "M14: is gone everywhere once they are anonymized" },
  },
  {
    id: "M14",
    file: "packages/core/src/privacy/searching.sql.ts",
    find: ` limit \${p("rowsAtOnce")}`,
    replace: "",
    test: { file: privacy, name: "M14: is read in pieces, along the primary key" },
  },
  {
    id: "M14",
    file: "packages/core/src/privacy/customer.sql.ts",
    find: "  await eraseRecent(ctx, { ...parameters, since });\n",
    replace: "",
    test: { file: privacy, name: "M14: rows that are written while the pieces are read go too" },
  },
  {
    id: "M14",
    file: "packages/core/src/credentials/changing.sql.ts",
    find: " for key share`;",
    replace: "`;",
    test: {
      file: "packages/core/src/privacy/anonymized-meanwhile.test.ts",
      name: "M14: a one-time password waits for it and is refused",
    },
  },
  {
    id: "M14",
    file: "packages/core/src/customers/customer.sql.ts",
    find: "c.anonymized_at is null and c.id = coalesce(",
    replace: "c.id = coalesce(",
    test: { file: privacy, name: "M14: afterwards every operation answers as for an unknown user" },
  },
  {
    id: "M14",
    file: "packages/core/src/privacy/confirmation.rules.ts",
    find: "typed === String(id) || names.includes(typed)",
    replace: "typed !== null",
    test: { file: privacy, name: "M14: needs the customer's name typed" },
  },
  {
    id: "M14",
    file: "packages/core/src/audit/sweeping/sweeping.sql.ts",
    find: "a.created_at < $",
    replace: "false and a.created_at < $",
    test: { file: retention, name: "M14: retention settings are applied in pieces" },
  },
  {
    id: "M10",
    file: "apps/api/src/staff-auth/staff-auth.ts",
    find: "if (signIn && response.status === 429)",
    replace: "if (false)",
    test: { file: desk, name: "M10: a flood of sign-ins from an address is one event" },
  },
  {
    id: "M10",
    file: "packages/core/src/security-events/insert.sql.ts",
    find: 'foldsAddresses: what === "sign-in" && result === "refused"',
    replace: "foldsAddresses: false",
    test: {
      file: "packages/core/src/security-events/refused-sign-ins.test.ts",
      name: "M10: refused sign-ins of a person are one row a minute",
    },
  },
  {
    id: "M10",
    file: "apps/api/src/cli/export.ts",
    find: "await recordSecurityEvent(core, {",
    replace: "void (core && {",
    test: {
      file: "apps/api/test/cli/operator-events.test.ts",
      name: "M10: an export by the command line is an event",
    },
  },
];
