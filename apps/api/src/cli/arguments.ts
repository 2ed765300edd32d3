import { parseArgs } from "node:util";
import { type CommandName, type CommandSpec, specs } from "./specs.ts";
import { WrongUsage } from "./usage.ts";

type Values<Name extends CommandName> = (typeof specs)[Name] extends {
  readonly options: infer Options;
}
  ? { readonly [Option in keyof Options]: OptionValue<Options[Option]> }
  : Record<never, never>;
type OptionValue<Option> = Option extends { readonly value: string }
  ? Option extends { readonly isRequired: true }
    ? string
    : string | undefined
  : boolean;

/**
 * Reads a command's arguments. Throws `WrongUsage` for an option that the command does not take, for one that
 * is missing or empty, and for a missing or further argument without a name.
 */
export function readArguments<Name extends CommandName>(
  name: Name,
  args: readonly string[],
): { readonly values: Values<Name>; readonly positional: string } {
  const { takes, options = {} }: CommandSpec = specs[name];
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(options).map(([option, { value }]) => [
        option,
        { type: value ? ("string" as const) : ("boolean" as const) },
      ]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values: Record<string, string | boolean> = {};
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (!option) throw new WrongUsage(`${name} has no option ${token.rawName}.`);
    if (!option.value && token.value !== undefined)
      throw new WrongUsage(`${token.rawName} takes no value.`);
    // `--merchant --name x`: the next option is no value
    if (
      option.value &&
      (token.value === undefined || (!token.inlineValue && token.value.startsWith("--")))
    )
      throw new WrongUsage(`${token.rawName} takes ${option.value}.`);
    values[token.name] = token.value ?? true;
  }
  for (const [option, { value, isRequired }] of Object.entries(options)) {
    if (isRequired && !String(values[option] ?? "").trim())
      throw new WrongUsage(`--${option} is missing: --${option} ${value}.`);
    if (!value) values[option] ??= false;
  }
  const [positional = "", ...more] = positionals;
  if (takes && (!positional || more.length)) throw new WrongUsage(`${name} takes one ${takes}.`);
  if (!takes && positionals.length)
    throw new WrongUsage(`${name} takes no argument ${positional}.`);
  return { values: values as Values<Name>, positional };
}

/** A value as one line of JSON. The keys are in snake_case, as in the API. */
export function asJson(value: unknown): string {
  return `${JSON.stringify(value, (_, each) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).map(([key, held]) => [snake(key), held]))
      : each,
  )}\n`;
}

const snake = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
