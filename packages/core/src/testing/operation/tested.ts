import type { Merchant } from "../../foundation/context.ts";
import type { KeptOutcome } from "../../foundation/retries/index.ts";
import type { CallKey } from "../../foundation/writing/index.ts";
import type { Operation } from "../../machinery/kernel/index.ts";
import type { OpenHarness } from "../open-harness.ts";

type Party = { readonly id: number } | null;

/** What every operation's statement shows of a call that it did not do. */
export type AnySeen = {
  readonly isDue: boolean;
  readonly refused: string | null;
  readonly kept: KeptOutcome | null;
  readonly store?: Party;
  readonly customer?: Party;
};

/** What a test makes a call from: rows by table, and columns of the call. */
export type Parts = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A merchant in which every check of the operation can refuse a call. */
export type Shop<Call> = {
  readonly merchant: Merchant;
  /**
   * Makes new rows, and a call for them that passes, apart from what `parts` changes. With `twin` for the same
   * customer as that call.
   */
  readonly call: (parts?: Parts, twin?: Call) => Promise<Call>;
};

/** Tables with thousands of rows, and 64 calls that all succeed. */
export type Many<Call> = {
  readonly merchantId: number;
  readonly tables: readonly string[];
  /** The table in which each call changes one row. Absent if calls only lock rows. */
  readonly changes?: string;
  /** The most rows that one scan reads for each call; by default 2. */
  readonly rows?: number;
  /** The fewest scans of a plan; by default 8. */
  readonly scans?: number;
  /** The tables that a plan may scan as a whole; by default `merchants`. */
  readonly small?: readonly string[];
  readonly calls: readonly Call[];
};

/** What another transaction writes, and the parts of the call that it concerns, if it does not concern every call. */
export type Meanwhile = string | { readonly of: Parts; readonly change: string };

/** What the generic tests need to know of an operation. A check, subject or lock without its case fails. */
export type Tested<Call extends CallKey, Seen extends AnySeen, Done, Name extends string> = {
  readonly operation: Operation<Call, Seen, Done, Name>;
  readonly open: (t: OpenHarness) => Promise<Shop<Call>>;
  /** For each check, what alone makes it refuse a call. */
  readonly cases: Readonly<Record<Name, Parts>>;
  /** For each check of what all calls of a merchant share: SQL that makes it refuse them. `$1` is the merchant. */
  readonly ofMerchant?: { readonly [N in Name]?: string };
  /**
   * The checks that only choose the words: without them, a later check refuses the call too, or it finds no row
   * to lock. Named here and not at the check, because it depends on the other checks of the operation.
   */
  readonly onlyWords: readonly NoInfer<Name>[];
  /** What has to be settled first, if the operation settles anything. */
  readonly due?: Parts;
  /** For an operation that locks the row that can be due: what another transaction writes while it waits. */
  readonly dueMeanwhile?: { readonly table: string; readonly change: string };
  /** What just passes: the bounds of the conditions. */
  readonly fine: readonly Parts[];
  /**
   * For each check that is judged again: what another transaction writes while the statement waits.
   */
  readonly meanwhile: {
    readonly [N in Name]?: Meanwhile;
  };
  /** The same for each column of the locks that must be as it was seen. */
  readonly asSeen?: Readonly<Record<string, Meanwhile>>;
  /** What another transaction writes while the statement waits, so that a row to lock is no longer found, if any can. */
  readonly gone?: { readonly table: string; readonly change: string };
  /** For a subject or a table that not every call has: the parts of a call that has it. */
  readonly needs?: Readonly<Record<string, Parts>>;
  /** For each subject: the columns by which a twin of a call gets its subject. */
  readonly shares: Readonly<Record<string, (first: Call) => Partial<Call>>>;
  /** Subjects whose calls are all done, one after the other. Of others only the first call is done. */
  readonly queued?: readonly string[];
  readonly many: (t: OpenHarness) => Promise<Many<Call>>;
};

/** Says what the generic tests need to know, with the types of its operation. */
export const tested = <Call extends CallKey, Seen extends AnySeen, Done, Name extends string>(
  of: Tested<Call, Seen, Done, Name>,
): Tested<Call, Seen, Done, Name> => of;
