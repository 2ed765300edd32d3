import { BadOptions, readArguments } from "@stampbook/bench/command-line";
import { hasPgbouncer } from "@stampbook/db/testing";
import type { Repeatable } from "./lost-answers/lose-answers.ts";
import { repeatable } from "./lost-answers/repeatable.ts";
import { mutations } from "./mutations/mutations.ts";
import type { Mutation } from "./mutations/types.ts";

const forms = [
  "races",
  "lost-answers",
  "kills",
  "commands",
  "backends-terminated",
  "api-kills",
  "embedded-kills",
  "primary-vanishes",
  "overload",
  "costly-bytes",
  "pgbouncer",
  "upgrade",
  "reconcile",
  "move",
  "findings",
  "mutations",
] as const;

/** The options of the command line. */
export type Options = {
  readonly form: (typeof forms)[number];
  readonly operations: readonly Repeatable[];
  readonly mutations: readonly Mutation[];
  readonly rounds: number;
  readonly clients: number;
  readonly times: number;
  readonly count: number;
  /** The revision from which is upgraded; null for the one before the newest migration. */
  readonly from: string | null;
  /** The duration of each measurement or disturbance; null for the default. */
  readonly seconds: number | null;
  /** The highest load whose answers stay good, in calls per second; null to search for it. */
  readonly knee: number | null;
  readonly variant: "ours" | "naive";
  readonly seed: number;
  readonly path?: string;
  readonly replayPath?: string;
};

/** Reads the command line. Throws `BadOptions` for an unknown suite, option or name, and for a bad number. */
export function readOptions(args: readonly string[]): Options {
  const { positionals, values } = readArguments(args, {
    rounds: { type: "string", default: "2000" },
    clients: { type: "string", default: "100" },
    only: { type: "string" },
    naive: { type: "boolean", default: false },
    times: { type: "string", default: "100" },
    count: { type: "string", default: "10000" },
    from: { type: "string" },
    seconds: { type: "string" },
    knee: { type: "string" },
    seed: { type: "string", default: String(Date.now() % 1_000_000_000) },
    path: { type: "string" },
    "replay-path": { type: "string" },
  });
  const form = forms.find((name) => name === positionals[0]);
  if (!form || positionals.length > 1) throw new BadOptions(`Which form? ${forms.join(", ")}`);
  if (form === "pgbouncer" && !hasPgbouncer()) throw new BadOptions("PgBouncer is not installed.");
  const { only, path, "replay-path": replayPath } = values;
  return {
    form,
    operations: form === "lost-answers" ? named(repeatable, only) : [],
    mutations: form === "mutations" ? withIds(only) : [],
    rounds: wholeNumber("rounds", values.rounds),
    clients: wholeNumber("clients", values.clients),
    times: wholeNumber("times", values.times),
    count: wholeNumber("count", values.count),
    from: values.from ?? null,
    seconds: values.seconds === undefined ? null : wholeNumber("seconds", values.seconds),
    knee: values.knee === undefined ? null : wholeNumber("knee", values.knee),
    variant: values.naive ? "naive" : "ours",
    seed: wholeNumber("seed", values.seed, 0),
    ...(path ? { path } : {}),
    ...(replayPath ? { replayPath } : {}),
  };
}

function named<Thing extends { readonly name: string }>(
  things: readonly Thing[],
  word = "",
): readonly Thing[] {
  const found = things.filter(({ name }) => name.includes(word));
  if (found.length) return found;
  throw new BadOptions(
    [`None is called ${word}. There are:`, ...things.map(({ name }) => `  ${name}`)].join("\n"),
  );
}

/**
 * Returns the mutations whose ids are in the comma-separated `only`, or all if it is undefined. Compares
 * whole ids, so `M1` does not select `M10`.
 */
function withIds(only: string | undefined): readonly Mutation[] {
  const there = [...new Set(mutations.flatMap(({ ids }) => ids))].sort(byNumber);
  const wanted = only?.split(",") ?? there;
  const unknown = wanted.find((id) => !there.includes(id));
  if (unknown !== undefined)
    throw new BadOptions(`No mutation has the id ${unknown}. There are: ${there.join(", ")}`);
  return mutations.filter(({ ids }) => ids.some((id) => wanted.includes(id)));
}

const byNumber = (one: string, other: string) => one.localeCompare(other, "en", { numeric: true });

function wholeNumber(option: string, text: string, least = 1): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(number) && number >= least) return number;
  throw new BadOptions(`--${option} takes a whole number from ${least} on, not ${text}.`);
}
