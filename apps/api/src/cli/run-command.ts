import { version } from "../version.ts";
import { auditCommand } from "./audit.ts";
import type { Command, CommandContext } from "./command.ts";
import { anonymizeCustomerCommand, exportCustomerCommand } from "./customer.ts";
import { deliverCommand } from "./deliver.ts";
import { doctorCommand } from "./doctor/doctor.ts";
import { explain } from "./explain.ts";
import { exportCommand } from "./export.ts";
import { help, helpOf } from "./help.ts";
import { importCommand } from "./import.ts";
import { migrateCommand } from "./migrate.ts";
import { moveCommand } from "./move/move.ts";
import { restoreCheckCommand } from "./restore-check/restore-check.ts";
import { type CommandName, specs } from "./specs.ts";
import { confirmEmailCommand, resetSecondFactorCommand } from "./staff.ts";
import { createTokenCommand, listTokensCommand, revokeTokenCommand } from "./token.ts";
import { WrongUsage } from "./usage.ts";

const commands: Readonly<Record<CommandName, Command>> = {
  import: importCommand,
  export: exportCommand,
  "token create": createTokenCommand,
  "token list": listTokensCommand,
  "token revoke": revokeTokenCommand,
  "staff reset-second-factor": resetSecondFactorCommand,
  "staff confirm-email": confirmEmailCommand,
  "customer export": exportCustomerCommand,
  "customer anonymize": anonymizeCustomerCommand,
  audit: auditCommand,
  "restore-check": restoreCheckCommand,
  move: moveCommand,
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
  const name = nameIn(args);
  const wantsHelp = args.includes("--help") || args.includes("-h") || args[0] === "help";
  if (wantsHelp || args[0] === "--version") {
    const text = wantsHelp ? (name ? helpOf(name) : help) : `stampbook ${version}`;
    context.out.write(`${text}\n`);
    return 0;
  }
  try {
    if (!name) throw new WrongUsage(explainName(args));
    return await commands[name](args.slice(name.split(" ").length), context);
  } catch (error) {
    const isWrong = error instanceof WrongUsage;
    context.err.write(
      `${isWrong ? `${error.message}\n\n${name ? helpOf(name) : help}` : explain(error)}\n`,
    );
    return isWrong ? 2 : 1;
  }
}

const names = Object.keys(specs) as CommandName[];

/** Finds the command that the arguments begin with, also after `help`. */
function nameIn(args: readonly string[]): CommandName | undefined {
  const words = args[0] === "help" ? args.slice(1) : args;
  return names.find((name) => name.split(" ").every((word, at) => words[at] === word));
}

function explainName([first]: readonly string[]): string {
  if (first === undefined) return "No command was given.";
  const verbs = names.flatMap((name) => (name.startsWith(`${first} `) ? [name.split(" ")[1]] : []));
  if (!verbs.length) return `There is no command ${first}.`;
  const last = verbs.pop();
  return `${first} takes ${verbs.length ? `${verbs.join(", ")} or ` : ""}${last}.`;
}
