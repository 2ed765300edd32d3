import { placeOfMessage, restAfter } from "../outbox/outbox.rules.ts";
import type {
  Channel,
  MessageSender,
  MessageText,
  OutgoingMessage,
  SendOutcome,
} from "../types.ts";
import {
  type ClaimedMessage,
  claimMessages,
  type DeliveryDeps,
  endMessage,
  type Leased,
  listMerchantsToServe,
  restMessage,
} from "./delivery.sql.ts";

/** While a message is leased, no other process sends it. A send is aborted earlier, after `SEND_MS`. */
const LEASE_SECONDS = 90;
/** Long enough for a mail server that answers slowly, because an aborted message may arrive twice. */
const SEND_MS = 60_000;
/** The most messages of one merchant that are sent at the same time. */
const AT_ONCE = 10;

/** The numbers of messages of a round. `putOff` messages are retried later, `dead` ones only by staff. */
export type Delivered = { readonly sent: number; readonly putOff: number; readonly dead: number };

/**
 * `giveUp` aborts the sends in progress. `served` has the ids of the merchants that concurrent rounds serve.
 */
type DeliveryRound = { readonly giveUp?: AbortSignal; readonly served?: Set<number> };

/**
 * Sends the due messages of a channel, merchant by merchant, at most ten for each. Skips merchants that other
 * rounds serve. Only one process at a time sends a message. A failed message is retried after a growing
 * delay; if its outcome is unknown, not before its lease ends. A message becomes dead if it expires, if its
 * one-time password is no longer valid, or if the provider refuses it permanently. A message can arrive twice
 * only if it is unknown whether a send succeeded.
 * Decisions, section 9.
 */
export async function deliverMessages(
  deps: DeliveryDeps,
  channel: Channel,
  send: MessageSender,
  { giveUp = new AbortController().signal, served = new Set() }: DeliveryRound = {},
): Promise<Delivered> {
  const total = { sent: 0, putOff: 0, dead: 0 };
  for (const merchantId of await listMerchantsToServe(deps, channel)) {
    if (giveUp.aborted) break;
    if (served.has(merchantId)) continue;
    served.add(merchantId);
    try {
      const came = await serve(deps, merchantId, channel, (message) =>
        send(message, AbortSignal.any([AbortSignal.timeout(SEND_MS), giveUp])),
      );
      for (const kind of came) total[kind]++;
    } finally {
      served.delete(merchantId);
    }
  }
  return total;
}

/** Sends a merchant's due messages at the same time, and returns the result of each. */
async function serve(
  deps: DeliveryDeps,
  merchantId: number,
  channel: Channel,
  send: Send,
): Promise<(keyof Delivered)[]> {
  const lease = deps.secrets.newRowId();
  const wanted = { merchantId, channel, lease, leaseSeconds: LEASE_SECONDS, most: AT_ONCE };
  const { claimed, expired } = await claimMessages(deps, wanted);
  const ends = await Promise.allSettled(
    claimed.map((message) => deliver(deps, { merchantId, id: message.id, lease }, message, send)),
  );
  const came = ends.map((end) => {
    if (end.status === "rejected") throw end.reason;
    return end.value;
  });
  return [...came, ...Array<"dead">(expired).fill("dead")];
}

type Send = (message: OutgoingMessage) => Promise<SendOutcome>;

async function deliver(
  deps: DeliveryDeps,
  leased: Leased,
  message: ClaimedMessage,
  send: Send,
): Promise<keyof Delivered> {
  const opened = deps.secrets.unseal(placeOfMessage(leased.merchantId, leased.id), message.payload);
  if (opened === null) {
    // retried later: during a change of keys, the message may be sealed with a key that this process lacks
    await restMessage(deps, leased, {
      seconds: restAfter(message.attempts),
      error: "sealed with a key that is not known",
      isAfterLease: false,
    });
    return "putOff";
  }
  const text: MessageText = JSON.parse(opened);
  const outcome = await attempt(send, { ...text, id: leased.id, recipient: message.recipient });
  if (outcome.kind === "sent") {
    await endMessage(deps, leased, { state: "sent", providerId: outcome.providerId });
    return "sent";
  }
  if (outcome.kind === "failed" && outcome.isPermanent) {
    await endMessage(deps, leased, { state: "dead", error: outcome.reason });
    return "dead";
  }
  await restMessage(deps, leased, {
    seconds: restAfter(message.attempts),
    error: outcome.reason,
    isAfterLease: outcome.kind === "unknown",
  });
  return "putOff";
}

async function attempt(send: Send, message: OutgoingMessage): Promise<SendOutcome> {
  try {
    return await send(message);
  } catch (error) {
    // the error's own message is left out, because it may contain the text to be sent
    const name = error instanceof Error ? error.name : "unknown";
    return { kind: "unknown", reason: `unexpected ${name}` };
  }
}
