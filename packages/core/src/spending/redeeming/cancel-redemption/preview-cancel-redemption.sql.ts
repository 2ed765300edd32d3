import { runText, type TextStatement } from "@stampbook/db";
import type { CoreContext } from "../../../foundation/context.ts";
import { type Form, now } from "../../../foundation/writing/index.ts";
import type { Cancelable } from "./cancel-redemption.rules.ts";
import { cancelableParts, redemption } from "./redemption.sql.ts";

/** The form for a look-up of one redemption without locks. */
const form: Form = { isSingle: true, isKeyed: false, skipLocked: "", skipShared: "", limit: "" };

const find: TextStatement = {
  name: "find_cancelable",
  text: `with calls as (select $3::bigint as redemption, ${now} as now)
select json_build_object(${cancelableParts})
from calls c${redemption(form)}`,
  parameters: 3,
};

/** Reads the data that a cancel of the redemption checks. */
export async function findCancelable(ctx: CoreContext, redemptionId: number): Promise<Cancelable> {
  const values = [ctx.caller.merchant.id, ctx.clockOffsetMs, redemptionId];
  const [row] = await runText(ctx.db, find, values);
  return row?.[0] as Cancelable;
}
