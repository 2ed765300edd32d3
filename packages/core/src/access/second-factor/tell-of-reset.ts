import type { CoreDeps } from "../../context.ts";
import { noMessage, prepareStaffMessage, type QueuedMessage } from "../../messages/index.ts";
import { factorResetMail } from "../staff-mail/staff-mail.rules.ts";
import type { Guarded } from "./second-factor.rules.ts";

const DAYS = 7;

/**
 * Queues the mail to a person whose second factor was removed, in that merchant's outbox. Queues none
 * if no mail is set up or the person has no merchant, because it would never be sent.
 */
export function tellOfReset(
  deps: Pick<CoreDeps, "secrets">,
  { name, email }: Guarded,
  {
    merchantId,
    by,
    hasMail,
  }: {
    readonly merchantId: number | undefined;
    readonly by: string;
    readonly hasMail: boolean;
  },
): QueuedMessage | typeof noMessage {
  if (!hasMail || merchantId === undefined) return noMessage;
  return prepareStaffMessage(deps, {
    merchantId,
    code: "staff_second_factor_reset",
    to: email,
    message: factorResetMail({ name, by }),
    secondsToLive: DAYS * 24 * 60 * 60,
  });
}
