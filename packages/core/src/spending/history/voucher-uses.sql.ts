import { type DocumentOf, oneOf, type Parameters, read, rowsOf, run, schema } from "@stampbook/db";
import { eq } from "drizzle-orm";
import type { CoreContext } from "../../foundation/context.ts";
import type { RedemptionStatus } from "../redeeming/index.ts";

const { redemptionLines: lines, redemptions } = schema;

const use = {
  status: oneOf<RedemptionStatus>(redemptions.status),
  storeId: redemptions.storeId,
};

type Input = { readonly voucherId: number };

const uses = read("list_voucher_uses", (p: Parameters<Input>) =>
  rowsOf(lines, { where: [eq(lines.voucherId, p("voucherId"))] })
    .join(redemptions, eq(redemptions.id, lines.redemptionId))
    .list(use),
);

/** Returns all redemptions that used a voucher, also those of stores that are not the caller's. */
export function selectVoucherUses(
  ctx: CoreContext,
  voucherId: number,
): Promise<readonly DocumentOf<typeof use>[]> {
  return run(ctx.db, uses, { merchantId: ctx.caller.merchant.id, voucherId });
}
