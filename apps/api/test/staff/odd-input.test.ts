import { isStaffEmail } from "@stampbook/core/access";
import { schema } from "@stampbook/db";
import { describe, expect, it, test } from "vitest";
import { z } from "zod";
import { contractInProcess } from "../contract.ts";
import { deskIn } from "./desk.ts";

const MOST = 2 ** 53 - 1;

contractInProcess("what no table takes", (house) => {
  const desk = deskIn(house);

  async function owner() {
    const merchant = await house.given.merchant();
    const { id } = await house.given.customer(merchant);
    return { own: await desk.at(merchant, "owner"), customerId: id };
  }

  it("L3 (T47, T50): is told at its field, and is no error of the service's", async () => {
    const { own, customerId } = await owner();
    const promoCode = { code: "c", name: "n", isActive: true, stores: [], channels: [] };
    const year0 = "0000-01-01";
    const asked: [procedure: string, input: object][] = [
      ["staff.redemptions.list", { from: year0 }],
      ["staff.overview.numbers", { from: year0, to: "2026-01-02" }],
      ["staff.overview.numbers", { from: "0001-01-01", to: "0001-01-02" }],
      ["staff.customers.search", { level: MOST }],
    ];
    const told: [procedure: string, input: object][] = [
      ["staff.catalogue.promoCodes.create", { ...promoCode, startDate: year0 }],
      ["staff.customers.edit", { customerId, birthday: year0 }],
      ["staff.customers.edit", { customerId, level: MOST }],
      ["staff.bookings.confirm", { id: MOST, revision: MOST }],
    ];
    for (const [name, input] of asked)
      expect([name, (await own.query(name, input))[0]]).toEqual([name, 400]);
    for (const [name, input] of told)
      expect([name, (await own.mutate(name, input))[0]]).not.toEqual([name, 500]);
  });

  it("L3 (T47, T50): nor are NUL and halves of pairs, wherever a sign-in reads them", async () => {
    const { own } = await owner();
    for (const text of ["a\0", "half \ud800"]) {
      const bodies: [path: string, body: object][] = [
        ["/reset-password", { token: text, newPassword: "a long enough password" }],
        ["/request-password-reset", { email: `${text}@example.com`, redirectTo: text }],
        ["/sign-in/email", { email: text, password: text }],
        ["/revoke-session", { token: text }],
        ["/two-factor/verify-totp", { code: text }],
        ["/two-factor/verify-backup-code", { code: text }],
        ["/passkey/delete-passkey", { id: text }],
        ["/passkey/verify-authentication", { response: { id: text, rawId: text } }],
      ];
      for (const [path, body] of bodies)
        expect([path, (await own.auth(path, body))[0]]).not.toEqual([path, 500]);
    }
    for (const path of [
      "/reset-password/a%00?callbackURL=%2F",
      "/reset-password/%ED%A0%80?callbackURL=%2F",
      "/reset-password/?token=a%00",
      "/get-session?disableCookieCache=%00",
      "/passkey/list-user-passkeys?id=a%00",
    ])
      expect([path, (await own.auth(path))[0]]).not.toEqual([path, 500]);
    for (const cookie of ["stampbook.session_token=a%00.b", "stampbook.session_token=%ED%A0%80.b"])
      expect((await own.auth("/list-sessions", undefined, { cookie }))[0]).not.toBe(500);
  });

  it("a Member ID is one that can book, as in an import", async () => {
    const { own, customerId } = await owner();
    const edit = async (memberId: string | null) =>
      (await own.mutate("staff.customers.edit", { customerId, memberId }))[0];
    for (const memberId of ["@kopi", "kopi@", "a\nb"]) expect(await edit(memberId)).toBe(400);
    for (const memberId of ["M 001", "---", "kopi@example.com", null])
      expect(await edit(memberId)).toBe(200);
  });

  it("nor is a session's merchant, or a person's name", async () => {
    const { own } = await owner();
    const refused = { code: "INVALID_INPUT" };
    for (const activeMerchantId of [1.5, 0, -1, 1e300, "1"])
      expect(await own.auth("/update-session", { activeMerchantId })).toMatchObject([400, {}, {}]);
    for (const name of ["", "  ", "x".repeat(256), "nul\0", "half \ud800"])
      expect(await own.auth("/update-user", { name })).toMatchObject([400, refused, {}]);
    for (const name of ["A", "x".repeat(255), "กานดา"])
      expect((await own.auth("/update-user", { name }))[0]).toBe(200);
    expect((await own.auth("/get-session"))[1]).toMatchObject({ user: { name: "กานดา" } });
  });

  it("an invitation goes only to who could sign in", async () => {
    const { own } = await owner();
    const invite = (email: string) =>
      own.mutate("staff.settings.staff.invite", { email, role: "cashier", stores: [] });
    expect((await invite("müller@example.com"))[0]).toBe(400);
    expect((await invite(`${"l".repeat(70)}@example.com`))[0]).toBe(200);
    expect(await house.core.db.$count(schema.staffInvitations)).toBe(1);
  });
});

describe("an address of staff is what sign-in takes", () => {
  test.each([
    "a@b.co",
    "first.last+tag@mail.example.com",
    "o'neil@example.com",
    `${"l".repeat(70)}@example.com`,
    "a@localhost",
    ".a@example.com",
    "a..b@example.com",
    "a.@example.com",
    "müller@example.com",
    "a b@example.com",
    '"a"@example.com',
    "a@-example.com",
    "a@example.c",
    "a@example.com\n",
    "a@b@example.com",
  ])("%j", (email) => {
    expect(isStaffEmail(email)).toBe(z.email().safeParse(email).success);
  });
});
