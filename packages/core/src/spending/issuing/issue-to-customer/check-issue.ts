import { run, statement } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import type { CoreContext } from "../../../foundation/context.ts";
import { Failure } from "../../../foundation/failures.ts";
import { judging } from "../../../machinery/kernel/index.ts";
import { checks, columnsOfIssue, type IssueToCustomerInput, sees } from "./issue-to-customer.ts";

const judged = judging({ sees, call: {}, lists: { refused: checks } });
const answer = judged.docWith({});
type Seen = typeof answer extends SQL<infer Answer> ? Answer : never;

const load = statement<Seen>("check_issue", judged.arms, sql`(select ${answer} from seen b)`);

/** Throws what `issueToCustomer` would throw now, by its checks. Writes nothing. */
export async function checkIssue(ctx: CoreContext, input: IssueToCustomerInput): Promise<void> {
  const { caller, clockOffsetMs: offsetMs } = ctx;
  const call = columnsOfIssue(ctx, input);
  const at = { merchantId: caller.merchant.id, offsetMs };
  const seen = await run(ctx.db, load, { ...judged.valuesOf(call), ...at });
  const refusal = judged.refuse("refused", { seen, call, caller });
  if (refusal) throw new Failure(refusal);
}
