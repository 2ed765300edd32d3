import { schema } from "@stampbook/db";
import { beforeEach, describe, expect, it } from "vitest";
import { contract } from "../../contract.ts";
import {
  at,
  type Counter,
  expectBoth,
  ok,
  openCounter,
  refused,
  refusedFields,
} from "../../credentials.ts";

const anOtp = { ...ok, otp: expect.stringMatching(/^[0-9]{6}$/) };
const missing = "This field is required.";
const types = "One of email, sms, whatsapp is expected.";
const says = (words: RegExp) => expect.stringMatching(words);

contract("one-time passwords (6, 11, 14)", (house) => {
  let counter: Counter;
  beforeEach(async () => {
    counter = await openCounter(house);
  });

  const messages = async () => {
    const rows = await house.core.db.select().from(schema.outboxMessages);
    return rows.filter(({ merchantId }) => merchantId === counter.merchant.id);
  };
  const template = (channel: string, row: object = {}) =>
    house.core.db.insert(schema.messageTemplates).values({
      merchantId: counter.merchant.id,
      code: "otp",
      channel,
      body: "Your code is {{otp}}",
      ...row,
    });

  /** Both endpoints, and the field that identifies the customer in each. */
  const requests = [
    ["for a PIN (6)", at.requestPinOtp, "user"],
    ["for a password (11)", at.requestPasswordOtp, "identifier"],
  ] as const;

  describe.each(requests)("%s", (_, endpoint, field) => {
    const wanted = async (parts: object = {}) => ({
      [field]: (await counter.customer()).email,
      type: "email",
      ...parts,
    });

    it("answers with six digits, sent or not", async () => {
      await expectBoth(counter, endpoint, wanted, [200, anOtp]);
      expect(await messages()).toEqual([]);
      for (const channel of ["email", "sms", "whatsapp"]) {
        await template(channel);
        const sent = () => wanted({ type: channel, template_code: "otp" });
        await expectBoth(counter, endpoint, sent, [200, anOtp]);
      }
      const channels = (await messages()).map(({ channel, state }) => `${channel} ${state}`);
      expect(channels.sort()).toEqual(
        ["email", "sms", "whatsapp"].flatMap((channel) => Array(2).fill(`${channel} waiting`)),
      );
    });

    it("takes the customer in every form", async () => {
      type Customer = Awaited<ReturnType<typeof counter.customer>>;
      const forms: ((customer: Customer) => string | number)[] = [
        ({ email }) => email.toUpperCase(),
        ({ memberId }) => memberId,
        ({ local }) => local,
        ({ local }) => `+62${local.slice(1)}`,
        ({ id }) => id,
        ({ id }) => String(id),
      ];
      for (const form of forms) {
        const user = form(await counter.customer());
        await counter.does(endpoint, { [field]: user, type: "sms" });
        await counter.does(at.resetOtpLimit, { user });
      }
    });

    it("knows email, sms and whatsapp alone", async () => {
      for (const type of ["EMAIL", "pigeon", "e-mail"])
        await expectBoth(
          counter,
          endpoint,
          () => wanted({ type }),
          refused("invalid_choice", "type", types),
        );
      await expectBoth(
        counter,
        endpoint,
        () => wanted({ type: 1 }),
        refused("invalid", "type", "A string is expected."),
      );
    });

    it("refuses a type by which the customer cannot be reached, where it is to be sent", async () => {
      const unreachable = async (parts: object = {}) => {
        const { email } = await counter.customer({ mobileNumber: null });
        return { [field]: email, type: "sms", ...parts };
      };
      await expectBoth(counter, endpoint, unreachable, [200, anOtp]);
      await template("sms");
      await expectBoth(
        counter,
        endpoint,
        () => unreachable({ template_code: "otp" }),
        refused("invalid_type", "type", says(/no mobile number/)),
      );
    });

    it("refuses a template that is not there for the type, or cannot be filled", async () => {
      await template("sms");
      for (const [type, code] of [
        ["email", "otp"],
        ["sms", "otp2"],
      ])
        await expectBoth(
          counter,
          endpoint,
          () => wanted({ type, template_code: code }),
          refused(
            "invalid_template_code",
            "template_code",
            says(new RegExp(`"${code}" for ${type}`)),
          ),
        );
      await template("email", { code: "77", body: "{{code}}" });
      await expectBoth(
        counter,
        endpoint,
        () => wanted({ template_code: 77 }),
        refused("invalid_template_code", "template_code", says(/unknown placeholder \{\{code\}\}/)),
      );
      expect(await messages()).toEqual([]);
    });

    it("refuses the sixth within an hour, until the limit is reset", async () => {
      const { email } = await counter.customer();
      const body = { [field]: email, type: "email" };
      for (let n = 0; n < 5; n++) await counter.does(endpoint, body);
      await expectBoth(
        counter,
        endpoint,
        () => body,
        refused("otp_limit_reached", field, says(/try again in \d+ (minute|hour)/), 429),
      );
      await counter.does(at.resetOtpLimit, { user: email });
      await expectBoth(counter, endpoint, () => body, [200, anOtp]);
    });

    it("counts both purposes together, by the merchant's setting", async () => {
      counter = await openCounter(house, { otpRequestsPerHour: 2 });
      const { email } = await counter.customer();
      await counter.does(at.requestPinOtp, { user: email });
      await counter.does(at.requestPasswordOtp, { identifier: email, type: "sms" });
      const limited = refused("otp_limit_reached", field, says(/try again/), 429);
      await expectBoth(counter, endpoint, () => ({ [field]: email, type: "email" }), limited);
    });
  });

  it("goes by email for a PIN where no type is said", async () => {
    await template("email");
    const { email } = await counter.customer();
    await counter.does(at.requestPinOtp, { user: email, type: null, template_code: "otp" });
    expect(await messages()).toMatchObject([{ channel: "email", recipient: email }]);
  });

  it("needs a type for a password", async () => {
    await expectBoth(
      counter,
      at.requestPasswordOtp,
      () => ({ template_code: "x".repeat(256) }),
      refusedFields("required", {
        identifier: missing,
        type: missing,
        template_code: "At most 255 characters are allowed.",
      }),
    );
  });

  describe("resetting the limit (14)", () => {
    it("changes nothing where nothing was requested", async () => {
      const { email: user } = await counter.customer();
      await expectBoth(counter, at.resetOtpLimit, () => ({ user }), [200, ok]);
    });

    it("says that the status is invalid with every refusal", async () => {
      const cases: [unknown, string, string][] = [
        ["no@one.com", "invalid_user", "User not found"],
        ["", "required", missing],
        [1.5, "invalid", "A string or a whole number above zero is expected."],
      ];
      for (const [user, code, message] of cases) {
        const [status, body] = refused(code, "user", message);
        const wanted = [status, { ...body, status: "invalid" }] as const;
        await expectBoth(counter, at.resetOtpLimit, () => ({ user }), wanted);
      }
    });
  });
});
