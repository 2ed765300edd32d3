import { checkSecondFactor, checkStaffCall, identifyStaff } from "@stampbook/core/access";
import type { CoreContext, CoreDeps } from "@stampbook/core/context";
import {
  endPinSession,
  endPinSessions,
  enrolDevice,
  getDeviceState,
  noteSignIn,
  openByPin,
  PIN_SESSION_HOURS,
} from "@stampbook/core/devices";
import { Failure } from "@stampbook/core/failures";
import { mostOf } from "@stampbook/core/limits";
import { Secret } from "@stampbook/core/secret";
import type { BetterAuthPlugin } from "better-auth";
import {
  APIError,
  createAuthEndpoint,
  createAuthMiddleware,
  getSessionFromCtx,
} from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { z } from "zod";
import { ADDRESS_HEADER, STAFF_AUTH_PATH } from "../staff-auth/settings.ts";

type Call = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

const YEAR_SECONDS = 365 * 24 * 60 * 60;
const PIN_SESSION_SECONDS = PIN_SESSION_HOURS * 60 * 60;
const ENROL = "/quick-switch/enrol";
const SWITCH = "/quick-switch/switch";

/** Paths that may end in a full sign-in, by a password, a second factor or a passkey. */
const signIns = [
  "/sign-in/email",
  "/two-factor/verify-totp",
  "/two-factor/verify-backup-code",
  "/passkey/verify-authentication",
];

/**
 * A cookie by which the console's scripts know that this browser is enrolled. It is no secret and grants
 * nothing.
 */
const HINT = "stampbook_shared";

/** Reads and writes the cookie of a shared device. An empty value deletes it, and `HINT` with it. */
function deviceCookie(secureCookies: boolean) {
  const name = `${secureCookies ? "__Secure-" : ""}stampbook.shared`;
  return {
    read: (ctx: Call) => ctx.getCookie(name) ?? undefined,
    write: (ctx: Call, value: string) => {
      const maxAge = value ? YEAR_SECONDS : 0;
      const common = { sameSite: "strict", secure: secureCookies, maxAge } as const;
      ctx.setCookie(name, value, { ...common, httpOnly: true, path: STAFF_AUTH_PATH });
      ctx.setCookie(HINT, value ? "1" : "", { ...common, path: "/" });
    },
  };
}

type DeviceCookie = ReturnType<typeof deviceCookie>;

/**
 * Endpoints for shared devices: they enroll a browser, list who may work there, and open a session by a PIN.
 * `hideSessions` hides these sessions from better-auth's own endpoints.
 */
export function quickSwitch(core: CoreDeps, secureCookies: boolean) {
  const cookie = deviceCookie(secureCookies);

  const signedOut = createAuthMiddleware(async (ctx) => {
    const token = await sessionTokenOf(ctx);
    if (token) await endPinSession(core, token, originOf(ctx));
  });

  const endedOthers = createAuthMiddleware(async (ctx) => {
    const { session, returned } = ctx.context;
    if (session && !(returned instanceof Error)) await endPinSessions(core, session.user.id);
  });

  const signedIn = createAuthMiddleware(async (ctx) => {
    const { newSession, returned } = ctx.context;
    if (!newSession || returned instanceof Error) return;
    const hasUsedFactor = ctx.path !== "/sign-in/email";
    await noteSignIn(core, { cookie: cookie.read(ctx), userId: newSession.user.id, hasUsedFactor });
  });

  return {
    id: "stampbook-quick-switch",
    endpoints: {
      enrolDevice: enrolling(core, cookie),
      sharedDevice: showing(core, cookie),
      switchPerson: switching(core, cookie),
    },
    hooks: {
      before: [{ matcher: ({ path }) => path === "/sign-out", handler: signedOut }],
      after: [
        { matcher: ({ path }) => path === "/revoke-other-sessions", handler: endedOthers },
        { matcher: ({ path }) => signIns.includes(path ?? ""), handler: signedIn },
      ],
    },
    // the same limit as for a sign-in with a password
    rateLimit: [{ pathMatcher: (path) => path === SWITCH || path === ENROL, window: 60, max: 20 }],
  } satisfies BetterAuthPlugin;
}

