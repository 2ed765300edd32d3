import { run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { CoreContext } from "../foundation/context.ts";
import {
  customerArm,
  customerParameters,
  type Identifier,
  identifierForms,
  readIdentifier,
} from "../people/customers/index.ts";

const found = statement<number | null>(
  "test_means_for",
  { customer: customerArm },
  sql`(select to_json(id) from customer)`,
);

/** Returns the id of the customer with this identifier, of any form; null if there is none. */
export function meansFor(ctx: CoreContext, user: Identifier): Promise<number | null> {
  const { id, country } = ctx.caller.merchant;
  const ref = readIdentifier(user, identifierForms, country);
  return run(ctx.db, found, { merchantId: id, ...customerParameters(ref) });
}
