import { endToken, forgetOldSessions, mintToken } from "@stampbook/core/access";
import { forgetOldRows, readDatabase, readKeyUse, runAudit } from "@stampbook/core/audit";
import { remindGuests, writeBookingMessages } from "@stampbook/core/bookings";
import { listClashingCodes } from "@stampbook/core/catalogue";
import { listClashingIdentifiers, renewIdentifiers } from "@stampbook/core/customers";
import { countWaitingMessages, forgetOldMessages } from "@stampbook/core/messages";
import { exportMerchant } from "@stampbook/core/moving";
import { lookAtDatabase, lookAtTexts } from "@stampbook/db";
import { expect } from "vitest";
import { officeOf } from "../../src/cli/office.ts";
import { importedOf } from "../cli/office.ts";
import { sample } from "../sample.ts";
import type { Office } from "./office.ts";
import type { Tour } from "./open-tour.ts";

/** Runs the functions behind the commands: import, export, tokens, audit and doctor. */
export async function tourCommands({ core }: Tour, { merchant }: Office): Promise<void> {
  await importedOf(core, { ...sample, tokens: [{ name: "POS", scopes: ["*"] }], staff: [] });
  expect(await exportMerchant(core, merchant.id, async () => {})).toBe(true);
  const office = await officeOf(core, merchant.id);
  const limits = { scopes: ["*"] as const, stores: [], end: null };
  const { id } = await mintToken(office, { name: "Till", ...limits }, { hasMail: true });
  await endToken(office, id);
  expect(await runAudit(core.db)).toEqual([]);
  await readDatabase(core.db);
  await readKeyUse(core.db);
  await lookAtDatabase(core.db);
  await lookAtTexts(core.db);
}

/** Runs the hourly housekeeping, the messages to guests, and the queries of `doctor`. */
export async function tourHousekeeping({ core }: Tour): Promise<void> {
  await forgetOldRows(core);
  await forgetOldSessions(core);
  await forgetOldMessages(core);
  await renewIdentifiers(core);
  await listClashingIdentifiers(core);
  await listClashingCodes(core);
  await countWaitingMessages(core);
  await remindGuests(core);
  await writeBookingMessages(core);
}
