import { expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { openShop } from "../../shop.ts";

contract("a day at the till of an old client", (house) => {
  it("looks up, sells, repeats, redeems, voids and leaves the balance as it was", async () => {
    const shop = await openShop(house, {
      acceptTokenInMessage: true,
      earnAmount: "10000.00",
      stampsValidDays: 30,
    });
    const { code: store } = shop.store;
    const customer = await shop.customer();
    const { email: user_email } = customer;
    const { code: reward } = await house.given.reward(shop.merchant, { stampsToRedeem: 20 });

    /** Sends a call as an old till does: with the token in the message, and without an Idempotency-Key. */
    const call = async (
      method: "GET" | "POST",
      path: string,
      message: Readonly<Record<string, string>>,
    ) => {
      const sent = { token: shop.token, ...message };
      const [status, answer, headers] = await house.send(
        method === "GET"
          ? { method, path: `${path}?${new URLSearchParams(sent)}` }
          : {
              method,
              path,
              payload: JSON.stringify(sent),
              headers: { "content-type": "application/json" },
            },
      );
      expect([status, answer]).toEqual([200, expect.anything()]);
      return { answer: answer as never, replayed: headers["idempotency-replayed"] };
    };

    // a merchant's setting takes effect within a second
    const ping = async () => (await house.post("/api/ping", { token: shop.token }))[0];
    await expect.poll(ping, { timeout: 60_000 }).toBe(200);

    // the customer says their name
    const found = await call("GET", "/api/memberships/suggestions", { query: "ay" });
    expect(found.answer).toMatchObject({ suggestions: [{ id: customer.id, stamps: 250 }] });
    const member = await call("GET", "/api/v2/memberships/details", { identifier: user_email });
    expect(member.answer).toMatchObject({ membership: { stamps: 250, redemption_allowed: true } });

    // a preview of the stamps, then the sale, and a retry because the answer was lost
    const cart = { user_email, store, total_value: "95000.0000" };
    const preview = await call("POST", "/api/v2/transactions/preview-earnings", cart);
    expect(preview.answer).toEqual({ stamps: 9 });
    const day = new Intl.DateTimeFormat("sv", { timeZone: "Asia/Jakarta" }).format();
    const sale = {
      user_email,
      store_id: store,
      total_value: "95000.0000",
      number_of_people: "2",
      invoice_number: "1001",
      created: `${day}T00:00:01.1234567+0700`,
      require_email_notification: "False",
    };
    const sold = await call("POST", "/api/transactions/add", sale);
    expect(sold.answer).toMatchObject({
      transaction: { stamps_earned: 9 },
      customer: { stamps_remaining: 259 },
    });
    const again = await call("POST", "/api/transactions/add", sale);
    expect([again.answer, again.replayed]).toEqual([sold.answer, "true"]);

    // a reward is redeemed by its code for the same invoice, and canceled by the invoice number
    const redeem = { user_email, store, reward, invoice_number: "1001" };
    const redeemed = await call("POST", "/api/v2/redemptions/redeem-reward", redeem);
    expect(redeemed.answer).toMatchObject({ membership: { stamps: 239 } });
    const invoice = { invoice_number: "1001", store, date: day };
    const canceled = await call("POST", "/api/redemptions/cancel", invoice);
    expect(canceled.answer).toMatchObject({ customer: { stamps_remaining: 259 } });

    // the day's sales, the stamps that will expire, and the sale's cancellation
    const sales = await call("GET", "/api/transactions/by-user", { user_email, start_date: day });
    expect(sales.answer).toMatchObject({ transactions: [{ invoice_number: "1001", status: 1 }] });
    const expiring = await call("GET", "/api/v2/expiration-journals/", { user_email });
    expect(expiring.answer).toMatchObject({ expiration_journals: [{ stamps_to_expire: 9 }] });
    const voided = await call("POST", "/api/v2/transactions/cancel", invoice);
    expect(voided.answer).toMatchObject({
      transaction: { status: "Canceled" },
      membership: { stamps: 250 },
    });

    expect(house.log.join("")).not.toContain(shop.token);
  });
});
