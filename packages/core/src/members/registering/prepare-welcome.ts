import { type Spending, spendingOf, textSpendings } from "../../foundation/budgets/index.ts";
import { actorOf, type CoreContext } from "../../foundation/context.ts";
import {
  chooseTemplate,
  type MessageTemplate,
  prepareMessage,
  type QueuedMessage,
} from "../../foundation/messages/index.ts";

/** An undelivered message expires after this time. */
const WELCOME_SECONDS = 3 * 86_400;

/**
 * The message to a new member, and the budgets that it spends. Both lists are empty if no message is sent.
 */
export type Welcome = {
  readonly notices: readonly QueuedMessage[];
  readonly spendings: readonly Spending[];
};

/** What the statement reads for the message. */
type Seen = {
  /** The templates of the message, one per channel. Empty if no message is sent. */
  readonly templates: readonly MessageTemplate[];
  /** Countries that may get text messages. */
  readonly smsCountries: readonly string[];
};

type NewMember = {
  readonly customer: number;
  readonly email: string | null;
  readonly mobileNumber: string | null;
};

/**
 * Prepares the message to a new member, with a template for a channel by which the member can be reached.
 * Returns empty lists if there is no such template. The message spends the same budgets as a
 * one-time password.
 */
export function prepareWelcome(
  ctx: CoreContext,
  { templates, smsCountries }: Seen,
  { customer: id, email, mobileNumber }: NewMember,
): Welcome {
  const template = chooseTemplate(templates, { email, mobileNumber }, smsCountries);
  if (!template) return { notices: [], spendings: [] };
  const message = prepareMessage(ctx, {
    ...{ kind: "notice", template, customer: { id, email, mobileNumber } },
    values: { customer_name: "", merchant_name: ctx.caller.merchant.name },
    secondsToLive: WELCOME_SECONDS,
  });
  const { messageChannel, messageRecipient } = message;
  const spendings = [
    spendingOf("codesOfCustomer", id),
    spendingOf("messagesOfCaller", actorOf(ctx.caller)),
    ...textSpendings(messageChannel, messageRecipient),
  ];
  return { notices: [message], spendings };
}
