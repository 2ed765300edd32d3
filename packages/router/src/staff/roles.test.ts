import { checkPinCall, mayCall } from "@stampbook/core/access";
import { describe, expect, it } from "vitest";
import { appRouter } from "../index.ts";
import { listProcedures } from "../procedures.ts";

/**
 * The lowest role of staff that may call each procedure. `nobody`: no staff may call it. `open`: anyone may,
 * without a sign-in. Staff may not call the procedures for a customer's password and PIN. To unblock a PIN or
 * cancel a redemption they use the staff procedures, which require a reason. For most others under `nobody`,
 * such as `members` and `rewards`, there are procedures under `staff`.
 */
const decided = {
  cashier: [
    "mobileNumber.validate",
    "otp.resetLimit",
    "redemptions.redeemReward",
    "redemptions.redeemVoucher",
    "redemptions.redeemVoucherCode",
    "redemptions.redeemPromoCode",
    "redemptions.redeemMultipleRewards",
    "redemptions.authorize",
    "vouchers.deductValue",
    "diagnostics.ping",
    "staff.me",
    "staff.ownPin.get",
    "staff.ownPin.set",
    "staff.ownPin.remove",
    "staff.find",
    "staff.till.lookup",
    "staff.till.customer",
    "staff.till.register",
    "staff.visits.preview",
    "staff.visits.confirm",
    "staff.visits.outcome",
    "staff.visits.today",
    "staff.visits.emailReceipt",
    "staff.visits.previewUndo",
    "staff.visits.undo",
    "staff.customers.search",
    "staff.customers.get",
    "staff.customers.ledger",
    "staff.customers.vouchers",
    "staff.customers.redemptions",
    "staff.customers.bookings",
    "staff.customers.levels",
    "staff.customers.add",
    "staff.customers.addName",
    "staff.customers.unblockPin",
    "staff.redemptions.list",
    "staff.redemptions.get",
    "staff.redemptions.previewCancel",
    "staff.redemptions.cancel",
    "staff.sales.list",
    "staff.sales.get",
    "staff.sales.cancel",
    "staff.refusals.list",
    "staff.vouchers.list",
    "staff.vouchers.get",
    "staff.bookings.list",
    "staff.bookings.get",
    "staff.bookings.add",
    "staff.bookings.confirm",
    "staff.bookings.seat",
    "staff.bookings.complete",
    "staff.bookings.cancel",
    "staff.bookings.markNoShow",
    "staff.bookings.match",
    "staff.catalogue.rewards.list",
    "staff.catalogue.rewards.get",
    "staff.catalogue.voucherTemplates.list",
    "staff.catalogue.voucherTemplates.get",
    "staff.catalogue.promoCodes.list",
    "staff.catalogue.promoCodes.get",
    "staff.live.changes",
  ],
  manager: [
    "staff.customers.csv",
    "staff.customers.ledgerCsv",
    "staff.actors",
    "staff.customers.edit",
    "staff.customers.block",
    "staff.customers.adjustStamps",
    "staff.customers.issueVoucher",
    "staff.customers.exportData",
    "staff.redemptions.csv",
    "staff.redemptions.replacements",
    "staff.redemptions.replacementsCsv",
    "staff.redemptions.reviewReplacement",
    "staff.sales.csv",
    "staff.refusals.csv",
    "staff.vouchers.csv",
    "staff.vouchers.withdraw",
    "staff.bookings.csv",
    "staff.catalogue.rewards.csv",
    "staff.catalogue.rewards.create",
    "staff.catalogue.rewards.update",
    "staff.catalogue.voucherTemplates.csv",
    "staff.catalogue.voucherTemplates.create",
    "staff.catalogue.voucherTemplates.update",
    "staff.catalogue.promoCodes.csv",
    "staff.catalogue.promoCodes.create",
    "staff.catalogue.promoCodes.update",
    "staff.catalogue.issueVouchers",
    "staff.catalogue.generateCodes",
    "staff.jobs.list",
    "staff.jobs.get",
    "staff.jobs.cancel",
    "staff.jobs.codesCsv",
    "staff.overview.numbers",
    "staff.settings.stores.list",
    "staff.settings.devices.list",
    "staff.settings.devices.revoke",
    "staff.settings.policy.get",
    "staff.programme.get",
    "staff.programme.paymentMethods.list",
    "staff.programme.levels.list",
    "staff.settings.messageTemplates.list",
    "staff.settings.messageTemplates.preview",
    "staff.settings.outbox.list",
    "staff.settings.outbox.csv",
    "staff.settings.outbox.retry",
    "staff.audit.list",
    "staff.audit.csv",
    "staff.securityEvents.list",
    "staff.securityEvents.csv",
  ],
  owner: [
    "staff.customers.anonymize",
    "staff.settings.stores.create",
    "staff.settings.stores.update",
    "staff.settings.staff.list",
    "staff.settings.staff.csv",
    "staff.settings.staff.invite",
    "staff.settings.staff.revokeInvitation",
    "staff.settings.staff.change",
    "staff.settings.staff.resetSecondFactor",
    "staff.settings.staff.remove",
    "staff.settings.tokens.list",
    "staff.settings.tokens.csv",
    "staff.settings.tokens.issue",
    "staff.settings.tokens.revoke",
    "staff.settings.policy.update",
    "staff.programme.save",
    "staff.programme.paymentMethods.save",
    "staff.programme.levels.save",
    "staff.settings.messageTemplates.save",
    "staff.settings.messageTemplates.remove",
    "staff.settings.messageTemplates.sendTest",
  ],
  nobody: [
    "password.validate",
    "password.change",
    "password.set",
    "password.requestReset",
    "password.reset",
    "pin.set",
    "pin.change",
    "pin.validate",
    "pin.unblock",
    "pin.requestReset",
    "pin.reset",
    "pin.resetWithPassword",
    "redemptions.cancel",
    "redemptions.addInvoiceNumber",
    "redemptions.add",
    "vouchers.redeem",
    "transactions.add",
    "transactions.addBrief",
    "transactions.cancel",
    "transactions.cancelById",
    "transactions.modify",
    "transactions.addWithRedemptions",
    "transactions.previewEarnings",
    "transactions.details",
    "transactions.byUser",
    "merchants.addOrUpdatePaymentMethod",
    "stamps.add",
    "stamps.addToMember",
    "stamps.cancel",
    "stamps.deduct",
    "members.details",
    "members.status",
    "members.byCardNumber",
    "members.suggestions",
    "members.upgradeRequirement",
    "members.expirationJournals",
    "members.register",
    "members.registerBrief",
    "members.partialRegistration",
    "members.setLevel",
    "members.changeProfile",
    "members.change",
    "members.anonymize",
    "vouchers.validate",
    "vouchers.byMerchantGroup",
    "vouchers.issue",
    "promoCodes.validate",
    "rewards.list",
    "rewards.byMerchantGroup",
    "rewards.details",
  ],
  open: [
    "bookings.add",
    "diagnostics.error500",
    "diagnostics.error400",
    "staff.invitation.get",
    "staff.invitation.accept",
    "staff.waysIn",
  ],
};

