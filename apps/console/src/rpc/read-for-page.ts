import type { httpLink } from "@trpc/client";
import { pageRequest } from "./page-request.ts";

type Fetch = NonNullable<Parameters<typeof httpLink>[0]["fetch"]>;

/**
 * A fetch for the reads of a page that is being rendered. Each URL is read by GET once for all parts of the
 * page. Fails once the page's deadline is over.
 */
export const readForPage: Fetch = async (url, options) => {
  const page = pageRequest();
  const init = { ...options, cache: "no-store", signal: page?.deadline() ?? null } as const;
  if (!page || options?.method !== "GET") return fetch(url, init);
  const address = String(url);
  const answer = page.answers.get(address) ?? fetch(url, init);
  page.answers.set(address, answer);
  return (await answer).clone();
};
