import { checkGuesses, countGuess } from "../access/index.ts";
import type { CoreContext } from "../context.ts";
import { checkMember, type Identifier } from "../customers/index.ts";
import { Failure, firstRefusal, type Refusal } from "../failures.ts";
import type { Secret } from "../secret.ts";
import { attemptsLeft, checkPinUsable, pinStanding, triesUnderWay, wrongPin } from "./pin.rules.ts";
import { loadPinScene, type PinScene, reservePinTry, settlePinTry } from "./pin.store.ts";

export type CheckPinInput = {
  /** By email, Member ID, mobile number or primary key. */
  readonly user: Identifier;
  readonly pin: Secret;
  /** Whether the membership must be one that may be used. */
  readonly asMember?: boolean;
};

/** Either whose PIN it is, or why not, and of whom where that is known. */
export type PinVerdict =
  | { readonly customerId: number; readonly verifier: string }
  | { readonly refusal: Refusal; readonly customerId: number | null };

/** Waits, in milliseconds, for tries that are being decided: a second together. */
const pauses = [20, 40, 80, 120, 160, 180, 200, 200];

/**
 * Checks a customer's PIN. The try is counted before the PIN is looked at, so that tries in parallel
 * are never more than may fail, and a crash gives none back; a right PIN sets the counts to zero.
 * Refuses invalid_user, membership_blocked, pin_not_set, pin_blocked (unread), invalid_pin with the
 * attempts that are left, and too_many_attempts. Decisions, section 4.
 */
export async function checkPin(ctx: CoreContext, input: CheckPinInput): Promise<PinVerdict> {
  for (const pause of [0, ...pauses]) {
    if (pause) await new Promise((resolve) => setTimeout(resolve, pause));
    const scene = await loadPinScene(ctx, input.user);
    const judged = judge(scene, input);
    if ("refusal" in judged) return judged;
    const verdict = judged.isOpen ? await tryPin(ctx, scene, judged.customerId, input.pin) : null;
    if (verdict) return verdict;
  }
  throw new Failure(triesUnderWay);
}

function judge(
  { customer, membership, tries, limits, guesses }: PinScene,
  { asMember }: CheckPinInput,
) {
  const standing = tries && pinStanding(tries, limits);
  const refusal = firstRefusal(
    asMember || !customer ? checkMember(customer, membership) : null,
    checkPinUsable(standing),
    checkGuesses(guesses),
  );
  if (refusal) return { refusal, customerId: customer?.id ?? null };
  if (!customer || !standing) throw new TypeError("a checked PIN has a customer");
  return { customerId: customer.id, isOpen: standing.state === "open" };
}

/** Null where another try came first, or the PIN was replaced in the meantime. */
async function tryPin(
  ctx: CoreContext,
  { limits }: PinScene,
  customerId: number,
  pin: Secret,
): Promise<PinVerdict | null> {
  const reserved = await reservePinTry(ctx, customerId);
  if (!reserved) return null;
  const owner = { merchantId: ctx.caller.merchant.id, customerId };
  const isRight = await ctx.secrets
    .verifyPin(reserved.verifier, owner, pin.reveal())
    .catch(async (error: unknown) => {
      if (error instanceof Failure) await settlePinTry(ctx, customerId, reserved, "unread");
      throw error;
    });
  const settled = await settlePinTry(ctx, customerId, reserved, isRight ? "right" : "wrong");
  if (isRight) return settled.inTime ? { customerId, verifier: reserved.verifier } : null;
  await countGuess(ctx);
  return { refusal: wrongPin(attemptsLeft(settled, limits)), customerId };
}
