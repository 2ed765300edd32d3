import { purseOf, spendBudgets, spendingOf, withinBudgets } from "../../budgets/index.ts";
import { actorOf, type CoreContext } from "../../context.ts";
import { Failure } from "../../failures.ts";
import type { MessageText, TemplateProblem, WrittenTemplate } from "../types.ts";
import { unusableTemplate } from "./template.rules.ts";
import { upsertTemplate } from "./templates.sql.ts";
import { type TriedTemplate, tryTemplate } from "./try-template.ts";

/**
 * Like `tryTemplate`, for a call. Counts a compilation of the caller. Throws `too_many_attempts` if they have
 * compiled too many.
 */
export async function tryOwnTemplate(
  ctx: CoreContext,
  written: WrittenTemplate,
): Promise<TriedTemplate | TemplateProblem> {
  if (written.mjml !== "") {
    const spendings = [spendingOf("compilationsOfCaller", actorOf(ctx.caller))];
    const purse = purseOf(ctx);
    await withinBudgets(purse, spendings, () => spendBudgets(purse, spendings));
  }
  return tryTemplate(written, ctx.caller.merchant);
}

/** Returns a message filled with sample values, or the template's problem. Saves nothing. */
export async function previewTemplate(
  ctx: CoreContext,
  written: WrittenTemplate,
): Promise<{ readonly message: MessageText } | TemplateProblem> {
  const tried = await tryOwnTemplate(ctx, written);
  return "problem" in tried ? tried : { message: tried.message };
}

/**
 * Saves a template of the merchant, with an audit entry. Refuses a template that cannot be compiled or
 * filled.
 */
export async function saveTemplate(ctx: CoreContext, written: WrittenTemplate): Promise<void> {
  const tried = await tryOwnTemplate(ctx, written);
  if ("problem" in tried)
    throw new Failure({ ...unusableTemplate(written.code, tried.problem), field: tried.part });
  await upsertTemplate(ctx, { ...tried.template, mjml: written.mjml });
}
