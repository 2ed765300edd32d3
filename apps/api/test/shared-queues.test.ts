import { expect, it } from "vitest";
import { contract } from "./contract.ts";
import { at, openCounter, PASSWORD, PIN } from "./credentials.ts";
import { deskIn } from "./staff/desk.ts";

/** Far more than one merchant may have waiting at once. */
const FLOOD = 160;

/** Queues that all merchants share: while one merchant fills them, another one is served. */
contract(
  "shared queues",
  (house) => {
    it("S5: one merchant's previews keep no other's waiting", async () => {
      const desk = deskIn(house);
      const open = async () => desk.at(await house.given.merchant(), "owner");
      const [noisy, quiet] = [await open(), await open()];
      let texts = 0;
      // each text is another one, because compiled texts are kept
      const preview = (browser: typeof noisy) =>
        browser.query("staff.settings.messageTemplates.preview", {
          ...{ code: "otp", channel: "email", subject: "A code", body: "{{otp}}" },
          mjml: `<mjml><mj-body><mj-section><mj-column><mj-text>S5 ${++texts} {{otp}}</mj-text></mj-column></mj-section></mj-body></mjml>`,
        });
      const flood = Promise.all(Array.from({ length: 20 }, () => preview(noisy)));
      expect((await preview(quiet))[0]).toBe(200);
      const statuses = (await flood).map(([status]) => status);
      expect(new Set(statuses)).toEqual(new Set([200, 503]));
    });

    it("S9: one merchant's right passwords keep no other's PINs waiting", async () => {
      const [noisy, quiet] = [await openCounter(house), await openCounter(house)];
      const others = await Promise.all(Array.from({ length: 4 }, () => noisy.withPassword()));
      const { user } = await quiet.withPin();
      const [path] = at.validatePassword;
      const flood = Promise.all(
        Array.from({ length: FLOOD }, (_, n) =>
          noisy.call(path, { user: others[n % others.length]?.user, password: PASSWORD }),
        ),
      );
      for (let calls = 0; calls < 6; calls++)
        expect((await quiet.call(at.validatePin[0], { user, pin: PIN }))[0]).toBe(200);
      const statuses = (await flood).map(([status]) => status);
      expect(new Set(statuses)).toEqual(new Set([200, 503]));
    });
  },
  { isPatient: false },
);
