import type { Identifier } from "../customers/index.ts";
import type { Secret } from "../secret.ts";

/** The customer of a credential, by email, Member ID, mobile number or primary key. */
export type OfCustomer = { readonly user: Identifier };

/** A new PIN, six digits, typed twice. */
export type NewPin = { readonly pin: Secret; readonly confirmPin: Secret };

/** A new password, typed twice. */
export type NewPassword = { readonly newPassword: Secret; readonly confirmNewPassword: Secret };
