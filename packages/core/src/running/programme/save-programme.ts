import type { CoreContext } from "../../foundation/context.ts";
import { checkProgramme, type ProgrammeSettings } from "./programme.rules.ts";
import { programme } from "./programme.sql.ts";

/**
 * Changes the merchant's programme and writes an audit entry. Does not write fields that are missing in
 * `wanted`. Existing sales keep their stamps, and existing stamps keep their last day. Returns all settings
 * after the change. Refuses a value out of bounds, on its field.
 */
export function saveProgramme(
  ctx: CoreContext,
  wanted: { readonly [Name in keyof ProgrammeSettings]?: ProgrammeSettings[Name] | undefined },
): Promise<ProgrammeSettings> {
  return programme.save(ctx, wanted, checkProgramme);
}
