import { asJson, readArguments } from "./arguments.ts";
import { type Command, withDatabase } from "./command.ts";

/**
 * `migrate`: applies missing migrations, so that the next start has none to apply. It is for databases whose
 * migrations need another address or role than the service.
 */
export const migrateCommand: Command = async (args, context) => {
  const { values } = readArguments("migrate", args);
  return withDatabase(context.env(), context, async () => {
    context.out.write(values.json ? asJson({ isCurrent: true }) : "The database is current.\n");
    return 0;
  });
};
