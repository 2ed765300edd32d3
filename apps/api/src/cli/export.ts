import { once } from "node:events";
import { parseArgs } from "node:util";
import { exportMerchant } from "@stampbook/core/merchants";
import { type Command, withDatabaseAsItIs } from "./command.ts";
import { createPresenter } from "./merchant-file/present-part.ts";
import { idOption, Refused } from "./usage.ts";

/** `export --merchant <id>` */
export const exportCommand: Command = async (args, { env, out }) => {
  const { values } = parseArgs({ args: [...args], options: { merchant: { type: "string" } } });
  const merchantId = idOption("merchant", values.merchant);
  const present = createPresenter();
  const found = await withDatabaseAsItIs(env(), (deps) =>
    exportMerchant(deps, merchantId, async (part) => {
      if (!out.write(present(part))) await once(out, "drain");
    }),
  );
  if (!found) throw new Refused(`There is no merchant ${merchantId}.`);
  return 0;
};
