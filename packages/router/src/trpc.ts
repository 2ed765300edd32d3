import {
  checkPinCall,
  checkSecondFactor,
  checkStaffCall,
  type StaffCaller,
} from "@stampbook/core/access";
import { requireFreshPassword } from "@stampbook/core/accounts";
import { type CountedCall, countCallFromAddress } from "@stampbook/core/bookings";
import {
  actorOf,
  type Caller,
  type CoreContext,
  type KnownCaller,
  type Origin,
  type StaffRole,
} from "@stampbook/core/context";
import { Failure, tooBusy } from "@stampbook/core/failures";
import { recordSecurityEvent } from "@stampbook/core/security-events";
import {
  initTRPC,
  type TRPCError,
  type TRPCProcedureBuilder,
  type TRPCUnsetMarker,
} from "@trpc/server";
import { z } from "zod";
import { keyOf, storeIn } from "./call-parts.ts";
import type { Context } from "./context.ts";
import type { OperationMeta } from "./meta.ts";
import {
  showFailure,
  showInputIssues,
  shownFailure,
  showParseError,
  tooFast,
  unknownCaller,
} from "./refusals.ts";
import { runProcedure, type Steps } from "./run-procedure.ts";
import { checkScope } from "./scopes.ts";
import { showFields } from "./staff/shown/fields.ts";
import { prepareInput } from "./wire/prepare-input.ts";
import { readInCurrency } from "./wire/sale/whole-units.ts";

const t = initTRPC
  .context<Context>()
  .meta<OperationMeta>()
  .create({
    // stacks appear only in the log
    isDev: false,
    sse: {
      maxDurationMs: 60_000,
      ping: { enabled: true, intervalMs: 15_000 },
      client: { reconnectAfterInactivityMs: 30_000 },
    },
    errorFormatter: ({ shape, error, path }) => {
      const failure = shownFailure(error);
      // what a rule expected and found is for staff, who see it as the reason
      const hidden = path?.startsWith("staff.")
        ? {}
        : { rule: undefined, expected: undefined, found: undefined };
      const unexpected = error.code === "INTERNAL_SERVER_ERROR";
      return {
        ...shape,
        message: unexpected ? "Server error" : shape.message,
        data: { ...shape.data, failure: failure && { ...failure, ...hidden } },
      };
    },
  });

export const router = t.router;

/** A builder of procedures whose resolvers find `Added` in `ctx`. */
type Builder<Added> = TRPCProcedureBuilder<
  Context,
  OperationMeta,
  Added,
  TRPCUnsetMarker,
  TRPCUnsetMarker,
  TRPCUnsetMarker,
  TRPCUnsetMarker,
  false
>;

/** Makes a kind of procedure. The cast is needed because tRPC types the result as a plain function. */
function kind<Added extends object>(steps: Steps<Context, OperationMeta, Added>): Builder<Added> {
  return t.procedure.experimental_caller(runProcedure(steps)) as unknown as Builder<Added>;
}

/** An operation that anyone may call, with any token or none. */
export const openOperation = kind({ open: () => ({}), showError });

/** An open operation whose calls are counted per address, as one of `calls`, before their input is read. */
export const countedOperation = (calls: CountedCall) =>
  kind({
    open: ({ core, address }) => countCallFromAddress(core, address, calls).then(() => ({})),
    prepare: prepareInput,
    showError,
  });

/**
 * An operation for a token or a member of staff. Provides `ctx.coreFor(input)`: a context for the core, bound
 * to the caller and, if the operation is idempotent, to the request's key and input.
 */
export const operation = kind({
  open: async (ctx, meta, path) => {
    const caller = await admit(ctx, meta, path);
    const { onLimit } = ctx;
    const core: CoreContext = { ...ctx.core, caller, origin: originOf(ctx, path), onLimit };
    const coreFor = (sent: unknown): CoreContext => ({
      ...core,
      ...keyOf(ctx, meta, path, sent),
      ...storeIn(sent),
    });
    return { coreFor, merchant: caller.merchant };
  },
  prepare: prepareInput,
  around: ({ merchant }, read) => readInCurrency(merchant.currency, read),
  showError,
});

function originOf({ address, userAgent }: Context, procedure: string): Origin {
  return { address, userAgent, procedure };
}

const forStaff = kind({
  open: async (ctx, meta, path) => {
    const caller = staffAlone(await admit(ctx, meta, path));
    const origin = originOf(ctx, path);
    const desk: CoreContext & { readonly caller: StaffCaller } = { ...ctx.core, caller, origin };
    return { desk, deskFor: (input: unknown) => ({ ...desk, ...keyOf(ctx, meta, path, input) }) };
  },
  showError: showStaffError,
});

