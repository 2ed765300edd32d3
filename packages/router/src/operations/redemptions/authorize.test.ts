import { expect, it } from "vitest";
import { appRouter } from "../../index.ts";
import { listProcedures } from "../../procedures.ts";

const [input] =
  listProcedures(appRouter).find(({ name }) => name === "redemptions.authorize")?.inputs ?? [];
const problemsOf = (timeout: unknown) =>
  input
    ?.safeParse({ user: "ani@example.com", pin: "493817", request_id: "r-1", timeout })
    .error?.issues.map(({ path }) => path.join("."));

it("T34: an authorization lasts a day at most", () => {
  for (const seconds of [1, 86_400, "86400"]) expect(problemsOf(seconds)).toBeUndefined();
  for (const seconds of [0, -1, 86_401, 31_536_000, "315360000", 1e300])
    expect([seconds, problemsOf(seconds)]).toEqual([seconds, ["timeout"]]);
});
