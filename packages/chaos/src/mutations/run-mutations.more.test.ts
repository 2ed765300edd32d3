import { fileURLToPath } from "node:url";
import { currentRun } from "@stampbook/db/testing";
import { expect, test } from "vitest";
import { runMutations } from "./run-mutations.ts";
import type { Mutation } from "./types.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

test("a mutation is killed by its test alone, and what cannot judge it is invalid", async () => {
  const noticing = {
    file: "packages/edge/src/client-address.test.ts",
    name: "is not what the client wrote before that",
  };
  const mutation = (replace: string, change: Partial<Mutation> = {}): Mutation => ({
    ids: ["T0"],
    file: "packages/edge/src/client-address.ts",
    find: "if (!trusts(nearest) || !isIP(hop)) break;",
    replace,
    test: noticing,
    ...change,
  });
  const outcomes = await runMutations({
    root,
    adminUrl: currentRun().adminUrl,
    mutations: [
      mutation(""),
      mutation("if (!trusts(nearest)) break;"),
      mutation("", { find: "no such text" }),
      mutation("", { find: "nearest" }),
      mutation("", { test: { ...noticing, name: "no such test" } }),
      mutation("", { test: { ...noticing, name: `H1: the client's address ${noticing.name}` } }),
    ],
  });
  expect(outcomes.map(({ result, why }) => `${result} ${why}`.trim())).toEqual([
    "killed",
    "survived the test passes without the check",
    "invalid what it replaces is there 0 times",
    "invalid what it replaces is there 5 times",
    "invalid the test does not exist",
    "killed",
  ]);
});
