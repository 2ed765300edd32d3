import { schema } from "@stampbook/db";
import { expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { shopOfSuite } from "../../shop.ts";

const PATH = "/api/v2/memberships/anonymize";

contract("memberships/anonymize (M16)", (house) => {
  const shop = shopOfSuite(house);

  const anonymize = (body: object, headers: Record<string, string> = {}, token = shop.token) =>
    shop.call(PATH, body, { headers, token });
  const ok = [200, { status: "ok" }];
  const unknown = {
    errors: { __all__: "User not found" },
    detail: "__all__: User not found",
    error_code: "invalid_data",
    error_message: "User not found",
  };
  const rowOf = async (customerId: number) =>
    (await house.core.db.select().from(schema.customers)).find(
      ({ merchantId, id }) => merchantId === shop.merchant.id && id === customerId,
    );
  const entriesOf = async (customerId: number) =>
    (await house.core.db.select().from(schema.auditEntries)).filter(
      ({ merchantId, action, subject }) =>
        merchantId === shop.merchant.id &&
        action === "customers.anonymize" &&
        subject === `customer ${customerId}`,
    );

  it("erases the person and keeps the ledger, over REST and tRPC", async () => {
    const { id, email, memberId } = await shop.customer();
    expect((await anonymize({ user: email })).slice(0, 2)).toEqual(ok);
    expect(await rowOf(id)).toMatchObject({
      name: "Anonymized customer",
      email: null,
      memberId: null,
      address: "",
      birthday: null,
      anonymizedAt: expect.any(String),
    });
    const ledger = await house.core.db.select().from(schema.stampEntries);
    expect(ledger.some((row) => row.merchantId === shop.merchant.id && row.customerId === id)).toBe(
      true,
    );
    expect(await entriesOf(id)).toMatchObject([
      {
        actor: expect.stringMatching(/^token:/),
        reason: "Requested through the API (memberships/anonymize)",
      },
    ]);
    for (const identifier of [email, memberId, id])
      expect((await anonymize({ identifier })).slice(0, 2)).toEqual([400, unknown]);
    const other = await shop.customer();
    expect(await shop.callTrpc("members.anonymize", { identifier: other.memberId })).toEqual(ok);
    expect(await rowOf(other.id)).toMatchObject({ email: null, memberId: null });
  });

  it("a retry with the same key is answered, though the member is gone", async () => {
    const { id, email } = await shop.customer();
    const headers = { "idempotency-key": "forget me" };
    expect((await anonymize({ identifier: email }, headers)).slice(0, 2)).toEqual(ok);
    const [status, answer, response] = await anonymize({ identifier: email }, headers);
    expect([status, answer, response["idempotency-replayed"]]).toEqual([...ok, "true"]);
    expect(await entriesOf(id)).toHaveLength(1);
    // the same key is refused for another member, who is not anonymized
    const other = await shop.customer();
    const reused = await anonymize({ identifier: other.email }, headers);
    expect(reused.slice(0, 2)).toMatchObject([422, { error_code: "idempotency_key_reused" }]);
    expect(await rowOf(other.id)).toMatchObject({ email: other.email, anonymizedAt: null });
  });

  it("of several at once with one key all are answered and one erases", async () => {
    const { id, email } = await shop.customer();
    const headers = { "idempotency-key": "at once" };
    const calls = Array.from({ length: 5 }, () => anonymize({ identifier: email }, headers));
    for (const answer of await Promise.all(calls)) expect(answer.slice(0, 2)).toEqual(ok);
    expect(await entriesOf(id)).toHaveLength(1);
  });

  it("of two members at once under one key one stays", async () => {
    const both = [await shop.customer(), await shop.customer()];
    const headers = { "idempotency-key": "two at once" };
    const calls = both.map(({ email }) => anonymize({ identifier: email }, headers));
    const statuses = (await Promise.all(calls)).map(([status]) => status);
    expect(statuses.sort()).toEqual([200, 422]);
    const rows = await Promise.all(both.map(({ id }) => rowOf(id)));
    expect(rows.filter((row) => row?.anonymizedAt === null)).toHaveLength(1);
  });

  it("needs the scope members.manage and an identifier", async () => {
    const { id, email } = await shop.customer();
    const token = await house.tokenOf(shop.merchant, { scopes: ["members.write"] });
    expect((await anonymize({ identifier: email }, {}, token))[0]).toBe(403);
    const missing = await anonymize({});
    expect(missing.slice(0, 2)).toMatchObject([
      400,
      { error_code: "required", errors: { identifier: expect.any(String) } },
    ]);
    expect(await rowOf(id)).toMatchObject({ email });
  });
});
