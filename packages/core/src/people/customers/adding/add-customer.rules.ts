import { memberIdKey } from "../../../foundation/comparing.rules.ts";
import type { KeptOutcome } from "../../../foundation/retries/index.ts";
import type { TakenIdentifier } from "../identifiers/identifiers.rules.ts";

/** The data that the rules of an addition check, and the stored outcome of the call's idempotency key. */
export type AddSeen = {
  /** The merchant's lowest level; null if it has none. */
  readonly level: number | null;
  /** The identifiers of the call that other customers already have. */
  readonly taken: readonly TakenIdentifier[];
  /**
   * Whether the new id's digits are also a Member ID or mobile number in use. The call then needs another id.
   */
  readonly isIdTaken: boolean;
  /** The merchant's prefix of Member IDs that are made. */
  readonly memberIdPrefix: string;
  /** The current day in the merchant's time zone, `YYYY-MM-DD`. */
  readonly today: string;
  readonly kept: KeptOutcome | null;
};

/** The ids of a new customer. */
export type NewIds = {
  readonly customer: number;
  /** The Member ID that the caller gives, else one that is made. Null until it is made. */
  readonly memberId: string | null;
};

/** Leaves out a made Member ID, because another one is made in its place. `given` is the caller's, or null. */
export function takenByOthers(
  taken: readonly TakenIdentifier[],
  { memberId }: NewIds,
  given: string | null,
): readonly TakenIdentifier[] {
  if (given !== null || memberId === null) return taken;
  const made = memberIdKey(memberId);
  return taken.filter(({ form, value }) => form !== "memberId" || value !== made);
}
