import type { TestEvent } from "node:test/reporters";
import type { TestSeen } from "../types.ts";

/** A reporter for `node --test`: one JSON line per test, for the runner of mutations. */
export default async function* reportNodeTests(events: AsyncIterable<TestEvent>) {
  for await (const { type, data } of events) {
    if (type !== "test:pass" && type !== "test:fail") continue;
    const { error } = data.details as { readonly error?: { readonly cause?: unknown } };
    const test: TestSeen = {
      title: data.name,
      fullTitle: data.name,
      status: data.skip ? "skipped" : type === "test:pass" ? "passed" : "failed",
      messages: type === "test:fail" ? [String(error?.cause ?? error)] : [],
    };
    yield `${JSON.stringify(test)}\n`;
  }
}
