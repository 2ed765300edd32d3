import type { CoreContext } from "../context.ts";
import { Failure } from "../failures.ts";
import { templateStore } from "./things.sql.ts";
import type { TemplateListed } from "./types.ts";

/** Returns the voucher template with this id. Throws `invalid_voucher_template` if it does not exist. */
export async function getVoucherTemplate(ctx: CoreContext, id: number): Promise<TemplateListed> {
  const found = await templateStore.find(ctx, id);
  if (!found)
    throw new Failure({
      code: "invalid_voucher_template",
      field: "id",
      message: "This is not there.",
    });
  return found;
}
