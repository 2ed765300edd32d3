/** The scopes that a token may have, in the order of the form. */
export const scopes = [
  "redemptions",
  "redemptions.read",
  "vouchers",
  "transactions",
  "transactions.read",
  "programme",
  "stamps",
  "members",
  "members.write",
  "members.identity",
  "members.manage",
  "vouchers.issue",
  "pin",
  "password",
  "otp",
  "bookings",
  "*",
] as const;

type ScopeKey<Scope extends string> = Scope extends `${infer Room}.${infer What}`
  ? `${Room}_${What}`
  : Scope;

/** Returns the key of a scope's name in the messages. A dot becomes `_`, because a dot separates groups. */
export function scopeKey<Scope extends string>(scope: Scope): ScopeKey<Scope> {
  return scope.replace(".", "_") as ScopeKey<Scope>;
}
