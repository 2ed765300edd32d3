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

/** Reads an option as a whole number above 0. */
export function idOption(name: string, value: string): number {
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
