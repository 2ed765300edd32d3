import type { AppRouter } from "@stampbook/router";
import { createTRPCClient, httpLink, TRPCClientError } from "@trpc/client";
import { headers } from "next/headers";
import { cache } from "react";
import { apiUrl } from "../env.ts";
import { isEnrolmentDue } from "./failure.ts";
import { hopHeaders } from "./hop.ts";
import { merchantHeader } from "./merchant-header.ts";

/** Longer than a healthy API needs, shorter than a person waits. */
const PATIENCE_MS = 5_000;

type Fetch = NonNullable<Parameters<typeof httpLink>[0]["fetch"]>;

const patiently: Fetch = (url, options) =>
  fetch(url, { ...options, cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) });

/**
 * Returns a client of the service with the session of the current request, for the merchant of the requesting
 * page.
 */
export async function callApi(merchantId: string | null = null, fetch = patiently) {
  const own = await headers();
  return createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: `${apiUrl()}/trpc`,
        headers: { ...hopHeaders(own), ...merchantHeader(merchantId) },
        fetch,
      }),
    ],
  });
}

/**
 * Returns the signed-in person, or `enrol` if a second factor must be set up first. Null after any other 401
 * or 403.
 */
export const readDesk = cache(async () => {
  const api = await callApi();
  try {
    return await api.staff.me.query();
  } catch (error) {
    if (isEnrolmentDue(error)) return "enrol";
    if (error instanceof TRPCClientError && [401, 403].includes(error.data?.httpStatus))
      return null;
    throw error;
  }
});
