import type { Mutation } from "../types.ts";

const account = "apps/api/test/staff/accounts/accounts.test.ts";
const plugin = "apps/api/src/staff-accounts/plugin.ts";

/** Mutations that remove checks of staff accounts, and checks against weak secrets. */
export const accounts: readonly Mutation[] = [
  {
    id: "M1",
    file: "apps/console/src/features/sign-in/inside-of.ts",
    find: "read?.origin === origin ? read.href",
    replace: "read ? read.href",
    test: {
      file: "apps/console/test/inside-of.test.ts",
      name: "M1: a sign-in leads to no other host",
    },
  },
  {
    id: "M4",
    file: "packages/core/src/accounts/accounts.sql.ts",
    find: `coalesce(\${factors.lastUsedStep}, -1) < \${p("step")}`,
    replace: "true",
    test: {
      file: "packages/core/src/accounts/claim-code.test.ts",
      name: "M4 (T53): lets one of several parallel claims of a step through, and no older step",
    },
  },
  {
    id: "T53",
    file: plugin,
    find: `return { context: { body: { ...body, code: "" } } };`,
    replace: "return;",
    test: { file: account, name: "M4 (T53): refuses a TOTP code used before" },
  },
  {
    id: "M9",
    file: "packages/core/src/guessable-password.rules.ts",
    find: "common.has(plain) ||",
    replace: "plain === password.repeat(2) ||",
    test: {
      file: "packages/core/src/guessable-password.test.ts",
      name: "M9: is refused where it is common",
    },
  },
  {
    id: "M12",
    file: plugin,
    find: "before(passkeyChanges, (ctx) => askForPassword(core, ctx)),",
    replace: "",
    test: {
      file: account,
      name: "M12: asks for the password before a passkey is added or removed",
    },
  },
  {
    id: "M12",
    file: plugin,
    find: "await mailFactorChange(core, session.user, change);",
    replace: "return;",
    test: {
      file: account,
      name: "M12: asks for the password before the authenticator is changed, and mails each change",
    },
  },
  {
    id: "M12",
    file: "packages/router/src/trpc.ts",
    find: "const unready = checkSecondFactor(caller);",
    replace: "const unready = checkSecondFactor({});",
    test: {
      file: account,
      name: "M12: refuses every procedure till an authenticator is set up, then lets them in",
    },
  },
  {
    id: "M12",
    file: "packages/core/src/access/sign-in/sessions.sql.ts",
    find: `s.created_at > \${now} - \${longestSession} and \${isOpenStill}`,
    replace: `\${isOpenStill}`,
    test: {
      file: account,
      name: "M12: is closed 30 days after the sign-in, however often the session was renewed",
    },
  },
  {
    id: "L1",
    file: "apps/api/src/staff-auth/better-auth.ts",
    find: "onPasswordReset: ({ user }) => endAccountLinks(core, user.id),",
    replace: "onPasswordReset: async ({ user }) => void [endAccountLinks, user],",
    test: {
      file: account,
      name: "L1: a reset ends all other reset links and every session",
    },
  },
  {
    id: "L2",
    file: plugin,
    find: `before(["/request-password-reset"], (ctx) => queueReset(core, ctx)),`,
    replace: "",
    test: {
      file: "apps/api/test/staff/accounts/equal-work.test.ts",
      name: "L2: a request for a reset link queues one job for both",
    },
  },
  {
    id: "L2",
    file: "apps/api/src/staff-accounts/equal-work.ts",
    find: `row === null && search.model === "user"`,
    replace: `row === undefined && search.model === "user"`,
    test: {
      file: "apps/api/test/staff/accounts/equal-work.test.ts",
      name: "L2: a sign-in does the same work for both",
    },
  },
  {
    id: "L5",
    file: "apps/api/src/env.ts",
    find: "if (weakness !== null) throw new BadSettings(weakKey(weakness));",
    replace: "",
    test: {
      file: "apps/api/src/weak-key.test.ts",
      name: "L5: does not start production",
    },
  },
  {
    id: "L4",
    file: "packages/db/src/embedded/files.ts",
    find: "chmodSync(directory, 0o700);",
    replace: "chmodSync(directory, 0o755);",
    test: { file: "packages/db/src/embedded/open-embedded.test.ts", name: "L4: only the owner" },
  },
  {
    id: "M12",
    file: "packages/core/src/access/members/members.sql.ts",
    find: "delete from staff_verifications where value in (select user_id from idle)",
    replace: "select 1",
    test: { file: account, name: "M12: is closed at once" },
  },
  {
    id: "M12",
    file: "apps/api/src/staff-accounts/staff-alone.ts",
    find: "await maySignIn(core, userId)",
    replace: "userId || (await maySignIn(core, userId))",
    test: {
      file: "apps/api/test/staff/accounts/sign-in.test.ts",
      name: "M12: is refused to somebody who works for nobody as with a wrong password",
    },
  },
  {
    id: "L1",
    file: "packages/core/src/accounts/work-on-resets.ts",
    find: "      onFailure(error);\n",
    replace: "      throw error;\n",
    test: {
      file: "packages/core/src/accounts/work-on-resets.test.ts",
      name: "L1: a request that fails holds up no other",
    },
  },
  {
    id: "M12",
    file: "apps/api/src/staff-auth/better-auth.ts",
    find: '  "/two-factor/get-totp-uri",\n',
    replace: "",
    test: { file: account, name: "M12: is never shown its authenticator's secret again" },
  },
  {
    id: "M12",
    file: "packages/router/src/trpc.ts",
    find: "if (unready) throw new Failure(unready);\n  const refusal = checkStaffCall",
    replace: "const refusal = unready ?? checkStaffCall",
    test: {
      file: "apps/api/test/staff/security-events.test.ts",
      name: "M12: who still has to set up a second factor is refused without an event",
    },
  },
];
