import { endLevels } from "@stampbook/core/levels";
import { expireDueStamps } from "@stampbook/core/stamps";
import { workOnJobs } from "@stampbook/core/vouchers";
import { inThirtyDays } from "../shop.ts";
import type { Office } from "./office.ts";
import { done, type Tour } from "./open-tour.ts";

type Listed<Item = { readonly id: number }> = { readonly items: readonly Item[] };

/** Calls the procedures for customers, the till and vouchers. */
export async function tourCustomers({ house }: Tour, office: Office): Promise<void> {
  const { call, shop, customer, voucher, store, owner } = office;
  const customerId = customer.id;
  const reason = "because of the test";
  for (const name of ["staff.me", "staff.actors"]) await call(name);
  for (const text of [customer.email, customer.memberId, "Ayu", voucher.code, "081239871234", "7"])
    for (const name of ["staff.find", "staff.till.lookup", "staff.customers.search"])
      await call(name, { text });
  const filter = { text: "", level: 100, status: 100, isBlocked: false, tag: "regular" };
  await call("staff.customers.csv", filter);
  await call("staff.till.customer", { customerId, storeId: store.id });
  await call("staff.till.register", { contact: "081239871237" });
  const nameless = await house.given.customer(shop.merchant, { name: "" });
  await call("staff.customers.addName", { customerId: nameless.id, name: "Wulan" });
  const added = await call<{ id: number }>("staff.customers.add", {
    name: "Ani",
    email: "ani@example.com",
    mobileNumber: "081239871235",
    otherMemberIds: ["OLD-1"],
  });
  const edited = { customerId, name: "Ayu Lestari", level: 100, tags: ["regular"] };
  await call("staff.customers.edit", { ...edited, mobileNumber: "081239871236" });
  await owner.mutate("staff.customers.edit", { customerId, email: "ani@example.com" });
  await call("staff.customers.block", { customerId, isBlocked: true, reason });
  await call("staff.customers.block", { customerId, isBlocked: false, reason });
  await call("staff.customers.unblockPin", { customerId, reason });
  await call("staff.customers.adjustStamps", { customerId, delta: -1, reason });
  await owner.mutate("staff.customers.adjustStamps", { customerId, delta: -100_000, reason });
  const debtor = await house.given.customer(shop.merchant, {}, { stampsOwed: 3 });
  await call("staff.customers.forgiveStamps", { customerId: debtor.id, reason });
  const templateId = voucher.template.id;
  await call("staff.customers.issueVoucher", { customerId, templateId, reason });
  for (const name of [
    "get",
    "ledger",
    "ledgerCsv",
    "levels",
    "vouchers",
    "redemptions",
    "bookings",
  ])
    await call(`staff.customers.${name}`, { customerId });
  for (const name of ["staff.vouchers.list", "staff.vouchers.csv"])
    for (const state of [undefined, "open"])
      await call(name, { customerId, templateId, state, code: undefined, endsBy: "2099-01-01" });
  await call("staff.vouchers.list", { code: voucher.code });
  await call("staff.vouchers.list", {});
  await call("staff.vouchers.get", { voucherId: voucher.id });
  const other = await shop.voucherOf(customerId);
  await call("staff.vouchers.withdraw", { voucherId: other.id, reason });
  const { id } = await house.given.customer(shop.merchant, { name: "Rina" }, { stamps: 5 });
  await call("staff.customers.exportData", { customerId: id });
  await call("staff.customers.anonymize", {
    customerId: added.id,
    reason,
    confirmation: "Ani",
  });
}

