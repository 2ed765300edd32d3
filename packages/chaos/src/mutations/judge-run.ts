import type { Judgement, Mutation, RunSeen, TestSeen } from "./types.ts";

/**
 * Errors of a program that the mutation broke. A test that fails with such an error proves nothing about the
 * check.
 */
const brokenProgram = /\b(SyntaxError|ReferenceError|ERR_MODULE_NOT_FOUND)\b|Cannot find module/;

/**
 * Returns the tests whose title begins with `name`, with or without the titles of their groups. Leaves out
 * skipped tests.
 */
export function testsNamed(name: string, { tests }: RunSeen): TestSeen[] {
  return tests.filter(
    ({ title, fullTitle, status }) =>
      status !== "skipped" && (title.startsWith(name) || fullTitle.startsWith(name)),
  );
}

/**
 * Returns why a test cannot judge a mutation: the test does not run, or fails on the unchanged sources. Null
 * if the test passes on the unchanged sources.
 */
export function problemUnmutated({ test }: Mutation, seen: RunSeen): string | null {
  const named = testsNamed(test.name, seen);
  if (!named.length) return seen.problem ?? "the test does not exist";
  return named.every(({ status }) => status === "passed")
    ? null
    : "the test fails without the mutation too";
}

/** Judges a mutation by a test run on the mutated sources. */
export function judgeRun({ test }: Mutation, seen: RunSeen): Judgement {
  const named = testsNamed(test.name, seen);
  if (!named.length)
    return { result: "invalid", why: seen.problem ?? "the test did not run with the mutation" };
  const messages = named.flatMap(({ status, messages }) => (status === "failed" ? messages : []));
  if (named.every(({ status }) => status === "passed"))
    return { result: "survived", why: "the test passes without the check" };
  const broken = messages.find((message) => brokenProgram.test(message));
  return broken === undefined
    ? { result: "killed", why: "" }
    : { result: "invalid", why: `the program broke: ${firstLine(broken)}` };
}

export function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0]?.slice(0, 200) ?? "";
}
