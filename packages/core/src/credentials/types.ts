import type { Identifier } from "../customers/index.ts";
import type { Secret } from "../secret.ts";

/** A secret of a customer. A one-time password proves who may set one. */
export type SecretKind = "pin" | "password";

/** The table of each secret, and the columns that count its wrong tries. */
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
