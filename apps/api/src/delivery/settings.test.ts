import { describe, expect, test } from "vitest";
import { deliverySettings } from "./settings.ts";

const read = (variables: Record<string, string>) => deliverySettings.safeParse(variables);
const complaints = (variables: Record<string, string>) =>
  read(variables).error?.issues.map(({ path, message }) => `${path.join(".")} ${message}`);

describe("settings of delivery", () => {
  test("nothing given: nothing set up", () => {
    expect(read({}).data).toEqual({ email: null, sms: null, whatsapp: null });
  });

  test("each provider with its own", () => {
    expect(
      read({
        SMTP_URL: "smtps://user:pass@mail.example.com",
        MAIL_FROM: "Shop <shop@example.com>",
        SMS_PROVIDER: "twilio",
        SMS_ACCOUNT: "AC1",
        SMS_TOKEN: "t",
        SMS_FROM: "+1",
        WHATSAPP_PROVIDER: "cloud",
        WHATSAPP_ACCOUNT: "555",
        WHATSAPP_TOKEN: "w",
      }).data,
    ).toEqual({
      email: { url: "smtps://user:pass@mail.example.com", from: "Shop <shop@example.com>" },
      sms: {
        provider: "twilio",
        url: "https://api.twilio.com",
        account: "AC1",
        token: "t",
        from: "+1",
      },
      whatsapp: {
        provider: "cloud",
        url: "https://graph.facebook.com/v23.0",
        account: "555",
        token: "w",
      },
    });
  });

  test.each(["http://127.0.0.1:9/hook/", "http://x/hook?to=/", "http://x"])(
    "the address of a webhook stays as it is: %s",
    (url) => {
      expect(
        read({ SMS_PROVIDER: "webhook", SMS_URL: url, WHATSAPP_URL: "http://x" }).data,
      ).toEqual({ email: null, sms: { provider: "webhook", url, token: null }, whatsapp: null });
    },
  );

  test("a base address, to which paths are appended, loses its last slash", () => {
    const account = { SMS_ACCOUNT: "AC1", SMS_TOKEN: "t", SMS_FROM: "+1" };
    const cloud = { WHATSAPP_PROVIDER: "cloud", WHATSAPP_ACCOUNT: "5", WHATSAPP_TOKEN: "w" };
    const urls = { SMS_URL: "http://x/twilio/", WHATSAPP_URL: "http://x/v23.0/" };
    expect(read({ SMS_PROVIDER: "twilio", ...account, ...cloud, ...urls }).data).toMatchObject({
      sms: { url: "http://x/twilio" },
      whatsapp: { url: "http://x/v23.0" },
    });
  });

  test.each([
    "a@example.com",
    "stampbook@localhost",
    "Kopi Kemang <hello@example.com>",
    '"Kopi, Kemang" <hello@example.com>',
    "Kopi, Kemang <hello@example.com>",
    "Kopi Jalan-Jalan ☕ <halo@contoh.example>",
  ])("mails may come from %s", (from) => {
    expect(read({ SMTP_URL: "smtp://x", MAIL_FROM: from }).data?.email?.from).toBe(from);
  });

  test.each([
    "Stampbook",
    " ",
    "example.com",
    "Kopi <hello>",
    "Kopi <hello@>",
    "a@example.com, b@example.com",
    "Shops: a@example.com;",
  ])("mails cannot come from %j", (from) => {
    expect(complaints({ SMTP_URL: "smtp://x", MAIL_FROM: from })).toEqual([
      "MAIL_FROM must be an address, or Name <address>",
    ]);
  });

  test("what is missing is named, all of it", () => {
    expect(
      complaints({
        SMTP_URL: "smtp://x",
        SMS_PROVIDER: "twilio",
        WHATSAPP_PROVIDER: "webhook",
      }),
    ).toEqual([
      "MAIL_FROM is needed with SMTP_URL: the address that mails come from",
      "SMS_ACCOUNT is needed with SMS_PROVIDER=twilio",
      "SMS_TOKEN is needed with SMS_PROVIDER=twilio",
      "SMS_FROM is needed with SMS_PROVIDER=twilio",
      "WHATSAPP_URL is needed with WHATSAPP_PROVIDER=webhook",
    ]);
  });

  test("what makes no sense is named", () => {
    expect(
      complaints({ SMTP_URL: "https://x", SMS_PROVIDER: "cloud", WHATSAPP_URL: "ftp://x" }),
    ).toEqual([
      "SMTP_URL must be an smtp or smtps address",
      "SMS_PROVIDER must be twilio or webhook",
      "WHATSAPP_URL must be an http or https address",
    ]);
  });
});
