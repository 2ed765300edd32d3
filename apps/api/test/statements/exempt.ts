import type { Fault, Rule } from "./types.ts";

/** A broken rule, and the statement's name, or its text if it has none. */
export type Broken = Fault & { readonly statement: string };

/** Statements that may break a rule. A statement without a name is listed by a part of its text. */
export type Exemption = {
  readonly rule: Rule;
  readonly why: string;
  readonly statements: readonly string[];
};

/** Exemptions that stay. */
const forGood: readonly Exemption[] = [
  {
    rule: "merchant",
    why: "They find the merchants that have work, of all merchants.",
    statements: [
      "merchants_with_jobs",
      "merchants_with_due_stamps",
      "merchants_with_ended_levels",
      "merchants_with_due_messages",
      "merchants_with_open_booking_messages",
      "unmailed_budgets",
    ],
  },
  {
    rule: "merchant",
    why: "It counts the waiting messages of all merchants, for the operator.",
    statements: ["count_waiting_messages"],
  },
  {
    rule: "merchant",
    why: "It counts the keys of all merchants' PINs, once when a process starts.",
    statements: ["key_use"],
  },
  {
    rule: "start",
    why: "It looks up one row of an index for each merchant, instead of reading all that is due.",
    statements: ["merchants_with_due_stamps", "merchants_with_ended_levels"],
  },
];

/** Exemptions to be removed: a statement leaves the list once it follows the rule. */
const toMend: readonly Exemption[] = [
  {
    rule: "merchant",
    why: "The audit joins each ledger to its rows by the ledger's merchant.",
    statements: ["find_broken_invariants"],
  },
  {
    rule: "volatile",
    why: "`now` is evaluated where it is used, so that it is right after a wait for a lock.",
    statements: [
      "try_one_time_password",
      "reset_password_by_otp",
      "unblock_pin_by_token",
      "unblock_pin_by_staff",
      "reset_pin_by_otp",
      "erase_customers",
      "review_replacement",
      "insert_invitation",
      "revoke_invitation",
      "reset_second_factor",
      "reset_second_factor_by_operator",
      "claim_reset_request",
      "sweep_staff",
    ],
  },
  {
    rule: "locks",
    why: "They lock the rows that an earlier arm found.",
    statements: ["lock_customer", "claim_messages"],
  },
];

export const exempt: readonly Exemption[] = [...forGood, ...toMend];

/** Returns the faults that are not exempt, and the exemptions that no fault needs. */
export function judge(broken: readonly Broken[], exemptions: readonly Exemption[]) {
  const covers = (rule: Rule, listed: string, each: Broken) =>
    each.rule === rule &&
    (each.statement === listed || (listed.includes(" ") && each.statement.includes(listed)));
  return {
    faults: broken.filter(
      (each) =>
        !exemptions.some(({ rule, statements }) =>
          statements.some((listed) => covers(rule, listed, each)),
        ),
    ),
    idle: exemptions.flatMap(({ rule, statements }) =>
      statements.filter((listed) => !broken.some((each) => covers(rule, listed, each))),
    ),
  };
}
