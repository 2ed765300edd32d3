import { parseArgs } from "node:util";
import { type Command, withDatabase } from "./command.ts";

/**
 * `migrate`: applies what is lacking, as a start would, so that the start finds nothing to do. For
 * databases whose migrations take another address or another role than the service.
 */
export const migrateCommand: Command = async (args, context) => {
  parseArgs({ args: [...args], options: {} });
  return withDatabase(context.env(), context, async () => {
    context.out.write("The database is current.\n");
    return 0;
  });
};
