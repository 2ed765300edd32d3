/** The scopes of a token, in the order of lists and forms. `*` means all. See decisions, section 7. */
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

export type Scope = (typeof scopes)[number];
