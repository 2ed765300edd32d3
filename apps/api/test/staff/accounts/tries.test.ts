import { deliverMessages } from "@stampbook/core/messages";
import { describe, expect, it, vi } from "vitest";
import { contractInProcess } from "../../contract.ts";
import { type Browser, dataOf, deskIn, PASSWORD, type Person, refusedBy } from "../desk.ts";
import { codeOf } from "./authenticator.ts";
import { securityKey } from "./security-key.ts";

const WRONG = "not the password at all";
const VERIFY = "/two-factor/verify-totp";

contractInProcess("tries of a secret", (house) => {
  const desk = deskIn(house);

  async function employed(role: "owner" | "manager" | "cashier" = "owner") {
    const merchant = await house.given.merchant();
    const who = await desk.person();
    await desk.hire(who, merchant, role);
    const browser = desk.browser();
    await browser.auth("/sign-in/email", { email: who.email, password: PASSWORD });
    return { merchant, who, browser };
  }

  async function enrol(browser: Browser) {
    const [, body] = await browser.auth("/two-factor/enable", { password: PASSWORD });
    const { totpURI, backupCodes } = body as { totpURI: string; backupCodes: string[] };
    await browser.auth(VERIFY, { code: codeOf(totpURI) });
    return { totpURI, backupCodes };
  }

  /** A browser at an address, after the right password. */
  async function challenged({ email }: Person, from: string) {
    const browser = desk.browser(from);
    await browser.auth("/sign-in/email", { email, password: PASSWORD });
    return browser;
  }

  /** Enters wrong codes, each three after the right password. Returns the statuses. */
  async function wrongCodes(who: Person, count: number, addressOf: (at: number) => string) {
    const statuses: number[] = [];
    for (let at = 0; at < count; at++) {
      const browser = await challenged(who, addressOf(at));
      statuses.push((await browser.auth(VERIFY, { code: "000000" }))[0]);
    }
    return statuses;
  }

  const eventsOf = ({ id }: { readonly id: number }) =>
    house.core.db.query.securityEvents.findMany({
      where: (event, { eq }) => eq(event.merchantId, id),
      orderBy: (event) => event.createdAt,
    });

  /** Makes all waits longer, so that no time passes between two calls. */
  const lengthenWaits = () =>
    house.core.db.execute("update staff_rate_limits set window_start = now() + interval '1 hour'");

  describe("in an open session", () => {
    it.each([
      ["/verify-password", (password: string) => ({ password })],
      [
        "/change-password",
        (currentPassword: string) => ({ currentPassword, newPassword: "a new and long one" }),
      ],
      ["/two-factor/enable", (password: string) => ({ password })],
      ["/two-factor/disable", (password: string) => ({ password })],
      ["/two-factor/generate-backup-codes", (password: string) => ({ password })],
    ])("S12: ten wrong passwords at %s end it, from whatever address", async (path, bodyOf) => {
      const { merchant, who, browser } = await employed();
      const { sessionAt } = from(browser);
      for (let at = 0; at < 10; at++)
        expect((await sessionAt(at).auth(path, bodyOf(WRONG)))[0]).toBe(400);
      expect((await browser.query("staff.me"))[0]).toBe(200);
      await lengthenWaits();
      const [status] = await sessionAt(10).auth(path, bodyOf(PASSWORD));
      expect(status).toBe(429);
      expect(refusedBy(await browser.query("staff.me"))).toBe("UNAUTHORIZED");
      await vi.waitFor(async () =>
        expect(await eventsOf(merchant)).toContainEqual(
          expect.objectContaining({
            actor: `staff:${who.id}`,
            what: "password-check",
            result: "refused",
          }),
        ),
      );
      // nobody is locked out: the person signs in again
      const again = { email: who.email, password: PASSWORD };
      expect((await desk.browser().auth("/sign-in/email", again))[0]).toBe(200);
    });

    it("S12: a wrong password is an event, a right one clears the count", async () => {
      const { merchant, browser } = await employed();
      const { sessionAt } = from(browser);
      for (let round = 0; round < 2; round++) {
        for (let at = 0; at < 6; at++)
          await sessionAt(10 * round + at).auth("/verify-password", { password: WRONG });
        const right = sessionAt(10 * round + 9).auth("/verify-password", { password: PASSWORD });
        expect((await right)[0]).toBe(200);
      }
      const said = (await eventsOf(merchant)).map(({ what, result }) => `${what} ${result}`);
      expect(said).toContain("password-check failed");
      expect(said).not.toContain("password-check done");
    });

    /** Browsers with the same session at other addresses. */
    function from(browser: Browser) {
      const sessionAt = (at: number) => {
        const other = desk.browser(`10.66.${at}.${(1 + Math.random() * 250) | 0}`);
        for (const [name, value] of browser.cookies) other.cookies.set(name, value);
        return other;
      };
      return { sessionAt };
    }
  });

  describe("with a second factor", () => {
    it("S15: wrong codes from elsewhere lock neither a known device nor a recovery code", async () => {
      const { who, browser } = await employed();
      const { totpURI, backupCodes } = await enrol(browser);
      const known = await challenged(who, "10.67.0.1");
      const used = codeOf(totpURI, 1);
      expect((await known.auth(VERIFY, { code: used }))[0]).toBe(200);
      const statuses = await wrongCodes(who, 20, (at) => `10.68.${at}.1`);
      expect(statuses).toEqual(Array(20).fill(401));
      await lengthenWaits();
      const stranger = await challenged(who, "10.68.99.1");
      expect((await stranger.auth(VERIFY, { code: "000000" }))[0]).toBe(429);
      await known.auth("/sign-out", {});
      const own = { email: who.email, password: PASSWORD };
      expect((await known.auth("/sign-in/email", own))[0]).toBe(200);
      // a code that was used before is wrong, but it is checked
      expect((await known.auth(VERIFY, { code: used }))[0]).toBe(401);
      const other = await challenged(who, "10.69.0.1");
      const [code] = backupCodes;
      expect((await other.auth("/two-factor/verify-backup-code", { code }))[0]).toBe(200);
    });

    it("S15: ten wrong codes from one address wait, and the password alone makes no known device", async () => {
      const { who, browser } = await employed();
      await enrol(browser);
      const first = await challenged(who, "10.70.0.1");
      expect([...first.cookies.keys()].join()).not.toMatch(/stampbook.device/);
      expect(await wrongCodes(who, 10, () => "10.70.0.1")).toEqual(Array(10).fill(401));
      await lengthenWaits();
      expect((await first.auth(VERIFY, { code: "000000" }))[0]).toBe(429);
    });

    it("S15: the fifth wrong code of a day mails the person once", async () => {
      const { who, browser } = await employed();
      await enrol(browser);
      await mailsTo(who);
      await wrongCodes(who, 4, (at) => `10.71.${at}.1`);
      expect(await mailsTo(who)).toEqual([]);
      await wrongCodes(who, 3, (at) => `10.72.${at}.1`);
      await vi.waitFor(async () =>
        expect(await mailsTo(who)).toEqual([expect.stringContaining("5 wrong codes")]),
      );
      expect(await mailsTo(who)).toEqual([]);
    });

    it("O1: codes whose key is not set cannot be checked, and count as no try", async () => {
      const { who, browser } = await employed();
      const { totpURI, backupCodes } = await enrol(browser);
      const [code] = backupCodes;
      /** Sets the id of the key in what is stored. */
      const storeKey = (id: number) =>
        house.core.db.execute(`update staff_two_factors set
          secret = regexp_replace(secret, '^\\$ba\\$[0-9]+', '$ba$${id}'),
          backup_codes = regexp_replace(backup_codes, '^\\$ba\\$[0-9]+', '$ba$${id}')
          where user_id = '${who.id}'`);
      await storeKey(7);
      const first = await challenged(who, "10.73.0.1");
      for (let at = 0; at < 6; at++)
        expect((await first.auth(VERIFY, { code: codeOf(totpURI, 1) })).slice(0, 2)).toEqual([
          503,
          { code: "KEY_NOT_SET", message: "This cannot be checked, please tell the operator." },
        ]);
      for (let at = 0; at < 6; at++)
        expect((await first.auth("/two-factor/verify-backup-code", { code }))[0]).toBe(503);
      expect(await mailsTo(who)).not.toContainEqual(expect.stringContaining("wrong codes"));
      await storeKey(house.core.secrets.keysFor("staff auth")[0]?.id ?? 0);
      expect(await wrongCodes(who, 10, () => "10.73.0.1")).toEqual(Array(10).fill(401));
    });

    const kept: { recipient: string; text: string }[] = [];
    async function mailsTo({ email }: Person) {
      await deliverMessages(house.core, "email", async (message) => {
        kept.push(message);
        return { kind: "sent", providerId: null };
      });
      const own = kept.filter(({ recipient }) => recipient === email);
      for (const one of own) kept.splice(kept.indexOf(one), 1);
      return own.map(({ text }) => text);
    }
  });

  it("S11: what outlasts a session needs the password again, within five minutes", async () => {
    const { merchant, who, browser } = await employed();
    const colleague = await desk.person();
    await desk.hire(colleague, merchant, "cashier");
    const token = { name: "Till", scopes: ["*"], stores: null, lastDay: null };
    const invited = { email: "new-owner@example.com", role: "owner", stores: [] };
    const calls = [
      () => browser.mutate("staff.settings.tokens.issue", token),
      () => browser.mutate("staff.settings.staff.invite", invited),
      () => browser.mutate("staff.settings.policy.update", { secondFactorRoles: [] }),
      () =>
        browser.mutate("staff.settings.staff.change", {
          userId: colleague.id,
          role: "owner",
          stores: [],
        }),
      () => browser.query("staff.customers.csv", {}),
    ];
    const needed = async () => {
      for (const call of calls) expect(refusedBy(await call())).toBe("fresh_password_required");
    };
    await needed();
    await browser.auth("/verify-password", { password: WRONG });
    await needed();
    await browser.auth("/verify-password", { password: PASSWORD });
    await house.core.db.execute(
      `update staff_sessions set password_checked_at = password_checked_at - interval '301 s'
        where user_id = '${who.id}'`,
    );
    await needed();
    const tokens = () =>
      house.core.db.query.apiTokens.findMany({
        where: (row, { eq }) => eq(row.merchantId, merchant.id),
      });
    expect(await tokens()).toEqual([]);
    await browser.auth("/verify-password", { password: PASSWORD });
    for (const call of calls) expect((await call())[0]).toBe(200);
  });

  describe("by a passkey", () => {
    it("S8: one that did not verify its owner is neither added nor a sign-in", async () => {
      const { who, browser } = await employed("manager");
      const key = securityKey();
      await browser.auth("/verify-password", { password: PASSWORD });
      expect(await key.register(browser, false)).toBe(401);
      expect((await browser.auth("/passkey/list-user-passkeys"))[1]).toEqual([]);
      expect(await key.register(browser, true)).toBe(200);
      const stranger = desk.browser();
      expect(await key.signIn(stranger, false)).toBe(401);
      expect(refusedBy(await stranger.query("staff.me"))).toBe("UNAUTHORIZED");
      expect(await key.signIn(stranger, true)).toBe(200);
      expect(dataOf(await stranger.query("staff.me"))).toMatchObject({ person: { id: who.id } });
    });

    it("S8: browsers are told to verify the owner", async () => {
      const { browser } = await employed();
      await browser.auth("/verify-password", { password: PASSWORD });
      const [, added] = await browser.auth("/passkey/generate-register-options");
      expect(added).toMatchObject({
        authenticatorSelection: { userVerification: "required", residentKey: "required" },
      });
      const [, opened] = await desk.browser().auth("/passkey/generate-authenticate-options");
      expect(opened).toMatchObject({ challenge: expect.any(String), userVerification: "required" });
    });
  });

  describe("of strangers", () => {
    it("S20: an address gets ten challenges for a passkey a minute", async () => {
      const stranger = desk.browser();
      const statuses: number[] = [];
      for (let at = 0; at < 12; at++)
        statuses.push((await stranger.auth("/passkey/generate-authenticate-options"))[0]);
      expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
    });

    it("S20: counts keep no address, and an IPv6 network counts once", async () => {
      const secret = "x".repeat(32);
      const statuses: number[] = [];
      for (let at = 1; at <= 31; at++) {
        const stranger = desk.browser(`2001:db8:77:1::${at.toString(16)}`);
        const input = encodeURIComponent(JSON.stringify({ secret }));
        statuses.push((await stranger.query(`staff.invitation.get?input=${input}`))[0]);
      }
      expect(statuses).toEqual([...Array(30).fill(400), 429]);
      await desk.browser("192.0.2.90").auth("/passkey/generate-authenticate-options");
      const rows = await house.core.db.query.staffRateLimits.findMany();
      expect(rows.map(({ key }) => key).join()).not.toMatch(/192\.0\.2\.90|2001:db8|passkey/);
    });
  });

  it("M6 (S6): each way to a customer counts as one shown, a gap among the ids as two", async () => {
    const { merchant, browser } = await employed("cashier");
    const store = await house.given.store(merchant);
    const { id, memberId } = await house.given.customer(merchant, { memberId: "S6-1" });
    const spent = async () => {
      const rows = await house.core.db.query.budgets.findMany({
        where: (row, { and, eq }) =>
          and(eq(row.merchantId, merchant.id), eq(row.budget, "customersShownToCashierInDay")),
      });
      return rows[0]?.spent ?? 0;
    };
    const ways: [string, object][] = [
      ["staff.customers.get", { customerId: id }],
      ["staff.customers.search", { text: memberId }],
      ["staff.till.lookup", { text: `#${id}` }],
      ["staff.till.customer", { customerId: id, storeId: store.id }],
      ["staff.find", { text: `#${id}` }],
    ];
    for (const [at, [name, input]] of ways.entries()) {
      expect((await browser.query(name, input))[0]).toBe(200);
      expect([name, await spent()]).toEqual([name, at + 1]);
    }
    expect(refusedBy(await browser.query("staff.customers.get", { customerId: 999_999 }))).toBe(
      "invalid_user",
    );
    expect(await spent()).toBe(ways.length + 2);
  });

  it("D13: staff were last seen at their last call, at the merchant that they called for", async () => {
    const { merchant, who, browser } = await employed();
    const other = await house.given.merchant();
    await desk.hire(who, other, "owner");
    const seenAt = async (id: number) =>
      (
        await house.core.db.query.staffMembers.findFirst({
          where: (row, { and, eq }) => and(eq(row.userId, who.id), eq(row.merchantId, id)),
        })
      )?.lastSeenAt ?? null;
    expect(await seenAt(merchant.id)).toBeNull();
    await house.core.db.execute(
      `update staff_sessions set updated_at = updated_at - interval '20 hours' where user_id = '${who.id}'`,
    );
    await browser.query("staff.me");
    await vi.waitFor(async () => expect(await seenAt(merchant.id)).not.toBeNull());
    const { members } = dataOf(await browser.query("staff.settings.staff.list")) as {
      members: { userId: string; lastSeenAt: string }[];
    };
    const [{ lastSeenAt } = { lastSeenAt: "" }] = members.filter(({ userId }) => userId === who.id);
    expect(Date.now() - Date.parse(lastSeenAt)).toBeLessThan(60_000);
    expect(await seenAt(other.id)).toBeNull();
  });
});
