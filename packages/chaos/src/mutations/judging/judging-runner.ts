import { appendFileSync, readFileSync } from "node:fs";
import { type RunnerTask, type RunnerTestSuite, TestRunner } from "vitest";
import type { Judged, Task } from "./task.ts";

/**
 * Runs a mutant's tests until a test fails. Reports each mutant after its tests have ended. Each suite
 * directly below the file is a mutant.
 */
export default class JudgingRunner extends TestRunner {
  private failed: Judged["failed"] = null;
  private passed = 0;

  override async onBeforeRunSuite(suite: RunnerTestSuite) {
    if (isMutant(suite)) {
      this.failed = null;
      this.passed = 0;
    }
    if (this.failed) suite.mode = "skip";
    await super.onBeforeRunSuite(suite);
  }

  override async onBeforeRunTask(test: RunnerTask) {
    if (this.failed) test.mode = "skip";
    await super.onBeforeRunTask(test);
  }

  override onAfterRunTask(test: RunnerTask) {
    this.note(test);
    if (test.result?.state === "pass") this.passed++;
    super.onAfterRunTask(test);
  }

  /** Notes a failed hook as the mutant's failure. After a mutant's suite, writes the result to the report. */
  override async onAfterRunSuite(suite: RunnerTestSuite) {
    if (suite.result?.errors?.length) this.note(suite);
    if (isMutant(suite)) {
      const { failed, passed } = this;
      const judged: Judged = { id: Number(suite.name), failed, passed };
      const { report }: Task = JSON.parse(readFileSync(this.injectValue("judging"), "utf8"));
      appendFileSync(report, `${JSON.stringify(judged)}\n`);
      this.failed = null;
    }
    await super.onAfterRunSuite(suite);
  }

  private note(task: RunnerTask) {
    if (this.failed || task.result?.state !== "fail") return;
    const message = task.result.errors?.[0]?.message ?? "";
    this.failed = { test: nameOf(task), message };
  }
}

const isMutant = (suite: RunnerTestSuite) =>
  suite.suite === undefined && suite.file !== (suite as RunnerTask);

/** Returns the names of a task and of the suites around it, without the mutant's name. */
function nameOf(task: RunnerTask): string {
  const names: string[] = [];
  for (let each: RunnerTask | undefined = task; each; each = each.suite) names.unshift(each.name);
  return names.slice(1).join(" > ");
}
