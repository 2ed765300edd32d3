import { purseOf, spendBudgets, spendingOf, withinBudgets } from "../../budgets/index.ts";
import { actorOf, type CoreContext } from "../../context.ts";
import type { TemplateProblem, WrittenTemplate } from "../types.ts";
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
