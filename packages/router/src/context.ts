import type { LimitState } from "@stampbook/core/caller-limits";
import type { Caller, CoreDeps, KnownCaller } from "@stampbook/core/context";
import type { OnCall } from "./run-procedure.ts";

/** The part of a call's context that the server provides. */
export type Context = {
  readonly core: CoreDeps;
  /** The caller, looked up only if an operation needs it. */
  readonly caller: () => Promise<Caller>;
  /** The id of the person who signed in, even if they work for no merchant; null if nobody did. */
  readonly person: () => Promise<string | null>;
  /** Counts the call for its merchant; false if the merchant may have no more calls under way. */
  readonly hasRoom: (caller: KnownCaller) => boolean;
  /** Counts a call of the caller; false if the call exceeds the rate. */
  readonly countCall: (caller: KnownCaller) => boolean;
  /** The client's address, taken from trusted proxies only. */
  readonly address: string;
  /** The client's user agent; null if it sends none. */
  readonly userAgent: string | null;
  /** The console's address in the browser, without a trailing slash, for links in mails. */
  readonly consoleUrl: string;
  /** Whether mails are sent. If not, the inviting person gets the invitation's link. */
  readonly hasMail: boolean;
  /** Aborts when the process shuts down: streams end, so that the shutdown does not wait for them. */
  readonly closing: AbortSignal;
  readonly requestId: string;
  /** The `Idempotency-Key` header as received. */
  readonly idempotencyKey: string | undefined;
  /** Called when the response is a replay. */
  readonly onReplay: () => void;
  /** Called with what is left of each limit that the call has spent from. */
  readonly onLimit: (state: LimitState) => void;
  /** Called with the error if the security event of a refusal could not be written. */
  readonly onUnrecorded: (error: unknown) => void;
  /** Absent if nobody logs or counts calls. */
  readonly onCall?: OnCall;
  /** Whether an unexpected error means that the service is too busy or its database unavailable. */
  readonly isOverload: (error: unknown) => boolean;
};
