import type { Stage } from "./stage.ts";
import { shop } from "./things.ts";

/**
 * Sets the same password and the same verifier for all customers. Checking a shared verifier costs as much as
 * checking separate ones.
 */
export async function hashPasswords({ sql, core }: Stage, customers: number, password: string) {
  const verifier = await core.secrets.hashPassword(password);
  await sql`insert into passwords (merchant_id, customer_id, verifier)
    select ${shop.merchant}, customer, ${verifier} from generate_series(1, ${customers}) as customer`;
  await sql`analyze passwords`;
}
