import type { CoreContext } from "../../../foundation/context.ts";
import { prepareStaffMessage, queueMessage } from "../../../foundation/messages/index.ts";
import { type NewToken, newOwnerMail, newTokenMail, type Told } from "./owner-mail.rules.ts";
import { selectTold } from "./owners.sql.ts";

const DAYS = 7;

/**
 * Mails the owners, also who caused it, because the session may be stolen: about a new token, or about a new
 * owner, who gets no mail. Call it in the transaction of the change.
 */
export async function mailOwners(
  ctx: Pick<CoreContext, "db" | "caller" | "secrets" | "clockOffsetMs">,
  news: { readonly token: NewToken } | { readonly ownerId: string },
): Promise<void> {
  const merchantId = ctx.caller.merchant.id;
  const told = await selectTold(ctx, "ownerId" in news ? news.ownerId : "");
  const { code, message } = mailOf(news, told);
  for (const to of told.owners) {
    const mail = { merchantId, code, to, message, secondsToLive: DAYS * 24 * 60 * 60 };
    await queueMessage(ctx, merchantId, prepareStaffMessage(ctx, mail));
  }
}

const mailOf = (news: Parameters<typeof mailOwners>[1], told: Told) =>
  "token" in news
    ? { code: "staff_new_token", message: newTokenMail(news.token, told) }
    : { code: "staff_new_owner", message: newOwnerMail(told) };
