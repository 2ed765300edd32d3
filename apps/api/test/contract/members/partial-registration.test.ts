import { beforeAll, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { openShop, type Shop } from "../../shop.ts";

const PATH = "/api/v3/memberships/partial-registration";
const CHANGE = "/api/v2/memberships/change-profile";
const REDEEM = "/api/v2/redemptions/redeem-reward";
const SELL = "/api/v2/transactions/add";

contract("memberships/partial-registration (M12)", (house) => {
  let shop: Shop;
  let people = 0;
  beforeAll(async () => {
    shop = await openShop(house, { earnAmount: "10000.00" });
  });
  const call = async (body: object, options = {}) =>
    (await shop.call(PATH, body, options)).slice(0, 2);
  const address = () => `budi${++people}@example.com`;
  const refused = (code: string, field: string, message: string) => [
    400,
    {
      errors: { [field]: message },
      detail: `${field}: ${message}`,
      error_code: code,
      error_message: message,
    },
  ];
  const day = expect.stringMatching(/^20\d\d-\d\d-\d\d$/);
  const code = expect.stringMatching(/^[0-9A-Z]{16}$/);
  const card = expect.stringMatching(/^M\d{10}$/);

  it("C9: answers with membership and user, whole, and again the same, over tRPC too", async () => {
    const email = address();
    const [status, answer] = await call({
      user: email.toUpperCase(),
      registering_employee_code: 7,
    });
    const { id } = (answer as { membership: { id: number } }).membership;
    const shown = {
      membership: {
        id,
        tags: [],
        status: "Active",
        status_text: "Blue",
        level: 100,
        level_text: "Blue",
        member_status: "Active",
        stamps: 0,
        stamps_remaining: 0,
        stamps_owed: 0,
        balance: 0,
        is_blocked: false,
        redemption_allowed: false,
        referral_code: code,
        start_date: day,
        created: day,
        allow_newsletters: false,
        allow_sms_marketing: false,
        allow_whatsapp_marketing: false,
        primary_card: null,
      },
      user: {
        id,
        name: "",
        gender: null,
        address: "",
        is_active: true,
        email,
        phone: null,
        picture_url: null,
        birthday: null,
        postal_code: "",
        member_ids: [card],
        notes: "",
        email_is_verified: false,
        phone_is_verified: false,
        primary_membership_id: card,
        primary_member_id: card,
        has_pin: false,
        pin_is_blocked: false,
        has_password: false,
        protected_redemption: false,
        registration_status: "Partial",
        is_anonymized: false,
        referral_code: code,
      },
    };
    expect([status, answer]).toEqual([200, shown]);
    expect(await call({ user: email, send_registration_message: "true" })).toEqual([200, shown]);
    expect(await shop.callTrpc("members.partialRegistration", { user: email })).toEqual([
      200,
      shown,
    ]);
  });

  it("with a key a retry has the first answer, and another request is refused", async () => {
    const body = { user: address() };
    const headers = { "idempotency-key": "part-1" };
    const [, first] = await shop.call(PATH, body, { headers });
    const [status, again, answered] = await shop.call(PATH, body, { headers });
    expect([status, again]).toEqual([200, first]);
    expect(answered["idempotency-replayed"]).toBe("true");
    expect((await shop.call(PATH, { user: address() }, { headers }))[0]).toBe(422);
  });

  it("the member earns, and redeems once a name is there", async () => {
    const user = address();
    expect((await call({ user }))[0]).toBe(200);
    const { id: store } = shop.store;
    const invoice_number = `PART-${people}`;
    const [, sold] = await shop.call(SELL, { user, store, invoice_number, total_value: 990_000 });
    expect(sold).toMatchObject({ transaction: { stamps_earned: 99 } });
    const { id: reward } = await house.given.reward(shop.merchant, { stampsToRedeem: 5 });
    const redemption = { user, store, reward };
    expect((await shop.call(REDEEM, redemption)).slice(0, 2)).toMatchObject([
      400,
      { error_code: "membership_partial", errors: { user: expect.any(String) } },
    ]);
    expect((await shop.call(CHANGE, { user, name: "Budi" }))[0]).toBe(200);
    expect((await shop.call(REDEEM, redemption))[0]).toBe(200);
  });

  it("redeems without a name where the merchant allows it", async () => {
    const lenient = await openShop(house, { partialMayRedeem: true });
    const user = address();
    expect((await lenient.call(PATH, { user }))[1]).toMatchObject({
      membership: { redemption_allowed: true },
    });
    const { id: reward } = await house.given.reward(lenient.merchant, { stampsToRedeem: 0 });
    expect((await lenient.call(REDEEM, { user, store: lenient.store.id, reward }))[0]).toBe(200);
  });

  it("refuses an address that is only another member's Member ID", async () => {
    const [email, number] = [address(), "081239990004"];
    for (const memberId of [email, number]) await house.given.customer(shop.merchant, { memberId });
    expect(await call({ user: email })).toEqual(
      refused("email_already_used", "user", "Another member has this email address."),
    );
    expect(await call({ user: number })).toEqual(
      refused("mobile_number_already_used", "user", "Another member has this mobile number."),
    );
  });

  it("refuses what is no address, and a token without the scope", async () => {
    expect(await call({ user: "@" })).toEqual(
      refused("invalid", "user", "Please enter a valid email address."),
    );
    expect(await call({ user: "Budi" })).toEqual(
      refused("invalid_mobile_number", "user", "Please enter a valid mobile phone number."),
    );
    expect((await call({}))[1]).toMatchObject({ errors: { user: expect.any(String) } });
    const token = await house.tokenOf(shop.merchant, { scopes: ["members"] });
    expect((await call({ user: address() }, { token }))[0]).toBe(403);
  });
});
