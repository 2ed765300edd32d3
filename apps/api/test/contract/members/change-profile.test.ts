import { schema } from "@stampbook/db";
import { beforeAll, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import { openShop, type Shop } from "../../shop.ts";

const PATH = "/api/v2/memberships/change-profile";
const OLD_PATH = "/api/memberships/change";

contract("memberships/change-profile (M13, M14)", (house) => {
  let shop: Shop;
  let numbers = 10_000;
  beforeAll(async () => {
    shop = await openShop(house, { notifyCredentialChanges: true, notifyTemplateCode: "changed" });
    const { id: merchantId } = shop.merchant;
    for (const channel of ["email", "sms"])
      await house.core.db.insert(schema.messageTemplates).values({
        merchantId,
        code: "changed",
        channel,
        subject: "Changed",
        body: "{{credential}} of {{customer_name}}",
      });
  });

  const newNumber = () => `+62812398${++numbers}`;
  const change = (body: object, headers: Record<string, string> = {}, token = shop.token) =>
    shop.call(PATH, body, { headers, token });

  const isOwn = (row: { merchantId: number; customerId: number | null }, customerId: number) =>
    row.merchantId === shop.merchant.id && row.customerId === customerId;
  const notices = async (customerId: number) =>
    (await house.core.db.select().from(schema.outboxMessages))
      .filter((row) => isOwn(row, customerId))
      .map(({ channel, recipient, kind, state, lastError }) => ({
        channel,
        recipient,
        kind,
        state,
        lastError,
      }))
      .sort((one, other) => one.channel.localeCompare(other.channel));
  const identifiers = async (customerId: number) =>
    (await house.core.db.select().from(schema.customerIdentifiers))
      .filter((row) => isOwn(row, customerId))
      .map(({ form, value }) => `${form} ${value}`)
      .sort();

  it("changes what is named and leaves the rest, over REST and tRPC", async () => {
    const { id, email, memberId } = await shop.customer();
    const [status, answer] = await change({
      user: email,
      name: " Budi ",
      gender: null,
      address: "",
      postal_code: 12345,
      birthday: "1990-02-03",
      allow_newsletters: "1",
      extra_data: { card: 7 },
      allow_whatsapp_marketing: true,
    });
    const user = {
      id: String(id),
      name: "Budi",
      gender: "female",
      address: "Jl Raya 1",
      is_active: true,
      email,
      phone: "",
      picture_url: null,
      birthday: "1990-02-03",
      postal_code: "12345",
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
    };
    const allowed = {
      allow_newsletters: true,
      allow_sms_marketing: false,
      allow_whatsapp_marketing: true,
    };
    expect([status, answer]).toEqual([
      200,
      { ...user, membership: expect.objectContaining({ id, ...allowed, status: 100 }) },
    ]);
    const trpc = await shop.callTrpc("members.changeProfile", { user: id, gender: "male" });
    expect(trpc).toMatchObject([200, { ...user, gender: "male" }]);
    const rows = await house.core.db.select().from(schema.customers);
    const row = rows.find((each) => each.merchantId === shop.merchant.id && each.id === id);
    expect(row).toMatchObject({ extraData: { card: 7 }, allowSmsMarketing: false });
    // there is no notice, because no address changed
    expect(await notices(id)).toEqual([]);
    expect((await change({ user: id }))[0]).toBe(200);
  });

  it("the old path answers the customer in short", async () => {
    const { id, email, memberId } = await shop.customer();
    const phone = newNumber();
    const customer = {
      id,
      name: "Cici",
      email,
      identifier: email,
      member_id: memberId,
      phone,
      birthday: "1989-10-01",
      gender: "female",
    };
    const sent = { id, name: "Cici", phone };
    expect((await shop.call(OLD_PATH, sent)).slice(0, 2)).toEqual([200, { customer }]);
    expect(await shop.callTrpc("members.change", sent)).toEqual([200, { customer }]);
  });

  it("C9m: changes the notes, keeps them if null or empty", async () => {
    const { id } = await shop.customer();
    for (const [path, notes] of [
      [PATH, "Nut allergy\nSits outside"],
      [OLD_PATH, "Prefers tea"],
    ] as const) {
      expect((await shop.call(path, { user: id, notes: ` ${notes} ` }))[0]).toBe(200);
      for (const keeps of [{}, { notes: null }, { notes: "" }])
        expect((await change({ user: id, ...keeps })).slice(0, 2)).toMatchObject([200, { notes }]);
      const details = await shop.call("/api/v2/memberships/details", { user: id });
      expect(details.slice(0, 2)).toMatchObject([200, { user: { notes } }]);
    }
    const tooLong = await change({ user: id, notes: "x".repeat(501) });
    expect(tooLong.slice(0, 2)).toMatchObject([400, { error_code: "max_length" }]);
  });

  it("M13, M14: the birthday none clears it, and null and an empty one keep it", async () => {
    const { id } = await shop.customer();
    const born = async (path: string, body: object) => {
      const [status, answer] = await shop.call(path, { user: id, ...body });
      const user = answer as { birthday?: string | null; customer?: { birthday: string | null } };
      return [status, user.customer ? user.customer.birthday : user.birthday];
    };
    for (const path of [PATH, OLD_PATH]) {
      expect(await born(path, { birthday: "1990-02-03" })).toEqual([200, "1990-02-03"]);
      for (const keeps of [{}, { birthday: null }, { birthday: "" }])
        expect(await born(path, keeps)).toEqual([200, "1990-02-03"]);
      expect(await born(path, { birthday: " none " })).toEqual([200, null]);
      expect(await born(path, { birthday: "None" })).toEqual([400, undefined]);
    }
  });

  it("a new address is found, the old one gets a notice and is no more found", async () => {
    const { id, email, memberId } = await shop.customer();
    const first = newNumber();
    expect((await change({ user: id, mobile_number: first }))[0]).toBe(200);
    // the notice is sent only by email, because the customer had no number before
    expect(await notices(id)).toMatchObject([{ channel: "email", recipient: email }]);
    const [second, other] = [newNumber(), `new-${id}@example.com`];
    const { oneTimePasswords } = schema;
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    await house.core.db.insert(oneTimePasswords).values({
      merchantId: shop.merchant.id,
      customerId: id,
      purpose: "pin",
      mac: "m",
      expiresAt,
    });
    const member_id = `CARD-${id}`;
    const body = { user: email, email: other.toUpperCase(), mobile_number: second, member_id };
    const [status, answer] = await change(body);
    expect([status, answer]).toMatchObject([
      200,
      { email: other, phone: second, member_ids: [member_id] },
    ]);
    const sent = { kind: "notice", state: "waiting", lastError: null };
    expect(await notices(id)).toEqual([
      { channel: "email", recipient: email, ...sent },
      { channel: "email", recipient: email, ...sent },
      { channel: "email", recipient: email, ...sent },
      { channel: "sms", recipient: first, ...sent },
    ]);
    const codes = await house.core.db.select().from(oneTimePasswords);
    expect(codes.filter((row) => isOwn(row, id))).toEqual([]);
    expect(await identifiers(id)).toEqual(
      [`email ${other}`, `memberId ${member_id}`, `mobileNumber ${second}`].sort(),
    );
    for (const gone of [email, memberId, first])
      expect((await change({ user: gone, name: "X" }))[0]).toBe(400);
  });

  it("a retry with the same key is answered, also by the address that it changed", async () => {
    const { id, email } = await shop.customer();
    const headers = { "idempotency-key": "move" };
    const body = { user: email, email: `moved-${id}@example.com` };
    const [status, answer] = await change(body, headers);
    expect(status).toBe(200);
    const again = await change(body, headers);
    expect(again.slice(0, 2)).toEqual([200, answer]);
    expect(again[2]["idempotency-replayed"]).toBe("true");
    expect(await notices(id)).toHaveLength(1);
    const other = await change({ ...body, name: "X" }, headers);
    expect(other.slice(0, 2)).toMatchObject([422, { error_code: "idempotency_key_reused" }]);
  });

  it.each([
    ["email", "email_already_used"],
    ["mobile_number", "mobile_number_already_used"],
    ["member_id", "member_id_already_used"],
  ])("another member's %s is refused and counted as a guess", async (field, error_code) => {
    const { id } = await shop.customer();
    const owner = await shop.customer();
    const mobile_number = newNumber();
    await change({ user: owner.id, mobile_number });
    const theirs = { email: owner.email, mobile_number, member_id: owner.memberId };
    const value = theirs[field as keyof typeof theirs];
    const token = await house.tokenOf(shop.merchant);
    const [status, answer] = await change({ user: id, [field]: value }, {}, token);
    const message = "Another customer has this already.";
    expect([status, answer]).toEqual([
      400,
      {
        errors: { [field]: message },
        detail: `${field}: ${message}`,
        error_code,
        error_message: message,
      },
    ]);
    expect(await notices(id)).toEqual([]);
    const guesses = (await house.core.db.select().from(schema.attemptCounters)).filter(
      ({ merchantId }) => merchantId === shop.merchant.id,
    );
    expect(guesses.map(({ count }) => count)).toContain(1);
  });

  it("after 60 guesses in a minute a token learns no more", async () => {
    const { id } = await shop.customer();
    const { email } = await shop.customer();
    const token = await house.tokenOf(shop.merchant);
    const codes: unknown[] = [];
    for (let tries = 0; tries < 61; tries++) {
      const [, answer] = await change({ user: id, email }, {}, token);
      codes.push((answer as { error_code: string }).error_code);
    }
    expect(new Set(codes.slice(0, 60))).toEqual(new Set(["email_already_used"]));
    expect(codes[60]).toBe("too_many_attempts");
    // at the limit, even a free address is refused, but other fields can still be changed
    const free = await change({ user: id, email: `free-${id}@example.com` }, {}, token);
    expect(free[0]).toBe(429);
    expect((await change({ user: id, name: "Dewi" }, {}, token))[0]).toBe(200);
  });

  it("identifiers need the scope members.identity, unless they stay as they are", async () => {
    const { id, email, memberId } = await shop.customer();
    const token = await house.tokenOf(shop.merchant, { scopes: ["members.write"] });
    const same = { user: id, email: email.toUpperCase(), member_id: memberId, name: "Eka" };
    expect((await change(same, {}, token)).slice(0, 2)).toMatchObject([200, { name: "Eka" }]);
    for (const field of [{ email: "e@example.com" }, { phone: newNumber() }, { member_id: "X1" }]) {
      const [status, answer] = await change({ user: id, name: "Fajar", ...field }, {}, token);
      expect([status, answer]).toMatchObject([
        403,
        { detail: expect.stringContaining("permission") },
      ]);
    }
    expect((await change({ user: id }))[1]).toMatchObject({ name: "Eka", email });
    const reading = await house.tokenOf(shop.merchant, { scopes: ["members"] });
    expect((await change({ user: id, name: "X" }, {}, reading))[0]).toBe(403);
  });

  it.each([
    ["an unknown member", { user: "nobody@example.com" }, "invalid_data", "__all__"],
    ["no email", { email: "not an address" }, "invalid", "email"],
    ["no mobile number", { mobile_number: "12" }, "invalid_mobile_number", "mobile_number"],
    ["a Member ID with an @ that is no email", { member_id: "a@" }, "invalid", "member_id"],
    ["no day", { birthday: "2020-02-30" }, "invalid", "birthday"],
    ["F12: a birthday before 1900", { birthday: "1899-12-31" }, "invalid", "birthday"],
    ["F12: a birthday after today", { birthday: "2999-01-01" }, "invalid", "birthday"],
  ])("refuses %s", async (_, body, error_code, field) => {
    const { id } = await shop.customer();
    const [status, answer] = await change({ user: id, name: "Gita", ...body });
    const errors = { [field]: expect.any(String) };
    expect([status, answer]).toMatchObject([400, { error_code, errors }]);
    expect((await change({ user: id }))[1]).toMatchObject({ name: "Ayu" });
  });

  it("a Member ID may be an email address", async () => {
    const { id } = await shop.customer();
    const member_id = `card-${id}@example.com`;
    expect((await change({ user: id, member_id }))[0]).toBe(200);
    const found = await shop.call("/api/memberships/status", { user: member_id });
    expect(found.slice(0, 2)).toMatchObject([200, { id: Number(id), member_ids: [member_id] }]);
  });

  it("a name completes a partial registration, and another field does not", async () => {
    const row = { name: "", registrationStatus: "Partial" };
    const { id } = await house.given.customer(shop.merchant, row);
    const partial = await change({ user: id, gender: "male" });
    expect(partial[1]).toMatchObject({ registration_status: "Partial", name: "" });
    const full = await change({ user: id, name: "Hadi" });
    expect(full[1]).toMatchObject({ registration_status: "Full", name: "Hadi" });
  });

  it("a spent budget stops the notice, never the change", async () => {
    const { id } = await shop.customer();
    for (let times = 0; times < 11; times++)
      expect((await change({ user: id, email: `${times}-${id}@example.com` }))[0]).toBe(200);
    const states = (await notices(id)).map(({ state, lastError }) => `${state} ${lastError}`);
    expect(states.sort()).toEqual(["dead limit reached", ...Array(10).fill("waiting null")]);
  });
});
