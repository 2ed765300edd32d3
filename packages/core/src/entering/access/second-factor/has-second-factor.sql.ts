import { rowsOfPersons, schema } from "@stampbook/db";
import { eq, type SQL, sql } from "drizzle-orm";

const { staffPasskeys: passkeys, staffUsers: users } = schema;

/** Whether a person has an authenticator or a passkey. */
export const hasSecondFactor: SQL<boolean> = sql`(${users.twoFactorEnabled} or ${rowsOfPersons(
  passkeys,
  { where: [eq(passkeys.userId, users.id)] },
).exists()})`;
