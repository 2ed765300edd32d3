import { afterEach, describe, expect, test } from "vitest";
import { type MailServer, startMailServer } from "../../test/mail-server.ts";
import { createEmailSender } from "./email.ts";

let server: MailServer;
afterEach(() => server.close());

const message = {
  id: "m-1",
  recipient: "ani@example.com",
  subject: "Your code — 優惠",
  text: "Your code is 123456\n",
  html: null,
};
const inTime = () => AbortSignal.timeout(120_000);
const sender = (from = "Shop <shop@example.com>") => createEmailSender({ url: server.url, from });

describe("a mail", () => {
  test("arrives at a real SMTP server as it was written", async () => {
    server = await startMailServer();
    expect(await sender()(message, inTime())).toEqual({
      kind: "sent",
      providerId: "<m-1@example.com>",
    });
    expect(server.mails).toMatchObject([
      {
        messageId: "<m-1@example.com>",
        from: { name: "Shop", address: "shop@example.com" },
        to: [{ address: "ani@example.com" }],
        subject: message.subject,
        text: message.text,
      },
    ]);
    expect(server.mails[0]?.html).toBeUndefined();
    expect(server.mails[0]?.headers).toContainEqual(
      expect.objectContaining({ key: "auto-submitted", value: "auto-generated" }),
    );
  });

  test("carries HTML beside its text", async () => {
    server = await startMailServer();
    await sender()({ ...message, html: "<b>123456</b>" }, inTime());
    expect(server.mails[0]).toMatchObject({
      text: expect.stringContaining("123456"),
      html: expect.stringContaining("<b>123456</b>"),
    });
  });

  test.each(["ani@example.com, eve@example.com", "ani@example.com\r\nRCPT TO:<eve@example.com>"])(
    "to %j reaches nobody else",
    async (recipient) => {
      server = await startMailServer();
      await sender()({ ...message, recipient }, inTime());
      const reached = server.mails.flatMap(({ to = [] }) => to.map(({ address }) => address));
      expect(reached).not.toContain("eve@example.com");
    },
  );
});

describe("a mail that does not arrive", () => {
  test.each([
    [550, true],
    [451, false],
  ])("refused with %i for its recipient", async (code, isPermanent) => {
    server = await startMailServer({ refusing: { code } });
    expect(await sender()(message, inTime())).toEqual({
      kind: "failed",
      reason: `SMTP ${code}`,
      isPermanent,
    });
  });

  test("refused because the mailbox has sent its most mails of the day", async () => {
    const text = "5.4.5 Daily user sending limit exceeded.";
    server = await startMailServer({ refusing: { code: 550, text } });
    expect(await sender()(message, inTime())).toEqual({
      kind: "failed",
      reason: "SMTP 550",
      isPermanent: false,
    });
  });

  test("nobody there", async () => {
    server = await startMailServer();
    await server.close();
    expect(await sender()(message, inTime())).toMatchObject({
      kind: "failed",
      isPermanent: false,
    });
  });

  test("nobody answers: it is given up when the time is over", async () => {
    server = await startMailServer({ silent: true });
    expect(await sender()(message, AbortSignal.timeout(200))).toEqual({
      kind: "failed",
      reason: "SMTP EABORT",
      isPermanent: false,
    });
  });
});
