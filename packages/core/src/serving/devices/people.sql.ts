import { schema } from "@stampbook/db";
import { type SQL, sql } from "drizzle-orm";
import { PIN_TRIES, SECOND_FACTOR_DAYS } from "./device.rules.ts";

const { staffDevicePeople: people, staffUsers: users } = schema;

const factorDays = sql.raw(`interval '${SECOND_FACTOR_DAYS} days'`);

/**
 * Whether a person has a second factor, but has not used it on the device in the last `SECOND_FACTOR_DAYS`.
 * The PIN then opens no sessions there. Reads the CTE `clock`.
 */
export const needsFactorHere: SQL<boolean> = sql`(${users.twoFactorEnabled} and not coalesce(
  ${people.secondFactorAt} > (select now from clock) - ${factorDays}, false))`;

/**
 * Whether a person must sign in on the device before a PIN opens sessions there: if `needsFactorHere` is
 * true, or after too many wrong PINs in a row.
 */
export const needsSignInHere: SQL<boolean> = sql`(${needsFactorHere}
  or coalesce(${people.wrongTries} >= ${sql.raw(String(PIN_TRIES))}, false))`;
