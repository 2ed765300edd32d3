/** Pages without an entry in the navigation, except those of the settings. */
export const morePages = [
  { name: "refused", href: "/redemptions/refused", needs: "staff.refusals.list" },
  { name: "replaced", href: "/redemptions/replaced", needs: "staff.redemptions.replacements" },
  { name: "bookingList", href: "/bookings/list", needs: "staff.bookings.list" },
  { name: "rewards", href: "/catalogue/rewards", needs: "staff.catalogue.rewards.list" },
  {
    name: "templates",
    href: "/catalogue/voucher-templates",
    needs: "staff.catalogue.voucherTemplates.list",
  },
  { name: "promoCodes", href: "/catalogue/promo-codes", needs: "staff.catalogue.promoCodes.list" },
  { name: "codes", href: "/catalogue/codes", needs: "staff.jobs.list" },
] as const;

/** Actions that staff can begin from anywhere, through the palette. */
export const commands = [
  { name: "issue", href: "/vouchers/issue", needs: "staff.catalogue.issueVouchers" },
  { name: "generate", href: "/catalogue/codes/new", needs: "staff.catalogue.generateCodes" },
  { name: "customer", href: "/customers/new", needs: "staff.customers.add" },
  { name: "walkIn", href: "/bookings/new?seat=now", needs: "staff.bookings.addWalkIn" },
  { name: "booking", href: "/bookings/new", needs: "staff.bookings.add" },
  { name: "reward", href: "/catalogue/rewards/new", needs: "staff.catalogue.rewards.create" },
  {
    name: "template",
    href: "/catalogue/voucher-templates/new",
    needs: "staff.catalogue.voucherTemplates.create",
  },
  {
    name: "promoCode",
    href: "/catalogue/promo-codes/new",
    needs: "staff.catalogue.promoCodes.create",
  },
  { name: "invite", href: "/settings/staff?open=new", needs: "staff.settings.staff.invite" },
  { name: "token", href: "/settings/tokens?open=new", needs: "staff.settings.tokens.issue" },
] as const;
