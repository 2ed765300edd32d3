import { type ForeseenMigration, type ForeseenTable, foreseeMigrations } from "@stampbook/db";
import { asJson, readArguments } from "./arguments.ts";
import { type Command, withDatabase, withUnmigrated } from "./command.ts";

/** Tills repeat a call that waits longer. */
const BRIEF_S = 2;

/**
 * `migrate`: applies missing migrations, so that the next start has none to apply. It is for databases whose
 * migrations need another address or role than the service. `--check` applies none, and says on which tables
 * calls will wait; it exits with 1 if they may wait for more than 2 s, or if it does not know.
 */
export const migrateCommand: Command = async (args, context) => {
  const { values } = readArguments("migrate", args);
  const { env, out } = context;
  if (!values.check)
    return withDatabase(env(), context, async () => {
      out.write(values.json ? asJson({ isCurrent: true }) : "The database is current.\n");
      return 0;
    });
  return withUnmigrated(env(), async ({ db }) => {
    const migrations = await foreseeMigrations(db);
    if (values.json) out.write(asJson({ migrations }));
    else if (!migrations.length) out.write("The database is current.\n");
    else for (const migration of migrations) out.write(linesOf(migration));
    return migrations.some(stopsTills) ? 1 : 0;
  });
};

function stopsTills({ tables }: ForeseenMigration): boolean {
  return tables.some(
    ({ table, stops, seconds }) => table === null || (stops !== "nothing" && seconds > BRIEF_S),
  );
}

function linesOf({ name, isOnline, tables }: ForeseenMigration): string {
  const how = isOnline ? "beside working tills" : "in one transaction";
  const lines = tables.map((each) => `  ${lineOf(each, isOnline)}\n`);
  return `${name}, ${how}${lines.length ? "" : ": no call waits"}\n${lines.join("")}`;
}

function lineOf({ table, stops, rows, bytes, seconds }: ForeseenTable, isOnline: boolean): string {
  if (table === null) return "a statement whose tables and time this command does not know";
  const size = `${rows.toLocaleString("en")} rows, ${Math.round(bytes / 1e6).toLocaleString("en")} MB`;
  const time = seconds ? `about ${seconds} s` : "briefly";
  const waits =
    stops === "nothing"
      ? `no call waits, takes ${time}`
      : `${stops === "writes" ? "sales and other writes wait" : "all calls wait"} ${isOnline ? "for some rows at a time, takes " : ""}${time}`;
  return `${table} (${size}): ${waits}`;
}
