import type { CoreContext } from "../context.ts";
import { Failure } from "../failures.ts";
import { queueMessage } from "./outbox.store.ts";
import { prepareStaffMessage } from "./prepare-staff-message.ts";
import { findStaffAddress } from "./settings.store.ts";
import { unusableTemplate } from "./template.rules.ts";
import { tryTemplate } from "./try-template.ts";
import type { WrittenTemplate } from "./types.ts";

const HOUR_SECONDS = 3_600;

/**
 * Sends a template with samples to who tries it: an email to their own address, else to the number
 * that they name. Refuses a template that no message could fill.
 */
export async function sendTestMessage(
  ctx: CoreContext,
  { template, number }: { readonly template: WrittenTemplate; readonly number: string | null },
): Promise<{ readonly recipient: string }> {
  const { caller } = ctx;
  const tried = await tryTemplate(template, caller.merchant.name);
  if ("problem" in tried)
    throw new Failure({ ...unusableTemplate(template.code, tried.problem), field: tried.part });
  const email = caller.kind === "staff" ? await findStaffAddress(ctx, caller.userId) : null;
  const to = template.channel === "email" ? email : number;
  if (to === null)
    throw new Failure({ code: "required", field: "number", message: "To which number?" });
  const message = prepareStaffMessage(ctx, {
    merchantId: caller.merchant.id,
    channel: template.channel,
    code: template.code,
    to,
    message: tried.message,
    secondsToLive: HOUR_SECONDS,
  });
  await queueMessage(ctx, caller.merchant.id, message);
  return { recipient: to };
}