/** Calls the procedures for redemptions, refusals, the audit log, security events and the overview. */
export async function tourRedemptions(tour: Tour, office: Office): Promise<void> {
  const { call, customer, store, voucher, reward, owner } = office;
  const common = { user: customer.email, store: store.id, invoice_number: "INV-1" };
  const redeem = async (name: string, body: object) => {
    const { redemption } = await call<{ redemption: { id: number } }>(name, { ...common, ...body });
    return redemption.id;
  };
  const redeemed = await redeem("redemptions.redeemVoucher", { voucher: voucher.id });
  const redemptionId = await redeem("redemptions.redeemReward", { reward: reward.id });
  await owner.mutate("redemptions.redeemVoucher", { ...common, voucher: voucher.id });
  const days = { from: "2026-01-01", to: "2099-01-01" };
  const filter = { ...days, storeId: store.id, customerId: customer.id, who: "staff" };
  for (const name of ["staff.redemptions.list", "staff.redemptions.csv"]) {
    await call(name, {});
    await call(name, { ...filter, who: undefined, kind: "reward", rewardId: reward.id });
    await call(name, { invoiceNumber: "INV-1", templateId: voucher.template.id });
    for (const by of [{}, { invoiceNumber: "INV-1" }, { customerId: customer.id }])
      await call(name, { ...by, sort: "oldest" });
  }
  for (const name of ["staff.sales.list", "staff.sales.csv"]) {
    await call(name, { ...days, storeId: store.id, status: "Created" });
    for (const by of [{ invoiceNumber: "INV-1" }, { customerId: customer.id }])
      await call(name, by);
    for (const by of [{}, { invoiceNumber: "INV-1" }, { customerId: customer.id }])
      await call(name, { ...by, sort: "oldest" });
  }
  const sold = { ...common, total_value: 95_000 };
  const [, sale] = await office.shop.call("/api/v2/transactions/add", sold);
  const { id: saleId } = (sale as { transaction: { id: number } }).transaction;
  await call("staff.sales.get", { saleId });
  const back = {
    ...{ saleId, returnInvoiceNumber: "R-1", total: "1.00", subtotal: null },
    ...{ items: [], payments: [], cancelsRedemptions: false },
  };
  await call("staff.sales.previewReturn", back);
  await call("staff.sales.addReturn", { ...back, reason: "goods came back" });
  await call("staff.sales.cancel", { saleId, reason: "a mistake" });
  await tourVisit(office);
  await call("staff.find", { text: "INV-1" });
  await call("staff.redemptions.get", { redemptionId });
  for (const [id, createReplacementVoucher] of [
    [redemptionId, false],
    [redeemed, true],
  ] as const) {
    await call("staff.redemptions.previewCancel", { redemptionId: id });
    await call("staff.redemptions.previewCancel", { redemptionId: id, line: 1 });
    const cancel = { redemptionId: id, createReplacementVoucher, reason: "a mistake" };
    await call("staff.redemptions.cancel", cancel);
  }
  await tourSpentVoucher(tour, office);
  for (const sort of ["newest", "oldest"]) await call("staff.redemptions.replacements", { sort });
  await call("staff.redemptions.replacementsCsv", { isOpen: false });
  await call("staff.redemptions.reviewReplacement", { redemptionId: redeemed });
  for (const name of ["staff.refusals", "staff.audit", "staff.securityEvents"])
    for (const verb of ["list", "csv"])
      for (const input of [{}, days, { sort: "oldest" }]) await call(`${name}.${verb}`, input);
  await call("staff.overview.numbers", { from: "2026-11-01", to: "2026-11-30" });
  await call("staff.overview.numbers", {
    from: "2026-11-01",
    to: "2026-11-30",
    storeId: store.id,
  });
}

/** Previews the cancel of a redemption whose issued voucher is spent. */
async function tourSpentVoucher({ house }: Tour, office: Office): Promise<void> {
  const { call, customer, merchant, store, voucher } = office;
  const gift = { stampsToRedeem: 1, voucherTemplateId: voucher.template.id };
  const reward = await house.given.reward(merchant, gift);
  const common = { user: customer.email, store: store.id };
  type Made = { redemption: { id: number }; voucher: { id: number } };
  const made = await call<Made>("redemptions.redeemReward", { ...common, reward: reward.id });
  await call("redemptions.redeemVoucher", { ...common, voucher: made.voucher.id });
  await call("staff.redemptions.previewCancel", { redemptionId: made.redemption.id });
}

