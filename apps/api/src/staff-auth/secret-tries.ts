import { forgetTries, reserveTry, type SecretTry } from "@stampbook/core/access";
import type { CoreDeps } from "@stampbook/core/context";
import { type createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import { parseCookies } from "better-auth/cookies";
import { personOfChallenge } from "../staff-accounts/person-of-challenge.ts";
import { type DeviceCookie, knownDevices } from "./known-device.ts";
import { ADDRESS_HEADER } from "./settings.ts";

export type Call = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

const SIGN_IN = "/sign-in/email";

/** The secret that each path checks. */
const secrets: Readonly<Record<string, SecretTry["secret"]>> = {
  [SIGN_IN]: "password",
  "/verify-password": "password",
  "/change-password": "password",
  "/two-factor/enable": "password",
  "/two-factor/disable": "password",
  "/two-factor/generate-backup-codes": "password",
  "/two-factor/verify-totp": "code",
  "/two-factor/verify-backup-code": "recovery-code",
};

/** A call that checks a secret. */
export type TriedCall = SecretTry & {
  /** The account. Null at a sign-in with a password, whose email may be unknown. */
  readonly person: { readonly id: string; readonly name: string; readonly email: string } | null;
  /** The token of the open session; null at a sign-in. */
  readonly sessionToken: string | null;
};

/**
 * Slows down wrong passwords and codes of staff, at a sign-in and in open sessions. Each person has one count
 * for each network that the tries come from, and one for all networks together. Tries from a known device, and
 * in a session, are counted for that device or session instead.
 */
export function secretTries(core: CoreDeps, secureCookies: boolean) {
  const devices = knownDevices(core, secureCookies);
  const begun = new WeakMap<Request, TriedCall>();

  async function read(ctx: Call): Promise<TriedCall | null> {
    const secret = secrets[ctx.path];
    if (!secret) return null;
    const address = ctx.headers?.get(ADDRESS_HEADER) ?? "";
    const deviceOf = (email: string) =>
      devices.idOf(email, parseCookies(ctx.headers?.get("cookie") ?? ""));
    if (ctx.path === SIGN_IN) {
      if (typeof ctx.body?.email !== "string") return null;
      const email = ctx.body.email.slice(0, 255);
      const place = { address, sessionId: null, deviceId: deviceOf(email) };
      return { secret, email, ...place, person: null, sessionToken: null };
    }
    const open = await getSessionFromCtx(ctx);
    if (open) {
      const { user: person, session } = open;
      const place = { address, sessionId: session.id, deviceId: null };
      return { secret, email: person.email, ...place, person, sessionToken: session.token };
    }
    const userId = await personOfChallenge(ctx);
    const person = userId && (await ctx.context.internalAdapter.findUserById(userId));
    if (!person) return null;
    const place = { address, sessionId: null, deviceId: deviceOf(person.email) };
    return { secret, email: person.email, ...place, person, sessionToken: null };
  }

  return {
    /**
     * Counts the call before its secret is checked. Returns the seconds to wait if the secret must not be
     * checked now. Null if there is no wait, or if the call checks no secret.
     */
    begin: async (ctx: Call): Promise<(TriedCall & { readonly seconds: number }) | null> => {
      const tried = await read(ctx);
      if (!tried) return null;
      const seconds = await reserveTry(core, tried);
      if (seconds !== null) return { ...tried, seconds };
      if (ctx.request) begun.set(ctx.request, tried);
      return null;
    },
    /** The call that `begin` counted. Null if it checked no secret. */
    of: (ctx: Call): TriedCall | null => (ctx.request && begun.get(ctx.request)) ?? null,
    /**
     * To be called after the right secret. Clears the counts. Returns the cookie that identifies the device
     * if the call has completed a sign-in, else null: whoever has only the password is at no known device.
     */
    succeed: async (ctx: Call, tried: TriedCall): Promise<DeviceCookie | null> => {
      await forgetTries(core, tried);
      const user = tried.sessionToken === null ? ctx.context.newSession?.user : null;
      const needsCode = ctx.path === SIGN_IN && user?.twoFactorEnabled === true;
      return user && !needsCode ? devices.cookieOf(tried.email, tried.deviceId) : null;
    },
  };
}
