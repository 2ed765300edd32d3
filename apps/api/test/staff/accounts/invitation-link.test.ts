import { confirmEmailAsOperator } from "@stampbook/core/access";
import { expect, it } from "vitest";
import { contractInProcess } from "../../contract.ts";
import { dataOf, deskIn, ORIGIN, PASSWORD, refusedBy } from "../desk.ts";
import { inFragment } from "../in-fragment.ts";

contractInProcess(
  "where no mail is set up",
  (house) => {
    const desk = deskIn(house);

    it("an invitation gives the link to the owner who invites, once, and it lets in", async () => {
      const merchant = await house.given.merchant();
      const owner = await desk.at(merchant, "owner");
      const asked = { email: "fitri@example.com", role: "manager", stores: [] };
      const invited = dataOf(await owner.mutate("staff.settings.staff.invite", asked));
      const { link } = invited as { link: string };
      expect(link).toMatch(`${ORIGIN}/invitation#secret=`);
      const list = await owner.query("staff.settings.staff.list");
      expect(dataOf(list)).toMatchObject({ hasMail: false, invitations: [{ email: asked.email }] });
      const secret = inFragment(new URL(link), "secret");
      expect(JSON.stringify(list[1])).not.toContain(secret);
      expect(house.log.join("")).not.toContain(secret);
      // the longest password that is allowed, in characters of two UTF-16 units each
      const password = "🍜".repeat(128);
      const accepted = { secret, name: "Fitri", password };
      const browser = desk.browser();
      expect((await browser.mutate("staff.invitation.accept", accepted))[0]).toBe(200);
      const signedIn = await browser.auth("/sign-in/email", { email: asked.email, password });
      expect(signedIn[0]).toBe(200);
    });

    it("S1: an owner cannot enlist another merchant's staff by a link of their own", async () => {
      const [theirs, own] = [await house.given.merchant(), await house.given.merchant()];
      const victim = await desk.person();
      await desk.hire(victim, theirs, "owner");
      const attacker = await desk.at(own, "owner");
      const asked = { email: victim.email, role: "cashier", stores: [] };
      const invited = dataOf(await attacker.mutate("staff.settings.staff.invite", asked));
      const { link } = invited as { link: string };
      const secret = inFragment(new URL(link), "secret");
      const chosen = { secret, name: "X", password: "attacker knows this 1" };
      for (const browser of [attacker, desk.browser()]) {
        expect(dataOf(await browser.query("staff.invitation.get", { secret }))).toMatchObject({
          needsSignIn: true,
          needsDetails: false,
        });
        const answer = await browser.mutate("staff.invitation.accept", chosen);
        expect(refusedBy(answer)).toBe("permission_denied");
      }
      const signIn = async () => {
        const browser = desk.browser();
        await browser.auth("/sign-in/email", { email: victim.email, password: PASSWORD });
        return browser;
      };
      // the victim's address was never confirmed, so a link that was not mailed opens no second merchant
      const browser = await signIn();
      expect(refusedBy(await browser.mutate("staff.invitation.accept", chosen))).toBe("invalid");
      await confirmEmailAsOperator(house.core, victim.email);
      expect((await browser.mutate("staff.invitation.accept", chosen))[0]).toBe(200);
      expect(dataOf(await (await signIn()).query("staff.me"))).toMatchObject({
        merchants: [{ id: theirs.id }, { id: own.id }],
      });
    });

    it("S1: a person who works for nobody signs in to accept an invitation, and for nothing else", async () => {
      const merchant = await house.given.merchant();
      const idle = await desk.person();
      const browser = desk.browser();
      const signIn = () =>
        browser.auth("/sign-in/email", { email: idle.email, password: PASSWORD });
      expect((await signIn())[0]).toBe(401);
      const owner = await desk.at(merchant, "owner");
      const asked = { email: idle.email, role: "cashier", stores: [] };
      const invited = dataOf(await owner.mutate("staff.settings.staff.invite", asked));
      const secret = inFragment(new URL((invited as { link: string }).link), "secret");
      expect((await signIn())[0]).toBe(200);
      expect(refusedBy(await browser.query("staff.me"))).toBe("UNAUTHORIZED");
      expect((await browser.mutate("staff.invitation.accept", { secret }))[0]).toBe(200);
      expect((await browser.query("staff.me"))[0]).toBe(200);
    });

    it("that is known before anybody signs in: nobody is promised a link by mail", async () => {
      expect(dataOf(await desk.browser().query("staff.waysIn"))).toEqual({ hasMail: false });
    });

    it("nobody is told by mail that their second factor was reset", async () => {
      const merchant = await house.given.merchant();
      const owner = await desk.at(merchant, "owner");
      const who = await desk.person();
      await desk.hire(who, merchant, "cashier");
      await house.core.db.execute(
        `update staff_users set two_factor_enabled = true where id = '${who.id}'`,
      );
      const reset = "staff.settings.staff.resetSecondFactor";
      expect((await owner.mutate(reset, { userId: who.id }))[0]).toBe(200);
      const waiting = await house.core.db.query.outboxMessages.findMany();
      expect(waiting.filter(({ recipient }) => recipient === who.email)).toEqual([]);
    });
  },
  { hasMail: false },
);
