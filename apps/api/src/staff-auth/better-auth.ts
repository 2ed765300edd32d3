import { countStaffRequest, mailReset } from "@stampbook/core/access";
import { endAccountLinks } from "@stampbook/core/accounts";
import { passwordForms } from "@stampbook/core/comparing";
import type { CoreDeps } from "@stampbook/core/context";
import { staffPasswordLength } from "@stampbook/core/limits";
import { schema } from "@stampbook/db";
import { type BetterAuthOptions, betterAuth, type User } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { twoFactor } from "better-auth/plugins/two-factor";
import type { AfterAnswer } from "../staff-accounts/after-answer.ts";
import { readAccountsOfNobody } from "../staff-accounts/equal-work.ts";
import { hideSessions } from "../staff-accounts/hidden-sessions.ts";
import { verifiedPasskeys } from "../staff-accounts/passkeys.ts";
import { accountRules } from "../staff-accounts/plugin.ts";
import { quickSwitch } from "../staff-accounts/quick-switch.ts";
import { staffAlone } from "../staff-accounts/staff-alone.ts";
import { aroundCalls } from "./around-calls.ts";
import { cookiePrefix } from "./cookie.ts";
import { recordAuthEvents } from "./events.ts";
import { answerOrThrow, noteFailures, noteUnsent, throwUnsent } from "./failures.ts";
import type { ConsoleOrigins } from "./origins.ts";
import { newRecoveryCodes } from "./recovery-codes.ts";
import { ADDRESS_HEADER, STAFF_AUTH_PATH, type StaffAuthSettings } from "./settings.ts";

/** Closed paths. Accounts are created by invitation, have no social logins, and keep their email address. */
const closedPaths = [
  "/sign-up/email",
  "/sign-in/social",
  "/link-social",
  "/unlink-account",
  "/change-email",
  "/delete-user",
  "/verify-email",
  "/send-verification-email",
  "/get-access-token",
  "/refresh-token",
  "/account-info",
  // shows the secret of an authenticator again, without a mail or an event
  "/two-factor/get-totp-uri",
];

const DAY_SECONDS = 24 * 60 * 60;
const RESET_MINUTES = 60;

/**
 * Options of the fields that bind a PIN's session to its device. A request's body cannot set these fields.
 */
const bound = { required: false, input: false, returned: false } as const;
const sessionFields = {
  activeMerchantId: { type: "number", required: false },
  deviceMerchantId: { type: "number", ...bound },
  deviceId: { type: "number", ...bound },
  pinId: { type: "string", ...bound },
} as const;

/** Limits of the calls from one address, in seconds and calls. */
const rates = {
  enabled: true,
  window: 10,
  max: 100,
  customRules: {
    "/sign-in/*": { window: 60, max: 20 },
    "/two-factor/*": { window: 60, max: 20 },
    "/request-password-reset": { window: 60, max: 3 },
    "/reset-password": { window: 60, max: 10 },
    "/change-password": { window: 60, max: 10 },
    "/verify-password": { window: 60, max: 10 },
    // each call writes a row, and anyone may call
    "/passkey/generate-authenticate-options": { window: 60, max: 10 },
  },
};

