import type { Secret } from "../../foundation/secret.ts";
import type { Identifier } from "../customers/index.ts";

/**
 * The kinds of a customer's secret. One-time passwords are not included: they only prove who may set a
 * secret.
 */
export type SecretKind = "pin" | "password";

/** The table of each secret, and the columns that count its wrong tries. */
export const secretTables = {
  pin: { name: "pins", counts: ["wrong_tries", "lifetime_wrong_tries"] },
  password: { name: "passwords", counts: ["wrong_tries"] },
} as const;

/** The customer whose PIN or password a call uses, by email, Member ID, mobile number or primary key. */
export type OfCustomer = { readonly user: Identifier };

/** A new PIN of six digits, typed twice. */
export type NewPin = { readonly pin: Secret; readonly confirmPin: Secret };

/** A new password, typed twice. */
export type NewPassword = { readonly newPassword: Secret; readonly confirmNewPassword: Secret };
