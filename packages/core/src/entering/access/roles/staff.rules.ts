import type { StaffRole } from "../../../foundation/context.ts";
import { notPermitted, type Refusal } from "../../../foundation/failures.ts";

/** A session ends this many days after its sign-in, regardless of renewals. */
export const LONGEST_SESSION_DAYS = 30;

/** A role includes the rights of lower ranks. */
const ranks: Readonly<Record<StaffRole, number>> = { cashier: 1, manager: 2, owner: 3 };

/**
 * Whether this role may call a procedure whose lowest role is `least`. A procedure without a lowest role is
 * not for staff. Stores are checked later.
 */
export function mayCall(role: StaffRole, least: StaffRole | undefined): boolean {
  return least !== undefined && ranks[role] >= ranks[least];
}

/** Refuses a procedure that is not for this role. */
export function checkStaffCall(role: StaffRole, least: StaffRole | undefined): Refusal | null {
  return mayCall(role, least)
    ? null
    : {
        ...notPermitted,
        rule: "the person's role may call the procedure",
        expected: least ?? "not staff",
        found: role,
      };
}

/** The refusal of a call that needs a password, if a PIN opened the session. */
export const passwordRequired = {
  code: "password_required",
  message: "Sign in with your password to do this.",
  rule: "a PIN opens the work of the till and the desk alone",
} as const satisfies Refusal;

/** Refuses a call in a session opened by a PIN, unless the procedure allows such sessions. */
export function checkPinCall(
  caller: { readonly isByPin?: boolean },
  isForPin: boolean | undefined,
): Refusal | null {
  return caller.isByPin && !isForPin ? passwordRequired : null;
}

/** The refusal of a call by a person without the second factor that their role requires. */
export const noSecondFactor = {
  code: "second_factor_required",
  message: "Your role needs a second factor. Set up an authenticator app first.",
  rule: "the merchant demands a second factor of this role",
} as const satisfies Refusal;

/** Refuses a person without the second factor that their merchant requires of their role. */
export function checkSecondFactor(caller: {
  readonly lacksSecondFactor?: boolean;
}): Refusal | null {
  return caller.lacksSecondFactor ? noSecondFactor : null;
}