/** Sets up better-auth on the service's own tables. */
export function openBetterAuth(
  core: CoreDeps,
  settings: StaffAuthSettings,
  origins: ConsoleOrigins,
  later: AfterAnswer["later"],
) {
  const { publicUrl, secureCookies } = settings;
  const { origin } = new URL(publicUrl);
  const [current, ...old] = core.secrets.keysFor("staff auth");
  if (!current) throw new TypeError("a purpose has a key");
  const events = recordAuthEvents(core, settings.log, later);
  const auth = betterAuth({
    appName: "Stampbook",
    baseURL: origin,
    basePath: STAFF_AUTH_PATH,
    secret: current.key,
    secrets: [current, ...old].map(({ id, key }) => ({ version: id, value: key })),
    telemetry: { enabled: false },
    logger: { level: "error", log: (_level, message) => settings.log.error(message) },
    // unexpected errors are thrown, so that the API logs and answers them
    onAPIError: { throw: true },
    disabledPaths: closedPaths,
    trustedOrigins: [...origins.trusted],
    database: (options: BetterAuthOptions) =>
      readAccountsOfNobody(
        hideSessions(noteFailures(openTables(core.db)(options)), core.clockOffsetMs),
      ),
    databaseHooks: staffAlone(core),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: staffPasswordLength.shortest,
      // better-auth counts UTF-16 units, and a character has at most two
      maxPasswordLength: 2 * staffPasswordLength.longest,
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: ({ user }) => endAccountLinks(core, user.id),
      resetPasswordTokenExpiresIn: RESET_MINUTES * 60,
      sendResetPassword: ({ user, token }) => noteUnsent(sendReset(core, origin, user, token)),
      password: passwordHashes(core),
    },
    // the table stores the secret of a mail's link only as a hash
    verification: { storeIdentifier: "hashed" },
    session: {
      expiresIn: 7 * DAY_SECONDS,
      updateAge: DAY_SECONDS,
      additionalFields: sessionFields,
    },
    rateLimit: {
      ...rates,
      customStorage: { consume: (key, rule) => countStaffRequest(core, key, rule) },
    },
    advanced: {
      useSecureCookies: false,
      defaultCookieAttributes: { secure: secureCookies },
      // set explicitly, because the default is laxer when better-auth thinks it runs in a test
      disableCSRFCheck: false,
      disableOriginCheck: false,
      cookiePrefix: cookiePrefix(secureCookies),
      database: { joins: false, generateId: () => core.secrets.newRowId() },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    hooks: aroundCalls(core, settings, later),
    plugins: [
      twoFactor({
        issuer: "Stampbook",
        // our own counts slow down wrong codes, so that nobody can lock another person out
        accountLockout: { enabled: false },
        backupCodeOptions: { customBackupCodesGenerate: () => newRecoveryCodes(core.secrets) },
      }),
      events.resetRequests,
      accountRules(core, settings.hasMail),
      ...verifiedPasskeys(origins),
      quickSwitch(core, secureCookies),
      events.others,
    ],
  });
  const handler = (request: Request) => answerOrThrow(() => auth.handler(request));
  const sendResetLink = throwUnsent((email: string) =>
    auth.api.requestPasswordReset({ body: { email } }),
  );
  return { handler, sendResetLink, context: auth.$context };
}

function sendReset(core: CoreDeps, origin: string, user: User, token: string): Promise<void> {
  // after `#`, so that no server logs it
  const link = `${origin}/reset-password#token=${encodeURIComponent(token)}`;
  return mailReset(core, user, { link, minutes: RESET_MINUTES });
}

function openTables(db: CoreDeps["db"]) {
  return drizzleAdapter(db, {
    provider: "pg",
    transaction: true,
    schema: {
      user: schema.staffUsers,
      account: schema.staffAccounts,
      session: schema.staffSessions,
      verification: schema.staffVerifications,
      twoFactor: schema.staffTwoFactors,
      passkey: schema.staffPasskeys,
    },
  });
}

/**
 * Returns the functions by which better-auth hashes and verifies passwords. A sign-in hashes the password for
 * an unknown address, and verifies it for a known one. Both can be refused, and both do the work for each form
 * of the password: otherwise a full queue or the response time would reveal which addresses are known.
 */
function passwordHashes({ secrets }: Pick<CoreDeps, "secrets">) {
  return {
    hash: async (password: string) => {
      for (const _ of passwordForms(password).slice(1)) await secrets.verifyNothing();
      return secrets.hashPassword(password, "refusable");
    },
    verify: async ({ hash, password }: { readonly hash: string; readonly password: string }) => {
      for (const form of passwordForms(password))
        if (await secrets.verifyPassword(hash, form)) return true;
      return false;
    },
  };
}
