import { readDatabase, runAudit } from "@stampbook/core/audit";
import { asJson, readArguments } from "./arguments.ts";
import { type Command, withDatabaseAsItIs } from "./command.ts";
import { idOption, Refused } from "./usage.ts";

/**
 * `audit [--merchant <id>]`: prints the broken invariants of each merchant, or of one. Exits with 1 if there
 * are any.
 */
export const auditCommand: Command = async (args, { env, out }) => {
  const { values } = readArguments("audit", args);
  const only = values.merchant === undefined ? null : idOption("merchant", values.merchant);
  return withDatabaseAsItIs(env(), async ({ db }) => {
    const { merchants } = await readDatabase(db);
    const looked = merchants.filter(({ id }) => only === null || id === only);
    if (only !== null && !looked.length) throw new Refused(`There is no merchant ${only}.`);
    const audited = [];
    for (const { id, name } of looked) {
      const broken = await runAudit(db, id);
      audited.push({ id, name, broken });
      if (values.json) continue;
      out.write(`Merchant ${id}, ${name}: ${broken.length || "nothing"} broken\n`);
      for (const { invariant, detail } of broken) out.write(`  ${invariant}: ${detail}\n`);
    }
    if (values.json) out.write(asJson({ merchants: audited }));
    else if (!looked.length) out.write("There is no merchant yet.\n");
    return audited.some(({ broken }) => broken.length) ? 1 : 0;
  });
};
