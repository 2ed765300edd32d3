import type { CoreDeps } from "../../context.ts";
import type { Channel, MessageText } from "../types.ts";
import { placeOfMessage } from "./outbox.rules.ts";
import type { QueuedMessage } from "./outbox.sql.ts";

/** A message to a member of staff, or to an invited person. */
type StaffMessage = {
  readonly merchantId: number;
  /** Default: email. */
  readonly channel?: Channel;
  /** The message's code in the list of messages, such as `staff_invitation`. */
  readonly code: string;
  readonly to: string;
  readonly message: MessageText;
  /** Seconds after which the message is no longer sent. */
  readonly secondsToLive: number;
};

/** Seals a message to staff for `outboxArm`. */
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
