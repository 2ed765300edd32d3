import { createServer, Socket } from "node:net";
import { afterEach, describe, expect, test, vi } from "vitest";
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
    const outcome = await sender()(message, inTime());
    expect(outcome).toEqual({ kind: "failed", reason: "SMTP ESOCKET", isPermanent: false });
  });
});

describe("a mail whose answer does not arrive may have been accepted", () => {
  test("nobody answers: it is given up when the time is over", async () => {
    server = await startMailServer({ silent: true });
    const outcome = await sender()(message, AbortSignal.timeout(200));
    expect(outcome).toEqual({ kind: "unknown", reason: "SMTP EABORT" });
  });

  test("the answer takes longer than a sender waits", async () => {
    server = await startMailServer({ answerAfterMs: 6_000 });
    const impatient = createEmailSender(
      { url: server.url, from: "a@example.com" },
      { answerMs: 2_000 },
    );
    const outcome = await impatient(message, inTime());
    expect(outcome).toEqual({ kind: "unknown", reason: "SMTP ETIMEDOUT" });
    await vi.waitFor(() => expect(server.mails).toHaveLength(1));
    const patient = createEmailSender(
      { url: server.url, from: "a@example.com" },
      { answerMs: 30_000 },
    );
    expect(await patient(message, inTime())).toMatchObject({ kind: "sent" });
  });

  test("a sender waits 45 seconds for it", async () => {
    server = await startMailServer();
    const waits = vi.spyOn(Socket.prototype, "setTimeout");
    await sender()(message, inTime());
    const limits = waits.mock.calls.map(([ms]) => ms);
    waits.mockRestore();
    expect(limits).toContain(45_000);
  });

  test("the server leaves in the middle of the mail", async () => {
    server = await startMailServer();
    const leaving = createServer((socket) => {
      socket.write("220 hello\r\n");
      socket.on("data", (said) => {
        if (String(said).endsWith("\r\n.\r\n")) socket.destroy();
        else socket.write(String(said).startsWith("DATA") ? "354 go on\r\n" : "250 yes\r\n");
      });
      socket.on("error", () => {});
    });
    await new Promise<void>((listening) => leaving.listen(0, "127.0.0.1", listening));
    const address = leaving.address();
    const url = `smtp://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
    const outcome = await createEmailSender({ url, from: "a@example.com" })(message, inTime());
    leaving.close();
    expect(outcome).toEqual({ kind: "unknown", reason: "SMTP ECONNECTION" });
  });
});