/** Procedures for sessions that a PIN opened: those of cashiers except `ownPin`, and some of managers. */
const byPin = [
  ...decided.cashier.filter((name) => !name.startsWith("staff.ownPin.")),
  "staff.actors",
  "staff.customers.edit",
  "staff.customers.block",
  "staff.customers.adjustStamps",
  "staff.customers.issueVoucher",
  "staff.vouchers.withdraw",
  "staff.overview.numbers",
];

/** Procedures before which staff enter their password: what outlasts a session, or takes data away. */
const guarded = [
  "staff.customers.csv",
  "staff.customers.exportData",
  "staff.customers.anonymize",
  "staff.settings.staff.invite",
  "staff.settings.staff.change",
  "staff.settings.staff.resetSecondFactor",
  "staff.settings.tokens.issue",
  "staff.settings.policy.update",
];

const procedures = listProcedures(appRouter);

describe("the roles of the procedures", () => {
  it.each(Object.entries(decided))(
    "%s is the lowest role of these procedures and no others",
    (role, names) => {
      const found = procedures.filter(
        ({ meta }) => (meta.open ? "open" : (meta.role ?? "nobody")) === role,
      );
      expect(found.map(({ name }) => name).sort()).toEqual([...names].sort());
    },
  );

  it("decides on every procedure once", () => {
    const names = Object.values(decided).flat();
    expect([...names].sort()).toEqual(procedures.map(({ name }) => name).sort());
  });

  it("S11: asks for the password before these procedures and no others", () => {
    const found = procedures.filter(({ meta }) => meta.freshPassword);
    expect(found.map(({ name }) => name).sort()).toEqual([...guarded].sort());
  });

  it("gives no role to what anyone may call", () => {
    expect(procedures.filter(({ meta }) => meta.open && meta.role)).toEqual([]);
  });
});

describe("a session that a PIN opened", () => {
  it.each(procedures.map(({ name, meta }) => [name, meta] as const))("T59: %s", (name, meta) => {
    expect(meta.byPin === true).toBe(byPin.includes(name));
    const refusal = checkPinCall({ isByPin: true }, meta.byPin);
    expect(refusal?.code).toBe(byPin.includes(name) ? undefined : "password_required");
    expect(checkPinCall({ isByPin: false }, meta.byPin)).toBeNull();
  });

  it("T59: may neither export nor set anything up", () => {
    expect(
      byPin.filter((name) => /csv|export|settings|programme|audit|security/i.test(name)),
    ).toEqual([]);
  });
});

describe("mayCall", () => {
  it.each([
    ["cashier", "cashier", true],
    ["cashier", "manager", false],
    ["manager", "cashier", true],
    ["manager", "owner", false],
    ["owner", "owner", true],
    ["owner", undefined, false],
  ] as const)("a %s, where the lowest role is %s: %s", (role, least, expected) => {
    expect(mayCall(role, least)).toBe(expected);
  });
});
