import type { Scope, StaffRole } from "@stampbook/core/context";
import type { FailureCode } from "@stampbook/core/failures";
import type { Replay } from "./replay.ts";

export type Method = "GET" | "POST";

/** A call of an operation on the sample merchant of `docs/import-format.md`, and its response. */
export type Example = {
  /** The operation whose example has to be called before, such as the sale that this one cancels. */
  readonly after?: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly answer: Readonly<Record<string, unknown>>;
};

/** Transport settings of an operation, and how its refusals are shown. */
export type OperationMeta = {
  /** One line for the documents, with the interface's number: `Redeems a reward (R1)`. */
  readonly summary?: string;
  readonly rest?: {
    /** A part in braces is a parameter: `/api/rewards/{reward_code}`. */
    readonly path: `/api/${string}`;
    /**
     * The name of the operation in the OpenAPI document, from which SDKs name their methods. It never changes. An
     * older path of the same verb ends in `Brief`.
     */
    readonly operationId: string;
    /** Default: `POST` only. Operations with GET take their parameters from the query too. */
    readonly methods?: readonly Method[];
    /** `page`: the output is a status and a text that is shown as HTML. */
    readonly as?: "json" | "page";
  };
  /**
   * A test runs each on a new copy of the sample merchant, and another runs all of them on the demo, in the
   * documented order. So no example spends what a later one needs.
   */
  readonly example?: Example;
  /** No token is needed. For the documents; set on procedures of an open kind, such as `openOperation`. */
  readonly open?: true;
  /**
   * The scope that a token needs; of several, one is enough. If left out, any token may call an operation,
   * none a staff procedure.
   */
  readonly scope?: Exclude<Scope, "*"> | readonly Exclude<Scope, "*">[];
  /** The lowest role of staff that may call it; if left out, no staff may call. */
  readonly role?: StaffRole;
  /** Whether a session that a PIN opened on a shared device may call it (everyday work at till and desk). */
  readonly byPin?: true;
  /** Whether staff must have entered their password in the session in the last minutes. */
  readonly freshPassword?: true;
  /**
   * For each refusal's code, the input on which the refusal is reported. If several inputs are listed, the
   * refusal is reported on the input that it names, else on the first.
   */
  readonly failures?: Readonly<Partial<Record<FailureCode, string | readonly string[]>>>;
  /** Set for the two operations whose refusals also carry `status: "invalid"`. */
  readonly failureStatus?: "invalid";
  /**
   * Set for the one operation whose refusals have only the keys `detail` and `validation_errors`. Others have
   * `detail`, `errors`, `error_code` and `error_message`.
   */
  readonly failureBody?: "validation_errors";
  /**
   * The form of `errors` in refusals: `list` is a list of objects with one key each, `info` an object with
   * the text under `info`. By default it is an object with a text for each field.
   */
  readonly failureErrors?: "list" | "info";
  /** With `plain`, a refusal's `error_message` does not begin with the field. */
  readonly failureText?: "plain";
  /**
   * Set for operations that take a revision: the keys that `stale_revision` adds to its body, from `current` of
   * the core's refusal. A call that its caller has just done is answered again, without a key.
   */
  readonly presentCurrent?: (current: unknown) => Readonly<Record<string, unknown>>;
  /** The input may have more than 64 KiB or 2,000 values, as a sale with many items. See docs/limits.md. */
  readonly large?: true;
  /** The operation computes a hash, so it is refused early while the hash queue is full. */
  readonly hashes?: true;
  /** A retry with the same `Idempotency-Key` gets the first call's response. */
  readonly idempotent?: true;
  /**
   * How the answer of an earlier call is made from its stored outcome, for `outcomes.byKey`: an entry for
   * each operation of the core that may store it. All idempotent operations for tokens have it.
   */
  readonly replays?: readonly Replay[];
};
