import { Failure } from "../../foundation/failures.ts";
import { tryTemplate, unusableTemplate } from "../../foundation/messages/index.ts";
import type { Moved, MovedMerchant } from "./import.rules.ts";
import { insertPlain } from "./import.sql.ts";

/** Inserts message templates. The HTML of a template with MJML is compiled from the MJML. */
export async function importTemplates(
  db: Parameters<typeof insertPlain>[0],
  merchant: MovedMerchant,
  rows: readonly Moved["messageTemplates"][],
): Promise<void> {
  const compiled: Moved["messageTemplates"][] = [];
  for (const row of rows) {
    const tried = await tryTemplate(row, merchant);
    if ("problem" in tried)
      throw new Failure({ ...unusableTemplate(row.code, tried.problem), field: tried.part });
    compiled.push({ ...tried.template, mjml: row.mjml });
  }
  await insertPlain(db, merchant.id, { kind: "messageTemplates", rows: compiled });
}
