import type { LimitState } from "./caller-limits.rules.ts";

/**
 * The kind of every refusal code. The transports map the kinds to HTTP statuses. See docs/limits.md.
 */
export const failureKinds = {
  required: "invalid",
  invalid: "invalid",
  invalid_choice: "invalid",
  max_length: "invalid",
  parse_error: "invalid",
  pin_mismatch: "invalid",
  invalid_pin: "invalid",
  pin_blocked: "invalid",
  pin_not_set: "invalid",
  pin_already_set: "invalid",
  invalid_otp: "invalid",
  otp_limit_reached: "throttled",
  invalid_type: "invalid",
  invalid_template_code: "invalid",
  invalid_password: "invalid",
  mismatch_password: "invalid",
  weak_password: "invalid",
  too_many_attempts: "throttled",
  invalid_mobile_number: "invalid",
  invalid_user: "invalid",
  invalid_store: "invalid",
  membership_blocked: "invalid",
  membership_partial: "invalid",
  invalid_reward: "invalid",
  reward_not_available: "invalid",
  insufficient_stamps: "invalid",
  invalid_voucher: "invalid",
  invalid_voucher_owner: "invalid",
  voucher_already_redeemed: "invalid",
  voucher_expired: "invalid",
  voucher_not_started: "invalid",
  voucher_not_available: "invalid",
  invalid_voucher_template: "invalid",
  voucher_value_not_dynamic: "invalid",
  insufficient_voucher_value: "invalid",
  invalid_promo_code: "invalid",
  promo_code_not_available: "invalid",
  promo_code_limit_reached: "invalid",
  authorization_required: "invalid",
  duplicate_invoice_number: "invalid",
  invalid_transaction: "invalid",
  product_not_found: "invalid",
  invalid_data: "invalid",
  downgrade_not_allowed: "invalid",
  user_has_no_membership: "invalid",
  email_already_used: "invalid",
  mobile_number_already_used: "invalid",
  member_id_already_used: "invalid",
  nothing_to_undo: "invalid",
  booking_slot_full: "invalid",
  booking_too_late: "invalid",
  idempotency_key_reused: "unprocessable",
  idempotency_key_in_use: "conflict",
  stale_revision: "conflict",
  another_merchant: "conflict",
  redemption_not_found: "missing",
  booking_not_found: "missing",
  transaction_not_found: "missing",
  award_not_found: "missing",
  reward_not_found: "missing",
  permission_denied: "forbidden",
  second_factor_required: "forbidden",
  password_required: "forbidden",
  fresh_password_required: "forbidden",
  overloaded: "overloaded",
} as const;

export type FailureCode = keyof typeof failureKinds;
export type FailureKind = (typeof failureKinds)[FailureCode];

/**
 * A rule's refusal: the message for the caller, and for staff the rule with the expected and the found value.
 * Rules return a refusal; operations throw it as a `Failure`.
 */
export type Refusal = {
  readonly code: FailureCode;
  readonly message: string;
  /** The refused input. If absent, the transport looks the code up in the operation's `meta.failures`. */
  readonly field?: string;
  /** The rule that refused, in words for staff. Never contains a secret. */
  readonly rule?: string;
  readonly expected?: string;
  readonly found?: string;
  /** The limit that a throttled call has reached: nothing is left of it. */
  readonly limit?: LimitState;
  /** Seconds after which a throttled call may be tried again. */
  readonly retryAfter?: number;
  /** If the invoice number is in use: the id of the sale that has it. */
  readonly existingTransactionId?: number;
  /** The same for a return. */
  readonly existingModificationId?: number;
  /** The status of that sale. */
  readonly existingTransactionStatus?: string;
  /** Why a token may not make the call. Absent for staff, and for other reasons. */
  readonly denied?: Denied;
  /** If the caller saw another revision of a record: the record as it is now. Shown by its operation only. */
  readonly current?: object;
  /** If a sale cannot be canceled because stamps are spent: how many are missing. */
  readonly shortage?: Shortage;
};

