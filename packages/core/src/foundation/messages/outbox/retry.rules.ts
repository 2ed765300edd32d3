import type { Refusal } from "../../failures.ts";
import type { MessageKind } from "../types.ts";
import { LIMIT_REACHED, UNDONE } from "./outbox.rules.ts";

/** The fields that decide whether a message can be retried. */
export type EndedMessage = {
  readonly kind: MessageKind;
  readonly state: "waiting" | "sent" | "dead";
  /** Whether the message's text is still stored. */
  readonly isWritten: boolean;
  /** The reason why the message was not delivered. Null if it has not failed. */
  readonly lastError: string | null;
  /** Whether the message has expired, or what it says no longer holds. */
  readonly isLate: boolean;
};

const late = {
  otp: "The code in this message is no longer good. The customer has to ask for a new one.",
  notice: "This message is too old to be sent.",
  booking: "This message is too old to be sent, or its booking has changed since.",
  staff: "What this message offers has expired. Send a new one.",
};

/**
 * Returns the refusal that explains why a message cannot be retried. `message` is null if there is no such
 * message.
 */
export function whyNotAgain(message: EndedMessage | null): Refusal {
  return { code: "invalid", field: "id", message: sentence(message) };
}

function sentence(message: EndedMessage | null): string {
  if (!message) return "There is no such message.";
  if (message.state === "dead" && message.isLate) return late[message.kind];
  if (message.state === "dead" && message.lastError === LIMIT_REACHED)
    return "This message was held back: a daily or hourly limit had been reached.";
  if (message.state === "dead" && message.lastError === UNDONE)
    return "This message was held back: what it says was undone.";
  if (message.state === "dead" && !message.isWritten)
    return "This message was never written: its template could not be filled.";
  return "Only a message that was not delivered can be sent again.";
}
