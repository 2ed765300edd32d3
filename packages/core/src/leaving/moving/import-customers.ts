import type { CoreDeps } from "../../foundation/context.ts";
import type { Moved, MovedMerchant } from "./import.rules.ts";
import { type CustomerRow, insertCustomers } from "./import-customers.sql.ts";

/** Inserts customers. Hashes passwords and PINs that the file contains in plain text. */
export async function importCustomers(
  deps: CoreDeps,
  merchant: Pick<MovedMerchant, "id" | "country">,
  customers: readonly Moved["customers"][],
): Promise<void> {
  const hashed = ({
    password,
    pin,
    ...row
  }: Moved["customers"]): CustomerRow | Promise<CustomerRow> =>
    typeof password === "string" || typeof pin === "string" ? hash(row, password, pin) : row;

  async function hash(row: CustomerRow, password?: string | null, pin?: string | null) {
    const owner = { merchantId: merchant.id, customerId: row.id };
    const [passwordVerifier, pinVerifier] = await Promise.all([
      password ? deps.secrets.hashPassword(password) : row.passwordVerifier,
      pin ? deps.secrets.hashPin(owner, pin) : row.pinVerifier,
    ]);
    return { ...row, passwordVerifier, pinVerifier };
  }

  await insertCustomers(deps, merchant, await Promise.all(customers.map(hashed)));
}
