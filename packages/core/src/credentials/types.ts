import type { Identifier } from "../customers/index.ts";
import type { Secret } from "../secret.ts";

/** A secret that a customer keeps. A one-time password is for setting one of them. */
export type SecretKind = "pin" | "password";

/** Where each secret is stored: its table, and the columns that count its wrong tries. */
export const secretTables = {
  pin: { name: "pins", counts: ["wrong_tries", "lifetime_wrong_tries"] },
  password: { name: "passwords", counts: ["wrong_tries"] },
} as const;

/** The customer of a credential, by email, Member ID, mobile number or primary key. */
export type OfCustomer = { readonly user: Identifier };

/** A new PIN, six digits, typed twice. */
export type NewPin = { readonly pin: Secret; readonly confirmPin: Secret };

/** A new password, typed twice. */
export type NewPassword = { readonly newPassword: Secret; readonly confirmNewPassword: Secret };
