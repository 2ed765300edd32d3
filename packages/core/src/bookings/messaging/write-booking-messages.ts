import { despiteFailures } from "../../foundation/audit/index.ts";
import { spendingOf, textSpendings } from "../../foundation/budgets/index.ts";
import type { CoreDeps } from "../../foundation/context.ts";
import { chooseTemplate, noMessage, prepareMessage } from "../../foundation/messages/index.ts";
import { LINK_SECONDS, linkTo } from "../linking/link.rules.ts";
import { contactOf, secondsToLive, secondsToWait, valuesOf } from "./booking-message.rules.ts";
import { listMerchantsToWriteFor, listOpenMessages } from "./open-messages.sql.ts";
import type { NotedMessage } from "./types.ts";
import { writeMessage } from "./write-message.sql.ts";

/** The most messages that are read at once. */
const AT_ONCE = 50;

/**
 * Writes the noted messages about bookings to the outbox, merchant by merchant. A message goes on the first
 * channel of email, SMS and WhatsApp for which there are a template and an address that the guest gave; else
 * none is sent. Each message is written once, whatever processes run this. One that cannot be written does not
 * stop the others: see `despiteFailures`. Stops between messages when `isStopped` returns true. Returns the number
 * of messages in the outbox.
 */
export async function writeBookingMessages(
  deps: CoreDeps,
  isStopped: () => boolean = () => false,
): Promise<number> {
  let written = 0;
  /** Ends when none is left, or when other processes write them all. */
  async function writeFor(merchantId: number): Promise<void> {
    let ended = 0;
    await despiteFailures(async (attempt) => {
      for (const noted of await listOpenMessages(deps, merchantId, AT_ONCE)) {
        if (isStopped()) return;
        await attempt(async () => {
          const { isEnded, isWritten } = await writeNoted(deps, noted);
          ended += Number(isEnded);
          written += Number(isWritten);
        });
      }
    });
    if (ended > 0) await writeFor(merchantId);
  }
  return despiteFailures(async (attempt) => {
    for (const id of await listMerchantsToWriteFor(deps)) await attempt(() => writeFor(id));
    return written;
  });
}

function writeNoted(deps: CoreDeps, noted: NotedMessage) {
  const { merchant, bookingId } = noted;
  const contact = contactOf(noted);
  const template = chooseTemplate(noted.templates, contact, noted.smsCountries);
  const seconds = secondsToLive(noted);
  if (!template || seconds <= 0 || !noted.holds)
    return writeMessage(deps, { noted, message: noMessage });
  const ends = noted.starts + LINK_SECONDS;
  const link = merchant.bookingLinks && linkTo(deps, { merchantId: merchant.id, bookingId, ends });
  const message = prepareMessage(
    { ...deps, caller: { merchant } },
    {
      ...{ kind: "booking", template, customer: { ...contact, id: null } },
      values: valuesOf(noted, link || ""),
      secondsToLive: seconds,
    },
  );
  const { messageRecipient: to } = message;
  const address = deps.secrets.fingerprint(`booking messages to ${to.toLowerCase()}`);
  const spendings = [
    spendingOf("bookingMessagesOfAddress", address),
    ...textSpendings(template.channel, to),
  ];
  return writeMessage(deps, { noted, message, spendings, waitSeconds: secondsToWait(noted) });
}
