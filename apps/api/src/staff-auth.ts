import { createHmac, timingSafeEqual } from "node:crypto";
import { passkey } from "@better-auth/passkey";
import { countStaffRequest, forgetSignIns, mailReset, reserveSignIn } from "@stampbook/core/access";
import type { CoreDeps } from "@stampbook/core/context";
import { schema } from "@stampbook/db";
import { betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { APIError, createAuthMiddleware } from "better-auth/api";
import { parseCookies } from "better-auth/cookies";
import { twoFactor } from "better-auth/plugins/two-factor";
import type { FastifyBaseLogger } from "fastify";
import { type ConsoleOrigins, originsOf } from "./staff-auth-origins.ts";

export const STAFF_AUTH_PATH = "/staff-auth";

/** Set by the mount itself, whatever the caller sent: the address that rates are counted by. */
export const ADDRESS_HEADER = "x-stampbook-address";

export type StaffAuthSettings = {
  /** The console's address as browsers see it. */
  readonly publicUrl: string;
  /** Cookies go over HTTPS alone. */
  readonly secureCookies: boolean;
  readonly log: Pick<FastifyBaseLogger, "error">;
};

/** Sign-in of staff: sessions, second factors, passkeys. */
export type StaffAuth = {
  readonly handle: (request: Request) => Promise<Response>;
  /** The token of the session that a cookie header carries with our signature; null without one. */
  readonly sessionTokenOf: (cookie: string | undefined) => Promise<string | null>;
  readonly origins: ConsoleOrigins;
};

/** What is closed: accounts come by invitation, and people sign in with what they have here. */
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
];

const DAY_SECONDS = 24 * 60 * 60;
const RESET_MINUTES = 60;

/** Opens the sign-in over the service's own tables. */
export function createStaffAuth(core: CoreDeps, settings: StaffAuthSettings): StaffAuth {
  const origins = originsOf(settings.publicUrl);
  const auth = build(core, settings, origins);

  return {
    handle: auth.handler,
    origins,
    sessionTokenOf: async (cookie) => {
      if (!cookie) return null;
      const { authCookies, secret } = await auth.$context;
      const value = parseCookies(cookie).get(authCookies.sessionToken.name);
      return value === undefined ? null : unsign(value, secret);
    },
  };
}

function build(core: CoreDeps, settings: StaffAuthSettings, origins: ConsoleOrigins) {
  const { publicUrl, secureCookies } = settings;
  const { origin } = new URL(publicUrl);
  const [current, ...old] = core.secrets.keysFor("staff auth");
  if (!current) throw new TypeError("a purpose has a key");
  return betterAuth({
    appName: "Stampbook",
    baseURL: origin,
    basePath: STAFF_AUTH_PATH,
    secret: current.key,
    secrets: [current, ...old].map(({ id, key }) => ({ version: id, value: key })),
    telemetry: { enabled: false },
    logger: { level: "error", log: (_level, message) => settings.log.error(message) },
    // what is unexpected is the host's to log and to answer
    onAPIError: { throw: true },
    disabledPaths: closedPaths,
    trustedOrigins: [...origins.trusted],
    database: drizzleAdapter(core.db, {
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
    }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: 12,
      maxPasswordLength: 128,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: RESET_MINUTES * 60,
      sendResetPassword: ({ user, token }) => {
        const link = `${origin}/reset-password?token=${encodeURIComponent(token)}`;
        return mailReset(core, user, { link, minutes: RESET_MINUTES });
      },
      password: {
        hash: (password) => core.secrets.hashPassword(password),
        verify: ({ hash, password }) => core.secrets.verifyPassword(hash, password),
      },
    },
    // what a mail's link holds is not in the table as it is
    verification: { storeIdentifier: "hashed" },
    session: {
      expiresIn: 7 * DAY_SECONDS,
      updateAge: DAY_SECONDS,
      additionalFields: { activeMerchantId: { type: "number", required: false } },
    },
    rateLimit: {
      enabled: true,
      window: 10,
      max: 100,
      customRules: {
        "/sign-in/*": { window: 60, max: 20 },
        "/two-factor/*": { window: 60, max: 20 },
        "/request-password-reset": { window: 60, max: 3 },
        "/reset-password": { window: 60, max: 10 },
        "/change-password": { window: 60, max: 10 },
      },
      customStorage: { consume: (key, rule) => countStaffRequest(core, key, rule) },
    },
    advanced: {
      useSecureCookies: secureCookies,
      // said, because its own default is laxer where it takes itself to be in a test
      disableCSRFCheck: false,
      disableOriginCheck: false,
      cookiePrefix: "stampbook",
      database: { joins: false, generateId: () => core.secrets.newRowId() },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    hooks: slowDownGuesses(core),
    plugins: [
      twoFactor({ issuer: "Stampbook" }),
      passkey({ rpID: origins.passkeyDomain, rpName: "Stampbook", origin: [...origins.trusted] }),
    ],
  });
}

/** Counts wrong passwords of a person, from whatever address they come. */
function slowDownGuesses(core: CoreDeps) {
  const emailOf = (body: unknown) => {
    const email = typeof body === "object" && body && "email" in body ? body.email : undefined;
    return typeof email === "string" ? email.slice(0, 255) : undefined;
  };
  return {
    before: createAuthMiddleware(async ({ path, body }) => {
      const email = path === "/sign-in/email" ? emailOf(body) : undefined;
      const seconds = email === undefined ? null : await reserveSignIn(core, email);
      if (seconds === null) return;
      const message = `Too many attempts, try again in ${seconds} second(s)`;
      throw new APIError(
        "TOO_MANY_REQUESTS",
        { code: "TOO_MANY_ATTEMPTS", message },
        { "retry-after": String(seconds) },
      );
    }),
    after: createAuthMiddleware(async ({ path, body, context }) => {
      const email = path === "/sign-in/email" ? emailOf(body) : undefined;
      if (email !== undefined && !(context.returned instanceof Error))
        await forgetSignIns(core, email);
    }),
  };
}

/** `<value>.<base64 of its HMAC>`, as better-auth signs its cookies. */
function unsign(signed: string, secret: string): string | null {
  const at = signed.lastIndexOf(".");
  if (at < 1) return null;
  const value = signed.slice(0, at);
  const given = Buffer.from(signed.slice(at + 1), "base64");
  const right = createHmac("sha256", secret).update(value).digest();
  return given.length === right.length && timingSafeEqual(given, right) ? value : null;
}
