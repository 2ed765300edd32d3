import { once } from "node:events";
import { exportMerchant } from "@stampbook/core/moving";
import { recordSecurityEvent } from "@stampbook/core/security-events";
import { readArguments } from "./arguments.ts";
import { type Command, withDatabaseAsItIs } from "./command.ts";
import { createPresenter } from "./merchant-file/present-part.ts";
import { officeOf, operator } from "./office.ts";
import { idOption } from "./usage.ts";

/**
 * `export --merchant <id>`: prints the merchant as an import file. The security event is recorded first, so
 * that every export has one.
 */
export const exportCommand: Command = async (args, { env, out }) => {
  const { values } = readArguments("export", args);
  const merchantId = idOption("merchant", values.merchant);
  const present = createPresenter();
  await withDatabaseAsItIs(env(), async (deps) => {
    const { caller, ...core } = await officeOf(deps, merchantId);
    await recordSecurityEvent(core, {
      merchantId: caller.merchant.id,
      what: "merchant-exported",
      result: "done",
      actor: operator,
    });
    return exportMerchant(deps, merchantId, async (part) => {
      if (!out.write(present(part))) await once(out, "drain");
    });
  });
  return 0;
};
