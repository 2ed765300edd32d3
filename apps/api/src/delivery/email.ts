import type { MessageSender, SendOutcome } from "@stampbook/core/messages";
import { openOnce } from "@stampbook/core/open-once";
import { isBeforeConnection } from "./connecting.ts";

/** Limit for connecting, including the server's greeting. */
const CONNECT_MS = 10_000;
/**
 * Limit for each answer after the greeting. A server may check a mail's content before it answers. The
 * `signal` of a send limits the whole conversation.
 */
const ANSWER_MS = 45_000;

async function openTransport(url: string, answerMs: number) {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    url,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: answerMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Connects and signs in to the server, and sends no mail. Returns why that fails; null if it succeeds. */
export async function tryEmail(url: string): Promise<string | null> {
  const transport = await openTransport(url, CONNECT_MS);
  try {
    await transport.verify();
    return null;
  } catch (error) {
    return reasonOf(error);
  } finally {
    transport.close();
  }
}

/** Sends mail by SMTP: `smtp://user:password@host:587`, or `smtps://` for TLS from the start. */
export function createEmailSender(
  { url, from }: { readonly url: string; readonly from: string },
  { answerMs = ANSWER_MS } = {},
): MessageSender {
  // loaded with the first mail, so that the service starts faster
  const transport = openOnce(() => openTransport(url, answerMs));
  const domain = /@([^\s>]+)>?\s*$/.exec(from)?.[1] ?? "localhost";
  return async ({ id, recipient, subject, text, html }, signal) => {
    try {
      const { messageId } = await (await transport()).sendMail({
        from,
        // one object, so that nothing in the address is parsed as a list or a name
        to: { name: "", address: recipient },
        subject,
        text,
        ...(html === null ? {} : { html }),
        messageId: `<${id}@${domain}>`,
        headers: { "Auto-Submitted": "auto-generated" },
        signal,
      });
      return { kind: "sent", providerId: messageId ?? null };
    } catch (error) {
      return outcomeOf(error);
    }
  };
}

/**
 * The steps of SMTP in which a refusal is about this message. In other steps it is about the account or the
 * server.
 */
const aboutTheMessage = /^(RCPT TO|DATA|MESSAGE)/;

/** The enhanced status of a mailbox that has sent its most mails of the day. Gmail sends it with 550. */
const DAILY_LIMIT = /^\d{3}[ -]5\.4\.5\b/;

/** The properties that nodemailer adds to its errors. */
type SmtpError = {
  readonly code?: string;
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
  readonly permanent?: boolean;
  readonly timeoutType?: string;
};

/** Codes of errors that end a conversation, at any step, without an answer of the server. */
const withoutAnswer: ReadonlySet<unknown> = new Set([
  "EABORT",
  "ECONNECTION",
  "EPROTOCOL",
  "ESOCKET",
  "ETIMEDOUT",
]);
/** Time-outs of connecting, of the greeting and of STARTTLS. All of them come before the mail is sent. */
const early: ReadonlySet<unknown> = new Set([
  "CONNECT_TIMEOUT",
  "GREETING_TIMEOUT",
  "UPGRADE_TIMEOUT",
]);

/**
 * Returns whether the server may have accepted the mail. Most errors do not show how much of the mail was
 * sent before them.
 */
function isUnknown(error: unknown): boolean {
  const { code, responseCode, timeoutType } = error as SmtpError;
  if (responseCode !== undefined || !withoutAnswer.has(code)) return false;
  return !early.has(timeoutType) && !isBeforeConnection(error);
}

/** The server's status, or the code of the error, never its text. */
function reasonOf(error: unknown): string {
  const { code, responseCode } = error as SmtpError;
  return `SMTP ${responseCode ?? code ?? "failed"}`;
}

function outcomeOf(error: unknown): SendOutcome {
  const { code, command, response, responseCode, permanent } = error as SmtpError;
  const reason = reasonOf(error);
  if (isUnknown(error)) return { kind: "unknown", reason };
  const isLimited = DAILY_LIMIT.test(response ?? "");
  return {
    kind: "failed",
    reason,
    isPermanent:
      (permanent === true && !isLimited && aboutTheMessage.test(command ?? "")) ||
      (code === "EENVELOPE" && responseCode === undefined),
  };
}
