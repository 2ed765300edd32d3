import type { CoreDeps } from "../context.ts";
import { placeOfMessage } from "./outbox.rules.ts";
import type { QueuedMessage } from "./outbox.store.ts";
import type { Channel, MessageText } from "./types.ts";

/** A message to somebody who works for a merchant, or is asked to. */
export type StaffMessage = {
  readonly merchantId: number;
  /** Email where nothing is said. */
  readonly channel?: Channel;
  /** What it is, for the list of messages: `staff_invitation`. */
  readonly code: string;
  readonly to: string;
  readonly message: MessageText;
  /** How long it is worth sending. */
  readonly secondsToLive: number;
};

/** Seals a message to staff, for `outboxArm`. */
export function prepareStaffMessage(
  { secrets }: Pick<CoreDeps, "secrets">,
  { merchantId, channel = "email", code, to, message, secondsToLive }: StaffMessage,
): QueuedMessage {
  const id = secrets.newRowId();
  return {
    messageId: id,
    messageCustomerId: null,
    messageKind: "staff",
    messageChannel: channel,
    messageTemplate: code,
    messageRecipient: to,
    messagePayload: secrets.seal(placeOfMessage(merchantId, id), JSON.stringify(message)),
    messageError: null,
    messageSeconds: secondsToLive,
  };
}
