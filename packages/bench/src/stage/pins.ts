import type { Stage } from "./stage.ts";
import { shop } from "./things.ts";

/** Sets the same PIN for the first customers, each with their own verifier. */
export async function hashPins({ sql, core }: Stage, customers: number, pin: string) {
  const { merchant } = shop;
  for (let customer = 1; customer <= customers; customer++) {
    const owner = { merchantId: merchant, customerId: customer };
    const verifier = await core.secrets.hashPin(owner, pin);
    await sql`insert into pins (merchant_id, customer_id, verifier)
      values (${merchant}, ${customer}, ${verifier})`;
  }
}
