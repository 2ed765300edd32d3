import { createOTP } from "@better-auth/utils/otp";
import { isStaffEmail } from "@stampbook/core/access";
import {
  claimCode,
  endAccountLinks,
  type FactorChange,
  hasFreshPassword,
  mailFactorChange,
  notePasswordCheck,
  readPasswordWords,
  requestReset,
} from "@stampbook/core/accounts";
import type { CoreDeps } from "@stampbook/core/context";
import { checkPasswordWords, checkUncommonPassword } from "@stampbook/core/guessable-password";
import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthMiddleware, getSessionFromCtx } from "better-auth/api";
import { symmetricDecrypt } from "better-auth/crypto";
import { personOfChallenge } from "./person-of-challenge.ts";

type Call = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/**
 * Paths that change passkeys. Our rule asks for the password there, because better-auth asks for it only when
 * the authenticator is changed.
 */
const passkeyChanges = [
  "/passkey/generate-register-options",
  "/passkey/verify-registration",
  "/passkey/delete-passkey",
];

const newPasswords = ["/reset-password", "/change-password"];

const changes: Readonly<Record<string, FactorChange>> = {
  "/two-factor/disable": "authenticator_removed",
  "/two-factor/generate-backup-codes": "recovery_codes_renewed",
  "/passkey/verify-registration": "passkey_added",
  "/passkey/delete-passkey": "passkey_removed",
};

/**
 * Rules that better-auth lacks. Each authenticator code works once. Passkey changes need the password. Common
 * passwords are refused. Requests for reset links are queued. A changed password ends the person's PINs,
 * reset links and unfinished sign-ins. If `hasMail`, a change of the authenticator, recovery codes or
 * passkeys sends a mail.
 */
export function accountRules(core: CoreDeps, hasMail: boolean) {
  const before = (paths: readonly string[], handler: (ctx: Call) => Promise<unknown>) => ({
    matcher: ({ path }: { readonly path?: string | undefined }) => paths.includes(path ?? ""),
    handler: createAuthMiddleware(handler),
  });
  return {
    id: "stampbook-accounts",
    hooks: {
      before: [
        before(["/two-factor/verify-totp"], (ctx) => useCodeOnce(core, ctx)),
        before(passkeyChanges, (ctx) => askForPassword(core, ctx)),
        before(newPasswords, (ctx) => refuseCommon(core, ctx)),
        before(["/request-password-reset"], (ctx) => queueReset(core, ctx)),
      ],
      after: [
        before(["/verify-password"], async (ctx) => {
          const { session } = ctx.context;
          if (session && isDone(ctx)) await notePasswordCheck(core, session.session.id);
        }),
        before(["/change-password"], async (ctx) => {
          const { session } = ctx.context;
          if (session && isDone(ctx)) await endAccountLinks(core, session.user.id);
        }),
        before(["/two-factor/verify-totp", ...Object.keys(changes)], async (ctx) => {
          const change = changeBy(ctx);
          const { session } = ctx.context;
          if (hasMail && change && session && isDone(ctx))
            await mailFactorChange(core, session.user, change);
        }),
      ],
    },
  } satisfies BetterAuthPlugin;
}

const isDone = ({ context }: Call) => !(context.returned instanceof Error);

/**
 * The change that a call has made, if any. A code at sign-in changes nothing. The first code after set-up
 * turns the factor on.
 */
function changeBy({ path, context }: Call): FactorChange | undefined {
  if (path !== "/two-factor/verify-totp") return changes[path];
  return context.session && context.newSession ? "authenticator_added" : undefined;
}

/**
 * Accepts each code once. A code that is used or wrong is replaced by an empty one. better-auth counts the
 * empty code as wrong.
 */
async function useCodeOnce(core: CoreDeps, ctx: Call) {
  const { body, context } = ctx;
  const userId = await personOf(ctx);
  if (userId === null || typeof body?.code !== "string") return;
  const factor = await context.adapter.findOne<{ id: string; secret: string }>({
    model: "twoFactor",
    where: [{ field: "userId", value: userId }],
  });
  if (!factor) return;
  const secret = await symmetricDecrypt({ key: context.secretConfig, data: factor.secret });
  const step = await totpStepOf(secret, body.code);
  if (step !== null && (await claimCode(core, { factorId: factor.id, step }))) return;
  return { context: { body: { ...body, code: "" } } };
}

/**
 * The person who enters a code: the signed-in person, else the one whose right password was just entered.
 * Null if there is neither.
 */
async function personOf(ctx: Call): Promise<string | null> {
  const session = await getSessionFromCtx(ctx);
  if (session) return session.user.id;
  return personOfChallenge(ctx);
}

async function askForPassword(core: CoreDeps, ctx: Call) {
  const session = await getSessionFromCtx(ctx);
  if (!session || (await hasFreshPassword(core, session.session.id))) return;
  throw new APIError("FORBIDDEN", {
    code: "PASSWORD_NEEDED",
    message: "Enter your password first.",
  });
}

async function refuseCommon(core: CoreDeps, ctx: Call) {
  const { newPassword } = (ctx.body ?? {}) as { newPassword?: unknown };
  if (typeof newPassword !== "string") return;
  const userId = await personOfNewPassword(ctx);
  const refusal =
    checkUncommonPassword(newPassword) ??
    (userId && checkPasswordWords(newPassword, await readPasswordWords(core, userId)));
  if (refusal)
    throw new APIError("BAD_REQUEST", { code: "PASSWORD_TOO_COMMON", message: refusal.message });
}

/** The person of the session, or of the link to reset the password. Null if there is neither. */
async function personOfNewPassword(ctx: Call): Promise<string | null> {
  if (ctx.path === "/change-password") return (await getSessionFromCtx(ctx))?.user.id ?? null;
  const link = `reset-password:${ctx.body?.token || ctx.query?.token}`;
  return (await ctx.context.internalAdapter.findVerificationValue(link))?.value ?? null;
}

/**
 * Queues the request. The answer is the same for known and unknown addresses. After the answer, `sendResets`
 * calls better-auth's own handler, which sends the mail.
 */
async function queueReset(core: CoreDeps, ctx: Call) {
  const { email } = (ctx.body ?? {}) as { email?: unknown };
  if (!ctx.request || typeof email !== "string" || !isStaffEmail(email)) return;
  await requestReset(core, email);
  return ctx.json({
    status: true,
    message: "If this email exists in our system, check your email for the reset link",
  });
}

const PERIOD_MS = 30_000;

/**
 * The 30-second step of this code: the current step or a neighbor, as in better-auth. Returns null if the
 * code matches none.
 */
async function totpStepOf(secret: string, code: string): Promise<number | null> {
  const current = Math.floor(Date.now() / PERIOD_MS);
  const otp = createOTP(secret);
  for (const step of [current, current - 1, current + 1])
    if ((await otp.hotp(step)) === code) return step;
  return null;
}