/** The stamps that a cancel would take back, and those that the customer has. */
export type Shortage = {
  readonly needed: number;
  readonly remaining: number;
  /** The redemptions made with the sale whose cancel would give stamps back. */
  readonly relatedRedemptions: readonly number[];
};

/** What a token lacks. */
export type Denied = {
  readonly code: "missing_scope" | "other_store";
  readonly message: string;
};

/** The part of a refusal that staff see as the reason why something is not possible now. */
export type Reason = Pick<Refusal, "code" | "message" | "rule" | "expected" | "found">;

/** Returns the reason in a refusal. Null if nothing is refused. */
export function reasonOf(refusal: Refusal | null): Reason | null {
  if (!refusal) return null;
  const { code, message, rule, expected, found } = refusal;
  return {
    code,
    message,
    ...(rule ? { rule } : {}),
    ...(expected ? { expected } : {}),
    ...(found ? { found } : {}),
  };
}

/** The refusal of a call that the server is too busy to process. The caller may retry after a second. */
export const tooBusy = {
  code: "overloaded",
  message: "Too busy, please try again.",
  retryAfter: 1,
} as const satisfies Refusal;

/** The rule of `movedAway`. */
export const movedRule = "the merchant's calls are done here";

/**
 * The refusal of a call whose merchant is being moved to another installation, or has been moved to the one with
 * this address.
 */
export function movedAway(address: string | null): Refusal {
  const message =
    address === null
      ? "This merchant is being moved to another address, please try again."
      : `This merchant has moved to ${address}, please send the call there.`;
  return { ...tooBusy, message, rule: movedRule };
}

/** The refusal if no customer matches the identifier. */
export const unknownCustomer: Refusal = {
  code: "invalid_user",
  message: "User not found",
  rule: "customer exists",
};

/**
 * The refusal if no member matches the identifier, in operations on members. `__all__` means that the refusal
 * belongs to no single field. See interface 2, section 1.
 */
export const unknownMember: Refusal = {
  ...unknownCustomer,
  code: "invalid_data",
  field: "__all__",
};

/** The refusal if the merchant does not have the redemption. */
export const unknownRedemption: Refusal = {
  code: "redemption_not_found",
  message: "Redemption not found",
  rule: "redemption exists",
};

/** The refusal of a caller without permission. Each use adds the `rule`. */
export const notPermitted: Refusal = {
  code: "permission_denied",
  message: "You do not have permission to perform this action.",
};

/** The refusal of a token without a scope that the call needs. */
export function missingScope(scope: string): Refusal {
  return {
    ...notPermitted,
    rule: "the token's scopes",
    expected: scope,
    denied: { code: "missing_scope", message: `This token lacks the scope ${scope}.` },
  };
}

/**
 * A refusal as an exception. If the refusal has no field, the transport shows the field that the operation's
 * `meta.failures` has for the code.
 */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
  get code(): FailureCode {
    return this.refusal.code;
  }
  get kind(): FailureKind {
    return failureKinds[this.refusal.code];
  }
}

/**
 * Returns the refusal of one line of a list. The message begins with the line's number: `Line 2: …`, or with
 * `part`: `Line 2, stamps: …`. `index` counts from 0.
 */
export function inLine(index: number, refusal: Refusal, part?: string): Refusal {
  const place = part ? `Line ${index + 1}, ${part}` : `Line ${index + 1}`;
  return { ...refusal, message: `${place}: ${refusal.message}` };
}

/** Returns the first refusal in the given order. Null if all are null. */
export function firstRefusal(...verdicts: readonly (Refusal | null)[]): Refusal | null {
  return verdicts.find((verdict) => verdict !== null) ?? null;
}

const units = [
  [86_400, "day(s)"],
  [3_600, "hour(s)"],
  [60, "minute(s)"],
] as const;

/** Returns a number of seconds as text for a message, rounded up to a whole unit: `2 hour(s)`. */
export function inWords(seconds: number): string {
  const [size, name] = units.find(([size]) => seconds >= size) ?? [1, "second(s)"];
  return `${Math.ceil(seconds / size)} ${name}`;
}