const enrolling = (core: CoreDeps, cookie: DeviceCookie) =>
  createAuthEndpoint(
    ENROL,
    {
      method: "POST",
      requireHeaders: true,
      body: z.object({
        storeId: z.int().positive(),
        name: z.string().trim().min(1).max(mostOf.name),
      }),
    },
    (ctx) =>
      orShown(async () => {
        cookie.write(ctx, await enrolDevice(await managerIn(core, ctx), ctx.body));
        return ctx.json({ status: true });
      }),
  );

const showing = (core: CoreDeps, cookie: DeviceCookie) =>
  createAuthEndpoint(
    "/quick-switch/device",
    { method: "GET", requireHeaders: true },
    async (ctx) => {
      const device = await getDeviceState(core, cookie.read(ctx));
      if (!device && ctx.getCookie(HINT)) cookie.write(ctx, "");
      return ctx.json({ device });
    },
  );

const switching = (core: CoreDeps, cookie: DeviceCookie) =>
  createAuthEndpoint(
    SWITCH,
    {
      method: "POST",
      requireHeaders: true,
      body: z.object({ userId: z.string().max(64), pin: z.string().max(255) }),
    },
    (ctx) =>
      orShown(async () => {
        const entry = {
          cookie: cookie.read(ctx),
          userId: ctx.body.userId,
          pin: new Secret(ctx.body.pin),
        };
        const grant = await openByPin(core, entry, originOf(ctx));
        const { internalAdapter } = ctx.context;
        // the person who worked here before is signed out
        const token = await sessionTokenOf(ctx);
        if (token) await endPinSession(core, token, originOf(ctx));
        if (token) await internalAdapter.deleteSession(token);
        const user = await internalAdapter.findUserById(grant.userId);
        const session = await internalAdapter.createSession(
          grant.userId,
          false,
          {
            deviceMerchantId: grant.merchantId,
            deviceId: grant.deviceId,
            pinId: grant.pinId,
            expiresAt: new Date(Date.now() + PIN_SESSION_SECONDS * 1000),
          },
          true,
        );
        if (!user || !session) throw new APIError("INTERNAL_SERVER_ERROR");
        await setSessionCookie(ctx, { session, user }, false, { maxAge: PIN_SESSION_SECONDS });
        cookie.write(ctx, entry.cookie ?? "");
        return ctx.json({ status: true });
      }),
  );

function sessionTokenOf(ctx: Call) {
  const { authCookies, secret } = ctx.context;
  return ctx.getSignedCookie(authCookies.sessionToken.name, secret);
}

/**
 * A context for the core's functions, with the signed-in person as its caller. Throws unless they are a
 * manager or above, and have the second factor that the merchant may demand.
 */
async function managerIn(core: CoreDeps, ctx: Call): Promise<CoreContext> {
  const session = await getSessionFromCtx(ctx);
  const shownMerchant = ctx.headers?.get("x-stampbook-merchant") ?? undefined;
  const caller = session && (await identifyStaff(core, session.session.token, shownMerchant));
  if (!caller) throw new APIError("UNAUTHORIZED");
  const refusal = checkSecondFactor(caller) ?? checkStaffCall(caller.role, "manager");
  if (refusal) throw new Failure(refusal);
  return {
    ...core,
    caller,
    origin: { ...originOf(ctx), procedure: "staff.settings.devices.enrol" },
  };
}

const originOf = ({ headers }: Call) => ({
  address: headers?.get(ADDRESS_HEADER) ?? "",
  userAgent: headers?.get("user-agent") ?? null,
});

const statuses = {
  invalid: "BAD_REQUEST",
  missing: "NOT_FOUND",
  forbidden: "FORBIDDEN",
  throttled: "TOO_MANY_REQUESTS",
  conflict: "CONFLICT",
  unprocessable: "UNPROCESSABLE_ENTITY",
  overloaded: "SERVICE_UNAVAILABLE",
} as const satisfies Record<Failure["kind"], string>;

/** Returns what `work` returns. Throws a refusal of the core as an error in better-auth's form. */
async function orShown<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new APIError(statuses[error.kind], {
      code: error.code.toUpperCase(),
      message: error.message,
    });
  }
}
