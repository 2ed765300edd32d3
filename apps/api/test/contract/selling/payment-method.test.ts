import { beforeAll, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { openShop, type Shop } from "../../shop.ts";

const PATH = "/api/merchants/add-or-update-payment-method";
const ADD = "/api/transactions/add";
const PROCEDURE = "merchants.addOrUpdatePaymentMethod";

contract("merchants/add-or-update-payment-method (T8)", (house) => {
  let shop: Shop;
  let invoices = 0;
  beforeAll(async () => {
    shop = await openShop(house, { earnAmount: "10000.00" });
  });

  const gift = { code: "GIFT", name: "Gift card", eligible_for_points: false };

  /** Records a sale of 50,000, paid by this method. Returns the stamps that it earned. */
  const earnedBy = async (payment_method: string, at: Shop = shop) => {
    const customer = await at.customer();
    invoices++;
    const [status, answer] = await at.call(ADD, {
      store: at.store.id,
      user: customer.id,
      invoice_number: `INV-${invoices}`,
      total_value: 50_000,
      payments: [{ value: 50_000, payment_method }],
    });
    expect([status, answer]).toEqual([200, expect.anything()]);
    return (answer as { transaction: { stamps_earned: number } }).transaction.stamps_earned;
  };

  it("adds a method, by whose rule sales earn from now on", async () => {
    expect(await earnedBy("gift")).toBe(5);
    expect((await shop.call(PATH, gift)).slice(0, 2)).toEqual([200, { status: "ok" }]);
    expect(await earnedBy("gift")).toBe(0);
  });

  it("changes the method with the same code, and takes flags and codes as old clients send them", async () => {
    await shop.call(PATH, { code: 77, name: "Points", eligible_for_points: "0" });
    expect(await earnedBy("77")).toBe(0);
    const again = { code: "77", name: "Points", eligible_for_points: "True" };
    expect((await shop.call(PATH, again)).slice(0, 2)).toEqual([200, { status: "ok" }]);
    expect(await earnedBy("77")).toBe(5);
  });

  it("is the same over tRPC", async () => {
    const method = { code: "Wallet", name: "Wallet", eligible_for_points: false };
    expect(await shop.callTrpc(PROCEDURE, method)).toEqual([200, { status: "ok" }]);
    expect(await earnedBy("WALLET")).toBe(0);
  });

  it("is done once by an Idempotency-Key", async () => {
    const headers = { "idempotency-key": "method" };
    const off = { code: "Loan", name: "Loan", eligible_for_points: false };
    await shop.call(PATH, off, { headers });
    await shop.call(PATH, { ...off, eligible_for_points: true });
    const [status, answer, sentHeaders] = await shop.call(PATH, off, { headers });
    expect([status, answer]).toEqual([200, { status: "ok" }]);
    expect(sentHeaders["idempotency-replayed"]).toBe("true");
    expect(await earnedBy("loan")).toBe(5);
    expect((await shop.call(PATH, gift, { headers }))[1]).toMatchObject({
      error_code: "idempotency_key_reused",
    });
  });

  it.each(["code", "name", "eligible_for_points"])("requires %s", async (field) => {
    for (const value of [undefined, null, ""]) {
      const [status, answer] = await shop.call(PATH, { ...gift, [field]: value });
      expect([status, answer]).toMatchObject([
        400,
        { errors: { [field]: "This field is required." }, error_code: "required" },
      ]);
    }
  });

  it("refuses a code that is too long, and a flag that is none", async () => {
    expect((await shop.call(PATH, { ...gift, code: "x".repeat(256) }))[1]).toMatchObject({
      error_code: "max_length",
    });
    expect((await shop.call(PATH, { ...gift, eligible_for_points: "maybe" }))[1]).toMatchObject({
      error_code: "invalid",
    });
  });

  it("needs the scope programme, and leaves another merchant's method as it is", async () => {
    const token = await house.tokenOf(shop.merchant, { scopes: ["transactions"] });
    expect((await shop.call(PATH, gift, { token }))[0]).toBe(403);
    const other = await openShop(house, { earnAmount: "10000.00" });
    await other.call(PATH, { ...gift, eligible_for_points: true });
    expect([await earnedBy("gift", other), await earnedBy("gift")]).toEqual([5, 0]);
  });
});
