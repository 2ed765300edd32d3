import type { CoreDeps } from "../../../foundation/context.ts";
import {
  noMessage,
  prepareStaffMessage,
  type QueuedMessage,
} from "../../../foundation/messages/index.ts";
import { factorResetMail } from "../staff-mail/staff-mail.rules.ts";
import type { FactorOwner } from "./second-factor.rules.ts";

const DAYS = 7;

/**
 * Returns the mail to a person whose second factor is removed, for the outbox of `merchantId`. Returns
 * `noMessage` if the service sends no mails or the person has no merchant.
 */
export function prepareFactorResetMail(
  deps: Pick<CoreDeps, "secrets">,
  { name, email }: FactorOwner,
  {
    merchantId,
    resetBy,
    hasMail,
  }: {
    readonly merchantId: number | undefined;
    readonly resetBy: string;
    readonly hasMail: boolean;
  },
): QueuedMessage | typeof noMessage {
  if (!hasMail || merchantId === undefined) return noMessage;
  return prepareStaffMessage(deps, {
    merchantId,
    code: "staff_second_factor_reset",
    to: email,
    message: factorResetMail({ name, resetBy }),
    secondsToLive: DAYS * 24 * 60 * 60,
  });
}
