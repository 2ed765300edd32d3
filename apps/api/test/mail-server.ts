import { buffer } from "node:stream/consumers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

/** A real SMTP server on loopback that stores the messages it accepts. */
export type MailServer = {
  readonly url: string;
  readonly port: number;
  readonly mails: readonly Email[];
  /** The number of SMTP sessions that were started, with any outcome. */
  readonly conversations: () => number;
  readonly close: () => Promise<void>;
};

type Refusing = { readonly recipient?: string; readonly code: number; readonly text?: string };

/**
 * Starts the server. `refusing` answers RCPT TO with its code and text, for one recipient or for all.
 * `silent` accepts connections and never answers. `answerAfterMs` is the time between keeping a mail and
 * answering that it was accepted.
 */
export async function startMailServer({
  port = 0,
  refusing,
  silent = false,
  answerAfterMs = 0,
}: {
  readonly port?: number;
  readonly refusing?: Refusing;
  readonly silent?: boolean;
  readonly answerAfterMs?: number;
} = {}): Promise<MailServer> {
  const mails: Email[] = [];
  let conversations = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    closeTimeout: 0,
    onConnect: (_session, accept) => {
      conversations++;
      if (!silent) accept();
    },
    onRcptTo: ({ address }, _session, accept) => {
      const isRefused = refusing && (refusing.recipient ?? address) === address;
      if (!isRefused) return accept();
      const refusal = new Error(refusing.text ?? `not ${address}`);
      accept(Object.assign(refusal, { responseCode: refusing.code }));
    },
    onData: (stream, _session, accept) => {
      void buffer(stream)
        .then((raw) => PostalMime.parse(raw))
        .then((mail) => {
          mails.push(mail);
          setTimeout(accept, answerAfterMs);
        });
    },
  });
  server.on("error", () => {});
  await new Promise<void>((listening) => server.listen(port, "127.0.0.1", () => listening()));
  const address = server.server.address();
  const bound = typeof address === "object" && address ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${bound}`,
    port: bound,
    mails,
    conversations: () => conversations,
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}
