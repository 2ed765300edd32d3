import type { Mutation } from "../types.ts";

const invitations = "packages/core/src/access/invitations/invitations.test.ts";
const signInTest = "apps/api/test/staff/accounts/sign-in.test.ts";
const tries = "apps/api/test/staff/accounts/tries.test.ts";

/** Mutations that remove checks of invitations, of tries of secrets, and of what a session may do. */
export const signIn: readonly Mutation[] = [
  {
    id: "S1",
    file: "packages/core/src/access/invitations/invitation.rules.ts",
    find: "needsOf(invitation).session && userId !== account.userId",
    replace: "needsOf(invitation).session && userId === account.userId && !email",
    test: { file: invitations, name: "S1: of somebody who works elsewhere" },
  },
  {
    id: "S1",
    file: "packages/core/src/access/invitations/invitation.rules.ts",
    find: "account.isConfirmed || isMailed || !account.worksElsewhere",
    replace: "account.isConfirmed || isMailed || account.userId",
    test: { file: invitations, name: "S1: an account by a link that was not mailed" },
  },
  {
    id: "S6",
    file: "packages/core/src/budgets/spending.sql.ts",
    find: "or b.spent < excluded.most`",
    replace: "or true`",
    test: {
      file: "packages/core/src/budgets/count-shown-to-staff.test.ts",
      name: "S6: a cashier who counts ids",
    },
  },
  {
    id: "M6",
    file: "packages/router/src/staff/customers/customers.ts",
    find: "    const [profile, credentials] = await countShownToStaff(\n      ctx.desk,\n      () =>\n",
    replace:
      "    const [profile, credentials] = await (async (_, read) => read())(\n      ctx.desk,\n      () =>\n",
    test: { file: tries, name: "M6 (S6): each way to a customer" },
  },
  {
    id: "S7",
    file: "apps/api/src/staff-auth/around-calls.ts",
    find: "    trustDevice: false,\n",
    replace: "",
    test: {
      file: "apps/api/test/staff/accounts/second-factor-reset.test.ts",
      name: "S7: no device is trusted",
    },
  },
  {
    id: "S8",
    file: "apps/api/src/staff-accounts/passkeys.ts",
    find: "if (isVerified) return;",
    replace: "if (isVerified !== undefined) return;",
    test: { file: tries, name: "S8: one that did not verify its owner" },
  },
  {
    id: "S11",
    file: "packages/router/src/trpc.ts",
    find: "if (meta?.freshPassword) await",
    replace: "if (!meta) await",
    test: { file: tries, name: "S11: what outlasts a session" },
  },
  {
    id: "S12",
    file: "apps/api/src/staff-auth/around-calls.ts",
    find: "await ctx.context.internalAdapter.deleteSession(sessionToken);",
    replace: "",
    test: { file: tries, name: "S12: ten wrong passwords" },
  },
  {
    id: "S15",
    file: "apps/api/src/staff-auth/better-auth.ts",
    find: "accountLockout: { enabled: false },",
    replace: "",
    test: { file: tries, name: "S15: wrong codes from elsewhere" },
  },
  {
    id: "S17",
    file: "packages/core/src/guessable-password.rules.ts",
    find: "beside !== letters &&",
    replace: "beside === password &&",
    test: {
      file: "packages/core/src/guessable-password.test.ts",
      name: "S17: is refused where it is made of known words",
    },
  },
  {
    id: "S20",
    file: "packages/core/src/access/sign-in/count-staff-request.ts",
    find: "deps.secrets.fingerprint(",
    replace: "String(",
    test: { file: tries, name: "S20: counts keep no address" },
  },
  {
    id: "T53",
    file: "apps/api/src/staff-auth/origins.ts",
    find: "if (origin !== undefined) return trusted.includes(origin);",
    replace: "if (origin !== undefined) return trusted.length > 0;",
    test: { file: signInTest, name: "T53: is refused on a call from" },
  },
];
