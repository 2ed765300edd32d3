import type { CoreContext } from "../../context.ts";
import { Failure } from "../../failures.ts";
import type { MessageTemplate } from "../types.ts";
import { deleteTemplate } from "./templates.sql.ts";

/**
 * Deletes a template of the merchant, with an audit entry. Throws `invalid_template_code` if there is no such
 * template.
 */
export async function removeTemplate(
  ctx: CoreContext,
  template: Pick<MessageTemplate, "code" | "channel">,
): Promise<void> {
  if (await deleteTemplate(ctx, template)) return;
  throw new Failure({
    code: "invalid_template_code",
    field: "code",
    message: `There is no message template "${template.code}" for ${template.channel}`,
  });
}
