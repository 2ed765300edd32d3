import { expect, test } from "vitest";
import { tableOf } from "./repeat-findings.ts";

const passed = { status: "passed", messages: [] } as const;
const failed = { status: "failed", messages: ["expected 200 to be 401\n at …"] } as const;

test("each finding has its rows: of tests by their ids, and of costly requests", () => {
  const seen = {
    problem: null,
    tests: [
      { title: "M6 (S6): counts", fullTitle: "tries M6 (S6): counts", ...passed },
      { title: "S3 (S4): is read", fullTitle: "bodies, of the bundle S3 (S4): is read", ...failed },
      { title: "S6: not run", fullTitle: "S6: not run", ...passed, status: "skipped" as const },
      { title: "S12: another", fullTitle: "S12: another", ...passed },
    ],
  };
  const figures = ["alone", "S2: halves", "S3: 1 MiB"].map((phase) => ({
    ...{ phase, statuses: { 200: 9 }, p50: 3, p99: 5, longest: 9 },
  }));
  const doors = ["S2: halves: sign-in 401", "S3: 1 MiB: sign-in 401"];
  const faults = ["S3: 1 MiB: p50 4.0 times as long"];
  const rows = tableOf(seen, { figures, doors, faults }).map(({ id, tried, answers, holds }) => [
    id,
    `${tried}: ${answers}`,
    holds,
  ]);
  const missing = (id: string) => [id, "nothing: no proof ran", false];
  expect(rows).toEqual([
    missing("S1"),
    ["S2", `halves: another's pings {"200":9}, p50 3.0 ms; sign-in 401`, true],
    ["S3", "bodies: expected 200 to be 401", false],
    ["S3", `1 MiB: another's pings {"200":9}, p50 3.0 ms; sign-in 401`, false],
    ["S4", "bodies: expected 200 to be 401", false],
    missing("S5"),
    ["S6", "tries: counts", true],
    ...["S7", "S8", "S9", "S10", "S11"].map(missing),
  ]);
});
