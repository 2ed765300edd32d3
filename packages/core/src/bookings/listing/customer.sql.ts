import { run, statement } from "@stampbook/db";
import { sql } from "drizzle-orm";
import type { CoreContext } from "../../foundation/context.ts";
import { Failure, unknownCustomer } from "../../foundation/failures.ts";
import {
  customerArm,
  customerParameters,
  type Identifier,
  identifierForms,
  readIdentifier,
} from "../../people/customers/index.ts";

const customerOf = statement<number | null>(
  "customer_of_bookings",
  { customer: customerArm },
  sql`(select id from customer)`,
);

/** Returns the id of the customer whom a call names. Throws `invalid_user` if there is none. */
export async function findCustomer({ caller, db }: CoreContext, user: Identifier): Promise<number> {
  const { merchant } = caller;
  const id = await run(db, customerOf, {
    ...customerParameters(readIdentifier(user, identifierForms, merchant.country)),
    merchantId: merchant.id,
  });
  if (id === null) throw new Failure(unknownCustomer);
  return id;
}
