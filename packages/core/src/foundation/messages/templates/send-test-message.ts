import { spendingOf, textSpendings } from "../../budgets/index.ts";
import { actorOf, type CoreContext } from "../../context.ts";
import { Failure } from "../../failures.ts";
import { countryNotAllowed, countryToRefuse } from "../mobile-number.rules.ts";
import { queueWithinBudgets } from "../outbox/outbox.sql.ts";
import { prepareStaffMessage } from "../outbox/prepare-staff-message.ts";
import type { WrittenTemplate } from "../types.ts";
import { tryOwnTemplate } from "./save-template.ts";
import { unusableTemplate } from "./template.rules.ts";
import { findSmsCountries, findStaffAddress } from "./templates.sql.ts";

const HOUR_SECONDS = 3_600;

/**
 * Sends a template with sample values to the caller. An email goes to the caller's own address, a text
 * message to `number`. Refuses a template that cannot be compiled or filled. Refuses a number in a country to
 * which no text messages may go, and too many tests.
 */
export async function sendTestMessage(
  ctx: CoreContext,
  { template, number }: { readonly template: WrittenTemplate; readonly number: string | null },
): Promise<{ readonly recipient: string }> {
  const { caller } = ctx;
  const { channel } = template;
  const tried = await tryOwnTemplate(ctx, template);
  if ("problem" in tried)
    throw new Failure({ ...unusableTemplate(template.code, tried.problem), field: tried.part });
  const to = channel === "email" ? await ownAddress(ctx) : number;
  if (to === null)
    throw new Failure({ code: "required", field: "number", message: "To which number?" });
  if (channel !== "email") await refuseOtherCountries(ctx, to);
  const message = prepareStaffMessage(ctx, {
    merchantId: caller.merchant.id,
    channel,
    code: template.code,
    to,
    message: tried.message,
    secondsToLive: HOUR_SECONDS,
  });
  const spendings = [spendingOf("testsOfCaller", actorOf(caller)), ...textSpendings(channel, to)];
  await queueWithinBudgets(ctx, message, spendings);
  return { recipient: to };
}

async function ownAddress(ctx: CoreContext): Promise<string | null> {
  return ctx.caller.kind === "staff" ? findStaffAddress(ctx, ctx.caller.userId) : null;
}

async function refuseOtherCountries(ctx: CoreContext, number: string): Promise<void> {
  const country = countryToRefuse(number, await findSmsCountries(ctx));
  if (country)
    throw new Failure({ code: "invalid", field: "number", message: countryNotAllowed(country) });
}
