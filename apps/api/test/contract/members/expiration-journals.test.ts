import { beforeAll, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { openShop, type Shop } from "../../shop.ts";

const PATH = "/api/v2/expiration-journals";

contract("expiration journals (S5)", (house) => {
  let shop: Shop;
  let invoices = 0;
  beforeAll(async () => {
    shop = await openShop(house, { earnAmount: "10000.00", stampsValidDays: 30 });
  });

  const get = async (input: Readonly<Record<string, unknown>>, token = shop.token) =>
    (await house.ask({ method: "GET", path: PATH }, input, { token })).slice(0, 2);

  async function memberWithLot() {
    const customer = await shop.customer();
    invoices++;
    const sale = { user: customer.id, store: shop.store.id, invoice_number: `INV-${invoices}` };
    const [status] = await shop.call("/api/transactions/add", { ...sale, total_value: 70_000 });
    expect(status).toBe(200);
    return customer;
  }

  it("lists what a member will lose, over REST and tRPC, by all forms", async () => {
    const { id, email, memberId } = await memberWithLot();
    const journal = {
      id: expect.any(Number),
      stamps_to_expire: 7,
      expiration_date: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
    };
    const answer = { expiration_journals: [journal] };
    for (const user of [id, email, memberId]) expect(await get({ user })).toEqual([200, answer]);
    const input = encodeURIComponent(JSON.stringify({ user: id }));
    const path = `/trpc/members.expirationJournals?input=${input}`;
    const [status, sent] = await house.send({ method: "GET", path, token: shop.token });
    expect([status, sent]).toEqual([200, { result: { data: answer } }]);
  });

  it("leaves out what expires before minimum_expiration_date", async () => {
    const { id: user } = await memberWithLot();
    const [, all] = await get({ user });
    const { expiration_journals: journals } = all as {
      expiration_journals: { expiration_date: string }[];
    };
    const last = journals[0]?.expiration_date ?? "";
    expect(await get({ user, minimum_expiration_date: last })).toEqual([200, all]);
    expect(await get({ user, minimum_expiration_date: "2999-01-01" })).toEqual([
      200,
      { expiration_journals: [] },
    ]);
  });

  it("refuses an unknown member, a date that is none, and a token without the scope", async () => {
    expect(await get({ user: "nobody@example.com" })).toEqual([
      400,
      {
        detail: "user: User not found",
        errors: { user: "User not found" },
        error_code: "invalid_user",
        error_message: "user: User not found",
      },
    ]);
    const { id: user } = await shop.customer();
    expect(await get({ user, minimum_expiration_date: "2027-02-30" })).toMatchObject([
      400,
      { errors: { minimum_expiration_date: expect.any(String) } },
    ]);
    const token = await house.tokenOf(shop.merchant, { scopes: ["stamps"] });
    expect((await get({ user }, token))[0]).toBe(403);
  });
});
