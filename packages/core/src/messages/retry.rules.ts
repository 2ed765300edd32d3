import type { Refusal } from "../failures.ts";

/** What decides whether a message can be tried again. */
export type EndedMessage = {
  readonly kind: "otp" | "notice" | "staff";
  readonly state: "waiting" | "sent" | "dead";
  /** Whether its text is still there. */
  readonly isWritten: boolean;
  /** Whether it has become pointless. */
  readonly isLate: boolean;
};

const late = {
  otp: "The code in this message is no longer good. The customer has to ask for a new one.",
  notice: "This message is too old to be sent.",
  staff: "What this message offers has expired. Send a new one.",
};

/** Why a message cannot be tried again. */
export function whyNotAgain(message: EndedMessage | null): Refusal {
  return { code: "invalid", field: "id", message: sentence(message) };
}

function sentence(message: EndedMessage | null): string {
  if (!message) return "There is no such message.";
  if (message.state === "dead" && message.isLate) return late[message.kind];
  if (message.state === "dead" && !message.isWritten)
    return "This message was never written: its template could not be filled.";
  return "Only a message that was not delivered can be sent again.";
}
