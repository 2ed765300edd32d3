import { expect, it } from "vitest";
import { contractInProcess } from "../contract.ts";
import { dataOf, deskIn, refusedBy } from "./desk.ts";

contractInProcess("a customer's data at the desk", (house) => {
  const desk = deskIn(house);

  async function counter() {
    const merchant = await house.given.merchant();
    const customer = await house.given.customer(merchant, { name: "Rina Wati" });
    const input = { customerId: customer.id, reason: "asked for it", confirmation: "Rina Wati" };
    return { merchant, customer, input };
  }

  it("M14: managers export, owners alone anonymize, cashiers neither", async () => {
    const { merchant, customer, input } = await counter();
    const [cashier, manager, owner] = [
      await desk.at(merchant, "cashier"),
      await desk.at(merchant, "manager"),
      await desk.at(merchant, "owner"),
    ];
    const one = { customerId: customer.id };
    expect(refusedBy(await cashier.mutate("staff.customers.exportData", one))).toBe(
      "permission_denied",
    );
    expect(dataOf(await manager.mutate("staff.customers.exportData", one))).toMatchObject({
      profile: { name: "Rina Wati" },
    });
    for (const browser of [cashier, manager])
      expect(refusedBy(await browser.mutate("staff.customers.anonymize", input))).toBe(
        "permission_denied",
      );
    expect((await owner.mutate("staff.customers.anonymize", input))[0]).toBe(200);
    expect(refusedBy(await owner.query("staff.customers.get", one))).toBe("invalid_user");
  });

  it("M14: another merchant's owner reaches nobody here", async () => {
    const { input } = await counter();
    const stranger = await desk.at(await house.given.merchant(), "owner");
    expect(refusedBy(await stranger.mutate("staff.customers.anonymize", input))).toBe(
      "invalid_user",
    );
  });

  it("M14: an anonymized customer is an unknown user to a till", async () => {
    const { merchant, customer, input } = await counter();
    const template = await house.given.template(merchant);
    const store = await house.given.store(merchant);
    const voucher = await house.given.voucher(merchant, {
      voucherTemplateId: template.id,
      customerId: customer.id,
    });
    await (await desk.at(merchant, "owner")).mutate("staff.customers.anonymize", input);
    const token = await house.tokenOf(merchant);
    const redeem = (user: unknown) =>
      house.post(
        "/api/v2/redemptions/redeem-voucher",
        { user, voucher: voucher.id, store: store.id },
        { token },
      );
    const [status, body] = await redeem("nobody@example.com");
    for (const user of [customer.id, customer.email, customer.memberId])
      expect((await redeem(user)).slice(0, 2)).toEqual([status, body]);
  });

  it("M14: retention settings are bounded, and null keeps rows for good", async () => {
    const merchant = await house.given.merchant();
    const owner = await desk.at(merchant, "owner");
    const update = (input: object) => owner.mutate("staff.settings.policy.update", input);
    expect(dataOf(await update({ keepAuditDays: 400, keepEventsDays: null }))).toMatchObject({
      keepBookingsDays: null,
      keepRefusalsDays: 30,
      keepAuditDays: 400,
      keepEventsDays: null,
    });
    for (const wrong of [{ keepAuditDays: 89 }, { keepRefusalsDays: 366 }, { keepEventsDays: 0 }])
      expect(refusedBy(await update(wrong))).toBe("invalid");
  });
});
