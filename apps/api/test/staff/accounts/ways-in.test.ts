import { schema } from "@stampbook/db";
import { symmetricEncrypt } from "better-auth/crypto";
import { describe, expect, it } from "vitest";
import { contractInProcess } from "../../contract.ts";
import type { House } from "../../harness.ts";
import { deskIn, ORIGIN, PASSWORD, refusedBy } from "../desk.ts";
import { inFragment } from "../in-fragment.ts";
import { base32, codeOf } from "./authenticator.ts";

const PING = "diagnostics.ping";

contractInProcess("signing in by each way", (house) => {
  const desk = deskIn(house);

  describe("by a second factor", () => {
    async function enrolled() {
      const merchant = await house.given.merchant();
      const who = await desk.person();
      await desk.hire(who, merchant, "owner");
      const browser = desk.browser();
      const signIn = (from = browser, password = PASSWORD) =>
        from.auth("/sign-in/email", { email: who.email, password });
      await signIn();
      const [status, body] = await browser.auth("/two-factor/enable", { password: PASSWORD });
      const { totpURI, backupCodes } = body as { totpURI: string; backupCodes: string[] };
      return { browser, signIn, status, totpURI, backupCodes };
    }

    it("is asked for once a first code has proven it, and opens the console", async () => {
      const { browser, signIn, status, totpURI } = await enrolled();
      expect([status, totpURI]).toEqual([
        200,
        expect.stringMatching(/^otpauth:\/\/totp\/Stampbook/),
      ]);
      expect((await browser.auth("/two-factor/verify-totp", { code: codeOf(totpURI) }))[0]).toBe(
        200,
      );

      const next = desk.browser();
      const [, asked] = await signIn(next);
      expect(asked).toMatchObject({ twoFactorRedirect: true });
      expect(refusedBy(await next.mutate(PING))).toBe("UNAUTHORIZED");
      expect((await next.auth("/two-factor/verify-totp", { code: "000000" }))[0]).toBe(401);
      expect((await next.auth("/two-factor/verify-totp", { code: codeOf(totpURI, 1) }))[0]).toBe(
        200,
      );
      expect((await next.mutate(PING))[0]).toBe(200);
    });

    it("is replaced by a backup code, once", async () => {
      const { browser, signIn, totpURI, backupCodes } = await enrolled();
      await browser.auth("/two-factor/verify-totp", { code: codeOf(totpURI) });
      const use = async (code = "") => {
        const next = desk.browser();
        await signIn(next);
        return (await next.auth("/two-factor/verify-backup-code", { code }))[0];
      };
      const [first = "", second = ""] = backupCodes;
      expect(await use(first)).toBe(200);
      expect(await use(first)).toBe(401);
      expect(await use(second.toLowerCase().replaceAll("-", " "))).toBe(200);
      expect(await use(second)).toBe(401);
    });

    it("is replaced by a backup code of another make, too, as it was written", async () => {
      const { browser, signIn, totpURI } = await enrolled();
      await browser.auth("/two-factor/verify-totp", { code: codeOf(totpURI) });
      await house.core.db
        .update(schema.staffTwoFactors)
        .set({ backupCodes: await sealedCodes(house.core, ["cdrWD-sqhyh"]) });
      const next = desk.browser();
      await signIn(next);
      const use = async (code: string) =>
        (await next.auth("/two-factor/verify-backup-code", { code }))[0];
      expect(await use("cdrwd-sqhyh")).toBe(401);
      expect(await use("cdrWD sqhyh")).toBe(200);
    });

    it("is not asked for before it was proven", async () => {
      const { signIn } = await enrolled();
      const next = desk.browser();
      await signIn(next);
      expect((await next.mutate(PING))[0]).toBe(200);
    });

    it("lies in the database unreadable", async () => {
      const { totpURI } = await enrolled();
      const secret = new URL(totpURI).searchParams.get("secret") ?? "";
      const rows = await house.core.db.query.staffTwoFactors.findMany();
      expect(JSON.stringify(rows)).not.toContain(base32(secret).toString());
    });
  });

  describe("by a password", () => {
    describe("that is changed", () => {
      it("ends every other session, and is the one that opens from then on", async () => {
        const merchant = await house.given.merchant();
        const who = await desk.person();
        await desk.hire(who, merchant, "cashier");
        const [one, other] = [desk.browser(), desk.browser()];
        const signIn = (browser = one, password = PASSWORD) =>
          browser.auth("/sign-in/email", { email: who.email, password });
        await signIn(one);
        await signIn(other);
        const newPassword = "another long password";
        const change = { currentPassword: PASSWORD, newPassword, revokeOtherSessions: true };
        expect((await one.auth("/change-password", { ...change, newPassword: "short" }))[0]).toBe(
          400,
        );
        expect((await one.auth("/change-password", { ...change, currentPassword: "x" }))[0]).toBe(
          400,
        );
        expect((await one.auth("/change-password", change))[0]).toBe(200);
        expect((await one.mutate(PING))[0]).toBe(200);
        expect(refusedBy(await other.mutate(PING))).toBe("UNAUTHORIZED");
        expect((await signIn(other))[0]).toBe(401);
        expect((await signIn(other, newPassword))[0]).toBe(200);
        const verifiers = await house.core.db.query.staffAccounts.findMany();
        expect(verifiers.map(({ password }) => password?.slice(0, 10))).toContain("$argon2id$");
      });
    });
    describe("let somebody choose a new password", () => {
      it("once, and end every session", async () => {
        const merchant = await house.given.merchant();
        const who = await desk.person();
        await desk.hire(who, merchant, "cashier");
        const browser = desk.browser();
        await browser.auth("/sign-in/email", { email: who.email, password: PASSWORD });
        const asked = await desk.browser().auth("/request-password-reset", { email: who.email });
        expect(asked[0]).toBe(200);
        const link = await desk.linkTo(who.email);
        expect(`${link?.origin}${link?.pathname}`).toBe(`${ORIGIN}/reset-password`);
        const token = inFragment(link, "token");
        expect(
          JSON.stringify(await house.core.db.query.staffVerifications.findMany()),
        ).not.toContain(token);
        const newPassword = "a new and long password";
        const reset = () => desk.browser().auth("/reset-password", { newPassword, token });
        expect((await reset())[0]).toBe(200);
        expect((await reset())[0]).toBe(400);
        expect(refusedBy(await browser.query("staff.me"))).toBe("UNAUTHORIZED");
        const signIn = (password: string) =>
          desk.browser().auth("/sign-in/email", { email: who.email, password });
        expect((await signIn(PASSWORD))[0]).toBe(401);
        expect((await signIn(newPassword))[0]).toBe(200);
      });

      it("with the same answer for who is not known, and no mail", async () => {
        const nobody = await desk
          .browser()
          .auth("/request-password-reset", { email: "nobody@example.com" });
        const who = await desk.person();
        const idle = await desk.browser().auth("/request-password-reset", { email: who.email });
        expect(nobody.slice(0, 2)).toEqual(idle.slice(0, 2));
        expect(await desk.linkTo(who.email)).toBeNull();
      });
    });
  });

  describe("by a passkey", () => {
    it("is asked of the browser for this console alone", async () => {
      const browser = await desk.at(await house.given.merchant(), "owner");
      await browser.auth("/verify-password", { password: PASSWORD });
      const [status, options] = await browser.auth("/passkey/generate-register-options");
      expect([status, options]).toEqual([
        200,
        expect.objectContaining({ challenge: expect.any(String) }),
      ]);
      expect(options).toMatchObject({ rp: { id: "localhost", name: "Stampbook" } });
      expect((await desk.browser().auth("/passkey/generate-authenticate-options"))[0]).toBe(200);
      expect((await browser.auth("/passkey/list-user-passkeys"))[1]).toEqual([]);
    });
  });
});

/** Recovery codes, encrypted as they are stored. */
function sealedCodes({ secrets }: House["core"], codes: readonly string[]): Promise<string> {
  const keys = new Map(secrets.keysFor("staff auth").map(({ id, key }) => [id, key]));
  const [currentVersion = 0] = keys.keys();
  return symmetricEncrypt({ key: { keys, currentVersion }, data: JSON.stringify(codes) });
}
