import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";

/** Returns the folder of a world's mails (`worlds.ts`). */
function folderOfMails(apiPort = ""): string {
  return fileURLToPath(new URL(`../../.test/mails/${apiPort}`, import.meta.url));
}

/**
 * The mail server permanently refuses the first mail to this address, as if the mailbox did not exist yet. It
 * accepts later mails.
 */
export const lateAddress = "late-mailbox@example.com";

/** The mail server always refuses mails to this address, and answers that the sender must sign in first. */
export const guardedAddress = "guarded-mailbox@example.com";

export type Mail = { readonly to: string; readonly subject: string; readonly text: string };

/** Starts an SMTP server on loopback, which writes each mail to a file. Returns the server's URL. */
export async function startMailServer(apiPort: string): Promise<string> {
  const folder = folderOfMails(apiPort);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  let count = 0;
  let isThere = false;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: ({ address }, _session, accept) => {
      if (address === guardedAddress)
        return accept(Object.assign(new Error("Sign in first"), { responseCode: 530 }));
      if (address !== lateAddress || isThere) return accept();
      isThere = true;
      accept(new Error("No such mailbox"));
    },
    onData: (stream, session, accept) => {
      void buffer(stream)
        .then((raw) => PostalMime.parse(raw))
        .then(({ subject = "", text = "" }) => {
          const [to] = session.envelope.rcptTo;
          const mail: Mail = { to: to?.address ?? "", subject, text };
          const file = join(folder, `${++count}.json`);
          // renames the complete file, because the tests, in another process, must not read half a mail
          writeFileSync(`${file}.part`, JSON.stringify(mail));
          renameSync(`${file}.part`, file);
          accept();
        });
    },
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", () => listening()));
  const address = server.server.address();
  return `smtp://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
}

/** Returns an address's mails so far in the worker's own world, oldest first. */
export function mailsTo(address: string): readonly Mail[] {
  const folder = folderOfMails(process.env.E2E_API_PORT);
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10))
    .map((name): Mail => JSON.parse(readFileSync(join(folder, name), "utf8")))
    .filter(({ to }) => to === address);
}
