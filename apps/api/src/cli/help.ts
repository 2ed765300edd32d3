import { type CommandName, type CommandSpec, specs } from "./specs.ts";

const PROGRAM = "bin/stampbook";
/** The longest word that has its text on the same line. */
const WIDEST = 30;

/** The help of all commands. */
export const help = `Usage: ${PROGRAM} <command>, or npm run stampbook -- <command>

${columns(Object.entries(specs).map(([name, spec]) => [lineOf(name, spec), spec.says]))}

  <command> --help   what a command takes
  --version          the version

They work on the database that DATABASE_URL or STAMPBOOK_DATA names.
Exit status: 0 done, 1 refused or failed, 2 wrong usage.`;

/** The help of one command. */
export function helpOf(name: CommandName): string {
  const spec: CommandSpec = specs[name];
  const options = Object.entries(spec.options ?? {}).map(
    ([option, { value, says }]) => [`--${option}${value ? ` ${value}` : ""}`, says] as const,
  );
  const usage = `Usage: ${PROGRAM} ${lineOf(name, spec)}\n\nIt ${spec.says}.`;
  return options.length ? `${usage}\n\n${columns(options)}` : usage;
}

/** A command with its arguments, those that may be left out in brackets. */
export function lineOf(name: string, { takes, options = {} }: CommandSpec): string {
  const words = Object.entries(options).map(([option, { value, isRequired }]) => {
    const word = `--${option}${value ? ` ${value}` : ""}`;
    return isRequired ? word : `[${word}]`;
  });
  return [name, ...(takes ? [takes] : []), ...words].join(" ");
}

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([word]) => (word.length > WIDEST ? 0 : word.length)));
  return rows
    .map(([word, says]) =>
      word.length > width
        ? `  ${word}\n  ${" ".repeat(width)}   ${says}`
        : `  ${word.padEnd(width)}   ${says}`,
    )
    .join("\n");
}
