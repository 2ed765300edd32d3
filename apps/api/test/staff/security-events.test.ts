import type { Merchant } from "@stampbook/core/context";
import { schema } from "@stampbook/db";
import { appRouter } from "@stampbook/router";
import { expect, it, vi } from "vitest";
import { contractInProcess } from "../contract.ts";
import { codeOf } from "./accounts/authenticator.ts";
import { dataOf, deskIn, ORIGIN, PASSWORD, refusedBy } from "./desk.ts";
import { inFragment } from "./in-fragment.ts";

const secret = "what the console and the API share";
const hop = { "x-stampbook-console": secret, "x-forwarded-proto": "http" };
const agent = `Firefox/140 ${"x".repeat(300)}`;

contractInProcess(
  "security events",
  (house) => {
    const desk = deskIn(house);

    async function office(role: "owner" | "manager" | "cashier" = "owner") {
      const merchant = await house.given.merchant();
      const who = await desk.person();
      await desk.hire(who, merchant, role);
      const browser = desk.browser("10.20.0.1");
      const signIn = async (password = PASSWORD, headers = {}) => {
        await browser.auth("/sign-in/email", { email: who.email, password }, headers);
        await desk.confirm(who);
      };
      return { merchant, who, browser, signIn };
    }

    const eventsOf = ({ id }: Merchant) =>
      house.core.db.query.securityEvents.findMany({
        where: (event, { eq }) => eq(event.merchantId, id),
        orderBy: (event) => event.createdAt,
      });
    const entriesOf = ({ id }: Merchant) =>
      house.core.db.query.auditEntries.findMany({
        where: (entry, { eq }) => eq(entry.merchantId, id),
        orderBy: (entry) => entry.createdAt,
      });
    const said = async (merchant: Merchant) =>
      (await eventsOf(merchant)).map(({ what, result }) => `${what} ${result}`);
    /** Waits for the events, because some are written only after the answer. */
    const expectSaid = (merchant: Merchant, events: readonly string[]) =>
      vi.waitFor(async () => expect(await said(merchant)).toEqual(events), { timeout: 30_000 });

    it("M10 (T39): a sign-in and a failed one say who, from where and with what", async () => {
      const { merchant, who, signIn } = await office();
      const headers = { ...hop, "x-forwarded-for": "203.0.113.9", "user-agent": agent };
      await signIn("a wrong long password", headers);
      await expectSaid(merchant, ["sign-in failed"]);
      await signIn(PASSWORD, headers);
      const common = {
        what: "sign-in",
        actor: `staff:${who.id}`,
        actorName: who.name,
        address: "203.0.113.9",
        userAgent: agent.slice(0, 160),
        details: { method: "password" },
      };
      expect(await eventsOf(merchant)).toMatchObject([
        { ...common, result: "failed" },
        { ...common, result: "done" },
      ]);
    });

    it("M10: a failed one goes to each merchant the person works for, an unknown email's to nobody", async () => {
      const { merchant, who, signIn } = await office();
      const other = await house.given.merchant();
      await desk.hire(who, other, "cashier");
      const before = await house.core.db.$count(schema.securityEvents);
      await desk
        .browser()
        .auth("/sign-in/email", { email: "nobody@example.com", password: PASSWORD });
      expect(await house.core.db.$count(schema.securityEvents)).toBe(before);
      await signIn("a wrong long password");
      await expectSaid(merchant, ["sign-in failed"]);
      await expectSaid(other, ["sign-in failed"]);
    });

    it("S1: a sign-in goes to the merchant alone that the session opens, and a switch to the other", async () => {
      const { merchant, who, browser, signIn } = await office();
      const other = await house.given.merchant();
      await desk.hire(who, other, "cashier");
      await signIn();
      await expectSaid(merchant, ["sign-in done"]);
      expect(await said(other)).toEqual([]);
      await browser.auth("/update-session", { activeMerchantId: other.id });
      await expectSaid(other, ["sign-in done"]);
      expect(await eventsOf(other)).toMatchObject([
        { actor: `staff:${who.id}`, details: { method: "switch" } },
      ]);
      // a merchant for which they do not work learns nothing
      const strange = await house.given.merchant();
      await browser.auth("/update-session", { activeMerchantId: strange.id });
      expect(await said(strange)).toEqual([]);
      await browser.auth("/update-session", { activeMerchantId: other.id });
      await browser.auth("/sign-out", {});
      expect((await said(other)).at(-1)).toBe("sign-out done");
      expect(await said(merchant)).not.toContain("sign-out done");
    });

    it("M10: a request for a reset link says from where and with what", async () => {
      const { merchant, who, browser } = await office();
      const headers = { ...hop, "x-forwarded-for": "203.0.113.9", "user-agent": agent };
      await browser.auth("/request-password-reset", { email: who.email }, headers);
      await expectSaid(merchant, ["password-reset-requested done"]);
      expect(await eventsOf(merchant)).toMatchObject([
        {
          what: "password-reset-requested",
          actor: `staff:${who.id}`,
          address: "203.0.113.9",
          userAgent: agent.slice(0, 160),
        },
      ]);
    });

    it("M10: equal failures within a minute are one row", async () => {
      const { merchant, signIn } = await office();
      for (let at = 0; at < 5; at++) await signIn("a wrong long password");
      await expectSaid(merchant, ["sign-in failed"]);
    });

    it("M10: second factors, their failures, passwords and ended sessions", async () => {
      const { merchant, who, browser, signIn } = await office();
      await signIn();
      const [, body] = await browser.auth("/two-factor/enable", { password: PASSWORD });
      const { totpURI } = body as { totpURI: string };
      await browser.auth("/two-factor/verify-totp", { code: codeOf(totpURI) });
      const next = desk.browser("10.20.0.2");
      await next.auth("/sign-in/email", { email: who.email, password: PASSWORD });
      // a sign-in without its second factor is not recorded
      await expectSaid(merchant, ["sign-in done", "factor-added done"]);
      await next.auth("/two-factor/verify-totp", { code: "000000" });
      await browser.auth("/revoke-other-sessions", {});
      await browser.auth("/change-password", {
        currentPassword: PASSWORD,
        newPassword: "another long password",
      });
      await browser.auth("/two-factor/disable", { password: "another long password" });
      await browser.auth("/sign-out", {});
      await browser.auth("/request-password-reset", { email: who.email });
      const link = await desk.linkTo(who.email);
      await browser.auth("/reset-password", {
        newPassword: PASSWORD,
        token: inFragment(link, "token"),
      });
      await expectSaid(merchant, [
        "sign-in done",
        "factor-added done",
        "second-factor failed",
        "sessions-ended done",
        "password-changed done",
        "factor-removed done",
        "sign-out done",
        "password-reset-requested done",
        "password-reset done",
      ]);
      const rows = await eventsOf(merchant);
      expect(new Set(rows.map(({ actor }) => actor))).toEqual(new Set([`staff:${who.id}`]));
      expect(JSON.stringify(rows)).not.toMatch(/another long|wrong long|000000|token/);
    });

    it("M10 (T49): a denial is recorded, and stands even if that fails", async () => {
      const { merchant, browser, signIn } = await office("cashier");
      await signIn();
      expect(refusedBy(await browser.query("staff.settings.tokens.list"))).toBe(
        "permission_denied",
      );
      expect((await eventsOf(merchant)).at(-1)).toMatchObject({
        what: "denied",
        result: "refused",
        subject: "staff.settings.tokens.list",
        address: "10.20.0.1",
      });
      await house.core.db.execute(
        "alter table security_events add constraint never check (what <> 'denied') not valid",
      );
      try {
        expect(refusedBy(await browser.query("staff.settings.policy.get"))).toBe(
          "permission_denied",
        );
      } finally {
        await house.core.db.execute("alter table security_events drop constraint never");
      }
      expect(house.log.join("")).toContain("a security event was not recorded");
    });

    it("M12: who still has to set up a second factor is refused without an event", async () => {
      const { merchant, browser, signIn } = await office("cashier");
      await signIn();
      const owner = await desk.at(merchant, "owner");
      const secondFactorRoles = ["cashier"];
      await owner.mutate("staff.settings.policy.update", { secondFactorRoles });
      const before = await said(merchant);
      for (const procedure of ["staff.me", "staff.settings.tokens.list"])
        expect(refusedBy(await browser.query(procedure))).toBe("second_factor_required");
      expect(await said(merchant)).toEqual(before);
      await owner.mutate("staff.settings.policy.update", { secondFactorRoles: [] });
      expect(refusedBy(await browser.query("staff.settings.tokens.list"))).toBe(
        "permission_denied",
      );
      expect((await said(merchant)).at(-1)).toBe("denied refused");
    });

    it("M10: sign-ins that are refused as too many are one event for a person and minute", async () => {
      const { merchant, who } = await office();
      const refused: number[] = [];
      // the tenth wrong password in a row from an address is the last one that is checked at once
      for (let address = 1; address <= 2; address++)
        for (let at = 0; at < 12; at++) {
          const { email } = who;
          const from = desk.browser(`10.21.0.${address}`);
          const [status] = await from.auth("/sign-in/email", { email, password: "a wrong one" });
          if (status === 429) refused.push(address);
        }
      expect(new Set(refused)).toEqual(new Set([1, 2]));
      await vi.waitFor(
        async () =>
          expect((await eventsOf(merchant)).filter(({ result }) => result === "refused")).toEqual([
            expect.objectContaining({
              what: "sign-in",
              actor: `staff:${who.id}`,
              address: "10.21.0.1",
              details: { method: "password" },
            }),
          ]),
        { timeout: 30_000 },
      );
    });

    it("M10: a flood of sign-ins from an address is one event, whomever it is for", async () => {
      const { merchant, who } = await office();
      const from = desk.browser("10.22.0.1");
      const nobody = { email: "nobody@example.com", password: PASSWORD };
      for (let at = 0; at < 20; at++) await from.auth("/sign-in/email", nobody);
      const mine = { email: who.email, password: PASSWORD };
      for (let at = 0; at < 3; at++) expect((await from.auth("/sign-in/email", mine))[0]).toBe(429);
      await expectSaid(merchant, ["sign-in refused"]);
    });

    it("M10: every CSV is an export on the record, from whatever page on", async () => {
      const { merchant, browser, signIn } = await office();
      await signIn();
      const lists = Object.keys(appRouter._def.procedures).filter((name) =>
        /^staff\..*csv$/i.test(name),
      );
      const needs: Readonly<Record<string, object>> = {
        "staff.customers.ledgerCsv": { customerId: 1 },
        "staff.jobs.codesCsv": { jobId: 1 },
      };
      for (const name of lists) await browser.query(name, needs[name] ?? {});
      const exported = (await eventsOf(merchant)).filter(({ what }) => what === "export");
      expect(exported.map(({ subject }) => subject).sort()).toEqual(lists.sort());
      const cursor = Buffer.from(JSON.stringify(["2030-01-01T00:00:00Z", 1])).toString("base64url");
      await house.core.db.delete(schema.securityEvents);
      await browser.query("staff.redemptions.csv", { cursor });
      await expectSaid(merchant, ["export done"]);
    });

    it("M10: tokens, invitations, colleagues, cancels and settings, each with its audit entry", async () => {
      const { merchant, who, browser, signIn } = await office();
      await signIn();
      const colleague = await desk.person();
      await desk.hire(colleague, merchant, "cashier");
      const issued = await browser.mutate("staff.settings.tokens.issue", {
        name: "Till 3",
        scopes: ["pin"],
        stores: [],
        lastDay: null,
      });
      const { id } = dataOf(issued) as { id: number };
      await browser.mutate("staff.settings.tokens.revoke", { id });
      const invited = await browser.mutate("staff.settings.staff.invite", {
        email: "new@example.com",
        role: "cashier",
        stores: [],
      });
      await browser.mutate("staff.settings.staff.revokeInvitation", {
        id: (dataOf(invited) as { id: string }).id,
      });
      const member = { userId: colleague.id };
      await browser.mutate("staff.settings.staff.change", {
        ...member,
        role: "manager",
        stores: [],
      });
      await browser.mutate("staff.settings.staff.remove", member);
      await browser.mutate("staff.settings.policy.update", { otpMaxAttempts: 4 });
      const store = await house.given.store(merchant);
      const customer = await house.given.customer(merchant);
      const template = await house.given.template(merchant);
      const voucher = await house.given.voucher(merchant, {
        voucherTemplateId: template.id,
        customerId: customer.id,
      });
      const [, redeemed] = await house.post(
        "/api/v2/redemptions/redeem-voucher",
        { user: customer.email, voucher: voucher.id, store: store.id },
        { token: await house.tokenOf(merchant) },
      );
      const { redemption } = redeemed as { redemption: { id: number } };
      await browser.mutate("staff.redemptions.cancel", {
        redemptionId: redemption.id,
        createReplacementVoucher: false,
        reason: "rang up twice",
      });
      const rows = (await eventsOf(merchant)).slice(1);
      expect(rows.map(({ what }) => what)).toEqual([
        "token-minted",
        "token-revoked",
        "staff-invited",
        "invitation-revoked",
        "staff-changed",
        "staff-removed",
        "policy-changed",
        "redemption-canceled",
      ]);
      const entries = await entriesOf(merchant);
      expect(rows.map(({ id, subject, actor }) => [id, subject, actor])).toEqual(
        entries.map(({ id, subject }) => [id, subject, `staff:${who.id}`]),
      );
      expect(new Set(entries.map(({ address }) => address))).toEqual(new Set(["10.20.0.1"]));
      const names = ["Till 3", "Till 3", "new@example.com", "new@example.com", colleague.name];
      for (const list of ["staff.securityEvents.list", "staff.audit.list"]) {
        const { items } = dataOf(await browser.query(list, {})) as { items: Named[] };
        const named = items.flatMap(({ subjectName }) => subjectName ?? []);
        expect(named.reverse()).toEqual([...names, colleague.name]);
      }
    });

    it("M10 (T39): audit rows and log lines have the browser's address behind the console", async () => {
      const { merchant, browser, signIn } = await office();
      const headers = { ...hop, "x-forwarded-for": "203.0.113.77", origin: ORIGIN };
      await signIn(PASSWORD, headers);
      await browser.mutate("staff.settings.policy.update", { otpMaxAttempts: 3 }, headers);
      const [entry] = await entriesOf(merchant);
      expect(entry?.address).toBe("203.0.113.77");
      const lines = house.log.filter((line) => line.includes("staff.settings.policy.update"));
      expect(JSON.parse(lines.at(-1) ?? "").req.remoteAddress).toBe("203.0.113.77");
    });

    type Named = { readonly subjectName: string | null };

    it("M10: are listed for managers with filters, and not for cashiers", async () => {
      const { merchant, who, browser, signIn } = await office("manager");
      await signIn("a wrong long password");
      await signIn();
      type Listed = { items: { what: string; result: string; actor: unknown }[] };
      const listed = async (input: object) =>
        (dataOf(await browser.query("staff.securityEvents.list", input)) as Listed).items.map(
          ({ what, result }) => `${what} ${result}`,
        );
      expect(await listed({})).toEqual(["sign-in done", "sign-in failed"]);
      expect(await listed({ result: "failed" })).toEqual(["sign-in failed"]);
      expect(await listed({ what: "export" })).toEqual([]);
      expect(await listed({ actor: `staff:${who.id}`, limit: 1 })).toEqual(["sign-in done"]);
      expect(await listed({ actor: "staff:nobody" })).toEqual([]);
      expect(await listed({ from: "2020-01-01", to: "2020-12-31" })).toEqual([]);
      const cashier = await desk.at(merchant, "cashier");
      expect(refusedBy(await cashier.query("staff.securityEvents.list"))).toBe("permission_denied");
    });
  },
  { console: { publicUrl: ORIGIN, secureCookies: false, secret } },
);
