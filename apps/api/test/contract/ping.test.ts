import { expect, it } from "vitest";
import { contract } from "../contract.ts";

contract("ping", (house) => {
  it("tells whose token it is", async () => {
    const merchant = await house.given.merchant({ name: "My Merchant" });
    const token = await house.tokenOf(merchant, { scopes: ["otp"] });
    const [status, body] = await house.post("/api/ping", undefined, { token });
    expect([status, body]).toEqual([
      200,
      { pong: { merchant: "My Merchant", merchant_id: merchant.id } },
    ]);
  });

  it("answers the same over tRPC, by GET and by POST", async () => {
    const merchant = await house.given.merchant({ name: "Other Merchant" });
    const token = await house.tokenOf(merchant);
    const wanted = { pong: { merchant: "Other Merchant", merchant_id: merchant.id } };
    const path = "/trpc/diagnostics.ping";
    const got = await house.send({ method: "GET", path, token });
    expect(got.slice(0, 2)).toEqual([200, { result: { data: wanted } }]);
    const posted = await house.post(path, {}, { token });
    expect(posted.slice(0, 2)).toEqual([200, { result: { data: wanted } }]);
  });
});