/** Calls the procedures for bookings. */
export async function tourBookings({ house }: Tour, office: Office): Promise<void> {
  const { call, customer, merchant, store } = office;
  const wish = { store: store.id, date: "2099-05-01", time: "19:00", phone: "0812345678" };
  for (const user of ["guest@example.com", customer.email, customer.email, "other@example.com"])
    done("add", await house.post("/api/bookings/add", { ...wish, user, number_of_people: 2 }));
  const statuses = ["Requested"];
  const filter = { storeId: store.id, from: "2099-05-01", to: "2099-05-02", statuses };
  for (const name of ["staff.bookings.list", "staff.bookings.csv"])
    for (const input of [{}, filter, { ...filter, matched: true }]) await call(name, input);
  const days = { from: "2099-05-01", to: "2099-05-07" };
  await call("staff.bookings.hours", { storeId: wish.store, ...days });
  await call("staff.bookings.slots", { storeId: wish.store, date: inThirtyDays() });
  const { items } = await call<Listed>("staff.bookings.list", { from: "2099-05-01" });
  const [first, second, third, fourth] = items.map(({ id }) => id);
  const change = async (verb: string, id: number | undefined, more = {}) => {
    const { revision } = await call<{ revision: number }>("staff.bookings.get", { id });
    await call(`staff.bookings.${verb}`, { id, revision, ...more });
  };
  for (const verb of ["confirm", "seat", "complete"]) await change(verb, first);
  await change("confirm", second);
  await house.core.db.execute(
    `update bookings set date = '2026-01-01' where merchant_id = ${merchant.id} and id = ${second}`,
  );
  await change("markNoShow", second);
  await change("cancel", third);
  const guest = { ...wish, storeId: wish.store, name: "Ibu Sari", numberOfPeople: 2 };
  for (const customerId of [null, customer.id])
    await call("staff.bookings.add", { ...guest, customerId });
  await call("staff.bookings.addWalkIn", { storeId: store.id, numberOfPeople: 2, name: "Walk-in" });
  await change("match", fourth, { user: customer.email });
  await change("undo", third);
  await change("change", third, { time: "20:00" });
}

/** Calls the procedures for the catalogue and jobs. */
export async function tourCatalogue({ core, house }: Tour, office: Office): Promise<void> {
  const { call, customer, merchant, store } = office;
  const limits = { isActive: true, stores: [store.id], channels: [2] };
  const fields = {
    voucherTemplates: { name: "Free bun", isDynamic: false, validityDays: 31, ...limits },
    rewards: { code: "BUN", name: "Bun", kind: "fixed", stampsToRedeem: 1, ...limits },
    promoCodes: { code: "BUN-1", name: "Bun", ...limits },
  };
  const templateIds: number[] = [];
  for (const [kind, input] of Object.entries(fields)) {
    const { id } = await call<{ id: number }>(`staff.catalogue.${kind}.create`, input);
    await call(`staff.catalogue.${kind}.update`, { ...input, id, name: "Another bun" });
    await call(`staff.catalogue.${kind}.get`, { id });
    for (const verb of ["list", "csv"])
      for (const filter of [{}, { text: "bun", isActive: true }])
        await call(`staff.catalogue.${kind}.${verb}`, filter);
    if (kind === "voucherTemplates") templateIds.push(id);
  }
  const [templateId] = templateIds;
  const issue = { templateId, customerIds: [customer.id], reason: "a gift" };
  await call("staff.catalogue.issueVouchers", issue);
  const generate = () =>
    call<{ id: number }>("staff.catalogue.generateCodes", { templateId, quantity: 3 });
  const { id: canceled } = await generate();
  await call("staff.jobs.cancel", { jobId: canceled });
  const { id: jobId } = await generate();
  await workOnJobs(core);
  await house.core.db.execute(
    `update memberships set next_expiry_on = '2026-01-01' where merchant_id = ${merchant.id}`,
  );
  await expireDueStamps(core);
  await house.core.db.execute(
    `update memberships set level_until = '2026-01-01' where merchant_id = ${merchant.id}`,
  );
  await endLevels(core);
  await call("staff.jobs.list", {});
  await call("staff.jobs.get", { jobId });
  await call("staff.jobs.codesCsv", { jobId });
}

/** Confirms a visit with two lines under one request id, reads its outcome by its key, and undoes it. */
async function tourVisit({ call, shop, owner, store, customer, reward }: Office): Promise<void> {
  const key = "a visit";
  const total = "1000000";
  await call("staff.programme.save", { earnAmount: "10000.00" });
  await shop.authorize(customer.id, "both");
  const line = { rewardId: reward.id, qty: 1 };
  const visit = { customerId: customer.id, storeId: store.id, requestId: "both" };
  const input = { ...visit, rewards: [line, line], invoiceNumber: "V-1", sale: { total } };
  const codes = { promoCodes: ["NONE"], vouchers: ["NONE"] };
  const { requestId: _, ...preview } = visit;
  await call("staff.visits.preview", { ...preview, total, ...codes });
  done(
    "staff.visits.confirm",
    await owner.mutate("staff.visits.confirm", input, { "idempotency-key": key }),
  );
  await call("staff.visits.outcome", { key });
  await call("staff.visits.today", { storeId: store.id });
  await call("staff.visits.emailReceipt", { key });
  await call("staff.visits.previewUndo", { key });
  const undo = { key, createReplacementVouchers: false, reason: "a mistake" };
  await call("staff.visits.undo", undo);
}
