import { join } from "node:path";
import { expect, test } from "vitest";
import type { Texts } from "../statement-texts.ts";
import { type JudgedStatement, judgedStatements, quickTests, root } from "../statements.ts";
import { judge } from "./judge.ts";
import type { Mutant } from "./task.ts";

const statement = judgedStatements().find(
  ({ name }) => name === "register-members",
) as JudgedStatement;
const tests = quickTests(statement).filter((file) => file.endsWith("/guards.test.ts"));

const { registrations } = (await import(/* @vite-ignore */ join(root, statement.file))) as {
  readonly registrations: { readonly texts: Texts };
};

/** Returns the statement's texts with the given text in place of the condition that the call is complete. */
const instead = (text: string): Texts =>
  Object.fromEntries(
    Object.entries(registrations.texts).map(([form, each]) => [
      form,
      { ...each, text: each.text.replace("not c.is_incomplete", text) },
    ]),
  );

async function judged(mutants: readonly Omit<Mutant, "id">[]) {
  const results: string[] = [];
  const numbered = mutants.map((mutant, n) => ({ ...mutant, id: n + 1 }));
  for await (const [id, { result }] of judge(statement, tests, numbered)) results[id - 1] = result;
  return results;
}

test("what a test misses is killed, and each mutant has its own texts", async () => {
  expect(
    await judged([
      { texts: instead("true") },
      { texts: instead("not c.is_incomplete and true") },
      { texts: instead("true") },
    ]),
  ).toEqual(["killed", "survived", "killed"]);
});

test("tests that do not run judge nothing", async () => {
  const none = judge(statement, ["packages/core/src/no-such.test.ts"], [{ id: 1 }]);
  await expect(none.next()).rejects.toThrow("No mutant is judged");
});
