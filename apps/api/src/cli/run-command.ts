import { auditCommand } from "./audit.ts";
import type { Command, CommandContext } from "./command.ts";
import { customerCommand } from "./customer.ts";
import { deliverCommand } from "./deliver.ts";
import { doctorCommand } from "./doctor/doctor.ts";
import { explain } from "./explain.ts";
import { exportCommand } from "./export.ts";
import { importCommand } from "./import.ts";
import { migrateCommand } from "./migrate.ts";
import { staffCommand } from "./staff.ts";
import { tokenCommand } from "./token.ts";
import { pickNamed, usage, WrongUsage } from "./usage.ts";

const commands: Readonly<Record<string, Command>> = {
  import: importCommand,
  export: exportCommand,
  token: tokenCommand,
  staff: staffCommand,
  customer: customerCommand,
  audit: auditCommand,
  deliver: deliverCommand,
  migrate: migrateCommand,
  doctor: doctorCommand,
};

/**
 * Runs a command line. The exit status is 0 for success, 1 if the command is refused, fails or finds
 * problems, and 2 for wrong usage.
 */
export async function runCommand(
  args: readonly string[],
  context: CommandContext,
): Promise<number> {
  const [name, ...rest] = args;
  if (args.includes("--help") || args.includes("-h") || name === "help") {
    context.out.write(`${usage}\n`);
    return 0;
  }
  try {
    const command = pickNamed(commands, name);
    if (!command)
      throw new WrongUsage(
        name === undefined ? "No command was given." : `There is no command ${name}.`,
      );
    return await command(rest, context);
  } catch (error) {
    const wrong = isWrongUsage(error);
    context.err.write(`${wrong ? `${error.message}\n\n${usage}` : explain(error)}\n`);
    return wrong ? 2 : 1;
  }
}

/** Whether the error is our own `WrongUsage`, or an error of Node's `parseArgs`. */
function isWrongUsage(error: unknown): error is Error {
  if (error instanceof WrongUsage) return true;
  return (
    error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS")
  );
}
