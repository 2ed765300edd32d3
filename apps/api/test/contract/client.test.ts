import { createStampbookClient, type StampbookClient, withKey } from "@stampbook/client";
import type { Merchant } from "@stampbook/core/context";
import { beforeAll, expect, it } from "vitest";
import { contract } from "../contract.ts";

contract("the typed client", (house) => {
  let client: StampbookClient;
  let merchant: Merchant;
  const replayed: (string | null)[] = [];
  beforeAll(async () => {
    const url = await house.url();
    merchant = await house.given.merchant({ name: "My Merchant" });
    client = createStampbookClient({
      url,
      token: await house.tokenOf(merchant),
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        replayed.push(response.headers.get("idempotency-replayed"));
        return response;
      },
    });
  });

  const givenVoucher = async () => {
    const store = await house.given.store(merchant);
    const customer = await house.given.customer(merchant, {}, { stamps: 5 });
    const template = await house.given.template(merchant);
    const voucher = await house.given.voucher(merchant, {
      voucherTemplateId: template.id,
      customerId: customer.id,
    });
    return { user: customer.email, voucher: voucher.id, store: store.code };
  };

  it("tells whose token it has", async () => {
    expect(await client.diagnostics.ping.query()).toEqual({
      pong: { merchant: "My Merchant", merchant_id: merchant.id },
    });
  });

  it("redeems a voucher, once for each key", async () => {
    const input = await givenVoucher();
    replayed.length = 0;
    const first = await client.redemptions.redeemVoucher.mutate(input, withKey("till-1"));
    expect(first.voucher).toMatchObject({ id: input.voucher, type: "voucher" });
    expect(first.membership.stamps_remaining).toBe(5);
    const again = await client.redemptions.redeemVoucher.mutate(input, withKey("till-1"));
    expect(again).toEqual(first);
    expect(replayed).toEqual([null, "true"]);
  });

  it("throws a refusal with its code and field", async () => {
    const input = { ...(await givenVoucher()), user: "nobody@example.com" };
    await expect(client.redemptions.redeemVoucher.mutate(input)).rejects.toMatchObject({
      data: { failure: { code: "invalid_user", field: "user", message: "User not found" } },
    });
  });
});
