import type { CoreDeps } from "../../context.ts";
import { addressOn, fillTemplate, type PlaceholderValues } from "../templates/template.rules.ts";
import type { Contact, MessageTemplate } from "../types.ts";
import { placeOfMessage } from "./outbox.rules.ts";
import type { QueuedMessage } from "./outbox.sql.ts";

/** A message to a customer or a guest, before `prepareMessage` fills its template. */
type PrepareMessageInput = {
  readonly kind: Exclude<QueuedMessage["messageKind"], "staff">;
  readonly template: MessageTemplate;
  /** Whom it goes to. The id is null for the guest of a booking. */
  readonly customer: Contact & { readonly id: number | null };
  readonly values: PlaceholderValues;
  /** Seconds after which the message is no longer sent. */
  readonly secondsToLive: number;
};

/** What seals a message, and the merchant that sends it. */
type Sealing = Pick<CoreDeps, "secrets"> & {
  readonly caller: { readonly merchant: { readonly id: number } };
};

/**
 * Fills a template and seals the text for `outboxArm`. If the template cannot be filled, the message is
 * queued as dead. Staff can then see the reason.
 */
export function prepareMessage(ctx: Sealing, input: PrepareMessageInput): QueuedMessage {
  const { kind, template, customer, values, secondsToLive } = input;
  const id = ctx.secrets.newRowId();
  const filled = fillTemplate(template, values);
  return {
    messageId: id,
    messageCustomerId: customer.id,
    messageKind: kind,
    messageChannel: template.channel,
    messageTemplate: template.code,
    messageRecipient: addressOn(template.channel, customer) ?? "",
    ...("message" in filled
      ? {
          messagePayload: ctx.secrets.seal(
            placeOfMessage(ctx.caller.merchant.id, id),
            JSON.stringify(filled.message),
          ),
          messageError: null,
        }
      : { messagePayload: null, messageError: `template has ${filled.problem}` }),
    messageSeconds: secondsToLive,
  };
}
