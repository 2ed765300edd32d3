import type { StaffRole } from "../context.ts";
import { notPermitted, type Refusal } from "../failures.ts";

/** A session ends this many days after its sign-in, regardless of renewals. */
export const LONGEST_SESSION_DAYS = 30;

/** A role includes the rights of lower ranks. */
const ranks: Readonly<Record<StaffRole, number>> = { cashier: 1, manager: 2, owner: 3 };

/**
 * The lowest role for each procedure, documented or the console's own. Procedures that are not listed
 * are closed to staff: customers set and change their own secrets, and unblocking a PIN or canceling a
 * redemption needs a reason (`staff.customers.unblockPin`, `staff.redemptions.cancel`). Tokens are
 * checked by scope.
 */
export const leastRoles: Readonly<Record<string, StaffRole>> = {
  "diagnostics.ping": "cashier",
  "redemptions.redeemReward": "cashier",
  "redemptions.redeemVoucher": "cashier",
  "redemptions.redeemVoucherCode": "cashier",
  "redemptions.redeemPromoCode": "cashier",
  "redemptions.redeemMultipleRewards": "cashier",
  "redemptions.authorize": "cashier",
  "vouchers.deductValue": "cashier",
  "otp.resetLimit": "cashier",
  "mobileNumber.validate": "cashier",
  "bookings.add": "cashier",
  "staff.me": "cashier",
  "staff.live.changes": "cashier",
  "staff.find": "cashier",
  "staff.till.lookup": "cashier",
  "staff.till.customer": "cashier",
  "staff.customers.search": "cashier",
  "staff.customers.get": "cashier",
  "staff.customers.ledger": "cashier",
  "staff.customers.vouchers": "cashier",
  "staff.customers.redemptions": "cashier",
  "staff.customers.bookings": "cashier",
  "staff.customers.ledgerCsv": "manager",
  "staff.customers.csv": "manager",
  "staff.customers.add": "cashier",
  "staff.customers.edit": "manager",
  "staff.customers.block": "manager",
  "staff.customers.adjustStamps": "manager",
  "staff.redemptions.list": "cashier",
  "staff.redemptions.csv": "manager",
  "staff.redemptions.get": "cashier",
  "staff.redemptions.previewCancel": "cashier",
  "staff.redemptions.cancel": "cashier",
  "staff.redemptions.replacements": "manager",
  "staff.redemptions.replacementsCsv": "manager",
  "staff.redemptions.reviewReplacement": "manager",
  "staff.refusals.list": "cashier",
  "staff.refusals.csv": "manager",
  "staff.vouchers.list": "cashier",
  "staff.vouchers.get": "cashier",
  "staff.vouchers.csv": "manager",
  "staff.vouchers.withdraw": "manager",
  "staff.customers.unblockPin": "cashier",
  "staff.customers.issueVoucher": "manager",
  "staff.customers.exportData": "manager",
  "staff.customers.anonymize": "owner",
  "staff.bookings.list": "cashier",
  "staff.bookings.csv": "manager",
  "staff.bookings.get": "cashier",
  "staff.bookings.confirm": "cashier",
  "staff.bookings.seat": "cashier",
  "staff.bookings.complete": "cashier",
  "staff.bookings.cancel": "cashier",
  "staff.bookings.markNoShow": "cashier",
  "staff.bookings.match": "cashier",
  "staff.catalogue.rewards.list": "cashier",
  "staff.catalogue.rewards.get": "cashier",
  "staff.catalogue.rewards.csv": "manager",
  "staff.catalogue.rewards.create": "manager",
  "staff.catalogue.rewards.update": "manager",
  "staff.catalogue.voucherTemplates.list": "cashier",
  "staff.catalogue.voucherTemplates.get": "cashier",
  "staff.catalogue.voucherTemplates.csv": "manager",
  "staff.catalogue.voucherTemplates.create": "manager",
  "staff.catalogue.voucherTemplates.update": "manager",
  "staff.catalogue.promoCodes.list": "cashier",
  "staff.catalogue.promoCodes.get": "cashier",
  "staff.catalogue.promoCodes.csv": "manager",
  "staff.catalogue.promoCodes.create": "manager",
  "staff.catalogue.promoCodes.update": "manager",
  "staff.catalogue.issueVouchers": "manager",
  "staff.catalogue.generateCodes": "manager",
  "staff.jobs.list": "manager",
  "staff.jobs.get": "manager",
  "staff.jobs.cancel": "manager",
  "staff.jobs.codesCsv": "manager",
  "staff.overview.numbers": "manager",
  "staff.settings.stores.list": "manager",
  "staff.settings.policy.get": "manager",
  "staff.settings.messageTemplates.list": "manager",
  "staff.settings.messageTemplates.preview": "manager",
  "staff.settings.outbox.list": "manager",
  "staff.settings.outbox.csv": "manager",
  "staff.settings.outbox.retry": "manager",
  "staff.settings.stores.create": "owner",
  "staff.settings.stores.update": "owner",
  "staff.settings.staff.list": "owner",
  "staff.settings.staff.csv": "owner",
  "staff.settings.staff.invite": "owner",
  "staff.settings.staff.revokeInvitation": "owner",
  "staff.settings.staff.change": "owner",
  "staff.settings.staff.resetSecondFactor": "owner",
  "staff.settings.staff.remove": "owner",
  "staff.settings.tokens.list": "owner",
  "staff.settings.tokens.csv": "owner",
  "staff.settings.tokens.issue": "owner",
  "staff.settings.tokens.revoke": "owner",
  "staff.settings.policy.update": "owner",
  "staff.settings.messageTemplates.save": "owner",
  "staff.settings.messageTemplates.remove": "owner",
  "staff.settings.messageTemplates.sendTest": "owner",
  "staff.audit.list": "manager",
  "staff.audit.csv": "manager",
  "staff.securityEvents.list": "manager",
  "staff.securityEvents.csv": "manager",
};

/** Whether this role may call a procedure; stores are checked later. */
export function mayCall(role: StaffRole, procedure: string): boolean {
  const least = leastRoles[procedure];
  return least !== undefined && ranks[role] >= ranks[least];
}

/** The refusal of a procedure that is not for this role. */
export function checkStaffCall(role: StaffRole, procedure: string): Refusal | null {
  return mayCall(role, procedure)
    ? null
    : {
        ...notPermitted,
        rule: "the person's role may call the procedure",
        expected: leastRoles[procedure] ?? "not staff",
        found: role,
      };
}

/** The refusal of every call by a person whose role requires a second factor that is not set up yet. */
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
