import { schema } from "@stampbook/db";
import { beforeAll, describe, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { openShop, type Shop } from "../../shop.ts";

const DETAILS = "/api/v2/memberships/details";
const STATUS = "/api/memberships/status";
const BY_CARD = "/api/v2/memberships/user-by-card-number";
const SUGGESTIONS = "/api/memberships/suggestions";
const REQUIREMENT = "/api/memberships/upgrade-requirement";

contract("look-ups of members (M1 to M5)", (house) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(house);
    const { id: merchantId } = shop.merchant;
    await house.core.db
      .insert(schema.levels)
      .values({ merchantId, level: 300, name: "Gold", spendingToReach: "1000.00" });
  });

  const get = (path: string, input: Readonly<Record<string, unknown>>, token = shop.token) =>
    house.ask({ method: "GET", path }, input, { token });

  /** Queries over tRPC. Returns the status, and the result or the failure. */
  const getTrpc = async (procedure: string, input: unknown) => {
    const path = `/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`;
    const [status, answer] = await house.send({ method: "GET", path, token: shop.token });
    const { result, error } = answer as {
      result?: { data: unknown };
      error?: { data: { failure: unknown } };
    };
    return [status, result?.data ?? error?.data.failure];
  };

  const shown = ({ id, email, memberId }: Awaited<ReturnType<Shop["customer"]>>) => ({
    membership: {
      id,
      tags: ["regular"],
      status: 100,
      status_text: "Blue",
      level: 100,
      level_text: "Blue",
      member_status: "Active",
      stamps: 250,
      stamps_remaining: 250,
      stamps_owed: 0,
      balance: 1500.5,
      is_blocked: false,
      redemption_allowed: true,
      referral_code: "9121682",
      start_date: "2016-07-25",
      created: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
      allow_newsletters: false,
      allow_sms_marketing: false,
      allow_whatsapp_marketing: false,
      primary_card: null,
    },
    user: {
      id: String(id),
      name: "Ayu",
      gender: "female",
      address: "Jl Raya 1",
      is_active: true,
      email,
      phone: "",
      picture_url: null,
      birthday: "1989-10-01",
      postal_code: "",
      notes: "",
      email_is_verified: false,
      phone_is_verified: false,
      member_ids: [memberId],
      primary_membership_id: memberId,
      primary_member_id: memberId,
      has_pin: false,
      pin_is_blocked: false,
      has_password: false,
      protected_redemption: false,
      registration_status: "Full",
      is_anonymized: false,
      referral_code: "9121682",
    },
    tags: ["regular"],
  });
  const flat = ({ id, email, memberId }: Awaited<ReturnType<Shop["customer"]>>) => ({
    id,
    name: "Ayu",
    birthday: "1989-10-01",
    stamps: 250,
    email,
    identifier: email,
    is_active: true,
    member_ids: [memberId],
    gender: 2,
    phone: "",
    address: "Jl Raya 1",
    balance: 1500.5,
  });

  it("details shows a member whole, in all forms, over REST and tRPC", async () => {
    const customer = await shop.customer();
    for (const user of [customer.email, customer.memberId, customer.id])
      expect((await get(DETAILS, { user })).slice(0, 2)).toEqual([200, shown(customer)]);
    expect(await getTrpc("members.details", { user: customer.id })).toEqual([200, shown(customer)]);
    const byOtherNames = await get(DETAILS, { identifier: customer.email });
    expect(byOtherNames.slice(0, 2)).toEqual([200, shown(customer)]);
  });

  it("details also takes a body, as old shops send it", async () => {
    const customer = await shop.customer();
    const call = { method: "GET", path: DETAILS, token: shop.token };
    const payload = JSON.stringify({ user: customer.email });
    const headers = { "content-type": "application/json" };
    const [status, answer] = await house.send({ ...call, payload, headers });
    expect([status, answer]).toEqual([200, shown(customer)]);
  });

  it("absent contacts are empty texts", async () => {
    const { id } = await house.given.customer(shop.merchant);
    const [, answer] = await get(DETAILS, { user: id });
    expect(answer).toMatchObject({ user: { phone: "", address: "", birthday: null, gender: "" } });
  });

  it("verbose adds what is missing to the next level", async () => {
    const customer = await shop.customer();
    const requirements = {
      upgrade_requirement: {
        spending_requirement: 1000,
        deadline: null,
        next_level: "Gold",
        next_level_code: 300,
      },
      downgrade_requirement: null,
    };
    for (const verbose of ["1", "True", true])
      expect((await get(DETAILS, { user: customer.id, verbose })).slice(0, 2)).toEqual([
        200,
        { ...shown(customer), ...requirements },
      ]);
    expect((await get(REQUIREMENT, { user: customer.id })).slice(0, 2)).toEqual([
      200,
      requirements,
    ]);
    const plain = await openShop(house);
    const other = await plain.customer();
    const [, answer] = await get(DETAILS, { user: other.id, verbose: true }, plain.token);
    expect(answer).not.toHaveProperty("upgrade_requirement");
  });

  it("status shows a member in one flat object", async () => {
    const customer = await shop.customer();
    const answer = { ...flat(customer), membership_status: "Blue" };
    expect((await get(STATUS, { user: customer.email })).slice(0, 2)).toEqual([200, answer]);
    expect(await getTrpc("members.status", { user: customer.id })).toEqual([200, answer]);
  });

  it("by card number finds Member IDs alone", async () => {
    const customer = await shop.customer();
    expect((await get(BY_CARD, { card_number: customer.memberId })).slice(0, 2)).toEqual([
      200,
      shown(customer),
    ]);
    expect((await get(BY_CARD, { card_number: customer.email }))[0]).toBe(400);
  });

  it("suggestions show the merchant's own members", async () => {
    const customer = await shop.customer();
    const answer = {
      suggestions: [{ ...flat(customer), membership: "Blue", member_id: customer.memberId }],
    };
    const query = customer.memberId.toLowerCase();
    expect((await get(SUGGESTIONS, { query })).slice(0, 2)).toEqual([200, answer]);
    expect(await getTrpc("members.suggestions", { query })).toEqual([200, answer]);
    const other = await openShop(house);
    expect(await get(SUGGESTIONS, { query }, other.token)).toMatchObject([
      200,
      { suggestions: [] },
      {},
    ]);
  });

  describe("refuses", () => {
    const unknown = {
      detail: "__all__: User not found",
      errors: { __all__: "User not found" },
      error_code: "invalid_data",
      error_message: "User not found",
    };

    it("an unknown member, in the form of each path", async () => {
      const user = "nobody@example.com";
      for (const path of [DETAILS, REQUIREMENT])
        expect((await get(path, { user })).slice(0, 2)).toEqual([400, unknown]);
      expect((await get(BY_CARD, { card_number: "NONE" })).slice(0, 2)).toEqual([400, unknown]);
      const asList = { ...unknown, errors: [unknown.errors] };
      expect((await get(STATUS, { user })).slice(0, 2)).toEqual([400, asList]);
      expect(await getTrpc("members.details", { user })).toMatchObject([
        400,
        { code: "invalid_data", field: "__all__" },
      ]);
    });

    it("a missing user and a query that is too short", async () => {
      const message = "This field is required.";
      expect((await get(DETAILS, { user: "" })).slice(0, 2)).toEqual([
        400,
        {
          detail: `user: ${message}`,
          errors: { user: message },
          error_code: "required",
          error_message: message,
        },
      ]);
      expect(await get(SUGGESTIONS, { query: " é " })).toMatchObject([
        400,
        { error_code: "invalid", error_message: "At least 2 characters are expected." },
        {},
      ]);
    });

    it("a token without the scope", async () => {
      const customer = await shop.customer();
      const token = await house.tokenOf(shop.merchant, { scopes: ["redemptions"] });
      for (const path of [DETAILS, STATUS, REQUIREMENT])
        expect((await get(path, { user: customer.id }, token))[0]).toBe(403);
      expect((await get(SUGGESTIONS, { query: "ayu" }, token))[0]).toBe(403);
      const allowed = await house.tokenOf(shop.merchant, { scopes: ["members"] });
      expect((await get(DETAILS, { user: customer.id }, allowed))[0]).toBe(200);
    });

    it("the 121st search of a minute, and tells when to try again", async () => {
      const token = await house.tokenOf(shop.merchant);
      for (let n = 0; n < 120; n++) await get(SUGGESTIONS, { query: "nobody" }, token);
      const [status, answer, headers] = await get(SUGGESTIONS, { query: "nobody" }, token);
      expect([status, answer]).toMatchObject([
        429,
        { error_code: "too_many_attempts", detail: expect.stringMatching(/^__all__: Too many/) },
      ]);
      expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    });
  });
});
