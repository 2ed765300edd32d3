import { changesOf } from "../../foundation/audit/index.ts";
import type { CoreContext } from "../../foundation/context.ts";
import { Failure } from "../../foundation/failures.ts";
import { checkProgramme, type ProgrammeSettings } from "./programme.rules.ts";
import { getProgramme, updateProgramme } from "./programme.sql.ts";

/**
 * Changes the merchant's programme and writes an audit entry. Does not write fields that are missing in
 * `wanted`, so a concurrent change of them is not lost. Existing sales keep their stamps, and existing stamps
 * keep their last day. Returns all settings after the change. Refuses a value out of bounds, on its field.
 */
export async function saveProgramme(
  ctx: CoreContext,
  wanted: { readonly [Name in keyof ProgrammeSettings]?: ProgrammeSettings[Name] | undefined },
): Promise<ProgrammeSettings> {
  const before = await getProgramme(ctx);
  const given = Object.entries(wanted).filter(([, value]) => value !== undefined);
  const after: ProgrammeSettings = { ...before, ...Object.fromEntries(given) };
  const refusal = checkProgramme(before, after);
  if (refusal) throw new Failure(refusal);
  const changes = changesOf(before, after);
  return Object.keys(changes).length ? updateProgramme(ctx, changes) : before;
}
