import type { CoreDeps } from "../../foundation/context.ts";
import type { Moved } from "./import.rules.ts";
import { type ImportedStaff, insertStaff, selectKnownStaff } from "./import-access.sql.ts";

/** A password that the import generated. It is shown once. */
export type MadePassword = { readonly email: string; readonly password: string };

/**
 * Inserts people, with their roles and stores. A person who already has an account keeps name and password,
 * because a file must not take over an account.
 */
export async function importStaff(
  deps: CoreDeps,
  merchantId: number,
  staff: readonly Moved["staff"][],
): Promise<{ passwords: MadePassword[]; known: string[] }> {
  const known = new Set(
    await selectKnownStaff(
      deps.db,
      staff.map(({ email }) => email),
    ),
  );
  const passwords: MadePassword[] = [];

  async function verifierOf(person: Moved["staff"]): Promise<string | null> {
    if (known.has(person.email)) return null;
    if (person.passwordVerifier) return person.passwordVerifier;
    const password = person.password ?? deps.secrets.newPassword();
    if (!person.password) passwords.push({ email: person.email, password });
    return deps.secrets.hashPassword(password);
  }

  const rows = await Promise.all(
    staff.map(
      async (person): Promise<ImportedStaff> => ({
        userId: deps.secrets.newRowId(),
        accountId: deps.secrets.newRowId(),
        email: person.email,
        name: person.name,
        verifier: await verifierOf(person),
        role: person.role,
        stores: person.stores,
      }),
    ),
  );
  await insertStaff(deps.db, merchantId, rows);
  return { passwords, known: [...known] };
}
