import { beforeAll, describe, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { openShop, type Shop } from "../../shop.ts";

const REGISTER = "/api/v2/memberships/register";
const BRIEF = "/api/memberships/register";

contract("memberships/register (M10, M11)", (house) => {
  let shop: Shop;
  let people = 0;
  beforeAll(async () => {
    shop = await openShop(house);
  });
  const call = async (path: string, body: object, options = {}) =>
    (await shop.call(path, body, options)).slice(0, 2);
  const somebody = () => {
    people++;
    return { name: "Ayu", email: `ayu${people}@example.com` };
  };
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

  it("answers with the member, whole, who is found by every identifier", async () => {
    const referralCode = "FRIEND";
    await house.given.customer(shop.merchant, {}, { referralCode });
    const number = `0812${40_000_000 + people}`;
    const one = somebody();
    const body = {
      ...one,
      email: one.email.toUpperCase(),
      mobile_number: number,
      member_id: "CARD-1",
      birthday: "1989-10-01",
      gender: "female",
      address: "Jl Raya 1",
      postal_code: 12_345,
      store: shop.store.code,
      referral_code: referralCode,
      allow_newsletters: "True",
      registering_employee_code: "E7",
      registration_method: "till",
      extra_data: { a: 1 },
      notes: " Nut allergy ",
      password: "a long secret",
      pin: "135790",
      confirm_pin: "135790",
    };
    const [status, answer] = await call(REGISTER, body);
    const { id } = answer as { id: string };
    expect([status, answer]).toEqual([
      200,
      {
        id: expect.stringMatching(/^\d+$/),
        name: "Ayu",
        gender: "female",
        address: "Jl Raya 1",
        is_active: true,
        email: one.email,
        phone: `+62${number.slice(1)}`,
        picture_url: null,
        birthday: "1989-10-01",
        postal_code: "12345",
        notes: "Nut allergy",
        registering_employee_code: "E7",
        member_ids: ["CARD-1"],
        primary_membership_id: "CARD-1",
        primary_member_id: "CARD-1",
        has_pin: true,
        pin_is_blocked: false,
        has_password: true,
        protected_redemption: false,
        registration_status: "Full",
        is_anonymized: false,
        referral_code: code,
        email_is_verified: false,
        phone_is_verified: false,
        membership: {
          id: Number(id),
          tags: [],
          status: 100,
          status_text: "Blue",
          level: 100,
          level_text: "Blue",
          member_status: "Active",
          stamps: 0,
          stamps_remaining: 0,
          stamps_owed: 0,
          balance: 0,
          is_blocked: false,
          redemption_allowed: true,
          referral_code: code,
          start_date: day,
          created: day,
          allow_newsletters: true,
          allow_sms_marketing: false,
          allow_whatsapp_marketing: false,
          primary_card: null,
        },
      },
    ]);
    for (const user of [one.email, "CARD-1", number, id]) {
      const found = await call("/api/memberships/status", { user });
      expect(found).toMatchObject([200, { id: Number(id) }]);
    }
    const pin = { user: one.email, pin: "135790" };
    expect((await call("/api/pin/validate", pin))[0]).toBe(200);
    const password = { email: one.email, password: "a long secret" };
    expect((await call("/api/auth/validate-password", password))[0]).toBe(200);
  });

  it("C9k: registers an inactive member, who is found and may not redeem", async () => {
    for (const is_active of [false, "0", "False"]) {
      const one = somebody();
      expect(await call(REGISTER, { ...one, is_active })).toMatchObject([
        200,
        { is_active: false, notes: "", registering_employee_code: null },
      ]);
      expect(await call("/api/v2/memberships/details", { user: one.email })).toMatchObject([
        200,
        { user: { is_active: false }, membership: { redemption_allowed: false } },
      ]);
    }
    for (const is_active of [null, "", true])
      expect(await call(REGISTER, { ...somebody(), is_active })).toMatchObject([
        200,
        { is_active: true },
      ]);
    const short = somebody();
    expect((await call(BRIEF, { ...short, is_active: false }))[0]).toBe(200);
    expect(await call("/api/memberships/status", { user: short.email })).toMatchObject([
      200,
      { is_active: false },
    ]);
  });

  it("C9k: stores verified flags of a token with members.identity, and refuses others'", async () => {
    const flags = { email_is_verified: true, phone_is_verified: true };
    expect(await call(REGISTER, { ...somebody(), ...flags })).toMatchObject([
      200,
      // there is no number
      { email_is_verified: true, phone_is_verified: false },
    ]);
    const token = await house.tokenOf(shop.merchant, { scopes: ["members.write"] });
    const by = (body: object) => call(REGISTER, { ...somebody(), ...body }, { token });
    expect(await by(flags)).toMatchObject([403, { error_code: "missing_scope" }]);
    expect(await by({ email_is_verified: false })).toMatchObject([200, { name: "Ayu" }]);
  });

  it("C9k: refuses notes of more than 500 characters", async () => {
    const notes = "x".repeat(501);
    expect(await call(REGISTER, { ...somebody(), notes })).toMatchObject([
      400,
      { error_code: "max_length", errors: { notes: expect.stringContaining("500") } },
    ]);
  });

  it.each([
    ["j\u00fcrgen@example.com", ["ju\u0308rgen@example.com", "J\u00dcRGEN@example.com"]],
    ["mila@example.com", ["mila\u200b@example.com", "\ufeffMila@Example.com"]],
    ["kai@xn--bckerei-5wa.example", ["kai@b\u00e4ckerei.example"]],
    ["ilke@example.com", ["\u0130lke@example.com"]],
  ])("F7: one mailbox is one member: %s", async (email, others) => {
    expect((await call(REGISTER, { name: "One", email }))[0]).toBe(200);
    for (const other of others) {
      expect(await call(REGISTER, { name: "Two", email: other })).toEqual(
        refused("email_already_used", "email", "Another member has this email address."),
      );
      const found = await call("/api/v2/memberships/details", { user: other });
      expect(found).toMatchObject([200, { user: { email } }]);
    }
  });

  it.each([
    ...["mailto:kim@example.com", "kim@example.com.", "kim@localhost", "kim\u2028@example.com"],
    ...["<vict@x.example>", "a@[127.0.0.1]", "a@x..example", "a,b@x.example"],
  ])("S19 (T20): %j is no email address", async (email) => {
    expect(await call(REGISTER, { name: "Kim", email })).toEqual(
      refused("invalid", "email", "Please enter a valid email address."),
    );
  });

  it("F8: a Member ID that nobody can type is refused, and a trimmed one is stored", async () => {
    for (const member_id of ["K\u200b42", "K\u00a042", "K\u202842"])
      expect(await call(REGISTER, { ...somebody(), member_id })).toMatchObject([
        400,
        { error_code: "invalid", errors: { member_id: expect.stringContaining("invisible") } },
      ]);
    const kept = { ...somebody(), member_id: "\u3000K42\u00a0" };
    expect(await call(REGISTER, kept)).toMatchObject([200, { member_ids: ["K42"] }]);
  });

  it("makes a Member ID with a check digit, and answers in short on the older path", async () => {
    const one = somebody();
    const shown = {
      customer: {
        id: expect.any(Number),
        name: "Ayu",
        email: one.email,
        identifier: one.email,
        member_id: expect.stringMatching(/^M\d{10}$/),
        phone: "",
        birthday: null,
        gender: "",
      },
    };
    expect(await call(BRIEF, one)).toEqual([200, shown]);
    const other = somebody();
    expect(await shop.callTrpc("members.registerBrief", other)).toEqual([
      200,
      { customer: { ...shown.customer, email: other.email, identifier: other.email } },
    ]);
    const third = await shop.callTrpc("members.register", somebody());
    expect(third).toMatchObject([200, { member_ids: [expect.stringMatching(/^M\d{10}$/)] }]);
  });

  it("takes a Member ID that is an email address, by which the member is found", async () => {
    const one = somebody();
    const memberId = `card-${one.email}`;
    expect((await call(REGISTER, { ...one, member_id: memberId }))[0]).toBe(200);
    const found = await call("/api/memberships/status", { user: memberId });
    expect(found).toMatchObject([200, { email: one.email, member_ids: [memberId] }]);
  });

  it("takes marketing by the merchant's setting, and its prefix", async () => {
    const other = await openShop(house, { marketingDefault: true, memberIdPrefix: "KOPI-" });
    const [, answer] = await other.call(REGISTER, { ...somebody(), allow_newsletters: false });
    expect(answer).toMatchObject({
      member_ids: [expect.stringMatching(/^KOPI-\d{10}$/)],
      membership: { allow_newsletters: false, allow_sms_marketing: true },
    });
  });

  describe("refuses", () => {
    it("what another member has, each as a guess, and changes nothing", async () => {
      const one = { ...somebody(), mobile_number: "081239990001", member_id: "TAKEN-1" };
      expect((await call(REGISTER, one))[0]).toBe(200);
      for (const [taken, code, field, meaning] of [
        [{ email: one.email }, "email_already_used", "email", "email address"],
        [
          { mobile_number: "+62 812-3999-0001" },
          ...(["mobile_number_already_used", "mobile_number", "mobile number"] as const),
        ],
        [{ member_id: "TAKEN-1" }, "member_id_already_used", "member_id", "Member ID"],
      ] as const)
        expect(await call(REGISTER, { ...somebody(), ...taken })).toEqual(
          refused(code, field, `Another member has this ${meaning}.`),
        );
      expect(await call(BRIEF, { name: "Ayu", phone: one.mobile_number })).toEqual(
        refused("mobile_number_already_used", "phone", "Another member has this mobile number."),
      );
      expect(await shop.callTrpc("members.register", { ...somebody(), email: one.email })).toEqual([
        400,
        expect.objectContaining({ code: "email_already_used" }),
      ]);
    });

    it("a Member ID that reads as what another member has, on the Member ID", async () => {
      const one = { ...somebody(), mobile_number: "081239990002", member_id: "081239990003" };
      expect((await call(REGISTER, one))[0]).toBe(200);
      for (const [member_id, meaning] of [
        [one.email, "email address"],
        ["+62 812-3999-0002", "mobile number"],
        ["+62 812-3999-0003", "Member ID"],
      ])
        expect(await call(REGISTER, { ...somebody(), member_id })).toEqual(
          refused(
            ...(["member_id_already_used", "member_id"] as const),
            `This Member ID reads as another member's ${meaning}.`,
          ),
        );
      const other = { ...somebody(), mobile_number: one.member_id };
      expect(await call(REGISTER, other)).toEqual(
        refused(
          ...(["mobile_number_already_used", "mobile_number"] as const),
          "Another member has this mobile number.",
        ),
      );
    });

    it("a token that has guessed too often, also what would be new", async () => {
      const other = await openShop(house);
      const one = somebody();
      expect((await other.call(REGISTER, one))[0]).toBe(200);
      for (let guess = 0; guess < 60; guess++)
        expect((await other.call(REGISTER, { name: "Ayu", email: one.email }))[0]).toBe(400);
      for (const email of [one.email, somebody().email])
        expect((await other.call(REGISTER, { name: "Ayu", email })).slice(0, 2)).toMatchObject([
          429,
          { error_code: "too_many_attempts" },
        ]);
    });

    it("a password and a PIN without their scopes", async () => {
      const token = await house.tokenOf(shop.merchant, { scopes: ["members.write"] });
      const secrets = [{ password: "a long secret" }, { pin: "135790", confirm_pin: "135790" }];
      for (const secret of secrets)
        expect((await call(REGISTER, { ...somebody(), ...secret }, { token }))[0]).toBe(403);
      expect((await call(REGISTER, somebody(), { token }))[0]).toBe(200);
      const reader = await house.tokenOf(shop.merchant, { scopes: ["members"] });
      expect((await call(REGISTER, somebody(), { token: reader }))[0]).toBe(403);
    });

    it.each([
      [{ name: "" }, "required", "name", "This field is required."],
      [{ email: null }, "required", "email", "An email or a mobile number is needed."],
      [{ email: "ayu" }, "invalid", "email", "Please enter a valid email address."],
      [
        { mobile_number: "12" },
        ...(["invalid_mobile_number", "mobile_number"] as const),
        "Please enter a valid mobile phone number.",
      ],
      [
        { member_id: "kopi@" },
        ...(["invalid", "member_id"] as const),
        "A Member ID has no control or invisible characters, no blanks other than spaces, and no @ unless it is an email address.",
      ],
      [{ store: "nowhere" }, "invalid_store", "store", "Store not found"],
      [{ referral_code: "NOBODY" }, "invalid", "referral_code", "Nobody has this referral code."],
      [{ pin: "135790" }, "required", "confirm_pin", "This field is required."],
    ])("%j", async (changes, code, field, message) => {
      expect(await call(REGISTER, { ...somebody(), ...changes })).toEqual(
        refused(code, field, message),
      );
    });

    it("a PIN that is not confirmed, weak secrets, and common PINs where the merchant does", async () => {
      const other = await openShop(house, { pinRefuseCommon: true });
      const common = { pin: "121212", confirm_pin: "121212" };
      const differs = { pin: "135790", confirm_pin: "135791" };
      expect((await other.call(REGISTER, { ...somebody(), ...common }))[1]).toMatchObject({
        error_code: "invalid",
        errors: { pin: expect.any(String) },
      });
      expect((await call(REGISTER, { ...somebody(), ...differs }))[1]).toMatchObject({
        error_code: "pin_mismatch",
      });
      expect((await call(REGISTER, { ...somebody(), password: "short" }))[1]).toMatchObject({
        error_code: "weak_password",
      });
    });

    it("a store that is not the token's", async () => {
      const elsewhere = await house.given.store(shop.merchant);
      const token = await house.tokenOf(shop.merchant, { stores: [elsewhere.id] });
      const body = { ...somebody(), store: shop.store.id };
      expect((await call(REGISTER, body, { token }))[0]).toBe(403);
    });
  });

  it("a key registers one member, and is answered with them again", async () => {
    const headers = { "idempotency-key": "ayu" };
    const body = { name: "Ayu", email: "key@example.com", pin: "135790", confirm_pin: "135790" };
    const first = await call(REGISTER, body, { headers });
    expect(first[0]).toBe(200);
    expect(await call(REGISTER, body, { headers })).toEqual(first);
    const other = { ...body, email: "other@example.com" };
    expect((await call(REGISTER, other, { headers }))[1]).toMatchObject({
      error_code: "idempotency_key_reused",
    });
  });

  it("one email sent by 20 callers at once is one member", async () => {
    const one = somebody();
    const answers = await Promise.all(Array.from({ length: 20 }, () => call(REGISTER, one)));
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1);
    for (const [status, answer] of answers)
      if (status !== 200) expect(answer).toMatchObject({ error_code: "email_already_used" });
  });
});
