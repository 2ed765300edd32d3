import type { Scope } from "../../../foundation/context.ts";

/** Whether a token is usable now, by the database's clock. */
type TokenState = "active" | "expired" | "revoked";

/** A POS token as lists show it: everything except the secret, which cannot be read again. */
export type Token = {
  readonly id: number;
  readonly name: string;
  /** The secret's first characters, to distinguish tokens. */
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  /** Null means every store of the merchant. */
  readonly stores: readonly number[] | null;
  readonly state: TokenState;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly lastUsedAt: string | null;
  readonly createdAt: string;
};

/** When a token expires: at a moment, or at the end of a day in the merchant's zone. Null: never. */
type TokenEnd = { readonly moment: string } | { readonly lastDay: string } | null;

/** The input for a new token. */
export type TokenInput = {
  readonly merchantId: number;
  readonly name: string;
  readonly scopes: readonly string[];
  /** Null means every store of the merchant. */
  readonly stores: readonly number[] | null;
  readonly end: TokenEnd;
};

/** A new token with its secret, which cannot be read again. */
export type IssuedToken = Token & { readonly secret: string };