/**
 * A console procedure for staff of this role and above. Its input is plain zod in camelCase. It provides
 * `ctx.desk`, a context for the core, bound to the caller. If the procedure is idempotent,
 * `ctx.deskFor(input)` is also bound to the request's key and input.
 */
export const staffProcedure = (role: StaffRole) => forStaff.meta({ role });

/**
 * Like `staffProcedure`, for what outlasts a session: access for others, and data that leaves the service. Staff
 * must enter their password first, so that an open or stolen session is not enough.
 */
export const guardedProcedure = (role: StaffRole) => forStaff.meta({ role, freshPassword: true });

/** A console procedure for everyday work of the till and the desk, also in a session that a PIN opened. */
export const deskProcedure = (role: "cashier" | "manager") => forStaff.meta({ role, byPin: true });

const forBookings = kind({
  open: async (ctx, meta, path) => {
    const caller = await admit(ctx, meta, path);
    const { onReplay } = ctx;
    const desk: CoreContext = { ...ctx.core, caller, origin: originOf(ctx, path), onReplay };
    return { desk };
  },
  showError: showStaffError,
}).meta({ scope: "bookings" });

/**
 * A console procedure for bookings, for staff of this role and above, also in a session that a PIN opened.
 * A token with the scope `bookings` may also call it, within its stores. Decisions, section 7.
 */
export const bookingProcedure = (role: StaffRole) => forBookings.meta({ role, byPin: true });

/** A console procedure that anyone may call before sign-in. */
export const openStaffProcedure = kind({ open: () => ({}), showError: showStaffError });

/** An open procedure of the console. `count` counts its calls before their input is read. */
export const countedStaffProcedure = (count: (ctx: Context) => Promise<void>) =>
  kind({ open: (ctx) => count(ctx).then(() => ({})), showError: showStaffError });

function showStaffError(error: TRPCError, ctx: Context, meta: OperationMeta | undefined) {
  const { cause } = error;
  return cause instanceof z.ZodError ? showFields(cause) : showError(error, ctx, meta);
}

/** Checks the caller, the rate, then the permissions, and returns the caller. See docs/limits.md. */
async function admit(
  ctx: Context,
  meta: OperationMeta | undefined,
  path: string,
): Promise<KnownCaller> {
  // checked first, so that a refused call costs no look-up of its token
  if (meta?.hashes && ctx.core.secrets.isFull()) throw new Failure(tooBusy);
  const caller = known(await ctx.caller());
  if (!ctx.hasRoom(caller)) throw new Failure(tooBusy);
  if (!ctx.countCall(caller)) throw tooFast();
  if (meta?.scope) checkScope(caller, meta.scope);
  if (caller.kind === "staff") await checkRole(ctx, caller, path, meta);
  return caller;
}

function known(caller: Caller): KnownCaller {
  if (caller.kind === "anonymous") throw unknownCaller();
  return caller;
}

/**
 * Checks a person's role and, if a PIN opened the session, whether the session may make the call. A denial
 * is recorded, and stands even if recording fails. A person who must still set up a second factor is refused
 * without an event, because every page that they open calls `staff.me`.
 */
async function checkRole(
  ctx: Context,
  caller: StaffCaller,
  path: string,
  meta: OperationMeta | undefined,
) {
  const unready = checkSecondFactor(caller);
  if (unready) throw new Failure(unready);
  const refusal = checkStaffCall(caller.role, meta?.role) ?? checkPinCall(caller, meta?.byPin);
  if (!refusal) {
    if (meta?.freshPassword) await requireFreshPassword(ctx.core, caller);
    return;
  }
  await recordSecurityEvent(ctx.core, {
    merchantId: caller.merchant.id,
    what: "denied",
    result: "refused",
    actor: actorOf(caller),
    origin: originOf(ctx, path),
    subject: path,
  }).catch(ctx.onUnrecorded);
  throw new Failure(refusal);
}

function staffAlone(caller: KnownCaller): StaffCaller {
  if (caller.kind === "staff") return caller;
  throw showFailure(
    new Failure({ code: "permission_denied", message: "This is for staff alone." }),
    undefined,
  );
}

/** Converts refusals, wrong inputs and overload to errors that callers see. Other errors stay unchanged. */
function showError(error: TRPCError, ctx: Context, meta: OperationMeta | undefined): TRPCError {
  const { cause } = error;
  if (cause instanceof Failure) {
    if (cause.refusal.limit) ctx.onLimit(cause.refusal.limit);
    return showFailure(cause, meta);
  }
  if (error.code === "BAD_REQUEST" && cause instanceof z.ZodError) return showInputIssues(cause);
  if (error.code === "BAD_REQUEST" && cause instanceof SyntaxError) return showParseError(cause);
  if (error.code !== "INTERNAL_SERVER_ERROR" || !ctx.isOverload(cause)) return error;
  return showFailure(new Failure(tooBusy), meta, cause);
}
