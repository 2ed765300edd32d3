import type { CoreContext } from "../../../foundation/context.ts";
import { Failure, unknownCustomer } from "../../../foundation/failures.ts";
import { type Profile, selectProfile } from "./profile.sql.ts";

export type { Profile };

/** Returns a customer with membership, consents and the number of open vouchers. Throws `invalid_user`. */
export async function getCustomer(ctx: CoreContext, customerId: number): Promise<Profile> {
  const found = await selectProfile(ctx, customerId);
  if (!found) throw new Failure(unknownCustomer);
  return found;
}
