import { schema } from "@stampbook/db";
import { describe, expect, it } from "vitest";
import { contractInProcess } from "../../contract.ts";
import { deskIn, PASSWORD, refusedBy } from "../desk.ts";

const PING = "diagnostics.ping";

contractInProcess("signing in", (house) => {
  const desk = deskIn(house);

  async function employed() {
    const merchant = await house.given.merchant();
    const who = await desk.person();
    await desk.hire(who, merchant, "owner");
    const browser = desk.browser();
    const signIn = (password = PASSWORD, headers = {}) =>
      browser.auth("/sign-in/email", { email: who.email.toUpperCase(), password }, headers);
    return { merchant, who, browser, signIn };
  }

  it("with the right password opens the console", async () => {
    const { merchant, browser, signIn } = await employed();
    expect((await browser.mutate(PING))[0]).toBe(401);
    const [status, body, headers] = await signIn();
    expect([status, JSON.stringify(body)]).toEqual([200, expect.stringContaining('"user"')]);
    expect(String(headers["set-cookie"])).toMatch(/HttpOnly; SameSite=Lax/);
    const [, pong] = await browser.mutate(PING);
    expect(pong).toMatchObject({ result: { data: { pong: { merchant_id: merchant.id } } } });
  });

  it("with a wrong password does not, in the same words as for nobody at all", async () => {
    const { browser, signIn } = await employed();
    const [status, body] = await signIn("another long password");
    const nobody = await browser.auth("/sign-in/email", {
      email: "nobody@example.com",
      password: PASSWORD,
    });
    expect([status, body]).toEqual([
      401,
      expect.objectContaining({ code: "INVALID_EMAIL_OR_PASSWORD" }),
    ]);
    expect(nobody.slice(0, 2)).toEqual([status, body]);
    expect(refusedBy(await browser.mutate(PING))).toBe("UNAUTHORIZED");
  });

  it("is no sign-up", async () => {
    const before = await house.core.db.$count(schema.staffUsers);
    const [status] = await desk.browser().auth("/sign-up/email", {
      email: "new@example.com",
      password: PASSWORD,
      name: "New",
    });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(await house.core.db.$count(schema.staffUsers)).toBe(before);
  });

  it("M12: is refused to somebody who works for nobody as with a wrong password", async () => {
    const { merchant, who, browser, signIn } = await employed();
    const wrong = await signIn("another long password");
    await desk.dismiss(who);
    const right = await signIn();
    expect(right.slice(0, 2)).toEqual(wrong.slice(0, 2));
    expect(browser.cookies.size).toBe(0);
    const sessions = await house.core.db.query.staffSessions.findMany();
    expect(sessions.filter(({ userId }) => userId === who.id)).toEqual([]);
    await desk.hire(who, merchant, "cashier");
    expect((await signIn())[0]).toBe(200);
  });

  const WRONG = "another long password";
  /** Signs in with each password from an address. Returns the statuses. */
  async function signIns(email: string, from: string, passwords: readonly string[]) {
    const browser = desk.browser(from);
    const statuses: number[] = [];
    for (const password of passwords) {
      browser.cookies.clear();
      statuses.push((await browser.auth("/sign-in/email", { email, password }))[0]);
    }
    return statuses;
  }

  /** Adds four wrong passwords to each count, so that the next wait is longer than a slow test takes. */
  async function lengthenWaits() {
    await house.core.db.execute(
      `update staff_rate_limits set count = count + 4, window_start = now() where key like 'sign-in %'`,
    );
  }

  it("M5: is slowed down after ten wrong passwords in a row from an address", async () => {
    const { who, signIn } = await employed();
    const statuses = await signIns(who.email, "10.9.9.1", Array(10).fill(WRONG));
    expect(statuses).toEqual(Array(10).fill(401));
    await lengthenWaits();
    const [status, body, headers] = await desk
      .browser("10.9.9.1")
      .auth("/sign-in/email", { email: who.email, password: PASSWORD });
    expect([status, body]).toEqual([429, expect.objectContaining({ code: "TOO_MANY_ATTEMPTS" })]);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    expect((await signIn())[0]).toBe(200);
  });

  it("M5: many addresses together are slowed down after twenty, by ten seconds at most", async () => {
    const { who } = await employed();
    const statuses: number[] = [];
    for (let at = 0; at < 20; at++)
      statuses.push(...(await signIns(who.email, `10.9.8.${at}`, [WRONG])));
    expect(statuses).toEqual(Array(20).fill(401));
    await lengthenWaits();
    const [status, , headers] = await desk
      .browser("10.9.7.1")
      .auth("/sign-in/email", { email: who.email, password: PASSWORD });
    expect(status).toBe(429);
    expect(Number(headers["retry-after"])).toBeLessThanOrEqual(10);
  });

  it("M5: 20 wrong passwords a minute from elsewhere keep out neither a known device nor, for long, a new one", async () => {
    const { who, signIn, browser } = await employed();
    expect((await signIn())[0]).toBe(200);
    const device = [...browser.cookies].find(([name]) => name.startsWith("stampbook.device."));
    expect(device).toBeDefined();
    const statuses = await signIns(who.email, "10.9.6.1", Array(20).fill(WRONG));
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401));
    expect(statuses.filter((status) => status === 401).length).toBeLessThan(20);
    // a known device has its own count, so wrong passwords from elsewhere do not slow it down
    expect((await signIn())[0]).toBe(200);
    expect(await signIns(who.email, "10.9.6.2", [PASSWORD])).toEqual([200]);
  });

  it("M5: a device is known for its own person alone, and only by our signature", async () => {
    const { who, signIn, browser } = await employed();
    await signIn();
    const [name = "", value = ""] =
      [...browser.cookies].find(([key]) => key.startsWith("stampbook.device.")) ?? [];
    const [id = "", ends = ""] = value.split(".");
    await signIns(who.email, "10.9.5.1", Array(10).fill(WRONG));
    await lengthenWaits();
    const from = async (cookie: string) => {
      const stranger = desk.browser("10.9.5.1");
      stranger.cookies.set(name, cookie);
      return (await stranger.auth("/sign-in/email", { email: who.email, password: PASSWORD }))[0];
    };
    for (const forged of [`${id}.${ends}.${"A".repeat(43)}`, `x${value}`, id, ""])
      expect(await from(forged)).toBe(429);
    expect(await from(value)).toBe(200);
    const other = await employed();
    await other.signIn();
    const theirs = [...other.browser.cookies].find(([key]) => key.startsWith("stampbook.device."));
    await signIns(who.email, "10.9.4.1", Array(10).fill(WRONG));
    await lengthenWaits();
    const stranger = desk.browser("10.9.4.1");
    stranger.cookies.set(name, theirs?.[1] ?? "");
    const body = { email: who.email, password: PASSWORD };
    expect((await stranger.auth("/sign-in/email", body))[0]).toBe(429);
  });

  it("M5: guesses from a known device are slowed down by themselves", async () => {
    const { who, signIn } = await employed();
    await signIn();
    const statuses: number[] = [];
    for (let at = 0; at < 10; at++) statuses.push((await signIn(WRONG))[0]);
    await lengthenWaits();
    statuses.push((await signIn())[0]);
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
    expect(await signIns(who.email, "10.9.3.1", [PASSWORD])).toEqual([200]);
  });

  it("forgets wrong passwords after the right one", async () => {
    const { signIn, browser } = await employed();
    for (let round = 0; round < 2; round++) {
      for (let at = 0; at < 8; at++) await signIn("another long password", {});
      expect((await signIn())[0]).toBe(200);
      browser.cookies.clear();
    }
  });

  it("is limited for an address, which only the console's hop may name", async () => {
    const browser = desk.browser();
    const statuses: number[] = [];
    for (let at = 0; at < 21; at++) {
      const body = { email: `nobody-${at}@example.com`, password: "x".repeat(12) };
      const headers = { "x-forwarded-for": `10.7.7.${at}`, "x-stampbook-address": `10.8.8.${at}` };
      statuses.push((await browser.auth("/sign-in/email", body, headers))[0]);
    }
    expect(statuses).toEqual([...Array(20).fill(401), 429]);
  });

  describe("then the session", () => {
    it("is listed, and ends at once where it is revoked", async () => {
      const { browser, signIn, who } = await employed();
      await signIn();
      const other = desk.browser();
      await other.auth("/sign-in/email", { email: who.email, password: PASSWORD });
      const [, sessions] = await browser.auth("/list-sessions");
      expect(sessions).toHaveLength(2);
      expect((await other.mutate(PING))[0]).toBe(200);
      expect((await browser.auth("/revoke-other-sessions", {}))[0]).toBe(200);
      expect(refusedBy(await other.mutate(PING))).toBe("UNAUTHORIZED");
      expect((await browser.mutate(PING))[0]).toBe(200);
    });

    it("ends by signing out, and with the person's work", async () => {
      const { browser, signIn, who } = await employed();
      await signIn();
      const cookies = [...browser.cookies];
      await browser.auth("/sign-out", {});
      for (const [name, value] of cookies) browser.cookies.set(name, value);
      expect(refusedBy(await browser.mutate(PING))).toBe("UNAUTHORIZED");
      browser.cookies.clear();
      await signIn();
      await desk.dismiss(who);
      expect(refusedBy(await browser.mutate(PING))).toBe("UNAUTHORIZED");
    });

    it("is not opened by its token without our signature", async () => {
      const { browser, signIn } = await employed();
      await signIn();
      const [[name = "", value = ""] = []] = browser.cookies;
      const token = decodeURIComponent(value).split(".")[0] ?? "";
      for (const forged of [token, `${token}.`, `${token}.${"A".repeat(43)}=`, `x${value}`]) {
        browser.cookies.set(name, encodeURIComponent(forged));
        expect(refusedBy(await browser.mutate(PING))).toBe("UNAUTHORIZED");
      }
    });

    it.each([
      ["another site", { origin: "https://evil.example" }],
      ["another port", { origin: "http://127.0.0.1:3001" }],
      ["nowhere that is named", { origin: undefined }],
      ["a sandboxed frame", { origin: "null" }],
    ])("T53: is refused on a call from %s", async (_, headers) => {
      const { browser, signIn } = await employed();
      await signIn();
      expect(refusedBy(await browser.mutate(PING, {}, headers))).toBe("permission_denied");
      expect((await browser.auth("/sign-out", {}, headers))[0]).toBe(403);
      expect((await browser.mutate(PING, {}, { origin: "http://localhost:3000" }))[0]).toBe(200);
    });

    it("is of no use on REST", async () => {
      const { browser, signIn } = await employed();
      await signIn();
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      expect((await house.post("/api/ping", {}, { headers: { cookie } }))[0]).toBe(401);
    });

    it("is for the merchant whose console is open", async () => {
      const { merchant, browser, signIn, who } = await employed();
      const other = await house.given.merchant();
      const strange = await house.given.merchant();
      await desk.hire(who, other, "cashier");
      await signIn();
      const where = async () => {
        const [, body] = await browser.mutate(PING);
        return (body as { result: { data: { pong: { merchant_id: number } } } }).result.data.pong
          .merchant_id;
      };
      expect(await where()).toBe(merchant.id);
      expect((await browser.auth("/update-session", { activeMerchantId: other.id }))[0]).toBe(200);
      expect(await where()).toBe(other.id);
      await browser.auth("/update-session", { activeMerchantId: strange.id });
      expect(await where()).toBe(merchant.id);
    });
  });
});
