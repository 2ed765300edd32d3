import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import type { Secret } from "../../foundation/secret.ts";
import type { SecretKind } from "./types.ts";
import { replaceVerifier } from "./verifier.sql.ts";

type Known = {
  readonly customerId: number;
  readonly verifier: string;
  /** Whether the verifier is of a password in a form that new passwords do not have (`passwordForms`). */
  readonly isOldForm?: boolean;
};

/**
 * Replaces the verifier of a PIN or password that was just entered correctly, if the verifier is outdated or
 * of an old form. Returns the new verifier. Returns the old one if it is up to date, was replaced by another
 * call meanwhile, or if the hash queue is full.
 */
export async function renewVerifier(
  ctx: CoreContext,
  kind: SecretKind,
  known: Known,
  secret: Secret,
): Promise<Known> {
  const { customerId, verifier, isOldForm = false } = known;
  const { secrets } = ctx;
  if (!isOldForm && !secrets.verifierIsOutdated(kind, verifier)) return known;
  const owner = { merchantId: ctx.caller.merchant.id, customerId };
  try {
    const renewed =
      kind === "pin"
        ? await secrets.hashPin(owner, secret.reveal(), "refusable")
        : await secrets.hashPassword(secret.reveal(), "refusable");
    const replaced = await replaceVerifier(ctx, kind, { customerId, verifier, renewed });
    return replaced ? { customerId, verifier: renewed } : known;
  } catch (error) {
    if (error instanceof Failure) return known;
    throw error;
  }
}
