import type { MessageSender, SendOutcome } from "@stampbook/core/messages";
import { openOnce } from "@stampbook/core/open-once";

/** Limit for each step of an SMTP conversation. The `signal` of a send limits the whole conversation. */
const STEP_MS = 10_000;

/** Sends mail by SMTP: `smtp://user:password@host:587`, or `smtps://` for TLS from the start. */
export function createEmailSender({
  url,
  from,
}: {
  readonly url: string;
  readonly from: string;
}): MessageSender {
  // loaded with the first mail, so that the service starts faster
  const transport = openOnce(async () => {
    const { createTransport } = await import("nodemailer");
    return createTransport({
      url,
      connectionTimeout: STEP_MS,
      greetingTimeout: STEP_MS,
      socketTimeout: STEP_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  });
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
      return failureOf(error);
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

function failureOf(error: unknown): SendOutcome {
  const { code, command, response, responseCode, permanent } = error as {
    code?: string;
    command?: string;
    response?: string;
    responseCode?: number;
    permanent?: boolean;
  };
  const isLimited = DAILY_LIMIT.test(response ?? "");
  return {
    kind: "failed",
    reason: `SMTP ${responseCode ?? code ?? "failed"}`,
    isPermanent:
      (permanent === true && !isLimited && aboutTheMessage.test(command ?? "")) ||
      (code === "EENVELOPE" && responseCode === undefined),
  };
}
