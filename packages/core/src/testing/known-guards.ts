import { type Guard, keyOf, rowsOf } from "./guards.ts";

// Guards that the statements of several operations have, with the changes that test them.

const spend = "spent_by_redemption_id = (select id from redemptions where merchant_id = $1)";

/**
 * Another call spends the authorization for the merchant's redemption. The merchant must have exactly one
 * redemption.
 */
export const authorizationSpent: Guard = {
  what: "the authorization is spent",
  change: rowsOf("redemption_authorizations", spend),
  guard: / and a\.spent_by_redemption_id is null(?= and a\.expires_at > b\.now)/,
};

/** Makes the change of `authorizationSpent`. The guard requires that a needed authorization was locked. */
export const authorizationNeeded: Guard = {
  ...authorizationSpent,
  what: "the authorization is spent, and it needs none",
  guard: /(?<=where )\(a\.id is not null or b\.authorization_id is null\)/,
  instead: "true",
};

export const authorizationEnds: Guard = {
  what: "the authorization ends",
  change: rowsOf("redemption_authorizations", "expires_at = now() - interval '1 minute'"),
  guard: / and a\.expires_at > b\.now/,
};

export const memberSuspended: Guard = {
  what: "the membership is suspended",
  change: rowsOf("memberships", "status = 300"),
  guard: /ms\.status = 100 and (?=not ms\.is_blocked and ms\.stamps >= b\.cost)/,
};

export const memberBlocked: Guard = {
  what: "the membership is blocked",
  change: rowsOf("memberships", "is_blocked = true"),
  guard: / and not ms\.is_blocked(?= and ms\.stamps >= b\.cost)/,
};

export const stampsSpent: Guard = {
  what: "the stamps are spent",
  change: rowsOf("memberships", "stamps = 2"),
  guard: / and ms\.stamps >= b\.cost/,
  // SQLSTATE of a check violation: stamps may not be negative
  wrong: "23514",
};

export const stampsExpire: Guard = {
  what: "stamps expire",
  change: rowsOf("memberships", "next_expiry_on = '2020-01-01'"),
  guard: /\(ms\.next_expiry_on < b\.day\) is not true and (?=ms\.status)/,
};

export const customerDeactivated: Guard = {
  what: "the customer is deactivated",
  change: rowsOf("customers", "is_active = false"),
  guard: / and u\.is_active(?= and u\.anonymized_at is null for)/,
};

export const customerAnonymized: Guard = {
  what: "the customer is anonymized",
  change: rowsOf("customers", "anonymized_at = now()"),
  guard: / and u\.anonymized_at is null(?= for)/,
};

/** The template loses its value while staff issue vouchers from it. */
export const templateLosesValue: Guard = {
  what: "the template loses its value",
  change: rowsOf("voucher_templates", "value = 0"),
  guard: / and \(not t\.is_dynamic or t\.value > 0\)(?= for)/,
};

/** Another call writes the key `k` of the operation. */
export const keyWritten = (operation: string): Guard => ({
  what: "the key is written",
  change: keyOf(operation),
  guard: /\(l\.key is null or exists \(select 1 from owned\)\)/,
  instead: "true",
});
