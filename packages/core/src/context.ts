import type { Db, Ids } from "@stampbook/db";
import type { Secrets } from "./secrets.ts";
import type { Writing } from "./writing/types.ts";

/** The merchant that a caller acts for. It comes from the caller, never from a body. */
export type Merchant = {
  readonly id: number;
  readonly name: string;
  /** ISO 3166-1 alpha-2. Mobile numbers are read as numbers of this country. */
  readonly country: string;
  readonly timezone: string;
};

/** The scopes of a token; `*` means all. Decisions, section 7. */
export type Scope =
  | "redemptions"
  | "vouchers"
  | "transactions"
  | "programme"
  | "stamps"
  | "members"
  | "members.write"
  | "members.identity"
  | "members.manage"
  | "vouchers.issue"
  | "pin"
  | "password"
  | "otp"
  | "bookings"
  | "*";

/** The roles of staff, the highest first. */
export const staffRoles = ["owner", "manager", "cashier"] as const;

export type StaffRole = (typeof staffRoles)[number];

/** The caller. `stores` null means every store of the merchant. */
export type Caller =
  | {
      readonly kind: "token";
      readonly merchant: Merchant;
      readonly tokenId: number;
      readonly scopes: readonly Scope[];
      readonly stores: readonly number[] | null;
      /** Whether the token's merchant accepts tokens in the query or the body. Default: no. */
      readonly isAcceptedInMessage?: boolean;
    }
  | {
      readonly kind: "staff";
      readonly merchant: Merchant;
      readonly userId: string;
      readonly role: StaffRole;
      readonly stores: readonly number[] | null;
      /** The merchant requires a second factor of this role, and the person has no authenticator. */
      readonly lacksSecondFactor?: boolean;
      readonly sessionId?: string;
      /** A PIN opened the session on a shared device: it may call only what the till and the desk need. */
      readonly isByPin?: boolean;
    }
  | { readonly kind: "anonymous" };

export type KnownCaller = Exclude<Caller, { kind: "anonymous" }>;

/** Resources that the whole process shares. */
export type CoreDeps = {
  readonly db: Db;
  readonly ids: Ids;
  readonly secrets: Secrets;
  /** Sends the calls of operations that are written in batches. */
  readonly writing: Writing;
  /** Added to the database's clock in every statement that needs the time; zero in production. */
  readonly clockOffsetMs: number;
};

/** The client of a call. */
export type Origin = {
  /** The client's address, also behind the console and trusted proxies. */
  readonly address: string;
  /** As the client sent it; null if it sent none. */
  readonly userAgent: string | null;
  /** The procedure's name. */
  readonly procedure: string;
};

/** The context of a verb: the process's resources, and the caller. */
export type CoreContext = CoreDeps & {
  readonly caller: KnownCaller;
  /** Absent for work without a call, such as a command line's. */
  readonly origin?: Origin;
  /**
   * Called when the answer of an earlier call with the same content is returned. The transport then sets a
   * header.
   */
  readonly onReplay?: () => void;
  /** Present when the call carries an `Idempotency-Key`. */
  readonly idempotency?: {
    readonly key: string;
    /** A keyed hash of the operation and its parsed input. Equal inputs have equal fingerprints. */
    readonly fingerprint: string;
    /** Whether a stored fingerprint, made with the current key or an old one, is this call's. */
    readonly isSame: (kept: string) => boolean;
    /** Called when the response is a replay; the transport sets a header. */
    readonly onReplay: () => void;
  };
  /**
   * Present in a transaction of several verbs. If a refusal rolls the transaction back, `work` runs
   * afterwards, outside of it. So a refusal can be recorded although nothing else is kept.
   */
  readonly afterRefusal?: (work: (ctx: CoreContext) => Promise<void>) => void;
};

/** Anonymous caller. The merchant comes from the store in the request. */
export type Guest = { readonly kind: "guest"; readonly merchant: Pick<Merchant, "id"> };

/** Like `CoreContext`, for operations that anyone may call. */
export type OpenContext = Omit<CoreContext, "caller"> & { readonly caller: KnownCaller | Guest };

/** The caller in the form stored in rows. */
export function actorOf(caller: KnownCaller): string {
  return caller.kind === "token" ? `token:${caller.tokenId}` : `staff:${caller.userId}`;
}
