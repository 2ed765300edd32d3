import { Failure, tooBusy } from "@stampbook/core/failures";
import { DatabaseBusy } from "@stampbook/db";
import { showFailure, tooFast } from "@stampbook/router";
import { TRPCError } from "@trpc/server";
import { expect, it } from "vitest";
import { refusedBy } from "./refused.ts";

const coded = (code: string) => Object.assign(new Error("from the database"), { code });
const behind = (cause: unknown) => showFailure(new Failure(tooBusy), undefined, cause);

it.each([
  ["queue", behind(new Failure(tooBusy))],
  ["pool", behind(new DatabaseBusy("too many wait"))],
  ["lock_timeout", behind(coded("55P03"))],
  ["statement_timeout", behind(coded("57014"))],
  ["database", behind(coded("ECONNREFUSED"))],
  ["database", behind(new Error("wrapped", { cause: coded("25006") }))],
  ["rate", tooFast()],
] as const)("O2: a call is refused for lack of room or time: %s", (reason, error) => {
  expect(refusedBy(error)).toBe(reason);
});

it("O2: a call that is wrong, or that spends a limit of its customer, is refused for itself", () => {
  const limited = new Failure({ code: "too_many_attempts", message: "Wait." });
  for (const error of [
    showFailure(limited, undefined),
    new TRPCError({ code: "BAD_REQUEST" }),
    new TRPCError({ code: "INTERNAL_SERVER_ERROR", cause: coded("42P01") }),
  ])
    expect(refusedBy(error)).toBeUndefined();
});
