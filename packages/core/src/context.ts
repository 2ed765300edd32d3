import type { Db, Ids } from "@stampbook/db";
import type { Secrets } from "./secrets.ts";

/** The merchant that a caller acts for; taken from the caller, never from a body. */
export type Merchant = {
  readonly id: number;
  readonly name: string;
  /** ISO 3166-1 alpha-2: mobile numbers are read in it. */
  readonly country: string;
  readonly timezone: string;
};

/** What a token may do: `*` is all. Source: decisions, section 7. */
export type Scope = "redemptions" | "vouchers" | "pin" | "password" | "otp" | "bookings" | "*";

export type StaffRole = "owner" | "manager" | "cashier";

/** Who is calling. `stores` null means every store of the merchant. */
export type Caller =
  | {
      readonly kind: "token";
      readonly merchant: Merchant;
      readonly tokenId: number;
      readonly scopes: readonly Scope[];
      readonly stores: readonly number[] | null;
    }
  | {
      readonly kind: "staff";
      readonly merchant: Merchant;
      readonly userId: string;
      readonly role: StaffRole;
      readonly stores: readonly number[] | null;
      /** The merchant demands a second factor of this role, and the person has no authenticator. */
      readonly lacksSecondFactor?: boolean;
    }
  | { readonly kind: "anonymous" };

export type KnownCaller = Exclude<Caller, { kind: "anonymous" }>;

/** What the whole process shares. */
export type CoreDeps = {
  readonly db: Db;
  readonly ids: Ids;
  readonly secrets: Secrets;
  /** Added to the database's clock wherever the time is asked for; zero in production. */
  readonly clockOffsetMs: number;
};

/** Where a call comes from. */
export type Origin = {
  /** The client's address, also behind the console and trusted proxies. */
  readonly address: string;
  /** As the client sent it; null if it sent none. */
  readonly userAgent: string | null;
  /** The procedure's name. */
  readonly procedure: string;
};

/** What a verb is given: the process's means, and who calls. */
export type CoreContext = CoreDeps & {
  readonly caller: KnownCaller;
  /** Absent for work that no call asked for, such as a command line's. */
  readonly origin?: Origin;
  /** Present when the call carries an `Idempotency-Key`. */
  readonly idempotency?: {
    readonly key: string;
    /** Of the operation and its input as parsed, keyed: equal inputs have equal fingerprints. */
    readonly fingerprint: string;
    /** Whether a fingerprint that was kept is this call's, by an old key too. */
    readonly isSame: (kept: string) => boolean;
    /** Told when the answer is the first one's again; the transport says so in a header. */
    readonly onReplay: () => void;
  };
};

/** Nobody in particular: not who calls but what is called names the merchant. */
export type Guest = { readonly kind: "guest"; readonly merchant: Pick<Merchant, "id"> };

/** As `CoreContext`, where the door is open to anybody. */
export type OpenContext = Omit<CoreContext, "caller"> & { readonly caller: KnownCaller | Guest };

/** Whether somebody known calls. */
export function isKnown(ctx: OpenContext): ctx is CoreContext {
  return ctx.caller.kind !== "guest";
}

/** The caller as rows name it. */
export function actorOf(caller: KnownCaller): string {
  return caller.kind === "token" ? `token:${caller.tokenId}` : `staff:${caller.userId}`;
}
