import { Failure, tooBusy } from "@stampbook/core/failures";
import { appRouter, showFailure } from "@stampbook/router";
import { getTRPCErrorShape } from "@trpc/server";
import { renderError } from "../rest/replies.ts";

const error = showFailure(new Failure(tooBusy), undefined);
const rest = renderError(error, {});

/** The refusal of a call for lack of room or time, in the form of each adapter. */
export const busy = {
  status: rest.status,
  headers: { ...rest.headers, "content-type": "application/json; charset=utf-8" },
  rest: JSON.stringify(rest.body),
  trpc: JSON.stringify({
    error: getTRPCErrorShape({
      config: appRouter._def._config,
      error,
      type: "unknown",
      path: undefined,
      input: undefined,
      ctx: undefined,
    }),
  }),
} as const;

/** The refusal's body for a path. */
export function busyBody(url = ""): string {
  return url.startsWith("/trpc/") ? busy.trpc : busy.rest;
}
