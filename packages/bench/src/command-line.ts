import { type ParseArgsOptionsConfig, parseArgs } from "node:util";

/**
 * Thrown for a command line that cannot be run as given. The program then fails, because a run that measured
 * nothing must not pass.
 */
export class BadOptions extends Error {
  override readonly name = "BadOptions";
}

/**
 * Returns the names (`positionals`) and the options (`values`) of a command line. Throws `BadOptions` if
 * `parseArgs` rejects an option.
 */
export function readArguments<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // keeps Node's first sentence; the second explains how to pass a name that begins with a dash
    throw new BadOptions(error.message.split(". ")[0]);
  }
}

/**
 * Reads this process's command line with `read`. If `read` throws `BadOptions`, prints the message and ends
 * the process with code 2.
 */
export function readCommandLine<Options>(read: (args: readonly string[]) => Options): Options {
  try {
    return read(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof BadOptions)) throw error;
    console.error(error.message);
    process.exit(2);
  }
}
