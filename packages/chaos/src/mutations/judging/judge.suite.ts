import { readFileSync } from "node:fs";
import { renewSharedDatabase } from "@stampbook/db/testing";
import fc from "fast-check";
import { afterAll, beforeAll, describe, inject } from "vitest";
import type { Texts } from "../statement-texts.ts";
import type { Mutant, Task } from "./task.ts";

// Runs all tests once for each mutant. The tests import the operation's module. The statement in that module
// has the mutant's texts during the run.

const { statement, tests, mutants }: Task = JSON.parse(readFileSync(inject("judging"), "utf8"));

// each mutant gets the same random inputs; fast-check does not reduce a failure to a simpler one
fc.configureGlobal({ seed: 1, endOnFailure: true });

for (const mutant of mutants)
  describe(String(mutant.id), async () => {
    let restore: () => Promise<void>;
    beforeAll(async () => {
      restore = await apply(mutant);
    });
    afterAll(() => restore?.());
    for (const test of [...new Set([mutant.first ?? [], ...tests].flat())])
      describe(test.replace(/^.*\//, ""), async () => {
        await import(/* @vite-ignore */ `${test}?mutant=${mutant.id}`);
      });
  });

async function apply({ texts }: Mutant): Promise<() => Promise<void>> {
  const restoreTexts = await withTexts(texts ?? {});
  return async () => {
    restoreTexts();
    // its connections have prepared the mutant's texts
    await renewSharedDatabase();
  };
}

/** Sets the texts that the statement reads at each run. Returns a function that restores the old texts. */
async function withTexts(texts: Texts): Promise<() => void> {
  const exported: Readonly<Record<string, unknown>> = await import(/* @vite-ignore */ statement);
  const found = Object.values(exported).find(
    (value): value is { texts: Record<string, unknown> } =>
      typeof value === "object" && value !== null && "texts" in value,
  );
  if (!found) throw new Error(`${statement} exports no statement.`);
  const before = { ...found.texts };
  Object.assign(found.texts, texts);
  return () => {
    Object.assign(found.texts, before);
  };
}
