import { expect, it } from "vitest";
import { contractInProcess } from "../../contract.ts";
import { dataOf, deskIn, ORIGIN } from "../desk.ts";
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
