import type { Refusal } from "../../failures.ts";
import type { KeptOutcome } from "../../retries/index.ts";
import { refuseLevel } from "../fields.rules.ts";
import {
  checkIdentifiers,
  type IdentifierEntry,
  type TakenIdentifier,
} from "../identifiers/identifiers.rules.ts";

/** The data that the rules of `customers.add` check, and the stored outcome of the call's idempotency key. */
export type AddSeen = {
  /** The merchant's lowest level; null if it has none. */
  readonly level: number | null;
  /** The identifiers of the call that other customers already have. */
  readonly taken: readonly TakenIdentifier[];
  /**
   * Whether the new id's digits are also a Member ID or mobile number in use. The call then needs another id.
   */
  readonly isIdTaken: boolean;
  readonly kept: KeptOutcome | null;
};

/** Refuses identifiers that another customer has, and merchants without levels. */
export function refuseAdd(
  { level, taken }: Pick<AddSeen, "level" | "taken">,
  wanted: readonly IdentifierEntry[],
): Refusal | null {
  return refuseLevel(level, level === null ? [] : [level]) ?? checkIdentifiers(wanted, taken);
}
