import type { Db, Ids } from "@stampbook/db";
import type { CallerLimits, LimitState } from "./caller-limits.rules.ts";
import type { Scope } from "./scopes.rules.ts";
import type { Secrets } from "./secrets.ts";
import type { Writing } from "./writing/types.ts";

export type { Scope } from "./scopes.rules.ts";

/**
 * The merchant that a caller acts for. The caller's credential determines it, not the body of a call. Only
 * the merchant of a `Guest` comes from the body.
 */
export type Merchant = {
  readonly id: number;
  readonly name: string;
  /** ISO 3166-1 alpha-2. A mobile number without a country code is a number of this country. */
  readonly country: string;
  readonly timezone: string;
  /** ISO 4217. */
  readonly currency: string;
};

/** The roles of staff, from the highest to the lowest. */
export const staffRoles = ["owner", "manager", "cashier"] as const;

export type StaffRole = (typeof staffRoles)[number];

/** The caller. If `stores` is null, the caller may act in every store of the merchant. */
export type Caller =
  | {
      readonly kind: "token";
      readonly merchant: Merchant;
      readonly tokenId: number;
      readonly scopes: readonly Scope[];
      readonly stores: readonly number[] | null;
      /** Whether the token's merchant accepts tokens in the query or the body. Default: no. */
      readonly isAcceptedInMessage?: boolean;
      /** Default: `defaultLimits`. */
      readonly limits?: CallerLimits;
    }
  | {
      readonly kind: "staff";
      readonly merchant: Merchant;
      readonly userId: string;
      readonly role: StaffRole;
      readonly stores: readonly number[] | null;
      /** True if the merchant requires a second factor of this role and the person has no authenticator. */
      readonly lacksSecondFactor?: boolean;
      readonly sessionId?: string;
      /**
       * True if a PIN opened the session on a shared device. Such a session may call only procedures with
       * `byPin` in their meta.
       */
      readonly isByPin?: boolean;
    }
  | { readonly kind: "anonymous" };

export type KnownCaller = Exclude<Caller, { kind: "anonymous" }>;

/** The database, ids, secrets and other resources that the whole process shares. */
export type CoreDeps = {
  readonly db: Db;
  readonly ids: Ids;
  readonly secrets: Secrets;
  /** Writes calls in batches, several calls in one statement. */
  readonly writing: Writing;
  /** Milliseconds that statements add to the database's clock. Zero in production. */
  readonly clockOffsetMs: number;
  /** The console's address, for links that guests get. Absent if it is not set. */
  readonly publicUrl?: string;
};

/** The client of a call. */
export type Origin = {
  /** The client's own address, not the address of the console or a trusted proxy. */
  readonly address: string;
  /** The `User-Agent` header. Null if the client sent none. */
  readonly userAgent: string | null;
  /** The name of the called procedure. */
  readonly procedure: string;
};

/** The context of an operation: the process's resources and the caller. */
export type CoreContext = CoreDeps & {
  readonly caller: KnownCaller;
  /** Absent for work without a call, such as a command on the command line. */
  readonly origin?: Origin;
  /**
   * Called if the operation returns the stored answer of an earlier call with the same content. The transport
   * then sets a header on the response.
   */
  readonly onReplay?: () => void;
  /**
   * The store that the call names: its id or its code. Wrong guesses are counted for it. An id and a code
   * count apart, so that a till that uses the other one goes on.
   */
  readonly store?: string;
  /** Called with what is left of each limit that the call has spent from. The transport sets headers. */
  readonly onLimit?: (state: LimitState) => void;
  /** Present when the call carries an `Idempotency-Key`. */
  readonly idempotency?: {
    readonly key: string;
    /** A keyed hash of the operation's name and its parsed input. Equal inputs have equal fingerprints. */
    readonly fingerprint: string;
    /**
     * Whether the stored fingerprint `kept` matches this call, even if it was made with an old secret key.
     */
    readonly isSame: (kept: string) => boolean;
    /** Called if the response is a replay. The transport then sets a header on the response. */
    readonly onReplay: () => void;
  };
  /**
   * Present if several operations run in one transaction. If a refusal rolls the transaction back, `work`
   * runs afterwards, outside of the transaction. So the refusal can be recorded, although all other writes
   * are undone.
   */
  readonly afterRefusal?: (work: (ctx: CoreContext) => Promise<void>) => void;
};

/** Anonymous caller. The merchant comes from the store in the request. */
export type Guest = { readonly kind: "guest"; readonly merchant: Pick<Merchant, "id"> };

/** Like `CoreContext`, but the caller may be a `Guest`. */
export type OpenContext = Omit<CoreContext, "caller"> & { readonly caller: KnownCaller | Guest };

/** Returns the caller as text, as rows store it: `token:7` or `staff:<id>`. */
export function actorOf(caller: KnownCaller): string {
  return caller.kind === "token" ? `token:${caller.tokenId}` : `staff:${caller.userId}`;
}
