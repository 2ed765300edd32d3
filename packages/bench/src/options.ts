import { BadOptions, readArguments } from "./command-line.ts";
import { operations } from "./pair/calls.ts";
import { scenarios } from "./scenarios/index.ts";
import type { Scenario, Settings } from "./types.ts";

/** The options of the command line. */
export type Options = {
  readonly settings: Settings;
  readonly scenarios: readonly Scenario[];
  /** The operation whose statement is compared with that of another revision; null to run scenarios. */
  readonly pair: {
    readonly name: string;
    readonly against: string;
    readonly rounds: number;
  } | null;
  readonly json: boolean;
  readonly write: boolean;
};

/** Reads the command line. Throws `BadOptions` for an unknown name or option, and for a bad number. */
export function readOptions(args: readonly string[]): Options {
  const { positionals, values } = readArguments(args, {
    rounds: { type: "string" },
    seconds: { type: "string", default: "1.5" },
    connections: { type: "string", default: "32" },
    customers: { type: "string", default: "10000" },
    size: { type: "string", default: "1000000" },
    expiring: { type: "string", default: "100000" },
    members: { type: "string", default: "100000" },
    json: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    against: { type: "string", default: "HEAD" },
  });
  const { json, write, against } = values;
  const isPair = positionals[0] === "pair";
  const settings = {
    rounds: wholeNumber("rounds", values.rounds ?? (isPair ? "300" : "5")),
    seconds: someNumber("seconds", values.seconds),
    connections: wholeNumber("connections", values.connections),
    customers: wholeNumber("customers", values.customers),
    size: wholeNumber("size", values.size),
    expiring: wholeNumber("expiring", values.expiring),
    members: wholeNumber("members", values.members),
  };
  if (!isPair) return { settings, scenarios: chosen(positionals), pair: null, json, write };
  const [, name = ""] = positionals;
  if (!(name in operations) || positionals.length > 2)
    throw new BadOptions(`pair takes one of ${Object.keys(operations).join(", ")}`);
  const pair = { name, against, rounds: settings.rounds };
  return { settings, scenarios: [], pair, json, write };
}

/** The scenarios with these names or groups. The usual ones if no words are given. */
function chosen(words: readonly string[]): readonly Scenario[] {
  const wanted = words.length ? words : ["usual"];
  const isAt = ({ name, group }: Scenario, word: string) => name === word || group === word;
  const unknown = wanted.filter((word) => !scenarios.some((scenario) => isAt(scenario, word)));
  if (!unknown.length)
    return scenarios.filter((scenario) => wanted.some((word) => isAt(scenario, word)));
  const names = scenarios.map(({ name }) => name).join(", ");
  throw new BadOptions(`There is no ${unknown.join(" and no ")}. Which one? ${names}`);
}

function wholeNumber(option: string, text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(number) && number > 0) return number;
  throw new BadOptions(`--${option} takes a whole number above 0, not ${text}.`);
}

function someNumber(option: string, text: string): number {
  const number = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && number > 0) return number;
  throw new BadOptions(`--${option} takes a number above 0, not ${text}.`);
}
