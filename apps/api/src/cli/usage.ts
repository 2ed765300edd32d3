/** The command was not understood: exit 2. */
export class WrongUsage extends Error {
  override readonly name = "WrongUsage";
}

/** The command was understood, but refused or failed: exit 1, one line per problem. */
export class Refused extends Error {
  override readonly name = "Refused";
  constructor(...lines: readonly string[]) {
    super(lines.join("\n"));
  }
}

export const usage = `Usage: bin/stampbook <command>, or npm run stampbook -- <command>

  import <file>                 brings a merchant from a JSON file, all of it or nothing
  export --merchant <id>        writes a merchant to standard output, in the same format
  token create --merchant <id> --name <name> --scopes <scope,…> [--stores <id,…>] [--expires <YYYY-MM-DD>]
  token list --merchant <id>
  token revoke --merchant <id> --id <token>
  staff reset-second-factor <email>   lets somebody in again by the password alone, and ends their sessions
  staff confirm-email <email>   confirms that a person has their address, so that they may join a second merchant
  customer export --merchant <id> --id <customer>   writes everything that is held of one customer to standard output, as JSON
  customer anonymize --merchant <id> --id <customer> --reason <why> --confirm <customer>   erases their personal data for good
  audit [--merchant <id>]       looks for rows that break an invariant
  deliver                       sends messages to customers until it is stopped, beside the API's own sending
  migrate                       applies the migrations that the database lacks; a start does so too
  doctor                        looks at settings, HTTPS, the console, delivery, database and clock, changes nothing, and says what to do
  --help

They work on the database that DATABASE_URL or STAMPBOOK_DATA names.
Exit status: 0 done, 1 refused or failed, 2 wrong usage.`;

/** Returns what a word of the command line names. Undefined for inherited names too, such as `constructor`. */
export function pickNamed<Value>(
  named: Readonly<Record<string, Value>>,
  word: string | undefined,
): Value | undefined {
  return word !== undefined && Object.hasOwn(named, word) ? named[word] : undefined;
}

/** Reads an option as a whole number above 0. */
export function idOption(name: string, value: string | undefined): number {
  if (value === undefined) throw new WrongUsage(`--${name} is missing.`);
  const id = Number(value);
  if (!/^\d{1,16}$/.test(value) || !Number.isSafeInteger(id) || id === 0)
    throw new WrongUsage(`--${name} takes a whole number above 0.`);
  return id;
}

/** Reads an option as comma-separated words. */
export function listOption(name: string, value: string): string[] {
  const words = value.split(",").map((word) => word.trim());
  if (words.includes("")) throw new WrongUsage(`--${name} takes words divided by commas.`);
  return words;
}
