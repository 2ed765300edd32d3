import type { Column, SQL } from "drizzle-orm";
import type { CoreContext, KnownCaller } from "../../foundation/context.ts";
import type { Refusal } from "../../foundation/failures.ts";
import type { KeptOutcome } from "../../foundation/retries/index.ts";
import type {
  BatchStatement,
  CallKey,
  ColumnTypes,
  keyColumns,
  CallOf as ValuesOfCall,
} from "../../foundation/writing/index.ts";
import type { Check, Checks } from "./check.ts";
import type { Fact, Lock } from "./fact.ts";
import type { ValuesOf } from "./rows.ts";

/** The intersection of the members of a union. */
export type All<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer Intersection,
) => void
  ? Intersection
  : never;

export type Facts = readonly Fact[];
export type CallOf<F extends Facts, Own extends ColumnTypes> = ValuesOfCall<
  typeof keyColumns & All<F[number]["call"]> & Own
>;
/** The values that a statement shows of its facts. */
export type ShownBy<F extends Facts> = ValuesOf<All<F[number]["shows"]>>;
/** What words read: the earlier checks of the list have found it all. */
export type Present<Shown> = { readonly [Name in keyof Shown]: NonNullable<Shown[Name]> };
/** The kept columns that checks read: those of the facts, and the call's time. */
export type AtOf<F extends Facts> = {
  readonly [Name in keyof All<F[number]["keeps"]> | "now"]: SQL;
};

/** What a statement read for a call that it did not do. */
export type SeenBy<F extends Facts, Name extends string = string> = ShownBy<F> & {
  /** The first check that did not hold; null if all did. */
  readonly refused: Name | null;
  /** Whether `settles` must first be done. */
  readonly isDue: boolean;
  readonly kept: KeptOutcome | null;
  /** Whether the call repeats what another did. Absent without `repeats`. */
  readonly isRepeated?: boolean;
};

/** An operation that writes, in one place. */
export type Spec<
  F extends Facts,
  Own extends ColumnTypes,
  Lists extends readonly Checks[],
  Frame,
  Changed,
> = {
  /** The name in idempotency keys and refusals. */
  readonly name: string;
  /** The prefix of the names of the prepared statements. */
  readonly statement: string;
  /** The call's columns, besides those of the facts and the idempotency key. */
  readonly call: Own;
  readonly sees: F;
  /**
   * The checks in the documented order, in one or more lists. They are the guard, the refusals and the
   * repetition under the lock. No name may come twice.
   */
  readonly checks: Lists;
  /** SQL: whether something has to be written first, such as expired stamps, and the function that does. */
  readonly settles?: {
    readonly isDue: (at: AtOf<F>) => SQL;
    /** The alias of the row that it is about; judged again if the operation locks this row. */
    readonly again: string;
    readonly settle: (ctx: CoreContext, seen: SeenBy<F>) => Promise<boolean>;
  };
  /**
   * What the call still lacks and only TypeScript can make, such as vouchers. Not a refusal. Without `complete`, the
   * verb makes it from its input; see `send`.
   */
  readonly completes?: {
    readonly lacks: SQL;
    readonly complete?: (
      ctx: CoreContext,
      call: CallOf<F, Own>,
      seen: SeenBy<F>,
    ) => Promise<CallOf<F, Own> | null>;
  };
  /**
   * SQL: whether an earlier call has done what the call asks, and the outcome that it then gets. It writes nothing,
   * and a check that does not hold still refuses it.
   */
  readonly repeats?: {
    readonly is: SQL;
    readonly outcome: (seen: SeenBy<F>) => { readonly frame: Frame; readonly changed: Changed };
  };
  /** Whether an error of the database means that another call has just written the same unique value. */
  readonly isRace?: (error: unknown) => boolean;
  /** Further CTEs as text, after `changed`. */
  readonly arms?: SQL;
  /** Kept columns that two calls of a batch must not share. The first orders the locks. */
  readonly once: readonly (keyof AtOf<F> & string)[];
  /** The rows to lock, in the order of `docs/architecture.md`. */
  readonly locks: readonly Lock[];
  /** SQL of a key for a call without one, over the joined rows. */
  readonly derivedKey?: SQL;
  readonly mayHaveKey?: (call: CallOf<F, Own>) => boolean;
  /**
   * What the calls of a batch use up in their order, such as the uses of a promo code. The column `as` is what
   * the calls with the same `of` use up until this one: `amount` each, by default 1. `isLeft` is whether the
   * locked row `l` gets its part. Calls that get none of one go again.
   */
  readonly allots?: readonly {
    readonly as: string;
    readonly of: Column | SQL;
    readonly amount?: SQL;
    readonly isLeft: SQL;
  }[];
  /**
   * Writes before `change`, of calls with their own key only. Such a write may leave out a call, and `change`
   * then does too. If the call has written its key, the whole statement fails, and the call goes again.
   */
  readonly takes?: (isOwned: SQL) => Readonly<Record<string, SQL>>;
  /** The write that only calls with their own key do. Reads `l`, a locked row, and returns `l.*`. */
  readonly change: (isOwned: SQL) => SQL;
  /** Further writes. Each reads `changed`, the rows that `change` returned. */
  readonly writes: Readonly<Record<string, SQL>>;
  /** SQL that fails the statement, and so rolls it back, unless `takes` could do all its writes. */
  readonly endsWith?: SQL;
  /** The outcome, over `s`, a row of `changed`; `b`, what was seen; and `c`, the call. */
  readonly frame: SQL<Frame>;
  readonly changed: SQL<Changed>;
};

/** What tests leave out of a statement. */
export type Without = {
  /** A check, or `isDue`, in the list and under the lock. */
  readonly check?: string;
  /** A check, or `isDue`, under the lock only; or several. */
  readonly again?: string | readonly string[];
  /** A column of `once`. */
  readonly once?: string;
  /** A column of a lock's `asSeen`; or several. */
  readonly asSeen?: string | readonly string[];
  /** A lock, or several; the rows are read without them. */
  readonly lock?: string | readonly string[];
  /** Whether the change happens without the call's own key. */
  readonly key?: boolean;
  /** Whether calls get more than is left. */
  readonly allots?: boolean;
  /** Whether the statement ends without `endsWith`. */
  readonly end?: boolean;
  /** Whether a call without a key gets none. */
  readonly derivedKey?: boolean;
};

/** An operation, made from its spec. */
export type Operation<Call, Seen, Done, Name extends string> = {
  readonly name: string;
  readonly statement: BatchStatement<Call & CallKey, Seen, Done>;
  readonly checks: Readonly<Record<Name, Check>>;
  readonly once: readonly string[];
  readonly locks: readonly Lock[];
  readonly settle: (ctx: CoreContext, seen: Seen) => Promise<boolean>;
  readonly complete: (ctx: CoreContext, call: Call, seen: Seen) => Promise<Call | null>;
  /** The outcome of a call that repeats another; null if it repeats none. */
  readonly repeat: (seen: Seen) => Done | null;
  readonly isRace: (error: unknown) => boolean;
  /** The refusal for what the statement saw; null if no check refused it. */
  readonly refuse: (seen: Seen, call: Call, caller: KnownCaller) => Refusal | null;
  /** The statement without a part. For tests. */
  readonly without: (part: Without) => Operation<Call, Seen, Done, Name>["statement"];
};
