import { parseArgs } from "node:util";
import { type Command, withDatabase } from "./command.ts";

/**
 * `migrate`: applies missing migrations, so that the next start has none to apply. It is for databases whose
 * migrations need another address or role than the service.
 */
export const migrateCommand: Command = async (args, context) => {
  parseArgs({ args: [...args], options: {} });
  return withDatabase(context.env(), context, async () => {
    context.out.write("The database is current.\n");
    return 0;
  });
};
