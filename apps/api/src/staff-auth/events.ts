import type { CoreDeps } from "@stampbook/core/context";
import {
  recordStaffEvent,
  type SecurityAction,
  type SecurityEvent,
  type StaffRef,
} from "@stampbook/core/security-events";
import { createAuthMiddleware } from "better-auth/api";
import type { BetterAuthPlugin } from "better-auth/types";
import type { AfterAnswer } from "../staff-accounts/after-answer.ts";
import { ADDRESS_HEADER, type StaffAuthSettings } from "./settings.ts";

type Told = { readonly what: SecurityAction; readonly details?: SecurityEvent["details"] };

/** The event of each path. Of other paths, only requests for reset links are recorded (`resetRequests`). */
const told: Readonly<Record<string, Told>> = {
  "/sign-in/email": { what: "sign-in", details: { method: "password" } },
  "/passkey/verify-authentication": { what: "sign-in", details: { method: "passkey" } },
  "/two-factor/verify-totp": { what: "second-factor", details: { method: "authenticator" } },
  "/two-factor/verify-backup-code": {
    what: "second-factor",
    details: { method: "recovery-code" },
  },
  "/two-factor/disable": { what: "factor-removed", details: { factor: "authenticator" } },
  "/two-factor/generate-backup-codes": { what: "recovery-codes-renewed" },
  "/passkey/verify-registration": { what: "factor-added", details: { factor: "passkey" } },
  "/passkey/delete-passkey": { what: "factor-removed", details: { factor: "passkey" } },
  "/verify-password": { what: "password-check" },
  "/two-factor/enable": { what: "password-check" },
  "/change-password": { what: "password-changed" },
  "/reset-password": { what: "password-reset" },
  "/sign-out": { what: "sign-out" },
  "/update-session": { what: "sign-in", details: { method: "switch" } },
  "/revoke-session": { what: "sessions-ended" },
  "/revoke-sessions": { what: "sessions-ended" },
  "/revoke-other-sessions": { what: "sessions-ended" },
};

type Hook = Parameters<typeof createAuthMiddleware>[0];
type HookContext = Parameters<Hook>[0];

/**
 * Returns plugins that record account events. If an event cannot be written, the failure is logged, and
 * better-auth's answer stays the same.
 */
export function recordAuthEvents(
  core: CoreDeps,
  log: StaffAuthSettings["log"],
  later: AfterAnswer["later"],
) {
  /**
   * The person of each request. Read before the request is handled, because handling can delete the session
   * or link that names the person.
   */
  const expected = new WeakMap<object, Person>();
  const matcher = ({ path }: { path?: string }) => path !== undefined && Object.hasOwn(told, path);

  const before = createAuthMiddleware(async (ctx) => {
    const person = await personOf(ctx).catch(() => null);
    if (person && ctx.request) expected.set(ctx.request, person);
  });

  const record = (who: StaffRef, event: StaffEvent) =>
    recordStaffEvent(core, who, event).catch((error: unknown) =>
      log.error(error, `a security event was not recorded: ${event.what} ${event.result}`),
    );

  const after = createAuthMiddleware(async (ctx) => {
    const event = eventOf(ctx);
    const who = event && whoIn(ctx, ctx.request && expected.get(ctx.request));
    if (!event || !who) return;
    // the response time must not reveal whether the address exists
    if ("email" in who && !ctx.context.newSession) later(() => record(who, event));
    else await record(who, event);
  });

  const resetRequested = createAuthMiddleware(async (ctx) => {
    const who = ctx.request ? typedEmail(ctx) : null;
    if (who)
      later(() =>
        record(who, { what: "password-reset-requested", result: "done", origin: originOf(ctx) }),
      );
  });

  return {
    /** Must be registered before the plugin that answers reset requests. */
    resetRequests: {
      id: "security-events-of-reset-requests",
      hooks: {
        before: [
          { matcher: ({ path }) => path === "/request-password-reset", handler: resetRequested },
        ],
      },
    },
    /**
     * Must be registered last, so that its hooks run after those of `twoFactor`. Those remove the session of
     * a sign-in that still needs its second factor. With the session, it would be recorded as a sign-in.
     */
    others: {
      id: "security-events",
      hooks: { before: [{ matcher, handler: before }], after: [{ matcher, handler: after }] },
    },
  } satisfies Record<string, BetterAuthPlugin>;
}

/** The person whose session, second factor or reset link the call is about to use. */
async function personOf(ctx: HookContext): Promise<Person | null> {
  const { internalAdapter, secret, authCookies, createAuthCookie } = ctx.context;
  const token = await ctx.getSignedCookie(authCookies.sessionToken.name, secret);
  const session = token ? await internalAdapter.findSession(token) : null;
  if (session) return inSession(session);
  const waiting =
    ctx.path === "/reset-password"
      ? `reset-password:${ctx.body?.token}`
      : await ctx.getSignedCookie(createAuthCookie("two_factor").name, secret);
  const found = waiting ? await internalAdapter.findVerificationValue(waiting) : null;
  return found ? { userId: found.value } : null;
}

type Person = Extract<StaffRef, { userId: string }>;

/** The person of a session, and the merchant that they chose in it. */
function inSession({ user, session }: NonNullable<HookContext["context"]["session"]>): Person {
  const { activeMerchantId } = session as { readonly activeMerchantId?: number | null };
  return { userId: user.id, openMerchantId: activeMerchantId ?? null };
}

type StaffEvent = Omit<SecurityEvent, "merchantId" | "actor">;

function eventOf(ctx: HookContext): StaffEvent | null {
  const { returned, newSession, session } = ctx.context;
  const event = told[ctx.path];
  if (!event) return null;
  const isFailed = returned instanceof Error;
  // only a change of the merchant opens another one
  if (ctx.path === "/update-session" && (isFailed || !Number.isInteger(ctx.body?.activeMerchantId)))
    return null;
  // not a sign-in yet: the sign-in is recorded after the second factor is checked
  if (ctx.path === "/sign-in/email" && !isFailed && !newSession) return null;
  // of checks inside a session, only wrong passwords are recorded
  if (event.what === "password-check" && !isFailed) return null;
  const origin = originOf(ctx);
  const result = isFailed ? "failed" : "done";
  if (event.what !== "second-factor" || isFailed) return { ...event, result, origin };
  // the first code of a new authenticator is entered inside a session
  if (session)
    return { what: "factor-added", details: { factor: "authenticator" }, result, origin };
  return { ...event, what: "sign-in", result, origin };
}

const originOf = ({ headers }: HookContext) => ({
  address: headers?.get(ADDRESS_HEADER) ?? "",
  userAgent: headers?.get("user-agent") ?? null,
});

function typedEmail({ body }: HookContext): StaffRef | null {
  const email: unknown = body?.email;
  return typeof email === "string" ? { email: email.slice(0, 255) } : null;
}

/**
 * The person an event is about. For a sign-in, that is the typed email, even if the browser still has another
 * person's session.
 */
function whoIn(ctx: HookContext, expected: Person | undefined): StaffRef | null {
  const { newSession, session } = ctx.context;
  if (ctx.path === "/sign-in/email") return typedEmail(ctx);
  const open = newSession ?? session;
  if (ctx.path === "/update-session" && open)
    return { userId: open.user.id, openMerchantId: ctx.body?.activeMerchantId };
  return open ? inSession(open) : (expected ?? null);
}
