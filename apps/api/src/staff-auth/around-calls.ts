import { noteWrongCode } from "@stampbook/core/accounts";
import type { CoreDeps } from "@stampbook/core/context";
import { recordStaffEvent } from "@stampbook/core/security-events";
import { APIError, createAuthMiddleware } from "better-auth/api";
import { deleteSessionCookie } from "better-auth/cookies";
import type { AfterAnswer } from "../staff-accounts/after-answer.ts";
import { problemOfInput } from "./input.ts";
import { readRecoveryCode } from "./recovery-codes.ts";
import { type Call, secretTries, type TriedCall } from "./secret-tries.ts";
import { ADDRESS_HEADER, STAFF_AUTH_PATH, type StaffAuthSettings } from "./settings.ts";
import { refuseUnknownKey } from "./unknown-key.ts";

/**
 * Hooks around every call of better-auth. They refuse input that cannot be stored, read typed recovery codes,
 * refuse codes that cannot be checked, and slow down wrong passwords and codes. After ten wrong ones in a row
 * a session is ended.
 */
export function aroundCalls(
  core: CoreDeps,
  { secureCookies, hasMail, log }: StaffAuthSettings,
  later: AfterAnswer["later"],
) {
  const tries = secretTries(core, secureCookies);

  /** Records a refusal, and ends the session in which the wrong tries were made. */
  async function refuse(ctx: Call, { person, sessionToken, secret, seconds }: Waiting) {
    const origin = {
      address: ctx.headers?.get(ADDRESS_HEADER) ?? "",
      userAgent: ctx.headers?.get("user-agent") ?? null,
    };
    if (sessionToken !== null) {
      await ctx.context.internalAdapter.deleteSession(sessionToken);
      deleteSessionCookie(ctx);
    }
    // a refused sign-in with a password is recorded by `recordRefusedSignIns`
    const what = secret === "password" ? "password-check" : "second-factor";
    const details = secret === "password" ? {} : { method: methods[secret] };
    if (person)
      later(() =>
        recordStaffEvent(
          core,
          { userId: person.id },
          { what, result: "refused", origin, details },
        ).catch((error: unknown) => log.error(error, `a security event was not recorded: ${what}`)),
      );
    throw new APIError(
      "TOO_MANY_REQUESTS",
      {
        code: "TOO_MANY_ATTEMPTS",
        message: `Too many attempts, try again in ${seconds} second(s)`,
      },
      { "retry-after": String(seconds) },
    );
  }

  return {
    before: createAuthMiddleware(async (ctx) => {
      const problem = problemOfInput(ctx.path, ctx.body);
      if (problem !== null)
        throw new APIError("BAD_REQUEST", { code: "INVALID_INPUT", message: problem });
      await refuseUnknownKey(core, ctx);
      const waiting = await tries.begin(ctx);
      if (waiting) await refuse(ctx, waiting);
      if (ctx.path.startsWith("/two-factor/verify-"))
        return { context: { body: readVerification(ctx) } };
    }),
    after: createAuthMiddleware(async (ctx) => {
      const tried = tries.of(ctx);
      if (!tried) return;
      if (ctx.context.returned instanceof Error) {
        const { person, secret, sessionToken } = tried;
        if (person && secret !== "password" && sessionToken === null)
          later(() => noteWrongCode(core, person, hasMail));
        return;
      }
      const device = await tries.succeed(ctx, tried);
      if (!device) return;
      const { name, value, maxAge } = device;
      const path = STAFF_AUTH_PATH;
      const options = { httpOnly: true, sameSite: "lax", secure: secureCookies } as const;
      ctx.setCookie(name, value, { ...options, maxAge, path });
    }),
  };
}

type Waiting = TriedCall & { readonly seconds: number };

const methods = { code: "authenticator", "recovery-code": "recovery-code" } as const;

/**
 * The body of a call with a code. No device is trusted to skip the second factor at later sign-ins, although
 * better-auth offers that.
 */
function readVerification({ path, body }: Call) {
  const isRecovery = path === "/two-factor/verify-backup-code" && typeof body?.code === "string";
  return {
    ...body,
    ...(isRecovery ? { code: readRecoveryCode(body.code) } : {}),
    trustDevice: false,
  };
}
