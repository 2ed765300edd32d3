import { schema } from "@stampbook/db";
import { asc, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { Merchant } from "../../foundation/context.ts";
import { deliverMessages, type OutgoingMessage } from "../../foundation/messages/index.ts";
import { Secret } from "../../foundation/secret.ts";
import { credentialsIn, rightPassword, rightPin, tallied } from "../../testing/credentials.ts";
import { harnessOfFile } from "../../testing/harness-of-file.ts";
import { refusalOf } from "../../testing/index.ts";
import { requestOtp } from "../otp/index.ts";
import { changePassword, resetPassword, setPassword } from "../password/index.ts";
import { changePin, resetPin, resetPinWithPassword, setPin, unblockPin } from "../pin/index.ts";

const t = harnessOfFile({ isOwn: true });
const given = credentialsIn(t);

async function outbox({ id }: Merchant) {
  const { outboxMessages } = schema;
  return t.db
    .select()
    .from(outboxMessages)
    .where(eq(outboxMessages.merchantId, id))
    .orderBy(asc(outboxMessages.createdAt));
}

/** Sends all queued messages, and returns them. */
async function sendAll() {
  const messages: OutgoingMessage[] = [];
  for (const channel of ["email", "sms", "whatsapp"] as const)
    await deliverMessages(t.deps, channel, async (message) => {
      messages.push(message);
      return { kind: "sent", providerId: null };
    });
  return messages;
}

const code = {
  code: "otp",
  subject: "Your code",
  body: "{{otp}} for {{customer_name}} of {{merchant_name}}, {{minutes}} minutes",
};

describe("a one-time password", () => {
  test.each([
    ["email", (c: { email: string }) => c.email],
    ["sms", () => "+628123456789"],
    ["whatsapp", () => "+628123456789"],
  ] as const)("is sent by %s where a template is named", async (channel, address) => {
    const { merchant, customer, ctx, user } = await given.customer();
    await given.template(merchant, { ...code, channel });
    const { otp } = await requestOtp(ctx, {
      user,
      purpose: "pin",
      type: channel,
      templateCode: "otp",
    });
    expect(await outbox(merchant)).toMatchObject([
      { kind: "otp", channel, templateCode: "otp", customerId: user, state: "waiting" },
    ]);
    expect(await sendAll()).toMatchObject([
      {
        recipient: address(customer),
        text: `${otp.reveal()} for ${customer.name} of ${merchant.name}, 5 minutes`,
      },
    ]);
  });

  test("goes by email where nothing is said, and nowhere without a template", async () => {
    const { merchant, ctx, user } = await given.customer();
    await given.template(merchant, code);
    const wanted = { user, purpose: "pin", type: null } as const;
    await requestOtp(ctx, { ...wanted, templateCode: null });
    expect(await outbox(merchant)).toEqual([]);
    await requestOtp(ctx, { ...wanted, templateCode: "otp" });
    expect(await outbox(merchant)).toMatchObject([{ channel: "email" }]);
    await sendAll();
  });

  test("is not made where it cannot be sent as the call says", async () => {
    const { merchant, ctx } = await given.customer();
    await given.template(merchant, code);
    await given.template(merchant, { ...code, code: "bad", body: "{{otp}} {{who}}" });
    const other = await t.given.merchant();
    await given.template(other, { ...code, code: "theirs" });
    const { id: user } = await t.given.customer(merchant);
    const ask = (type: "email" | "sms", templateCode: string) =>
      refusalOf(requestOtp(ctx, { user, purpose: "password", type, templateCode }));
    expect(
      [
        await ask("sms", "otp"),
        await ask("email", "none"),
        await ask("email", "theirs"),
        await ask("email", "bad"),
      ].map(({ code, message }) => [code, message]),
    ).toEqual([
      ["invalid_type", "This customer has no mobile number"],
      ["invalid_template_code", 'There is no message template "none" for email'],
      ["invalid_template_code", 'There is no message template "theirs" for email'],
      [
        "invalid_template_code",
        'Message template "bad" cannot be used: template has unknown placeholder {{who}}',
      ],
    ]);
    const { oneTimePasswords } = schema;
    expect(await t.db.$count(oneTimePasswords, eq(oneTimePasswords.merchantId, merchant.id))).toBe(
      0,
    );
  });

  test("above the limit neither is made nor sent", async () => {
    const { merchant, ctx, user } = await given.customer({ otpRequestsPerHour: 3 });
    await given.template(merchant, code);
    const wanted = { user, purpose: "pin", type: "email", templateCode: "otp" } as const;
    await tallied(Array.from({ length: 30 }, () => requestOtp(ctx, wanted)));
    expect(await outbox(merchant)).toHaveLength(3);
    await sendAll();
  });
});

describe("the notice of a change", () => {
  const notice = {
    code: "credential_changed",
    subject: "Your {{credential}}",
    body: "{{customer_name}}: your {{credential}} was changed at {{time}}",
    html: "<b>{{customer_name}}</b>",
  };

  test("follows each change of a PIN or password, and nothing else", async () => {
    const { merchant, customer, ctx, user } = await given.customer({}, { name: "Ani & Co" });
    await given.template(merchant, notice);
    const pin = new Secret("864209");
    const newPassword = new Secret("battery staple");
    const otp = (purpose: "pin" | "password") =>
      requestOtp(ctx, { user, purpose, type: null, templateCode: null }).then(({ otp }) => otp);
    const steps: [string | null, () => Promise<unknown>][] = [
      ["PIN", () => setPin(ctx, { user, pin: rightPin, confirmPin: rightPin })],
      [
        "PIN",
        () => changePin(ctx, { user, currentPin: rightPin, newPin: pin, confirmNewPin: pin }),
      ],
      [null, () => unblockPin(ctx, { user })],
      ["PIN", async () => resetPin(ctx, { user, otp: await otp("pin"), pin, confirmPin: pin })],
      ["kata sandi", () => setPassword(ctx, { user: customer.email, newPassword: rightPassword })],
      [
        "PIN",
        () => resetPinWithPassword(ctx, { user, password: rightPassword, pin, confirmPin: pin }),
      ],
      ["kata sandi", () => changePassword(ctx, { user, oldPassword: rightPassword, newPassword })],
      [
        "kata sandi",
        async () =>
          resetPassword(ctx, {
            user,
            otp: await otp("password"),
            newPassword,
            confirmNewPassword: newPassword,
          }),
      ],
    ];
    for (const [credential, step] of steps) {
      await step();
      const text = expect.stringMatching(
        new RegExp(
          `^Ani & Co: your ${credential} was changed at \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d$`,
        ),
      );
      expect(await sendAll()).toEqual(
        credential === null
          ? []
          : [
              {
                id: expect.any(String),
                recipient: customer.email,
                subject: `Your ${credential}`,
                text,
                html: "<b>Ani &amp; Co</b>",
              },
            ],
      );
    }
  });

  test("tells the time in the merchant's zone", async () => {
    const { merchant, user } = await given.customer({ timezone: "Asia/Jakarta" });
    await given.template(merchant, notice);
    const clockOffsetMs = t.offsetTo("2027-01-30T20:15:00Z");
    await setPin(t.as(merchant, { clockOffsetMs }), { user, pin: rightPin, confirmPin: rightPin });
    const [row] = await outbox(merchant);
    const opened = t.deps.secrets.unseal(`message ${merchant.id} ${row?.id}`, row?.payload ?? "");
    expect(opened).toContain("was changed at 2027-01-31 03:15");
    await t.db
      .delete(schema.outboxMessages)
      .where(eq(schema.outboxMessages.merchantId, merchant.id));
  });

  test.each([
    ["is off where the merchant says so", { notifyCredentialChanges: false }, []],
    ["has another template where the merchant says so", { notifyTemplateCode: "mine" }, []],
    ["is sent otherwise", {}, [{ kind: "notice", templateCode: "credential_changed" }]],
  ])("%s", async (_, settings, messages) => {
    const { merchant, ctx, user } = await given.customer(settings);
    await given.template(merchant, notice);
    await setPin(ctx, { user, pin: rightPin, confirmPin: rightPin });
    expect(await outbox(merchant)).toMatchObject(messages);
    await sendAll();
  });

  test("goes by SMS where that is the template there is", async () => {
    const { merchant, ctx, user } = await given.customer();
    await given.template(merchant, { ...notice, channel: "sms" });
    await setPin(ctx, { user, pin: rightPin, confirmPin: rightPin });
    expect(await sendAll()).toMatchObject([{ recipient: "+628123456789" }]);
  });

  test("that cannot be written keeps nobody from changing, and staff see why", async () => {
    const { merchant, ctx, user } = await given.customer();
    await given.template(merchant, { ...notice, body: "{{otp}}" });
    await setPin(ctx, { user, pin: rightPin, confirmPin: rightPin });
    expect(await outbox(merchant)).toMatchObject([
      { state: "dead", payload: null, lastError: "template has unknown placeholder {{otp}}" },
    ]);
  });

  test("of a change that did not happen is not sent", async () => {
    const { merchant, ctx, user } = await given.customer();
    await given.template(merchant, notice);
    const pins = ["864209", "864208", "864207"].map((text) => new Secret(text));
    await tallied(pins.map((pin) => setPin(ctx, { user, pin, confirmPin: pin })));
    expect(await outbox(merchant)).toHaveLength(1);
    await sendAll();
  });
});
