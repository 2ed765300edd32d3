import type { StaffRole } from "@stampbook/core/context";
import { deliverMessages, type OutgoingMessage } from "@stampbook/core/messages";
import { schema } from "@stampbook/db";
import { describe, expect, it } from "vitest";
import { contractInProcess } from "../../contract.ts";
import { type Browser, deskIn, PASSWORD, type Person, refusedBy, resetsSent } from "../desk.ts";
import { inFragment } from "../in-fragment.ts";
import { codeOf } from "./authenticator.ts";

const PING = "diagnostics.ping";
const VERIFY = "/two-factor/verify-totp";
const DAY_MS = 86_400_000;

contractInProcess("an account", (house) => {
  const desk = deskIn(house);

  async function employed(role: StaffRole = "cashier") {
    const merchant = await house.given.merchant();
    const who = await desk.person();
    await desk.hire(who, merchant, role);
    const browser = desk.browser();
    await signIn(who, browser);
    return { merchant, who, browser };
  }

  async function signIn({ email }: Person, browser = desk.browser(), password = PASSWORD) {
    const [status] = await browser.auth("/sign-in/email", { email, password });
    return { status, browser };
  }

  /** Sets up an authenticator. Returns its address, and the code that confirmed it and is now used up. */
  async function enrol(browser: Browser) {
    const [status, body] = await browser.auth("/two-factor/enable", { password: PASSWORD });
    expect([status, body]).toMatchObject([200, { totpURI: expect.any(String) }]);
    const { totpURI } = body as { totpURI: string };
    const used = codeOf(totpURI);
    expect((await browser.auth(VERIFY, { code: used }))[0]).toBe(200);
    return { uri: totpURI, used };
  }

  const sql = (text: string) => house.core.db.execute(text);

  async function mailsTo({ email }: Person): Promise<readonly OutgoingMessage[]> {
    const sent: OutgoingMessage[] = [];
    await deliverMessages(house.core, "email", async (message) => {
      sent.push(message);
      return { kind: "sent", providerId: null };
    });
    return sent.filter(({ recipient }) => recipient === email);
  }

  describe("with an authenticator", () => {
    it("M4 (T53): refuses a TOTP code used before", async () => {
      const { who, browser } = await employed();
      const { uri, used } = await enrol(browser);
      const enter = async (code: string) =>
        (await (await signIn(who)).browser.auth(VERIFY, { code }))[0];
      expect(await enter(used)).toBe(401);
      const next = codeOf(uri, 1);
      expect(await enter(next)).toBe(200);
      expect(await enter(next)).toBe(401);
    });

    it("M4 (T53): lets one of several parallel sign-ins with one code in", async () => {
      const { who, browser } = await employed();
      const { uri } = await enrol(browser);
      const ready = await Promise.all(Array.from({ length: 8 }, () => signIn(who)));
      const code = codeOf(uri, 1);
      const answers = await Promise.all(ready.map((one) => one.browser.auth(VERIFY, { code })));
      expect(answers.map(([status]) => status).sort()).toEqual([200, ...Array(7).fill(401)]);
    });

    it("M4: counts a code that was used before among the wrong ones", async () => {
      const { who, browser } = await employed();
      const { used } = await enrol(browser);
      const next = (await signIn(who)).browser;
      for (let times = 0; times < 5; times++) await next.auth(VERIFY, { code: used });
      const [status, body] = await next.auth(VERIFY, { code: used });
      expect([status, body]).toMatchObject([400, { code: "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE" }]);
    });
  });

  describe("that changes how it is signed in to", () => {
    it("M12: is never shown its authenticator's secret again", async () => {
      const { browser } = await employed();
      const { uri } = await enrol(browser);
      const [status, body] = await browser.auth("/two-factor/get-totp-uri", { password: PASSWORD });
      expect([status, JSON.stringify(body)]).toEqual([404, expect.not.stringContaining("otpauth")]);
      expect(uri).toContain("otpauth");
    });

    it("M12: asks for the password before a passkey is added or removed", async () => {
      const { who, browser } = await employed();
      await house.core.db.insert(schema.staffPasskeys).values({
        id: `k${who.id}`,
        publicKey: "key",
        userId: who.id,
        credentialID: who.id,
        counter: 0,
        deviceType: "singleDevice",
        backedUp: false,
      });
      const paths = [
        () => browser.auth("/passkey/generate-register-options"),
        () => browser.auth("/passkey/verify-registration", { response: {} }),
        () => browser.auth("/passkey/delete-passkey", { id: `k${who.id}` }),
      ];
      const needed = [403, { code: "PASSWORD_NEEDED" }];
      for (const path of paths) expect((await path()).slice(0, 2)).toMatchObject(needed);
      expect((await browser.auth("/verify-password", { password: "not the password" }))[0]).toBe(
        400,
      );
      for (const path of paths) expect((await path()).slice(0, 2)).toMatchObject(needed);
      expect((await browser.auth("/verify-password", { password: PASSWORD }))[0]).toBe(200);
      expect((await browser.auth("/passkey/generate-register-options"))[0]).toBe(200);
      await sql(
        `update staff_sessions set password_checked_at = password_checked_at - interval '301 s' where user_id = '${who.id}'`,
      );
      for (const path of paths) expect((await path()).slice(0, 2)).toMatchObject(needed);
      await browser.auth("/verify-password", { password: PASSWORD });
      expect((await browser.auth("/passkey/delete-passkey", { id: `k${who.id}` }))[0]).toBe(200);
      expect((await mailsTo(who)).map(({ text }) => text)).toEqual([
        expect.stringMatching(/A passkey was removed[\s\S]*Passkey dihapus/),
      ]);
    });

    it("M12: asks for the password before the authenticator is changed, and mails each change", async () => {
      const { who, browser } = await employed();
      for (const path of ["enable", "disable", "generate-backup-codes"])
        expect((await browser.auth(`/two-factor/${path}`, { password: "not it at all" }))[0]).toBe(
          400,
        );
      expect(await mailsTo(who)).toEqual([]);
      await enrol(browser);
      await browser.auth("/two-factor/generate-backup-codes", { password: PASSWORD });
      await browser.auth("/two-factor/disable", { password: PASSWORD });
      const texts = (await mailsTo(who)).map(({ text }) => text).sort();
      expect(texts).toEqual([
        expect.stringMatching(/An authenticator app was added[\s\S]*autentikator ditambahkan/),
        expect.stringMatching(/New recovery codes were made[\s\S]*Kode pemulihan baru/),
        expect.stringMatching(/authenticator app was removed[\s\S]*autentikator dihapus/),
      ]);
    });

    it("M12: sends no mail for a sign-in by the authenticator", async () => {
      const { who, browser } = await employed();
      const { uri } = await enrol(browser);
      await mailsTo(who);
      const next = (await signIn(who)).browser;
      expect((await next.auth(VERIFY, { code: codeOf(uri, 1) }))[0]).toBe(200);
      expect(await mailsTo(who)).toEqual([]);
    });

    it("M9: takes no common password", async () => {
      const { who, browser } = await employed();
      const common = [400, { code: "PASSWORD_TOO_COMMON" }];
      for (const newPassword of ["password1234", "123456qwerty", "Sunshine2026"]) {
        const change = await browser.auth("/change-password", {
          currentPassword: PASSWORD,
          newPassword,
        });
        expect(change.slice(0, 2)).toMatchObject(common);
        await desk.browser().auth("/request-password-reset", { email: who.email });
        const token = inFragment(await desk.linkTo(who.email), "token");
        const reset = await desk.browser().auth("/reset-password", { newPassword, token });
        expect(reset.slice(0, 2)).toMatchObject(common);
      }
      expect((await signIn(who)).status).toBe(200);
    });
  });

  describe("whose role needs a second factor", () => {
    it("M12: refuses every procedure till an authenticator is set up, then lets them in", async () => {
      const { merchant, browser } = await employed("cashier");
      const owner = await desk.at(merchant, "owner");
      expect((await browser.query("staff.me"))[0]).toBe(200);
      const set = await owner.mutate("staff.settings.policy.update", {
        secondFactorRoles: ["manager", "cashier", "cashier"],
      });
      expect(set[1]).toMatchObject({
        result: { data: { secondFactorRoles: ["manager", "cashier"] } },
      });
      expect((await owner.query("staff.me"))[0]).toBe(200);
      for (const procedure of ["staff.me", "staff.bookings.list", "staff.settings.policy.get"]) {
        const refused = await browser.query(procedure);
        expect([refused[0], refusedBy(refused)]).toEqual([403, "second_factor_required"]);
      }
      expect(refusedBy(await browser.mutate(PING))).toBe("second_factor_required");
      await enrol(browser);
      expect((await browser.query("staff.me"))[0]).toBe(200);
      await browser.auth("/two-factor/disable", { password: PASSWORD });
      expect(refusedBy(await browser.query("staff.me"))).toBe("second_factor_required");
    });
  });

  describe("that was signed in to a month ago", () => {
    const move = (who: Person, times: string) =>
      sql(`update staff_sessions set ${times} where user_id = '${who.id}'`);

    it("M12: is closed 30 days after the sign-in, however often the session was renewed", async () => {
      const { who, browser } = await employed();
      await move(
        who,
        `created_at = now() - interval '29 days 22 hours', updated_at = now() - interval '2 days',
          expires_at = now() + interval '5 days'`,
      );
      const [, seen] = await browser.auth("/get-session");
      expect(seen).toMatchObject({ user: { email: who.email } });
      const sessions = await house.core.db.query.staffSessions.findMany();
      const renewed = sessions.find(({ userId }) => userId === who.id);
      expect(Number(renewed?.expiresAt)).toBeGreaterThan(Date.now() + 6 * DAY_MS);
      expect((await browser.mutate(PING))[0]).toBe(200);
      await move(who, "created_at = now() - interval '30 days 1 minute'");
      expect(refusedBy(await browser.mutate(PING))).toBe("UNAUTHORIZED");
      expect((await browser.auth("/list-sessions"))[0]).toBe(401);
      expect((await browser.auth("/get-session"))[1]).toBeNull();
    });
  });

  describe("whose password was forgotten", () => {
    const ask = async (who: Person) => {
      await desk.browser().auth("/request-password-reset", { email: who.email });
      return inFragment(await desk.linkTo(who.email), "token");
    };
    const reset = async (token: string, newPassword = "a new and long password") =>
      (await desk.browser().auth("/reset-password", { newPassword, token }))[0];

    it("L1: a reset ends all other reset links and every session", async () => {
      const { who, browser } = await employed();
      const tokens = [await ask(who), await ask(who), await ask(who)];
      const stranger = (await employed()).who;
      const theirs = await ask(stranger);
      expect(await reset(tokens[1] ?? "")).toBe(200);
      for (const token of tokens) expect(await reset(token)).toBe(400);
      expect(refusedBy(await browser.query("staff.me"))).toBe("UNAUTHORIZED");
      expect(await reset(theirs)).toBe(200);
    });

    it("L1: a changed password ends reset links and trusted devices, too", async () => {
      const { who, browser } = await employed();
      const token = await ask(who);
      const newPassword = "another long password";
      await browser.auth("/change-password", { currentPassword: PASSWORD, newPassword });
      expect(await reset(token)).toBe(400);
    });

    it("is asked for again by whoever died while they worked on it", async () => {
      const { who } = await employed();
      await house.core.db.insert(schema.staffVerifications).values({
        id: `r${who.id}`,
        identifier: "reset request",
        value: who.email,
        expiresAt: ago(-1),
        updatedAt: ago(1),
      });
      await desk.browser().auth("/request-password-reset", { email: "nobody@example.com" });
      await resetsSent(house.core);
      expect(await mailsTo(who)).toHaveLength(1);
    });
    const ago = (days: number) => new Date(Date.now() - days * DAY_MS);
  });

  describe("of somebody who was dismissed", () => {
    it("M12: is closed at once, with their sessions, reset links, devices and invitations", async () => {
      const { merchant, who, browser } = await employed();
      const owner = await desk.at(merchant, "owner");
      await desk.browser().auth("/request-password-reset", { email: who.email });
      const token = inFragment(await desk.linkTo(who.email), "token");
      await house.core.db.insert(schema.staffVerifications).values({
        id: `t${who.id}`,
        identifier: `trust-device-${who.id}`,
        value: who.id,
        expiresAt: new Date(Date.now() + DAY_MS),
      });
      expect((await owner.mutate("staff.settings.staff.remove", { userId: who.id }))[0]).toBe(200);
      expect(refusedBy(await browser.query("staff.me"))).toBe("UNAUTHORIZED");
      expect((await browser.auth("/get-session"))[1]).toBeNull();
      const newPassword = "a new and long password";
      expect((await desk.browser().auth("/reset-password", { newPassword, token }))[0]).toBe(400);
      const links = await house.core.db.query.staffVerifications.findMany();
      expect(links.filter(({ value }) => value === who.id)).toEqual([]);
    });

    it("stays open for another merchant whom they work for", async () => {
      const { merchant, who, browser } = await employed();
      const other = await house.given.merchant();
      await desk.hire(who, other, "cashier");
      const owner = await desk.at(merchant, "owner");
      await owner.mutate("staff.settings.staff.remove", { userId: who.id });
      const [, me] = await browser.query("staff.me");
      expect(me).toMatchObject({ result: { data: { merchant: { id: other.id } } } });
    });
  });
});
