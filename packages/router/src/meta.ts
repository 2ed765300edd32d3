import type { Scope } from "@stampbook/core/context";
import type { FailureCode } from "@stampbook/core/failures";

export type Method = "GET" | "POST";

/** All that an operation may say about its transport, and about how its refusals are shown. */
export type OperationMeta = {
  /** One line for the documents, with the interface's number: `Redeems a reward (R1)`. */
  readonly summary?: string;
  readonly rest?: {
    readonly path: `/api/${string}`;
    /** `POST` alone where it is left out. */
    readonly methods?: readonly Method[];
    /** `page`: the output is a status and a text to be shown as HTML. */
    readonly as?: "json" | "page";
  };
  /** Nobody needs a token. Said beside `openOperation` for the documents. */
  readonly open?: true;
  /** What a token must be allowed; left out, any token will do. */
  readonly scope?: Exclude<Scope, "*">;
  /** On which input each refusal lies. Of several, the refusal names one, or it is the first. */
  readonly failures?: Readonly<Partial<Record<FailureCode, string | readonly string[]>>>;
  /** The two operations whose refusals say `status: "invalid"` as well. */
  readonly failureStatus?: "invalid";
  /** The one operation whose refusals are told in two keys, with this one in place of `errors`. */
  readonly failureBody?: "validation_errors";
  /** It takes a hash, and is refused at the door while as many wait as may. */
  readonly hashes?: true;
  /** A retry with the same `Idempotency-Key` is answered as the first call was. */
  readonly idempotent?: true;
};
