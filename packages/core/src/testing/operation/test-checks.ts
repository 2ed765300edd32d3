import { isDatabaseError } from "@stampbook/db";
import { beforeAll, describe, expect, test } from "vitest";
import type { CallKey, Row } from "../../foundation/writing/index.ts";
import { today } from "./days.ts";
import type { AnySeen, Parts } from "./tested.ts";
import { namesOf, type Trial, tableOf } from "./trial.ts";

/** Merges the parts of two cases; where both set a column, `first` wins. */
const merge = (first: Parts, second: Parts): Parts =>
  Object.fromEntries(
    [...new Set([...Object.keys(first), ...Object.keys(second)])].map((name) => [
      name,
      { ...second[name], ...first[name] },
    ]),
  );

/** Tests each check by its case, and the order of the checks. */
export function testChecks<Call extends CallKey, Seen extends AnySeen, Done, Name extends string>(
  trial: Trial<Call, Seen, Done, Name>,
): void {
  const { tested, said, shop } = trial;
  const { operation, cases, ofMerchant = {}, fine, onlyWords } = tested;
  const { statement, without } = operation;
  const { names: all } = namesOf(operation);
  const names = all.filter((name) => !(name in ofMerchant));
  let calls: readonly Call[];
  beforeAll(async () => {
    calls = await Promise.all(names.map((name) => shop().call(cases[name])));
  });

  test("each refuses its own case, in the documented order and words", async () => {
    expect(await said(statement, calls)).toEqual(names);
    await expect(await refusalsOf(trial, calls)).toMatchFileSnapshot(
      `refusals/${operation.name}.txt`,
    );
  });

  test("what just passes is done", async () => {
    const bounds = await Promise.all([{}, ...fine].map((parts) => shop().call(parts)));
    expect(await said(statement, bounds)).toEqual(bounds.map(() => "done"));
  });

  test.runIf(tested.due)("what is due is settled first", async () => {
    const due = [await shop().call(tested.due)];
    const isDue = await trial.tryOut(statement, due, async ([row]) =>
      row?.isDone ? "done" : row?.seen.isDue,
    );
    expect(isDue).toBe(true);
  });

  test.each(Object.entries(ofMerchant) as [Name, string][])(
    "%s refuses all calls of a merchant, after the checks before it",
    async (name, change) => {
      const earlier = (other: Name) => (all.indexOf(other) < all.indexOf(name) ? other : name);
      const good = await shop().call();
      const told = await said(statement, [good, ...calls], change);
      expect(told).toEqual([name, ...names.map(earlier)]);
      const passes = onlyWords.includes(name) ? "again" : "done";
      expect(await said(without({ check: name }), [good], change)).toEqual([passes]);
    },
  );

  test.each(names)("without %s exactly its case passes", async (name) => {
    const one = without({ check: name });
    const at = names.indexOf(name);
    const others = names.filter((other) => other !== name);
    expect(await said(one, calls.toSpliced(at, 1))).toEqual(others);
    const own = await said(one, calls.slice(at, at + 1)).catch(constraintOf);
    if (onlyWords.includes(name)) expect([...names.slice(at + 1), "again"]).toContain(own[0]);
    else expect(["done", "a constraint refused"]).toContain(own[0]);
  });

  test("of two that refuse, the earlier in the list is told", async () => {
    const pairs = names.flatMap((first, n) =>
      names.slice(n + 1).map((second) => [first, second] as const),
    );
    for (let from = 0; from < pairs.length; from += 64) {
      const some = pairs.slice(from, from + 64);
      const both = await Promise.all(some.map(([a, b]) => shop().call(merge(cases[a], cases[b]))));
      expect(await said(statement, both)).toEqual(some.map(([first]) => first));
    }
  });
}

/**
 * Tests that the committed texts of the statement are its texts: what a change of a fact or of the kernel does
 * to the SQL of an operation is then seen in a review.
 */
export function testTexts<Call extends CallKey, Seen extends AnySeen, Done, Name extends string>({
  tested: { operation },
}: Trial<Call, Seen, Done, Name>): void {
  describe("the committed text", () => {
    test.each(["plain", "many"] as const)("%s", async (form) => {
      const { text } = operation.statement.texts[form];
      await expect(`${text}\n`).toMatchFileSnapshot(`refusals/${operation.name}.${form}.sql`);
    });
  });
}

/**
 * The documented order of the checks, with their words, and the subjects and the locks. A change of this text
 * is a change of the interface.
 */
async function refusalsOf<Call extends CallKey, Seen extends AnySeen, Done, Name extends string>(
  { tested: { operation, ofMerchant = {} }, t, shop, tryOut }: Trial<Call, Seen, Done, Name>,
  calls: readonly Call[],
): Promise<string> {
  const { names, judgedAgain } = namesOf(operation);
  const { caller } = t().as(shop().merchant);
  const refusalsTo = (sent: readonly Call[], change?: string) => {
    const look = async (rows: readonly Row<Seen, Done>[]) =>
      rows.map((row, n) =>
        row.isDone ? null : operation.refuse(row.seen, sent[n] as Call, caller),
      );
    return tryOut(operation.statement, sent, look, change);
  };
  const refusals = await refusalsTo(calls);
  for (const [n, name] of names.entries())
    if (ofMerchant[name])
      refusals.splice(n, 0, ...(await refusalsTo([await shop().call()], ofMerchant[name])));
  const lines = names.map((name, n) => {
    const { code, rule, expected, found, message, denied } = refusals[n] ?? {};
    const again = judgedAgain.includes(name) ? ", again when locked" : "";
    const reason = denied ? ` ${denied.message}` : "";
    return `${name}: ${code}${again}\n  ${message}${reason}\n  ${rule}; ${expected}; ${found}\n`;
  });
  lines.push(`once: ${operation.once.join(", ")}\n`);
  lines.push(`locks: ${operation.locks.map(tableOf).join(", ")}\n`);
  return lines
    .join("")
    .replace(/\b[A-Z]?\d{7,}\b/g, "#")
    .replaceAll(today, "today")
    .replace(/\b\d\d:\d\d:\d\d\b/g, "time")
    .replace(/today \d\d:\d\d\b/g, "today time")
    .replace(/in \d+ second/, "in # second");
}

/** Throws the error, unless a constraint of the table was violated. */
function constraintOf(error: unknown): readonly string[] {
  if (isDatabaseError(error) && error.code.startsWith("23")) return ["a constraint refused"];
  throw error;
}
