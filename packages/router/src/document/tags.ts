/** The sections of the document, in its order. */
export const tags = [
  {
    name: "Redemptions",
    description: "Rewards, vouchers and promo codes that a customer redeems, and their cancels.",
  },
  { name: "Vouchers", description: "The vouchers of customers: issuing, looking up and values." },
  { name: "Catalog", description: "What can be redeemed, and the ways to pay." },
  { name: "Transactions", description: "Sales, which earn their customers stamps." },
  { name: "Stamps", description: "Stamps that are given and taken by hand." },
  { name: "Members", description: "Members: looking them up, registering and changing them." },
  { name: "Credentials", description: "The PINs, passwords and one-time passwords of customers." },
  { name: "Bookings", description: "Tables that guests request, and what becomes of them." },
  { name: "Stores", description: "The merchant's stores." },
  { name: "Diagnostics", description: "Checks of an account, of calls and of error pages." },
] as const;

/** The tag of each group of procedures. */
const tagOfGroup: Readonly<Record<string, (typeof tags)[number]["name"]>> = {
  redemptions: "Redemptions",
  vouchers: "Vouchers",
  promoCodes: "Catalog",
  rewards: "Catalog",
  merchants: "Catalog",
  transactions: "Transactions",
  returns: "Transactions",
  stamps: "Stamps",
  members: "Members",
  password: "Credentials",
  pin: "Credentials",
  otp: "Credentials",
  mobileNumber: "Credentials",
  bookings: "Bookings",
  stores: "Stores",
  outcomes: "Diagnostics",
  diagnostics: "Diagnostics",
};

/** The tag of a procedure, such as `redemptions.cancel`. */
export function tagOf(procedure: string): string {
  const [group = ""] = procedure.split(".");
  const tag = tagOfGroup[group];
  if (!tag) throw new Error(`document/tags.ts has no tag for the group ${group}.`);
  return tag;
}
