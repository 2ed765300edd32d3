import type { Scope } from "../context.ts";

/** Whether a token opens anything now, by the database's clock. */
export type TokenState = "active" | "expired" | "revoked";

/** A POS token as lists show it: everything but the secret, which nobody can read again. */
export type Token = {
  readonly id: number;
  readonly name: string;
  /** The secret's first characters, to tell tokens apart. */
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  /** Null: every store of the merchant. */
  readonly stores: readonly number[] | null;
  readonly state: TokenState;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly lastUsedAt: string | null;
  readonly createdAt: string;
};

/** When a token ends: a moment, or through the end of a day in the merchant's zone. */
export type TokenEnd = { readonly at: string } | { readonly on: string } | null;

/** A token to be made. */
export type TokenInput = {
  readonly merchantId: number;
  readonly name: string;
  readonly scopes: readonly string[];
  /** Null: every store of the merchant. */
  readonly stores: readonly number[] | null;
  readonly end: TokenEnd;
};

/** A token at its making, the only time that its secret is known. */
export type IssuedToken = Token & { readonly secret: string };
