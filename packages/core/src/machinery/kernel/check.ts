import { type SQL, sql } from "drizzle-orm";
import type { KnownCaller } from "../../foundation/context.ts";
import type { FailureCode, Refusal } from "../../foundation/failures.ts";
import type { Expressions } from "./rows.ts";

/** What staff and callers read about a refusal, without its code. */
export type Words = Omit<Refusal, "code">;

/**
 * A condition of an operation, written once. The statement evaluates `holds` in the order of the operation's
 * list, and answers with the name of the first check that is not true. `Seen` is what `words` reads of the
 * row that the statement saw, `Call` what it reads of the call, `At` the kept columns that `holds` reads.
 */
export type Check<Seen = never, Call = never, At = never> = {
  readonly code: FailureCode;
  /**
   * SQL that must be true. It reads the rows that the facts joined, the call `c`, and columns of `at`. If the
   * check is judged `again`, it reads only the locked row and `at`: then `at` are the columns of the row that
   * was seen.
   */
  readonly holds: (at: At) => SQL;
  /** SQL over the joined rows: whether the check does not apply. Not judged again. */
  readonly unless?: SQL;
  /** The alias of the row that the check is about. If the operation locks this row, it is judged again. */
  readonly again?: string;
  /**
   * For a check of each line of a call: SQL of the first check of this stage that does not hold, for the first
   * line that has one. It reads the fact that looks up the lines. Checks of a stage stand together.
   */
  readonly stage?: string;
  /** The refusal's words. Every earlier check of the list held for `seen`. */
  readonly words: (seen: Seen, call: Call, caller: KnownCaller) => Words;
  /** Whether a refusal counts as a wrong guess of the caller. */
  readonly isGuess?: boolean;
};

/** Defines a check. The types of `words` and `holds` say what an operation with this check must read. */
export const check = <Seen = unknown, Call = unknown, At = unknown>(
  definition: Check<Seen, Call, At>,
): Check<Seen, Call, At> => definition;

/** Checks by name. A check's name is what SQL answers and what tests call it. */
export type Checks = Readonly<Record<string, Check>>;

/** The names of the checks of several lists. */
export type NameOf<Lists extends readonly object[]> = Lists[number] extends infer List
  ? List extends unknown
    ? keyof List & string
    : never
  : never;

/** Returns the checks of several lists as one. Throws `TypeError` if a name comes twice. */
export function inOrder(lists: readonly Checks[]): Checks {
  const names = lists.flatMap((list) => Object.keys(list));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new TypeError(`the check ${twice} is listed twice`);
  return Object.assign({}, ...lists);
}

/** Returns the refusal of the check with this name; null without a name. */
export function refusalBy(
  checks: Checks,
  name: string | null,
  { seen, call, caller }: { seen: unknown; call: unknown; caller: KnownCaller },
): Refusal | null {
  if (name === null) return null;
  const { code, words } = checks[name] as Check<unknown, unknown, unknown>;
  return { code, ...words(seen, call, caller) };
}

/** Returns the checks with a condition under which none of them applies. */
export const unless = <List extends Checks>(condition: SQL, checks: List): List =>
  Object.fromEntries(
    Object.entries(checks).map(([name, each]) => [name, { ...each, unless: condition }]),
  ) as List;

/** SQL of the name of the first check of a stage that does not hold. */
export type Judged = (stage: string) => SQL;

/** Returns the SQL by which a fact's joins judge a line of a call. */
export const judgedBy =
  (checks: Checks, keeps: Expressions): Judged =>
  (stage) =>
    caseOf(
      Object.entries(checks)
        .filter(([, each]) => each.stage === stage)
        .map(([name, each]) => unlessHolds(name, each, keeps)),
    );

/** SQL of the name of the first check that does not hold. */
export function firstOf(checks: Checks, keeps: Expressions): SQL {
  const all = Object.entries(checks);
  const cases = all.map(([name, each], n) => {
    const { stage } = each;
    if (stage === undefined) return unlessHolds(name, each, keeps);
    const isFirst = all.findIndex(([, other]) => other.stage === stage) === n;
    return isFirst ? sql.raw(`\n      when ${stage} is not null then ${stage}`) : sql``;
  });
  return caseOf(cases);
}

function unlessHolds(name: string, { holds, unless }: Check, keeps: Expressions): SQL {
  const condition = holds(keeps as never);
  const applies = unless ? sql`((${unless}) or (${condition}))` : sql`(${condition})`;
  return sql`\n      when ${applies} is not true then ${sql.raw(`'${name}'`)}`;
}

const caseOf = (cases: readonly SQL[]): SQL =>
  cases.length > 0 ? sql`case${sql.join([...cases])} end` : sql`null::text`;
